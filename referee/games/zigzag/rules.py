"""What a hand is worth: a function a rule, in the order of the rulebook."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import combinations, product
from typing import NamedTuple

from referee.core import Message, plural, say
from referee.games.zigzag.cards import (
    CHARACTERS,
    FEATURES,
    GROUP,
    JOKER,
    MARK,
    MARKS,
    VALUES,
    agreed,
    card_name,
    features,
)
from referee.games.zigzag.events import Constraint
from referee.games.zigzag.state import Round, Setup

HAND = 4
"""Cards in a hand (zigzag/hand)."""


class Fault(NamedTuple):
    """What the rules forbid: the clauses, a sentence, the readings it rests on."""

    rules: tuple[str, ...]
    reason: Message
    readings: tuple[str, ...] = ()


def impossible(setup: Setup, hands: Mapping[str, tuple[str, ...]]) -> Iterator[Fault]:
    """What cannot lie on the table: more than four cards in a hand (zigzag/hand), a character
    twice, more jokers than the deck has (zigzag/cards)."""
    for player, hand in hands.items():
        if len(hand) > HAND:
            yield Fault(
                ("zigzag/hand",),
                say(
                    "{player} shows {n} cards, and a hand has four at most.",
                    player=player,
                    n=len(hand),
                ),
            )
    shown = [card for hand in hands.values() for card in hand if card != JOKER]
    if len(set(shown)) < len(shown):
        twice = next(card for i, card in enumerate(shown) if card in shown[:i])
        yield Fault(
            ("zigzag/cards",),
            say(
                "There is only one {card} in the deck, and it is shown twice.",
                card=card_name(twice),
            ),
        )
    jokers = sum(len(hand) for hand in hands.values()) - len(shown)
    if jokers > setup.jokers:
        yield Fault(
            ("zigzag/cards", "zigzag/joker"),
            plural(
                "The deck has {n} joker, and {shown} are shown.",
                "The deck has {n} jokers, and {shown} are shown.",
                setup.jokers,
                shown=jokers,
            ),
        )


def stopped(setup: Setup, now: Round, player: str) -> int:
    """The bits of the features that the STOPs before `player` forbid (zigzag/stop)."""
    bits = 0
    for printed in now.stops.get(player, ()):
        bits |= GROUP[setup.forbids[printed]]
    return bits


def stop_readings(now: Round, player: str) -> tuple[str, ...]:
    """The readings that say which features the STOPs before `player` forbid."""
    printed = now.stops.get(player, ())
    return ("stop_character",) if any(stop != "accessory" for stop in printed) else ()


def combination(now: Round, player: str, hand: tuple[str, ...]) -> int:
    """The bits on which `player`'s four cards agree, STOPs left aside; none for another number of
    cards (zigzag/hand) or while a theft leaves three (zigzag/power.theft)."""
    return 0 if len(hand) != HAND or player in now.thefts else agreed(hand)


def line(setup: Setup, now: Round, player: str) -> Constraint | None:
    """The constraint that applies to `player` now, where the app knows it: the line of the card
    that the number picks, or the one put in (zigzag/constraint)."""
    held = now.held.get(player)
    if not isinstance(held, int):
        return held
    number, card = now.numbers[player], setup.constraints[held]
    return card[number - 1] if number is not None and number <= len(card) else None


def known_constraint(setup: Setup, now: Round, player: str) -> Constraint | None:
    """The constraint that applies to `player` now, if it can be checked; one with only a text is
    for the table to judge."""
    found = line(setup, now, player)
    return found if found and found.checkable else None


def demanded(constraint: Constraint) -> set[str]:
    """The features that `constraint` wants among the common ones."""
    wanted = {f for f, _ in constraint.require.items()} if constraint.require else set()
    return wanted | {constraint.feature} if constraint.feature else wanted


def within(constraint: Constraint, bits: int, hand: Iterable[str]) -> int:
    """How many common features `constraint` lets count of a hand whose cards agree on `bits` after
    STOPs; none if it is not satisfied (zigzag/constraint)."""
    if constraint.forbid:
        bits &= ~GROUP[constraint.forbid]
    if constraint.feature and not bits & GROUP[constraint.feature]:
        return 0
    if constraint.require and not all(bits & MARK[want] for want in constraint.require.items()):
        return 0
    if constraint.forbid_value:
        banned = sum(MARK[value] for value in constraint.forbid_value.items())
        if any(card != JOKER and MARKS[card] & banned for card in hand):
            return 0
    return len(features(bits))


def most(
    setup: Setup, now: Round, player: str, seen: list[str], constraint: Constraint | None
) -> int:
    """The most common features, two at most, that a hand not shown can have, given the cards
    `seen` elsewhere, what lies before `player` and his `constraint` if known."""
    if player in now.thefts:
        return 0
    bits = ~stopped(setup, now, player)
    required: dict[str, str] = {}
    wanted: set[str] = set()
    banned = 0
    if constraint:
        wanted = demanded(constraint)
        if constraint.forbid:
            bits &= ~GROUP[constraint.forbid]
        if constraint.require:
            required = dict(constraint.require.items())
        if constraint.forbid_value:
            banned = sum(MARK[value] for value in constraint.forbid_value.items())
    free = [MARKS[c] for c in CHARACTERS if c not in seen and not MARKS[c] & banned]
    jokers = setup.jokers - seen.count(JOKER)
    usable = [feature for feature in FEATURES if bits & GROUP[feature]]
    for count in range(max(2, len(wanted)), 0, -1):
        for chosen in combinations(usable, count):
            if not wanted <= set(chosen):
                continue
            ways = [(required[f],) if f in required else VALUES[f] for f in chosen]
            for values in product(*ways):
                mark = sum(MARK[pair] for pair in zip(chosen, values, strict=True))
                if sum(card & mark == mark for card in free) + jokers >= HAND:
                    return min(count, 2)
    return 0
