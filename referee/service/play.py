"""The one write path: from a tap to a line of the log."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property

import msgspec

from referee.core import LEGAL, Action, AnyGame, Event, Undo, Unusable, say
from referee.core.action import are_rivals, is_shared
from referee.service.correcting import correct
from referee.service.drafts import with_drafts
from referee.service.encoding import digest, plain_json
from referee.service.keys import form_key, key_reused
from referee.service.log_entries import (
    TAKEN_BACK,
    log_lines,
    ruling_for,
    unanswered,
    waiting,
)
from referee.service.memory import learn
from referee.service.recording import Judged, Made, Recording, event_from, fold_of, judge, record
from referee.service.redoing import redo
from referee.service.session import TableSession, hides
from referee.service.tables import Tables
from referee.service.types import (
    Answer,
    HypotheticalRuling,
    NotAllowed,
    Phone,
    Recorded,
    Refused,
    Stale,
    Submission,
)
from referee.service.views import NEWEST, PAGE, view_of
from referee.store.rows import LogRow
from referee.table import known_ruling
from referee.table.roles import may_record, may_record_some

_NO = say("This phone may not record that at this table.")


class Play:
    """The use cases of play."""

    def __init__(self, tables: Tables) -> None:
        self._tables = tables

    def submit(self, code: str, phone: Phone, submission: Submission) -> Answer:
        """Record an event at the table `code`, or only ask about it; return what came of it.

        The table is read once, the event judged once and everything written in one transaction.
        The same key again gives the same answer; with other contents, and where the event cannot be
        used, this raises `Unusable`.
        """
        if submission.ask:
            return self._ask(code, phone, submission)
        key = form_key(submission.key)
        with self._tables.write(code, phone) as session:
            entry = _Entry(session, submission)
            before = session.db.log.by_key(session.table.id, key)
            if before is not None:
                own = before.phone == session.phone or submission.redo is not None
                if not own or before.body != entry.body:
                    raise key_reused()
                event, ruling = session.ruled(before)
                return self._answer(session, Recording(before, event, ruling), submission)
            if not may_record_some(session.table.who_may, session.who(None)):
                raise NotAllowed(_NO)
            if submission.seen != session.table.seq and not entry.goes_on_top():
                return self._stale(session, entry)
            if submission.redo is not None:
                recording = redo(session, submission.redo, key, entry.body)
                return self._answer(session, recording, submission)
            if submission.corrects is not None:
                came = correct(session, submission, entry.make, key, entry.body)
                if not isinstance(came, Recording):
                    return came
                recording = came
            elif submission.instead is None:
                event, new = with_drafts(session, entry.make)
                judged = judge(session, event, session.viewer(submission.as_seat))
                _check_right(session, judged.event, session.top)
                if judged.private:
                    return self._refused_privately(session, judged, submission)
                recording = record(session, judged, new, key, entry.body)
                if recording.is_event and _supplies_fact(judged.event):
                    _judge_waiting(session)
            else:
                replaced = self._replace(session, submission.instead, entry, key)
                if isinstance(replaced, Refused):
                    return replaced
                recording = replaced
            if recording.is_event and submission.corrects is None:
                for name in _forms_done(session, recording.event, submission.sheet):
                    session.db.drafts.drop(session.table.id, name)
            if recording.is_event and not isinstance(recording.event, Undo):
                learn(session, recording.event)
            return self._answer(session, recording, submission)

    def take_back_refused(self, code: str, phone: Phone, line: int) -> None:
        """Note for all phones that what was refused at `line` was taken back; nothing where the
        table has gone on already. Whoever may record."""
        with self._tables.write(code, phone) as session:
            if not may_record_some(session.table.who_may, session.who(None)):
                raise NotAllowed(_NO)
            newest = session.db.log.page(session.table.id, None, NEWEST, session.redaction)
            open_line = unanswered(session, newest, None)
            if open_line and open_line.kind == "ruling" and open_line.line == line:
                session.note(TAKEN_BACK)

    def _replace(
        self, session: TableSession, seq: int, entry: _Entry, key: str
    ) -> Recording | Refused:
        """Take back event `seq`, the latest in effect, and record another in its place; if that
        one is refused, only its ruling."""
        top, head = session.top, session.head
        if top is None or top.seq != seq:
            raise Unusable("instead", say("There is nothing left to undo from that point."))
        _check_right(session, Undo(), top)
        below = session.table.depth - 1
        session.head = msgspec.structs.replace(head, state=session.state_at(head.options, below))
        event, new = with_drafts(session, entry.make)
        judged = judge(session, event, session.viewer(entry.submission.as_seat))
        _check_right(session, judged.event, session.db.pile.at_depth(session.table.id, below))
        if judged.private:
            session.head = head
            return self._refused_privately(session, judged, entry.submission)
        stands = judged.event.stands and judged.ruling.can_stand
        refused = judged.ruling.verdict != LEGAL and not stands
        if not refused:
            session.head = head
            record(session, judge(session, Undo(), None), {})
        recording = record(session, judged, new, key, entry.body)
        if refused:
            session.head = head
        return recording

    def _stale(self, session: TableSession, entry: _Entry) -> Stale:
        """What happened since this phone looked, and what was to be recorded."""
        as_seat = entry.submission.as_seat
        viewer = session.viewer(as_seat)
        since = session.db.log.since(session.table.id, entry.submission.seen, PAGE)
        told = log_lines(session, since, viewer)
        try:
            event, new = entry.make(session)
        except Unusable:
            return Stale(told, view_of(session, as_seat))
        view = view_of(session, as_seat, new)
        if not isinstance(event, Action):
            return Stale(told, view)
        state, top = session.head.state, session.top
        instead, same = None, False
        corrects = entry.submission.corrects is not None
        if top is not None and not corrects and [row.line for row in since] == [top.line]:
            other = session.event_of(top)
            if are_rivals(other, event) and view.may(Undo()):
                instead, same = top.seq, event == msgspec.structs.replace(other, stands=False)
                state = session.state_at(view.options, session.table.depth - 1)
        ruling = known_ruling(session.game, state, event, viewer)
        again = event.describe(ruling, viewer)
        recorded = any(are_rivals(session.event_of(row), event) for row in since if row.depth)
        return Stale(told, view, again, instead, same, recorded)

    def _ask(self, code: str, phone: Phone, submission: Submission) -> HypotheticalRuling:
        with self._tables.read(code, phone) as session:
            event, new = _Entry(session, submission).make(session)
            viewer, game = session.viewer(submission.as_seat), session.game
            head = session.head
            state = head.state
            if game.secrecy.has_secret(state):
                # What this phone may not know must not speak through the ruling.
                state = game.secrecy.known_state(state, viewer)
            if state is None:
                position = game.position(head.state, viewer)
                if position is None:
                    raise NotAllowed(
                        say("Nothing can be asked here while something is still hidden.")
                    )
                start = game.start(session.starters, head.options)
                state = game.apply(start, position)
            ruling = fold_of(session, state).judge(event)
            ruling = ruling_for(session.game, event, ruling, viewer)
            return HypotheticalRuling(event, ruling, view_of(session, submission.as_seat, new))

    @staticmethod
    def _refused_privately(
        session: TableSession, judged: Judged, submission: Submission
    ) -> Refused:
        """The answer to an entry that leaves no line of the log."""
        view = view_of(session, submission.as_seat)
        event = judged.event
        may_stand = judged.ruling.can_stand and view.may(event)
        viewer = session.viewer(submission.as_seat)
        return Refused(
            0, event, ruling_for(session.game, event, judged.ruling, viewer), may_stand, view
        )

    @staticmethod
    def _answer(session: TableSession, recording: Recording, submission: Submission) -> Answer:
        """The answer that the form got which brought `recording`, or gets again."""
        return answer_to(session, recording, submission.as_seat, submission.wants_view)


class _Entry:
    """What a submission comes to at its table."""

    def __init__(self, session: TableSession, submission: Submission) -> None:
        self.session = session
        self.submission = submission
        line = submission.undo_to
        self.plain: Mapping[str, object] = {}
        if line is None and submission.redo is None:
            self.plain = _plain(submission, session.game)

    @cached_property
    def body(self) -> bytes:
        """What tells one form's contents from another's."""
        line = self.submission.undo_to
        if line is not None:
            return digest("undo to", str(line))
        if self.submission.redo is not None:
            return digest("redo", str(self.submission.redo))
        whole = dict(self.plain)
        for name in ("instead", "corrects", "drop", "late"):
            if (place := getattr(self.submission, name)) not in (None, False):
                whole[name] = place
        plain_json(whole)
        return digest(msgspec.json.encode(whole, order="sorted"))

    def make(self, session: TableSession) -> Made:
        """Return the event, and the names it brings. Raises `Unusable`."""
        line = self.submission.undo_to
        if self.submission.redo is not None:
            return Undo(), {}  # only what happened meanwhile is told of it
        if line is None:
            return event_from(session, self.plain)
        depth = session.db.pile.first_in_effect(session.table.id, line)
        if depth is None:
            raise Unusable("line", say("There is nothing left to undo from that point."))
        return Undo(count=session.table.depth - depth + 1), {}

    def goes_on_top(self) -> bool:
        """Return whether it goes on top of what others recorded since this phone looked: all enter
        it at the same time, and what hides it has been hidden ever since."""
        session, seen = self.session, self.submission.seen
        kind = session.game.action(self.plain.get("type"))
        late = seen >= session.table.seq or self.submission.corrects is not None
        if kind is None or not kind.simultaneous or late:
            return False
        since = session.db.log.since(session.table.id, seen, PAGE)
        return len(since) < PAGE and not any(row.open for row in since)


def _forms_done(session: TableSession, event: Event, sheet: str) -> set[str]:
    """Return the forms whose drafts go with `event`, recorded from the form `sheet`: of what all at
    the table enter as one, also those filled in on other phones."""
    done = {sheet} if sheet else set()
    if isinstance(event, Action) and is_shared(type(event)):
        done.update(type(event).forms)
    return done


def answer_to(
    session: TableSession, recording: Recording, as_seat: str | None, wants_view: bool = True
) -> Recorded | Refused:
    """Return what the phone is answered whose entry came to `recording`."""
    row, event, kept = recording.row, recording.event, recording.ruling
    ruling = ruling_for(session.game, event, kept, session.viewer(as_seat))
    if row.seq is not None:
        view = view_of(session, as_seat) if wants_view else None
        return Recorded(row.line, row.seq, event, ruling, row.stood, view)
    view = view_of(session, as_seat)
    stand = msgspec.structs.replace(event, stands=True)
    may_stand = kept.can_stand and may_record(
        session.table.who_may, view.who, stand, hides(session, event)
    )
    return Refused(row.line, event, ruling, may_stand, view)


def _supplies_fact(event: Event) -> bool:
    return isinstance(event, Action) and event.supplies_fact


def _judge_waiting(session: TableSession) -> None:
    """Judge the entry again that was undecided for want of a fact which has just been recorded: it
    takes effect for all, or is refused with another reason. It stays its phone's entry."""
    newest = session.db.log.page(session.table.id, None, NEWEST, session.redaction)
    row = waiting(session, newest)
    if row is None:
        return
    event, before = session.ruled(row)
    judged = judge(session, event, None)
    ruling = judged.ruling
    if not judged.private and (ruling.verdict, ruling.reason) != (before.verdict, before.reason):
        record(session, judged, {}, again=row)


def _check_right(session: TableSession, event: Event, top: LogRow | None) -> None:
    """Raise `NotAllowed` unless this phone may record `event` on top of `top`."""
    setting, who = session.table.who_may, session.who(top)
    if not may_record(setting, who, event, hides(session, event)):
        raise NotAllowed(_NO)


def _plain(submission: Submission, game: AnyGame) -> Mapping[str, object]:
    """The event as plain data."""
    event = submission.event
    plain = event(game) if callable(event) else event
    return {**plain, "stands": True} if submission.stands else plain
