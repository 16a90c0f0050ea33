"""What follows from the list of a game's actions: no game says any of it itself."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Any, ClassVar, Generic, TypeVar

from referee.core.action import Action, AnyAction, Viewer
from referee.core.event import Event, Undo, tag_of
from referee.core.keys import PlayerKey
from referee.core.position import PositionAction
from referee.core.ruling import Ruling

State = TypeVar("State")


class ActionList(Generic[State]):
    """The `actions` of a game, by their tags and by what their forms are called."""

    actions: ClassVar[tuple[type[AnyAction], ...]] = ()
    """All that can happen, in the order of its buttons; one has the tag `position`. What the app
    asks of an event is asked of its action. `Undo` is an event of all games, and no action."""
    forms: ClassVar[Mapping[str, str]]
    """What its forms are called in an address, each with the tag of the event it makes."""
    private_forms: ClassVar[frozenset[str]]
    """Those of which only the phone that filled them in may see the draft."""

    def __init_subclass__(cls) -> None:
        cls.forms = {name: tag_of(kind) for kind in cls.actions for name in kind.forms}
        cls.private_forms = frozenset(name for kind in cls.actions for name in kind.private_forms)

    def action(self, tag: object) -> type[AnyAction] | None:
        """Return the action with this tag."""
        return next((kind for kind in self.actions if tag_of(kind) == tag), None)

    @cached_property
    def events(self) -> Any:
        """The union of all events of a record, for decoding."""
        union: Any = Undo
        for kind in self.actions:
            union = union | kind
        return union

    def judge(self, state: State, event: Event) -> Ruling:
        """Return whether `event`, no `Undo`, is allowed now, and why."""
        assert isinstance(event, Action)
        return event.judge(state)

    def apply(self, state: State, event: Event) -> State:
        """Return the state after `event`, which is legal, or stands and can, without judging it."""
        assert isinstance(event, Action)
        after: State = event.apply(state)
        return after

    def position(self, state: State, viewer: Viewer) -> Action[State] | None:
        """Return the present situation as a `position` event, as far as `viewer` may know it."""
        kind = self.action("position")
        return kind.from_state(state, viewer) if kind and issubclass(kind, PositionAction) else None

    def join_event(self, state: State, player: PlayerKey) -> Action[State] | None:
        """Return the event by which `player`, somebody new, comes into the game now; None where
        nobody can. It is judged like any other before it is recorded."""
        found = (kind.joining(state, player) for kind in self.actions)
        return next((event for event in found if event is not None), None)
