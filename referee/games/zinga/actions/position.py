"""The table sets it right: the situation outright."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Annotated

import msgspec
from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from referee.core import (
    ByPlayer,
    Message,
    Options,
    Player,
    PlayerKey,
    Players,
    Unusable,
    say,
)
from referee.core.action import Viewer
from referee.core.draft import Draft, as_number
from referee.core.judging import Fault
from referee.core.position import PositionAction, PositionDrawing
from referee.games.zinga.board import (
    EMPTY_BOARD,
    NOTHING,
    ORIENTED,
    Board,
    Cell,
    Circle,
    after_of,
    before_of,
    count,
    tiles_of,
    zinga_cell,
)
from referee.games.zinga.drawing import DrawnCircle, DrawnSpace, connectors, drawn_circles
from referee.games.zinga.placement import OPENING_KINDS
from referee.games.zinga.rules import BOOK, between_rounds, target_reached
from referee.games.zinga.state import State
from referee.games.zinga.tiles import (
    CIRCLE_WORDS,
    COLOURS,
    DOUBLES,
    INDEX,
    KINDS,
    SIZE,
    TILE,
    TILE_WORDS,
    TILES,
    WHERE,
    ZINGA,
    Colour,
    Count,
    Ends,
    Layout,
    Number,
    SpaceKey,
)


class ZingaCell(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A Zinga on the board: the numbers of its ends, None where still open."""

    zinga: Ends


Cells = Annotated[dict[SpaceKey, tuple[Number, Number] | ZingaCell], msgspec.Meta(max_length=SIZE)]
"""What lies on the spaces of a circle."""


class LayableTile(msgspec.Struct, frozen=True, kw_only=True):
    """A tile that can lie on the space; `gone`: it lies elsewhere."""

    tile: str
    words: Message
    kind: str
    gone: bool


class LaidBoard(msgspec.Struct, frozen=True, kw_only=True):
    """A board that is being put in. `now`: the circle where one is, `at` its space; there what
    lies in it (`there`), or which `tiles` could."""

    circles: tuple[DrawnCircle, ...]
    connectors: list[list[str | int]]
    now: Colour | None = None
    at: int | None = None
    there: DrawnSpace | None = None
    tiles: tuple[LayableTile, ...] = ()


class PositionForm(PositionDrawing, frozen=True, kw_only=True):
    """The board as entered so far; before anything is entered, as it lies."""

    laid: LaidBoard


class Position(PositionAction[State], frozen=True, tag="position"):
    """The situation outright; what is left out is unknown."""

    board: Annotated[dict[Colour, Cells], msgspec.Meta(max_length=len(COLOURS))] | UnsetType = UNSET
    hands: ByPlayer[Count] | UnsetType = UNSET
    bag: Count | UnsetType = UNSET
    turn: Player | UnsetType = UNSET
    opened: bool | Players | UnsetType = UNSET
    scores: ByPlayer[Count] | UnsetType = UNSET
    exclusive = True
    book = BOOK

    def check(self, options: Options, players: Sequence[PlayerKey], path: str) -> None:
        """It names who has opened, or says that all have."""
        if self.opened is False:
            raise Unusable(
                f"{path}.opened", say("List the players who have opened, or use true for all.")
            )

    def faults(self, state: State) -> Iterator[Fault]:
        """The board breaks the rules in itself, or the counts cannot be."""
        board, hands = self.laid_board, self.hands or {}
        yield from _first_broken(board)
        in_all = count(board) + sum(hands.values()) + (self.bag or 0)
        if in_all > len(TILES):
            reason = say("There are only {most} tiles, not {n}.", most=len(TILES), n=in_all)
            yield Fault(("zinga/tiles",), reason, can_stand=False)
        out = [who for who in state.players if hands.get(who) == 0]
        if len(out) > 1:
            reason = say("{players} cannot all have played their last tile.", players=[*out])
            yield Fault(("zinga/7.A",), reason, can_stand=False)

    def apply(self, state: State) -> State:
        """It is within a tracked round, unless it tells nothing but scores."""
        scores = {**state.scores, **(self.scores or {})}
        reached = target_reached(state, scores)
        between = replace(between_rounds(state), scores=scores, over=reached)
        told = (self.board, self.hands, self.bag, self.turn, self.opened)
        if all(field is UNSET for field in told):
            return between
        hands = self.hands or {}
        out = next((who for who in state.players if hands.get(who) == 0), None)
        over = reached and state.options.target_at == "at-once"
        opened = self.opened if isinstance(self.opened, tuple) else state.players
        return replace(
            between,
            over=over,
            in_round=True,
            # What somebody named stays hidden until the round ends.
            named=state.named,
            turn=None if over or out is not None or self.turn is UNSET else self.turn,
            bag=None if self.bag is UNSET else self.bag,
            hands={who: hands.get(who) for who in state.players},
            board=self.laid_board,
            opened=tuple(who for who in state.players if who in opened),
            out=out,
        )

    @property
    def laid_board(self) -> Board:
        """Return the board as told, empty if it is not; open ends of Zingas take the numbers they
        touch."""
        if self.board is UNSET:
            return EMPTY_BOARD
        return tuple(_circle(self.board.get(colour, {})) for colour in COLOURS)

    @classmethod
    def from_state(cls, state: State, viewer: Viewer) -> Position:
        """Return the situation as far as everyone may know it: counts, but no hands."""
        scores = dict(state.scores)
        if not state.in_round:
            return cls(scores=scores)
        hands = {who: hand for who, hand in state.hands.items() if hand is not None}
        return cls(
            board=told_board(state.board),
            hands=hands or UNSET,
            bag=UNSET if state.bag is None else state.bag,
            turn=UNSET if state.turn is None else state.turn,
            opened=True if state.opened == state.players else state.opened,
            scores=scores,
        )

    @classmethod
    def form(cls, name: str, state: State, viewer: Viewer, draft: Draft) -> PositionForm:
        told = draft.having(**cls.entered(state, viewer, draft)).event(cls)
        told = told or cls.from_state(state, viewer)
        laid = lay(told, state.options.layout, draft.now)
        return PositionForm(fields=msgspec.to_builtins(told), laid=laid)


