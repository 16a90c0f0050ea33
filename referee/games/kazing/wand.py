"""The chain of a spell: where the wand may be before and after each of its movements."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import lru_cache

import msgspec

from referee.games.kazing.cards import Card
from referee.games.kazing.moves import (
    PATHS,
    UNSETTLED,
    Answers,
    Modifier,
    Reach,
    Slip,
    Way,
    ends,
    reach,
)


class Movement(msgspec.Struct, frozen=True, gc=False):
    """A movement, modified or not, from where the wand may be, and where it leads.

    `before` and `after` are the positions where the wand may be: `after` is empty where the chain
    breaks, and at a movement that the rulebook leaves open (`is_open`); of what comes after such a
    movement both are empty. `stops`: for each end one way there, its start first, without
    its end. `readings`: those whose other answer would let it end elsewhere.
    """

    move: str
    modifier: Modifier | None
    reach: Reach
    before: tuple[int, ...]
    after: tuple[int, ...]
    is_open: bool
    stops: dict[int, Way]
    readings: tuple[str, ...]


@lru_cache(4096)
def _movement(
    move: str, modifier: Modifier | None, before: tuple[int, ...], answers: Answers
) -> Movement:
    """The movement from where the wand may be. Spells have the same ones over and over."""
    leads = reach(move, modifier, answers)
    stops: dict[int, Way] = {}
    for start in before:
        for way in leads.ways[start]:
            stops.setdefault(way[-1], (start, *way[:-1]))
    readings = dict.fromkeys(reading for start in before for reading in leads.readings[start])
    is_open = UNSETTLED in stops
    after = () if is_open else tuple(sorted(stops))
    return Movement(move, modifier, leads, before, after, is_open, stops, tuple(readings))


class Trace(msgspec.Struct, frozen=True, gc=False):
    """The way of the wand from `start` (0: none), movement by movement.

    `used` are the cards of the movements, each followed by the modifier card right before it, if
    there is one. `broken` is the index of the card at which the chain breaks. `ends` are the
    possible ends, sorted: none where the chain breaks or no movement is there, None where the
    rulebook leaves a movement of the chain open. `is_modified`: a modifier is among the cards;
    `has_sorcerer`: a Sorcerer card.
    `is_whole`: after the first card there is at least one movement and, last, a word, and no other
    card is passed over.
    """

    start: int
    moves: list[Movement]
    used: list[Card]
    broken: int | None
    ends: tuple[int, ...] | None
    is_modified: bool
    has_sorcerer: bool
    is_whole: bool
    readings: tuple[str, ...]

    @property
    def here(self) -> tuple[int, ...]:
        """Where the wand may be now: nowhere if it is stuck, or nobody knows where it is."""
        return self.ends or () if self.moves else (self.start,) if self.start else ()


def trace(cards: Sequence[Card], answers: Answers) -> Trace:
    """Follow the wand from the first card's position (kazing/move.first, kazing/move.link). Cards
    that have no business where they lie (kazing/turn.cast) are passed over."""
    start = (cards[0].position or 0) if cards else 0
    here: tuple[int, ...] = (start,) if start else ()
    moves: list[Movement] = []
    used: list[Card] = []
    before = broken = None
    is_modified = is_open = False
    readings: tuple[str, ...] = ()
    has_sorcerer = bool(cards) and cards[0].sorcerer
    for card in cards[1:]:
        if card.sorcerer:
            has_sorcerer = True
        move = card.move
        if not move:
            before = None
            if card.modifier:
                before, is_modified = card, True
            continue
        used.append(card)
        modifier = None
        if before is not None:
            used.append(before)
            modifier, before = before.modifier or None, None
        movement = _movement(move, modifier, here, answers)
        moves.append(movement)
        if movement.readings:
            readings += movement.readings
        here = movement.after
        if not here:
            if movement.is_open:
                is_open = True
            elif movement.before:
                broken = places(cards)[len(moves) - 1]
    known = None if is_open else here if moves else ()
    if len(readings) > 1:
        readings = tuple(dict.fromkeys(readings))
    is_whole = len(used) == len(cards) - 2 and bool(moves and cards[-1].word)
    return Trace(start, moves, used, broken, known, is_modified, has_sorcerer, is_whole, readings)


def places(cards: Sequence[Card]) -> list[int]:
    """The indexes of the movements in the cards of a spell."""
    return [at for at, card in enumerate(cards) if at and card.move]


def paths(traced: Trace) -> list[int]:
    """Return which of the movements of a spell are paths, by their number."""
    return [number for number, movement in enumerate(traced.moves) if movement.move in PATHS]


def would_end_at(
    traced: Trace, answers: Answers, end: int, slip: Slip, slipped: Collection[int]
) -> bool:
    """Whether the spell could end at `end` if the paths `slipped` (by their number) were played
    with `slip`, and the others as the rules have them."""
    here = {traced.start}
    for number, movement in enumerate(traced.moves):
        played = slip if number in slipped else ""
        leads = ends(movement.move, movement.modifier, answers, played)
        here = {there for start in here for there in leads[start]}
        here.discard(UNSETTLED)
    return end in here


def path(traced: Trace, end: int) -> list[int]:
    """One way of the wand to `end`, one of the possible ends: start first, then every stop."""
    here, before = end, Way()
    for movement in reversed(traced.moves):
        way = movement.stops[here]
        here, before = way[0], way + before
    return [*before, end]
