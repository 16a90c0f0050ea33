"""What every use case stands on: a phone at a table within one transaction."""

from __future__ import annotations

import hashlib
import inspect
import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Container, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager, suppress
from datetime import UTC, datetime, timedelta
from functools import cache
from itertools import count
from pathlib import Path
from typing import Any

import msgspec

from referee.core import Game, Message, Unusable, say
from referee.core.schema import map_players
from referee.games import games as all_games
from referee.live import Notifier
from referee.service.types import Gone, NotAllowed, Phone, Removed
from referee.store import Store, Transaction
from referee.store.rows import LogRow, PlayerRow, ResultRow, TableRow
from referee.table.roles import Who

EACH = 50
"""A state is kept in the database every so many events in effect."""
_MOST_LINES = 200_000
"""Lines of one table's log, with refused entries and all."""
_HEADS = 512
_SEEN = 50_000
SILENT = 300.0
"""Seconds after which a host's phone counts as silent."""
UNANSWERED = 600.0
"""Seconds more of silence after which a phone that asked to host needs no answer."""
AWAKE = 45.0
"""Seconds for which a phone counts as awake after it was last heard of."""
_SLICE = 0.02
"""Seconds that long work takes at a stretch, before others have their turn."""
_PAUSE = 0.001
"""Seconds of a pause: with none, gevent goes on with what is ready at once, long work itself, again
and again before it looks at the network and the clock."""
_LONGEST = 30.0
"""Seconds that long work may take."""


def now() -> datetime:
    """The wall clock. It labels; nothing is ordered by it."""
    return datetime.now(UTC)


def digest(*parts: str | bytes) -> bytes:
    """SHA-256 of `parts`, told apart."""
    out = hashlib.sha256()
    for part in parts:
        data = part.encode("utf-8", "surrogatepass") if isinstance(part, str) else part
        out.update(len(data).to_bytes(8, "big") + data)
    return out.digest()


def to_json(value: Any) -> str:
    """Plain or typed `value` as JSON."""
    return msgspec.json.encode(value).decode()


def plain_json(value: Any) -> str:
    """Plain `value` as JSON that a record could hold; raises `Unusable`."""
    try:
        text = to_json(value)
    except (TypeError, UnicodeEncodeError, RecursionError, OverflowError):
        raise Unusable("", say("This is not text that can be kept.")) from None
    if "\\u0000" in text:
        raise Unusable("", say("A record has no NUL characters."))
    return text


def form_key(key: str) -> str:
    """An idempotency key, as long as one is; raises `Unusable`."""
    if not (0 < len(key) <= 80 and key.isascii() and key.isprintable()):
        raise Unusable("key", say("The form has lost its number. A fresh page has a new one."))
    return key


def key_reused() -> Unusable:
    """An idempotency key came back with other contents."""
    return Unusable("key", say("This form was sent before with something else on it."))


class Head(msgspec.Struct, frozen=True):
    """Where a table's game is: the fold of its events in effect. A copy, checked before use."""

    seq: int
    stored: str
    options: Any
    state: Any


