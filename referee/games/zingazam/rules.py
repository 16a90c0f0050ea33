"""The rules that several actions share: the series, how a game ends, what its result rests on."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import msgspec

from referee.core import Basis, ClauseId, Fault, Message, decide, plural
from referee.core.judging import refuse
from referee.core.rules import load_rules
from referee.core.ruling import Facts
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


def no_game(state: State, clause: ClauseId, reason: Message) -> list[Fault]:
    """The fault of what needs a game that runs, while none does: all are over, or else `reason`."""
    return all_over(state) or [Fault((clause,), reason, Basis.IDLE, can_stand=False)]


# The series


def starter(state: State) -> int:
    """Who starts the next game: the oldest (`zingazam/setup`); from the second game on the oldest
    of those with the highest total (`zingazam/series`)."""
    if not state.past:
        return state.agreed.ages[0]
    leading = top(state.totals)
    return next(seat for seat in state.agreed.ages if seat in leading)


def lowest(state: State) -> list[int]:
    """Who turns a second card in the next game: those with the lowest total, none in the first
    game (`zingazam/series`)."""
    if not state.game:
        return []
    totals = state.totals
    least = min(totals)
    return [seat for seat, total in enumerate(totals) if total == least]


def champions(state: State) -> list[int]:
    """Who has won a series that is over (`zingazam/series`); of one game its winners."""
    return [*state.past[-1].winners] if state.agreed.games == 1 else top(state.totals)


def top(counts: Sequence[int]) -> list[int]:
    """The seats with the most."""
    most = max(counts)
    return [seat for seat, count in enumerate(counts) if count == most]


# The end of a game


class Ending(msgspec.Struct, frozen=True, gc=False):
    """How a game stands that is played out: `points` by seat (None unknown), who is `left` in the
    tie, and whether it is `settled` (then they are the winners)."""

    points: tuple[int | None, ...]
    left: tuple[int, ...]
    settled: bool


def played_out(state: State) -> Ending:
    """The game as it stands, its rounds over (`zingazam/end`, `zingazam/tie`)."""
    wizards = state.wizards
    points = tuple([wizard.pile.count for wizard in wizards])
    known = [count for count in points if count is not None]
    if len(known) < len(points):
        most = max(known, default=0)
        best = [seat for seat, count in enumerate(points) if count is None or count == most]
        return Ending(points, tuple(best), settled=False)
    return Ending(points, *settle(top(known), lambda who, n: bounds(wizards[who].pile, n)))


def finish(state: State, result: Result) -> State:
    """`state` after its game has ended with `result`, or after one that was only counted."""
    last = state.last if state.running else None
    return State(agreed=state.agreed, past=(*state.past, result), last=last)


def result_of(after: State) -> tuple[tuple[ClauseId, ...], tuple[Message, ...], Facts]:
    """What the result of the game that has just ended rests on, who has won it (and the series,
    if that is over), and its facts."""
    result, players = after.past[-1], after.agreed.players
    winners = after.names(result.winners)
    clauses: tuple[ClauseId, ...] = (END,)
    if result.points.count(max(result.points)) > 1:
        clauses += (TIE,)
    effects: tuple[Message, ...] = (
        plural("{who} wins the game.", "{who} share the victory.", len(winners), who=[*winners]),
    )
    if after.over and after.agreed.games > 1:
        clauses += (SERIES,)
        best = after.names(champions(after))
        champion = plural(
            "{who} is the Wizarding Champion.",
            "{who} are the Wizarding Champions.",
            len(best),
            who=[*best],
        )
        effects += (champion,)
    points = dict(zip(players, result.points, strict=True))
    return clauses, effects, {"points": points, "game_winners": winners}
