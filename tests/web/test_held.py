"""What one seat alone may know shows only while it is held: on every page where it stands, for a
constraint, a power face down, drawn tiles and an entry that is contradicted alike."""

from __future__ import annotations

import random
import re
import sys
from pathlib import Path

import pytest

sys.path.append(str(Path(__file__).parent.parent / "reliability"))

from evening import Evening, script

HELD = re.compile(r'<span class="hold__back".*?</button>', re.S)


def reached(folder: Path, key: str, secret: object, state: str, patch) -> Evening:
    made = Evening(folder, key, secret, patch)
    assert any(now == state for now in made.states())
    return made


def test_a_power_face_down_stands_in_no_plain_line(tmp_path, monkeypatch):
    secret = script("zigzag").pair(random.Random(1))[0] | {"power": {"power": "master"}}
    evening = reached(tmp_path, "zigzag", secret, "hidden", monkeypatch)
    table, top = f"/t/{evening.code}", evening.look("cy").line
    for path in ("", "/log", f"/log/{top}"):
        page = evening.phones["cy"].get(table + path).text
        assert "data-hold" in page
        assert "master" not in HELD.sub("", page).casefold(), path
    assert "master" in evening.phones["cy"].get(f"{table}/log").text.casefold()
    alone = evening.phones["cy"].get(f"{table}/log/{top}?show=1").text
    assert "master" in HELD.sub("", alone).casefold(), "without a script: a page of its own"


def test_drawn_tiles_stand_in_no_plain_line(tmp_path, monkeypatch):
    secret = ("orange:1-2", "purple:0-4")
    evening = reached(tmp_path, "zinga", secret, "contradicted", monkeypatch)
    table = f"/t/{evening.code}"
    for path in ("?show=purple", "/log", ""):
        page = evening.phones["cy"].get(table + path).text
        assert "data-hold" in page
        assert "purple 0-4" not in HELD.sub("", page), path
        assert "cannot be right" in page or path == "/log"
    assert "purple 0-4" in evening.phones["cy"].get(f"{table}?show=purple&mine=1").text
    alone = HELD.sub("", evening.phones["cy"].get(f"{table}?mine=1").text)
    assert "as drawn" in alone
    for name in ("host", "bo", "watcher"):
        assert "cannot be right" not in evening.phones[name].get(table).text


@pytest.mark.parametrize("name", ["bo", "watcher"])
def test_nobody_else_has_anything_to_hold(tmp_path, monkeypatch, name):
    secret = script("zigzag").pair(random.Random(1))[0]
    evening = reached(tmp_path, "zigzag", secret, "hidden", monkeypatch)
    page = evening.phones[name].get(f"/t/{evening.code}/log").text
    assert "data-hold" not in page
