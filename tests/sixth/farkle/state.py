"""The situation, and what dice score."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, ClassVar

import msgspec

from referee.core import Options, PlayerKey, say

DICE = 6
Pips = Annotated[str, msgspec.Meta(pattern="^[1-6]$", max_length=1)]
Dice = Annotated[dict[Pips, Annotated[int, msgspec.Meta(ge=0, le=6)]], msgspec.Meta(max_length=6)]
"""How many dice show each number."""


class FarkleOptions(Options, frozen=True):
    """`target`: the total that begins the last round."""

    field_names: ClassVar = {"target": say("points that begin the last round")}

    target: Annotated[int, msgspec.Meta(ge=500, le=100_000)] = 10_000


class State(msgspec.Struct, frozen=True):
    """`points` of this turn, `left` dice to roll; `closer`: who reached the target first."""

    players: tuple[PlayerKey, ...]
    target: int
    totals: dict[PlayerKey, int]
    turn: PlayerKey
    points: int = 0
    left: int = DICE
    closer: PlayerKey | None = None
    turns: int = 0

    @property
    def over(self) -> bool:
        """Whether the turn has come back to who began the last round."""
        return self.turn == self.closer

    @property
    def leaders(self) -> list[PlayerKey]:
        """Who has the highest total."""
        most = max(self.totals.values())
        return [who for who, total in self.totals.items() if total == most]

    def ended(self, points: int) -> State:
        """Return the state after this turn, which brought `points`."""
        total = self.totals[self.turn] + points
        closer = self.closer or (self.turn if total >= self.target else None)
        after = self.players[(self.players.index(self.turn) + 1) % len(self.players)]
        totals = {**self.totals, self.turn: total}
        return State(self.players, self.target, totals, after, 0, DICE, closer, self.turns + 1)


def score(dice: Mapping[str, int]) -> tuple[int, list[int]]:
    """Return what `dice` of one roll score, and the numbers among them that do not."""
    counts = {int(pips): n for pips, n in sorted(dice.items()) if n}
    if [*counts] == [1, 2, 3, 4, 5, 6]:
        return 1500, []
    points, idle = 0, []
    for pips, n in counts.items():
        if n >= 3:
            points += (1000 if pips == 1 else 100 * pips) << (n - 3)
        elif pips in (1, 5):
            points += n * (100 if pips == 1 else 50)
        else:
            idle.append(pips)
    return points, idle
