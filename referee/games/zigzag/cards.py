"""The creatures, their features, and what a hand has in common (zigzag/cards, zigzag/joker)."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from itertools import product
from typing import TYPE_CHECKING, Annotated, Literal, TypeAlias

import msgspec

from referee.core import Message, say

Feature: TypeAlias = Literal["element", "colour", "accessory"]
Element: TypeAlias = Literal["water", "earth", "air", "fire"]
Colour: TypeAlias = Literal["blue", "yellow", "green", "pink"]
Accessory: TypeAlias = Literal["sunglasses", "cocktail", "suitcase", "none"]

VALUES: dict[str, tuple[str, ...]] = {
    "element": ("water", "earth", "air", "fire"),
    "colour": ("blue", "yellow", "green", "pink"),
    "accessory": ("sunglasses", "cocktail", "suitcase", "none"),
}
"""The features in the order a card names them, each with its values as printed."""

Value: TypeAlias = Element | Colour | Accessory

FEATURE_OF = {value: feature for feature, values in VALUES.items() for value in values}
"""The feature of each value: no two features have one of the same name."""

FEATURES = tuple(sorted(VALUES))
"""The features as facts list them."""

JOKER = "joker"
CHARACTERS = tuple("-".join(values) for values in product(*VALUES.values()))
CARDS = (*CHARACTERS, JOKER)
if TYPE_CHECKING:
    Card: TypeAlias = str
else:
    Card = Literal[CARDS]

MOST_JOKERS = 6
HAND = 4
"""Cards in a hand (zigzag/hand)."""

Hand: TypeAlias = Annotated[
    tuple[Card, ...], msgspec.Meta(max_length=len(CHARACTERS) + MOST_JOKERS)
]
"""Cards that one player shows: no more than the deck has."""

MARK = {
    (feature, value): 1 << (4 * row + column)
    for row, (feature, values) in enumerate(VALUES.items())
    for column, value in enumerate(values)
}
"""A bit for each value of each feature."""

GROUP = {feature: 15 << (4 * row) for row, feature in enumerate(VALUES)}
"""The four bits of a feature's values."""

MARKS = {
    card: sum(MARK[feature, value] for feature, value in zip(VALUES, card.split("-"), strict=True))
    for card in CHARACTERS
} | {JOKER: sum(GROUP.values())}
"""The bits of a card's three values; of a joker all twelve, for it agrees with everything."""

SHARED = sorted(
    {MARKS[one] & MARKS[other] for one in CHARACTERS for other in CHARACTERS},
    key=int.bit_count,
    reverse=True,
)
"""The bits that cards can share, those with the most first."""

FEATURE_WORDS = {
    "element": say("element"),
    "colour": say("colour"),
    "accessory": say("accessory"),
}
VALUE_WORDS = {
    "water": say("water"),
    "earth": say("earth"),
    "air": say("air"),
    "fire": say("fire"),
    "blue": say("blue"),
    "yellow": say("yellow"),
    "green": say("green"),
    "pink": say("pink"),
    "sunglasses": say("sunglasses"),
    "cocktail": say("cocktail"),
    "suitcase": say("suitcase"),
    "none": say("no accessory"),
}


def agreed(cards: Iterable[str]) -> int:
    """Return the bits that all `cards` have, jokers agreeing with everything (zigzag/joker)."""
    bits = MARKS[JOKER]
    for card in cards:
        bits &= MARKS[card]
    return bits


def claimed(values: Iterable[str]) -> int:
    """Return the bits of `values`."""
    return sum(MARK[FEATURE_OF[value], value] for value in values)


@cache
def features(bits: int) -> tuple[str, ...]:
    """Return the features with a value among `bits`, as facts list them: one of 4,096 answers."""
    return tuple(feature for feature in FEATURES if bits & GROUP[feature])


def card_name(card: str) -> Message:
    """Return a card in words: "blue water creature with sunglasses"."""
    if card == JOKER:
        return say("joker")
    element, colour, accessory = (VALUE_WORDS[word] for word in card.split("-"))
    return say(
        "{colour} {element} creature with {accessory}",
        colour=colour,
        element=element,
        accessory=accessory,
    )
