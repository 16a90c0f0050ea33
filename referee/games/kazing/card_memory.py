"""The cards of our box: what people have entered is offered first the next time.

The rulebook has no list of the cards, so a box is learned from the spells that are cast.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec

from referee.core import PieceMemory, Unusable, say
from referee.core.event import Event, clean_name
from referee.core.form import Drawing
from referee.core.piece_memory import Memory
from referee.games.kazing import names
from referee.games.kazing.actions.cast import Cast
from referee.games.kazing.actions.cast.checker import card_shown
from referee.games.kazing.box import Known, as_kept, key, put_in, read_box
from referee.games.kazing.cards import Card, check_card


class BoxPage(Drawing, frozen=True, kw_only=True):
    """The `cards` of the box with what they are called, the one that is `open` to be corrected, and
    how many new ones a record `brought`."""

    cards: Sequence[Mapping[str, object]]
    open: Mapping[str, object] | None
    brought: int


class CardMemory(PieceMemory):
    """The cards of a box."""

    def after(self, memory: Memory, event: Event) -> Memory:
        """The box once a spell was recorded: every card that is new to it, start cards apart. A
        number that was not known is filled in."""
        if not isinstance(event, Cast):
            return memory
        before = read_box(memory)
        box = before.copy()
        for card in event.cards[1:]:
            put_in(box, as_kept(card))
        return _written(box) if box != before else memory

    def merged(self, memory: Memory, other: Memory) -> Memory:
        """The box with every card of the box `other` that is new to it, and its name; ours keep
        theirs."""
        box = read_box(memory)
        for known in read_box(other):
            card = as_kept(known.card)
            put_in(box, card)
            for i, own in enumerate(box):
                if own.card == card and not own.name:
                    box[i] = msgspec.structs.replace(own, name=known.name)
        return _written(box) if box != read_box(memory) else memory

    def page(self, memory: Memory, other: Memory, piece: str) -> BoxPage:
        """All cards of the box, by resonance; `piece` is the `key` of the one to be corrected."""
        ours = read_box(memory)
        known = sorted(ours, key=lambda each: names.order(each.card))
        cards = [
            {**card_shown(each.card), "called": each.name, "key": key(each.card)} for each in known
        ]
        return BoxPage(
            cards=cards,
            open=next((card for card in cards if card["key"] == piece), None),
            brought=len(read_box(self.merged(memory, other))) - len(ours),
        )

    def edited(self, memory: Memory, change: Mapping[str, str]) -> Memory:
        """The box after a correction: `piece` is the `key` of a card; with `out` it is taken out,
        else `name`, `resonance`, `mana`, `bonus_mana` and `sorcerer` are put in its place. Refused
        where it is not there (any more), or would be no card, or one that is there already. With
        `empty` instead of it, nothing is left."""
        if change.get("empty"):
            return None
        box = read_box(memory)
        keys = [key(known.card) for known in box]
        if change.get("piece") not in keys:
            raise Unusable("piece", say("This card is no longer in our set."))
        at = keys.index(change["piece"])
        known = box.pop(at)
        if not change.get("out"):
            corrected = _corrected(known, change)
            if any(corrected.card == other.card for other in box):
                raise Unusable("piece", say("This card is already in our set."))
            box.insert(at, corrected)
        return _written(box)


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
        raise Unusable("mana", say("A number on a card must be from −99 to 99.")) from None
    check_card(corrected, False, "card")
    name = change.get("name", "").strip()
    return Known(corrected, clean_name(name, "name") if name else "")


def _written(box: list[Known]) -> dict[str, object]:
    return {"cards": msgspec.to_builtins(box)}
