"""What a store promises, whichever engine keeps it."""

from __future__ import annotations

import threading
import time
from concurrent.futures import ThreadPoolExecutor

import psycopg
import pytest

import referee.store.postgres as postgres_engine
from referee.store.rows import LogRow, PersonTotals, PlayerRow, Redaction, ResultRow, Streaks
from referee.store.sqlite import Store
from referee.store.sqlite.library import sqlite3

FORBIDDEN = (sqlite3.IntegrityError, psycopg.IntegrityError)


@pytest.fixture
def another(folder, database):
    """Opens the same database once more, as another process does."""
    opened = []

    def open_store():
        store = postgres_engine.Store(database) if database else Store(folder / "referee.db")
        opened.append(store)
        return store

    yield open_store
    for store in opened:
        store.close()


@pytest.fixture
def store(another):
    return another()


def table(db, code="ABCDEF", key="k", **fields):
    phone = db.phones.add(b"h", "now")
    return db.tables.insert(
        **{
            "code": code, "game": "toy", "title": "", "players": "[]", "options": "{}",
            "edition": "1", "who_may": "anyone", "locked": False, "generation": 0, "host": phone,
            "host_since": 0, "seq": 0, "line": 0, "depth": 0, "size": 0, "now": "{}",
            "seating": "[]", "over": False, "opened": "", "changed": "", "made_by": phone,
            "made_key": key, "made_body": b"",
        } | fields
    )  # fmt: skip


def event(line, **fields):
    return LogRow(line, "event", "now", None, "", False, **fields)


def player(key, name, **fields):
    return PlayerRow(
        key, name, name.casefold(), **{"introduced": 0, "phone": None, "since": 0} | fields
    )


# Rows are what they were


def test_a_line_comes_back_as_it_went_in(store):
    """Every kind of value, and none: truths, numbers of 64 bits, bytes, any letter."""
    full = LogRow(
        line=1, kind="event", at="2026-11-28T20:00:00Z", phone=1, who="p1 p2", host=True,
        said='{"text": "Zoë ❤ 猫 \\u0000 %s ? \'"}', seq=(1 << 62), event='{"type":"add"}',
        ruling="{}", verdict="legal", edition="2", stood=False, depth=1, undone=None, hides="p1",
        open=True, left_out=True, key="k%s?", body=b"\0\xff'", closes=True,
    )  # fmt: skip
    with store.write() as db:
        id = table(db)
        db.log.append(id, [full, LogRow(2, "note", "", None, "", False)])
    with store.read() as db:
        assert db.log.by_line(id, 1) == full
        assert db.log.by_line(id, 2) == LogRow(2, "note", "", None, "", False)
        assert [type(v) for v in vars_of(db.log.by_line(id, 1))] == [
            type(v) for v in vars_of(full)
        ], "a truth is no number"


def vars_of(row):
    return [getattr(row, name) for name in row.__struct_fields__]


def test_a_table_comes_back_as_it_went_in(store):
    with store.write() as db:
        id = table(db, locked=True, made_body=b"\0", title="Ærø – %d?")
        db.tables.change(id, over=True, meta="{}", host_link=b"\1\2", join_code="GHJKMN")
    with store.read() as db:
        row = db.tables.by_id(id)
        assert (row.locked, row.over, row.made_body, row.title) == (True, True, b"\0", "Ærø – %d?")
        same = (
            db.tables.by_code("ABCDEF"), db.tables.by_join_code("GHJKMN"),
            db.tables.by_host_link(b"\1\2"), db.tables.by_key(row.host, "k"), *db.tables.every(),
        )  # fmt: skip
        assert set(same) == {row}
        assert db.tables.by_code("abcdef") is None
        assert db.tables.revisions([id, id + 1]) == {id: 0}
        assert db.tables.revisions([]) == {}


