"""What the use cases ask of a store, in their own terms. An engine (`referee.store.sqlite`,
`referee.store.postgres`) answers.

A `Store` gives transactions. A `Transaction` sees one moment of everything and has what can be
asked in it, by kind. Tables, phones and requests are known by number; JSON and states are the
service's to make and to read.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from contextlib import AbstractContextManager
from typing import Literal, Protocol

from referee.core import Message, PlayerKey
from referee.store.rows import (
    EventEffect,
    LeagueRow,
    LeagueTotals,
    LogRow,
    MemberRow,
    PersonTotals,
    PlayerRow,
    Redaction,
    RequestRow,
    ResultRow,
    Rival,
    Streaks,
    TableRow,
    WallRow,
)

Topic = Literal["table", "awake", "asked"]
"""What processes that share a store tell each other: `table`, its number, its latest revision and,
where that is one phone's change, the phone; `awake`, tables and phones in turn, each phone heard of
just now at the table before it; `asked`, a table and a phone that asks to host it from now on."""
Notice = tuple[Topic, tuple[int, ...]]


class Phones(Protocol):
    """Phones."""

    def by_hash(self, hash: bytes) -> int | None:
        """The phone whose token has this hash."""
        ...

    def add(self, hash: bytes, at: str) -> int:
        """A new phone, or the one that has this hash already; its number."""
        ...


class Players(Protocol):
    """Who plays at a table, and the seats."""

    def at(self, table: int) -> list[PlayerRow]:
        """Everyone ever named at the table."""
        ...

    def add(self, table: int, new: Iterable[PlayerRow]) -> None:
        """New rows; two of one (folded) name cannot be."""
        ...

    def introduce(self, table: int, player: PlayerKey, seq: int) -> None:
        """An event brings `player` in; only the first counts."""
        ...

    def rename(self, table: int, player: PlayerKey, name: str, folded: str) -> None:
        """Call `player` by another name."""
        ...

    def seat(self, table: int, player: PlayerKey, phone: int | None, line: int) -> None:
        """Give `player`'s seat to `phone`, or free it, at `line`."""
        ...

    def names_of(self, phone: int, tables: int) -> list[str]:
        """Names at the phone's latest `tables` tables, the most recent first, with repetitions."""
        ...


class Members(Protocol):
    """Phones at a table."""

    def at(self, table: int) -> list[MemberRow]:
        """Every phone that is at the table or was removed from it, in the order they came."""
        ...

    def find(self, table: int, phone: int) -> MemberRow | None:
        """What `phone` is, or was, at the table."""
        ...

    def next_number(self, table: int) -> int:
        """The number for one more phone at the table."""
        ...

    def forget_left(self, table: int, kept: int) -> None:
        """Of the phones that left the table forget all but the `kept` that came last; should one
        come again it gets another number."""
        ...

    def add(self, table: int, phone: int, number: int, state: str = "here") -> None:
        """`phone` comes to the table for the first time."""
        ...

    def set_state(self, table: int, phone: int, state: str) -> None:
        """`phone` is removed, leaves, or is here again."""
        ...


class Requests(Protocol):
    """What phones wait for a yes to."""

    def at(self, table: int) -> list[RequestRow]:
        """Everything asked at the table, in order, refused or not."""
        ...

    def put(self, table: int, phone: int, kind: str, player: PlayerKey | None, name: str) -> None:
        """`phone` asks, in place of what it asked before."""
        ...

    def refuse(self, id: int) -> None:
        """The answer is no; the phone that asked is still to see it."""
        ...

    def forget(self, table: int, phone: int) -> None:
        """Nothing is asked by `phone` any more."""
        ...

    def forget_to_host(self, table: int) -> None:
        """Nobody asks to be the host any more."""
        ...


