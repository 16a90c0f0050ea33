"""Phones."""

from __future__ import annotations

from referee.store import interface
from referee.store.sql.connection import Connection


class Phones(interface.Phones):
    """See `interface.Phones`."""

    def __init__(self, db: Connection) -> None:
        self._db = db

    def by_hash(self, hash: bytes) -> int | None:
        row = self._db.execute("SELECT id FROM phones WHERE hash = ?", [hash]).fetchone()
        return None if row is None else int(row[0])

    def add(self, hash: bytes, at: str) -> int:
        # Two that come at once with one token are one phone.
        added = self._db.execute(
            "INSERT INTO phones (hash, at) VALUES (?, ?) "
            "ON CONFLICT (hash) DO UPDATE SET hash = excluded.hash RETURNING id",
            [hash, at],
        )
        return int(added.fetchall()[0][0])
