"""PostgreSQL alone: opening a database, losing it, waiting for it, and being without psycopg."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager

import psycopg
import pytest

from referee.core import render
from referee.store import Busy, TooNew, Unwritable
from referee.store.postgres import Store
from referee.store.postgres import store as engine
from referee.store.postgres.connection import translated
from referee.store.postgres.search import tokens
from referee.store.sql.schema import STEPS

pytestmark = pytest.mark.slow


@pytest.fixture
def empty(postgres):
    """The address of a database without any table."""
    url = postgres.database()
    yield url
    postgres.drop(url)


@pytest.fixture
def url(postgres):
    url = postgres.database(postgres.template())
    yield url
    postgres.drop(url)


@pytest.fixture
def store(url):
    store = Store(url, patience=1.0, connections=3)
    yield store
    store.close()


def direct(url, sql, values=()):
    with psycopg.connect(url, autocommit=True) as conn:
        cursor = conn.execute(sql, values)
        return cursor.fetchall() if cursor.description else []


def phones(store):
    with store.read() as db:
        return db.execute("SELECT count(*) FROM phones").fetchone()[0]


def add(store, name):
    with store.write() as db:
        return db.phones.add(name, "now")


# Opening


def test_a_database_is_made_ready_once_however_many_open_it(empty):
    with ThreadPoolExecutor(4) as pool:
        stores = list(pool.map(lambda _: Store(empty), range(4)))
    assert len({store.mark for store in stores}) == 1
    for store in stores:
        store.close()
    applied = direct(empty, "SELECT name FROM migrations ORDER BY name")
    assert [name for (name,) in applied] == [step.__name__ for step in STEPS]


def test_what_is_missing_is_added_to_what_is_there(empty, monkeypatch):
    monkeypatch.setattr("referee.store.postgres.schema.STEPS", STEPS[:2])
    with pytest.raises(psycopg.Error):  # today's program asks for what a later step brings
        Store(empty)
    direct(empty, "INSERT INTO phones (hash, at) VALUES ('a', 'now')")
    monkeypatch.undo()
    store = Store(empty)
    assert phones(store) == 1
    store.close()


def test_a_newer_database_is_refused_and_left_as_it_is(url):
    direct(url, "INSERT INTO migrations (name) VALUES ('m998_future')")
    with pytest.raises(TooNew, match="m998_future"):
        Store(url)


def test_another_programs_database_is_refused_and_left_as_it_is(empty):
    direct(empty, "CREATE TABLE wine (year int)")
    with pytest.raises(Unwritable) as caught:
        Store(empty)
    assert "belongs to another program" in render(caught.value.message)
    assert direct(empty, "SELECT tablename FROM pg_tables WHERE schemaname = 'public'") == [
        ("wine",)
    ]


def test_a_database_that_cannot_hold_every_name_is_refused(postgres):
    postgres.execute("CREATE DATABASE latin ENCODING 'LATIN1' LOCALE 'C' TEMPLATE template0")
    with pytest.raises(Unwritable) as caught:
        Store(postgres.url("latin"))
    assert "UTF8" in render(caught.value.message)
    postgres.execute("DROP DATABASE latin WITH (FORCE)")


@pytest.mark.parametrize("address", ["nowhere", "socket"])
def test_a_database_that_is_not_there_is_said_to_be(postgres, tmp_path, address):
    url = postgres.url("nowhere") if address == "nowhere" else f"postgresql:///x?host={tmp_path}"
    with pytest.raises(Unwritable) as caught:
        Store(url)
    assert "cannot be reached" in render(caught.value.message)


def test_order_does_not_depend_on_how_the_database_was_made(url):
    columns = direct(
        url,
        "SELECT column_name, collation_name FROM information_schema.columns "
        "WHERE table_schema = 'public' AND data_type = 'text'",
    )
    assert columns
    assert {collation for _, collation in columns} == {"C"}


def test_a_commit_is_on_the_disk_before_it_is_answered(url):
    name = url.split("/")[3].split("?")[0]
    direct(url, f"ALTER DATABASE {name} SET synchronous_commit = off")
    store = Store(url)
    with store.read() as db:
        assert db.execute("SHOW synchronous_commit").fetchone() == ("on",)
        assert db.execute("SHOW transaction_read_only").fetchone() == ("on",)
    store.close()


# Waiting


def test_a_full_pool_is_busy_in_time_and_free_again_after(store):
    with store.read(), store.read(), store.read():
        began = time.monotonic()
        with pytest.raises(Busy):
            phones(store)
        assert time.monotonic() - began < 5
    assert phones(store) == 0


def test_a_table_that_another_holds_is_busy_in_time_and_others_go_on(store, url):
    with psycopg.connect(url) as outsider:
        outsider.execute("LOCK TABLE phones IN EXCLUSIVE MODE")
        began = time.monotonic()
        with pytest.raises(Busy):
            add(store, b"a")
        assert time.monotonic() - began < 3
        assert phones(store) == 0, "reading goes on"
        outsider.rollback()
    assert add(store, b"a")


def test_a_statement_that_takes_too_long_is_busy(store):
    def sleep():
        with store.read() as db:
            db.execute("SET LOCAL statement_timeout = '100ms'")
            db.execute("SELECT pg_sleep(5)")

    with pytest.raises(Busy):
        sleep()
    assert phones(store) == 0


def test_of_two_who_wait_for_each_other_one_is_told_to_try_again(store):
    with store.write() as db:
        one, two = db.phones.add(b"1", "now"), db.phones.add(b"2", "now")
    both = threading.Barrier(2)

    def change(first, second):
        try:
            with store.write() as db:
                db.execute("UPDATE phones SET at = 'x' WHERE id = ?", [first])
                both.wait(5)
                db.execute("UPDATE phones SET at = 'x' WHERE id = ?", [second])
        except Busy:
            return "busy"
        return "done"

    with ThreadPoolExecutor(2) as pool:
        a, b = pool.submit(change, one, two), pool.submit(change, two, one)
        assert "busy" in (a.result(20), b.result(20))
    assert phones(store) == 2


# Losing it


def backends(url, name="referee"):
    sql = (
        "SELECT pid FROM pg_stat_activity "
        "WHERE datname = current_database() AND application_name = %s"
    )
    return [pid for (pid,) in direct(url, sql, [name])]


def test_connections_that_were_ended_meanwhile_are_replaced_unseen(store, url):
    with store.read(), store.read():
        pass
    for pid in backends(url):
        direct(url, "SELECT pg_terminate_backend(%s)", [pid])
    for _ in range(5):
        assert phones(store) == 0


def test_a_connection_that_is_lost_in_the_middle_is_said_and_leaves_nothing(store, url):
    def lose():
        with store.write() as db:
            db.phones.add(b"a", "now")
            [pid] = db.execute("SELECT pg_backend_pid()").fetchone()
            direct(url, "SELECT pg_terminate_backend(%s)", [pid])
            db.phones.add(b"b", "now")

    with pytest.raises(Unwritable):
        lose()
    assert phones(store) == 0


def test_a_failed_statement_cannot_be_passed_over(store):
    """PostgreSQL takes back all of such a transaction, and says nothing of it at the commit."""

    def pass_over():
        with store.write() as db:
            db.phones.add(b"a", "now")
            with pytest.raises(psycopg.errors.UndefinedTable):
                db.execute("SELECT * FROM nothing")

    with pytest.raises(psycopg.InternalError):
        pass_over()
    assert phones(store) == 0


@contextmanager
def stopped(pid):
    os.kill(pid, signal.SIGSTOP)
    try:
        yield
    finally:
        os.kill(pid, signal.SIGCONT)


def test_a_server_that_stands_still_is_given_up(store, monkeypatch):
    """It takes what is sent and answers nothing, so that its own limits do not help."""
    monkeypatch.setattr(engine, "STATEMENT", 1.0)
    monkeypatch.setattr(engine, "GRACE", 0.5)
    began = time.monotonic()

    def ask():
        with store.read() as db:
            [pid] = db.execute("SELECT pg_backend_pid()").fetchone()
            with stopped(pid):
                db.execute("SELECT 1")

    with pytest.raises(Unwritable):
        ask()
    assert time.monotonic() - began < 6
    assert phones(store) == 0


@pytest.mark.parametrize("how", ["ended", "stopped"])
def test_a_lost_listener_comes_back_and_says_that_something_may_be_missed(url, how):
    """In less than ten seconds, which is what a phone waits for at most."""
    heard, missed = [], threading.Event()
    store, other = Store(url), Store(url)
    store.listen(lambda topic, numbers: heard.append(numbers), missed.set)
    [pid] = backends(url, "referee listener")
    began = time.monotonic()
    if how == "ended":
        direct(url, "SELECT pg_terminate_backend(%s)", [pid])
        assert missed.wait(10)
    else:
        with stopped(pid):
            assert missed.wait(10)
    assert time.monotonic() - began < 10
    missed.clear()
    with other.write() as db:
        db.announce("table", 5, 6)
    until = time.monotonic() + 5
    while (5, 6) not in heard and time.monotonic() < until:
        time.sleep(0.01)
    assert (5, 6) in heard
    assert not missed.is_set()
    store.close()
    other.close()


def test_what_strangers_announce_is_no_harm(url):
    heard = []
    store, other = Store(url), Store(url)
    store.listen(lambda topic, numbers: heard.append((topic, numbers)), lambda: None)
    for payload in ("", "x", "x table", "x table 1", "x table a b", "x wine 1 2", "x table 1 2 é"):
        direct(url, "SELECT pg_notify('referee', %s)", [payload])
    with other.write() as db:
        db.announce("table", 1, 2)
    until = time.monotonic() + 5
    while not heard and time.monotonic() < until:
        time.sleep(0.01)
    assert heard == [("table", (1, 2))]
    store.close()
    other.close()


def test_a_database_that_is_away_is_said_to_be_and_found_again():
    from postgres_server import Server

    server = Server()
    try:
        store = Store(server.database(), patience=1.0)
        server.kill()
        for _ in range(2):
            began = time.monotonic()
            with pytest.raises(Unwritable) as caught:
                phones(store)
            assert time.monotonic() - began < 8
            assert "Try again" in render(caught.value.message)
        server.start()
        until = time.monotonic() + 10
        while True:
            try:
                assert phones(store) == 0
                break
            except (Busy, Unwritable):
                assert time.monotonic() < until
        store.close()
    finally:
        server.close()


# What it is made of


def test_hints_of_sqlite_are_left_out_and_values_find_their_places():
    sql = (
        "SELECT 1 FROM a m INDEXED BY m_i CROSS JOIN b t ON t.id = m.id WHERE x LIKE '5%' AND y = ?"
    )
    assert translated(sql) == (
        "SELECT 1 FROM a m JOIN b t ON t.id = m.id WHERE x LIKE '5%%' AND y = %s"
    )


def test_words_are_made_as_sqlite_makes_them():
    assert tokens("Zoë & O'Brien-Smith, 50% 🦊x") == ["zoe", "o", "brien", "smith", "50", "🦊x"]
    assert tokens(" !? ") == []


def test_who_has_a_file_needs_no_psycopg(tmp_path):
    program = (
        "import sys; sys.modules['psycopg'] = sys.modules['psycopg_pool'] = None\n"
        "from referee.web import create_app\n"
        "app = create_app({'DATA': sys.argv[1]})\n"
        "assert app.test_client().get('/').status_code == 200\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", program, tmp_path / "instance"], capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr


def test_greenlets_do_not_wait_for_each_other(url):
    """Under gevent what waits for the database lets others go on; one that is ended in the middle
    leaves no connection behind that is still at it."""
    program = """
from gevent import monkey; monkey.patch_all()
import sys, time, gevent
from referee.store.postgres import Store
store = Store(sys.argv[1], connections=4)
def sleep(seconds):
    with store.read() as db:
        db.execute("SELECT pg_sleep(?)", [seconds])
began = time.monotonic()
gevent.joinall([gevent.spawn(sleep, 0.5) for _ in range(4)], raise_error=True)
assert time.monotonic() - began < 1.5, time.monotonic() - began
heard = []
store.listen(lambda topic, numbers: heard.append(numbers), lambda: None)
ended = [gevent.spawn(sleep, 3) for _ in range(4)]
gevent.sleep(0.2)
gevent.killall(ended)
other = Store(sys.argv[1])
with other.write() as db:
    db.announce("table", 1, 2)
gevent.sleep(0.3)
assert heard == [(1, 2)], heard
sleep(0)
store.close(); other.close()
"""
    subprocess.run([sys.executable, "-c", program, url], check=True, timeout=60)
