"""What a phone sees: the table now, its log, its rulings, and the tables it is at."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from typing import Any

import msgspec

from referee.core import Message, Ruling, Undo, plural, say
from referee.live import Priority, Subscription
from referee.service.base import Base, TableSession, decode_event, digest
from referee.service.types import (
    Ask,
    Gone,
    Here,
    LogLine,
    LogPage,
    Phone,
    Removed,
    Ruled,
    TableLine,
    TableView,
)
from referee.store import Transaction
from referee.store.rows import LogRow, Redaction, RequestRow, TableRow

PAGE = 30
"""Lines of the log on a page."""
_RECENT = 40
"""Tables whose names are remembered for a phone."""
_NEWEST = 6
"""Lines of the log that a page of the table may show beside the game."""


class Listening:
    """A phone's place at a table's doorbell; close it when done (or use it in `with`). `table`: the
    table's number; `priority`: what the phone was there when it began to listen."""

    def __init__(self, table: int, ear: Subscription, still: Callable[[bool], None]) -> None:
        self.table = table
        self.priority = ear.priority
        self._ear = ear
        self._still = still

    def wait(self, timeout: float | None = None) -> int | None:
        """The number of the table's latest change since the last call, waiting for one if need
        be; None after `timeout` seconds without. Raises `Gone` or `Removed` once the phone is no
        longer at the table."""
        number = self._ear.wait(timeout)
        self._still(number is not None)
        return number

    def close(self) -> None:
        """Listen no more."""
        self._ear.close()

    def __enter__(self) -> Listening:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


