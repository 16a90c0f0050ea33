"""What the service takes and gives: phones, tables as a phone sees them, log lines, answers."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Literal

import msgspec

from referee.core import (
    AnyGame,
    ClauseId,
    Event,
    Hint,
    Message,
    Offer,
    Options,
    Page,
    PlayerKey,
    Ruling,
    SetupStep,
    UserText,
    plural,
    say,
)
from referee.core.form import Piece
from referee.core.ruling import Verdict
from referee.core.text import SingleValue
from referee.exports.outcome import side_name
from referee.table.roles import Who, WhoMay, may_record, may_record_some


class Phone(msgspec.Struct, frozen=True):
    """A browser, known by the token in its cookie. The same at every table.

    One never seen before has no `id` (0) but the `token` of its new cookie: it is kept with the
    first table that it opens or joins, in the same transaction, or not at all.
    """

    id: int
    token: str = ""


# What goes wrong. Each has a `message` for the person at the phone.


class Refusal(Exception):
    """The service will not do it; `message` says why."""

    def __init__(self, message: Message) -> None:
        self.message = message
        super().__init__(message.text)


class NotFound(Refusal):
    """No table for this code or token; one and the same whether it is wrong, ended or locked."""

    def __init__(self) -> None:
        super().__init__(
            say("There is no open table with this code. Check the code and try again.")
        )


class Gone(NotFound):
    """The table is deleted, or this phone is not at it."""


class Locked(Refusal):
    """The token is right, but the host has locked joining."""

    def __init__(self) -> None:
        super().__init__(say("Joining is locked at this table. The host can unlock it."))


class Removed(Refusal):
    """The host has removed this phone from the table `code`; it may ask to come back (`join`)."""

    def __init__(self, code: str = "") -> None:
        self.code = code
        super().__init__(say("This phone was removed from the table. The host can let it back in."))


class NotAllowed(Refusal):
    """Not this phone's to do."""


Role = Literal["host", "seat", "watching", "removed"]


class Seat(msgspec.Struct, frozen=True):
    """A player on the joining page: `taken` by some phone, or by `mine`."""

    player: PlayerKey
    name: str
    taken: bool
    mine: bool = False


class JoinPage(msgspec.Struct, frozen=True):
    """What the joining page shows. `code`: to be typed; `newcomers`: whether somebody new may ask
    to join the game now. A removed phone is told neither title nor seats, and the table's address
    in place of the code.

    `role` is what the phone that looks is here already, if anything.
    """

    code: str
    title: str
    game: AnyGame
    seats: list[Seat]
    newcomers: bool
    role: Role | None = None


class Joined(msgspec.Struct, frozen=True):
    """How joining went: the phone holds the seat, has asked for it, watches, or (removed before)
    has asked to come back."""

    how: Literal["seat", "asked", "watching", "asked-back"]
    player: PlayerKey | None = None


PhoneRequestKind = Literal["seat", "back", "new", "host"]


class PhoneRequest(msgspec.Struct, frozen=True):
    """A phone waits for a yes: for a taken `seat`, to come `back`, as a `new` player, or to be the
    `host` in place of one that is silent.

    `phone` is the asking phone's number at this table (as in `TablePhone`), `player` the seat (that
    asks, if to be the host), `name` the newcomer's. `refused`: the answer was no (shown to the
    asking phone only). `until` (UTC, ISO 8601): when it may be the host without an answer; None:
    now.
    """

    id: int
    kind: PhoneRequestKind
    phone: int
    player: PlayerKey | None
    name: str
    refused: bool = False
    until: str | None = None


class TablePhone(msgspec.Struct, frozen=True):
    """A phone at the table. `id` counts the phones as they came; `seats` those it took itself."""

    id: int
    seats: tuple[PlayerKey, ...]
    host: bool
    awake: bool
    me: bool

    @property
    def label(self) -> Message:
        """The phone in words."""
        if self.seats:
            return say("{names}'s phone", names=list(self.seats))
        return say("Phone {number}", number=UserText(str(self.id)))


class LogLine(msgspec.Struct, frozen=True):
    """A line of the log, as one viewer may see it.

    `kind`: `event` (recorded, has `seq`), `ruling` (judged but not recorded), `note` (names,
    seats, settings). `so`: what came of an event. `at` is UTC, ISO 8601. `who`: the players whose
    phone recorded it, then; nobody, but `host`, for a host's phone without a seat of its own.
    `effect`: in effect now. `undone`: the line of the undo that took it back, `undone_by` whose
    phone that was. `is_redacted`: a whole round, of which no more is told now. `secret`: what the
    viewer alone may know of it, while it is hidden from others; the rest is what all are told.
    `seconds`: how many somebody has now, for the phones to count down.
    """

    line: int
    kind: Literal["event", "ruling", "note"]
    at: str
    who: tuple[str, ...]
    host: bool
    said: Message
    seq: int | None = None
    type: str = ""
    verdict: Verdict | None = None
    rules: tuple[ClauseId, ...] = ()
    stood: bool | None = None
    so: tuple[Message, ...] = ()
    effect: bool = False
    undone: int | None = None
    undone_by: tuple[str, ...] = ()
    picture: dict[str, object] = {}
    is_redacted: bool = False
    secret: Message | None = None
    seconds: int = 0


