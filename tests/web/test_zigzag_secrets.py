"""T12 and T12b for ZigZag: what one seat has put in reaches that seat's phone alone.

The same evening is played twice, and differs only in what Cy keeps secret: his constraint, a +1 or
−1, the power he put face down, the hand he has ready. Until the round is over every answer of every
route to every other phone is the same, byte for byte; and none of them holds a word of it.
"""

from __future__ import annotations

import random
import re
import secrets
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from phones import methods, paths

from referee.games.zigzag import GAME
from referee.web import create_app
from referee.web.seats import COOKIE

pytestmark = pytest.mark.slow

NAMES = ["Ann", "Bo", "Cy", "Dee"]
OTHERS = ["host", "bo", "dee", "watcher", "removed", "stranger", "elsewhere", "forged"]
MEMBERS = ["host", "bo", "dee", "watcher"]

WATER = ["water-blue-none", "water-pink-cocktail", "water-green-suitcase", "water-yellow-none"]
FIRE = ["fire-blue-none", "fire-pink-cocktail", "fire-green-suitcase", "fire-yellow-none"]
MIXED = ["earth-blue-none", "air-pink-cocktail", "fire-green-suitcase", "air-yellow-none"]

Secret = dict[str, Any]
PLAIN: Secret = {
    "constraint.text": "Qxjwzz swims",
    "delta": "1",
    "power": {"power": "watch", "on": "p2"},
    "hand": WATER,
    "again": "Qxjwzz dives",
}
VARIANTS: list[Secret] = [
    PLAIN | {"constraint.text": "Qxjwzz walks, and much farther than anybody", "again": "Qxjwzz"},
    PLAIN | {"delta": "-1"},
    PLAIN | {"power": {"power": "watch", "on": "p4"}},
    PLAIN | {"power": {"power": "master"}},
    PLAIN | {"hand": FIRE},
    PLAIN | {"again": {"constraint.require.element": "fire"}},
]
CANARY = b"Qxjwzz"


class Evening:
    """Four phones with seats, one that watches, and four from outside, before one server."""

    def __init__(self, folder: Path, secret: Secret, monkeypatch: pytest.MonkeyPatch) -> None:
        self.secret = secret
        monkeypatch.setattr(secrets, "choice", random.Random(7).choice)
        self.app: Flask = create_app(
            {"DATA": folder, "SECRET_KEY": b"k" * 32, "LIMITS": False, "WTF_CSRF_ENABLED": False}
        )
        self.app.jinja_env.globals.update(new_key=lambda: "drawn", csrf_token=lambda: "token")
        self.service = self.app.extensions["service"]
        self.service._tick = lambda: 1000.0
        self.service._now = lambda: datetime(2026, 11, 27, 20, tzinfo=UTC)
        self.phones: dict[str, FlaskClient] = {}
        for name in ("cy", *OTHERS):
            client = self.app.test_client()
            token = (name * 43)[:43]
            if name != "forged":
                self.service.new_phone(token)
            client.set_cookie(COOKIE, token)
            self.phones[name] = client
        self.keys = 0
        self.code = self.open("host", NAMES, {"level": 2})
        self.open("elsewhere", ["Xi", "Yo", "Zed", "Al"], {"level": 2})
        for name, seat in [("host", "p1"), ("bo", "p2"), ("cy", "p3"), ("dee", "p4")]:
            self.service.join(self.code, self.phone(name), seat)
        for name in ("watcher", "removed"):
            self.service.join(self.code, self.phone(name))
        number = next(p.id for p in self.look("removed").phones if p.me)
        self.service.remove_phone(self.code, self.phone("host"), number)

    def phone(self, name: str) -> Any:
        found = self.service.phone((name * 43)[:43])
        assert found is not None
        return found

    def look(self, name: str) -> Any:
        return self.service.look(self.code, self.phone(name))

    def open(self, name: str, names: list[str], options: dict[str, Any]) -> str:
        return self.service.open_table(self.phone(name), "zigzag", names, options, key="opened")

    def post(self, name: str, path: str, **fields: Any) -> Any:
        """Send a form from this phone, drawn just now unless `seq` says otherwise."""
        self.keys += 1
        fields.setdefault("key", f"key-{self.keys}")
        if "seq" not in fields:
            fields["seq"] = str(self.look(name).seq)
        return self.phones[name].post(f"/t/{self.code}{path}", data=fields)

    def record(self, name: str, **fields: Any) -> Any:
        answer = self.post(name, "/events", **fields)
        assert answer.status_code in (303, 422), answer.text
        return answer

    # The evening, state by state

    def states(self) -> Iterator[str]:
        yield "opened"
        self.record("host", type="start_round", number="5")
        self.record("host", type="constraint", by="p1", **{"constraint.feature": "colour"})
        yield "begun"
        secret = self.secret
        text = {"constraint.text": secret["constraint.text"]}
        assert self.record("cy", type="constraint", by="p3", **text).status_code == 303
        assert self.record("cy", type="shift", by="p3", delta=secret["delta"]).status_code == 303
        again = secret["again"]
        again = again if isinstance(again, dict) else {"constraint.text": again}
        assert self.record("cy", type="constraint", by="p3", **again).status_code == 303
        assert self.record("cy", type="power", by="p3", **secret["power"]).status_code == 303
        kept = self.post("cy", "/sheet/hand", draft="p3", by="p3", **{"hands.p3": secret["hand"]})
        assert kept.status_code == 200
        yield "hidden"
        stop = {"by": "p2", "on": "p3", "feature": "accessory"}
        assert self.record("bo", type="stop", **stop).status_code == 303
        declared = {"by": "p1", "call": "zig", "hands.p3": MIXED}
        assert self.record("host", type="declare", **declared).status_code == 422
        block = {"by": "p2", "on": "p1", "shown.p1": MIXED[:2], "shown.p3": MIXED[:2]}
        self.record("bo", type="block", **block)
        yield "disputed"
        undo = self.post("host", "/undo")
        assert undo.status_code in (303, 422)
        yield "undone"
        assert self.record("host", type="score_box", team="p1", call="zag").status_code == 303
        yield "over"
        assert self.post("host", "/undo").status_code == 303
        yield "hidden again"


