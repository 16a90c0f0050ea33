"""An evening: which tables it is made of, and what it says of them."""

from __future__ import annotations

from datetime import timedelta
from zoneinfo import ZoneInfo

import msgspec
import pytest
from evenings import finish

from referee.core import render
from referee.service import Gone
from referee.service.evenings import lines, night

PARIS = ZoneInfo("Europe/Paris")


def codes(evening):
    return [line.code for line in evening.tables]


@pytest.fixture
def friday(house):
    """Four tables: three of the same people, the last of them after midnight, one of others."""
    host = house.phone()
    found = []
    for hours, names, totals in (
        (0, ("Ann", "Bo"), (9, 4)),
        (1, ("Ann", "Bo", "Cy"), (3, 9, 9)),
        (1, ("Xa", "Yo"), (9, 1)),
        (5, ("bo", "Ann"), (9, 2)),
    ):
        house.wind(timedelta(hours=hours))
        found.append(finish(house, host, names, totals))
    return host, found


def test_a_night_is_over_at_five_where_the_phone_is(house):
    assert night("2026-11-28T03:59:59Z", PARIS).isoformat() == "2026-11-27"
    assert night("2026-11-28T04:00:00Z", PARIS).isoformat() == "2026-11-28"
    assert night("2026-11-28T03:59:59Z", ZoneInfo("Asia/Tokyo")).isoformat() == "2026-11-28"


def test_an_evening_has_the_tables_of_much_the_same_people(house, friday):
    host, [first, second, others, late] = friday
    s = house.service
    for code in (first, second, late):
        found = s.evenings.evening(code, host, PARIS)
        assert codes(found) == [first, second, late]
        assert found.day.isoformat() == "2026-11-27"
    assert codes(s.evenings.evening(others, host, PARIS)) == [others]
    house.wind(timedelta(hours=3))
    morning = finish(house, host)
    assert codes(s.evenings.evening(morning, host, PARIS)) == [morning]
    assert codes(s.evenings.evening(first, host, ZoneInfo("America/New_York"))) == [
        first, second, late, morning
    ]  # fmt: skip


def test_it_says_who_won_what_and_head_to_head(house, friday):
    host, [first, *_] = friday
    house.open(host, ("Ann", "Bo"))
    found = house.service.evenings.evening(first, host, PARIS)
    assert [(e.name, e.place, e.wins, e.games) for e in found.people] == [
        ("Bo", 1, 2, 3), ("Cy", 2, 1, 1), ("Ann", 2, 1, 3)
    ]  # fmt: skip
    assert [(d.first, d.second, d.ahead, d.behind, d.ties) for d in found.duels] == [
        ("Bo", "Ann", 2, 1, 0), ("Cy", "Ann", 1, 0, 0), ("Bo", "Cy", 0, 0, 1)
    ]  # fmt: skip
    assert [render(line) for line in lines(found, "27 Nov 2026")] == [
        "Evening of 27 Nov 2026: 3 games",
        "1. Bo: 2 of 3 won",
        "2. Cy: 1 of 1 won",
        "2. Ann: 1 of 3 won",
        "Toy: Ann 9 and Bo 4. Ann won.",
        "Toy: Bo 9, Cy 9 and Ann 3. Bo and Cy won.",
        "Toy: bo 9 and Ann 2. bo won.",
    ]


def test_nobody_sees_an_evening_of_tables_that_he_was_not_at(house, friday):
    host, [first, second, *_] = friday
    s, bo = house.service, house.phone()
    with pytest.raises(Gone):
        s.evenings.evening(first, bo)
    s.joining.join(second, bo, token=s.joining.join_token(second, host))
    assert codes(s.evenings.evening(second, bo, PARIS)) == [second]


def test_an_imported_game_belongs_to_the_evening_it_was_played(house, friday):
    host, [first, *_] = friday
    s = house.service
    record = s.records.export(first, host)
    house.wind(timedelta(days=40))
    code = s.records.import_record(host, msgspec.json.encode(record), key="in")
    assert code in codes(s.evenings.evening(first, host, PARIS))
