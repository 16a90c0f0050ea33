"""The way in: who comes to a table, asks for a seat, is answered, leaves."""

from __future__ import annotations

from referee.core import PlayerKey, say
from referee.core.event import clean_name
from referee.service.hosting import let_host
from referee.service.keys import CODE, free_key, typed_code
from referee.service.names import typed_name
from referee.service.play import answer_to
from referee.service.presence import SILENT
from referee.service.recording import Judged, record
from referee.service.requests import ask_for, may_answer
from referee.service.seating import come, give_seat, let_go, take_seats
from referee.service.session import TableSession
from referee.service.tables import Tables
from referee.service.types import Answer, Joined, JoinPage, NotAllowed, Phone, Role, Seat
from referee.service.ways_in import join_token, open_by_code, open_by_token, renew_ways_in
from referee.store import Transaction
from referee.store.rows import RequestRow
from referee.table import recorded_ruling

_NEWCOMER = PlayerKey("?")
"""Somebody who is not at the table yet: for asking whether a newcomer could join at all."""
_MOST_WATCHING = 100
"""Phones at one table that have no seat; the host's apart. Those that left are not counted."""


class Joining:
    """The use cases of coming and going."""

    def __init__(self, tables: Tables) -> None:
        self._tables = tables

    def find(self, code: str, phone: Phone | None = None) -> JoinPage:
        """Return the joining page of an open table. `code` as typed: case and spaces do not matter.
        Raises `NotFound`."""

        def find(db: Transaction) -> TableSession:
            table = open_by_code(self._tables, db, code, phone)
            return self._tables.session(db, table, self._known(db, phone))

        with self._tables.reading(find) as session:
            return _join_page(session)

    def find_by_token(self, token: str, phone: Phone | None = None) -> JoinPage:
        """Return the same by the token of the QR code; raises `Locked` where the code gives
        `NotFound`. A finished table is still found by its token."""

        def find(db: Transaction) -> TableSession:
            table = open_by_token(self._tables, db, token, phone)
            return self._tables.session(db, table, self._known(db, phone))

        with self._tables.reading(find) as session:
            return _join_page(session)

    def _known(self, db: Transaction, phone: Phone | None) -> int:
        return self._tables.known(db, phone) if phone else 0

    def join_token(self, code: str, phone: Phone) -> str:
        """Return the token for the table's QR code (128 bits of it secret); any phone at the
        table."""
        with self._tables.read(code, phone) as session:
            return join_token(session.context, session.table)

    def rotate(self, code: str, phone: Phone) -> None:
        """Make the QR codes shown so far, and the code to type, worthless. The host."""
        with self._tables.write(code, phone) as session:
            session.only_host()
            renew_ways_in(session)

    def lock(self, code: str, phone: Phone, locked: bool = True) -> None:
        """Lock joining, by code and by QR, or (`locked` False) open it again. The host."""
        with self._tables.write(code, phone) as session:
            session.only_host()
            if session.table.locked != locked:
                session.change(locked=locked)
                session.note(say("Joining is locked") if locked else say("Joining is unlocked"))

    def join(
        self,
        code: str,
        phone: Phone,
        player: str | None = None,
        *,
        name: str = "",
        token: str = "",
    ) -> Joined:
        """Sit down as `player`, or as somebody new called `name`, or (neither) watch.

        A free seat is taken at once; a taken one, a newcomer and a removed phone wait for an
        answer (`answer_request`); meanwhile the phone watches, but not a removed one. Again from
        the same phone changes nothing. A phone not at the table needs the code of an open table or
        its `token`; a free seat it always gets, to watch or to ask only while there is room.
        """
        tables = self._tables

        def find(db: Transaction) -> TableSession:
            typed = token[:CODE] if token else typed_code(code)
            table = db.tables.by_code(typed) or db.tables.by_join_code(typed)
            known = tables.known(db, phone)
            member = db.members.find(table.id, known) if table else None
            if table is None or member is None or not member.here:
                table = (
                    open_by_token(tables, db, token, phone)
                    if token
                    else open_by_code(tables, db, code, phone)
                )
                member = db.members.find(table.id, known)
            session = tables.session(db, table, tables.enrolled(db, phone).id)
            if member is None or member.state == "left":
                row = session.row_of(player or "")
                if row is None or row.phone is not None:
                    _make_room(session)
                come(session, say("A phone joined the table"))
            return session

        with tables.writing(find) as session:
            member = session.db.members.find(session.table.id, session.phone)
            seat = None
            if member is not None and member.state == "removed":
                if player is not None:
                    seat = session.player(player).player
                ask_for(session, "back", seat, "")
                return Joined("asked-back", seat)
            session.presence.note(session.table.id, session.phone)
            return _sit(session, player, name)

    def answer_request(self, code: str, phone: Phone, ask: int, yes: bool) -> Answer | None:
        """Say yes or no to what `TableView.asks` lists. A seat: its holder or the host; to be the
        host, while the host's phone is silent, any other seat's phone, too; all else: the host.

        Yes to a newcomer records the game's `join` event: `Recorded`, or `Refused` by the rules
        (the request stays). Otherwise None, also if it was answered already.
        """
        with self._tables.write(code, phone) as session:
            requests, table = session.db.requests, session.table.id
            row = next((each for each in requests.at(table) if each.id == ask), None)
            if row is None or row.refused:
                return None
            if not may_answer(session, row):
                raise NotAllowed(say("Only the host's phone can do this."))
            if yes and row.kind == "host":
                let_host(session, row)
                return None
            if not yes:
                requests.refuse(ask)
                session.bump_revision()
                return None
            if row.kind == "new":
                return _let_play(session, row)
            requests.forget(table, row.phone)
            session.bump_revision()
            if row.kind == "back":
                session.db.members.set_state(table, row.phone, "here")
                session.note(say("A phone was let back in"))
                if row.player is None or session.players[row.player].phone is not None:
                    return None
            assert row.player is not None
            give_seat(session, row.player, row.phone)
            return None

    def take_back_request(self, code: str, phone: Phone) -> None:
        """Forget what this phone asked for, or that it was refused."""
        with self._tables.write(code, phone) as session:
            requests, table = session.db.requests, session.table.id
            if any(each.phone == session.phone for each in requests.at(table)):
                requests.forget(table, session.phone)
                session.bump_revision()

    def leave(self, code: str, phone: Phone) -> None:
        """Give up this phone's seats and its place. The host hands over first."""
        with self._tables.write(code, phone) as session:
            if session.is_host:
                raise NotAllowed(
                    say("The host's phone cannot leave until another phone is the host.")
                )
            line = session.note(say("A phone left the table"))
            take_seats(session, session.phone, line)
            let_go(session, session.phone)