def test_rows_come_in_one_order_whatever_the_engine(store):
    with store.write() as db:
        id = table(db)
        db.players.add(id, [player(k, k) for k in ("p2", "p10", "p1", "p3")])
        db.history.keep_results(id, [ResultRow(k, k, 1, True) for k in ("p3", "p10", "p2")])
        for name in ("b", "B", "a", "é", "_"):
            db.memories.put(0, "toy", name, "1")
            db.drafts.put(id, "s", name, "1")
    with store.write() as db:
        db.players.rename(id, "p1", "Zoë", "zoë")  # a row that was changed lies elsewhere
        db.drafts.put(id, "s", "B", "2")
    with store.read() as db:
        assert [p.player for p in db.players.at(id)] == ["p1", "p10", "p2", "p3"]
        assert [each.player for each in db.history.results(id)] == ["p10", "p2", "p3"]
        assert list(db.memories.every(0, "toy")) == ["B", "_", "a", "b", "é"]
        assert list(db.drafts.on(id, "s")) == ["B", "_", "a", "b", "é"]


def test_what_is_kept_again_takes_the_place_of_what_was(store):
    with store.write() as db:
        id = table(db)
        for value in ("1", "2"):
            db.drafts.put(id, "s", "p1", value)
            db.memories.put(7, "toy", "n", value)
            db.copies.keep_snapshot(id, 1, value, value.encode())
            db.copies.keep_scores(id, 1, value)
        assert db.drafts.on(id, "s") == {"p1": "2"}
        assert db.drafts.count(id) == 1
        assert (db.memories.find(7, "toy", "n"), db.memories.find(0, "toy", "n")) == ("2", None)
        assert db.copies.snapshot(id, 5, "2") == (1, b"2")
        assert db.copies.snapshot(id, 5, "1") is None
        assert db.copies.course(id, 1) == ["2"]
        db.drafts.put(id, "s", "p1", None)
        db.memories.put(7, "toy", "n", None)
        assert (db.drafts.on(id, "s"), db.memories.every(7, "toy")) == ({}, {})


def test_what_lies_on_a_sheet_of_a_table_left_alone_is_found(store):
    with store.write() as db:
        id = table(db)
        db.tables.change(id, changed="2026-06-01T00:00:00Z")
        db.drafts.put(id, "s", "p1", "1")
        db.drafts.put(id, "s", "p2", "1")
    with store.read() as db:
        assert db.drafts.abandoned("s", "2026-06-01T00:00:01Z") == [id]
        assert db.drafts.abandoned("s", "2026-06-01T00:00:00Z") == []
        assert db.drafts.abandoned("other", "2026-06-01T00:00:01Z") == []


def test_a_phone_that_comes_twice_is_one(store):
    with store.write() as db:
        assert db.phones.add(b"\0a", "now") == db.phones.add(b"\0a", "later")
        assert db.phones.by_hash(b"\0a") != db.phones.add(b"\0b", "now")


# The pile


def test_the_pile_gives_and_takes(store):
    with store.write() as db:
        id = table(db)
        for n in range(1, 7):
            kind = "add" if n % 2 else "deal"
            db.log.append(
                id, [event(n, seq=n, depth=n, event=f'{{"type":"{kind}","n":{n}}}', ruling="{}",
                           verdict="legal", open=n == 2, closes=n in (3, 4))]
            )  # fmt: skip
            db.copies.keep_snapshot(id, n, "m", b"s")
            db.copies.keep_scores(id, n, "{}")
        assert [d for d, _, _ in db.pile.of_types(id, ["add", "x'"], 5)] == [1, 3, 5]
        assert db.pile.of_types(id, [], 5) == []
        assert (db.redactions.last_open(id), db.redactions.open_depth(id)) == (2, 2)
        assert db.redactions.now(id) == Redaction(2, 3, 3)
        assert db.pile.take_back(id, 4, 9) == [6, 5]
        assert db.pile.count_undone(id, 9) == 2
        assert db.pile.undone_by(id, 9).seq == 6
        assert db.pile.first_in_effect(id, 3) == 3
        assert (db.pile.at_depth(id, 4).seq, db.pile.at_depth(id, 5)) == (4, None)
        assert db.copies.course_ends(id, 9) == [1, 2, 3, 4]
        effects = db.pile.effects(id)
        assert effects[6] == (6, None, False, False, False)
        assert effects[2] == (2, 2, False, True, False)
        db.pile.set_effects(id, [(1, 2, True, None, True), (2, 1, False, True, False)])
        assert [db.pile.at_depth(id, d).line for d in (1, 2)] == [2, 1]
        page = db.log.page(id, None, 9, Redaction(2, 3, 3))
        assert [row.line for row in page] == [6, 5, 4, 3, 2, 1]


