"""The one write path: from a tap to a line of the log. And what is filled in before."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import msgspec

from referee.core import LEGAL, Event, Ruling, Undo, Unusable, UserText, say
from referee.core.event import clean_name
from referee.core.schema import convert, map_players
from referee.record import MOST_BYTES, MOST_EVENTS
from referee.service.base import (
    EACH,
    Head,
    TableSession,
    decode_event,
    digest,
    form_key,
    free_key,
    key_reused,
    plain_json,
    renamed,
    to_json,
)
from referee.service.looking import PAGE
from referee.service.memory import Memory
from referee.service.names import typed_name
from referee.service.types import Answer, Asked, NotAllowed, Phone, Recorded, Refused, Stale
from referee.store.rows import LogRow, PlayerRow
from referee.table import Fold, known_ruling, recorded_ruling
from referee.table.roles import may_record, may_record_some

_MOST_PLAYERS = 100
"""Names at one table, with those who only asked or left."""
_EVENT_BYTES = 32 * 1024
_ENVELOPE = 64 * 1024
"""Bytes of a record kept free for what is not events."""
_DRAFT_BYTES = 4096
_DRAFTS = 100
_NO = say("This phone does not record that at this table.")

New = dict[str, str]
"""Names that an event brings to the table, by the keys they get."""
Made = tuple[Any, New]


class _Entry(msgspec.Struct, frozen=True):
    """An event about to be recorded, with its ruling. `private`: it is refused, and that is told to
    the phone that entered it alone."""

    event: Any
    ruling: Ruling
    private: bool


class Playing(Memory):
    """The use cases of play."""

    def submit(
        self,
        code: str,
        phone: Phone,
        event: Mapping[str, Any],
        *,
        seen: int,
        key: str,
        stands: bool = False,
        ask: bool = False,
        sheet: str = "",
        instead: int | None = None,
        as_seat: str | None = None,
    ) -> Answer:
        """Record `event`, plain data with its `type`, as a form or a record has it.

        Players are given by key (or by name); somebody new by name. `seen`: the `seq` of the view
        the form was drawn for. `stands`: the table lets it stand. `ask`: only ask, as this phone
        knows the table; nothing is stored, and any phone at the table may. `sheet`: the entry
        sheet it came from, whose drafts go when it is recorded. `instead`: the number of the
        latest event in effect, which is taken back for it: both are done, or neither. Undo is
        `{"type": "undo", "count": n}`.
        """
        plain = {**event, "stands": True} if stands else event
        if ask:
            return self._ask(code, phone, plain, as_seat)
        tag = str(plain.get("type"))

        def make(at: TableSession) -> Made:
            return self._event(at, plain)

        body = _body(plain if instead is None else {**plain, "instead": instead})
        return self._submit(code, phone, body, tag, make, seen, key, sheet, as_seat, instead)

    def undo_to(
        self, code: str, phone: Phone, line: int, *, seen: int, key: str, as_seat: str | None = None
    ) -> Answer:
        """Take back the event of `line` and all that came after it."""

        def make(at: TableSession) -> Made:
            depth = at.db.pile.first_in_effect(at.table.id, line)
            if depth is None:
                raise Unusable("line", say("Nothing from there on is left to take back."))
            return Undo(count=at.table.depth - depth + 1), {}

        body = digest("undo to", str(line))
        return self._submit(code, phone, body, "undo", make, seen, key, "", as_seat)

    def _submit(
        self,
        code: str,
        phone: Phone,
        body: bytes,
        tag: str,
        make: Callable[[TableSession], Made],
        seen: int,
        key: str,
        sheet: str,
        as_seat: str | None,
        instead: int | None = None,
    ) -> Answer:
        key = form_key(key)
        with self._change(code, phone) as at:
            before = at.db.log.by_key(at.table.id, key)
            if before is not None:
                if before.phone != at.phone or before.body != body:
                    raise key_reused()
                return self._answer(at, before, as_seat)
            if not may_record_some(at.table.who_may, at.who(None)):
                raise NotAllowed(_NO)
            if seen != at.table.seq and not self._at_once(at, tag, seen):
                return self._stale(at, make, seen, as_seat)
            if instead is None:
                event, new = self._with_drafts(at, make)
                entry = self._judged(at, event, as_seat)
                self._check_right(at, entry.event, at.top())
                if entry.private:
                    return self._refused_privately(at, entry, as_seat)
                line = self._record(at, entry.event, new, key, body, entry.ruling)
            else:
                answer = self._replace(at, instead, make, key, body, as_seat)
                if isinstance(answer, Refused):
                    return answer
                line = answer
            if line.kind == "event" and sheet:
                at.db.drafts.drop(at.table.id, sheet)
            if line.kind == "event" and tag != "undo":
                self._learn(at, decode_event(at.game, line.event or ""))
            return self._answer(at, line, as_seat)

    @staticmethod
    def _check_right(at: TableSession, event: Event, top: LogRow | None) -> None:
        """Raise `NotAllowed` unless this phone may record `event` on top of `top`."""
        if not may_record(at.table.who_may, at.who(top), event, _hides(at, event)):
            raise NotAllowed(_NO)

    def _replace(
        self,
        at: TableSession,
        seq: int,
        make: Callable[[TableSession], Made],
        key: str,
        body: bytes,
        as_seat: str | None,
    ) -> LogRow | Refused:
        """Take back event `seq`, the latest in effect, and record another in its place; if that
        one is refused, only its ruling. The line of the new one."""
        top, head = at.top(), self._head(at)
        if top is None or top.seq != seq:
            raise Unusable("instead", say("Nothing from there on is left to take back."))
        self._check_right(at, Undo(), top)
        below = at.table.depth - 1
        at.head = msgspec.structs.replace(head, state=self._state_at(at, head.options, below))
        event, new = self._with_drafts(at, make)
        entry = self._judged(at, event, as_seat)
        self._check_right(at, entry.event, at.db.pile.at_depth(at.table.id, below))
        if entry.private:
            at.head = head
            return self._refused_privately(at, entry, as_seat)
        event, ruling = entry.event, entry.ruling
        stands = getattr(event, "stands", False) and ruling.can_stand
        refused = ruling.verdict != "legal" and not stands
        if not refused:
            at.head = head
            self._record(at, Undo(), {})
        line = self._record(at, event, new, key, body, ruling)
        if refused:
            at.head = head
        return line

    def _stale(
        self, at: TableSession, make: Callable[[TableSession], Made], seen: int, as_seat: str | None
    ) -> Stale:
        """What happened since event `seen`, and what was to be recorded."""
        viewer = self._viewer(at, as_seat)
        since = at.db.log.since(at.table.id, seen, PAGE)
        told = self._told(at, since, viewer)
        try:
            event, new = make(at)
        except Unusable:
            return Stale(told, self._look(at, as_seat))
        look = self._look(at, as_seat, new)
        if isinstance(event, Undo):
            return Stale(told, look)
        state, top = self._head(at).state, at.top()
        instead, same = None, False
        if top is not None and [row.line for row in since] == [top.line]:
            other = decode_event(at.game, top.event or "")
            if at.game.rivals(other, event) and look.may(Undo()):
                instead, same = top.seq, event == msgspec.structs.replace(other, stands=False)
                state = self._state_at(at, look.options, at.table.depth - 1)
        again = at.game.tell(event, known_ruling(at.game, state, event, viewer), viewer)
        return Stale(told, look, again, instead, same)

    @staticmethod
    def _at_once(at: TableSession, tag: str, seen: int) -> bool:
        """Whether an entry goes on top of what others recorded since event `seen`: all enter it at
        the same time, and what hides it has been hidden ever since."""
        if tag not in at.game.at_once or seen >= at.table.seq:
            return False
        since = at.db.log.since(at.table.id, seen, PAGE)
        return len(since) < PAGE and not any(row.open for row in since)

    def _ask(
        self, code: str, phone: Phone, plain: Mapping[str, Any], as_seat: str | None
    ) -> Answer:
        with self._glance(code, phone) as at:
            event, new = self._event(at, plain)
            viewer, game = self._viewer(at, as_seat), at.game
            head = self._head(at)
            state = head.state
            if game.secrecy.has_secret(state):
                # What this phone may not know must not speak through the ruling.
                state = game.secrecy.known_state(state, viewer)
            if state is None:
                position = game.position(head.state, viewer)
                if position is None:
                    raise NotAllowed(say("While something is hidden, nothing can be asked here."))
                start = game.start(msgspec.json.decode(at.table.players), head.options)
                state = game.apply(start, position)
            fold: Fold = Fold(game, state, memory=0)
            fold.depth = at.table.depth
            ruling = self._shown(at, event, fold.judge(event), viewer)
            return Asked(event, ruling, self._look(at, as_seat, new))

    def _event(self, at: TableSession, plain: Mapping[str, Any]) -> Made:
        """`plain` as an event of the game with players by key, and the names that are new."""
        plain_json(plain)
        by_name = {row.folded: player for player, row in at.players.items()}
        new: New = {}

        def map_player(value: str, path: str, may_be_new: bool) -> str:
            row = at.players.get(value)
            if row is None or not (may_be_new or row.introduced is not None):
                name = clean_name(value, path)
                row = at.players.get(by_name.get(name.casefold(), ""))
            if row is not None and (may_be_new or row.introduced is not None):
                return row.player
            if row is not None or not may_be_new:
                raise Unusable(path, say("{name} is not in the game.", name=UserText(value[:40])))
            name = typed_name(value, [*at.names.values(), *new.values()], path)
            player = free_key(at.players.keys() | new)
            new[player] = name
            return player

        try:
            event = map_players(convert(dict(plain), at.game.events, ""), "", map_player)
            if not isinstance(event, Undo):
                starters = msgspec.json.decode(at.table.players)
                at.game.check_event(event, self._head(at).options, starters, "")
        except Unusable as error:
            raise Unusable(error.path.lstrip("."), error.message) from None
        return event, new

    def _judged(self, at: TableSession, event: Any, as_seat: str | None) -> _Entry:
        """`event` with its ruling as this phone brings it about (see `recorded_ruling`).

        Refused on what only its seat may know, it is refused on this phone alone and leaves no
        line: others would learn from it what it rests on. So is what all may take for legal and
        only this seat knows better; where it stands all the same it is recorded as what it is to
        all, a legal event.
        """
        game, state = at.game, self._head(at).state
        if isinstance(event, Undo):
            fold: Fold = Fold(game, state, memory=0)
            fold.depth = at.table.depth
            return _Entry(event, fold.judge(event), False)
        viewer = self._viewer(at, as_seat)
        ruling = recorded_ruling(game, state, event, viewer)
        stands = event.stands
        if ruling.verdict != LEGAL:
            private = game.secrecy.private_to(event) is not None
            return _Entry(event, ruling, private and not (stands and ruling.can_stand))
        if game.secrecy.has_secret(state):
            event = msgspec.structs.replace(event, stands=False)
        if not stands and not game.secrecy.is_judged_on_secrets(event):
            own = known_ruling(game, state, event, viewer)
            if own.verdict != LEGAL:
                return _Entry(event, msgspec.structs.replace(own, can_stand=True), True)
        return _Entry(event, ruling, False)

    def _refused_privately(self, at: TableSession, entry: _Entry, as_seat: str | None) -> Refused:
        """The answer to an entry that leaves no line of the log."""
        look = self._look(at, as_seat)
        event = entry.event
        may_stand = entry.ruling.can_stand and look.may(event)
        ruling = self._shown(at, event, entry.ruling, self._viewer(at, as_seat))
        return Refused(0, event, ruling, may_stand, look)

    def _record(
        self,
        at: TableSession,
        event: Event,
        new: New,
        key: str | None = None,
        body: bytes | None = None,
        ruling: Ruling | None = None,
    ) -> LogRow:
        """Append `event` with its `ruling` (judged here, if it is not given), or only that; the
        line."""
        game, head, table = at.game, self._head(at), at.table
        fold: Fold = Fold(game, head.state, memory=0)
        fold.depth = table.depth
        effect, stood = False, None
        if isinstance(event, Undo):
            ruling = fold.judge(event)
            legal = ruling.verdict == "legal"
        else:
            entry = fold.take(
                event, table.seq + 1, ruling or recorded_ruling(game, head.state, event)
            )
            ruling, effect, stood = entry.ruling, entry.effect, entry.stood
            legal = ruling.verdict == "legal" or stood is True
        text = to_json(event)
        if len(text) > _EVENT_BYTES:
            raise Unusable("", say("This is more than one entry can hold."))
        size = table.size + len(to_json(renamed(event, (at.names | new).__getitem__))) + 1
        if legal and (table.seq >= MOST_EVENTS or size > MOST_BYTES - _ENVELOPE):
            raise Unusable("", say("This table is full: a record holds 20,000 events and 4 MiB."))
        number = at.next_line()
        self._add_new(at, new, number)
        line = LogRow(
            line=number,
            kind="event" if legal else "ruling",
            at=self._stamp(),
            phone=at.phone,
            who=" ".join(at.own),
            host=at.host,
            event=text,
            ruling="",
            verdict=ruling.verdict,
            edition=game.rules.edition,
            stood=stood,
            hides=_hides(at, event),
            key=key,
            body=body,
        )
        if legal:
            depth, state = table.depth, fold.state
            if isinstance(event, Undo):
                depth -= event.count
                undone = at.db.pile.take_back(table.id, depth, number)
                ruling = msgspec.structs.replace(ruling, facts={"undone": undone})
                state = self._state_at(at, head.options, depth)
            elif effect:
                depth += 1
                if depth % EACH == 0:
                    self._keep_copy(at, depth, state)
                if self._keep_scores(at, depth, head.state, state):
                    at.db.drafts.drop(table.id)
            line = msgspec.structs.replace(
                line,
                seq=table.seq + 1,
                depth=depth if effect else None,
                open=not game.secrecy.has_secret(state),
                closes=effect and game.secrecy.ends_round(event, ruling),
            )
            at.head = Head(table.seq + 1, head.stored, head.options, state)
            at.change(seq=table.seq + 1, depth=depth, size=size, changed=line.at)
            self._sum_up(at, state)
            for player in newcomers(event):
                at.db.players.introduce(table.id, player, at.table.seq)
                at.read_players()
        line = msgspec.structs.replace(line, ruling=to_json(ruling))
        at.db.log.append(table.id, [line])
        for sheet in game.private_sheets:
            for player in game.secrecy.stale_drafts(self._head(at).state, event, ruling):
                at.db.drafts.put(table.id, sheet, player, None)
        return line

    def _answer(self, at: TableSession, line: LogRow, as_seat: str | None) -> Answer:
        """The answer that the form which brought `line` got, or gets again."""
        viewer = self._viewer(at, as_seat)
        event = decode_event(at.game, line.event or "")
        kept_ruling = msgspec.json.decode(line.ruling or "", type=Ruling)
        ruling = self._shown(at, event, kept_ruling, viewer)
        look = self._look(at, as_seat)
        if line.seq is not None:
            return Recorded(line.line, line.seq, event, ruling, line.stood, look)
        stand = msgspec.structs.replace(event, stands=True)
        may_stand = kept_ruling.can_stand and may_record(
            at.table.who_may, look.who, stand, _hides(at, event)
        )
        return Refused(line.line, event, ruling, may_stand, look)

    def _add_new(self, at: TableSession, new: New, line: int) -> None:
        """Rows for names met for the first time."""
        fresh = [
            PlayerRow(player, name, name.casefold(), None, None, line)
            for player, name in new.items()
            if player not in at.players
        ]
        if len(at.players) + len(fresh) > _MOST_PLAYERS:
            raise Unusable("", say("This table has had too many names."))
        if fresh:
            at.db.players.add(at.table.id, fresh)
            at.read_players()

    # Drafts

    def put_draft(
        self, code: str, phone: Phone, player: str, sheet: str, fields: Mapping[str, Any]
    ) -> None:
        """Keep what was filled in for `player` on the entry sheet `sheet`, until it is recorded;
        empty `fields` take it away. The player's own phone or the host's (on a private sheet the
        seat's phone alone, and no bell rings); 4 KiB at most."""
        with self._change(code, phone) as at:
            at.player(player)
            private = sheet in at.game.private_sheets
            if at.holder(player) != at.phone and (private or not at.host):
                raise NotAllowed(_NO)
            row: dict[str, Any] = dict(fields)
            if private and row:
                row = {"phone": at.phone, "since": at.held_since(player), "fields": row}
            text = plain_json(row) if row else None
            if text is not None and len(text) > _DRAFT_BYTES:
                raise Unusable("", say("This is more than one entry can hold."))
            if not (0 < len(sheet) <= 40 and sheet.isascii() and sheet.isprintable()):
                raise Unusable("sheet", say("There is no such sheet."))
            before = at.db.drafts.on(at.table.id, sheet).get(player)
            if text == before:
                return
            if before is None and at.db.drafts.count(at.table.id) >= _DRAFTS:
                raise Unusable("", say("Too much is filled in and not recorded."))
            at.db.drafts.put(at.table.id, sheet, player, text)
            if not private:
                at.bump_revision()

    def drafts(
        self, code: str, phone: Phone, sheet: str, *, as_seat: str | None = None
    ) -> dict[str, dict[str, Any]]:
        """What has been filled in on `sheet`, by player; of a private sheet that of the seat this
        phone looks from, if it was filled in here."""
        with self._glance(code, phone) as at:
            if sheet in at.game.private_sheets:
                seat = self._seat(at, as_seat)
                drafts = self._private_drafts(at, sheet)
                return {seat: drafts[seat]} if seat in drafts else {}
            found = at.db.drafts.on(at.table.id, sheet)
        return {player: msgspec.json.decode(text) for player, text in found.items()}

    @staticmethod
    def _private_drafts(at: TableSession, sheet: str) -> dict[str, dict[str, Any]]:
        """The drafts of a private sheet whose phone has had the seat ever since, by player."""
        found = at.db.drafts.on(at.table.id, sheet)
        rows = {player: msgspec.json.decode(text) for player, text in found.items()}
        return {
            player: row["fields"]
            for player, row in rows.items()
            if (row["phone"], row["since"]) == (at.holder(player), at.held_since(player))
        }

    def _with_drafts(self, at: TableSession, make: Callable[[TableSession], Made]) -> Made:
        """What `make` makes, with what its players filled in unseen before; only where it comes
        from the phone of who acts, or of who filled it in."""
        event, new = make(at)
        if isinstance(event, Undo):
            return event, new
        acts = getattr(event, "by", None) in at.seats
        for sheet in at.game.private_sheets:
            drafts = self._private_drafts(at, sheet)
            own = {player: row for player, row in drafts.items() if acts or player in at.seats}
            event = at.game.secrecy.merge_draft(self._head(at).state, event, own)
        return event, new


def _body(plain: Mapping[str, Any]) -> bytes:
    plain_json(plain)
    return digest(msgspec.json.encode(plain, order="sorted"))


def _hides(at: TableSession, event: Any) -> str | None:
    return None if isinstance(event, Undo) else at.game.secrecy.private_to(event)


def newcomers(event: Event) -> list[str]:
    """The players who may come into the game with `event`."""
    found: list[str] = []

    def map_player(player: str, path: str, new: bool) -> str:
        if new:
            found.append(player)
        return player

    map_players(event, "", map_player)
    return found
