"""Recording costs the same at any length of the log, and copies are only ever copies."""

from __future__ import annotations

import random
import statistics
import time

import msgspec
import pytest

from referee.core import Undo, Unusable
from referee.service import Submission
from referee.service.session import EACH
from referee.table import Fold


def filled(house, host, n):
    """A table with `n` events in effect."""
    events = [{"type": "add", "by": "Ann", "n": 1}] * n
    record = {
        "format": "referee-record", "version": 1, "game": "toy", "players": ["Ann", "Bo"],
        "options": {"free": True, "target": 1_000_000}, "events": events,
    }  # fmt: skip
    return house.service.records.import_record(host, msgspec.json.encode(record), key=house.key())


@pytest.mark.slow
@pytest.mark.sqlite
def test_event_10_000_costs_what_event_10_costs(house):
    """Counted in SQLite's own steps, which no busy machine disturbs."""
    host = house.phone()
    s = house.service
    costs = {}
    codes = {n: filled(house, host, n) for n in (10, 10_000)}
    for n, code in codes.items():
        s.views.table(code, host)

        def record(code=code, n=n):
            for i in range(20):
                event = {"type": "add", "by": "p1", "n": 1}
                s.play.submit(code, host, Submission(event=event, seen=n + i, key=f"k{i}"))

        def undo(code=code, n=n):
            for i in range(5):
                s.play.submit(
                    code, host, Submission(event={"type": "undo"}, seen=n + 20 + i, key=f"u{i}")
                )

        def cold(code=code):
            s.tables.heads.clear()
            s.views.table(code, host)

        acts = {
            "record": record,
            "undo": undo,
            "look": lambda code=code: [s.views.table(code, host) for _ in range(10)],
            "cold": cold,
            "log": lambda code=code, n=n: [
                s.views.log(code, host, before=n // 2 + 5) for _ in range(10)
            ],
            "ruling": lambda code=code, n=n: [s.views.ruling(code, host, n) for _ in range(10)],
            "drafts": lambda code=code: [s.drafts.on(code, host, "count") for _ in range(10)],
            "memory": lambda code=code: [s.memory.at_table(code, host) for _ in range(10)],
            "tables": lambda: [s.history.tables_of(host, over=False) for _ in range(10)],
            "names": lambda: [s.history.names_of(host) for _ in range(10)],
            "listen": lambda code=code: s.views.listen(code, host).close(),
            "rename": lambda code=code, n=n: s.settings.rename(code, host, "p1", f"Ann {n}"),
        }
        costs[n] = {name: house.steps(act) for name, act in acts.items()}
    assert costs[10]["record"] > 10, "the steps are counted"
    likely = set(costs[10]) - {"log", "undo", "cold"}
    for name in likely:
        assert costs[10_000][name] <= costs[10][name] * 1.2 + 2, costs
    # 30 lines a page instead of 9; up to EACH events to apply instead of none.
    assert costs[10_000]["log"] <= costs[10]["log"] * 4 + 2, costs
    assert costs[10_000]["undo"] <= costs[10]["undo"] + 5 * EACH, costs
    assert costs[10_000]["cold"] <= costs[10]["cold"] + EACH, costs


@pytest.mark.sqlite
@pytest.mark.slow
def test_recording_is_quick(house):
    """Not a threshold to tune by: only that nothing is far off, on a very busy machine too."""
    host = house.phone()
    code = filled(house, host, 5000)
    took = []
    for i in range(100):
        began = time.perf_counter()
        event = {"type": "add", "by": "p1", "n": 1}
        house.service.play.submit(code, host, Submission(event=event, seen=5000 + i, key=f"k{i}"))
        took.append(time.perf_counter() - began)
    assert statistics.median(took) < 0.1


def test_caches_dropped_give_the_same_as_the_fold_of_the_log(house):
    """After each of 400 random steps: memory, copies in the database, and the log alone agree."""
    s = house.service
    host = house.phone()
    code = house.open(host, target=1_000_000)
    dice = random.Random(10)
    for i in range(400):
        kind = dice.choice(("add", "add", "add", "stand", "undo", "many", "reveal"))
        if kind in ("undo", "many"):
            count = 1 if kind == "undo" else dice.randint(1, 70)
            house.do(code, host, "undo", count=count)
        elif kind == "reveal":
            house.do(code, host, "reveal")
        else:
            turn = s.views.table(code, host).state.turn
            by = turn if kind == "add" else f"p{dice.randint(1, 3)}"
            house.do(code, host, "add", by=by, n=dice.randint(1, 5), stands=kind == "stand")
        if i % 10:
            continue
        warm = s.views.table(code, host)
        s.tables.heads.clear()
        assert s.views.table(code, host).state == warm.state
        with house.store.write() as db:
            kept = db.execute("SELECT count(*) FROM snapshots").fetchone()[0]
            depth = db.execute("SELECT depth FROM tables").fetchone()[0]
            assert kept == depth // EACH
            copies = db.execute("SELECT * FROM snapshots").fetchall()
            db.execute("DELETE FROM snapshots")
        s.tables.heads.clear()
        assert s.views.table(code, host).state == warm.state
        with house.store.write() as db:
            db.connection.execute_many("INSERT INTO snapshots VALUES (?, ?, ?, ?)", copies)
            rows = db.execute("SELECT event FROM lines WHERE seq > 0 ORDER BY seq").fetchall()
        fold = Fold(house.game, house.game.start(["p1", "p2", "p3"], warm.options))
        decoder = msgspec.json.Decoder(house.game.events)
        for n, (event,) in enumerate(rows, 1):
            entry = fold.take(decoder.decode(event), n)
            assert entry.effect or entry.undone
        assert fold.state == warm.state
        assert fold.depth == depth


def test_the_copies_in_the_list_of_tables_are_what_the_state_says(house):
    host = house.phone()
    code = house.open(host, target=9)
    for step in range(8):
        if step == 4:
            house.do(code, host, "undo", count=2)
        elif step == 5:
            house.do(code, host, "join", player="Dee")
        elif step == 6:
            house.service.settings.set_options(code, host, {"target": 5, "most": 5})
        else:
            turn = house.service.views.table(code, host).state.turn
            house.do(code, host, "add", by=turn, n=2)
        view = house.service.views.table(code, host)
        [table] = house.service.history.tables_of(host)
        assert table.now == view.game.title(view.state)
        assert (table.turn, table.over) == (view.game.turn(view.state), view.over)
        assert table.seating == view.seating


def test_memory_is_bounded(house, monkeypatch):
    monkeypatch.setattr("referee.service.session._MOST_HEADS", 3)
    monkeypatch.setattr("referee.service.presence._MOST", 5)
    host = house.phone()
    codes = [house.open(host) for _ in range(8)]
    for code in codes:
        house.do(code, host, "add", by="p1", n=1)
    assert len(house.service.tables.heads) == 3
    assert len(house.service.tables.presence._heard) == 5
    for code in codes:
        assert house.do(code, host, "add", by="p2", n=1).view.state.totals["p1"] == 1


def test_a_log_is_bounded_with_all_its_refused_entries(house, monkeypatch):
    host = house.phone()
    code = house.open(host)
    monkeypatch.setattr("referee.service.session._MOST_LINES", 3)
    for _ in range(2):
        house.do(code, host, "add", by="p2", n=1)
    with pytest.raises(Unusable):
        house.do(code, host, "add", by="p2", n=1)
    house.service.settings.delete_table(code, host)


def test_an_undo_may_go_as_far_back_as_there_is(house):
    host = house.phone()
    code = filled(house, host, 1000)
    house.service.tables.heads.clear()
    answer = house.do(code, host, "undo", count=999)
    assert answer.view.state.totals["p1"] == 1
    assert answer.ruling.facts["undone"] == list(range(1000, 1, -1))
    assert isinstance(answer.event, Undo)