def _join_page(session: TableSession) -> JoinPage:
    table, game, phone = session.table, session.game, session.phone
    member = session.db.members.find(table.id, phone) if phone else None
    role: Role | None = None
    if member is not None and member.state != "left":
        role = "removed" if not member.here else "seat" if session.own else "watching"
        role = "host" if session.is_host else role
    if role == "removed":
        # It may ask to come back, and is told what it knows: the table's address and the game.
        return JoinPage(table.code, "", game, [], newcomers=False, role=role)
    state = session.head.state
    return JoinPage(
        code=table.join_code or table.code,
        title=table.title,
        game=game,
        seats=[
            Seat(player, row.name, row.phone is not None, row.phone == phone)
            for player in game.players(state)
            if (row := session.players[player])
        ],
        newcomers=game.join_event(state, _NEWCOMER) is not None,
        role=role,
    )


def _make_room(session: TableSession) -> None:
    """See that one more phone without a seat can come: where there are as many as a table takes,
    the one that has been silent the longest gives up its place, if it has been for as long as makes
    a host's phone silent. Raises `NotAllowed` if none has."""
    table, presence = session.table, session.presence
    seated = {row.phone for row in session.players.values()} | {table.host}
    here = session.db.members.at(table.id)
    watching = [m.phone for m in here if m.here and m.phone not in seated]
    if len(watching) < _MOST_WATCHING:
        return
    silent = max(watching, key=lambda phone: presence.silence(table.id, phone))
    if presence.silence(table.id, silent) < SILENT:
        raise NotAllowed(
            say("No more phones can watch this table. You can still take a free seat.")
        )
    let_go(session, silent)


def _sit(session: TableSession, player: str | None, name: str) -> Joined:
    if player is not None:
        row = session.player(player)
        if row.phone == session.phone:
            return Joined("seat", row.player)
        if row.phone is None:
            give_seat(session, row.player, session.phone)
            return Joined("seat", row.player)
        ask_for(session, "seat", row.player, "")
        return Joined("asked", row.player)
    if not name:
        return Joined("watching")
    game, state = session.game, session.head.state
    known = {row.folded: p for p, row in session.players.items()}
    same = known.get(clean_name(name, "name").casefold())
    if same is not None and same in game.players(state):
        return _sit(session, same, "")
    if game.join_event(state, same or _NEWCOMER) is None:
        raise NotAllowed(say("Nobody new can join the game now."))
    if same is None:
        rows = session.db.requests.at(session.table.id)
        asked = [row.name for row in rows if row.phone != session.phone]
        name = typed_name(name, [*session.names.values(), *filter(None, asked)], "name")
    ask_for(session, "new", same, name)
    return Joined("asked")


def _let_play(session: TableSession, row: RequestRow) -> Answer:
    """Record that a newcomer joins the game, and give him his seat."""
    player = row.player or next(
        (p for p, r in session.players.items() if r.folded == row.name.casefold()), None
    )
    new = {} if player else {free_key(session.players): row.name}
    player = player or next(iter(new))
    event = session.game.join_event(session.head.state, player)
    if event is None:
        raise NotAllowed(say("Nobody new can join the game now."))
    ruling = recorded_ruling(session.game, session.head.state, event)
    recording = record(session, Judged(event, ruling, private=False), new)
    if recording.is_event:
        session.db.requests.forget(session.table.id, row.phone)
        give_seat(session, player, row.phone)
    return answer_to(session, recording, None)
