"""Copies of the database that the server makes by itself, and the way back to one of them.

They lie in `backups/` beside the database, readable by the owner alone, and are numbered: a clock
that jumps neither hides the newest nor lets an old one stay in its place. The time of such a file
is that of the last change which it holds.
"""

from __future__ import annotations

import os
import re
import shutil
import time
from contextlib import suppress
from datetime import datetime
from pathlib import Path

import msgspec
from sqlite_utils import Database

from referee.core import UserText, say
from referee.store.errors import Busy, TooNew, Unwritable
from referee.store.sqlite.file import Store, in_words, renew_mark, sync
from referee.store.sqlite.library import sqlite3
from referee.store.sqlite.schema import migrations

DATABASE = "referee.db"
"""The name of the database in its folder."""
FOLDER = "backups"
KEPT = 7
DAY = 24 * 3600.0
_COARSE = 2.0
"""Seconds within which some file systems take two times for one."""

_NAME = re.compile(r"referee-(\d{6,})-\d{8}-\d{6}\.db")


class Backup(msgspec.Struct, frozen=True):
    """A copy: its number, its file, its bytes, and its last change (seconds since 1970)."""

    number: int
    path: Path
    size: int
    made: float


def backups(data: Path) -> list[Backup]:
    """The copies in the folder `data`, the newest first."""
    found = []
    with suppress(FileNotFoundError):
        for path in (data / FOLDER).iterdir():
            if name := _NAME.fullmatch(path.name):
                stat = path.stat()
                found.append(Backup(int(name[1]), path, stat.st_size, stat.st_mtime_ns / 1e9))
    return sorted(found, key=lambda backup: backup.number, reverse=True)


def changed(store: Store) -> float:
    """When the database was last written to (seconds since 1970)."""
    beside = store.path.with_name(f"{store.path.name}-wal")
    return max(path.stat().st_mtime_ns / 1e9 for path in (store.path, beside) if path.exists())


def is_due(store: Store, now: float) -> bool:
    """Whether a day has passed since the newest copy (either way: a clock may have been set), and
    something was written since; the first one as soon as there is a table."""
    newest = next(iter(backups(store.path.parent)), None)
    if newest is None:
        with store.read() as db:
            return db.execute("SELECT 1 FROM tables LIMIT 1").fetchone() is not None
    return abs(now - newest.made) >= DAY and abs(changed(store) - newest.made) > _COARSE


def make(store: Store, now: float) -> Path:
    """Make a copy, then delete all but the newest `KEPT`. A damaged database is not copied, so that
    it takes no sound copy's place: raises `Unwritable`."""
    store.verify()
    data = store.path.parent
    folder = data / FOLDER
    folder.mkdir(mode=0o700, exist_ok=True)
    before = backups(data)
    number = before[0].number + 1 if before else 1
    stamp = datetime.fromtimestamp(now).strftime("%Y%m%d-%H%M%S")
    path = folder / f"referee-{number:06}-{stamp}.db"
    change = changed(store)  # what is written meanwhile is for the next one
    store.backup(path)
    os.utime(path, (change, change))
    for old in backups(data)[KEPT:]:
        old.path.unlink(missing_ok=True)
    return path


def find(data: Path, name: str) -> Path:
    """The copy that somebody calls `name`: its number, or the path of a file. Raises
    `Unwritable`."""
    if name.isdecimal():
        for backup in backups(data):
            if backup.number == int(name):
                return backup.path
    for path in (Path(name), data / FOLDER / name):
        if path.is_file():
            return path
    raise Unwritable(
        say(
            "There is no backup called {name}. `referee backups` lists the ones there are.",
            name=UserText(name),
        )
    )


def restore(data: Path, source: Path) -> Path | None:
    """Put a copy of `source` in the place of the database in the folder `data`, which no server may
    use meanwhile (`lock.hold`). Where the replaced database is kept, if there was one.

    What is damaged, of another program or of a newer version is refused (`Unwritable`, `TooNew`),
    and nothing is changed.
    """
    path = data / DATABASE
    part = path.with_name(f"{path.name}.part")
    part.unlink(missing_ok=True)
    os.close(os.open(part, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
    try:
        with in_words():
            _copy(source, part)
            renew_mark(part)  # restored twice, it is another moment each time
        sync(part)
        aside = _set_aside(path)
        part.replace(path)
        sync(data)
    finally:
        part.unlink(missing_ok=True)
    return aside


def _copy(source: Path, part: Path) -> None:
    foreign = say("{file} is not a Referee database.", file=UserText(str(source)))
    if not source.stat().st_size:
        raise Unwritable(foreign)
    conn = sqlite3.connect(f"{source.absolute().as_uri()}?mode=ro", uri=True, isolation_level=None)
    try:
        known = {migration.name for migration in migrations._migrations}
        applied = {m.name for m in migrations.applied(Database(conn, execute_plugins=False))}
        if not applied:
            raise Unwritable(foreign)
        if applied - known:
            raise TooNew(f"{source} was written by a newer version ({max(applied - known)})")
        if conn.execute("PRAGMA quick_check(1)").fetchone()[0] != "ok":
            raise Unwritable(say("The file {file} is damaged.", file=UserText(str(source))))
        conn.execute("VACUUM INTO ?", [str(part)])
    finally:
        conn.close()


def _set_aside(path: Path) -> Path | None:
    """Keep the database at `path` under another name beside it too; it is still at `path` then."""
    if not path.exists():
        return None
    with suppress(Unwritable, Busy, TooNew, sqlite3.Error, OSError):
        Store(path).close()  # brings in what a crash left beside it
    stamp = time.strftime("%Y%m%d-%H%M%S")
    aside = path.with_name(f"{path.name}.replaced-{stamp}")
    count = 1
    while aside.exists():
        count += 1
        aside = path.with_name(f"{path.name}.replaced-{stamp}-{count}")
    os.link(path, aside)
    for end in ("wal", "journal", "shm"):
        beside = path.with_name(f"{path.name}-{end}")
        if beside.exists():
            # It belongs to the old file: beside the new one it would spoil it.
            if beside.stat().st_size:
                shutil.copy2(beside, aside.with_name(f"{aside.name}-{end}"))
            beside.unlink()
    return aside
