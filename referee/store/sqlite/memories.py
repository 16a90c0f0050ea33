"""What is remembered for later tables."""

from __future__ import annotations

from sqlite_utils import Database

from referee.store import interface


class Memories(interface.Memories):
    """See `interface.Memories`."""

    def __init__(self, db: Database) -> None:
        self._db = db

    def put(self, phone: int | None, game: str, name: str, value: str | None) -> None:
        if value is None:
            self._db.execute(
                "DELETE FROM memories WHERE phone = ? AND game = ? AND name = ?",
                [phone, game, name],
            )
        else:
            self._db.execute(
                "INSERT OR REPLACE INTO memories VALUES (?, ?, ?, ?)", [phone, game, name, value]
            )

    def find(self, phone: int | None, game: str, name: str) -> str | None:
        row = self._db.execute(
            "SELECT value FROM memories WHERE phone = ? AND game = ? AND name = ?",
            [phone, game, name],
        ).fetchone()
        return None if row is None else str(row[0])

    def every(self, phone: int | None, game: str) -> dict[str, str]:
        rows = self._db.execute(
            "SELECT name, value FROM memories WHERE phone = ? AND game = ?", [phone, game]
        )
        return dict(rows.fetchall())
