"""What a game is: the one seam between the house and its games."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any, ClassVar, TypeAlias, TypeVar

import msgspec

from referee.core.action import Action, Viewer, in_order
from referee.core.action_list import ActionList
from referee.core.draft import Draft
from referee.core.ending import Ending
from referee.core.event import Event, Options
from referee.core.first_round import FirstRound
from referee.core.form import Drawing, Form, Offer
from referee.core.keys import PlayerKey
from referee.core.lesson import Lesson
from referee.core.piece_memory import PieceMemory
from referee.core.rules import RuleBook, load_rules
from referee.core.scoring import RACE, ScoreSheet, Scoring
from referee.core.secrecy import Secrecy
from referee.core.text import Message, plural, say

State = TypeVar("State")


class Listing(msgspec.Struct, frozen=True, kw_only=True):
    """How a game is listed: its `tagline` (what it is, in a few words), the `sign` of the sprite
    that stands for it, the piece `colours` in the stripes of its box, and its place in the `order`
    of games, the lowest first."""

    tagline: Message
    sign: str
    colours: tuple[str, ...] = ()
    order: int = 100


class CheckStart(msgspec.Struct, frozen=True, kw_only=True):
    """How *Check a play* begins. A game whose plays are mostly disputed with no situation round
    them says the `form` of such a play, and the `situation` in which it is judged while no other is
    put; None: as a game begins."""

    form: str = "position"
    situation: Event | None = None


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
    opaque keys (`PlayerKey`): sentences carry them as plain values (see `Message`), and nothing
    sorts by them. What follows from its `actions` is asked of `ActionList`.
    """

    # What it is

    key: ClassVar[str]
    name: ClassVar[str]
    """As on the box, never translated."""
    listing: ClassVar[Listing]
    options_type: ClassVar[type[Options]]
    state_type: ClassVar[type]

    @abstractmethod
    def player_limits(self, options: Any) -> tuple[int, int]:
        """Return the least and the most players under `options`."""

    @abstractmethod
    def start(self, players: Sequence[PlayerKey], options: Any) -> State:
        """Return the state before the first event; `players` in seating order, clockwise."""

    # How it stands

    def players(self, state: State) -> Sequence[PlayerKey]:
        """Return who sits at the table now, in seating order."""
        return list(self.scores(state))

    def turn(self, state: State) -> PlayerKey | None:
        """Return whose turn it is, where the game knows."""
        return None

    def rounds(self, state: State) -> int:
        """Return how many hands or rounds have been completed: a step in the course of the
        scores."""
        return 0

    first_seat: ClassVar[Message | None] = say("{first} starts.")
    """What the first of the seating order begins with, where no rule says who that is: then the
    opening can draw `first` by lot. None where a rule says it, or nobody begins."""

    def round_name(self, n: int) -> Message:
        """Say which of those is the `n`th: "Hand 5"."""
        return say("Round {n}", n=n)

    def rounds_counted(self, n: int) -> Message:
        """Say how many of those have been counted."""
        return plural("{n} round counted.", "{n} rounds counted.", n)

    @abstractmethod
    def scores(self, state: State) -> dict[PlayerKey, int]:
        """Return one number a player."""

    @abstractmethod
    def over(self, state: State) -> bool:
        """Return whether the game is over."""

    @abstractmethod
    def winners(self, state: State) -> list[PlayerKey]:
        """Return the winners in seating order; none until the game is over."""

    @abstractmethod
    def title(self, state: State) -> Message:
        """Say where the game is: "Hand 5"."""

    @abstractmethod
    def report(self, state: State) -> dict[str, object]:
        """Return the `state` of a report: the keys of the game's page, unfiltered."""

    @abstractmethod
    def page(self, state: State, viewer: PlayerKey | None) -> Page:
        """Return what the game's page shows to `viewer`: the only thing a template sees of a
        state."""

    # Capabilities: what only some games have

    secrecy: ClassVar[Secrecy[Any]] = Secrecy()
    """What it hides, from whom and until when; by default nothing."""

    pieces: ClassVar[PieceMemory] = PieceMemory()
    """What is remembered of its physical set for later tables; by default nothing."""

    scoring: ClassVar[Scoring[Any]] = Scoring()
    """Whether low scores win, what they count, teams, and the blank score sheets."""

    ending: ClassVar[Ending[Any]] = Ending()
    """What is told of a game that is over, and who begins the next."""

    lesson: ClassVar[Lesson | None] = None
    """A guided first hand or round; it is shown with the game's template `lesson.html`."""

    first_round: ClassVar[FirstRound[Any]] = FirstRound()
    """What is set up, and the hints, at a table that plays it for the first time; the pieces are
    drawn by the game's template `setting.html`, where it has one."""

    help_pages: ClassVar[Mapping[str, Callable[[Any, Viewer], Drawing]]] = {}
    """Its pages beside the forms, by what they are called in an address: what each shows of a state
    to a viewer, drawn by the game's own template `<name>.html`."""

    check_start: ClassVar[CheckStart] = CheckStart()
    """How *Check a play* begins."""

    # What follows

    def sides(self, state: State) -> Sequence[Sequence[PlayerKey]]:
        """Return who score together, in the order of a score sheet's columns: everybody for
        himself, but in teams."""
        return self.scoring.teams(state) or [(player,) for player in self.scores(state)]

    def team_scores(self, state: State) -> list[int] | None:
        """Return one number a team, in team order; None in a game without teams."""
        teams, scores = self.scoring.teams(state), self.scores(state)
        return [scores[members[0]] for members in teams] if teams else None

    def score_sheets(self) -> Mapping[str, ScoreSheet]:
        """Return its blank score sheets, each by its name in an address, the usual one first."""
        if self.scoring.sheets:
            return self.scoring.sheets
        least, most = self.player_limits(self.options_type())
        return {"usual": ScoreSheet(label=say("Score sheet"), players=range(least, most + 1))}

    def compared_scores(
        self, state: State, options: Any
    ) -> tuple[str, dict[PlayerKey, int | None]]:
        """Return the kind of scores that histories compare, and everybody's: in a race the turns
        of who got there."""
        finishes = self.scoring.finishes(state)
        if any(finish.turns for finish in finishes.values()):
            return RACE, {player: finish.turns for player, finish in finishes.items()}
        return self.scoring.kind(options), {**self.scores(state)}

    def told_scores(self, state: State, options: Any) -> dict[PlayerKey, Message | None]:
        """Return everybody's score in words, None where its number tells: the same in every
        place."""
        told, kind, scores = self.scoring.told, self.scoring.kind(options), self.scores(state)
        finishes = self.scoring.finishes(state)
        if finishes:
            return {player: told(each.kind, each.score) for player, each in finishes.items()}
        return {player: told(kind, score) for player, score in scores.items()}

    def is_solo(self, state: State) -> bool:
        """Return whether only one side plays."""
        return len(self.sides(state)) == 1

    def victors(self, state: State) -> list[PlayerKey]:
        """Return who won against somebody: the winners, but nobody where only one side plays."""
        return [] if self.is_solo(state) else self.winners(state)

    @cached_property
    def notices_late(self) -> bool:
        """Whether any of its actions is taken back with all that came after it, found out late."""
        usual = Action.price_of_noticing_late
        return any(kind.price_of_noticing_late is not usual for kind in self.actions)

    @cached_property
    def rules(self) -> RuleBook:
        """The game's clauses and readings, from its `rules.toml`."""
        return load_rules(f"referee.games.{self.key}")

    def answer(self, options: Any, reading: str) -> str:
        """Return the answer this table gives to `reading`."""
        return options.readings.get(reading) or self.rules.readings[reading].default

    def offers(self, state: State, viewer: PlayerKey | None) -> list[Offer]:
        """Return the buttons that make sense now, in order. An offered event is never refused."""
        if self.over(state):
            return []
        return in_order(offer for kind in self.actions for offer in kind.offers(state, viewer))

    def form(
        self, name: str, state: State, viewer: PlayerKey | None, draft: Draft
    ) -> Form | Drawing | None:
        """Return the form or help page `name` as far as `draft` fills it in; None where there is
        nothing to enter now."""
        kind = self.action(self.forms.get(name))
        if kind is None:
            page = self.help_pages.get(name)
            return page and page(state, viewer)
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

    def ways(self, name: str) -> tuple[str, ...]:
        """Return the ways to fill in the form `name`."""
        kind = self.action(self.form_type(name))
        return kind.ways if kind else ()

    def shared_fields(self, name: str) -> tuple[str, ...]:
        """Return the fields of the form `name` that are one for all its rows."""
        kind = self.action(self.form_type(name))
        return kind.shared_fields if kind else ()


AnyGame: TypeAlias = Game[Any]
"""A game, whichever: the type of its state is known to itself alone."""
