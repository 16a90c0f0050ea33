"""A whole server's data moved from one engine to the other, and back."""

from __future__ import annotations

import subprocess
import sys
import time
from pathlib import Path

import psycopg
import pytest
from house import House
from toy import Toy

import referee.store.postgres as postgres_engine
from referee.cli import main
from referee.core import render
from referee.service import Busy, copying
from referee.store import Unwritable
from referee.store.opening import open_store
from referee.store.rows import ResultRow
from referee.store.sql.copying import BATCH, KEPT, MARK
from referee.store.sqlite import Store

pytestmark = pytest.mark.slow

FRIDAY = (Path(__file__).parent.parent / "friday.json").read_bytes()


@pytest.fixture
def empty(postgres):
    url = postgres.database()
    yield url
    postgres.drop(url)


@pytest.fixture
def full(tmp_path, monkeypatch):
    """The folder of a server with a bit of everything in it, a table of a game and a rematch."""
    folder = tmp_path / "full"
    folder.mkdir()
    house = House(folder)
    fill(house)
    house.store.close()
    return folder


def fill(house):
    s = house.service
    host, guest, asks = house.phone(), house.phone(), house.phone()
    code = house.open(host, names=("Zoë", "O'Bo", "猫"), target=4)
    s.joining.join(code, guest, "p2")
    s.joining.join(code, asks, "p2")
    for n in (1, 1, 2):
        house.do(code, host, "add", by=s.views.table(code, host).state.turn, n=n)
    house.do(code, host, "undo", count=1)
    s.opening.rematch(code, host)
    s.memory.remember("toy", host, "values", 5)
    s.walls.open(code, host, every=True)
    fields = {"name": "League", "points": "3 1", "people": "Zoë", "first_day": "2026-11-01"}
    league = s.leagues.open(host, fields, house.key())
    s.leagues.add_table(league, code, host)
    gone = house.open(host)
    s.settings.delete_table(gone, host)
    with house.store.write() as db:
        row = db.tables.by_code(code)
        db.drafts.put(row.id, "s", "p1", "{}")
        db.copies.keep_snapshot(row.id, 1, "m", b"\0\xff")
        db.copies.keep_scores(row.id, 1, "{}")
        db.history.keep_results(row.id, [ResultRow("p1", "zoë", -(1 << 62), True)])
        for i in range(2 * BATCH):
            db.phones.add(f"{i}".encode(), "now")
    return code


def toys():
    return {"toy": Toy()}


def contents(store):
    with store.read() as db:
        return {
            name: db.execute(f"SELECT * FROM {name} ORDER BY {', '.join(key)}").fetchall()
            for name, key in KEPT.items()
        } | {"last ids": db.last_ids()}


def test_all_of_it_is_there_and_back_and_numbers_go_on(full, empty, tmp_path):
    source, server = Store(full / "referee.db"), postgres_engine.Store(empty)
    back = Store(tmp_path / "back" / "referee.db")
    assert all(rows for rows in contents(source).values()), "there is something of everything"
    said = []
    assert copying.copy(source, server, toys(), said.append) == 2
    assert contents(server) == contents(source)
    assert copying.copy(server, back, toys(), said.append) == 2
    assert contents(back) == contents(source)
    marks = {store.mark for store in (source, server, back)}
    assert len(marks) == 3, "phones see that it is another database"
    with source.read() as db:
        host, code = db.tables.every()[0].host, db.tables.every()[0].code
    for store in (source, server, back):
        with store.write() as db:
            assert [t.code for t in db.history.by_words(host, ["zoe"], [], None, 1)] == [code]
            new = db.phones.add(b"one more", "now")
        assert new == contents(source)["last ids"]["phones"]
        store.close()


def test_games_go_on_where_they_were(tmp_path, empty):
    folder = tmp_path / "one"
    folder.mkdir()
    house = House(folder)
    host = house.phone()
    code = house.open(host, free=True, target=1000)
    for n in range(60):
        house.do(code, host, "add", by="p1", n=n % 5 + 1)
    before = house.service.views.table(code, host)
    server = postgres_engine.Store(empty)
    copying.copy(house.store, server, toys(), lambda said: None)
    server.close()
    house.database = empty
    house.start()
    assert house.service.views.table(code, host).state == before.state
    house.do(code, host, "add", by="p1", n=1)
    assert house.service.views.table(code, host).seq == before.seq + 1
    house.store.close()


@pytest.mark.parametrize("after", [1, 3, 6, 11])
def test_interrupted_it_goes_on_and_nothing_is_doubled(full, empty, monkeypatch, after):
    source, server = Store(full / "referee.db"), postgres_engine.Store(empty)
    put, count = copying.copying.put, iter(range(after))

    def failing(*args):
        if next(count, None) is None:
            raise Busy
        put(*args)

    monkeypatch.setattr(copying.copying, "put", failing)
    with pytest.raises(Busy):
        copying.copy(source, server, toys(), lambda said: None)
    monkeypatch.undo()
    with pytest.raises(Unwritable) as caught:
        open_store(full, empty)
    assert "not finished" in render(caught.value.message), "no server takes half of it"
    copying.copy(source, server, toys(), lambda said: None)
    assert contents(server) == contents(source)
    open_store(full, empty).close()
    source.close()
    server.close()


