"""What can happen at the table, in the order of its buttons."""

from referee.games.zar.actions.calls import DeclareZar, Gotcha
from referee.games.zar.actions.close_call import CloseCall
from referee.games.zar.actions.end_game import EndGame
from referee.games.zar.actions.end_hand import EndHand
from referee.games.zar.actions.penalty import Penalty
from referee.games.zar.actions.play import Match, Play
from referee.games.zar.actions.position import Position
from referee.games.zar.actions.seating import Join, Quit
from referee.games.zar.actions.start_hand import StartHand
from referee.games.zar.actions.turn import Draw, Pass, Take

ACTIONS = (
    StartHand,
    Play,
    Match,
    Take,
    Draw,
    Pass,
    DeclareZar,
    Gotcha,
    Penalty,
    EndGame,
    Join,
    Quit,
    CloseCall,
    EndHand,
    Position,
)

__all__ = ["ACTIONS", *(action.__name__ for action in ACTIONS)]
