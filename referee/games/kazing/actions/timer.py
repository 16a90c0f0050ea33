"""Solo: the Timer is turned up."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from referee.core import Action, Basis, ClauseId, Fault, Message, Offer, Ruling, Viewer, plural, say
from referee.core.draft import Draft
from referee.core.form import Drawing
from referee.games.kazing.cards import positions
from referee.games.kazing.rules import over_faults, refused, ruled
from referee.games.kazing.state import State, Timer, TimerPositions

SOLO = ("kazing/mode.solo",)


class TimerDrawing(Drawing, frozen=True):
    """The Timer to be turned up: the positions `kept` already, those `revealed` so far,
    how many `times` each of the nine was, and how many are `missing`."""

    kept: tuple[int, ...]
    revealed: list[int]
    times: list[int]
    missing: int


class TimerReveal(Action[State], frozen=True, tag="timer"):
    """The Timer's face-down cards are turned up: their positions (kazing/mode.solo)."""

    revealed: TimerPositions
    exclusive = True
    forms = ("timer",)

    def judge(self, state: State) -> Ruling:
        """When there are nine cards, all that lie face down; then one of each position is kept."""
        faults = over_faults(state) or _not_due(state)
        timer = state.timer
        if faults or timer is None:
            return refused(faults)
        down = 9 - len(timer.kept)
        if len(self.revealed) != down:
            wrong = plural(
                "The Timer has {n} card face down, but {turned} are turned up here.",
                "The Timer has {n} cards face down, but {turned} are turned up here.",
                down,
                turned=len(self.revealed),
            )
            faults = [Fault(SOLO, wrong)]
        after = self._kept(timer)
        discarded = len(timer.kept) + len(self.revealed) - after.cards
        facts = {"kept": list(after.kept), "discarded": discarded}
        if len(after.kept) == 9:
            clauses: tuple[ClauseId, ...] = (*SOLO, "kazing/end")
            reason = say("The Timer has all nine positions: the game is over.")
            effects: tuple[Message, ...] = ()
        else:
            clauses = SOLO
            reason = say("The Timer keeps {positions}.", positions=list(after.kept))
            effects = (plural("{n} card is discarded.", "{n} cards are discarded.", discarded),)
        if faults:
            effects = ()
        return ruled(faults, clauses, reason, effects, facts=facts, stands=self.stands)

    def _kept(self, timer: Timer) -> Timer:
        """One card of each position is kept."""
        kept = tuple(sorted({*timer.kept, *self.revealed}))
        return Timer(cards=len(kept), kept=kept)

    def apply(self, state: State) -> State:
        """The doubles go; with all nine positions the game is over."""
        assert state.timer is not None
        timer = self._kept(state.timer)
        turn = None if len(timer.kept) == 9 else state.turn
        return msgspec.structs.replace(state, timer=timer, turn=turn)

    def describe(self, ruling: Ruling, viewer: Viewer) -> Message:
        kept = ruling.facts.get("kept")
        if kept:
            return say("The Timer was turned up and keeps {positions}", positions=kept)
        return say("The Timer was turned up")

    @classmethod
    def offers(cls, state: State, viewer: Viewer) -> Iterable[Offer]:
        if state.timer_due:
            yield Offer(label=say("Turn up the Timer"), sheet="timer", main=True)

    @classmethod
    def form(cls, name: str, state: State, viewer: Viewer, draft: Draft) -> TimerDrawing | None:
        """A tap for each card turned up."""
        timer = state.timer
        if timer is None or state.turn is None:
            return None
        revealed = positions(draft.items("revealed"))
        missing = timer.cards - len(timer.kept) - len(revealed)
        label = say("Turn up the Timer")
        if missing > 0:
            label = plural("{n} more card to turn up", "{n} more cards to turn up", missing)
        return TimerDrawing(
            label=label,
            event=cls(revealed=tuple(revealed)) if timer.due and missing == 0 else None,
            kept=timer.kept,
            revealed=revealed,
            times=[revealed.count(n) for n in range(1, 10)],
            missing=missing,
        )


def _not_due(state: State) -> list[Fault]:
    timer = state.timer
    if timer is None:
        alone = say("The Timer is only for playing alone.")
        return [Fault(SOLO, alone, Basis.IDLE, can_stand=False)]
    if timer.due:
        return []
    early = plural(
        "The Timer holds {n} card: its cards are turned up only when it holds nine.",
        "The Timer holds {n} cards: its cards are turned up only when it holds nine.",
        timer.cards,
    )
    return [Fault(SOLO, early, Basis.IDLE, can_stand=False)]
