"""A connection to the server, as the questions of `store.sql` use it."""

from __future__ import annotations

import os
import re
import socket
import threading
import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import lru_cache
from typing import TypeAlias

import psycopg
from psycopg.abc import Buffer
from psycopg.types.numeric import Int8Dumper

from referee.store.sql import connection, pile

ServerConnection: TypeAlias = psycopg.Connection[connection.Row]
"""psycopg's own connection."""

_SQLITE_ONLY = re.compile(r" INDEXED BY \w+")


@lru_cache(512)
def translated(sql: str) -> str:
    """Return `sql` as psycopg takes it, without the hints that only SQLite has."""
    sql = _SQLITE_ONLY.sub("", sql).replace("CROSS JOIN", "JOIN")
    return sql.replace("%", "%%").replace("?", "%s")


class TruthDumper(Int8Dumper):
    """Sends True and False as 1 and 0, which is how both engines keep them."""

    def dump(self, obj: object) -> Buffer | None:
        """One value."""
        return super().dump(int(bool(obj)))


class Deadlines:
    """Ends connections on which the server has not answered in time: what it can do itself
    (`statement_timeout`) does not help when it has stopped, or the network between has.

    One thread, or greenlet, for a store. Whoever waits finds the connection closed.
    """

    def __init__(self) -> None:
        self._ends: dict[ServerConnection, float] = {}
        self._lock = threading.Lock()
        self._closed = threading.Event()
        self._thread = threading.Thread(target=self._run, name="deadlines", daemon=True)
        self._thread.start()

    @contextmanager
    def within(self, conn: ServerConnection, seconds: float) -> Iterator[None]:
        """Give the server `seconds` for what is asked of it meanwhile on `conn`."""
        with self._lock:
            self._ends[conn] = time.monotonic() + seconds
        try:
            yield
        finally:
            with self._lock:
                self._ends.pop(conn, None)

    def close(self) -> None:
        """Watch no more."""
        self._closed.set()

    def _run(self) -> None:
        while not self._closed.wait(0.5):
            now = time.monotonic()
            with self._lock:
                late = [conn for conn, ends in self._ends.items() if ends < now]
                for conn in late:
                    del self._ends[conn]
            for conn in late:
                hang_up(conn)


def hang_up(conn: ServerConnection) -> None:
    """End `conn` under whoever waits for its answer."""
    with suppress(OSError, psycopg.Error), socket.socket(fileno=os.dup(conn.fileno())) as wire:
        wire.shutdown(socket.SHUT_RDWR)


class Connection(connection.Connection):
    """See `sql.connection.Connection`. `seconds`: how long one statement may take."""

    def __init__(
        self,
        conn: ServerConnection,
        deadlines: Deadlines,
        seconds: float,
        *,
        writing: bool,
    ) -> None:
        self.conn = conn
        self.lock = " FOR NO KEY UPDATE" if writing else ""
        self.deadlines = deadlines
        self.seconds = seconds

    def execute(self, sql: str, values: Sequence[object] = ()) -> connection.Cursor:
        """Run one statement."""
        with self.deadlines.within(self.conn, self.seconds):
            return self.conn.execute(translated(sql), tuple(values))

    def execute_many(self, sql: str, rows: Iterable[Sequence[object]]) -> None:
        """Run one statement for each of `rows`."""
        with self.deadlines.within(self.conn, self.seconds), self.conn.cursor() as cursor:
            cursor.executemany(translated(sql), [tuple(row) for row in rows])


class Pile(pile.Pile):
    """The pile, with PostgreSQL's way to look into JSON."""

    event_type = "(event::json ->> 'type')"
