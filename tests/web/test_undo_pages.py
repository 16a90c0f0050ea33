"""What the pages say before and after something is undone."""

from __future__ import annotations

import re

from flask import Flask
from flask.testing import FlaskClient
from phones import form_token, open_table, phone_of, token_of

from referee.service import Submission


def after_two_hands(app: Flask) -> tuple[FlaskClient, str]:
    client = phone_of(app)
    code = open_table(app, client)
    service = app.extensions["service"]
    phone = service.phones.find(token_of(client))
    for n in range(2):
        event = {"type": "end_hand", "winner": "p1", "points": {"p2": 3 + n, "p3": 1}}
        service.play.submit(code, phone, Submission(event=event, seen=n, key=f"k{n}"))
    return client, code


def test_an_undo_far_back_says_how_many_entries_it_takes(app: Flask) -> None:
    client, code = after_two_hands(app)
    lines = re.findall(f"/t/{code}/log/([0-9]+)", client.get(f"/t/{code}/log").text)
    first, last = min(map(int, lines)), max(map(int, lines))
    assert "Undo 2 entries: this one and all after it?" in text(client, code, f"log/{first}?undo=1")
    assert "Undo this entry?" in text(client, code, f"log/{last}?undo=1")


def text(client: FlaskClient, code: str, address: str) -> str:
    return client.get(f"/t/{code}/{address}").text


def test_what_was_undone_can_be_brought_back_where_it_was_undone(app: Flask) -> None:
    client, code = after_two_hands(app)
    token = form_token(client)
    sent = {"csrf_token": token, "seq": "2", "key": "undo", "undo": "1"}
    client.post(f"/t/{code}/undo", data=sent)
    page = text(client, code, "undo")
    button = re.search(r'name="redo" value="([0-9]+)"', page)
    assert button is not None
    assert "Bring it back" in page
    other = phone_of(app)
    service = app.extensions["service"]
    service.joining.join(code, service.phones.find(token_of(other)), "p2")
    assert "Bring it back" not in text(other, code, "undo")
    sent = {"csrf_token": token, "seq": "3", "key": "redo", "redo": button[1]}
    for _ in range(2):
        assert client.post(f"/t/{code}/undo", data=sent).status_code == 303
    assert "Brought back: 1 entry counts again" in text(client, code, "log")
    assert "Bring it back" not in text(client, code, "undo")


def test_with_nothing_left_to_undo_the_way_back_is_still_there(app: Flask) -> None:
    client = phone_of(app)
    code = open_table(app, client)
    service = app.extensions["service"]
    phone = service.phones.find(token_of(client))
    event = {"type": "end_hand", "winner": "p1", "points": {"p2": 3, "p3": 1}}
    service.play.submit(code, phone, Submission(event=event, seen=0, key="k"))
    service.play.submit(code, phone, Submission(event={"type": "undo"}, seen=1, key="u"))
    assert f'href="/t/{code}/undo"' in client.get(f"/t/{code}").text
    page = text(client, code, "undo")
    assert "Bring it back" in page
    assert "Nothing to undo" not in page
