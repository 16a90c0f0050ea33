"""What a table agrees on as it is opened, and what a server keeps of it for the next."""

from __future__ import annotations

import re

import pytest
from flask import Flask
from flask.testing import FlaskClient
from phones import form_token, phone_of, token_of

FOUR = ["Ann", "Bo", "Cy", "Dee"]


@pytest.fixture
def host(app: Flask) -> FlaskClient:
    return phone_of(app)


def opened(host: FlaskClient, game: str, names: list[str] = FOUR, **options: object) -> dict:
    """The options of a table that is opened with these."""
    sent = {"csrf_token": form_token(host), "start": "1", "name": names}
    sent["key"] = f"k{len(repr(options))}"
    there = host.post(f"/open/{game}", data=sent | options).headers["Location"]
    return host.get(f"{there}/record.json").json["options"]


def choices(page: str) -> list[tuple[str, str]]:
    """(value, text) of who plays with whom."""
    select = page[page.index('name="options.teams"') :].partition("</select>")[0]
    return re.findall(r'<option value="([^"]*)"[^>]*>([^<]*)', select.replace("&amp;", "&"))


def test_partners_sit_opposite_or_are_chosen(host: FlaskClient) -> None:
    page = host.get("/open/zigzag", query_string={"name": FOUR}).get_data(as_text=True)
    found = choices(page)
    assert [text for _, text in found] == [
        "Partners sit opposite",
        "Ann and Bo · Cy and Dee",
        "Ann and Dee · Bo and Cy",
    ]
    assert "teams" not in opened(host, "zigzag", **{"options.teams": ""})
    chosen = {"options.teams": found[1][0]}
    assert opened(host, "zigzag", **chosen)["teams"] == [["Ann", "Bo"], ["Cy", "Dee"]]
    again = host.get("/open/zigzag", query_string={"name": FOUR} | chosen).get_data(as_text=True)
    assert re.search(r"<option[^>]*selected>Ann and Bo · Cy and Dee", again)
    six = host.get("/open/zigzag", query_string={"name": [*FOUR, "Eve", "Fay"]})
    assert len(choices(six.get_data(as_text=True))) == 15
    five = host.get("/open/zigzag", query_string={"name": [*FOUR, "Eve"]})
    assert "Who plays with whom" not in five.get_data(as_text=True)


def test_who_plays_with_whom_can_be_set_right(host: FlaskClient) -> None:
    sent = {"csrf_token": form_token(host), "start": "1", "name": FOUR, "key": "k"}
    there = host.post("/open/zigzag", data=sent).headers["Location"]
    found = choices(host.get(f"{there}/settings").get_data(as_text=True))
    assert len(found) == 3
    sent = {"csrf_token": form_token(host), "do": "options", "options.teams": found[2][0]}
    assert host.post(f"{there}/settings", data=sent).status_code == 303
    record = host.get(f"{there}/record.json").json
    assert record["options"]["teams"] == [["Ann", "Dee"], ["Bo", "Cy"]]


@pytest.mark.parametrize(
    ("game", "told", "kept"),
    [
        ("zigzag", {"options.failed_blocks": ["", "null"]}, {"failed_blocks": None}),
        ("zigzag", {"options.failed_blocks": "0"}, {"failed_blocks": 0}),
        ("zar", {"options.values.basic": "5"}, {"values": {"basic": 5}}),
    ],
)
def test_what_is_printed_is_asked_once(host: FlaskClient, game, told, kept) -> None:
    """As many failed BLOCKs as they like is an answer too."""
    first = opened(host, game, **told)
    later = opened(host, game, title="Next")
    for options in (first, later):
        assert {name: options[name] for name in kept} == kept


def test_what_is_only_suggested_is_not_kept(app: Flask, host: FlaskClient) -> None:
    boxes = {f"options.boxes.{kind}": "1" for kind in ("zig", "zag", "double-zig", "zig-zag")}
    opened(host, "zigzag", **boxes, **{"options.failed_blocks": "3"})
    service = app.extensions["service"]
    me = service.phones.find(token_of(host))
    assert set(service.memory.of("zigzag", me).values()) == {None}
    opened(host, "zigzag", **boxes | {"options.boxes.zag": "2"})
    assert service.memory.of("zigzag", me)["boxes"]["zag"] == "2"


