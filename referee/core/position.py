"""How a table sets things right: the situation outright, as an event of any game."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Self, TypeVar

import msgspec

from referee.core.action import Action, Viewer
from referee.core.draft import Draft
from referee.core.form import Offer
from referee.core.ruling import Ruling
from referee.core.text import Message, say

State = TypeVar("State")


class PositionAction(Action[State], frozen=True):
    """The present situation, told outright. Every game subclasses it once, with the tag
    `position` and with what lies there as fields."""

    forms = ("position",)

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

    def describe(self, ruling: Ruling, viewer: Viewer) -> Message:
        return say("The position was set right")

    @classmethod
    def offers(cls, state: State, viewer: Viewer) -> Iterable[Offer]:
        yield Offer(label=say("Set it right"), sheet="position", more=True)
