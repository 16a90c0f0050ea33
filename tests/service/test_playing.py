"""From a tap to a line of the log."""

from __future__ import annotations

import json

import msgspec
import pytest
from toy import Add, Hide, Join

from referee.core import Unusable, UserText, say
from referee.service import (
    Gone,
    HypotheticalRuling,
    NotAllowed,
    Recorded,
    Refused,
    Stale,
    Submission,
)


@pytest.fixture
def table(house):
    """A table, its host's phone, and Bo's."""
    host, bo = house.phone(), house.phone()
    code = house.open(host)
    house.service.joining.join(code, bo, "p2")
    return code, host, bo


def state(house, code, phone):
    return house.service.views.table(code, phone).state


def test_a_legal_event_is_recorded_and_rings(house, table):
    code, host, bo = table
    answer = house.do(code, host, "add", by="p1", n="3")
    assert isinstance(answer, Recorded)
    assert answer.event == Add(by="p1", n=3)
    assert (answer.seq, answer.view.seq, answer.ruling.verdict) == (1, 1, "legal")
    assert answer.view.line == answer.line == house.service.views.table(code, bo).line
    assert state(house, code, bo).totals == {"p1": 3, "p2": 0, "p3": 0}
    assert answer.view.top.said == say("{p} adds {n}", p="p1", n=3)


def test_players_are_given_by_key_or_by_name(house, table):
    code, host, _ = table
    assert house.do(code, host, "add", by="ann", n=1).event.by == "p1"
    assert house.do(code, host, "add", by="p2", n=1).event.by == "p2"


@pytest.mark.parametrize(
    ("event", "path"),
    [
        ({"type": "dance"}, "type"),
        ({}, "type"),
        ({"type": "add", "by": "p1"}, "n"),
        ({"type": "add", "by": "p1", "n": "x"}, "n"),
        ({"type": "add", "by": "p1", "n": 10}, "n"),
        ({"type": "add", "by": "p9", "n": 1}, "by"),
        ({"type": "add", "by": "", "n": 1}, "by"),
        ({"type": "add", "by": ["p1"], "n": 1}, "by"),
        ({"type": "add", "by": "p1", "n": 1, "m": 1}, "m"),
        ({"type": "undo", "count": 0}, "count"),
        ({"type": "position", "totals": {"Zed": 1}}, "totals.Zed"),
        ({"type": "position", "totals": {"p1": 1, "Ann": 2}}, "totals.Ann"),
        ({"type": "join", "player": "x" * 41}, "player"),
        ({"type": "join", "player": "\u202eevil"}, "player"),
        ({"type": "add", "by": "\ud800", "n": 1}, ""),
        ({"type": "add", "by": "a\x00", "n": 1}, ""),
        ({"type": "add", "by": object(), "n": 1}, ""),
    ],
)
def test_what_cannot_be_used_says_where_and_leaves_nothing(house, table, event, path):
    code, host, _ = table
    before = house.service.views.table(code, host).line
    with pytest.raises(Unusable) as caught:
        house.service.play.submit(code, host, Submission(event=event, seen=0, key=house.key()))
    assert caught.value.path == path
    assert house.service.views.table(code, host).line == before


@pytest.mark.parametrize(
    ("fields", "verdict"),
    [({"by": "p2", "n": 1}, "illegal"), ({"by": "p1", "n": 7}, "undecided")],
)
def test_illegal_and_undecided_leave_only_the_ruling(house, fields, verdict):
    host = house.phone()
    code = house.open(host, most=9)
    before = house.service.views.table(code, host)
    answer = house.do(code, host, "add", **fields)
    assert isinstance(answer, Refused)
    assert answer.ruling.verdict == verdict
    assert answer.may_stand
    after = answer.view
    assert (after.seq, after.state) == (before.seq, before.state)
    assert after.line == before.line + 1 == answer.line
    line = house.service.views.log(code, host).lines[0]
    assert (line.kind, line.verdict, line.seq, line.effect) == ("ruling", verdict, None, False)
    assert line.said == answer.ruling.reason
    assert house.service.records.export(code, host)["events"] == []


def test_let_stand_records_it_with_its_verdict(house, table):
    code, _, bo = table
    refused = house.do(code, bo, "add", by="p2", n=4)
    again = msgspec.to_builtins(refused.event)
    stood = house.service.play.submit(
        code, bo, Submission(event=again, seen=refused.view.seq, key=house.key(), stands=True)
    )
    assert isinstance(stood, Recorded)
    assert (stood.stood, stood.ruling.verdict) == (True, "illegal")
    assert stood.view.state.totals["p2"] == 4
    assert house.service.records.export(code, bo)["events"] == [
        {"type": "add", "by": "Bo", "n": 4, "stands": True}
    ]