class LogPage(msgspec.Struct, frozen=True):
    """Lines, the newest first; `older` is what to pass as `before` for the next page, if any."""

    lines: list[LogLine]
    older: int | None


class Ruled(msgspec.Struct, frozen=True):
    """One event or refused event of the log with its ruling, as one viewer may see them.

    `edition` is that of the rules it was judged by. `event` is None where the viewer may not
    see it; `ruling` where the line is redacted. `undoes`: how many entries would be taken back with
    it; 0 where it is not in effect.
    """

    line: LogLine
    event: Event | None
    ruling: Ruling | None
    edition: str
    undoes: int = 0


class Place(msgspec.Struct, frozen=True):
    """A place at the end of a game: of a player, or of a team. `rank` counts from 1; `score` is
    None where it was too large to be kept, or nothing tells it. Of a race it is `told` in words,
    and `turns` are those that were needed."""

    players: tuple[PlayerKey, ...]
    rank: int
    score: int | None
    won: bool
    told: Message | None = None
    turns: int | None = None


class SoloBest(msgspec.Struct, frozen=True):
    """The best that somebody has scored alone at a game: `before` this one (None: it is the first)
    and with it."""

    before: SingleValue | None
    after: SingleValue


class Ending(msgspec.Struct, frozen=True):
    """How a game ended: the winners, the places, the best first, the scores at the `start` and
    after each hand or round, and a few facts worth telling (`told`). `solo`: only one side
    played, so nobody won. `result`: what was won with, where that is not the score."""

    winners: tuple[PlayerKey, ...]
    places: tuple[Place, ...]
    start: Mapping[PlayerKey, int]
    course: tuple[dict[PlayerKey, int], ...]
    told: tuple[Message, ...]
    solo: SoloBest | None = None
    result: Message | None = None


class RevealPile(msgspec.Struct, frozen=True):
    """What lies before a player at the end: nothing is known of it here until it is turned up."""

    player: PlayerKey
    count: int | None
    pieces: tuple[Piece, ...]
    ask: Message
    told: Message | None

    @property
    def is_turned(self) -> bool:
        """Whether it lies face up."""
        return self.told is not None


class Reveal(msgspec.Struct, frozen=True, kw_only=True):
    """How far the players have come who turn up themselves how a game ended: the `piles` in the
    order in which they are asked for, whose is `next` and what is asked then, and what is told of
    the one turned up last."""

    piles: tuple[RevealPile, ...]
    next: str
    ask: Message
    told: Message | None


class FirstRoundView(msgspec.Struct, frozen=True, kw_only=True):
    """What a phone shows of a table's first round: of setting up the `steps`, the `number` (from 0)
    of the one it is at and the players who are `done` with it; after that, without steps, the
    `hint`."""

    steps: tuple[SetupStep, ...] = ()
    number: int = 0
    done: tuple[str, ...] = ()
    hint: Hint | None = None

    @property
    def step(self) -> SetupStep:
        """What is set up now."""
        return self.steps[self.number]


class Counting(msgspec.Struct, frozen=True):
    """What players are filling in row by row, each on his own phone: the form `sheet`, what all are
    told of it, and the fields of each row that was kept."""

    sheet: str
    title: Message
    rows: Mapping[PlayerKey, Mapping[str, Any]]

    @property
    def done(self) -> frozenset[str]:
        """The players whose rows are in."""
        return frozenset(
            player
            for player, fields in self.rows.items()
            if any(name.endswith(f".{player}") for name in fields)
        )


