"""How the first round of `lesson.toml` calls what is tapped."""

from __future__ import annotations

from collections.abc import Sequence

from referee.core import Lesson, Message, say
from referee.games.zinga.actions import ACTIONS, EndRound, Place
from referee.games.zinga.state import ZingaOptions
from referee.games.zinga.tiles import TILE_WORDS


def _called(event: Place | EndRound, others: Sequence[object]) -> Message:
    """The tile that is laid, or the points that are collected."""
    if isinstance(event, Place):
        return TILE_WORDS[event.tile]
    return say("{n} points", n=sum((event.points or {}).values()))


LESSON = Lesson("referee.games.zinga", ACTIONS, ZingaOptions, _called)
