"""A first round by plain requests: opened from the form, set up step by step, then hints."""

from __future__ import annotations

import re

import pytest
from flask import Flask
from flask.testing import FlaskClient
from phones import form_token, open_table, phone_of

from referee.core import FirstRound
from referee.games import games

PLAYERS = ["Ann", "Bo", "Cy", "Dee"]


def open_taught(client: FlaskClient, game: str) -> str:
    fields = {"csrf_token": form_token(client), "key": game, "start": "taught", "name": PLAYERS}
    answer = client.post(f"/open/{game}", data=fields | {"holder": "Ann"})
    assert answer.status_code == 303, answer.text
    return answer.headers["Location"].rpartition("/")[2]


def act(client: FlaskClient, code: str, what: str, step: int = 0) -> None:
    fields = {"csrf_token": form_token(client), "do": what, "step": step}
    assert client.post(f"/t/{code}/first-round", data=fields).status_code == 303


@pytest.mark.parametrize("key", games())
def test_a_first_round_of_each_game_is_set_up_and_then_is_the_table(app: Flask, key: str) -> None:
    """Each step is one page with all names; then the table shows a hint until nobody wants one."""
    host, bo = phone_of(app), phone_of(app)
    code = open_taught(host, key)
    bo.post(f"/join/{code}", data={"csrf_token": form_token(bo), "player": "p2"})
    tasks = []
    for step in range(9):
        page = host.get(f"/t/{code}").text
        if 'id="task"' not in page:
            break
        tasks.append(re.search(r'id="task"[^>]*>([^<]*)<', page)[1])
        assert all(f">{name}</b>" in page for name in PLAYERS)
        assert page.count("is-done") == 0
        assert ('value="skip"' in page) == (step == 0) != ('value="back"' in page)
        act(bo, code, "done", step)
        assert host.get(f"/t/{code}").text.count("is-done") == 1
        assert "Waiting for the others" in bo.get(f"/t/{code}").text
        act(host, code, "done", step)
    own = type(games()[key].first_round) is not FirstRound  # or the seating is all there is
    assert (4 if own else 1) <= len(tasks) == len(set(tasks)), tasks
    assert 'id="hint"' in page
    assert "No more hints" in page
    act(host, code, "quiet")
    assert 'id="hint"' not in host.get(f"/t/{code}").text
    assert 'value="done"' not in host.get(f"/t/{code}").text


def test_an_ordinary_table_has_neither_steps_nor_hints(app: Flask) -> None:
    host = phone_of(app)
    code = open_table(app, host)
    page = host.get(f"/t/{code}").text
    assert 'id="task"' not in page
    assert 'id="hint"' not in page
    assert host.get(f"/t/{code}/first-round").status_code == 303


def test_what_nobody_offers_is_refused(app: Flask) -> None:
    host = phone_of(app)
    code = open_taught(host, "zar")
    fields = {"csrf_token": form_token(host), "do": "everything", "step": "99999999999999"}
    assert host.post(f"/t/{code}/first-round", data=fields).status_code == 422
    assert 'id="task"' in host.get(f"/t/{code}").text


def test_the_questions_of_zing_a_zam_can_be_read_aloud(app: Flask) -> None:
    host = phone_of(app)
    code = open_taught(host, "zingazam")
    act(host, code, "skip")
    page = host.get(f"/t/{code}").text
    assert "data-hear" in page
    assert "data-aloud" in page
