"""The log is the truth: a state is the fold of the events in effect."""

from __future__ import annotations

from collections import deque
from typing import Any, Generic, TypeAlias, TypeVar

import msgspec

from referee.core import LEGAL, Event, Game, Ruling, Undo, illegal, legal, plural, say
from referee.core.action import AnyAction

State = TypeVar("State")


class Entry(msgspec.Struct, frozen=True, gc=False):
    """What became of one event.

    `stood` is None where `stands` was not asked for. `effect`: it is in effect (and can be
    undone). `undone`: the numbers of the events it took back, the latest first.
    """

    ruling: Ruling
    stood: bool | None
    effect: bool
    undone: tuple[int, ...] = ()


class Fold(Generic[State]):
    """The state of a game, fed one event at a time.

    Events are numbered by the caller (`number`, rising). What is needed for undo is kept for the
    latest `memory` events in effect; to undo further, feed a new fold from the log.
    """

    def __init__(self, game: Game[State], state: State, memory: int | None = None) -> None:
        self.game = game
        self.state = state
        self.past: deque[tuple[int, State]] = deque(maxlen=memory)
        self.depth = 0

    def judge(self, event: Event) -> Ruling:
        """The ruling on `event` now; nothing changes. The depth of an undo is `depth`, all events
        in effect, also those no longer in memory."""
        if type(event) is Undo:
            return self._judge_undo(event)
        action: AnyAction = event  # type: ignore[assignment]  # All other events are.
        return action.judge(self.state)

    def _judge_undo(self, event: Undo) -> Ruling:
        if event.count > self.depth:
            return illegal(
                "table/undo",
                plural(
                    "There is only {n} entry to undo.",
                    "There are only {n} entries to undo.",
                    self.depth,
                )
                if self.depth
                else say("There is nothing to undo."),
                can_stand=False,
            )
        reached = [number for number, _ in self.past][-event.count :]
        return legal(
            "table/undo",
            plural("The latest entry is undone.", "{n} entries are undone.", event.count),
            undone=reached[::-1],
        )

    def take(self, event: Event, number: int, ruling: Ruling | None = None) -> Entry:
        """Judge `event` (its `ruling`, where it was judged before) and apply it if it is legal or
        stands and can be applied."""
        if type(event) is Undo:
            return self._take_undo(event, self._judge_undo(event) if ruling is None else ruling)
        action: AnyAction = event  # type: ignore[assignment]  # All other events are.
        if ruling is None:
            ruling = action.judge(self.state)
        is_legal = ruling.verdict is LEGAL
        stood = (is_legal or ruling.can_stand) if event.stands else None
        effect = (is_legal or stood is True) and not event.is_query
        if effect:
            self.put(event, number)
        return Entry(ruling, stood, effect)

    def _take_undo(self, event: Undo, ruling: Ruling) -> Entry:
        """Take back what `event` does, if it is legal: one that is not cannot stand."""
        is_legal = ruling.verdict is LEGAL
        undone = self._undo(event.count) if is_legal else ()
        return Entry(ruling, is_legal if event.stands else None, effect=False, undone=undone)

    def put(self, event: Event, number: int) -> None:
        """Apply `event`, known to be in effect, without judging it."""
        action: AnyAction = event  # type: ignore[assignment]  # An undo is never in effect.
        before = self.state
        self.state = action.apply(before)
        self.past.append((number, before))
        self.depth += 1

    def can_undo(self, count: int) -> bool:
        """Whether the memory reaches `count` events back."""
        return count <= len(self.past)

    def _undo(self, count: int) -> tuple[int, ...]:
        assert self.can_undo(count), "feed a new fold from the log"
        undone = []
        for _ in range(count):
            number, self.state = self.past.pop()
            undone.append(number)
        self.depth -= count
        return tuple(undone)


AnyFold: TypeAlias = Fold[Any]
"""A fold of whichever game."""
