"""Ka-Zing: spells of linked wand movements over a three-by-three grid."""

from referee.games.kazing.game import GAME

__all__ = ["GAME"]
