"""What the log tells a viewer."""

from __future__ import annotations

from collections.abc import Container, Sequence
from functools import lru_cache

import msgspec

from referee.core import (
    UNDECIDED,
    Action,
    AnyGame,
    Event,
    Message,
    PlayerKey,
    Ruling,
    Undo,
    plural,
    say,
    tag_of,
)
from referee.service.encoding import decode_event, decode_ruling
from referee.service.session import TableSession
from referee.service.types import LogLine
from referee.store.rows import LogRow


def log_lines(
    session: TableSession,
    rows: Sequence[LogRow],
    viewer: PlayerKey | None,
    pictured: Container[int] | None = None,
) -> list[LogLine]:
    """Return lines of the log as they are told to `viewer`; of a round that is redacted, the one
    line that stands for it. `pictured`: the lines whose pictures are asked for (None: all)."""
    redaction = session.redaction
    covered = {row.line for row in rows if redaction.covers(row)} if redaction.hides else set()
    rows = [row for row in rows if row.closes or row.line not in covered]
    by: dict[int, tuple[str, ...]] = {row.line: tuple(row.who.split()) for row in rows}
    for row in rows:
        if row.undone is not None and row.undone not in by:
            undo = session.once(session.db.log.by_line, session.table.id, row.undone)
            by[row.undone] = tuple(undo.who.split()) if undo else ()
    out = []
    for row in rows:
        if row.line in covered:
            out.append(_redacted(session, row))
        elif row.event is None or row.ruling is None:
            said = _note(row)
            out.append(LogLine(row.line, row.kind, row.at, by[row.line], row.host, said, row.seq))
        else:
            drawn = pictured is None or row.line in pictured
            out.append(_ruled(session, row, viewer, by, drawn))
    return out


def _ruled(
    session: TableSession,
    row: LogRow,
    viewer: PlayerKey | None,
    by: dict[int, tuple[str, ...]],
    drawn: bool,
) -> LogLine:
    undone_by = by.get(row.undone, ()) if row.undone is not None else ()
    if row.hides is None and not drawn:
        plain = _plain(session.game, row, viewer, undone_by)
        if plain is not None:
            return plain
    event, ruling = session.ruled(row)
    to, secret = told_to(session, row, viewer), None
    if isinstance(event, Undo):
        said = _undo(session, row, event)
    else:
        said = _said(session.game, row, event, ruling, to)
        if row.hides is not None and row.line > session.last_open:
            own, to = said, None
            said = _said(session.game, row, event, ruling, to)
            secret = None if own == said else own
    shown = ruling_for(session.game, event, ruling, to)
    picture = _picture(session, event, shown, to) if drawn else {}
    return _line(row, event, shown, said, undone_by, picture, secret)


@lru_cache(1024)
def _plain(
    game: AnyGame, row: LogRow, viewer: PlayerKey | None, undone_by: tuple[str, ...]
) -> LogLine | None:
    """Return what `viewer` is told of a row that hides nothing; None for an undo, which tells of
    other rows. It follows from the row, which is in its key as a whole, as the viewer is: a page
    shows the same lines again and again."""
    assert row.event is not None
    assert row.ruling is not None
    event, ruling = decode_event(game, row.event), decode_ruling(row.ruling)
    if isinstance(event, Undo):
        return None
    said = _said(game, row, event, ruling, viewer)
    return _line(row, event, ruling_for(game, event, ruling, viewer), said, undone_by, {}, None)


def _line(
    row: LogRow,
    event: Event,
    shown: Ruling,
    said: Message,
    undone_by: tuple[str, ...],
    picture: dict[str, object],
    secret: Message | None,
) -> LogLine:
    return LogLine(
        line=row.line,
        kind=row.kind,
        at=row.at,
        who=tuple(row.who.split()),
        host=row.host,
        said=said,
        seq=row.seq,
        type=tag_of(event),
        verdict=shown.verdict,
        rules=shown.rules,
        stood=row.stood,
        so=shown.effects if row.kind == "event" else (),
        effect=row.depth is not None,
        undone=row.undone,
        undone_by=undone_by,
        picture=picture,
        secret=secret,
        seconds=event.seconds(shown) if isinstance(event, Action) and row.kind == "event" else 0,
    )


TAKEN_BACK = say("Taken back")
"""The note that answers a refusal: what was refused was taken back."""


