"""The database file: opening it, its transactions, its copies, and what can be wrong with it.

Every use has a connection of its own. A write is one `BEGIN IMMEDIATE` from its first look to its
commit; a read sees one moment. SQLite itself never waits (`busy_timeout` would stop every phone of
the process): what finds the file locked sleeps with the `sleep` it was given and tries again.
"""

from __future__ import annotations

import os
import secrets
import shutil
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path
from typing import TypeVar

from sqlite_utils import Database

from referee.core import Message, UserText, say
from referee.store import interface
from referee.store.errors import Busy, TooNew, Unwritable
from referee.store.sql import transaction
from referee.store.sqlite.connection import Connection
from referee.store.sqlite.library import sqlite3
from referee.store.sqlite.schema import migrations
from referee.store.sqlite.search import Search

Answer = TypeVar("Answer")

_IDLE = 8
"""How many unused connections are kept."""
_NAP = 0.005
"""Seconds between two tries of a locked file. Whoever tries when it is released gets it, so that
longer naps for those who have waited long would let newcomers pass them for ever."""
LOW = 200 * 1024 * 1024
"""Bytes: with less than that free on its disk a server says so."""


def wal_is_safe(version: tuple[int, ...]) -> bool:
    """Whether this SQLite is free of the fault by which a checkpoint beside a commit loses what
    was committed (fixed in 3.51.3, and in 3.50.7 and 3.44.6; 3.52.0 was withdrawn)."""
    if version[:2] == (3, 44):
        return version >= (3, 44, 6)
    if version[:2] == (3, 50):
        return version >= (3, 50, 7)
    return version >= (3, 51, 3) and version[:3] != (3, 52, 0)


def best_journal() -> str:
    """Return the journal to use with this SQLite: the quickest that loses nothing."""
    return "wal" if wal_is_safe(sqlite3.sqlite_version_info) else "truncate"


class Transaction(transaction.Transaction):
    """See `interface.Transaction`. `db` is for what looks after the file itself."""

    def __init__(self, db: Database) -> None:
        self.db = db
        connection = Connection(db)
        super().__init__(connection, Search(connection))

    def has_table(self, name: str) -> bool:
        """See `sql.Transaction`."""
        found = self.execute(
            "SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = ?", [name]
        )
        return found.fetchone() is not None

    def last_ids(self) -> dict[str, int]:
        """See `sql.Transaction`."""
        given = dict(self.execute("SELECT name, seq FROM sqlite_sequence").fetchall())
        return {name: given.get(name, 0) for name in transaction.NUMBERED}

    def set_last_ids(self, ids: dict[str, int]) -> None:
        """See `sql.Transaction`."""
        for name, last in ids.items():
            self.execute("DELETE FROM sqlite_sequence WHERE name = ?", [name])
            self.execute("INSERT INTO sqlite_sequence (name, seq) VALUES (?, ?)", [name, last])