@pytest.mark.parametrize(
    "again", [{"line": 1}, {"line": 2, "seq": 1}, {"line": 2, "key": "k"}, {"line": 2, "depth": 1}]
)
def test_no_two_lines_share_number_event_key_or_place(store, again):
    """Whatever the code does, the database itself refuses the second, and all that came with it."""

    def twice():
        with store.write() as db:
            id = table(db)
            db.log.append(id, [event(1, seq=1, key="k", depth=1)])
            db.log.append(id, [event(**again)])

    with pytest.raises(FORBIDDEN):
        twice()
    with store.read() as db:
        assert db.tables.by_code("ABCDEF") is None


def test_no_two_players_of_a_table_share_a_name_and_no_two_tables_a_code_or_a_key(store):
    with store.write() as db:
        id = table(db)

    def twice(act):
        with store.write() as db:
            act(db)

    for act in (
        lambda db: db.players.add(id, [player("p1", "Ann"), player("p2", "ANN")]),
        lambda db: table(db, key="other"),
        lambda db: table(db, code="GHJKMN"),
    ):
        with pytest.raises(FORBIDDEN):
            twice(act)


def test_a_deleted_table_takes_everything_along(store):
    with store.write() as db:
        id = table(db)
        phone = db.phones.by_hash(b"h")
        after = table(db, "GHJKMN", "k2", rematch=id)
        db.log.append(id, [event(1, seq=1)])
        db.copies.keep_snapshot(id, 1, "me", b"s")
        db.copies.keep_scores(id, 1, "{}")
        db.players.add(id, [player("p1", "Ann")])
        db.members.add(id, phone, 1)
        db.requests.put(id, phone, "seat", "p1", "")
        db.drafts.put(id, "s", "p1", "{}")
        db.history.keep_results(id, [ResultRow("p1", "ann", 1, True)])
        db.tables.delete(id)
        kept = ("lines", "snapshots", "course", "players", "members", "asks", "drafts", "results")
        for name in (*kept, "found"):
            assert db.execute(f"SELECT count(*) FROM {name}").fetchone()[0] == 0, name
        assert db.tables.by_id(after).rematch is None
        assert table(db, "NPQRST", "k3") > after, "a number is never used again"


def test_old_tables_are_found_to_be_deleted(store):
    with store.write() as db:
        old = table(db, changed="2026-01-01T00:00:00Z")
        table(db, "GHJKMN", "k2", changed="2026-11-01T00:00:00Z")
        assert db.tables.unchanged_since("2026-06-01T00:00:00Z", 9) == [old]


# History


def test_a_past_is_summed_up_in_whole_numbers(store):
    with store.write() as db:
        phone = db.phones.add(b"p", "now")
        for i, (ann, bo) in enumerate(((3, 8), (4, (1 << 62)), (None, 1))):
            id = table(db, f"CODE{i:02}", f"k{i}")
            db.members.add(id, phone, 1)
            db.tables.change(id, over=True)
            results = [ResultRow("p1", "ann", ann, i == 0), ResultRow("p2", "bo", bo, i != 0)]
            db.history.keep_results(id, results)
        [bo, ann] = db.history.sums(phone, "toy", 9)
        assert ann == PersonTotals("ann", "", False, 3, 1, 3, 4, 3.5, id)
        assert (bo.games, bo.wins, bo.low, bo.high, bo.last) == (3, 2, 1, 1 << 62, id)
        assert (type(ann.wins), type(ann.average), type(ann.high)) == (int, float, int)
        assert db.history.sums_of(phone, "toy", "ann") == [ann]
        assert db.history.sums_of(phone, "toy", "cy") == []
        assert db.history.streaks(phone, "bo") == Streaks(2, 2, True)
        assert db.history.streaks(phone, "ann") == Streaks(1, 2, False)
        assert db.history.rivals(phone, "ann", 9) == []
        assert [t.over for t in db.history.of_phone(phone, True, "toy", None, 9)] == [True] * 3
        assert db.history.of_phone(phone, False, None, None, 9) == []
        assert [t.id for t in db.history.of_phone(phone, None, None, id, 1)] == [id - 1]


