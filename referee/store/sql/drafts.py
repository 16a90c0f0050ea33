"""What is filled in but not recorded."""

from __future__ import annotations

from referee.core import PlayerKey
from referee.store import interface
from referee.store.sql.connection import Connection


class Drafts(interface.Drafts):
    """See `interface.Drafts`."""

    def __init__(self, db: Connection) -> None:
        self._db = db

    def on(self, table: int, sheet: str) -> dict[PlayerKey, str]:
        rows = self._db.execute(
            "SELECT player, fields FROM drafts WHERE table_id = ? AND sheet = ? ORDER BY player",
            [table, sheet],
        )
        return dict(rows.fetchall())

    def count(self, table: int) -> int:
        found = self._db.execute("SELECT count(*) FROM drafts WHERE table_id = ?", [table])
        return int(found.fetchone()[0])

    def abandoned(self, sheet: str, before: str) -> list[int]:
        rows = self._db.execute(
            "SELECT DISTINCT d.table_id FROM drafts d JOIN tables t ON t.id = d.table_id "
            "WHERE d.sheet = ? AND t.changed < ? ORDER BY d.table_id",
            [sheet, before],
        )
        return [row[0] for row in rows]

    def put(self, table: int, sheet: str, player: PlayerKey, fields: str | None) -> None:
        if fields is None:
            self._db.execute(
                "DELETE FROM drafts WHERE table_id = ? AND sheet = ? AND player = ?",
                [table, sheet, player],
            )
        else:
            self._db.execute(
                "INSERT INTO drafts (table_id, sheet, player, fields) VALUES (?, ?, ?, ?) "
                "ON CONFLICT (table_id, sheet, player) DO UPDATE SET fields = excluded.fields",
                [table, sheet, player, fields],
            )

    def drop(self, table: int, sheet: str | None = None) -> None:
        if sheet is None:
            self._db.execute("DELETE FROM drafts WHERE table_id = ?", [table])
        else:
            self._db.execute("DELETE FROM drafts WHERE table_id = ? AND sheet = ?", [table, sheet])
