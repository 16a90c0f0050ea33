"""What a game hides, from whom, and until when."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Generic, TypeVar

from referee.core.action import Action
from referee.core.event import Event
from referee.core.keys import PlayerKey
from referee.core.ruling import Ruling
from referee.core.text import Message

State = TypeVar("State")


class Secrecy(Generic[State]):
    """A game's answers about secrets. This default hides nothing; a game that hides something says
    so in a subclass, and everything else (the log, exports, forms, what a refusal says) follows.

    A viewer is the seat that a phone looks from, None for a phone without one. Everything here is
    pure: two states that differ only in what a viewer may not know have equal answers for him. What
    depends on the event is asked of its action, where the game has actions.
    """

    redacted_line: Message | None = None
    """All that the log says of an earlier round while something is secret (see `ends_round`)."""

    @property
    def hides_something(self) -> bool:
        """Whether the game has secrets at all."""
        return type(self) is not Secrecy

    # A state

    def has_secret(self, state: State) -> bool:
        """Whether something is secret from anyone now: then exports end before it began."""
        return False

    def known_state(self, state: State, viewer: PlayerKey | None) -> State | None:
        """`state` as `viewer` knows it. None where no state says that: then questions are judged on
        the game's `position`, if it has one, and entries on the whole state, on which the hidden
        part must not bear."""
        return None

    def contradicted(self, state: State, viewer: PlayerKey) -> Sequence[Message]:
        """What `viewer` put in that cannot be right, for the table has shown otherwise since; a
        sentence each, for the phone of `viewer` alone."""
        return ()

    # An event

    def private_to(self, event: Event) -> PlayerKey | None:
        """The one seat whose phone alone may see `event` while it is secret; None: anyone."""
        return event.private_to() if isinstance(event, Action) else None

    def is_judged_on_secrets(self, event: Event) -> bool:
        """Whether the rules make the answer to `event` rest on what is hidden, so that it cannot
        help telling something of it. Any other event is judged on what may be known."""
        return isinstance(event, Action) and event.judged_on_secrets

    def public_form(self, event: Event) -> Event | None:
        """`event`, which is private to a seat, without what only that seat may know; None where
        nothing is left of it."""
        return event.public_form() if isinstance(event, Action) else None

    def ruling_for(self, event: Event, ruling: Ruling, viewer: PlayerKey | None) -> Ruling:
        """`ruling` as `viewer` may see it."""
        return event.ruling_for(ruling, viewer) if isinstance(event, Action) else ruling

    def replaces_secret(self, event: Event) -> bool:
        """Whether `event` puts all that its seat hides (see `private_to`) in anew: then a phone
        that took the seat over sees it again."""
        return isinstance(event, Action) and event.replaces_secret()

    def ends_round(self, event: Event, ruling: Ruling) -> bool:
        """Whether `event`, in effect with this ruling, ended a round that nobody may look up later
        while something is secret: then the log tells only the latest such round, and one
        `redacted_line` for each before it."""
        return isinstance(event, Action) and event.ends_round(ruling)

    # What is filled in before it is recorded

    def merge_draft(
        self, state: State, event: Event, drafts: Mapping[PlayerKey, Mapping[str, object]]
    ) -> Event:
        """`event` with what was filled in before on a private sheet (`drafts`: fields by player),
        as far as it leaves it open."""
        return event.merge_draft(state, drafts) if isinstance(event, Action) else event

    def stale_drafts(self, state: State, event: Event, ruling: Ruling) -> Collection[PlayerKey]:
        """The players whose drafts on private sheets hold no more after `event`, recorded or only
        ruled on; `state` is the one after it."""
        return event.stale_drafts(state, ruling) if isinstance(event, Action) else ()