def verdict(house, code, phone):
    """What a phone shows over the top of the page: the verdict and its sentence."""
    line = house.service.views.table(code, phone).verdict
    return line and (line.verdict, line.said)


ILLEGAL = ("illegal", say("It is {t}'s turn.", t="p1"))
ADD = {"type": "add", "by": "p2", "n": 4}
"""Out of turn."""


@pytest.mark.parametrize("answer", ["stood", "undone", "played", "taken back"])
def test_a_verdict_is_on_every_phone_until_the_table_has_answered_it(house, table, answer):
    code, host, bo = table
    play = house.service.play
    house.do(code, host, "add", by="p1", n=1)
    house.do(code, host, "undo")
    assert verdict(house, code, host) is None
    refused = house.do(code, bo, **ADD)
    house.service.settings.set_title(code, host, "A note")
    watcher = house.phone()
    house.service.joining.join(code, watcher, None)
    assert [verdict(house, code, phone) for phone in (host, bo, watcher)] == [ILLEGAL] * 3
    with pytest.raises(NotAllowed):
        play.take_back_refused(code, watcher, refused.line)
    play.take_back_refused(code, bo, refused.line - 1)
    assert verdict(house, code, host) == ILLEGAL, "that was another line"
    if answer == "stood":
        house.do(code, bo, **ADD, stands=True)
    elif answer == "undone":
        house.do(code, bo, **ADD, stands=True)
        house.do(code, bo, "undo")
    elif answer == "played":
        house.do(code, host, "add", by="p1", n=1)
    else:
        play.take_back_refused(code, bo, refused.line)
        last = house.service.views.table(code, host).last
        assert (last.kind, last.said, last.who) == ("note", say("Taken back"), ("p2",))
    assert [verdict(house, code, phone) for phone in (host, bo, watcher)] == [None] * 3
    line = house.service.views.table(code, host).line
    play.take_back_refused(code, bo, refused.line)
    assert house.service.views.table(code, host).line == line, "said once, or not at all"


def test_the_answer_to_a_question_is_a_verdict_for_all(house, table):
    """Its sentence is the reason: what was asked the log says."""
    code, host, bo = table
    house.do(code, host, "wonder", by="p2")
    assert verdict(house, code, bo) == ("legal", say("{p} may.", p="p2"))


def test_a_private_entry_is_no_verdict(house, table):
    code, host, bo = table
    house.do(code, bo, **ADD)
    house.do(code, bo, "hide", by="p2", card=3)
    assert [verdict(house, code, phone) for phone in (host, bo)] == [None, None]


def test_what_cannot_stand_is_not_recorded(house, table):
    code, host, _ = table
    answer = house.do(code, host, "quit", player="p1")
    house.do(code, host, "quit", player="p2")
    refused = house.do(code, host, "quit", player="p3", stands=True)
    assert isinstance(refused, Refused)
    assert not refused.may_stand
    assert refused.view.seq == answer.seq


def test_nobody_acts_after_the_end(house):
    host = house.phone()
    code = house.open(host, target=2)
    assert house.do(code, host, "add", by="p1", n=2).view.over
    refused = house.do(code, host, "add", by="p2", n=2, stands=True)
    assert isinstance(refused, Refused)
    assert not house.do(code, host, "undo").view.over


def test_an_entry_for_a_table_that_has_moved_on_is_not_added_on_top(house, table):
    code, host, bo = table
    house.do(code, host, "add", by="p1", n=1)
    house.do(code, bo, "add", by="p2", n=1)
    before = house.service.views.table(code, host)
    stale = house.do(code, host, "add", by="p3", n=1, seen=0)
    assert isinstance(stale, Stale)
    assert [line.seq for line in stale.since] == [2, 1]
    assert (stale.view.seq, stale.view.line) == (2, before.line)
    for seen in (1, 3, -1):
        assert isinstance(house.do(code, host, "undo", seen=seen), Stale)
    assert isinstance(house.do(code, host, "add", by="p3", n=1, seen=2), Recorded)


