"""The events in effect: each lies on those before it, at a depth counted from 1."""

from __future__ import annotations

from collections.abc import Iterable

from referee.store import interface
from referee.store.rows import EventEffect, LogRow
from referee.store.sql.connection import Connection
from referee.store.sql.reading import log_row, log_rows


class Pile(interface.Pile):
    """See `interface.Pile`."""

    event_type = "json_extract(event, '$.type')"
    """The type of an event, in SQL."""

    def __init__(self, db: Connection) -> None:
        self._db = db

    def at_depth(self, table: int, depth: int) -> LogRow | None:
        return log_row(self._db, "WHERE table_id = ? AND depth = ?", [table, depth])

    def in_effect(self, table: int, above: int, to: int) -> list[str]:
        rows = self._db.execute(
            "SELECT event FROM lines WHERE table_id = ? AND depth > ? AND depth <= ? "
            "ORDER BY depth",
            [table, above, to],
        )
        return [row[0] for row in rows]

    def lines(self, table: int, above: int, to: int) -> list[LogRow]:
        rest = "WHERE table_id = ? AND depth > ? AND depth <= ? ORDER BY depth"
        return log_rows(self._db, rest, [table, above, to])

    def moments(self, table: int) -> list[str]:
        rows = self._db.execute(
            "SELECT at FROM lines WHERE table_id = ? AND depth > 0 ORDER BY depth", [table]
        )
        return [row[0] for row in rows]

    def of_types(self, table: int, types: Iterable[str], to: int) -> list[tuple[int, str, str]]:
        types = list(types)
        marks = ", ".join("?" * len(types)) or "NULL"
        rows = self._db.execute(
            "SELECT depth, event, ruling FROM lines "  # noqa: S608
            "WHERE table_id = ? AND depth > 0 AND depth <= ? "
            f"AND {self.event_type} IN ({marks}) ORDER BY depth",
            [table, to, *types],
        )
        return rows.fetchall()

    def take_back(self, table: int, above: int, line: int) -> list[int]:
        rows = self._db.execute(
            "SELECT seq FROM lines WHERE table_id = ? AND depth > ? ORDER BY depth DESC",
            [table, above],
        ).fetchall()
        self._db.execute(
            "UPDATE lines SET depth = NULL, undone = ? WHERE table_id = ? AND depth > ?",
            [line, table, above],
        )
        self._db.execute("DELETE FROM snapshots WHERE table_id = ? AND depth > ?", [table, above])
        self._db.execute("DELETE FROM course WHERE table_id = ? AND depth > ?", [table, above])
        return [row[0] for row in rows]

    def effects(self, table: int) -> dict[int, EventEffect]:
        rows = self._db.execute(
            "SELECT seq, line, depth, left_out, open, closes FROM lines "
            "WHERE table_id = ? AND seq > 0 ORDER BY seq",
            [table],
        )
        return {
            seq: (line, depth, bool(left_out), None if open is None else bool(open), bool(closes))
            for seq, line, depth, left_out, open, closes in rows
        }

    def set_effects(self, table: int, effects: list[EventEffect]) -> None:
        # Out of the pile first: no two may lie at one depth, not even for a moment.
        lines = [(table, line) for line, *_ in effects]
        self._db.execute_many(
            "UPDATE lines SET depth = NULL WHERE table_id = ? AND line = ?", lines
        )
        self._db.execute_many(
            "UPDATE lines SET depth = ?, left_out = ?, open = ?, closes = ? "
            "WHERE table_id = ? AND line = ?",
            [(*became, table, line) for line, *became in effects],
        )

    def count_undone(self, table: int, line: int) -> int:
        row = self._db.execute(
            "SELECT count(*) FROM lines INDEXED BY lines_undone "
            "WHERE table_id = ? AND undone = ? AND left_out = 0",
            [table, line],
        ).fetchone()
        return int(row[0])

    def undone_by(self, table: int, line: int) -> LogRow | None:
        # Left to itself, SQLite may walk the whole log instead.
        rest = (
            "INDEXED BY lines_undone WHERE table_id = ? AND undone = ? ORDER BY line DESC LIMIT 1"
        )
        return log_row(self._db, rest, [table, line])

    def has_undone(self, table: int) -> bool:
        row = self._db.execute(
            "SELECT 1 FROM lines WHERE table_id = ? AND undone IS NOT NULL LIMIT 1", [table]
        ).fetchone()
        return row is not None

    def all_undone_by(self, table: int, line: int) -> list[LogRow]:
        rest = "INDEXED BY lines_undone WHERE table_id = ? AND undone = ? ORDER BY line"
        return log_rows(self._db, rest, [table, line])

    def first_in_effect(self, table: int, line: int) -> int | None:
        row = self._db.execute(
            "SELECT depth FROM lines WHERE table_id = ? AND line >= ? AND +depth > 0 "
            "ORDER BY line LIMIT 1",
            [table, line],
        ).fetchone()
        return None if row is None else int(row[0])
