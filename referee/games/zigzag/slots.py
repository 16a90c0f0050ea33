"""The picture of hands that are put in: slots for cards, what they have in common so far, and the
picks that fill them.

A card that is put in may still lack a feature, a question mark in its place: `earth-yellow-?`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeAlias

import msgspec

from referee.core import Event, PlayerKey
from referee.core.form import Drawing
from referee.games.zigzag.cards import HAND, JOKER, VALUES
from referee.games.zigzag.page import LaidStop, stops_before
from referee.games.zigzag.state import Round, TableOptions

UNKNOWN = "?"
"""In a card that is put in, in the place of a feature that is not known yet."""

NOTHING = "?-?-?"
"""An empty slot, as a card that is put in."""

Hands: TypeAlias = dict[PlayerKey, tuple[str, ...]]
Maker: TypeAlias = Callable[..., Event]
"""Makes the event, given the hands that are whole by the name of their field."""


class Slot(msgspec.Struct, frozen=True):
    """A card: its value in each feature, None where it is not put in, `joker` in all for a joker;
    `hot`: its features that are common so far."""

    element: str | None
    colour: str | None
    accessory: str | None
    hot: tuple[str, ...] = ()

    def value(self, feature: str) -> str | None:
        """Return its value in `feature`."""
        found: str | None = getattr(self, feature)
        return found

    @property
    def is_whole(self) -> bool:
        """Return whether all of it is put in."""
        return UNKNOWN not in self.card

    @property
    def card(self) -> str:
        """Return it as a draft writes it."""
        if self.element == JOKER:
            return JOKER
        return "-".join(self.value(feature) or UNKNOWN for feature in VALUES)

    def having(self, feature: str, value: str) -> str:
        """Return the card with another value in `feature`; a joker keeps none of its own."""
        own = {f: None if self.value(f) == JOKER else self.value(f) for f in VALUES}
        return "-".join({**own, feature: value}[f] or UNKNOWN for f in VALUES)


class Shared(msgspec.Struct, frozen=True, kw_only=True):
    """A feature: the `value` most cards have so far, on how many of those put in (`count`); whether
    none has another so far (`still`), whether it runs through `all`, whether a STOP forbids it."""

    feature: str
    value: str | None
    count: int
    still: bool
    all: bool
    stopped: bool


class PlayerHand(msgspec.Struct, frozen=True, kw_only=True):
    """The slots of one player, as far as they are filled. `given`: cards that are put in; `cannot`:
    the player shows none; `three`: plays with three cards."""

    player: PlayerKey
    given: int
    slots: tuple[Slot, ...]
    cannot: bool
    shared: tuple[Shared, ...]
    stops: tuple[LaidStop, ...]
    three: bool

    @property
    def ready(self) -> bool:
        """Return whether all of it is put in."""
        return self.cannot or all(slot.is_whole for slot in self.slots)

    @property
    def is_bare(self) -> bool:
        """Return whether nothing of it is put in."""
        return all(slot.card == NOTHING for slot in self.slots)

    @property
    def cards(self) -> list[str]:
        """Return its cards as a draft writes them."""
        return [slot.card for slot in self.slots]

    @property
    def next_slot(self) -> int:
        """Return the first slot that is not whole; the first of all if none is."""
        return next((i for i, slot in enumerate(self.slots) if not slot.is_whole), 0)


class Pick(msgspec.Struct, frozen=True, kw_only=True):
    """A button that puts `value` in: the tap `change` does it with `to`; the last one of all makes
    the whole `event`."""

    feature: str
    value: str
    selected: bool
    change: str
    to: str
    event: Event | None = None


class HandsDrawing(Drawing, frozen=True, kw_only=True):
    """The slots of `hands`; those of `hand` are open. `now` and `slot`: whose card is filled, and
    which; `picks` and `joker`: the buttons that fill it. `left` counts the taps to go. `holders`:
    whose cards they may be instead."""

    by: PlayerKey | None
    players: Sequence[PlayerKey] = ()
    hands: tuple[PlayerHand, ...] = ()
    hand: PlayerHand | None = None
    now: str | None = None
    slot: int | None = None
    picks: tuple[tuple[Pick, ...], ...] = ()
    joker: Pick | None = None
    left: int = 0
    holders: Sequence[PlayerKey] = ()

    @property
    def ready(self) -> bool:
        """Return whether all hands are whole, or one player cannot show any."""
        hands = self.hands
        return bool(hands) and (all(h.ready for h in hands) or any(h.cannot for h in hands))


def player_hand(
    options: TableOptions, now: Round | None, player: PlayerKey, cards: object, slots: int
) -> PlayerHand:
    """Return the slots of one player, filled with `cards` as far as they can be used."""
    given = list(cards[:slots]) if isinstance(cards, (list, tuple)) else []
    bare = [_slot(card) for card in (*given, *[None] * (slots - len(given)))]
    laid = stops_before(options, now, player)
    forbidden = {stop.forbids for stop in laid}
    shared = tuple(_shared(feature, bare, feature in forbidden) for feature in VALUES)
    common = [each for each in shared if each.still and not each.stopped]
    filled = []
    for slot in bare:
        hot = [each.feature for each in common if slot.value(each.feature) in (each.value, JOKER)]
        filled.append(msgspec.structs.replace(slot, hot=tuple(hot)))
    return PlayerHand(
        player=player,
        given=len(given),
        slots=tuple(filled),
        cannot=isinstance(cards, (list, tuple)) and not cards,
        shared=shared,
        stops=laid,
        three=now is not None and player in now.thefts,
    )


def _shared(feature: str, slots: Sequence[Slot], is_stopped: bool) -> Shared:
    counts = {v: sum(slot.value(feature) in (v, JOKER) for slot in slots) for v in VALUES[feature]}
    best = max(counts, key=lambda value: counts[value])
    put_in = sum(slot.value(feature) is not None for slot in slots)
    return Shared(
        feature=feature,
        value=best if counts[best] else None,
        count=counts[best],
        still=counts[best] == put_in > 1,
        all=counts[best] == len(slots) != HAND - 1,
        stopped=is_stopped,
    )


def _slot(card: object) -> Slot:
    if card == JOKER:
        return Slot(JOKER, JOKER, JOKER)
    words = card.split("-") if isinstance(card, str) else []
    words += [""] * (len(VALUES) - len(words))
    element, colour, accessory = (
        word if word in values else None
        for values, word in zip(VALUES.values(), words, strict=False)
    )
    return Slot(element, colour, accessory)


def filling(
    hands: Sequence[PlayerHand], field: str, chosen: str, make: Maker | None
) -> dict[str, Any]:
    """Return what fills the slots of `hands`, as fields of a `HandsDrawing`: which is filled next
    (`chosen`: "p2.3", if somebody tapped one), and what each pick does. `field` is what the cards
    are called in the event that `make` makes; without it no tap makes one."""
    every = [(hand, i) for hand in hands for i in range(len(hand.slots))]
    unfilled = [(hand, i) for hand, i in every if not (hand.ready or hand.slots[i].is_whole)]
    is_ready = bool(hands) and (not unfilled or any(hand.cannot for hand in hands))
    out: dict[str, Any] = {
        "hands": tuple(hands),
        "event": make(**{field: whole_hands(hands)}) if make and is_ready else None,
        "left": sum(hand.slots[i].card.count(UNKNOWN) for hand, i in unfilled),
    }
    asked = [(hand, i) for hand, i in every if chosen == f"{hand.player}.{i}"]
    at = next(iter(asked + unfilled), None)
    if at is None:
        return out
    hand, i = at
    slot = hand.slots[i]
    place = f"{field}.{hand.player}:"
    change, start = ("put", f"{place}{i}:") if i < hand.given else ("add", place)

    def pick(feature: str, value: str) -> Pick:
        card = JOKER if value == JOKER else slot.having(feature, value)
        event = None
        if make and unfilled == [at] and UNKNOWN not in card:
            event = make(**{field: whole_hands(hands, (hand.player, i, card))})
        return Pick(
            feature=feature,
            value=value,
            selected=slot.value(feature) == value,
            change=change,
            to=start + card,
            event=event,
        )

    picks = tuple(tuple(pick(each, value) for value in VALUES[each]) for each in VALUES)
    joker = pick("element", JOKER)
    return out | {"hand": hand, "now": hand.player, "slot": i, "picks": picks, "joker": joker}


def whole_hands(hands: Sequence[PlayerHand], more: tuple[str, int, str] | None = None) -> Hands:
    """Return the cards of all hands that are whole, with a card `more` in its place; none of those
    who cannot show any."""
    given: Hands = {}
    for hand in hands:
        cards = hand.cards
        if more and more[0] == hand.player:
            cards[more[1]] = more[2]
        if hand.cannot:
            given[hand.player] = ()
        elif not any(UNKNOWN in card for card in cards):
            given[hand.player] = tuple(cards)
    return given


def shown_hands(
    options: TableOptions, now: Round | None, hands: Mapping[PlayerKey, Sequence[str]]
) -> dict[str, Any]:
    """Return the picture of cards that were shown, with what is common lit up."""
    found = [player_hand(options, now, who, cards, len(cards)) for who, cards in hands.items()]
    return {"hands": [msgspec.to_builtins(hand) for hand in found if hand.slots]}
