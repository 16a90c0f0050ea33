"""What a spell amounts to: where it ends, its bonuses, points, mana and positions."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import msgspec
from msgspec import UNSET

from referee.games.kazing.cards import Card
from referee.games.kazing.state import Level, TableOptions
from referee.games.kazing.wand import Trace, trace

if TYPE_CHECKING:
    from referee.games.kazing.actions.cast.event import Cast

BONUS_FROM = 4
"""The fewest cards of a spell that can have a bonus (kazing/rule.bonuses)."""
BONUS_POINTS = (0, 1, 3)
"""What no bonus, one and two add to the points of a spell (kazing/type.thaumaturgy)."""


class Spell(msgspec.Struct, frozen=True, gc=False):
    """A cast worked out, as it counts if it is legal or let stand.

    `ends` are the possible ends (None: not settled), `end` the one it counts with (None: none).
    `bonuses` is how many it has, `most_bonuses` how many if its end is the best that it can be.
    `end_open`: the caster must say which of several ends he made (kazing/turn.cast). `points`,
    `mana` and `collected` are None in the types that have none, `mana` also where a number is
    missing. `is_settled`: neither its end nor its mana is open. `readings`: `modifier_resonance`,
    where its other answer would give another bonus.
    """

    size: int
    start: int | None
    trace: Trace
    ends: tuple[int, ...] | None
    end: int | None
    bonuses: int
    most_bonuses: int
    end_open: bool
    points: int | None
    mana: int | None
    collected: tuple[int, ...] | None
    is_settled: bool
    readings: tuple[str, ...]


def read_spell(setup: TableOptions, cast: Cast) -> Spell:
    """What `cast` amounts to under `setup`, judging nothing."""
    cards, kind, level = cast.cards, setup.options.type, setup.level
    size = len(cards)
    traced = trace(cards, setup.wand)
    start, ends = traced.start or None, traced.ends
    end = cast.end or (ends[0] if ends and len(ends) == 1 else None)
    bonuses, may_close = 0, False
    readings: tuple[str, ...] = ()
    if level.bonuses and size >= BONUS_FROM:
        is_one, with_modifiers = _one_resonance(cards, traced)
        if is_one != with_modifiers:
            readings = ("modifier_resonance",)
            if setup.answers["modifier_resonance"] == "yes":
                is_one = with_modifiers
        bonuses = is_one + (end == start)
        may_close = end is None and (ends is None or start in ends)
    points = mana = collected = None
    if kind == "thaumaturgy":
        points = points_of(level, size, bonuses)
    elif kind == "duel":
        mana = _mana(cards, traced.used, bonuses, setup.answers["bonus_mana"])
    else:
        # start and end (once if they are one), and those taken for bonuses (kazing/type.precision)
        collected = tuple(sorted((*{p for p in (start, end) if p}, *cast.collect)))
    end_open = end is None and bool(ends) and (may_close or kind == "precision")
    is_settled = not (ends is None or end_open or (kind == "duel" and mana is None))
    return Spell(
        size,
        start,
        traced,
        ends,
        end,
        bonuses,
        bonuses + may_close,
        end_open,
        points,
        mana,
        collected,
        is_settled,
        readings,
    )


def _one_resonance(cards: Sequence[Card], traced: Trace) -> tuple[bool, bool]:
    """Whether all movement cards are of one resonance; whether they and the modifiers are."""
    used = traced.used
    for card in used:
        if card.resonance != used[0].resonance and card.move:
            return False, False
    is_one = bool(used)
    if not traced.is_modified:
        return is_one, is_one
    both = {card.resonance for card in cards[1:] if card.move or card.modifier}
    return is_one, len(both) == 1


def points_of(level: Level, size: int, bonuses: int) -> int:
    """The points of a spell of `size` cards, 0 for a size that the table of points lacks."""
    points = level.points
    return points[size] + BONUS_POINTS[bonuses] if size in points else 0


def _mana(
    cards: Sequence[Card], used: Sequence[Card], bonuses: int, count_bonus: str
) -> int | None:
    """The mana of a spell, or None where a number that it needs is missing (kazing/move.mana,
    kazing/type.duel). `count_bonus` is the answer to the reading `bonus_mana`."""
    total = 0
    for card in used:
        if card.mana is UNSET:
            return None
        total += card.mana
    if bonuses:
        purple = cards[-1].bonus_mana
        if purple is UNSET:
            return None
        total += purple * (bonuses if count_bonus == "each" else 1)
    return max(total, 0)
