"""Cards put on the Playpile, in turn or as a match."""

from referee.games.zar.actions.play.events import Match, Play

__all__ = ["Match", "Play"]
