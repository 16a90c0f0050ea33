"""Records out and in, and the table that follows a table."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from typing import Any

import msgspec

from referee.core import LEGAL, Game, Ruling, Undo, Unusable, say
from referee.exports import Outcome, outcome
from referee.exports.paper import Paper, filled
from referee.record import Record, Report, read, record_json
from referee.record.read import check_options
from referee.service.base import (
    Head,
    TableSession,
    decode_event,
    digest,
    form_key,
    key_reused,
    renamed,
    to_json,
)
from referee.service.names import typed_title
from referee.service.playing import newcomers
from referee.service.settings import Settings
from referee.service.types import NotAllowed, Phone
from referee.store import Transaction
from referee.store.rows import LogRow, PlayerRow, TableRow
from referee.table import Entry, Fold, as_record
from referee.table.roles import may_record_some

_CHUNK = 500
_CHUNK_BYTES = 256 * 1024
"""Events, and bytes of them with their rulings, that are written at a stretch."""
_FIRST = 5
"""Events among which the first turn is looked for."""


class Records(Settings):
    """The use cases of records."""

    def check(self, data: bytes) -> Report:
        """The report on a record; nothing of it is kept."""
        breathe = self._breathing()
        record = read(data, self.games, breathe)
        judged = self._judge(record, 0, breathe)
        return Report(record, judged.entries, judged.fold.state)

    @staticmethod
    def _judge(record: Record, first: int, breathe: Callable[[], None]) -> _Judged:
        """Judge every event of `record`, numbered from `first`."""
        game = record.game
        fold: Fold = Fold(game, game.start(record.players, record.options))
        judged = _Judged(fold, [], [])
        for number, event in enumerate(record.events, first):
            judged.entries.append(fold.take(event, number))
            judged.open.append(not game.secrecy.has_secret(fold.state))
            breathe()
        return judged

    # Out

    def export(self, code: str, phone: Phone) -> dict[str, Any]:
        """The table as a record, everyone by his present name. While something is secret it ends
        before the round that holds it."""
        breathe = self._breathing()
        with self._glance(code, phone) as at:
            table, game, names = at.table, at.game, at.names
            options = self._head(at).options
            opened = at.db.redactions.last_open(table.id)
        events: list[Any] = []
        took_effect: list[bool] = []
        hidden = False
        # What is recorded from now on is not in it: the names and the place it ends are of now.
        seq, last = 0, table.seq
        while seq < last:
            with self.store.read() as db:
                lines = db.log.events(table.id, seq, min(_CHUNK, last - seq))
                chunk = [(line, _as_exported(db, table.id, game, line)) for line in lines]
            seq = lines[-1].seq or last if lines else last
            for line, event in chunk:
                if line.line > opened and (line.hides is not None or line.open is False):
                    seq = last
                    break
                if not line.left_out:
                    events.append(event)
                    took_effect.append(line.verdict == LEGAL or bool(line.stood))
                    hidden = hidden or line.hides is not None
                breathe()
        if hidden:
            start = game.start(msgspec.json.decode(table.players), options)
            events = as_record(game, start, events, took_effect)
        events = [renamed(event, names.__getitem__) for event in events]
        players = [names[player] for player in msgspec.json.decode(table.players)]
        meta = msgspec.json.decode(table.meta) if table.meta else None
        return record_json(game, players, renamed(options, names.__getitem__), events, meta)

    def meta(self, code: str, phone: Phone) -> dict[str, Any] | None:
        """The `meta` of the record that the table came from, if it came from one."""
        with self._glance(code, phone) as at:
            return msgspec.json.decode(at.table.meta) if at.table.meta else None

    def outcome(self, code: str, phone: Phone) -> Outcome:
        """How the table stands, for exports. While something is secret it ends as a record does:
        with the last moment at which nothing was."""
        with self._glance(code, phone) as at:
            table, game, head = at.table, at.game, self._head(at)
            cut, depth, state = self._end_of_export(at, head)
            course = at.db.copies.course(table.id, depth)
            first = at.db.pile.in_effect(table.id, 0, min(depth, _FIRST))
            start = game.start(msgspec.json.decode(table.players), head.options)
            started, minutes = _times(table)
            return outcome(
                game,
                state,
                [msgspec.json.decode(scores) for scores in course],
                at.names,
                _starter(game, start, [decode_event(game, event) for event in first]),
                title=table.title,
                play=digest(self.token_key, "play", table.code, table.opened).hex(),
                started=started,
                minutes=minutes,
                cut=cut,
            )

    def _end_of_export(self, at: TableSession, head: Head) -> tuple[bool, int, Any]:
        """How far an export goes: whether it is cut as something is secret now, and the depth
        and state of the last moment at which nothing was."""
        cut = at.game.secrecy.has_secret(head.state)
        if not cut:
            return False, at.table.depth, head.state
        depth = at.db.redactions.open_depth(at.table.id)
        return True, depth, self._state_at(at, head.options, depth)

    def paper(self, code: str, phone: Phone) -> Paper:
        """What a score sheet of the table may say. While something is secret it ends as a record
        does: with the last moment at which nothing was."""
        breathe = self._breathing()
        with self._glance(code, phone) as at:
            table, game, head = at.table, at.game, self._head(at)
            cut, depth, state = self._end_of_export(at, head)
            course = at.db.copies.course(table.id, depth)
            ends = at.db.copies.course_ends(table.id, depth)
            found = at.db.pile.of_types(table.id, game.marked, depth) if game.marked else []
        noted = []
        for place, event, ruling in found:
            marks = game.marks(decode_event(game, event), msgspec.json.decode(ruling, type=Ruling))
            if marks:
                noted.append((place, marks))
            breathe()
        scores = [msgspec.json.decode(row) for row in course]
        return filled(
            game,
            game.start(msgspec.json.decode(table.players), head.options),
            state,
            list(zip(ends, scores, strict=True)),
            noted,
            title=table.title,
            started=_times(table)[0],
            options=head.options,
            cut=cut,
        )

    # In

    def import_record(self, phone: Phone, data: bytes, *, key: str) -> str:
        """A new table from a record, with `phone` as host; its code. All or nothing: `Unusable`
        names the place."""
        key, body = form_key(key), digest(data)
        with self.store.read() as db:
            before = db.tables.by_key(phone.id, key)
        if before is None:
            breathe = self._breathing()
            record, names = _by_key(read(data, self.games, breathe), breathe)
            judged = self._judge(record, 1, breathe)
            texts = _texts(record, judged, breathe)
        with self.store.write() as db:
            phone = self._enrolled(db, phone)
            before = db.tables.by_key(phone.id, key)
            if before is not None:
                if before.made_body != body:
                    raise key_reused()
                return before.code
            title = _title_of(record)
            at = self._open(
                db, phone, record.game, record.players, record.options, title, key, body
            )
            at.change(meta=None if record.meta is None else to_json(record.meta))
            self._write_people(at, record, names)
            at.note(say("The table is opened from a record."), at.table.opened)
            self._write_log(at, record, judged, texts)
            at.change(size=len(data))
            self._sum_up(at, judged.fold.state)
            at.head = Head(at.table.seq, at.table.options, record.options, judged.fold.state)
            db.tables.change(at.table.id, **at.changes)
        return at.table.code

    @staticmethod
    def _write_people(at: TableSession, record: Record, names: dict[str, str]) -> None:
        introduced = dict.fromkeys(record.players, 0)
        for seq, event in enumerate(record.events, 1):
            for player in newcomers(event):
                introduced.setdefault(player, seq)
        at.db.players.add(
            at.table.id,
            [
                PlayerRow(player, name, name.casefold(), introduced[player], None, 0)
                for player, name in names.items()
            ],
        )
        at.read_players()

    def _write_log(
        self, at: TableSession, record: Record, judged: _Judged, texts: list[tuple[str, str]]
    ) -> None:
        game, first = record.game, at.table.line
        pile = {number: depth for depth, (number, _) in enumerate(judged.fold.past, 1)}
        undone = {n: seq for seq, entry in enumerate(judged.entries, 1) for n in entry.undone}
        stamp = self._stamp()
        lines: list[LogRow] = []
        size = 0
        for seq, event in enumerate(record.events, 1):
            entry, (text, ruling) = judged.entries[seq - 1], texts[seq - 1]
            lines.append(
                LogRow(
                    line=first + seq,
                    kind="event",
                    at=stamp,
                    phone=at.phone,
                    who="",
                    host=True,
                    seq=seq,
                    event=text,
                    ruling=ruling,
                    verdict=entry.ruling.verdict,
                    edition=game.rules.edition,
                    stood=entry.stood,
                    depth=pile.get(seq),
                    undone=first + undone[seq] if seq in undone else None,
                    hides=None if isinstance(event, Undo) else game.secrecy.private_to(event),
                    open=judged.open[seq - 1],
                    closes=entry.effect and game.secrecy.ends_round(event, entry.ruling),
                )
            )
            size += len(text) + len(ruling)
            if len(lines) == _CHUNK or size > _CHUNK_BYTES or seq == len(record.events):
                at.db.log.append(at.table.id, lines)
                lines, size = [], 0
                self._pause()
        self._keep_all(at, [*(state for _, state in judged.fold.past), judged.fold.state])
        at.change(line=first + len(record.events), seq=len(record.events), depth=len(pile))

    # The next game

    def rematch(self, code: str, phone: Phone, *, key: str = "") -> str:
        """A new table with the same players and options, next dealer, every phone in its seat; its
        code. The table has one rematch: who asks again gets the same,
        with or without a `key`. Whoever may record."""
        with self._change(code, phone) as at:
            table, game, head = at.table, at.game, self._head(at)
            if table.rematch is not None:
                following = at.db.tables.by_id(table.rematch)
                assert following is not None
                return following.code
            if not may_record_some(table.who_may, at.who(None)):
                raise NotAllowed(say("This phone does not record at this table."))
            seating = list(game.players(head.state))
            order, options = game.rematch(seating, head.options, head.state)
            keys = {old: f"p{i}" for i, old in enumerate(order, 1)}
            starters = list(keys.values())
            options = check_options(game, renamed(options, keys.__getitem__), starters)
            body = digest("rematch", str(table.id))
            host = Phone(table.host)
            new = self._open(
                at.db, host, game, starters, options, table.title, f"\trematch {table.id}", body
            )
            meta = {"title": table.title} if table.title else {}
            new.change(meta=to_json(meta | {"started": new.table.opened}), who_may=table.who_may)
            at.db.players.add(
                new.table.id,
                [
                    PlayerRow(keys[old], row.name, row.folded, 0, row.phone, 0)
                    for old in order
                    if (row := at.players[old])
                ],
            )
            others = [
                m for m in at.db.members.at(table.id) if m.phone != table.host and m.state != "left"
            ]
            for number, member in enumerate(others, 2):
                at.db.members.add(new.table.id, member.phone, number, member.state)
            new.read_players()
            new.note(say("The table goes on with another game."), new.table.opened)
            at.db.tables.change(new.table.id, **new.changes)
            at.change(rematch=new.table.id)
            at.note(say("The game goes on at another table."), self._stamp())
            return new.table.code


def _starter(game: Game, state: Any, events: Sequence[Any]) -> str | None:
    """Who was the first to play from `state` on, as far as the turns of the first round tell."""
    for event in events:
        if game.turn(state) is not None:
            break
        state = game.apply(state, event)
    return None if game.rounds(state) else game.turn(state)


def _times(table: TableRow) -> tuple[datetime, int | None]:
    """When the game began (UTC), and how many minutes it took, if it took place here and in less
    than a day."""
    opened = datetime.fromisoformat(table.opened)
    started = (msgspec.json.decode(table.meta) if table.meta else {}).get("started")
    with suppress(ValueError, OverflowError):
        began = datetime.fromisoformat(str(started)).astimezone(UTC)
        if began != opened:
            return began, None
    minutes = (datetime.fromisoformat(table.changed) - opened) // timedelta(minutes=1)
    return opened, minutes if 0 < minutes < 24 * 60 else None


class _Judged(msgspec.Struct, frozen=True):
    """A record judged: its fold, and what became of each event; `open`: nothing is secret then."""

    fold: Fold
    entries: list[Entry]
    open: list[bool]


def _texts(record: Record, judged: _Judged, breathe: Callable[[], None]) -> list[tuple[str, str]]:
    """Every event and its ruling as they are stored: made before the writing begins, for which
    all who record wait."""
    texts = []
    for event, entry in zip(record.events, judged.entries, strict=True):
        texts.append((to_json(event), to_json(entry.ruling)))
        breathe()
    return texts


def _as_exported(db: Transaction, table: int, game: Game, line: LogRow) -> Any:
    """The event of `line` as a record has it: an undo counts no more than is exported."""
    event = decode_event(game, line.event or "")
    if isinstance(event, Undo) and line.verdict == "legal":
        event = msgspec.structs.replace(event, count=db.pile.count_undone(table, line.line) or 1)
    return event


def _by_key(record: Record, breathe: Callable[[], None]) -> tuple[Record, dict[str, str]]:
    """`record` with its players by key, and their names."""
    keys = {name: f"p{i}" for i, name in enumerate(record.players, 1)}

    def key(name: str) -> str:
        return keys.setdefault(name, f"p{len(keys) + 1}")

    players, options, events = list(keys.values()), renamed(record.options, key), []
    for event in record.events:
        events.append(renamed(event, key))
        breathe()
    by_key = msgspec.structs.replace(record, players=players, options=options, events=events)
    return by_key, {player: name for name, player in keys.items()}


def _title_of(record: Record) -> str:
    """The title that the record's `meta` gives, if it is one."""
    title = (record.meta or {}).get("title")
    if isinstance(title, str):
        with suppress(Unusable):
            return typed_title(title)
    return ""
