"""T18: guessing a code is hopeless, and a guesser cannot lock the guests out."""

from __future__ import annotations

import os
import random
import re
import time

import msgspec
import pytest
from flask import Flask
from flask.testing import FlaskClient
from phones import Make, form_token, open_table, phone_of, token_of

from referee.core import say
from referee.counts import Counts
from referee.web import limits
from referee.web.limits import Limit

LONG = os.environ.get("LANE") == "long"
ALPHABET = "23456789ABCDEFGHJKMNPQRSTUVWXYZ"


class Clock:
    """A monotonic clock that is moved by hand."""

    def __init__(self) -> None:
        self.now = 1000.0

    def monotonic(self) -> float:
        return self.now


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    moved = Clock()
    monkeypatch.setattr(limits, "time", moved)
    return moved


@pytest.fixture
def counts() -> Counts:
    return Counts(1024)


def limit(**parts: int) -> Limit:
    usual = {"most": 3, "share": 1, "busy": 100, "seconds": 60}
    return Limit("try", **(usual | parts), sentence=say("Wait."))  # type: ignore[arg-type]


def tries(one: Limit, counts: Counts, address: str, times: int = 1) -> int:
    """How many of so many tries of an address are let pass."""
    passed = 0
    for _ in range(times):
        if not one.wait(counts, address):
            one.count(counts, address)
            passed += 1
    return passed


def test_an_address_may_do_so_many_at_once_and_as_many_more_evenly(
    clock: Clock, counts: Counts
) -> None:
    one = limit()
    assert tries(one, counts, "192.0.2.1", 10) == 3
    assert one.wait(counts, "192.0.2.1") == 20
    assert one.wait(counts, "192.0.2.2") == 0
    clock.now += 19.5
    assert one.wait(counts, "192.0.2.1") == 1
    clock.now += 0.5
    assert tries(one, counts, "192.0.2.1", 10) == 1
    clock.now += 600
    assert tries(one, counts, "192.0.2.1", 10) == 3


def test_thirty_addresses_shut_nobody_else_out(clock: Clock, counts: Counts) -> None:
    """They use up what all together may do, and then whoever has done little still gets in."""
    one = limit(most=10, share=2, busy=50)
    heavy = [f"192.0.2.{i}" for i in range(30)]
    assert sum(tries(one, counts, address, 10) for address in heavy) < 300
    for minute in range(5):
        clock.now += 60 if minute else 1
        for address in heavy:
            tries(one, counts, address, 10)
        assert tries(one, counts, f"198.51.100.{minute}", 10) == 2, "its share, at once"
    clock.now += 60
    assert tries(one, counts, "198.51.100.77", 20) == 10, "and all of it when they have gone"


def test_the_networks_of_one_customer_have_no_more_than_a_few_addresses(
    clock: Clock, counts: Counts
) -> None:
    one = limit(most=10, busy=10_000)
    many = sum(tries(one, counts, f"2001:db8:1:{i:x}::1", 10) for i in range(500))
    assert many == 80
    assert tries(one, counts, "2001:db8:2::1", 10) == 10


def test_counts_are_of_a_fixed_size_and_forget_first_who_did_least(clock: Clock) -> None:
    counts = Counts(64)
    one = limit(most=10, busy=10**9)
    assert tries(one, counts, "192.0.2.1", 20) == 10
    for i in range(20_000):
        tries(one, counts, f"10.0.{i // 250}.{i % 250}")
    assert len(counts.memory) == 64 * 16
    assert one.wait(counts, "192.0.2.1") > 0


def test_limits_are_apart(clock: Clock, counts: Counts) -> None:
    one, other = limit(), msgspec.structs.replace(limit(), name="other")
    assert tries(one, counts, "192.0.2.1", 5) == tries(other, counts, "192.0.2.1", 5) == 3


def test_a_new_serving_process_counts_on(clock: Clock, counts: Counts) -> None:
    """What one process counted, one that was split off the same parent finds."""
    one = limit()
    child = os.fork()
    if not child:
        tries(one, counts, "192.0.2.1", 3)
        os._exit(0)
    os.waitpid(child, 0)
    assert tries(one, counts, "192.0.2.1") == 0


