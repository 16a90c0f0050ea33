"""What can happen at the table, in the order of its buttons."""

from referee.games.zinga.actions.ask import Ask
from referee.games.zinga.actions.bonus import Bonus
from referee.games.zinga.actions.draw import Draw, Pass
from referee.games.zinga.actions.end_round import EndRound
from referee.games.zinga.actions.lots import Lots
from referee.games.zinga.actions.place import Place
from referee.games.zinga.actions.position import Position, ZingaCell
from referee.games.zinga.actions.start_round import StartRound

ACTIONS = (Lots, StartRound, Place, Draw, Pass, EndRound, Bonus, Ask, Position)

__all__ = [
    "ACTIONS",
    "Ask",
    "Bonus",
    "Draw",
    "EndRound",
    "Lots",
    "Pass",
    "Place",
    "Position",
    "StartRound",
    "ZingaCell",
]
