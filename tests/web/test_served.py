"""Under which name, behind which proxy, with which cookie the app is served, and what it says where
it does not answer."""

from __future__ import annotations

import logging
from http import HTTPStatus
from typing import Any

import pytest
from flask import Flask, abort
from flask.testing import FlaskClient
from phones import Make, form_token, open_table, phone_of, token_of

from referee.web import errors
from referee.web.guard import local_path
from referee.web.seats import COOKIE, SECURE_COOKIE

PUBLIC = "https://game.example"
HTTPS = {"Host": "game.example", "X-Forwarded-Proto": "https", "X-Forwarded-For": "203.0.113.5"}


# Where a request leads on


ELSEWHERE = [
    *(
        "//evil.example",
        "///evil.example",
        "////evil.example",
        "/\\evil.example",
        "\\\\evil.example",
    ),
    *("https://evil.example", "http:evil.example", "javascript:alert(1)", "evil.example", ""),
    *("/\t/evil.example", "/\n/evil.example", "\t//evil.example", " //evil.example", "/\\/evil"),
    *("//evil.example/%2f..", "/x\\..\\evil", "/\u200b/x", "/" + "x" * 9000),
]


@pytest.mark.parametrize("target", ELSEWHERE)
def test_nobody_is_led_elsewhere(shared: Flask, target: str) -> None:
    """By any of the ways back that a request may name."""
    assert local_path(target) is None
    client = phone_of(shared)
    code = open_table(shared, client)
    token = form_token(client)
    assert 'href="/"' in client.get("/menu", query_string={"back": target}).text
    for path, fields, fallback in (
        ("/lamp", {"lamp": "dark"}, "/"),
        ("/sound", {"sound": "on"}, "/"),
        ("/language", {"language": "fr"}, "/"),
        (f"/t/{code}/settings", {"do": "title", "title": "x"}, f"/t/{code}/settings"),
    ):
        answer = client.post(path, data={"csrf_token": token, "back": target} | fields)
        assert (answer.status_code, answer.headers["Location"]) == (303, fallback), path
    deal = {"csrf_token": token, "seq": "0", "key": "k", "type": "start_hand", "dealer": "p1"} | {
        "top": "blue-sun"
    }
    answer = client.post(f"/t/{code}/events", query_string={"back": target}, data=deal)
    assert (answer.status_code, answer.headers["Location"]) == (303, f"/t/{code}")


@pytest.mark.parametrize(
    "target", ["/", "/t/ABC234", "/learn/zar?step=2#top", "/players/Zoé", "/?a=//b"]
)
def test_the_way_back_is_kept(client: FlaskClient, target: str) -> None:
    assert local_path(target) == target
    token = form_token(client)
    answer = client.post("/lamp", data={"csrf_token": token, "back": target})
    assert answer.status_code == 303
    assert answer.headers["Location"].startswith(target[:9])


# Names


def test_an_unknown_name_is_told_how_to_change_that(
    client: FlaskClient, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.WARNING):
        for _ in range(3):
            page = client.get("/", headers={"Host": "raspberrypi.local:8000"})
    assert page.status_code == 421
    assert "not known by the name" in page.text
    assert "--public-url" in page.text
    assert 'href="/"' not in page.text, "a way that is refused again"
    assert "raspberrypi" not in page.text
    assert "localhost" not in page.text
    said = [r.getMessage() for r in caplog.records if "raspberrypi.local" in r.getMessage()]
    assert len(said) == 1, "once a name"
    style = client.get("/static/referee.css", headers={"Host": "raspberrypi.local:8000"})
    assert style.status_code == 200, "the page that says so has a face"


def test_made_up_names_do_not_fill_the_log(
    client: FlaskClient, caplog: pytest.LogCaptureFixture
) -> None:
    for i in range(80):
        client.get("/healthz", headers={"Host": f"n{i}.example"})
    assert len([r for r in caplog.records if ".example" in r.getMessage()]) == 50


