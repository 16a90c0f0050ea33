"""Bad input of any kind gets an answer in words: no route breaks, whatever is put into it."""

from __future__ import annotations

import itertools
import os

import pytest
from flask import Flask
from flask.testing import FlaskClient
from phones import SAMPLES, form_token, methods, open_table, phone_of, token_of

from referee.service import Submission

pytestmark = pytest.mark.slow

LONG = os.environ.get("LANE") == "long"
ODD = [
    *("", " ", "0", "-1", "1e9", "999999999999999999999999", "x" * 300, "null", "[]", "{}"),
    *("é", "‮", "\x00", "\ud800", "%", "%00", "..", "../../etc/passwd", "<b>", "{{7*7}}", "'\""),
    *("p1", "p99", "zar", "undo", "position", "play", "blue-moon", "a.b.c", "a..b", "0.0.0", "."),
]
TAGS = ["play", "undo"]
FIELDS = [
    *("code", "line", "seq", "key", "as", "show", "type", "by", "cards", "count", "do", "phone"),
    *("player", "name", "token", "new", "ask", "answer", "sheet", "add", "drop", "set", "clear"),
    *("stands", "draft", "event", "record", "before", "q", "table", "title", "back", "lamp"),
    *("options", "options.target", "options.readings.x", "hands.p1", "position.top", "file"),
]


@pytest.fixture(params=["before a hand", "in a hand"])
def known(app: Flask, request: pytest.FixtureRequest) -> tuple[FlaskClient, str, str]:
    app.config["LIMITS"] = False
    client = phone_of(app)
    code, token = open_table(app, client), form_token(client)
    if request.param == "in a hand":
        service = app.extensions["service"]
        event = {"type": "start_hand", "dealer": "p1", "top": "blue-moon"}
        service.play.submit(
            code,
            service.phones.find(token_of(client)),
            Submission(event=event, seen=0, key="first"),
        )
    return client, code, token


def _sound(value: str) -> str:
    return value.encode("utf-8", "replace").decode()


def test_odd_parts_of_addresses(app: Flask, known: tuple[FlaskClient, str, str]) -> None:
    client, code, token = known
    adapter = app.url_map.bind("localhost")
    for rule in app.url_map.iter_rules():
        for part, odd in itertools.product(rule.arguments, ODD):
            if part == "line" and not odd.isdecimal():
                continue
            values = {name: SAMPLES[name] for name in rule.arguments} | {"code": code}
            values = {name: values[name] for name in rule.arguments} | {part: _sound(odd) or "x"}
            path = adapter.build(rule.endpoint, values)
            for method in methods(rule):
                answer = client.open(path, method=method, data={"csrf_token": token})
                assert answer.status_code < 500, (method, path)
                answer.close()


def test_odd_fields(app: Flask, known: tuple[FlaskClient, str, str]) -> None:
    """Each field with each route, the values taking turns; and each value in all fields at once,
    at every fourth route (in the long lane at each)."""
    client, code, token = known
    adapter = app.url_map.bind("localhost")
    turns = itertools.cycle(ODD)
    everywhere = [
        {**dict.fromkeys(FIELDS, _sound(odd)), "type": tag} for odd in ODD for tag in TAGS
    ]
    for number, rule in enumerate(app.url_map.iter_rules()):
        if rule.endpoint in ("static", "table.bell", "settings.delete"):
            continue
        values = {name: SAMPLES[name] for name in rule.arguments}
        path = adapter.build(rule.endpoint, values | ({"code": code} if "code" in values else {}))
        asked = [{"ask": "1", "seq": "1", field: _sound(next(turns))} for field in FIELDS]
        asked += everywhere if LONG else everywhere[number % 4 :: 4]
        for fields in asked:
            if "GET" in methods(rule):
                answer = client.get(path, query_string=fields)
                assert answer.status_code < 500, (path, fields)
            if "POST" in methods(rule):
                answer = client.post(path, data={"key": "k"} | fields | {"csrf_token": token})
                assert answer.status_code < 500, (path, fields)
