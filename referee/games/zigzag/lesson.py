"""How the first rounds of `lesson.toml` call what is tapped."""

from __future__ import annotations

from collections.abc import Sequence

from referee.core import Lesson, Message
from referee.games.zigzag.actions import ACTIONS, Declare
from referee.games.zigzag.state import ZigZagOptions
from referee.games.zigzag.words import CALLS


def _called(event: Declare, others: Sequence[object]) -> Message:
    """What is shouted."""
    return CALLS[event.call]


LESSON = Lesson("referee.games.zigzag", ACTIONS, ZigZagOptions, _called)
