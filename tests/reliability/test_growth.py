"""What is asked of the database costs the same however long the log is: counted in steps of
SQLite's machine, not in time."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial
from pathlib import Path

import msgspec
import pytest
from flask import Flask
from flask.testing import FlaskClient
from phones import form_token, phone_of, token_of

from referee.service import Phone
from referee.store.sqlite import Store
from referee.web import create_app

GRAIN = 20
"""Steps of SQLite's machine between two counts."""
HAND = [
    {"type": "start_hand", "dealer": "Ann", "top": "blue-moon", "stands": True},
    {"type": "play", "by": "Bo", "cards": ["blue-sun"]},
    {"type": "draw", "by": "Ann"},
    {"type": "undo"},
    {"type": "draw", "by": "Ann"},
    {"type": "pass", "by": "Ann"},
    {"type": "play", "by": "Ann", "cards": ["red-sun"]},
    {"type": "end_hand", "points": {"Ann": 3, "Bo": 0}},
    {"type": "undo", "count": 2},
    {"type": "end_hand", "points": {"Ann": 3, "Bo": 0}},
]
"""Legal events, one that is not, undos of one and of more; ten in all."""


class Counted:
    """An app that counts what its database does."""

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self.steps = 0
        connect = Store._connect

        def counting(store: Store):
            db = connect(store)
            db.conn.set_progress_handler(self.count, GRAIN)
            return db

        monkeypatch.setattr(Store, "_connect", counting)
        self.app: Flask = create_app({"DATA": folder, "LIMITS": False})
        self.client: FlaskClient = phone_of(self.app)
        self.service = self.app.extensions["service"]
        self.phone: Phone = self.service.phones.find(token_of(self.client))
        self.form = form_token(self.client)

    def count(self) -> int:
        self.steps += 1
        return 0

    def cost(self, act: Callable[[], object]) -> int:
        """The steps that `act` takes the second time: what is read once is read."""
        act()
        before = self.steps
        act()
        return (self.steps - before) * GRAIN

    def table(self, hands: int) -> str:
        whole = {"format": "referee-record", "version": 1, "game": "zar", "players": ["Ann", "Bo"]}
        record = whole | {"options": {"target": None}, "events": HAND * hands}
        data = msgspec.json.encode(record)
        code: str = self.service.records.import_record(self.phone, data, key=f"grown-{hands}")
        self.post(code, "/events", {"type": "start_hand", "dealer": "p1", "top": "blue-sun"})
        return code

    def post(self, code: str, path: str, fields: dict[str, str]) -> None:
        view = self.service.views.table(code, self.phone)
        form = {"csrf_token": self.form, "seq": view.seq, "key": f"key-{view.line}-{path}"}
        answer = self.client.post(f"/t/{code}{path}", data=form | fields)
        assert answer.status_code in (200, 303, 422), answer.text

    def costs(self, code: str) -> dict[str, int]:
        """What each thing that is done at a table costs."""
        first = re.findall(rf"/t/{code}/log/(\d+)", self.client.get(f"/t/{code}/log").text)
        middle = int(first[0]) // 2
        paths = ["", "/log", f"/log?before={middle}", f"/log/{first[0]}", f"/log/{first[-1]}"]
        paths += [f"/log/{middle}", "/more", "/undo", "/people", "/settings", "/qr", "/door"]
        paths += ["/since", "/delete", "/sheet/play?by=p1", "/sheet/score"]

        def show(path: str) -> None:
            self.client.get(f"/t/{code}{path}").close()

        found = {
            re.sub(r"\d+", "N", path) + f" {i}": self.cost(partial(show, path))
            for i, path in enumerate(paths)
        }
        for name, path, fields in [
            ("record", "/events", {"type": "zar", "by": "p1"}),
            ("refuse", "/events", {"type": "play", "by": "p2", "cards": "red-crab"}),
            ("ask", "/events", {"type": "draw", "by": "p1", "ask": "1"}),
            ("undo", "/undo", {}),
            ("draft", "/sheet/score", {"draft": "p1", "points.p1": "4"}),
            ("rename", "/people", {"do": "rename", "player": "p1", "name": "Ann"}),
            ("lock", "/people", {"do": "lock"}),
        ]:
            found[name] = self.cost(partial(self.post, code, path, fields))
        found["the first page"] = self.cost(lambda: self.client.get("/"))
        found["late"] = self.cost(lambda: self.late(code))
        return found

    def change(self, code: str) -> None:
        """Another reading, or the first again."""
        view = self.service.views.table(code, self.phone)
        other = "share" if view.options.readings.get("tie") == "play-on" else "play-on"
        options = {"target": None, "readings": {"tie": other}}
        self.service.settings.set_options(code, self.phone, options)

    def late(self, code: str) -> None:
        """An entry from a page that is fifty events old."""
        seq = self.service.views.table(code, self.phone).seq - 50
        form = {"csrf_token": self.form, "seq": seq, "key": "late", "type": "draw", "by": "p1"}
        assert self.client.post(f"/t/{code}/events", data=form).status_code == 409

    def cold(self, code: str) -> int:
        """What the first look after a restart costs."""
        self.service.tables.heads.clear()
        before = self.steps
        self.client.get(f"/t/{code}").close()
        return (self.steps - before) * GRAIN


@pytest.fixture
def counted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Counted:
    return Counted(tmp_path, monkeypatch)


def test_nothing_costs_more_at_a_long_log(counted: Counted) -> None:
    short, long = counted.table(12), counted.table(1200)
    few, many = counted.costs(short), counted.costs(long)
    grown = {
        what: (few[what], many[what]) for what in few if many[what] > 1.2 * few[what] + 40 * GRAIN
    }
    assert not grown
    assert counted.cold(long) <= 2 * counted.cold(short) + 100 * GRAIN


@pytest.mark.parametrize("what", ["export", "the course of the scores", "a change of options"])
def test_what_walks_the_log_walks_it_once(counted: Counted, what: str) -> None:
    """Ten times the log costs ten times as much, and not a hundred times."""
    acts: dict[str, Callable[[str], object]] = {
        "export": lambda code: counted.client.get(f"/t/{code}/record.json"),
        "the course of the scores": lambda code: counted.client.get(f"/t/{code}/course"),
        "a change of options": counted.change,
    }
    few, many = (counted.cost(partial(acts[what], code)) for code in map(counted.table, (30, 300)))
    assert many <= 12 * few + 100 * GRAIN
