"""The cards: everyone's own 1 to 8, the twelve cats, and what each number is called."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

import msgspec

from referee.core import Message, say
from referee.core.form import Piece

HIGHEST = 8
Number = Annotated[int, msgspec.Meta(ge=1, le=HIGHEST)]
NUMBERS = range(1, HIGHEST + 1)
FROM_THE_TOP = NUMBERS[::-1]
"""The order in which a tie is looked at."""

OWN_CARDS = len(NUMBERS)
CATS_OF_A_NUMBER = 2
CAT_NUMBERS = (1, 2, 3, 6, 7, 8)
CATS = CATS_OF_A_NUMBER * len(CAT_NUMBERS)

MOST_CARDS = OWN_CARDS + 2
"""The most a player can lay in a game, on average: eight and the cats of a 4 and of a mirror."""

SPELLS: dict[int, Message] = {
    1: say("Future"),
    2: say("Darkness"),
    3: say("Hurricane"),
    4: say("Companion"),
    5: say("Mirror"),
    6: say("Puppeteer"),
    7: say("Freeze"),
    8: say("Gift"),
}

DOES: dict[int, Message] = {
    1: say("Nothing yet. But 1 beats 8."),
    2: say("Steal the top card of a pile."),
    3: say("Turn one of your cards to face you."),
    4: say("Take a cat."),
    5: say("Copy a spell already played."),
    6: say("Point at the next player's card."),
    7: say("The next player skips this round."),
    8: say("Give away the top card. 1 beats 8."),
}
"""What each spell does, for a six-year-old."""


def piece(number: int, cat: bool = False) -> Piece:
    """Return the card as a page draws it."""
    return {"card": number, "cat": cat, "name": SPELLS[number], "colour": f"zingazam-n{number}"}


def in_box(number: int, players: int) -> int:
    """How many cards show `number` when so many play, cats included."""
    return players + (CATS_OF_A_NUMBER if number in CAT_NUMBERS else 0)


def cats_unseen(number: int, cats_played: Sequence[int]) -> int:
    """How many cats with `number` have not been played, given the numbers of those that have."""
    if number not in CAT_NUMBERS:
        return 0
    return max(0, CATS_OF_A_NUMBER - cats_played.count(number))