def gets(evening: Evening) -> list[str]:
    """Every address that is asked for, of every route."""
    code, top = evening.code, evening.look("host").line
    table = f"/t/{code}"
    sheets = [f"{table}/sheet/{name}" for name in GAME.sheets]
    return [
        *addresses(evening.app, code, top),
        f"/rules/zigzag?table={code}",
        f"{table}?as=p3",
        f"{table}?line=0",
        f"{table}/since?sheet=hand&seq=0",
        f"{table}/more?as=p3",
        f"{table}/log?as=p3",
        f"{table}/settings?part=printed",
        f"{table}/settings?part=printed&file=1",
        *(f"{table}/log/{line}" for line in range(max(1, top - 8), top)),
        f"{table}/log/{top}?as=p3",
        *sheets,
        *(f"{sheet}?by=p3&as=p3&call=zag&on=p3" for sheet in sheets),
        f"{table}/sheet/declare?by=p1&call=double-zag&tick=zig",
    ]


def addresses(app: Flask, code: str, line: int) -> Iterator[str]:
    """An address of every route that can be asked for, but the files of the app and the stream
    (which says a number: that it is the same is tested by itself)."""
    known = {"code": code, "game": "zigzag", "name": "Cy", "line": line, "token": code + "A" * 22}
    for rule, path in paths(app, **known):
        if "GET" in methods(rule) and not rule.rule.endswith(("/bell", "<path:filename>")):
            yield path


def posts(code: str) -> list[tuple[str, dict[str, Any]]]:
    """Every form that changes nothing, and what is in it."""
    whole = {"type": "declare", "by": "p1", "call": "zig", "hands.p3": WATER}
    return [
        ("/events", {**whole, "ask": "1"}),
        ("/events", {**whole, "ask": "1", "as": "p3"}),
        ("/events", {"type": "declare", "by": "p1", "call": "zig", "hands.p1": "", "ask": "1"}),
        ("/events", {"type": "shift", "by": "p3", "delta": "1", "ask": "1"}),
        ("/events", {"type": "lead", "ask": "1"}),
        ("/events", {**whole, "seq": "0"}),
        ("/events", {"type": "lead", "seq": "0"}),
        ("/events", {"type": "shift", "by": "p3", "delta": "1", "seq": "0"}),
        ("/events", {"type": "nonsense"}),
        ("/sheet/hand", {"draft": "p3", "by": "p3", "hands.p3": MIXED}),
        ("/sheet/hand", {"by": "p3", "as": "p3"}),
        ("/sheet/declare", {"by": "p1", "call": "zig", "add": "hands.p3:joker"}),
        ("/sheet/block", {"by": "p2", "clear": "shown.p3"}),
        ("/undo", {"seq": "0"}),
        ("/settings", {"do": "nothing"}),
        ("/settings", {"do": "printed"}),
        ("/people", {"do": "nothing"}),
    ]


SENT = {
    f"/t/<code>{path}" for path in ("/events", "/sheet/<name>", "/undo", "/settings", "/people")
}
"""Where forms are sent to that `posts` has."""
NOT_SENT = {
    *("/check/<game>", "/open/<game>", "/import", "/lamp", "/language", "/players", "/join/<code>"),
    *("/h/<token>", "/t/<code>/notice", "/t/<code>/rematch", "/t/<code>/box"),
}
"""Where forms make or change something else than a round, and lead to a page that is visited."""


def test_every_route_is_visited(tmp_path: Path) -> None:
    """A new page is visited by itself (`addresses`); a new form has to be listed."""
    app = create_app({"DATA": tmp_path})
    assert {r.rule for r in app.url_map.iter_rules() if "POST" in r.methods} <= SENT | NOT_SENT
    assert len(list(addresses(app, "ABC234", 1))) > 25


