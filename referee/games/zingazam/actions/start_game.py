"""A game of the series begins."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import UNSET, UnsetType

from referee.core import (
    Action,
    Basis,
    ClauseId,
    Fault,
    Message,
    Offer,
    Player,
    Ruling,
    Viewer,
    plural,
    say,
)
from referee.games.zingazam.rules import SERIES, SETUP, all_over, lowest, ruled, starter, top
from referee.games.zingazam.state import State, Wizard

_TURN_ONE = say("Each player turns one card to face them.")
_WITH_ONE, _WITH_TWO = Wizard(facing=1), Wizard(facing=2)


class StartGame(Action[State], frozen=True, tag="start_game"):
    """A game begins. `first`: who starts, where the table says it."""

    first: Player | UnsetType = UNSET
    exclusive = True

    def judge(self, state: State) -> Ruling:
        """The oldest starts (`zingazam/setup`), later who leads (`zingazam/series`)."""
        first = state.players[starter(state)]
        clauses: tuple[ClauseId, ...] = (SETUP,)
        reason = say("{who} is the oldest and starts.", who=first)
        effects: tuple[Message, ...] = (_TURN_ONE,)
        if state.game:
            clauses = (SERIES, SETUP)
            reason = say("{who} has the highest total and starts.", who=first)
            if len(top(state.totals)) > 1:
                reason = say("{who} starts: the oldest of those in the lead.", who=first)
            low = state.names(lowest(state))
            second = plural(
                "{who} turns a second card.", "{who} each turn a second card.", len(low), who=[*low]
            )
            effects += (second,)
        faults = all_over(state)
        if state.running:
            running = say("Game {n} is not over yet.", n=state.game)
            faults.append(Fault((SETUP,), running, Basis.IDLE, can_stand=False))
        elif self.first not in (UNSET, first):
            faults.append(Fault(clauses[:1], reason))
        return ruled(faults, clauses, reason, effects)

    def apply(self, state: State) -> State:
        """Everybody has the own eight, one or two facing its holder (`zingazam/series`)."""
        low = lowest(state)
        first = starter(state) if self.first is UNSET else state.players.index(self.first)
        return State(
            agreed=state.agreed,
            past=state.past,
            round=1,
            first=first,
            turn=first,
            due=state.everyone,
            wizards=tuple(
                [_WITH_TWO if seat in low else _WITH_ONE for seat in range(len(state.players))]
            ),
        )

    def describe(self, ruling: Ruling, viewer: Viewer) -> Message:
        if self.first is UNSET:
            return say("A game begins")
        return say("A game begins: {who} starts", who=self.first)

    @classmethod
    def offers(cls, state: State, viewer: Viewer) -> Iterable[Offer]:
        if not state.running:
            who = state.players[starter(state)]
            yield Offer(label=say("{who} starts", who=who), event=cls(), main=True)
