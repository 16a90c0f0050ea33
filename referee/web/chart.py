"""The course of the scores as a picture: where each line, sign and label stands.

Plain geometry in a box as wide as a phone's sheet, so that its text is as large as all other; the
template draws it. Lines are told apart by the sign on each point and by the name at their end, not
by colour.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec

from referee.core import PlayerKey

WIDTH, HEIGHT = 312.0, 220.0
LEFT, RIGHT, TOP, BOTTOM = 34.0, 100.0, 12.0, 26.0
LABEL = 18.0
"""The least distance between two labels."""
MOST_POINTS = 40
"""Points a line has at the most; a longer course shows every second, third … round."""
SIGNS = ("circle", "square", "triangle", "diamond", "ring", "frame", "cross", "plus")


class Line(msgspec.Struct):
    """The line of a player: its points, where it ends, and the height of its label."""

    player: PlayerKey
    sign: str
    points: list[tuple[float, float]]
    ends: tuple[float, float]
    label: float = 0.0


class Chart(msgspec.Struct, frozen=True):
    """The picture of a course, in its own units. `scale` and `rounds`: what is written beside it,
    with the height or the place."""

    width: float
    height: float
    lines: list[Line]
    scale: list[dict[str, float]]
    rounds: list[dict[str, float]]
    left: float
    right: float
    bottom: float


def course(
    rounds: Sequence[Mapping[PlayerKey, int]],
    players: Sequence[PlayerKey],
    start: Mapping[PlayerKey, int] | None = None,
) -> Chart | None:
    """The picture of the scores after each round, for `players` in seating order; None before the
    first round. A player who came later begins where he came. `start`: the scores before the first
    round; where they are not all zero the lines begin there, at round 0."""
    if not rounds:
        return None
    first = 1
    if start and any(start.values()):
        rounds, first = [start, *rounds], 0
    step = -(-len(rounds) // MOST_POINTS)
    shown = [i for i in range(len(rounds)) if (len(rounds) - 1 - i) % step == 0]
    values = [score for i in shown for score in rounds[i].values()]
    low, high = min(0, *values), max(1, *values)
    unit = _unit(high - low)
    low, high = unit * (low // unit), unit * -(-high // unit)
    height = max(HEIGHT, TOP + LABEL * len(players) + BOTTOM)
    wide = WIDTH - LEFT - RIGHT
    tall = height - TOP - BOTTOM

    def x(place: int) -> float:
        return round(LEFT + wide * place / max(1, len(shown) - 1), 1)

    def y(score: float) -> float:
        return round(TOP + tall * (high - score) / (high - low), 1)

    lines = []
    for n, player in enumerate(players):
        points = [
            (x(place), y(rounds[i][player])) for place, i in enumerate(shown) if player in rounds[i]
        ]
        if points:
            lines.append(Line(player, SIGNS[n % len(SIGNS)], points, ends=points[-1]))
    return Chart(
        width=WIDTH,
        height=height,
        lines=_label(lines, height - BOTTOM),
        scale=[{"score": s, "y": y(s)} for s in range(low, high + 1, unit)],
        rounds=[{"n": i + first, "x": x(place)} for place, i in _marked(shown)],
        left=LEFT,
        right=WIDTH - RIGHT,
        bottom=height - BOTTOM,
    )


def _unit(span: int) -> int:
    """The smallest of 1, 2, 5, 10, 20, 50 … that divides `span` into five steps at the most."""
    tens = 1
    while True:
        for unit in (tens, 2 * tens, 5 * tens):
            if span <= 5 * unit:
                return unit
        tens *= 10


def _marked(shown: Sequence[int]) -> list[tuple[int, int]]:
    """The rounds whose number is written: all, or as many as there is room for."""
    every = -(-len(shown) // 6)
    return [pair for pair in enumerate(shown) if (len(shown) - 1 - pair[0]) % every == 0]


def _label(lines: list[Line], room: float) -> list[Line]:
    """Give each line the height of its label: by its end, but apart from the others, and above
    `room`."""
    order = sorted(lines, key=lambda line: line.ends[1])
    at = TOP - LABEL
    for line in order:
        at = max(at + LABEL, line.ends[1])
        line.label = at
    for line in reversed(order):
        line.label = round(min(line.label, room), 1)
        room = line.label - LABEL
    return lines


class EndingChart(msgspec.Struct, frozen=True):
    """The course of a whole game that runs into the order at its end: a path for each place, the
    best first, in a box 100 wide and 10 high for each place."""

    height: int
    lines: list[str]


def ending(
    rounds: Sequence[Mapping[PlayerKey, int]],
    places: Sequence[Sequence[PlayerKey]],
    low_wins: bool,
    start: Mapping[PlayerKey, int],
) -> EndingChart | None:
    """Return the paths of `places` (the players of each, the best first), from the scores at the
    `start` on; None where too little was counted to see a course. Whoever is better is higher
    up."""
    if len(rounds) < 2:
        return None
    step = -(-len(rounds) // MOST_POINTS)
    shown = [rounds[i] for i in range(len(rounds)) if (len(rounds) - 1 - i) % step == 0]
    values = [0, *start.values(), *(score for row in shown for score in row.values())]
    low, high = min(values), max(max(values), min(values) + 1)
    height = 10 * len(places)

    def at(place: int, score: int) -> tuple[float, float]:
        up = (score - low) / (high - low)
        y = 4 + (height - 8) * (up if low_wins else 1 - up)
        return round(2 + 66 * place / len(shown), 1), round(y, 1)

    lines = []
    for n, (first, *_) in enumerate(places):
        points = [at(i, row[first]) for i, row in enumerate(shown, 1) if first in row]
        if len(points) == len(shown):
            points.insert(0, at(0, start.get(first, 0)))
        (x, y), goal = points[-1], 10 * n + 5
        path = " ".join(f"{a},{b}" for a, b in points)
        lines.append(f"M{path}C{x + 16},{y} 84,{goal} 100,{goal}")
    return EndingChart(height, lines)
