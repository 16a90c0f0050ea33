"""Coming to a table, sitting down and leaving: what the use cases of joining and hosting share."""

from __future__ import annotations

from referee.core import Message, PlayerKey, Unusable, UserText, say
from referee.service.session import TableSession
from referee.store.rows import MemberRow

_LEFT = 100
"""Phones that left a table of which it still knows the number."""


def come(session: TableSession, said: Message, by_phone: bool = True) -> int:
    """Have the phone at the table from now on, if it was not; return the line of the log that says
    `said`."""
    members, table, phone = session.db.members, session.table.id, session.phone
    if members.find(table, phone) is None:
        members.add(table, phone, members.next_number(table))
    members.set_state(table, phone, "here")
    session.db.requests.forget(table, phone)
    session.presence.note(table, phone)
    return session.note(said, by_phone)


def let_go(session: TableSession, phone: int) -> None:
    """Have `phone` at the table no more."""
    session.db.members.set_state(session.table.id, phone, "left")
    session.db.requests.forget(session.table.id, phone)
    session.db.members.forget_left(session.table.id, _LEFT)


def give_seat(session: TableSession, player: PlayerKey, phone: int) -> None:
    """Give the seat of `player` to `phone`; whoever held it holds it no more."""
    session.db.requests.forget(session.table.id, phone)
    line = session.note(say("{player} now has a phone", player=player))
    session.db.players.seat(session.table.id, player, phone, line)
    session.read_players()


def take_seats(session: TableSession, phone: int, line: int) -> None:
    """Take the seats of `phone` at `line`, and forget what it asked for."""
    for player in session.taken_by(phone):
        session.db.players.seat(session.table.id, player, None, line)
    session.db.requests.forget(session.table.id, phone)
    session.read_players()


def make_host(session: TableSession, phone: int, line: int) -> None:
    """Make `phone` the host at `line`."""
    session.change(host=phone, host_since=line)
    session.db.requests.forget_to_host(session.table.id)


def member(session: TableSession, number: int) -> MemberRow:
    """Return the phone that is the table's `number`th; raises `Unusable`."""
    for row in session.db.members.at(session.table.id):
        if row.number == number:
            return row
    raise Unusable("phone", say("This phone is not at the table."))


def said_of(session: TableSession, row: MemberRow, removed: bool = False) -> Message:
    """Return the sentence that a phone is removed, or hosts from now on."""
    seats = session.taken_by(row.phone)
    if seats and removed:
        return say("{names}'s phone was removed from the table", names=list(seats))
    if seats:
        return say("{names}'s phone is now the host", names=list(seats))
    number = UserText(str(row.number))
    if removed:
        return say("Phone {number} was removed from the table", number=number)
    return say("Phone {number} is now the host", number=number)
