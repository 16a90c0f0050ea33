"""A first round that teaches: setting up together, hints, and that the table simply goes on."""

from __future__ import annotations

from collections.abc import Iterable

import pytest
from toy import Toy

from referee.core import FirstRound, Hint, SetupStep, Unusable, say
from referee.service import NotAllowed, Submission


class Taught(FirstRound):
    """Two steps after the seating; whose turn it is is told how to add, once."""

    rounds = 2

    def steps(self, state: object) -> Iterable[SetupStep]:
        return (SetupStep(task=say("Shuffle.")), SetupStep(task=say("Deal.")))

    def hints(self, state: object) -> Iterable[Hint]:
        yield Hint(to=state.turn, says=say("Add."), followed_by=("add",))


class TaughtToy(Toy):
    first_round = Taught()


@pytest.fixture
def table(house):
    house.start(TaughtToy())
    host, bo, cy = house.phone(), house.phone(), house.phone()
    code = house.service.opening.open_table(
        host, "toy", ["Ann", "Bo", "Cy"], {}, key="k", holder="Ann", taught=True
    )
    house.service.joining.join(code, bo, "p2")
    house.service.joining.join(code, cy, "p3")
    return code, host, bo, cy


def lesson(house, code, phone):
    return house.service.views.table(code, phone).first_round


def act(house, code, phone, what, step=0):
    house.service.first_rounds.act(code, phone, what, step)


def done(house, table, step):
    for phone in table[1:]:
        act(house, table[0], phone, "done", step)


def test_only_a_table_that_asks_is_taught(house):
    house.start(TaughtToy())
    host = house.phone()
    code = house.open(host)
    assert lesson(house, code, host) is None
    line = house.service.views.table(code, host).line
    act(house, code, host, "done")
    assert house.service.views.table(code, host).line == line


def test_a_phone_that_is_done_has_a_tick_on_all_phones(house, table):
    """The step is over when everybody is done; each tick rings."""
    code, host, bo, cy = table
    line = house.service.views.table(code, host).line
    act(house, code, bo, "done")
    assert house.service.views.table(code, host).line == line + 1
    assert [lesson(house, code, phone).done for phone in (host, bo, cy)] == [("p2",)] * 3
    act(house, code, cy, "done")
    assert lesson(house, code, host).number == 0
    act(house, code, host, "done")
    assert [lesson(house, code, phone).number for phone in (host, bo, cy)] == [1, 1, 1]
    assert lesson(house, code, host).done == ()


def test_the_host_is_done_for_seats_that_no_phone_took(house):
    house.start(TaughtToy())
    host, bo = house.phone(), house.phone()
    code = house.service.opening.open_table(host, "toy", ["Ann", "Bo"], {}, key="k", taught=True)
    act(house, code, host, "done")
    assert lesson(house, code, host).number == 1
    house.service.joining.join(code, bo, "p2")
    act(house, code, host, "done", 1)
    assert (lesson(house, code, host).number, lesson(house, code, host).done) == (1, ("p1",))


def test_what_is_said_of_another_step_changes_nothing(house, table):
    code, host, bo, _ = table
    done(house, table, 0)
    for what in ("done", "back", "skip", "go-on"):
        act(house, code, host, what, 0)
        assert (lesson(house, code, host).number, lesson(house, code, host).done) == (1, ())
    act(house, code, bo, "back", 1)
    assert lesson(house, code, host).number == 0


def test_back_takes_the_ticks_with_it_and_ends_at_the_first_step(house, table):
    code, host, bo, _ = table
    act(house, code, bo, "done")
    act(house, code, bo, "back")
    assert (lesson(house, code, host).number, lesson(house, code, host).done) == (0, ())


def test_the_host_can_go_on_without_a_phone_that_sleeps(house, table):
    code, host, bo, _ = table
    act(house, code, host, "done")
    with pytest.raises(NotAllowed):
        act(house, code, bo, "go-on")
    act(house, code, host, "go-on")
    assert lesson(house, code, bo).number == 1


def test_whoever_only_watches_says_nothing(house, table):
    code, *_ = table
    watcher = house.phone()
    house.service.joining.join(code, watcher, None)
    with pytest.raises(NotAllowed):
        act(house, code, watcher, "done")
    with pytest.raises(Unusable):
        act(house, code, table[1], "nonsense")


def test_after_setting_up_each_phone_has_its_own_hints_until_they_are_followed(house, table):
    code, host, bo, cy = table
    act(house, code, host, "skip")
    assert lesson(house, code, host).hint.says == say("Add.")
    assert lesson(house, code, bo) is lesson(house, code, cy) is None, "it is Ann's turn"
    house.do(code, host, "add", by="p1", n=1)
    assert lesson(house, code, host) is None
    assert lesson(house, code, bo).hint.to == "p2"
    house.service.play.submit(code, host, _undo(house, code, host))
    assert lesson(house, code, host).hint.to == "p1", "what was taken back was not followed"
    for player in ("p1", "p2", "p3", "p1"):
        house.do(code, host, "add", by=player, n=1)
    assert lesson(house, code, bo) is None, "Bo has added once"


def test_they_end_with_the_first_rounds(house, table):
    code, host, bo, cy = table
    act(house, code, host, "skip")
    house.do(code, host, "reveal")
    assert lesson(house, code, host).hint.to == "p1", "one round is not two"
    house.do(code, host, "reveal")
    assert [lesson(house, code, phone) for phone in (host, bo, cy)] == [None] * 3


def test_no_more_hints_is_said_for_the_phone_that_says_it(house, table):
    code, host, bo, cy = table
    act(house, code, host, "skip")
    act(house, code, host, "quiet")
    assert lesson(house, code, host) is None
    house.do(code, host, "add", by="p1", n=1)
    assert lesson(house, code, bo).hint.to == "p2"
    for phone in (bo, cy):
        act(house, code, phone, "quiet")
    with house.store.read() as db:
        assert db.tables.by_code(code).first_round is None, "nobody wants any"


def test_an_entry_ends_the_setting_up(house, table):
    code, host, bo, _ = table
    house.do(code, host, "add", by="p1", n=1)
    assert lesson(house, code, bo).steps == ()
    act(house, code, host, "done")
    assert lesson(house, code, bo).hint.to == "p2"


def test_the_record_is_an_ordinary_one(house, table):
    code, host, *_ = table
    done(house, table, 0)
    done(house, table, 1)
    done(house, table, 2)
    assert lesson(house, code, host).hint.says == say("Add.")
    house.do(code, host, "add", by="p1", n=1)
    record = house.service.records.export(code, host)
    assert "first_round" not in str(record)
    lines = house.service.views.log(code, host).lines
    assert [line.kind for line in lines].count("event") == 1


def test_the_same_form_opens_one_table_and_says_whether_it_is_taught(house):
    house.start(TaughtToy())
    host = house.phone()
    open_table = house.service.opening.open_table
    code = open_table(host, "toy", ["Ann", "Bo"], {}, key="k", taught=True)
    assert open_table(host, "toy", ["Ann", "Bo"], {}, key="k", taught=True) == code
    with pytest.raises(Unusable):
        open_table(host, "toy", ["Ann", "Bo"], {}, key="k")


def _undo(house, code, phone):
    return Submission(
        event={"type": "undo", "count": 1}, seen=house.seq(code, phone), key=house.key()
    )
