"""An undo taken back: what it took back is recorded again."""

from __future__ import annotations

from collections.abc import Sequence

from referee.core import LEGAL, Undo, Unusable, plural, say
from referee.service.recording import Judged, Recording, record
from referee.service.session import TableSession
from referee.store.rows import LogRow
from referee.table import recorded_ruling

MOST = 2000
"""Entries that are brought back at once."""


def undo_to_redo(session: TableSession, newest: Sequence[LogRow]) -> LogRow | None:
    """Return the undo that this phone may take back, among the `newest` rows of the log: the latest
    event of the table, if it is an undo and this phone's."""
    row = next((row for row in newest if row.seq == session.table.seq), None)
    if row is None or row.phone != session.phone or row.event is None:
        return None
    event = session.event_of(row)
    return row if isinstance(event, Undo) and event.count <= MOST else None


def redo(session: TableSession, number: int, key: str, body: bytes) -> Recording:
    """Record again what the undo with this event `number` took back, judged as when it was
    recorded; each entry keeps its time and its phone. All of it or nothing: raises `Unusable` where
    the undo is not this phone's or not the latest event, or an entry does not hold any more."""
    undo = undo_to_redo(session, session.db.log.since(session.table.id, number - 1, 1))
    if undo is None or undo.seq != number:
        raise Unusable(
            "redo",
            say(
                "This can no longer be brought back: something else has been recorded, or another "
                "phone undid it."
            ),
        )
    rows = session.db.pile.all_undone_by(session.table.id, undo.line)
    breathe = session.clock.breathing()
    recording = None
    for row in rows:
        breathe()
        event, _ = session.ruled(row)
        ruling = recorded_ruling(session.game, session.head.state, event)
        if ruling.verdict != LEGAL and not (event.stands and ruling.can_stand):
            raise Unusable("redo", say("What was undone would no longer count as it did."))
        judged, is_last = Judged(event, ruling, False), row is rows[-1]
        recording = record(
            session,
            judged,
            {},
            key if is_last else None,
            body if is_last else None,
            again=row,
        )
    assert recording is not None
    said = plural(
        "Brought back: {n} entry counts again",
        "Brought back: {n} entries count again",
        len(rows),
    )
    note = session.note(said)
    session.db.log.note_correction(session.table.id, undo.line, recording.row.line, undo.line, note)
    return recording
