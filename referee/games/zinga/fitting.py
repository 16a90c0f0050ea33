"""Where a tile fits: what the rules of a placement allow, tried on every free space."""

from __future__ import annotations

from collections.abc import Iterable
from operator import itemgetter
from typing import TypedDict

from referee.games.zinga.board import FITTING, after_of, before_of, space_of
from referee.games.zinga.placement import (
    OPENING_KINDS,
    Lie,
    lie_on,
)
from referee.games.zinga.state import State
from referee.games.zinga.tiles import DOUBLES, SIZE, TILES, ZINGA


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
    if space_of(circle, kind) is not None:
        return []
    opens = kind in OPENING_KINDS
    tries = []
    for at, there in enumerate(circle):
        if there is not None:
            continue
        # On a square it must be one that opens; elsewhere it must touch another.
        may = opens if at in DOUBLES else not opening and (circle[at - 1] or circle[at + 1 - SIZE])
        if may and (kind == ZINGA or FITTING[kind, before_of(circle, at), after_of(circle, at)]):
            tries.append((at, lie_on(state, colour, kind, at, opening)))
    return tries


def opening_spaces(state: State, colour: int) -> tuple[int, ...]:
    """List where whoever is on turn may open in the circle of index `colour`, with some tile that
    is not on the board; none where that player has opened."""
    by, circle = state.turn, state.board[colour]
    if by is None or by in state.opened:
        return ()
    kinds = [kind for kind in OPENING_KINDS if space_of(circle, kind) is None]
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
