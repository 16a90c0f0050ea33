"""Tables: one row each, with where the game is now."""

from __future__ import annotations

from typing import Any

import msgspec
from sqlite_utils import Database

from referee.store import words
from referee.table.roles import WhoMay


class Table(msgspec.Struct, frozen=True):
    """A row of `tables`.

    `code` is its address for good; `join_code` is what somebody types to come to it, where that is
    not the code any more. `players`, `options`, `meta`, `notice`, `now` and `seating` are JSON.
    `players` are those who began, in seating order; `seq` numbers the events, `line` every change,
    `depth` is how many events are in effect, `size` how long they are as a record, in bytes. `now`,
    `turn`, `seating` and `over` are copies of what the state says, for lists.
    """

    id: int
    code: str
    game: str
    title: str
    players: str
    options: str
    meta: str | None
    edition: str
    notice: str | None
    who_may: WhoMay
    locked: bool
    generation: int
    host: int
    host_since: int
    seq: int
    line: int
    depth: int
    size: int
    now: str
    turn: str | None
    seating: str
    over: bool
    opened: str
    changed: str
    made_by: int
    made_key: str
    made_body: bytes
    rematch: int | None
    host_link: bytes | None
    join_code: str | None


_COLUMNS = ", ".join(Table.__struct_fields__)
_LOCKED = Table.__struct_fields__.index("locked")
_OVER = Table.__struct_fields__.index("over")


def columns_of(alias: str) -> str:
    """The columns of a `Table`, of the table called `alias` in a question."""
    return ", ".join(f"{alias}.{name}" for name in Table.__struct_fields__)


def row_of(row: tuple) -> Table:
    """A row of such columns."""
    fields = list(row)
    fields[_LOCKED], fields[_OVER] = bool(row[_LOCKED]), bool(row[_OVER])
    return Table(*fields)


def _one(db: Database, where: str, values: list[Any]) -> Table | None:
    row = db.execute(f"SELECT {_COLUMNS} FROM tables WHERE {where}", values).fetchone()  # noqa: S608
    return None if row is None else row_of(row)


def every(db: Database) -> list[Table]:
    """All tables, those that changed last first."""
    rows = db.execute(f"SELECT {_COLUMNS} FROM tables ORDER BY changed DESC, id DESC")  # noqa: S608
    return [row_of(row) for row in rows]


def unchanged_since(db: Database, stamp: str, most: int) -> list[int]:
    """The numbers of up to `most` tables at which nothing has happened since `stamp` (UTC)."""
    rows = db.execute("SELECT id FROM tables WHERE changed < ? LIMIT ?", [stamp, most])
    return [row[0] for row in rows]


def by_code(db: Database, code: str) -> Table | None:
    """The table whose address holds `code`."""
    return _one(db, "code = ?", [code])


def by_join_code(db: Database, code: str) -> Table | None:
    """The table that somebody comes to who types `code`."""
    return _one(db, "join_code = ?", [code])  # a table whose code is still typed has none


def by_id(db: Database, id: int) -> Table | None:
    """The table numbered `id`."""
    return _one(db, "id = ?", [id])


def by_key(db: Database, phone: int, key: str) -> Table | None:
    """The table that `phone` made with the idempotency key `key`."""
    return _one(db, "made_by = ? AND made_key = ?", [phone, key])


def by_host_link(db: Database, link: bytes) -> Table | None:
    """The table whose one-time token for the host has the hash `link`."""
    return _one(db, "host_link = ?", [link])


def insert(db: Database, **fields: Any) -> int:
    """A new row; its number."""
    names = ", ".join(fields)
    marks = ", ".join("?" * len(fields))
    values = list(fields.values())
    cursor = db.execute(f"INSERT INTO tables ({names}) VALUES ({marks})", values)  # noqa: S608
    return int(cursor.lastrowid or 0)


def change(db: Database, id: int, **fields: Any) -> None:
    """New values for some columns."""
    names = ", ".join(f"{name} = ?" for name in fields)
    db.execute(f"UPDATE tables SET {names} WHERE id = ?", [*fields.values(), id])  # noqa: S608
    if "title" in fields:
        words.note(db, id)


def delete(db: Database, id: int) -> None:
    """The table and everything that belongs to it."""
    db.execute("DELETE FROM tables WHERE id = ?", [id])
    words.forget(db, id)
