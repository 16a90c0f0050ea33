"""What phones wait for a yes to."""

from __future__ import annotations

from referee.core import PlayerKey
from referee.store import interface
from referee.store.rows import RequestRow
from referee.store.sql.connection import Connection

_ASK = "id, phone, kind, player, name, refused"


class Requests(interface.Requests):
    """See `interface.Requests`."""

    def __init__(self, db: Connection) -> None:
        self._db = db

    def at(self, table: int) -> list[RequestRow]:
        rows = self._db.execute(f"SELECT {_ASK} FROM asks WHERE table_id = ? ORDER BY id", [table])  # noqa: S608
        return [
            RequestRow(id, phone, kind, player, name, bool(no))
            for id, phone, kind, player, name, no in rows
        ]

    def put(self, table: int, phone: int, kind: str, player: PlayerKey | None, name: str) -> None:
        self.forget(table, phone)
        self._db.execute(
            "INSERT INTO asks (table_id, phone, kind, player, name, refused) "
            "VALUES (?, ?, ?, ?, ?, 0)",
            [table, phone, kind, player, name],
        )

    def refuse(self, id: int) -> None:
        self._db.execute("UPDATE asks SET refused = 1 WHERE id = ?", [id])

    def forget(self, table: int, phone: int) -> None:
        self._db.execute("DELETE FROM asks WHERE table_id = ? AND phone = ?", [table, phone])

    def forget_to_host(self, table: int) -> None:
        self._db.execute("DELETE FROM asks WHERE table_id = ? AND kind = 'host'", [table])
