"""Who plays at a table, and the seats."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from referee.core import PlayerKey
from referee.store import interface
from referee.store.rows import PlayerRow
from referee.store.sql.connection import Connection, Search


class Players(interface.Players):
    """See `interface.Players`."""

    def __init__(self, db: Connection, search: Search) -> None:
        self._db = db
        self._search = search

    def at(self, table: int) -> list[PlayerRow]:
        rows = self._db.execute(
            "SELECT player, name, folded, introduced, phone, since FROM players "
            "WHERE table_id = ? ORDER BY player",
            [table],
        )
        return [PlayerRow(*row) for row in rows]

    def add(self, table: int, new: Iterable[PlayerRow]) -> None:
        self._db.execute_many(
            "INSERT INTO players (table_id, player, name, folded, introduced, phone, since) "
            "VALUES (?, ?, ?, ?, ?, ?, ?)",
            [(table, *msgspec.structs.astuple(player)) for player in new],
        )
        self._search.note(table)

    def introduce(self, table: int, player: PlayerKey, seq: int) -> None:
        done = self._db.execute(
            "UPDATE players SET introduced = ? "
            "WHERE table_id = ? AND player = ? AND introduced IS NULL",
            [seq, table, player],
        )
        if done.rowcount:
            self._search.note(table)

    def rename(self, table: int, player: PlayerKey, name: str, folded: str) -> None:
        self._db.execute(
            "UPDATE players SET name = ?, folded = ? WHERE table_id = ? AND player = ?",
            [name, folded, table, player],
        )
        self._db.execute(
            "UPDATE results SET folded = ? WHERE table_id = ? AND player = ?",
            [folded, table, player],
        )
        self._search.note(table)

    def seat(self, table: int, player: PlayerKey, phone: int | None, line: int) -> None:
        self._db.execute(
            "UPDATE players SET phone = ?, since = ? WHERE table_id = ? AND player = ?",
            [phone, line, table, player],
        )

    def names_of(self, phone: int, tables: int) -> list[str]:
        rows = self._db.execute(
            "SELECT p.name FROM "
            "(SELECT table_id FROM members WHERE phone = ? AND state = 'here' "
            " ORDER BY table_id DESC LIMIT ?) m "
            "CROSS JOIN players p ON p.table_id = m.table_id AND p.introduced IS NOT NULL "
            "ORDER BY p.table_id DESC, length(p.player), p.player",
            [phone, tables],
        )
        return [row[0] for row in rows]