class Looking(Base):
    """The use cases that change nothing."""

    # Phones

    def phone(self, token: str) -> Phone | None:
        """The phone whose cookie holds `token`."""
        with self.store.read() as db:
            id = db.phones.by_hash(digest(token))
        return None if id is None else Phone(id)

    def new_phone(self, token: str = "") -> tuple[Phone, str]:
        """A phone never seen before, and the token for its cookie (256 bits, valid for ever).

        With a `token` made before, that one is taken; again it gives the same phone.
        """
        token = token or secrets.token_urlsafe(32)
        with self.store.write() as db:
            return self._enrolled(db, Phone(0, token)), token

    def tables_of(
        self,
        phone: Phone,
        *,
        over: bool | None = None,
        game: str | None = None,
        before: int | None = None,
        most: int = 30,
    ) -> list[TableLine]:
        """The tables this phone is at, newest first; only finished or running ones with `over`,
        and with it only those of `game`. `before` is the `place` of the last one seen."""
        with self.store.read() as db:
            found = db.history.of_phone(phone.id, over, game, before, most)
            return [self._table_line(db, phone, t) for t in found if t.game in self.games]

    def _table_line(self, db: Transaction, phone: Phone, table: TableRow) -> TableLine:
        return TableLine(
            code=table.code,
            title=table.title,
            game=self.games[table.game],
            now=msgspec.json.decode(table.now, type=Message),
            turn=table.turn,
            over=table.over,
            names={p.player: p.name for p in db.players.at(table.id)},
            seating=tuple(msgspec.json.decode(table.seating)),
            winners=tuple(db.history.winners(table.id)) if table.over else (),
            changed=table.changed,
            host=table.host == phone.id,
            place=table.id,
        )

    def names_of(self, phone: Phone, most: int = 40) -> list[str]:
        """Names seen at this phone's tables, the most recent first, each once."""
        with self.store.read() as db:
            names = db.players.names_of(phone.id, _RECENT)
        return list({name.casefold(): name for name in reversed(names)}.values())[::-1][:most]

    # The table

    def is_playing(self, code: str, phone: Phone) -> bool:
        """Whether `phone` is the host's of the table `code` or has a seat there."""
        try:
            with self._glance(code, phone) as at:
                return at.host or bool(at.own)
        except (Gone, Removed):
            return False

    def look(self, code: str, phone: Phone, *, as_seat: str | None = None) -> TableView:
        """The table as this phone sees it now. `as_seat`: the seat whose secrets to show, if this
        phone may; a phone with one seat need not say it."""
        with self._glance(code, phone) as at:
            return self._look(at, as_seat)

    def asks(self, code: str, phone: Phone) -> list[Ask]:
        """What waits for this phone's answer (as `TableView.asks`)."""
        with self._glance(code, phone) as at:
            return self._asks(at)[0]

    def listen(self, code: str, phone: Phone) -> Listening:
        """A place at the table's doorbell. Its first `wait` returns at once with the present
        number; once the phone is no longer at the table `wait` raises `Gone` or `Removed`.
        Raises `Full` when too many listen."""
        with self._glance(code, phone) as at:
            table = at.table.id
            priority = Priority.SEATED if at.own else Priority.WATCHING
            priority = Priority.HOST if at.host else priority
        ear = self.bell.listen(table, priority)
        try:
            # Asked after listening has begun, so that nothing falls between.
            with self.store.read() as db:
                row = db.tables.by_id(table)
            if row is None:
                raise Gone
            ear.wake(row.line)
        except BaseException:
            ear.close()
            raise

        def still(rung: bool) -> None:
            if rung:
                with self.store.read() as db:
                    member = db.members.find(table, phone.id)
                if member is None or member.state == "left":
                    raise Gone
                if member.state == "removed":
                    raise Removed
            self._heard(table, phone.id)

        return Listening(table, ear, still)

    def log(
        self, code: str, phone: Phone, *, before: int | None = None, as_seat: str | None = None
    ) -> LogPage:
        """30 lines of the log, newest first, older than line `before`."""
        with self._glance(code, phone) as at:
            cover = self._cover(at)
            rows = at.db.log.page(at.table.id, before, PAGE + 1, cover)
            lines = self._told(at, rows[:PAGE], self._viewer(at, as_seat))
        return LogPage(lines, lines[-1].line if len(rows) > PAGE else None)

    def course(self, code: str, phone: Phone) -> list[dict[str, int]]:
        """The scores after each hand or round in effect, in order, by player."""
        with self._glance(code, phone) as at:
            found = at.db.copies.course(at.table.id, at.table.depth)
            return [msgspec.json.decode(scores) for scores in found]

    def ruling(
        self,
        code: str,
        phone: Phone,
        line: int,
        *,
        as_seat: str | None = None,
        secret: bool = True,
    ) -> Ruled:
        """The ruling kept at `line`, with `secret` also what only the viewer may know of it; raises
        `Gone` if there is none that may be told."""
        with self._glance(code, phone) as at:
            row = at.db.log.by_line(at.table.id, line)
            if row is None or row.event is None or row.ruling is None:
                raise Gone
            viewer = self._viewer(at, as_seat)
            told = next(iter(self._told(at, [row], viewer)), None)
            if told is None:
                raise Gone
            if told.is_redacted:
                return Ruled(told, None, None, row.edition or "")
            to = self._teller(
                at, row, viewer if secret else None, at.db.redactions.last_open(at.table.id)
            )
            event = decode_event(at.game, row.event)
            ruling = msgspec.json.decode(row.ruling, type=Ruling)
            return Ruled(
                line=told,
                event=event if row.hides is None or row.hides == to else None,
                ruling=self._shown(at, event, ruling, to),
                edition=row.edition or "",
            )

    # How it is put together

    def _viewer(self, at: TableSession, as_seat: str | None) -> str | None:
        """The seat whose secrets may show on this phone: one it acts for, and only while all that
        the seat hides was put in on this phone since it has the seat."""
        as_seat = self._seat(at, as_seat)
        if as_seat is None:
            return None
        since = at.held_since(as_seat)
        opened = at.db.redactions.last_open(at.table.id)
        for row in at.db.redactions.secrets_of(at.table.id, as_seat, opened):
            if row.phone != at.phone or row.line <= since:
                return None
            if at.game.secrecy.replaces_secret(decode_event(at.game, row.event or "")):
                break
        return as_seat

    @staticmethod
    def _seat(at: TableSession, as_seat: str | None) -> str | None:
        """The seat this phone looks from: the one it names, if it acts for it, or its only one."""
        seats = at.seats
        if as_seat is None and len(seats) == 1:
            as_seat = seats[0]
        return as_seat if as_seat in seats else None

    @staticmethod
    def _teller(at: TableSession, row: LogRow, viewer: str | None, opened: int) -> str | None:
        """To whom a line is told: what nothing hides any more, as to its own seat; what is hidden,
        to its seat if it was put in on this phone since it has the seat."""
        if row.hides is None:
            return viewer
        if row.line <= opened:
            return row.hides
        mine = row.hides == viewer and row.phone == at.phone and row.line > at.held_since(row.hides)
        return viewer if mine else None

    @staticmethod
    def _shown(at: TableSession, event: Any, ruling: Ruling, viewer: str | None) -> Ruling:
        if isinstance(event, Undo):
            return ruling
        return at.game.secrecy.ruling_for(event, ruling, viewer)

    def _told(self, at: TableSession, rows: list[LogRow], viewer: str | None) -> list[LogLine]:
        """Lines of the log as they are told to `viewer`; of a round that is redacted, the one line
        that stands for it."""
        cover = self._cover(at)
        opened = cover.after
        rows = [row for row in rows if row.closes or not cover.covers(row)]
        by: dict[int, tuple[str, ...]] = {row.line: tuple(row.who.split()) for row in rows}
        for row in rows:
            if row.undone is not None and row.undone not in by:
                undo = at.db.log.by_line(at.table.id, row.undone)
                by[row.undone] = tuple(undo.who.split()) if undo else ()
        out = []
        for row in rows:
            if cover.covers(row):
                out.append(self._told_redacted(at, row))
                continue
            if row.event is None or row.ruling is None:
                said = msgspec.json.decode(row.said or "null", type=Message)
                out.append(
                    LogLine(row.line, row.kind, row.at, by[row.line], row.host, said, row.seq)
                )
                continue
            event = decode_event(at.game, row.event)
            ruling = msgspec.json.decode(row.ruling, type=Ruling)
            to, secret = self._teller(at, row, viewer, opened), None
            if isinstance(event, Undo):
                said = self._told_undo(at, row, event, cover)
            else:
                own = self._said(at, row, event, ruling, to)
                if row.hides is not None and row.line > opened:
                    to = None
                said = self._said(at, row, event, ruling, to)
                secret = None if own == said else own
            shown = self._shown(at, event, ruling, to)
            out.append(
                LogLine(
                    line=row.line,
                    kind=row.kind,
                    at=row.at,
                    who=by[row.line],
                    host=row.host,
                    said=said,
                    seq=row.seq,
                    type=event.__struct_config__.tag,
                    verdict=ruling.verdict,
                    rules=shown.rules,
                    stood=row.stood,
                    so=shown.effects if row.kind == "event" else (),
                    effect=row.depth is not None,
                    undone=row.undone,
                    undone_by=by.get(row.undone, ()) if row.undone is not None else (),
                    picture=self._picture(at, event, shown, to),
                    secret=secret,
                )
            )
        return out

    def _said(
        self, at: TableSession, row: LogRow, event: Any, ruling: Ruling, to: str | None
    ) -> Message:
        """What is said of the event of `row` to the seat `to`."""
        if row.kind == "ruling":
            return self._shown(at, event, ruling, to).reason
        return at.game.tell(event, ruling, to)

    @staticmethod
    def _cover(at: TableSession) -> Redaction:
        """What of the log nobody may be told now."""
        if at.game.secrecy.redacted_line is None:
            return Redaction(at.db.redactions.last_open(at.table.id), 0, 0)
        return at.db.redactions.now(at.table.id)

    @staticmethod
    def _told_redacted(at: TableSession, row: LogRow) -> LogLine:
        """The line of a round of which no more is told: not even who recorded it, for that tells
        who was the last to play."""
        said = at.game.secrecy.redacted_line
        assert said is not None
        effect = row.depth is not None
        return LogLine(
            row.line,
            row.kind,
            row.at,
            (),
            False,
            said,
            effect=effect,
            undone=row.undone,
            is_redacted=True,
        )

    def _picture(
        self, at: TableSession, event: Any, ruling: Ruling, viewer: str | None
    ) -> dict[str, Any]:
        if isinstance(event, Undo):
            return {}
        return at.game.log_picture(self._head(at).state, event, ruling, viewer)

    def _told_undo(self, at: TableSession, row: LogRow, event: Undo, cover: Redaction) -> Message:
        if row.kind == "ruling":
            return msgspec.json.decode(row.ruling or "", type=Ruling).reason
        if event.count == 1:
            undone = at.db.pile.undone_by(at.table.id, row.line)
            if undone is not None and undone.event and undone.ruling and not cover.covers(undone):
                ruling = msgspec.json.decode(undone.ruling, type=Ruling)
                to = self._teller(at, undone, None, cover.after)
                what = at.game.tell(decode_event(at.game, undone.event), ruling, to)
                return say("Taken back: {what}", what=what)
        return plural("{n} entry is taken back.", "{n} entries are taken back.", event.count)

    def _asks(self, at: TableSession) -> tuple[list[Ask], Ask | None]:
        """What waits for this phone's answer, and what it asked itself."""
        numbers = {m.phone: m.number for m in at.db.members.at(at.table.id)}
        mine, asking = [], None
        for row in at.db.requests.at(at.table.id):
            waits = self._wait_to_host(at, row.phone) if row.kind == "host" else 0.0
            ask = Ask(
                id=row.id,
                kind=row.kind,
                phone=numbers[row.phone],
                player=row.player,
                name=row.name,
                refused=row.refused,
                until=self._stamp(waits) if waits else None,
            )
            if row.phone == at.phone:
                asking = ask
            elif not row.refused and self._may_answer(at, row):
                mine.append(ask)
        return mine, asking

    def _may_answer(self, at: TableSession, row: RequestRow) -> bool:
        if at.host:
            return True
        if row.kind == "host":
            return bool(at.own) and row.phone != at.phone and self._host_silent(at)
        return row.kind == "seat" and row.player is not None and at.holder(row.player) == at.phone

    def _look(
        self, at: TableSession, as_seat: str | None, extra_names: dict[str, str] | None = None
    ) -> TableView:
        head, table, game = self._head(at), at.table, at.game
        viewer = self._viewer(at, as_seat)
        seats, own = at.seats, at.own
        top = at.top()
        asks, asking = self._asks(at)
        latest = at.db.log.latest(table.id)
        newest = at.db.log.page(table.id, None, _NEWEST, self._cover(at))
        lines = {
            row.line: told
            for row in {r.line: r for r in (latest, top) if r is not None}.values()
            for told in self._told(at, [row], viewer)
        }
        rematch = at.db.tables.by_id(table.rematch) if table.rematch else None
        return TableView(
            game=game,
            code=table.code,
            title=table.title,
            names=at.names | (extra_names or {}),
            seating=tuple(game.players(head.state)),
            options=head.options,
            state=head.state,
            seq=table.seq,
            line=table.line,
            role="host" if at.host else "seat" if own else "watching",
            seats=seats,
            own=own,
            viewer=viewer,
            phones=[
                Here(
                    id=member.number,
                    seats=tuple(p for p, r in at.players.items() if r.phone == member.phone),
                    host=member.phone == table.host,
                    awake=self._awake(table.id, member.phone),
                    me=member.phone == at.phone,
                )
                for member in at.db.members.at(table.id)
                if member.here
            ],
            join_code=table.join_code or table.code,
            locked=table.locked,
            who_may=table.who_may,
            over=game.over(head.state),
            last=lines[latest.line] if latest else None,
            recent=self._told(at, newest, viewer),
            top=lines[top.line] if top else None,
            asks=asks,
            asking=asking,
            notice=msgspec.json.decode(table.notice, type=Message) if table.notice else None,
            host_silent=not at.host and self._host_silent(at),
            rematch=rematch.code if rematch else None,
            who=at.who(top),
        )
