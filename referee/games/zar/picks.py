"""The deck and what may be declared, to be tapped on a form."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TypeAlias

import msgspec

from referee.core import Message
from referee.core.draft import Draft
from referee.games.zar.cards import (
    BASICS,
    CHAMELEON,
    COLOURS,
    COMMANDS,
    DECLARED,
    DRAGONS,
    NAMES,
    PEACOCKS,
)
from referee.games.zar.effects import POWER
from referee.games.zar.state import State

PICKER: tuple[tuple[str, ...], ...] = (
    *(tuple(f"{colour}-{symbol}" for symbol in BASICS) for colour in COLOURS),
    *(
        (*(f"{colour}-{symbol}" for symbol in COMMANDS), *powers)
        for colour, powers in zip(COLOURS, (DRAGONS, PEACOCKS, (CHAMELEON,)), strict=True)
    ),
)
"""The cards of the deck as they lie in the picker, row by row."""


class CardPick(msgspec.Struct, frozen=True):
    """A card to tap: how often it was chosen, and whether one more fits."""

    card: str
    name: Message
    count: int = 0
    fits: bool = True


DeckPicks: TypeAlias = tuple[tuple[CardPick, ...], ...]
"""The deck, row by row."""


class DeclarationPicks(msgspec.Struct, frozen=True):
    """What may be declared with a card (no `choices`: nothing): symbols or colours (`kind`), and
    the one that was `chosen`."""

    kind: str = ""
    choices: tuple[tuple[str, Message], ...] = ()
    chosen: str | None = None

    @property
    def is_open(self) -> bool:
        """Whether something is still to be declared."""
        return bool(self.choices) and self.chosen is None


def deck_picks(state: State, chosen: Sequence[str], fits: Callable[[str], bool]) -> DeckPicks:
    """Return the deck of this table, with what was `chosen` of it and what `fits`."""
    return tuple(
        tuple(
            CardPick(card, NAMES[card].plain, chosen.count(card), fits(card))
            for card in row
            if card != CHAMELEON or state.options.chameleons
        )
        for row in PICKER
    )


def named_cards(cards: Iterable[str]) -> tuple[tuple[str, Message], ...]:
    """Return `cards`, each with its name."""
    return tuple((card, NAMES[card].plain) for card in cards)


def declaration_picks(identity: str | None, draft: Draft, name: str) -> DeclarationPicks:
    """Return what may be declared with the card `identity`, with what is in the field `name`."""
    power = POWER.get(identity or "")
    if power is None:
        return DeclarationPicks()
    choices = tuple((what, DECLARED[what]) for what in power.choices)
    return DeclarationPicks(power.kind, choices, draft.one_of(name, power.choices))
