"""What a record may be, and the place where it may not (docs/record-format.md)."""

from __future__ import annotations

import copy
import json

import pytest

from referee.core import Unusable, render
from referee.record import MOST_BYTES, check, read, report_json

GOOD = {
    "format": "referee-record",
    "version": 1,
    "game": "zar",
    "players": ["Ann", "Bo", "Cy"],
    "options": {"target": 50, "readings": {"tie": "share"}},
    "events": [
        {"type": "start_hand", "dealer": "Ann", "top": "blue-moon"},
        {"type": "play", "by": "Bo", "cards": ["blue-sun"]},
        {"type": "end_hand", "winner": "Bo", "points": {"Ann": 3, "Cy": 4}},
    ],
    "meta": {"title": "Friday", "box": {"cards": [1, 2]}},
}


def changed(path: list, value) -> bytes:
    """GOOD with `value` at `path`; `...` as value takes the key away."""
    record = copy.deepcopy(GOOD)
    node = record
    for step in path[:-1]:
        node = node[step]
    if value is ...:
        del node[path[-1]]
    else:
        node[path[-1]] = value
    return json.dumps(record).encode()


def test_a_good_record_is_read_whole():
    record = read(json.dumps(GOOD).encode())
    assert record.players == ["Ann", "Bo", "Cy"]
    assert len(record.events) == 3
    assert record.meta == GOOD["meta"]


@pytest.mark.parametrize(
    ("path", "value", "place"),
    [
        (["format"], "pgn", "format"),
        (["format"], ..., "format"),
        (["version"], 2, "version"),
        (["version"], "1", "version"),
        (["game"], "chess", "game"),
        (["players"], "Ann", "players"),
        (["players"], ["Ann", 7], "players[1]"),
        (["players"], ["Ann", "  "], "players[1]"),
        (["players"], ["Ann", "x" * 41], "players[1]"),
        (["players"], ["Ann", "B\x07o"], "players[1]"),
        (["players"], ["Ann", "Bo", "ANN"], "players[2]"),
        (["players"], ["Ann"], "players"),
        (["options", "colour"], "blue", "options.colour"),
        (["options", "target"], 0, "options.target"),
        (["options", "target"], True, "options.target"),
        (["options", "readings", "tie"], "never", "options.readings.tie"),
        (["options", "readings", "moon"], "yes", "options.readings.moon"),
        (["options", "readings", "tie"], 3, "options.readings.tie"),
        (["events"], {}, "events"),
        (["events", 1, "type"], "dance", "events[1].type"),
        (["events", 1, "type"], ..., "events[1].type"),
        (["events", 1, "by"], "Zoe", "events[1].by"),
        (["events", 1, "by"], ..., "events[1].by"),
        (["events", 1, "colour"], "red", "events[1].colour"),
        (["events", 1, "cards", 0], "green-frog", "events[1].cards[0]"),
        (["events", 2, "points", "Cy"], -1, "events[2].points.Cy"),
        (["events", 2, "points", "Cy"], "4", "events[2].points.Cy"),
        (["events", 2, "points", "Zoe"], 4, "events[2].points.Zoe"),
        (["events", 1, "stands"], "yes", "events[1].stands"),
        (["events", 1], None, "events[1]"),
        (["meta"], [], "meta"),
    ],
)
def test_the_place_is_named(path, value, place):
    with pytest.raises(Unusable) as refused:
        read(changed(path, value))
    assert refused.value.path == place


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"{",
        b"\xef\xbb\xbf{}",
        b"\xff\xfe{\x00}\x00",
        b"PK\x03\x04",
        b"null",
        b"[]",
        json.dumps(GOOD).encode().replace(b'"version": 1', b'"version": 1, "version": 1'),
        json.dumps(GOOD).encode().replace(b"50", b"5" * 5000),
        json.dumps(GOOD).encode().replace(b"50", b"NaN"),
        json.dumps(GOOD).encode().replace(b"50", b"1e999"),
        json.dumps(GOOD).encode().replace(b"Friday", b"\\ud800"),
        json.dumps(GOOD).encode().replace(b"Friday", b"\\u0000"),
        json.dumps(GOOD).encode().replace(b"Friday", b"\xff"),
        json.dumps(GOOD).encode().replace(b'"Friday"', b"[" * 50_000 + b"]" * 50_000),
        b" " * (MOST_BYTES + 1),
    ],
)
def test_what_is_no_record_at_all(data):
    with pytest.raises(Unusable) as refused:
        read(data)
    assert str(refused.value)


def test_names_are_cleaned_everywhere():
    record = json.loads(json.dumps(GOOD))
    record["players"][0] = " Rene\u0301 "
    record["events"][0]["dealer"] = "Rene\u0301"
    record["events"][2]["points"] = {"Ren\u00e9 ": 3, "Cy": 4}
    report = report_json(check(read(json.dumps(record).encode())))
    assert list(report["scores"]) == ["Ren\u00e9", "Bo", "Cy"]


def test_too_many_events():
    record = {**GOOD, "events": [{"type": "undo"}] * 20_001}
    with pytest.raises(Unusable) as refused:
        read(json.dumps(record).encode())
    assert refused.value.path == "events"


def test_a_newcomer_is_known_from_his_join_on():
    join = {"type": "join", "player": "Dee"}
    record = {**GOOD, "events": [*GOOD["events"], join, {"type": "quit", "player": "Dee"}]}
    assert len(read(json.dumps(record).encode()).events) == 5
    record["events"] = [{"type": "quit", "player": "Dee"}, join]
    with pytest.raises(Unusable) as refused:
        read(json.dumps(record).encode())
    assert refused.value.path == "events[0].player"
    record["events"] = [{"type": "join", "player": "ann"}]
    with pytest.raises(Unusable) as refused:
        read(json.dumps(record).encode())
    assert refused.value.path == "events[0].player"


def test_stands_and_undo_in_a_report():
    record = {
        **GOOD,
        "events": [
            {"type": "start_hand", "dealer": "Ann", "top": "blue-moon"},
            {"type": "play", "by": "Cy", "cards": ["blue-sun"], "stands": True},
            {"type": "undo"},
            {"type": "undo", "count": 2},
            {"type": "undo", "stands": True},
            {"type": "undo", "stands": True},
        ],
    }
    report = report_json(check(read(json.dumps(record).encode())))
    rulings = report["rulings"]
    assert [r["verdict"] for r in rulings] == [
        "legal",
        "illegal",
        "legal",
        "illegal",
        "legal",
        "illegal",
    ]
    assert "stood" not in rulings[0]
    assert [r.get("stood") for r in rulings] == [None, True, None, None, True, False]
    assert all(r["rules"] == ("table/undo",) for r in rulings[2:])
    assert report["state"]["hand"] == 0


@pytest.mark.parametrize(
    ("number", "said"),
    [
        (-1, "This must be a number of 0 or more."),
        (10**12 + 1, "This must be a number of "),
        ("4", "This must be a whole number."),
        (1.5, "This must be a whole number."),
    ],
)
def test_a_number_that_cannot_be_is_answered_with_one_that_can(number, said):
    with pytest.raises(Unusable) as refused:
        read(changed(["events", 2, "points", "Cy"], number))
    assert render(refused.value.message).startswith(said)
