"""What the cards left in hand are worth, and what a counted hand comes to (zar/6)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

import msgspec
from msgspec import UNSET

from referee.core import PlayerKey, say
from referee.core.action import judged_once
from referee.games.zar.cards import CHAMELEON, KIND
from referee.games.zar.drawing import DrawResult, draw_cards
from referee.games.zar.state import Hand, State, ZarOptions

if TYPE_CHECKING:
    from referee.games.zar.actions.end_hand.event import EndHand

CHAMELEON_VALUE = 6
"""The one value that the rulebook gives (zar/14)."""

KIND_NAMES = {
    "basic": say("basic cards"),
    "command": say("command cards"),
    "power": say("power cards"),
}
"""The kinds of cards that have a value of their own."""


def card_value(options: ZarOptions, card: str) -> int | None:
    """Return the points printed on `card`; None if the table has not entered them."""
    if card == CHAMELEON:
        return CHAMELEON_VALUE
    points: int | object = getattr(options.values, KIND[card])
    return points if isinstance(points, int) else None


def hand_value(options: ZarOptions, cards: Iterable[str]) -> int | None:
    """Return the points of `cards` together; None if one of the values is not known."""
    points = 0
    for card in cards:
        value = card_value(options, card)
        if value is None:
            return None
        points += value
    return points


def missing_values(options: ZarOptions, cards: Iterable[str]) -> list[str]:
    """Return the kinds among `cards` of which the value is not entered, each once."""
    kinds = (KIND[card] for card in cards if card_value(options, card) is None)
    return list(dict.fromkeys(kinds))


class HandCount(msgspec.Struct, frozen=True):
    """A counted hand: who won it (None: not known), everybody's points (None: cannot be worked
    out), the referee's count of each loser's cards (None: unknown), the hand after the Wasps still
    owed were drawn (None: no hand is tracked) and that draw."""

    winner: PlayerKey | None
    points: dict[PlayerKey, int | None]
    counts: dict[PlayerKey, int | None]
    hand: Hand | None
    owed: DrawResult | None

    @property
    def known_points(self) -> dict[PlayerKey, int]:
        """The points that could be worked out."""
        return {player: n for player, n in self.points.items() if n is not None}

    @property
    def is_whole(self) -> bool:
        """Whether everybody's could."""
        return None not in self.points.values()


@judged_once
def count_hand(event: EndHand, state: State) -> HandCount:
    """Return what `event` makes of the hand that runs, or of one that was not tracked."""
    hand, owed = state.hand, None
    winner = event.winner if event.winner is not UNSET else hand.out if hand else None
    if hand is not None and hand.pending and hand.turn != winner:
        owed = draw_cards(state, hand, hand.turn, hand.pending)
        hand = owed.hand
    gone = (hand.out if hand else None) or winner
    counts = {player: hand.hands[player] for player in state.players if hand and player != gone}
    points = {player: _points(state, event, player, winner) for player in state.players}
    return HandCount(winner, points, counts, hand, owed)


def _points(
    state: State, event: EndHand, player: PlayerKey, winner: PlayerKey | None
) -> int | None:
    if player in event.points:
        return event.points[player]
    if player in event.hands:
        return hand_value(state.options, event.hands[player])
    return 0 if player == winner or (state.hand and player == state.hand.out) else None