class Store(interface.Store):
    """A database file. One for a process (made in it, not before a fork); every use of it has a
    connection of its own. See `interface.Store`.

    `mark` names this database: a copy of it has another, so that a phone which was shown this one
    sees that it is back at an earlier moment, whatever the numbers say. `damage` says what is wrong
    with the file, once that was noticed.
    """

    is_shared = False

    def __init__(
        self,
        path: Path | str,
        *,
        sleep: Callable[[float], None] = lambda seconds: time.sleep(seconds),
        patience: float = 5.0,
    ) -> None:
        """Opens or makes the file at `path`, and brings it up to date (with a copy made before).

        A lock held from outside is waited for with `sleep`, `patience` seconds at most, then
        `Busy`. Raises `TooNew` and `Unwritable`.
        """
        self.path = Path(path).absolute()
        self.sleep = sleep
        self.patience = patience
        self.journal = best_journal()
        self.damage: Message | None = None
        self._hear: Callable[[interface.Topic, tuple[int, ...]], None] | None = None
        self._commit_by: Callable[[Callable[[], object]], object] = lambda commit: commit()
        self._writing = threading.Lock()
        self._idle: list[Transaction] = []
        with in_words():
            self._make()
            self._migrate()
        with self.read() as tx:
            self.mark: str = tx.execute("SELECT mark FROM identity").fetchone()[0]

    # Use

    @contextmanager
    def read(self) -> Iterator[Transaction]:
        """One moment of the database, to read from."""
        with in_words(), self._connection() as tx:
            tx.execute("BEGIN")
            if self.journal != "wal":  # there nobody who writes keeps others from reading
                # The lock is taken by the first look: later ones never find the file locked.
                look = partial(tx.execute, "SELECT 1 FROM tables LIMIT 1")
                self._patiently(lambda: look().fetchone(), time.monotonic() + self.patience)
            yield tx

    @contextmanager
    def write(self) -> Iterator[Transaction]:
        """One transaction, committed at the end, rolled back by whatever is raised in it."""
        until = time.monotonic() + self.patience
        # Writers of one process queue here in order, instead of all trying the file again.
        if not self._writing.acquire(timeout=self.patience):
            raise Busy
        try:
            with in_words(), self._connection() as tx:
                self._patiently(lambda: tx.execute("BEGIN IMMEDIATE"), until)
                tx.announced = []
                yield tx
                until = max(until, time.monotonic() + 1)
                commit = partial(tx.execute, "COMMIT")
                self._patiently(lambda: self._commit_by(commit), until)
                announced = tx.announced
        finally:
            self._writing.release()
        if self._hear:
            for topic, numbers in announced:
                self._hear(topic, numbers)

    def listen(
        self,
        hear: Callable[[interface.Topic, tuple[int, ...]], None],
        missed: Callable[[], None],
    ) -> None:
        """See `interface.Store`: one process has the file, so nothing is missed."""
        self._hear = hear

    def commit_by(self, call: Callable[[Callable[[], object]], object]) -> None:
        """See `interface.Store`. With the rollback journal nobody can read meanwhile: there whoever
        writes commits."""
        if self.journal == "wal":
            self._commit_by = call

    def hold(self) -> None:
        """See `interface.Store`: who uses the folder has its lock."""

    def agree_on_key(self, mark: str) -> None:
        """See `interface.Store`: the key lies beside the file, for the one server that uses it."""

    @contextmanager
    def _connection(self) -> Iterator[Transaction]:
        """A connection that nobody else uses meanwhile.

        It is kept for the next use if nothing went wrong: a new one has the schema to read.
        """
        try:
            tx = self._idle.pop()
        except IndexError:
            tx = Transaction(self._connect())
        sound = True
        conn = tx.db.conn
        try:
            yield tx
        except sqlite3.Error as error:
            sound = False
            if _code(error) in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB):
                self.damage = _WORDS[_code(error)]
            raise
        finally:
            try:
                if conn.in_transaction:
                    conn.execute("ROLLBACK")
            except sqlite3.Error:
                sound = False
            # One made while nothing could be written never writes.
            if sound and len(self._idle) < _IDLE and os.access(self.path, os.W_OK):
                self._idle.append(tx)
            else:
                tx.db.close()

    def _connect(self) -> Database:
        until = time.monotonic() + self.patience
        conn = sqlite3.connect(
            self._uri(),
            uri=True,
            timeout=0,
            isolation_level=None,
            check_same_thread=False,  # used by many, but only by one at a time
        )
        try:
            db = Database(conn, recursive_triggers=False, execute_plugins=False)
            if os.access(self.path, os.W_OK):
                self._patiently(lambda: db.execute(f"PRAGMA journal_mode={self.journal}"), until)
            for pragma in ("synchronous=FULL", "foreign_keys=ON", "trusted_schema=OFF"):
                db.execute(f"PRAGMA {pragma}")
        except BaseException:
            conn.close()
            raise
        return db

    def _uri(self) -> str:
        left = any(path.exists() and path.stat().st_size for path in self._beside())
        if left or os.access(self.path, os.W_OK):
            return f"{self.path.as_uri()}?mode=rw"
        # On a read-only disk nothing changes, and in WAL mode reading would want to write.
        return f"{self.path.as_uri()}?mode=ro&immutable=1"

    def _beside(self) -> list[Path]:
        """The files in which SQLite keeps what is not in the database file yet, or not any more."""
        return [self.path.with_name(f"{self.path.name}-{end}") for end in ("wal", "journal")]

    def close(self) -> None:
        """Close the connections that nobody uses."""
        while self._idle:
            self._idle.pop().db.close()

    def _patiently(self, act: Callable[[], Answer], until: float) -> Answer:
        wait = 0.001
        while True:
            try:
                return act()
            except sqlite3.OperationalError as error:
                if not _is_busy(error) or time.monotonic() + wait > until:
                    raise
            self.sleep(wait)
            wait = min(wait * 1.5, _NAP)

    # Copies

    def backup(self, target: Path | str) -> None:
        """A whole and consistent copy at `target`, while the server runs.

        It is there in full or not at all; a file that was there before is replaced by it.
        """
        target = Path(target).absolute()
        part = target.with_name(f"{target.name}.part")
        with in_words(), self._connection() as tx:
            part.unlink(missing_ok=True)
            try:
                _create(part)  # SQLite fills an empty file, and would make one that all can read
                until = time.monotonic() + self.patience
                self._patiently(lambda: tx.execute("VACUUM INTO ?", [str(part)]), until)
                renew_mark(part)
                sync(part)
                part.replace(target)
                sync(target.parent)
            finally:
                part.unlink(missing_ok=True)

    def verify(self) -> None:
        """Look at every page of the file; if one is damaged, set `damage` and raise `Unwritable`.

        It takes a second for some hundred megabytes, during which a commit has to wait.
        """
        with in_words():
            try:
                db = self._connect()
                try:
                    until = time.monotonic() + self.patience
                    check = self._patiently(lambda: db.execute("PRAGMA quick_check(1)"), until)
                    found = check.fetchone()[0]
                finally:
                    db.close()
            except sqlite3.DatabaseError as error:
                if _code(error) not in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB):
                    raise
                found = str(error)
        self.damage = None if found == "ok" else _WORDS[sqlite3.SQLITE_CORRUPT]
        if self.damage:
            raise Unwritable(self.damage)

    # Opening

    def _make(self) -> None:
        self.path.parent.mkdir(parents=True, exist_ok=True)
        if self.path.exists():
            if not any(
                path.exists() and path.stat().st_size for path in (self.path, *self._beside())
            ):
                raise Unwritable(
                    say(
                        "The file {file} is empty: it holds no database. A backup can take its "
                        "place (referee restore); without one, delete it, and a new one is made.",
                        file=UserText(str(self.path)),
                    )
                )
            return
        # Whole or not at all: an empty file is one that was damaged, never one just begun.
        made = self.path.with_name(f"{self.path.name}.{os.getpid()}.new")
        made.unlink(missing_ok=True)
        _create(made)
        try:
            conn = sqlite3.connect(made, isolation_level=None)
            try:
                conn.execute("BEGIN IMMEDIATE")
                migrations.apply(Database(conn, recursive_triggers=False, execute_plugins=False))
                conn.execute("COMMIT")
            finally:
                conn.close()
            sync(made)
            with suppress(FileExistsError):
                os.link(made, self.path)
            sync(self.path.parent)
        finally:
            made.unlink(missing_ok=True)

    def _migrate(self) -> None:
        known = {migration.name for migration in migrations._migrations}
        conn = sqlite3.connect(self._uri(), uri=True, timeout=self.patience)
        try:
            applied = {m.name for m in migrations.applied(Database(conn, execute_plugins=False))}
            strange = (
                not applied
                and conn.execute(
                    "SELECT 1 FROM sqlite_schema WHERE name NOT LIKE '\\_sqlite\\_%' ESCAPE '\\'"
                ).fetchone()
            )
        finally:
            conn.close()
        if strange:
            raise Unwritable(
                say(
                    "The file {file} belongs to another program. It was left untouched.",
                    file=UserText(str(self.path)),
                )
            )
        if applied - known:
            raise TooNew(f"{self.path} was written by a newer version ({max(applied - known)})")
        if applied == known:
            return
        if applied:
            self.backup(self.path.with_name(f"{self.path.name}.before-{min(known - applied)}"))
        with self._connection() as tx:
            until = time.monotonic() + self.patience
            self._patiently(lambda: tx.execute("BEGIN IMMEDIATE"), until)
            # Within this each step of `apply` is a savepoint: all of them come, or none.
            migrations.apply(tx.db)
            tx.execute("COMMIT")

    def check(self) -> list[Message]:
        """What whoever runs the server should know, in words: nothing if all is well."""
        found = []
        if self.journal != "wal":
            found.append(
                say(
                    "SQLite {version} can lose data in its faster mode (fixed in 3.51.3), so the "
                    "safe one is used.",
                    version=UserText(sqlite3.sqlite_version),
                )
            )
        folder = self.path.parent
        try:
            with tempfile.NamedTemporaryFile(dir=folder, prefix=".check-") as file:
                file.write(b"x" * 4096)
                file.flush()
                os.fsync(file.fileno())
            with self.write():
                pass
        except OSError as error:
            found.append(
                say(
                    "Cannot write to {folder}: {why}.",
                    folder=UserText(str(folder)),
                    why=UserText(error.strerror or str(error)),
                )
            )
        except Unwritable as error:
            found.append(error.message)
        except Busy:
            found.append(say("Another program has locked the database."))
        if self.is_disk_low():
            found.append(self.disk_low())
        if _file_system(folder) in _NETWORK:
            found.append(
                say(
                    "{folder} is on another machine. File locks are not safe over a "
                    "network: use a folder on this machine's own disk.",
                    folder=UserText(str(folder)),
                )
            )
        return found

    def is_disk_low(self) -> bool:
        """Whether less than `LOW` bytes are free where the database lies."""
        try:
            return shutil.disk_usage(self.path.parent).free < LOW
        except OSError:
            return False

    def disk_low(self) -> Message:
        """What to tell whoever runs the server where `is_disk_low`."""
        return say(
            "The disk with {folder} is almost full: less than {free} MB left.",
            folder=UserText(str(self.path.parent)),
            free=LOW // (1024 * 1024),
        )


