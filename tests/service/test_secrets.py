"""A seat's secret is shown only on the phone that put it in, while it holds the seat."""

from __future__ import annotations

import msgspec
import pytest

from referee.core import say
from referee.service import Submission

CARD = 77123
OPEN = say("{p} hides {card}", p="p2", card=CARD)
CLOSED = say("{p} hides something", p="p2")


@pytest.fixture
def table(house):
    host, bo, watcher = house.phone(), house.phone(), house.phone()
    code = house.open(host, free=True)
    house.service.joining.join(code, bo, "p2")
    house.service.joining.join(code, watcher)
    house.do(code, bo, "hide", by="p2", card=CARD)
    return code, host, bo, watcher


def told(house, code, phone, **kw):
    """Everything this phone is shown, in bytes."""
    s = house.service
    view = s.views.table(code, phone, **kw)
    log = s.views.log(code, phone, **kw)
    lines = [line.line for line in log.lines if line.kind != "note"]
    rulings = [s.views.ruling(code, phone, line, **kw) for line in lines]
    asked = s.play.submit(
        code,
        phone,
        Submission(event={"type": "add", "by": "p1", "n": 1}, seen=0, key="", ask=True, **kw),
    )
    parts = [
        view.view(),
        view.last,
        view.top,
        log,
        rulings,
        asked.ruling,
        s.records.export(code, phone),
    ]
    return msgspec.json.encode(parts)


def knows(house, code, phone, **kw):
    return str(CARD).encode() in told(house, code, phone, **kw)


def test_only_the_phone_that_put_it_in_is_shown_it(house, table):
    code, host, bo, watcher = table
    assert house.service.views.table(code, bo).viewer == "p2"
    assert house.service.views.table(code, bo).view().hidden == CARD
    assert knows(house, code, bo)
    for phone in (host, watcher):
        assert not knows(house, code, phone)
        assert not knows(house, code, phone, as_seat="p2")
    own = house.service.views.log(code, bo).lines[0]
    assert (own.said, own.secret) == (CLOSED, OPEN), "in plain sight it says what all are told"
    assert house.service.views.log(code, host).lines[0].said == CLOSED


def test_a_phone_with_several_seats_shows_one_at_a_time(house, table):
    code, _, bo, _ = table
    house.service.joining.join(code, bo, "p3")
    house.do(code, bo, "hide", by="p3", card=55)
    view = house.service.views.table(code, bo)
    assert view.viewer is None
    assert view.view().hidden is None
    assert house.service.views.table(code, bo, as_seat="p2").view().hidden == CARD
    assert house.service.views.table(code, bo, as_seat="p3").view().hidden == 55
    assert not knows(house, code, bo, as_seat="p3")
    assert house.service.views.table(code, bo, as_seat="p1").viewer is None


def test_a_seat_freed_or_taken_over_comes_without_it_until_it_is_put_in_again(house, table):
    code, host, bo, watcher = table
    s = house.service
    s.hosting.free_seat(code, bo, "p2")
    for phone in (host, bo, watcher):
        assert not knows(house, code, phone, as_seat="p2")
    s.joining.join(code, bo, "p2")
    assert not knows(house, code, bo, as_seat="p2"), "the same phone, but anew"
    s.joining.join(code, watcher, "p2")
    [ask] = s.views.table(code, bo).requests
    s.joining.answer_request(code, bo, ask.id, True)
    assert s.views.table(code, watcher, as_seat="p2").viewer is None
    assert not knows(house, code, watcher)
    house.do(code, watcher, "hide", by="p2", card=CARD)
    assert s.views.table(code, watcher).view().hidden == CARD
    assert not knows(house, code, bo)
    house.do(code, watcher, "undo")
    assert s.views.table(code, watcher).viewer is None, "what is left was put in by another"


def test_the_hosts_untaken_seat_goes_to_the_next_host_without_it(house, table):
    code, host, bo, _ = table
    s = house.service
    house.do(code, host, "hide", by="p3", card=99)
    assert s.views.table(code, host, as_seat="p3").view().hidden == 99
    s.hosting.hand_over(code, host, 2)
    assert s.views.table(code, bo, as_seat="p3").viewer is None
    assert s.views.table(code, host, as_seat="p3").viewer is None
    s.hosting.hand_over(code, bo, 1)
    assert s.views.table(code, host, as_seat="p3").viewer is None


def test_when_the_round_is_over_all_know(house, table):
    code, host, bo, watcher = table
    house.do(code, bo, "reveal")
    for phone in (host, watcher):
        assert knows(house, code, phone)
        assert house.service.views.log(code, phone).lines[1].said == OPEN
    house.do(code, host, "undo")
    assert not knows(house, code, host), "a reveal taken back hides again"
    assert knows(house, code, bo)


def test_what_was_hidden_and_taken_back_stays_hidden_till_a_round_is_over(house, table):
    code, host, bo, _ = table
    house.do(code, bo, "undo")
    assert house.service.views.table(code, host).state.hidden == {}
    assert not knows(house, code, host)
    assert house.service.records.export(code, host)["events"] == []
    house.do(code, host, "reveal")
    assert knows(house, code, host)


def test_an_export_ends_before_the_round_that_hides_something(house, table):
    code, host, bo, _ = table
    s = house.service
    assert s.records.export(code, bo)["events"] == []
    house.do(code, host, "reveal")
    house.do(code, host, "add", by="p1", n=1)
    whole = s.records.export(code, host)["events"]
    assert [e["type"] for e in whole] == ["hide", "reveal", "add"]
    house.do(code, host, "hide", by="p1", card=5)
    house.do(code, host, "add", by="p1", n=1)
    for phone in (host, bo):
        assert s.records.export(code, phone)["events"] == whole


def test_a_refused_entry_with_a_secret_is_told_to_its_phone_alone(house, table, monkeypatch):
    """Not even its line is there for the others: what it rests on might be read from it."""
    from referee.core import illegal

    code, host, bo, _ = table
    monkeypatch.setattr(
        type(house.game), "judge", lambda self, s, e: illegal("toy/hide", say("No."), card=e.card)
    )
    before = house.service.views.table(code, host).line
    refused = house.do(code, bo, "hide", by="p2", card=888111)
    assert refused.ruling.facts == {"card": 888111}
    assert refused.line == 0
    assert house.service.views.table(code, host).line == before
    for phone in (bo, host):
        assert b"888111" not in msgspec.json.encode(house.service.views.log(code, phone))


def test_an_imported_round_in_progress_is_nobodys_secret(house, table):
    """Whoever imports it put it in on his phone: the seats are the importing phone's, one a tap."""
    code, host, bo, watcher = table
    house.do(code, bo, "reveal")
    record = house.service.records.export(code, bo)
    record["events"] = record["events"][:1]
    new = house.service.records.import_record(host, msgspec.json.encode(record), key="i")
    assert house.service.views.table(new, host).viewer is None
    assert house.service.views.table(new, host, as_seat="p2").view().hidden == CARD
    token = house.service.joining.join_token(new, host)
    house.service.joining.join("", watcher, "p2", token=token)
    assert house.service.views.table(new, watcher).viewer is None
    assert not knows(house, new, watcher)
