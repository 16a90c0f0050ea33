"""Ka-Zing: spells of linked wand movements over a grid of three by three."""

from referee.games.kazing.game import GAME

__all__ = ["GAME"]
