"""All that is kept, from one store into another, row by row.

A copy goes on where it was interrupted: rows are taken in the order of their keys, a batch in one
transaction, and the target knows its last. While it is unfinished the target says so (`MARK`), and
no server takes it.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator

import msgspec

from referee.core import UserText, say
from referee.store.errors import Unwritable
from referee.store.sql.connection import Row
from referee.store.sql.transaction import Transaction

KEPT: dict[str, tuple[str, ...]] = {
    "phones": ("id",),
    "tables": ("id",),
    "players": ("table_id", "player"),
    "members": ("table_id", "phone"),
    "asks": ("id",),
    "lines": ("table_id", "line"),
    "snapshots": ("table_id", "depth"),
    "course": ("table_id", "depth"),
    "drafts": ("table_id", "sheet", "player"),
    "results": ("table_id", "player"),
    "memories": ("phone", "game", "name"),
    "walls": ("code",),
    "leagues": ("id",),
    "league_people": ("league_id", "folded"),
    "league_phones": ("league_id", "phone"),
    "league_tables": ("league_id", "table_id"),
}
"""Each table of the database with its key, those before that others point at. What a database is
known by (`identity`) is its own, and what tables are found by is made anew."""
MARK = "copying"
"""The table that stands in an unfinished copy, with the mark of what is copied."""
BATCH = 500
"""Rows in one transaction."""


def columns(db: Transaction, table: str) -> tuple[str, ...]:
    """Return the names of the columns of `table`, in order."""
    description = db.execute(f"SELECT * FROM {table} LIMIT 0").description  # noqa: S608
    return tuple(str(column[0]) for column in description or ())


def rows(
    db: Transaction, table: str, names: tuple[str, ...], after: tuple[object, ...] | None
) -> list[Row]:
    """Return the next rows of `table` after the one with the key `after`."""
    key = KEPT[table]
    listed, order = ", ".join(names), ", ".join(key)
    where = ""
    if after is not None:
        where = f"WHERE ({order}) > ({', '.join('?' * len(key))})"
    sql = f"SELECT {listed} FROM {table} {where} ORDER BY {order} LIMIT {BATCH}"  # noqa: S608
    return db.execute(sql, after or ()).fetchall()


def every_row(db: Transaction, table: str, names: tuple[str, ...]) -> Iterator[Row]:
    """Yield all rows of `table` in the order of its key."""
    places = [names.index(name) for name in KEPT[table]]
    after = None
    while found := rows(db, table, names, after):
        yield from found
        after = tuple(found[-1][place] for place in places)


def last_key(db: Transaction, table: str) -> tuple[object, ...] | None:
    """Return the key of the last row of `table`."""
    key = KEPT[table]
    order = ", ".join(f"{name} DESC" for name in key)
    row = db.execute(f"SELECT {', '.join(key)} FROM {table} ORDER BY {order} LIMIT 1").fetchone()  # noqa: S608
    return None if row is None else tuple(row)


def put(db: Transaction, table: str, names: tuple[str, ...], found: list[Row]) -> None:
    """Add rows to `table`. Which table follows another is added at the end (`link`): it may come
    later than what points at it."""
    marks = ", ".join("?" * len(names))
    blank = names.index("rematch") if table == "tables" else None
    sent = [[None if place == blank else value for place, value in enumerate(row)] for row in found]
    sql = f"INSERT INTO {table} ({', '.join(names)}) VALUES ({marks})"  # noqa: S608
    db.connection.execute_many(sql, sent)


def link(source: Transaction, target: Transaction) -> None:
    """Say of each table which one follows it."""
    pairs = source.execute("SELECT rematch, id FROM tables WHERE rematch IS NOT NULL").fetchall()
    target.connection.execute_many("UPDATE tables SET rematch = ? WHERE id = ?", pairs)


def count(db: Transaction) -> dict[str, int]:
    """Return how many rows each table has."""
    return {name: db.execute(f"SELECT count(*) FROM {name}").fetchone()[0] for name in KEPT}  # noqa: S608


def digest(db: Transaction, table: str, names: tuple[str, ...]) -> bytes:
    """Return what tells all rows of `table` from any others."""
    out = hashlib.blake2b(digest_size=16)
    for row in every_row(db, table, names):
        out.update(msgspec.msgpack.encode(tuple(row)))
    return out.digest()


def begin(target: Transaction, mark: str) -> None:
    """Begin to copy the store called `mark`, or go on with it. Raises `Unwritable` for a target in
    which anything else is."""
    if target.has_table(MARK):
        [begun] = target.execute(f"SELECT source FROM {MARK}").fetchone()  # noqa: S608
        if begun != mark:
            raise Unwritable(
                say("The target holds an unfinished copy of another database. Copy into a new one.")
            )
    elif any(count(target).values()):
        raise Unwritable(
            say("The target is not empty, so nothing was copied. Copy into a new database.")
        )
    else:
        target.execute(f"CREATE TABLE {MARK} (source TEXT NOT NULL)")
        target.execute(f"INSERT INTO {MARK} VALUES (?)", [mark])  # noqa: S608


def finish(target: Transaction) -> None:
    """The copy is whole."""
    target.execute(f"DROP TABLE {MARK}")


def differs(what: str) -> Unwritable:
    """Return what to raise where a copy is not what it was made of."""
    return Unwritable(
        say(
            "The copy differs from the original in {what}. Copy again into a new database.",
            what=UserText(what),
        )
    )
