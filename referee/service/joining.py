"""Opening a table, the way in, and who sits where."""

from __future__ import annotations

import base64
import hmac
import secrets
from collections.abc import Mapping, Sequence
from typing import Any

from referee.core import Game, Message, Options, Unusable, UserText, say
from referee.core.event import clean_name
from referee.core.schema import convert, map_players
from referee.record.read import check_options
from referee.service.base import (
    ALPHABET,
    CODE,
    SILENT,
    TableSession,
    digest,
    form_key,
    free_key,
    key_reused,
    to_json,
    typed_code,
)
from referee.service.names import typed_name, typed_names, typed_title
from referee.service.playing import Playing
from referee.service.types import (
    Answer,
    Joined,
    JoinPage,
    Locked,
    NotAllowed,
    NotFound,
    Phone,
    Refused,
    Role,
    Seat,
)
from referee.store import Transaction
from referee.store.rows import MemberRow, PlayerRow, RequestRow, TableRow

_MOST_WATCHING = 100
"""Phones at one table that have no seat; the host's apart. Those that left are not counted."""
_LEFT = 100
"""Phones that left a table of which it still knows the number."""
_MOST_ASKS = 20
"""Phones at one table that wait for a yes at the same time."""


class Joining(Playing):
    """The use cases of coming, going and sitting down."""

    # Opening

    def open_table(
        self,
        phone: Phone,
        game: str,
        names: Sequence[str],
        options: Mapping[str, Any],
        *,
        title: str = "",
        key: str,
    ) -> str:
        """A new table with `phone` as host; its code. `names` in seating order, as typed;
        `options` as a form sends them (strings for numbers will do, players by name)."""
        found = self.games.get(game)
        if found is None:
            raise Unusable(
                "game", say("There is no game called {game} here.", game=UserText(game[:60]))
            )
        players = {f"p{i}": name for i, name in enumerate(typed_names(names), 1)}
        chosen = typed_options(found, options, players, list(players))
        title = typed_title(title)
        meta = {"title": title} if title else {}
        body = digest(game, title, *players.values(), to_json(chosen))
        with self.store.write() as db:
            phone = self._enrolled(db, phone)
            before = db.tables.by_key(phone.id, form_key(key))
            if before is not None:
                if before.made_body != body:
                    raise key_reused()
                return before.code
            at = self._open(db, phone, found, list(players), chosen, title, key, body)
            at.change(meta=to_json(meta | {"started": at.table.opened}))
            db.players.add(
                at.table.id,
                [PlayerRow(p, name, name.casefold(), 0, None, 0) for p, name in players.items()],
            )
            at.read_players()
            at.note(say("The table is opened."), at.table.opened)
            db.tables.change(at.table.id, **at.changes)
        return at.table.code

    def _open(
        self,
        db: Transaction,
        phone: Phone,
        game: Game,
        players: list[str],
        options: Any,
        title: str,
        key: str,
        body: bytes,
    ) -> TableSession:
        """The row of a new table with `phone` as its host; nothing else of it yet."""
        state = game.start(players, options)
        stamp = self._stamp()
        id = db.tables.insert(
            code=_free_code(db),
            game=game.key,
            title=title,
            players=to_json(players),
            options=to_json(options),
            edition=game.rules.edition,
            who_may="anyone",
            locked=False,
            generation=0,
            host=phone.id,
            host_since=0,
            seq=0,
            line=0,
            depth=0,
            size=0,
            opened=stamp,
            changed=stamp,
            made_by=phone.id,
            made_key=key,
            made_body=body,
            **self._summary(game, state),
        )
        db.members.add(id, phone.id, 1)
        self._heard(id, phone.id)
        table = db.tables.by_id(id)
        assert table is not None
        return TableSession(db, table, game, phone.id)

    # The way in

    def find(self, code: str, phone: Phone | None = None) -> JoinPage:
        """The joining page of an open table. `code` as typed: case and spaces do not matter."""
        with self._reading(
            lambda db: self._before(self._open_by_code(db, code, phone), db, phone)
        ) as at:
            return self._door(at, phone)

    def find_by_token(self, token: str, phone: Phone | None = None) -> JoinPage:
        """The same by the token of the QR code; raises `Locked` where the code gives `NotFound`.
        A finished table is still found by its token."""
        with self._reading(
            lambda db: self._before(self._open_by_token(db, token, phone), db, phone)
        ) as at:
            return self._door(at, phone)

    def _before(self, table: TableRow, db: Transaction, phone: Phone | None) -> TableSession:
        """A phone before a table's door; perhaps one that nobody knows."""
        return TableSession(db, table, self.games[table.game], phone.id if phone else 0)

    def _open_by_code(self, db: Transaction, code: str, phone: Phone | None) -> TableRow:
        """The open table to which `code` leads; a phone that was removed from it, which can only
        ask to come back, by its address too."""
        code = typed_code(code)
        table = db.tables.by_join_code(code) or db.tables.by_code(code)
        if table is None or table.locked or table.over or table.game not in self.games:
            raise NotFound
        if (table.join_code or table.code) != code and not self._was_removed(db, table, phone):
            raise NotFound
        return table

    def _open_by_token(self, db: Transaction, token: str, phone: Phone | None) -> TableRow:
        """The same by a token: for a removed phone it may be one of before."""
        table = db.tables.by_code(token[:CODE])
        if table is None or table.game not in self.games:
            raise NotFound
        if not hmac.compare_digest(
            self._token(table).encode(), token.encode()
        ) and not self._was_removed(db, table, phone):
            raise NotFound
        if table.locked:
            raise Locked
        return table

    @staticmethod
    def _was_removed(db: Transaction, table: TableRow, phone: Phone | None) -> bool:
        member = db.members.find(table.id, phone.id) if phone else None
        return member is not None and member.state == "removed"

    def _token(self, table: TableRow) -> str:
        """The code, and 128 bits that follow from the server's key. So nothing secret is stored,
        and a new generation makes every older token worthless."""
        words = f"join {table.id} {table.code} {table.generation}".encode()
        mac = hmac.new(self.token_key, words, "sha256").digest()[:16]
        return table.code + base64.urlsafe_b64encode(mac).decode().rstrip("=")

    def _door(self, at: TableSession, phone: Phone | None) -> JoinPage:
        member = at.db.members.find(at.table.id, phone.id) if phone else None
        role: Role | None = None
        if member is not None and member.state != "left":
            role = "removed" if not member.here else "seat" if at.own else "watching"
            role = "host" if at.host else role
        if role == "removed":
            # It may ask to come back, and is told what it knows: the table's address and the game.
            return JoinPage(at.table.code, "", at.game, [], newcomers=False, role=role)
        state = self._head(at).state
        seated = at.game.players(state)
        return JoinPage(
            code=at.table.join_code or at.table.code,
            title=at.table.title,
            game=at.game,
            seats=[
                Seat(player, at.names[player], row.phone is not None, row.phone == at.phone)
                for player in seated
                if (row := at.players[player])
            ],
            newcomers=at.game.join_event(state, "?") is not None,
            role=role,
        )

    def join_token(self, code: str, phone: Phone) -> str:
        """The token for the table's QR code (128 bits of it secret); any phone at the table."""
        with self._glance(code, phone) as at:
            return self._token(at.table)

    def rotate(self, code: str, phone: Phone) -> None:
        """Make the QR codes shown so far, and the code to type, worthless. The host."""
        with self._change(code, phone) as at:
            at.only_host()
            self._renew_ways_in(at)

    def _renew_ways_in(self, at: TableSession) -> None:
        """A new QR code and a new code to type. The table's address stays: phones that are here
        have it, and whoever only has it does not come in."""
        at.change(generation=at.table.generation + 1, join_code=_free_code(at.db))
        at.note(say("The QR code and the code to type are new."), self._stamp())

    def lock(self, code: str, phone: Phone, locked: bool = True) -> None:
        """Lock joining, by code and by QR, or (`locked` False) open it again. The host."""
        with self._change(code, phone) as at:
            at.only_host()
            if at.table.locked != locked:
                at.change(locked=locked)
                said = say("Joining is locked.") if locked else say("Joining is open.")
                at.note(said, self._stamp())

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

        def come(db: Transaction) -> TableSession:
            typed = token[:CODE] if token else typed_code(code)
            table = db.tables.by_code(typed) or db.tables.by_join_code(typed)
            member = db.members.find(table.id, phone.id) if table else None
            if table is None or member is None or not member.here:
                table = (
                    self._open_by_token(db, token, phone)
                    if token
                    else self._open_by_code(db, code, phone)
                )
                member = db.members.find(table.id, phone.id)
            at = self._before(table, db, self._enrolled(db, phone))
            if member is None or member.state == "left":
                row = at.players.get(player or "")
                if row is None or row.phone is not None:
                    self._make_room(at)
                self._come(at, say("A phone comes to the table."))
            return at

        with self._writing(come) as at:
            member = at.db.members.find(at.table.id, at.phone)
            if member is not None and member.state == "removed":
                if player is not None:
                    at.player(player)
                self._ask_for(at, "back", player, "")
                return Joined("asked-back", player)
            self._heard(at.table.id, at.phone)
            return self._sit(at, player, name)

    def _come(self, at: TableSession, said: Message, by_phone: bool = True) -> int:
        """The phone is at the table from now on, if it was not; the line of the log that says
        `said`."""
        if at.db.members.find(at.table.id, at.phone) is None:
            number = at.db.members.next_number(at.table.id)
            at.db.members.add(at.table.id, at.phone, number)
        at.db.members.set_state(at.table.id, at.phone, "here")
        at.db.requests.forget(at.table.id, at.phone)
        self._heard(at.table.id, at.phone)
        return at.note(said, self._stamp(), by_phone)

    def _make_room(self, at: TableSession) -> None:
        """See that one more phone without a seat can come: where there are as many as a table
        takes, the one that has been silent the longest gives up its place, if it has been for as
        long as makes a host's phone silent. Raises `NotAllowed` if none has."""
        seated = {row.phone for row in at.players.values()} | {at.table.host}
        here = at.db.members.at(at.table.id)
        watching = [m.phone for m in here if m.here and m.phone not in seated]
        if len(watching) < _MOST_WATCHING:
            return
        silent = max(watching, key=lambda phone: self._silence(at.table.id, phone))
        if self._silence(at.table.id, silent) < SILENT:
            raise NotAllowed(
                say("As many phones watch this table as it takes. A free seat can still be taken.")
            )
        self._let_go(at, silent)

    @staticmethod
    def _let_go(at: TableSession, phone: int) -> None:
        """`phone` is at the table no more."""
        at.db.members.set_state(at.table.id, phone, "left")
        at.db.requests.forget(at.table.id, phone)
        at.db.members.forget_left(at.table.id, _LEFT)

    def _sit(self, at: TableSession, player: str | None, name: str) -> Joined:
        if player is not None:
            row = at.player(player)
            if row.phone == at.phone:
                return Joined("seat", player)
            if row.phone is None:
                self._give(at, player, at.phone)
                return Joined("seat", player)
            self._ask_for(at, "seat", player, "")
            return Joined("asked", player)
        if name:
            known = {row.folded: p for p, row in at.players.items()}
            same = known.get(clean_name(name, "name").casefold())
            seated = at.game.players(self._head(at).state)
            if same is not None and same in seated:
                return self._sit(at, same, "")
            if at.game.join_event(self._head(at).state, same or "?") is None:
                raise NotAllowed(say("Nobody new can come into the game now."))
            if same is None:
                asked = [a.name for a in at.db.requests.at(at.table.id) if a.phone != at.phone]
                name = typed_name(name, [*at.names.values(), *filter(None, asked)], "name")
            self._ask_for(at, "new", same, name)
            return Joined("asked")
        return Joined("watching")

    def _give(self, at: TableSession, player: str, phone: int) -> None:
        """`phone` takes the seat of `player`; whoever held it holds it no more."""
        at.db.requests.forget(at.table.id, phone)
        line = at.note(say("{player} has a phone now.", player=player), self._stamp())
        at.db.players.seat(at.table.id, player, phone, line)
        at.read_players()

    def _ask_for(self, at: TableSession, kind: str, player: str | None, name: str) -> None:
        asks = at.db.requests.at(at.table.id)
        for row in asks:
            same = (row.kind, row.player, row.name) == (kind, player, name)
            if row.phone == at.phone and same and not row.refused:
                return
        waiting = sum(not row.refused and row.phone != at.phone for row in asks)
        if waiting >= _MOST_ASKS and kind != "host":
            raise NotAllowed(say("Many phones wait for an answer here. Ask again in a while."))
        at.db.requests.put(at.table.id, at.phone, kind, player, name)
        at.bump_revision()

    def answer_request(self, code: str, phone: Phone, ask: int, yes: bool) -> Answer | None:
        """Yes or no to what `asks` lists. A seat: its holder or the host; to be the host, while the
        host's phone is silent, any other seat's phone, too; all else: the host.

        Yes to a newcomer records the game's `join` event: `Recorded`, or `Refused` by the rules
        (the request stays). Otherwise None, also if it was answered already.
        """
        with self._change(code, phone) as at:
            row = next((a for a in at.db.requests.at(at.table.id) if a.id == ask), None)
            if row is None or row.refused:
                return None
            if not self._may_answer(at, row):
                raise NotAllowed(say("Only the host's phone can do this."))
            if yes and row.kind == "host":
                self._let_host(at, row)
                return None
            if not yes:
                at.db.requests.refuse(ask)
                at.bump_revision()
                return None
            if row.kind == "new":
                return self._let_play(at, row)
            at.db.requests.forget(at.table.id, row.phone)
            at.bump_revision()
            if row.kind == "back":
                at.db.members.set_state(at.table.id, row.phone, "here")
                at.note(say("A phone is let in again."), self._stamp())
                if row.player is None or at.players[row.player].phone is not None:
                    return None
            assert row.player is not None
            self._give(at, row.player, row.phone)
            return None

    def _let_play(self, at: TableSession, row: RequestRow) -> Answer:
        """Record that a newcomer joins the game, and give him his seat."""
        player = row.player or next(
            (p for p, r in at.players.items() if r.folded == row.name.casefold()), None
        )
        new = {} if player else {free_key(at.players): row.name}
        player = player or next(iter(new))
        event = at.game.join_event(self._head(at).state, player)
        if event is None:
            raise NotAllowed(say("Nobody new can come into the game now."))
        line = self._record(at, event, new)
        answer = self._answer(at, line, None)
        if not isinstance(answer, Refused):
            at.db.requests.forget(at.table.id, row.phone)
            self._give(at, player, row.phone)
            answer = self._answer(at, line, None)
        return answer

    def take_back_request(self, code: str, phone: Phone) -> None:
        """Forget what this phone asked for, or that it was refused."""
        with self._change(code, phone) as at:
            if any(a.phone == at.phone for a in at.db.requests.at(at.table.id)):
                at.db.requests.forget(at.table.id, at.phone)
                at.bump_revision()

    def leave(self, code: str, phone: Phone) -> None:
        """Give up this phone's seats and its place. The host hands over first."""
        with self._change(code, phone) as at:
            if at.host:
                raise NotAllowed(say("The host's phone stays until another one hosts."))
            line = at.note(say("A phone leaves the table."), self._stamp())
            self._drop(at, at.phone, line)
            self._let_go(at, at.phone)

    def _drop(self, at: TableSession, phone: int, line: int) -> None:
        """Take the seats of `phone` and forget what it asked for."""
        for player, row in at.players.items():
            if row.phone == phone:
                at.db.players.seat(at.table.id, player, None, line)
        at.db.requests.forget(at.table.id, phone)
        at.read_players()

    # Seats and hosting

    def free_seat(self, code: str, phone: Phone, player: str) -> None:
        """Take the seat from its phone, which stays at the table. The host, or that phone."""
        with self._change(code, phone) as at:
            row = at.player(player)
            if not at.host and row.phone != at.phone:
                raise NotAllowed(say("Only the host's phone can do this."))
            if row.phone is not None:
                line = at.note(say("{player}'s seat is free.", player=player), self._stamp())
                at.db.players.seat(at.table.id, player, None, line)

    def remove_phone(self, code: str, phone: Phone, other: int) -> None:
        """Remove the phone `other` (`Here.id`); it comes back only with the host's yes. The QR code
        and the code to type, which it knows, are new ones from then on: a browser that forgets who
        it was is a phone like any other. The host."""
        with self._change(code, phone) as at:
            at.only_host()
            member = self._member(at, other)
            if member.phone == at.phone:
                raise NotAllowed(say("The host's phone stays until another one hosts."))
            if member.here:
                line = at.note(self._of(at, member, removed=True), self._stamp())
                self._drop(at, member.phone, line)
                at.db.members.set_state(at.table.id, member.phone, "removed")
                self._renew_ways_in(at)

    def hand_over(self, code: str, phone: Phone, other: int) -> None:
        """Make the phone `other` (`Here.id`) the host. The host."""
        with self._change(code, phone) as at:
            member = self._member(at, other)
            if at.table.host == member.phone:
                return
            at.only_host()
            if not member.here:
                raise NotAllowed(say("This phone is not at the table."))
            self._host(at, member.phone, at.note(self._of(at, member), self._stamp()))

    def take_over(self, code: str, phone: Phone) -> bool:
        """Ask to be the host in place of one whose phone has been silent for five minutes
        (`TableView.host_silent`); whether this phone is the host. It is once the phone of another
        seat says yes (`answer_request`), or by calling this again if nobody has answered for ten
        minutes and the host's phone was silent all the while. A phone with a seat."""
        with self._change(code, phone) as at:
            if at.host:
                return True
            if not at.own:
                raise NotAllowed(say("Only a phone with a seat can take hosting over."))
            if not self._host_silent(at):
                raise NotAllowed(say("The host's phone is here."))
            asked = any(
                row.kind == "host" and row.phone == at.phone and not row.refused
                for row in at.db.requests.at(at.table.id)
            )
            if not asked:
                self._note_asked_to_host(at)
                self._ask_for(at, "host", at.own[0], "")
                return False
            if self._wait_to_host(at, at.phone):
                return False
            said = say(
                "{names} takes hosting over: the host's phone was silent.", names=list(at.own)
            )
            self._host(at, at.phone, at.note(said, self._stamp()))
            return True

    def _let_host(self, at: TableSession, row: RequestRow) -> None:
        """Make the phone that asked the host, if it still has a seat."""
        seats = [player for player, each in at.players.items() if each.phone == row.phone]
        if not seats:
            at.db.requests.forget(at.table.id, row.phone)
            at.bump_revision()
            return
        if at.host:
            said = say("{names}'s phone hosts the table now.", names=list(seats))
        else:
            said = say(
                "{names} takes hosting over: the host's phone was silent, and {others} said yes.",
                names=list(seats),
                others=list(at.own),
            )
        self._host(at, row.phone, at.note(said, self._stamp()))

    def host_link(self, code: str) -> str:
        """A one-time token that makes a phone the host; for whoever runs the server. An earlier
        one for the same table is void."""
        token = secrets.token_urlsafe(24)
        with self.store.write() as db:
            code = typed_code(code)
            table = db.tables.by_code(code) or db.tables.by_join_code(code)
            if table is None:
                raise NotFound
            db.tables.change(table.id, host_link=digest(token))
        return token

    def become_host(self, token: str, phone: Phone) -> str:
        """Use a `host_link` token; the table's code. Raises `NotFound` for a used one."""

        def find(db: Transaction) -> TableSession:
            table = db.tables.by_host_link(digest(token))
            if table is None or table.game not in self.games:
                raise NotFound
            return self._before(table, db, self._enrolled(db, phone))

        with self._writing(find) as at:
            at.change(host_link=None)
            said = say("Whoever runs the server makes this phone the host.")
            self._host(at, at.phone, self._come(at, said, by_phone=False))
        return at.table.code

    @staticmethod
    def _host(at: TableSession, phone: int, line: int) -> None:
        at.change(host=phone, host_since=line)
        at.db.requests.forget_to_host(at.table.id)

    @staticmethod
    def _member(at: TableSession, number: int) -> MemberRow:
        for member in at.db.members.at(at.table.id):
            if member.number == number:
                return member
        raise Unusable("phone", say("This phone is not at the table."))

    @staticmethod
    def _of(at: TableSession, member: MemberRow, removed: bool = False) -> Any:
        """The sentence that a phone is removed, or hosts from now on."""
        seats = [p for p, row in at.players.items() if row.phone == member.phone]
        if seats and removed:
            return say("{names}'s phone is removed from the table.", names=list(seats))
        if seats:
            return say("{names}'s phone hosts the table now.", names=list(seats))
        number = UserText(str(member.number))
        if removed:
            return say("Phone {number} is removed from the table.", number=number)
        return say("Phone {number} hosts the table now.", number=number)


def typed_options(
    game: Game, plain: Mapping[str, Any], names: Mapping[str, str], starters: Sequence[str]
) -> Any:
    """Options as a form sends them, with players by key; raises `Unusable`. `names` are those of
    the table by key, `starters` the keys of those who begin."""
    by_name = {name.casefold(): player for player, name in names.items()}

    def map_player(value: str, path: str, new: bool) -> str:
        player = by_name.get(clean_name(value, path).casefold())
        if player is None and value in names:
            player = value
        if player is None:
            raise Unusable(path, say("{name} is not in the game.", name=UserText(value[:40])))
        return player

    options: Options = convert(dict(plain), game.options_type, "options")
    return check_options(game, map_players(options, "options", map_player), starters)


def _free_code(db: Transaction) -> str:
    """A code that leads to no table yet."""
    while True:
        code = "".join(secrets.choice(ALPHABET) for _ in range(CODE))
        if db.tables.by_code(code) is None and db.tables.by_join_code(code) is None:
            return code
