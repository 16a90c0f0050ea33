"""The hand is counted."""

from referee.games.zar.actions.end_hand.event import EndHand

__all__ = ["EndHand"]
