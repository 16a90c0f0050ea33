"""The table ends a game that has no target."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from referee.core import Message, Offer, Ruling, say
from referee.core.action import Action, Viewer
from referee.core.judging import Fault
from referee.games.zar.rules import barring_faults, is_tied, plays_on, refused, ruled
from referee.games.zar.state import State


class EndGame(Action[State], frozen=True, tag="end_game"):
    """The table ends a game that has no target."""

    def judge(self, state: State) -> Ruling:
        """It does so between hands (zar/6); with the reading `tie` at `play-on` only when one
        player alone is lowest."""
        if bars := barring_faults(state, in_hand=False):
            return refused(bars)
        faults, readings = [], ("tie",) if is_tied(state) else ()
        if state.options.target is not None:
            reason = say(
                "Nobody has reached {n} yet, so the game goes on. The target is in Settings.",
                n=state.options.target,
            )
            faults.append(Fault(("zar/6",), reason))
        elif state.hand is not None:
            faults.append(Fault(("zar/6",), say("A hand is under way: score it first.")))
        elif plays_on(state.options) and readings:
            reason = say(
                "Players are tied for the lowest score, so at this table the game would go on."
            )
            faults.append(Fault(("zar/6",), reason, readings=readings))
        reason = say("The players end the game.")
        return ruled(
            faults, ("zar/6",), reason, readings=() if faults else readings, stands=self.stands
        )

    def apply(self, state: State) -> State:
        """The game is over at once; a running hand is not counted."""
        return replace(state, hand=None, over=True)

    def describe(self, ruling: Ruling, viewer: Viewer) -> Message:
        """Say that it did."""
        return say("The players ended the game")

    @classmethod
    def offers(cls, state: State, viewer: Viewer) -> Iterable[Offer]:
        """Offer it where the rules allow it."""
        event = cls()
        if event.judge(state).verdict == "legal":
            yield Offer(label=say("End the game"), event=event, more=True)
