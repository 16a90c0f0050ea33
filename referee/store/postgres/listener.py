"""What other processes announce: one connection that listens, for as long as the store is open."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from contextlib import suppress
from typing import get_args

import psycopg

from referee.core import say
from referee.store.errors import Busy, Unwritable
from referee.store.interface import Topic
from referee.store.postgres.connection import Deadlines, ServerConnection, hang_up

CHANNEL = "referee"
NAME = "referee listener"
"""What the database calls the connection."""
IN_USE = 0x7265666572656502
"""Every listener shares this advisory lock; who needs the database for himself takes it alone."""
PROBE = 2.0
"""Seconds after which the server is asked whether it is still there, and
seconds that it has to answer:"""
ANSWER = 3.0
AGAIN = 0.5
"""Seconds between two tries to reach it."""

_TOPICS: dict[str, Topic] = {topic: topic for topic in get_args(Topic)}

logger = logging.getLogger("referee.store")


class Listener:
    """Hears what is announced on a database, without what carries `origin`.

    When it is made it listens, or raises what psycopg raises. From then on it calls `hear` with
    each notice. A connection that is lost it makes anew, however often, and then calls `missed`.
    """

    def __init__(
        self,
        connect: Callable[[], ServerConnection],
        deadlines: Deadlines,
        origin: str,
        hear: Callable[[Topic, tuple[int, ...]], None],
        missed: Callable[[], None],
    ) -> None:
        self._connect = connect
        self._deadlines = deadlines
        self._origin = origin
        self.hear = hear
        self._missed = missed
        self._closed = threading.Event()
        self._conn: ServerConnection | None = self._begin()
        self._thread = threading.Thread(target=self._run, name="listener", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Listen no more."""
        self._closed.set()
        conn = self._conn
        if conn is not None:
            hang_up(conn)
        if self._thread is not threading.current_thread():
            self._thread.join(5)

    def _begin(self) -> ServerConnection:
        conn = self._connect()
        with self._deadlines.within(conn, ANSWER):
            conn.execute(f"SET application_name = '{NAME}'")
            conn.execute(f"LISTEN {CHANNEL}")
            free = conn.execute("SELECT pg_try_advisory_lock_shared(%s)", [IN_USE]).fetchone()
        if not free or not free[0]:
            conn.close()
            raise Unwritable(say("The database is being copied. Start the server afterwards."))
        return conn

    def _run(self) -> None:
        lost = False
        while not self._closed.is_set():
            try:
                if self._conn is None:
                    self._conn = self._begin()
                    self._missed()
                    lost = False
                self._listen(self._conn)
            except (psycopg.Error, OSError, Busy, Unwritable) as error:
                if not lost and not self._closed.is_set():
                    logger.warning("The database is out of reach (%s)", type(error).__name__)
                lost = True
            except Exception:
                logger.exception("Fault in what listens to the database")
            if self._conn is not None:
                self._conn.close()
                self._conn = None
            self._closed.wait(AGAIN)

    def _listen(self, conn: ServerConnection) -> None:
        while not self._closed.is_set():
            for notice in conn.notifies(timeout=PROBE):
                self._take(notice.payload)
            with self._deadlines.within(conn, ANSWER):
                conn.execute("SELECT 1")

    def _take(self, payload: str) -> None:
        origin, _, rest = payload.partition(" ")
        if origin == self._origin:
            return
        word, *words = rest.split(" ")
        # Whoever may use the database may announce anything.
        with suppress(ValueError):
            numbers = tuple(map(int, words))
            topic = _TOPICS.get(word)
            # Of a table its number, its line and, where that is told, the phone whose change it is.
            fits = len(numbers) in (2, 3) if topic == "table" else numbers and len(numbers) % 2 == 0
            if topic and fits:
                self.hear(topic, numbers)