class Tables(Protocol):
    """Tables: one row each, with where the game is now."""

    def every(self) -> list[TableRow]:
        """All tables, those that changed last first."""
        ...

    def unchanged_since(self, stamp: str, most: int) -> list[int]:
        """The numbers of up to `most` tables at which nothing has happened since `stamp` (UTC)."""
        ...

    def by_code(self, code: str) -> TableRow | None:
        """The table whose address holds `code`."""
        ...

    def by_join_code(self, code: str) -> TableRow | None:
        """The table that somebody comes to who types `code`."""
        ...

    def by_id(self, id: int) -> TableRow | None:
        """The table numbered `id`."""
        ...

    def by_key(self, phone: int, key: str) -> TableRow | None:
        """The table that `phone` made with the idempotency key `key`."""
        ...

    def by_host_link(self, link: bytes) -> TableRow | None:
        """The table whose one-time token for the host has the hash `link`."""
        ...

    def revisions(self, ids: Iterable[int]) -> dict[int, int]:
        """The number of the latest change of each of the tables `ids` that there is."""
        ...

    def insert(self, **fields: object) -> int:
        """A new row; its number."""
        ...

    def change(self, id: int, **fields: object) -> None:
        """New values for some columns."""
        ...

    def delete(self, id: int) -> None:
        """The table and everything that belongs to it."""
        ...


class Log(Protocol):
    """The log of a table."""

    def append(self, table: int, lines: Iterable[LogRow]) -> None:
        """New lines. A number, event number, depth or key that is there already cannot be."""
        ...

    def by_line(self, table: int, line: int) -> LogRow | None:
        """The line numbered `line`."""
        ...

    def by_key(self, table: int, key: str) -> LogRow | None:
        """The line that the form with `key` brought."""
        ...

    def latest(self, table: int) -> LogRow | None:
        """The newest line."""
        ...

    def page(self, table: int, before: int | None, most: int, cover: Redaction) -> list[LogRow]:
        """`most` lines older than `before`, the newest first; of what is covered only those that
        end a round, and nothing that the note of a correction tells in their place."""
        ...

    def since(self, table: int, seq: int, most: int) -> list[LogRow]:
        """The newest `most` events after number `seq`, the newest first; of a correction its note
        alone."""
        ...

    def note_correction(self, table: int, undo: int, to: int, below: int, note: int) -> None:
        """The line `note` tells of the correction that the lines from `undo`, its undo, to `to`
        are; and of what that took back, as far as its line is before `below`."""
        ...

    def events(self, table: int, after: int, most: int) -> list[LogRow]:
        """The first `most` events after number `after`, in order, in effect or not."""
        ...


class Pile(Protocol):
    """The events in effect: each lies on those before it, at a depth counted from 1."""

    def at_depth(self, table: int, depth: int) -> LogRow | None:
        """The event in effect at `depth` of the pile."""
        ...

    def in_effect(self, table: int, above: int, to: int) -> list[str]:
        """The events (JSON) at the depths after `above` up to `to`, in order."""
        ...

    def lines(self, table: int, above: int, to: int) -> list[LogRow]:
        """The lines of those events."""
        ...

    def moments(self, table: int) -> list[str]:
        """When each event in effect happened (UTC, ISO 8601), from the bottom of the pile."""
        ...

    def of_types(self, table: int, types: Iterable[str], to: int) -> list[tuple[int, str, str]]:
        """Depth, event and ruling (JSON) of the events of some `types` in effect up to depth `to`,
        in order."""
        ...

    def take_back(self, table: int, above: int, line: int) -> list[int]:
        """Take the pile off down to depth `above`, by the undo at `line`; the numbers of the events
        taken back, the latest first."""
        ...

    def effects(self, table: int) -> dict[int, EventEffect]:
        """What became of each event, by its number."""
        ...

    def set_effects(self, table: int, effects: list[EventEffect]) -> None:
        """What became of some events when the log was judged anew."""
        ...

    def count_undone(self, table: int, line: int) -> int:
        """How many events the undo at `line` took back, without those left out of exports."""
        ...

    def undone_by(self, table: int, line: int) -> LogRow | None:
        """The latest event that the undo at `line` took back."""
        ...

    def has_undone(self, table: int) -> bool:
        """Whether anything was ever taken back."""
        ...

    def all_undone_by(self, table: int, line: int) -> list[LogRow]:
        """The events that the undo at `line` took back, in the order of the log."""
        ...

    def first_in_effect(self, table: int, line: int) -> int | None:
        """The depth of the first event in effect from `line` on."""
        ...


