"""The sound at the end of a game is a phone's own choice, off until it chooses."""

from __future__ import annotations

import re

from flask.testing import FlaskClient
from phones import form_token


def chosen(client: FlaskClient) -> list[str]:
    """Which of the two is pressed in the menu."""
    page = client.get("/menu").text
    return re.findall(r'name="sound" value="(\w*)" aria-pressed="true"', page)


def test_it_is_off_until_it_is_chosen_and_the_script_can_read_it(client: FlaskClient) -> None:
    assert chosen(client) == [""]
    token = form_token(client)
    for sent, kept in (("on", "on"), ("loud", ""), ("on", "on"), ("", "")):
        answer = client.post("/sound", data={"csrf_token": token, "sound": sent, "back": "/menu"})
        assert answer.status_code == 303
        assert "HttpOnly" not in answer.headers["Set-Cookie"]
        assert chosen(client) == [kept]
