"""Score piles that nobody counts: what the referee knows of the numbers in them.

A pile is a stack of batches. What is taken off its top is one of the top batch, no one knows
which, so of each number a pile has a least and a most (`zingazam/tie`).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Annotated, TypeAlias

import msgspec

from referee.core import ByPlayer, Unusable, UserText, say
from referee.games.zingazam.cards import FROM_THE_TOP, NUMBERS

LOTS = 1_000_000
"""The most of any count."""
Count = Annotated[int, msgspec.Meta(ge=0, le=LOTS)]
_Key = Annotated[str, msgspec.Meta(max_length=60)]
Piles: TypeAlias = ByPlayer[Annotated[dict[_Key, Count], msgspec.Meta(max_length=len(NUMBERS))]]
"""By player, how many cards of each number (a string) lie in his pile, cats included."""

_KEYS = frozenset(str(number) for number in NUMBERS)


def check_piles(piles: Piles, path: str) -> None:
    """Refuse a pile that counts cards of a number that no card has."""
    for who, pile in piles.items():
        for number in pile:
            if number not in _KEYS:
                raise Unusable(
                    f"{path}.piles.{who}.{number}",
                    say(
                        "Cards are numbered 1 to 8, so there is no {number}.",
                        number=UserText(number[:60]),
                    ),
                )


class Batch(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """Cards that came together: `left` of the cards `numbers`, any of them.

    The cards of a round, or (with `left` 1) one of them that a spell moved. No `numbers`: cards
    put in by a position, which may be anything.
    """

    numbers: tuple[int, ...]
    left: int


class Pile(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """A score pile, its top last. `count` None: an unknown number of cards lies beneath."""

    batches: tuple[Batch, ...] = ()
    count: int | None = 0


EMPTY = Pile()
UNKNOWN = Pile(count=None)


def put_in(count: int | None) -> Pile:
    """A pile of `count` unknown cards; None: nobody knows how many."""
    return Pile((Batch((), count),), count) if count else Pile((), count)


def plus(count: int | None, more: int) -> int | None:
    """`count` and so many more; None, unknown, stays so."""
    return None if count is None else count + more


def put_on(pile: Pile, batch: Batch) -> Pile:
    """`pile` with `batch` on top."""
    return Pile((*pile.batches, batch), plus(pile.count, batch.left))


def take_off(pile: Pile) -> tuple[Batch | None, Pile]:
    """The top card of `pile`, which is not surely empty, and the rest. The card is None where
    nobody knows whether there was one: the pile is unknown, and what is known to have come to it
    lies no longer on top."""
    if not pile.batches:
        return None, pile
    top, below = pile.batches[-1], pile.batches[:-1]
    if top.left > 1:
        below = (*below, Batch(top.numbers, top.left - 1))
    return Batch(top.numbers, 1), Pile(below, plus(pile.count, -1))


def bounds(pile: Pile, number: int) -> tuple[int, int]:
    """The least and the most cards of `number` in `pile`; the most is `LOTS` where its size is
    unknown."""
    least, most = 0, LOTS if pile.count is None else 0
    for batch in pile.batches:
        numbers, left = batch.numbers, batch.left
        if not numbers:
            most += left
        elif there := numbers.count(number):
            least += max(0, there - (len(numbers) - left))
            most += min(there, left)
    return least, most


def certain(pile: Pile) -> int:
    """How many cards surely lie in `pile`."""
    return sum(batch.left for batch in pile.batches) if pile.count is None else pile.count


def settle(
    tied: Sequence[int], known: Callable[[int, int], tuple[int, int]]
) -> tuple[tuple[int, ...], bool]:
    """Who of `tied` is left when numbers are compared from 8 down, and whether that settles it.

    `known(who, number)` is the least and the most that he has of it. More than one left and
    settled: they share (`zingazam/tie`).
    """
    left = tuple(tied)
    for number in FROM_THE_TOP:
        if len(left) == 1:
            break
        has = {who: known(who, number) for who in left}
        needed = max([least for least, _ in has.values()])
        left = tuple([who for who in left if has[who][1] >= needed])
        if len(left) > 1 and any(has[who][0] != has[who][1] for who in left):
            return left, False
    return left, True
