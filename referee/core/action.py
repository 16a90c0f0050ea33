"""An action is one kind of event, with everything the app knows about it.

A game is a list of actions. To learn what happens when somebody plays a card, read the module of
that action: the fields of its event, when it is allowed, what it does, its line of the log, its
buttons and its form stand there one below the other.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import Any, ClassVar, Generic, Self, TypeAlias, TypeVar

from referee.core.draft import Draft
from referee.core.event import Event, Options, tag_of
from referee.core.form import Drawing, Form, Offer
from referee.core.keys import PlayerKey
from referee.core.ruling import Ruling
from referee.core.text import Message

State = TypeVar("State")
A = TypeVar("A")
S = TypeVar("S")
R = TypeVar("R")

Viewer: TypeAlias = PlayerKey | None
"""The seat that looks; None: no seat, which knows what everybody knows."""

Shown: TypeAlias = Mapping[str, object]
"""Plain data for a template of the game's own."""


class Action(Event, Generic[State], frozen=True):
    """One kind of event. Subclass it as `class Roll(Action[State], frozen=True, tag="roll")`, with
    the fields that a record has. No field may be called like a method.

    Everything here is pure: same arguments, same answer; no clock, no chance, no input or output.
    """

    exclusive: ClassVar[bool] = False
    """A moment holds one of them: two phones that enter one at the same time (for the same player,
    where it has a field `by`) mean the same thing, and one may take the place of the other."""
    simultaneous: ClassVar[bool] = False
    """All players enter one at the same moment: it waits for nobody's yes because others recorded
    something since its form was drawn, while what hides it is still hidden."""
    forms: ClassVar[tuple[str, ...]] = ()
    """What its forms are called in an address; each name is one form of one action of the game."""
    private_forms: ClassVar[tuple[str, ...]] = ()
    """Those of its `forms` of which only the phone that filled them in may see the draft (see
    `merge_draft`)."""

    shared_fields: ClassVar[tuple[str, ...]] = ()
    """Fields that are one for all rows of its form, filled in on several phones: whoever has
    answered has answered for all."""

    ways: ClassVar[tuple[str, ...]] = ()
    """Ways to fill in its form, as `Draft.mode` calls them (by keypad, by pieces). A phone is shown
    the form in the way in which it was filled in there last."""

    judged_on_secrets: ClassVar[bool] = False
    """The rules make the answer to it rest on what is hidden, so that it cannot help telling
    something of that. Any other action is judged on what may be known."""

    supplies_fact: ClassVar[bool] = False
    """It only adds a fact that was missing. It is no answer to an entry that was refused just
    before, and one that was undecided is judged again with it at once."""

    # The rules

    def check(self, options: Options, players: Sequence[PlayerKey], path: str) -> None:
        """Raise `Unusable` (with a path from `path`) for what no state of the game could make sense
        of and the types of the fields do not refuse. `players` are those the game began with."""

    def judge(self, state: State) -> Ruling:
        """Return whether it is allowed now, and why. End with `judging.decide`."""
        raise NotImplementedError

    def apply(self, state: State) -> State:
        """Return the state after it, without judging it. It is called where it is legal, or stands
        and its ruling has `can_stand`. A query is never applied."""
        return state

    # What is said of it

    def describe(self, ruling: Ruling, viewer: Viewer) -> Message:
        """Say what happened, in one line of the log, as `viewer` may know it."""
        raise NotImplementedError

    def ends_round(self, ruling: Ruling) -> bool:
        """Return whether, in effect with this ruling, it ended a round that nobody may look up
        later while something is secret."""
        return False

    def notes(self, ruling: Ruling) -> Mapping[str, Sequence[Message]]:
        """Return what a score sheet notes of it, in effect, in the row of its hand or round: a few
        letters each, by player; under `""`, of the whole row."""
        return {}

    def picture(self, state: State, viewer: Viewer) -> Shown:
        """Return what is drawn of it, in a step of a lesson and beside its ruling in the log, by
        the game's templates `lesson.html` and `kept.html`. `state` is the present one."""
        return {}

    def ruling_picture(self, state: State, viewer: Viewer) -> Shown:
        """Return what the game's template `ruling.html` draws beside a ruling just given on it, in
        `state`. With `word` and `sign` (a verdict) it answers a question by another word than the
        verdict's; with `keep` false, who takes it back does not find it on its form again."""
        return self.picture(state, viewer)

    def seconds(self, ruling: Ruling) -> int:
        """Return how many seconds the rules give somebody now that it is in effect with this
        ruling, as all may know it: the phones can count them down. 0: none."""
        return 0

    def log_picture(self, state: State, ruling: Ruling, viewer: Viewer) -> Shown:
        """Return what the game's templates know of it from its line of the log: what `log.html`,
        if there is one, draws small beside that line, and what `table.html` marks as new. Nothing
        where the words do. `state` is the present one."""
        return {}

    def price_of_taking_back(self, state: State, ruling: Ruling) -> Offer | None:
        """Return the event that goes with taking it back, refused with this ruling, if the rules
        ask a price for that."""
        return None

    def price_of_noticing_late(self, state: State) -> Offer | None:
        """Return the event that comes in its place, recorded in `state` as it was before it, where
        it is found out later that it was not allowed and the rules take it back with everything
        after it; None where they do not."""
        return None

    # Entering it

    @classmethod
    def counting(cls, state: State) -> Message | None:
        """Return what all are told while players fill its form in row by row, each on his own phone
        ("Hand 3 is being counted"); None: its form has no such rows."""
        return None

    @classmethod
    def offers(cls, state: State, viewer: Viewer) -> Iterable[Offer]:
        """Yield its buttons, in the bar and behind "…". An offered event is never refused. It is
        asked only while the game is not over; the game orders the buttons of all actions."""
        return ()

    @classmethod
    def form(cls, name: str, state: State, viewer: Viewer, draft: Draft) -> Form | Drawing | None:
        """Return its form `name` as far as `draft` fills it in; None where there is nothing to
        enter now. A `Drawing` is drawn by the game's own template `<name>.html`."""
        return None

    # Only some actions

    @classmethod
    def joining(cls, state: State, player: PlayerKey) -> Self | None:
        """Return the event by which `player`, somebody new, comes into the game now; None where
        nobody can. It is judged like any other before it is recorded."""
        return None

    # Secrets

    def private_to(self) -> PlayerKey | None:
        """Return the one seat whose phone alone may see it while something is secret; "" for none
        at all, None for all."""
        return None

    def public_form(self) -> Self | None:
        """Return it, which is private to a seat, without what only that seat may know; None where
        nothing is left of it."""
        return None

    def ruling_for(self, ruling: Ruling, viewer: Viewer) -> Ruling:
        """Return its ruling as `viewer` may know it."""
        return ruling

    def merge_draft(self, state: State, drafts: Mapping[PlayerKey, Mapping[str, object]]) -> Self:
        """Return it with what was filled in before on `private_forms` (`drafts`: the fields, by
        player), as far as it leaves that open."""
        return self

    def stale_drafts(self, state: State, ruling: Ruling) -> Collection[PlayerKey]:
        """Return the players whose drafts on `private_forms` hold no more after it, recorded or
        only ruled on; `state` is the one after it."""
        return ()

    def replaces_secret(self) -> bool:
        """Return whether it puts all that its seat hides in anew: then a phone that took the seat
        over sees it again."""
        return False


