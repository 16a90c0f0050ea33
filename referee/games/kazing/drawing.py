"""What is drawn of the wand's path over the grid, as plain data; how it looks is not said here.

Points are (column, row) from 0, so a leg that leaves the grid can be drawn too.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, NamedTuple

import msgspec

from referee.games.kazing.cards import Card
from referee.games.kazing.moves import (
    DIRECTIONS,
    PATHS,
    Answers,
    Way,
    back,
    place,
)
from referee.games.kazing.wand import Movement, Trace, places, trace

Point = tuple[int, int]
Kind = Literal["line", "swirl", "step"]
MOST_CARDS = 20


class Leg(msgspec.Struct, frozen=True):
    """A straight piece of the path with an arrowhead at its end.

    `card` is the index of its movement in the spell. `kind`: a `line`, a `swirl` (drawn curling),
    or the `step` that the four arrows allow. `over`: how many earlier movements run along it,
    either way. `fails`: the movement breaks here; its last leg ends outside the grid.
    """

    card: int
    start: Point
    end: Point
    kind: Kind = "line"
    resonance: str = ""
    over: int = 0
    fails: bool = False


class _Laid(NamedTuple):
    """Where the card of a movement lies in the spell, and its resonance."""

    at: int
    resonance: str


class WandPath(msgspec.Struct, frozen=True):
    """The path of a spell, whole or growing.

    `start` is the start position, `nodes` the positions at which the wand stops, sorted, `legs`
    every way that leads on (both of a two-way card while both are possible), card by card. `ends`
    are the positions where the wand may be after the last card that was traced: nothing is drawn
    after a movement whose end the rulebook does not settle. `broken` is the index of the card at
    which the chain breaks; then the wand is stuck at `ends`. `claimed`: where the caster says that
    it ends, and the wand cannot.
    """

    start: int | None
    nodes: tuple[int, ...]
    legs: tuple[Leg, ...]
    ends: tuple[int, ...]
    broken: int | None = None
    claimed: int | None = None


def draw(cards: Sequence[Card], answers: Answers, end: int | None = None) -> WandPath:
    """The drawing of `cards`, a spell or the beginning of one, under the answers to the readings.

    `end`: where the caster says that it ends; then only the ways that lead there are drawn, if
    there are any. Of more cards than anybody can hold the first `MOST_CARDS` are drawn.
    """
    traced = trace(cards[:MOST_CARDS], answers)
    layers = _layers(traced)
    ends = layers[-1]
    claimed = None
    if end and traced.ends:
        claimed = None if end in ends else end
        ends = ends if claimed else (end,)
    alive = _alive(traced, layers, ends)
    legs: list[Leg] = []
    edges: list[set[frozenset[Point]]] = []
    laid = [_Laid(at, cards[at].resonance or "") for at in places(cards)]
    for number, movement in enumerate(traced.moves[: len(layers) - 1]):
        new = _legs(movement, laid[number], alive[number], alive[number + 1])
        run = [
            msgspec.structs.replace(leg, over=sum(bool(_edges(leg) & e) for e in edges))
            for leg in new
        ]
        legs += run
        edges.append({edge for leg in run for edge in _edges(leg)})
    nodes = {position for layer in alive for position in layer}
    touched = {point for leg in legs for point in (leg.start, leg.end)}
    nodes |= {position for position in range(1, 10) if place(position) in touched}
    if traced.broken is not None:
        legs += _failing(traced.moves[len(layers) - 1], laid[len(layers) - 1], ends)
    return WandPath(
        start=layers[0][0] if layers[0] else None,
        nodes=tuple(sorted(nodes)),
        legs=tuple(legs),
        ends=ends,
        broken=traced.broken,
        claimed=claimed,
    )


def _layers(traced: Trace) -> list[tuple[int, ...]]:
    """Where the wand may be at the start, and after each movement as far as that is known."""
    known = [move.after for move in traced.moves if move.after]
    return [(traced.start,) if traced.start else (), *known]


def _alive(
    traced: Trace, layers: Sequence[tuple[int, ...]], ends: tuple[int, ...]
) -> list[tuple[int, ...]]:
    """Of each layer the positions from which one of `ends` can still be reached."""
    alive = [ends]
    for number in range(len(layers) - 2, -1, -1):
        ways, after = traced.moves[number].reach.ways, alive[0]
        leads = (start for start in layers[number] if any(way[-1] in after for way in ways[start]))
        alive.insert(0, tuple(leads))
    return alive


def _legs(
    movement: Movement, laid: _Laid, before: tuple[int, ...], after: tuple[int, ...]
) -> list[Leg]:
    """The legs of every way of one movement from `before` to `after`; a round that is the same
    either way round is drawn once, and a shorter way is left to the longer one along it."""
    legs: list[Leg] = []
    drawn: set[frozenset[Point]] = set()
    for start in before:
        for way in movement.reach.ways[start]:
            if way[-1] not in after:
                continue
            new = _way_legs(movement, laid, start, way)
            covered = {edge for leg in new for edge in _edges(leg)}
            if not covered <= drawn:
                legs += [leg for leg in new if leg not in legs]
                drawn |= covered
    return legs


def _way_legs(movement: Movement, laid: _Laid, start: int, way: Way) -> list[Leg]:
    kinds: list[Kind] = ["swirl" if movement.move == "swirl" else "line"] * len(way)
    if movement.modifier == "arrows":
        kinds[0] = "step"
    return [
        Leg(laid.at, place(here), place(there), kind, laid.resonance)
        for here, there, kind in zip((start, *way), way, kinds, strict=False)
    ]


def _edges(leg: Leg) -> set[frozenset[Point]]:
    """The pieces of length 1 that a leg covers (a swirl covers none but its own)."""
    (x, y), (to_x, to_y) = leg.start, leg.end
    length = max(abs(to_x - x), abs(to_y - y))
    if leg.kind == "swirl" or not length:
        return {frozenset((leg.start, leg.end, (9, 9)))}
    right, down = (to_x - x) // length, (to_y - y) // length
    return {
        frozenset(((x + right * i, y + down * i), (x + right * (i + 1), y + down * (i + 1))))
        for i in range(length)
    }


def _failing(movement: Movement, laid: _Laid, stuck: tuple[int, ...]) -> list[Leg]:
    """How a path would have to leave the grid, at its shortest: the legs up to the first that
    does. A circle, a half-circle or a swirl that cannot start has none, nor has a path after the
    four arrows, which fails in every direction."""
    legs: list[Leg] = []
    if movement.modifier == "arrows":
        return legs
    for start in stuck:
        for directions in PATHS.get(movement.move, ()):
            here = place(start)
            for direction in back(directions) if movement.modifier == "rewind" else directions:
                right, down = DIRECTIONS[direction]
                there = (here[0] + right, here[1] + down)
                legs.append(Leg(laid.at, here, there, resonance=laid.resonance, fails=True))
                if not (0 <= there[0] <= 2 and 0 <= there[1] <= 2):
                    break
                here = there
    return legs
