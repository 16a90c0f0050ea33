"""Phones."""

from __future__ import annotations

from sqlite_utils import Database

from referee.store import interface


class Phones(interface.Phones):
    """See `interface.Phones`."""

    def __init__(self, db: Database) -> None:
        self._db = db

    def by_hash(self, hash: bytes) -> int | None:
        row = self._db.execute("SELECT id FROM phones WHERE hash = ?", [hash]).fetchone()
        return None if row is None else int(row[0])

    def add(self, hash: bytes, at: str) -> int:
        cursor = self._db.execute("INSERT INTO phones (hash, at) VALUES (?, ?)", [hash, at])
        return int(cursor.lastrowid or 0)
