"""Where a tile fits: what the rules of a placement allow, tried on every free space."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from operator import itemgetter
from typing import TypedDict

from referee.games.zinga.board import (
    EMPTY_CIRCLE,
    FITTING,
    NOTHING,
    SIDES,
    Circle,
    kinds_on,
    space_of,
)
from referee.games.zinga.placement import OPENING_KINDS, Lie, lie_on
from referee.games.zinga.state import State
from referee.games.zinga.tiles import DOUBLES, KINDS, SIZE, TILES, ZINGA


class Fit(TypedDict):
    """A tile and a space where it fits, as facts tell it."""

    tile: str
    at: int


def spaces_for(state: State, tile: str, opening: bool) -> list[int]:
    """List the spaces where `tile` would fit, either way round; none if it lies on the board."""
    return [at for at, lie in _tries(state, tile, opening) if not lie.broken]


def _tries(state: State, tile: str, opening: bool) -> list[tuple[int, Lie]]:
    """Lay `tile` on every free space where it might fit; nowhere if it lies on the board."""
    colour, kind = TILES[tile]
    circle = state.board[colour]
    spaces = [at for at, kinds in _gaps(circle, opening) if kind in kinds]
    if not spaces or space_of(circle, kind) is not None:
        return []
    return [(at, lie_on(state, colour, kind, at, opening)) for at in spaces]


@lru_cache(maxsize=256)
def _gaps(circle: Circle, opening: bool) -> list[tuple[int, frozenset[str]]]:
    """Return the free spaces of a circle where a tile might fit, each with the kinds that might.
    Off the squares none lies alone."""
    gaps = []
    might_fit = _MIGHT_FIT[opening or circle == EMPTY_CIRCLE]
    before, after = (circle[-1], *circle), (*circle[1:], circle[0])
    for at, left, there, right in zip(range(SIZE), before, circle, after, strict=False):
        if there is None and (left is not None or right is not None or at in DOUBLES):
            kinds = might_fit[
                at in DOUBLES,
                NOTHING if left is None else left.last,
                NOTHING if right is None else right.first,
            ]
            if kinds:
                gaps.append((at, kinds))
    return gaps


def _might_fit(first: bool, square: bool, before: int | None, after: int | None) -> frozenset[str]:
    """Return the kinds of tile that might fit between the two. On a square it must be one that
    opens, and the `first` of a player or a circle lies there; any other touches a tile, but for a
    Zinga, which may bridge."""
    if first and not square:
        return frozenset()
    if before == after == NOTHING and not first:
        return frozenset((ZINGA,)) if square else frozenset()
    return frozenset(
        kind
        for kind in (OPENING_KINDS if square else KINDS)
        if kind == ZINGA or FITTING[kind, before, after]
    )


_MIGHT_FIT = {
    first: {
        (square, before, after): _might_fit(first, square, before, after)
        for square in (True, False)
        for before in SIDES
        for after in SIDES
    }
    for first in (True, False)
}
"""What might fit on a space, by whether it is a square and what lies before and after it: the first
tile of a player or a circle, or another."""


def opening_spaces(state: State, colour: int) -> tuple[int, ...]:
    """List where whoever is on turn may open in the circle of index `colour`, with some tile that
    is not on the board; none where that player has opened."""
    by, circle = state.turn, state.board[colour]
    if by is None or by in state.opened:
        return ()
    kinds = OPENING_KINDS.difference(kinds_on(circle))
    return tuple(
        at
        for at in sorted(DOUBLES)
        if circle[at] is None
        and not all(lie_on(state, colour, kind, at, opening=True).broken for kind in kinds)
    )


def playable(state: State, tiles: Iterable[str], opening: bool) -> tuple[list[Fit], list[str]]:
    """List which of `tiles` fit where, as facts: each pair once, by tile (as text), then space; and
    the readings on which it rests where they fit and where they do not."""
    fitting: list[Fit] = []
    readings: list[str] = []
    for tile in dict.fromkeys(tiles):
        for at, lie in _tries(state, tile, opening):
            if not lie.broken:
                fitting.append({"tile": tile, "at": at})
            readings += lie.readings
    fitting.sort(key=BY_TILE_AND_SPACE)
    return fitting, readings


BY_TILE_AND_SPACE = itemgetter("tile", "at")
"""The order in which facts list what fits."""