class Redactions(Protocol):
    """What of a log may not be told now."""

    def last_open(self, table: int) -> int:
        """The line of the latest event in effect after which nothing was secret; 0 if none."""
        ...

    def open_depth(self, table: int) -> int:
        """The depth of the latest event in effect after which nothing was secret; 0 if none."""
        ...

    def now(self, table: int) -> Redaction:
        """What of the log may not be told now: since the latest moment at which nothing was secret,
        all up to the end of the last round but one. What was taken back or refused counts by the
        rounds that were ever ended."""
        ...

    def hides(self, table: int, seq: int) -> bool:
        """Whether the event numbered `seq` may not be told now."""
        ...

    def secrets_of(self, table: int, seat: PlayerKey, after: int) -> list[LogRow]:
        """The events in effect after line `after` that hold a secret of `seat`, the latest
        first."""
        ...


class Copies(Protocol):
    """Copies of states, and of the scores after each round."""

    def keep_snapshot(self, table: int, depth: int, made: str, state: bytes) -> None:
        """Keep the `state` at `depth`; `made` says by which program and rules."""
        ...

    def snapshot(self, table: int, depth: int, made: str) -> tuple[int, bytes] | None:
        """The deepest state kept at `depth` or below it, with its depth."""
        ...

    def drop_snapshots(self, table: int) -> None:
        """Forget every kept state of the table."""
        ...

    def keep_scores(self, table: int, depth: int, scores: str) -> None:
        """The event at `depth` ended a round; `scores` (JSON) after it."""
        ...

    def course(self, table: int, to: int) -> list[str]:
        """The scores (JSON) after each round in effect up to depth `to`, in order."""
        ...

    def course_ends(self, table: int, to: int) -> list[int]:
        """The depths of the events that ended a round, as in `course`."""
        ...

    def course_lines(self, table: int, to: int) -> list[int]:
        """The lines of those events."""
        ...

    def drop_course(self, table: int) -> None:
        """Forget the scores after each round."""
        ...


class Drafts(Protocol):
    """What is filled in but not recorded."""

    def on(self, table: int, sheet: str) -> dict[PlayerKey, str]:
        """What is filled in on `sheet`, by player, as JSON."""
        ...

    def count(self, table: int) -> int:
        """How many drafts the table holds."""
        ...

    def abandoned(self, sheet: str, before: str) -> list[int]:
        """The tables that hold some on `sheet` and have recorded nothing since `before` (UTC)."""
        ...

    def put(self, table: int, sheet: str, player: PlayerKey, fields: str | None) -> None:
        """Keep `fields` (JSON), or nothing, for `player` on `sheet`."""
        ...

    def drop(self, table: int, sheet: str | None = None) -> None:
        """Forget the drafts of `sheet`, or all."""
        ...


class Memories(Protocol):
    """What is remembered for later tables."""

    def put(self, phone: int | None, game: str, name: str, value: str | None) -> None:
        """Keep `value` (JSON), or nothing, under `name` for `game` and `phone` (0: for all)."""
        ...

    def find(self, phone: int | None, game: str, name: str) -> str | None:
        """What is kept under `name` for `game` and `phone`."""
        ...

    def every(self, phone: int | None, game: str) -> dict[str, str]:
        """All that is kept for `game` and `phone` (None: one that nobody knows), by name."""
        ...


