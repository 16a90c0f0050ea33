"""How the first game of `lesson.toml` calls what is tapped."""

from __future__ import annotations

from collections.abc import Sequence

from referee.core import Lesson, Message
from referee.games.zingazam.actions import ACTIONS, Play
from referee.games.zingazam.cards import SPELLS
from referee.games.zingazam.state import ZingAZamOptions


def _called(event: Play, others: Sequence[object]) -> Message:
    """The spell of the card."""
    return SPELLS[event.card]


LESSON = Lesson("referee.games.zingazam", ACTIONS, ZingAZamOptions, _called)