WAYS = {
    "typed": lambda code: ("GET", "/join", {"query_string": {"code": code}}),
    "address": lambda code: ("GET", f"/t/{code}", {}),
    "head": lambda code: ("HEAD", "/join", {"query_string": {"code": code}}),
    "seat": lambda code: ("POST", f"/join/{code}", {"data": {}}),
}
"""The ways to learn whether a code is right without being at its table."""

QUIET_WAYS = {
    "background": lambda code: ("GET", f"/t/{code}", {"headers": {"HX-Request": "true"}}),
    "token": lambda code: ("GET", f"/j/{code}{'A' * 22}", {}),
    "seat-by-token": lambda code: (
        "POST",
        f"/join/{code}",
        {"data": {"token": f"{code}{'A' * 22}"}},
    ),
}
"""Ways to ask that tell a right code and a wrong one alike, and so need no limit."""


def ask(client: FlaskClient, way: str, code: str, address: str, token: str = "") -> int:
    method, path, how = (WAYS | QUIET_WAYS)[way](code)
    if method == "POST":
        how = how | {"data": how["data"] | {"csrf_token": token}}
    far = {"X-Forwarded-For": f"198.51.100.{random.randrange(255)}", "X-Real-IP": "198.51.100.1"}
    headers = how.pop("headers", {}) | far
    answer = client.open(
        path, method=method, headers=headers, environ_overrides={"REMOTE_ADDR": address}, **how
    )
    if answer.status_code == 429:
        assert 1 <= int(answer.headers["Retry-After"]) <= 60
    return answer.status_code


def random_code() -> str:
    return "".join(random.choices(ALPHABET, k=6))


@pytest.fixture(params=["stranger", "known"])
def guesser(app: Flask, request: pytest.FixtureRequest) -> FlaskClient:
    """A phone that has never been here, or one that is at a table of its own."""
    if request.param == "stranger":
        return app.test_client()
    client = phone_of(app)
    open_table(app, client, ["Gus", "Hal"])
    return client


@pytest.mark.parametrize("way", WAYS)
def test_t18_one_address_gets_few_answers_in_any_minute(
    app: Flask, clock: Clock, guesser: FlaskClient, way: str
) -> None:
    host = phone_of(app)
    code = open_table(app, host)
    token = form_token(guesser)
    answered: list[float] = []
    for _ in range(600 if LONG else 130):  # over a minute
        clock.now += 0.1 if LONG else 0.5
        status = ask(guesser, way, random_code(), "127.0.0.9", token)
        assert status in (404, 429)
        if status != 429:
            answered.append(clock.now)
    for start in answered:
        assert sum(start <= at < start + 60 for at in answered) <= 20
    # The right code is no more to be had than a wrong one: else it would be found all the same.
    while ask(guesser, way, random_code(), "127.0.0.9", token) != 429:
        pass
    assert ask(guesser, way, code, "127.0.0.9", token) == 429


@pytest.mark.parametrize("way", QUIET_WAYS)
def test_t18_what_is_not_limited_tells_nothing(app: Flask, guesser: FlaskClient, way: str) -> None:
    """Of a table one is not at, and of a table that is not, the same is said."""
    right = open_table(app, phone_of(app))
    token = form_token(guesser)
    said = []
    for code in (right, "ABC234"):
        method, path, how = QUIET_WAYS[way](code)
        if method == "POST":
            how = {"data": how["data"] | {"csrf_token": token}}
        answer = guesser.open(path, method=method, **how)
        # The second may change between the two.
        headers = [(key, re.sub("Expires=[^;]*", "", value)) for key, value in answer.headers]
        said.append((answer.status_code, answer.text, sorted(headers)))
    assert said[0] == said[1]
    assert said[0][0] == 404


