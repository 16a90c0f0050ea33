"""What a spell amounts to: where it ends, its bonuses, points, mana and positions."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import msgspec
from msgspec import UNSET

from referee.games.kazing.cards import Card
from referee.games.kazing.state import TableOptions
from referee.games.kazing.wand import Movement, Trace, trace

if TYPE_CHECKING:
    from referee.games.kazing.actions.cast.event import Cast

BONUS_FROM = 4
"""The fewest cards of a spell that can have a bonus (kazing/rule.bonuses)."""
BONUS_POINTS = (0, 1, 3)
"""What no bonus, one and two add to the points of a spell (kazing/type.thaumaturgy)."""


class Spell(msgspec.Struct, frozen=True):
    """A cast worked out, as it counts if it is legal or let stand.

    `ends` are the possible ends (None: not settled), `end` the one it counts with (None: none).
    `one_resonance` and `closed` are the two bonuses; `may_close`: one of the possible ends would
    earn the second. `points`, `mana` and `collected` are None in the types that have none, `mana`
    also where a number is missing.
    """

    size: int
    start: int | None
    trace: Trace
    ends: tuple[int, ...] | None
    end: int | None
    one_resonance: bool
    closed: bool
    may_close: bool
    points: int | None
    mana: int | None
    collected: tuple[int, ...] | None

    @property
    def bonuses(self) -> int:
        """How many bonuses it has."""
        return self.one_resonance + self.closed

    @property
    def most_bonuses(self) -> int:
        """How many bonuses it has if the end is the best that it can be."""
        return self.one_resonance + (self.closed or self.may_close)

    @property
    def end_open(self) -> bool:
        """Whether the caster must say which of several ends he made (kazing/turn.cast)."""
        several = self.end is None and self.ends is not None and len(self.ends) > 1
        return several and (self.may_close or self.collected is not None)


def read_spell(setup: TableOptions, cast: Cast) -> Spell:
    """What `cast` amounts to under `setup`, judging nothing."""
    cards = cast.cards
    size = len(cards)
    start = (cards[0].position or None) if cards else None
    traced = trace(cards, setup.wand)
    ends = traced.ends
    end = cast.end or (ends[0] if ends and len(ends) == 1 else None)
    one_resonance = closed = may_close = False
    if setup.level.bonuses and size >= BONUS_FROM:
        one_resonance = of_one_resonance(cards, setup.answers["modifier_resonance"])
        closed = end == start
        may_close = end is None and (ends is None or start in ends)
    bonuses = one_resonance + closed
    points = mana = collected = None
    kind = setup.options.type
    if kind == "thaumaturgy":
        points = points_of(setup, size, bonuses)
    elif kind == "duel":
        mana = mana_of(cards, traced.moves, bonuses, setup.answers["bonus_mana"])
    else:
        collected = collected_by(start, end, cast.collect)
    return Spell(
        size,
        start,
        traced,
        ends,
        end,
        one_resonance,
        closed,
        may_close,
        points,
        mana,
        collected,
    )


def of_one_resonance(cards: Sequence[Card], modifiers_count: str) -> bool:
    """Whether all movement cards are of one resonance; `modifiers_count` is the answer to the
    reading `modifier_resonance`."""
    modifiers = modifiers_count == "yes"
    found = {card.resonance for card in cards[1:] if card.move or (modifiers and card.modifier)}
    return len(found) == 1


def points_of(setup: TableOptions, size: int, bonuses: int) -> int:
    """The points of a spell of `size` cards, 0 for a size that the table of points lacks."""
    base = setup.level.points.get(size)
    return 0 if base is None else base + BONUS_POINTS[bonuses]


def mana_of(
    cards: Sequence[Card], moves: Sequence[Movement], bonuses: int, count_bonus: str
) -> int | None:
    """The mana of a spell, or None where a number that it needs is missing (kazing/move.mana,
    kazing/type.duel). `count_bonus` is the answer to the reading `bonus_mana`."""
    total = 0
    for movement in moves:
        for card in (movement.card, movement.modified_by):
            if card is not None:
                if card.mana is UNSET:
                    return None
                total += card.mana
    if bonuses:
        purple = cards[-1].bonus_mana
        if purple is UNSET:
            return None
        total += purple * (bonuses if count_bonus == "each" else 1)
    return max(total, 0)


def collected_by(start: int | None, end: int | None, further: Sequence[int]) -> tuple[int, ...]:
    """The positions that a spell collects, sorted, each as often as it counts: start and end (once
    if they are one), and those taken for bonuses (kazing/type.precision)."""
    return tuple(sorted((*{p for p in (start, end) if p}, *further)))