class TableSession:
    """A phone at a table, within one transaction. What `change` notes is written at its end.

    `phone` 0 is nobody's: whoever looks at the door, or the server itself.
    """

    def __init__(self, db: Transaction, table: TableRow, game: Game, phone: int) -> None:
        self.db = db
        self.table = table
        self.game = game
        self.phone = phone
        self.line = table.line
        self.head: Head | None = None
        self.changes: dict[str, Any] = {}
        self.read_players()

    def read_players(self) -> None:
        """Read again who sits where."""
        self.players = {row.player: row for row in self.db.players.at(self.table.id)}

    @property
    def host(self) -> bool:
        """Whether this is the host's phone."""
        return self.table.host == self.phone

    @property
    def own(self) -> tuple[str, ...]:
        """The seats this phone took."""
        return tuple(p for p, row in self.players.items() if row.phone == self.phone)

    @property
    def seats(self) -> tuple[str, ...]:
        """The seats this phone acts for: a seat that no phone took is the host's phone's."""
        return tuple(p for p in self.players if self.holder(p) == self.phone)

    @property
    def names(self) -> dict[str, str]:
        """Every player's present name."""
        return {player: row.name for player, row in self.players.items()}

    def holder(self, player: str) -> int:
        """The phone that acts for `player`."""
        return self.players[player].phone or self.table.host

    def held_since(self, player: str) -> int:
        """The line since which its present phone acts for `player`."""
        row = self.players[player]
        return row.since if row.phone else max(row.since, self.table.host_since)

    def player(self, player: str, path: str = "player") -> PlayerRow:
        """The player with this key; raises `Unusable`."""
        row = self.players.get(player)
        if row is None or row.introduced is None:
            raise Unusable(path, say("This player is not in the game."))
        return row

    def top(self) -> LogRow | None:
        """The event that an undo would take back."""
        return self.db.pile.at_depth(self.table.id, self.table.depth) if self.table.depth else None

    def who(self, top: LogRow | None) -> Who:
        """This phone, as far as its rights go."""
        return Who(self.host, frozenset(self.seats), top is not None and top.phone == self.phone)

    def only_host(self) -> None:
        """Raise `NotAllowed` for any phone but the host's."""
        if not self.host:
            raise NotAllowed(say("Only the host's phone can do this."))

    def change(self, **fields: Any) -> None:
        """New values for columns of the table's row."""
        self.changes.update(fields)
        self.table = msgspec.structs.replace(self.table, **fields)

    def bump_revision(self) -> int:
        """Something has changed that all phones should see: the bell's next number."""
        if self.line == self.table.line:
            self.change(line=self.table.line + 1)
        return self.table.line

    def next_line(self) -> int:
        """The number for a new log line."""
        if self.table.line >= _MOST_LINES:
            raise Unusable("", say("This table's log is full."))
        self.change(line=self.table.line + 1)
        return self.table.line

    def note(self, said: Message, at: str, by_phone: bool = True) -> int:
        """A line of the log that is no event; its number. `by_phone` False: the server's doing."""
        number = self.next_line()
        phone = self.phone or None if by_phone else None
        who = " ".join(self.own) if by_phone else ""
        row = LogRow(number, "note", at, phone, who, self.host and by_phone, to_json(said))
        self.db.log.append(self.table.id, [row])
        return number


