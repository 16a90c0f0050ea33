"""An undo is taken back by the phone that made it, until something else is recorded."""

from __future__ import annotations

import pytest

from referee.core import Unusable
from referee.games.zar import GAME
from referee.service import Recorded, Submission


@pytest.fixture
def table(house):
    """Ann's phone and Bo's at ZAR, after three hands that Bo's recorded."""
    house.service.tables.games = {GAME.key: GAME}
    ann, bo = house.phone(), house.phone()
    code = house.service.opening.open_table(ann, "zar", ["Ann", "Bo", "Cy"], {}, key="o")
    house.service.joining.join(code, bo, "p2")
    for points in (3, 4, 5):
        house.do(code, bo, "end_hand", winner="p1", points={"p2": points, "p3": 1})
    return code, ann, bo


def look(house, code, phone):
    return house.service.views.table(code, phone)


def scores(house, code, phone):
    view = look(house, code, phone)
    return view.game.scores(view.state)


def send(house, code, phone, key="redo", **fields):
    entry = Submission(seen=look(house, code, phone).seq, key=key, **fields)
    return house.service.play.submit(code, phone, entry)


def line_of(house, code, phone, n):
    lines = [line for line in house.service.views.log(code, phone).lines if line.effect]
    return lines[::-1][n].line


def test_all_that_was_undone_counts_again_in_one_go(house, table):
    code, ann, _ = table
    before = scores(house, code, ann)
    send(house, code, ann, "undo", undo_to=line_of(house, code, ann, 1))
    undone = look(house, code, ann).redo
    assert undone is not None
    assert scores(house, code, ann)["p2"] == 3
    number = undone.seq
    answer = send(house, code, ann, redo=number)
    assert isinstance(answer, Recorded)
    assert scores(house, code, ann) == before
    assert look(house, code, ann).redo is None
    events = look(house, code, ann).seq
    again = send(house, code, ann, redo=number)
    assert (again.seq, look(house, code, ann).seq) == (answer.seq, events), "the same key"
    lines = house.service.views.log(code, ann).lines
    assert str(lines[0].said.text).startswith("Brought back")
    effect = [line for line in lines if line.effect]
    assert [line.who for line in effect] == [("p2",)] * 3, "who had recorded them"
    assert not [line for line in lines if line.undone], "told by the one line"


def test_it_is_that_phone_s_alone_and_goes_with_the_next_entry(house, table):
    code, ann, bo = table
    house.do(code, ann, "undo")
    undone = look(house, code, ann).redo
    assert look(house, code, bo).redo is None
    with pytest.raises(Unusable):
        send(house, code, bo, redo=undone.seq)
    house.do(code, bo, "end_hand", winner="p1", points={"p2": 9, "p3": 1})
    assert look(house, code, ann).redo is None
    before = scores(house, code, ann)
    with pytest.raises(Unusable):
        send(house, code, ann, redo=undone.seq)
    assert scores(house, code, ann) == before


def test_a_line_says_how_many_entries_go_with_it(house, table):
    code, ann, _ = table
    views = house.service.views
    for n, count in enumerate((3, 2, 1)):
        assert views.ruling(code, ann, line_of(house, code, ann, n)).undoes == count
