"""The database file: transactions, locks, what can be wrong with it, copies."""

from __future__ import annotations

import re
import subprocess
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path

import pytest
from unable import cannot
from writer import append

from referee.core import render
from referee.store import Busy, Unwritable
from referee.store.sqlite import Store
from referee.store.sqlite.file import wal_is_safe
from referee.store.sqlite.library import sqlite3

WRITER = Path(__file__).parent / "writer.py"


def phones(store):
    with store.read() as db:
        return [row[0] for row in db.execute("SELECT at FROM phones ORDER BY id")]


def append_many(store, times, length):
    for _ in range(times):
        append(store, "x" * length)


@pytest.mark.parametrize(
    ("version", "safe"),
    [
        ((3, 40, 1), False), ((3, 44, 5), False), ((3, 44, 6), True), ((3, 45, 0), False),
        ((3, 46, 1), False), ((3, 50, 6), False), ((3, 50, 7), True), ((3, 51, 2), False),
        ((3, 51, 3), True), ((3, 52, 0), False), ((3, 52, 1), True), ((3, 53, 0), True),
    ],
)  # fmt: skip
def test_wal_only_where_it_loses_nothing(version, safe):
    assert wal_is_safe(version) is safe


def test_every_connection_is_set_to_be_safe(store, journal):
    with store.read() as db:

        def pragma(name):
            return db.execute(f"PRAGMA {name}").fetchone()[0]

        assert pragma("journal_mode") == store.journal == journal
        assert pragma("synchronous") == 2
        assert pragma("foreign_keys") == 1
        assert pragma("busy_timeout") == 0


def test_this_machine_gets_the_mode_that_is_safe_for_its_sqlite(folder):
    mode = "wal" if wal_is_safe(sqlite3.sqlite_version_info) else "truncate"
    assert Store(folder / "referee.db").journal == mode


def test_a_file_goes_from_one_mode_to_the_other_with_the_machine(folder, monkeypatch):
    for i, safe in enumerate((False, True, False)):
        monkeypatch.setattr("referee.store.sqlite.file.wal_is_safe", lambda version, s=safe: s)
        store = Store(folder / "referee.db")
        append(store, f"s{i}")
        assert phones(store) == [str(n) for n in range(i + 1)]
        store.close()


def test_only_its_owner_reads_the_file(store):
    assert store.path.stat().st_mode & 0o777 == 0o600


def test_what_raises_changes_nothing_and_leaves_no_transaction(store):
    def fail():
        with store.write() as db:
            db.execute("INSERT INTO phones (hash, at) VALUES (x'00', 'a')")
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        fail()
    assert phones(store) == []
    assert not any(tx.db.conn.in_transaction for tx in store._idle)
    append(store, "a")
    assert phones(store) == ["0"]


def test_a_connection_is_used_by_one_at_a_time(store):
    with store.read() as one, store.read() as two:
        assert one.db is not two.db
    with store.read() as three:
        assert three.db in (one.db, two.db)


@pytest.mark.slow
def test_t7_parallel_writers(store):
    """8 threads and 4 processes, each reading before it appends: all succeed, none overwrites."""
    each = 40
    processes = [
        subprocess.Popen(
            [sys.executable, WRITER, store.path, f"p{i}", str(each)], stdout=subprocess.PIPE
        )
        for i in range(4)
    ]
    with ThreadPoolExecutor(8) as pool:
        took = list(pool.map(lambda i: append(store, f"t{i % 8}"), range(8 * each)))
    slowest = [float(p.communicate(timeout=60)[0]) for p in processes]
    assert [p.returncode for p in processes] == [0] * 4
    assert phones(store) == [str(n) for n in range(12 * each)]
    assert max(took + slowest) < store.patience


class Outsider:
    """Another program that holds the write lock for some seconds."""

    def __init__(self, path, seconds):
        self.conn = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
        self.conn.execute("BEGIN IMMEDIATE")
        self.timer = threading.Timer(seconds, self.release)
        self.timer.start()

    def release(self):
        self.conn.execute("ROLLBACK")
        self.conn.close()


@pytest.mark.slow
def test_t6_a_short_lock_from_outside_is_waited_for(store):
    """Every write succeeds; sleep is the one that was given."""
    naps = []
    store.sleep = lambda seconds: (naps.append(seconds), time.sleep(seconds))
    outsider = Outsider(store.path, 0.6)
    with ThreadPoolExecutor(8) as pool:
        list(pool.map(lambda i: append(store, "t"), range(16)))
    outsider.timer.join()
    assert len(phones(store)) == 16
    assert naps
    assert max(naps) <= 0.005, "who waits long tries as often as who has just come"


@pytest.mark.slow
def test_t6_a_long_lock_from_outside_is_busy_in_time(folder, journal):
    """Whoever waits longer than the patience is told so, not much later; reading goes on."""
    store = Store(folder / "referee.db", patience=0.4)
    outsider = Outsider(store.path, 2.5)

    def try_it(i):
        began = time.monotonic()
        with pytest.raises(Busy):
            append(store, "t")
        return time.monotonic() - began

    with ThreadPoolExecutor(6) as pool:
        tries = pool.map(try_it, range(6))
        assert phones(store) == []
        assert max(tries) < store.patience + 1
    assert not any(tx.db.conn.in_transaction for tx in store._idle)
    outsider.timer.join()
    append(store, "t")
    assert phones(store) == ["0"]


