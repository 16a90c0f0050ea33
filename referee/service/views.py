"""What a phone sees: the table now, its log, its rulings; and that something has changed."""

from __future__ import annotations

import msgspec

from referee.core import Message, PlayerKey
from referee.service.drafts import counting_at
from referee.service.endings import ending_of
from referee.service.first_rounds import first_round_of
from referee.service.listening import Listeners, Listening
from referee.service.log_entries import log_lines, ruling_for, told_to, unanswered
from referee.service.memory import remembered_at
from referee.service.redoing import undo_to_redo
from referee.service.requests import requests_at
from referee.service.reveals import reveal_at
from referee.service.session import TableSession
from referee.service.tables import Tables
from referee.service.types import (
    Gone,
    LogLine,
    LogPage,
    Phone,
    Removed,
    Ruled,
    TablePhone,
    TableView,
)

PAGE = 30
"""Lines of the log on a page."""
NEWEST = 6
"""Lines of the log that a page of the table may show beside the game."""


class Views:
    """The use cases that only look."""

    def __init__(self, tables: Tables) -> None:
        self._tables = tables
        self._listeners = Listeners(tables, view_of)

    def is_playing(self, code: str, phone: Phone) -> bool:
        """Return whether `phone` is the host's of the table `code` or has a seat there."""
        try:
            with self._tables.read(code, phone) as session:
                return session.is_host or bool(session.own)
        except (Gone, Removed):
            return False

    def table(self, code: str, phone: Phone, *, as_seat: str | None = None) -> TableView:
        """Return the table as this phone sees it now. `as_seat`: the seat whose secrets to show, if
        this phone may; a phone with one seat need not say it."""
        with self._tables.read(code, phone) as session:
            return view_of(session, as_seat)

    def listen(
        self, code: str, phone: Phone, *, views: bool = False, as_seat: str | None = None
    ) -> Listening:
        """Subscribe `phone` to the table. The first `wait` returns at once with the present number;
        once the phone is no longer at the table it raises `Gone` or `Removed`. With `views` a phone
        that plays is also told what it sees then, from the seat `as_seat` as for `table`. Raises
        `Full` when too many listen."""
        return self._listeners.listen(code, phone, views, as_seat)

    def recorded_since(
        self, code: str, phone: Phone, tag: str, seen: int, *, as_seat: str | None = None
    ) -> LogLine | None:
        """Return the latest event of the type `tag` in effect among the newest 30 recorded after
        event number `seen`, as this phone may be told of it."""
        with self._tables.read(code, phone) as session:
            rows = session.db.log.since(session.table.id, seen, PAGE)
            lines = log_lines(session, rows, session.viewer(as_seat))
        return next((line for line in lines if line.effect and line.type == tag), None)

    def log(
        self, code: str, phone: Phone, *, before: int | None = None, as_seat: str | None = None
    ) -> LogPage:
        """Return 30 lines of the log, newest first, older than line `before`."""
        with self._tables.read(code, phone) as session:
            rows = session.db.log.page(session.table.id, before, PAGE + 1, session.redaction)
            lines = log_lines(session, rows[:PAGE], session.viewer(as_seat))
        return LogPage(lines, lines[-1].line if len(rows) > PAGE else None)

    def course(self, code: str, phone: Phone) -> list[dict[PlayerKey, int]]:
        """Return the scores after each hand or round in effect, in order, by player."""
        with self._tables.read(code, phone) as session:
            found = session.db.copies.course(session.table.id, session.table.depth)
            return [msgspec.json.decode(scores, type=dict[PlayerKey, int]) for scores in found]

    def round_lines(self, code: str, phone: Phone) -> list[int]:
        """Return the lines of the entries that ended these hands or rounds; 0 for one of which no
        more is told."""
        with self._tables.read(code, phone) as session:
            db, table, to = session.db, session.table.id, session.redaction.to
            lines = db.copies.course_lines(table, session.table.depth)
            after = session.redaction.after
            return [0 if after < line <= to else line for line in lines]

    def starting_scores(self, code: str, phone: Phone) -> dict[PlayerKey, int]:
        """Return the scores before the first hand or round, by player: not zero where something is
        played down."""
        with self._tables.read(code, phone) as session:
            return session.starting_scores()

    def ruling(
        self,
        code: str,
        phone: Phone,
        line: int,
        *,
        as_seat: str | None = None,
        secret: bool = True,
    ) -> Ruled:
        """Return the ruling kept at `line`, with `secret` also what only the viewer may know of it;
        raises `Gone` if there is none that may be told."""
        with self._tables.read(code, phone) as session:
            row = session.db.log.by_line(session.table.id, line)
            if row is None or row.event is None or row.ruling is None:
                raise Gone
            viewer = session.viewer(as_seat)
            told = next(iter(log_lines(session, [row], viewer)), None)
            if told is None:
                raise Gone
            undoes = 0 if row.depth is None else session.table.depth - row.depth + 1
            if told.is_redacted:
                return Ruled(told, None, None, row.edition or "", undoes)
            to = told_to(session, row, viewer if secret else None)
            event, ruling = session.ruled(row)
            return Ruled(
                line=told,
                event=event if row.hides is None or row.hides == to else None,
                ruling=ruling_for(session.game, event, ruling, to),
                edition=row.edition or "",
                undoes=undoes,
            )