@pytest.mark.slow
def test_t18_twenty_addresses_together(app: Flask, clock: Clock) -> None:
    guesser = app.test_client()
    real = 0
    for i in range(1200 if LONG else 400):
        clock.now += 0.01
        real += ask(guesser, "typed", random_code(), f"127.0.1.{i % 20}") == 404
    assert real <= 20 * 10


@pytest.mark.slow
def test_t18_many_addresses_have_a_share_each_and_shut_nobody_out(app: Flask, clock: Clock) -> None:
    guesser = app.test_client()
    tried = [f"127.0.{i % 40}.7" for i in range(1200)]
    real = sum(ask(guesser, "typed", random_code(), one) == 404 for one in tried)
    assert 300 <= real <= 310
    code = open_table(app, phone_of(app))
    assert ask(app.test_client(), "typed", code, "127.0.200.1") == 200


def test_every_form_counts_towards_a_limit(app: Flask, clock: Clock) -> None:
    client = phone_of(app)
    limits_, counts, _ = app.extensions["limits"]
    for _ in range(2990):
        limits_["form"].count(counts, "127.0.0.1")
    statuses = {client.post(f"/t/ABC234/{i}").status_code for i in range(10)}
    assert 429 not in statuses
    for path in ("/t/ABC234/events", "/import", "/lamp", "/open/zar"):
        assert client.post(path).status_code == 429
    assert client.get("/").status_code == 200


@pytest.mark.parametrize(
    ("path", "most"), [("/j/ABC234AAAA", 300), ("/check/zar", 120), ("/t/ABC234/bell", 2000)]
)
def test_joins_streams_and_checks_have_limits(
    app: Flask, clock: Clock, path: str, most: int
) -> None:
    client = app.test_client()
    limits_, counts, _ = app.extensions["limits"]
    name = {"/j": "join", "/c": "check", "/t": "stream"}[path[:2]]
    for _ in range(most - 1):
        limits_[name].count(counts, "127.0.0.1")
    assert client.get(path).status_code != 429
    assert client.get(path).status_code == 429


def use_up(app: Flask, name: str, address: str = "127.0.0.1") -> None:
    """All that `address` may do at once under the limit `name`."""
    limits_, counts, _ = app.extensions["limits"]
    while not limits_[name].wait(counts, address):
        limits_[name].count(counts, address)


@pytest.fixture
def crowded(app: Flask, clock: Clock) -> dict[str, FlaskClient]:
    """Phones at one table of an address that has done all it may: the host's, a seated one, one
    that watches, and one that is host elsewhere. `app.code`, `app.token`: the table's."""
    phones = {name: phone_of(app) for name in ("host", "seated", "watching", "elsewhere")}
    service = app.extensions["service"]
    ids = {name: service.phones.find(token_of(client)) for name, client in phones.items()}
    app.code = open_table(app, phones["host"])  # type: ignore[attr-defined]
    app.token = service.joining.join_token(app.code, ids["host"])  # type: ignore[attr-defined]
    service.joining.join(app.code, ids["seated"], "p2", token=app.token)  # type: ignore[attr-defined]
    service.joining.join(app.code, ids["watching"], token=app.token)  # type: ignore[attr-defined]
    open_table(app, phones["elsewhere"], ["Gus", "Hal"])
    for name in ("join", "stream", "form"):
        use_up(app, name)
    return phones


@pytest.mark.parametrize(
    ("method", "path", "share"),
    [
        ("GET", "/j/{token}", 30),
        ("POST", "/join/{code}", 30),
        ("GET", "/t/{code}/bell", 60),
        ("POST", "/t/{code}/events", 120),
    ],
)
def test_who_plays_at_a_table_has_a_share_of_its_own(
    app: Flask, crowded: dict[str, FlaskClient], method: str, path: str, share: int
) -> None:
    """Whoever else is behind its address."""
    where = path.format(code=app.code, token=app.token)  # type: ignore[attr-defined]

    def passed(client: FlaskClient, times: int) -> int:
        form = {"csrf_token": form_token(client)} if method == "POST" else {}
        answers = (client.open(where, method=method, data=form) for _ in range(times))
        return sum(answer.status_code != 429 for answer in answers)

    for name in ("watching", "elsewhere"):
        assert passed(crowded[name], 3) == 0, name
    assert passed(app.test_client(), 3) == 0
    assert passed(crowded["seated"], 3) == 3
    assert passed(crowded["host"], share + 5) == share, "of its own, and not without end"
    assert passed(crowded["seated"], 3) == 3, "and not the host's"


