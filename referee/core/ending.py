"""What is told of a game that is over, and how the next one begins."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar, Generic, TypeVar

from referee.core.event import Event
from referee.core.keys import PlayerKey
from referee.core.reveal import FaceDown
from referee.core.ruling import Ruling
from referee.core.text import Message

State = TypeVar("State")


class Ending(Generic[State]):
    """A game's answers about its end. By default nothing is told but what the scores tell, and who
    sat second begins the next game."""

    remarkable: ClassVar[frozenset[str]] = frozenset()
    """Tags of the events that its highlights are taken from."""

    def highlights(self, played: Sequence[tuple[Event, Ruling]]) -> list[Message]:
        """Return what is worth telling, the best first; `played` are its `remarkable` events in
        effect, with their rulings."""
        return []

    has_reveal: ClassVar[bool] = False
    """Whether its players turn up what they have won before anybody is told who won."""

    def reveal(self, before: State, event: Event) -> Sequence[FaceDown]:
        """Return what is turned up once `event`, in effect on top of `before`, has happened, in the
        order in which it is asked for; nothing where the event ends nothing, or the table has
        counted by itself. Asked only where it `has_reveal`."""
        return ()

    def rematch(
        self, players: Sequence[PlayerKey], options: Any, state: State
    ) -> tuple[list[PlayerKey], Any]:
        """Return the players in seating order and the options for the next game; the next dealer
        first."""
        now = list(players)
        return now[1:] + now[:1], options
