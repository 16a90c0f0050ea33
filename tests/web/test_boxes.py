"""The pieces of our box: learned at the tables, corrected by those who play, taken along."""

from __future__ import annotations

import ipaddress
import re

import pytest
from flask import Flask
from flask.testing import FlaskClient
from phones import Make, form_token, open_table, phone_of, token_of

from referee import addresses

SPELL = {
    "type": "cast",
    "by": "p1",
    "cards": ["position=1", "move=e&resonance=life", "word=zing&resonance=life"],
}


def open_kazing(app: Flask, client: FlaskClient, **options: object) -> str:
    service = app.extensions["service"]
    phone = service.phones.find(token_of(client))
    return service.opening.open_table(phone, "kazing", ["Ann", "Bo"], options, key="open-kazing")


def cast(client: FlaskClient, code: str, seq: int = 0, **fields: object) -> int:
    sent = {"csrf_token": form_token(client), "seq": seq, "key": f"k{seq}", **SPELL, **fields}
    return client.post(f"/t/{code}/events", data=sent).status_code


def names_in(client: FlaskClient, code: str) -> list[str]:
    page = client.get(f"/t/{code}/box").get_data(as_text=True)
    return re.findall(r'aria-label="Change the ([^"]*)"', page)


@pytest.fixture
def app(make: Make) -> Flask:
    """Memory is a phone's own, but where a test says otherwise."""
    return make(SHARED_MEMORY=False)


@pytest.fixture
def host(app: Flask) -> FlaskClient:
    return phone_of(app)


def test_what_is_cast_is_in_the_box_and_goes_out_with_the_record(app, host):
    code = open_kazing(app, host)
    assert names_in(host, code) == []
    assert "box" not in host.get(f"/t/{code}/record.json").json["meta"]
    assert cast(host, code) == 303
    assert names_in(host, code) == ["Life arrow right", "Life Zing"]
    box = host.get(f"/t/{code}/record.json").json["meta"]["box"]
    assert [known["card"] for known in box["cards"]] == [
        {"resonance": "life", "move": "e"},
        {"resonance": "life", "word": "zing"},
    ]


def test_what_is_refused_is_not_in_the_box_until_it_stands(app, host):
    code = open_kazing(app, host)
    cards = ["position=3", *SPELL["cards"][1:]]
    assert cast(host, code, cards=cards) == 422
    assert names_in(host, code) == []
    assert cast(host, code, cards=cards, key="k2", stands="1") == 303
    assert names_in(host, code) == ["Life arrow right", "Life Zing"]


def test_a_record_that_brought_a_box_keeps_it(app, host):
    code = open_kazing(app, host)
    assert cast(host, code) == 303
    record = host.get(f"/t/{code}/record.json").json
    record["meta"]["box"] = {"cards": []}
    sent = {"csrf_token": form_token(host), "key": "bring", "text": app.json.dumps(record)}
    there = host.post("/import", data=sent).headers["Location"]
    assert host.get(f"{there}/record.json").json["meta"]["box"] == {"cards": []}


def test_the_box_of_a_record_is_offered(app, host):
    """Its cards go into ours after a tap; ours keep their names."""
    code = open_kazing(app, host)
    assert cast(host, code) == 303
    record = host.get(f"/t/{code}/record.json").json
    arrow = {"card": {"resonance": "life", "move": "e"}, "name": "Theirs"}
    swirl = {"card": {"resonance": "light", "move": "swirl"}, "name": "Our swirl"}
    junk = [{"card": {"resonance": "dark"}}, 7, {"card": swirl["card"], "name": "again"}]
    record["meta"]["box"] = {"cards": [arrow, swirl, *junk]}
    sent = {"csrf_token": form_token(host), "key": "bring", "text": app.json.dumps(record)}
    there = host.post("/import", data=sent).headers["Location"]
    new = there.rpartition("/")[2]
    assert "has 1 card that is not in our set" in host.get(f"{there}/box").get_data(as_text=True)
    assert names_in(host, new) == ["Life arrow right", "Life Zing"]
    sent = {"csrf_token": form_token(host), "take": "1"}
    assert host.post(f"{there}/box", data=sent).status_code == 303
    assert names_in(host, new) == ["Light swirl", "Life arrow right", "Life Zing"]
    page = host.get(f"{there}/box").get_data(as_text=True)
    assert "Our swirl" in page
    assert "Theirs" in page, "a name for what had none"
    assert "not in our set" not in page
    assert "not in our set" not in host.get(f"/t/{code}/box").get_data(as_text=True)


def test_a_card_is_corrected_and_taken_out(app, host):
    code = open_kazing(app, host)
    cast(host, code)
    sent = {"csrf_token": form_token(host), "piece": "resonance=life move=e"}
    answer = host.post(f"/t/{code}/box", data={**sent, "resonance": "matter", "name": "Mine"})
    assert answer.status_code == 303
    assert names_in(host, code) == ["Life Zing", "Matter arrow right"]
    again = host.post(f"/t/{code}/box", data={**sent, "resonance": "light"})
    assert again.status_code == 422
    assert "no longer in our set" in again.get_data(as_text=True)
    sent["piece"] = "resonance=matter move=e"
    assert host.post(f"/t/{code}/box", data={**sent, "out": "1"}).status_code == 303
    assert names_in(host, code) == ["Life Zing"]


