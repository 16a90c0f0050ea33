"""What the table agrees on, and what changes of it mean for the log."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

import msgspec

from referee.core import Message, Unusable, UserText, plural, say
from referee.service.anew import Rejudgement
from referee.service.base import Head, TableSession, decode_event, to_json
from referee.service.joining import Joining, typed_options
from referee.service.names import typed_name, typed_title
from referee.service.types import NotAllowed, Phone
from referee.store.rows import TableRow
from referee.table.roles import WhoMay, may_record_some

_CHUNK = 500
_LONG = 120
"""Characters of an option that are more than a line of the log can hold."""
_WHO_MAY: dict[str, Message] = {
    "anyone": say("From now on anyone seated records."),
    "own": say("From now on each seat records for itself, and the host for all."),
    "host": say("From now on only the host records."),
}


class Settings(Joining):
    """The use cases of settings."""

    def set_options(self, code: str, phone: Phone, options: Mapping[str, Any]) -> None:
        """Change the options (all of them, as a form sends them; players by key or name). The log
        is judged anew; raises `Unusable` (`events[n]`) if an event in effect would no longer be
        legal or stand. The host."""
        while True:
            with self._glance(code, phone) as at:
                at.only_host()
                before = at.table
                starters = msgspec.json.decode(before.players)
                wanted = typed_options(at.game, options, at.names, starters)
                if wanted == self._options(at):
                    return
            # Judged before the transaction, so that nobody waits; what comes meanwhile, within it.
            anew = Rejudgement(at.game, starters, wanted)
            seq = self._feed(anew, before, 0)
            with self._change(code, phone) as at:
                at.only_host()
                if (at.table.options, at.table.edition) != (before.options, before.edition):
                    continue
                self._feed_rest(at, anew, seq)
                anew.settle(partial(at.db.redactions.hides, at.table.id))
                self._write_anew(at, anew)
                old = self._options(at)
                at.change(options=to_json(wanted))
                self._sum_up(at, anew.fold.state)
                at.head = Head(at.table.seq, at.table.options, wanted, anew.fold.state)
                for said in self._changes(at, old, wanted):
                    at.note(said, self._stamp())
                return

    def _renew(self, table: int) -> None:
        """Judge the log anew by the new edition of the rules, once; what was ruled stays."""
        with self.store.read() as db:
            before = db.tables.by_id(table)
        if before is None:
            return
        game = self.games[before.game]
        options = msgspec.json.decode(before.options, type=game.options_type)
        anew = Rejudgement(game, msgspec.json.decode(before.players), options, keep=True)
        seq = self._feed(anew, before, 0)
        with self.store.write() as db:
            row = db.tables.by_id(table)
            if row is None or row.edition == game.rules.edition or row.options != before.options:
                return
            at = TableSession(db, row, game, 0)
            self._feed_rest(at, anew, seq)
            anew.settle()
            self._write_anew(at, anew)
            at.change(edition=game.rules.edition)
            self._sum_up(at, anew.fold.state)
            if anew.differs or anew.lost:
                n = max(anew.differs, len(anew.lost))
                said = plural(
                    "The rules of this app have a new edition: {n} ruling at this table would be "
                    "another one now. It stays as it was given.",
                    "The rules of this app have a new edition: {n} rulings at this table would be "
                    "others now. They stay as they were given.",
                    n,
                )
                at.change(notice=to_json(said))
                at.note(said, self._stamp())
            db.tables.change(table, **at.changes)
        with self._lock:
            self._heads.pop(table, None)
        self.bell.ring(table, at.table.line)

    def _feed(self, anew: Rejudgement, table: TableRow, seq: int) -> int:
        """Feed the log to `anew` in bounded steps; the number of the last event."""
        breathe = self._breathing()
        while True:
            with self.store.read() as db:
                lines = db.log.events(table.id, seq, _CHUNK)
            for line in lines:
                anew.take(line, decode_event(anew.game, line.event or ""))
                breathe()
            if not lines:
                return seq
            seq = lines[-1].seq or seq

    @staticmethod
    def _feed_rest(at: TableSession, anew: Rejudgement, seq: int) -> None:
        while lines := at.db.log.events(at.table.id, seq, _CHUNK):
            for line in lines:
                anew.take(line, decode_event(anew.game, line.event or ""))
            seq = lines[-1].seq or seq

    def _write_anew(self, at: TableSession, anew: Rejudgement) -> None:
        """Store what became of the events, and new copies of the states."""
        depths = {number: depth for depth, number in enumerate(anew.pile, 1)}
        changed = []
        for seq, was in at.db.pile.effects(at.table.id).items():
            line, _, _, opened, closes = was
            is_open = anew.open.get(seq, opened) if seq in depths else opened
            ends = anew.closes.get(seq, closes)
            now = (line, depths.get(seq), seq in anew.left_out, is_open, ends)
            if now != was:
                changed.append(now)
        at.db.pile.set_effects(at.table.id, changed)
        at.db.copies.drop_snapshots(at.table.id)
        at.db.copies.drop_course(at.table.id)
        self._keep_all(at, anew.states)
        at.change(depth=len(anew.pile))

    @staticmethod
    def _changes(at: TableSession, old: Any, new: Any) -> list[Message]:
        """What the log says of a change of options."""
        said = []
        rules = at.game.rules.readings
        for reading in sorted({*old.readings, *new.readings}):
            if at.game.answer(old, reading) != at.game.answer(new, reading):
                answer = Message(rules[reading].answers[at.game.answer(new, reading)])
                said.append(say("From now on: {answer}", answer=answer))
        for field in new.__struct_fields__:
            if field != "readings" and getattr(old, field) != getattr(new, field):
                name = at.game.option_names.get(field) or UserText(field.replace("_", " "))
                value = _plain(getattr(new, field))
                if len(value) > _LONG:
                    said.append(say("From now on there are other {option}.", option=name))
                    continue
                said.append(
                    say("From now on, {option}: {value}", option=name, value=UserText(value))
                )
        return said or [say("The options are written anew.")]

    def set_who_may(self, code: str, phone: Phone, who_may: WhoMay) -> None:
        """Who may record. The host."""
        with self._change(code, phone) as at:
            at.only_host()
            if who_may not in _WHO_MAY:
                raise Unusable("who_may", say("There is no such choice."))
            if at.table.who_may != who_may:
                at.change(who_may=who_may)
                at.note(_WHO_MAY[who_may], self._stamp())

    def set_title(self, code: str, phone: Phone, title: str) -> None:
        """Call the table `title` (at most 60 characters; empty takes it away). The host."""
        with self._change(code, phone) as at:
            at.only_host()
            title = typed_title(title)
            if at.table.title == title:
                return
            meta = msgspec.json.decode(at.table.meta) if at.table.meta else {}
            meta.pop("title", None)
            if title:
                meta = {"title": title} | meta
            at.change(title=title, meta=to_json(meta))
            if title:
                said = say("The table is called {title} now.", title=UserText(title))
            else:
                said = say("The table has no name now.")
            at.note(said, self._stamp())

    def rename(self, code: str, phone: Phone, player: str, name: str) -> None:
        """Call `player` `name`, everywhere and at once. The host, or the player's own phone."""
        with self._change(code, phone) as at:
            row = at.player(player)
            if not at.host and row.phone != at.phone:
                raise NotAllowed(say("Only the host's phone can do this."))
            others = [other.name for p, other in at.players.items() if p != player]
            name = typed_name(name, others, "name")
            if name != row.name:
                at.db.players.rename(at.table.id, player, name, name.casefold())
                said = say("{old} is called {new} now.", old=UserText(row.name), new=UserText(name))
                at.note(said, self._stamp())

    def settle_notice(self, code: str, phone: Phone) -> None:
        """The table has been told what `TableView.notice` says. Whoever may record."""
        with self._change(code, phone) as at:
            if not may_record_some(at.table.who_may, at.who(None)):
                raise NotAllowed(say("This phone does not record at this table."))
            if at.table.notice is not None:
                at.change(notice=None)
                at.bump_revision()

    def delete_table(self, code: str, phone: Phone) -> None:
        """Delete the table and all that belongs to it. The host."""
        with self.store.write() as db:
            at = self._at(db, code, phone)
            at.only_host()
            db.tables.delete(at.table.id)
        with self._lock:
            self._heads.pop(at.table.id, None)
        self.bell.ring(at.table.id, at.line + 1)


def _plain(value: Any) -> str:
    """An option's value in the log."""
    if value is None:
        return "–"
    if isinstance(value, str):
        return value
    return to_json(value).strip('"{}').replace('"', "").replace(",", ", ").replace(":", " ")
