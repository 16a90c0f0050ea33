"""Where a tile fits: what the rules of a placement allow, tried on every free space."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TypedDict

from referee.core import PlayerKey
from referee.games.zinga.board import space_of
from referee.games.zinga.placement import (
    ON_THE_BOARD,
    OPENING_KINDS,
    Placement,
    faults_of,
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
    return [p.at for p in _tries(state, by, tile, opening) if fits(p)]


def _tries(state: State, by: PlayerKey, tile: str, opening: bool) -> Iterator[Placement]:
    """Yield `tile` on every free space where it might fit; nowhere if it lies on the board."""
    colour, kind = TILES[tile]
    circle = state.board[colour]
    if space_of(circle, kind) is not None:
        return
    for at in range(SIZE):
        # Elsewhere a tile must touch another, whatever else holds.
        beside = at in DOUBLES or circle[at - 1] is not None or circle[at + 1 - SIZE] is not None
        if beside and circle[at] is None:
            yield placement(state, by, tile, at, None, opening)


def fits(p: Placement) -> bool:
    """Whether the board takes the tile there, either way round."""
    for rule in ON_THE_BOARD:  # noqa: SIM110 - much called, and twice as fast as all()
        if rule(p) is not None:
            return False
    return True


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
        and any(fits(placement(state, by, tile, at, None, True)) for tile in tiles)
    )


def playable(state: State, by: PlayerKey, tiles: Iterable[str], opening: bool) -> list[Fit]:
    """List which of `tiles` fit where, as facts: each pair once, by tile (as text), then space."""
    return [
        {"tile": tile, "at": at}
        for tile in sorted(set(tiles))
        for at in spaces_for(state, by, tile, opening)
    ]


def readings_on(
    state: State, by: PlayerKey, tiles: Iterable[str], opening: bool
) -> tuple[str, ...]:
    """Return the readings on which it rests where `tiles` fit and where they do not."""
    used: list[str] = []
    for tile in tiles:
        for p in _tries(state, by, tile, opening):
            faults = faults_of(p, ON_THE_BOARD)
            if not faults:
                used += readings_used(p)
            elif all(fault.readings for fault in faults):
                used += (reading for fault in faults for reading in fault.readings)
    return tuple(dict.fromkeys(used))