def is_shared(kind: type[Event] | None) -> bool:
    """Return whether all at a table mean the same by an event of `kind` at one moment: whoever
    enters it last enters what has been recorded."""
    if kind is None or not issubclass(kind, Action) or not kind.exclusive:
        return False
    return "by" not in kind.__struct_fields__


def are_rivals(one: Event, other: Event) -> bool:
    """Return whether both, entered at the same moment, mean the same thing (see `exclusive`; so is
    setting things right): then one may take the place of the other."""
    return (
        type(one) is type(other)
        and isinstance(one, Action)
        and (one.exclusive or tag_of(one) == "position")
        and getattr(one, "by", None) == getattr(other, "by", None)
    )


def in_order(offers: Iterable[Offer]) -> list[Offer]:
    """Return `offers` as a page shows them: the main one, the others, those behind "…"; else in
    the order in which the game lists its actions."""
    return sorted(offers, key=lambda offer: (not offer.main, offer.more))


AnyAction: TypeAlias = Action[Any]
"""An action of whichever game."""


def judged_once(work: Callable[[A, S], R]) -> Callable[[A, S], R]:
    """Keep the latest answer of a method of an action that takes the state: what has been judged is
    mostly applied next, and both need it. Answers are told apart by identity."""
    latest: Any = (None, None, None)

    def kept(action: A, state: S) -> R:
        nonlocal latest
        known, at, answer = latest
        if known is action and at is state:
            return answer  # type: ignore[no-any-return]
        answer = work(action, state)
        latest = (action, state, answer)
        return answer

    return kept
