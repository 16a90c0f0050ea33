"""T15 and T15b over HTTP: broken records are refused with the place and leave nothing; good ones
come out as they went in. (Ten thousand broken ones are read without a server in `tests/record`.)"""

from __future__ import annotations

import io
import json
import re
import time
import zipfile
import zlib
from collections.abc import Iterator
from random import Random
from typing import Any

import msgspec
import pytest
from drivers import begin, driver, play
from party import Answer, House, Phone, lane

from referee.record import record_json

FRIDAY: dict[str, Any] = {
    "format": "referee-record",
    "version": 1,
    "game": "zar",
    "players": ["Ann", "Bo", "Cy"],
    "options": {"target": 50, "readings": {}},
    "events": [
        {"type": "start_hand", "dealer": "Ann", "top": "blue-moon"},
        {"type": "play", "by": "Bo", "cards": ["blue-sun"]},
        {"type": "undo"},
        {"type": "play", "by": "Bo", "cards": ["red-moon"], "stands": True},
        {"type": "end_hand", "winner": "Ann", "points": {"Bo": 7, "Cy": 12}},
    ],
    "meta": {"title": "Friday"},
}
GOOD = json.dumps(FRIDAY).encode()
ODD = [None, True, -1, 2**63, 10**30, 1.5, "", "x" * 50, "Zed", [], {}, [[]], {"": None}, [1] * 30]


def with_(path: str, value: Any) -> bytes:
    """The good record with `value` at `path`."""
    whole = json.loads(GOOD)
    node, steps = whole, path.split("/")
    for step in steps[:-1]:
        node = node[int(step) if step.isdecimal() else step]
    last = steps[-1]
    node[int(last) if last.isdecimal() else last] = value
    return json.dumps(whole).encode()


