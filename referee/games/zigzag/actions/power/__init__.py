"""A power is played: what they all share is in `event`, each of them in a module of its own."""

from referee.games.zigzag.actions.power.event import Power

__all__ = ["Power"]
