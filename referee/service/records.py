"""Records out and in."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from datetime import UTC, datetime

import msgspec

from referee.core import LEGAL, AnyGame, Event, PlayerKey, Undo, Unusable, say
from referee.record import Record, read, record_json
from referee.service.clock import stamp_of
from referee.service.encoding import decode_event, digest, to_json, with_names
from referee.service.keys import form_key, key_reused, seat_key, seat_keys
from referee.service.names import typed_title
from referee.service.opening import insert_table
from referee.service.recording import newcomers
from referee.service.session import TableSession, hides
from referee.service.tables import Tables
from referee.service.types import Phone
from referee.store import Transaction
from referee.store.rows import LogRow, PlayerRow
from referee.table import Entry, Fold, as_record
from referee.table.fold import AnyFold

_CHUNK = 500
_CHUNK_BYTES = 256 * 1024
"""Events, and bytes of them with their rulings, that are written at a stretch."""


class Records:
    """The use cases of records."""

    def __init__(self, tables: Tables) -> None:
        self._tables = tables

    def export(self, code: str, phone: Phone) -> dict[str, object]:
        """The table as a record, everyone by his present name. While something is secret it ends
        before the round that holds it."""
        breathe = self._tables.clock.breathing()
        with self._tables.read(code, phone) as session:
            table, game, names = session.table, session.game, session.names
            options, starters = session.head.options, session.starters
            opened = session.last_open
        events: list[Event] = []
        took_effect: list[bool] = []
        hidden = False
        # What is recorded from now on is not in it: the names and the place it ends are of now.
        seq, last = 0, table.seq
        while seq < last:
            with self._tables.store.read() as db:
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
            events = as_record(game, game.start(starters, options), events, took_effect)
        events = [with_names(event, names.__getitem__) for event in events]
        players = [names[player] for player in starters]
        meta = msgspec.json.decode(table.meta) if table.meta else None
        return record_json(game, players, with_names(options, names.__getitem__), events, meta)

    def meta(self, code: str, phone: Phone) -> dict[str, object] | None:
        """The `meta` of the record that the table came from, if it came from one."""
        with self._tables.read(code, phone) as session:
            return msgspec.json.decode(session.table.meta) if session.table.meta else None

    def import_record(self, phone: Phone, data: bytes, *, key: str) -> str:
        """A new table from a record, with `phone` as host; its code. All or nothing: `Unusable`
        names the place."""
        tables = self._tables
        key, body = form_key(key), digest(data)
        with self._tables.store.read() as db:
            before = db.tables.by_key(tables.known(db, phone), key)
        if before is None:
            breathe = self._tables.clock.breathing()
            record, names = _by_key(read(data, self._tables.games, breathe), breathe)
            judged = _judge(record, 1, breathe)
            texts = _texts(record, judged, breathe)
        with self._tables.store.write() as db:
            phone = self._tables.enrolled(db, phone)
            before = db.tables.by_key(phone.id, key)
            if before is not None:
                if before.made_body != body:
                    raise key_reused()
                return before.code
            title = _title_of(record)
            session = insert_table(
                tables,
                db,
                phone,
                record.game,
                record.players,
                record.options,
                title,
                key,
                body,
                began=_began(record),
            )
            session.change(meta=None if record.meta is None else to_json(record.meta))
            _write_people(session, record, names)
            session.note(say("The table was opened from a record"))
            _write_log(session, record, judged, texts)
            session.change(size=len(data))
            session.sum_up(judged.fold.state)
            db.tables.change(session.table.id, **session.changes)
        return session.table.code


def _began(record: Record) -> str:
    """When the game of `record` began (UTC, ISO 8601), as far as that is said."""
    with suppress(ValueError, OverflowError):
        began = datetime.fromisoformat(str((record.meta or {}).get("started"))).astimezone(UTC)
        return stamp_of(began)
    return ""


class _Judged(msgspec.Struct, frozen=True):
    """A record judged: its fold, and what became of each event; `open`: nothing is secret then."""

    fold: AnyFold
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


def _as_exported(db: Transaction, table: int, game: AnyGame, line: LogRow) -> Event:
    """The event of `line` as a record has it: an undo counts no more than is exported."""
    event = decode_event(game, line.event or "")
    if isinstance(event, Undo) and line.verdict == "legal":
        event = msgspec.structs.replace(event, count=db.pile.count_undone(table, line.line) or 1)
    return event


def _by_key(record: Record, breathe: Callable[[], None]) -> tuple[Record, dict[PlayerKey, str]]:
    """`record` with its players by key, and their names."""
    keys = dict(zip(record.players, seat_keys(len(record.players)), strict=True))

    def key(name: PlayerKey) -> PlayerKey:
        return keys.setdefault(name, seat_key(len(keys) + 1))

    players, options, events = list(keys.values()), with_names(record.options, key), []
    for event in record.events:
        events.append(with_names(event, key))
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


def _judge(record: Record, first: int, breathe: Callable[[], None]) -> _Judged:
    """Judge every event of `record`, numbered from `first`."""
    game = record.game
    fold: AnyFold = Fold(game, game.start(record.players, record.options))
    judged = _Judged(fold, [], [])
    for number, event in enumerate(record.events, first):
        judged.entries.append(fold.take(event, number))
        judged.open.append(not game.secrecy.has_secret(fold.state))
        breathe()
    return judged


def _write_people(session: TableSession, record: Record, names: dict[PlayerKey, str]) -> None:
    introduced = dict.fromkeys(record.players, 0)
    for seq, event in enumerate(record.events, 1):
        for player in newcomers(event):
            introduced.setdefault(player, seq)
    session.db.players.add(
        session.table.id,
        [
            PlayerRow(player, name, name.casefold(), introduced[player], None, 0)
            for player, name in names.items()
        ],
    )
    session.read_players()


def _write_log(
    session: TableSession, record: Record, judged: _Judged, texts: list[tuple[str, str]]
) -> None:
    game, first = record.game, session.table.line
    pile = {number: depth for depth, (number, _) in enumerate(judged.fold.past, 1)}
    undone = {n: seq for seq, entry in enumerate(judged.entries, 1) for n in entry.undone}
    stamp = session.clock.stamp()
    lines: list[LogRow] = []
    size = 0
    for seq, event in enumerate(record.events, 1):
        entry, (text, ruling) = judged.entries[seq - 1], texts[seq - 1]
        lines.append(
            LogRow(
                line=first + seq,
                kind="event",
                at=stamp,
                phone=session.phone,
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
                hides=hides(session, event),
                open=judged.open[seq - 1],
                closes=entry.effect and game.secrecy.ends_round(event, entry.ruling),
            )
        )
        size += len(text) + len(ruling)
        if len(lines) == _CHUNK or size > _CHUNK_BYTES or seq == len(record.events):
            session.db.log.append(session.table.id, lines)
            lines, size = [], 0
            session.clock.pause()
    session.keep_all([*(state for _, state in judged.fold.past), judged.fold.state])
    session.change(line=first + len(record.events), seq=len(record.events), depth=len(pile))