def broken() -> Iterator[tuple[str, bytes]]:
    """What is sent, and what is the matter with it."""
    for at in range(0, len(GOOD), len(GOOD) // 90):
        yield f"cut at {at}", GOOD[:at]
    pick = Random(15)
    for _ in range(90):
        at = pick.randrange(len(GOOD))
        bad = pick.choice(
            [b"\x00", b"\xff", b"\xc3", b"[", b"}", b'"', b"\\ud800", b"\\u0000", b","]
        )
        yield f"{bad!r} at {at}", GOOD[:at] + bad + GOOD[at:]
    for path in (
        *("format", "version", "game", "players", "players/0", "options", "options/target"),
        *("options/readings", "events", "events/0", "events/0/type", "events/0/dealer"),
        *("events/0/top", "events/1/by", "events/1/cards", "events/1/cards/0", "events/2/count"),
        *("events/3/stands", "events/4/points", "events/4/points/Bo", "events/4/winner", "meta"),
    ):
        for value in ODD:
            yield f"{value!r} at {path}", with_(path, value)
    yield "an unknown field", with_("events/0/extra", 1)
    yield "another version", with_("version", 2)
    yield "another name", with_("events/1/by", "Ann ")
    yield "a name twice", with_("players/2", "ANN")
    yield "one player", with_("players", ["Ann"])
    yield "ten players", with_("players", [f"P{i}" for i in range(10)])
    yield "a target out of range", with_("options/target", 0)
    yield "an unknown option", with_("options/colour", "red")
    yield "an unknown reading", with_("options/readings", {"nothing": "x"})
    yield "an undo of nothing", with_("events/2/count", 0)
    yield "deep", with_("meta/x", None).replace(b"null", b"[" * 50_000 + b"]" * 50_000)
    yield (
        "deep objects",
        with_("meta/x", None).replace(b"null", b'{"a":' * 9000 + b"1" + b"}" * 9000),
    )
    yield "a number of 5,000 digits", with_("options/target", 7).replace(b"7", b"7" * 5000)
    yield "1e999", GOOD.replace(b"12}", b"1e999}")
    yield "NaN", GOOD.replace(b"12}", b"NaN}")
    yield "Infinity", GOOD.replace(b"12}", b"-Infinity}")
    yield "a key twice", GOOD.replace(b'"game"', b'"game": "zar", "game"')
    yield "a points key twice", GOOD.replace(b'"Bo": 7', b'"Bo": 7, "Bo": 8')
    yield "a lone surrogate", GOOD.replace(b"Friday", b"\\ud83d")
    yield "a lone surrogate in a name", GOOD.replace(b"Ann", b"\\udc00")
    yield "NUL", GOOD.replace(b"Ann", b"A\\u0000n")
    yield "UTF-16", GOOD.decode().encode("utf-16")
    yield "UTF-32", GOOD.decode().encode("utf-32")
    yield "Latin-1", GOOD.replace(b"Friday", b"Fr\xefday")
    yield "overlong UTF-8", GOOD.replace(b"Friday", b"\xc0\xaf")
    yield "a zip", zipped(GOOD)
    yield "gzip", zlib.compress(GOOD, wbits=31)
    yield "a bomb", zlib.compress(b" " * 50_000_000, 9, 31)
    yield "a picture", b"\x89PNG\r\n\x1a\n" + bytes(range(256)) * 20
    yield "a page", b"<!doctype html><html><body>" + GOOD
    yield "two records", GOOD + GOOD
    yield "a list", b"[" + GOOD + b"]"
    yield "a report", json.dumps({"format": "referee-report", "version": 1}).encode()
    for text in (
        b"",
        b" ",
        b"null",
        b"true",
        b"0",
        b'""',
        b"{}",
        b"[]",
        b"\x00",
        b"\xff\xfe",
        b"//",
    ):
        yield repr(text), text
    many = [{"type": "position", "top": "blue-sun", "turn": "Ann"}] * 20_001
    yield "20,001 events", with_("events", many)
    yield "100,000 events", with_("events", [{"type": "undo"}] * 100_000)
    yield "5 MiB", with_("meta/x", "x" * 5 * 1024 * 1024)
    yield "100,000 names", with_("players", [f"P{i}" for i in range(100_000)])
    yield "100,000 keys", with_("meta", {str(i): i for i in range(100_000)} | {"title": 7}) + b"x"
    yield "a name of 1 MB", with_("players/0", "x" * 1_000_000)


def zipped(data: bytes) -> bytes:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as packed:
        packed.writestr("record.json", data)
    return file.getvalue()


def says_where(answer: Answer) -> str:
    """The reason and the place that a refusal gives."""
    said = re.search(r'<div class="notice" role="alert">(.*?)</div>', answer.text, re.S)
    assert said, answer.text
    return " ".join(re.sub(r"<[^>]*>", " ", said[1]).split())


def test_t15_broken_records_are_refused_and_leave_nothing(house: House) -> None:
    phone = Phone(house)
    gone = phone.post(f"/t/{phone.bring(GOOD)}/settings", {"do": "delete"})
    assert gone.status == 303  # the phone is known from now on
    before, memory, worker = house.rows(), house.memory(), house.worker()
    took, places, count = [], set(), 0
    for what, data in broken():
        began = time.monotonic()
        answer = phone.upload(data, f"broken-{count}")
        took.append(time.monotonic() - began)
        count += 1
        if answer.status == 303:  # what was changed made no difference, or another good record
            code = answer.header("location").rpartition("/")[2]
            gone = phone.post(f"/t/{code}/settings", {"do": "delete"})
            assert gone.status == 303, what
            continue
        assert answer.status == (413 if len(data) > 4 * 1024 * 1024 + 64 * 1024 else 422), what
        if answer.status == 422:
            said = says_where(answer)
            assert "Nothing was saved." in said, what
            if place := re.search(r"The problem is at (\S+)\. Nothing", said):
                places.add(place[1])
    assert count >= 550
    assert house.rows() == before
    assert house.worker() == worker
    assert house.memory() - memory <= 50 * 1024 * 1024
    assert sorted(took)[int(len(took) * 0.99)] <= 1
    assert {"players[2]", "options.target", "events[1].by", "events[0].top", "version"} <= places
    assert len(places) >= 25
    assert "Traceback" not in house.output()


MULTIPART = {"Content_Type": "multipart/form-data; boundary=x"}


def parts(*each: bytes) -> bytes:
    return b"".join(b"--x\r\n%s\r\n" % part for part in each) + b"--x--\r\n"


def test_t15_abuse_of_the_envelope(house: House) -> None:
    """Bodies that are not the form they say they are."""
    phone = Phone(house)
    phone.post("/import", {"text": "", "key": "0"})
    before = house.rows()
    token = b'Content-Disposition: form-data; name="csrf_token"\r\n\r\n' + phone.form.encode()
    key = b'Content-Disposition: form-data; name="key"\r\n\r\nenvelope'
    file = b'Content-Disposition: form-data; name="record"; filename="%s"\r\n\r\n' + GOOD[:50]
    field = b'Content-Disposition: form-data; name="%d"\r\n\r\nx'
    for body, headers in [
        (parts(token, *(field % i for i in range(1001))), MULTIPART),
        (parts(token, key, *(file % b"a" for _ in range(300))), MULTIPART),
        (parts(token, key, file % b"../../../etc/passwd"), MULTIPART),
        (parts(token, key, file % (b"x" * 100_000)), MULTIPART),
        (parts(token, key, file % b"a\x00b"), MULTIPART),
        (parts(token, key, file % b"a")[:-9], MULTIPART),  # no end
        (parts(token, key, b"X: " + b"y" * 1_000_000 + b"\r\n\r\nz"), MULTIPART),
        (parts(token, key, b"X: y\r\n" * 10_000 + b"\r\nz"), MULTIPART),
        (b"--x\r\n" * 100_000, MULTIPART),
        (b"--" * 500_000, MULTIPART),
        (b"\r\n" * 500_000, MULTIPART),
        (parts(token, key), {"Content_Type": "multipart/form-data"}),
        (parts(token, key), {"Content_Type": f"multipart/form-data; boundary={'x' * 5000}"}),
        (parts(token, key), {"Content_Type": "multipart/form-data; boundary=\xff"}),
        (parts(token, key), {"Content_Type": "multipart/mixed; boundary=x"}),
        (GOOD, {"Content_Type": "application/json"}),
        (GOOD, {"Content_Type": "text/plain"}),
        (GOOD, {}),
        (b"=" * 1_000_000, {"Content_Type": "application/x-www-form-urlencoded"}),
        (b"&" * 1_000_000, {"Content_Type": "application/x-www-form-urlencoded"}),
        (b"a=b&" * 250_000, {"Content_Type": "application/x-www-form-urlencoded"}),
        (b"%" * 1_000_000, {"Content_Type": "application/x-www-form-urlencoded"}),
        (zlib.compress(GOOD, wbits=31), MULTIPART | {"Content_Encoding": "gzip"}),
    ]:
        began = time.monotonic()
        try:
            answer = phone.ask("POST", "/import", body, **headers)
        except UnicodeEncodeError:
            continue  # http.client itself does not send such a header
        assert answer.status in (400, 413, 422), (body[:60], headers, answer.text)
        assert "Traceback" not in answer.text
        assert time.monotonic() - began <= 2, (body[:60], headers)
    assert house.rows() == before
    assert phone.upload(GOOD, "after all").status == 303


def test_t15_text_and_files_are_read_alike(house: House) -> None:
    phone = Phone(house)
    told = {says_where(phone.upload(GOOD[:-1], "as-file"))}
    told.add(says_where(phone.post("/import", {"text": GOOD[:-1].decode(), "key": "as-text"})))
    assert len(told) == 1


def games_of(count: int) -> Iterator[bytes]:
    """Records of random games of ZAR, of all setups."""
    pick = Random(2026)
    setups = len(driver("zar").SETUPS)
    for i in range(count):
        game, drive, players, options, state = begin("zar", i % setups)
        events = play(game, drive, state, pick, pick.choice([0, 1, 7, 60, 300]))
        meta = pick.choice([None, {"title": f"Game {i}"}, {"title": "<b>", "x": [1, {"y": None}]}])
        yield msgspec.json.encode(record_json(game, players, options, events, meta))


def test_t15b_what_comes_out_goes_in_and_comes_out_the_same(house: House) -> None:
    phone = Phone(house)
    long = 0
    for data in games_of(lane(100, 1000)):
        first = phone.get(f"/t/{phone.bring(data)}/record.json")
        again = phone.get(f"/t/{phone.bring(first.body)}/record.json")
        assert first.status == again.status == 200
        assert first.body == again.body
        sent, got = json.loads(data), json.loads(first.body)
        for name in ("game", "players", "events", "meta"):
            assert got.get(name) == sent.get(name)
        long = max(long, len(got["events"]))
    assert long >= 100


@pytest.mark.parametrize("ending", ["\n", "\r\n", "  \n\n"])
def test_t15b_blanks_between_make_no_difference(house: House, ending: str) -> None:
    phone = Phone(house)
    plain = phone.get(f"/t/{phone.bring(GOOD)}/record.json").body
    pretty = json.dumps(FRIDAY, indent=2).replace("\n", ending).encode()
    assert phone.get(f"/t/{phone.bring(pretty)}/record.json").body == plain
