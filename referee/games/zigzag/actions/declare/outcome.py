"""Which box a declaration ticks (zigzag/declare, zigzag/level-3), and whether it is right."""

from __future__ import annotations

from typing import NamedTuple

from referee.core import Fault
from referee.games.zigzag.actions.declare.faults import impossible, no_free_box, too_little
from referee.games.zigzag.actions.declare.value import ParsedCall
from referee.games.zigzag.scorecard import is_open, open_boxes

BoxAt = tuple[int, str]
"""A level, and a box of it."""


class Outcome(NamedTuple):
    """What becomes of a declaration: `ticked` is the box it ticks if it is in effect, `faults` what
    is wrong, `is_mistake` whether the declaration itself is; `is_open`: nothing is wrong, but what
    is known does not settle it."""

    ticked: BoxAt | None
    faults: tuple[Fault, ...] = ()
    is_mistake: bool = False
    is_open: bool = False


def outcome(call: ParsedCall) -> Outcome:
    """Return what becomes of `call`."""
    played = call.options.level
    if faults := tuple(impossible(call)):
        return Outcome(_ticked(call, _stated(call, 1)), faults)
    if not call.reaches(bound=played == 2, best=True):
        return Outcome(_ticked(call, _stated(call, 1)), (too_little(call),), True)
    levels = possible_levels(call)
    boxes = {_box(call, level) for level in levels}
    level = levels[0] if len(levels) == 1 else _stated(call, 2)
    if boxes == {"full"}:
        return Outcome(_ticked(call, level), (no_free_box(call),))
    known = call.reaches(bound=played == 2, best=False) and len(boxes) == 1
    return Outcome(_ticked(call, level), is_open=not known or boxes == {"which"})


def possible_levels(call: ParsedCall) -> tuple[int, ...]:
    """Return the levels whose box a correct declaration may tick, as far as is known."""
    if call.options.level < 3:
        return call.options.levels
    if call.event.box_level == 1 or not call.reaches(bound=True, best=True):
        return (1,)
    return (2,) if call.reaches(bound=True, best=False) else (1, 2)


def _stated(call: ParsedCall, otherwise: int) -> int:
    """The level of the box where the cards do not settle it: the one stated, or `otherwise`."""
    played = call.options.level
    return played if played < 3 else call.event.box_level or otherwise


def _box(call: ParsedCall, level: int) -> BoxAt | str:
    """The box that is ticked if the declaration goes to `level`; or that `none` is free, that the
    one chosen is `full` though others are not, or that it is not said `which`."""
    state, event = call.state, call.event
    team = call.options.team[event.by]
    if event.call != "double-zag":
        return (level, event.call) if is_open(state, team, level, event.call) else "none"
    free = open_boxes(state, team, level)
    if not free:
        return "none"
    if event.tick:
        return (level, event.tick) if event.tick in free else "full"
    return (level, free[0]) if len(free) == 1 else "which"


def _ticked(call: ParsedCall, level: int) -> BoxAt | None:
    box = _box(call, level)
    return None if isinstance(box, str) else box
