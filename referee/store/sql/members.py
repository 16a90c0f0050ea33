"""Phones at a table."""

from __future__ import annotations

from referee.store import interface
from referee.store.rows import (
    MemberRow,
)
from referee.store.sql.connection import Connection, Search


class Members(interface.Members):
    """See `interface.Members`."""

    def __init__(self, db: Connection, search: Search) -> None:
        self._db = db
        self._search = search

    def at(self, table: int) -> list[MemberRow]:
        rows = self._db.execute(
            "SELECT phone, number, state FROM members WHERE table_id = ? AND state <> 'left' "
            "ORDER BY number",
            [table],
        )
        return [MemberRow(*row) for row in rows]

    def find(self, table: int, phone: int) -> MemberRow | None:
        row = self._db.execute(
            "SELECT phone, number, state FROM members WHERE table_id = ? AND phone = ?",
            [table, phone],
        ).fetchone()
        return MemberRow(*row) if row else None

    def next_number(self, table: int) -> int:
        row = self._db.execute(
            "SELECT max(number) FROM members WHERE table_id = ?", [table]
        ).fetchone()
        return int(row[0] or 0) + 1

    def forget_left(self, table: int, kept: int) -> None:
        self._db.execute(
            "DELETE FROM members WHERE table_id = ? AND state = 'left' AND number <= "
            "(SELECT number FROM members WHERE table_id = ? AND state = 'left' "
            " ORDER BY number DESC LIMIT 1 OFFSET ?)",
            [table, table, kept],
        )

    def add(self, table: int, phone: int, number: int, state: str = "here") -> None:
        self._db.execute(
            "INSERT INTO members (table_id, phone, number, state, game, over, began) "
            "SELECT id, ?, ?, ?, game, over, began FROM tables WHERE id = ?",
            [phone, number, state, table],
        )
        self._search.note(table)

    def set_state(self, table: int, phone: int, state: str) -> None:
        self._db.execute(
            "UPDATE members SET state = ? WHERE table_id = ? AND phone = ?", [state, table, phone]
        )
        self._search.note(table)
