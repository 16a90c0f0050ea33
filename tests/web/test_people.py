"""Who is at a table, as its pages show it: removed phones, full tables, a host that sleeps."""

from __future__ import annotations

import pytest
from flask import Flask
from flask.testing import FlaskClient
from phones import form_token, open_table, phone_of, token_of

from referee.service import joining
from referee.service.presence import SILENT, UNANSWERED


@pytest.fixture
def host(app: Flask) -> FlaskClient:
    return phone_of(app)


def me(app: Flask, client: FlaskClient):
    return app.extensions["service"].phones.find(token_of(client))


def do(client: FlaskClient, code: str, what: str, **fields: object):
    sent = {"csrf_token": form_token(client), "do": what, **fields}
    return client.post(f"/t/{code}/people", data=sent)


def join(client: FlaskClient, code: str, **fields: object):
    return client.post(f"/join/{code}", data={"csrf_token": form_token(client), **fields})


def page(client: FlaskClient, path: str) -> str:
    return client.get(path, follow_redirects=True).get_data(as_text=True)


def test_who_removes_a_phone_is_shown_the_new_code(app, host):
    service = app.extensions["service"]
    code = open_table(app, host)
    guest, again = phone_of(app), phone_of(app)
    token = service.joining.join_token(code, me(app, host))
    join(guest, code, player="p2")
    answer = do(host, code, "remove", phone=2)
    shown = page(host, answer.headers["Location"])
    new = service.views.table(code, me(app, host)).join_code
    assert new != code
    assert "The phone was removed." in shown
    assert f'aria-label="Code {" ".join(new)}"' in shown
    assert f'aria-label="Code {" ".join(new)}"' in page(host, f"/t/{code}/qr/paper")
    assert again.get(f"/j/{token}").status_code == 404
    assert join(again, code, player="p2").status_code == 404
    for path in (f"/j/{token}", f"/join?code={code}", f"/t/{code}"):
        told = page(guest, path)
        assert "removed" in told
        assert new not in told
    assert "would like to come back" not in page(host, f"/t/{code}")
    assert "Waiting for an answer" in join(guest, code).get_data(as_text=True)
    assert "would like to come back" in page(host, f"/t/{code}")
    answer = join(again, new, player="p2")
    assert answer.status_code == 303
    assert again.get(answer.headers["Location"]).status_code == 200


def test_a_full_table_says_so_at_its_door(app, host, monkeypatch):
    monkeypatch.setattr(joining, "_MOST_WATCHING", 1)
    code = open_table(app, host)
    assert join(phone_of(app), code).status_code == 303
    late = phone_of(app)
    answer = join(late, code)
    assert answer.status_code == 403
    assert "You can still take a free seat." in answer.get_data(as_text=True)
    assert 'name="player" value="p2"' in answer.get_data(as_text=True)
    assert join(late, code, player="p2").status_code == 303


def test_hosting_for_a_phone_that_sleeps_is_asked_for(app, host):
    service = app.extensions["service"]
    code = open_table(app, host)
    bo, cy, watcher = (phone_of(app) for _ in range(3))
    for client, player in ((bo, "p2"), (cy, "p3"), (watcher, "")):
        join(client, code, player=player)

    def wind(seconds: float) -> None:
        tick = service.tables.clock.tick
        service.tables.clock.tick = lambda: tick() + seconds

    wind(SILENT)
    for client in (bo, cy, watcher):
        assert ("Ask to host" in page(client, f"/t/{code}")) == (client is not watcher)
    assert do(bo, code, "take-over").status_code == 303
    assert "this phone may host from" in page(bo, f"/t/{code}")
    shown = page(cy, f"/t/{code}")
    assert "Bo would like to host" in shown
    assert "Ask to host" not in shown
    assert "would like to host" not in page(watcher, f"/t/{code}")
    wind(UNANSWERED)
    assert "Nobody has answered" in page(bo, f"/t/{code}")
    assert "nothing was heard from this phone" in page(host, f"/t/{code}")
    assert "is back and has been asked" in page(bo, f"/t/{code}")
    [ask] = service.views.table(code, me(app, host)).requests
    assert do(host, code, "yes", ask=ask.id).status_code == 303
    assert service.views.table(code, me(app, bo)).role == "host"


def test_many_questions_do_not_cover_the_table(app, host):
    code = open_table(app, host)
    for _ in range(6):
        join(phone_of(app), code, player="p2")
    shown = page(host, f"/t/{code}")
    assert shown.count("would like Bo’s seat") == 1
    assert "4 more are waiting for an answer." in shown
