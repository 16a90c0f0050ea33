"""The constraint that a player was dealt is put in; a +1 or −1 moves its line.

Everybody reads the rulings: no sentence here tells what a constraint asks, or which way it moved.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Annotated, Literal

import msgspec
from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from referee.core import PlayerKey
from referee.core.action import Action, Viewer
from referee.core.draft import Draft
from referee.core.event import Options, Player
from referee.core.form import Drawing, Offer
from referee.core.judging import Fault
from referee.core.ruling import LEGAL, Ruling
from referee.core.text import Message, say
from referee.core.unusable import Unusable
from referee.games.zigzag.constraints import LINES, Constraint
from referee.games.zigzag.page import OwnSecrets, own_secrets
from referee.games.zigzag.rules import CONSTRAINT, no_constraints, refused, ruled
from referee.games.zigzag.state import MOST_CONSTRAINT_CARDS, State, ZigZagOptions, moved

PLUS_MINUS = "zigzag/constraint.plus-minus"


class ConstraintForm(Drawing, frozen=True, kw_only=True):
    """Whose constraint (`by`), which `cards` the table's box has, and the line that applies now as
    far as it is put in."""

    by: PlayerKey | None
    cards: Sequence[DealtConstraint] = ()
    line: Mapping[str, object] = {}


class SecretsPage(Drawing, frozen=True, kw_only=True):
    """What `by` alone may see."""

    by: PlayerKey
    mine: OwnSecrets


class DealtConstraint(Action[State], frozen=True, tag="constraint"):
    """The constraint that `by` was dealt: which `card` of the table's box, or the line that
    applies now."""

    by: Player
    card: Annotated[int, msgspec.Meta(ge=0, lt=MOST_CONSTRAINT_CARDS)] | UnsetType = UNSET
    constraint: Constraint | UnsetType = UNSET
    simultaneous = True
    supplies_fact = True
    forms = ("constraint", "mine")
    private_forms = ("constraint",)

    def check(self, options: Options, players: Sequence[PlayerKey], path: str) -> None:
        """Refuse a card and a line at once, and a card that the box has not."""
        assert isinstance(options, ZigZagOptions)
        if (self.card is UNSET) == (self.constraint is UNSET):
            both = say("Enter a card or a constraint, not both.")
            raise Unusable(f"{path}.constraint", both)
        if self.constraint is not UNSET:
            self.constraint.check(f"{path}.constraint")
        elif self.card is not UNSET and self.card >= len(options.constraints):
            raise Unusable(f"{path}.card", say("This table's set has no such card."))

    def judge(self, state: State) -> Ruling:
        """The card is of the box, and nobody else's."""
        if refusal := no_constraints(state, (CONSTRAINT,)):
            return refusal
        assert state.now is not None
        by = self.by
        if self.card is not UNSET:
            if self.card >= len(state.options.constraints):
                foreign = say(
                    "The constraint card that {by} entered is not in this table's set.", by=by
                )
                return refused([Fault((CONSTRAINT,), foreign, can_stand=False)])
            held = state.now.held.items()
            if self.card in [card for player, card in held if player != by]:
                taken = say(
                    "The constraint card that {by} entered belongs to another player.", by=by
                )
                return refused([Fault((CONSTRAINT,), taken)])
        return ruled((), (CONSTRAINT,), say("{by} enters a constraint.", by=by))

    def apply(self, state: State) -> State:
        """It takes the place of an earlier one."""
        assert state.now is not None
        held = self.constraint or self.card
        assert held is not UNSET
        now = state.now
        entered = now.entered
        if self.by not in entered:
            entered = state.options.seated({*entered, self.by})
        return replace(state, now=replace(now, held={**now.held, self.by: held}, entered=entered))

    def describe(self, ruling: Ruling, viewer: Viewer) -> Message:
        return say("{by} entered a constraint", by=self.by)

    @classmethod
    def offers(cls, state: State, viewer: Viewer) -> Iterable[Offer]:
        if state.now is not None and state.options.level > 1 and viewer in state.options.team:
            assert viewer is not None
            label = say("{viewer}'s constraint", viewer=viewer)
            yield Offer(label=label, sheet="constraint", fill={"by": viewer}, more=True)

    @classmethod
    def form(cls, name: str, state: State, viewer: Viewer, draft: Draft) -> Drawing | None:
        """`constraint`, to put it in; `mine`, what only its seat sees."""
        by = draft.player("by") or viewer
        if name == "mine":
            if state.now is None or viewer is None or by != viewer:
                return None
            return SecretsPage(by=viewer, mine=own_secrets(state.options, state.now, viewer))
        if state.options.level == 1:
            return None
        if by is None:
            return ConstraintForm(label=say("Whose constraint?"), by=None)
        line = draft.mapping("constraint")
        return ConstraintForm(
            label=say("This is {name}’s line", name=by),
            by=by,
            cards=tuple(cls(by=by, card=n) for n in range(len(state.options.constraints))),
            line=line,
        )

    # Secrets

    def private_to(self) -> PlayerKey:
        return self.by

    def replaces_secret(self) -> bool:
        """It stands for all that its seat has put in."""
        return True


