"""The same thing sent many times at once, and different things at once."""

from __future__ import annotations

import itertools
import random
import threading
import time
from concurrent.futures import ThreadPoolExecutor

import msgspec
import pytest

from referee.core import Unusable
from referee.service import Recorded, Refused, Stale, Submission
from referee.store import Busy
from referee.store.sql.log import Log
from referee.store.sql.pile import Pile

pytestmark = pytest.mark.slow


def at_once(pool, acts):
    """What each of `acts` returns or raises, all begun at the same moment."""
    barrier = threading.Barrier(len(acts))

    def run(act):
        barrier.wait(10)
        try:
            return act()
        except Unusable as error:
            return error

    return list(pool.map(run, acts))


def said(answer):
    """An answer without the table as it is now."""
    return type(answer).__name__, answer.line, answer.event, answer.ruling


def test_t8_each_action_sent_many_times_at_once_is_recorded_once(house):
    """500 actions, each 2 to 10 times at the same moment: one event each, all answers equal (60
    where each takes longer)."""
    times = 60 if house.database else 500
    s = house.service
    host = house.phone()
    code = house.open(host, target=100_000)
    dice = random.Random(8)
    recorded = seq = 0
    with ThreadPoolExecutor(10) as pool:
        for i in range(times):
            by, n = f"p{dice.randint(1, 3)}", dice.randint(1, 6)
            kind = dice.choice(["add", "add", "add", "undo"])
            event = {"type": "undo"} if kind == "undo" else {"type": "add", "by": by, "n": n}

            def send(event=event, seq=seq, i=i):
                return s.play.submit(code, host, Submission(event=event, seen=seq, key=f"k{i}"))

            answers = at_once(pool, [send] * dice.randint(2, 10))
            assert len({msgspec.json.encode(said(a)) for a in answers}) == 1
            assert isinstance(answers[0], (Recorded, Refused))
            recorded += isinstance(answers[0], Recorded)
            seq = house.seq(code, host)
            assert seq == recorded
            if i % 5 == 0:
                with pytest.raises(Unusable) as caught:
                    s.play.submit(
                        code, host, Submission(event={"type": "reveal"}, seen=seq, key=f"k{i}")
                    )
                assert caught.value.path == "key"
    with house.store.read() as db:
        keys = [r[0] for r in db.execute("SELECT key FROM lines WHERE key IS NOT NULL")]
    assert sorted(keys) == sorted(f"k{i}" for i in range(times))


def test_t8_one_key_with_different_contents_at_once(house):
    """Exactly one of them is recorded; the others are told so."""
    s = house.service
    host = house.phone()
    code = house.open(host, free=True, target=100_000)
    with ThreadPoolExecutor(6) as pool:
        for i in range(100):
            acts = [
                lambda n=n, i=i: s.play.submit(
                    code,
                    host,
                    Submission(event={"type": "add", "by": "p1", "n": n}, seen=i, key=f"k{i}"),
                )
                for n in (1, 2, 3, 1, 2, 3)
            ]
            answers = at_once(pool, acts)
            won = [a for a in answers if isinstance(a, Recorded)]
            assert len(won) == 2
            assert said(won[0]) == said(won[1])
            assert {a.path for a in answers if isinstance(a, Unusable)} == {"key"}
            assert house.seq(code, host) == i + 1


def test_everything_else_is_done_once_too(house):
    """Opening, joining, a rematch, an import: as often as they come."""
    s = house.service
    host, guest = house.phone(), house.phone()
    with ThreadPoolExecutor(8) as pool:
        codes = at_once(
            pool, [lambda: s.opening.open_table(host, "toy", ["Ann", "Bo"], {}, key="k")] * 8
        )
        assert len(set(codes)) == 1
        code = codes[0]
        joined = at_once(pool, [lambda: s.joining.join(code, guest, "p2")] * 8)
        assert {j.how for j in joined} == {"seat"}
        kinds = [line.said.text for line in s.views.log(code, host).lines]
        assert kinds == [
            "{player} now has a phone", "A phone joined the table",
            "The table was opened",
        ]  # fmt: skip
        assert len(set(at_once(pool, [lambda: s.opening.rematch(code, guest)] * 8))) == 1
        record = msgspec.json.encode(s.records.export(code, host))
        imports = at_once(pool, [lambda: s.records.import_record(host, record, key="i")] * 8)
        assert len(set(imports)) == 1
        assert len({p.id for p, _ in at_once(pool, [lambda: s.phones.add("t" * 43)] * 8)}) == 1
    assert len(s.history.tables_of(host)) == 3


