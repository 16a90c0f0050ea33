"""Tables: one row each, with where the game is now."""

from __future__ import annotations

from collections.abc import Iterable

from referee.store import interface
from referee.store.rows import (
    TableRow,
)
from referee.store.sql.connection import Connection, Search
from referee.store.sql.reading import TABLE_COLUMNS, table_row

_AT_ONCE = 500
"""Values in one statement."""


class Tables(interface.Tables):
    """See `interface.Tables`."""

    def __init__(self, db: Connection, search: Search) -> None:
        self._db = db
        self._search = search

    def every(self) -> list[TableRow]:
        sql = f"SELECT {TABLE_COLUMNS} FROM tables ORDER BY changed DESC, id DESC"  # noqa: S608
        rows = self._db.execute(sql)
        return [table_row(row) for row in rows]

    def unchanged_since(self, stamp: str, most: int) -> list[int]:
        rows = self._db.execute(
            f"SELECT id FROM tables WHERE changed < ? ORDER BY id LIMIT ?{self._db.lock}",  # noqa: S608
            [stamp, most],
        )
        return [row[0] for row in rows]

    def by_code(self, code: str) -> TableRow | None:
        return self._one("code = ?", [code])

    def by_join_code(self, code: str) -> TableRow | None:
        return self._one("join_code = ?", [code])  # a table whose code is still typed has none

    def by_id(self, id: int) -> TableRow | None:
        return self._one("id = ?", [id])

    def by_key(self, phone: int, key: str) -> TableRow | None:
        if self._db.lock:  # there may be no row of `tables` yet to wait at
            self._db.execute(f"SELECT id FROM phones WHERE id = ?{self._db.lock}", [phone])  # noqa: S608
        return self._one("made_by = ? AND made_key = ?", [phone, key])

    def by_host_link(self, link: bytes) -> TableRow | None:
        return self._one("host_link = ?", [link])

    def revisions(self, ids: Iterable[int]) -> dict[int, int]:
        ids = list(ids)
        found: dict[int, int] = {}
        for start in range(0, len(ids), _AT_ONCE):
            some = ids[start : start + _AT_ONCE]
            marks = ", ".join("?" * len(some))
            rows = self._db.execute(f"SELECT id, line FROM tables WHERE id IN ({marks})", some)  # noqa: S608
            found.update(rows.fetchall())
        return found

    def insert(self, **fields: object) -> int:
        names = ", ".join(fields)
        marks = ", ".join("?" * len(fields))
        values = list(fields.values())
        added = self._db.execute(
            f"INSERT INTO tables ({names}) VALUES ({marks}) RETURNING id",  # noqa: S608
            values,
        )
        return int(added.fetchall()[0][0])

    def change(self, id: int, **fields: object) -> None:
        names = ", ".join(f"{name} = ?" for name in fields)
        self._db.execute(f"UPDATE tables SET {names} WHERE id = ?", [*fields.values(), id])  # noqa: S608
        if "title" in fields:
            self._search.note(id)

    def delete(self, id: int) -> None:
        self._db.execute("DELETE FROM tables WHERE id = ?", [id])
        self._search.forget(id)

    def _one(self, where: str, values: list[object]) -> TableRow | None:
        found = self._db.execute(
            f"SELECT {TABLE_COLUMNS} FROM tables WHERE {where}{self._db.lock}",  # noqa: S608
            values,
        )
        row = found.fetchone()
        return None if row is None else table_row(row)