class Shift(Action[State], frozen=True, tag="shift"):
    """`by` plays a +1 or −1 card."""

    by: Player
    delta: Literal[1, -1]

    def judge(self, state: State) -> Ruling:
        """There is a line to move to (zigzag/constraint.plus-minus), unless the card goes round
        (reading `shift_wrap`)."""
        if refusal := no_constraints(state, (CONSTRAINT, PLUS_MINUS)):
            return refusal
        assert state.now is not None
        clauses, by = (PLUS_MINUS, CONSTRAINT), self.by
        number = state.now.numbers[by]
        readings: tuple[str, ...] = ()
        faults = []
        if number is not None and not 1 <= number + self.delta <= LINES:
            readings = ("shift_wrap",)
            if state.options.readings["shift_wrap"] == "none":
                none = say(
                    "The card goes from line 1 to line {n}, and {by}'s +1 or −1 would go past the "
                    "end. At this table it does not go round.",
                    by=by,
                    n=LINES,
                )
                faults.append(Fault(clauses, none))
        reason = say("{by} plays a +1 or −1, and moves one line.", by=by)
        facts = {"line": None if number is None else moved(number, self.delta)}
        return ruled(faults, clauses, reason, readings=readings, facts=facts)

    def apply(self, state: State) -> State:
        """The number moves, from the last line to the first and back; a line that was put in
        applies no more."""
        now = state.now
        assert now is not None
        by, number = self.by, now.numbers[self.by]
        shifts = {**now.shifts, by: now.shifts.get(by, 0) + self.delta}
        line = None if number is None else moved(number, self.delta)
        held = now.held
        if isinstance(held.get(by), Constraint):
            held = {player: it for player, it in held.items() if player != by}
        numbers = {**now.numbers, by: line}
        entered = now.entered
        if not state.options.constraints:  # then a line was put in, which applies no more
            entered = tuple(player for player in entered if player != by)
        now = replace(now, numbers=numbers, shifts=shifts, held=held, entered=entered)
        return replace(state, now=now)

    def describe(self, ruling: Ruling, viewer: Viewer) -> Message:
        if viewer != self.by:
            return say("{by} played a +1 or −1", by=self.by)
        line = ruling.facts.get("line")
        if self.delta > 0:
            if line:
                return say("{by} played a +1, so line {line} counts", by=self.by, line=line)
            return say("{by} played a +1", by=self.by)
        if line:
            return say("{by} played a −1, so line {line} counts", by=self.by, line=line)
        return say("{by} played a −1", by=self.by)

    @classmethod
    def offers(cls, state: State, viewer: Viewer) -> Iterable[Offer]:
        """To its own seat only, and only where there is a line."""
        if state.now is None or state.options.level == 1 or viewer not in state.options.team:
            return
        assert viewer is not None
        plus = cls(by=viewer, delta=1), say("{viewer} plays a +1", viewer=viewer)
        minus = cls(by=viewer, delta=-1), say("{viewer} plays a −1", viewer=viewer)
        for event, label in (plus, minus):
            if event.judge(state).verdict == LEGAL:
                yield Offer(label=label, event=event, more=True)

    # Secrets

    def private_to(self) -> PlayerKey:
        return self.by

    def ruling_for(self, ruling: Ruling, viewer: Viewer) -> Ruling:
        """Which line it is now, and that it went over the edge of the card, is its seat's to
        know."""
        if viewer != self.by:
            readings = () if ruling.verdict == LEGAL else ruling.readings
            return replace(ruling, readings=readings, facts={})
        if ruling.verdict == LEGAL and (line := ruling.facts.get("line")):
            now = say("Line {line} counts for {by} now.", line=line, by=self.by)
            return replace(ruling, effects=(now,))
        return ruling
