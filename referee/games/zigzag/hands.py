"""What a hand is worth, and what hands cannot be: a function a rule."""

from __future__ import annotations

from collections.abc import Mapping

from referee.core import Fault, PlayerKey, plural, say
from referee.games.zigzag.cards import (
    CHARACTERS,
    GROUP,
    HAND,
    JOKER,
    MARKS,
    SHARED,
    agreed,
    card_name,
    features,
)
from referee.games.zigzag.constraints import Constraint
from referee.games.zigzag.state import Round, TableOptions


def impossible_cards(
    options: TableOptions, hands: Mapping[PlayerKey, tuple[str, ...]]
) -> list[Fault]:
    """Find what cannot lie on the table: more than four cards in a hand (zigzag/hand), a character
    twice, more jokers than the deck has (zigzag/cards)."""
    faults = []
    cards: list[str] = []
    for player, hand in hands.items():
        cards += hand
        if len(hand) > HAND:
            many = say(
                "{player} shows {n} cards, but a hand has four at most.", player=player, n=len(hand)
            )
            faults.append(Fault(("zigzag/hand",), many))
    jokers = cards.count(JOKER)
    if len({*cards}) < len(cards) - max(0, jokers - 1):
        twice = next(card for i, card in enumerate(cards) if card in cards[:i] and card != JOKER)
        only_one = say(
            "There is only one {card} in the deck, but it is shown twice.", card=card_name(twice)
        )
        faults.append(Fault(("zigzag/cards",), only_one))
    if jokers > options.jokers:
        too_many = plural(
            "The deck has {n} joker, but {shown} are shown.",
            "The deck has {n} jokers, but {shown} are shown.",
            options.jokers,
            shown=jokers,
        )
        faults.append(Fault(("zigzag/cards", "zigzag/joker"), too_many))
    return faults


def stopped(options: TableOptions, now: Round, player: PlayerKey) -> int:
    """Return the bits of the features that the STOPs before `player` forbid (zigzag/stop)."""
    bits = 0
    for printed in now.stops.get(player, ()):
        bits |= GROUP[options.forbids[printed]]
    return bits


def stop_readings(now: Round, player: PlayerKey) -> tuple[str, ...]:
    """Return the readings that say which features the STOPs before `player` forbid."""
    printed = now.stops.get(player, ())
    return ("stop_character",) if any(stop != "accessory" for stop in printed) else ()


def combination(now: Round, player: PlayerKey, hand: tuple[str, ...]) -> int:
    """Return the bits on which `player`'s four cards agree, STOPs left aside; none for another
    number of cards (zigzag/hand) or while a theft leaves three (zigzag/power.theft)."""
    return 0 if len(hand) != HAND or player in now.thefts else agreed(hand)


def most_common(
    options: TableOptions,
    now: Round,
    player: PlayerKey,
    seen: list[str],
    constraint: Constraint | None,
) -> int:
    """Return the most common features, two at most, that a hand not shown can have, given the cards
    `seen` elsewhere, what lies before `player` and his `constraint` if known."""
    if player in now.thefts:
        return 0
    gone, banned = stopped(options, now, player), constraint.banned if constraint else 0
    free = [MARKS[c] for c in CHARACTERS if c not in seen and not MARKS[c] & banned]
    jokers = options.jokers - seen.count(JOKER)
    best = 0
    for mark in SHARED:
        bits = mark & ~gone
        count = constraint.count(bits, ()) if constraint else len(features(bits))
        if count > best and sum(card & mark == mark for card in free) + jokers >= HAND:
            best = count
        if best >= 2:
            break
    return min(best, 2)