def test_a_pad_says_that_it_is_remembered(app: Flask, host: FlaskClient) -> None:
    """At the tables of the host that copied it; another host is asked to copy his."""
    boxes = {f"options.boxes.{kind}": "2" for kind in ("zig", "zag", "double-zig", "zig-zag")}
    service = app.extensions["service"]
    service.tables.context.shared_memory = False
    opened(host, "zigzag", **boxes)
    for client, told in ((host, True), (phone_of(app), False)):
        code = service.opening.open_table(
            service.phones.find(token_of(client)), "zigzag", list("ABCD"), {}, key="pad"
        )
        printed = client.get(f"/t/{code}/settings?part=printed").get_data(as_text=True)
        assert ("From an earlier table." in printed) is told
        page = client.get(f"/t/{code}").get_data(as_text=True)
        assert ("These boxes are only a suggestion" in page) is not told


@pytest.mark.parametrize(
    ("game", "count", "way", "field"),
    [
        ("zar", 11, "With more than two half decks, up to 14 can play", "options.half_decks"),
        ("kazing", 6, "6 can play in teams of the same size", "options.teams.0"),
        ("kazing", 7, "", ""),
        ("zar", 1, "", ""),
    ],
)
def test_too_many_players_are_told_which_option_seats_them(
    host: FlaskClient, game: str, count: int, way: str, field: str
) -> None:
    sent = {"csrf_token": form_token(host), "start": "1", "key": f"way{game}{count}"}
    names = [f"N{n}" for n in range(count)]
    page = host.post(f"/open/{game}", data=sent | {"name": names}).get_data(as_text=True)
    notice = re.search(r'<p class="notice__say">([^<]*)</p>', page)
    assert notice
    assert " takes " in notice[1]
    assert (" can play" in notice[1]) is bool(way)
    assert way in notice[1]
    if way:
        fold = page[page.index('<details class="fold" open') :]
        assert f'name="{field}"' in fold.partition("</details>")[0]


def test_an_end_may_be_later_than_the_usual_ones(host: FlaskClient) -> None:
    page = host.get("/open/kazing").get_data(as_text=True)
    for end in ("everyone has cast 30 spells", "50 spells have been cast"):
        assert end in page


@pytest.mark.parametrize("way", ["deck", "spells_each", "spells"])
def test_any_number_ends_a_game(host: FlaskClient, way: str) -> None:
    """The rulebook names a few numbers and says "or more": each can be entered, and is shown."""
    chosen = {"options.end": "", f"options.end.{way}": "37"}
    assert opened(host, "kazing", **chosen)["end"] == {way: 37}
    page = host.get("/open/kazing", query_string={f"options.end.{way}": "37"})
    assert re.search(r"<option[^>]*selected>[^<]*37[^<]*<", page.get_data(as_text=True))


def test_a_usual_end_stands_over_a_number_that_was_typed_before(host: FlaskClient) -> None:
    chosen = {"options.end": "deck=2", "options.end.spells": "37"}
    assert opened(host, "kazing", **chosen)["end"] == {"deck": 2}


def test_two_ends_or_one_that_is_too_late_are_refused_and_kept(host: FlaskClient) -> None:
    sent = {"csrf_token": form_token(host), "start": "1", "name": FOUR, "key": "k"}
    for chosen, said in (
        ({"options.end.deck": "3", "options.end.spells": "37"}, "Choose one way"),
        ({"options.end.spells": "100"}, "from 1 to 99"),
    ):
        answer = host.post("/open/kazing", data=sent | {"options.end": ""} | chosen)
        assert answer.status_code == 422
        assert said in answer.get_data(as_text=True)


def test_a_setting_that_is_refused_is_named_in_words(host: FlaskClient) -> None:
    sent = {"csrf_token": form_token(host), "start": "1", "name": FOUR, "key": "k"}
    there = host.post("/open/zigzag", data=sent).headers["Location"]
    form = {"csrf_token": form_token(host), "do": "options"}
    refused = host.post(f"{there}/settings", data=form | {"options.failed_blocks": "999"})
    assert refused.status_code == 422
    assert "The problem is here: failed BLOCKs. Nothing was changed." in refused.text
    assert host.post(f"{there}/settings", data=form | {"options.level": "2"}).status_code == 303
    assert "Setting changed: level, now 2" in host.get(f"{there}/log").text


def test_a_setting_that_changes_is_said_in_words(host: FlaskClient) -> None:
    sent = {"csrf_token": form_token(host), "start": "1", "name": FOUR, "key": "k"}
    there = host.post("/open/kazing", data=sent).headers["Location"]
    form = {"csrf_token": form_token(host), "do": "options"}
    assert host.post(f"{there}/settings", data=form | {"options.type": "duel"}).status_code == 303
    assert "Setting changed: type of game, now Duel" in host.get(f"{there}/log").text
