"""The database on a server: its pool of connections and its transactions.

A write is a transaction in which every table that is looked at is locked from that look to the
commit (`Connection.lock`), so that what it reads of a table is what it changes. A read sees one
moment. Every wait has an end, after which the answer is `Busy` or `Unwritable`.
"""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import psycopg
from psycopg.conninfo import make_conninfo
from psycopg_pool import ConnectionPool, PoolTimeout

from referee.core import Message, UserText, say
from referee.store import interface
from referee.store.errors import Busy, Unreachable, Unwritable
from referee.store.postgres.connection import (
    Connection,
    Deadlines,
    Pile,
    ServerConnection,
    TruthDumper,
)
from referee.store.postgres.errors import LOST, in_words
from referee.store.postgres.listener import CHANNEL, IN_USE, Listener
from referee.store.postgres.schema import bring_up_to_date, is_current
from referee.store.postgres.search import Search
from referee.store.sql import transaction

CONNECTIONS = 12
"""Connections of one process, besides the one that listens."""
STATEMENT = 6.0
"""Seconds that the server may take for one statement, and
seconds more after which its connection is given up:"""
GRACE = 2.0
_READ = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"
_WRITE = "BEGIN ISOLATION LEVEL READ COMMITTED"
_IDLE = psycopg.pq.TransactionStatus.IDLE
_OPEN = (psycopg.pq.TransactionStatus.INTRANS, psycopg.pq.TransactionStatus.INERROR)


class Transaction(transaction.Transaction):
    """See `interface.Transaction`."""

    def __init__(self, connection: Connection) -> None:
        super().__init__(connection, Search(connection))
        self.conn = connection.conn
        self.pile = Pile(connection)

    def has_table(self, name: str) -> bool:
        """See `sql.Transaction`."""
        found: bool = self.execute("SELECT to_regclass(?) IS NOT NULL", [name]).fetchone()[0]
        return found

    def last_ids(self) -> dict[str, int]:
        """See `sql.Transaction`."""
        sql = (
            "SELECT coalesce(pg_sequence_last_value(pg_get_serial_sequence(?, 'id')::regclass), 0)"
        )
        return {name: self.execute(sql, [name]).fetchone()[0] for name in transaction.NUMBERED}

    def set_last_ids(self, ids: dict[str, int]) -> None:
        """See `sql.Transaction`."""
        for name, last in ids.items():
            self.execute(
                "SELECT setval(pg_get_serial_sequence(?, 'id'), ?, ? > 0)",
                [name, max(last, 1), last],
            )


def _commit(tx: Transaction) -> None:
    """Commit, or raise: a transaction in which something has failed can only be rolled back, and
    PostgreSQL does that without a word when it is told to commit."""
    if tx.conn.info.transaction_status == psycopg.pq.TransactionStatus.INERROR:
        raise psycopg.InternalError("a statement of this transaction has failed")
    tx.execute("COMMIT")


