"""The round is counted: what was told, what speaks against it, what it comes to."""

from referee.games.zinga.actions.end_round.action import EndRound

__all__ = ["EndRound"]
