"""Where a game stands, and what its table agreed on."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

import msgspec
from msgspec.structs import replace

from referee.core import Options, PlayerKey, say
from referee.games.zinga.board import EMPTY_BOARD, Board, count
from referee.games.zinga.tiles import TILES, Layout


class ZingaOptions(Options, frozen=True):
    """`layout`: how the circles join. `target`: points that win. `bonus`: for closing a circle."""

    layout: Layout = "square"
    target: Annotated[int, msgspec.Meta(ge=1, le=999)] = 64
    bonus: Annotated[int, msgspec.Meta(ge=0, le=99)] = 16

    field_names: ClassVar = {
        "layout": say("how the circles are laid out"),
        "target": say("points needed to win"),
        "bonus": say("points for closing a circle"),
    }
    value_names: ClassVar = {
        "square": say("in a square, as printed"),
        "row": say("in a row"),
        "none": say("apart, not joined"),
    }


class TableOptions(msgspec.Struct, frozen=True):
    """What the table agreed on: who sits where, clockwise; the options; each reading's answer."""

    players: tuple[PlayerKey, ...]
    layout: Layout
    target: int
    bonus: int
    open_later: str
    facing_double: str
    name_open: str
    target_at: str
    lots_tie: str = "highest"


class WrongDraw(msgspec.Struct, frozen=True, array_like=True):
    """A tile that somebody said to have drawn, though the table shows otherwise: `because` it is
    `elsewhere` (`by` has it), `not-his` (`by` has another than all that were named), `missing`
    from the hand; or it `fits` and was not placed."""

    because: Literal["elsewhere", "not-his", "missing", "fits"]
    tile: str
    by: PlayerKey


class State(msgspec.Struct, frozen=True, gc=False):
    """The situation between two events.

    `scores` by player; `ended`: rounds counted so far; `round`: begun so far. `starter` must begin
    the next round (None: anybody may), and was found by lots if `by_lots`. In a tracked round
    (`in_round`): `turn` (None: nobody's or unknown), `bag` (tiles; None unknown), `hands` (tiles a
    player; None unknown), `known` (the tiles that a player was said to draw and still holds; only
    players with some), `named` (somebody named what was drawn), `wrong` (what of that cannot be
    right, by player, told until the next round), `board`, `opened` (who has had a first turn, in
    seating order), `out` (who has no tiles left), `last` (index of the colour and space of the tile
    placed latest).
    `closed`: pairs of circle and player, in order.
    """

    options: TableOptions
    scores: dict[PlayerKey, int]
    ended: int = 0
    round: int = 0
    in_round: bool = False
    over: bool = False
    starter: PlayerKey | None = None
    by_lots: bool = False
    turn: PlayerKey | None = None
    bag: int | None = None
    hands: dict[PlayerKey, int | None] = {}
    known: dict[PlayerKey, tuple[str, ...]] = {}
    named: bool = False
    wrong: dict[PlayerKey, tuple[WrongDraw, ...]] = {}
    board: Board = EMPTY_BOARD
    closed: tuple[tuple[str, PlayerKey], ...] = ()
    opened: tuple[PlayerKey, ...] = ()
    out: PlayerKey | None = None
    last: tuple[int, int] | None = None

    @property
    def players(self) -> tuple[PlayerKey, ...]:
        """Return who plays, clockwise."""
        return self.options.players

    def next_after(self, player: PlayerKey) -> PlayerKey:
        """Return who sits next to `player`, clockwise."""
        players = self.options.players
        return players[(players.index(player) + 1) % len(players)]

    def opened_with(self, player: PlayerKey) -> tuple[PlayerKey, ...]:
        """Return who has had a first turn once `player` has."""
        if player in self.opened:
            return self.opened
        return tuple(who for who in self.players if who == player or who in self.opened)

    def least_held(self, player: PlayerKey) -> int:
        """Return how many tiles `player` holds; if that is unknown, how many are known."""
        hand = self.hands.get(player)
        return len(self.known.get(player, ())) if hand is None else hand

    @property
    def most_in_bag(self) -> int:
        """Return the number of tiles in the bag; if that is unknown, the most there can be."""
        if self.bag is not None:
            return self.bag
        held = sum(self.least_held(player) for player in self.players)
        return max(0, len(TILES) - count(self.board) - held)

    def seen_by(self, viewer: PlayerKey | None) -> State:
        """Return the state without the drawn tiles that `viewer` may not know."""
        if not self.known:
            return self
        known = {who: tiles for who, tiles in self.known.items() if who == viewer}
        return replace(self, known=known)
