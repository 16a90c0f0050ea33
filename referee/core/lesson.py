"""A guided first hand or round: one short story, told in steps by the `lesson.toml` of a game."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property, reduce
from operator import or_
from typing import Any, TypeAlias

import msgspec

from referee.core.action import AnyAction
from referee.core.event import Options
from referee.core.keys import PlayerKey
from referee.core.rules import read_toml
from referee.core.text import Message

Called: TypeAlias = Callable[[Any, Sequence[Any]], Message]
"""What an event is called that the lesson gives no label; told the events of all such choices of
its step."""

_Plain: TypeAlias = dict[str, Any]


class Choice(msgspec.Struct, frozen=True, kw_only=True):
    """One thing to tap: an `event`, and what it is called (`label`, a few words).

    `right`: it does what the step asks for. `kindly` is said of an event that is allowed and not
    what is asked for; of one that is not allowed the ruling says enough.
    """

    label: Message
    event: AnyAction
    right: bool = False
    kindly: Message | None = None


class Step(msgspec.Struct, frozen=True, kw_only=True):
    """One screen: a position, a task, and the choices, one of which is right.

    The position is what the story has come to: the `events` and the right choice of each step
    before this one, then the `events` of this one (what the others do meanwhile, or a `position`).
    `tells` is what one needs to know for the `task`, `learnt` what the right choice has shown; a
    sentence or two each. `viewer`: whose phone it is, where something is secret. `shows`: what lies
    there that no state holds (a spell begun, a hand), as an event that is only drawn.
    """

    events: tuple[AnyAction, ...] = ()
    tells: Message | None = None
    task: Message
    choices: tuple[Choice, ...]
    learnt: Message
    viewer: PlayerKey | None = None
    shows: AnyAction | None = None

    @property
    def right(self) -> AnyAction:
        """The event that does what the step asks for."""
        return next(choice.event for choice in self.choices if choice.right)


class _TomlStep(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A step as the file has it, events as in a record. Each of the `choices` is its event, with
    `label`, `right` and `kindly` beside; `each` is what the events of all have in common."""

    events: list[_Plain] = []
    tells: str | None = None
    task: str
    each: _Plain = {}
    choices: list[_Plain]
    learnt: str
    viewer: PlayerKey | None = None
    shows: _Plain | None = None


class Lesson:
    """What a table is taught that has never opened the rulebook, in at most ten `steps`: the
    `lesson.toml` of `package`, read when it is first asked for. `actions` are those of the game."""

    def __init__(
        self,
        package: str,
        actions: Iterable[type[AnyAction]],
        options_type: type[Options],
        called: Called,
    ) -> None:
        self._package, self._options_type, self._called = package, options_type, called
        self._event: Any = reduce(or_, actions)

    @cached_property
    def _told(self) -> _Plain:
        return read_toml(self._package, "lesson.toml")

    @cached_property
    def players(self) -> tuple[PlayerKey, ...]:
        """Who sits there, in this order; their keys, born here, are also the names they are called
        by, so the texts may name them."""
        return msgspec.convert(self._told["players"], tuple[PlayerKey, ...])

    @cached_property
    def options(self) -> Options:
        """What was agreed on."""
        return msgspec.convert(self._told.get("options", {}), self._options_type)

    @cached_property
    def steps(self) -> tuple[Step, ...]:
        """The story."""
        return tuple(map(self._step, msgspec.convert(self._told["step"], list[_TomlStep])))

    def _step(self, told: _TomlStep) -> Step:
        events = [self._action(_onto(told.each, _event_of(choice))) for choice in told.choices]
        choices = [*zip(events, told.choices, strict=True)]
        unnamed = [event for event, own in choices if "label" not in own]
        return Step(
            events=tuple(map(self._action, told.events)),
            tells=_said(told.tells),
            task=Message(told.task),
            choices=tuple(
                Choice(
                    label=_said(own.get("label")) or self._called(event, unnamed),
                    event=event,
                    right=own.get("right", False),
                    kindly=_said(own.get("kindly")),
                )
                for event, own in choices
            ),
            learnt=Message(told.learnt),
            viewer=told.viewer,
            shows=self._action(told.shows) if told.shows else None,
        )

    def _action(self, plain: _Plain) -> AnyAction:
        event: AnyAction = msgspec.convert(plain, self._event)
        return event

    def events_before(self, step: int) -> list[AnyAction]:
        """All that has happened when step `step` (from 0) asks for something."""
        told: list[AnyAction] = []
        for one in self.steps[:step]:
            told += [*one.events, one.right]
        return [*told, *self.steps[step].events]


def _said(text: str | None) -> Message | None:
    return Message(text) if text else None


def _event_of(choice: _Plain) -> _Plain:
    return {name: each for name, each in choice.items() if name not in ("label", "right", "kindly")}


def _onto(common: Any, own: Any) -> Any:
    """What `own` adds to `common`: lists go on, maps are merged, anything else takes its place."""
    if isinstance(common, Mapping) and isinstance(own, Mapping):
        merged = {name: _onto(common[name], own[name]) for name in own if name in common}
        return {**own, **common, **merged}
    return [*common, *own] if isinstance(common, list) and isinstance(own, list) else own
