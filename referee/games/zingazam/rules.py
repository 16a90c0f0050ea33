"""The rules that several actions share: the series, how a game ends, what its result rests on."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import msgspec

from referee.core import Basis, ClauseId, Fault, Message, PlayerKey, decide, plural
from referee.core.judging import refuse
from referee.core.rules import load_rules
from referee.games.zingazam.piles import bounds, settle
from referee.games.zingazam.state import Result, State

BOOK = load_rules("referee.games.zingazam")

SETUP = "zingazam/setup"
PLAY = "zingazam/play"
ROUND = "zingazam/round"
ONE_BEATS_EIGHT = "zingazam/one-beats-eight"
END = "zingazam/end"
TIE = "zingazam/tie"
SERIES = "zingazam/series"

ruled = partial(decide, BOOK)
refused = partial(refuse, BOOK)


def all_over(state: State) -> list[Fault]:
    """The fault of whatever needs a game that is still to come, once all are over."""
    if not state.over:
        return []
    over = plural("The game is over.", "All {n} games are over.", state.agreed.games)
    return [Fault((END,), over, Basis.OVER, can_stand=False)]


# The series


def starter(state: State) -> int:
    """Who starts the next game: the oldest (`zingazam/setup`); from the second game on the oldest
    of those with the highest total (`zingazam/series`)."""
    totals = state.totals
    most = max(totals)
    return next(seat for seat in state.agreed.ages if totals[seat] == most)


def lowest(state: State) -> list[int]:
    """Who turns a second card in the next game: those with the lowest total, none in the first
    game (`zingazam/series`)."""
    if not state.game:
        return []
    totals = state.totals
    least = min(totals)
    return [seat for seat, total in enumerate(totals) if total == least]


def champions(state: State) -> tuple[int, ...]:
    """Who has won a series that is over (`zingazam/series`); of one game its winners."""
    return state.past[-1].winners if state.agreed.games == 1 else top(state.totals)


def top(counts: Sequence[int]) -> tuple[int, ...]:
    """The seats with the most."""
    most = max(counts)
    return tuple(seat for seat, count in enumerate(counts) if count == most)


# The end of a game


class Ending(msgspec.Struct, frozen=True):
    """How a game stands that is played out: `points` by seat (None unknown), who is `left` in the
    tie, and whether it is `settled` (then they are the winners)."""

    points: tuple[int | None, ...]
    left: tuple[int, ...]
    settled: bool


def played_out(state: State) -> Ending:
    """The game as it stands, its rounds over (`zingazam/end`, `zingazam/tie`)."""
    points = tuple(wizard.pile.count for wizard in state.wizards)
    most = max((count for count in points if count is not None), default=0)
    best = tuple(seat for seat, count in enumerate(points) if count is None or count == most)
    if None in points:
        return Ending(points, best, settled=False)

    def known(seat: int, number: int) -> tuple[int, int]:
        least, most = bounds(state.wizards[seat].pile, number)
        assert most is not None
        return least, most

    return Ending(points, *settle(best, known))


def finish(state: State, result: Result) -> State:
    """`state` after its game has ended with `result`, or after one that was only counted."""
    last = state.last if state.running else None
    return State(agreed=state.agreed, past=(*state.past, result), last=last)


def result_clauses(after: State, points: Sequence[int | None]) -> tuple[ClauseId, ...]:
    """What the result of a game rests on; `points` None unknown."""
    clauses: tuple[ClauseId, ...] = (END,)
    if None in points or points.count(max(points)) > 1:  # type: ignore[type-var]
        clauses += (TIE,)
    if after.over and after.agreed.games > 1:
        clauses += (SERIES,)
    return clauses


def result_facts(after: State) -> dict[str, object]:
    """Points and winners of the game that has just ended."""
    result = after.past[-1]
    return {
        "points": dict(zip(after.players, result.points, strict=True)),
        "game_winners": after.names(result.winners),
    }


def won(after: State, who: list[PlayerKey]) -> tuple[Message, ...]:
    """Who has won the game, and the series if it is over."""
    said = plural("{who} wins the game.", "{who} share the victory.", len(who), who=[*who])
    if not after.over or after.agreed.games == 1:
        return (said,)
    best = after.names(champions(after))
    return (
        said,
        plural(
            "{who} is the Wizarding Champion.",
            "{who} are the Wizarding Champions.",
            len(best),
            who=[*best],
        ),
    )
