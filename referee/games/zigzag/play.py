"""Judging and applying: the events that no other module has, and which rule is asked when."""

from __future__ import annotations

from typing import Any

from msgspec import UNSET
from msgspec.structs import replace

from referee.core import Ruling, Say, illegal, legal, plural, say, undecided
from referee.games.zigzag import block, declare, powers
from referee.games.zigzag.events import (
    Block,
    Constraint,
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
from referee.games.zigzag.scoring import end_round, is_open, last_box, winner
from referee.games.zigzag.state import BOXES, LEVELS, Round, Setup, State, place
from referee.games.zigzag.words import CALLS, names

LINES = 12
"""Lines of a constraint card."""


def judge(state: State, event: Any) -> Ruling:
    """The ruling on `event`: nothing goes after the end, and most only in a round."""
    kind = type(event)
    if kind is Position:
        return _judge_position(state.setup, event)
    if state.won is not None:
        return _refused(
            state,
            event,
            ("zigzag/end",),
            say("{team} have won, and the game is over.", team=names(state.setup.teams[state.won])),
        )
    if kind is StartRound:
        return _judge_start_round(state, event)
    if kind is ScoreBox:
        return _judge_score_box(state, event)
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
        return _apply_start_round(state, event)
    if kind is ScoreBox:
        return _apply_score_box(state, event)
    if kind is Position:
        return _apply_position(state, event)
    assert state.now is not None
    return _APPLIES[kind](state, state.now, event)


def _refused(state: State, event: Any, rules: tuple[str, ...], reason: Say) -> Ruling:
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


# Rounds (zigzag/setup)


def _judge_start_round(state: State, event: StartRound) -> Ruling:
    rules: list[str] = ["zigzag/setup"]
    faults: list[Say] = []
    if state.now is not None:
        rules.append("zigzag/declare")
        faults.append(
            say("Round {n} is running, and ends with a correct declaration.", n=state.started)
        )
    if event.number:
        rules.append("zigzag/constraint")
        if state.setup.level == 1:
            faults.append(say("On level 1 there are no constraints, so no number is chosen."))
    if faults:
        return illegal(tuple(rules), faults[0])
    begins = say("Round {n} begins.", n=state.started + 1)
    if event.number:
        chosen = say("Line {n} of the constraint cards applies.", n=event.number)
        return legal(tuple(rules), begins, (chosen,))
    return legal(tuple(rules), begins)


def _apply_start_round(state: State, event: StartRound) -> State:
    if state.now is not None:
        state = end_round(state, 0, None)
    return replace(state, started=state.started + 1, now=_round(state.setup, event.number or None))


def _round(setup: Setup, number: int | None) -> Round:
    """A round in which nothing lies yet."""
    if setup.level == 1:
        return Round()
    return Round(number=number, numbers=dict.fromkeys(setup.players, number))


# Constraints (zigzag/constraint). All read the rulings, so no sentence tells what one asks.


def _judge_dealt(state: State, now: Round, event: Dealt) -> Ruling:
    if event.constraint is UNSET and any(
        held == event.card for player, held in now.held.items() if player != event.by
    ):
        return illegal(
            "zigzag/constraint",
            say("The constraint card that {by} puts in is another player's.", by=event.by),
        )
    return legal("zigzag/constraint", say("{by} puts in a constraint.", by=event.by))


def _apply_dealt(state: State, now: Round, event: Dealt) -> State:
    held = event.constraint or event.card
    assert held is not UNSET
    return replace(state, now=replace(now, held={**now.held, event.by: held}))


def shifted(number: int | None, delta: int) -> int | None:
    """The line after a +1 or −1, from the last to the first and back (reading `shift_wrap`)."""
    return None if number is None else (number - 1 + delta) % LINES + 1


def _judge_shift(state: State, now: Round, event: Shift) -> Ruling:
    rules = ("zigzag/constraint.plus-minus", "zigzag/constraint")
    number = now.numbers[event.by]
    readings: tuple[str, ...] = ()
    if number is not None and not 1 <= number + event.delta <= LINES:
        readings = ("shift_wrap",)
        if state.setup.readings["shift_wrap"] == "none":
            return illegal(
                rules,
                say("There is no line on the card where {by} would move to.", by=event.by),
                readings=readings,
            )
    return legal(
        rules,
        say("{by} plays a +1 or −1, and moves by a line.", by=event.by),
        readings=readings,
    )


def _apply_shift(state: State, now: Round, event: Shift) -> State:
    numbers = {**now.numbers, event.by: shifted(now.numbers[event.by], event.delta)}
    held = now.held
    if isinstance(held.get(event.by), Constraint):  # the line it was does not apply any more
        held = {player: it for player, it in held.items() if player != event.by}
    return replace(state, now=replace(now, numbers=numbers, held=held))


# A box ticked without verifying (zigzag/declare, zigzag/level-3)


def _judge_score_box(state: State, event: ScoreBox) -> Ruling:
    setup, call = state.setup, CALLS[event.call]
    team = setup.team[event.team]
    members = names(setup.teams[team])
    rules = ["zigzag/declare"]
    not_played = event.box_level and event.box_level not in LEVELS[setup.level]
    levels = _score_levels(setup, event)
    is_free = [is_open(state, team, level, event.call) for level in levels]
    if setup.level == 3:
        rules.append("zigzag/level-3")
    if not_played:
        rules += declare.no_such_level(event.box_level or 0).rules
    if not any(is_free):
        return illegal(
            tuple(rules),
            say("No box {call} of {team} is free.", call=call, team=members),
            can_stand=False,
            ticked=None,
        )
    if not_played:
        fault = declare.no_such_level(event.box_level or 0)
        ticked = [levels[0], event.call] if event.stands else None
        return illegal(tuple(rules), fault.reason, ticked=ticked)
    if len(levels) > 1:
        return undecided(
            tuple(rules),
            say("It is not said on which level the box {call} is ticked.", call=call),
            can_stand=False,
            ticked=None,
        )
    if last_box(state, team):
        rules.append("zigzag/end")
    effects = [say("The round is over.")] if state.now else []
    return legal(
        tuple(rules),
        say("The box {call} is ticked for {team}.", call=call, team=members),
        tuple(effects),
        ticked=[levels[0], event.call],
    )


def _score_levels(setup: Setup, event: ScoreBox) -> tuple[int, ...]:
    """The levels whose box may be meant."""
    played = LEVELS[setup.level]
    return (event.box_level,) if event.box_level and event.box_level in played else played


def _apply_score_box(state: State, event: ScoreBox) -> State:
    (level,) = _score_levels(state.setup, event)
    return end_round(state, state.setup.team[event.team], (level, event.call))


# Positions


def _judge_position(setup: Setup, event: Position) -> Ruling:
    faults = [*_impossible(setup, event)]
    if faults:
        return illegal(
            tuple(dict.fromkeys(rule for rule, _ in faults)), faults[0][1], can_stand=False
        )
    return legal("table/position", say("The table is set to what lies there."))


def _impossible(setup: Setup, event: Position) -> list[tuple[str, Say]]:
    """The clauses that a position breaks, each with a sentence."""
    out: list[tuple[str, Say]] = []
    for player, lie in event.stops.items():
        if len(lie) > powers.MOST_STOPS:
            out.append(
                (
                    "zigzag/stop",
                    say("{n} STOPs lie before {player}, and two may.", n=len(lie), player=player),
                )
            )
    ticked = _ticks(setup, event)
    for tick in event.ticked:
        team = setup.team[tick.team]
        room = setup.boxes[BOXES.index(tick.call)] if tick.level in LEVELS[setup.level] else 0
        if ticked[team][place(tick.level, tick.call)] > room:
            out.append(
                (
                    "zigzag/end",
                    plural(
                        "The scorecard has {n} {call} box on level {level}, and more are ticked.",
                        "The scorecard has {n} {call} boxes on level {level}, and more are ticked.",
                        room,
                        call=CALLS[tick.call],
                        level=tick.level,
                    ),
                )
            )
    if sum(sum(ticks) >= setup.whole for ticks in ticked) > 1:
        out.append(("zigzag/end", say("Only one team can have ticked every box.")))
    constrained = event.number or event.constraints
    if setup.level == 1 and constrained:
        out.append(("zigzag/constraint", say("On level 1 there are no constraints.")))
    if not event.in_round:
        gone = say("It is gone when the round is over, and none is running.")
        if any(event.stops.values()):
            out.append(("zigzag/stop", gone))
        if event.thefts:
            out.append(("zigzag/power.theft", gone))
        if constrained:
            out.append(("zigzag/constraint", gone))
    return out


def _ticks(setup: Setup, event: Position) -> tuple[tuple[int, ...], ...]:
    ticked = [[0] * 2 * len(BOXES) for _ in setup.teams]
    for tick in event.ticked:
        ticked[setup.team[tick.team]][place(tick.level, tick.call)] += 1
    return tuple(map(tuple, ticked))


def _apply_position(state: State, event: Position) -> State:
    setup = state.setup
    ticked = _ticks(setup, event)
    failed = [0] * len(setup.teams)
    for player, count in event.failed_blocks.items():
        failed[setup.team[player]] += count
    won = winner(setup, ticked)
    now = None
    if event.in_round and won is None:
        now = replace(
            _round(setup, event.number or None),
            held=dict(event.constraints),
            stops={player: lie for player, lie in event.stops.items() if lie},
            thefts=setup.seated(event.thefts),
        )
    return replace(state, ticked=ticked, failed=tuple(failed), won=won, now=now)


# The report


def report(state: State) -> dict[str, Any]:
    """The state as a report says it, secrets and all."""
    now = state.now
    levels = LEVELS[state.setup.level]
    return {
        "round": state.started,
        "in_round": now is not None,
        "number": now.number if now else None,
        "ticked": [
            sorted(
                [level, box, ticks[place(level, box)]]
                for level in levels
                for box in BOXES
                if ticks[place(level, box)]
            )
            for ticks in state.ticked
        ],
        "failed_blocks": list(state.failed),
        "stops": {player: list(lie) for player, lie in now.stops.items()} if now else {},
        "thefts": list(now.thefts) if now else [],
        "waiting": [[waits.by, waits.power] for waits in now.waiting] if now else [],
        "numbers": dict(now.numbers) if now else {},
    }


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
    Dealt: _judge_dealt,
    Shift: _judge_shift,
    Stop: powers.judge_stop,
    Power: powers.judge_power,
    Lead: powers.judge_lead,
    Declare: declare.judge,
    Block: block.judge,
}

_APPLIES: dict[type, Any] = {
    Dealt: _apply_dealt,
    Shift: _apply_shift,
    Stop: powers.apply_stop,
    Power: powers.apply_power,
    Lead: powers.apply_lead,
    Declare: declare.apply,
    Block: block.apply,
}
