"""A tile is placed: its rules are in `placement`, since several actions ask what fits."""

from referee.games.zinga.actions.place.action import Place

__all__ = ["Place"]
