"""The number that picks the line of the constraint cards: each player's own, or one for all."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial

from msgspec.structs import replace

from referee.core import (
    Action,
    Event,
    Fault,
    Message,
    Offer,
    Player,
    PlayerKey,
    Ruling,
    Viewer,
    say,
)
from referee.core.draft import Draft
from referee.core.form import Answer, Form, of_players, question
from referee.games.zigzag.constraints import LINES, Line
from referee.games.zigzag.rules import CONSTRAINT, no_constraints, ruled
from referee.games.zigzag.state import State, moved


class OwnNumber(Action[State], frozen=True, tag="number"):
    """The `number` that `by` has chosen, for the own card alone (reading `numbers`)."""

    by: Player
    number: Line
    simultaneous = True
    supplies_fact = True
    forms = ("number",)

    def judge(self, state: State) -> Ruling:
        """Each player has one only where the table reads it so. No sentence tells which it is."""
        if refusal := no_constraints(state, (CONSTRAINT,)):
            return refusal
        faults = []
        if state.options.readings["numbers"] == "one":
            one = say("At this table, one number chooses the line for everyone.")
            faults.append(Fault((CONSTRAINT,), one))
        reason = say("{by} enters a number.", by=self.by)
        return ruled(faults, (CONSTRAINT,), reason, readings=("numbers",))

    def apply(self, state: State) -> State:
        """It takes the place of an earlier one; a line that was put in stays."""
        now = state.now
        assert now is not None
        return replace(state, now=replace(now, numbers={**now.numbers, self.by: self.number}))

    def describe(self, ruling: Ruling, viewer: Viewer) -> Message:
        if viewer != self.by:
            return say("{by} entered a number", by=self.by)
        return say("{by} entered the number {n}", by=self.by, n=self.number)

    @classmethod
    def offers(cls, state: State, viewer: Viewer) -> Iterable[Offer]:
        """To its own seat only, where everybody has one."""
        options = state.options
        if state.now is None or options.level == 1 or options.readings["numbers"] == "one":
            return
        if viewer in options.team:
            assert viewer is not None
            label = say("{viewer}'s number", viewer=viewer)
            yield Offer(label=label, sheet="number", fill={"by": viewer}, more=True)

    @classmethod
    def form(cls, name: str, state: State, viewer: Viewer, draft: Draft) -> Form | None:
        """Whose, where no seat looks; then which."""
        options = state.options
        if options.level == 1 or options.readings["numbers"] == "one":
            return None
        by = draft.player("by") or viewer
        if by is None:
            return question("by", say("Whose number?"), of_players(options.players))
        label = say("Which number did {by} choose?", by=by)
        _, *lines = line_answers(partial(cls, by=by))
        return question("number", label, lines)

    # Secrets

    def private_to(self) -> PlayerKey:
        return self.by


class SharedNumber(Action[State], frozen=True, tag="line"):
    """The `number` that was chosen for all, entered after the round has begun."""

    number: Line
    exclusive = True
    supplies_fact = True
    forms = ("line",)

    def judge(self, state: State) -> Ruling:
        """One number is for all, unless the table reads it otherwise."""
        if refusal := no_constraints(state, (CONSTRAINT,)):
            return refusal
        faults = []
        if state.options.readings["numbers"] == "each":
            each = say("At this table, each player has a number of their own.")
            faults.append(Fault((CONSTRAINT,), each, readings=("numbers",)))
        reason = say("Line {n} of the constraint cards counts.", n=self.number)
        return ruled(faults, (CONSTRAINT,), reason, readings=("numbers",))

    def apply(self, state: State) -> State:
        """It takes the place of an earlier one; who has played a +1 or −1 is as far from it."""
        now = state.now
        assert now is not None
        numbers: dict[PlayerKey, int | None] = {
            player: moved(self.number, now.shifts.get(player, 0))
            for player in state.options.players
        }
        return replace(state, now=replace(now, number=self.number, numbers=numbers))

    def describe(self, ruling: Ruling, viewer: Viewer) -> Message:
        return say("Line {n} of the constraint cards counts", n=self.number)

    @classmethod
    def offers(cls, state: State, viewer: Viewer) -> Iterable[Offer]:
        """Where one number is for all: to enter it, or another."""
        options, now = state.options, state.now
        if now is None or options.level == 1 or options.readings["numbers"] == "each":
            return
        label = say("Enter the line") if now.number is None else say("Another line")
        yield Offer(label=label, sheet="line", more=True)

    @classmethod
    def form(cls, name: str, state: State, viewer: Viewer, draft: Draft) -> Form | None:
        """Which it is, or one by lot."""
        options = state.options
        if state.now is None or options.level == 1 or options.readings["numbers"] == "each":
            return None
        label = say("Which line of the constraint cards?")
        return question("number", label, line_answers(cls))


def line_answers(kind: Callable[..., Event]) -> list[Answer]:
    """Return an answer for each line, first the one that leaves it to chance; `kind` makes the
    event of a `number`."""
    events = [kind(number=n) for n in range(1, LINES + 1)]
    lot = Answer(label=say("Pick a line at random"), by_lot=tuple(events), piece={"is_wide": True})
    lines = enumerate(events, 1)
    return [lot, *(Answer(label=say("{n}", n=n), event=line, piece={}) for n, line in lines)]
