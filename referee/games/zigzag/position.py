"""Positions: the situation set outright, and what cannot be."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from referee.core import Ruling, illegal, legal, plural, say
from referee.games.zigzag.events import Position
from referee.games.zigzag.powers import MOST_STOPS
from referee.games.zigzag.rules import Fault
from referee.games.zigzag.scoring import winner
from referee.games.zigzag.state import BOXES, LEVELS, Setup, State, new_round, place
from referee.games.zigzag.words import CALLS


def judge(setup: Setup, event: Position) -> Ruling:
    """The ruling on a position: legal unless it cannot be, and then it cannot stand either."""
    faults = [
        *_too_many_stops(event),
        *_too_many_ticks(setup, event),
        *_no_constraints(setup, event),
        *_no_round(event),
    ]
    if faults:
        rules = dict.fromkeys(rule for fault in faults for rule in fault.rules)
        return illegal(tuple(rules), faults[0].reason, can_stand=False)
    return legal("table/position", say("The table is set to what lies there."))


def apply(state: State, event: Position) -> State:
    """The state that `event` sets; only the number of the round is kept."""
    setup = state.setup
    ticked = _ticks(setup, event)
    failed = [0] * len(setup.teams)
    for player, count in event.failed_blocks.items():
        failed[setup.team[player]] += count
    won = winner(setup, ticked)
    now = None
    if event.in_round and won is None:
        now = replace(
            new_round(setup, event.number or None),
            held=dict(event.constraints),
            stops={player: lie for player, lie in event.stops.items() if lie},
            thefts=setup.seated(event.thefts),
        )
    return replace(state, ticked=ticked, failed=tuple(failed), won=won, now=now)


def _ticks(setup: Setup, event: Position) -> tuple[tuple[int, ...], ...]:
    ticked = [[0] * 2 * len(BOXES) for _ in setup.teams]
    for tick in event.ticked:
        ticked[setup.team[tick.team]][place(tick.level, tick.call)] += 1
    return tuple(map(tuple, ticked))


def _too_many_stops(event: Position) -> Iterator[Fault]:
    for player, lie in event.stops.items():
        if len(lie) > MOST_STOPS:
            yield Fault(
                ("zigzag/stop",),
                say("{n} STOPs lie before {player}, and two may.", n=len(lie), player=player),
            )


def _too_many_ticks(setup: Setup, event: Position) -> Iterator[Fault]:
    ticked = _ticks(setup, event)
    for tick in event.ticked:
        team = setup.team[tick.team]
        room = setup.boxes[BOXES.index(tick.call)] if tick.level in LEVELS[setup.level] else 0
        if ticked[team][place(tick.level, tick.call)] > room:
            yield Fault(
                ("zigzag/end",),
                plural(
                    "The scorecard has {n} {call} box on level {level}, and more are ticked.",
                    "The scorecard has {n} {call} boxes on level {level}, and more are ticked.",
                    room,
                    call=CALLS[tick.call],
                    level=tick.level,
                ),
            )
    if sum(sum(ticks) >= setup.whole for ticks in ticked) > 1:
        yield Fault(("zigzag/end",), say("Only one team can have ticked every box."))


def _no_constraints(setup: Setup, event: Position) -> Iterator[Fault]:
    if setup.level == 1 and (event.number or event.constraints):
        yield Fault(("zigzag/constraint",), say("On level 1 there are no constraints."))


def _no_round(event: Position) -> Iterator[Fault]:
    if event.in_round:
        return
    gone = say("No round is running, and what lay in the last one is gone.")
    if any(event.stops.values()):
        yield Fault(("zigzag/stop",), gone)
    if event.thefts:
        yield Fault(("zigzag/power.theft",), gone)
    if event.number or event.constraints:
        yield Fault(("zigzag/constraint",), gone)
