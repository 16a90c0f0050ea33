"""Nobody may count the piles while a game runs (zingazam/count)."""

from __future__ import annotations

from referee.core import Secrecy, say
from referee.games.zingazam.state import State


class UncountedPiles(Secrecy[State]):
    """The piles are secret from everybody, from the start of a game until it is over or waits for
    them; so is who won the earlier rounds, which tells how high they are."""

    redacted_line = say("A round was played")

    def has_secret(self, state: State) -> bool:
        """While a game runs that does not wait for its piles."""
        return state.running and not state.waits