def view_of(
    session: TableSession, as_seat: str | None, new_names: dict[PlayerKey, str] | None = None
) -> TableView:
    """Return the table as the phone of `session` sees it, from the seat `as_seat` if it may;
    `new_names`: of players whom the table does not know yet."""
    db, head, table, game = session.db, session.head, session.table, session.game
    viewer = session.viewer(as_seat)
    members = session.once(db.members.at, table.id)
    awake = session.presence.awake(table.id, [member.phone for member in members])
    requests, own_request = requests_at(session, members)
    redaction = session.redaction
    newest = session.once(db.log.page, table.id, None, NEWEST, redaction)
    top = next((row for row in newest if row.depth == table.depth > 0), None) or session.top
    latest = newest[0] if newest and not redaction.hides else None
    latest = latest or session.once(db.log.latest, table.id)
    pictured = {top.line} if top else set()
    recent = log_lines(session, newest, viewer, pictured)
    told = {line.line: line for line in recent}
    undone = undo_to_redo(session, newest)
    for row in (latest, top, undone):
        if row is not None and row.line not in told:
            told |= {line.line: line for line in log_lines(session, [row], viewer, pictured)}
    rematch = db.tables.by_id(table.rematch) if table.rematch else None
    reveal = reveal_at(session)
    if reveal is not None:
        told = {number: msgspec.structs.replace(line, so=()) for number, line in told.items()}
    return TableView(
        game=game,
        code=table.code,
        title=table.title,
        names=session.names | (new_names or {}),
        seating=tuple(game.players(head.state)),
        options=head.options,
        state=head.state,
        seq=table.seq,
        line=table.line,
        role="host" if session.is_host else "seat" if session.own else "watching",
        seats=session.seats,
        own=session.own,
        viewer=viewer,
        phones=[
            TablePhone(
                id=member.number,
                seats=session.taken_by(member.phone),
                host=member.phone == table.host,
                awake=member.phone in awake,
                me=member.phone == session.phone,
            )
            for member in members
            if member.here
        ],
        join_code=table.join_code or table.code,
        locked=table.locked,
        who_may=table.who_may,
        over=game.over(head.state),
        last=told[latest.line] if latest else None,
        recent=[] if reveal else recent,
        verdict=None if reveal else unanswered(session, newest, viewer),
        top=told[top.line] if top else None,
        requests=requests,
        own_request=own_request,
        notice=msgspec.json.decode(table.notice, type=Message) if table.notice else None,
        host_silent=not session.is_host and session.presence.is_silent(table.id, table.host),
        rematch=rematch.code if rematch else None,
        ending=None if reveal else ending_of(session),
        counting=counting_at(session),
        who=session.who(top),
        memory=remembered_at(session) if game.pieces.options else {},
        redo=told[undone.line] if undone else None,
        first_round=first_round_of(session) if table.first_round else None,
        reveal=reveal,
    )
