"""The situation put in outright, and taken out again."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import NamedTuple

from msgspec import UNSET
from msgspec.structs import replace

from referee.core import Message, Ruling, legal, say
from referee.games.zinga.board import (
    EMPTY_BOARD,
    LYING,
    NOTHING,
    Board,
    Cell,
    Circle,
    after_of,
    before_of,
    count,
    tiles_of,
    zinga_cell,
)
from referee.games.zinga.events import Position, ZingaCell
from referee.games.zinga.rules import Refusal, refuse
from referee.games.zinga.scoring import between_rounds
from referee.games.zinga.state import State, reaches_target
from referee.games.zinga.tiles import (
    CIRCLE_WORDS,
    COLOURS,
    DOUBLES,
    SIZE,
    TILE,
    TILE_WORDS,
    TILES,
    ZINGA,
    Colour,
)


def board_of(event: Position) -> Board:
    """The board as told, empty if it is not; open ends of Zingas take the numbers they touch."""
    if event.board is UNSET:
        return EMPTY_BOARD
    return tuple(_circle(event.board.get(colour, {})) for colour in COLOURS)


def _circle(cells: Mapping[str, tuple[int, int] | ZingaCell]) -> Circle:
    spaces: list[Cell | None] = [None] * SIZE
    for key, cell in cells.items():
        if isinstance(cell, ZingaCell):
            spaces[int(key)] = Cell(ZINGA, *cell.zinga)
        else:
            spaces[int(key)] = LYING[f"{min(cell)}-{max(cell)}", cell[0], cell[1]]
    for at, there in enumerate(spaces):
        if there is not None and there.kind == ZINGA:
            names = (there.first, there.last)
            spaces[at] = zinga_cell(at, before_of(spaces, at), after_of(spaces, at), names=names)
    return tuple(spaces)


class _Fault(NamedTuple):
    """A place that breaks a rule in itself."""

    colour: Colour
    at: int
    rule: str
    reason: Message


def _faults(board: Board) -> list[_Fault]:
    """What is wrong with a board: by colour, then space, then clause."""
    faults = []
    for colour, circle in enumerate(board):
        name = COLOURS[colour]
        seen = set()
        for at, cell in enumerate(circle):
            if cell is None:
                continue
            tile = TILE_WORDS[TILE[colour, cell.kind]]
            before = before_of(circle, at)
            if before not in (NOTHING, None, cell.first):
                reason = say(
                    "The {tile} on space {at} does not match the tile before it.", tile=tile, at=at
                )
                faults.append(_Fault(name, at, "zinga/4.ii", reason))
            if at in DOUBLES and cell.first != cell.last:
                reason = say(
                    "Space {at} of the {circle} is a Doubles square, and the {tile} there is no"
                    " Double.",
                    at=at,
                    circle=CIRCLE_WORDS[name],
                    tile=tile,
                )
                faults.append(_Fault(name, at, "zinga/4.iii", reason))
            if cell.kind in seen:
                reason = say("There is one {tile}, and it lies on the board twice.", tile=tile)
                faults.append(_Fault(name, at, "zinga/tiles", reason))
            seen.add(cell.kind)
    return faults


def judge_position(state: State, event: Position) -> Ruling:
    """Legal unless the board breaks the rules in itself, or the counts cannot be."""
    board = board_of(event)
    faults = _faults(board)
    broken = [
        Refusal((fault.rule,), fault.reason)
        for fault in faults
        if (fault.colour, fault.at) == (faults[0].colour, faults[0].at)
    ]
    hands = {} if event.hands is UNSET else event.hands
    in_all = count(board) + sum(hands.values()) + (0 if event.bag is UNSET else event.bag)
    if in_all > len(TILES):
        reason = say("There are {most} tiles, not {n}.", most=len(TILES), n=in_all)
        broken.append(Refusal(("zinga/tiles",), reason, can_stand=False))
    out = [who for who in state.agreed.players if hands.get(who) == 0]
    if len(out) > 1:
        reason = say("{players} cannot all have played their last tile.", players=[*out])
        broken.append(Refusal(("zinga/7.A",), reason, can_stand=False))
    if not broken:
        return legal("table/position", say("This is how it stands."))
    facts = {"at": [faults[0].colour, faults[0].at]} if faults else {}
    return refuse(broken, max(Counter(tiles_of(board)).values(), default=0) <= 1, **facts)


def apply_position(state: State, event: Position) -> State:
    """The situation of `event`: within a tracked round, unless it tells nothing but scores."""
    scores = state.scores if event.scores is UNSET else {**state.scores, **event.scores}
    reached = reaches_target(state, scores)
    told = (event.board, event.hands, event.bag, event.turn, event.opened)
    if all(field is UNSET for field in told):
        return replace(between_rounds(state), scores=scores, over=reached)
    players = state.agreed.players
    hands = {} if event.hands is UNSET else event.hands
    out = next((who for who in players if hands.get(who) == 0), None)
    over = reached and state.agreed.target_at == "at-once"
    opened = event.opened if isinstance(event.opened, tuple) else players
    return replace(
        between_rounds(state),
        scores=scores,
        over=over,
        in_round=True,
        # What somebody named stays hidden until the round ends.
        named=state.named,
        turn=None if over or out is not None or event.turn is UNSET else event.turn,
        bag=None if event.bag is UNSET else event.bag,
        hands={who: hands.get(who) for who in players},
        board=board_of(event),
        opened=tuple(who for who in players if who in opened),
        out=out,
    )


def shown_board(board: Board) -> dict[Colour, dict[str, tuple[int, int] | ZingaCell]]:
    """The board as a position tells it: all four circles, only the filled spaces."""
    return {
        colour: {str(at): _shown(cell) for at, cell in enumerate(circle) if cell is not None}
        for colour, circle in zip(COLOURS, board, strict=True)
    }


def _shown(cell: Cell) -> tuple[int, int] | ZingaCell:
    if cell.kind == ZINGA:
        return ZingaCell((cell.first, cell.last))
    assert cell.first is not None
    assert cell.last is not None
    return cell.first, cell.last


def position_of(state: State) -> Position:
    """The situation as a position, as far as everyone may know it: counts, but no hands."""
    scores = dict(state.scores)
    if not state.in_round:
        return Position(scores=scores)
    hands = {who: hand for who, hand in state.hands.items() if hand is not None}
    return Position(
        board=shown_board(state.board),
        hands=hands or UNSET,
        bag=UNSET if state.bag is None else state.bag,
        turn=UNSET if state.turn is None else state.turn,
        opened=True if state.opened == state.agreed.players else state.opened,
        scores=scores,
    )
