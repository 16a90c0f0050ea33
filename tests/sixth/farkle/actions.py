"""What can happen: dice are set aside, a turn ends, the table sets it right."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from typing import Annotated, Self

from msgspec import Meta
from msgspec.structs import replace

from referee.core import Action, Fault, Message, Offer, Ruling, Viewer, decide, plural, say
from referee.core.draft import Draft, as_number
from referee.core.event import ByPlayer, Player
from referee.core.form import Answer, Choice, Form, Group, Number
from referee.core.judging import game_is_over, not_on_turn
from referee.core.position import PositionAction
from referee.core.rules import load_rules
from referee.games.farkle.state import DICE, Dice, State, score

Points = Annotated[int, Meta(ge=0, le=1_000_000)]

BOOK = load_rules("referee.games.farkle")
ruled = partial(decide, BOOK)


def barred(state: State, by: str) -> list[Fault]:
    """What keeps `by` from acting now."""
    if state.over:
        return [game_is_over("farkle/end")]
    return [] if by == state.turn else [not_on_turn(("farkle/turn",), state.turn, by)]


class SetAside(Action[State], frozen=True, tag="set_aside"):
    """`by` sets `dice` of a roll aside."""

    by: Player
    dice: Dice
    exclusive = True
    forms = ("dice",)

    def judge(self, state: State) -> Ruling:
        """Something must be set aside, and all of it must score (`farkle/aside`)."""
        faults, n = barred(state, self.by), sum(self.dice.values())
        points, idle = score(self.dice)
        if n > state.left:
            few = plural("Only {n} die was rolled.", "Only {n} dice were rolled.", state.left)
            faults.append(Fault(("farkle/aside",), few, can_stand=False))
        if not n:
            faults.append(Fault(("farkle/aside",), say("At least one die is set aside.")))
        for pips in idle:
            alone = say("A {n} alone scores nothing.", n=pips)
            faults.append(Fault(("farkle/score", "farkle/aside"), alone))
        points += state.points
        reason = plural("{by} sets {n} die aside.", "{by} sets {n} dice aside.", n, by=self.by)
        effects = (say("{n} points in this turn.", n=points),)
        facts = {"points": points, "left": state.left - n or DICE}
        clauses = ("farkle/aside", "farkle/score")
        return ruled(faults, clauses, reason, effects, (), facts, stands=self.stands)

    def apply(self, state: State) -> State:
        points, left = score(self.dice)[0], state.left - sum(self.dice.values())
        return replace(state, points=state.points + points, left=left or DICE)

    def describe(self, ruling: Ruling, viewer: Viewer) -> Message:
        rolled = [int(pips) for pips, n in sorted(self.dice.items()) for _ in range(n)]
        return say("{by} set aside {dice}", by=self.by, dice=[*rolled])

    @classmethod
    def offers(cls, state: State, viewer: Viewer) -> Iterable[Offer]:
        yield Offer(label=say("Set dice aside"), sheet="dice", main=True)

    @classmethod
    def form(cls, name: str, state: State, viewer: Viewer, draft: Draft) -> Form | None:
        if state.over:
            return None
        entered, keys = draft.mapping("dice"), tuple(range(state.left + 1))
        numbers = []
        for pips in range(1, 7):
            label, n = say("Dice that show {n}", n=pips), as_number(entered.get(str(pips)))
            numbers.append(Number(name=f"dice.{pips}", label=label, value=n, keys=keys))
        rolled = plural("{n} die is rolled", "{n} dice are rolled", state.left)
        title, label = say("What does {who} set aside?", who=state.turn), say("Set these aside")
        group, kept = Group(title=rolled, fields=tuple(numbers)), {"by": state.turn}
        return Form(title=title, label=label, fields=(group,), kept=kept, is_ready=True)


class EndTurn(Action[State], frozen=True, tag="end_turn"):
    """`by` banks the points of the turn or, after a `farkle`, loses them."""

    by: Player
    farkle: bool = False
    exclusive = True

    def judge(self, state: State) -> Ruling:
        """The points are safe (`farkle/bank`), or lost (`farkle/farkle`)."""
        faults, after, n = barred(state, self.by), self.apply(state), state.points
        clauses, reason = ("farkle/bank",), say("{by} banks {n}.", by=self.by, n=n)
        if self.farkle:
            clauses, reason = ("farkle/farkle",), say("{by} loses {n} points.", by=self.by, n=n)
        if not (n or self.farkle):
            faults.append(Fault(("farkle/bank",), say("{by} has nothing to bank.", by=self.by)))
        so, best = say("{who} rolls next.", who=after.turn), after.leaders
        if after.over:
            so = plural("{who} wins.", "{who} share it.", len(best), who=[*best])
            clauses = (*clauses, "farkle/end")
        return ruled(faults, clauses, reason, (so,), stands=self.stands)

    def apply(self, state: State) -> State:
        return state.ended(0 if self.farkle else state.points)

    def describe(self, ruling: Ruling, viewer: Viewer) -> Message:
        return say("Farkle of {by}", by=self.by) if self.farkle else say("{by} banked", by=self.by)

    @classmethod
    def offers(cls, state: State, viewer: Viewer) -> Iterable[Offer]:
        yield Offer(label=say("Farkle"), event=cls(by=state.turn, farkle=True))
        if state.points:
            yield Offer(label=say("Bank {n}", n=state.points), event=cls(by=state.turn))


class Position(PositionAction[State], frozen=True, tag="position"):
    """What the score sheet says, whose turn it is, and how far that turn is."""

    totals: ByPlayer[Points]
    turn: Player
    points: Points = 0
    left: Annotated[int, Meta(ge=1, le=DICE)] = DICE
    book = BOOK

    def faults(self, state: State) -> Iterable[Fault]:
        missing = [who for who in state.players if who not in self.totals]
        if missing:
            told = say("The total of {who} is missing.", who=[*missing])
            yield Fault(("table/position",), told, is_open=True, can_stand=False)

    def apply(self, state: State) -> State:
        totals = {who: self.totals[who] for who in state.players}
        now = {"turn": self.turn, "points": self.points, "left": self.left, "closer": None}
        return replace(state, totals=totals, **now)

    @classmethod
    def from_state(cls, state: State, viewer: Viewer) -> Self:
        return cls(totals=state.totals, turn=state.turn, points=state.points, left=state.left)

    @classmethod
    def form(cls, name: str, state: State, viewer: Viewer, draft: Draft) -> Form:
        totals = draft.numbers("totals") if "totals" in draft else state.totals
        rows = {f"totals.{who}": (say("{who}", who=who), n) for who, n in totals.items()}
        for field, label in (("points", say("Points of this turn")), ("left", say("Dice to roll"))):
            rows[field] = label, draft.number(field) if field in draft else getattr(state, field)
        numbers = [Number(name=f, label=of, value=n, most=10**6) for f, (of, n) in rows.items()]
        turn = draft.player("turn") or state.turn
        whose = tuple(Answer(label=p, value=p, is_chosen=p == turn) for p in state.players)
        title, label = say("How does it stand?"), say("Play on from here")
        group = Group(title=say("Totals"), fields=tuple(numbers))
        choice = Choice(name="turn", label=say("Whose turn is it?"), answers=whose)
        kept = {"turn": turn}
        return Form(title=title, label=label, fields=(group, choice), kept=kept, is_ready=True)
