"""The grid, and where one movement, modified or not, leads from each position (the appendix).

Positions are 1 to 9 as on a telephone: 1 2 3 / 4 5 6 / 7 8 9, north up.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Literal, NamedTuple

import msgspec

Modifier = Literal["half", "rewind", "arrows"]

CENTRE = 5
RIM = (1, 2, 3, 6, 9, 8, 7, 4)
"""The outside of the grid, clockwise."""

DIRECTIONS = {
    "n": (0, -1),
    "ne": (1, -1),
    "e": (1, 0),
    "se": (1, 1),
    "s": (0, 1),
    "sw": (-1, 1),
    "w": (-1, 0),
    "nw": (-1, -1),
}
"""Columns to the right and rows down that one step of each direction goes."""

OPPOSITE = dict(zip(DIRECTIONS, ("s", "sw", "w", "nw", "n", "ne", "e", "se"), strict=True))
STEPS = ("n", "s", "e", "w")
"""Where the four arrows may take the wand before the movement."""


def place(position: int) -> tuple[int, int]:
    """The column and the row of a position, both from 0."""
    row, column = divmod(position - 1, 3)
    return column, row


def beside(position: int, direction: str, steps: int = 1) -> int:
    """The position `steps` away from `position`, or 0 outside the grid."""
    column, row = place(position)
    right, down = DIRECTIONS[direction]
    column, row = column + right * steps, row + down * steps
    return row * 3 + column + 1 if 0 <= column <= 2 and 0 <= row <= 2 else 0


Legs = tuple[str, ...]


def _shapes() -> Iterator[Legs]:
    """An arrow, a V, a zig-zag: neighbouring legs neither equal nor opposite."""
    for first in DIRECTIONS:
        yield (first,)
        for second in DIRECTIONS:
            if second not in (first, OPPOSITE[first]):
                yield (first, second)
                yield (first, second, first)


def back(legs: Legs) -> Legs:
    """The same way walked from its other end."""
    return tuple(OPPOSITE[leg] for leg in reversed(legs))


def _paths() -> dict[str, tuple[Legs, ...]]:
    paths: dict[str, tuple[Legs, ...]] = {}
    for legs in _shapes():
        there, again = "-".join(legs), "-".join(back(legs))
        paths[there] = (legs,)
        paths[f"{there}/{again}"] = (legs, back(legs))
    return paths


PATHS = _paths()
"""Every path there can be, as a card is written, with the ways it may be walked."""

ROUND = ("circle", "half-circle", "swirl")
MOVES = frozenset((*PATHS, *ROUND))


def _different() -> Iterator[str]:
    """Arrows, then Vs, then zig-zags, the one-way ones first, then the round ones."""
    seen: set[frozenset[Legs]] = set()
    for move, ways in sorted(PATHS.items(), key=lambda path: (len(path[1][0]), len(path[1]))):
        if frozenset(ways) not in seen:
            seen.add(frozenset(ways))
            yield move
    yield from ROUND


DIFFERENT = tuple(_different())
"""The movements, each once: a card with two arrows can be written from either end."""


class Answers(NamedTuple):
    """The table's answers to the readings that bear on the wand."""

    modified_distance: str = "any"
    rewind_swirl: str = "outward"
    half_swirl: str = "undecided"


_OTHER = {
    "modified_distance": {"any": "longest", "longest": "any"},
    "rewind_swirl": {"outward": "refuse", "refuse": "outward"},
    "half_swirl": {"undecided": "refuse", "refuse": "undecided"},
}

UNSETTLED = 0
"""Stands for the end of a movement that the rulebook does not settle."""

Way = tuple[int, ...]
"""The stops of one movement after its start, its end last."""


def _walk(start: int, legs: Legs, length: int) -> Way | None:
    """The end of each leg when every leg is `length` long, or None where that leaves the grid
    (kazing/move.symmetry, kazing/move.grid, kazing/move.v)."""
    stops, here = [], start
    for leg in legs:
        here = beside(here, leg, length)
        if not here:
            return None
        stops.append(here)
    return tuple(stops)


def _round(start: int, steps: int) -> Iterator[Way]:
    """Along the outside, clockwise and the other way; nowhere from the centre."""
    if start != CENTRE:
        at = RIM.index(start)
        yield tuple(RIM[(at + step) % 8] for step in range(1, steps + 1))
        yield tuple(RIM[(at - step) % 8] for step in range(1, steps + 1))


