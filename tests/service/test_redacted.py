"""Rounds that nobody may look up while something is secret: the latest is told, of each before it
one bare line."""

from __future__ import annotations

import msgspec
import pytest
from toy import HiddenCards, Toy

from referee.core import Unusable, say
from referee.service import Gone

REDACTED = say("A round was played.")


class HiddenRounds(HiddenCards):
    """A round is over when Cy has added; a hidden card makes everything before secret."""

    redacted_line = REDACTED

    def ends_round(self, event, ruling):
        return event.__struct_config__.tag == "add" and event.by == "p3"


class Rounds(Toy):
    secrecy = HiddenRounds()


@pytest.fixture
def table(house):
    """Three rounds and a bit, each by its own phone, and a refused entry in the first."""
    house.start(Rounds())
    host, bo = house.phone(), house.phone()
    code = house.open(host)
    house.service.joining.join(code, bo, "p2")
    house.do(code, host, "hide", by="p1", card=4)
    for n in (1, 2, 3):
        house.do(code, host, "add", by="p1", n=n)
        if n == 1:
            house.do(code, host, "add", by="p3", n=9)
        house.do(code, bo, "add", by="p2", n=n)
        house.do(code, host if n > 1 else bo, "add", by="p3", n=n)
    house.do(code, host, "add", by="p1", n=4)
    return code, host, bo


def lines(house, code, phone, **kw):
    """The log from its newest line, without notes: what kind each is."""
    found = house.service.views.log(code, phone, **kw).lines
    return ["redacted" if x.is_redacted else x.type for x in found if x.kind != "note"]


def told(house, code, phone):
    return [line for line in house.service.views.log(code, phone).lines if line.kind != "note"]


def test_the_last_round_is_told_and_of_each_before_it_one_redacted_line(house, table):
    code, host, bo = table
    assert lines(house, code, bo) == ["add", "add", "add", "add", "redacted", "redacted"]
    redacted = told(house, code, bo)[-1]
    assert (redacted.said, redacted.effect) == (REDACTED, True)
    assert (redacted.who, redacted.host, redacted.verdict) == ((), False, None)
    house.do(code, bo, "add", by="p2", n=4)
    house.do(code, host, "add", by="p3", n=4)
    assert lines(house, code, host) == ["add", "add", "add", "redacted", "redacted", "redacted"]


def test_no_ruling_is_kept_of_what_is_not_told(house, table):
    code, host, bo = table
    first = told(house, code, bo)[-1].line
    kept = house.service.views.ruling(code, bo, first)
    assert (kept.event, kept.ruling, kept.line.is_redacted) == (None, None, True)
    for line in range(first - 3, first):
        with pytest.raises(Gone):
            house.service.views.ruling(code, host, line)


def test_when_nothing_is_secret_any_more_all_is_told(house, table):
    code, host, _ = table
    house.do(code, host, "reveal")
    assert "redacted" not in lines(house, code, host)
    assert len(lines(house, code, host)) == 13
    house.do(code, host, "undo")
    assert lines(house, code, host).count("redacted") == 2


def test_undoing_uncovers_the_last_round_that_is_left_and_nothing_that_was_undone(house, table):
    code, host, bo = table
    for _ in range(5):
        house.do(code, host, "undo")
    # In effect is all up to Bo in the second round; the third round is the last one undone.
    rows = told(house, code, bo)
    assert [row.is_redacted for row in rows if row.effect] == [False] * 6
    assert [row.is_redacted for row in rows if row.undone] == [False, False, False, False, True]
    said = [row.said.text for row in rows if row.type == "undo"]
    assert len(said) == 5
    assert sum(text.startswith("Undone") for text in said) == 4


def test_whoever_was_away_is_told_no_more(house, table):
    code, _, bo = table
    since = house.do(code, bo, "add", by="p2", n=4, seen=1).since
    assert [line.is_redacted for line in since] == [False] * 4 + [True] * 2


def test_a_record_put_in_is_told_as_if_it_was_played(house, table):
    code, host, bo = table
    house.do(code, host, "reveal")
    record = house.service.records.export(code, host)
    del record["events"][-1]
    data = msgspec.json.encode(record)
    again = house.service.records.import_record(bo, data, key=house.key())
    assert lines(house, again, bo) == ["add", "add", "add", "add", "redacted", "redacted"]


def test_a_refused_change_of_options_tells_nothing_of_an_earlier_round(house, table):
    code, host, _ = table
    with pytest.raises(Unusable) as problem:
        house.service.settings.set_options(code, host, {"most": 1})
    assert problem.value.path.startswith("events[")
    assert problem.value.message == say("An earlier round would no longer count.")
