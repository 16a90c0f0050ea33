"""What is remembered for later tables."""

from __future__ import annotations

from referee.store import interface
from referee.store.sql.connection import Connection


class Memories(interface.Memories):
    """See `interface.Memories`."""

    def __init__(self, db: Connection) -> None:
        self._db = db

    def put(self, phone: int | None, game: str, name: str, value: str | None) -> None:
        if value is None:
            self._db.execute(
                "DELETE FROM memories WHERE phone = ? AND game = ? AND name = ?",
                [phone, game, name],
            )
        else:
            self._db.execute(
                "INSERT INTO memories (phone, game, name, value) VALUES (?, ?, ?, ?) "
                "ON CONFLICT (phone, game, name) DO UPDATE SET value = excluded.value",
                [phone, game, name, value],
            )

    def find(self, phone: int | None, game: str, name: str) -> str | None:
        row = self._db.execute(
            # Whoever writes reads what it is to correct.
            f"SELECT value FROM memories WHERE phone = ? AND game = ? AND name = ?{self._db.lock}",  # noqa: S608
            [phone, game, name],
        ).fetchone()
        return None if row is None else str(row[0])

    def every(self, phone: int | None, game: str) -> dict[str, str]:
        rows = self._db.execute(
            "SELECT name, value FROM memories WHERE phone = ? AND game = ? ORDER BY name",
            [phone, game],
        )
        return dict(rows.fetchall())