def _path_ways(
    start: int, move: str, modifier: Modifier | None, any_length: bool, is_upside_down: bool
) -> Iterator[Way]:
    for legs in PATHS[move]:
        directed = back(legs) if modifier == "rewind" else legs
        if is_upside_down:
            directed = tuple(OPPOSITE[leg] for leg in directed)
        lengths = (1,) if modifier == "half" else (2, 1)
        for length in lengths:
            stops = _walk(start, directed, length)
            if stops:
                yield stops
                if not any_length:
                    break


def _swirl_ways(start: int, modifier: Modifier | None, answers: Answers) -> Iterator[Way]:
    if modifier == "rewind":
        if start == CENTRE and answers.rewind_swirl == "outward":
            yield from ((end,) for end in RIM)
    elif start != CENTRE:
        if modifier != "half":
            yield (CENTRE,)
        elif answers.half_swirl == "undecided":
            yield (UNSETTLED,)


Slip = Literal["", "stops-short", "upside-down"]
"""What somebody may have done wrong with a path: its legs, all alike, shorter than they can be
(kazing/move.distance), or the card held upside down (kazing/move.direction)."""


def _ways_from(
    start: int, move: str, modifier: Modifier | None, answers: Answers, slip: Slip
) -> Iterator[Way]:
    half = modifier == "half"
    if move == "circle":
        return _round(start, 4 if half else 8)
    if move == "half-circle":
        return _round(start, 2 if half else 4)
    if move == "swirl":
        return _swirl_ways(start, modifier, answers)
    modified = modifier in ("rewind", "arrows")
    any_length = slip == "stops-short" or (modified and answers.modified_distance == "any")
    return _path_ways(start, move, modifier, any_length, slip == "upside-down")


def _ways(
    start: int, move: str, modifier: Modifier | None, answers: Answers, slip: Slip = ""
) -> tuple[Way, ...]:
    if modifier == "arrows":
        return tuple(
            (first, *way)
            for first in (beside(start, step) for step in STEPS)
            if first
            for way in _ways_from(first, move, modifier, answers, slip)
        )
    return tuple(_ways_from(start, move, modifier, answers, slip))


class Reach(msgspec.Struct, frozen=True, gc=False):
    """Where one movement leads from each position; every tuple has the start as its index.

    `ways`: every way it may go, none where it is not possible; one that ends at `UNSETTLED` is
    left open by the rulebook. `ends`: where it may end, sorted. `readings`: those whose other
    answer would let it end elsewhere.
    """

    ways: tuple[tuple[Way, ...], ...]
    ends: tuple[tuple[int, ...], ...]
    readings: tuple[tuple[str, ...], ...]


@cache
def reach(move: str, modifier: Modifier | None, answers: Answers) -> Reach:
    """Where `move`, under `modifier` if there is one, leads by the table's answers."""
    ways: list[tuple[Way, ...]] = [()]
    ways += (_ways(start, move, modifier, answers) for start in range(1, 10))
    found_ends = ends(move, modifier, answers)
    turned = {
        reading: ends(move, modifier, answers._replace(**{reading: _OTHER[reading][answer]}))
        for reading, answer in answers._asdict().items()
    }
    readings = tuple(
        tuple(reading for reading, others in turned.items() if others[start] != found_ends[start])
        for start in range(10)
    )
    return Reach(tuple(ways), found_ends, readings)


@cache
def ends(
    move: str, modifier: Modifier | None, answers: Answers, slip: Slip = ""
) -> tuple[tuple[int, ...], ...]:
    """Return where `move` may end from each position (the index), sorted; with `slip`, where it
    would if it were played so."""
    starts = (_ways(start, move, modifier, answers, slip) for start in range(1, 10))
    return ((), *(tuple(sorted({way[-1] for way in ways})) for ways in starts))


def upside_down(move: str) -> str:
    """Return the path that the card of the path `move` shows when it is turned round: left is
    right, up is down."""
    ways = (way.split("-") for way in move.split("/"))
    return "/".join("-".join(OPPOSITE[leg] for leg in way) for way in ways)