def test_who_may_not_record_may_not_correct(app, host):
    code = open_kazing(app, host)
    cast(host, code)
    service, watcher = app.extensions["service"], phone_of(app)
    service.joining.join(code, service.phones.find(token_of(watcher)))
    sent = {"csrf_token": form_token(watcher), "piece": "resonance=life move=e", "out": "1"}
    assert watcher.post(f"/t/{code}/box", data=sent).status_code == 403
    assert names_in(host, code) == ["Life arrow right", "Life Zing"]
    assert names_in(watcher, code) == []
    stranger = phone_of(app)
    assert stranger.get(f"/t/{code}/box").status_code == 303, "to the door of the table"


@pytest.mark.parametrize("shared", [False, True])
def test_what_one_phone_cast_is_in_others_tables_only_where_memory_is_shared(make, shared):
    app = make(SHARED_MEMORY=shared)
    one, other = phone_of(app), phone_of(app)
    cast(one, open_kazing(app, one))
    code = open_kazing(app, other)
    assert names_in(other, code) == (["Life arrow right", "Life Zing"] if shared else [])
    sheet = other.get(f"/t/{code}/sheet/cast?by=p1&cards=position%3D1")
    assert ("Cards in our set" in sheet.get_data(as_text=True)) is shared
    assert ("box" in other.get(f"/t/{code}/record.json").json["meta"]) is shared


def test_a_guest_corrects_only_what_is_remembered_for_the_guest(app, host):
    code = open_kazing(app, host)
    cast(host, code)
    service, guest = app.extensions["service"], phone_of(app)
    service.joining.join(code, service.phones.find(token_of(guest)), "p2")
    assert names_in(guest, code) == []
    sent = {"csrf_token": form_token(guest), "piece": "resonance=life move=e", "out": "1"}
    assert guest.post(f"/t/{code}/box", data=sent).status_code == 422
    sent = {"csrf_token": form_token(guest), "empty": "1"}
    assert guest.post(f"/t/{code}/box", data=sent).status_code == 303
    assert names_in(host, code) == ["Life arrow right", "Life Zing"]
    box = guest.get(f"/t/{code}/record.json").json["meta"]["box"]
    assert len(box["cards"]) == 2, "at the host's table the host's are offered"


def test_a_box_is_started_anew(app, host):
    code = open_kazing(app, host)
    assert 'name="empty"' not in host.get(f"/t/{code}/box").get_data(as_text=True)
    cast(host, code)
    assert 'name="empty"' in host.get(f"/t/{code}/box").get_data(as_text=True)
    sent = {"csrf_token": form_token(host), "empty": "1"}
    assert host.post(f"/t/{code}/box", data=sent).status_code == 303
    assert names_in(host, code) == []


@pytest.mark.parametrize(
    ("config", "own", "shared"),
    [
        ({}, ["192.168.1.5", "127.0.0.1"], True),
        ({}, ["192.168.1.5", "2a00:1450:4001::5"], True),
        ({}, ["10.0.0.3", "8.8.4.4"], False),
        ({"HOST": "::"}, ["192.168.1.5", "2a00:1450:4001::5"], False),
        ({"HOST": "192.168.1.5"}, ["192.168.1.5", "8.8.4.4"], True),
        ({"HOST": "8.8.4.4"}, ["192.168.1.5", "8.8.4.4"], False),
        ({"HOST": "localhost"}, ["8.8.4.4"], True),
        ({"HOST": "referee.example"}, ["192.168.1.5"], False),
        ({"PUBLIC_URL": "https://referee.example/"}, ["192.168.1.5"], False),
        ({"TRUST_PROXY": 1}, ["127.0.0.1"], False),
        ({"SHARED_MEMORY": True, "PUBLIC_URL": "https://referee.example/"}, ["8.8.4.4"], True),
        ({"SHARED_MEMORY": False}, ["192.168.1.5"], False),
    ],
)
def test_memory_is_shared_on_a_private_network_or_where_that_is_said(
    make, monkeypatch, config, own, shared
):
    monkeypatch.setattr(addresses, "own", lambda: [ipaddress.ip_address(a) for a in own])
    assert make(**config).extensions["service"].tables.context.shared_memory is shared


def test_a_game_without_a_box_has_no_such_page(app, host):
    code = open_table(app, host)
    assert host.get(f"/t/{code}/box").status_code == 404
    assert "box" not in host.get(f"/t/{code}/record.json").json["meta"]


def test_an_end_that_is_chosen_stands_for_the_one_before(app, host):
    code = open_kazing(app, host)
    sent = {"csrf_token": form_token(host), "do": "options", "options.end": "spells=7"}
    assert host.post(f"/t/{code}/settings", data=sent).status_code == 303
    assert host.get(f"/t/{code}/record.json").json["options"]["end"] == {"spells": 7}
