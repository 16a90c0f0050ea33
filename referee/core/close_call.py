"""What games have in common that rule on two things that happened at once."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import ClassVar, Literal, NamedTuple, TypeAlias, TypeVar, get_args

from referee.core.action import Action, Viewer
from referee.core.draft import Draft
from referee.core.event import Event
from referee.core.form import Answer, Form, Offer, of_players, question
from referee.core.keys import PlayerKey
from referee.core.ruling import Ruling
from referee.core.text import Message, say

State = TypeVar("State")

Side: TypeAlias = Literal["a", "b"]
"""One of the two."""


class CloseCallAction(Action[State], frozen=True):
    """Which of two things that happened at once comes first? It only asks. A game subclasses it
    with the fields `a` and `b`, each of which has a `kind` and the player `by`."""

    is_query = True
    forms = ("close_call",)

    nouns: ClassVar[Mapping[str, Message]]
    """What can be done at once, each kind as a noun: "{by} calling GOTCHA"."""

    def described(self, side: Side) -> Message:
        """Say as a noun what one of the two did."""
        claim = getattr(self, side)
        return Message(self.nouns[claim.kind].text, {"by": claim.by})

    def describe(self, ruling: Ruling, viewer: Viewer) -> Message:
        return say("Close call: {a}, and {b}", a=self.described("a"), b=self.described("b"))

    @classmethod
    def offers(cls, state: State, viewer: Viewer) -> Iterable[Offer]:
        yield Offer(label=say("Close call"), sheet="close_call", more=True)


class Claimed(NamedTuple):
    """One of the two: what (`kind`) `by` did."""

    by: PlayerKey
    kind: str


class More(NamedTuple):
    """What decides some pairs besides who did what: a question, and for each answer the fields of
    the event that it fills in."""

    label: Message
    answers: Sequence[tuple[Message, Mapping[str, object]]]


def form(
    kind: type[Event],
    players: Sequence[PlayerKey],
    draft: Draft,
    done: Mapping[str, Message],
    more: Callable[[Claimed, Claimed], More | None] = lambda a, b: None,
) -> Form:
    """Return the form of the query `kind`, one question after the other: who did what (one of
    `done`), who else did what, and what `more` asks of the two. The last tap asks the referee."""
    sides: list[Claimed] = []
    for side in get_args(Side):
        claim = Draft(draft.mapping(side), draft.players)
        by, what = claim.player("by"), claim.one_of("kind", done)
        others = [who for who in players if who not in {first.by for first in sides}]
        hint = _so_far(sides, done)
        if by is None:
            label = say("Who else was it?") if sides else say("Two things at once. Who was it?")
            return question(f"{side}.by", label, of_players(others), hint=hint)
        if what is None:
            answers = tuple(
                _answer(kind, draft, side, Claimed(by, each), text, sides, more)
                for each, text in done.items()
            )
            return question(f"{side}.kind", say("What did {who} do?", who=by), answers, hint=hint)
        sides.append(Claimed(by, what))
    asked = more(*sides)
    if asked is None or any(
        draft.fields.get(name) for _, fields in asked.answers for name in fields
    ):
        return Form(
            label=say("Who comes first?"), event=draft.event(kind), hint=_so_far(sides, done)
        )
    endings = (
        Answer(label=text, event=draft.event(kind, **fields)) for text, fields in asked.answers
    )
    return question("more", asked.label, endings, hint=_so_far(sides, done))


def _answer(
    kind: type[Event],
    draft: Draft,
    side: Side,
    claim: Claimed,
    text: Message,
    sides: Sequence[Claimed],
    more: Callable[[Claimed, Claimed], More | None],
) -> Answer:
    """Return the answer `claim`; the last question asks the referee with it."""
    if not sides or more(sides[0], claim):
        return Answer(label=text, value=claim.kind)
    return Answer(label=text, event=draft.event(kind, **{side: claim._asdict()}))


def _so_far(sides: Sequence[Claimed], done: Mapping[str, Message]) -> Message | None:
    """Say what was answered before."""
    said = [say("{who} {did}", who=side.by, did=done[side.kind]) for side in sides]
    if len(said) == 2:
        return say("{one}, and {other}", one=said[0], other=said[1])
    return say("{one}, and …", one=said[0]) if said else None
