"""How a round begins, and how it ends where nobody verifies."""

from __future__ import annotations

from msgspec.structs import replace

from referee.core import Message, Ruling, illegal, legal, say, undecided
from referee.games.zigzag.declare import no_such_level
from referee.games.zigzag.events import ScoreBox, StartRound
from referee.games.zigzag.scoring import end_round, is_open, last_box
from referee.games.zigzag.state import LEVELS, Setup, State, new_round
from referee.games.zigzag.words import CALLS, names


def judge_start_round(state: State, event: StartRound) -> Ruling:
    """A round begins where none runs (zigzag/setup), with a number on levels 2 and 3."""
    rules: list[str] = ["zigzag/setup"]
    faults: list[Message] = []
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
        begins = say(
            "Round {n} begins, with line {line} of the constraint cards.",
            n=state.started + 1,
            line=event.number,
        )
    return legal(tuple(rules), begins)


def apply_start_round(state: State, event: StartRound) -> State:
    """The state with a new round; one that ran is over."""
    if state.now is not None:
        state = end_round(state, 0, None)
    return replace(
        state, started=state.started + 1, now=new_round(state.setup, event.number or None)
    )


def judge_score_box(state: State, event: ScoreBox) -> Ruling:
    """A free box is ticked without verifying (zigzag/declare, zigzag/level-3)."""
    setup, call = state.setup, CALLS[event.call]
    team = setup.team[event.team]
    members = names(setup.teams[team])
    rules = ["zigzag/declare"]
    fault = None
    if event.box_level and event.box_level not in LEVELS[setup.level]:
        fault = no_such_level(event.box_level)
        rules += fault.rules
    levels = _score_levels(setup, event)
    if setup.level == 3:
        rules.append("zigzag/level-3")
    if not any(is_open(state, team, level, event.call) for level in levels):
        return illegal(
            (*rules, "zigzag/end"),
            say("No box {call} of {team} is free.", call=call, team=members),
            can_stand=False,
            ticked=None,
        )
    if fault:
        ticked = [levels[0], event.call] if event.stands else None
        return illegal(tuple(rules), fault.reason, ticked=ticked)
    if len(levels) > 1:
        return undecided(
            tuple(rules),
            say(
                "It is not said on which level the box {call} of {team} is ticked.",
                call=call,
                team=members,
            ),
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


def apply_score_box(state: State, event: ScoreBox) -> State:
    """The state with the box ticked; a round that ran is over."""
    (level,) = _score_levels(state.setup, event)
    return end_round(state, state.setup.team[event.team], (level, event.call))
