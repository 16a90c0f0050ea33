"""What several actions share: the rule book, and what is refused before an action judges."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from referee.core import Basis, ClauseId, Fault, Message, PlayerKey, Ruling, decide, say
from referee.core.judging import refuse
from referee.core.rules import load_rules
from referee.games.zigzag.state import State
from referee.games.zigzag.words import names

BOOK = load_rules("referee.games.zigzag")

SETUP = "zigzag/setup"
STOP = "zigzag/stop"
DECLARE = "zigzag/declare"
BLOCK = "zigzag/block"
END = "zigzag/end"
CONSTRAINT = "zigzag/constraint"
LEVEL_3 = "zigzag/level-3"
THEFT = "zigzag/power.theft"
THEFT_UNTIL = ("theft_until",)
ruled = partial(decide, BOOK)
refused = partial(refuse, BOOK)


def game_over(state: State, facts: Mapping[str, object] | None = None) -> Fault | None:
    """Find the fault of whatever goes on after the end (zigzag/end)."""
    if state.won is None:
        return None
    winners = names(state.options.teams[state.won])
    over = say("{team} have won, and the game is over.", team=winners)
    return Fault((END,), over, Basis.OVER, can_stand=False, facts=facts or {})


def no_round(
    state: State, clauses: tuple[ClauseId, ...], facts: Mapping[str, object] | None = None
) -> Ruling:
    """Rule on what needs a running round while none runs; `clauses` are what it would rest on."""
    none = say("No round is under way.")
    fault = game_over(state, facts) or Fault(
        clauses, none, Basis.IDLE, can_stand=False, facts=facts or {}
    )
    return refused([fault])


def no_constraints(state: State, clauses: tuple[ClauseId, ...]) -> Ruling | None:
    """Rule on what is about a constraint on level 1, where there are none (zigzag/constraint), or
    while no round runs."""
    if state.options.level > 1:
        return None if state.now else no_round(state, (*clauses, SETUP))
    nobody = say("At level 1 nobody has a constraint.")
    return refused([game_over(state) or Fault(clauses, nobody, Basis.IDLE, can_stand=False)])


def no_such_level(
    level: int, clauses: tuple[ClauseId, ...] = (), facts: Mapping[str, object] | None = None
) -> Fault:
    """Find the fault of a box of a level that is not played."""
    reason = say("This scorecard has no level {level} boxes.", level=level)
    return Fault((*clauses, LEVEL_3, END), reason, facts=facts or {})


def on_opponent(player: PlayerKey) -> Message:
    """Say on whom `player` could have played it."""
    return say("{by} plays it on an opponent.", by=player)
