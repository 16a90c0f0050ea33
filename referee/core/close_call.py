"""What games have in common that rule on two things that happened at once."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal, TypeAlias

from referee.core.draft import Draft
from referee.core.event import Event
from referee.core.form import Answer, Choice, Form, Offer, of_players
from referee.core.text import Message, say

Side: TypeAlias = Literal["a", "b"]
"""One of the two."""

FORM = "close_call"
"""What its form is called in an address."""
OFFER = Offer(label=say("Close call"), sheet=FORM, more=True)
"""The question, at any time."""


def line(a: Message, b: Message) -> Message:
    """Say in the log what happened at once; `a` and `b` are nouns: "Bo calling GOTCHA"."""
    return say("Close call: {a}, and {b}", a=a, b=b)


def form(
    event: Event | None,
    players: Sequence[str],
    draft: Draft,
    kinds: Mapping[str, Message],
    *more: Choice,
) -> Form:
    """Return the form that asks who did what (one of `kinds`), twice, and after it for `more`.
    `event`: what it makes, once all of it is entered."""
    return Form(
        title=say("Two things at once"),
        label=say("Who comes first?"),
        event=event,
        fields=(
            *_side_fields(players, draft, "a", kinds),
            *_side_fields(players, draft, "b", kinds),
            *more,
        ),
    )


def _side_fields(
    players: Sequence[str], draft: Draft, side: Side, kinds: Mapping[str, Message]
) -> tuple[Choice, Choice]:
    """Return who (`<side>.by`) did what (`<side>.kind`), of one side."""
    claim = Draft(draft.mapping(side), draft.players)
    by, kind = claim.player("by"), claim.one_of("kind", kinds)
    return (
        Choice(
            name=f"{side}.by",
            label=say("First:") if side == "a" else say("Second:"),
            answers=of_players(players, by),
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
