"""The chain of a spell: where the wand may be after each of its cards."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from referee.games.kazing.cards import Card
from referee.games.kazing.moves import (
    UNSETTLED,
    Answers,
    Modifier,
    ends_by_start,
    readings_by_start,
    ways,
)


class Movement(NamedTuple):
    """A movement card in a spell, and the modifier card right before it."""

    at: int
    """Its index in the spell's cards."""
    move: str
    modifier: Modifier | None
    card: Card
    modified_by: Card | None


def movements(cards: Sequence[Card]) -> list[Movement]:
    """The movements of a spell in order, the first card (the start) left out.

    Cards that have no business where they lie (kazing/turn.cast) are passed over.
    """
    found = []
    modifier = None
    for index in range(1, len(cards)):
        card = cards[index]
        if card.move:
            bent: Modifier | None = (modifier.modifier or None) if modifier else None
            found.append(Movement(index, card.move, bent, card, modifier))
            modifier = None
        else:
            modifier = card if card.modifier else None
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
    answers: Answers

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
    moves = movements(cards)
    start = cards[0].position if cards else 0
    here: tuple[int, ...] = (start,) if start else ()
    reached = [here]
    readings: tuple[str, ...] = ()
    broken = None
    for index, move, modifier, _, _ in moves:
        ends = ends_by_start(move, modifier, answers)
        if len(here) == 1:
            there = ends[here[0]]
        else:
            there = tuple(sorted({end for start in here for end in ends[start]}))
        if modifier:
            used = readings_by_start(move, modifier, answers)
            readings += tuple(r for start in here for r in used[start])
        if not there:
            broken = index
            break
        here = there
        reached.append(here)
        if here[0] == UNSETTLED:
            break
    return Trace(moves, reached, broken, tuple(dict.fromkeys(readings)), answers)


def path(traced: Trace, end: int) -> list[int]:
    """One way of the wand to `end`, one of the possible ends: start first, then every stop."""
    backwards: list[int] = []
    there = end
    for movement, before in zip(reversed(traced.moves), reversed(traced.reached[:-1]), strict=True):
        start, way = next(
            (start, way)
            for start in before
            for way in ways(start, movement.move, movement.modifier, traced.answers)
            if way[-1] == there
        )
        backwards.extend(reversed(way))
        there = start
    backwards.append(there)
    return backwards[::-1]