_NETWORK = {"nfs", "nfs4", "cifs", "smb3", "9p", "fuse.sshfs", "afs", "ceph"}


def _file_system(folder: Path) -> str:
    """The kind of file system `folder` lies on, where the system tells."""
    best, kind = "", ""
    with suppress(OSError):
        for entry in Path("/proc/mounts").read_text("utf-8", "replace").splitlines():
            _, at, this, *_ = entry.split()
            if folder.is_relative_to(at) and len(at) >= len(best):
                best, kind = at, this
    return kind


def _create(path: Path) -> None:
    """A new empty file: whoever reads a database reads every secret of every table."""
    os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))


def renew_mark(path: Path) -> None:
    """Give the copy of a database at `path` a `Store.mark` of its own, if it is not too old to have
    one."""
    conn = sqlite3.connect(path, isolation_level=None)
    try:
        conn.execute("PRAGMA journal_mode=OFF")  # nobody else knows the file yet
        if conn.execute("SELECT 1 FROM sqlite_schema WHERE name = 'identity'").fetchone():
            conn.execute("UPDATE identity SET mark = ?", [secrets.token_hex(8)])
    finally:
        conn.close()


def sync(path: Path) -> None:
    """Have the disk keep what was written to the file or folder `path`."""
    file = os.open(path, os.O_RDONLY)
    try:
        os.fsync(file)
    finally:
        os.close(file)


