"""Where everything lies in the two drawings of the game: the symbol on a card, and the wand's path
over the grid. Numbers only; how they look is the stylesheet's.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache
from math import atan2, degrees, hypot

from referee.core import Message, say
from referee.games.kazing.cards import Card
from referee.games.kazing.drawing import Leg, WandPath, draw
from referee.games.kazing.moves import DIRECTIONS, PATHS, Answers, place
from referee.games.kazing.names import PLACES
from referee.games.kazing.stroke import Stroke

# The symbol of a path, on 40 × 40

SYMBOL = 40
_FIT = 20
"""The unit steps of a path fit into a square of this size in the middle of the symbol."""
_SHAFT = 5
"""A line ends this much before the place where its arrowhead points."""
_TIP = 4
"""An arrowhead points this much beyond the end of the path."""

Spot = tuple[float, float]


@cache
def symbol(move: str) -> dict[str, object]:
    """The drawing of the path `move`: its `line` (points), the `disc` at its start (a point, None
    if it may be walked either way) and its `heads` (x, y and the degrees clockwise from east)."""
    ways = PATHS[move]
    spots: list[Spot] = [(0, 0)]
    for leg in ways[0]:
        right, down = DIRECTIONS[leg]
        spots.append((spots[-1][0] + right, spots[-1][1] + down))
    left, top = (min(spot[i] for spot in spots) for i in (0, 1))
    wide, high = (max(spot[i] for spot in spots) - least for i, least in ((0, left), (1, top)))
    unit = _FIT / max(wide, high)
    points = [
        (SYMBOL / 2 + (x - left - wide / 2) * unit, SYMBOL / 2 + (y - top - high / 2) * unit)
        for x, y in spots
    ]
    both = len(ways) > 1
    line = [
        _towards(points[0], points[1], _SHAFT) if both else points[0],
        *points[1:-1],
        _towards(points[-1], points[-2], _SHAFT),
    ]
    heads = [_head(points[-2], points[-1])]
    if both:
        heads.append(_head(points[1], points[0]))
    return {
        "line": [_round(point) for point in line],
        "disc": None if both else _round(points[0]),
        "heads": heads,
    }


def _head(before: Spot, end: Spot) -> tuple[float, float, float]:
    x, y = _towards(end, before, -_TIP)
    return (*_round((x, y)), _turn(before, end))


# The wand's path

WIDTH, HEIGHT = 344, 214
_FIRST = (96, 38)
_APART = (76, 70)
_SHIFT = 5
"""How far a leg that runs along others is put aside."""
_OUT = 0.62
"""How much of a step outside the grid is drawn."""
_NAMES = {
    1: (-30, 6, "end"),
    2: (0, -22, "middle"),
    3: (30, 6, "start"),
    4: (-30, 6, "end"),
    5: (0, 34, "middle"),
    6: (30, 6, "start"),
    7: (-30, 6, "end"),
    8: (0, 33, "middle"),
    9: (30, 6, "start"),
}
"""Where the name of a place stands beside its node, and how it is aligned."""


def wand(drawing: WandPath, whole: bool = False, stroke: Stroke | None = None) -> dict[str, object]:
    """The wand's path, ready to be drawn. `whole`: the word lies there; then a path that is closed
    shows its start alone. `stroke`: what was drawn of the next movement.

    `nodes`: `n`, `x`, `y`, `name` with its place, and whether the wand stops there (`on`), starts
    there, may end there, or is stuck there or, against what was said, does not get there
    (`stuck`). `legs`: points `from`, `to` (and `by`, through which a
    swirl curls), `kind`, `resonance`, `fails`, and its `head` as in `symbol`. `beads`: the points
    of the stroke, whose last is the only node marked as an end. `said`: the way in words.
    """
    stuck = drawing.ends if drawing.broken is not None else ()
    closed = whole and drawing.ends == (drawing.start,)
    ends = () if drawing.broken is not None or not drawing.legs or closed else drawing.ends
    drawn = (stroke.start, *stroke.stops) if stroke and stroke.start and stroke.stops else ()
    if drawn:
        ends = drawn[-1:]
    return {
        "width": WIDTH,
        "height": HEIGHT,
        "nodes": [_node(n, drawing, ends) for n in PLACES],
        "legs": [_leg(leg) for leg in drawing.legs],
        "beads": [_spot(place(n)) for n in drawn],
        "said": _said(drawing, stuck, ends, closed),
    }


def _node(n: int, drawing: WandPath, ends: Sequence[int]) -> dict[str, object]:
    (x, y), (dx, dy, anchor) = _spot(place(n)), _NAMES[n]
    stuck = drawing.ends if drawing.broken is not None else (drawing.claimed,)
    return {
        "n": n,
        "x": x,
        "y": y,
        "name": PLACES[n],
        "name_x": x + dx,
        "name_y": y + dy,
        "anchor": anchor,
        "on": n in drawing.nodes,
        "start": n == drawing.start,
        "end": n in ends,
        "stuck": n in stuck,
    }


def _leg(leg: Leg) -> dict[str, object]:
    start, end = _spot(leg.start), _spot(leg.end)
    if leg.fails and not all(0 <= at <= 2 for at in leg.end):
        end = _along(start, end, _OUT)
    aside = _aside(start, end, _SHIFT * leg.over)
    start, end = _plus(start, aside), _plus(end, aside)
    by = None
    if leg.kind == "swirl":
        by = _plus(_along(start, end, 0.45), _aside(start, end, 42))
        head = _on_curve(start, by, end, 0.62)
    else:
        steps = max(abs(leg.end[0] - leg.start[0]), abs(leg.end[1] - leg.start[1]))
        head = (*_along(start, end, 0.75 if steps == 2 else 0.52), _turn(start, end))
    return {
        "from": _round(start),
        "to": _round(end),
        "by": by and _round(by),
        "head": (*_round(head[:2]), head[2]),
        "kind": leg.kind,
        "resonance": leg.resonance,
        "fails": leg.fails,
    }


def _said(drawing: WandPath, stuck: Sequence[int], ends: Sequence[int], closed: bool) -> Message:
    if drawing.start is None:
        return say("The grid, with no start yet")
    if stuck:
        return say(
            "The wand starts at {start} and is stuck at {stuck}",
            start=drawing.start,
            stuck=list(stuck),
        )
    if drawing.claimed:
        return say(
            "The wand starts at {start} and ends at {ends}, not at {claimed}",
            start=drawing.start,
            ends=list(drawing.ends),
            claimed=drawing.claimed,
        )
    if ends:
        return say(
            "The wand starts at {start} and may end at {ends}",
            start=drawing.start,
            ends=list(ends),
        )
    if closed:
        return say("The wand starts and ends at {start}", start=drawing.start)
    return say("The wand starts at {start}", start=drawing.start)


# The small picture in the log


@lru_cache(256)
def thumb(cards: tuple[Card, ...], answers: Answers, end: int | None) -> dict[str, object]:
    """The path on 44 × 44 of a spell that ends at `end`: `legs` (`from`, `to`, `resonance`),
    `start`, `ends`. Each phone at a table asks for that of the latest spell."""
    drawing = draw(cards, answers, end)
    return {
        "legs": [
            {"from": _tiny(leg.start), "to": _tiny(leg.end), "resonance": leg.resonance}
            for leg in drawing.legs
            if not leg.fails
        ],
        "start": drawing.start and _tiny(place(drawing.start)),
        "ends": [_tiny(place(n)) for n in drawing.ends],
    }


def _tiny(point: tuple[int, int]) -> Spot:
    return 8 + 14 * point[0], 8 + 14 * point[1]


# Arithmetic of points


def _spot(point: tuple[int, int]) -> Spot:
    return _FIRST[0] + _APART[0] * point[0], _FIRST[1] + _APART[1] * point[1]


def _plus(one: Spot, other: Spot) -> Spot:
    return one[0] + other[0], one[1] + other[1]


def _along(start: Spot, end: Spot, share: float) -> Spot:
    return start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share


def _towards(point: Spot, other: Spot, far: float) -> Spot:
    return _along(point, other, far / (hypot(other[0] - point[0], other[1] - point[1]) or 1))


def _aside(start: Spot, end: Spot, far: float) -> Spot:
    """As far to one side, whichever way the leg runs."""
    (x, y), (to_x, to_y) = sorted((start, end))
    length = hypot(to_x - x, to_y - y) or 1
    return -(to_y - y) / length * far, (to_x - x) / length * far


def _on_curve(start: Spot, by: Spot, end: Spot, share: float) -> tuple[float, float, float]:
    """A point of the curve from `start` to `end` that `by` draws aside, and its direction."""
    one, other = _along(start, by, share), _along(by, end, share)
    return (*_along(one, other, share), _turn(one, other))


def _turn(start: Spot, end: Spot) -> float:
    return round(degrees(atan2(end[1] - start[1], end[0] - start[0])), 1)


def _round(point: Sequence[float]) -> Spot:
    return round(point[0], 1), round(point[1], 1)