class TableView(msgspec.Struct, frozen=True):
    """A table as one phone sees it at one moment.

    `code` is its address; `join_code` what somebody types to come to it, which may be a new one.
    `names`: every player ever named here by key; `seating` those at the table, clockwise. `seq` is
    the number of the latest event, which forms carry; `line` that of the latest change of any kind,
    which the bell carries. `seats`: what this phone holds (for the host's also the seats that
    nobody took), `own` those it took. `viewer`: the seat whose secrets may show. `verdict`:
    the line of what was refused or asked and is not answered yet, with the reason. `top`: the event
    that an undo would take back, the only line here with its picture. `recent`: the newest lines of
    the log. `notice`: to be told before play goes on. `rematch`: the code of the table that
    followed; `ending`: how the game ended, once it has; `counting`: what is being counted on
    several phones;
    `first_round`: what it is taught now. `reveal`: how far the players have come who turn up
    themselves how a game ended; until they have, nothing that a page shows tells who won.
    `memory`: what is remembered of the game as it is offered here (see `memory.Memory`), in a game
    whose options say something of its pieces; `redo`: the undo that this phone may take back.
    `state` is for the game's functions only: templates get `view()`.
    """

    game: AnyGame
    code: str
    title: str
    names: Mapping[PlayerKey, str]
    seating: tuple[PlayerKey, ...]
    options: Options
    state: object
    seq: int
    line: int
    role: Role
    seats: tuple[PlayerKey, ...]
    own: tuple[PlayerKey, ...]
    viewer: PlayerKey | None
    phones: list[TablePhone]
    join_code: str
    locked: bool
    who_may: WhoMay
    over: bool
    last: LogLine | None
    verdict: LogLine | None
    top: LogLine | None
    recent: list[LogLine]
    requests: list[PhoneRequest]
    own_request: PhoneRequest | None
    notice: Message | None
    host_silent: bool
    rematch: str | None
    ending: Ending | None
    counting: Counting | None
    who: Who
    memory: Mapping[str, object] = {}
    redo: LogLine | None = None
    first_round: FirstRoundView | None = None
    reveal: Reveal | None = None

    def view(self) -> Page:
        """What the game's page shows to this phone."""
        return self.game.page(self.state, self.viewer)

    @property
    def can_undo(self) -> bool:
        """Whether this phone may undo something, or take its own undo back."""
        return self.may() and bool(self.top or self.redo)

    @property
    def rounds(self) -> int:
        """How many hands or rounds have ended."""
        return self.game.rounds(self.state)

    def contradicted(self) -> Sequence[Message]:
        """What this phone's seat put in that cannot be right (see `Secrecy.contradicted`)."""
        return self.game.secrecy.contradicted(self.state, self.viewer) if self.viewer else ()

    def offers(self) -> list[Offer]:
        """The buttons that make sense now, whoever may tap them (see `may`)."""
        return self.game.offers(self.state, self.viewer)

    def may(self, event: Event | None = None) -> bool:
        """Whether this phone may record `event`; without one, whether it may record at all."""
        if event is None:
            return may_record_some(self.who_may, self.who)
        return may_record(self.who_may, self.who, event, self.game.secrecy.private_to(event))


class TableLine(msgspec.Struct, frozen=True):
    """A table in a list. `now` says where the game is; `place` is for paging (`before`). Once it
    is over, `sides` are the places of its players or teams, the best first. `began` is UTC."""

    code: str
    title: str
    game: AnyGame
    now: Message
    turn: PlayerKey | None
    over: bool
    names: Mapping[PlayerKey, str]
    seating: tuple[PlayerKey, ...]
    sides: tuple[Place, ...]
    began: str
    changed: str
    host: bool
    place: int

    @property
    def winners(self) -> tuple[PlayerKey, ...]:
        """Who won, once it is over."""
        return tuple(sorted(player for side in self.sides if side.won for player in side.players))

    def call(self, players: Sequence[PlayerKey]) -> UserText:
        """What who scores together is called here."""
        return UserText(side_name([self.names[player] for player in players]))

    def state(self) -> Message:
        """Say how it ended, or where it is."""
        if not self.over:
            return self.now
        won: list[SingleValue] = [self.call(side.players) for side in self.sides if side.won]
        turns = next((side.turns for side in self.sides if side.won), None)
        if won and turns is not None:
            return plural("{who} won in {n} turn", "{who} won in {n} turns", turns, who=won)
        if won:
            return say("{who} won", who=won)
        if len(self.sides) == 1 and self.sides[0].score is not None:
            [side] = self.sides
            score = side.told or side.score or 0
            return say("{who}: {score}", who=self.call(side.players), score=score)
        return say("over")


class Standing(msgspec.Struct, frozen=True):
    """What somebody's finished games of one kind at one game come to, `alone` or against others. A
    tie is a win for all whom the game calls winners; `best` is the lowest score where the lowest
    wins. `last`: when (UTC); `said`: what is counted, where a game counts different things."""

    name: str
    games: int
    wins: int
    best: SingleValue | None
    average: float | None
    last: str
    alone: bool = False
    said: Message | None = None


class Met(msgspec.Struct, frozen=True):
    """How somebody did against another, called `name`: of `games` he came before him (`ahead`) or
    after; the rest were ties."""

    name: str
    games: int
    ahead: int
    behind: int


class Person(msgspec.Struct, frozen=True):
    """Somebody at the tables of a phone, by his latest name; `hosted`: at how many it hosts.
    `told`: what is worth telling of his games; `met`: whom he met most often."""

    name: str
    games: list[tuple[AnyGame, Standing]]
    hosted: int
    told: list[Message]
    met: list[Met]