def lay(told: Position, layout: Layout, now: str) -> LaidBoard:
    """Return a board that is being put in; `now`: where one is, as "green" or "green:5"."""
    board = told.laid_board
    circles, joins = drawn_circles(board, layout), connectors(layout)
    colour, _, space = now.partition(":")
    i, at = INDEX.get(colour), as_number(space)  # type: ignore[call-overload]
    if i is None:
        return LaidBoard(circles=circles, connectors=joins)
    if at is None or at >= SIZE:
        return LaidBoard(circles=circles, connectors=joins, now=COLOURS[i])
    placed = set(tiles_of(board))
    tiles = [
        LayableTile(tile=tile, words=TILE_WORDS[tile], kind=kind, gone=tile in placed)
        for kind in KINDS
        if (tile := TILE[i, kind]) and (at not in DOUBLES or kind in OPENING_KINDS)
    ]
    return LaidBoard(
        circles=circles,
        connectors=joins,
        now=COLOURS[i],
        at=at,
        there=circles[i].spaces[at],
        tiles=tuple(tiles),
    )


def told_board(board: Board) -> dict[Colour, dict[str, tuple[int, int] | ZingaCell]]:
    """Return the board as a position tells it: all four circles, only the filled spaces."""
    return {
        colour: {str(at): _told_cell(cell) for at, cell in enumerate(circle) if cell is not None}
        for colour, circle in zip(COLOURS, board, strict=True)
    }


def _told_cell(cell: Cell) -> tuple[int, int] | ZingaCell:
    if cell.kind == ZINGA:
        return ZingaCell((cell.first, cell.last))
    assert cell.first is not None
    assert cell.last is not None
    return cell.first, cell.last


def _circle(cells: Cells) -> Circle:
    spaces: list[Cell | None] = [None] * SIZE
    for key, cell in cells.items():
        if isinstance(cell, ZingaCell):
            spaces[int(key)] = Cell(ZINGA, *cell.zinga)
        else:
            spaces[int(key)] = ORIENTED[f"{min(cell)}-{max(cell)}", cell[0], cell[1]]
    for at, there in enumerate(spaces):
        if there is not None and there.kind == ZINGA:
            names = (there.first, there.last)
            before, after = before_of(spaces, at), after_of(spaces, at)
            spaces[at] = zinga_cell(at in DOUBLES, before, after, names=names)
    return tuple(spaces)


# A board that breaks the rules in itself


def _first_broken(board: Board) -> list[Fault]:
    """Find what is wrong at the first space, by colour, where something is. A tile that lies twice
    cannot stand, wherever that is."""
    can_stand = max(Counter(tiles_of(board)).values(), default=0) <= 1
    for colour, circle in enumerate(board):
        seen: set[str] = set()
        for at, cell in enumerate(circle):
            if cell is None:
                continue
            wrong = [*_wrong_at(colour, circle, at, cell, cell.kind in seen)]
            if wrong:
                facts = {"at": [COLOURS[colour], at]}
                return [
                    Fault((clause,), reason, can_stand=can_stand, facts=facts)
                    for clause, reason in wrong
                ]
            seen.add(cell.kind)
    return []


def _wrong_at(
    colour: int, circle: Circle, at: int, cell: Cell, lies_twice: bool
) -> Iterator[tuple[str, Message]]:
    """Yield each clause that a tile breaks as it lies, and why."""
    tile = TILE_WORDS[TILE[colour, cell.kind]]
    if before_of(circle, at) not in (NOTHING, None, cell.first):
        yield (
            "zinga/4.ii",
            say("The {tile}, {at}, does not match the tile before it.", tile=tile, at=WHERE[at]),
        )
    if at in DOUBLES and cell.first != cell.last:
        reason = say(
            "The {tile} is not a Double, but it is on a Doubles square of the {circle}.",
            circle=CIRCLE_WORDS[COLOURS[colour]],
            tile=tile,
        )
        yield "zinga/4.iii", reason
    if lies_twice:
        yield (
            "zinga/tiles",
            say("There is only one {tile}, but it is on the board twice.", tile=tile),
        )