def test_a_share_of_ones_own_is_for_ones_own_table(
    app: Flask, crowded: dict[str, FlaskClient]
) -> None:
    for path in ("/open/zar", "/import", "/lamp", "/t/ABC234/events"):
        assert crowded["host"].post(path).status_code == 429
    assert crowded["host"].get(f"/j/{'ABC234' + 'A' * 22}").status_code == 429


def test_t18_guests_come_in_by_the_qr_code_from_the_same_address(app: Flask, clock: Clock) -> None:
    host = phone_of(app)
    code = open_table(app, host)
    service = app.extensions["service"]
    token = service.joining.join_token(code, service.phones.find(token_of(host)))
    guesser = app.test_client()
    for _ in range(100):
        ask(guesser, "typed", random_code(), "127.0.0.9")
    took = []
    for player in ("p1", "p2", "p3"):
        guest = app.test_client()
        same = {"environ_overrides": {"REMOTE_ADDR": "127.0.0.9"}}
        start = time.perf_counter()
        door = guest.get(f"/j/{token}", **same)  # type: ignore[arg-type]
        assert door.status_code == 200
        fields = {"csrf_token": form_token(guest), "token": token, "player": player}
        joined = guest.post(f"/join/{code}", data=fields, **same)  # type: ignore[arg-type]
        took.append(time.perf_counter() - start)
        assert joined.status_code == 303
        view = service.views.table(code, service.phones.find(token_of(guest)))
        assert view.own == (player,)
    assert max(took) <= 1
    # The host plays on, from the same address.
    assert ask(host, "background", code, "127.0.0.9") == 200


def test_t18_wrong_ended_and_locked_codes_are_told_alike(app: Flask) -> None:
    host = phone_of(app)
    service = app.extensions["service"]
    me = service.phones.find(token_of(host))
    locked, deleted = open_table(app, host, ["A", "B"]), open_table(app, host, ["C", "D"])
    token = service.joining.join_token(locked, me)
    service.joining.lock(locked, me)
    service.settings.delete_table(deleted, me)
    stranger = app.test_client()
    said = set()
    for code in (locked, deleted, "ABC234"):
        answer = stranger.get(f"/join?code={code}")
        page = answer.text.replace(code, "CODE")
        said.add((answer.status_code, page[: page.find("csrf_token")]))
    assert len(said) == 1
    assert next(iter(said))[0] == 404
    assert "locked" in stranger.get(f"/j/{token}").text  # who has scanned it is told


@pytest.mark.slow
def test_t25_a_flood_of_tables(make: Make, clock: Clock) -> None:
    """Opening many is refused in words after the thirtieth."""
    app = make()
    client = phone_of(app)
    token = form_token(client)
    statuses = []
    times = 2000 if LONG else 100
    for i in range(times):
        fields = {"csrf_token": token, "name": ["Ann", "Bo"], "start": "1", "key": f"key-{i}"}
        statuses.append(client.post("/open/zar", data=fields).status_code)
    assert statuses.count(429) == times - 30
    assert set(statuses[:30]) == {303}


def test_addresses_of_one_home_count_as_one() -> None:
    def key(sent: str) -> str:
        return limits.keys_of(sent)[0][0]

    assert key("2001:db8:1:2::1") == key("2001:db8:1:2:ffff::9") != key("2001:db8:1:3::1")
    assert key("::ffff:192.168.1.7") == key("192.168.1.7") != key("192.168.1.8")
    assert key("fe80::1%eth0") == key("fe80::2")
    assert key("") == ""
