"""The 64 tiles, the four circles and how they join: all that a table with another board changes."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Annotated, Literal, TypeAlias

import msgspec

from referee.core import Message, say

Colour = Literal["orange", "green", "purple", "yellow"]
COLOURS: tuple[Colour, ...] = ("orange", "green", "purple", "yellow")
INDEX = {colour: i for i, colour in enumerate(COLOURS)}

Number = Annotated[int, msgspec.Meta(ge=0, le=4)]
"""What an end of a tile shows."""
NUMBERS = range(5)

SIZE = 16
"""Spaces of a circle, numbered clockwise from the top; and tiles of a colour."""
DOUBLES = frozenset({0, 4, 8, 12})
"""The Zinga/Doubles squares of every circle (the same four numbers everywhere)."""

_SQUARES = (
    say("the top Doubles square"),
    say("the right-hand Doubles square"),
    say("the bottom Doubles square"),
    say("the left-hand Doubles square"),
)
WHERE: tuple[Message, ...] = tuple(
    where
    for before, after in zip(_SQUARES, (*_SQUARES[1:], _SQUARES[0]), strict=True)
    for where in (
        say("on {square}", square=before),
        say("one past {square}", square=before),
        say("two past {square}", square=before),
        say("one before {square}", square=after),
    )
)
"""Where each space of a circle lies, clockwise, as people see it: no board has numbers."""

Layout = Literal["square", "row", "none"]
CONNECTORS: dict[Layout, tuple[tuple[Colour, int, Colour, int], ...]] = {
    "square": (
        ("green", 4, "yellow", 12),
        ("green", 8, "orange", 0),
        ("yellow", 8, "purple", 0),
        ("orange", 4, "purple", 12),
    ),
    "row": (
        ("green", 4, "yellow", 12),
        ("yellow", 4, "orange", 12),
        ("orange", 4, "purple", 12),
    ),
    "none": (),
}
"""Pairs of Doubles squares that face each other, by layout."""

Faced = list[list[tuple[int, int] | None]]


def _faced(layout: Layout) -> Faced:
    faced: Faced = [[None] * SIZE for _ in COLOURS]
    for one, at, other, to in CONNECTORS[layout]:
        faced[INDEX[one]][at] = INDEX[other], to
        faced[INDEX[other]][to] = INDEX[one], at
    return faced


FACING: dict[Layout, Faced] = {layout: _faced(layout) for layout in CONNECTORS}
"""For each space of each circle the square it faces, as (index of its colour, space); None where
there is no connector."""

ZINGA = "Z"
KINDS = (*(f"{low}-{high}" for low in NUMBERS for high in NUMBERS if low <= high), ZINGA)
"""What there is in each colour: the pairs, lower number first, and the Zinga."""
DOUBLE_KINDS = frozenset(f"{n}-{n}" for n in NUMBERS)

TILES: dict[str, tuple[int, str]] = {
    f"{colour}:{kind}": (INDEX[colour], kind) for colour in COLOURS for kind in KINDS
}
"""Every tile as it is written, with the index of its colour and its kind."""
TILE = {where: tile for tile, where in TILES.items()}
"""How a tile is written, by index of its colour and kind."""

VALUE = {
    tile: 16 if kind == ZINGA else int(kind[0]) + int(kind[2]) for tile, (_, kind) in TILES.items()
}
ALL_VALUE = sum(VALUE.values())


def worth(tiles: Iterable[str]) -> int:
    """Return the sum of the tiles' values."""
    return sum([VALUE[tile] for tile in tiles])


if TYPE_CHECKING:
    Tile: TypeAlias = str
    SpaceKey: TypeAlias = str
else:
    Tile = Literal[tuple(TILES)]
    SpaceKey = Literal[tuple(str(space) for space in range(SIZE))]

Count = Annotated[int, msgspec.Meta(ge=0, le=2**53)]
"""A number of tiles or points: any that other programs can read exactly."""
Tiles = Annotated[tuple[Tile, ...], msgspec.Meta(max_length=len(TILES))]
"""Tiles, in an order where one matters: as many as there are."""
Space = Annotated[int, msgspec.Meta(ge=0, lt=SIZE)]
Ends = tuple[Number | None, Number | None]
"""The two ends of a tile in clockwise order: the first faces the space before."""

_NUMBERED: dict[Colour, Message] = {
    "orange": say("orange {low}-{high}"),
    "green": say("green {low}-{high}"),
    "purple": say("purple {low}-{high}"),
    "yellow": say("yellow {low}-{high}"),
}
_ZINGA: dict[Colour, Message] = {
    "orange": say("orange Zinga"),
    "green": say("green Zinga"),
    "purple": say("purple Zinga"),
    "yellow": say("yellow Zinga"),
}
COLOUR_WORDS: dict[str, Message] = {
    "orange": say("orange"),
    "green": say("green"),
    "purple": say("purple"),
    "yellow": say("yellow"),
}
CIRCLE_WORDS: dict[str, Message] = {
    "orange": say("orange circle"),
    "green": say("green circle"),
    "purple": say("purple circle"),
    "yellow": say("yellow circle"),
}
"""A circle as sentences name it, after "the"."""
TILE_WORDS: dict[str, Message] = {
    TILE[INDEX[colour], kind]: _ZINGA[colour]
    if kind == ZINGA
    else Message(_NUMBERED[colour].text, {"low": int(kind[0]), "high": int(kind[2])})
    for colour in COLOURS
    for kind in KINDS
}
"""A tile as sentences name it, after "the"."""


def zinga_shows(first: int | None, last: int | None) -> Message:
    """Return what the ends of a Zinga show, as sentences say it after the Zinga or its place; an
    end of None is open."""
    known = first if last is None else last
    if known is None:
        return say("with its number still open")
    if first is None or last is None:
        return say("as a {n}, its other end still open", n=known)
    if first == last:
        return say("as a {n}", n=known)
    return say("as {first} and {last}", first=first, last=last)
