"""A phone speaks the language its browser asks for, until somebody chooses another by hand."""

from __future__ import annotations

import pytest
from flask import Flask, render_template_string
from flask.testing import FlaskClient
from phones import form_token, open_table, phone_of, token_of

from referee.service import Submission
from referee.web import tables
from referee.web.words import COOKIE, say

FRENCH = {"Accept-Language": "fr-CA,fr;q=0.9,en;q=0.8"}


def choose(phone: FlaskClient, language: str, back: str = "/") -> str:
    fields = {"csrf_token": form_token(phone), "language": language, "back": back}
    answer = phone.post("/language", data=fields)
    assert answer.status_code == 303
    return answer.headers["Location"]


@pytest.mark.parametrize(
    ("asked", "got"),
    [
        ("fr", "fr"),
        ("fr-CA,fr;q=0.9", "fr"),
        ("de-DE,fr;q=0.7,en;q=0.3", "fr"),
        ("en-US,en;q=0.9,fr;q=0.8", "en"),
        ("de", "en"),
        ("*", "en"),
        ("", "en"),
        ("fr;q=x, \x7f,,;q=", "en"),
    ],
)
def test_the_browser_asks(client: FlaskClient, asked: str, got: str) -> None:
    page = client.get("/", headers={"Accept-Language": asked})
    assert f'<html lang="{got}"' in page.text


def test_a_choice_by_hand_holds_on_this_phone(app: Flask) -> None:
    phone, other = phone_of(app), phone_of(app)
    assert "Français" in phone.get("/").text
    assert choose(phone, "fr", "/check") == "/check"
    assert "Vérifier un coup" in phone.get("/check").text
    assert "English" in phone.get("/").text
    assert "Check a play" in other.get("/check").text
    assert choose(phone, "en_GB") == "/"
    assert "Check a play" in phone.get("/check", headers=FRENCH).text
    choose(phone, "tlh")
    assert "Vérifier un coup" in phone.get("/check", headers=FRENCH).text, "as the browser asks"


@pytest.mark.parametrize("kept", ["tlh", "../fr", "FR", "fr\x00", "é"])
def test_a_cookie_of_something_else_is_none(client: FlaskClient, kept: str) -> None:
    client.set_cookie(COOKIE, kept)
    assert '<html lang="en"' in client.get("/").text


def test_a_ruling_given_in_english_is_read_in_french(app: Flask) -> None:
    host = phone_of(app)
    code = open_table(app, host, ["Ann", "Bo", "Cy"])
    service = app.extensions["service"]
    phone = service.phones.find(token_of(host))
    for number, event in enumerate(
        [
            {"type": "start_hand", "dealer": "p1", "top": "blue-moon"},
            {"type": "play", "by": "p2", "cards": ["blue-frog"]},
        ]
    ):
        service.play.submit(
            code, phone, Submission(event=event, seen=number, key=f"event-{number}")
        )
    english = host.get(f"/t/{code}/log/2").text
    assert "blue frog" in english
    choose(host, "fr")
    french = host.get(f"/t/{code}/log/2").text
    assert "grenouille bleue" in french
    assert "Permis" in french
    assert "Bo" in french
    for word in ("blue", "frog", "Legal", "colour"):
        assert word not in french.partition("<main")[2]


def test_refusals_speak_french(client: FlaskClient) -> None:
    answer = client.get("/nothing", headers=FRENCH)
    assert answer.status_code == 404
    assert '<html lang="fr"' in answer.text
    assert "Nothing here" not in answer.text
    assert "There is no such" not in answer.text


def test_the_menu_leads_back_to_where_one_was(app: Flask) -> None:
    phone = phone_of(app)
    page = phone.get("/menu?back=/check").text
    assert page.count('href="/check"') == 2
    assert 'value="/menu?back=/check"' in page
    assert 'aria-pressed="true" lang="en">English' in page
    for elsewhere in ("//example.org", "https://example.org", "javascript:alert(1)", "\\\\x"):
        assert "example" not in phone.get("/menu", query_string={"back": elsewhere}).text


@pytest.mark.parametrize(
    ("language", "won", "average", "list_of_two"),
    [("en", "1 of 1", "3.5", "Ann and Bo"), ("fr", "1 sur 1", "3,5", "Ann et Bo")],
)
def test_numbers_and_lists_are_the_languages_own(
    app: Flask, language: str, won: str, average: str, list_of_two: str
) -> None:
    with app.test_request_context("/", headers={"Accept-Language": language}):
        assert say(["p1", "p2"], {"p1": "Ann", "p2": "Bo"}) == list_of_two
        assert render_template_string("{{ 3.5|decimal }}") == average
        assert render_template_string("{{ _('%(n)s of %(all)s', n=1, all=1) }}") == won


@pytest.mark.parametrize(
    ("language", "none", "one", "two"),
    [
        ("en", "0 phones", "1 phone", "2 phones"),
        ("fr", "0 téléphone", "1 téléphone", "2 téléphones"),
    ],
)
def test_nothing_is_singular_in_french(
    app: Flask, language: str, none: str, one: str, two: str
) -> None:
    counted = "{{ ngettext('%(num)s phone', '%(num)s phones', n) }}"
    with app.test_request_context("/", headers={"Accept-Language": language}):
        for n, said in enumerate((none, one, two)):
            assert render_template_string(counted, n=n).replace("\u00a0", " ") == said


def test_each_phone_is_told_a_moment_by_its_own_clock(shared: Flask) -> None:
    told = [
        ("Europe/Paris", "2026-07-01T10:05:59Z", "12:05"),
        ("Asia/Tokyo", "2026-07-01T10:05:01Z", "19:05"),
        ("Europe/Paris", "2026-01-01T10:05:59Z", "11:05"),
        ("Europe/Paris", "2026-07-01T12:05:00+02:00", "12:05"),
    ]
    for zone, moment, clock in [*told, *told]:
        headers = {"Cookie": f"zone={zone}"}
        with shared.test_request_context(headers=headers):
            assert tables.clock(moment) == clock


def test_a_name_for_the_ear_has_no_place_to_break_at(client: FlaskClient) -> None:
    # Some voices spell out a word with a soft hyphen in it, or stop there.
    page = client.get("/check/zingazam", headers=FRENCH).text
    assert 'aria-label="6, Marionnettiste"' in page
    assert not [name for name in page.split('aria-label="')[1:] if "\u00ad" in name.split('"')[0]]
