"""The cards of a box, and which card in it is which.

Plain data: `{"cards": [{"card": {…}, "name": "…"}, …]}`.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

import msgspec
from msgspec import UNSET

from referee.core import Unusable
from referee.games.kazing.cards import Card, check_card
from referee.games.kazing.moves import DIFFERENT, PATHS

MOST = 200
"""More cards than there are in a box (126), for those entered wrongly."""


class Known(msgspec.Struct, frozen=True, omit_defaults=True):
    """A card of the box, and what people call it (nothing, or a name)."""

    card: Card
    name: str = ""


def read_box(plain: object) -> list[Known]:
    """The cards in `plain`; what cannot be read or cannot be a card is passed over."""
    cards = plain.get("cards") if isinstance(plain, Mapping) else None
    if not isinstance(cards, list):
        return []
    try:
        found = msgspec.convert(cards, list[Known])
    except msgspec.ValidationError:
        found = [known for each in cards for known in _readable(each)]
    return [known for known in found if _can_be(known.card)][:MOST]


def _readable(plain: object) -> list[Known]:
    try:
        return [msgspec.convert(plain, Known)]
    except msgspec.ValidationError:
        return []


@lru_cache(1024)
def _can_be(card: Card) -> bool:
    """Whether there can be such a card in a box. Each spell reads the whole box."""
    try:
        check_card(card, False, "")
    except Unusable:
        return False
    return True


def key(card: Card) -> str:
    """What tells one card of the box from another: "resonance=energy move=e"."""
    return " ".join(f"{name}={value}" for name, value in msgspec.to_builtins(card).items())


def as_kept(card: Card) -> Card:
    """`card` as the box holds it: without its blue number, and a path that can be written from
    either end written one way."""
    move = one_way_written(card.move) if card.move else card.move
    return msgspec.structs.replace(card, position=UNSET, move=move)


def one_way_written(move: str) -> str:
    """`move` as it stands among `DIFFERENT`."""
    if move not in PATHS:
        return move
    return _WRITTEN[frozenset(PATHS[move])]


_WRITTEN = {frozenset(PATHS[move]): move for move in DIFFERENT if move in PATHS}


def put_in(box: list[Known], card: Card) -> None:
    """Put a card into the box, or a number that was not known onto the one that lies there."""
    unnumbered = _without_number(card)
    for i, known in enumerate(box):
        if known.card.move != card.move or known.card.resonance != card.resonance:
            continue
        if card in (known.card, _without_number(known.card)):
            return
        if known.card == unnumbered:
            box[i] = msgspec.structs.replace(known, card=card)
            return
    if len(box) < MOST:
        box.append(Known(card))


def _without_number(card: Card) -> Card:
    """`card` as one knows it who has not seen its number."""
    return msgspec.structs.replace(card, mana=UNSET, bonus_mana=UNSET)
