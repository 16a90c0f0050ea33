"""The four circles: what lies in a space, what touches it, how a tile can lie there."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

import msgspec

from referee.games.zinga.tiles import (
    COLOURS,
    DOUBLE_KINDS,
    DOUBLES,
    FACING,
    KINDS,
    NUMBERS,
    SIZE,
    TILE,
    ZINGA,
    Layout,
)


class Cell(msgspec.Struct, frozen=True, array_like=True, gc=False, cache_hash=True):
    """A tile as it lies: its kind, and its ends in clockwise order.

    Only a Zinga's end can be None: it is still open.
    """

    kind: str
    first: int | None
    last: int | None

    @property
    def is_open(self) -> bool:
        """Whether an end has no number yet."""
        return self.first is None or self.last is None


Circle: TypeAlias = tuple[Cell | None, ...]
Board: TypeAlias = tuple[Circle, ...]
"""A circle for each of `COLOURS`."""

EMPTY_CIRCLE: Circle = (None,) * SIZE
EMPTY_BOARD: Board = (EMPTY_CIRCLE,) * len(COLOURS)

NOTHING = -1
"""Where a space's side touches no tile; a side that touches an open Zinga is None."""

ORIENTATIONS: dict[str, tuple[Cell, ...]] = {
    kind: tuple(
        dict.fromkeys(
            Cell(kind, first, last)
            for first, last in ((int(kind[0]), int(kind[2])), (int(kind[2]), int(kind[0])))
        )
    )
    for kind in KINDS
    if kind != ZINGA
}
"""The ways in which a tile with two numbers can lie: a Double only one, others two."""

ORIENTED: dict[tuple[str, int | None, int | None], Cell] = {
    (cell.kind, cell.first, cell.last): cell for cells in ORIENTATIONS.values() for cell in cells
}


SIDES = (NOTHING, None, *NUMBERS)
"""What a side of a space can touch."""
FITTING: dict[tuple[str, int | None, int | None], tuple[Cell, ...]] = {
    (kind, before, after): tuple(
        cell
        for cell in cells
        if before in (NOTHING, None, cell.first) and after in (NOTHING, None, cell.last)
    )
    for kind, cells in ORIENTATIONS.items()
    for before in SIDES
    for after in SIDES
}
"""The lies of a tile whose ends match what lies before and after the space (zinga/4.ii, 4.iv)."""

UNTOLD: dict[tuple[str, int | None, int | None], Cell | None] = {
    (kind, before, after): ways[0] if len(ways) == 1 else None
    for (kind, before, after), matching in FITTING.items()
    for ways in (ORIENTATIONS[kind] if kind in DOUBLE_KINDS else matching,)
}
"""How a tile lies between the two if nobody tells: the one way that fits, and a Double the one way
there is; else None."""


def before_of(circle: Sequence[Cell | None], at: int) -> int | None:
    """The number that the tile before space `at` turns to it; None if open, or `NOTHING`."""
    cell = circle[at - 1]
    return NOTHING if cell is None else cell.last


def after_of(circle: Sequence[Cell | None], at: int) -> int | None:
    """The number that the tile after space `at` turns to it; None if open, or `NOTHING`."""
    cell = circle[at + 1 - SIZE]
    return NOTHING if cell is None else cell.first


def facing_number(board: Board, layout: Layout, colour: int, at: int) -> int | None:
    """The number on the square that faces this one: of a Double, or of a Zinga that has one.

    None where there is no connector, or no such number.
    """
    facing = FACING[layout][colour][at]
    if facing is None:
        return None
    cell = board[facing[0]][facing[1]]
    return cell.first if cell is not None and cell.first == cell.last else None


def zinga_cell(
    square: bool,
    before: int | None,
    after: int | None,
    number: int | None = None,
    names: tuple[int | None, int | None] = (None, None),
) -> Cell:
    """A Zinga as it lies on a Doubles `square`, or elsewhere (zinga/4.v).

    `before` and `after` as the functions above give them, `number` that of the facing square,
    `names` what its player says. An end has its name, else the number it touches; on a Doubles
    square an end without either has the other's, else `number`.
    """
    first, last = names
    if first is None and before != NOTHING:
        first = before
    if last is None and after != NOTHING:
        last = after
    if square:
        if first is None:
            first = number if last is None else last
        if last is None:
            last = first
    return Cell(ZINGA, first, last)


def put(circle: Circle, at: int, cell: Cell) -> Circle:
    """`circle` with `cell` on space `at`; an open end of a Zinga beside it takes its number."""
    spaces = [*circle]
    spaces[at] = cell
    left, right = spaces[at - 1], spaces[at + 1 - SIZE]
    if left is not None and left.last is None:
        _close_end(spaces, (at - 1) % SIZE, left)
    if right is not None and right.first is None:
        _close_end(spaces, (at + 1) % SIZE, right)
    return tuple(spaces)


def _close_end(spaces: list[Cell | None], at: int, zinga: Cell) -> None:
    """Give the open ends of the Zinga on space `at` the numbers that they touch."""
    before, after = before_of(spaces, at), after_of(spaces, at)
    names = (zinga.first, zinga.last)
    spaces[at] = zinga_cell(at in DOUBLES, before, after, names=names)


def kinds_on(circle: Circle) -> frozenset[str]:
    """Return the kinds of the tiles that lie on a circle."""
    return frozenset([cell.kind for cell in filter(None, circle)])


def space_of(circle: Circle, kind: str) -> int | None:
    """Return the space on which a tile of this kind lies, if it does."""
    for cell in filter(None, circle):
        if cell.kind == kind:
            return circle.index(cell)
    return None


def tiles_of(board: Board) -> list[str]:
    """Return every tile on the board, as it is written."""
    return [
        TILE[colour, cell.kind]
        for colour, circle in enumerate(board)
        for cell in circle
        if cell is not None
    ]


def count(board: Board) -> int:
    """How many tiles lie on the board."""
    return sum(SIZE - circle.count(None) for circle in board)
