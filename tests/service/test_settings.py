"""Options, names and rights change in mid-game; a new edition of the rules comes."""

from __future__ import annotations

import pytest
from toy import Toy

from referee.core import ENGLISH, Message, Translator, Unusable, UserText, plural, render, say
from referee.service import NotAllowed, Recorded, Refused, Submission


@pytest.fixture
def table(house):
    host, bo = house.phone(), house.phone()
    code = house.open(host, free=True, most=9)
    house.service.joining.join(code, bo, "p2")
    return code, host, bo


def said(house, code, phone):
    return [line.said for line in house.service.views.log(code, phone).lines]


def test_options_change_in_mid_game_and_the_log_says_so(house, table):
    code, host, bo = table
    s = house.service
    assert isinstance(house.do(code, host, "add", by="p1", n=7), Refused)
    house.do(code, host, "add", by="p1", n=2)
    seq = house.seq(code, host)
    with pytest.raises(NotAllowed):
        s.settings.set_options(code, bo, {"free": True})
    s.settings.set_options(
        code, host, {"free": "true", "most": 9, "target": "40", "readings": {"seven": "no"}}
    )
    view = s.views.table(code, host)
    assert (view.seq, view.options.target, view.state.target) == (seq, 40, 40)
    lines = said(house, code, host)
    assert lines[0] == say("Setting changed: {option}, now {value}", option=UserText("target"),
                           value=UserText("40"))  # fmt: skip
    assert lines[1] == say("From now on at this table: {answer}", answer=Message("One may not."))
    assert isinstance(house.do(code, host, "add", by="p1", n=7), Recorded)
    line = s.views.table(code, host).line
    s.settings.set_options(
        code, host, {"free": True, "most": 9, "target": 40, "readings": {"seven": "no"}}
    )
    assert s.views.table(code, host).line == line, "nothing has changed"


def test_an_option_under_which_an_event_would_not_be_legal_is_refused_with_the_place(house, table):
    code, host, _ = table
    s = house.service
    for n in (2, 8, 3):
        house.do(code, host, "add", by="p1", n=n)
    before = s.views.table(code, host)
    with pytest.raises(Unusable) as caught:
        s.settings.set_options(code, host, {"free": True, "most": 5})
    assert caught.value.path == "events[1]"
    assert "too much" in render(caught.value.message)
    with pytest.raises(Unusable) as caught:
        s.settings.set_options(code, host, {"free": True, "most": 9, "target": 9})
    assert caught.value.path == "events[2]", "nobody acts after the end"
    assert s.views.table(code, host) == before
    for options, path in (({"most": "x"}, "options.most"), ({"z": 1}, "options.z")):
        with pytest.raises(Unusable) as caught:
            s.settings.set_options(code, host, options)
        assert caught.value.path == path


def test_what_stands_does_not_hinder_a_change(house, table):
    code, host, _ = table
    house.do(code, host, "add", by="p1", n=7, stands=True)
    house.service.settings.set_options(code, host, {"free": True, "most": 3})
    assert house.service.views.table(code, host).state.totals["p1"] == 7


def agrees(house, code, phone):
    """What the record says, read anew, is what the table is."""
    import msgspec

    record = msgspec.json.encode(house.service.records.export(code, phone))
    again = house.service.records.import_record(phone, record, key=house.key())
    one, two = house.service.views.table(code, phone), house.service.views.table(again, phone)
    back = {two.names[p]: p for p in two.seating}
    names = {p: back[name] for p, name in one.names.items() if name in back}
    state = {names[p]: n for p, n in one.state.totals.items() if p in names}
    assert state == two.state.totals
    return record