def test_an_exclusive_lock_stops_reading_too_but_not_for_good(folder, monkeypatch):
    """Where there is no WAL: in that, who writes stops nobody from reading."""
    monkeypatch.setattr("referee.store.sqlite.file.wal_is_safe", lambda version: False)
    store = Store(folder / "referee.db", patience=0.2)
    other = sqlite3.connect(store.path, isolation_level=None)
    other.execute("PRAGMA locking_mode=EXCLUSIVE")
    other.execute("BEGIN EXCLUSIVE")
    other.execute("INSERT INTO phones (hash, at) VALUES (x'01', 'x')")
    with pytest.raises(Busy):
        phones(store)
    other.execute("COMMIT")
    other.close()
    assert phones(store) == ["x"]


def test_others_read_while_a_commit_waits(store, journal):
    """With WAL. With the rollback journal they could not, so whoever writes commits there."""
    seen = []

    def slowly(commit):
        seen.append(phones(store))
        return commit()

    store.commit_by(slowly)
    append(store, "s")
    append(store, "t")
    assert seen == ([[], ["0"]] if journal == "wal" else [])
    assert phones(store) == ["0", "1"]


def test_a_full_disk_is_told_in_words_and_heals(store):
    """SQLite's own error, by its own limit of pages."""
    append(store, "a")
    with store.read() as db:
        db.execute("PRAGMA max_page_count = 1")  # it cannot grow any more
    with pytest.raises(Unwritable) as caught:
        append_many(store, 2000, 500)
    assert "full" in render(caught.value.message)
    assert phones(store)
    store.close()
    append(store, "b")


@pytest.fixture
def small_disk(folder):
    """A file system of 1 MB, where this process may mount one."""
    at = folder / "disk"
    at.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=1m", "tmpfs", str(at)]
    if subprocess.run(mount, capture_output=True).returncode != 0:
        cannot("mount a file system")
    yield at
    subprocess.run(["umount", "-l", str(at)], check=True)


def fill(path):
    with path.open("ab", buffering=0) as file, suppress(OSError):
        while file.write(b"x" * 4096):
            pass


def test_t4_a_disk_that_is_really_full(small_disk, journal):
    store = Store(small_disk / "referee.db")
    append(store, "a")
    filler = small_disk / "filler"
    fill(filler)
    with pytest.raises(Unwritable):
        append_many(store, 50, 3000)
    assert phones(store)[0] == "0"
    fill(filler)  # what a log that was given up has left free
    told = " ".join(render(said) for said in store.check())
    assert re.search("Cannot write to|Nothing can be recorded", told), told
    filler.unlink()
    before = phones(store)
    append(store, "b")
    assert len(phones(store)) == len(before) + 1
    with store.read() as db:
        assert db.execute("PRAGMA integrity_check").fetchone()[0] == "ok"


def test_t5_a_disk_that_has_become_read_only(small_disk, journal):
    store = Store(small_disk / "referee.db")
    append(store, "a")
    remount = ["mount", "-o", "remount,ro", str(small_disk)]
    store.close()
    subprocess.run(remount, check=True)
    try:
        for _ in range(2):
            with pytest.raises(Unwritable):
                append(store, "b")
        assert phones(store) == ["0"]
        assert store.check()
        reopened = Store(store.path)
        assert phones(reopened) == ["0"]
        reopened.close()
    finally:
        store.close()
        subprocess.run(["mount", "-o", "remount,rw", str(small_disk)], check=True)
    append(store, "b")
    assert phones(store) == ["0", "1"]


def test_a_file_that_is_no_database_is_told_in_words(folder):
    (folder / "referee.db").write_bytes(b"this is a shopping list" * 500)
    with pytest.raises(Unwritable) as caught:
        Store(folder / "referee.db")
    assert "database" in render(caught.value.message)


def test_the_self_check_speaks_of_what_is_wrong(store, monkeypatch):
    said = [render(what) for what in store.check()]
    assert [s for s in said if sqlite3.sqlite_version in s] == said[: store.journal != "wal"]
    monkeypatch.setattr("shutil.disk_usage", lambda _: type("Usage", (), {"free": 1000}))
    monkeypatch.setattr("referee.store.sqlite.file._file_system", lambda _: "nfs4")
    more = " ".join(render(what) for what in store.check())
    assert "200 MB" in more
    assert "another machine" in more
    assert not list(store.path.parent.glob(".check-*"))


@pytest.mark.slow
def test_t24_a_backup_under_load(store):
    """Each opens, is whole, is a prefix, and holds all that was acknowledged before it began."""
    stop = threading.Event()
    done = 0

    def write():
        nonlocal done
        while not stop.is_set():
            append(store, "w")
            done += 1
            time.sleep(0.002)

    writer = threading.Thread(target=write)
    writer.start()
    try:
        for i in range(10):
            least = done
            copy = store.path.with_name("copy.db")
            store.backup(copy)
            conn = sqlite3.connect(copy)
            kept = [row[0] for row in conn.execute("SELECT at FROM phones ORDER BY id")]
            assert conn.execute("PRAGMA integrity_check").fetchone()[0] == "ok"
            conn.close()
            assert kept == [str(n) for n in range(len(kept))]
            assert len(kept) >= least
            assert copy.stat().st_mode & 0o777 == 0o600
            time.sleep(0.02 * (i % 3))
    finally:
        stop.set()
        writer.join()
    assert not list(store.path.parent.glob("*.part"))
    assert phones(Store(copy)) == phones(store)[: len(kept)]