def test_what_tells_of_the_same_thing_may_take_its_place(house, table):
    """Both are shown; then one is taken back and the other recorded, together."""
    code, host, bo = table
    s = house.service
    house.do(code, bo, "add", by="p1", n=4)
    add = {"type": "add", "by": "p1", "n": 2}
    stale = s.play.submit(code, host, Submission(event=add, seen=0, key="a"))
    assert (stale.instead, stale.same) == (1, False)
    assert stale.again == say("{p} adds {n}", p="p1", n=2)
    for _ in range(2):
        answer = s.play.submit(code, host, Submission(event=add, seen=1, key="b", instead=1))
        assert isinstance(answer, Recorded)
        assert (answer.seq, answer.view.seq) == (3, 3)
        assert answer.view.state.totals == {"p1": 2, "p2": 0, "p3": 0}
    with pytest.raises(Unusable):
        s.play.submit(code, host, Submission(event=add, seen=1, key="b"))
    told = [(line.type, line.effect) for line in s.views.log(code, host).lines[:3]]
    assert told == [("add", True), ("undo", False), ("add", False)]
    found = s.records.export(code, host)["events"]
    assert found[1:] == [{"type": "undo"}, {"type": "add", "by": "Ann", "n": 2}]


def test_what_may_not_take_its_place(house, table):
    """Another's turn, more than one entry, an entry that is gone, one that says the same."""
    code, host, bo = table
    s = house.service
    house.do(code, bo, "add", by="p1", n=4)
    stale = [house.do(code, host, "add", by=by, n=n, seen=0) for by, n in (("p2", 1), ("p1", 4))]
    assert [(a.instead, a.same) for a in stale] == [(None, False), (1, True)]
    with pytest.raises(Unusable):
        s.play.submit(
            code,
            host,
            Submission(event={"type": "add", "by": "p1", "n": 1}, seen=1, key="x", instead=2),
        )
    house.do(code, bo, "add", by="p2", n=4)
    assert house.do(code, host, "add", by="p1", n=1, seen=0).instead is None
    house.do(code, bo, "undo")
    assert house.do(code, host, "add", by="p2", n=1, seen=1).instead is None
    assert house.do(code, host, "undo", seen=1).again is None


def test_a_refused_entry_takes_nobodys_place(house, table):
    """What lay there stays, until the table lets the other stand in its place."""
    code, host, bo = table
    s = house.service
    before = house.do(code, bo, "add", by="p1", n=4).view
    much = {"type": "add", "by": "p1", "n": 9}
    refused = s.play.submit(code, host, Submission(event=much, seen=1, key="a", instead=1))
    assert isinstance(refused, Refused)
    assert (refused.view.seq, refused.view.state) == (1, before.state)
    house.start()
    s = house.service
    assert s.views.table(code, host).state == before.state
    stood = s.play.submit(
        code, host, Submission(event=much, seen=1, key="b", instead=1, stands=True)
    )
    assert stood.view.state.totals["p1"] == 9
    assert stood.view.top.seq == 3


def test_only_who_may_take_it_back_may_replace_it(house, table):
    code, host, bo = table
    s = house.service
    s.settings.set_who_may(code, host, "own")
    house.do(code, host, "add", by="p1", n=1)
    house.do(code, host, "add", by="p2", n=1)
    mine = {"type": "add", "by": "p2", "n": 2}
    assert s.play.submit(code, bo, Submission(event=mine, seen=1, key="a")).instead is None
    with pytest.raises(NotAllowed):
        s.play.submit(code, bo, Submission(event=mine, seen=2, key="b", instead=2))
    assert isinstance(
        s.play.submit(code, host, Submission(event=mine, seen=2, key="c", instead=2)), Recorded
    )


def test_a_ruling_makes_no_open_form_stale(house, table):
    code, host, _ = table
    house.do(code, host, "add", by="p3", n=1)
    house.service.settings.set_title(code, host, "Friday")
    assert isinstance(house.do(code, host, "add", by="p1", n=1, seen=0), Recorded)


def test_an_event_may_bring_somebody_new(house, table):
    code, host, _ = table
    answer = house.do(code, host, "join", player=" Dee ")
    assert answer.event == Join(player="p4")
    assert answer.view.names["p4"] == "Dee"
    assert house.do(code, host, "add", by="p1", n=1).view.seating == ("p1", "p2", "p3", "p4")
    house.do(code, host, "undo", count=2)
    again = house.do(code, host, "join", player="dee")
    assert again.event.player == "p4", "the same name is the same player"
    assert house.service.records.export(code, host)["events"][-1] == {
        "type": "join",
        "player": "Dee",
    }


