"""An earlier entry corrected: one transaction takes back to before it, records the corrected one,
and those that came later again, judged anew."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import msgspec

from referee.core import LEGAL, Action, Event, Offer, PlayerKey, Ruling, Undo, Unusable, say
from referee.service.log_entries import log_lines, ruling_for, told_to
from referee.service.recording import (
    Judged,
    Make,
    NewNames,
    Recording,
    drop_stale,
    event_from,
    judge,
    record,
)
from referee.service.session import TableSession, hides
from referee.service.tables import Tables
from referee.service.types import (
    Correctable,
    Late,
    NotAllowed,
    Phone,
    Preview,
    Refused,
    Submission,
    Unkept,
)
from referee.service.views import view_of
from referee.store.rows import LogRow
from referee.table import Correction, corrected, score_changes, sentence
from referee.table.correction import Entry
from referee.table.roles import may_correct, may_record_some

MOST_LATE = 60
"""Entries among which one is looked for that was not allowed."""
MOST_LATER = 2000
"""Entries that are recorded again at most."""
_NO = say("This phone may not record that at this table.")


class Correcting:
    """What is asked before an entry is corrected. The correction itself is submitted to `Play`,
    with `Submission.corrects`."""

    def __init__(self, tables: Tables) -> None:
        self._tables = tables

    def entry(
        self, code: str, phone: Phone, line: int, *, as_seat: str | None = None
    ) -> Correctable:
        """Return the entry at `line`, if this phone may correct it; raises `Unusable` if it may not
        be told or is not in effect, `NotAllowed` where it may not be corrected now."""
        with self._tables.read(code, phone) as session:
            past = _Past(session, line, as_seat)
            who = session.who(None)
            if not may_record_some(session.table.who_may, who) or not may_correct(
                session.table.who_may, who, past.event, past.event, [past.seat], False
            ):
                raise NotAllowed(_NO)
            told = log_lines(session, [past.row], session.viewer(as_seat))[0]
            now = view_of(session, as_seat)
            game = session.game
            before = msgspec.structs.replace(
                now,
                state=past.before,
                seating=tuple(game.players(past.before)),
                viewer=past.viewer,
                over=game.over(past.before),
            )
            return Correctable(told, past.event, before, len(past.rows) - 1)

    def noticed_late(self, code: str, phone: Phone, *, as_seat: str | None = None) -> list[Late]:
        """Return what was recorded in this hand or round and may turn out not to have been allowed,
        the newest first, where the rules take such a thing back with all that came after it."""
        with self._tables.read(code, phone) as session:
            if not may_record_some(session.table.who_may, session.who(None)):
                raise NotAllowed(_NO)
            game, depth = session.game, session.table.depth
            if not game.notices_late or game.secrecy.has_secret(session.head.state):
                return []
            first = max(0, depth - MOST_LATE)
            rows = session.db.pile.lines(session.table.id, first, depth)
            state = session.state_at(session.head.options, first)
            now = game.rounds(session.head.state)
            found: list[tuple[LogRow, Offer, int]] = []
            for later, row in zip(reversed(range(len(rows))), rows, strict=True):
                event = session.event_of(row)
                if isinstance(event, Action) and game.rounds(state) == now:
                    price = event.price_of_noticing_late(state)
                    if price is not None and not session.redaction.covers(row):
                        found.append((row, price, later))
                state = game.apply(state, event)
            lines = log_lines(session, [row for row, _, _ in found], session.viewer(as_seat))
            late = [
                Late(line, price, later)
                for line, (_, price, later) in zip(lines, found, strict=True)
            ]
            return late[::-1]

    def preview(
        self,
        code: str,
        phone: Phone,
        plain: Mapping[str, object],
        line: int,
        *,
        as_seat: str | None = None,
    ) -> Preview | None:
        """Return what it would come to if the event `plain` took the place of the entry at `line`;
        None where that is refused, cannot be used, or changes nothing."""
        breathe = self._tables.clock.breathing()
        with self._tables.read(code, phone) as session:
            past = _Past(session, line, as_seat)
            try:
                judged, _ = past.judge(lambda session: event_from(session, plain))
            except Unusable:
                return None
            if past.is_same(judged.event) or past.refuses(judged):
                return None
            done = past.corrected(judged, breathe)
            first = None if done.failure is None else past.rows[len(done.later) + 1]
            game, scores = session.game, {}
            if done.failure is None and (changes := score_changes(game, done)):
                now = game.scores(session.head.state)
                then = game.scores((done.later or [done.new])[-1].after)
                scores = {p: (now[p], then[p]) for p in changes if p in now and p in then}
                if game.secrecy.has_secret(session.head.state):
                    scores = {}
            else:
                changes = {}
            viewer = session.viewer(as_seat)
            return Preview(
                changes=changes,
                scores=scores,
                kept=len(done.later),
                first=log_lines(session, [first], viewer)[0] if first else None,
                ruling=_ruling_told(session, past, done, viewer) if first else None,
            )


def correct(
    session: TableSession, submission: Submission, make: Make, key: str, body: bytes
) -> Recording | Refused | Unkept:
    """Record what `make` makes in the place of the entry `submission.corrects`. Where it is
    refused, or a later entry would not hold and the table has not chosen to drop it, nothing
    changes."""
    as_seat = submission.as_seat
    assert submission.corrects is not None
    past = _Past(session, submission.corrects, as_seat)
    judged, new = past.judge(make)
    _check_right(session, past, judged.event, drops=False)
    if past.is_same(judged.event):
        return Recording(past.row, *session.ruled(past.row))
    if past.refuses(judged):
        view = view_of(session, as_seat)
        ruling = ruling_for(session.game, judged.event, judged.ruling, past.viewer)
        may_stand = judged.ruling.can_stand and view.may(
            msgspec.structs.replace(judged.event, stands=True)
        )
        return Refused(0, judged.event, ruling, may_stand, view)
    if submission.late:
        done = past.taken_back(judged)
    else:
        done = past.corrected(judged, session.clock.breathing())
    kept = len(done.later)
    dropped = len(past.rows) - 1 - kept
    told = not past.is_covered_later(judged)
    if dropped:
        alone = Correction(done.old, done.new, [])
        first = past.rows[kept + 1]
        may_drop = _may(session, past, judged.event, drops=True)
        if not submission.late and submission.drop != first.line:
            viewer = session.viewer(as_seat)
            return Unkept(
                first=log_lines(session, [first], viewer)[0],
                ruling=_ruling_told(session, past, done, viewer),
                kept=kept,
                dropped=dropped,
                may_drop=may_drop,
                said=sentence(session.game, alone, told=told),
                view=view_of(session, as_seat),
            )
        _check_right(session, past, judged.event, drops=True)
    rounds = session.game.rounds(session.head.state)
    back = judge(session, Undo(count=len(past.rows)), None)
    undo = record(session, back, {}, corrects=True)
    recording = record(session, judged, new, key, body, at=past.row.at, corrects=True)
    for entry, row in zip(done.later, past.rows[1:], strict=False):
        record(session, Judged(entry.event, entry.ruling, False), {}, again=row, corrects=True)
    last = session.table.line
    below = past.rows[kept + 1].line if dropped else undo.row.line
    said = sentence(session.game, done, dropped, told=told)
    note = session.note(say("Noticed late: {what}", what=said) if submission.late else said)
    session.db.log.note_correction(session.table.id, undo.row.line, last, below, note)
    if dropped or session.game.rounds(session.head.state) != rounds:
        session.db.drafts.drop(session.table.id)
    drop_stale(session, recording.event, recording.ruling)
    return recording


class _Past:
    """The entry at a line, to be corrected, and those in effect after it. Raises `Unusable` where
    it may not be told, is not in effect, or too much came later, `NotAllowed` where a secret
    forbids it."""

    def __init__(self, session: TableSession, line: int, as_seat: str | None) -> None:
        self.session = session
        found = session.db.log.by_line(session.table.id, line)
        if found is None or found.depth is None or session.redaction.covers(found):
            raise _gone()
        self.row = found
        self.depth = found.depth
        self.viewer = self._find_viewer(as_seat)
        event = session.event_of(found)
        if not isinstance(event, Action):
            raise _gone()
        self.event: Action[Any] = event
        if session.table.depth - self.depth > MOST_LATER:
            raise Unusable("", say("Too many entries came after this one to correct it."))
        self.rows = session.db.pile.lines(session.table.id, self.depth - 1, session.table.depth)
        hidden = [row for row in self.rows if self._is_hidden(row)]
        if any(row is not self.rows[0] for row in hidden):
            raise NotAllowed(
                say(
                    "Something entered after this is still secret. This entry can be corrected "
                    "once that is shown."
                )
            )
        if hidden and told_to(session, found, session.viewer(as_seat)) != found.hides:
            raise NotAllowed(_NO)
        self.before = session.state_at(session.head.options, self.depth - 1)
        self.seat = hides(session, event)

    def _is_hidden(self, row: LogRow) -> bool:
        hides_now = row.hides is not None and row.line > self.session.last_open
        return hides_now or self.session.redaction.covers(row)

    def _find_viewer(self, as_seat: str | None) -> PlayerKey | None:
        """The seat whose secrets of before the entry may show on this phone."""
        session = self.session
        viewer = session.viewer(as_seat)
        if viewer is None or not session.game.secrecy.hides_something:
            return viewer
        since = session.held_since(viewer)
        secrets = session.db.redactions.secrets_of(session.table.id, viewer, session.last_open)
        earlier = [row for row in secrets if row.line < self.row.line]
        own = all(row.phone == session.phone and row.line > since for row in earlier)
        return viewer if own else None

    def judge(self, make: Make) -> tuple[Judged, NewNames]:
        """Return what `make` makes with its ruling in the place of the entry, and the names it
        brings."""
        session, head = self.session, self.session.head
        session.head = msgspec.structs.replace(head, state=self.before)
        try:
            event, new = make(session)
            if not isinstance(event, Action):
                raise Unusable("type", say("An entry can only be replaced by another entry."))
            if event.is_query:
                raise Unusable("type", say("A question cannot replace an entry."))
            return judge(session, event, self.viewer), new
        finally:
            session.head = head

    def is_same(self, event: Event) -> bool:
        """Return whether `event` says what the entry says already."""
        as_is = msgspec.structs.replace(event, stands=self.event.stands)
        return as_is == self.event

    def refuses(self, judged: Judged) -> bool:
        """Return whether the corrected entry is not to be recorded."""
        stands = judged.event.stands and judged.ruling.can_stand
        return judged.private or (judged.ruling.verdict != LEGAL and not stands)

    def corrected(self, judged: Judged, breathe: Callable[[], None]) -> Correction:
        """Return what comes of it."""
        session, game = self.session, self.session.game
        entries, state = [], self.before
        for row in self.rows:
            event, ruling = session.ruled(row)
            after = game.apply(state, event)
            entries.append(Entry(event, ruling, state, after, row.line <= session.last_open))
            state = after
            breathe()
        return corrected(game, entries[0], judged.event, judged.ruling, entries[1:], breathe)

    def taken_back(self, judged: Judged) -> Correction:
        """Return what comes of it with all that came later taken back."""
        session, game = self.session, self.session.game
        event, ruling = session.ruled(self.row)
        is_open = self.row.line <= session.last_open
        old = Entry(event, ruling, self.before, game.apply(self.before, event), is_open)
        return corrected(game, old, judged.event, judged.ruling, [])

    def is_covered_later(self, judged: Judged) -> bool:
        """Return whether what is said of the correction would be told for longer than the entry
        itself: of a round that has ended, in a game that redacts earlier rounds."""
        secrecy = self.session.game.secrecy
        if secrecy.redacted_line is None or not secrecy.has_secret(self.session.head.state):
            return False
        return any(row.closes for row in self.rows) or secrecy.ends_round(
            judged.event, judged.ruling
        )


def _gone() -> Unusable:
    return Unusable(
        "corrects",
        say("This entry cannot be corrected any more: it was undone."),
    )


def _ruling_told(
    session: TableSession, past: _Past, done: Correction, viewer: PlayerKey | None
) -> Ruling:
    """Return the ruling on the first later entry that does not hold, as `viewer` may know it."""
    assert done.failure is not None
    event = session.event_of(past.rows[len(done.later) + 1])
    return ruling_for(session.game, event, done.failure, viewer)


def _may(session: TableSession, past: _Past, event: Event, drops: bool) -> bool:
    setting, who = session.table.who_may, session.who(None)
    return may_correct(setting, who, past.event, event, [past.seat, hides(session, event)], drops)


def _check_right(session: TableSession, past: _Past, event: Event, drops: bool) -> None:
    """Raise `NotAllowed` unless this phone may record `event` in the place of the entry."""
    if not _may(session, past, event, drops):
        raise NotAllowed(_NO)
