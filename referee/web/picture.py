"""The picture of a finished game or an evening, to be shared: where everything stands on it, as
plain geometry.

It is drawn as SVG, and the text is set by whatever shows it: so names of every script are there
without fonts of ours. What cannot be measured here is estimated with room to spare.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence

import msgspec

from referee.core import AnyGame
from referee.core.text import cut
from referee.service import Ending
from referee.web import chart

WIDTH = 1080
ROW, LEAST_COURSE = 76, 360
MARGIN = 60
COURSE = 400
"""The width of the course, where it stands beside the order."""
SCORE = 52
"""The size of a place's score on it."""
BESIDE = 6
"""Places that the course stands beside; where there are more, or their names would be small or cut,
it stands below."""
NAME, LEAST_NAME = 46, 36
"""The size of a name in the order, and the least beside the course."""
SPLIT = 60
"""A winner's name that would be smaller has two lines."""
DESCENT = 0.24
"""How far letters reach below their line, in ems."""


class Line(msgspec.Struct, frozen=True):
    """A line of text: its size, and where it stands."""

    text: str
    size: int
    y: int


class Row(msgspec.Struct, frozen=True):
    """A place in the order; `shape` counts the marks."""

    name: Line
    rank: int
    score: str
    won: bool
    shape: int
    y: int


class Placed(msgspec.Struct, frozen=True):
    """Somebody in the order, and what stands beside the name."""

    name: str
    rank: int
    score: str
    won: bool


class Picture(msgspec.Struct, frozen=True):
    """What stands on the picture: the winners' names, what they did (`line`), the `rows` of the
    order from `left` on, the lines of the `course`, and what is worth telling."""

    width: int
    height: int
    felt: str
    title: Line
    names: list[Line]
    line: Line
    sheet: tuple[int, int]
    left: int
    rows: list[Row]
    course: list[str]
    told: list[Line]
    foot: int


def ems(text: str) -> float:
    """About how wide `text` is set, in ems: rather too wide."""
    return sum(_em(c) for c in text)


def _em(c: str) -> float:
    if unicodedata.category(c) in ("Mn", "Me", "Cf"):
        return 0.0
    if unicodedata.east_asian_width(c) in ("W", "F"):
        return 1.05
    return 0.85 if c.isupper() or c in "mw—@%" else 0.62


def fitted(text: str, room: float, most: int, least: int = 22) -> tuple[str, int]:
    """`text` and the size in which it has room; cut where it would be smaller than `least`."""
    if ems(text) * least > room:
        while text and (ems(text) + 1) * least > room:
            text = cut(text, len(text) - 1)
        text = text.rstrip() + "…"
    return text, min(most, int(room / max(1.0, ems(text))))


def in_lines(name: str) -> list[str]:
    """`name` in two lines, as alike as its spaces allow; in one where it has none."""
    words = name.split(" ")
    halves = [(" ".join(words[:n]), " ".join(words[n:])) for n in range(1, len(words))]
    return [*min(halves, key=lambda half: max(map(ems, half)), default=(name,))]


def drawn(
    game: AnyGame,
    ending: Ending,
    felt: str,
    title: str,
    winners: Sequence[str],
    line: str,
    places: Sequence[str],
    scores: Sequence[str],
    told: Sequence[str],
) -> Picture:
    """The picture of `ending`, with what is written on it in the viewer's language: the table's
    `title`, the names of the `winners`, those of all `places` and their
    `scores`."""
    course = chart.ending(
        ending.course,
        [place.players for place in ending.places],
        game.scoring.low_wins,
        ending.start,
    )
    order = [
        Placed(called, place.rank, score, place.won)
        for place, called, score in zip(ending.places, places, scores, strict=True)
    ]
    return laid_out(felt, title, winners, line, order, told, course)


def laid_out(
    felt: str,
    title: str,
    winners: Sequence[str],
    line: str,
    places: Sequence[Placed],
    told: Sequence[str],
    course: chart.EndingChart | None = None,
) -> Picture:
    """The picture of whatever has an order: who came first (`winners`) and with what (`line`), all
    `places`, and what is worth telling."""
    room = WIDTH - 2 * MARGIN
    y = 100
    head = Line(*fitted(title, room, 40), y)
    names = []
    for name in winners[:4]:
        most = 240 if len(winners) == 1 else 120
        whole = fitted(name, room, most, 34)
        parts = [whole] if whole[1] >= SPLIT else [fitted(n, room, 90, 34) for n in in_lines(name)]
        least = min(size for _, size in parts)
        for text, _ in parts:
            y += int(least * 1.12) + 10
            names.append(Line(text, least, y))
    if len(winners) > 4:
        y += 56
        names.append(Line(f"+ {len(winners) - 4}", 48, y))
    y += int(names[-1].size * DESCENT) + 60 if names else 80
    said = Line(*fitted(line, room, 52), y)
    top = y + 50
    wide = [
        WIDTH - 2 * MARGIN - 190 - ems(each.score) * SCORE - ems(each.name) * LEAST_NAME
        for each in places
    ]
    beside = course is not None and len(places) <= BESIDE and min(wide) >= COURSE
    left = MARGIN + 50 + (COURSE if beside else 0)
    y = top + 40
    rows = []
    for n, each in enumerate(places):
        space = WIDTH - MARGIN - 140 - left - ems(each.score) * SCORE
        called = Line(*fitted(each.name, space, NAME, 24), y + 56)
        rows.append(Row(called, each.rank, each.score, each.won, min(n, 4), y + 40))
        y += ROW
    box = (MARGIN + 30, top + 40, COURSE + 20, y - top - 40)
    if course is not None and not beside:
        box = (MARGIN + 40, y + 30, room - 80, LEAST_COURSE)
        y += LEAST_COURSE + 50
    lines = []
    for fact in told:
        y += 56
        lines.append(Line(*fitted(fact, room - 140, 34), y))
    bottom = y + 40
    return Picture(
        width=WIDTH,
        height=bottom + 100,
        felt=felt,
        title=head,
        names=names,
        line=said,
        sheet=(top, bottom - top),
        left=left,
        rows=rows,
        course=[_placed(line, course.height, box) for line in course.lines] if course else [],
        told=lines,
        foot=bottom + 60,
    )


def _placed(path: str, height: int, box: tuple[int, int, int, int]) -> str:
    """A line of a course, 100 wide and `height` high, in its box (x, y, width, height)."""
    x, y, wide, tall = box

    def point(found: re.Match[str]) -> str:
        return f"{x + float(found[1]) * wide / 100:.1f},{y + float(found[2]) * tall / height:.1f}"

    return re.sub(r"(-?[\d.]+),(-?[\d.]+)", point, path)
