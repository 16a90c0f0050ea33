"""What games have in common that rule on two things that happened at once."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import ClassVar, Literal, NamedTuple, TypeAlias, TypeVar, get_args

from referee.core.action import Action, Viewer
from referee.core.draft import Draft
from referee.core.form import Answer, Form, Offer, of_players, question
from referee.core.keys import PlayerKey
from referee.core.ruling import Ruling
from referee.core.text import Message, say

State = TypeVar("State")

Side: TypeAlias = Literal["a", "b"]
"""One of the two."""


class Claimed(NamedTuple):
    """One of the two: what (`kind`) `by` did."""

    by: PlayerKey
    kind: str


class More(NamedTuple):
    """What decides some pairs besides who did what: a question, and for each answer the fields of
    the event that it fills in."""

    label: Message
    answers: Sequence[tuple[Message, Mapping[str, object]]]


class CloseCallAction(Action[State], frozen=True):
    """Which of two things that happened at once comes first? It only asks. A game subclasses it
    with the fields `a` and `b`, each of which has a `kind` and the player `by`."""

    is_query = True
    forms = ("close_call",)

    nouns: ClassVar[Mapping[str, Message]]
    """What can be done at once, each kind as a noun: "{by} calling GOTCHA"."""
    done: ClassVar[Mapping[str, Message]]
    """The same, in the log and on the form: "called GOTCHA"."""

    @classmethod
    def more(cls, a: Claimed, b: Claimed) -> More | None:
        """Return what the form asks of the two besides."""
        return None

    def described(self, side: Side) -> Message:
        """Say as a noun what one of the two did."""
        claim = getattr(self, side)
        return Message(self.nouns[claim.kind].text, {"by": claim.by})

    def describe(self, ruling: Ruling, viewer: Viewer) -> Message:
        return say("Close call: {a}, and {b}", a=self.described("a"), b=self.described("b"))

    @classmethod
    def offers(cls, state: State, viewer: Viewer) -> Iterable[Offer]:
        yield Offer(label=say("Close call"), sheet="close_call", more=True)

    @classmethod
    def form(cls, name: str, state: State, viewer: Viewer, draft: Draft) -> Form:
        """Ask one question after the other: who did what, who else did what, and what there is
        `more` to ask. The last tap asks the referee."""
        sides: list[Claimed] = []
        for side in get_args(Side):
            claim = Draft(draft.mapping(side), draft.players)
            by, what = claim.player("by"), claim.one_of("kind", cls.done)
            others = [who for who in draft.players if who not in {first.by for first in sides}]
            hint = cls._so_far(sides)
            if by is None:
                label = say("Who else was it?") if sides else say("Two things at once. Who was it?")
                return question(f"{side}.by", label, of_players(others), hint=hint)
            if what is None:
                answers = [
                    cls._answer(draft, side, Claimed(by, each), text, sides)
                    for each, text in cls.done.items()
                ]
                return question(
                    f"{side}.kind", say("What did {who} do?", who=by), answers, hint=hint
                )
            sides.append(Claimed(by, what))
        asked, hint = cls.more(*sides), cls._so_far(sides)
        if asked is None or any(
            draft.fields.get(field) for _, fields in asked.answers for field in fields
        ):
            return Form(label=say("Who comes first?"), event=draft.event(cls), hint=hint)
        endings = (
            Answer(label=text, event=draft.event(cls, **fields)) for text, fields in asked.answers
        )
        return question("more", asked.label, endings, hint=hint)

    @classmethod
    def _answer(
        cls, draft: Draft, side: Side, claim: Claimed, text: Message, sides: Sequence[Claimed]
    ) -> Answer:
        """Return the answer `claim`; the last question asks the referee with it."""
        if not sides or cls.more(sides[0], claim):
            return Answer(label=text, value=claim.kind)
        return Answer(label=text, event=draft.event(cls, **{side: claim._asdict()}))

    @classmethod
    def _so_far(cls, sides: Sequence[Claimed]) -> Message | None:
        """Say what was answered before."""
        said = [say("{who} {did}", who=side.by, did=cls.done[side.kind]) for side in sides]
        if len(said) == 2:
            return say("{one}, and {other}", one=said[0], other=said[1])
        return say("{one}, and …", one=said[0]) if said else None