# Two hosts: the model is a pile of (player, number, seq), played in one order or the other


PLAYERS = ("p1", "p2", "p3")


def turn(pile):
    return PLAYERS[(PLAYERS.index(pile[-1][0]) + 1) % 3] if pile else "p1"


def serial(pile, seq, acts):
    """What each act is answered, and the pile after it, done one after the other."""
    pile, answers = list(pile), {}
    for name, act in acts:
        if act["seen"] != seq:
            answers[name] = "Stale"
        elif "instead" in act:
            if not pile or pile[-1][2] != act["instead"]:
                answers[name] = "Unusable"
            elif act["by"] == turn(pile[:-1]) or act["stands"]:
                pile[-1] = (act["by"], act["n"], seq + 2)
                answers[name], seq = "Recorded", seq + 2
            else:
                answers[name] = "Refused"
        elif act["type"] == "undo":
            if act["count"] > len(pile):
                answers[name] = "Refused"
            else:
                del pile[len(pile) - act["count"] :]
                answers[name], seq = "Recorded", seq + 1
        elif act["by"] == turn(pile) or act["stands"]:
            pile.append((act["by"], act["n"], seq + 1))
            answers[name], seq = "Recorded", seq + 1
        else:
            answers[name] = "Refused"
    return answers, pile, seq


def totals(pile):
    return {p: sum(n for by, n, _ in pile if by == p) for p in PLAYERS}


def test_t9_undo_play_and_let_stand_at_once_equal_one_order(house):
    """1,000 rounds of two or three phones at once (100 where each takes longer)."""
    s = house.service
    host = house.phone()
    code = house.open(host, target=1_000_000)
    phones = [host, house.phone(), house.phone()]
    for phone, player in zip(phones[1:], ("p2", "p3"), strict=True):
        s.joining.join(code, phone, player)
    dice = random.Random(9)
    pile, seq, lines = [], 0, []
    lost = 0
    with ThreadPoolExecutor(3) as pool:
        for i in range(100 if house.database else 1000):
            acts = []
            for name in range(dice.choice((2, 2, 3))):
                seen = seq if dice.random() < 0.8 else max(0, seq - 1)
                kind = dice.choice(("undo", "play", "play", "stand", "instead"))
                act = {"seen": seen, "type": "undo", "count": dice.choice((1, 1, 2, 5))}
                if kind != "undo":
                    by = turn(pile) if dice.random() < 0.6 else dice.choice(PLAYERS)
                    act = {"seen": seen, "type": "add", "by": by, "n": dice.randint(1, 5),
                           "stands": kind == "stand"}  # fmt: skip
                if kind == "instead":
                    act["by"] = turn(pile[:-1]) if dice.random() < 0.6 else dice.choice(PLAYERS)
                    act["instead"] = pile[-1][2] if pile else 1
                acts.append((name, act))

            def send(name, act, i=i):
                event = {k: v for k, v in act.items() if k not in ("seen", "stands", "instead")}
                return s.play.submit(
                    code, phones[name], Submission(event=event, seen=act["seen"], key=f"{i}-{name}",
                    stands=act.get("stands", False), instead=act.get("instead"),
                ))  # fmt: skip

            answers = at_once(pool, [lambda n=n, a=a: send(n, a) for n, a in acts])
            got = {n: type(answers[n]).__name__ for n, _ in acts}
            view = s.views.table(code, host)
            possible = [serial(pile, seq, order) for order in itertools.permutations(acts)]
            fitting = [
                p for p in possible
                if p[0] == got and totals(p[1]) == view.state.totals and p[2] == view.seq
            ]  # fmt: skip
            assert fitting, (i, acts, got, view.state, possible)
            for n, _ in acts:
                if isinstance(answers[n], Stale):
                    lost += 1
                    assert answers[n].view.seq >= seq, "a fresh view for the one who lost"
            _, pile, seq = fitting[0]
            if i % 100 == 0:
                s.tables.heads.clear()
                assert s.views.table(code, host).state == view.state
                with house.store.read() as db:
                    now = db.execute(
                        "SELECT line, seq, event, ruling FROM lines ORDER BY line"
                    ).fetchall()
                assert now[: len(lines)] == lines, "the log only grows"
                lines = now
    assert lost > i * 0.3
    assert [r[1] for r in lines if r[1]] == list(range(1, len([r for r in lines if r[1]]) + 1))


