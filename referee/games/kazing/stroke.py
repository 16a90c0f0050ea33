"""A movement drawn on the grid: which cards go that way, and if none does, the rule that says so.

A stroke is the positions that were tapped in turn, from where the wand is: every position at which
the movement turns, and the one where it ends. A movement can also be told by what is printed on its
card: the directions of its arrow, wherever the wand may be.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from referee.core import Message, say
from referee.games.kazing import names
from referee.games.kazing.moves import (
    CENTRE,
    DIFFERENT,
    DIRECTIONS,
    OPPOSITE,
    PATHS,
    ROUND,
    STEPS,
    UNSETTLED,
    Answers,
    Legs,
    Modifier,
    Way,
    beside,
    place,
    reach,
)

MOST_STOPS = 9
"""More positions than the wand passes in any movement."""


class Refusal(NamedTuple):
    """Why no movement goes that way, and the clause that says so."""

    reason: Message
    clause: str


class Stroke(NamedTuple):
    """What was drawn: from `start`, where the wand is (None where that is not settled or it is
    stuck), over `stops`. `moves`: the movements that go exactly there. `refusal`: why there is
    none. `leads_on`: whether some movement goes on from there."""

    start: int | None
    stops: tuple[int, ...]
    moves: tuple[str, ...] = ()
    refusal: Refusal | None = None
    leads_on: bool = False


def stroke(
    here: Sequence[int], stops: Sequence[int], modifier: Modifier | None, answers: Answers
) -> Stroke:
    """Return what was drawn over `stops` from one of the positions `here`, with the `modifier` that
    lies before the movement."""
    drawn = tuple(stops[:MOST_STOPS])
    if not here or not drawn:
        return Stroke(here[0] if here else None, drawn)
    found: dict[str, int] = {}
    leading: list[int] = []
    for start in here:
        for move in DIFFERENT:
            follows = [
                _follows(start, way, move, modifier, drawn)
                for way in reach(move, modifier, answers).ways[start]
            ]
            if _WHOLE in follows:
                found.setdefault(move, start)
            if _BEGUN in follows:
                leading.append(start)
    start = next(iter(found.values()), leading[0] if leading else here[0])
    moves = tuple(sorted(found, key=DIFFERENT.index))
    refusal = None if moves else _refusal(start, drawn, modifier)
    return Stroke(start, drawn, moves, refusal, bool(leading))


_BEGUN, _WHOLE = 1, 2


def _follows(start: int, way: Way, move: str, modifier: Modifier | None, stops: Way) -> int:
    """Whether `stops` lead along `way`, whole or begun: they leave out no turn of a path, but may
    name the positions it passes."""
    if way[-1] == UNSETTLED:
        return 0
    tapped = 0
    for position, is_turn in _passed(start, way, move, modifier):
        if tapped == len(stops):
            return _BEGUN
        if position == stops[tapped]:
            tapped += 1
        elif is_turn:
            return 0
    return _WHOLE if tapped == len(stops) else 0


def _passed(
    start: int, way: Way, move: str, modifier: Modifier | None
) -> Iterator[tuple[int, bool]]:
    """Each position that the wand passes, and whether it must be tapped."""
    here = start
    for number, there in enumerate(way):
        steps: Way = (there,)
        if move in PATHS:
            direction, length = _leg(here, there)
            steps = tuple(beside(here, direction, step) for step in range(1, length + 1))
        stepped = modifier == "arrows" and number == 0
        for position in steps[:-1]:
            yield position, False
        yield there, move in PATHS or stepped or number == len(way) - 1
        here = there


def _leg(start: int, end: int) -> tuple[str, int]:
    """The direction and the length of a straight leg; ("", 0) of one that is none."""
    (x, y), (to_x, to_y) = place(start), place(end)
    right, down = to_x - x, to_y - y
    length = max(abs(right), abs(down))
    if not length or {abs(right), abs(down)} - {0, length}:
        return "", 0
    step = (right // length, down // length)
    return next(name for name, each in DIRECTIONS.items() if each == step), length


def _refusal(start: int, stops: Way, modifier: Modifier | None) -> Refusal:
    """The first thing that is wrong: the step of the four arrows, where it starts, which way it
    goes, then how far."""
    here, rest = start, stops
    if modifier == "arrows":
        if stops[0] not in (beside(start, step) for step in STEPS):
            step = say(
                "Four arrows: first one position up, down, left or right from {at}.", at=start
            )
            return Refusal(step, "kazing/move.modifier")
        here, rest = stops[0], stops[1:]
        if not rest:
            then = say("Then the movement: it starts at {at}.", at=here)
            return Refusal(then, "kazing/move.modifier")
    if rest == (CENTRE,) == (here,):
        middle = say("A circle cannot start at 5, in the middle of the grid.")
        return Refusal(middle, "kazing/move.circle")
    legs: list[tuple[str, int]] = []
    for there in rest:
        direction, length = _leg(here, there)
        if not direction:
            if here == there:
                reason = say("The wand is at {at}: tap where it goes.", at=here)
            else:
                reason = say(
                    "No straight line goes from {at} to {to}: tap where it turns first.",
                    at=here,
                    to=there,
                )
            return Refusal(reason, "kazing/move.direction")
        if legs and legs[-1][0] == direction:
            legs[-1] = (direction, legs[-1][1] + length)
        else:
            legs.append((direction, length))
        here = there
    begin = stops[0] if modifier == "arrows" else start
    return _shape_refusal(tuple(leg for leg, _ in legs)) or _length_refusal(begin, legs, modifier)


def _shape_refusal(legs: Legs) -> Refusal | None:
    """Why no card has an arrow of these directions, whatever their length."""
    for before, after in pairwise(legs):
        if after == OPPOSITE[before]:
            reason = say(
                "No card goes {there} and straight back: the way back is a movement of its own.",
                there=names.DIRECTIONS[before],
            )
            return Refusal(reason, "kazing/move.direction")
    if len(legs) > 3:
        more = say("No card turns more than twice: end this movement first.")
        return Refusal(more, "kazing/move.direction")
    if len(legs) == 3 and legs[0] != legs[2]:
        first, last = names.DIRECTIONS[legs[0]], names.DIRECTIONS[legs[2]]
        ends = say("A zig-zag ends as it began: here {first}, not {last}.", first=first, last=last)
        return Refusal(ends, "kazing/move.symmetry")
    return None


def _length_refusal(
    start: int, legs: Sequence[tuple[str, int]], modifier: Modifier | None
) -> Refusal:
    if len({length for _, length in legs}) > 1:
        return Refusal(say("All legs of one card must be the same length."), "kazing/move.symmetry")
    if modifier == "half":
        half = say("Half: every leg goes one position, no further.")
        return Refusal(half, "kazing/move.modifier")
    end = start
    for direction, _ in legs:
        end = beside(end, direction, 2)
    far = say(
        "The {move} must go as far as it can: from {at} to {to}.",
        move=names.SHAPES[len(legs)],
        at=start,
        to=end,
    )
    return Refusal(far, "kazing/move.distance")


def printed(legs: Sequence[str]) -> tuple[tuple[str, ...], Refusal | None]:
    """Return the movements on whose card an arrow goes `legs`, one direction after the other; the
    round ones where there are none. If there is no such card, why."""
    way = tuple(legs[:MOST_STOPS])
    if not way:
        return ROUND, None
    moves = tuple(move for move in DIFFERENT if way in PATHS.get(move, ()))
    if not moves and len(set(way)) == 1:
        way = way[:1]
        moves = tuple(move for move in DIFFERENT if way in PATHS.get(move, ()))
    return moves, None if moves else _shape_refusal(way)
