"""What can happen at the table, in the order of its buttons."""

from referee.games.zigzag.actions.block import Block
from referee.games.zigzag.actions.close_call import Claim, CloseCall
from referee.games.zigzag.actions.constraint import DealtConstraint, Shift
from referee.games.zigzag.actions.declare import Declare
from referee.games.zigzag.actions.lead import Lead
from referee.games.zigzag.actions.number import OwnNumber, SharedNumber
from referee.games.zigzag.actions.position import Position, Tick
from referee.games.zigzag.actions.power import Power
from referee.games.zigzag.actions.score_box import ScoreBox
from referee.games.zigzag.actions.start_round import StartRound
from referee.games.zigzag.actions.stop import Stop

ACTIONS = (
    StartRound,
    Declare,
    Block,
    Stop,
    Power,
    Lead,
    DealtConstraint,
    SharedNumber,
    OwnNumber,
    Shift,
    ScoreBox,
    CloseCall,
    Position,
)

__all__ = ["ACTIONS", "Claim", "Tick", *(action.__name__ for action in ACTIONS)]
