"""What is filled in before it is recorded."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from referee.core import PlayerKey, Undo, Unusable, say
from referee.service.encoding import plain_json
from referee.service.recording import Made, Make
from referee.service.session import TableSession
from referee.service.tables import Tables
from referee.service.types import Counting, NotAllowed, Phone
from referee.table.roles import may_record_some

_BYTES = 4096
_MOST = 100

Fields = dict[str, Any]
"""The fields of a form by name: plain data of any kind, as it was sent."""


class _PrivateDraft(msgspec.Struct):
    """A draft as a private sheet keeps it: by which phone, which had the seat since that line."""

    phone: int
    since: int
    fields: Fields


class Drafts:
    """The use cases of what is filled in and not recorded."""

    def __init__(self, tables: Tables) -> None:
        self._tables = tables

    def put(
        self,
        code: str,
        phone: Phone,
        player: str,
        sheet: str,
        fields: Mapping[str, object],
        *,
        begun: int | None = None,
    ) -> None:
        """Keep what was filled in for `player` on the entry sheet `sheet`, until it is recorded or
        the hand or round ends; empty `fields` take it away. `begun`: how many of those had ended
        when it was begun; where that has changed, this raises `Unusable`. What is one for all rows
        (`Action.shared_fields`) it says for all. The player's own phone or the host's, that of
        anybody who plays where no phone took the seat (on a private sheet the seat's phone alone,
        and no other is notified); 4 KiB at most."""
        with self._tables.write(code, phone) as session:
            player = session.player(player).player
            if begun not in (None, session.game.rounds(session.head.state)):
                raise Unusable("", say("That hand or round is over, so nothing was saved."))
            private = sheet in session.game.private_forms
            may_host = session.is_host and not private
            plays = bool(session.own) and may_record_some(session.table.who_may, session.who(None))
            is_free = plays and not private and session.players[player].phone is None
            if session.holder(player) != session.phone and not (may_host or is_free):
                raise NotAllowed(say("This phone may not record that at this table."))
            row: object = dict(fields)
            if private and fields:
                row = _PrivateDraft(session.phone, session.held_since(player), dict(fields))
            text = plain_json(row) if row else None
            if text is not None and len(text) > _BYTES:
                raise Unusable("", say("This is too much for one entry."))
            if not (0 < len(sheet) <= 40 and sheet.isascii() and sheet.isprintable()):
                raise Unusable("sheet", say("There is no such page."))
            drafts, table = session.db.drafts, session.table.id
            before = drafts.on(table, sheet).get(player)
            if text == before:
                return
            if before is None and drafts.count(table) >= _MOST:
                raise Unusable(
                    "",
                    say("Too many entries are waiting to be recorded. Record or clear some first."),
                )
            drafts.put(table, sheet, player, text)
            answered = set(session.game.shared_fields(sheet)).intersection(fields)
            for other, others in _rows_on(session, sheet).items() if answered else ():
                if other != player and answered.intersection(others):
                    left = {name: row for name, row in others.items() if name not in answered}
                    drafts.put(table, sheet, other, plain_json(left) if left else None)
            if not private:
                session.bump_revision()

    def on(
        self, code: str, phone: Phone, sheet: str, *, as_seat: str | None = None
    ) -> dict[PlayerKey, Fields]:
        """Return what has been filled in on `sheet`, by player; of a private sheet that of the seat
        this phone looks from, if it was filled in here."""
        with self._tables.read(code, phone) as session:
            if sheet in session.game.private_forms:
                seat = session.seat(as_seat)
                drafts = _private(session, sheet)
                return {seat: drafts[seat]} if seat in drafts else {}
            return _rows_on(session, sheet)


def _rows_on(session: TableSession, sheet: str) -> dict[PlayerKey, Fields]:
    """Return the rows of `sheet` that anybody may see, by player."""
    found = session.once(session.db.drafts.on, session.table.id, sheet)
    return {player: msgspec.json.decode(text, type=Fields) for player, text in found.items()}


def counting_at(session: TableSession) -> Counting | None:
    """Return what is being counted at the table on several phones, once somebody has begun."""
    for sheet, title in session.game.counted(session.head.state):
        if rows := _rows_on(session, sheet):
            return Counting(sheet, title, rows)
    return None


def with_drafts(session: TableSession, make: Make) -> Made:
    """Return what `make` makes, with what its players filled in on private sheets before; only
    where it comes from the phone of who acts, or of who filled it in."""
    event, new = make(session)
    if isinstance(event, Undo):
        return event, new
    acts = getattr(event, "by", None) in session.seats
    for sheet in session.game.private_forms:
        drafts = _private(session, sheet)
        own = {player: row for player, row in drafts.items() if acts or player in session.seats}
        event = session.game.secrecy.merge_draft(session.head.state, event, own)
    return event, new


def _private(session: TableSession, sheet: str) -> dict[PlayerKey, Fields]:
    """The drafts of a private sheet whose phone has had the seat ever since, by player."""
    found = session.db.drafts.on(session.table.id, sheet)
    rows = {p: msgspec.json.decode(text, type=_PrivateDraft) for p, text in found.items()}
    return {
        player: row.fields
        for player, row in rows.items()
        if (row.phone, row.since) == (session.holder(player), session.held_since(player))
    }
