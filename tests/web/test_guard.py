"""T16 and T17: whose Host, whose form, and what every answer carries."""

from __future__ import annotations

import datetime as dt
import io
import ipaddress
import os
from collections.abc import Iterator
from itertools import islice
from types import SimpleNamespace

import pytest
import time_machine
from flask import Flask
from flask.testing import FlaskClient
from phones import Make, form_token, methods, open_table, paths, phone_of, token_of

from referee import addresses
from referee.web import qr
from referee.web.guard import HEADERS
from referee.web.seats import COOKIE

FOREIGN = [
    *(
        "",
        " ",
        "evil.example",
        "evil.example:80",
        "EVIL.EXAMPLE",
        "evil.example.",
        "localhost.evil",
    ),
    *(
        "evil.localhost",
        "xlocalhost",
        "localhostx",
        "localhost:81",
        "localhost:8000",
        "localhost:0",
    ),
    *(
        "localhost:",
        "localhost:x",
        "localhost:80:80",
        "localhost:99999",
        "localhost..",
        ".localhost",
    ),
    *("user@localhost", "localhost@evil.example", "user:pw@localhost", "evil.example#localhost"),
    *("localhost/evil", "localhost?evil", "localhost,evil.example", "localhost evil.example"),
    *(
        "localhost,localhost",
        "localhost\\evil.example",
        "localhost%2eevil",
        "127.0.0.1.evil.example",
    ),
    *("127.0.0.1:8000", "203.0.113.9", "0x7f.0.0.1", "2130706433", "127.1", "0.0.0.0", "[::2]"),
    *("[::1", "::1", "[2001:db8::5]:80", "[::ffff:203.0.113.9]", "lоcalhost", "lo​calhost", "[]"),
]
"""Host headers that are not this server (the last but one with a Cyrillic о, and a space of no
width), which listens on port 80 here."""

LONG = os.environ.get("LANE") == "long"
OURS = ["localhost", "LOCALHOST", "LocalHost.", "localhost:80", "127.0.0.1", "127.0.0.1:80"]


@pytest.fixture
def known(app: Flask) -> tuple[FlaskClient, str]:
    client = phone_of(app)
    return client, open_table(app, client)


@pytest.fixture(scope="module")
def known_to_all(shared: Flask) -> tuple[FlaskClient, str]:
    client = phone_of(shared)
    return client, open_table(shared, client)


def test_enough_forms_of_a_host() -> None:
    assert len(set(FOREIGN)) >= 40


@pytest.mark.parametrize("host", FOREIGN)
def test_t16_no_route_answers_to_another_name(
    shared: Flask, known_to_all: tuple[FlaskClient, str], host: str
) -> None:
    """Each route by five of the names and each name at every ninth route, or all at all."""
    client, code = known_to_all
    first, step = (0, 1) if LONG else (FOREIGN.index(host) % 9, 9)
    for rule, path in islice(paths(shared, code=code), first, None, step):
        for method in methods(rule):
            answer = client.open(path, method=method, environ_overrides={"HTTP_HOST": _wire(host)})
            assert_guarded(answer.headers)
            if rule.endpoint == "static" and answer.status_code in (200, 304, 404):
                assert "Set-Cookie" not in answer.headers  # public: what draws the refusal
                continue
            assert answer.status_code in (400, 421), (rule, method, host)
            assert "evil" not in answer.text + str(answer.headers)


def _wire(header: str) -> str:
    """As a server hands on what was not ASCII."""
    return header.encode().decode("latin-1")


@pytest.mark.parametrize("host", OURS)
def test_t16_our_own_names_are_answered(client: FlaskClient, host: str) -> None:
    assert client.get("/healthz", headers={"Host": host}).status_code == 200


def test_t16_every_address_of_this_machine_is_ours(client: FlaskClient) -> None:
    for address in addresses.own():
        if address.version == 4:
            assert client.get("/healthz", headers={"Host": str(address)}).status_code == 200