def test_an_event_taken_back_hinders_no_change_and_is_left_out_of_exports(house, table):
    """Else the record would tell another game than was played."""
    code, host, _ = table
    s = house.service
    house.do(code, host, "add", by="p1", n=2)
    house.do(code, host, "add", by="p2", n=8)
    house.do(code, host, "undo")
    house.do(code, host, "add", by="p2", n=8)
    house.do(code, host, "add", by="p3", n=1)
    house.do(code, host, "undo", count=2)
    house.do(code, host, "add", by="p3", n=3)
    totals = s.views.table(code, host).state.totals
    s.settings.set_options(code, host, {"free": True, "most": 4})
    assert s.views.table(code, host).state.totals == totals
    types = [
        (e["type"], e.get("n") or e.get("count", 1)) for e in s.records.export(code, host)["events"]
    ]
    assert types == [("add", 2), ("add", 1), ("undo", 1), ("add", 3)]
    agrees(house, code, host)
    assert house.do(code, host, "undo").view.state.totals == {"p1": 2, "p2": 0, "p3": 0}
    agrees(house, code, host)
    s.settings.set_options(code, host, {"free": True, "most": 9})
    assert len(s.records.export(code, host)["events"]) == 8, "under these they are legal again"
    agrees(house, code, host)


def test_a_refused_event_of_a_record_counts_once_the_options_allow_it(house):
    """A value that was missing is put in, say."""
    import msgspec

    host = house.phone()
    record = {
        "format": "referee-record", "version": 1, "game": "toy", "players": ["Ann", "Bo"],
        "options": {"free": True, "most": 9},
        "events": [{"type": "add", "by": "Ann", "n": n} for n in (1, 7, 2)],
    }  # fmt: skip
    code = house.service.records.import_record(host, msgspec.json.encode(record), key="k")
    assert house.service.views.table(code, host).state.totals["p1"] == 3
    house.service.settings.set_options(
        code, host, {"free": True, "most": 9, "readings": {"seven": "no"}}
    )
    assert house.service.views.table(code, host).state.totals["p1"] == 10
    agrees(house, code, host)
    house.start()
    assert house.service.views.table(code, host).state.totals["p1"] == 10
    assert house.do(code, host, "undo", count=2).view.state.totals["p1"] == 1
    lines = house.service.views.log(code, host).lines
    assert [line.verdict for line in lines if line.kind == "event"][2] == "undecided", "as given"


def test_no_change_of_options_makes_an_undo_take_back_something_else(house):
    import msgspec

    host = house.phone()
    events = [{"type": "add", "by": "Ann", "n": n} for n in (1, 7)] + [{"type": "undo"}]
    record = {
        "format": "referee-record", "version": 1, "game": "toy", "players": ["Ann", "Bo"],
        "options": {"free": True, "most": 9}, "events": events,
    }  # fmt: skip
    code = house.service.records.import_record(host, msgspec.json.encode(record), key="k")
    with pytest.raises(Unusable) as caught:
        house.service.settings.set_options(
            code, host, {"free": True, "most": 9, "readings": {"seven": "no"}}
        )
    assert caught.value.path == "events[2]"


def test_long_logs_are_judged_in_steps_while_others_play_on(house, table):
    """What is recorded meanwhile is judged too; nobody waits for it."""
    code, host, bo = table
    s = house.service
    for i in range(700):
        s.play.submit(
            code,
            host,
            Submission(event={"type": "position", "totals": {"p1": i % 9}}, seen=i, key=f"k{i}"),
        )
    breaths = []

    def pause():
        if len(breaths) < 5:
            house.do(code, bo, "add", by="p2", n=1)
        breaths.append(1)

    s.tables.clock.pause = pause
    s.settings.set_options(code, host, {"free": True, "most": 5})
    assert len(breaths) >= 700 // 32
    view = s.views.table(code, host)
    assert (view.seq, view.state.totals["p2"], view.options.most) == (705, 5, 5)
    s.tables.heads.clear()
    assert s.views.table(code, host).state == view.state


def test_what_spoils_the_change_meanwhile_is_noticed(house, table):
    code, host, bo = table
    s = house.service
    for _ in range(40):
        house.do(code, host, "add", by="p1", n=1)
    done = []
    s.tables.clock.pause = lambda: done or (done.append(1), house.do(code, bo, "add", by="p2", n=8))
    with pytest.raises(Unusable) as caught:
        s.settings.set_options(code, host, {"free": True, "most": 5})
    assert caught.value.path == "events[40]"
    assert s.views.table(code, host).options.most == 9