class Base:
    """The parts all use cases share. See `Service` for what the arguments are."""

    def __init__(
        self,
        store: Store,
        bell: Notifier,
        *,
        token_key: bytes,
        shared_memory: bool = False,
        now: Callable[[], datetime] = now,
        tick: Callable[[], float] = time.monotonic,
        pause: Callable[[], None] = lambda: time.sleep(_PAUSE),
        games: Mapping[str, Game] | None = None,
    ) -> None:
        self.store = store
        self.bell = bell
        self.token_key = token_key
        self.shared_memory = shared_memory
        self.games = all_games() if games is None else games
        self._now = now
        self._tick = tick
        self._pause = pause
        self._started = tick()
        self._heads: OrderedDict[int, Head] = OrderedDict()
        self._seen: OrderedDict[tuple[int, int], float] = OrderedDict()
        self._asked_to_host: OrderedDict[tuple[int, int], float] = OrderedDict()
        self._lock = threading.Lock()

    # Transactions

    @contextmanager
    def _reading(self, find: Callable[[Transaction], TableSession]) -> Iterator[TableSession]:
        """One moment of the table that `find` finds."""
        while True:
            with self.store.read() as db:
                at = find(db)
                if at.table.edition == at.game.rules.edition:
                    yield at
                    break
            self._renew(at.table.id)
        self._keep_head(at)

    @contextmanager
    def _writing(self, find: Callable[[Transaction], TableSession]) -> Iterator[TableSession]:
        """The table that `find` finds, to change it: committed at the end, then the bell rings."""
        while True:
            with self.store.write() as db:
                at = find(db)
                if at.table.edition == at.game.rules.edition:
                    yield at
                    if at.changes:
                        db.tables.change(at.table.id, **at.changes)
                    break
            self._renew(at.table.id)
        self._keep_head(at)
        if at.table.line != at.line:
            self.bell.ring(at.table.id, at.table.line)

    def _glance(self, code: str, phone: Phone) -> AbstractContextManager[TableSession]:
        """`phone` at the table, to read."""
        return self._reading(lambda db: self._at(db, code, phone))

    def _change(self, code: str, phone: Phone) -> AbstractContextManager[TableSession]:
        """`phone` at the table, to change it."""
        return self._writing(lambda db: self._at(db, code, phone))

    def _at(self, db: Transaction, code: str, phone: Phone) -> TableSession:
        """`phone` at the table with `code`; raises `Gone` or `Removed`."""
        code = typed_code(code)
        table = db.tables.by_code(code) or db.tables.by_join_code(code)
        if table is None or table.game not in self.games:
            raise Gone
        member = db.members.find(table.id, phone.id)
        if member is None or member.state == "left":
            raise Gone
        if member.state == "removed":
            raise Removed
        self._heard(table.id, phone.id)
        return TableSession(db, table, self.games[table.game], phone.id)

    def _enrolled(self, db: Transaction, phone: Phone) -> Phone:
        """`phone` as it is kept; from now on, if it was never seen before."""
        if phone.id:
            return phone
        id = db.phones.by_hash(digest(phone.token))
        if id is None:
            id = db.phones.add(digest(phone.token), self._stamp())
        return Phone(id)

    def _renew(self, table: int) -> None:
        """The rules have a new edition since the table's log was judged."""
        raise NotImplementedError

    def _stamp(self, ahead: float = 0.0) -> str:
        """What the wall clock says, or will say `ahead` seconds from now; for labels."""
        at = self._now().astimezone(UTC) + timedelta(seconds=ahead)
        return at.strftime("%Y-%m-%dT%H:%M:%SZ")

    @staticmethod
    def _keep_copy(at: TableSession, depth: int, state: Any) -> None:
        """Keep a copy of the state at `depth` in the database, if it can be packed at all (a score
        of more than 64 bits cannot; then the copy below serves)."""
        with suppress(OverflowError):
            packed = msgspec.msgpack.encode(state)
            at.db.copies.keep_snapshot(at.table.id, depth, made_by(at.game), packed)

    @staticmethod
    def _keep_scores(at: TableSession, depth: int, before: Any, after: Any) -> bool:
        """Keep the scores if the event at `depth` ended a hand or round; whether it did."""
        ended = at.game.rounds(after) != at.game.rounds(before)
        if ended:
            at.db.copies.keep_scores(at.table.id, depth, to_json(at.game.scores(after)))
        return ended

    def _keep_all(self, at: TableSession, states: Sequence[Any]) -> None:
        """Keep copies of `states`, one for every depth from 0, and the scores after each round."""
        for depth in range(EACH, len(states), EACH):
            self._keep_copy(at, depth, states[depth])
        for depth in range(1, len(states)):
            self._keep_scores(at, depth, states[depth - 1], states[depth])
            if depth % 100 == 0:
                self._pause()

    # Who is awake

    def _heard(self, table: int, phone: int) -> None:
        with self._lock:
            self._seen[table, phone] = self._tick()
            self._seen.move_to_end((table, phone))
            if len(self._seen) > _SEEN:
                self._seen.popitem(last=False)

    def _silence(self, table: int, phone: int) -> float:
        """Seconds since `phone` was heard of at `table`, or since this server began."""
        return self._tick() - self._seen.get((table, phone), self._started)

    def _awake(self, table: int, phone: int) -> bool:
        return (table, phone) in self._seen and self._silence(table, phone) < AWAKE

    def _host_silent(self, at: TableSession) -> bool:
        return self._silence(at.table.id, at.table.host) >= SILENT

    def _note_asked_to_host(self, at: TableSession) -> None:
        """This phone asks to be the host from now on."""
        with self._lock:
            self._asked_to_host[at.table.id, at.phone] = self._tick()
            if len(self._asked_to_host) > _SEEN:
                self._asked_to_host.popitem(last=False)

    def _wait_to_host(self, at: TableSession, phone: int) -> float:
        """Seconds until `phone`, which asked to be the host, may be it without an answer: the
        host's phone must be silent all the while."""
        asked = self._asked_to_host.get((at.table.id, phone), self._started)
        waited = min(self._tick() - asked, self._silence(at.table.id, at.table.host))
        return max(0.0, UNANSWERED - waited)

    # The state

    def _head(self, at: TableSession) -> Head:
        """Where the table's game is now: from memory if that is still right, else from the
        database."""
        if at.head is None:
            found = self._heads.get(at.table.id)
            if found and found.seq == at.table.seq and found.stored == at.table.options:
                at.head = found
            else:
                options = self._options(at)
                state = self._state_at(at, options, at.table.depth)
                at.head = Head(at.table.seq, at.table.options, options, state)
        return at.head

    def _options(self, at: TableSession) -> Any:
        return msgspec.json.decode(at.table.options, type=at.game.options_type)

    def _state_at(self, at: TableSession, options: Any, depth: int) -> Any:
        """The state with the lowest `depth` events in effect: the deepest copy kept, and the few
        events above it."""
        game, table = at.game, at.table
        state: Any = None
        base = 0
        kept = at.db.copies.snapshot(table.id, depth, made_by(game))
        if kept is not None:
            try:
                state = msgspec.msgpack.decode(kept[1], type=game.state_type)
                base = kept[0]
            except msgspec.MsgspecError:
                state = None  # a copy of another make; the log has all that is needed
        if state is None:
            state = game.start(msgspec.json.decode(table.players), options)
        decoder = _decoder(game)
        for event in at.db.pile.in_effect(table.id, base, depth):
            state = game.apply(state, decoder.decode(event))
        return state

    def _keep_head(self, at: TableSession) -> None:
        if at.head is None:
            return
        with self._lock:
            self._heads[at.table.id] = at.head
            self._heads.move_to_end(at.table.id)
            if len(self._heads) > _HEADS:
                self._heads.popitem(last=False)

    def _sum_up(self, at: TableSession, state: Any) -> None:
        """Keep what lists and histories show of `state`, which is the present one from now on."""
        over = at.game.over(state)
        if over or at.table.over:
            winners = at.game.winners(state)
            results = [
                ResultRow(
                    player,
                    at.players[player].folded,
                    score if abs(score) < 1 << 63 else None,
                    player in winners,
                )
                for player, score in at.game.scores(state).items()
            ]
            at.db.history.keep_results(at.table.id, results if over else ())
        at.change(**self._summary(at.game, state))

    def _summary(self, game: Game, state: Any) -> dict[str, Any]:
        """The columns of the table's row that copy what `state` says."""
        return {
            "now": to_json(game.title(state)),
            "turn": game.turn(state),
            "seating": to_json(list(game.players(state))),
            "over": game.over(state),
        }

    # Long work

    def _breathing(self) -> Callable[[], None]:
        """To be called again and again in long work: lets others have their turn, and raises
        `Unusable` when it takes too long."""
        last = self._tick()
        until = last + _LONGEST
        calls = 0

        def breathe() -> None:
            nonlocal calls, last
            calls += 1
            if calls % 32 == 0 or self._tick() - last > _SLICE:
                self._pause()
                last = self._tick()
                if last > until:
                    raise Unusable("", say("This takes too long to judge."))

        return breathe


