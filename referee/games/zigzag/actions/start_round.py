"""A round begins."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from referee.core import Action, Basis, Fault, Message, Offer, Ruling, Viewer, say
from referee.core.draft import Draft
from referee.core.form import Answer, Form, question
from referee.games.zigzag.actions.number import line_answers
from referee.games.zigzag.constraints import Line
from referee.games.zigzag.rules import CONSTRAINT, DECLARE, SETUP, game_over, refused, ruled
from referee.games.zigzag.scorecard import end_round
from referee.games.zigzag.state import State, new_round


class StartRound(Action[State], frozen=True, tag="start_round"):
    """A round begins; `number` is the line of the constraint cards."""

    number: Line | UnsetType = UNSET
    exclusive = True
    forms = ("start_round",)

    def judge(self, state: State) -> Ruling:
        """It begins where none runs (zigzag/setup), with a number on levels 2 and 3."""
        if over := game_over(state):
            return refused([over])
        clauses = (SETUP, CONSTRAINT) if self.number else (SETUP,)
        faults: list[Fault] = []
        if state.now is not None:
            running = say(
                "Round {n} is under way. It ends with a correct declaration.", n=state.started
            )
            faults.append(Fault((SETUP, DECLARE, *clauses[1:]), running, Basis.IDLE))
        if self.number and state.options.level == 1:
            none = say("At level 1 there are no constraints, so no number is chosen.")
            faults.append(Fault(clauses, none))
        begins = say("Round {n} begins.", n=state.started + 1)
        if self.number:
            begins = say(
                "Round {n} begins, with line {line} of the constraint cards.",
                n=state.started + 1,
                line=self.number,
            )
        return ruled(faults, clauses, begins)

    def apply(self, state: State) -> State:
        """A round that ran is over."""
        if state.now is not None:
            state = end_round(state, 0, None)
        begun = new_round(state.options, self.number or None)
        return replace(state, started=state.started + 1, now=begun)

    def describe(self, ruling: Ruling, viewer: Viewer) -> Message:
        if self.number:
            return say("A round begins, using line {n}", n=self.number)
        return say("A round begins")

    @classmethod
    def offers(cls, state: State, viewer: Viewer) -> Iterable[Offer]:
        if state.now is not None:
            return
        label = say("Start round {n}", n=state.started + 1)
        if state.options.level == 1:
            yield Offer(label=label, event=cls(), main=True)
        else:
            yield Offer(label=label, sheet="start_round", main=True)

    @classmethod
    def form(cls, name: str, state: State, viewer: Viewer, draft: Draft) -> Form | None:
        """Which line, where there are constraint cards."""
        if state.options.level == 1:
            return None
        label = say("Which line of the constraint cards?")
        none = Answer(label=say("Without a number"), event=cls(), piece={"is_wide": True})
        lot, *lines = line_answers(cls)
        return question("number", label, (none, lot, *lines))  # not where "Start round" lay
