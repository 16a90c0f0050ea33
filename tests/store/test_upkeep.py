"""Copies that the server makes by itself, the way back to one, and the rest of its upkeep."""

from __future__ import annotations

import os
import random
import threading
from contextlib import closing
from pathlib import Path

import pytest

from referee.core import render
from referee.store import TooNew, Unwritable, lock
from referee.store.sqlite import Store, backups
from referee.store.sqlite.library import sqlite3
from referee.store.upkeep import CHECK_EVERY, PATIENCE, QUIET, SAY_EVERY, Upkeep

DAY = backups.DAY
NOON = 1_790_000_000.0


def table(store: Store, code: str, changed: str = "2026-09-21T12:00:00Z") -> None:
    with store.write() as db:
        phone = db.phones.by_hash(b"h") or db.phones.add(b"h", "now")
        db.tables.insert(code=code, game="toy", title="", players="[]", options="{}", edition="1",
            who_may="anyone", locked=False, generation=0, host=phone, host_since=0, seq=0, line=0,
            depth=0, size=0, now="{}", seating="[]", over=False, opened="", changed=changed,
            made_by=phone, made_key=code, made_body=b"",
        )  # fmt: skip


def codes(path: Path) -> list[str]:
    with closing(sqlite3.connect(path)) as db:
        return [code for (code,) in db.execute("SELECT code FROM tables ORDER BY id")]


