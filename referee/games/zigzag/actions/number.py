"""A player puts in the own number, which picks the line of the constraint card."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from referee.core import Action, Fault, Message, Offer, Player, Ruling, Viewer, say
from referee.core.draft import Draft
from referee.core.form import Answer, Form, of_players, question
from referee.games.zigzag.constraints import LINES, Line
from referee.games.zigzag.rules import CONSTRAINT, SETUP, no_constraints, no_round, ruled
from referee.games.zigzag.state import State


class OwnNumber(Action[State], frozen=True, tag="number"):
    """The `number` that `by` has chosen, for the own card alone (reading `numbers`)."""

    by: Player
    number: Line
    simultaneous = True
    forms = ("number",)

    def judge(self, state: State) -> Ruling:
        """Each player has one only where the table reads it so. No sentence tells which it is."""
        if refusal := no_constraints(state, (CONSTRAINT,)):
            return refusal
        if state.now is None:
            return no_round(state, (CONSTRAINT, SETUP))
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
            return say("{by} entered a number.", by=self.by)
        return say("{by} entered the number {n}.", by=self.by, n=self.number)

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
        lines = (
            Answer(label=say("{n}", n=n), event=cls(by=by, number=n), piece={})
            for n in range(1, LINES + 1)
        )
        return question("number", label, lines)

    # Secrets

    def private_to(self) -> str:
        return self.by
