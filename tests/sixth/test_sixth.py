"""A sixth game, written from `docs/adding-a-game.md`: the app needs no line for it."""

from __future__ import annotations

import json
import re
from html import unescape
from pathlib import Path
from random import Random

import pytest
from drivers import begin, driver, play
from flask import Flask
from flask.testing import FlaskClient
from phones import form_token, phone_of

from referee.core import Game
from referee.web import create_app

ROOT = Path(__file__).parents[2]
NAMES = ["Ann", "Bo", "Cy"]


@pytest.fixture
def app(farkle: Game, tmp_path: Path) -> Flask:
    return create_app({"DATA": tmp_path})


class Table:
    """Played through the pages, by what stands on them."""

    def __init__(self, app: Flask, phone: FlaskClient) -> None:
        self.phone = phone
        self.token = form_token(phone)
        opened = phone.post(
            "/open/farkle",
            data={"csrf_token": self.token, "name": NAMES, "options.target": "500", "start": "1"}
            | hidden(phone.get("/open/farkle").text),
        )
        assert opened.status_code == 303, opened.text
        self.address = opened.headers["Location"]

    def page(self, path: str = "", **query: object) -> str:
        answer = self.phone.get(self.address + path, query_string=query)
        assert answer.status_code == 200
        return unescape(answer.text)

    def tap(self, page: str, label: str) -> str:
        """Press the button that says `label` and records an event."""
        found = re.search(rf'<button[^>]*value="([^"]*)"[^>]*>(?:(?!<button).)*{label}', page, re.S)
        assert found, label
        return self.send({**hidden(page), "event": found[1]})

    def send(self, fields: dict) -> str:
        data = {**fields, "csrf_token": self.token}
        answer = self.phone.post(f"{self.address}/events", data=data, follow_redirects=True)
        return unescape(answer.text)


def hidden(page: str) -> dict[str, str]:
    """The fields a page keeps for its form."""
    return dict(re.findall(r'<input type="hidden" name="(seq|key)" value="([^"]*)"', page))


@pytest.fixture
def table(app: Flask) -> Table:
    return Table(app, phone_of(app))


def aside(table: Table, **dice: int) -> str:
    """Set dice aside by the form."""
    form = table.page("/sheet/dice")
    assert "dice are rolled" in form or "die is rolled" in form
    send = re.search(r'formaction="[^"]*/events\?([^"]*)"', form)
    assert send
    sent = dict(pair.split("=") for pair in send[1].split("&"))
    by = re.search(r'name="by" value="([^"]*)"', form)
    assert by
    fields = {f"dice.{pips[1:]}": str(n) for pips, n in dice.items()}
    return table.send({**hidden(form), **sent, "by": by[1], **fields})


def test_it_plays_referees_undoes_and_ends(table: Table) -> None:
    assert "Ann rolls" in table.page()
    page = aside(table, d1=2, d5=1)
    assert "+250" in page
    refused = aside(table, d2=1)
    assert "A 2 alone scores nothing." in refused
    assert "At least one die" in aside(table, d1=0)
    page = table.tap(table.page(), "Bank 250")
    assert "Bo rolls" in page
    undo = table.page("/undo")
    data = {**hidden(undo), "csrf_token": table.token}
    table.phone.post(f"{table.address}/undo", data=data)
    assert "Ann rolls" in table.page()
    table.tap(table.page(), "Bank 250")
    aside(table, d1=3)
    assert "Bank 1000" in table.page()
    table.tap(table.page(), "Bank 1000")
    table.tap(table.page(), "Farkle")
    over = table.tap(table.page(), "Farkle")
    assert "wins Farkle with" in over
    log = table.page("/log")
    assert "Farkle of Cy" in log
    assert "Bo wins." in log


