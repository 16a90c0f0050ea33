"""Phones, a table, and the routes of the app with something to fill them."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from flask import Flask
from flask.testing import FlaskClient
from werkzeug.routing import Rule

from referee.web import seats
from referee.web.seats import COOKIE

Make = Callable[..., Flask]
NAMES = ["Ann", "Bo", "Cy"]


def phone_of(app: Flask) -> FlaskClient:
    """A phone of its own that is known here."""
    client = app.test_client()
    _, token = app.extensions["service"].phones.add()
    client.set_cookie(COOKIE, token)
    return client


def token_of(client: FlaskClient) -> str:
    cookie = client.get_cookie(COOKIE)
    assert cookie is not None
    return cookie.value


def open_table(app: Flask, client: FlaskClient, names: list[str] = NAMES) -> str:
    """A table of ZAR with `client` as its host; its code."""
    service = app.extensions["service"]
    phone = service.phones.find(token_of(client))
    assert phone is not None
    return service.opening.open_table(phone, "zar", names, {}, key=f"open-{names}")


def form_token(client: FlaskClient) -> str:
    """The token of the forms that are drawn for this phone."""
    with client:
        client.get("/import")
        return seats.form_token()


SAMPLES = {
    "code": "ABC234",
    "token": "A" * 22,
    "game": "zar",
    "league": "ABC234",
    "name": "play",
    "line": 1,
    "step": "1",
    "filename": "referee.js",
    "wall": "ABCD2345EFGH",
    "lamp": "dark",
}


def paths(app: Flask, **known: object) -> Iterator[tuple[Rule, str]]:
    """Every rule of the app with an address that fits it. A rule with a part nobody has named in
    `SAMPLES` is an error: a new route is to be visited, too."""
    adapter = app.url_map.bind("localhost")
    for rule in app.url_map.iter_rules():
        values = {name: known.get(name, SAMPLES[name]) for name in rule.arguments}
        yield rule, adapter.build(rule.endpoint, values, method=None, force_external=False)


def methods(rule: Rule) -> list[str]:
    return sorted((rule.methods or set()) - {"OPTIONS"})