def unanswered(
    session: TableSession, rows: Sequence[LogRow], viewer: PlayerKey | None
) -> LogLine | None:
    """Return the refusal, or the answer to a question, that the table has not gone on from, with
    its reason as what is `said`; `rows` are the newest of the log, as `viewer` may be told of them.
    The next event that does more than add a missing fact ends it, an undo too, and the note that
    what was refused was taken back."""
    row = _not_gone_on_from(session, rows)
    if row is None:
        return None
    event, ruling = session.ruled(row)
    line = _ruled(session, row, viewer, {row.line: tuple(row.who.split())}, False)
    shown = ruling_for(session.game, event, ruling, told_to(session, row, viewer))
    return msgspec.structs.replace(line, said=shown.reason)


def waiting(session: TableSession, rows: Sequence[LogRow]) -> LogRow | None:
    """Return the row of the entry that was refused as undecided and that the table has not gone on
    from; `rows` are the newest of the log."""
    row = _not_gone_on_from(session, rows)
    return row if row and row.kind == "ruling" and row.verdict == UNDECIDED else None


def _note(row: LogRow) -> Message:
    """What a line says that is no event. A line of the log has no full stop, though stored ones
    may; a note of several sentences keeps the stop of the last."""
    said = msgspec.json.decode(row.said or "null", type=Message)
    if ". " in said.text:
        return said
    text, many = said.text.removesuffix("."), said.many.removesuffix(".")
    return msgspec.structs.replace(said, text=text, many=many)


def _not_gone_on_from(session: TableSession, rows: Sequence[LogRow]) -> LogRow | None:
    for row in rows:
        if row.kind == "note":
            if row.said and _note(row) == TAKEN_BACK:
                return None
            continue
        if session.redaction.covers(row):
            return None
        event, _ = session.ruled(row)
        if row.kind == "event" and isinstance(event, Action) and event.supplies_fact:
            continue
        if row.hides is not None or (row.kind == "event" and not event.is_query):
            return None
        return row
    return None


def told_to(session: TableSession, row: LogRow, viewer: PlayerKey | None) -> PlayerKey | None:
    """Return to whom a line is told: what nothing hides any more, as to its own seat; what is
    hidden, to its seat if it was put in on this phone since it has the seat."""
    if row.hides is None:
        return viewer
    if row.line <= session.last_open:
        return row.hides
    mine = row.hides == viewer and row.phone == session.phone
    return viewer if mine and row.line > session.held_since(row.hides) else None


def ruling_for(game: AnyGame, event: Event, ruling: Ruling, viewer: PlayerKey | None) -> Ruling:
    """Return `ruling` as `viewer` may see it."""
    if isinstance(event, Undo):
        return ruling
    return game.secrecy.ruling_for(event, ruling, viewer)


def _said(
    game: AnyGame, row: LogRow, event: Event, ruling: Ruling, to: PlayerKey | None
) -> Message:
    """What is said of the event of `row` to the seat `to`."""
    if row.kind == "ruling":
        return ruling_for(game, event, ruling, to).reason
    assert isinstance(event, Action)
    return event.describe(ruling, to)


def _redacted(session: TableSession, row: LogRow) -> LogLine:
    """The line of a round of which no more is told: not even who recorded it, for that tells who
    was the last to play."""
    said = session.game.secrecy.redacted_line
    assert said is not None
    effect = row.depth is not None
    undone = row.undone
    return LogLine(
        row.line, row.kind, row.at, (), False, said, effect=effect, undone=undone, is_redacted=True
    )


def _picture(
    session: TableSession, event: Event, ruling: Ruling, viewer: PlayerKey | None
) -> dict[str, object]:
    if not isinstance(event, Action):
        return {}
    return dict(event.log_picture(session.head.state, ruling, viewer))


def _undo(session: TableSession, row: LogRow, event: Undo) -> Message:
    if row.kind == "ruling":
        return session.ruled(row)[1].reason
    if event.count == 1:
        undone = session.once(session.db.pile.undone_by, session.table.id, row.line)
        if undone is not None and undone.event and not session.redaction.covers(undone):
            what, ruling = session.ruled(undone)
            assert isinstance(what, Action)
            to = told_to(session, undone, None)
            return say("Undone: {what}", what=what.describe(ruling, to))
    return plural("{n} entry was undone", "{n} entries were undone", event.count)
