"""Constraints: what a line of a constraint card asks of a hand (zigzag/constraint)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Annotated

import msgspec
from msgspec import UNSET, UnsetType

from referee.core import PlayerKey, Unusable, say
from referee.games.zigzag.cards import (
    GROUP,
    JOKER,
    MARK,
    MARKS,
    VALUES,
    Accessory,
    Colour,
    Element,
    Feature,
    features,
)

if TYPE_CHECKING:
    from referee.games.zigzag.state import Round, TableOptions

LINES = 12
"""Lines of a constraint card."""

Line = Annotated[int, msgspec.Meta(ge=1, le=LINES)]
"""A line of a constraint card."""


class Values(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Values of features: one at least."""

    element: Element | UnsetType = UNSET
    colour: Colour | UnsetType = UNSET
    accessory: Accessory | UnsetType = UNSET

    def items(self) -> Iterator[tuple[str, str]]:
        """Yield (feature, value) for each feature that is named."""
        return ((f, v) for f in VALUES if (v := getattr(self, f)) is not UNSET)


class Constraint(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A line of a constraint card (zigzag/constraint); all that is given must hold.

    `text` as printed; `require` a feature that must be common, with its value; `feature` one that
    must be common; `forbid` one that may not be used; `forbid_value` what none of the cards has.
    With a text alone only the table can judge it.
    """

    text: Annotated[str, msgspec.Meta(max_length=500)] | UnsetType = UNSET
    require: Values | UnsetType = UNSET
    feature: Feature | UnsetType = UNSET
    forbid: Feature | UnsetType = UNSET
    forbid_value: Values | UnsetType = UNSET

    @property
    def is_checkable(self) -> bool:
        """Return whether the cards can tell if it is met."""
        parts = (self.require, self.feature, self.forbid, self.forbid_value)
        return any(part is not UNSET for part in parts)

    def check(self, path: str) -> None:
        """Raise `Unusable` if it asks for nothing."""
        if self.text is UNSET and not self.is_checkable:
            raise Unusable(path, say("Choose what the constraint asks for."))
        for name in ("require", "forbid_value"):
            values = getattr(self, name)
            if values is not UNSET and not any(values.items()):
                raise Unusable(f"{path}.{name}", say("A feature is missing here."))

    @property
    def required(self) -> int:
        """Return the bits of the values that must be common."""
        return sum(MARK[value] for value in self.require.items()) if self.require else 0

    @property
    def banned(self) -> int:
        """Return the bits of the values that none of the cards may have."""
        return sum(MARK[value] for value in self.forbid_value.items()) if self.forbid_value else 0

    def count(self, bits: int, hand: Iterable[str]) -> int:
        """Return how many common features it lets count of a `hand` whose cards agree on `bits`
        after STOPs; none if it is not met."""
        if self.forbid:
            bits &= ~GROUP[self.forbid]
        if self.feature and not bits & GROUP[self.feature]:
            return 0
        if self.require and self.required & ~bits:
            return 0
        if self.forbid_value:
            banned = self.banned
            if any(card != JOKER and MARKS[card] & banned for card in hand):
                return 0
        return len(features(bits))

    def count_claimed(self, bits: int, gone: int) -> tuple[int, int]:
        """Return the least and the most common features it lets count of a hand of which only that
        is known on which values (`bits`) its cards agree; `gone` are features that STOPs forbid."""
        required, banned = self.required, self.banned
        is_sure = True
        for feature, group in GROUP.items():
            is_demanded = required & group or feature == self.feature
            if bits & group:
                if bits & banned & group or required & group & ~bits:
                    return 0, 0
            elif is_demanded and gone & group:
                return 0, 0
            elif is_demanded or banned & group:
                is_sure = False
        most = len(features(bits & ~GROUP[self.forbid] if self.forbid else bits))
        return (most if is_sure else 0), most


def current_line(options: TableOptions, now: Round, player: PlayerKey) -> Constraint | None:
    """Return the constraint that applies to `player` now, where the app knows it: the line of the
    card that the number picks, or the one put in."""
    held = now.held.get(player)
    if not isinstance(held, int):
        return held
    number, card = now.numbers[player], options.constraints[held]
    return card[number - 1] if number is not None and number <= len(card) else None


def checkable_line(options: TableOptions, now: Round, player: PlayerKey) -> Constraint | None:
    """Return the constraint that applies to `player` now, if it can be checked; one with only a
    text is for the table to judge."""
    found = current_line(options, now, player)
    return found if found and found.is_checkable else None
