"""How the first game of `lesson.toml` calls what is tapped."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import UNSET
from msgspec.structs import replace

from referee.core import Lesson, Message
from referee.games.kazing import names
from referee.games.kazing.actions import ACTIONS, Cast
from referee.games.kazing.state import KazingOptions


def _called(event: Cast, others: Sequence[Cast]) -> Message:
    """The first card that the spells do not share; with its resonance where that tells them
    apart."""
    rows = zip(*(cast.cards for cast in others), strict=False)
    at, row = next((at, row) for at, row in enumerate(rows) if len({*row}) > 1)
    is_told_apart = len({card.resonance for card in row}) > 1
    return names.card(
        event.cards[at] if is_told_apart else replace(event.cards[at], resonance=UNSET)
    )


LESSON = Lesson("referee.games.kazing", ACTIONS, KazingOptions, _called)
