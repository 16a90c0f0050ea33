"""What is drawn of the circles, the tiles and the players, wherever they are drawn."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from functools import lru_cache

import msgspec

from referee.core import Message, PlayerKey
from referee.games.zinga.board import NOTHING, Board, Circle, after_of, before_of
from referee.games.zinga.filling import fill_circle
from referee.games.zinga.fitting import opening_spaces
from referee.games.zinga.state import State
from referee.games.zinga.tiles import (
    CIRCLE_WORDS,
    COLOURS,
    CONNECTORS,
    DOUBLES,
    FACING,
    INDEX,
    KINDS,
    SIZE,
    TILE,
    TILE_WORDS,
    VALUE,
    ZINGA,
    Colour,
    Layout,
)


class DrawnSpace(msgspec.Struct, frozen=True, kw_only=True):
    """A space: a `square` is a Doubles square, and `faces` the circle on the other side of a
    connector. In it lies a `tile` with its ends `first` and `last` (None: open), or nothing; then
    `before` and `after` are the numbers that it touches (None: none, or open), if it `touches` a
    tile. `example`: the tile does not lie there, but could."""

    at: int
    square: bool
    faces: Colour | None
    tile: str | None = None
    words: Message | None = None
    zinga: bool = False
    first: int | None = None
    last: int | None = None
    before: int | None = None
    after: int | None = None
    touches: bool = False
    example: bool = False


class DrawnCircle(msgspec.Struct, frozen=True, kw_only=True):
    """A circle, its `spaces` clockwise from the top. `count`: tiles in it; `closable`: whether what
    is left can still fill it (None: nobody asks); `closed_by`: who scored for it in this round;
    `begins`: the spaces on which whoever is on turn may open, where that is still to be done."""

    colour: Colour
    words: Message
    count: int
    spaces: tuple[DrawnSpace, ...]
    closable: bool | None = None
    closed_by: PlayerKey | None = None
    begins: tuple[int, ...] = ()


class DrawnTile(msgspec.Struct, frozen=True, kw_only=True):
    """A tile as in a record, in words, and what it is worth. `gone`: it cannot be picked."""

    tile: str
    words: Message
    value: int
    gone: bool = False


class DrawnRack(msgspec.Struct, frozen=True, kw_only=True):
    """All tiles of a colour, to pick from."""

    colour: Colour
    words: Message
    tiles: tuple[DrawnTile, ...]


def connectors(layout: Layout) -> list[list[str | int]]:
    """List which squares face each other: circle, space, circle, space."""
    return [list(pair) for pair in CONNECTORS[layout]]


def circles(state: State) -> tuple[DrawnCircle, ...]:
    """Return the four circles as they lie, and what can become of them."""
    closed = dict(state.closed)
    return tuple(
        msgspec.structs.replace(
            circle,
            closable=fill_circle(state, i) is not None,
            closed_by=closed.get(circle.colour),
            begins=opening_spaces(state, i),
        )
        for i, circle in enumerate(drawn_circles(state.board, state.options.layout))
    )


def drawn_circles(
    board: Board, layout: Layout, examples: Mapping[int, Collection[int]] | None = None
) -> tuple[DrawnCircle, ...]:
    """Return what is drawn of the four circles of a board. `examples`: by index of the colour, the
    spaces on which a tile does not lie, but could."""
    dashed = examples or {}
    return tuple(
        DrawnCircle(
            colour=colour,
            words=CIRCLE_WORDS[colour],
            count=SIZE - board[i].count(None),
            spaces=spaces(board, layout, i, dashed.get(i, ())),
        )
        for i, colour in enumerate(COLOURS)
    )


def spaces(
    board: Board, layout: Layout, colour: int, examples: Collection[int] = ()
) -> tuple[DrawnSpace, ...]:
    """Return the sixteen spaces of a circle; what lies on those in `examples` only could."""
    return _spaces(board[colour], layout, colour, tuple(sorted(examples)))


@lru_cache(512)
def _spaces(
    circle: Circle, layout: Layout, colour: int, examples: tuple[int, ...]
) -> tuple[DrawnSpace, ...]:
    drawn = []
    for at, cell in enumerate(circle):
        before, after = before_of(circle, at), after_of(circle, at)
        facing = FACING[layout][colour][at]
        tile = None if cell is None else TILE[colour, cell.kind]
        drawn.append(
            DrawnSpace(
                at=at,
                square=at in DOUBLES,
                faces=None if facing is None else COLOURS[facing[0]],
                tile=tile,
                words=None if tile is None else TILE_WORDS[tile],
                zinga=cell is not None and cell.kind == ZINGA,
                first=None if cell is None else cell.first,
                last=None if cell is None else cell.last,
                before=None if before == NOTHING else before,
                after=None if after == NOTHING else after,
                touches=not before == after == NOTHING,
                example=at in examples,
            )
        )
    return tuple(drawn)


def drawn_tiles(tiles: Iterable[str], gone: Collection[str] = ()) -> tuple[DrawnTile, ...]:
    """Return `tiles` as they are drawn; those in `gone` cannot be picked."""
    return tuple(
        DrawnTile(tile=tile, words=TILE_WORDS[tile], value=VALUE[tile], gone=tile in gone)
        for tile in tiles
    )


def rack(gone: Iterable[str]) -> tuple[DrawnRack, ...]:
    """Return all tiles by colour, to pick from; those in `gone` cannot be picked."""
    taken = set(gone)
    return tuple(
        DrawnRack(
            colour=colour,
            words=CIRCLE_WORDS[colour],
            tiles=drawn_tiles((TILE[INDEX[colour], kind] for kind in KINDS), taken),
        )
        for colour in COLOURS
    )
