"""A phone's past: its tables by kind and by words, how finished games ended, and who played them.

Every question starts from the tables the phone is at, by an index, and sees no others.
"""

from __future__ import annotations

from collections.abc import Iterable

import msgspec
from sqlite_utils import Database

from referee.store.tables import Table, columns_of, row_of

_MOST = 1 << 62


class Result(msgspec.Struct, frozen=True):
    """How a finished game ended for a player, `folded` his present name. `score` is None where it
    is more than 64 bits."""

    player: str
    folded: str
    score: int | None
    won: bool


class Sum(msgspec.Struct, frozen=True):
    """What a person's finished games at one game come to; `last` is the latest table."""

    folded: str
    games: int
    wins: int
    low: int | None
    high: int | None
    average: float | None
    last: int


# Results


def keep_results(db: Database, table: int, results: Iterable[Result]) -> None:
    """The game has ended, so; or (no results) it goes on."""
    db.execute("DELETE FROM results WHERE table_id = ?", [table])
    db.conn.executemany(
        "INSERT INTO results VALUES (?, ?, ?, ?, ?)",
        [(table, *msgspec.structs.astuple(result)) for result in results],
    )


def winners(db: Database, table: int) -> list[str]:
    """Who won, if the game is over."""
    rows = db.execute("SELECT player FROM results WHERE table_id = ? AND won = 1", [table])
    return [row[0] for row in rows]


# Tables


def of_phone(
    db: Database, phone: int, over: bool | None, game: str | None, before: int | None, most: int
) -> list[Table]:
    """The tables that `phone` is at, the latest opened first, from below number `before`: all, or
    only those that are `over` or not, and of these only those of `game`."""
    values: list[str | int] = []
    index, only = "members_phone", ""
    if over is not None:
        index, only, values = "members_over", "AND m.over = ?", [over]
        if game is not None:
            index, only, values = "members_game", "AND m.game = ? AND m.over = ?", [game, over]
    rows = db.execute(
        f"SELECT {columns_of('t')} FROM members m INDEXED BY {index} "  # noqa: S608
        "CROSS JOIN tables t ON t.id = m.table_id "
        f"WHERE m.phone = ? AND m.state = 'here' {only} AND m.table_id < ? "
        "ORDER BY m.table_id DESC LIMIT ?",
        [phone, *values, _MOST if before is None else before, most],
    )
    return [row_of(row) for row in rows]


def by_words(
    db: Database, phone: int, words: list[str], games: list[str], before: int | None, most: int
) -> list[Table]:
    """Those whose title and names begin words with all of `words`, or that are of `games`; in the
    order and from the place of `of_phone`."""
    wanted = [" AND ".join(f"{{title names game}} : {_quoted(word)} *" for word in words)]
    wanted += [f"game : {_quoted(game)}" for game in games]
    match = f'phones : "p{phone}" AND ({" OR ".join(f"({each})" for each in wanted)})'
    rows = db.execute(
        f"SELECT {columns_of('t')} FROM found CROSS JOIN tables t ON t.id = found.rowid "  # noqa: S608
        "WHERE found MATCH ? AND found.rowid < ? ORDER BY found.rowid DESC LIMIT ?",
        [match, _MOST if before is None else before, most],
    )
    return [row_of(row) for row in rows]


def _quoted(word: str) -> str:
    return '"' + word.replace('"', '""') + '"'


def with_person(
    db: Database, phone: int, folded: str, before: int | None, most: int
) -> list[Table]:
    """Those at which a person (by folded name) plays or played, as `of_phone`."""
    rows = db.execute(
        f"SELECT {columns_of('t')} FROM members m INDEXED BY members_phone "  # noqa: S608
        "CROSS JOIN players p ON p.table_id = m.table_id AND p.folded = ? "
        "AND p.introduced IS NOT NULL CROSS JOIN tables t ON t.id = m.table_id "
        "WHERE m.phone = ? AND m.state = 'here' AND m.table_id < ? "
        "ORDER BY m.table_id DESC LIMIT ?",
        [folded, phone, _MOST if before is None else before, most],
    )
    return [row_of(row) for row in rows]


# People


def name_at(db: Database, table: int, folded: str) -> str:
    """What a person is called at `table`."""
    row = db.execute(
        "SELECT name FROM players WHERE table_id = ? AND folded = ?", [table, folded]
    ).fetchone()
    return row[0] if row else folded


_SUMS = "count(*), sum(r.won), min(r.score), max(r.score), avg(r.score), max(m.table_id)"


def sums(db: Database, phone: int, game: str, most: int) -> list[Sum]:
    """The finished games of `phone` at `game` summed up for each person: who won most first,
    and of those who won as much who played least."""
    rows = db.execute(
        f"SELECT r.folded, {_SUMS} FROM members m INDEXED BY members_game "  # noqa: S608
        "CROSS JOIN results r ON r.table_id = m.table_id "
        "WHERE m.phone = ? AND m.state = 'here' AND m.game = ? AND m.over = 1 "
        "GROUP BY r.folded ORDER BY sum(r.won) DESC, count(*), r.folded LIMIT ?",
        [phone, game, most],
    )
    return [Sum(*row) for row in rows]


def sum_of(db: Database, phone: int, game: str, folded: str) -> Sum | None:
    """The same for one person, if there is any."""
    row = db.execute(
        f"SELECT ?, {_SUMS} FROM members m INDEXED BY members_game "  # noqa: S608
        "CROSS JOIN results r ON r.table_id = m.table_id AND r.folded = ? "
        "WHERE m.phone = ? AND m.state = 'here' AND m.game = ? AND m.over = 1",
        [folded, folded, phone, game],
    ).fetchone()
    return Sum(*row) if row[1] else None


def hosted_with(db: Database, phone: int, folded: str) -> list[int]:
    """The tables that `phone` hosts and a person plays or played at, the latest first."""
    rows = db.execute(
        "SELECT m.table_id FROM members m INDEXED BY members_phone "
        "CROSS JOIN players p ON p.table_id = m.table_id AND p.folded = ? "
        "AND p.introduced IS NOT NULL "
        "CROSS JOIN tables t ON t.id = m.table_id AND t.host = m.phone "
        "WHERE m.phone = ? AND m.state = 'here' ORDER BY m.table_id DESC",
        [folded, phone],
    )
    return [row[0] for row in rows]
