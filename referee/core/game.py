"""What a game is: the one seam between the house and its games."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any, ClassVar, Generic, TypeAlias, TypeVar

import msgspec

from referee.core.action import Action, in_order
from referee.core.draft import Draft
from referee.core.event import Event, Options, Undo
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
    options: dict[str, Any] = {}
    players: Sequence[int]


class Page(msgspec.Struct, frozen=True, kw_only=True):
    """What the page of a table shows of a game: subclass it with what the game's `table.html`
    draws. Nothing in it is secret from whom it is shown to.

    `is_running`: a hand, a round or a game is being played; then the page is called by where the
    game is, else by its table.
    """

    is_running: bool


class Game(ABC, Generic[State]):
    """One game. Its package `referee.games.<key>` holds `GAME`, an instance of a subclass.

    Everything here is pure: same arguments, same answer; no clock, chance or I/O. States are
    frozen msgspec structs that survive being encoded and decoded as `state_type`. Players are
    opaque keys: sentences carry them as plain `str` values (see `Message`), and nothing sorts by
    them.
    """

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
    options_type: ClassVar[type[Options]]
    actions: ClassVar[tuple[type[Action[Any]], ...]]
    """All that can happen, in the order of its buttons; one has the tag `position`. What the app
    asks of an event is asked of its action. `Undo` is an event of all games, and no action."""
    asks: ClassVar[frozenset[str]] = frozenset()
    """Types of events that only ask: never in effect, passed over by undo."""
    state_type: ClassVar[type]
    sheets: ClassVar[Mapping[str, str]] = {}
    """Its entry sheets, each with the type of the event it makes."""
    at_once: ClassVar[frozenset[str]] = frozenset()
    """Types of events that all enter at the same time: such an entry waits for nobody's yes because
    others recorded something since its form was drawn, while what hides it is still hidden."""
    settles: ClassVar[frozenset[str]] = frozenset()
    """Types of events of which a moment holds one: two phones that enter one at the same time mean
    the same thing (see `rivals`)."""
    pieces: ClassVar[PieceMemory] = PieceMemory()
    """What is remembered of its physical set for later tables; by default nothing."""
    marked: ClassVar[frozenset[str]] = frozenset()
    """Types of events of which a score sheet notes something (see `marks`)."""
    option_names: ClassVar[Mapping[str, Message]] = {}
    """What the log calls an option that is changed, where its own name would not do."""
    secrecy: ClassVar[Secrecy[Any]] = Secrecy()
    """What it hides, from whom and until when; by default nothing."""
    private_sheets: ClassVar[frozenset[str]] = frozenset()
    """Entry sheets whose drafts only the phone that filled them in may see: those of its `secrecy`
    and its `actions`."""
    lesson: ClassVar[Lesson | None] = None
    """A guided first hand or round; it is shown with the game's template `lesson.html`."""
    check_begins: ClassVar[str] = "position"
    """The form with which *Check a play* begins. A game whose plays are mostly disputed with no
    situation round them says the form of such a play."""
    check_situation: ClassVar[Event | None] = None
    """The situation in which that play is judged while no other is put; None: as a game begins."""
    help_pages: ClassVar[tuple[str, ...]] = ()
    """What its pages beside the forms are called in an address (see `help_page`)."""

    def __init_subclass__(cls) -> None:
        """What a game need not say: what follows from its actions."""
        cls.private_sheets = frozenset(n for kind in cls.actions for n in kind.private_forms)
        tag = {kind: str(kind.__struct_config__.tag) for kind in cls.actions}
        cls.asks = frozenset(tag[kind] for kind in cls.actions if kind.is_query)
        cls.at_once = frozenset(tag[kind] for kind in cls.actions if kind.simultaneous)
        cls.settles = frozenset(tag[kind] for kind in cls.actions if kind.exclusive)
        cls.marked = frozenset(tag[kind] for kind in cls.actions if kind.notes is not Action.notes)
        cls.sheets = {name: tag[kind] for kind in cls.actions for name in kind.forms}

    @cached_property
    def _form_actions(self) -> Mapping[str, type[Action[Any]]]:
        """The action whose form each name is."""
        return {name: kind for kind in self.actions for name in kind.forms}

    @cached_property
    def rules(self) -> RuleBook:
        """The game's clauses and readings, from its `rules.toml`."""
        return load_rules(f"referee.games.{self.key}")

    @cached_property
    def events(self) -> Any:
        """The union of all events of a record, for decoding."""
        union: Any = Undo
        for kind in self.actions:
            union = union | kind
        return union

    def rivals(self, one: Event, other: Event) -> bool:
        """Whether both, entered at the same moment, tell of the same thing, of the same player
        where they name who acts: then one may take the place of the other."""
        return (
            type(one) is type(other)
            and one.__struct_config__.tag in self.settles | {"position"}
            and getattr(one, "by", None) == getattr(other, "by", None)
        )

    # What can be used at all

    @abstractmethod
    def player_limits(self, options: Any) -> tuple[int, int]:
        """The least and the most players under `options`."""

    def check_options(self, options: Any, players: Sequence[str]) -> None:
        """Raise `Unusable` (path from `options`) for what types alone do not refuse."""
        options.check(players)

    def check_event(self, event: Any, options: Any, players: Sequence[str], path: str) -> None:
        """Raise `Unusable` (path from `path`) for what types alone do not refuse."""
        if isinstance(event, Action):
            event.check(options, players, path)

    # The rules

    @abstractmethod
    def start(self, players: Sequence[str], options: Any) -> State:
        """The state before the first event; `players` in seating order, clockwise."""

    def judge(self, state: State, event: Any) -> Ruling:
        """Is `event` allowed now? Never changes anything; never sees an `Undo`."""
        ruling: Ruling = event.judge(state)
        return ruling

    def apply(self, state: State, event: Any) -> State:
        """The state after `event`, without judging it.

        Called for legal events, and for others that stand and whose ruling has `can_stand`.
        """
        after: State = event.apply(state)
        return after

    # What a report says

    @abstractmethod
    def report(self, state: State) -> dict[str, Any]:
        """The `state` of a report: the keys of the game's page, unfiltered."""

    @abstractmethod
    def scores(self, state: State) -> dict[str, int]:
        """One number a player."""

    def team_scores(self, state: State) -> list[int] | None:
        """One number a team, in team order; None in a game without teams."""
        return None

    @abstractmethod
    def over(self, state: State) -> bool:
        """Whether the game is over."""

    @abstractmethod
    def winners(self, state: State) -> list[str]:
        """The winners in seating order; none until the game is over."""

    # On paper

    def score_sheets(self) -> Mapping[str, ScoreSheet]:
        """Its blank score sheets, each by its name in an address, the usual one first. A sheet
        shows the `page` of a game that has not begun; its template is `paper.html`, where the
        game has one."""
        least, most = self.player_limits(self.options_type())
        return {"usual": ScoreSheet(label=say("Score sheet"), players=range(least, most + 1))}

    def sides(self, state: State) -> Sequence[Sequence[str]]:
        """Who score together, in the order of a score sheet's columns: everybody for himself, but
        in teams."""
        return [(player,) for player in self.scores(state)]

    def marks(self, event: Any, ruling: Ruling) -> Mapping[str, Sequence[Message]]:
        """What a score sheet notes of `event`, one of the `marked` types and in effect, in the row
        of its hand or round: a few letters each, by player; `""`: of the whole row."""
        return event.notes(ruling) if isinstance(event, Action) else {}

    # What a table shows

    def players(self, state: State) -> Sequence[str]:
        """Who sits at the table now, in seating order."""
        return list(self.scores(state))

    def turn(self, state: State) -> str | None:
        """Whose turn it is, where the game knows."""
        return None

    def rounds(self, state: State) -> int:
        """How many hands or rounds have been completed: a step in the course of the scores."""
        return 0

    @abstractmethod
    def title(self, state: State) -> Message:
        """Where the game is: "Hand 5"."""

    def tell(self, event: Any, ruling: Ruling, viewer: str | None) -> Message:
        """One line for the log: what happened. `viewer` is the seat it is told to (None: nobody's);
        what that seat may not know is not said."""
        told: Message = event.describe(ruling, viewer)
        return told

    def log_picture(
        self, state: State, event: Any, ruling: Ruling, viewer: str | None
    ) -> dict[str, Any]:
        """What the log shows small beside the line of `event`, as plain data for the game's
        template `log.html`; nothing where the words do. `state` is the present one."""
        return dict(event.log_picture(state, ruling, viewer)) if isinstance(event, Action) else {}

    @abstractmethod
    def page(self, state: State, viewer: str | None) -> Page:
        """What the game's page shows to `viewer`: the only thing a template sees of a state."""

    def form(
        self, name: str, state: State, viewer: str | None, draft: Draft
    ) -> Form | Drawing | None:
        """Return the form or help page `name` as far as `draft` fills it in; None where there is
        nothing to enter now."""
        kind = self._form_actions.get(name)
        if kind is None:
            return self.help_page(name, state, viewer)
        return kind.form(name, state, viewer, draft)

    def form_type(self, name: str) -> str | None:
        """Return the type of the event that the form `name` makes, "" of a help page; None where
        there is no such form."""
        return "" if name in self.help_pages else self.sheets.get(name)

    def help_page(self, name: str, state: State, viewer: str | None) -> Drawing | None:
        """Return what the page `name`, one of the `help_pages`, shows; None where it shows nothing
        now. It is drawn by the game's own template `<name>.html`."""
        return None

    def picture(
        self, state: State, event: Any, viewer: str | None, place: str
    ) -> Mapping[str, Any]:
        """Return what is drawn of `event` beside a `ruling` just given on it, in a `lesson`, or
        beside its ruling in the log (`kept`)."""
        if not isinstance(event, Action):
            return {}
        if place == "ruling":
            return event.ruling_picture(state, viewer)
        return event.picture(state, viewer)

    def price_of_taking_back(self, state: State, event: Any, ruling: Ruling) -> Offer | None:
        """Return the event that goes with taking `event` back, refused with `ruling`, if the rules
        ask a price for that."""
        return event.price_of_taking_back(state, ruling) if isinstance(event, Action) else None

    def offers(self, state: State, viewer: str | None) -> list[Offer]:
        """The buttons that make sense now, in order. An offered event is never refused."""
        if self.over(state):
            return []
        return in_order(offer for kind in self.actions for offer in kind.offers(state, viewer))

    def position(self, state: State, viewer: str | None) -> Event | None:
        """The present situation as a `position` event, as far as `viewer` may know it."""
        found = (kind.from_state(state, viewer) for kind in self.actions)
        return next((event for event in found if event is not None), None)

    def join_event(self, state: State, player: str) -> Event | None:
        """The event by which `player`, somebody new, comes into the game now; None where nobody
        can. It is judged like any other before it is recorded."""
        found = (kind.joining(state, player) for kind in self.actions)
        return next((event for event in found if event is not None), None)

    def rematch(self, players: Sequence[str], options: Any, state: State) -> tuple[list[str], Any]:
        """Players in seating order and options for the next game; the next dealer first."""
        now = list(players)
        return now[1:] + now[:1], options

    def answer(self, options: Any, reading: str) -> str:
        """The answer this table gives to `reading`."""
        return options.readings.get(reading) or self.rules.readings[reading].default


AnyGame: TypeAlias = Game[Any]
"""A game, whichever: the type of its state is known to itself alone."""
