"""T10: the table as a state machine; and that the machine finds what it is there to find."""

from __future__ import annotations

import os

import msgspec
import pytest
from hypothesis import HealthCheck, Phase, settings
from hypothesis.stateful import run_state_machine_as_test
from machine import Table

from referee.core import Undo
from referee.service import CODE, Refusal, joining, play, recording
from referee.service.play import Play
from referee.service.session import TableSession
from referee.service.tables import Tables
from referee.store.rows import MemberRow
from referee.store.sql.log import Log, log_rows
from referee.store.sql.pile import Pile
from referee.store.sql.players import Players
from referee.store.sqlite.library import sqlite3
from referee.table import roles

pytestmark = pytest.mark.slow

CI = settings(
    max_examples=100 if os.environ.get("LANE") == "long" else 30,
    stateful_step_count=50,
    deadline=None,
    database=None,
    suppress_health_check=list(HealthCheck),
)
HUNT = settings(
    CI,
    max_examples=200,
    phases=[Phase.generate],
    derandomize=True,
    report_multiple_bugs=False,
)


def test_t10_the_table_is_what_the_model_says():
    run_state_machine_as_test(Table, settings=CI)


def test_t10_on_postgresql_too(postgres):
    class OnPostgres(Table):
        new_database = staticmethod(lambda: postgres.database(postgres.template()))
        drop_database = staticmethod(postgres.drop)

    run_state_machine_as_test(
        OnPostgres, settings=settings(CI, max_examples=3, stateful_step_count=25)
    )


# Each bug is planted by replacing one function; the machine must stumble over it.


def no_key(monkeypatch):
    monkeypatch.setattr(Log, "by_key", lambda self, table, key: None)
    append = Log.append
    monkeypatch.setattr(
        Log,
        "append",
        lambda self, table, lines: append(
            self, table, [msgspec.structs.replace(line, key=None) for line in lines]
        ),
    )


def no_expected_number(monkeypatch):
    submit = Play.submit

    def fresh(self, code, phone, submission):
        with self._tables.read(code, phone) as session:
            seen = session.table.seq
        return submit(self, code, phone, msgspec.structs.replace(submission, seen=seen))

    monkeypatch.setattr(Play, "submit", fresh)


def undo_deletes(monkeypatch):
    take_back = Pile.take_back

    def deleting(self, table, above, line):
        undone = take_back(self, table, above, line)
        self._db.execute("DELETE FROM lines WHERE table_id = ? AND undone = ?", [table, line])
        return undone

    monkeypatch.setattr(Pile, "take_back", deleting)


def undo_forgets_the_copy(monkeypatch):
    """The state in memory stays as it was before the undo."""
    state_at = TableSession.state_at

    def stale(self, options, depth):
        found = self.context.heads.find(self.table.id)
        if found and found.key[0] == self.table.seq:
            return found.state
        return state_at(self, options, depth)

    monkeypatch.setattr(TableSession, "state_at", stale)


def one_undo_too_few(monkeypatch):
    take_back = Pile.take_back
    monkeypatch.setattr(
        Pile, "take_back", lambda self, t, above, line: take_back(self, t, above + 1, line)
    )


def refused_events_count(monkeypatch):
    fold = recording.Fold

    class Lax(fold):
        def take(self, event, number, ruling=None):
            entry = super().take(event, number, ruling)
            if not isinstance(event, Undo) and not entry.effect:
                self.put(event, number)
                return msgspec.structs.replace(entry, stood=True, effect=True)
            return entry

    monkeypatch.setattr(recording, "Fold", Lax)


def rulings_make_forms_stale(monkeypatch):
    next_line = TableSession.next_line

    def counting(self):
        line = next_line(self)
        self.change(seq=self.table.seq + 1)
        return line

    monkeypatch.setattr(TableSession, "next_line", counting)


def watchers_record(monkeypatch):
    monkeypatch.setattr(play, "may_record_some", lambda setting, who: True)
    monkeypatch.setattr(play, "may_record", lambda setting, who, event, hides: True)


def own_seat_is_not_looked_at(monkeypatch):
    def lax(setting, who, event, hides):
        return roles.may_record("anyone" if setting == "own" else setting, who, event, hides)

    monkeypatch.setattr(play, "may_record", lax)


def freed_seats_stay(monkeypatch):
    seat = Players.seat
    monkeypatch.setattr(
        Players,
        "seat",
        lambda self, t, player, phone, line: phone and seat(self, t, player, phone, line),
    )


def removed_phones_stay(monkeypatch):
    monkeypatch.setattr(MemberRow, "here", property(lambda self: True))
    at = Tables.at

    def lax(self, db, code, phone):
        db.execute("UPDATE members SET state = 'here' WHERE state = 'removed'")
        return at(self, db, code, phone)

    monkeypatch.setattr(Tables, "at", lax)


def taken_seats_are_taken_at_once(monkeypatch):
    ask_for = joining.ask_for

    def grab(session, kind, player, name):
        ask_for(session, kind, player, name)
        if kind == "seat":
            joining.give_seat(session, player, session.phone)

    monkeypatch.setattr(joining, "ask_for", grab)


def names_are_not_compared(monkeypatch):
    from referee.service import settings as settings_module

    monkeypatch.setattr(settings_module, "typed_name", lambda name, taken, path: name)
    monkeypatch.setattr(Players, "rename", lambda *args: None)


def order_by_time(monkeypatch):
    def by_time(self, table, after, most):
        rest = "WHERE table_id = ? AND seq > ? ORDER BY at, seq LIMIT ?"
        return log_rows(self._db, rest, [table, after, most])

    monkeypatch.setattr(Log, "events", by_time)


def memory_is_believed(monkeypatch):
    """The state in memory is not compared with the number in the database."""
    head = TableSession.head

    def believing(self):
        found = self.context.heads.find(self.table.id)
        if found and self._head is None:
            self._head = found
        return head.fget(self)

    keep = TableSession.keep_head
    monkeypatch.setattr(TableSession, "head", property(believing, head.fset))
    monkeypatch.setattr(
        TableSession,
        "keep_head",
        lambda self: None if self.context.heads.find(self.table.id) else keep(self),
    )


def a_lock_is_for_codes_only(monkeypatch):
    token = joining.open_by_token

    def lax(tables, db, word, phone):
        db.execute("UPDATE tables SET locked = 0 WHERE code = ?", [word[:CODE]])
        return token(tables, db, word, phone)

    monkeypatch.setattr(joining, "open_by_token", lax)


BUGS = [
    no_key,
    no_expected_number,
    undo_deletes,
    undo_forgets_the_copy,
    one_undo_too_few,
    refused_events_count,
    rulings_make_forms_stale,
    watchers_record,
    own_seat_is_not_looked_at,
    freed_seats_stay,
    removed_phones_stay,
    taken_seats_are_taken_at_once,
    names_are_not_compared,
    order_by_time,
    memory_is_believed,
    a_lock_is_for_codes_only,
]


@pytest.mark.parametrize(
    "bug",
    [
        pytest.param(bug, id=bug.__name__, marks=[] if i % 4 == 1 else pytest.mark.long)
        for i, bug in enumerate(BUGS)
    ],
)
def test_the_machine_finds(bug, monkeypatch):
    bug(monkeypatch)
    # What the model says, what a phone is told, or what the file itself forbids.
    with pytest.raises((AssertionError, pytest.fail.Exception, Refusal, sqlite3.IntegrityError)):
        run_state_machine_as_test(Table, settings=HUNT)