def test_what_is_not_empty_is_refused_and_left_as_it_is(full, empty, tmp_path):
    source, server = Store(full / "referee.db"), postgres_engine.Store(empty)
    with server.write() as db:
        db.phones.add(b"mine", "now")
    before = contents(server)
    with pytest.raises(Unwritable) as caught:
        copying.copy(source, server, toys(), lambda said: None)
    assert "not empty" in render(caught.value.message)
    assert contents(server) == before
    with server.read() as db:
        assert not db.has_table(MARK)
    source.close()
    server.close()


def test_an_unfinished_copy_of_another_is_refused(full, empty, tmp_path):
    server = postgres_engine.Store(empty)
    with server.write() as db:
        copying.copying.begin(db, "another")
    source = Store(full / "referee.db")
    with pytest.raises(Unwritable) as caught:
        copying.copy(source, server, toys(), lambda said: None)
    assert "another database" in render(caught.value.message)
    source.close()
    server.close()


@pytest.mark.parametrize(
    "change",
    [
        "UPDATE lines SET event = replace(event, '\"n\":1', '\"n\":2')",
        "DELETE FROM drafts",
        "UPDATE phones SET at = 'then' WHERE id = 2",
        "UPDATE tables SET rematch = NULL",
    ],
)
def test_a_copy_that_differs_is_found_out(full, empty, monkeypatch, change):
    source, server = Store(full / "referee.db"), postgres_engine.Store(empty)

    def spoiled(old, new):
        link(old, new)
        new.execute(change)

    link = copying.copying.link
    monkeypatch.setattr(copying.copying, "link", spoiled)
    with pytest.raises(Unwritable) as caught:
        copying.copy(source, server, toys(), lambda said: None)
    assert "differs" in render(caught.value.message)
    source.close()
    server.close()


def test_a_table_whose_log_says_something_else_is_found_out(full, empty):
    """Both sides alike, and wrong: the rows show what the events do not come to."""
    source, server = Store(full / "referee.db"), postgres_engine.Store(empty)
    with source.write() as db:
        db.execute("UPDATE tables SET now = '{}'")
    with pytest.raises(Unwritable) as caught:
        copying.copy(source, server, toys(), lambda said: None)
    assert "(log)" in render(caught.value.message)
    source.close()
    server.close()


def test_the_command_moves_a_server_there_and_back(tmp_path, empty, capsys):
    from referee.web import create_app

    folder, back = tmp_path / "instance", tmp_path / "back"
    app = create_app({"DATA": folder})
    s = app.extensions["service"]
    phone, _ = s.phones.add()
    code = s.records.import_record(phone, FRIDAY, key="k")
    app.extensions["store"].close()
    assert main(["copy", "--data", str(folder), "--to", empty]) == 0
    assert "1 tables" in capsys.readouterr().out
    assert main(["copy", "--database", empty, "--to", str(back)]) == 0
    assert main(["tables", "--data", str(back)]) == 0
    assert str(code if isinstance(code, str) else code.code) in capsys.readouterr().out
    assert main(["copy", "--data", str(folder), "--to", empty]) == 1
    assert "not empty" in capsys.readouterr().err
    assert main(["copy", "--data", str(tmp_path / "nothing"), "--to", empty]) == 1
    assert "no database" in capsys.readouterr().err
    for command in (["backup", "x"], ["backups"], ["restore", "1"]):
        assert main(["--database", empty, *command]) == 1
        assert "pg_dump" in capsys.readouterr().err


def test_no_copy_is_made_of_what_a_server_uses(full, empty, capsys):
    server = postgres_engine.Store(empty)
    server.listen(lambda topic, numbers: None, lambda: None)
    assert main(["copy", "--data", str(full), "--to", empty]) == 1
    assert "Stop every server" in capsys.readouterr().err
    server.close()
    other = postgres_engine.Store(empty)
    other.hold()
    listening = postgres_engine.Store(empty)
    with pytest.raises(Unwritable) as caught:
        listening.listen(lambda topic, numbers: None, lambda: None)
    listening.close()
    assert "being copied" in render(caught.value.message)
    other.close()


def rows_in(looking: psycopg.Connection) -> int:
    """How many phones have been copied so far."""
    try:
        return looking.execute("SELECT count(*) FROM phones").fetchone()[0]
    except psycopg.errors.UndefinedTable:
        return 0


def test_killed_in_the_middle_it_goes_on(tmp_path, empty):
    """The command, again and again, until it is done."""
    folder = tmp_path / "instance"
    folder.mkdir()
    store = Store(folder / "referee.db")
    with store.write() as db:
        for i in range(20_000):
            db.connection.execute("INSERT INTO phones (hash, at) VALUES (?, 'now')", [b"%d" % i])
    store.close()
    command = [sys.executable, "-m", "referee", "copy", "--data", folder, "--to", empty]
    with psycopg.connect(empty, autocommit=True) as looking:
        for least in (BATCH, 10 * BATCH):
            running = subprocess.Popen(command, stdout=subprocess.DEVNULL)
            while rows_in(looking) < least:
                assert running.poll() is None
                time.sleep(0.001)
            running.kill()
            running.wait()
            time.sleep(0.3)  # until PostgreSQL has noticed
            assert rows_in(looking) < 20_000
    done = subprocess.run(command, capture_output=True, timeout=60)
    assert done.returncode == 0, done.stderr
    assert b"same state" in done.stdout
    copied = postgres_engine.Store(empty)
    assert len(contents(copied)["phones"]) == 20_000
    copied.close()
