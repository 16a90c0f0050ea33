"""What a game is: the one seam between the house and its games."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any, ClassVar, TypeAlias, TypeVar

import msgspec

from referee.core.action import in_order
from referee.core.action_list import ActionList
from referee.core.draft import Draft
from referee.core.event import Event, Options
from referee.core.first_round import FirstRound
from referee.core.form import Drawing, Form, Offer
from referee.core.lesson import Lesson
from referee.core.piece_memory import PieceMemory
from referee.core.rules import RuleBook, load_rules
from referee.core.ruling import Ruling
from referee.core.secrecy import Secrecy
from referee.core.text import Message, say

State = TypeVar("State")


class ScoreSheet(msgspec.Struct, frozen=True, kw_only=True):
    """A score sheet to print before a game. `label` tells it from the game's others; `options`, as
    a record has them, are those it is for; `players`: how many there may be columns for."""

    label: Message
    options: Mapping[str, str | int] = {}
    players: Sequence[int]


class Page(msgspec.Struct, frozen=True, kw_only=True):
    """What the page of a table shows of a game: subclass it with what the game's `table.html`
    draws. Nothing in it is secret from whom it is shown to.

    `is_running`: a hand, a round or a game is being played; then the page is called by where the
    game is, else by its table.
    """

    is_running: bool


class Game(ActionList[State], ABC):
    """One game. Its package `referee.games.<key>` holds `GAME`, an instance of a subclass.

    Everything here is pure: same arguments, same answer; no clock, chance or I/O. States are
    frozen msgspec structs that survive being encoded and decoded as `state_type`. Players are
    opaque keys: sentences carry them as plain `str` values (see `Message`), and nothing sorts by
    them. What follows from its `actions` is asked of `ActionList`.
    """

    # What it is

    key: ClassVar[str]
    name: ClassVar[str]
    """As on the box, never translated."""
    tagline: ClassVar[Message]
    """What it is, in a few words, for the first page."""
    sign: ClassVar[str]
    """The symbol of the sprite that stands for it."""
    colours: ClassVar[tuple[str, ...]] = ()
    """Piece colour classes for the stripes of its box."""
    order: ClassVar[int] = 100
    """Where its box lies in the pile on the first page; the lowest on top."""
    low_wins: ClassVar[bool] = False
    score_kinds: ClassVar[Mapping[str, Message]] = {}
    """What its scores may count, each kind by its key, if not always the same thing: scores of two
    kinds are never compared or averaged."""
    options_type: ClassVar[type[Options]]
    option_names: ClassVar[Mapping[str, Message]] = {}
    """What the log calls an option that is changed, where its own name would not do."""
    state_type: ClassVar[type]

    @abstractmethod
    def player_limits(self, options: Any) -> tuple[int, int]:
        """Return the least and the most players under `options`."""

    def way_to_seat(self, count: int, options: Any) -> Message | None:
        """Say which other options seat `count` players whom `options` do not; None where none
        do."""
        return None

    @abstractmethod
    def start(self, players: Sequence[str], options: Any) -> State:
        """Return the state before the first event; `players` in seating order, clockwise."""

    # How it stands

    def players(self, state: State) -> Sequence[str]:
        """Return who sits at the table now, in seating order."""
        return list(self.scores(state))

    def turn(self, state: State) -> str | None:
        """Return whose turn it is, where the game knows."""
        return None

    def rounds(self, state: State) -> int:
        """Return how many hands or rounds have been completed: a step in the course of the
        scores."""
        return 0

    def round_name(self, n: int) -> Message:
        """Say which of those is the `n`th: "Hand 5"."""
        return say("Round {n}", n=n)

    @abstractmethod
    def scores(self, state: State) -> dict[str, int]:
        """Return one number a player."""

    def score_kind(self, options: Any) -> str:
        """Return which of the `score_kinds` is counted under `options`; "" where there is only
        one."""
        return ""

    @abstractmethod
    def over(self, state: State) -> bool:
        """Return whether the game is over."""

    @abstractmethod
    def winners(self, state: State) -> list[str]:
        """Return the winners in seating order; none until the game is over."""

    def result(self, state: State) -> Message | None:
        """Say what the winners have won with, where that is not their score: "in 12 turns"."""
        return None

    @abstractmethod
    def title(self, state: State) -> Message:
        """Say where the game is: "Hand 5"."""

    @abstractmethod
    def report(self, state: State) -> dict[str, object]:
        """Return the `state` of a report: the keys of the game's page, unfiltered."""

    @abstractmethod
    def page(self, state: State, viewer: str | None) -> Page:
        """Return what the game's page shows to `viewer`: the only thing a template sees of a
        state."""

    # Capabilities: what only some games have

    secrecy: ClassVar[Secrecy[Any]] = Secrecy()
    """What it hides, from whom and until when; by default nothing."""

    pieces: ClassVar[PieceMemory] = PieceMemory()
    """What is remembered of its physical set for later tables; by default nothing."""

    lesson: ClassVar[Lesson | None] = None
    """A guided first hand or round; it is shown with the game's template `lesson.html`."""

    first_round: ClassVar[FirstRound[Any]] = FirstRound()
    """What is set up, and the hints, at a table that plays it for the first time; the pieces are
    drawn by the game's template `setting.html`, where it has one."""

    check_begins: ClassVar[str] = "position"
    """The form with which *Check a play* begins. A game whose plays are mostly disputed with no
    situation round them says the form of such a play."""
    check_situation: ClassVar[Event | None] = None
    """The situation in which that play is judged while no other is put; None: as a game begins."""

    help_pages: ClassVar[tuple[str, ...]] = ()
    """What its pages beside the forms are called in an address."""

    def help_page(self, name: str, state: State, viewer: str | None) -> Drawing | None:
        """Return what the page `name`, one of the `help_pages`, shows; None where it shows nothing
        now. It is drawn by the game's own template `<name>.html`."""
        return None

    def score_sheets(self) -> Mapping[str, ScoreSheet]:
        """Return its blank score sheets, each by its name in an address, the usual one first. A
        sheet shows the `page` of a game that has not begun; its template is `paper.html`, where the
        game has one."""
        least, most = self.player_limits(self.options_type())
        return {"usual": ScoreSheet(label=say("Score sheet"), players=range(least, most + 1))}

    def sides(self, state: State) -> Sequence[Sequence[str]]:
        """Return who score together, in the order of a score sheet's columns: everybody for
        himself, but in teams."""
        return [(player,) for player in self.scores(state)]

    def team_scores(self, state: State) -> list[int] | None:
        """Return one number a team, in team order; None in a game without teams."""
        return None

    remarkable: ClassVar[frozenset[str]] = frozenset()
    """Tags of the events that its highlights are taken from."""

    def highlights(self, played: Sequence[tuple[Event, Ruling]]) -> list[Message]:
        """Return what is worth telling at the end of a game, the best first; `played` are its
        `remarkable` events in effect, with their rulings."""
        return []

    def rematch(self, players: Sequence[str], options: Any, state: State) -> tuple[list[str], Any]:
        """Return the players in seating order and the options for the next game; the next dealer
        first."""
        now = list(players)
        return now[1:] + now[:1], options

    # What follows

    def is_solo(self, state: State) -> bool:
        """Return whether only one side plays."""
        return len(self.sides(state)) == 1

    def victors(self, state: State) -> list[str]:
        """Return who won against somebody: the winners, but nobody where only one side plays."""
        return [] if self.is_solo(state) else self.winners(state)

    @cached_property
    def rules(self) -> RuleBook:
        """The game's clauses and readings, from its `rules.toml`."""
        return load_rules(f"referee.games.{self.key}")

    def answer(self, options: Any, reading: str) -> str:
        """Return the answer this table gives to `reading`."""
        return options.readings.get(reading) or self.rules.readings[reading].default

    def offers(self, state: State, viewer: str | None) -> list[Offer]:
        """Return the buttons that make sense now, in order. An offered event is never refused."""
        if self.over(state):
            return []
        return in_order(offer for kind in self.actions for offer in kind.offers(state, viewer))

    def form(
        self, name: str, state: State, viewer: str | None, draft: Draft
    ) -> Form | Drawing | None:
        """Return the form or help page `name` as far as `draft` fills it in; None where there is
        nothing to enter now."""
        kind = self.action(self.forms.get(name))
        if kind is None:
            return self.help_page(name, state, viewer)
        return kind.form(name, state, viewer, draft)

    def counted(self, state: State) -> Iterator[tuple[str, Message]]:
        """Yield the forms that players may be filling in row by row, each on his own phone, with
        what all are told of that."""
        for kind in self.actions:
            title = kind.counting(state) if kind.forms else None
            if title is not None:
                yield kind.forms[0], title

    def form_type(self, name: str) -> str | None:
        """Return the type of the event that the form `name` makes, "" of a help page; None where
        there is no such form."""
        return "" if name in self.help_pages else self.forms.get(name)

    def shared_fields(self, name: str) -> tuple[str, ...]:
        """Return the fields of the form `name` that are one for all its rows."""
        kind = self.action(self.form_type(name))
        return kind.shared_fields if kind else ()


AnyGame: TypeAlias = Game[Any]
"""A game, whichever: the type of its state is known to itself alone."""