def test_t16_an_address_that_the_machine_gets_later(
    client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    long_ago = (float("-inf"), frozenset[addresses.Address]())
    monkeypatch.setattr(addresses, "_seen", long_ago)
    assert client.get("/healthz", headers={"Host": "192.0.2.7"}).status_code == 421
    monkeypatch.setattr(addresses, "own", lambda: [ipaddress.ip_address("192.0.2.7")])
    assert client.get("/healthz", headers={"Host": "192.0.2.7"}).status_code == 421  # just asked
    monkeypatch.setattr(addresses, "_seen", long_ago)
    assert client.get("/healthz", headers={"Host": "192.0.2.7"}).status_code == 200


@pytest.mark.parametrize(
    ("config", "host", "status"),
    [
        ({"PUBLIC_URL": "https://Game.example/"}, "game.example", 421),  # https is port 443
        ({"PUBLIC_URL": "http://Game.example/"}, "game.example", 200),
        ({"PUBLIC_URL": "http://Game.example/"}, "GAME.EXAMPLE.", 200),
        ({"PUBLIC_URL": "http://game.example:81"}, "game.example:81", 200),
        ({"PUBLIC_URL": "http://game.example:81"}, "game.example", 421),
        ({"PUBLIC_URL": "http://game.example/"}, "other.example", 421),
        ({"HOST": "Table.lan"}, "table.lan", 200),
        ({"HOST": "table.lan"}, "table.lan:81", 421),
        ({"HOST": "table.lan"}, "table", 421),
        ({}, "table.lan", 421),
    ],
)
def test_t16_names_that_were_given(make: Make, config: dict, host: str, status: int) -> None:
    client = make(**config).test_client()
    assert client.get("/healthz", headers={"Host": host}).status_code == status


def test_t16_a_proxy_is_believed_only_as_far_as_trusted(make: Make) -> None:
    far = {
        "X-Forwarded-For": "203.0.113.5",
        "X-Forwarded-Proto": "https",
        "X-Forwarded-Host": "game.example",
        "X-Forwarded-Port": "443",
        "X-Forwarded-Prefix": "/evil",
    }
    alone = make(PUBLIC_URL="https://game.example/").test_client()
    answer = alone.get("/join", headers=far)
    assert answer.status_code == 200  # it was asked as localhost, whatever the headers say
    assert "/evil" not in answer.text
    behind = make(PUBLIC_URL="https://game.example/", TRUST_PROXY=1).test_client()
    for host, status in (("game.example", 200), ("evil.example", 421)):
        answer = behind.get("/import", headers=far | {"Host": host})
        assert answer.status_code == status  # the Host counts as it came
        assert "/evil" not in answer.text
    assert (
        "Secure"
        in behind.get("/import", headers=far | {"Host": "game.example"}).headers["Set-Cookie"]
    )


@pytest.mark.parametrize(
    ("config", "own", "base"),
    [
        ({}, ["192.168.1.5", "127.0.0.1"], "http://192.168.1.5"),
        ({}, ["127.0.0.1", "10.0.0.7", "192.168.1.5", "172.16.0.1"], "http://192.168.1.5"),
        ({}, ["127.0.0.1", "169.254.3.4", "172.20.1.2"], "http://172.20.1.2"),
        ({}, ["127.0.0.1"], "http://localhost"),
        ({"HOST": "10.0.0.7"}, ["192.168.1.5", "10.0.0.7"], "http://10.0.0.7"),
        ({"PUBLIC_URL": "https://game.example/"}, ["192.168.1.5"], "https://game.example"),
    ],
)
def test_t16_the_qr_code_points_home_whatever_a_request_says(
    make: Make, monkeypatch: pytest.MonkeyPatch, config: dict, own: list[str], base: str
) -> None:
    class Adapter:
        name = nice_name = "eth0"
        ips = [SimpleNamespace(ip=ip) for ip in own]

    monkeypatch.setattr(addresses.ifaddr, "get_adapters", lambda: [Adapter])
    app = make(**config)
    client = phone_of(app)
    code = open_table(app, client)
    token = app.extensions["service"].joining.join_token(
        code, app.extensions["service"].phones.find(token_of(client))
    )
    lies = {"X-Forwarded-Host": "evil.example", "Forwarded": "host=evil.example"}
    page = client.get(f"/t/{code}/qr", headers=lies).text
    assert qr.svg(f"{base}/j/{token}") in page
    assert base.partition("://")[2] in page
    assert "evil" not in page


def test_addresses_that_lead_inwards_come_last(monkeypatch: pytest.MonkeyPatch) -> None:
    adapters = [
        SimpleNamespace(name=name, nice_name=name, ips=[SimpleNamespace(ip=ip)])
        for name, ip in [
            ("lo", "127.0.0.1"),
            ("docker0", "172.17.0.1"),
            ("br-5f2", "192.168.80.1"),
            ("wlan0", "10.1.2.3"),
            ("eth1", ("fd00::7", 0, 0)),
            ("eth2", "203.0.113.4"),
            ("eth3", ("fe80::1", 0, 2)),
        ]
    ]
    monkeypatch.setattr(addresses.ifaddr, "get_adapters", lambda: adapters)
    assert [str(a) for a in addresses.for_phones()] == [
        "10.1.2.3",
        "203.0.113.4",
        "fd00::7",
        "192.168.80.1",
        "172.17.0.1",
    ]
    assert addresses.urls(8000) == [
        "http://10.1.2.3:8000/",
        "http://203.0.113.4:8000/",
        "http://192.168.80.1:8000/",
        "http://172.17.0.1:8000/",
    ]
    assert addresses.urls(80, "::")[2] == "http://[fd00::7]/"


def assert_guarded(headers: object) -> None:
    for name, value in HEADERS.items():
        assert headers.getlist(name) == [value]  # type: ignore[attr-defined]


@pytest.mark.slow
def test_t16_every_answer_of_every_route_is_guarded(
    app: Flask, known: tuple[FlaskClient, str]
) -> None:
    client, code = known
    token = form_token(client)
    visited = set()
    for rule, path in paths(app, code=code):
        for method in methods(rule):
            for data in ({}, {"csrf_token": token}):
                answer = client.open(path, method=method, data=data)
                visited.add((answer.status_code, rule.endpoint))
                assert_guarded(answer.headers)
                assert answer.status_code != 500, (rule, method)
                if (
                    rule.endpoint != "static"
                    and "event-stream" not in answer.headers["Content-Type"]
                ):
                    assert answer.headers["Cache-Control"] == "private, no-store"
                    assert {"Cookie", "HX-Request"} <= set(answer.vary.to_header().split(", "))
                answer.close()
    assert {endpoint for _, endpoint in visited} == set(app.view_functions)
    assert {200, 303, 400, 404} <= {status for status, _ in visited}


@pytest.mark.parametrize("path", ["/nowhere", "/static/none.css", "/t/ABC234", "/open/nogame"])
def test_refusals_are_guarded_and_speak(client: FlaskClient, path: str) -> None:
    for headers in ({}, {"HX-Request": "true"}):
        answer = client.get(path, headers=headers)
        assert answer.status_code == 404
        assert_guarded(answer.headers)
        assert "Nothing here" in answer.text
        assert ("<body" in answer.text) == (not headers)


def test_no_inline_code_is_allowed() -> None:
    policy = HEADERS["Content-Security-Policy"]
    assert "unsafe" not in policy
    assert "*" not in policy
    assert "frame-ancestors 'none'" in policy


def test_t16_a_name_cannot_split_a_header(app: Flask, known: tuple[FlaskClient, str]) -> None:
    client, code = known
    service = app.extensions["service"]
    phone = service.phones.find(token_of(client))
    service.settings.set_title(code, phone, 'Fri"day; filename=evil.exe é')
    answer = client.get(f"/t/{code}/record.json")
    assert answer.status_code == 200
    named = answer.headers.getlist("Content-Disposition")
    assert len(named) == 1
    assert named[0].startswith("attachment")
    assert named[0].isascii()
    assert named[0].count('"') % 2 == 0
    assert "evil.exe" not in named[0].replace("filename*", "").split('"')[::2].__str__()


# T17


def unsafe(app: Flask, code: str) -> Iterator[tuple[str, str]]:
    for rule, path in paths(app, code=code):
        for method in methods(rule):
            if method not in ("GET", "HEAD"):
                yield method, path


NOT_OURS = "This form was made for another phone"


@pytest.mark.parametrize("drawn", [False, True], ids=["no-token", "with-token"])
@pytest.mark.parametrize(
    "headers",
    [
        {"Origin": "http://evil.example"},
        {"Origin": "null"},
        {"Origin": ""},
        {"Origin": "http://localhost.evil.example"},
        {"Origin": "http://localhost:81"},
        {"Origin": "https://localhost"},
        {"Origin": "http://user@localhost"},
        {"Origin": "http://localhost/evil"},
        {"Origin": "file://"},
        {"Origin": "http://203.0.113.9"},
        {"Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "same-site"},
    ],
    ids=str,
)
def test_t17_what_comes_from_elsewhere_is_refused(
    shared: Flask, known_to_all: tuple[FlaskClient, str], headers: dict, drawn: bool
) -> None:
    client, code = known_to_all
    data = {"csrf_token": form_token(client)} if drawn else {}
    for method, path in unsafe(shared, code):
        answer = client.open(path, method=method, data=data, headers=headers)
        assert answer.status_code == 400, path
        assert NOT_OURS in answer.text


@pytest.mark.parametrize(
    "send",
    [
        {"data": {}},
        {"data": {"csrf_token": ""}},
        {"data": {"csrf_token": "forged"}},
        {"data": "csrf_token={token}", "content_type": "text/plain"},
        {"json": {"csrf_token": "{token}"}},
        {"data": b"\xff\xfe", "content_type": "multipart/form-data; boundary=x"},
        {"data": b"--x", "content_type": "multipart/form-data"},
    ],
    ids=str,
)
def test_t17_without_its_token_nothing_is_taken(
    app: Flask, known: tuple[FlaskClient, str], send: dict
) -> None:
    client, code = known
    token = form_token(client)
    if isinstance(send.get("data"), str):
        send = send | {"data": send["data"].format(token=token)}
    for method, path in unsafe(app, code):
        answer = client.open(path, method=method, **send)
        assert answer.status_code == 400, path
        assert NOT_OURS in answer.text


def test_t17_the_token_of_another_phone_is_not_taken(
    app: Flask, known: tuple[FlaskClient, str]
) -> None:
    client, code = known
    other = form_token(phone_of(app))
    for method, path in unsafe(app, code):
        assert NOT_OURS in client.open(path, method=method, data={"csrf_token": other}).text


SAME = [
    {},  # too old a browser to say
    {"Origin": "http://localhost"},
    {"Origin": "http://LOCALHOST:80"},
    {"Origin": "http://localhost", "Sec-Fetch-Site": "same-origin"},
    {"Sec-Fetch-Site": "none"},
]


@pytest.mark.parametrize("headers", SAME, ids=str)
def test_t17_our_own_forms_are_taken_on_plain_http(
    app: Flask, known: tuple[FlaskClient, str], headers: dict
) -> None:
    client, code = known
    token = form_token(client)
    for method, path in unsafe(app, code):
        answer = client.open(path, method=method, data={"csrf_token": token}, headers=headers)
        assert NOT_OURS not in answer.text, path


def test_t17_the_public_address_is_an_origin_of_ours(make: Make) -> None:
    client = phone_of(app := make(PUBLIC_URL="https://game.example"))
    token = form_token(client)
    for origin, taken in [("https://game.example", True), ("https://evil.example", False)]:
        answer = client.post("/lamp", data={"csrf_token": token}, headers={"Origin": origin})
        assert (answer.status_code == 303) == taken
    assert app is not None


def test_t17_a_get_changes_nothing(app: Flask, known: tuple[FlaskClient, str]) -> None:
    """Whatever can be fetched is fetched, and every row of the database is what it was."""
    client, code = known
    for rule, path in paths(app, code=code):
        client.get(path).close()  # what is made by looking (that the phone is awake) is made now
        assert rule
    before = contents(app)
    for _rule, path in paths(app, code=code):
        client.get(path).close()
        client.head(path).close()
    assert contents(app) == before


def contents(app: Flask) -> dict[str, list[tuple]]:
    """All rows of all tables, but when a phone was last seen."""
    with app.extensions["store"].read() as tx:
        return {
            name: sorted(
                tuple(value for column, value in row.items() if "seen" not in column)
                for row in tx.db[name].rows
            )
            for name in tx.db.table_names()
        }


@pytest.mark.parametrize(
    "away",
    [
        dt.timedelta(hours=6),
        dt.timedelta(seconds=-1),
        dt.timedelta(hours=-1),
        dt.timedelta(days=32),
        dt.timedelta(days=500),
        dt.timedelta(days=-20784),
    ],
    ids=str,
)
def test_t17_neither_idle_hours_nor_restarts_nor_clocks_cost_a_seat(
    make: Make, away: dt.timedelta
) -> None:
    now = dt.datetime(2026, 11, 27, 20, 0, tzinfo=dt.UTC)
    with time_machine.travel(now) as clock:
        first = make()
        client = phone_of(first)
        code = open_table(first, client)
        token, cookie = form_token(client), token_of(client)
        clock.move_to(now + away)
        later = make().test_client()
        later.set_cookie(COOKIE, cookie)
        assert later.get(f"/t/{code}").status_code == 200
        answer = later.post(f"/t/{code}/notice", data={"csrf_token": token})
        assert answer.status_code == 303


def test_t17_the_cookie_lasts_and_is_out_of_reach(client: FlaskClient) -> None:
    answer = client.get("/import")
    cookie = answer.headers["Set-Cookie"]
    for part in ("HttpOnly", "SameSite=Lax", "Max-Age=34560000", "Path=/"):
        assert part in cookie
    assert "Secure" not in cookie  # a LAN has no TLS
    assert len(token_of(client)) == 43
    assert client.get("/import").headers["Set-Cookie"].startswith(f"{COOKIE}={token_of(client)};")
    again = client.get("/import", headers={"HX-Request": "true"})
    assert "Set-Cookie" not in again.headers


def test_t17_only_the_hash_of_a_token_is_kept(app: Flask, known: tuple[FlaskClient, str]) -> None:
    client, _ = known
    folder = app.config["DATA"]
    stored = b"".join(p.read_bytes() for p in __import__("pathlib").Path(folder).iterdir())
    assert token_of(client).encode() not in stored


@pytest.mark.parametrize("cookie", ["", "x", "A" * 42, "A" * 44, "é" * 43, "../" * 14 + "a", '"'])
def test_t17_a_cookie_of_no_ours_is_as_good_as_none(app: Flask, cookie: str) -> None:
    client = app.test_client()
    answer = client.get(
        "/import", headers={"Cookie": f"{COOKIE}={cookie}".encode().decode("latin-1")}
    )
    assert answer.status_code == 200
    assert "Set-Cookie" in answer.headers


# T25, as far as it does not need a wire


def test_t25_bodies_and_their_parts_are_bounded(app: Flask, known: tuple[FlaskClient, str]) -> None:
    client, code = known
    token = form_token(client)
    big = {"csrf_token": token, "x": "y" * 65 * 1024}
    for method, path in unsafe(app, code):
        if path != "/import":
            assert client.open(path, method=method, data=big).status_code == 413, path
    parts = {f"f{i}": (io.BytesIO(b"x"), "f") for i in range(1001)} | {"csrf_token": token}
    assert client.post("/import", data=parts).status_code == 413
    record = {"csrf_token": token, "file": (io.BytesIO(b" " * (4 * 1024 * 1024 + 1)), "r.json")}
    assert client.post("/import", data=record).status_code in (413, 422)
    huge = {"csrf_token": token, "file": (io.BytesIO(b" " * 5 * 1024 * 1024), "r.json")}
    assert client.post("/import", data=huge).status_code == 413


def test_a_fault_is_a_calm_page_and_a_note(make: Make, caplog: pytest.LogCaptureFixture) -> None:
    app = make()

    @app.get("/t/<code>/fault")
    def fault(code: str) -> str:
        raise ZeroDivisionError("in the middle of it")

    answer = app.test_client().get("/t/ABC234/fault")
    assert answer.status_code == 500
    assert "Something went wrong" in answer.text
    assert "Traceback" not in answer.text
    assert "ZeroDivision" not in answer.text
    assert_guarded(answer.headers)
    assert "Fault in GET /t/<code>/fault" in caplog.text
    assert "ZeroDivisionError" in caplog.text
    assert "ABC234" not in caplog.text
