"""A spell is cast: the central action, with its checker beside it."""

from referee.games.kazing.actions.cast.event import Cast

__all__ = ["Cast"]
