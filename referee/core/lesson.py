"""A guided first hand or round: one short story, told in steps."""

from __future__ import annotations

import msgspec

from referee.core.action import AnyAction
from referee.core.event import Options
from referee.core.keys import PlayerKey
from referee.core.text import Message


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


class Lesson(msgspec.Struct, frozen=True, kw_only=True):
    """What a table is taught that has never opened the rulebook, in at most ten `steps`.

    `players` sit there in this order; their keys are also the names they are called by, so the
    texts may name them.
    """

    players: tuple[PlayerKey, ...]
    options: Options
    steps: tuple[Step, ...]

    def events_before(self, step: int) -> list[AnyAction]:
        """All that has happened when step `step` (from 0) asks for something."""
        told: list[AnyAction] = []
        for one in self.steps[:step]:
            told += [*one.events, one.right]
        return [*told, *self.steps[step].events]
