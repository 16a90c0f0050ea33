"""What can happen at the table, in the order of its buttons."""

from referee.games.kazing.actions.cast import Cast
from referee.games.kazing.actions.deck_end import DeckEnd
from referee.games.kazing.actions.position import SetPosition, TimerCards
from referee.games.kazing.actions.timer import TimerReveal
from referee.games.kazing.actions.turn import Discard, EndTurn, Take

ACTIONS = (Take, Cast, EndTurn, Discard, DeckEnd, TimerReveal, SetPosition)

__all__ = [
    "ACTIONS",
    "Cast",
    "DeckEnd",
    "Discard",
    "EndTurn",
    "SetPosition",
    "Take",
    "TimerCards",
    "TimerReveal",
]
