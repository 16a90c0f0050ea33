"""What is remembered of pieces: for whom, by what, and that it alters no table."""

from __future__ import annotations

import pytest
from msgspec.structs import replace
from sqlite_utils import Database

from referee.core import Unusable
from referee.service import PIECES, Gone, NotAllowed, Recorded, Refused, play
from referee.service import memory as remembering
from referee.store.sqlite.library import sqlite3
from referee.store.sqlite.schema import migrations

NOTHING = {"values": None, "other": None, PIECES: None}


@pytest.fixture
def table(house):
    """A table: its code, and the phones of the host, of p2 and of one that watches."""
    host, bo, watcher = (house.phone() for _ in range(3))
    code = house.open(host)
    house.service.joining.join(code, bo, "p2")
    house.service.joining.join(code, watcher)
    return code, host, bo, watcher


def test_what_a_phone_told_is_its_own(house, table):
    code, host, bo, _ = table
    s = house.service
    before = s.views.table(code, bo)
    s.memory.remember("toy", host, "values", {"basic": 5})
    s.memory.remember("toy", host, "values", {"basic": 6, "name": "é"})
    assert replace(s.views.table(code, bo), memory=before.memory) == before
    s = house.start()
    assert s.memory.of("toy", host) == NOTHING | {"values": {"basic": 6, "name": "é"}}
    for other in (bo, house.phone(), None):
        assert s.memory.of("toy", other) == NOTHING
    s.memory.remember("toy", host, "values", None)
    assert s.memory.of("toy", host) == NOTHING


def test_what_is_too_much_or_no_text_is_not_remembered(house):
    s, phone = house.service, house.phone()
    for value in ("x" * 70_000, "\ud800", object()):
        with pytest.raises(Unusable):
            s.memory.remember("toy", phone, "values", value)
    with pytest.raises(Unusable):
        s.memory.remember("toy", phone, "something else", 1)
    assert s.memory.of("toy", phone) == NOTHING


def test_a_table_offers_what_its_host_remembers(house, table):
    code, host, bo, _ = table
    s = house.service
    s.memory.remember("toy", host, "values", 5)
    s.memory.remember("toy", bo, "values", 6)
    s.memory.remember("toy", bo, "other", 7)
    for phone in (host, bo):
        assert s.memory.at_table(code, phone) == NOTHING | {"values": 5}
    s.hosting.hand_over(code, host, 2)
    assert s.memory.at_table(code, host) == NOTHING | {"values": 6, "other": 7}
    with pytest.raises(Gone):
        s.memory.at_table(code, house.phone())


def test_what_is_recorded_is_learned_for_that_phone_and_the_hosts(house, table):
    code, host, bo, watcher = table
    s = house.service
    assert isinstance(house.do(code, host, "add", by="p1", n=1), Recorded)
    assert isinstance(house.do(code, bo, "add", by="p2", n=2), Recorded)
    assert isinstance(house.do(code, bo, "add", by="p1", n=3), Refused)
    assert s.memory.of("toy", host)[PIECES] == [1, 2]
    assert s.memory.of("toy", bo)[PIECES] == [2]
    assert s.memory.of("toy", watcher) == NOTHING
    assert s.memory.at_table(code, bo)[PIECES] == [1, 2]
    elsewhere = house.open(house.phone())
    s.joining.join(elsewhere, watcher)
    assert s.memory.at_table(elsewhere, watcher) == NOTHING, "another table knows nothing of it"
    own = house.open(bo)
    s.joining.join(own, watcher)
    assert s.memory.at_table(own, watcher)[PIECES] == [2]


def test_pieces_are_learned_with_the_event_or_not_at_all(house, table, monkeypatch):
    code, host, *_ = table
    monkeypatch.setattr(
        play, "answer_to", lambda *_: (_ for _ in ()).throw(sqlite3.OperationalError)
    )
    with pytest.raises(sqlite3.OperationalError):
        house.do(code, host, "add", by="p1", n=1)
    monkeypatch.undo()
    assert house.service.memory.of("toy", host) == NOTHING
    assert house.seq(code, host) == 0


def test_a_full_memory_keeps_no_table_waiting(house, table, monkeypatch):
    code, host, *_ = table
    monkeypatch.setattr(remembering, "_MOST", 4)
    assert isinstance(house.do(code, host, "add", by="p1", n=1), Recorded)
    assert isinstance(house.do(code, host, "add", by="p2", n=2), Recorded)
    assert house.service.memory.of("toy", host)[PIECES] == [1]


def test_a_correction_is_of_ones_own_memory(house, table):
    code, host, bo, watcher = table
    s = house.service
    house.do(code, host, "add", by="p1", n=1)
    s.memory.edit_pieces(code, bo, {"numbers": "[8]"})
    assert (s.memory.of("toy", host)[PIECES], s.memory.of("toy", bo)[PIECES]) == ([1], [8])
    with pytest.raises(NotAllowed):
        s.memory.edit_pieces(code, watcher, {"numbers": "[9]"})
    s.settings.set_who_may(code, host, "host")
    with pytest.raises(NotAllowed):
        s.memory.edit_pieces(code, bo, {"numbers": "[9]"})


def test_where_memory_is_shared_it_is_everybodys(house, table):
    code, host, bo, watcher = table
    s = house.start(shared_memory=True)
    s.memory.remember("toy", bo, "values", 5)
    house.do(code, bo, "add", by="p1", n=1)
    for phone in (host, bo, watcher, None):
        assert s.memory.of("toy", phone) == NOTHING | {"values": 5, PIECES: [1]}
    assert s.memory.at_table(code, watcher) == NOTHING | {"values": 5, PIECES: [1]}
    assert house.start().memory.of("toy", bo) == NOTHING, "and nobody's where it is not"


@pytest.mark.sqlite
def test_what_a_server_remembered_before_is_its_hosts(house, tmp_path):
    """And goes on to be everybody's where memory is shared."""
    host, bo = house.phone(), house.phone()
    house.open(host)
    house.store.close()
    db = Database(house.folder / "referee.db")
    db.execute("DROP TABLE memories")
    db.execute("CREATE TABLE remembered (game TEXT, name TEXT, value TEXT)")
    for row in (("toy", "values", "5"), ("toy", PIECES, "[3]"), ("zar", "values", "7")):
        db.execute("INSERT INTO remembered VALUES (?, ?, ?)", row)
    db.execute("DELETE FROM _sqlite_migrations WHERE name = 'm006_memories'")
    db.conn.commit()
    db.close()
    s = house.start()
    assert s.memory.of("toy", host) == NOTHING | {"values": 5, PIECES: [3]}
    assert s.memory.of("toy", bo) == NOTHING
    s = house.start(shared_memory=True)
    assert s.memory.of("toy", bo) == NOTHING | {"values": 5, PIECES: [3]}
    with house.store.read() as db:
        assert {m.name for m in migrations.applied(db.db)} >= {"m006_memories"}
