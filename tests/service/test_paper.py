"""What a score sheet has on it: rows, columns, marks, pages."""

from __future__ import annotations

import pytest
from toy import Add, Hide, Join, Position, Quit, Reveal, Toy, Wonder

from referee.core import say
from referee.exports.paper import ROOM, Row, blank, leaves


class NotedAdd(Add, frozen=True, tag="add"):
    def notes(self, ruling):
        return {self.by: [say("nine")]} if self.n == 9 else {}


class NotedReveal(Reveal, frozen=True, tag="reveal"):
    def notes(self, ruling):
        return {"": [say("shown")]}


class Marking(Toy):
    """The same; a sheet notes who added nine, and each reveal beside its row."""

    actions = (NotedAdd, Hide, NotedReveal, Join, Quit, Wonder, Position)


def plain(rows):
    """Rows as (number, cells as (points, total, marks), marks)."""
    return [
        (
            row.n,
            [
                cell and (cell.points, cell.total, [m.text for m in cell.marks])
                for cell in row.cells
            ],
            [mark.text for mark in row.marks],
        )
        for row in rows
    ]


def add(house, code, phone, **points):
    for player, n in points.items():
        house.do(code, phone, "add", by=player, n=n)


@pytest.fixture
def marking(house):
    house.service = house.start(Marking())
    return house


def test_a_row_a_round_with_points_total_and_marks(marking):
    host = marking.phone()
    code = marking.open(host, free=True, most=9)
    add(marking, code, host, p1=9, p3=2)
    marking.do(code, host, "reveal")
    add(marking, code, host, p2=4)
    marking.do(code, host, "reveal")
    paper = marking.service.exports.paper(code, host)
    assert paper.sides == (("p1",), ("p2",), ("p3",))
    assert plain(paper.rows) == [
        (1, [(9, 9, ["nine"]), (0, 0, []), (2, 2, [])], ["shown"]),
        (2, [(0, 9, []), (4, 4, []), (0, 2, [])], ["shown"]),
    ]
    assert (paper.totals, paper.won, paper.over) == ([9, 4, 2], [False] * 3, False)


def test_what_runs_is_a_row_too_and_what_was_undone_is_not_there(marking):
    host = marking.phone()
    code = marking.open(host, free=True, most=9)
    assert marking.service.exports.paper(code, host).rows == []
    add(marking, code, host, p1=9)
    assert plain(marking.service.exports.paper(code, host).rows) == [
        (1, [(9, 9, ["nine"]), (0, 0, []), (0, 0, [])], []),
    ]
    marking.do(code, host, "undo")
    assert marking.service.exports.paper(code, host).rows == []


def test_a_game_that_is_over_says_who_won(marking):
    host = marking.phone()
    code = marking.open(host, free=True, most=9, target=9)
    marking.do(code, host, "reveal")
    add(marking, code, host, p2=9)
    paper = marking.service.exports.paper(code, host)
    assert paper.over
    assert paper.won == [False, True, False]
    assert [row.n for row in paper.rows] == [1, 2]


def test_who_came_later_has_no_cell_before(house):
    host = house.phone()
    code = house.open(host, free=True)
    house.do(code, host, "reveal")
    house.do(code, host, "join", player="Dee")
    house.do(code, host, "reveal")
    rows = plain(house.service.exports.paper(code, host).rows)
    assert rows[0][1] == [(0, 0, [])] * 3 + [None]
    assert rows[1][1] == [(0, 0, [])] * 3 + [(None, 0, [])]


def test_while_something_is_secret_it_ends_before_it(marking):
    host = marking.phone()
    code = marking.open(host, free=True, most=9)
    add(marking, code, host, p1=3)
    marking.do(code, host, "reveal")
    marking.do(code, host, "hide", by="p2", card=5)
    add(marking, code, host, p2=9)
    paper = marking.service.exports.paper(code, host)
    assert paper.cut
    assert paper.totals == [3, 0, 0]
    assert plain(paper.rows) == [(1, [(3, 3, []), (0, 0, []), (0, 0, [])], ["shown"])]
    marking.do(code, host, "reveal")
    paper = marking.service.exports.paper(code, host)
    assert not paper.cut
    assert paper.rows[1].cells[1].total == 9


def test_a_blank_sheet_is_of_a_game_that_has_not_begun():
    game = Toy()
    paper = blank(game, ["p1", "p2"], game.options_type())
    assert (paper.rows, paper.started, paper.over, paper.cut) == ([], None, False, False)
    assert paper.sides == (("p1",), ("p2",))


def rows(count, columns=3):
    return [Row(n, (None,) * columns) for n in range(1, count + 1)]


@pytest.mark.parametrize("size", ROOM)
def test_a_page_is_filled_up_while_the_game_goes_on(size):
    room = ROOM[size]
    for there in (0, 1, room.rows - 1, room.rows):
        (leaf,) = leaves(3, rows(there), size, more=True)
        assert [row.n for row in leaf.rows] == list(range(1, room.rows + 1))
        assert leaf.last
    first, second = leaves(3, rows(room.rows + 1), size, more=True)
    assert not first.last
    assert [row.n for row in second.rows] == list(range(room.rows + 1, 2 * room.rows + 1))
    (done,) = leaves(3, rows(2), size, more=False)
    assert len(done.rows) == 2


@pytest.mark.parametrize("size", ROOM)
@pytest.mark.parametrize("count", [1, 2, 7, 8, 9, 14, 15])
def test_every_column_is_on_one_page_and_no_page_is_too_wide(size, count):
    found = leaves(count, rows(40, count), size, more=True)
    groups = [leaf.columns for leaf in found if leaf.last]
    assert [at for group in groups for at in group] == list(range(count))
    assert max(map(len, groups)) <= ROOM[size].columns
    assert max(map(len, groups)) - min(map(len, groups)) <= 1
    assert [(leaf.n, leaf.of) for leaf in found] == [
        (n, len(found)) for n in range(1, len(found) + 1)
    ]
