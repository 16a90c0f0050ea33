"""T22: the wall clock jumps in mid-game. Nobody loses a seat, nothing changes its order, no limit
stays shut; the clock is a label."""

from __future__ import annotations

import json
import re
import time
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

import pytest
from party import House, Phone
from wire import Listening

PATCH = """
import datetime as dt, os, time
os.environ["TZ"] = "Europe/Berlin"
time.tzset()
import msgspec, time_machine
from referee import web
from referee.web import limits

made, usual = web.create_app, limits.make_limits

def create_app(config):
    app = made(config)
    inner, start = app.wsgi_app, dt.datetime(2026, 10, 24, 20, 0, tzinfo=dt.timezone.utc)
    clock = time_machine.travel(start, tick=True).start()

    def wound(environ, answer):
        if at := environ.get("HTTP_X_CLOCK"):
            clock.move_to(dt.datetime.fromisoformat(at))
        return inner(environ, answer)

    app.wsgi_app = wound
    return app

def short():
    made = usual()
    return made | {"code": msgspec.structs.replace(made["code"], most=5, seconds=20)}

web.create_app, limits.make_limits = create_app, short
"""
"""A server whose clock a header sets, with a wrong code every four seconds."""
START = datetime(2026, 10, 24, 20, 0, tzinfo=UTC)


@pytest.fixture(scope="module")
def wound(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    house = House(tmp_path_factory.mktemp("clock") / "instance", patch=PATCH)
    yield house
    house.stop()
    assert "Fault" not in house.output()


def times(page: str) -> list[str]:
    return re.findall(r'<time datetime="([^"]+)"', page)


@pytest.mark.parametrize(
    "to",
    [
        START - timedelta(seconds=1),
        START - timedelta(hours=1),
        START + timedelta(hours=2),
        START + timedelta(days=32),
        datetime(1970, 1, 1, 0, 0, 1, tzinfo=UTC),
        datetime(2026, 10, 25, 0, 59, 30, tzinfo=UTC),  # the hour that Berlin has twice
        datetime(2026, 10, 25, 1, 0, 30, tzinfo=UTC),
        datetime(2038, 1, 19, 3, 14, 9, tzinfo=UTC),
    ],
    ids=str,
)
def test_t22_a_clock_that_jumps_changes_nothing(wound: House, to: datetime) -> None:
    host, guest, late = Phone(wound), Phone(wound), Phone(wound)
    host.get("/healthz", X_Clock=START.isoformat())
    code = host.open(["Ann", "Bo", "Cy"])
    token = host.way_in(code)
    guest.join(code, token, "p2")
    top = {"type": "start_hand", "dealer": "p1", "top": "blue-moon"}
    assert host.record(code, **top).status == 303
    stream = Listening(wound, code, guest.cookie)
    assert stream.until(b"event: table")
    form = {"seq": host.seq(code), "key": "drawn before"}
    before = json.loads(host.get(f"/t/{code}/record.json").body)

    host.get("/healthz", X_Clock=to.isoformat())

    for phone in (host, guest):
        assert phone.get(f"/t/{code}").status == 200, "a seat is lost"
    page = guest.get(f"/t/{code}").text
    assert "silent for five minutes" not in page
    assert json.loads(host.get(f"/t/{code}/record.json").body) == before
    draw = {"type": "draw", "by": "p2"}
    assert guest.post(f"/t/{code}/events", form | draw).status == 303  # its form, drawn before
    now = re.findall(r'data-line="(\d+)"', host.get(f"/t/{code}").text)[0]
    assert stream.until(b"data: %d\n\n" % int(now), 3), "the stream is deaf"
    assert guest.post(f"/t/{code}/events", form | draw).status == 303  # once more, the same
    assert guest.record(code, type="play", by="p2", cards="blue-sun").status == 303
    assert host.record(code, type="draw", by="p1").status == 422
    assert host.post(f"/t/{code}/undo", {"seq": host.seq(code), "key": "undo"}).status == 303
    late.join(code, token, "p3")
    assert late.record(code, type="pass", by="p2").status == 303
    page = host.get(f"/t/{code}/log").text
    lines = [int(line) for line in re.findall(rf"/t/{code}/log/(\d+)", page)]
    assert lines == sorted(lines, reverse=True)
    stamps = times(page)
    assert stamps[0] >= to.strftime("%Y-%m-%dT%H:%M:%SZ")
    assert stamps[-1].startswith("2026-10-24T20:0")
    for path in ("", "/people", "/settings", "/qr", "/undo", "/course", "/sheet/play?by=p3"):
        assert late.get(f"/t/{code}{path}").status == 200
    events = json.loads(host.get(f"/t/{code}/record.json").body)["events"]
    assert [event["type"] for event in events] == [
        *("start_hand", "draw", "play", "undo", "pass"),
    ]
    assert host.bring(host.get(f"/t/{code}/record.json").body)
    assert Phone(wound).open(["Di", "Ed"])
    assert host.post(f"/t/{code}/rematch", {"key": "again"}).status == 303
    # Back again: what came later on this clock is still the latest.
    host.get("/healthz", X_Clock=(START - timedelta(days=1)).isoformat())
    assert late.record(code, type="position", top="red-sun", turn="p1").status == 303
    newest = re.findall(rf"/t/{code}/log/(\d+)", host.get(f"/t/{code}/log").text)[0]
    assert int(newest) > max(lines)
    stream.close()


def test_t22_a_limit_opens_again_whatever_the_clock_says(wound: House) -> None:
    for to in (START - timedelta(hours=1), START + timedelta(days=32)):
        guesser = Phone(wound)
        guesser.get("/healthz", X_Clock=START.isoformat())
        statuses = {guesser.get("/join?code=ABC234").status for _ in range(15)}
        assert statuses == {404, 429}
        guesser.get("/healthz", X_Clock=to.isoformat())
        assert guesser.get("/join?code=ABC234").status == 429, "the clock has opened it"
        time.sleep(4.1)
        assert guesser.get("/join?code=ABC234").status == 404, "it stays shut"
        time.sleep(4.1)
