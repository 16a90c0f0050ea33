"""A deck ran out."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec
from msgspec import UNSET, UnsetType

from referee.core import LEGAL, Action, Fault, Message, Offer, Player, Ruling, Viewer, say
from referee.games.kazing.rules import over_faults, refused
from referee.games.kazing.state import State


class DeckEnd(Action[State], frozen=True, tag="deck_end"):
    """A Deck ran out; `team` (any member) says whose (kazing/turn.discard, kazing/end)."""

    team: Player | UnsetType = UNSET

    def judge(self, state: State) -> Ruling:
        """A team's only where there are teams (kazing/mode.team)."""
        faults = over_faults(state)
        if self.team and not state.setup.team_battle:
            no_teams = say(
                "There are no teams here, so {player}'s team has no deck.", player=self.team
            )
            clauses = ("kazing/mode.team", state.setup.mode)
            faults.append(
                Fault(clauses, no_teams, allowed=say("There is one deck, and everyone shares it."))
            )
        if faults:
            return refused(faults)
        effects: tuple[Message, ...] = (_SHUFFLED,)
        if self.apply(state).ending and not state.ending:
            effects = (_SHUFFLED, say("The game ends with this round."))
        return Ruling(LEGAL, ("kazing/end", "kazing/turn.discard"), _RAN_OUT, effects)

    def apply(self, state: State) -> State:
        """One end of a deck more."""
        return msgspec.structs.replace(state, deck_ends=state.deck_ends + 1)

    def describe(self, ruling: Ruling, viewer: Viewer) -> Message:
        if self.team:
            return say("The deck of {player}'s team ran out", player=self.team)
        return say("The deck ran out")

    @classmethod
    def offers(cls, state: State, viewer: Viewer) -> Iterable[Offer]:
        """Offer it behind "…", for each team its own."""
        if state.timer_due:
            return
        if not state.setup.team_battle:
            yield Offer(label=say("The deck has run out"), event=cls(), more=True)
            return
        for members in state.setup.sides:
            label = say("The deck of {player}'s team has run out", player=members[0])
            yield Offer(label=label, event=cls(team=members[0]), more=True)


_RAN_OUT = say("The deck has run out.")
_SHUFFLED = say("The discard pile is shuffled and becomes the new deck.")
