"""A score sheet: what its rows and columns hold, and how they go on pages."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import NamedTuple

import msgspec

from referee.core import AnyGame, Message, Options, Page, PlayerKey

Marks = Mapping[str, Sequence[Message]]
"""What is noted, by player; `""`: of the whole row."""


class Cell(NamedTuple):
    """What a hand or round brought a side (None: it came in the course of it), its total then, and
    what is noted."""

    points: int | None
    total: int
    marks: tuple[Message, ...]


class Row(NamedTuple):
    """A hand or round, counted from 1. A cell is None where its side was not there yet, and in a
    row that is still to be filled in."""

    n: int
    cells: tuple[Cell | None, ...]
    marks: tuple[Message, ...] = ()


class PrintPage(NamedTuple):
    """One page of a score sheet: which columns it has, and its rows. The `last` of its columns
    also has their totals."""

    n: int
    of: int
    columns: range
    rows: list[Row]
    last: bool


class Paper(msgspec.Struct, frozen=True):
    """All that a score sheet may say. `started` is None for a blank one; `cut`: something is secret
    now, so it ends before that began. By column: its `sides` (players' keys), `totals`, and whether
    it has `won`. `shown`: the page of the game, as anybody may see it."""

    game: AnyGame
    title: str
    started: datetime | None
    options: Options
    cut: bool
    over: bool
    sides: tuple[tuple[PlayerKey, ...], ...]
    rows: list[Row]
    totals: list[int]
    won: list[bool]
    shown: Page


def blank(game: AnyGame, players: Sequence[PlayerKey], options: Options) -> Paper:
    """The sheet of a game that has not begun."""
    state = game.start(players, options)
    return _paper(game, state, [], "", None, options, cut=False)


def filled(
    game: AnyGame,
    start: object,
    state: object,
    course: Sequence[tuple[int, Mapping[PlayerKey, int]]],
    noted: Sequence[tuple[int, Marks]],
    *,
    title: str,
    started: datetime | None,
    options: Options,
    cut: bool,
) -> Paper:
    """The sheet of a game from its state `start` to `state`. `course`: the scores after each hand
    or round, `noted`: what is noted of single events, both with the place of the event among all,
    in order. What came after the last round is a row of its own. For the others see `Paper`."""
    ends = [(place, dict(scores)) for place, scores in course]
    before, now = game.scores(start), game.scores(state)
    last, known = ends[-1] if ends else (0, before)
    latest = noted[-1][0] if noted else 0
    if latest > last or known != now:
        ends.append((max(latest, last + 1), now))
    sides, rows, waiting = game.sides(state), [], list(noted)
    for n, (end, scores) in enumerate(ends, 1):
        here: dict[str, list[Message]] = {}
        while waiting and waiting[0][0] <= end:
            for player, marks in waiting.pop(0)[1].items():
                here.setdefault(player, []).extend(marks)
        cells = tuple(_cell(side, before, scores, here) for side in sides)
        rows.append(Row(n, cells, (*here.get("", ()),)))
        before = scores
    return _paper(game, state, rows, title, started, options, cut)


def _paper(
    game: AnyGame,
    state: object,
    rows: list[Row],
    title: str,
    started: datetime | None,
    options: Options,
    cut: bool,
) -> Paper:
    sides = tuple(tuple(side) for side in game.sides(state))
    scores, winners = game.scores(state), game.victors(state)
    return Paper(
        game=game,
        over=game.over(state),
        sides=sides,
        rows=rows,
        totals=[scores[side[0]] for side in sides],
        won=[any(player in winners for player in side) for side in sides],
        shown=game.page(state, None),
        title=title,
        started=started,
        options=options,
        cut=cut,
    )


def _cell(
    side: Sequence[PlayerKey],
    before: Mapping[PlayerKey, int],
    now: Mapping[PlayerKey, int],
    marks: Mapping[str, Sequence[Message]],
) -> Cell | None:
    player = side[0]
    if player not in now:
        return None
    points = now[player] - before[player] if player in before else None
    return Cell(points, now[player], tuple(m for each in side for m in marks.get(each, ())))


class PageCapacity(NamedTuple):
    """How much a page holds, so that a pencil still finds its place."""

    columns: int
    rows: int


ROOM = {
    "a4": PageCapacity(14, 24),
    "letter": PageCapacity(14, 22),
    "a5": PageCapacity(10, 18),
    "a6": PageCapacity(7, 13),
}
"""By the size of the page."""


def leaves(columns: int, rows: Sequence[Row], size: str, more: bool) -> list[PrintPage]:
    """The pages of a sheet: what a page cannot hold goes on the next, columns shared out evenly.
    With `more` the last page is filled up with rows that are still to be filled in."""
    room = ROOM[size]
    rows = list(rows)
    if more:
        free = -len(rows) % room.rows or (0 if rows else room.rows)
        rows += [Row(len(rows) + n, (None,) * columns) for n in range(1, free + 1)]
    parts = [rows[at : at + room.rows] for at in range(0, len(rows), room.rows)] or [[]]
    groups = _shared_out(columns, room.columns)
    pages = [(part, group) for part in parts for group in groups]
    return [
        PrintPage(n, len(pages), group, part, part is parts[-1])
        for n, (part, group) in enumerate(pages, 1)
    ]


def _shared_out(count: int, most: int) -> list[range]:
    groups = -(-count // most)
    bounds = [count * n // groups for n in range(groups + 1)]
    return [range(bounds[n], bounds[n + 1]) for n in range(groups)]
