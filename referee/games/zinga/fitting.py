"""Where a tile fits: what the rules of a placement allow, tried on every free space."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypedDict

from referee.core import PlayerKey
from referee.games.zinga.board import space_of
from referee.games.zinga.placement import (
    OPENING_KINDS,
    READINGS,
    Placement,
    broken_on_board,
    placement,
    readings_used,
)
from referee.games.zinga.state import State
from referee.games.zinga.tiles import DOUBLES, SIZE, TILE, TILES


class Fit(TypedDict):
    """A tile and a space where it fits, as facts tell it."""

    tile: str
    at: int


def spaces_for(state: State, by: PlayerKey, tile: str, opening: bool) -> list[int]:
    """List the spaces where `tile` would fit for `by`, either way round; none if it lies on the
    board."""
    return [p.at for p in _tries(state, by, tile, opening) if not broken_on_board(p)]


def _tries(state: State, by: PlayerKey, tile: str, opening: bool) -> list[Placement]:
    """Place `tile` on every free space where it might fit; nowhere if it lies on the board."""
    colour, kind = TILES[tile]
    circle = state.board[colour]
    if space_of(circle, kind) is not None:
        return []
    opens = kind in OPENING_KINDS
    return [
        placement(state, by, tile, at, None, opening)
        for at, there in enumerate(circle)
        # On a square it must be one that opens; elsewhere it must touch another.
        if there is None
        and (opens if at in DOUBLES else not opening and (circle[at - 1] or circle[at + 1 - SIZE]))
    ]


def opening_spaces(state: State, colour: int) -> tuple[int, ...]:
    """List where whoever is on turn may open in the circle of index `colour`, with some tile that
    is not on the board; none where that player has opened."""
    by, circle = state.turn, state.board[colour]
    if by is None or by in state.opened:
        return ()
    tiles = [TILE[colour, kind] for kind in OPENING_KINDS if space_of(circle, kind) is None]
    return tuple(
        at
        for at in sorted(DOUBLES)
        if circle[at] is None
        and any(not broken_on_board(placement(state, by, tile, at, None, True)) for tile in tiles)
    )


def playable(
    state: State, by: PlayerKey, tiles: Iterable[str], opening: bool
) -> tuple[list[Fit], list[str]]:
    """List which of `tiles` fit where, as facts: each pair once, by tile (as text), then space; and
    the readings on which it rests where they fit and where they do not."""
    fitting: list[Fit] = []
    readings: list[str] = []
    for tile in dict.fromkeys(tiles):
        for p in _tries(state, by, tile, opening):
            broken = broken_on_board(p)
            if not broken:
                fitting.append({"tile": tile, "at": p.at})
                readings += readings_used(p)
            elif READINGS.keys() >= {*broken}:
                readings += [READINGS[rule] for rule in broken]
    return in_order(fitting), readings


def in_order(fitting: list[Fit]) -> list[Fit]:
    """Return `fitting` by tile, then space."""
    return sorted(fitting, key=lambda one: (one["tile"], one["at"]))
