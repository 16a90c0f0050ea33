"""Nobody may count the piles while a game runs (zingazam/count)."""

from __future__ import annotations

from referee.core import PlayerKey, Secrecy, say
from referee.core.event import Event
from referee.games.zingazam.actions.end_game import EndGame
from referee.games.zingazam.actions.position import Position
from referee.games.zingazam.state import State


class UncountedPiles(Secrecy[State]):
    """The piles are secret from everybody, from the start of a game until it is over or waits for
    them; so is who won the earlier rounds, which tells how high they are."""

    redacted_line = say("A round was played")

    def has_secret(self, state: State) -> bool:
        """While a game runs that does not wait for its piles."""
        return state.running and not state.waits

    def known_state(self, state: State, viewer: PlayerKey | None) -> State:
        """Nothing is known of the piles but which are empty."""
        seen = Position.from_state(state, viewer)
        return state if seen is None else seen.apply(state)

    def is_judged_on_secrets(self, event: Event) -> bool:
        """Cards are played on what everybody sees. What the table counts is not held against the
        piles that the referee kept."""
        return not isinstance(event, EndGame)
