"""How the first hand of `lesson.toml` calls what is tapped."""

from __future__ import annotations

from collections.abc import Sequence

from referee.core import Lesson, Message
from referee.games.zar.actions import ACTIONS, Match, Play
from referee.games.zar.cards import NAMES
from referee.games.zar.state import ZarOptions


def _called(event: Play | Match, others: Sequence[object]) -> Message:
    """The card."""
    return NAMES[event.cards[-1]].plain


LESSON = Lesson("referee.games.zar", ACTIONS, ZarOptions, _called)
