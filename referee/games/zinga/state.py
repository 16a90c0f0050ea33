"""Where a game stands."""

from __future__ import annotations

from typing import Literal

import msgspec

from referee.games.zinga.board import EMPTY_BOARD, Board, count
from referee.games.zinga.tiles import TILES, Layout


class Agreed(msgspec.Struct, frozen=True):
    """What the table agreed on: who sits where, clockwise; the options; each reading's answer."""

    players: tuple[str, ...]
    layout: Layout
    target: int
    bonus: int
    open_later: str
    facing_double: str
    name_open: str
    target_at: str


class Wrong(msgspec.Struct, frozen=True, array_like=True):
    """A tile that somebody said to have drawn, though the table shows otherwise: `because` it is
    `elsewhere` (`by` has it), `not-his` (`by` himself has another than all he named), `missing`
    from his hand; or it `fits` and he waits.
    """

    because: Literal["elsewhere", "not-his", "missing", "fits"]
    tile: str
    by: str


class State(msgspec.Struct, frozen=True):
    """The situation between two events.

    `scores` by player; `ended`: rounds counted so far; `round`: begun so far. `starter` must begin
    the next round (None: anybody may), and was found by lots if `by_lots`. In a tracked round
    (`in_round`): `turn` (None: nobody's or unknown), `bag` (tiles; None unknown), `hands` (tiles a
    player; None unknown), `known` (the tiles that a player was said to draw and still holds; only
    players with some), `named` (somebody named what he drew), `wrong` (what of that cannot be
    right, by player, told until the next round), `board`, `opened` (who has had his first turn, in
    seating order), `out` (who has no tiles left), `last` (index of the colour and space of the tile
    placed latest).
    `closed`: pairs of circle and player, in order.
    """

    agreed: Agreed
    scores: dict[str, int]
    ended: int = 0
    round: int = 0
    in_round: bool = False
    over: bool = False
    starter: str | None = None
    by_lots: bool = False
    turn: str | None = None
    bag: int | None = None
    hands: dict[str, int | None] = {}
    known: dict[str, tuple[str, ...]] = {}
    named: bool = False
    wrong: dict[str, tuple[Wrong, ...]] = {}
    board: Board = EMPTY_BOARD
    closed: tuple[tuple[str, str], ...] = ()
    opened: tuple[str, ...] = ()
    out: str | None = None
    last: tuple[int, int] | None = None


def next_after(state: State, player: str) -> str:
    """Who sits next to `player`, clockwise."""
    players = state.agreed.players
    return players[(players.index(player) + 1) % len(players)]


def least_held(state: State, player: str) -> int:
    """How many tiles `player` holds; if that is unknown, how many he is known to hold."""
    hand = state.hands.get(player)
    return len(state.known.get(player, ())) if hand is None else hand


def most_in_bag(state: State) -> int:
    """The number of tiles in the bag; if that is unknown, the most there can be."""
    if state.bag is not None:
        return state.bag
    held = sum(least_held(state, player) for player in state.agreed.players)
    return max(0, len(TILES) - count(state.board) - held)


def reaches_target(state: State, scores: dict[str, int]) -> bool:
    """Whether someone has the points that win (zinga/win)."""
    return max(scores.values()) >= state.agreed.target