@cache
def _decoder(game: Game) -> msgspec.json.Decoder:
    """Decodes the game's events as they are stored."""
    return msgspec.json.Decoder(game.events)


@cache
def made_by(game: Game) -> str:
    """What a copy of the game's state was made by: its code and the edition of its rules. A copy
    made by any other is not used."""
    package = Path(inspect.getfile(type(game))).parent
    code = [path.read_bytes() for path in sorted(package.glob("*.py"))]
    return digest(game.rules.edition, *code).hex()[:16]


def decode_event(game: Game, text: str) -> Any:
    """An event as it was stored."""
    return _decoder(game).decode(text)


def free_key(taken: Container[str]) -> str:
    """A key for one more player."""
    return next(key for i in count(1) if (key := f"p{i}") not in taken)


def renamed(value: Any, to: Callable[[str], str]) -> Any:
    """`value` (an event or options) with each player called what `to` says."""
    return map_players(value, "", lambda player, path, new: to(player))


ALPHABET = "23456789ABCDEFGHJKMNPQRSTUVWXYZ"
"""31 signs that cannot be taken for each other."""
CODE = 6


def typed_code(code: str) -> str:
    """A code as typed: case, spaces and dashes do not matter."""
    return "".join(c for c in code[:40].upper() if not c.isspace() and c != "-")
