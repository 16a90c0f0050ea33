"""What goes out to other programs, what comes in from them, and the times that are said."""

from __future__ import annotations

import codecs
import json
import re
from datetime import datetime
from io import BytesIO
from urllib.parse import unquote
from zoneinfo import ZoneInfo

import pytest
from flask import Flask
from flask.testing import FlaskClient
from phones import form_token, open_table, phone_of, token_of

from referee.service import Service, Submission

FRENCH = {"Accept-Language": "fr"}


class Table:
    """A phone, and its table of ZAR after one hand."""

    def __init__(self, app: Flask) -> None:
        self.client: FlaskClient = phone_of(app)
        self.service: Service = app.extensions["service"]
        self.code = open_table(app, self.client)
        self.phone = self.service.phones.find(token_of(self.client))
        assert self.phone is not None
        event = {"type": "end_hand", "winner": "p1", "points": {"p2": 12, "p3": 3}}
        self.service.play.submit(self.code, self.phone, Submission(event=event, seen=0, key="a"))

    def text(self, address: str, **headers: str) -> str:
        answer = self.client.get(f"/t/{self.code}{address}", headers=headers)
        assert answer.status_code == 200
        return answer.get_data(as_text=True)

    def name_of(self, address: str) -> str:
        header = self.client.get(f"/t/{self.code}{address}").headers["Content-Disposition"]
        header.encode("ascii")
        plain, _, own = header.partition("; filename*=UTF-8''")
        return unquote(own) or plain.removeprefix("attachment; filename=")

    def put_in(self, data: bytes | None, name: str = "record.json"):
        fields = {"csrf_token": form_token(self.client), "key": f"in {hash(data)} {name}"}
        if data is not None:
            fields["record"] = (BytesIO(data), name)
        return self.client.post("/import", data=fields, content_type="multipart/form-data")


@pytest.fixture
def table(app: Flask) -> Table:
    return Table(app)


def test_a_spreadsheet_of_the_language_opens_the_file(table: Table) -> None:
    """With its separator and its heads, and a mark that says how letters are written."""
    answer = table.client.get(f"/t/{table.code}/scores.csv")
    assert answer.data.startswith(codecs.BOM_UTF8)
    head, first, *_ = answer.data.decode("utf-8-sig").splitlines()
    assert head == "Game,Table,Started,Round,Player,Points,Total"
    assert first.endswith(",1,Ann,0,0")
    answer = table.client.get(f"/t/{table.code}/scores.csv", headers=FRENCH)
    head, _, second, *_ = answer.data.decode("utf-8-sig").splitlines()
    assert head.startswith("Jeu;Table;")
    assert second.endswith(";1;Bo;12;12")


def test_times_are_those_of_the_phone_s_own_clock(table: Table) -> None:
    """In every place; two phones of two zones are told two times of one moment."""
    line = table.service.views.log(table.code, table.phone).lines[0]
    moment = datetime.fromisoformat(line.at)
    for zone in ("Pacific/Auckland", "America/Los_Angeles", "Asia/Kolkata"):
        table.client.set_cookie("zone", zone)
        there = moment.astimezone(ZoneInfo(zone))
        clock = there.strftime("%H:%M")
        for page in ("/log", f"/log/{line.line}"):
            assert clock in table.text(page), (zone, page)
        started = there.strftime("%Y-%m-%d ")
        assert f",{started}" in table.text("/scores.csv")
        assert f"{there.day} {there:%b} {there.year}" in table.text("/export")
        assert f"{there.day} {there:%b} {there.year}" in table.text("/paper")


@pytest.mark.parametrize("zone", ["", "../../etc/passwd", "No/Where", "é", "x" * 3000, "Europe"])
def test_a_zone_that_is_none_is_passed_over(table: Table, zone: str) -> None:
    here = table.text("/log")
    table.client.set_cookie("zone", zone)
    assert table.text("/log") == here


@pytest.mark.parametrize(
    ("title", "name"),
    [
        ("Freitag, Küche", "freitag-küche"),
        ("金曜日", "金曜日"),
        ("शुक्रवार!", "शुक्रवार"),
        ("../\r\nX: y/“a”", "x-y-a"),
        ("عيد ميلاد", "عيد-ميلاد"),
        ("🎲", "table"),
    ],
)
def test_a_file_keeps_the_letters_of_its_table(table: Table, title: str, name: str) -> None:
    table.service.settings.set_title(table.code, table.phone, title.replace("\r\n", " "))
    for address, ending in (("/scores.csv", "csv"), ("/record.json", "json")):
        assert table.name_of(address) == f"{name}.{ending}"
        header = table.client.get(f"/t/{table.code}{address}").headers["Content-Disposition"]
        plain = header.partition(";")[2].partition(";")[0].partition("=")[2]
        assert re.search(r"[a-z0-9].*\.", plain), "whoever takes the first has a name as well"


def test_a_record_with_a_byte_order_mark_is_read(table: Table) -> None:
    record = table.client.get(f"/t/{table.code}/record.json").data
    answer = table.put_in(codecs.BOM_UTF8 + record)
    assert answer.status_code == 303, answer.get_data(as_text=True)


def test_what_is_no_record_is_called_by_its_name(table: Table) -> None:
    play = table.client.get(f"/t/{table.code}/play.bgsplay").data
    assert json.loads(play)["plays"]
    answer = table.put_in(play, "play.bgsplay")
    assert answer.status_code == 422
    assert "This is a BG Stats file" in answer.get_data(as_text=True)
    for nothing in (table.put_in(None), table.put_in(b"", "")):
        assert nothing.status_code == 422
        assert "No file was chosen." in nothing.get_data(as_text=True)
