"""A table's own first round as its lesson: what to set up, and hints while it is played.

A game subclasses `FirstRound` and says what is its own. The steps and hints of one that does not
are those of any game.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import ClassVar, Generic, TypeVar

import msgspec

from referee.core.action import Shown
from referee.core.text import Message, say

State = TypeVar("State")

MOST_WORDS = 9
"""Words of a task: one glance."""


class SetupStep(msgspec.Struct, frozen=True, kw_only=True):
    """One thing to set up, one screen: the `task` in at most nine words, `tells` in a line under
    the picture, and `done`, what the button says.

    The picture is the table with its names. Before each player lie `count` pieces, each as the
    game's template `setting.html` draws `each` (nothing: a back); in the middle what it draws of
    `middle`.
    """

    task: Message
    tells: Message | None = None
    done: Message = say("Done")
    each: Shown = {}
    count: int = 0
    middle: Shown = {}


class Hint(msgspec.Struct, frozen=True, kw_only=True):
    """What may happen next and why, in a sentence or two, shown while it is so.

    `to`: whose phone shows it; None: all. It has been followed, and is not shown again, once
    `times` events of the types `followed_by` (empty: of any) are in effect: events by that player,
    where it is for one and they tell who did it.
    """

    says: Message
    to: str | None = None
    followed_by: tuple[str, ...] = ()
    times: int = 1


class FirstRound(Generic[State]):
    """What a table is taught that plays a game for the first time. Everything here is pure."""

    rounds: ClassVar[int] = 1
    """After how many hands or rounds there is nothing left to hint at."""

    def steps(self, state: State) -> Sequence[SetupStep]:
        """Return what is set up before the first event, in order, when everybody sits."""
        return ()

    def hints(self, state: State) -> Iterable[Hint]:
        """Yield the hints that make sense in `state` (as everybody knows it), the most urgent
        first. A phone shows the first that is for it and has not been followed."""
        yield Hint(says=say("Play at the table. Then tap here what happened."), times=3)