PEOPLE = {
    "ABCDEF": ("Friday night", ["Zoë", "Jean-Luc"], "toy"),
    "GHJKMN": ("", ["Øystein", "O'Brien", "🦊 Fox"], "zar"),
    "NPQRST": ("Zoe’s 50% \\ party? 'quoted' & (more) | !not :*", ["Ægir", "猫又"], "toy"),
}


@pytest.mark.parametrize(
    ("words", "games", "found"),
    [
        (["zoe"], [], ["NPQRST", "ABCDEF"]),
        (["ZOË"], [], ["NPQRST", "ABCDEF"]),
        (["fri"], [], ["ABCDEF"]),
        (["fri", "zo"], [], ["ABCDEF"]),
        (["fri", "fox"], [], []),
        (["luc"], [], ["ABCDEF"]),
        (["jean-l"], [], ["ABCDEF"]),
        (["jean-x"], [], []),
        (["o'b"], [], ["GHJKMN"]),
        (["ø"], [], ["GHJKMN"]),
        (["🦊"], [], ["GHJKMN"]),
        (["猫"], [], ["NPQRST"]),
        (["50%"], [], ["NPQRST"]),
        (["'quoted'"], [], ["NPQRST"]),
        (["oe"], [], []),
        (["zar"], [], ["GHJKMN"]),
        (["ka"], ["zar"], ["GHJKMN"]),
        (["x' | 'w:zoe"], [], []),
        (['a" OR "zoe'], [], []),
        (["party"], ["zar"], ["NPQRST", "GHJKMN"]),
    ],
)
def test_tables_are_found_by_the_beginnings_of_their_words(store, words, games, found):
    """The same on both engines, whatever somebody types."""
    with store.write() as db:
        phone, other = db.phones.add(b"p", "now"), db.phones.add(b"q", "now")
        for code, (title, names, game) in PEOPLE.items():
            id = table(db, code, code, title=title, game=game)
            db.players.add(id, [player(f"p{i}", name) for i, name in enumerate(names, 1)])
            db.members.add(id, phone, 1)
        db.members.add(id, other, 2)
    with store.read() as db:
        got = [t.code for t in db.history.by_words(phone, words, games, None, 9)]
        assert got == found
        assert [t.code for t in db.history.by_words(phone, words, games, id, 9)] == [
            code for code in found if code != "NPQRST"
        ]
        theirs = [t.code for t in db.history.by_words(other, words, games, None, 9)]
        assert theirs == [code for code in found if code == "NPQRST"], "only one's own"
        assert db.history.by_words(other + 1, words, games, None, 9) == []


def test_what_a_table_is_found_by_follows_what_it_is_called(store):
    with store.write() as db:
        phone = db.phones.add(b"p", "now")
        id = table(db, title="Old")
        db.members.add(id, phone, 1)
        db.players.add(id, [player("p1", "Ann"), player("p2", "Guest", introduced=None)])

    def finds(word):
        with store.read() as db:
            return bool(db.history.by_words(phone, [word], [], None, 9))

    assert (finds("old"), finds("ann"), finds("guest")) == (True, True, False)
    with store.write() as db:
        db.tables.change(id, title="New")
        db.players.rename(id, "p1", "Zoë", "zoë")
        db.players.introduce(id, "p2", 3)
    assert [finds(w) for w in ("old", "ann", "new", "zoe", "guest")] == [
        False,
        False,
        True,
        True,
        True,
    ]
    with store.write() as db:
        db.members.set_state(id, phone, "left")
    assert not finds("new")


# Transactions


def test_what_raises_changes_nothing(store):
    def fail():
        with store.write() as db:
            table(db)
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        fail()
    with store.write() as db:
        assert db.tables.every() == []
        table(db)
    with store.read() as db:
        assert len(db.tables.every()) == 1