def test_a_name_from_a_refused_event_is_not_in_the_game(house, table):
    code, host, _ = table
    house.do(code, host, "hide", by="p1", card=1)
    refused = house.do(code, host, "join", player="Dee")
    assert isinstance(refused, Refused)
    assert refused.view.names["p4"] == "Dee"
    with pytest.raises(Unusable):
        house.do(code, host, "add", by="Dee", n=1)
    stood = house.service.play.submit(
        code,
        host,
        Submission(event=msgspec.to_builtins(refused.event), seen=1, key=house.key(), stands=True),
    )
    assert isinstance(stood, Recorded)
    assert isinstance(house.do(code, host, "add", by="Dee", n=1), Refused)


def test_a_score_beyond_all_measure_is_kept_too(house, table):
    code, host, _ = table
    for i in range(60):
        house.do(code, host, "position", totals={"p1": (1 << 70) + i})
    house.start()
    assert house.do(code, host, "undo").view.state.totals["p1"] == (1 << 70) + 58


# Undo


def test_undo_takes_back_any_number_across_phones(house, table):
    code, host, bo = table
    states = [state(house, code, host)]
    for i in range(6):
        answer = house.do(code, (host, bo)[i % 2], "add", by=f"p{i % 3 + 1}", n=1)
        states.append(answer.view.state)
    house.do(code, bo, "wonder", by="p1")
    answer = house.do(code, bo, "undo")
    assert answer.view.state == states[5]
    assert house.do(code, host, "undo", count="4").view.state == states[1]
    refused = house.do(code, host, "undo", count=2)
    assert isinstance(refused, Refused)
    assert not refused.may_stand
    assert house.do(code, host, "undo").view.state == states[0]
    assert house.service.views.table(code, host).top is None
    assert isinstance(house.do(code, host, "undo"), Refused)


def test_undone_lines_stay_and_say_who_took_them_back(house, table):
    code, host, bo = table
    one = house.do(code, host, "add", by="p1", n=1)
    two = house.do(code, host, "add", by="p2", n=2)
    undo = house.do(code, bo, "undo", count=2)
    lines = {line.line: line for line in house.service.views.log(code, host).lines}
    for line in (one.line, two.line):
        assert not lines[line].effect
        assert (lines[line].undone, lines[line].undone_by) == (undo.line, ("p2",))
    assert lines[undo.line].type == "undo"
    house.do(code, host, "add", by="p1", n=3)
    last = house.do(code, host, "undo")
    said = house.service.views.table(code, host).last
    assert said.line == last.line
    assert said.said.values["what"] == say("{p} adds {n}", p="p1", n=3)


def test_undo_to_before_a_line(house, table):
    code, host, bo = table
    wanted = house.do(code, host, "add", by="p1", n=1).view
    first = house.do(code, bo, "add", by="p2", n=1)
    house.do(code, host, "add", by="p2", n=1)  # refused
    house.do(code, host, "add", by="p3", n=1)
    house.service.settings.rename(code, host, "p1", "Anna")
    s = house.service
    assert isinstance(
        s.play.submit(code, bo, Submission(undo_to=first.line, seen=2, key="u")), Stale
    )
    answer = s.play.submit(code, bo, Submission(undo_to=first.line, seen=3, key="u"))
    assert (answer.event.count, answer.view.state) == (2, wanted.state)
    assert (
        s.play.submit(code, bo, Submission(undo_to=first.line, seen=3, key="u")).seq == answer.seq
    )
    assert s.views.table(code, host).names["p1"] == "Anna", "undo passes over names"
    with pytest.raises(Unusable) as caught:
        s.play.submit(code, bo, Submission(undo_to=first.line, seen=4, key="v"))
    assert caught.value.path == "line"


# The same again


def test_the_same_key_gets_the_same_answer(house, table):
    code, host, bo = table
    one = house.do(code, host, "add", by="p1", n=1, seen=0, key="k")
    house.do(code, bo, "add", by="p2", n=1)
    again = house.do(code, host, "add", by="p1", n=1, seen=0, key="k")
    assert isinstance(again, Recorded)
    assert (again.line, again.seq, again.event, again.ruling) == (
        one.line, one.seq, one.event, one.ruling
    )  # fmt: skip
    assert again.view.seq == 2, "with the table as it is now"
    refused = house.do(code, host, "add", by="p1", n=1, key="r")
    again = house.do(code, host, "add", by="p1", n=1, seen=0, key="r")
    assert isinstance(again, Refused)
    assert again.line == refused.line
    assert house.seq(code, host) == 2


