"""Fields of a form that asks about two things that happened at once."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal, TypeAlias

from referee.core.draft import Draft
from referee.core.form import Answer, Choice
from referee.core.text import Message, say

Side: TypeAlias = Literal["a", "b"]
"""One of the two."""


def side_fields(
    players: Sequence[str], draft: Draft, side: Side, kinds: Mapping[str, Message]
) -> tuple[Choice, Choice]:
    """Return who (`<side>.by`) did what (`<side>.kind`, one of `kinds`), of one side."""
    claim = Draft(draft.mapping(side), draft.players)
    by, kind = claim.player("by"), claim.one_of("kind", kinds)
    return (
        Choice(
            name=f"{side}.by",
            label=say("First:") if side == "a" else say("And:"),
            answers=tuple(
                Answer(label=player, value=player, is_chosen=player == by) for player in players
            ),
        ),
        Choice(
            name=f"{side}.kind",
            label=say("What was done"),
            answers=tuple(
                Answer(label=text, value=what, is_chosen=what == kind)
                for what, text in kinds.items()
            ),
        ),
    )