class Store(interface.Store):
    """A database on a PostgreSQL server. One for a process (made in it, not before a fork), shared
    by its threads or greenlets. See `interface.Store`."""

    is_shared = True

    def __init__(self, url: str, *, patience: float = 3.0, connections: int = CONNECTIONS) -> None:
        """Opens the database at `url` (`postgresql://…`, with everything that libpq takes) and
        brings it up to date. For a lock that another holds it waits `patience` seconds at most,
        for a connection twice as long: whoever has one may wait for a lock. Raises `TooNew`,
        `Unwritable` and `Busy`."""
        self.patience = patience
        self.damage: Message | None = None
        self._conninfo = make_conninfo(
            url,
            application_name="referee",
            connect_timeout=3,
            keepalives_idle=10,
            keepalives_interval=3,
            keepalives_count=3,
            tcp_user_timeout=10_000,
        )
        self._origin = secrets.token_hex(4)
        self._listener: Listener | None = None
        self._alone: ServerConnection | None = None
        self._deadlines = Deadlines()
        self._pool: ConnectionPool[ServerConnection] = ConnectionPool(
            self._conninfo,
            kwargs={"autocommit": True},
            min_size=1,
            max_size=connections,
            timeout=2 * patience,
            reconnect_timeout=4.0,  # after that the next use tries again
            configure=self._configure,
            num_workers=2,
            open=False,
        )
        try:
            self._open()
        except BaseException:
            self.close()
            raise

    def _open(self) -> None:
        try:
            self._connect().close()
        except psycopg.OperationalError as error:
            why = str(error).strip().splitlines()
            raise Unreachable(
                say("The database cannot be reached: {why}.", why=UserText(why[-1][:300]))
            ) from error
        self._pool.open()
        with self.read() as tx:
            assert isinstance(tx.connection, Connection)
            current = is_current(tx.connection)
        if not current:
            with self._transaction(_WRITE, writing=True) as tx:
                assert isinstance(tx.connection, Connection)
                tx.connection.execute("SET LOCAL statement_timeout = 0")
                tx.connection.seconds = 3600.0
                bring_up_to_date(tx.connection)
                _commit(tx)
        with self.read() as tx:
            self.mark: str = tx.execute("SELECT mark FROM identity").fetchone()[0]

    def _connect(self) -> ServerConnection:
        """A connection beside the pool."""
        conn = psycopg.connect(self._conninfo, autocommit=True)
        self._configure(conn)
        return conn

    def _configure(self, conn: ServerConnection) -> None:
        conn.adapters.register_dumper(bool, TruthDumper)
        conn.execute(
            "SELECT set_config('statement_timeout', %s, false), "
            "set_config('lock_timeout', %s, false), "
            # A client that was cut off must not hold a table for ever.
            "set_config('idle_in_transaction_session_timeout', '60s', false), "
            # Committed before it is answered, whatever the server's default is.
            "set_config('synchronous_commit', CASE current_setting('synchronous_commit') "
            "WHEN 'off' THEN 'on' ELSE current_setting('synchronous_commit') END, false)",
            [f"{STATEMENT}s", f"{min(self.patience, STATEMENT - 1)}s"],
        )

    # Use

    @contextmanager
    def read(self) -> Iterator[Transaction]:
        """One moment of the database, to read from."""
        with self._transaction(_READ, writing=False) as tx:
            yield tx

    @contextmanager
    def write(self) -> Iterator[Transaction]:
        """One transaction, committed at the end, rolled back by whatever is raised in it."""
        with self._transaction(_WRITE, writing=True) as tx:
            yield tx
            if tx.announced:
                tx.execute(
                    "SELECT pg_notify(?, unnest(?::text[]))",
                    [CHANNEL, [self._payload(*notice) for notice in tx.announced]],
                )
            _commit(tx)
        if self._listener:
            for topic, numbers in tx.announced:
                self._listener.hear(topic, numbers)

    @contextmanager
    def _transaction(self, begin: str, *, writing: bool) -> Iterator[Transaction]:
        with in_words():
            conn = self._begin(begin)
            try:
                yield Transaction(
                    Connection(conn, self._deadlines, STATEMENT + GRACE, writing=writing)
                )
            finally:
                self._give_back(conn)

    def _begin(self, begin: str) -> ServerConnection:
        """A connection in a transaction. One that has lost its server meanwhile is put aside, and
        the next is tried."""
        until = time.monotonic() + 2 * self.patience
        while True:
            try:
                conn = self._pool.getconn(timeout=max(0.01, until - time.monotonic()))
            except PoolTimeout:
                self._look()
                raise
            try:
                with self._deadlines.within(conn, STATEMENT + GRACE):
                    conn.execute(begin)
                return conn
            except BaseException as error:
                self._give_back(conn)
                lost = isinstance(error, psycopg.OperationalError) and conn.closed
                if not lost or time.monotonic() >= until:
                    raise

    def _look(self) -> None:
        """Raise `Unwritable` if it is not for its pool that the database cannot be used."""
        try:
            self._connect().close()
        except psycopg.OperationalError as error:
            raise Unreachable(LOST) from error

    def _give_back(self, conn: ServerConnection) -> None:
        status = conn.pgconn.transaction_status
        if status in _OPEN:
            try:
                with self._deadlines.within(conn, GRACE):
                    conn.execute("ROLLBACK")
            except psycopg.Error:
                conn.close()
            except BaseException:
                conn.close()
                self._pool.putconn(conn)
                raise
        elif status != _IDLE:
            # Whoever used it was ended while the server worked: what comes is for nobody.
            conn.close()
        self._pool.putconn(conn)

    def _payload(self, topic: interface.Topic, numbers: tuple[int, ...]) -> str:
        return " ".join([self._origin, topic, *map(str, numbers)])

    def listen(
        self,
        hear: Callable[[interface.Topic, tuple[int, ...]], None],
        missed: Callable[[], None],
    ) -> None:
        """See `interface.Store`."""
        if self._listener:
            self._listener.close()
        with in_words():
            self._listener = Listener(self._connect, self._deadlines, self._origin, hear, missed)

    def commit_by(self, call: Callable[[Callable[[], object]], object]) -> None:
        """See `interface.Store`: whoever waits for the server lets others go on anyway."""

    def hold(self) -> None:
        """See `interface.Store`."""
        with in_words():
            self._alone = self._connect()
            taken = self._alone.execute("SELECT pg_try_advisory_lock(%s)", [IN_USE]).fetchone()
        if not taken or not taken[0]:
            raise Unwritable(say("A server is using the database. Stop every server first."))

    def agree_on_key(self, mark: str) -> None:
        """See `interface.Store`."""
        with self.write() as tx:
            tx.execute("UPDATE identity SET key_mark = ? WHERE key_mark IS NULL", [mark])
            [agreed] = tx.execute("SELECT key_mark FROM identity").fetchone()
        if agreed != mark:
            raise Unwritable(
                say(
                    "The other servers of this database have a different key, so each other's QR "
                    "codes would not work. Copy the file secret-key from one of their folders to "
                    "this one's."
                )
            )

    def close(self) -> None:
        """Give back every connection."""
        if self._listener:
            self._listener.close()
        if self._alone:
            self._alone.close()
        self._pool.close(timeout=2)
        self._deadlines.close()

    # What is looked after

    def verify(self) -> None:
        """Look whether the database answers: its pages are the server's to look through."""
        with self.read() as tx:
            tx.execute("SELECT 1 FROM tables LIMIT 1").fetchone()

    def check(self) -> list[Message]:
        """See `interface.Store`."""
        found = []
        try:
            with self.write() as tx:
                if tx.execute("SHOW fsync").fetchone()[0] == "off":
                    found.append(
                        say("The database runs with fsync off: a power cut can destroy it.")
                    )
                limit = int(tx.execute("SHOW max_connections").fetchone()[0])
            if limit < 3 * (CONNECTIONS + 1):
                found.append(
                    say(
                        "The database allows {limit} connections. Each process of this server uses "
                        "up to {each}.",
                        limit=limit,
                        each=CONNECTIONS + 1,
                    )
                )
        except Unwritable as error:
            found.append(error.message)
        except Busy:
            found.append(say("Another program has locked the database."))
        return found

    def is_disk_low(self) -> bool:
        """The server's disk is another's to watch."""
        return False

    def disk_low(self) -> Message:
        """See `interface.Store`."""
        return LOST
