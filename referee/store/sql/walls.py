"""Wall boards."""

from __future__ import annotations

from referee.store import interface
from referee.store.rows import WallRow
from referee.store.sql.connection import Connection


class Walls(interface.Walls):
    """See `interface.Walls`."""

    def __init__(self, db: Connection) -> None:
        self._db = db

    def by_code(self, code: str) -> WallRow | None:
        return self._one("code = ?", code)

    def of_table(self, table: int) -> WallRow | None:
        return self._one("table_id = ?", table)

    def of_phone(self, phone: int) -> WallRow | None:
        return self._one("phone = ? AND table_id IS NULL", phone)

    def add(self, wall: WallRow) -> None:
        self._db.execute(
            "INSERT INTO walls (code, phone, table_id, title) VALUES (?, ?, ?, ?)",
            [wall.code, wall.phone, wall.table, wall.title],
        )

    def rename(self, code: str, title: str) -> None:
        self._db.execute("UPDATE walls SET title = ? WHERE code = ?", [title, code])

    def move(self, table: int, to: int) -> None:
        self._db.execute("UPDATE walls SET table_id = ? WHERE table_id = ?", [to, table])

    def delete(self, code: str) -> None:
        self._db.execute("DELETE FROM walls WHERE code = ?", [code])

    def _one(self, where: str, value: object) -> WallRow | None:
        row = self._db.execute(
            f"SELECT code, phone, table_id, title FROM walls WHERE {where}{self._db.lock}",  # noqa: S608
            [value],
        ).fetchone()
        return None if row is None else WallRow(*row)