def _code(error: sqlite3.Error) -> int:
    return int(getattr(error, "sqlite_errorcode", 0)) & 0xFF


def _is_busy(error: sqlite3.Error) -> bool:
    return _code(error) in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED)


@contextmanager
def in_words() -> Iterator[None]:
    """SQLite's and the system's errors as `Busy` and `Unwritable`."""
    try:
        yield
    except sqlite3.IntegrityError:
        raise
    except (sqlite3.OperationalError, sqlite3.DatabaseError) as error:
        if _is_busy(error):
            raise Busy from error
        words = _WORDS.get(_code(error))
        if words is None:
            raise
        raise Unwritable(words) from error


_READ_ONLY = say("The server's disk is read-only. Nothing can be recorded until that changes.")
_WORDS = {
    sqlite3.SQLITE_FULL: say(
        "The server's disk is full. Nothing can be recorded until space is freed."
    ),
    sqlite3.SQLITE_READONLY: _READ_ONLY,
    sqlite3.SQLITE_PERM: _READ_ONLY,
    sqlite3.SQLITE_CANTOPEN: say(
        "The server cannot open its database file, or cannot write beside it."
    ),
    sqlite3.SQLITE_IOERR: say(
        "The server's disk is not reading or writing properly. Nothing can be recorded for now."
    ),
    sqlite3.SQLITE_CORRUPT: say("The server's database file is damaged. Replace it with a backup."),
    sqlite3.SQLITE_NOTADB: say(
        "The server's database file is damaged, or is not a database. Replace it with a backup."
    ),
}