class Walls(Protocol):
    """The wall boards."""

    def by_code(self, code: str) -> WallRow | None:
        """The one at the address `code`."""
        ...

    def of_table(self, table: int) -> WallRow | None:
        """That of one table, if it has one."""
        ...

    def of_phone(self, phone: int) -> WallRow | None:
        """That of all tables that `phone` hosts, if it has one."""
        ...

    def add(self, wall: WallRow) -> None:
        """Keep a new one."""
        ...

    def rename(self, code: str, title: str) -> None:
        """Let `title` stand over it."""
        ...

    def move(self, table: int, to: int) -> None:
        """Let that of one table, if it has one, be another's."""
        ...

    def delete(self, code: str) -> None:
        """End it."""
        ...


class History(Protocol):
    """A phone's past."""

    def keep_results(self, table: int, results: Iterable[ResultRow]) -> None:
        """The game has ended, so; or (no results) it goes on."""
        ...

    def results(self, table: int) -> list[ResultRow]:
        """How it ended, the best first, if the game is over."""
        ...

    def of_phone(
        self, phone: int, over: bool | None, game: str | None, before: int | None, most: int
    ) -> list[TableRow]:
        """The tables that `phone` is at, the latest opened first, from below number `before`: all,
        or only those that are `over` or not, and of these only those of `game`."""
        ...

    def by_words(
        self, phone: int, words: list[str], games: list[str], before: int | None, most: int
    ) -> list[TableRow]:
        """Those whose title and names begin words with all of `words`, or that are of `games`; in
        the order and from the place of `of_phone`."""
        ...

    def evening(self, phone: int, start: str, end: str, most: int) -> list[TableRow]:
        """Those whose game began from `start` to before `end` (UTC), the first first."""
        ...

    def with_person(self, phone: int, folded: str, before: int | None, most: int) -> list[TableRow]:
        """Those at which a person (by folded name) plays or played, as `of_phone`."""
        ...

    def name_at(self, table: int, folded: str) -> str:
        """What a person is called at `table`."""
        ...

    def sums(self, phone: int, game: str, most: int) -> list[PersonTotals]:
        """The finished games of `phone` at `game` summed up for each person, each kind apart, and
        those alone after the others: of each the first `most`, who won most first, and of those who
        won as much who played least."""
        ...

    def sums_of(self, phone: int, game: str, folded: str) -> list[PersonTotals]:
        """The same for one person."""
        ...

    def streaks(self, phone: int, folded: str) -> Streaks | None:
        """The runs of a person's finished games against others at tables of `phone`, in the order
        they began; None where there are none."""
        ...

    def rivals(self, phone: int, folded: str, most: int) -> list[Rival]:
        """Whom a person met in finished games at tables of `phone`, not on his own side: whom most
        often first."""
        ...

    def best_alone(
        self, phone: int, game: str, kind: str, folded: str, before: int, lowest: bool
    ) -> int | None:
        """A person's best score (the `lowest` or the highest) of a kind in the finished games that
        he played alone at tables of `phone` with numbers below `before`."""
        ...

    def hosted_with(self, phone: int, folded: str) -> list[int]:
        """The tables that `phone` hosts and a person plays or played at, the latest first."""
        ...


