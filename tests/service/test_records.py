"""Records out and in, and the table that follows."""

from __future__ import annotations

import msgspec
import pytest

from referee.core import Unusable
from referee.record import check, read
from referee.service import Gone, NotAllowed, Recorded, Refused


def record(*events, players=("Ann", "Bo"), options=None, **more):
    return {
        "format": "referee-record", "version": 1, "game": "toy", "players": list(players),
        "options": {"free": True, "most": 9} if options is None else options,
        "events": list(events), **more,
    }  # fmt: skip


def add(by, n, **more):
    return {"type": "add", "by": by, "n": n, **more}


def data(value):
    return msgspec.json.encode(value)


RICH = record(
    {"type": "position", "totals": {"Ann": 3}},
    add("Bo", 7),
    add("Bo", 7, stands=True),
    {"type": "join", "player": "Cy"},
    add("Cy", 1),
    {"type": "undo", "count": 2},
    {"type": "undo", "count": 9},
    {"type": "wonder", "by": "Cy"},
    {"type": "join", "player": "Cy"},
    add("Cy", 2),
    {"type": "quit", "player": "Bo"},
    options={"free": True, "most": 9, "starter": "Bo", "readings": {"seven": "open"}},
    meta={"title": "Friday", "started": "2026-11-27T20:00:00Z", "box": {"a": [1, None, "é"]}},
)


def test_export_import_export_is_identical(house):
    host = house.phone()
    for i, rec in enumerate((RICH, record(), record(meta={}), record(meta={"title": 7}))):
        code = house.service.records.import_record(host, data(rec), key=f"k{i}")
        once = house.service.records.export(code, host)
        assert once == rec
        code = house.service.records.import_record(host, data(once), key=f"l{i}")
        assert data(house.service.records.export(code, host)) == data(once)


def test_an_imported_table_is_judged_like_the_record(house):
    host = house.phone()
    code = house.service.records.import_record(host, data(RICH), key="k")
    view = house.service.views.table(code, host)
    report = check(read(data(RICH), house.service.tables.games))
    assert {view.names[p]: n for p, n in view.state.totals.items()} == report.state.totals
    assert [view.names[p] for p in view.seating] == ["Ann", "Cy"]
    assert (view.title, view.role, view.seats) == ("Friday", "host", ("p1", "p2", "p3"))
    lines = [x for x in house.service.views.log(code, host).lines if x.kind == "event"][::-1]
    assert [x.verdict for x in lines] == [e.ruling.verdict for e in report.entries]
    assert [x.stood for x in lines] == [e.stood for e in report.entries]
    assert [x.seq for x in lines] == list(range(1, 12))
    assert lines[3].undone == lines[4].undone == lines[5].line
    assert [x.effect for x in lines] == [
        True, False, True, False, False, False, False, False, True, True, True
    ]  # fmt: skip
    house.start()
    assert house.service.views.table(code, host).state == view.state
    answer = house.do(code, host, "undo", count=4)
    assert answer.view.state.totals == {"p1": 3, "p2": 0}


def test_play_goes_on_where_the_record_ended(house):
    host, guest = house.phone(), house.phone()
    code = house.service.records.import_record(host, data(RICH), key="k")
    house.service.joining.join(code, guest, "p3")
    assert isinstance(house.do(code, guest, "add", by="p3", n=1), Recorded)
    assert isinstance(house.do(code, guest, "add", by="p2", n=1), Refused)
    assert house.service.records.export(code, guest)["events"][:11] == RICH["events"]


@pytest.mark.parametrize(
    ("value", "path"),
    [
        (b"", ""),
        (b"{", ""),
        (b"\xff", ""),
        (data(record(add("Zed", 1))), "events[0].by"),
        (data(record(add("Ann", 1), add("Ann", "1"))), "events[1].n"),
        (data(record(players=["Ann"])), "players"),
        (data(record(players=["Ann", "ANN"])), "players[1]"),
        (data(record(options={"x": 1})), "options.x"),
        (data(record()).replace(b'"toy"', b'"chess"'), "game"),
        (b" " * (4 * 1024 * 1024 + 1), ""),
        (data(record(*[add("Ann", 1)] * 20_001)), "events"),
    ],
)
def test_a_broken_record_is_refused_with_the_place_and_nothing_is_kept(house, value, path):
    phone = house.phone()

    before = house.counts()
    for attempt in (
        lambda: house.service.records.import_record(phone, value, key="k"),
        lambda: read(value, house.service.tables.games),
    ):
        with pytest.raises(Unusable) as caught:
            attempt()
        assert caught.value.path == path
    assert house.counts() == before


