"""The chain of a spell: where the wand may be after each of its cards."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import NamedTuple

from referee.games.kazing.cards import Card
from referee.games.kazing.moves import (
    PATHS,
    UNSETTLED,
    Answers,
    Modifier,
    Reach,
    Slip,
    ends_with,
    reach,
)


class Movement(NamedTuple):
    """A movement card in a spell, the modifier card right before it, and where both lead.

    `at` is the index of the movement in the spell's cards.
    """

    at: int
    move: str
    modifier: Modifier | None
    card: Card
    modified_by: Card | None
    reach: Reach


def movements(cards: Sequence[Card], answers: Answers) -> list[Movement]:
    """The movements of a spell in order, the first card (the start) left out.

    Cards that have no business where they lie (kazing/turn.cast) are passed over.
    """
    found = []
    before: Card | None = None
    for at in range(1, len(cards)):
        card = cards[at]
        if card.move:
            modifier: Modifier | None = (before.modifier or None) if before else None
            reached = reach(card.move, modifier, answers)
            found.append(Movement(at, card.move, modifier, card, before, reached))
            before = None
        else:
            before = card if card.modifier else None
    return found


class Trace(NamedTuple):
    """Where the wand may be, card by card.

    `reached[k]` holds the positions after `k` movements; it ends before the movement at which the
    chain breaks (`broken`, an index of the spell's cards), or with `(UNSETTLED,)` at one that the
    rulebook leaves open.
    """

    moves: list[Movement]
    reached: list[tuple[int, ...]]
    broken: int | None
    readings: tuple[str, ...]

    @property
    def unsettled(self) -> bool:
        """Whether a movement of the chain is left open by the rulebook."""
        return self.reached[-1] == (UNSETTLED,)

    @property
    def ends(self) -> tuple[int, ...] | None:
        """The possible ends, sorted: none where the chain breaks or no movement is there, None
        where they are not settled."""
        if self.broken is not None or not self.moves:
            return ()
        return None if self.unsettled else self.reached[-1]


def trace(cards: Sequence[Card], answers: Answers) -> Trace:
    """Follow the wand from the first card's position (kazing/move.first, kazing/move.link)."""
    moves = movements(cards, answers)
    start = cards[0].position if cards else 0
    here: tuple[int, ...] = (start,) if start else ()
    reached = [here]
    readings: tuple[str, ...] = ()
    broken = None
    for movement in moves:
        ends = movement.reach.ends
        if len(here) == 1:
            there = ends[here[0]]
        else:
            there = tuple(sorted({end for start in here for end in ends[start]}))
        if movement.modifier:
            for start in here:
                readings += movement.reach.readings[start]
        if not there:
            broken = movement.at
            break
        here = there
        reached.append(here)
        if here[0] == UNSETTLED:
            break
    if readings:
        readings = tuple(dict.fromkeys(readings))
    return Trace(moves, reached, broken, readings)


def paths(traced: Trace) -> list[int]:
    """Return which of the movements of a spell are paths, by their number."""
    return [number for number, movement in enumerate(traced.moves) if movement.move in PATHS]


def would_end_at(
    traced: Trace, answers: Answers, end: int, slip: Slip, slipped: Collection[int]
) -> bool:
    """Whether the spell could end at `end` if the paths `slipped` (by their number) were played
    with `slip`, and the others as the rules have them."""
    here = {*traced.reached[0]}
    for number, movement in enumerate(traced.moves):
        ends = movement.reach.ends
        if number in slipped:
            ends = ends_with(movement.move, movement.modifier, answers, slip)
        here = {there for start in here for there in ends[start]}
        here.discard(UNSETTLED)
    return end in here


def path(traced: Trace, end: int) -> list[int]:
    """One way of the wand to `end`, one of the possible ends: start first, then every stop."""
    backwards: list[int] = []
    there = end
    for number in range(len(traced.moves) - 1, -1, -1):
        route = traced.moves[number].reach.route
        for start in traced.reached[number]:
            way = route.get((start, there))
            if way:
                backwards += way[::-1]
                there = start
                break
    backwards.append(there)
    return backwards[::-1]
