"""The cards of our box: what people have entered is offered first the next time.

The rulebook has no list of the cards, so a box is learned from the spells that are cast.
Plain data: `{"cards": [{"card": {…}, "name": "…"}, …]}`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import msgspec
from msgspec import UNSET

from referee.core import PieceMemory, Unusable, say
from referee.core.event import clean_name
from referee.games.kazing.cards import Card, check_card
from referee.games.kazing.events import Cast
from referee.games.kazing.moves import DIFFERENT, PATHS

MOST = 200
"""More cards than there are in a box (126), for those entered wrongly."""


class Known(msgspec.Struct, frozen=True, omit_defaults=True):
    """A card of the box, and what people call it (nothing, or a name)."""

    card: Card
    name: str = ""


def read_box(plain: Any) -> list[Known]:
    """The cards in `plain`; what cannot be read or cannot be a card is passed over."""
    found = []
    cards = plain.get("cards") if isinstance(plain, Mapping) else None
    for each in cards if isinstance(cards, list) else ():
        try:
            known = msgspec.convert(each, Known)
            check_card(known.card, False, "")
        except (msgspec.ValidationError, Unusable):
            continue
        found.append(known)
    return found[:MOST]


class CardMemory(PieceMemory):
    """The cards of a box."""

    def after(self, memory: Any, event: Any) -> Any:
        """The box once a spell was recorded: every card that is new to it, start cards apart. A
        number that was not known is filled in."""
        if not isinstance(event, Cast):
            return memory
        box = read_box(memory)
        for card in event.cards[1:]:
            _put(box, as_kept(card))
        return _written(box) if box != read_box(memory) else memory

    def merged(self, memory: Any, other: Any) -> Any:
        """The box with every card of the box `other` that is new to it, and its name; ours keep
        theirs."""
        box = read_box(memory)
        for known in read_box(other):
            card = as_kept(known.card)
            _put(box, card)
            for i, own in enumerate(box):
                if own.card == card and not own.name:
                    box[i] = msgspec.structs.replace(own, name=known.name)
        return _written(box) if box != read_box(memory) else memory

    def edited(self, memory: Any, change: Mapping[str, str]) -> Any:
        """The box after a correction: `piece` is the `key` of a card; with `out` it is taken out,
        else `name`, `resonance`, `mana`, `bonus_mana` and `sorcerer` are put in its place. Refused
        where it is not there (any more), or would be no card, or one that is there already. With
        `empty` instead of it, nothing is left."""
        if change.get("empty"):
            return None
        box = read_box(memory)
        keys = [key(known.card) for known in box]
        if change.get("piece") not in keys:
            raise Unusable("piece", say("This card is not in the box any more."))
        at = keys.index(change["piece"])
        known = box.pop(at)
        if not change.get("out"):
            corrected = _corrected(known, change)
            if any(corrected.card == other.card for other in box):
                raise Unusable("piece", say("This card is in the box already."))
            box.insert(at, corrected)
        return _written(box)


def key(card: Card) -> str:
    """What tells one card of the box from another: "resonance=energy move=e"."""
    return " ".join(f"{name}={value}" for name, value in msgspec.to_builtins(card).items())


def _corrected(known: Known, change: Mapping[str, str]) -> Known:
    card = msgspec.to_builtins(known.card)
    card["resonance"] = change.get("resonance") or card["resonance"]
    card["sorcerer"] = bool(change.get("sorcerer"))
    for number in ("mana", "bonus_mana"):
        text = change.get(number, "").strip()
        card.pop(number, None)
        if text:
            card[number] = text
    try:
        corrected = msgspec.convert(card, Card, strict=False)
    except msgspec.ValidationError:
        raise Unusable("mana", say("A number on a card is from −99 to 99.")) from None
    check_card(corrected, False, "card")
    name = change.get("name", "").strip()
    return Known(corrected, clean_name(name, "name") if name else "")


def _written(box: list[Known]) -> dict[str, Any]:
    return {"cards": msgspec.to_builtins(box)}


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


def _put(box: list[Known], card: Card) -> None:
    for i, known in enumerate(box):
        if card in _ways_to_know(known.card):
            return
        if known.card in _ways_to_know(card):
            box[i] = msgspec.structs.replace(known, card=card)
            return
    if len(box) < MOST:
        box.append(Known(card))


def _ways_to_know(card: Card) -> Iterator[Card]:
    """`card`, and the same with its number not known."""
    yield card
    yield msgspec.structs.replace(card, mana=UNSET, bonus_mana=UNSET)