def test_long_work_has_a_time_limit(house, table):
    code, host, _ = table
    for _ in range(40):
        house.do(code, host, "add", by="p1", n=1)
    house.service.tables.clock.pause = lambda: house.wind(house.wall - house.wall, ticks=100)
    with pytest.raises(Unusable):
        house.service.settings.set_options(code, host, {"free": True, "most": 5})


# Other settings


def test_renames_are_at_once_everywhere_and_cost_nothing(house, table):
    code, host, bo = table
    s = house.service
    house.do(code, host, "add", by="p2", n=1)
    s.settings.rename(code, bo, "p2", "  Bob ")
    s.settings.rename(code, host, "p1", "Ännchen")
    view = s.views.table(code, bo)
    assert (view.names["p1"], view.names["p2"]) == ("Ännchen", "Bob")
    assert s.records.export(code, bo)["players"] == ["Ännchen", "Bob", "Cy"]
    assert s.records.export(code, bo)["events"] == [{"type": "add", "by": "Bob", "n": 1}]
    assert "Bob" in s.history.names_of(bo)
    with pytest.raises(NotAllowed):
        s.settings.rename(code, bo, "p1", "Bea")
    for name in ("bob", "Bo\u0301b"[:2] + "b\u200b", "", "x" * 41, "\u200b"):
        with pytest.raises(Unusable) as caught:
            s.settings.rename(code, host, "p1", name)
        assert caught.value.path == "name"
    s.settings.rename(code, host, "p2", "BOB")
    line = s.views.table(code, host).line
    s.settings.rename(code, host, "p2", "BOB")
    assert s.views.table(code, host).line == line
    with pytest.raises(Unusable):
        s.settings.rename(code, host, "p9", "Zed")


def test_names_can_be_swapped_by_way_of_a_third(house, table):
    code, host, _ = table
    for player, name in (("p1", "X"), ("p2", "Ann"), ("p1", "Bo")):
        house.service.settings.rename(code, host, player, name)
    assert list(house.service.views.table(code, host).names.values()) == ["Bo", "Ann", "Cy"]
    assert house.do(code, host, "add", by="p1", n=1).event.by == "p1"
    assert house.do(code, host, "add", by="Ann", n=1).event.by == "p2"


def test_each_setting_is_the_hosts_and_a_line_of_the_log(house, table):
    code, host, bo = table
    s = house.service
    changes = {
        lambda p: s.settings.set_who_may(code, p, "own"): "From now on, players",
        lambda p: s.settings.set_title(code, p, "Friday"): "The table is now called {title}",
        lambda p: s.joining.lock(code, p): "Joining is locked",
        lambda p: s.joining.rotate(code, p): "The QR code and the code to type are new",
        lambda p: s.hosting.free_seat(code, p, "p2"): "{player}'s seat was freed",
    }
    for change, text in changes.items():
        if "seat was freed" not in text:
            with pytest.raises(NotAllowed):
                change(bo)
        seq = house.seq(code, host)
        change(host)
        assert said(house, code, host)[0].text.startswith(text)
        assert house.seq(code, host) == seq
        if "QR" not in text:
            line = s.views.table(code, host).line
            change(host)
            assert s.views.table(code, host).line == line, "so it was already"
    view = s.views.table(code, host)
    assert (view.who_may, view.title, view.locked) == ("own", "Friday", True)
    with pytest.raises(Unusable):
        s.settings.set_who_may(code, host, "everyone")
    with pytest.raises(Unusable):
        s.settings.set_title(code, host, "x" * 61)
    assert s.records.export(code, host)["meta"]["title"] == "Friday"
    s.settings.set_title(code, host, "")
    assert "title" not in s.records.export(code, host)["meta"]


# A new edition of the rules


def test_a_new_edition_that_judges_alike_is_not_spoken_of(house, table):
    code, host, _ = table
    house.do(code, host, "add", by="p1", n=3)
    before = house.service.views.table(code, host)
    house.start(Toy(edition="2"))
    after = house.service.views.table(code, host)
    assert (after.notice, after.state, after.line) == (None, before.state, before.line)


