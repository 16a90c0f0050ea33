"""A phone's past."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from referee.store import interface
from referee.store.rows import (
    PersonTotals,
    ResultRow,
    Rival,
    Streaks,
    TableRow,
)
from referee.store.sql.connection import Connection, Row, Search
from referee.store.sql.reading import table_columns, table_row

_MOST = 1 << 62

_RESULT_FIELDS = ResultRow.__struct_fields__
_RESULT_COLUMNS = ", ".join(_RESULT_FIELDS)
_INSERT_RESULT = (
    f"INSERT INTO results (table_id, {_RESULT_COLUMNS}) "  # noqa: S608
    f"VALUES (?{', ?' * len(_RESULT_FIELDS)})"
)
_NUMBERED = (
    "row_number() OVER (ORDER BY m.began, m.table_id) AS n, "
    "row_number() OVER (PARTITION BY r.won ORDER BY m.began, m.table_id) AS among"
)
_SUMS = (
    "r.kind, r.alone, count(*), CAST(sum(r.won) AS BIGINT), min(r.score), max(r.score), "
    "CAST(avg(r.score) AS DOUBLE PRECISION), max(m.table_id)"
)


class History(interface.History):
    """See `interface.History`."""

    def __init__(self, db: Connection, search: Search) -> None:
        self._db = db
        self._search = search

    def keep_results(self, table: int, results: Iterable[ResultRow]) -> None:
        self._db.execute("DELETE FROM results WHERE table_id = ?", [table])
        self._db.execute_many(
            _INSERT_RESULT,
            [(table, *msgspec.structs.astuple(result)) for result in results],
        )

    def results(self, table: int) -> list[ResultRow]:
        rows = self._db.execute(
            f"SELECT {_RESULT_COLUMNS} FROM results WHERE table_id = ? "  # noqa: S608
            "ORDER BY place, side, player",
            [table],
        )
        return [_result(row) for row in rows]

    def of_phone(
        self, phone: int, over: bool | None, game: str | None, before: int | None, most: int
    ) -> list[TableRow]:
        values: list[str | int] = []
        index, only = "members_phone", ""
        if over is not None:
            index, only, values = "members_over", "AND m.over = ?", [over]
            if game is not None:
                index, only, values = "members_game", "AND m.game = ? AND m.over = ?", [game, over]
        rows = self._db.execute(
            f"SELECT {table_columns('t')} FROM members m INDEXED BY {index} "  # noqa: S608
            "CROSS JOIN tables t ON t.id = m.table_id "
            f"WHERE m.phone = ? AND m.state = 'here' {only} AND m.table_id < ? "
            "ORDER BY m.table_id DESC LIMIT ?",
            [phone, *values, _MOST if before is None else before, most],
        )
        return [table_row(row) for row in rows]

    def by_words(
        self, phone: int, words: list[str], games: list[str], before: int | None, most: int
    ) -> list[TableRow]:
        found: list[TableRow] = self._search.find(
            phone, words, games, _MOST if before is None else before, most
        )
        return found

    def evening(self, phone: int, start: str, end: str, most: int) -> list[TableRow]:
        rows = self._db.execute(
            f"SELECT {table_columns('t')} FROM members m INDEXED BY members_began "  # noqa: S608
            "CROSS JOIN tables t ON t.id = m.table_id "
            "WHERE m.phone = ? AND m.state = 'here' AND m.began >= ? AND m.began < ? "
            "ORDER BY m.began, m.table_id LIMIT ?",
            [phone, start, end, most],
        )
        return [table_row(row) for row in rows]

    def with_person(self, phone: int, folded: str, before: int | None, most: int) -> list[TableRow]:
        rows = self._db.execute(
            f"SELECT {table_columns('t')} FROM members m INDEXED BY members_phone "  # noqa: S608
            "CROSS JOIN players p ON p.table_id = m.table_id AND p.folded = ? "
            "AND p.introduced IS NOT NULL CROSS JOIN tables t ON t.id = m.table_id "
            "WHERE m.phone = ? AND m.state = 'here' AND m.table_id < ? "
            "ORDER BY m.table_id DESC LIMIT ?",
            [folded, phone, _MOST if before is None else before, most],
        )
        return [table_row(row) for row in rows]

    def name_at(self, table: int, folded: str) -> str:
        row = self._db.execute(
            "SELECT name FROM players WHERE table_id = ? AND folded = ?", [table, folded]
        ).fetchone()
        return row[0] if row else folded

    def sums(self, phone: int, game: str, most: int) -> list[PersonTotals]:
        rows = self._db.execute(
            f"SELECT s.* FROM (SELECT r.folded, {_SUMS}, row_number() OVER ("  # noqa: S608
            "PARTITION BY r.alone, r.kind ORDER BY sum(r.won) DESC, count(*), r.folded) AS place "
            "FROM members m INDEXED BY members_game "
            "CROSS JOIN results r ON r.table_id = m.table_id "
            "WHERE m.phone = ? AND m.state = 'here' AND m.game = ? AND m.over = 1 "
            "GROUP BY r.folded, r.kind, r.alone) s WHERE s.place <= ? "
            "ORDER BY s.alone, s.kind, s.place",
            [phone, game, most],
        )
        return [_totals(row[:-1]) for row in rows]

    def sums_of(self, phone: int, game: str, folded: str) -> list[PersonTotals]:
        rows = self._db.execute(
            f"SELECT r.folded, {_SUMS} FROM members m INDEXED BY members_game "  # noqa: S608
            "CROSS JOIN results r ON r.table_id = m.table_id AND r.folded = ? "
            "WHERE m.phone = ? AND m.state = 'here' AND m.game = ? AND m.over = 1 "
            "GROUP BY r.folded, r.kind, r.alone ORDER BY r.alone, r.kind",
            [folded, phone, game],
        )
        return [_totals(row) for row in rows]

    def streaks(self, phone: int, folded: str) -> Streaks | None:
        # Games of one outcome in a row have the same distance between both their numbers.
        rows = self._db.execute(
            f"WITH played AS (SELECT r.won, {_NUMBERED} FROM members m INDEXED BY members_over "  # noqa: S608
            "CROSS JOIN results r ON r.table_id = m.table_id AND r.folded = ? AND r.alone = 0 "
            "WHERE m.phone = ? AND m.state = 'here' AND m.over = 1), "
            "runs AS (SELECT won, count(*) AS length, max(n) AS latest FROM played "
            "GROUP BY won, n - among) "
            "SELECT won, length, (SELECT max(length) FROM runs WHERE won = 1) FROM runs "
            "ORDER BY latest DESC LIMIT 1",
            [folded, phone],
        ).fetchall()
        return next((Streaks(longest or 0, now, bool(won)) for won, now, longest in rows), None)

    def rivals(self, phone: int, folded: str, most: int) -> list[Rival]:
        rows = self._db.execute(
            "SELECT o.folded, count(*), "
            "CAST(sum(CASE WHEN r.place < o.place THEN 1 ELSE 0 END) AS BIGINT), "
            "CAST(sum(CASE WHEN r.place > o.place THEN 1 ELSE 0 END) AS BIGINT), max(m.table_id) "
            "FROM members m INDEXED BY members_over "
            "CROSS JOIN results r ON r.table_id = m.table_id AND r.folded = ? "
            "CROSS JOIN results o ON o.table_id = m.table_id AND o.side <> r.side "
            "WHERE m.phone = ? AND m.state = 'here' AND m.over = 1 "
            "GROUP BY o.folded ORDER BY count(*) DESC, o.folded LIMIT ?",
            [folded, phone, most],
        )
        return [Rival(*row) for row in rows]

    def best_alone(
        self, phone: int, game: str, kind: str, folded: str, before: int, lowest: bool
    ) -> int | None:
        [best] = self._db.execute(
            f"SELECT {'min' if lowest else 'max'}(r.score) "  # noqa: S608
            "FROM members m INDEXED BY members_game CROSS JOIN results r "
            "ON r.table_id = m.table_id AND r.folded = ? AND r.kind = ? AND r.alone = 1 "
            "WHERE m.phone = ? AND m.state = 'here' AND m.game = ? AND m.over = 1 "
            "AND m.table_id < ?",
            [folded, kind, phone, game, before],
        ).fetchone()
        return None if best is None else int(best)

    def hosted_with(self, phone: int, folded: str) -> list[int]:
        rows = self._db.execute(
            "SELECT m.table_id FROM members m INDEXED BY members_phone "
            "CROSS JOIN players p ON p.table_id = m.table_id AND p.folded = ? "
            "AND p.introduced IS NOT NULL "
            "CROSS JOIN tables t ON t.id = m.table_id AND t.host = m.phone "
            "WHERE m.phone = ? AND m.state = 'here' ORDER BY m.table_id DESC",
            [folded, phone],
        )
        return [row[0] for row in rows]


def _result(row: Row) -> ResultRow:
    """A row of the columns of a `ResultRow`."""
    player, folded, score, won, side, place, kind, alone = row
    return ResultRow(player, folded, score, bool(won), side, place, kind, bool(alone))


def _totals(row: Row) -> PersonTotals:
    folded, kind, alone, *rest = row
    return PersonTotals(folded, kind, bool(alone), *rest)
