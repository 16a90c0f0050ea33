"""Tables: one row each, with where the game is now."""

from __future__ import annotations

from sqlite_utils import Database

from referee.store import interface
from referee.store.rows import (
    TableRow,
)
from referee.store.sqlite import words
from referee.store.sqlite.reading import TABLE_COLUMNS, table_row


class Tables(interface.Tables):
    """See `interface.Tables`."""

    def __init__(self, db: Database) -> None:
        self._db = db

    def every(self) -> list[TableRow]:
        sql = f"SELECT {TABLE_COLUMNS} FROM tables ORDER BY changed DESC, id DESC"  # noqa: S608
        rows = self._db.execute(sql)
        return [table_row(row) for row in rows]

    def unchanged_since(self, stamp: str, most: int) -> list[int]:
        rows = self._db.execute("SELECT id FROM tables WHERE changed < ? LIMIT ?", [stamp, most])
        return [row[0] for row in rows]

    def by_code(self, code: str) -> TableRow | None:
        return self._one("code = ?", [code])

    def by_join_code(self, code: str) -> TableRow | None:
        return self._one("join_code = ?", [code])  # a table whose code is still typed has none

    def by_id(self, id: int) -> TableRow | None:
        return self._one("id = ?", [id])

    def by_key(self, phone: int, key: str) -> TableRow | None:
        return self._one("made_by = ? AND made_key = ?", [phone, key])

    def by_host_link(self, link: bytes) -> TableRow | None:
        return self._one("host_link = ?", [link])

    def insert(self, **fields: object) -> int:
        names = ", ".join(fields)
        marks = ", ".join("?" * len(fields))
        values = list(fields.values())
        cursor = self._db.execute(f"INSERT INTO tables ({names}) VALUES ({marks})", values)  # noqa: S608
        return int(cursor.lastrowid or 0)

    def change(self, id: int, **fields: object) -> None:
        names = ", ".join(f"{name} = ?" for name in fields)
        self._db.execute(f"UPDATE tables SET {names} WHERE id = ?", [*fields.values(), id])  # noqa: S608
        if "title" in fields:
            words.note(self._db, id)

    def delete(self, id: int) -> None:
        self._db.execute("DELETE FROM tables WHERE id = ?", [id])
        words.forget(self._db, id)

    def _one(self, where: str, values: list[object]) -> TableRow | None:
        found = self._db.execute(f"SELECT {TABLE_COLUMNS} FROM tables WHERE {where}", values)  # noqa: S608
        row = found.fetchone()
        return None if row is None else table_row(row)