class Renamed(msgspec.Struct, frozen=True):
    """Somebody is called `name` at `tables` tables; at `kept` others he is not, as another there
    has that name."""

    name: str
    tables: int
    kept: int


class Submission(msgspec.Struct, frozen=True, kw_only=True):
    """What a form sends to be recorded.

    `event`: plain data with its `type`, as a form or a record has it, or what makes that for the
    table's game. Players are given by key (or by name); somebody new by name. Undo is
    `{"type": "undo", "count": n}`; in its place `undo_to`, the line of an event: that one and all
    that came after it.

    `redo`, in its place too: the number of an undo by this phone, the latest event of the table;
    what it took back is recorded again.

    `seen`: the `seq` of the view the form was drawn for. `key`: of the form, 80 characters at most.
    `stands`: the table lets it stand. `ask`: only ask, as this phone knows the table; nothing is
    stored, and any phone at the table may. `sheet`: the entry sheet it came from, whose drafts go
    when it is recorded. `instead`: the number of the latest event in effect, which is taken back
    for it: both are done, or neither. `corrects`: the line of an earlier entry in effect, in whose
    place it comes, and the later ones are judged anew; `drop`: the line of the first of these that
    does not hold any more (see `Unkept`), from which on they are taken back; `late`: all of them
    are, for what was not allowed was noticed late. `as_seat`: see `Views.table`. `wants_view`:
    whether the table after it is wanted where it is recorded.
    """

    event: Mapping[str, object] | Callable[[AnyGame], Mapping[str, object]] = {}
    undo_to: int | None = None
    redo: int | None = None
    seen: int = -1
    key: str = ""
    stands: bool = False
    ask: bool = False
    sheet: str = ""
    instead: int | None = None
    corrects: int | None = None
    drop: int | None = None
    late: bool = False
    as_seat: str | None = None
    wants_view: bool = True


# Answers to `submit`. `event` is as it was judged, by player keys, ready to be submitted again.


class Recorded(msgspec.Struct, frozen=True):
    """The event is in the log as `line` and number `seq`. `view`: the table after it, if it was
    wanted."""

    line: int
    seq: int
    event: Event
    ruling: Ruling
    stood: bool | None
    view: TableView | None


class Refused(msgspec.Struct, frozen=True):
    """Illegal or undecided, and not recorded: only the ruling is a line of the log (0: not even
    that, for it rests on what only this phone may know).

    `may_stand`: this phone may let it stand, and it can be applied.
    """

    line: int
    event: Event
    ruling: Ruling
    may_stand: bool
    view: TableView


class HypotheticalRuling(msgspec.Struct, frozen=True):
    """The ruling on an event that was only asked about; nothing is stored."""

    event: Event
    ruling: Ruling
    view: TableView


class Stale(msgspec.Struct, frozen=True):
    """The table has moved on: `since` are the lines this phone had not seen, newest first, 30 at
    most. Nothing is stored; the same entry may be sent again with `view.seq`.

    `again`: what was entered, in words (None: an undo, or nothing that can be used). `instead`: the
    number of the one event that tells of the same thing, if this phone may have the entry take its
    place (`Submission.instead`); `same`: they are alike. `recorded`: what tells of the same thing
    is among `since`, so that the entry is hardly one more.
    """

    since: list[LogLine]
    view: TableView
    again: Message | None = None
    instead: int | None = None
    same: bool = False
    recorded: bool = False


class Unkept(msgspec.Struct, frozen=True):
    """A correction that changed nothing, for a later entry would not hold any more: `first`, as
    `ruling` says. `kept` before it would, it and all after it (`dropped` in all) would be taken
    back. `may_drop`: this phone may choose that (`Submission.drop`); `said`: the correction, in
    words."""

    first: LogLine
    ruling: Ruling
    kept: int
    dropped: int
    may_drop: bool
    said: Message
    view: TableView


class Correctable(msgspec.Struct, frozen=True):
    """An earlier entry that may be corrected: its `line` of the log, its `event`, the table as it
    was `before` it, and how many entries came `later`."""

    line: LogLine
    event: Event
    before: TableView
    later: int


class Late(msgspec.Struct, frozen=True):
    """An entry in effect that may turn out not to have been allowed: its `line` of the log, what
    comes in its place (`price`), and how many entries came `later` and go with it."""

    line: LogLine
    price: Offer
    later: int


class Preview(msgspec.Struct, frozen=True):
    """What a correction would come to. `changes`: the points that the entry gave a player and would
    give, and his score now and then (see `score_changes`); `first`: the first later entry that
    would not hold any more, and why."""

    changes: Mapping[PlayerKey, tuple[int, int]]
    scores: Mapping[PlayerKey, tuple[int, int]]
    kept: int
    first: LogLine | None = None
    ruling: Ruling | None = None


Answer = Recorded | Refused | HypotheticalRuling | Stale | Unkept
