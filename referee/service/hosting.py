"""Who hosts a table, and what the host does about phones and seats."""

from __future__ import annotations

import secrets

from referee.core import say
from referee.service.encoding import digest
from referee.service.keys import typed_code
from referee.service.requests import ask_for, wait_to_host
from referee.service.seating import come, make_host, member, said_of, take_seats
from referee.service.session import TableSession
from referee.service.tables import Tables
from referee.service.types import NotAllowed, NotFound, Phone
from referee.service.ways_in import renew_ways_in
from referee.store import Transaction
from referee.store.rows import RequestRow


class Hosting:
    """The use cases of hosting."""

    def __init__(self, tables: Tables) -> None:
        self._tables = tables

    def free_seat(self, code: str, phone: Phone, player: str) -> None:
        """Take the seat from its phone, which stays at the table. The host, or that phone."""
        with self._tables.write(code, phone) as session:
            row = session.player(player)
            if not session.is_host and row.phone != session.phone:
                raise NotAllowed(say("Only the host's phone can do this."))
            if row.phone is not None:
                line = session.note(say("{player}'s seat was freed", player=row.player))
                session.db.players.seat(session.table.id, row.player, None, line)

    def remove_phone(self, code: str, phone: Phone, other: int) -> None:
        """Remove the phone `other` (`TablePhone.id`); it comes back only with the host's yes. The
        QR code and the code to type, which it knows, are new ones from then on: a browser that
        forgets who it was is a phone like any other. The host."""
        with self._tables.write(code, phone) as session:
            session.only_host()
            row = member(session, other)
            if row.phone == session.phone:
                raise NotAllowed(
                    say("The host's phone cannot leave until another phone is the host.")
                )
            if row.here:
                line = session.note(said_of(session, row, removed=True))
                take_seats(session, row.phone, line)
                session.db.members.set_state(session.table.id, row.phone, "removed")
                renew_ways_in(session)

    def hand_over(self, code: str, phone: Phone, other: int) -> None:
        """Make the phone `other` (`TablePhone.id`) the host. The host."""
        with self._tables.write(code, phone) as session:
            row = member(session, other)
            if session.table.host == row.phone:
                return
            session.only_host()
            if not row.here:
                raise NotAllowed(say("This phone is not at the table."))
            make_host(session, row.phone, session.note(said_of(session, row)))

    def take_over(self, code: str, phone: Phone) -> bool:
        """Ask to be the host in place of one whose phone has been silent for five minutes
        (`TableView.host_silent`); return whether this phone is the host. It is once the phone of
        another seat says yes (`Joining.answer_request`), or by calling this again if nobody has
        answered for ten minutes and the host's phone was silent all the while. A phone with a
        seat."""
        with self._tables.write(code, phone) as session:
            table, presence = session.table, session.presence
            if session.is_host:
                return True
            if not session.own:
                raise NotAllowed(say("Only a phone with a seat can take over as host."))
            if not presence.is_silent(table.id, table.host):
                raise NotAllowed(say("The host's phone is still connected."))
            asked = any(
                row.kind == "host" and row.phone == session.phone and not row.refused
                for row in session.db.requests.at(table.id)
            )
            if not asked:
                session.db.announce("asked", table.id, session.phone)
                ask_for(session, "host", session.own[0], "")
                return False
            if wait_to_host(session, session.phone):
                return False
            said = say(
                "{names} took over as host: the host's phone was out of contact",
                names=list(session.own),
            )
            make_host(session, session.phone, session.note(said))
            return True

    def host_link(self, code: str) -> str:
        """Return a one-time token that makes a phone the host; for whoever runs the server. An
        earlier one for the same table is void. Raises `NotFound`."""
        token = secrets.token_urlsafe(24)
        with self._tables.store.write() as db:
            code = typed_code(code)
            table = db.tables.by_code(code) or db.tables.by_join_code(code)
            if table is None:
                raise NotFound
            db.tables.change(table.id, host_link=digest(token))
        return token

    def become_host(self, token: str, phone: Phone) -> str:
        """Use a `host_link` token; return the table's code. Raises `NotFound` for a used one."""

        def find(db: Transaction) -> TableSession:
            table = db.tables.by_host_link(digest(token))
            if table is None or table.game not in self._tables.games:
                raise NotFound
            return self._tables.session(db, table, self._tables.enrolled(db, phone).id)

        with self._tables.writing(find) as session:
            session.change(host_link=None)
            said = say("This phone was made host from the server")
            make_host(session, session.phone, come(session, said, by_phone=False))
        return session.table.code


def let_host(session: TableSession, row: RequestRow) -> None:
    """Make the phone that asked the host, if it still has a seat."""
    seats = session.taken_by(row.phone)
    if not seats:
        session.db.requests.forget(session.table.id, row.phone)
        session.bump_revision()
        return
    if session.is_host:
        said = say("{names}'s phone is now the host", names=list(seats))
    else:
        said = say(
            "{names} took over as host: the host's phone was out of contact, and {others} agreed",
            names=list(seats),
            others=list(session.own),
        )
    make_host(session, row.phone, session.note(said))