def answers(evening: Evening, name: str) -> dict[str, bytes]:
    """All that this phone is sent, head and body, by what it asked."""
    out = {}
    client = evening.phones[name]
    for path in gets(evening):
        for head in ({}, {"HX-Request": "true"}) if path.endswith(evening.code) else ({},):
            answer = client.get(path, headers=head)
            assert answer.status_code < 500, path
            out[f"GET {path} {head}"] = shape(answer)
    for number, (path, fields) in enumerate(posts(evening.code)):
        if name in MEMBERS:
            fields = {"seq": str(evening.look(name).seq), **fields}
        data = {"key": f"crawl-{name}-{number}-{evening.look('cy').line}", **fields}
        answer = client.post(f"/t/{evening.code}{path}", data=data)
        assert answer.status_code < 500, (path, fields)
        out[f"POST {path} {fields}"] = shape(answer)
    return out


def shape(answer: Any) -> bytes:
    heads = "\n".join(f"{key}: {value}" for key, value in sorted(answer.headers.items()))
    heads = re.sub(r"Expires=[^;]*", "", heads)  # of cookies: the clock on the wall
    return f"{answer.status}\n{heads}\n".encode() + answer.data


@pytest.mark.parametrize("variant", range(len(VARIANTS)))
def test_t12b_nobody_else_is_sent_a_byte_that_depends_on_it(
    variant: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    evenings = []
    for number, secret in enumerate((PLAIN, VARIANTS[variant])):
        evenings.append(Evening(tmp_path / str(number), secret, monkeypatch))
    watched = {state: ["bo"] for state in ("begun", "hidden", "disputed")}
    if variant == 0:  # the first pair is looked at by everybody
        watched = {"opened": ["bo"], "begun": ["dee"], "undone": ["host", "bo"]}
        watched |= {"hidden": OTHERS, "disputed": MEMBERS}
    for state, other in zip(evenings[0].states(), evenings[1].states(), strict=True):
        assert state == other
        one, two = evenings
        assert one.code == two.code
        assert one.look("bo").line == two.look("bo").line, "the bell rings alike"
        for name in watched.get(state, []):
            before, after = answers(one, name), answers(two, name)
            assert before.keys() == after.keys()
            for asked, answer in before.items():
                assert answer == after[asked], (state, name, asked)


def test_t12_no_other_phone_is_sent_a_word_of_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    evening = Evening(tmp_path, PLAIN, monkeypatch)
    hidden = "".join(WATER).encode()
    for state in evening.states():
        watched = {"hidden": OTHERS, "disputed": ["bo", "host"], "undone": ["dee"]}
        watched |= {"over": ["stranger"], "hidden again": ["bo", "watcher"]}
        for name in watched.get(state, []):
            for asked, answer in answers(evening, name).items():
                assert CANARY not in answer, (state, name, asked)
                if "hands.p3" not in asked:
                    assert WATER[1].encode() not in answer, (state, name, asked)
        if state in ("hidden", "disputed", "undone"):
            own = evening.phones["cy"].get(f"/t/{evening.code}").data
            assert CANARY in own, "its own phone does show it"
            hand = evening.phones["cy"].get(f"/t/{evening.code}/sheet/hand").data
            shown = WATER[0].encode() in hand
            assert shown is (state == "hidden"), "a refused declaration took the cards away"
        if state == "over":
            log = b"".join(answers(evening, "bo").values())
            assert CANARY in log, "when the round is over, all know"
    assert hidden


def test_a_seat_taken_over_comes_without_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    evening = Evening(tmp_path, PLAIN, monkeypatch)
    states = evening.states()
    while next(states) != "hidden":
        pass
    service, code = evening.service, evening.code
    service.free_seat(code, evening.phone("host"), "p3")
    service.join(code, evening.phone("watcher"), "p3")
    for name in ("watcher", "host", "cy"):
        for asked, answer in answers(evening, name).items():
            assert CANARY not in answer, (name, asked)
            if "hands.p3" not in asked:
                assert WATER[1].encode() not in answer, (name, asked)
    page = evening.phones["watcher"].get(f"/t/{code}").text
    assert "Put it in again" in page
    text = {"constraint.text": "Newly put in"}
    assert evening.record("watcher", type="constraint", by="p3", **text).status_code == 303
    assert "Newly put in" in evening.phones["watcher"].get(f"/t/{code}").text
    for asked, answer in answers(evening, "watcher").items():
        assert CANARY not in answer, asked


def test_the_hosts_phone_alone_shows_one_seats_secret_at_a_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    evening = Evening(tmp_path, PLAIN, monkeypatch)
    host = evening.phones["elsewhere"]
    code = evening.service.tables_of(evening.phone("elsewhere"))[0].code
    evening.code = code

    def line(player: str, text: str) -> None:
        fields = {"constraint.text": text, "as": player}
        evening.record("elsewhere", type="constraint", by=player, **fields)

    evening.record("elsewhere", type="start_round", number="2")
    line("p1", "Xi's own line")
    line("p3", "Zed's own line")
    page = re.sub("’", "'", host.get(f"/t/{code}").text)
    assert "own line" not in page
    for player, shown, other in [("p1", "Xi's", "Zed's"), ("p3", "Zed's", "Xi's")]:
        page = re.sub("’|&#39;", "'", host.get(f"/t/{code}?as={player}").text)
        assert f"{shown} own line" in page
        assert f"{other} own line" not in page
