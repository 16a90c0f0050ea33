"""A phone at a table within one transaction: what every use case works on."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from contextlib import suppress
from copy import copy
from typing import Any, ParamSpec, TypeVar

import msgspec

from referee.core import AnyGame, Event, Message, Options, PlayerKey, Ruling, Undo, Unusable, say
from referee.core.piece_memory import Memory
from referee.exports.outcome import ranks
from referee.service.clock import Clock
from referee.service.encoding import decode_event, decode_ruling, made_by, to_json
from referee.service.presence import Presence
from referee.service.types import NotAllowed
from referee.store import Transaction
from referee.store.rows import LogRow, PlayerRow, Redaction, ResultRow, TableRow
from referee.table.roles import Who

EACH = 50
"""A state is kept in the database every so many events in effect."""
P = ParamSpec("P")
Found = TypeVar("Found")

_MOST_LINES = 200_000
"""Lines of one table's log, with refused entries and all."""
_MOST_HEADS = 512
CHUNK = 500
"""Events of a log that are read at a stretch."""
REVEAL = "=reveal"
"""Where that which is still to be turned up at the end of a game lies: with what is filled in, for
it goes with the same hand or round; no form is called so."""
_ENDED_UNTOLD = say("The game has ended: its result is being revealed")


class Head(msgspec.Struct, frozen=True):
    """Where a table's game is: the fold of its events in effect. A copy, right as long as the
    table's `head_key` is `key`."""

    key: tuple[int, str, int]
    options: Options
    state: object


def head_key(table: TableRow) -> tuple[int, str, int]:
    """Return what tells whether a head is still right, whichever process has changed the table:
    its events, its options, and how often its log was judged anew."""
    return table.seq, table.options, table.judged


class Heads:
    """The heads of the tables that were used last, in memory."""

    def __init__(self) -> None:
        self._heads: OrderedDict[int, Head] = OrderedDict()
        self._lock = threading.Lock()

    def __len__(self) -> int:
        return len(self._heads)

    def find(self, table: int) -> Head | None:
        """Return what was kept of `table`."""
        return self._heads.get(table)

    def keep(self, table: int, head: Head) -> None:
        """Keep the head of `table`, in place of the one used longest ago."""
        with self._lock:
            self._heads[table] = head
            self._heads.move_to_end(table)
            if len(self._heads) > _MOST_HEADS:
                self._heads.popitem(last=False)

    def drop(self, table: int) -> None:
        """Forget the head of `table`."""
        with self._lock:
            self._heads.pop(table, None)

    def clear(self) -> None:
        """Forget all."""
        with self._lock:
            self._heads.clear()


class Context(msgspec.Struct):
    """What the sessions of one server share. `token_key` signs the tokens of QR codes;
    `shared_memory`: what is remembered of pieces is one for all phones."""

    clock: Clock
    presence: Presence
    heads: Heads
    token_key: bytes
    shared_memory: bool