def test_the_table_is_told_before_it_plays_on_if_a_verdict_would_be_another(house, table):
    code, host, bo = table
    for n in (1, 2, 3):
        house.do(code, host, "add", by="p1", n=n)
    before = house.service.views.table(code, host)
    record = house.service.records.export(code, host)
    house.start(Toy(edition="2", least_total=1))
    s = house.service
    with s.views.listen(code, bo) as subscription:
        view = s.views.table(code, host)
        assert subscription.wait(0) == view.line
    assert view.state.totals == before.state.totals, "what was ruled stays"
    assert render(view.notice).startswith("The rules in this app have been updated: 1 ruling ")
    assert s.views.log(code, host).lines[0].said == view.notice
    assert s.views.log(code, host).lines[0].who == ()
    assert s.records.export(code, host) == record
    watcher = house.phone()
    s.joining.join(code, watcher)
    with pytest.raises(NotAllowed):
        s.settings.settle_notice(code, watcher)
    s.settings.settle_notice(code, bo)
    assert s.views.table(code, host).notice is None
    assert isinstance(house.do(code, host, "add", by="p2", n=1), Refused), "the new rules hold"
    house.do(code, host, "undo", count=3)
    house.start(Toy(edition="2", least_total=1))
    assert house.service.views.table(code, host).notice is None, "told once"


def test_what_a_new_edition_cannot_apply_at_all_is_no_longer_in_effect(house, table, monkeypatch):
    from referee.core import illegal

    code, host, _ = table
    for n in (1, 4, 2):
        house.do(code, host, "add", by="p1", n=n)

    class Strict(Toy):
        def judge(self, state, event):
            if getattr(event, "n", 0) == 4:
                return illegal("toy/most", say("No fours."), can_stand=False)
            return super().judge(state, event)

    house.start(Strict(edition="2"))
    view = house.service.views.table(code, host)
    assert view.state.totals["p1"] == 3
    assert view.notice is not None
    house.service.tables.heads.clear()
    assert house.service.views.table(code, host).state == view.state
    assert house.do(code, host, "undo", count=2).view.state.totals["p1"] == 0


def test_a_copy_of_a_state_by_other_code_is_not_used(house, table, monkeypatch):
    code, host, _ = table
    for _ in range(120):
        house.do(code, host, "position", totals={"p1": 1})
    with house.store.write() as db:
        db.execute("UPDATE snapshots SET state = ?, made = 'another'", [b"\0"])
    house.start()
    assert house.service.views.table(code, host).state.totals["p1"] == 1
    with house.store.write() as db:
        assert db.execute("SELECT count(*) FROM snapshots").fetchone()[0] == 2
        from referee.service.encoding import made_by

        db.execute("UPDATE snapshots SET made = ?", [made_by(house.game)])
    house.start()
    assert house.service.views.table(code, host).state.totals["p1"] == 1, (
        "nor one that cannot be read"
    )


def test_a_line_of_the_log_has_no_full_stop(house, table):
    code, host, _ = table
    s = house.service
    s.settings.set_title(code, host, "Friday")
    house.do(code, host, "add", by="p1", n=1)
    house.do(code, host, "add", by="p2", n=1)
    house.do(code, host, "undo")
    s.joining.rotate(code, host)
    assert not [text for text in map(render, said(house, code, host)) if text.endswith(".")]


@pytest.mark.parametrize(
    ("stored", "shown"),
    [
        (say("{player} now has a phone.", player="p1"), "Ann now has a phone"),
        (plural("{n} entry was undone.", "{n} entries were undone.", 3), "3 entries were undone"),
        (say("The rules are new. This stays."), "The rules are new. This stays."),
    ],
)
def test_a_stored_note_loses_its_full_stop(house, table, stored, shown):
    code, host, _ = table
    with house.service.tables.write(code, host) as session:
        session.note(stored)
    last = house.service.views.table(code, host).last.said
    assert render(last, Translator(ENGLISH.one, ENGLISH.some, {"p1": "Ann"})) == shown


def test_a_stored_taken_back_ends_a_verdict(house, table):
    code, host, _ = table
    assert isinstance(house.do(code, host, "add", by="p1", n=7), Refused)
    assert house.service.views.table(code, host).verdict
    with house.service.tables.write(code, host) as session:
        session.note(say("Taken back."))
    assert house.service.views.table(code, host).verdict is None