def test_a_read_sees_one_moment(store, another, engine):
    with store.write() as db:
        id = table(db)
    other = another()

    def change(line):
        with other.write() as db:
            db.tables.change(id, line=line)

    with store.read() as db:
        assert db.tables.by_id(id).line == 0
        if engine == "postgres":  # in the file's safer mode a writer waits for who reads
            change(1)
            assert db.tables.by_id(id).line == 0
            assert db.tables.revisions([id]) == {id: 0}
    change(2)
    with store.read() as db:
        assert db.tables.by_id(id).line == 2


def test_two_stores_change_one_table_one_after_the_other(store, another):
    """Each reads before it writes, in threads of two stores: every change counts, none twice."""
    with store.write() as db:
        id = table(db)
    stores, each = (store, another()), 25

    def add(i):
        with stores[i % 2].write() as db:
            row = db.tables.by_code("ABCDEF")
            latest = db.log.latest(id)
            assert (latest.line if latest else 0) == row.line
            db.log.append(id, [event(row.line + 1, seq=row.line + 1, depth=row.line + 1)])
            db.tables.change(id, line=row.line + 1)

    with ThreadPoolExecutor(6) as pool:
        list(pool.map(add, range(6 * each)))
    with store.read() as db:
        assert db.tables.by_id(id).line == 6 * each
        assert len(db.pile.in_effect(id, 0, 999)) == 6 * each


def test_one_key_at_two_stores_opens_one_table(store, another):
    stores = (store, another())
    with store.write() as db:
        phone = db.phones.add(b"h", "now")
    start = threading.Barrier(4)

    def open_table(i):
        start.wait(10)
        with stores[i % 2].write() as db:
            before = db.tables.by_key(phone, "k")
            return before.id if before else table(db, f"CODE{i:02}")

    with ThreadPoolExecutor(4) as pool:
        assert len(set(pool.map(open_table, range(4)))) == 1


def test_of_two_who_use_a_host_link_at_once_one_is_too_late(store, another):
    stores = (store, another())
    with store.write() as db:
        id = table(db)
        db.tables.change(id, host_link=b"once")
    start = threading.Barrier(4)

    def use(i):
        start.wait(10)
        with stores[i % 2].write() as db:
            row = db.tables.by_host_link(b"once")
            time.sleep(0.05)  # all have looked, if they can
            if row:
                db.tables.change(row.id, host_link=None)
        return row is not None

    with ThreadPoolExecutor(4) as pool:
        assert sorted(pool.map(use, range(4))) == [False, False, False, True]


def test_two_tables_do_not_wait_for_each_other(store, another, engine):
    """Where the engine can: with a file there is one writer at a time."""
    if engine == "sqlite":
        return
    with store.write() as db:
        one, two = table(db), table(db, "GHJKMN", "k2")
    other = another()
    with store.write() as db:
        db.tables.by_id(one)
        with other.write() as beside:
            beside.tables.by_id(two)
            beside.tables.change(two, line=1)


# What is announced


def test_what_is_announced_is_heard_after_the_commit_and_only_then(store):
    heard = []
    store.listen(lambda topic, numbers: heard.append((topic, numbers)), lambda: None)

    def fail():
        with store.write() as db:
            db.announce("table", 1, 1)
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        fail()
    with store.write() as db:
        db.announce("table", 7, 3)
        db.announce("asked", 7, 2)
        assert heard == []
    assert heard == [("table", (7, 3)), ("asked", (7, 2))]
    time.sleep(0.05)
    assert len(heard) == 2, "one's own comes once"


def test_what_one_store_announces_the_other_hears(store, another, engine):
    if engine == "sqlite":
        assert not store.is_shared
        return
    assert store.is_shared
    heard, woken = [], threading.Event()
    other = another()
    other.listen(lambda topic, numbers: (heard.append((topic, numbers)), woken.set()), list)
    with store.write() as db:
        id = table(db)
        db.announce("table", id, 1)
    assert woken.wait(5)
    assert heard == [("table", (id, 1))]
    many = list(range(1, 401))
    woken.clear()
    with store.write() as db:
        db.announce("awake", *many)
    assert woken.wait(5)
    assert heard[1:] == [("awake", tuple(many))]