def test_it_is_set_right_exported_printed_and_shown_in_history(table: Table) -> None:
    form = table.page("/sheet/position")
    assert "How does it stand?" in form
    assert "Whose turn is it?" in form
    aside(table, d1=6)
    table.tap(table.page(), "Bank 8000")
    record = json.loads(table.page("/record.json"))
    assert [event["type"] for event in record["events"]] == ["set_aside", "end_turn"]
    assert "Farkle" in table.page("/paper")
    assert "Farkle" in table.phone.get("/games/farkle/paper").text
    for _ in range(2):
        table.tap(table.page(), "Farkle")
    assert "Ann,8000,8000" in table.page("/scores.csv")
    assert "8000" in table.phone.get("/players/Ann").text.replace(",", "")
    assert "Farkle" in table.phone.get("/rules/farkle").text
    assert "Farkle" in table.phone.get("/").text


def test_it_is_checked_without_a_table(app: Flask) -> None:
    phone = phone_of(app)
    assert "/check/farkle" in phone.get("/check").text
    put = {"name": NAMES, "totals.Ann": "0", "totals.Bo": "0", "totals.Cy": "0", "turn": "Bo"}
    first = phone.get("/check/farkle/position", query_string={**put, "left": "3", "then": "1"})
    step = re.search(r'href="(/check/farkle/dice\?[^"]*)"', first.text)
    assert step, "what can be asked"
    form = unescape(phone.get(unescape(step[1])).text)
    assert "What does Bo set aside?" in form
    assert "3 dice are rolled" in form
    asked = phone.get(unescape(step[1]) + "&by=Ann&dice.3=2&ask=1")
    text = unescape(asked.text)
    assert "verdict--illegal" in text
    assert "It is Bo’s turn, not Ann’s. A 3 alone scores nothing." in text
    assert "/rules/farkle#farkle/turn" in text


def test_it_hangs_on_the_wall(app: Flask, table: Table) -> None:
    aside(table, d1=6)
    table.tap(table.page(), "Bank 8000")
    sent = {"csrf_token": table.token, "board": "table", "do": "open"}
    assert table.phone.post(f"{table.address}/wall", data=sent).status_code == 303
    path = re.search(r"/wall/[\dA-Z-]+", table.page("/wall"))
    assert path
    wall = unescape(app.test_client().get(path[0]).text)
    rows = re.findall(r'wrow__name"[^>]*>([^<]*)<.*?wrow__score">(\d+)<', wall)
    assert rows == [("Ann", "8000"), ("Bo", "0"), ("Cy", "0")]
    assert "felt farkle on-wall" in wall
    assert "verdict--legal" in wall
    middle = unescape(app.test_client().get(f"{path[0]}/middle").text)
    seats = re.findall(r'edge__name[^>]*>([^<]*)<.*?edge__score">(\d+)<', middle)
    assert seats == [("Ann", "8000"), ("Bo", "0"), ("Cy", "0")]
    assert "felt farkle on-wall in-middle" in middle
    assert "verdict--legal" in middle


def test_it_wears_its_own_felt(app: Flask) -> None:
    assert ".farkle{--felt:#2e4a1e;}" in app.test_client().get("/static/referee.css").text


def test_a_whole_evening_of_it_is_a_record(farkle: Game) -> None:
    game, drive, *_, state = begin("farkle", 1)
    events = play(game, drive, state, Random(3), 500)
    assert game is farkle
    for event in events:
        assert game.judge(state, event).verdict == "legal"
        state = game.apply(state, event)
    assert game.over(state)


def test_it_is_small_and_nobody_else_knows_it() -> None:
    own = [*(Path(__file__).parent / "farkle").rglob("*.py")]
    assert sum(len(path.read_text("utf-8").splitlines()) for path in own) <= 300
    for place in ("referee", "templates", "static"):
        for path in (ROOT / place).rglob("*"):
            if path.suffix in (".py", ".html", ".css", ".js", ".svg", ".po"):
                assert "farkle" not in path.read_text("utf-8").lower(), path
    assert driver.__doc__