@pytest.mark.parametrize("change", [{"n": 2}, {"by": "p2"}, {"stands": True}, {"type": "undo"}])
def test_the_same_key_with_something_else_is_refused(house, table, change):
    code, host, _ = table
    house.do(code, host, "add", by="p1", n=1, key="k")
    fields = {"type": "add", "by": "p1", "n": 1} | change
    if fields["type"] == "undo":
        fields = {"type": "undo"}
    with pytest.raises(Unusable) as caught:
        house.do(code, host, key="k", **fields)
    assert caught.value.path == "key"
    assert house.seq(code, host) == 1


def test_another_phones_key_gives_nothing_away(house, table):
    code, host, bo = table
    house.do(code, host, "hide", by="p1", card=9, key="k")
    with pytest.raises(Unusable) as caught:
        house.do(code, bo, "hide", by="p1", card=9, key="k")
    assert caught.value.path == "key"


def test_a_key_at_another_table_is_another_key(house, table):
    code, host, _ = table
    other = house.open(host)
    for at in (code, other):
        assert isinstance(house.do(at, host, "add", by="p1", n=1, key="k"), Recorded)


# Only asking


def test_asking_stores_nothing_and_anybody_at_the_table_may(house, table):
    code, host, _ = table
    watcher, stranger = house.phone(), house.phone()
    house.service.joining.join(code, watcher)
    before = house.service.views.table(code, host)
    for fields, verdict in (({"by": "p1", "n": 1}, "legal"), ({"by": "p2", "n": 1}, "illegal")):
        answer = house.service.play.submit(
            code, watcher, Submission(event={"type": "add", **fields}, seen=99, key="", ask=True)
        )
        assert isinstance(answer, HypotheticalRuling)
        assert answer.ruling.verdict == verdict
    dee = house.service.play.submit(
        code, watcher, Submission(event={"type": "join", "player": "Dee"}, seen=0, key="", ask=True)
    )
    assert dee.view.names[dee.event.player] == "Dee"
    after = house.service.views.table(code, host)
    assert (after.line, after.names) == (before.line, before.names)
    with pytest.raises(Gone):
        house.service.play.submit(
            code, stranger, Submission(event={"type": "undo"}, seen=0, key="", ask=True)
        )


def test_asking_is_judged_on_what_the_phone_may_know(house, table, monkeypatch):
    """The hidden card stands in the state that is judged only for those who may know it."""
    code, host, bo = table
    house.do(code, bo, "hide", by="p2", card=13)
    judged = []
    added = house.game.action("add")
    judge = added.judge
    monkeypatch.setattr(added, "judge", lambda e, s: (judged.append(s), judge(e, s))[1])
    house.service.play.submit(
        code, host, Submission(event={"type": "add", "by": "p1", "n": 1}, seen=0, key="", ask=True)
    )
    assert judged[-1].hidden == {}
    assert judged[-1].totals == state(house, code, host).totals
    monkeypatch.setattr(house.game, "position", lambda state, viewer: None)
    with pytest.raises(NotAllowed):
        house.service.play.submit(
            code,
            host,
            Submission(event={"type": "add", "by": "p1", "n": 1}, seen=0, key="", ask=True),
        )


# Drafts


def test_everyone_fills_in_his_own_and_one_tap_records_it(house, table):
    code, host, bo = table
    s = house.service
    watcher = house.phone()
    s.joining.join(code, watcher)
    s.joining.join(code, house.phone(), "p3")
    before = s.views.table(code, host)
    s.drafts.put(code, bo, "p2", "count", {"cards": ["a", "b"], "points": "12"})
    s.drafts.put(code, host, "p3", "count", {"points": 3})
    s.drafts.put(code, host, "p3", "other", {"points": 4})
    for phone, player in ((bo, "p3"), (watcher, "p1"), (watcher, "p3")):
        with pytest.raises(NotAllowed):
            s.drafts.put(code, phone, player, "count", {"x": 1})
    assert s.drafts.on(code, watcher, "count") == {
        "p2": {"cards": ["a", "b"], "points": "12"},
        "p3": {"points": 3},
    }
    after = s.views.table(code, host)
    assert (after.seq, after.line) == (before.seq, before.line + 3)
    s.drafts.put(code, host, "p3", "count", {"points": 3})
    assert s.views.table(code, host).line == after.line, "the same again rings nobody"
    s.play.submit(
        code,
        bo,
        Submission(event={"type": "add", "by": "p2", "n": 1}, seen=0, key="k1", sheet="count"),
    )
    assert s.drafts.on(code, bo, "count"), "refused: still filled in"
    s.play.submit(
        code,
        bo,
        Submission(event={"type": "add", "by": "p1", "n": 1}, seen=0, key="k2", sheet="count"),
    )
    assert s.drafts.on(code, bo, "count") == {}
    assert s.drafts.on(code, bo, "other") == {"p3": {"points": 4}}
    s.drafts.put(code, bo, "p1", "count", {"points": 1})
    assert s.drafts.on(code, host, "count") == {"p1": {"points": 1}}, "nobody took that seat"
    house.do(code, host, "reveal")
    assert s.drafts.on(code, bo, "other") == {}, "a round has ended"


