"""The chain of a spell: where the wand may be before and after each of its movements."""

from __future__ import annotations

from collections.abc import Collection, Sequence

import msgspec

from referee.games.kazing.cards import Card
from referee.games.kazing.moves import (
    PATHS,
    UNSETTLED,
    Answers,
    Modifier,
    Reach,
    Slip,
    ends,
    reach,
)

_OPEN = (UNSETTLED,)


class Movement(msgspec.Struct, frozen=True, gc=False):
    """A movement card in a spell, the modifier card right before it, and where both lead.

    `at` is the index of the movement in the spell's cards. `before` and `after` are the positions
    where the wand may be: `after` is `(UNSETTLED,)` at a movement that the rulebook leaves open,
    and empty where the chain breaks; of what comes after such a movement both are empty.
    """

    at: int
    move: str
    modifier: Modifier | None
    card: Card
    modified_by: Card | None
    reach: Reach
    before: tuple[int, ...]
    after: tuple[int, ...]


class Trace(msgspec.Struct, frozen=True, gc=False):
    """The way of the wand from `start` (0: none), movement by movement.

    `broken` is the index of the card at which the chain breaks. `ends` are the possible ends,
    sorted: none where the chain breaks or no movement is there, None where the rulebook leaves a
    movement of the chain open. `is_modified`: a modifier is among the cards. `is_whole`: after the
    first card there is at least one movement and, last, a word, and no other card is passed over.
    """

    start: int
    moves: list[Movement]
    broken: int | None
    ends: tuple[int, ...] | None
    is_modified: bool
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
    at = passed_over = 0
    before = broken = None
    is_modified = is_open = False
    readings: tuple[str, ...] = ()
    for card in cards[1:]:
        at += 1
        move = card.move
        if not move:
            passed_over += 1
            before = None
            if card.modifier:
                before, is_modified = card, True
            continue
        modifier = None
        if before:
            passed_over -= 1
            modifier = before.modifier or None
        leads = reach(move, modifier, answers)
        if len(here) == 1:
            there = leads.ends[here[0]]
        else:
            there = tuple(sorted({end for place in here for end in leads.ends[place]}))
        moves.append(Movement(at, move, modifier, card, before, leads, here, there))
        if modifier:
            for place in here:
                readings += leads.readings[place]
        if here and not there:
            broken = at
        if there == _OPEN:
            is_open, there = True, ()
        here, before = there, None
    known = None if is_open else here if moves else ()
    if readings:
        readings = tuple(dict.fromkeys(readings))
    is_whole = passed_over == 1 and bool(moves and cards[-1].word)
    return Trace(start, moves, broken, known, is_modified, is_whole, readings)


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
    here, stops = end, [end]
    for movement in reversed(traced.moves):
        routes = movement.reach.routes[here]
        for start in movement.before:
            if start in routes:
                stops = [*routes[start], *stops]
                here = start
                break
    return stops
