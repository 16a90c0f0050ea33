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
    laid, gaps = _gaps(state.board[colour], opening)
    if kind in laid:
        return []
    return [(at, lie_on(state, colour, kind, at, opening)) for at, kinds in gaps if kind in kinds]


@lru_cache(maxsize=256)
def _gaps(circle: Circle, opening: bool) -> tuple[list[str], list[tuple[int, frozenset[str]]]]:
    """Return which kinds of tile lie on a circle, and the free spaces where one might fit, each
    with the kinds that might."""
    gaps = []
    for at, before, after, might_fit in _SPACES[opening or circle == EMPTY_CIRCLE]:
        if circle[at] is None:
            left, right = circle[before], circle[after]
            kinds = might_fit[
                NOTHING if left is None else left.last, NOTHING if right is None else right.first
            ]
            if kinds:
                gaps.append((at, kinds))
    return kinds_on(circle), gaps


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
    (first, square): {
        (before, after): _might_fit(first, square, before, after)
        for before in SIDES
        for after in SIDES
    }
    for first in (True, False)
    for square in (True, False)
}
_SPACES = {
    first: [
        (at, (at - 1) % SIZE, (at + 1) % SIZE, _MIGHT_FIT[first, at in DOUBLES])
        for at in range(SIZE)
    ]
    for first in (True, False)
}
"""Each space with the one before it, the one after, and what might fit by what lies there: the
first tile of a player or a circle, or another."""


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
    return in_order(fitting), readings


def in_order(fitting: list[Fit]) -> list[Fit]:
    """Return `fitting` by tile, then space."""
    return sorted(fitting, key=itemgetter("tile", "at"))
