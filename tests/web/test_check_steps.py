"""Check a play without a table: the forms of a game, step by step, and the ruling over the last."""

from __future__ import annotations

import re
from html import unescape
from random import Random
from urllib.parse import urlencode

import msgspec
import pytest
from drivers import begin, driver, play
from flask import Flask
from phones import phone_of

from referee.games import games
from referee.record import check as judge
from referee.record import read
from referee.web import forms, sharing

TURNED = [key for key, game in games().items() if game.actions]
PLAYERS = ["Ann", "Bo", "Cy", "Di"]


def record(key: str, number: int, n: int) -> dict:
    """A position from the middle of a random game, and the event after it."""
    game, drive, players, options, state = begin(key, number)
    events = play(game, drive, state, Random(n), n)
    for event in events[:-1]:
        if not event.is_query:
            state = game.apply(state, event)
    position = game.position(state, None)
    return {
        "format": "referee-record",
        "version": 1,
        "game": key,
        "players": players,
        "options": msgspec.to_builtins(options),
        "events": msgspec.to_builtins([position, events[-1]] if position else events),
    }


def verdict(text: str) -> str:
    found = re.search(r"verdict verdict--(\w+)", text)
    return found[1] if found else ""


@pytest.mark.parametrize("key", TURNED)
def test_every_form_can_be_asked_about_without_a_table(shared: Flask, key: str) -> None:
    phone = phone_of(shared)
    assert f"/check/{key}" in phone.get("/check").text
    first = phone.get(f"/check/{key}")
    assert first.status_code == 200
    assert 'id="terms"' in first.text, "what was agreed on"
    assert 'name="then"' in phone.get(f"/check/{key}/position").text
    for name in (*games()[key].forms, *games()[key].help_pages):
        answer = phone.get(f"/check/{key}/{name}", follow_redirects=True)
        assert answer.status_code == 200
        assert "/t/" not in answer.text, "nothing of a table"


@pytest.mark.slow
@pytest.mark.parametrize("key", TURNED)
@pytest.mark.parametrize("n", [3, 9, 20])
def test_a_question_of_steps_gets_the_ruling_of_its_record(shared: Flask, key: str, n: int) -> None:
    for number in range(len(driver(key).SETUPS)):
        whole = record(key, number, n)
        data = msgspec.json.encode(whole)
        report = judge(read(data))
        *before, event = whole["events"]
        if len(before) > 1 or (before and report.entries[0].ruling.verdict != "legal"):
            continue
        fields = [("name", name) for name in whole["players"]]
        fields += [(f"options.{path}", value) for path, value in forms.flat(whole["options"])]
        for position in before:
            fields.append(("position", urlencode([*forms.flat(position)])))
        fields.append(("event", forms.packed(event)))
        answer = phone_of(shared).get(f"/check/{key}/event", query_string=fields)
        assert answer.status_code == 200
        assert verdict(answer.text) == report.entries[-1].ruling.verdict
        link = re.search(r'href="([^"]*record=[^"]*)"', answer.text)
        assert link
        again = phone_of(shared).get(unescape(link[1]))
        assert verdict(again.text) == report.entries[-1].ruling.verdict
        sent_on = sharing.unpack(link[1].split("record=")[1].split("&")[0])
        # A map that is empty says what one that is left out says.
        sent, meant = (msgspec.to_builtins(read(one).events) for one in (sent_on, data))
        assert [forms.packed(one) for one in sent] == [forms.packed(one) for one in meant]


def test_the_steps_of_a_question_carry_what_was_put(shared: Flask) -> None:
    phone = phone_of(shared)
    put = [("name", name) for name in PLAYERS[:3]]
    put += [("played", "by=Ann&card=7"), ("skipped", "Bo"), ("options.games", "2")]
    steps = phone.get("/check/zingazam/position", query_string=[*put, ("then", "1")])
    step = next(
        unescape(link)
        for link in re.findall(r'href="(/check/zingazam/play\?[^"]*)"', steps.text)
        if "now=who" not in link
    )
    page = phone.get(step)
    assert "Cy, which number?" in page.text
    asked = phone.get(f"{step}&card=2&cat=false&steal_from=Bo")
    assert 'name="event"' in asked.text
    event = urlencode({"event": "type=play&by=Bo&card=2"})
    ruling = phone.get(f"{step}&{event}")
    assert verdict(ruling.text) == "illegal"
    assert "Bo is frozen" in ruling.text


def test_a_position_that_cannot_be_is_ruled_on_at_once(shared: Flask) -> None:
    put = [("name", name) for name in PLAYERS[:2]]
    put += [("played", f"by={who}&card=7") for who in PLAYERS[:2]]
    answer = phone_of(shared).get("/check/zingazam/position", query_string=[*put, ("then", "1")])
    assert verdict(answer.text) == "illegal"
    assert "Everyone has played, so the round is over" in answer.text


def test_a_spell_is_disputed_with_nothing_round_it(shared: Flask) -> None:
    """It is the turn of whoever casts; who plays and what was agreed on go on from tap to tap."""
    phone = phone_of(shared)
    cards = ["position=1", "move=e&resonance=life", "word=zing&resonance=life"]
    put = [("cards", card) for card in cards]
    first = phone.get("/check/kazing/cast", query_string=[*put, ("more", "1")]).text
    assert "Legal, 1 point" in first
    assert first.count('name="name" value="Dee"') == 2, "of the form, and of what records"
    taps = [unescape(tap) for tap in re.findall(r'name="tap" value="([^"]*)"', first)]
    bo = next(tap for tap in taps if "by%3ABo" in tap)
    second = phone.get("/check/kazing/cast", query_string=[*put, ("tap", bo)]).text
    assert "Bo casts" in second
    assert "Legal, 1 point" in second
    asked = [*put, ("by", "Bo"), ("position", "turn=Bo"), ("ask", "1")]
    assert verdict(phone.get("/check/kazing/cast", query_string=asked).text) == "legal"
