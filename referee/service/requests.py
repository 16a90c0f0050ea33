"""What waits at a table for a yes: seats, newcomers, phones that were removed, another host."""

from __future__ import annotations

from collections.abc import Sequence

from referee.core import PlayerKey, say
from referee.service.session import TableSession
from referee.service.types import NotAllowed, PhoneRequest
from referee.store.rows import MemberRow, RequestRow

_MOST = 20
"""Phones at one table that wait for a yes at the same time."""


def requests_at(
    session: TableSession, members: Sequence[MemberRow]
) -> tuple[list[PhoneRequest], PhoneRequest | None]:
    """Return what waits for this phone's answer, and what it asked itself; `members` are the
    table's."""
    rows = session.once(session.db.requests.at, session.table.id)
    if not rows:
        return [], None
    numbers = {member.phone: member.number for member in members}
    mine, own = [], None
    for row in rows:
        waits = wait_to_host(session, row.phone) if row.kind == "host" else 0.0
        ask = PhoneRequest(
            id=row.id,
            kind=row.kind,
            phone=numbers[row.phone],
            player=row.player,
            name=row.name,
            refused=row.refused,
            until=session.clock.stamp(waits) if waits else None,
        )
        if row.phone == session.phone:
            own = ask
        elif not row.refused and may_answer(session, row):
            mine.append(ask)
    return mine, own


def may_answer(session: TableSession, row: RequestRow) -> bool:
    """Return whether this phone may say yes or no: to a request for a seat its holder, to one to be
    the host, while the host's phone is silent, any other seat's phone; to all the host."""
    if session.is_host:
        return True
    if row.kind == "host":
        is_silent = session.presence.is_silent(session.table.id, session.table.host)
        return bool(session.own) and row.phone != session.phone and is_silent
    return (
        row.kind == "seat"
        and row.player is not None
        and session.holder(row.player) == session.phone
    )


def wait_to_host(session: TableSession, phone: int) -> float:
    """Return the seconds until `phone`, which asked to be the host, may be it without an answer."""
    return session.presence.wait_to_host(session.table.id, phone, session.table.host)


def ask_for(session: TableSession, kind: str, player: PlayerKey | None, name: str) -> None:
    """Ask, in place of what this phone asked before; again the same changes nothing. Raises
    `NotAllowed` where too many wait."""
    rows = session.db.requests.at(session.table.id)
    for row in rows:
        same = (row.kind, row.player, row.name) == (kind, player, name)
        if row.phone == session.phone and same and not row.refused:
            return
    waiting = sum(not row.refused and row.phone != session.phone for row in rows)
    if waiting >= _MOST and kind != "host":
        raise NotAllowed(
            say("Many phones are waiting for an answer at this table. Ask again in a while.")
        )
    session.db.requests.put(session.table.id, session.phone, kind, player, name)
    session.bump_revision()
