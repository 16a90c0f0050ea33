"""How a table sets things right: the situation outright, as an event of any game."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, ClassVar, Self, TypeVar

import msgspec

from referee.core.action import Action, Viewer
from referee.core.draft import Draft
from referee.core.form import Drawing, Form, Offer
from referee.core.judging import Fault, decide
from referee.core.rules import RuleBook
from referee.core.ruling import Ruling
from referee.core.text import Message, say

State = TypeVar("State")


class PositionDrawing(Drawing, frozen=True, kw_only=True):
    """The form of a position. The game's template `position.html` draws `fields`, as they were
    entered or, at first, as the table stands, mostly with the macros of `parts/position.html`.
    Subclass it where there is more to draw (a board, a deck)."""

    label: Message | None = say("Play on from here")
    is_ready: bool = True
    fields: Mapping[str, Any]


class PositionAction(Action[State], frozen=True):
    """The present situation, told outright. Every game subclasses it once, with the tag
    `position`, with its rule `book`, and with what lies there as fields."""

    forms = ("position",)
    book: ClassVar[RuleBook]
    goes_on: ClassVar[Message] = say("The position is set as entered.")
    """Why it is legal."""

    def judge(self, state: State) -> Ruling:
        """It is legal unless it cannot be."""
        faults = [*self.faults(state)]
        return decide(self.book, faults, ("table/position",), self.goes_on, stands=self.stands)

    def faults(self, state: State) -> Iterable[Fault]:
        """Yield what cannot be; without `can_stand` where it makes no situation at all."""
        return ()

    def describe(self, ruling: Ruling, viewer: Viewer) -> Message:
        return say("The position was set right")

    @classmethod
    def from_state(cls, state: State, viewer: Viewer) -> Self | None:
        """Return the present situation, as far as `viewer` may know it; None where there is
        none."""
        raise NotImplementedError

    @classmethod
    def entered(cls, state: State, viewer: Viewer, draft: Draft) -> dict[str, Any]:
        """Return the fields as they were entered; while none is, those of the present situation."""
        told = {name: draft.fields[name] for name in cls.__struct_fields__ if name in draft.fields}
        now = None if told else cls.from_state(state, viewer)
        return told if now is None else msgspec.to_builtins(now)

    @classmethod
    def offers(cls, state: State, viewer: Viewer) -> Iterable[Offer]:
        yield Offer(label=say("Set it right"), sheet="position", more=True)

    @classmethod
    def form(cls, name: str, state: State, viewer: Viewer, draft: Draft) -> Form | Drawing | None:
        """As the table stands until something is entered."""
        return PositionDrawing(fields=cls.entered(state, viewer, draft))
