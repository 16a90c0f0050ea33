"""What of a log may not be told now."""

from __future__ import annotations

from referee.core import PlayerKey
from referee.store import interface
from referee.store.rows import LogRow, Redaction
from referee.store.sql.connection import Connection
from referee.store.sql.reading import log_row, log_rows


class Redactions(interface.Redactions):
    """See `interface.Redactions`."""

    def __init__(self, db: Connection) -> None:
        self._db = db

    def last_open(self, table: int) -> int:
        return self._latest_open(table)[0]

    def open_depth(self, table: int) -> int:
        return self._latest_open(table)[1]

    def _latest_open(self, table: int) -> tuple[int, int]:
        """The line and the depth of the latest event in effect after which nothing was secret."""
        row: tuple[int, int] | None = self._db.execute(
            "SELECT line, depth FROM lines WHERE table_id = ? AND depth > 0 AND open = 1 "
            "ORDER BY depth DESC LIMIT 1",
            [table],
        ).fetchone()
        return row or (0, 0)

    def now(self, table: int) -> Redaction:
        after = self.last_open(table)

        def last_but_one(which: str) -> int:
            row = self._db.execute(
                f"SELECT line FROM lines WHERE table_id = ? AND line > ? AND closes = 1 {which} "  # noqa: S608
                "ORDER BY line DESC LIMIT 1 OFFSET 1",
                [table, after],
            ).fetchone()
            return row[0] if row else 0

        return Redaction(after, last_but_one("AND +depth > 0"), last_but_one(""))

    def hides(self, table: int, seq: int) -> bool:
        row = log_row(self._db, "WHERE table_id = ? AND seq = ?", [table, seq])
        return row is not None and self.now(table).covers(row)

    def secrets_of(self, table: int, seat: PlayerKey, after: int) -> list[LogRow]:
        # The plus keeps SQLite to the lines after `after`, instead of the whole pile.
        rest = "WHERE table_id = ? AND line > ? AND +depth > 0 AND hides = ? ORDER BY line DESC"
        return log_rows(self._db, rest, [table, after, seat])
