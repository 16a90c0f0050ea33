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


def turn_faults(state: State, by: PlayerKey, *, taking: bool = False) -> list[Fault]:
    """What keeps `by` from doing anything now: the game is over (kazing/end), nine cards of the
    Timer are turned up before the next turn (kazing/mode.solo), it is another's turn
    (kazing/turn.end, kazing/mode.team), or he has not taken a card, which comes first
    (kazing/turn.take), and is not `taking` one."""
    turn = state.turn
    faults: list[Fault] = []
    if turn is None:
        return over_faults(state)
    if state.timer and state.timer.due:
        due = say(
            "The Timer holds nine cards: they are turned up before {by}'s next turn.",
            by=state.setup.players[0],
        )
        faults.append(Fault(("kazing/mode.solo",), due, Basis.TURN))
    if by != turn:
        faults.append(_not_on_turn(state, turn, by))
    elif state.hands and not state.took and not taking and not faults:
        first = say("{by} has not taken a card yet: that comes first in a turn.", by=by)
        takes = say("{by} takes a card from the deck or the display.", by=by)
        faults.append(Fault(("kazing/turn.take",), first, allowed=takes))
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
    return [] if state.turn is not None else [game_is_over("kazing/end")]
