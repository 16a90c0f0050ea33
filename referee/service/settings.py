"""What the table agrees on, and what changes of it mean for the log."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from functools import partial

import msgspec

from referee.core import Message, Options, Unusable, UserText, say
from referee.service import rejudging
from referee.service.encoding import to_json
from referee.service.names import typed_name, typed_title
from referee.service.opening import typed_options
from referee.service.rejudging import Rejudgement
from referee.service.session import Head, TableSession, head_key
from referee.service.tables import Tables
from referee.service.types import NotAllowed, Phone
from referee.table.roles import WhoMay, may_record_some

_WHO_MAY: dict[str, Message] = {
    "anyone": say("From now on, anyone with a seat may record"),
    "own": say("From now on, players may record their own entries, and the host all entries"),
    "host": say("From now on, only the host may record"),
}


class Settings:
    """The use cases of settings."""

    def __init__(self, tables: Tables) -> None:
        self._tables = tables

    def set_options(self, code: str, phone: Phone, options: Mapping[str, object]) -> None:
        """Change the options (all of them, as a form sends them; players by key or name). The log
        is judged anew; raises `Unusable` (`events[n]`) if an event in effect would no longer be
        legal or stand. The host; what is printed in the box and not entered yet, any phone with a
        seat that may record: whoever holds the card can say what stands on it."""
        while True:
            with self._tables.read(code, phone) as session:
                before = session.table
                starters = session.starters
                wanted = typed_options(session.game, options, session.names, starters)
                _check_right(session, wanted)
                if wanted == session.options:
                    return
            # Judged before the transaction, so that nobody waits; what comes meanwhile, within it.
            rejudgement = Rejudgement(session.game, starters, wanted)
            seq = rejudging.feed(self._tables, rejudgement, before, 0)
            with self._tables.write(code, phone) as session:
                _check_right(session, wanted)
                table = session.table
                if (table.options, table.edition) != (before.options, before.edition):
                    continue
                rejudging.feed_rest(session, rejudgement, seq)
                rejudgement.settle(partial(session.db.redactions.hides, session.table.id))
                rejudging.write(session, rejudgement)
                old = session.options
                session.change(options=to_json(wanted))
                state = rejudgement.fold.state
                session.sum_up(state)
                session.head = Head(head_key(session.table), wanted, state)
                for said in _changes(session, old, wanted):
                    session.note(said)
                return

    def set_who_may(self, code: str, phone: Phone, who_may: WhoMay) -> None:
        """Who may record. The host."""
        with self._tables.write(code, phone) as session:
            session.only_host()
            if who_may not in _WHO_MAY:
                raise Unusable("who_may", say("There is no such choice."))
            if session.table.who_may != who_may:
                session.change(who_may=who_may)
                session.note(_WHO_MAY[who_may])

    def set_title(self, code: str, phone: Phone, title: str) -> None:
        """Call the table `title` (at most 60 characters; empty takes it away). The host."""
        with self._tables.write(code, phone) as session:
            session.only_host()
            title = typed_title(title)
            if session.table.title == title:
                return
            meta = msgspec.json.decode(session.table.meta) if session.table.meta else {}
            meta.pop("title", None)
            if title:
                meta = {"title": title} | meta
            session.change(title=title, meta=to_json(meta))
            if title:
                said = say("The table is now called {title}", title=UserText(title))
            else:
                said = say("The table has no name now")
            session.note(said)

    def rename(self, code: str, phone: Phone, player: str, name: str) -> None:
        """Call `player` `name`, everywhere and at once. The host, or the player's own phone."""
        with self._tables.write(code, phone) as session:
            row = session.player(player)
            if not session.is_host and row.phone != session.phone:
                raise NotAllowed(say("Only the host's phone can do this."))
            others = [other.name for p, other in session.players.items() if p != player]
            name = typed_name(name, others, "name")
            if name != row.name:
                session.db.players.rename(session.table.id, row.player, name, name.casefold())
                said = say("{old} is now called {new}", old=UserText(row.name), new=UserText(name))
                session.note(said)

    def settle_notice(self, code: str, phone: Phone) -> None:
        """The table has been told what `TableView.notice` says. Whoever may record."""
        with self._tables.write(code, phone) as session:
            if not may_record_some(session.table.who_may, session.who(None)):
                raise NotAllowed(say("This phone may not record at this table."))
            if session.table.notice is not None:
                session.change(notice=None)
                session.bump_revision()

    def delete_table(self, code: str, phone: Phone) -> None:
        """Delete the table and all that belongs to it. The host."""
        tables = self._tables
        with tables.store.write() as db:
            session = tables.at(db, code, phone)
            session.only_host()
            db.tables.delete(session.table.id)
            db.announce("table", session.table.id, session.table.line + 1)
        tables.heads.drop(session.table.id)


def _check_right(session: TableSession, wanted: Options) -> None:
    """Raise `NotAllowed` unless this phone may change the options of the table to `wanted`."""
    plays = bool(session.own) and may_record_some(session.table.who_may, session.who(None))
    if not (plays and _only_adds(session.game.pieces.options, session.options, wanted)):
        session.only_host()


def _only_adds(printed: Collection[str], old: Options, new: Options) -> bool:
    """Whether `new` options say of what is `printed` in the box more than the `old` ones, and of
    all the rest the same."""
    for name in old.__struct_fields__:
        was, now = (msgspec.to_builtins(getattr(each, name)) for each in (old, new))
        adds = name in printed and isinstance(was, dict) and isinstance(now, dict)
        if was != now and not (adds and was.items() <= now.items()):
            return False
    return True


def _changes(session: TableSession, old: Options, new: Options) -> list[Message]:
    """What the log says of a change of options."""
    said = []
    rules = session.game.rules.readings
    for reading in sorted({*old.readings, *new.readings}):
        if session.game.answer(old, reading) != session.game.answer(new, reading):
            answer = Message(rules[reading].answers[session.game.answer(new, reading)])
            said.append(say("From now on at this table: {answer}", answer=answer))
    for field in new.__struct_fields__:
        if field != "readings" and getattr(old, field) != getattr(new, field):
            name = new.field_names.get(field) or UserText(field.replace("_", " "))
            value = _value(getattr(new, field), new.value_names)
            if value is None:
                said.append(say("Settings changed: {option}", option=name))
                continue
            said.append(say("Setting changed: {option}, now {value}", option=name, value=value))
    return said or [say("The settings were saved again")]


def _value(value: object, names: Mapping[str, Message]) -> Message | UserText | None:
    """An option's `value` as the log says it; None where that takes more than a word."""
    if isinstance(value, bool):
        return say("yes") if value else say("no")
    if isinstance(value, int):
        return UserText(str(value))
    return UserText("–") if value is None else names.get(str(value))