def test_eight_phones_read_while_one_records(house):
    """Nobody sees half a step: totals and number always belong together."""
    s = house.service
    host = house.phone()
    code = house.open(host, free=True, target=1_000_000)
    stop = threading.Event()
    wrong = []

    def watch():
        while not stop.is_set():
            view = s.views.table(code, host)
            if sum(view.state.totals.values()) != view.seq:
                wrong.append(view)
            if view.last.seq != (view.seq or None):
                wrong.append(view.last)

    watchers = [threading.Thread(target=watch) for _ in range(4)]
    for watcher in watchers:
        watcher.start()
    for i in range(200):
        s.play.submit(
            code, host, Submission(event={"type": "add", "by": "p1", "n": 1}, seen=i, key=f"k{i}")
        )
    stop.set()
    for watcher in watchers:
        watcher.join()
    assert not wrong


@pytest.mark.sqlite
def test_t6_a_table_under_an_outside_lock_says_busy_and_plays_on_after(house):
    from referee.store.sqlite.library import sqlite3

    s = house.service
    host = house.phone()
    code = house.open(host)
    house.store.patience = 0.2
    outsider = sqlite3.connect(house.store.path, isolation_level=None)
    outsider.execute("BEGIN IMMEDIATE")
    began = time.monotonic()
    with pytest.raises(Busy):
        house.do(code, host, "add", by="p1", n=1, seen=0, key="k")
    assert time.monotonic() - began < 1.2
    assert s.views.table(code, host).seq == 0, "reading goes on"
    outsider.execute("ROLLBACK")
    outsider.close()
    assert isinstance(house.do(code, host, "add", by="p1", n=1, seen=0, key="k"), Recorded)


def test_what_fails_in_the_middle_leaves_nothing_behind(house, monkeypatch):
    """Neither in the database nor in memory nor at the bell."""
    s = house.service
    host = house.phone()
    code = house.open(host, free=True)
    house.do(code, host, "add", by="p1", n=1)
    before = s.views.table(code, host)

    def fail(*_):
        raise ZeroDivisionError

    for kind, name in ((Log, "append"), (Pile, "take_back")):
        with monkeypatch.context() as patch, s.views.listen(code, host) as subscription:
            subscription.wait(0)
            patch.setattr(kind, name, fail)
            event = {"type": "undo"} if name == "take_back" else {"type": "join", "player": "Dee"}
            with pytest.raises(ZeroDivisionError):
                s.play.submit(code, host, Submission(event=event, seen=1, key="x"))
            assert subscription.wait(0) is None
    assert s.views.table(code, host) == before
    assert not house.has_open_transaction()
    assert isinstance(house.do(code, host, "join", player="Dee"), Recorded)


def test_phones_are_notified_after_the_commit_only(house, monkeypatch):
    """Whoever is woken finds what he was woken for."""
    host = house.phone()
    code = house.open(host, free=True)
    other = house.open_store()
    found = []

    def publish(table, line, by):
        with other.read() as db:
            row = db.execute("SELECT line FROM tables WHERE id = ?", [table]).fetchone()
        found.append(row[0] == line)

    monkeypatch.setattr(house.notifier, "publish", publish)
    house.do(code, host, "add", by="p1", n=1)
    house.service.joining.lock(code, host)
    other.close()
    assert found == [True, True]
