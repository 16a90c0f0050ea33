"""Who may record what: the whole table of rights, and that the service keeps to it."""

from __future__ import annotations

import itertools

import pytest
from toy import Add, Hide, Position

from referee.core import Undo
from referee.service import NotAllowed, Recorded, Refused
from referee.table.roles import Who, may_record, may_record_some

PHONES = {
    "host": Who(True, frozenset({"p3"})),
    "seat": Who(False, frozenset({"p1"})),
    "seat, latest": Who(False, frozenset({"p1"}), own_latest=True),
    "watcher": Who(False, frozenset()),
    "watcher, latest": Who(False, frozenset(), own_latest=True),
}
EVENTS = {
    "own": Add(by="p1", n=1),
    "another's": Add(by="p2", n=1),
    "own stands": Add(by="p1", n=1, stands=True),
    "nobody's": Position(totals={}),
    "undo": Undo(),
    "undo 2": Undo(count=2),
    "own secret": Hide(by="p1", card=1),
    "another's secret": Hide(by="p2", card=1),
    "untaken seat's secret": Hide(by="p3", card=1),
}
ALLOWED = {
    ("anyone", "seat"): {"own", "another's", "own stands", "nobody's", "undo", "undo 2",
                         "own secret"},
    ("own", "seat"): {"own", "own secret"},
    ("own", "seat, latest"): {"own", "own secret", "undo"},
    ("host", "seat"): set(),
}  # fmt: skip
ALLOWED[("anyone", "seat, latest")] = ALLOWED[("anyone", "seat")]
ALLOWED[("host", "seat, latest")] = set()
for setting in ("anyone", "own", "host"):
    ALLOWED[(setting, "host")] = set(EVENTS) - {"own secret", "another's secret"}
    ALLOWED[(setting, "watcher")] = ALLOWED[(setting, "watcher, latest")] = set()


@pytest.mark.parametrize(("setting", "phone"), ALLOWED)
def test_who_may_record_what(setting, phone):
    who = PHONES[phone]
    hides = {name: e.by if isinstance(e, Hide) else None for name, e in EVENTS.items()}
    may = {name for name, e in EVENTS.items() if may_record(setting, who, e, hides[name])}
    assert may == ALLOWED[(setting, phone)]
    assert may_record_some(setting, who) or not may


def test_the_service_keeps_to_it(house):
    """Every setting, phone and event, through `submit`."""
    s = house.service
    host, seat, watcher = (house.phone() for _ in range(3))
    code = house.open(host, free=True, target=100_000)
    s.joining.join(code, seat, "p1")
    s.joining.join(code, watcher)
    events = {
        "own": {"type": "add", "by": "p1", "n": 1},
        "another's": {"type": "add", "by": "p2", "n": 1},
        "undo": {"type": "undo"},
        "undo 2": {"type": "undo", "count": 2},
        "own secret": {"type": "hide", "by": "p1", "card": 3},
        "untaken seat's secret": {"type": "hide", "by": "p3", "card": 3},
    }
    for setting, name in itertools.product(("anyone", "own", "host"), events):
        s.settings.set_who_may(code, host, setting)
        for phone, role in ((host, "host"), (seat, "seat"), (watcher, "watcher")):
            for _ in range(3):
                house.do(code, host, "add", by="p2", n=1)  # the latest is the host's
            before = house.seq(code, host)
            if name in ALLOWED[(setting, role)]:
                answer = house.do(code, phone, **events[name])
                assert isinstance(answer, Recorded), (setting, role, name)
            else:
                with pytest.raises(NotAllowed):
                    house.do(code, phone, **events[name])
                assert house.seq(code, host) == before


def test_under_own_a_phone_takes_back_its_own_latest_entry(house):
    s = house.service
    host, seat = house.phone(), house.phone()
    code = house.open(host, free=True)
    s.joining.join(code, seat, "p1")
    s.settings.set_who_may(code, host, "own")
    house.do(code, seat, "add", by="p1", n=1)
    assert s.views.table(code, seat).may(Undo())
    assert isinstance(house.do(code, seat, "undo"), Recorded)
    house.do(code, host, "add", by="p2", n=1)
    assert not s.views.table(code, seat).may(Undo())
    with pytest.raises(NotAllowed):
        house.do(code, seat, "undo")


def test_letting_stand_is_offered_to_those_who_may(house):
    s = house.service
    host, seat = house.phone(), house.phone()
    code = house.open(host)
    s.joining.join(code, seat, "p2")
    assert house.do(code, seat, "add", by="p2", n=1).may_stand
    s.settings.set_who_may(code, host, "own")
    refused = house.do(code, seat, "add", by="p2", n=1)
    assert isinstance(refused, Refused)
    assert not refused.may_stand
    with pytest.raises(NotAllowed):
        house.do(code, seat, "add", by="p2", n=1, stands=True)
    assert house.do(code, host, "add", by="p2", n=1).may_stand


def test_a_phone_that_no_longer_holds_the_seat_records_no_more(house):
    """Freed, handed on, removed: dead at once."""
    s = house.service
    host, seat, third = (house.phone() for _ in range(3))
    code = house.open(host, free=True)
    s.joining.join(code, seat, "p1")
    house.do(code, seat, "add", by="p1", n=1)
    s.hosting.free_seat(code, host, "p1")
    with pytest.raises(NotAllowed):
        house.do(code, seat, "add", by="p1", n=1)
    s.joining.join(code, third, "p1")
    s.joining.join(code, seat, "p1")
    [ask] = s.views.table(code, third).requests
    s.joining.answer_request(code, third, ask.id, True)
    with pytest.raises(NotAllowed):
        house.do(code, third, "add", by="p1", n=1)
    assert isinstance(house.do(code, seat, "add", by="p1", n=1), Recorded)
