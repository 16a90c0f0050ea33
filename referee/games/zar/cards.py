"""The deck: 31 different cards and the Chameleon, and what each is called."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Literal, get_args

import msgspec

from referee.core import Message, plural, say
from referee.core.text import SingleValue, Value

Colour = Literal["blue", "red", "yellow"]
Basic = Literal["cloud", "galaxy", "lightning", "moon", "star", "sun"]
Declaration = Literal[Basic, Colour]
RealCard = Literal[
    "blue-cloud",
    "blue-galaxy",
    "blue-lightning",
    "blue-moon",
    "blue-star",
    "blue-sun",
    "blue-crab",
    "blue-frog",
    "blue-wasp",
    "red-cloud",
    "red-galaxy",
    "red-lightning",
    "red-moon",
    "red-star",
    "red-sun",
    "red-crab",
    "red-frog",
    "red-wasp",
    "yellow-cloud",
    "yellow-galaxy",
    "yellow-lightning",
    "yellow-moon",
    "yellow-star",
    "yellow-sun",
    "yellow-crab",
    "yellow-frog",
    "yellow-wasp",
    "winged-dragon",
    "unwinged-dragon",
    "front-peacock",
    "side-peacock",
]
Card = Literal[RealCard, "chameleon"]

COLOURS: tuple[str, ...] = get_args(Colour)
BASICS: tuple[str, ...] = get_args(Basic)
COMMANDS = ("crab", "frog", "wasp")
DRAGONS = ("winged-dragon", "unwinged-dragon")
PEACOCKS = ("front-peacock", "side-peacock")
POWERS = DRAGONS + PEACOCKS
CHAMELEON = "chameleon"
REAL_CARDS: tuple[str, ...] = get_args(RealCard)

COLOUR = {card: card.split("-")[0] for card in REAL_CARDS if card not in POWERS}
"""The colour of each card that has one."""
SYMBOL = {card: card.split("-")[1] for card in REAL_CARDS}
"""The symbol of each real card; of a Power "dragon" or "peacock"."""
KIND = {
    card: "power" if card in POWERS else "command" if SYMBOL[card] in COMMANDS else "basic"
    for card in REAL_CARDS
}
"""Which of the three printed values a real card has."""


class Name(msgspec.Struct, frozen=True):
    """What a card is called: "red frog", "a red frog", "the red frog"."""

    plain: Message
    a: Message
    the: Message


NAMES = {
    "blue-cloud": Name(say("blue cloud"), say("a blue cloud"), say("the blue cloud")),
    "blue-galaxy": Name(say("blue galaxy"), say("a blue galaxy"), say("the blue galaxy")),
    "blue-lightning": Name(
        say("blue lightning bolt"), say("a blue lightning bolt"), say("the blue lightning bolt")
    ),
    "blue-moon": Name(say("blue moon"), say("a blue moon"), say("the blue moon")),
    "blue-star": Name(say("blue star"), say("a blue star"), say("the blue star")),
    "blue-sun": Name(say("blue sun"), say("a blue sun"), say("the blue sun")),
    "blue-crab": Name(say("blue crab"), say("a blue crab"), say("the blue crab")),
    "blue-frog": Name(say("blue frog"), say("a blue frog"), say("the blue frog")),
    "blue-wasp": Name(say("blue wasp"), say("a blue wasp"), say("the blue wasp")),
    "red-cloud": Name(say("red cloud"), say("a red cloud"), say("the red cloud")),
    "red-galaxy": Name(say("red galaxy"), say("a red galaxy"), say("the red galaxy")),
    "red-lightning": Name(
        say("red lightning bolt"), say("a red lightning bolt"), say("the red lightning bolt")
    ),
    "red-moon": Name(say("red moon"), say("a red moon"), say("the red moon")),
    "red-star": Name(say("red star"), say("a red star"), say("the red star")),
    "red-sun": Name(say("red sun"), say("a red sun"), say("the red sun")),
    "red-crab": Name(say("red crab"), say("a red crab"), say("the red crab")),
    "red-frog": Name(say("red frog"), say("a red frog"), say("the red frog")),
    "red-wasp": Name(say("red wasp"), say("a red wasp"), say("the red wasp")),
    "yellow-cloud": Name(say("yellow cloud"), say("a yellow cloud"), say("the yellow cloud")),
    "yellow-galaxy": Name(say("yellow galaxy"), say("a yellow galaxy"), say("the yellow galaxy")),
    "yellow-lightning": Name(
        say("yellow lightning bolt"),
        say("a yellow lightning bolt"),
        say("the yellow lightning bolt"),
    ),
    "yellow-moon": Name(say("yellow moon"), say("a yellow moon"), say("the yellow moon")),
    "yellow-star": Name(say("yellow star"), say("a yellow star"), say("the yellow star")),
    "yellow-sun": Name(say("yellow sun"), say("a yellow sun"), say("the yellow sun")),
    "yellow-crab": Name(say("yellow crab"), say("a yellow crab"), say("the yellow crab")),
    "yellow-frog": Name(say("yellow frog"), say("a yellow frog"), say("the yellow frog")),
    "yellow-wasp": Name(say("yellow wasp"), say("a yellow wasp"), say("the yellow wasp")),
    "winged-dragon": Name(say("winged dragon"), say("a winged dragon"), say("the winged dragon")),
    "unwinged-dragon": Name(
        say("unwinged dragon"), say("an unwinged dragon"), say("the unwinged dragon")
    ),
    "front-peacock": Name(say("front peacock"), say("a front peacock"), say("the front peacock")),
    "side-peacock": Name(say("side peacock"), say("a side peacock"), say("the side peacock")),
    "chameleon": Name(say("chameleon"), say("a chameleon"), say("the chameleon")),
}

ANY = {
    "blue": say("any blue"),
    "red": say("any red"),
    "yellow": say("any yellow"),
    "cloud": say("any cloud"),
    "galaxy": say("any galaxy"),
    "lightning": say("any lightning bolt"),
    "moon": say("any moon"),
    "star": say("any star"),
    "sun": say("any sun"),
    "crab": say("any crab"),
    "frog": say("any frog"),
    "wasp": say("any wasp"),
}
"""A colour or a symbol as what may be played next."""

DECLARED = {
    "blue": say("blue"),
    "red": say("red"),
    "yellow": say("yellow"),
    "cloud": say("clouds"),
    "galaxy": say("galaxies"),
    "lightning": say("lightning bolts"),
    "moon": say("moons"),
    "star": say("stars"),
    "sun": say("suns"),
}
"""A colour or a symbol as it is declared."""


def several(cards: Sequence[str]) -> Value:
    """`cards` as a noun: "a red frog", "2 × red frog", "a red frog and a chameleon"."""
    if len(cards) == 1:
        return NAMES[cards[0]].a
    groups: list[SingleValue] = [_alike(card, cards.count(card)) for card in dict.fromkeys(cards)]
    return groups[0] if len(groups) == 1 else groups


@cache
def _alike(card: str, n: int) -> Message:
    name = NAMES[card]
    return plural("{a}", "{n} × {plain}", n, a=name.a, plain=name.plain)
