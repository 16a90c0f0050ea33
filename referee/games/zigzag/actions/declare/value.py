"""What the hands of a declaration are worth (zigzag/next)."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from referee.games.zigzag.cards import features
from referee.games.zigzag.constraints import checkable_line
from referee.games.zigzag.hands import combination, most_common, stopped
from referee.games.zigzag.state import Round, State, TableOptions

if TYPE_CHECKING:
    from referee.games.zigzag.actions.declare.event import Declare

NEEDS = {
    "zig": (1, 1),
    "zag": (2, 2),
    "double-zig": (1, 1),
    "zig-zag": (1, 2),
    "double-zag": (2, 2),
}
"""How many common features each hand of a call takes, and how many the better of the two."""

SINGLE = ("zig", "zag")
"""The calls that rest on one hand."""


class HandValue(NamedTuple):
    """What a hand is worth: the `bits` on which it agrees, those `lost` to STOPs; and the least
    and the most features it can have, by the cards (`plain`) and by the constraint (`bound`)."""

    bits: int
    lost: int
    plain: tuple[int, int]
    bound: tuple[int, int]


class ParsedCall(NamedTuple):
    """A declaration in the running round `now`; `concerned` are the players whose hands it rests
    on, `values` what those hands and all that are shown are worth."""

    state: State
    now: Round
    event: Declare
    concerned: tuple[str, ...]
    values: dict[str, HandValue]

    @property
    def options(self) -> TableOptions:
        """Return what the table agreed on."""
        return self.state.options

    def reaches(self, *, bound: bool, best: bool) -> bool:
        """Return whether the hands make the call, at their `best` or at their worst, by the cards
        alone or `bound` by the constraints."""
        hands = [self.values[player] for player in self.concerned]
        counts = [(hand.bound if bound else hand.plain)[best] for hand in hands]
        least, better = NEEDS[self.event.call]
        if self.event.call in SINGLE:  # of two that may hold it one is enough
            return max(counts) >= least
        return min(counts) >= least and max(counts) >= better

    def counted(self, player: str) -> int | None:
        """Return how many features of the hand count, on level 2 by the constraint; None if that
        is not known."""
        value = self.values[player]
        if self.options.level != 2:
            return value.plain[0]
        return value.bound[0] if value.bound[0] == value.bound[1] else None


def parsed(state: State, now: Round, event: Declare) -> ParsedCall:
    """Return what the hands of `event` are worth."""
    concerned = _concerned(state.options, event)
    values = {p: _shown(state.options, now, p, hand) for p, hand in event.hands.items()}
    for player in concerned:
        if player not in values:
            values[player] = _hidden(state.options, now, player, event)
    return ParsedCall(state, now, event, concerned, values)


def _concerned(options: TableOptions, event: Declare) -> tuple[str, ...]:
    """Whose hands the call rests on: for a ZIG or ZAG that of the partner, or (reading
    `self_declare`) of whoever of the two shows one; else both."""
    by = event.by
    if event.call not in SINGLE:
        return options.members(by)
    partner = options.partner[by]
    if options.readings["self_declare"] == "no":
        return (partner,)
    return tuple(p for p in (partner, by) if p in event.hands)[:1] or (partner, by)


def _shown(options: TableOptions, now: Round, player: str, hand: tuple[str, ...]) -> HandValue:
    bits = combination(now, player, hand)
    lost = bits & stopped(options, now, player)
    bits ^= lost
    count = len(features(bits))
    plain = bound = (count, count)
    if options.level > 1:
        constraint = checkable_line(options, now, player)
        met = constraint.count(bits, hand) if constraint else 0
        bound = (met, met if constraint else count)
    return HandValue(bits, lost, plain, bound)


def _hidden(options: TableOptions, now: Round, player: str, event: Declare) -> HandValue:
    seen = [card for hand in event.hands.values() for card in hand]
    plain = most_common(options, now, player, seen, None)
    constraint = checkable_line(options, now, player) if options.level > 1 else None
    bound = most_common(options, now, player, seen, constraint) if constraint else plain
    return HandValue(0, 0, (0, plain), (0, bound))
