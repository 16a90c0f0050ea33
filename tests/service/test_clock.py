"""T22: the wall clock jumps; nobody loses a seat, and nothing changes its order."""

from __future__ import annotations

import itertools
from datetime import UTC, datetime, timedelta

import msgspec
import pytest

from referee.service import Joined, Recorded

JUMPS = {
    "a second back": timedelta(seconds=-1),
    "an hour back": timedelta(hours=-1),
    "two hours on": timedelta(hours=2),
    "32 days on": timedelta(days=32),
    "1970": datetime(1970, 1, 1, tzinfo=UTC) - datetime(2026, 11, 27, 20, tzinfo=UTC),
    "2100": timedelta(days=27_000),
}


@pytest.mark.slow
@pytest.mark.parametrize("jump", JUMPS)
@pytest.mark.parametrize("restart", [False, True])
def test_t22_the_clock_jumps_in_mid_game(house, jump, restart):
    host, (bo, token), new = house.phone(), house.service.phones.add(), house.phone()
    code = house.open(host, free=True)
    qr = house.service.joining.join_token(code, host)
    link = house.service.hosting.host_link(code)
    house.service.joining.join(code, bo, "p2")
    house.do(code, bo, "add", by="p2", n=1)
    house.service.drafts.put(code, bo, "p2", "count", {"n": 1})
    house.wind(JUMPS[jump])
    if restart:
        house.start()
    s = house.service
    assert s.phones.find(token) == bo
    assert s.views.table(code, bo).own == ("p2",)
    assert not s.views.table(code, bo).host_silent
    assert isinstance(house.do(code, bo, "add", by="p2", n=2), Recorded)
    assert house.do(code, host, "undo").view.state.totals["p2"] == 1
    assert s.joining.find_by_token(qr).code == s.joining.find(code).code == code
    assert s.joining.join(code, new, "p3") == Joined("seat", "p3")
    assert s.drafts.on(code, bo, "count") == {"p2": {"n": 1}}
    assert [t.code for t in s.history.tables_of(bo)] == [code]
    assert s.hosting.become_host(link, bo) == code
    lines = [line.line for line in s.views.log(code, host).lines]
    assert lines == sorted(lines, reverse=True)
    s.records.import_record(host, msgspec.json.encode(s.records.export(code, host)), key="k")


def test_order_is_by_number_whatever_the_clock_says(house):
    host = house.phone()
    code = house.open(host, free=True)
    for n, hours in zip(range(1, 6), itertools.cycle((-3, 2)), strict=False):
        house.wind(timedelta(hours=hours))
        house.do(code, host, "add", by="p1", n=n)
    events = house.service.records.export(code, host)["events"]
    assert [e["n"] for e in events] == [1, 2, 3, 4, 5]
    times = [line.at for line in house.service.views.log(code, host).lines]
    assert times != sorted(times)
    assert times != sorted(times, reverse=True)


def test_silence_is_measured_by_a_clock_that_does_not_jump(house):
    host, bo = house.phone(), house.phone()
    code = house.open(host)
    house.service.joining.join(code, bo, "p2")
    house.wind(timedelta(days=1), ticks=10)
    assert not house.service.views.table(code, bo).host_silent
    house.wind(timedelta(days=-2), ticks=300)
    assert house.service.views.table(code, bo).host_silent