def test_an_unknown_name_is_refused_in_the_phones_language(client: FlaskClient) -> None:
    headers = {"Host": "raspberrypi.local", "Accept-Language": "fr"}
    page = client.get("/t/ABC234", headers=headers).text
    assert "Inconnu sous ce nom" in page
    assert "--public-url" in page


# Refusals


def test_every_refusal_has_words(make: Make) -> None:
    app = make()

    @app.get("/refused/<int:status>")
    def refused(status: int) -> Any:
        from werkzeug.exceptions import HTTPException

        error = HTTPException()
        error.code = status
        raise error

    client = app.test_client()
    for status in HTTPStatus:
        if status < 400 or status in (402, 407, 418):
            continue
        page = client.get(f"/refused/{status.value}")
        assert page.status_code == status
        heading, sentence = errors.WORDS.get(
            status, errors.WORDS[500] if status >= 500 else errors.OTHER
        )
        assert str(sentence) in page.text, status
        assert str(heading) in page.text, status


def test_the_refusals_that_come_about_have_words_of_their_own() -> None:
    common = {400, 403, 404, 405, 408, 411, 413, 414, 415, 421, 429, 431, 500, 503}
    assert common <= set(errors.WORDS)
    assert len({str(errors.WORDS[status][1]) for status in common}) == len(common)


def test_a_body_that_does_not_end_was_too_slow(make: Make) -> None:
    app = make()

    @app.get("/slow")
    def slow() -> None:
        from werkzeug.exceptions import ClientDisconnected

        raise ClientDisconnected

    page = app.test_client().get("/slow")
    assert page.status_code == 408
    assert "Too slow" in page.text


# A proxy


@pytest.mark.parametrize("header", ["X-Forwarded-For", "X-Forwarded-Proto", "Forwarded"])
def test_a_proxy_that_nobody_trusts_is_noted_once(
    make: Make, caplog: pytest.LogCaptureFixture, header: str
) -> None:
    client = make().test_client()
    for _ in range(3):
        client.get("/healthz", headers={header: "203.0.113.5"})
    assert len([r for r in caplog.records if "--trust-proxy" in r.getMessage()]) == 1
    caplog.clear()
    client = make(TRUST_PROXY=1, PUBLIC_URL=PUBLIC).test_client()
    client.get("/healthz", headers={header: "203.0.113.5"})
    assert not [r for r in caplog.records if "--trust-proxy" in r.getMessage()]


def test_no_proxy_moves_our_addresses(make: Make) -> None:
    client = make(TRUST_PROXY=1, PUBLIC_URL=PUBLIC).test_client()
    lies = {"X-Forwarded-Prefix": "/evil", "X-Forwarded-Host": "evil.example"}
    lies["X-Forwarded-Port"] = "666"
    page = client.get("/", headers=HTTPS | lies)
    assert page.status_code == 200
    assert "evil" not in page.text
    assert ":666" not in page.text


# Cookies


def cookies_of(answer: Any) -> dict[str, str]:
    return {cookie.partition("=")[0]: cookie for cookie in answer.headers.getlist("Set-Cookie")}


def test_with_a_public_https_address_the_cookie_is_the_hosts_alone(make: Make) -> None:
    client = make(PUBLIC_URL=PUBLIC, TRUST_PROXY=1).test_client()
    answer = client.get("/import", headers=HTTPS, base_url=PUBLIC)
    assert list(cookies_of(answer)) == [SECURE_COOKIE]
    cookie = cookies_of(answer)[SECURE_COOKIE]
    for part in ("Secure", "HttpOnly", "Path=/", "SameSite=Lax"):
        assert part in cookie
    assert "Domain" not in cookie
    assert answer.headers["Strict-Transport-Security"] == "max-age=31536000"
    plain = client.get("/import")
    assert list(cookies_of(plain)) == [COOKIE]
    assert "Strict-Transport-Security" not in plain.headers


def test_without_one_nothing_changes(make: Make) -> None:
    for config in ({}, {"PUBLIC_URL": "http://game.example"}):
        answer = make(**config).test_client().get("/import")
        assert list(cookies_of(answer)) == [COOKIE]
        assert "Strict-Transport-Security" not in answer.headers


