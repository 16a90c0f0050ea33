"""Lessons by plain requests: odd addresses are not there, and nothing is kept."""

from __future__ import annotations

import pytest
from flask import Flask
from flask.testing import FlaskClient
from phones import phone_of

from referee.games import games
from referee.web import shelf

ODD = ["0", "-1", "11", "01", "1.0", "x", "²", "٣", " 1", "9" * 5000, "%00", "1/2"]


@pytest.mark.parametrize("odd", ODD)
def test_odd_steps_and_choices_are_not_there(client: FlaskClient, odd: str) -> None:
    assert client.get(f"/learn/zar/{odd}").status_code == 404
    assert client.get("/learn/zar/1", query_string={"choice": odd}).status_code == 404
    assert client.get("/learn/zar/1?choice=").status_code == 404
    assert "/learn/zar/1" in client.get("/rules/zar", query_string={"learn": odd}).text


def test_it_begins_at_the_first_step(client: FlaskClient) -> None:
    answer = client.get("/learn/zar", follow_redirects=True)
    assert answer.request.path == "/learn/zar/1"
    assert client.get("/learn/chess").status_code == client.get("/learn/chess/1").status_code == 404


def test_a_game_without_a_lesson_has_no_learn(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    client = phone_of(app)
    for path in ("/games/zar", "/open/zar", "/rules/zar"):
        assert "/learn/zar/1" in client.get(path).text
    monkeypatch.setattr(type(games()["zar"]), "lesson", None)
    for path in ("/games/zar", "/open/zar", "/rules/zar"):
        assert "/learn/" not in client.get(path).text
    for path in ("/learn/zar", "/learn/zar/1"):
        assert client.get(path, follow_redirects=True).status_code == 404


def test_every_step_and_choice_shows_its_ruling_and_nothing_is_kept(app: Flask) -> None:
    client = app.test_client()
    for game in games().values():
        for number, step in enumerate(game.lesson.steps if game.lesson else (), 1):
            page = client.get(f"/learn/{game.key}/{number}")
            assert page.status_code == 200
            assert "alertdialog" not in page.text
            for place, choice in enumerate(step.choices, 1):
                assert f"/learn/{game.key}/{number}?choice={place}" in page.text
                ruled = client.get(f"/learn/{game.key}/{number}?choice={place}")
                assert "alertdialog" in ruled.text
                assert f"/rules/{game.key}?learn={number}#{game.key}/" in ruled.text
                assert (">Try again<" in ruled.text) != choice.right
                assert ("verdict--legal" in ruled.text) == choice.right  # green is for right alone
                assert ("verdict--other" in ruled.text) == bool(choice.kindly)
                assert "Set-Cookie" not in ruled.headers


def test_what_teaches_has_a_template(app: Flask) -> None:
    with app.app_context():
        assert all(shelf.teaches(game) == (game.lesson is not None) for game in games().values())
