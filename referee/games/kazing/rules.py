"""The rules that several actions share, and the rule book."""

from __future__ import annotations

from functools import partial

from referee.core import Basis, ClauseId, Fault, PlayerKey, say
from referee.core.judging import decide, game_is_over, not_on_turn, refuse
from referee.core.rules import load_rules
from referee.games.kazing.state import State

BOOK = load_rules("referee.games.kazing")


ruled = partial(decide, BOOK)
refused = partial(refuse, BOOK)


def acting_faults(state: State, by: PlayerKey) -> list[Fault]:
    """What keeps `by` from doing anything now: the game is over (kazing/end), nine cards of the
    Timer are turned up before the next turn (kazing/mode.solo), or it is another's turn
    (kazing/turn.end, kazing/mode.team)."""
    turn = state.turn
    if turn is None:
        return over_faults(state)
    faults = []
    if state.timer_due:
        due = say(
            "The Timer holds nine cards: they are turned up before {by}'s next turn.",
            by=state.setup.players[0],
        )
        faults.append(Fault(("kazing/mode.solo",), due, Basis.TURN))
    if by != turn:
        faults.append(_not_on_turn(state, turn, by))
    return faults


def _not_on_turn(state: State, turn: PlayerKey, by: PlayerKey) -> Fault:
    clauses: tuple[ClauseId, ...] = ("kazing/turn.end",)
    if state.setup.team_battle:
        clauses += ("kazing/mode.team",)
    if state.is_out(by):
        out = say(
            "{by} has no mana left and is out of the game. It is {turn}'s turn.", by=by, turn=turn
        )
        return Fault((*clauses, "kazing/type.duel"), out, Basis.TURN)
    return not_on_turn(clauses, turn, by)


def over_faults(state: State) -> list[Fault]:
    """Nothing is done once the game is over (kazing/end)."""
    if state.turn is not None:
        return []
    return [game_is_over("kazing/end")]


def not_taken_faults(state: State, by: PlayerKey) -> list[Fault]:
    """On his turn `by` does nothing before he has taken a card (kazing/turn.take)."""
    if by != state.turn or not state.must_take:
        return []
    first = say("{by} has not taken a card yet: that comes first in a turn.", by=by)
    takes = say("{by} takes a card from the deck or the display.", by=by)
    return [Fault(("kazing/turn.take",), first, allowed=takes)]
