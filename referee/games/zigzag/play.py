"""Judging and applying: which module is asked, and what is refused before any is."""

from __future__ import annotations

from typing import Any

from referee.core import Message, Ruling, illegal, say
from referee.games.zigzag import block, constraints, declare, position, powers, rounds
from referee.games.zigzag.events import (
    Block,
    Dealt,
    Declare,
    Lead,
    Position,
    Power,
    ScoreBox,
    Shift,
    StartRound,
    Stop,
)
from referee.games.zigzag.state import State
from referee.games.zigzag.words import names


def judge(state: State, event: Any) -> Ruling:
    """The ruling on `event`: nothing goes after the end, and most only in a round."""
    kind = type(event)
    if kind is Position:
        return position.judge(state.setup, event)
    if state.won is not None:
        return _refused(
            state,
            event,
            ("zigzag/end",),
            say("{team} have won, and the game is over.", team=names(state.setup.teams[state.won])),
        )
    if kind is StartRound:
        return rounds.judge_start_round(state, event)
    if kind is ScoreBox:
        return rounds.judge_score_box(state, event)
    if state.setup.level == 1 and kind in _LEVEL_2:
        return _refused(
            state,
            event,
            _CLAUSES[kind],
            say("On level 1 nobody has a constraint."),
        )
    if state.now is None:
        rules = (*_CLAUSES[kind], "zigzag/setup")
        if kind is Power:
            rules += (f"zigzag/power.{event.power}",)
        return _refused(state, event, rules, say("No round is running."))
    return _JUDGES[kind](state, state.now, event)


def apply(state: State, event: Any) -> State:
    """The state after `event`, which is in effect."""
    kind = type(event)
    if kind is StartRound:
        return rounds.apply_start_round(state, event)
    if kind is ScoreBox:
        return rounds.apply_score_box(state, event)
    if kind is Position:
        return position.apply(state, event)
    assert state.now is not None
    return _APPLIES[kind](state, state.now, event)


def _refused(state: State, event: Any, rules: tuple[str, ...], reason: Message) -> Ruling:
    """Illegal, and could not be applied even if the table let it stand."""
    facts: dict[str, Any] = {}
    if type(event) is Declare:
        facts = {"mistake": False, "ticked": None, "round_over": False, "change": []}
    elif type(event) is Block:
        left = state.setup.failed_blocks
        if left is not None:
            left = max(0, left - state.failed[state.setup.team[event.by]])
        facts = {"confirmed": None, "failed_left": left, "change": []}
    return illegal(rules, reason, can_stand=False, **facts)


_LEVEL_2 = frozenset((Dealt, Shift))

_CLAUSES: dict[type, tuple[str, ...]] = {
    Dealt: ("zigzag/constraint",),
    Shift: ("zigzag/constraint", "zigzag/constraint.plus-minus"),
    Stop: ("zigzag/stop",),
    Power: ("zigzag/power",),
    Lead: ("zigzag/power",),
    Declare: ("zigzag/declare", "zigzag/next"),
    Block: ("zigzag/block",),
}
"""What a refusal cites of an event that needs a round."""

_JUDGES: dict[type, Any] = {
    Dealt: constraints.judge_dealt,
    Shift: constraints.judge_shift,
    Stop: powers.judge_stop,
    Power: powers.judge_power,
    Lead: powers.judge_lead,
    Declare: declare.judge,
    Block: block.judge,
}

_APPLIES: dict[type, Any] = {
    Dealt: constraints.apply_dealt,
    Shift: constraints.apply_shift,
    Stop: powers.apply_stop,
    Power: powers.apply_power,
    Lead: powers.apply_lead,
    Declare: declare.apply,
    Block: block.apply,
}