class TableSession:
    """A phone at a table, within one transaction: the unit of work. It knows the table's row, who
    plays, what this phone may do and where the game is, and reads each of them once. What `change`
    notes is written at its end.

    `phone` 0 is nobody's: whoever looks at the joining page, or the server itself.
    """

    def __init__(
        self, context: Context, db: Transaction, table: TableRow, game: AnyGame, phone: int
    ) -> None:
        self.context = context
        self.clock = context.clock
        self.presence = context.presence
        self.db = db
        self.table = table
        self.game = game
        self.phone = phone
        self.read = table
        """The table's row as it was read."""
        self.changes: dict[str, object] = {}
        self.found: dict[Hashable, Any] | None = None
        """What `once` has found; None where something may be written in between."""
        self.pieces: dict[int | None, Memory] = {}
        """What is remembered of pieces, by whose memory it is (see `memory`)."""
        self._head: Head | None = None
        self._events: dict[int, tuple[Event, Ruling]] = {}
        self._last_open: int | None = None
        self._redaction: Redaction | None = None
        self._top: LogRow | None = None
        self.read_players()

    def of_phone(self, phone: int) -> TableSession:
        """Return another phone at the table in the same transaction, in which nothing is written:
        what is read for one is not read again for the other. Whether it is there is not asked."""
        assert self.found is not None
        other = copy(self)
        other.phone = phone
        other._viewers = {}
        return other

    def once(self, ask: Callable[P, Found], *args: P.args, **named: P.kwargs) -> Found:
        """Return what `ask`, a question of the store, finds by `args`: asked once where nothing is
        written in between, whichever phones of the table want to know it."""
        if self.found is None:
            return ask(*args, **named)
        question = ask, args, *named.items()
        if question not in self.found:
            self.found[question] = ask(*args, **named)
        found: Found = self.found[question]
        return found

    # Who is here

    def read_players(self) -> None:
        """Read again who sits where."""
        self.players = {row.player: row for row in self.db.players.at(self.table.id)}
        self._taken: dict[int, tuple[PlayerKey, ...]] = {}
        for player, row in self.players.items():
            if row.phone is not None:
                self._taken[row.phone] = (*self._taken.get(row.phone, ()), player)
        self._viewers: dict[str | None, PlayerKey | None] = {}

    @property
    def is_host(self) -> bool:
        """Whether this is the host's phone."""
        return self.table.host == self.phone

    @property
    def own(self) -> tuple[PlayerKey, ...]:
        """The seats this phone took."""
        return self.taken_by(self.phone)

    @property
    def seats(self) -> tuple[PlayerKey, ...]:
        """The seats this phone acts for: a seat that no phone took is the host's phone's."""
        host, phone = self.table.host, self.phone
        return tuple([p for p, row in self.players.items() if (row.phone or host) == phone])

    @property
    def names(self) -> dict[PlayerKey, str]:
        """Every player's present name."""
        return {player: row.name for player, row in self.players.items()}

    def taken_by(self, phone: int) -> tuple[PlayerKey, ...]:
        """Return the seats that `phone` took."""
        return self._taken.get(phone, ())

    def holder(self, player: PlayerKey) -> int:
        """Return the phone that acts for `player`."""
        return self.players[player].phone or self.table.host

    def held_since(self, player: PlayerKey) -> int:
        """Return the line since which its present phone acts for `player`."""
        row = self.players[player]
        return row.since if row.phone else max(row.since, self.table.host_since)

    def player(self, player: str, path: str = "player") -> PlayerRow:
        """Return the player with this key, as a phone sent it; raises `Unusable`."""
        row = self.row_of(player)
        if row is None or row.introduced is None:
            raise Unusable(path, say("This player is not in the game."))
        return row

    def row_of(self, player: str) -> PlayerRow | None:
        """Return the row of the player whose key a phone sent; None where there is none."""
        return self.players.get(PlayerKey(player))

    def who(self, top: LogRow | None) -> Who:
        """Return this phone as far as its rights go, where `top` is the latest event in effect."""
        own_latest = top is not None and top.phone == self.phone
        return Who(self.is_host, frozenset(self.seats), own_latest)

    def only_host(self) -> None:
        """Raise `NotAllowed` for any phone but the host's."""
        if not self.is_host:
            raise NotAllowed(say("Only the host's phone can do this."))

    def seat(self, as_seat: str | None) -> PlayerKey | None:
        """Return the seat this phone looks from: the one it names, if it acts for it, or its only
        one."""
        seats = self.seats
        if as_seat is None and len(seats) == 1:
            return seats[0]
        return next((seat for seat in seats if seat == as_seat), None)

    def viewer(self, as_seat: str | None) -> PlayerKey | None:
        """Return the seat whose secrets may show on this phone: one it acts for, and only while all
        that the seat hides was put in on this phone since it has the seat."""
        if as_seat not in self._viewers:
            self._viewers[as_seat] = self._find_viewer(self.seat(as_seat))
        return self._viewers[as_seat]

    def _find_viewer(self, seat: PlayerKey | None) -> PlayerKey | None:
        if seat is None or not self.game.secrecy.hides_something:
            return seat
        since = self.held_since(seat)
        for row in self.db.redactions.secrets_of(self.table.id, seat, self.last_open):
            if row.phone != self.phone or row.line <= since:
                return None
            if self.game.secrecy.replaces_secret(self.event_of(row)):
                break
        return seat

    # The log

    def event_of(self, row: LogRow) -> Event:
        """Return the event of `row`, which has one."""
        return self.ruled(row)[0]

    def ruled(self, row: LogRow) -> tuple[Event, Ruling]:
        """Return the event of `row` and its ruling, decoded once."""
        found = self._events.get(row.line)
        if found is None:
            assert row.event is not None
            assert row.ruling is not None
            found = decode_event(self.game, row.event), decode_ruling(row.ruling)
            self._events[row.line] = found
        return found

    @property
    def last_open(self) -> int:
        """The line of the latest event in effect after which nothing was secret."""
        if not self.game.secrecy.hides_something:
            return 0
        if self._last_open is None:
            self._last_open = self.db.redactions.last_open(self.table.id)
        return self._last_open

    @property
    def redaction(self) -> Redaction:
        """What of the log nobody may be told now."""
        if self.game.secrecy.redacted_line is None:
            return Redaction(self.last_open, 0, 0)
        if self._redaction is None:
            self._redaction = self.db.redactions.now(self.table.id)
            self._last_open = self._redaction.after
        return self._redaction

    @property
    def top(self) -> LogRow | None:
        """The event that an undo would take back."""
        if self._top is None and self.table.depth:
            self._top = self.db.pile.at_depth(self.table.id, self.table.depth)
        return self._top

    def append(self, row: LogRow, ruled: tuple[Event, Ruling] | None = None) -> None:
        """Append `row` to the log; `ruled`: its event and ruling."""
        self.db.log.append(self.table.id, [row])
        self._forget_log()
        if ruled is not None:
            self._events[row.line] = ruled
            if row.depth is not None:
                self._top = row

    def _forget_log(self) -> None:
        self._last_open = None
        self._redaction = None
        self._top = None
        self._viewers = {}

    def note(self, said: Message, by_phone: bool = True) -> int:
        """Append a line that is no event, and return its number. `by_phone` False: it is the
        server's doing."""
        number = self.next_line()
        phone = self.phone or None if by_phone else None
        who = " ".join(self.own) if by_phone else ""
        self.append(
            LogRow(
                number,
                "note",
                self.clock.stamp(),
                phone,
                who,
                self.is_host and by_phone,
                to_json(said),
            )
        )
        return number

    # The table's row

    def change(self, **fields: object) -> None:
        """Note new values for columns of the table's row."""
        self.changes.update(fields)
        self.table = msgspec.structs.replace(self.table, **fields)

    def bump_revision(self) -> int:
        """Note that something has changed that all phones should see; return the number that goes
        out to them."""
        if self.read.line == self.table.line:
            self.change(line=self.table.line + 1)
        return self.table.line

    def next_line(self) -> int:
        """Return the number for a new line of the log; raises `Unusable` where it is full."""
        if self.table.line >= _MOST_LINES:
            raise Unusable("", say("This table's log is full."))
        self.change(line=self.table.line + 1)
        return self.table.line

    # The state

    @property
    def head(self) -> Head:
        """Where the table's game is now: from memory if that is still right, else from the
        database."""
        if self._head is None:
            found = self.context.heads.find(self.table.id)
            if found and found.key == head_key(self.table):
                self._head = found
            else:
                options = self.options
                state = self.state_at(options, self.table.depth)
                self._head = Head(head_key(self.table), options, state)
        return self._head

    @head.setter
    def head(self, head: Head) -> None:
        self._head = head

    def keep_head(self) -> None:
        """Keep in memory where the game is. Only once the transaction has ended well."""
        if self._head is not None:
            self.context.heads.keep(self.table.id, self._head)

    @property
    def options(self) -> Options:
        """What the table agreed on."""
        return msgspec.json.decode(self.table.options, type=self.game.options_type)

    @property
    def starters(self) -> list[PlayerKey]:
        """The players who began, in seating order."""
        return msgspec.json.decode(self.table.players, type=list[PlayerKey])

    def starting_scores(self) -> dict[PlayerKey, int]:
        """Return the scores before the first event, by player: not zero where something is played
        down."""
        return self.game.scores(self.game.start(self.starters, self.head.options))

    def recorded(self, after: int = 0) -> Iterator[tuple[LogRow, Event]]:
        """Yield the events of the log after that numbered `after`, taken back ones too."""
        while rows := self.db.log.events(self.table.id, after, CHUNK):
            for row in rows:
                yield row, decode_event(self.game, row.event or "")
            after = rows[-1].seq or after

    def state_at(self, options: Options, depth: int) -> object:
        """Return the state with the lowest `depth` events in effect: the deepest copy kept, and the
        few events above it."""
        game, table = self.game, self.table
        state: object = None
        base = 0
        kept = self.db.copies.snapshot(table.id, depth, made_by(game))
        if kept is not None:
            try:
                state = msgspec.msgpack.decode(kept[1], type=game.state_type)
                base = kept[0]
            except msgspec.MsgspecError:
                state = None  # a copy of another make; the log has all that is needed
        if state is None:
            state = game.start(self.starters, options)
        for event in self.db.pile.in_effect(table.id, base, depth):
            state = game.apply(state, decode_event(game, event))
        return state

    def keep_copy(self, depth: int, state: object) -> None:
        """Keep a copy of the state at `depth` in the database, if it can be packed at all (a score
        of more than 64 bits cannot; then the copy below serves)."""
        with suppress(OverflowError):
            packed = msgspec.msgpack.encode(state)
            self.db.copies.keep_snapshot(self.table.id, depth, made_by(self.game), packed)

    def keep_scores(self, depth: int, before: object, after: object) -> bool:
        """Keep the scores if the event at `depth` ended a hand or round; return whether it did."""
        ended = self.game.rounds(after) != self.game.rounds(before)
        if ended:
            scores = to_json(self.game.scores(after))
            self.db.copies.keep_scores(self.table.id, depth, scores)
        return ended

    def keep_all(self, states: Sequence[object]) -> None:
        """Keep copies of `states`, one for every depth from 0, and the scores after each round."""
        for depth in range(EACH, len(states), EACH):
            self.keep_copy(depth, states[depth])
        for depth in range(1, len(states)):
            self.keep_scores(depth, states[depth - 1], states[depth])
            if depth % 100 == 0:
                self.clock.pause()

    @property
    def is_revealing(self) -> bool:
        """Whether the players still turn up how the game ended."""
        return self.game.ending.has_reveal and bool(self.db.drafts.on(self.table.id, REVEAL))

    def sum_up(self, state: object) -> None:
        """Keep what lists and histories show of `state`, which is the present one from now on.
        While the players turn up how it ended they say that alone: nothing that is read from there
        can tell who won, and nothing counts yet."""
        game, is_told = self.game, not self.is_revealing
        over = is_told and game.over(state)
        if over or self.table.over:
            victors, place = game.victors(state), ranks(game, state)
            kind, scores = game.compared_scores(state, self.head.options)
            results = [
                ResultRow(
                    player,
                    self.players[player].folded,
                    _storable(scores[player]),
                    player in victors,
                    side=number,
                    place=place[player],
                    kind=kind,
                    alone=game.is_solo(state),
                )
                for number, side in enumerate(game.sides(state))
                for player in side
            ]
            self.db.history.keep_results(self.table.id, results if over else ())
        shown = dict(summary(game, state))
        if not is_told:
            shown |= {"now": to_json(_ENDED_UNTOLD), "turn": None, "over": False}
        self.change(**shown)


def _storable(score: int | None) -> int | None:
    """Return `score`, or None where it has more than 64 bits."""
    return None if score is None or abs(score) >= 1 << 63 else score


def summary(game: AnyGame, state: object) -> Mapping[str, object]:
    """Return the columns of the table's row that copy what `state` says."""
    return {
        "now": to_json(game.title(state)),
        "turn": game.turn(state),
        "seating": to_json(list(game.players(state))),
        "over": game.over(state),
    }


def hides(session: TableSession, event: Event) -> PlayerKey | None:
    """Return the seat whose secret `event` holds, if any."""
    return None if isinstance(event, Undo) else session.game.secrecy.private_to(event)