class Time:
    """Both clocks, and the time at which the file was written to."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.now = NOON
        self.ran = 0.0

    def upkeep(self, keep_days: int = 0) -> Upkeep:
        return Upkeep(self.store, keep_days, clock=lambda: self.now, tick=lambda: self.ran)

    def pass_(self, seconds: float) -> None:
        self.now += seconds
        self.ran += seconds

    def write(self, code: str) -> None:
        table(self.store, code)
        for path in self.store.path.parent.glob("referee.db*"):
            os.utime(path, (self.now, self.now))


@pytest.fixture
def clock(store: Store) -> Time:
    return Time(store)


def made(store: Store) -> list[backups.Backup]:
    return backups.backups(store.path.parent)


def test_one_copy_a_day_while_tables_change_and_the_last_seven(store: Store, clock: Time) -> None:
    upkeep = clock.upkeep()
    assert upkeep.copy_and_check() == []
    assert made(store) == [], "nothing to copy yet"
    for day in range(10):
        clock.write(f"DAY{day:03}")
        for _ in range(24):
            clock.pass_(3600)
            assert upkeep.copy_and_check() == []
    assert [b.number for b in made(store)] == [10, 9, 8, 7, 6, 5, 4]
    assert codes(made(store)[0].path) == [f"DAY{day:03}" for day in range(10)]
    for _ in range(100):
        clock.pass_(3600)
        upkeep.copy_and_check()
    assert made(store)[0].number == 10, "nothing has changed since"
    folder = store.path.parent / backups.FOLDER
    assert folder.stat().st_mode & 0o777 == 0o700
    assert all(b.path.stat().st_mode & 0o777 == 0o600 for b in made(store))


def test_a_copy_waits_for_a_quiet_moment_but_not_for_ever(store: Store, clock: Time) -> None:
    upkeep = clock.upkeep()
    waited = 0.0
    while not made(store):
        clock.write(f"T{int(waited):05}")
        upkeep.copy_and_check()
        clock.pass_(QUIET / 2)
        waited += QUIET / 2
    assert PATIENCE <= waited <= PATIENCE + 2 * QUIET


@pytest.mark.parametrize("jump", [-400 * DAY, -DAY / 2, 400 * DAY])
def test_a_clock_that_jumps_costs_no_copy(store: Store, clock: Time, jump: float) -> None:
    upkeep = clock.upkeep()
    clock.write("FIRST")
    clock.pass_(3600)
    upkeep.copy_and_check()
    clock.now += jump
    for i in range(4):
        clock.write(f"LATER{i}")
        for _ in range(48):
            clock.pass_(1800)
            upkeep.copy_and_check()
    assert 2 <= len(made(store)) <= 6
    assert set(codes(made(store)[0].path)) >= {"FIRST", "LATER0"}


def damage(path: Path) -> None:
    """Spoil a page in the middle of the file."""
    with path.open("r+b") as file:
        for page in range(2, path.stat().st_size // 4096, 2):
            file.seek(page * 4096)
            file.write(random.Random(page).randbytes(2048))


def test_a_damaged_page_is_noticed_and_takes_no_sound_copys_place(
    store: Store, clock: Time
) -> None:
    upkeep = clock.upkeep()
    clock.write("FIRST")
    clock.pass_(QUIET)
    upkeep.copy_and_check()
    clock.write("SECOND")
    store.close()
    damage(store.path)
    clock.pass_(CHECK_EVERY)
    said = upkeep.copy_and_check()
    assert len(said) == 1
    assert "damaged" in said[0]
    assert store.damage is not None
    clock.pass_(60)
    assert upkeep.copy_and_check() == [], "not again every minute"
    clock.pass_(DAY)
    assert any("No backup could be made" in words for words in upkeep.copy_and_check())
    assert [codes(b.path) for b in made(store)] == [["FIRST"]]


def test_a_full_disk_is_warned_of_once_an_hour(
    store: Store, clock: Time, monkeypatch: pytest.MonkeyPatch
) -> None:
    upkeep = clock.upkeep()
    monkeypatch.setattr("shutil.disk_usage", lambda _: type("Usage", (), {"free": 199 << 20}))
    assert "200 MB" in upkeep.copy_and_check()[0]
    clock.pass_(60)
    assert upkeep.copy_and_check() == []
    clock.pass_(SAY_EVERY)
    assert len(upkeep.copy_and_check()) == 1
    monkeypatch.setattr("shutil.disk_usage", lambda _: type("Usage", (), {"free": 201 << 20}))
    clock.pass_(SAY_EVERY)
    assert upkeep.copy_and_check() == []


def test_old_tables_are_deleted_only_where_that_is_wanted(store: Store, clock: Time) -> None:
    table(store, "OLD", "2026-01-01T00:00:00Z")
    table(store, "NEW", "2026-09-20T00:00:00Z")
    for keep, left in ((0, ["OLD", "NEW"]), (400, ["OLD", "NEW"]), (30, ["NEW"])):
        upkeep = clock.upkeep(keep)
        upkeep.copy_and_check()
        upkeep.delete_old()
        assert codes(store.path) == left, keep
    assert codes(made(store)[0].path) == ["OLD", "NEW"], "a copy was made before"


# The way back


def test_restoring_keeps_what_it_replaces(store: Store) -> None:
    data = store.path.parent
    table(store, "FIRST")
    copy = backups.make(store, NOON)
    table(store, "SECOND")
    marks = {store.mark}
    store.close()
    for _ in range(2):
        aside = backups.restore(data, copy)
        assert aside is not None
        again = Store(store.path)
        marks.add(again.mark)
        again.close()
        assert codes(store.path) == ["FIRST"]
        assert store.path.stat().st_mode & 0o777 == 0o600
    assert len(marks) == 3, "each time another mark"
    kept = [
        p for p in data.glob("*.replaced-*") if not p.name.endswith(("-wal", "-shm", "-journal"))
    ]
    assert sorted(len(codes(path)) for path in kept) == [1, 2]


def test_every_copy_has_a_mark_of_its_own(store: Store) -> None:
    copies = [backups.make(store, NOON + i) for i in range(3)]
    marks = {Store(copy).mark for copy in copies} | {store.mark}
    assert len(marks) == 4
    assert Store(store.path).mark == store.mark, "started again it is the same"


def test_what_is_no_sound_copy_is_refused_and_changes_nothing(store: Store, folder: Path) -> None:
    table(store, "FIRST")
    whole = backups.make(store, NOON)
    bad, new, other, text = (folder / name for name in ("bad.db", "new.db", "other.db", "x.txt"))
    bad.write_bytes(whole.read_bytes())
    damage(bad)
    new.write_bytes(whole.read_bytes())
    with closing(sqlite3.connect(new)) as db:
        db.execute(
            "INSERT INTO _sqlite_migrations (migration_set, name, applied_at)"
            " SELECT migration_set, 'm999', applied_at FROM _sqlite_migrations LIMIT 1"
        )
        db.commit()
    with closing(sqlite3.connect(other)) as db:
        db.execute("CREATE TABLE recipes (name TEXT)")
    text.write_bytes(b"a shopping list" * 100)
    store.close()
    before = store.path.read_bytes()
    for source, error in (
        (bad, Unwritable),
        (new, TooNew),
        (other, Unwritable),
        (text, Unwritable),
    ):
        with pytest.raises(error):
            backups.restore(folder, source)
        assert store.path.read_bytes() == before, source
    assert not list(folder.glob("*.part"))
    assert not list(folder.glob("*replaced*"))


def test_a_damaged_database_can_be_replaced(store: Store, folder: Path) -> None:
    table(store, "FIRST")
    copy = backups.make(store, NOON)
    store.close()
    store.path.write_bytes(b"")
    backups.restore(folder, copy)
    assert codes(store.path) == ["FIRST"]


# The file


def test_an_empty_file_is_no_new_app(store: Store) -> None:
    store.close()
    for end in ("", "-wal", "-journal"):
        path = store.path.with_name(store.path.name + end)
        if path.exists():
            path.write_bytes(b"")
    with pytest.raises(Unwritable) as caught:
        Store(store.path)
    assert "empty" in render(caught.value.message)
    assert "restore" in render(caught.value.message)
    assert store.path.stat().st_size == 0


def test_the_database_of_another_program_is_left_alone(folder: Path) -> None:
    path = folder / "referee.db"
    with closing(sqlite3.connect(path)) as db:
        db.execute("CREATE TABLE recipes (name TEXT)")
    before = path.read_bytes()
    with pytest.raises(Unwritable) as caught:
        Store(path)
    assert "another program" in render(caught.value.message)
    assert path.read_bytes() == before


def test_a_copy_is_the_owners_alone_from_its_first_byte(store: Store) -> None:
    with store.write() as db:
        for i in range(3000):
            db.execute("INSERT INTO phones (hash, at) VALUES (?, ?)", [b"%d" % i, "x" * 1000])
    target = store.path.with_name("copy.db")
    seen: set[int] = set()
    stop = threading.Event()

    def watch() -> None:
        while not stop.is_set():
            for path in target.parent.glob("copy.db*"):
                try:
                    seen.add(path.stat().st_mode & 0o777)
                except FileNotFoundError:
                    continue

    mask = os.umask(0)
    watcher = threading.Thread(target=watch)
    watcher.start()
    try:
        for _ in range(5):
            store.backup(target)
    finally:
        stop.set()
        watcher.join()
        os.umask(mask)
    assert seen == {0o600}


def test_a_folder_is_one_servers(folder: Path) -> None:
    first = lock.hold(folder)
    with pytest.raises(Unwritable) as caught:
        lock.hold(folder, patience=0.1)
    assert str(os.getpid()) in render(caught.value.message)
    assert "--data" in render(caught.value.message)
    threading.Timer(0.3, os.close, [first]).start()
    os.close(lock.hold(folder, patience=5))