def test_seats_taken_under_the_other_name_are_kept(make: Make) -> None:
    before = make()
    host = phone_of(before)
    code = open_table(before, host)
    app = make(PUBLIC_URL=PUBLIC, TRUST_PROXY=1)
    client = app.test_client()
    client.set_cookie(COOKIE, token_of(host), domain="game.example")
    answer = client.get(f"/t/{code}/settings", headers=HTTPS, base_url=PUBLIC)
    assert answer.status_code == 200
    sent = cookies_of(answer)
    assert sent[SECURE_COOKIE].startswith(f"{SECURE_COOKIE}={token_of(host)};")
    assert "Max-Age=0" in sent[COOKIE], "read once, then it goes"
    # Once there is the new one, the old name has no say: another server could have set it.
    client.set_cookie(COOKIE, "A" * 43, domain="game.example")
    assert client.get(f"/t/{code}", headers=HTTPS, base_url=PUBLIC).status_code == 200


# Rows


def test_a_post_that_names_no_table_leaves_no_row(app: Flask) -> None:
    def rows() -> int:
        with app.extensions["store"].read() as db:
            return db.execute("SELECT count(*) FROM phones").fetchone()[0]

    code = open_table(app, phone_of(app))
    before = rows()
    sent = [
        ("/t/ZZZZZZ/events", {"type": "pass"}),
        (f"/t/{code}/events", {"type": "pass"}),
        (f"/t/{code}/undo", {}),
        (f"/t/{code}/settings", {"do": "title", "title": "x"}),
        (f"/t/{code}/people", {"do": "leave"}),
        (f"/t/{code}/notice", {}),
        (f"/t/{code}/taken-back", {"line": "1"}),
        (f"/t/{code}/rematch", {"key": "k"}),
        (f"/t/{code}/first-round", {"do": "done", "step": "0"}),
        ("/players", {"player": "Ann", "name": "Bo"}),
        ("/join/ZZZZZZ", {"watch": "1"}),
        ("/join/ZZZZZZ", {"watch": "1", "token": "A" * 28}),
        ("/h/AAAAAAAA", {}),
        ("/open/zar", {"start": "1", "name": "", "key": "k"}),
        ("/import", {"text": "no record", "key": "k"}),
    ]
    for path, fields in sent:
        client = app.test_client()
        answer = client.post(path, data={"csrf_token": form_token(client)} | fields)
        assert answer.status_code >= 400, path
    assert rows() == before
    for path, fields in (
        ("/open/zar", {"start": "1", "name": ["Ann", "Bo"], "key": "k"}),
        (f"/join/{code}", {"watch": "1"}),
    ):
        client = app.test_client()
        answer = client.post(path, data={"csrf_token": form_token(client)} | fields)
        assert answer.status_code == 303, path
        assert client.get(answer.headers["Location"]).status_code == 200
    assert rows() == before + 2


def test_an_abort_keeps_its_own_words(make: Make) -> None:
    app = make()

    @app.get("/own")
    def own() -> None:
        abort(404)

    assert "Nothing here" in app.test_client().get("/own").text


# The disk


@pytest.mark.parametrize(("free", "said"), [(199 << 20, True), (201 << 20, False)])
def test_a_host_is_told_of_a_disk_that_gets_full(
    app: Flask, monkeypatch: pytest.MonkeyPatch, free: int, said: bool
) -> None:
    host, guest = phone_of(app), phone_of(app)
    code = open_table(app, host)
    service = app.extensions["service"]
    service.joining.join(code, service.phones.find(token_of(guest)), "p2", token="", name="")
    monkeypatch.setattr("shutil.disk_usage", lambda _: type("Usage", (), {"free": free}))
    words = "disk is almost full"
    assert (words in host.get(f"/t/{code}").text) == said
    assert words not in guest.get(f"/t/{code}").text
    french = host.get(f"/t/{code}", headers={"Accept-Language": "fr"}).text
    assert ("presque plein" in french) == said
