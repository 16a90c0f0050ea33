"""The log of a table."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from referee.store import interface
from referee.store.rows import (
    LogRow,
    Redaction,
)
from referee.store.sql.connection import Connection
from referee.store.sql.reading import INSERT_LOG_ROW, log_row, log_rows


class Log(interface.Log):
    """See `interface.Log`."""

    def __init__(self, db: Connection) -> None:
        self._db = db

    def append(self, table: int, lines: Iterable[LogRow]) -> None:
        self._db.execute_many(
            INSERT_LOG_ROW, ((table, *msgspec.structs.astuple(line)) for line in lines)
        )

    def by_line(self, table: int, line: int) -> LogRow | None:
        return log_row(self._db, "WHERE table_id = ? AND line = ?", [table, line])

    def by_key(self, table: int, key: str) -> LogRow | None:
        return log_row(self._db, "WHERE table_id = ? AND key = ?", [table, key])

    def latest(self, table: int) -> LogRow | None:
        rest = "WHERE table_id = ? ORDER BY line DESC LIMIT 1"
        return log_row(self._db, rest, [table])

    def page(self, table: int, before: int | None, most: int, cover: Redaction) -> list[LogRow]:
        # Every page asks this. For a number that comes as a value behind LIMIT, SQLite plans anew
        # each time.
        rest = (
            "WHERE table_id = ? AND line < ? AND (kind = 'note' OR closes = 1 OR line <= ? "
            "OR line > CASE WHEN depth IS NULL THEN ? ELSE ? END) AND (told_by IS NULL "
            f"OR depth > 0 OR undone > told_by) ORDER BY line DESC LIMIT {most:d}"
        )
        upper = before if before is not None else 1 << 62
        return log_rows(self._db, rest, [table, upper, cover.after, cover.aside, cover.to])

    def since(self, table: int, seq: int, most: int) -> list[LogRow]:
        # Number and line rise together, so the newest of both kinds are among the newest of each.
        rest = "WHERE table_id = ? AND seq > ? AND told_by IS NULL ORDER BY seq DESC LIMIT ?"
        found = log_rows(self._db, rest, [table, seq, most])
        rest = (
            "WHERE table_id = ? AND line IN (SELECT told_by FROM lines WHERE table_id = ? "
            "AND seq > ? AND told_by IS NOT NULL) ORDER BY line DESC LIMIT ?"
        )
        found += log_rows(self._db, rest, [table, table, seq, most])
        return sorted(found, key=lambda row: -row.line)[:most]

    def note_correction(self, table: int, undo: int, to: int, below: int, note: int) -> None:
        self._db.execute(
            "UPDATE lines SET told_by = ? WHERE table_id = ? AND line BETWEEN ? AND ?",
            [note, table, undo, to],
        )
        self._db.execute(
            "UPDATE lines SET told_by = ? WHERE table_id = ? AND undone = ? AND line < ?",
            [note, table, undo, below],
        )

    def events(self, table: int, after: int, most: int) -> list[LogRow]:
        rest = "WHERE table_id = ? AND seq > ? ORDER BY seq LIMIT ?"
        return log_rows(self._db, rest, [table, after, most])