def test_importing_twice_with_one_key_makes_one_table(house):
    phone = house.phone()
    one = house.service.records.import_record(phone, data(RICH), key="k")
    assert house.service.records.import_record(phone, data(RICH), key="k") == one
    with pytest.raises(Unusable) as caught:
        house.service.records.import_record(phone, data(record()), key="k")
    assert caught.value.path == "key"
    assert len(house.service.history.tables_of(phone)) == 1


def test_long_work_breathes(house):
    phone = house.phone()
    breaths = []
    house.service.tables.clock.pause = lambda: breaths.append(1)
    big = data(record(*[{"type": "position", "totals": {"Ann": i}} for i in range(2000)]))
    code = house.service.records.import_record(phone, big, key="k")
    assert len(breaths) >= 2000 // 32
    breaths.clear()
    assert house.service.records.export(code, phone) == msgspec.json.decode(big)
    assert len(breaths) >= 2000 // 32
    house.service.tables.heads.clear()
    view = house.service.views.table(code, phone)
    assert view.state.totals["p1"] == 1999
    assert house.do(code, phone, "undo", count=1234).view.state.totals["p1"] == 765


def test_a_table_holds_no_more_than_a_record(house, monkeypatch):
    host = house.phone()
    code = house.open(host, free=True)
    house.do(code, host, "add", by="p1", n=1)
    monkeypatch.setattr("referee.service.recording.MOST_EVENTS", 2)
    house.do(code, host, "add", by="p1", n=1)
    for type in ("add", "undo"):
        with pytest.raises(Unusable):
            house.do(code, host, **({"type": "add", "by": "p1", "n": 1} if type == "add"
                                    else {"type": "undo"}))  # fmt: skip
    assert isinstance(house.do(code, host, "add", by="p1", n=9), Refused), "a ruling is no event"
    monkeypatch.undo()
    monkeypatch.setattr("referee.service.recording.MOST_BYTES", 64 * 1024 + 100)
    with pytest.raises(Unusable):
        house.do(code, host, "position", totals={f"p{i}": 100 for i in range(1, 4)})


def test_only_those_at_the_table_export_it(house):
    host, watcher, stranger = (house.phone() for _ in range(3))
    code = house.open(host)
    house.service.joining.join(code, watcher)
    assert house.service.records.export(code, watcher) == house.service.records.export(code, host)
    with pytest.raises(Gone):
        house.service.records.export(code, stranger)


# Rematch


def test_a_rematch_takes_every_phone_along_in_its_seat(house):
    s = house.service
    host, bo, watcher, out, left = (house.phone() for _ in range(5))
    code = s.opening.open_table(host, "toy", ["Ann", "Bo", "Cy"], {"starter": "Cy", "target": 2},
                        title="Friday", key="k")  # fmt: skip
    for phone, player in ((bo, "p2"), (watcher, None), (out, "p3"), (left, None)):
        s.joining.join(code, phone, player)
    number = next(p.id for p in s.views.table(code, host).phones if p.seats == ("p3",))
    s.hosting.remove_phone(code, host, number)
    s.joining.leave(code, left)
    s.settings.rename(code, host, "p1", "Anna")
    s.settings.set_who_may(code, host, "own")
    house.do(code, host, "add", by="p3", n=2)
    with pytest.raises(NotAllowed):
        s.opening.rematch(code, watcher)
    with s.views.listen(code, watcher) as subscription:
        subscription.wait(0)
        new = s.opening.rematch(code, bo)
        assert subscription.wait(0) is not None
    for phone in (host, bo):
        assert s.opening.rematch(code, phone) == new
        assert s.views.table(code, phone).rematch == new
    view = s.views.table(new, bo)
    assert [view.names[p] for p in view.seating] == ["Bo", "Cy", "Anna"], "the next begins"
    assert (view.own, view.role, view.title, view.who_may) == (("p1",), "seat", "Friday", "own")
    assert view.names[view.options.starter] == "Cy"
    assert (view.over, view.seq, view.state.totals) == (False, 0, dict.fromkeys(view.seating, 0))
    assert s.views.table(new, host).role == "host"
    assert s.views.table(new, watcher).role == "watching"
    from referee.service import Removed

    with pytest.raises(Removed):
        s.views.table(new, out)
    with pytest.raises(Gone):
        s.views.table(new, left)
    assert len({p.id for p in view.phones}) == 3
    assert s.opening.rematch(new, host) not in (code, new)


def test_whoever_quit_is_not_taken_along_and_a_deleted_rematch_can_be_made_again(house):
    s = house.service
    host = house.phone()
    code = house.open(host)
    house.do(code, host, "join", player="Dee")
    house.do(code, host, "quit", player="p1")
    new = s.opening.rematch(code, host)
    assert sorted(s.views.table(new, host).names.values()) == ["Bo", "Cy", "Dee"]
    s.settings.delete_table(new, host)
    assert s.views.table(code, host).rematch is None
    again = s.opening.rematch(code, host)
    assert s.views.table(again, host).seq == 0
