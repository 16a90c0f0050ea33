"""Where a lesson stands, and what the referee says to a choice."""

from __future__ import annotations

import msgspec

from referee.core import AnyGame, Lesson, Ruling
from referee.core.action import AnyAction
from referee.table.fold import AnyFold, Fold


class Scene(msgspec.Struct, frozen=True):
    """The position of a step: the `state`, and the `last` event with its ruling, if any."""

    state: object
    last: tuple[AnyAction, Ruling] | None


def scene(game: AnyGame, lesson: Lesson, step: int) -> Scene:
    """The position of step `step` (from 0) of `lesson`."""
    fold: AnyFold = Fold(game, game.start(lesson.players, lesson.options), memory=1)
    last = None
    for number, event in enumerate(lesson.events_before(step)):
        last = (event, fold.take(event, number).ruling)
    return Scene(fold.state, last)