def test_a_draft_is_taken_away_and_bounded(house, table):
    code, host, bo = table
    s = house.service
    s.drafts.put(code, bo, "p2", "count", {"n": 1})
    s.drafts.put(code, bo, "p2", "count", {})
    assert s.drafts.on(code, bo, "count") == {}
    for fields, sheet in (({"n": "x" * 5000}, "s"), ({"n": "\ud800"}, "s"), ({"n": 1}, ""),
                          ({"n": 1}, "x" * 41), ({"n": object()}, "s")):  # fmt: skip
        with pytest.raises(Unusable):
            s.drafts.put(code, bo, "p2", sheet, fields)
    with pytest.raises(Unusable):
        s.drafts.put(code, host, "p9", "s", {"n": 1})
    for i in range(100):
        s.drafts.put(code, host, "p1", f"s{i}", {"n": 1})
    with pytest.raises(Unusable):
        s.drafts.put(code, host, "p1", "one more", {"n": 1})
    s.drafts.put(code, host, "p1", "s1", {"n": 2})


# The log


def test_the_log_tells_everything_newest_first_in_pages(house, table):
    code, host, bo = table
    s = house.service
    for i in range(40):
        house.do(code, (host, bo)[i % 2], "add", by=f"p{i % 3 + 1}", n=1)
    s.settings.rename(code, bo, "p2", "Bob")
    house.do(code, bo, "add", by="p3", n=1)
    seen, before = [], None
    while True:
        page = s.views.log(code, bo, before=before)
        assert len(page.lines) <= 30
        seen += page.lines
        before = page.older
        if before is None:
            break
    numbers = [line.line for line in seen]
    assert numbers == sorted(numbers, reverse=True)
    assert numbers[0] == s.views.table(code, bo).line
    kinds = [line.kind for line in reversed(seen)]
    assert kinds == ["note"] * 3 + ["event"] * 40 + ["note", "ruling"]
    assert seen[1].said == say("{old} is now called {new}", old=UserText("Bo"), new=UserText("Bob"))
    assert seen[0].rules == ("toy/turn",)
    assert {line.who for line in seen if line.kind == "event"} == {(), ("p2",)}
    assert {line.host for line in seen if line.who == ("p2",)} == {False}


def test_a_ruling_is_kept_with_its_edition_and_never_rewritten(house, table):
    code, host, _ = table
    refused = house.do(code, host, "add", by="p2", n=1)
    kept = house.service.views.ruling(code, host, refused.line)
    assert (kept.ruling, kept.event, kept.edition) == (refused.ruling, refused.event, "1")
    house.service.settings.rename(code, host, "p1", "Zoe")
    from toy import Toy

    house.start(Toy(edition="2"))
    again = house.service.views.ruling(code, host, refused.line)
    assert (again.ruling, again.edition) == (kept.ruling, "1")
    for line in (1, 999):
        with pytest.raises(Gone):
            house.service.views.ruling(code, host, line)


def test_times_are_utc_labels(house, table):
    code, host, _ = table
    house.do(code, host, "add", by="p1", n=1)
    assert house.service.views.log(code, host).lines[0].at == "2026-11-27T20:00:00Z"


def test_everything_a_page_needs_is_plain_or_typed(house, table):
    """A look survives being put into JSON, states and all."""
    code, host, _ = table
    house.do(code, host, "hide", by="p1", card=1)
    view = house.service.views.table(code, host)
    assert json.loads(msgspec.json.encode(view.view()))
    assert view.may(Add(by="p1", n=1))
    assert view.may(Hide(by="p1", card=1))
    assert [offer.sheet for offer in view.offers()] == ["position"]
