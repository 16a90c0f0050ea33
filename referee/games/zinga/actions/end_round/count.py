"""What a counted round comes to."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, NamedTuple

from msgspec import UNSET

from referee.games.zinga.state import State
from referee.games.zinga.tiles import VALUE

if TYPE_CHECKING:
    from referee.games.zinga.actions.end_round.action import EndRound


class RoundResult(NamedTuple):
    """`sums`: by player, what is left in the hand; None where that is not told. `winner`: None
    where it is not known. `points`: what the winner collects; None where the winner or another's
    sum is not known."""

    sums: Mapping[str, int | None]
    winner: str | None
    points: int | None

    @property
    def unknown(self) -> list[str]:
        """Return whose sum is not told, the winner's apart."""
        return [who for who, left in self.sums.items() if left is None and who != self.winner]

    @property
    def lowest(self) -> list[str]:
        """Return who has the lowest sum, in seating order; nobody while a sum is unknown."""
        known = [left for left in self.sums.values() if left is not None]
        if len(known) < len(self.sums):
            return []
        return [who for who, left in self.sums.items() if left == min(known)]


def told_sums(event: EndRound) -> dict[str, int]:
    """Return what the event says that somebody has left: tiles before typed sums."""
    values = {who: sum(VALUE[tile] for tile in tiles) for who, tiles in event.hands.items()}
    return {**event.points, **values}


def count_round(state: State, event: EndRound) -> RoundResult:
    """Count the round as the event tells it: a named winner before any other."""
    told = told_sums(event)
    sums = {who: told.get(who, 0 if who == state.out else None) for who in state.players}
    winner = None
    if event.winner is not UNSET:
        winner = event.winner
    elif event.blocked and state.in_round:
        lowest = RoundResult(sums, None, None).lowest
        winner = lowest[0] if len(lowest) == 1 else None
    elif state.in_round:
        winner = state.out
    others = [left for who, left in sums.items() if who != winner]
    points = None if winner is None or None in others else sum(left or 0 for left in others)
    return RoundResult(sums, winner, points)
