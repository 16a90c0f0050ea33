"""Can a circle still be filled with the tiles of its colour that are not on the board?

A full circle holds all sixteen tiles, so what is left must fill what is free exactly. Seen as a
graph whose vertices are the numbers 0 to 4, the ten tiles with two numbers are the edges, a Double
is a loop, and every run of free spaces between placed tiles is a trail from the number before it
to the number after it. Every vertex is entered as often as it is left, so the parity of the
vertices says what a Zinga can be: a loop, or the one edge between the two that are odd. With that,
the tiles left tell where a trail stands, and what failed once with the same tiles left is not
tried again: a few thousand steps at the very most.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import product

from referee.games.zinga.board import (
    EMPTY_CIRCLE,
    NOTHING,
    Cell,
    Circle,
    after_of,
    before_of,
    facing_number,
)
from referee.games.zinga.state import State
from referee.games.zinga.tiles import DOUBLES, KINDS, NUMBERS, SIZE, ZINGA

Facing = tuple[int | None, ...]
"""For each space of a circle the number on the square across; None where there is none."""

_BIT = {kind: 1 << i for i, kind in enumerate(KINDS)}
_KIND = {bit: kind for kind, bit in _BIT.items()}
_ZINGA = _BIT[ZINGA]
_LOOP = [_BIT[f"{n}-{n}"] for n in NUMBERS]
_STEPS = [
    tuple((_BIT[f"{min(n, to)}-{max(n, to)}"], to) for to in NUMBERS if to != n) for n in NUMBERS
]
"""From each number the tiles that lead on, with the number they lead to."""
_LEADING_ON = [sum(bit for bit, _ in steps) for steps in _STEPS]


Filling = tuple[tuple[int, Cell], ...]
"""How tiles lie on the free spaces, by space."""


def fill_circle(state: State, colour: int, circle: Circle | None = None) -> Filling | None:
    """Find a way to fill the free spaces of a circle; None if there is none.

    `circle`: as it might come to lie; by default as it lies.
    """
    if circle is None:
        circle = state.board[colour]
    doubles_match = state.options.facing_double == "match"
    return filling(circle, facing_numbers(state, colour), doubles_match)


def facing_numbers(state: State, colour: int) -> Facing:
    """Return the numbers that face the spaces of a circle."""
    facing: list[int | None] = [None] * SIZE
    for at in DOUBLES:
        facing[at] = facing_number(state.board, state.options.layout, colour, at)
    return tuple(facing)


def filled(circle: Circle, found: Filling) -> Circle:
    """Return `circle` with all that was `found` for its free spaces."""
    laid = list(circle)
    for at, cell in found:
        laid[at] = cell
    return tuple(laid)


@lru_cache(maxsize=256)
def filling(circle: Circle, facing: Facing, doubles_match: bool) -> Filling | None:
    """A way to fill the free spaces of `circle`; None if there is none.

    A Zinga must have the number that its square faces, a Double too if `doubles_match`
    (zinga/4.v). Placed tiles are not judged again; only the arrangement counts, not the order of
    play.
    """
    if None not in circle:
        return ()
    left = sum(_BIT.values()) - sum(_BIT[cell.kind] for cell in circle if cell)
    for order, starts, ends in _trails(circle, facing):
        found = _fill(order, starts, ends, left, facing, doubles_match)
        if found is not None:
            return tuple(sorted(found.items()))
    return None


_Trails = tuple[list[int], dict[int, int], dict[int, int]]


def _trails(circle: Circle, facing: Facing) -> Iterator[_Trails]:
    """Each way to see the free spaces as trails: the spaces in order, the number before those that
    begin a trail, the number after those that end one.

    There are several where an end of a Zinga is open, or the circle is empty.
    """
    if circle == EMPTY_CIRCLE:
        # A closed trail may begin anywhere: best on a square that leaves the least choice.
        begin = min(DOUBLES, key=lambda at: (facing[at] is None, at))
        order = [(begin + step) % SIZE for step in range(SIZE)]
        for number in NUMBERS:
            yield order, {order[0]: number}, {order[-1]: number}
        return
    after_a_tile = next(at for at in range(SIZE) if circle[at] is None and circle[at - 1])
    turned = [(after_a_tile + step) % SIZE for step in range(SIZE)]
    order = [at for at in turned if circle[at] is None]
    for decided in _decided(circle):
        before = {at: before_of(decided, at) for at in order}
        after = {at: after_of(decided, at) for at in order}
        yield (
            order,
            {at: n for at, n in before.items() if n is not None and n != NOTHING},
            {at: n for at, n in after.items() if n is not None and n != NOTHING},
        )


def _decided(circle: Circle) -> Iterator[Circle]:
    """`circle` with every choice of numbers for the open ends of its Zinga."""
    at = next((i for i, cell in enumerate(circle) if cell and cell.kind == ZINGA), None)
    zinga = None if at is None else circle[at]
    if at is None or zinga is None or not zinga.is_open:
        yield circle
        return
    firsts = NUMBERS if zinga.first is None else (zinga.first,)
    lasts = NUMBERS if zinga.last is None else (zinga.last,)
    for first, last in product(firsts, lasts):
        if first == last or at not in DOUBLES:
            yield (*circle[:at], Cell(ZINGA, first, last), *circle[at + 1 :])


def _fill(
    order: Sequence[int],
    starts: Mapping[int, int],
    ends: Mapping[int, int],
    left: int,
    facing: Facing,
    doubles_match: bool,
) -> dict[int, Cell] | None:
    """The tile for every space of `order`, such that each trail leads from its start to its end.

    `left`: the bits of the tiles to use, as many as there are spaces.
    """
    odd = _odd_numbers(starts, ends, left)
    if odd and not (left & _ZINGA and len(odd) == 2):
        return None
    steps = [
        _steps(at in DOUBLES, starts.get(at), ends.get(at), odd, facing[at], doubles_match)
        for at in order
    ]
    squares = [steps[i] for i, at in enumerate(order) if at in DOUBLES]
    if not _seated([{bit for way in ways for bit, _, _ in way} for ways in squares], left):
        return None
    failed: set[int] = set()
    found: dict[int, Cell] = {}

    def go(i: int, n: int, left: int) -> bool:
        """Fill the spaces from the i-th on, standing at number `n`."""
        if not left:
            return True
        if left in failed:
            return False
        for bit, to, cell in steps[i][n]:
            if left & bit and go(i + 1, to, left ^ bit):
                found[order[i]] = cell
                return True
        failed.add(left)
        return False

    return found if go(0, starts[order[0]], left) else None


def _odd_numbers(starts: Mapping[int, int], ends: Mapping[int, int], left: int) -> tuple[int, ...]:
    """The numbers at which the ends of the trails and of the tiles in `left` do not pair off."""
    met = [*starts.values(), *ends.values()]
    return tuple(n for n in NUMBERS if (met.count(n) + (left & _LEADING_ON[n]).bit_count()) % 2)


@lru_cache(maxsize=1024)
def _steps(
    is_double: bool,
    start: int | None,
    end: int | None,
    odd: tuple[int, ...],
    number: int | None,
    doubles_match: bool,
) -> tuple[tuple[tuple[int, int, Cell], ...], ...]:
    """For each number where the trail may stand: the tiles for a space, where they lead, and how
    they lie.

    `is_double`: it is a Doubles square. `start`, `end`: what lies before and after, if anything.
    `odd`: the two numbers that a Zinga must join, if any. `number`: what the space faces.
    """
    ways = []
    for n in NUMBERS if start is None else [start] * len(NUMBERS):
        way = [(_LOOP[n], n)] if not doubles_match or number in (None, n) else []
        if not is_double:
            way += _STEPS[n]
            if n in odd:
                way.append((_ZINGA, sum(odd) - n))
        if not odd and number in (None, n):
            way.append((_ZINGA, n))
        ways.append(
            tuple((bit, to, Cell(_KIND[bit], n, to)) for bit, to in way if end in (None, to))
        )
    return tuple(ways)


def _seated(seats: Sequence[set[int]], left: int) -> bool:
    """Whether every Doubles square can have one of its tiles, each once."""
    if not seats:
        return True
    return any(left & bit and _seated(seats[1:], left ^ bit) for bit in seats[0])
