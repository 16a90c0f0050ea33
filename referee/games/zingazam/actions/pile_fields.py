"""What lies in a pile, as fields of a form and as a result."""

from __future__ import annotations

from collections.abc import Sequence

from referee.core import Message, PlayerKey, say
from referee.core.draft import Draft, as_mapping, as_number
from referee.core.form import Group, Number
from referee.games.zingazam.cards import FROM_THE_TOP, SPELLS, piece
from referee.games.zingazam.piles import UNKNOWN, Pile, Piles, bounds, settle
from referee.games.zingazam.rules import top
from referee.games.zingazam.state import Result

FEW = 3
"""So many more than the least may lie there for the numbers to be keys to tap."""


def pile_group(
    who: str, draft: Draft, title: Message, pile: Pile = UNKNOWN, fold: Message | None = None
) -> Group:
    """The numbers in `who`'s pile from the 8 down; what `pile` makes sure stands there already."""
    entered = as_mapping(draft.mapping("piles").get(who))
    fields = []
    for number in FROM_THE_TOP:
        least, most = bounds(pile, number)
        label = say(
            "{who}’s pile: how many of {n}, {spell}", n=number, spell=SPELLS[number], who=who
        )
        fields.append(
            Number(
                name=f"piles.{who}.{number}",
                label=label,
                value=least if least == most else as_number(entered.get(str(number))),
                most=99,
                keys=tuple(range(least, most + 1)) if most - least <= FEW else (),
                is_sure=least == most,
                piece=piece(number),
            )
        )
    return Group(title=title, fields=tuple(fields), folded_under=fold, is_open="piles" in draft)


def compared(
    players: Sequence[PlayerKey], counts: Sequence[int], piles: Piles, known: Sequence[Pile]
) -> Result:
    """The result of a game with so many cards each: what the table counted in `piles` decides a
    tie, of the others what is `known`. What is left is shared."""

    def has(seat: int, number: int) -> tuple[int, int]:
        pile = piles.get(players[seat])
        if pile is None:
            return bounds(known[seat], number)
        n = pile.get(str(number), 0)
        return n, n

    return Result(tuple(counts), settle(top(counts), has)[0])