class Leagues(Protocol):
    """Leagues. A table counts in one when it has joined, its game is over and one of those of the
    league, began within its days, and was not played alone."""

    def by_code(self, code: str) -> LeagueRow | None:
        """The league that `code` leads to."""
        ...

    def by_key(self, host: int, key: str) -> LeagueRow | None:
        """The league that `host` made with the idempotency key `key`."""
        ...

    def of_phone(self, phone: int, most: int) -> list[LeagueRow]:
        """The leagues that `phone` is in, the latest first."""
        ...

    def of_table(self, table: int) -> list[LeagueRow]:
        """The leagues that a table has joined."""
        ...

    def insert(self, **fields: object) -> int:
        """A new row; its number."""
        ...

    def change(self, id: int, **fields: object) -> None:
        """New values for some columns."""
        ...

    def delete(self, id: int) -> None:
        """The league; its tables stay."""
        ...

    def people(self, league: int) -> dict[str, str]:
        """The names of who is in it, by folded name; nobody: everybody is."""
        ...

    def set_people(self, league: int, names: dict[str, str]) -> None:
        """Who is in it, from now on."""
        ...

    def has_phone(self, league: int, phone: int) -> bool:
        """Whether `phone` may see it."""
        ...

    def count_phones(self, league: int) -> int:
        """How many phones may see it."""
        ...

    def add_phone(self, league: int, phone: int) -> None:
        """`phone` may see it from now on."""
        ...

    def remove_phone(self, league: int, phone: int) -> None:
        """`phone` may not see it any more."""
        ...

    def count_tables(self, league: int) -> int:
        """How many tables have joined, whether they count or not."""
        ...

    def add_table(self, league: int, table: int) -> None:
        """A table joins; again changes nothing."""
        ...

    def remove_table(self, league: int, table: int) -> None:
        """A table leaves it."""
        ...

    def follow(self, table: int, following: int) -> None:
        """The table `following` joins what `table` has joined."""
        ...

    def standings(self, league: LeagueRow, most: int) -> list[LeagueTotals]:
        """What the games that count come to for each of its people, the best first."""
        ...

    def counting(
        self, league: LeagueRow, before: tuple[str, int] | None, most: int
    ) -> list[TableRow]:
        """The tables that count, the latest begun first, from before one that began so and has
        that number."""
        ...

    def count_counting(self, league: LeagueRow) -> int:
        """How many tables count."""
        ...


class Transaction(Protocol):
    """One moment of everything that is kept; in a writing one, what it changes besides.

    A table that a writing one has read is its own until it ends: another that reads the same table
    to write waits, and then sees what was committed.
    """

    phones: Phones
    players: Players
    members: Members
    requests: Requests
    tables: Tables
    log: Log
    pile: Pile
    redactions: Redactions
    copies: Copies
    drafts: Drafts
    memories: Memories
    walls: Walls
    history: History
    leagues: Leagues

    def announce(self, topic: Topic, *numbers: int) -> None:
        """Tell every process of this store, this one too, once the transaction is committed."""
        ...


class Store(Protocol):
    """Where everything is kept. One for a process, shared by its threads or greenlets.

    `mark` names this database: a copy of it has another, so that a phone which was shown this one
    sees that it is back at an earlier moment, whatever the numbers say. `damage` says what is wrong
    with it, once that was noticed.
    """

    mark: str
    damage: Message | None
    is_shared: bool
    """Whether other processes may use it at the same time."""

    def read(self) -> AbstractContextManager[Transaction]:
        """One moment, to read from; raises `Busy` and `Unwritable`."""
        ...

    def write(self) -> AbstractContextManager[Transaction]:
        """One transaction, committed at the end, rolled back by whatever is raised in it; raises
        `Busy` and `Unwritable`."""
        ...

    def listen(
        self, hear: Callable[[Topic, tuple[int, ...]], None], missed: Callable[[], None]
    ) -> None:
        """From now on call `hear` with what is announced, by whichever process, and `missed`
        whenever others may have announced something that was not heard here. Once for a store."""
        ...

    def commit_by(self, call: Callable[[Callable[[], object]], object]) -> None:
        """From now on let `call` call what commits, and return its answer: while that waits for a
        disk, others of this process can go on (a pool of threads beside greenlets)."""
        ...

    def hold(self) -> None:
        """Keep every server away until this is closed; raises `Unwritable` where one is at it."""
        ...

    def agree_on_key(self, mark: str) -> None:
        """Take `mark`, which tells the key of this server from others: servers that share a store
        must have one key. Raises `Unwritable` for another than the first."""
        ...

    def close(self) -> None:
        """Give back what is held: connections, and whoever listens."""
        ...

    def verify(self) -> None:
        """Look whether all that is kept can be read; raises `Unwritable` and `Busy`."""
        ...

    def check(self) -> list[Message]:
        """What whoever runs the server should know, in words: nothing if all is well."""
        ...

    def disk_low(self) -> Message:
        """What to tell whoever runs the server where `is_disk_low`."""
        ...

    def is_disk_low(self) -> bool:
        """Whether there is hardly any room left."""
        ...
