"""What was not allowed and is noticed late: back to before it, its price, one line of the log."""

from __future__ import annotations

import html
import re

import pytest
from flask import Flask
from phones import form_token, open_table, phone_of, token_of

from referee.service import Submission


def played(app: Flask):
    """A hand of ZAR in which Bo's red sun, the second entry, is found out after two more."""
    client = phone_of(app)
    code = open_table(app, client)
    service = app.extensions["service"]
    phone = service.phones.find(token_of(client))
    events = [
        {"type": "start_hand", "dealer": "p1", "top": "red-moon"},
        {"type": "play", "by": "p2", "cards": ["red-sun"]},
        {"type": "play", "by": "p3", "cards": ["red-star"]},
        {"type": "draw", "by": "p1"},
    ]
    for n, event in enumerate(events):
        service.play.submit(code, phone, Submission(event=event, seen=n, key=f"k{n}"))
    return client, code, lambda: service.views.table(code, phone)


def test_it_goes_back_and_its_price_is_paid(app: Flask) -> None:
    client, code, view = played(app)
    assert f"/t/{code}/late" in client.get(f"/t/{code}/more").text
    lines = re.findall(r"late\?line=(\d+)", client.get(f"/t/{code}/late").text)
    assert len(lines) == 2, "the two plays, the newest first; a draw is none"
    asked = client.get(f"/t/{code}/late?line={lines[1]}").text
    assert "The 2 entries after it are undone." in asked
    form = asked[asked.index('<form class="bar__row"') :]
    sent = dict(re.findall(r'name="(\w+)" value="([^"]*)"', form[: form.index("</form>")]))
    sent = {name: html.unescape(value) for name, value in sent.items()}
    assert client.post(f"/t/{code}/events", data=sent).status_code == 303
    hand = view().state.hand
    assert (hand.top, hand.turn, hand.hands) == ("red-moon", "p2", {"p1": 7, "p2": 8, "p3": 7})
    log = client.get(f"/t/{code}/log").text
    first = re.findall(r"<li id=.*?</li>", log, re.S)[0]
    assert "Noticed late: Hand 1: " in first
    assert "red sun on the red moon → " in first
    assert "2 later entries undone" in first
    assert client.post(f"/t/{code}/events", data=sent).status_code == 303, "sent twice, done once"
    assert view().state.hand.hands["p2"] == 8


@pytest.mark.parametrize("line", ["", "2", "99", "x"])
def test_what_cannot_be_taken_back_is_not_asked_about(app: Flask, line: str) -> None:
    """A deal is no play, and a line that is not there is none."""
    client, code, view = played(app)
    page = client.get(f"/t/{code}/late?line={line}").text
    assert "What was not allowed?" in page
    sent = {"csrf_token": form_token(client), "seq": "4", "key": "one", "correct": "1", "late": "1"}
    answer = client.post(f"/t/{code}/events", data=sent | {"event": "type=undo"})
    assert answer.status_code == 422
    assert view().state.hand.top == "red-star"


def test_of_another_hand_nothing_is_offered(app: Flask) -> None:
    client, code, view = played(app)
    service = app.extensions["service"]
    phone = service.phones.find(token_of(client))
    end = {"type": "end_hand", "points": {"p1": 1, "p2": 2}, "winner": "p3", "stands": True}
    service.play.submit(code, phone, Submission(event=end, seen=4, key="end"))
    assert view().state.hand is None
    assert "Nothing has been played that could be taken back." in client.get(f"/t/{code}/late").text
    assert f"/t/{code}/late" not in client.get(f"/t/{code}/more").text
