"""What the cards do: Crab, Frog, Wasp, Dragon and Peacock, each in one place (zar/9); and which
cards may follow which (zar/4.3A)."""

from __future__ import annotations

import msgspec

from referee.core import ClauseId, Message, say
from referee.core.text import Value
from referee.games.zar.cards import (
    ANY,
    BASICS,
    COLOUR,
    COLOURS,
    DRAGONS,
    PEACOCKS,
    REAL_CARDS,
    SYMBOL,
)


class CardEffect(msgspec.Struct, frozen=True, kw_only=True):
    """What a card does besides lying there; the clauses that say so.

    An odd number of cards `reverses` the direction of play; each one skips `skips` players and
    makes the next one owe `owes` cards. One of `choices` is declared with it.
    """

    clauses: tuple[ClauseId, ...] = ()
    reverses: bool = False
    skips: int = 0
    owes: int = 0
    choices: tuple[str, ...] = ()


NOTHING = CardEffect()
CRAB = CardEffect(clauses=("zar/9.2.1",), reverses=True)
FROG = CardEffect(clauses=("zar/9.2.2",), skips=1)
WASP = CardEffect(clauses=("zar/9.2.3",), owes=2)


class Power(CardEffect, frozen=True, kw_only=True):
    """A Dragon or a Peacock goes on almost anything, and says what may follow it.

    `kind`: what its `choices` are, symbols or colours (zar/9.3.1, zar/9.3.2). The sentences have
    the places `by`, `card`, `the` (that card) and `top`, those about what may follow the place that
    `kind` names.
    """

    cards: tuple[str, ...]
    kind: str
    question: Message
    undeclared: Message
    unknown: Message
    lies_on_other: Message
    lacks_declared: Message
    has_declared: Message
    hangs_on_declared: Message
    misdeclared: Message
    allowed: Message
    allowed_with_chameleons: Message

    def may_follow(self, declared: str | None, chameleons: bool) -> Message:
        """Say what may be played on it, as a noun: "any sun or a dragon"."""
        sentence = self.allowed_with_chameleons if chameleons else self.allowed
        return fill_in(sentence, {self.kind: ANY[declared] if declared else self.unknown})


DRAGON = Power(
    clauses=("zar/9.3.1",),
    cards=DRAGONS,
    kind="symbol",
    choices=BASICS,
    question=say("Which symbol?"),
    undeclared=say("{by} has not declared a symbol with {card}."),
    unknown=say("the declared symbol"),
    lies_on_other=say("{by}'s {card} cannot go on a peacock."),
    lacks_declared=say("{by}'s {card} does not have the symbol declared with {top}."),
    has_declared=say("{by}'s {card} has the symbol declared with {top}."),
    hangs_on_declared=say(
        "Whether {by}'s {card} may follow depends on the symbol declared with {top}."
    ),
    misdeclared=say("A dragon needs a symbol declared with it."),
    allowed=say("{symbol} or a dragon"),
    allowed_with_chameleons=say("{symbol}, a dragon or a chameleon"),
)
PEACOCK = Power(
    clauses=("zar/9.3.2",),
    cards=PEACOCKS,
    kind="colour",
    choices=COLOURS,
    question=say("Which colour?"),
    undeclared=say("{by} has not declared a colour with {card}."),
    unknown=say("the declared colour"),
    lies_on_other=say("{by}'s {card} cannot go on a dragon."),
    lacks_declared=say("{by}'s {card} does not have the colour declared with {top}."),
    has_declared=say("{by}'s {card} has the colour declared with {top}."),
    hangs_on_declared=say(
        "Whether {by}'s {card} may follow depends on the colour declared with {top}."
    ),
    misdeclared=say("A peacock needs a colour declared with it."),
    allowed=say("{colour} or a peacock"),
    allowed_with_chameleons=say("{colour}, a peacock or a chameleon"),
)

POWER = {card: power for power in (DRAGON, PEACOCK) for card in power.cards}
"""The Power that a card is."""

_BY_SYMBOL = {"crab": CRAB, "frog": FROG, "wasp": WASP, "dragon": DRAGON, "peacock": PEACOCK}
EFFECT: dict[str, CardEffect] = {card: _BY_SYMBOL.get(SYMBOL[card], NOTHING) for card in REAL_CARDS}
"""What each real card does."""


def fill_in(sentence: Message, values: dict[str, Value]) -> Message:
    """Fill in a sentence that was said without its values."""
    return Message(sentence.text, values)


def declarations(card: str) -> tuple[str, ...]:
    """List what may be declared with a card: symbols with a Dragon, colours with a Peacock, or
    nothing (zar/9.3.1, zar/9.3.2)."""
    return EFFECT[card].choices if card in EFFECT else ()


def _follows(card: str, top: str, declared: str | None) -> bool:
    if top in POWER:
        return card in POWER[top].cards or declared in (SYMBOL[card], COLOUR.get(card, ""))
    return card in POWER or COLOUR[card] == COLOUR[top] or SYMBOL[card] == SYMBOL[top]


FOLLOWERS: dict[tuple[str, str | None], frozenset[str]] = {
    (top, declared): frozenset(card for card in REAL_CARDS if _follows(card, top, declared))
    for top in REAL_CARDS
    for declared in (None, *EFFECT[top].choices)
}
"""The cards that may follow a top card and its declaration (zar/4.3A, zar/9.3.1, zar/9.3.2).

On a Power of which the declaration is not known: those that may whatever it is."""

POSSIBLE_FOLLOWERS = {
    top: frozenset[str]().union(*(FOLLOWERS[top, what] for what in POWER[top].choices))
    for top in POWER
}
"""The cards that may follow a Power under one declaration or another."""
