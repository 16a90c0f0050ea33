"""The picture of the course of the scores: every point in the box, no label over another."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.web import chart

PLAYERS = [f"p{n}" for n in range(1, 9)]


def test_nothing_before_the_first_round():
    assert chart.course([], PLAYERS) is None


@pytest.mark.parametrize(
    ("span", "unit"),
    [(1, 1), (5, 1), (6, 2), (10, 2), (11, 5), (26, 10), (51, 20), (260, 100), (1001, 500)],
)
def test_scale_has_five_round_steps_at_most(span, unit):
    assert chart._unit(span) == unit


def test_a_newcomer_begins_where_he_came():
    drawn = chart.course([{"p1": 4}, {"p1": 9, "p2": 5}, {"p1": 9, "p2": 8}], ["p1", "p2"])
    assert [len(line.points) for line in drawn.lines] == [3, 2]
    assert {line.points[-1][0] for line in drawn.lines} == {drawn.right}


@pytest.mark.slow
@given(
    st.lists(
        st.fixed_dictionaries({p: st.integers(-500, 2000) for p in PLAYERS}),
        min_size=1,
        max_size=120,
    )
)
def test_everything_stands_in_the_box(rounds):
    drawn = chart.course(rounds, PLAYERS)
    labels = sorted(line.label for line in drawn.lines)
    assert all(b - a >= chart.LABEL - 0.2 for a, b in pairwise(labels))
    assert labels[-1] <= drawn.bottom
    assert labels[0] >= 0
    for line in drawn.lines:
        assert len(line.points) <= chart.MOST_POINTS
        for x, y in line.points:
            assert chart.LEFT <= x <= drawn.right
            assert chart.TOP <= y <= drawn.bottom
    assert len({line.sign for line in drawn.lines}) == len(PLAYERS)
    assert len(drawn.scale) <= 7
    assert drawn.rounds[-1]["n"] == len(rounds)


def test_what_is_played_down_begins_where_it_began():
    drawn = chart.course([{"p1": 46}, {"p1": 30}], ["p1"], {"p1": 40})
    assert [one["n"] for one in drawn.rounds] == [0, 1, 2]
    assert len(drawn.lines[0].points) == 3
    low = chart.course([{"p1": 4}, {"p1": 9}], ["p1"], {"p1": 0})
    assert [one["n"] for one in low.rounds] == [1, 2]


def test_the_course_of_an_ending_begins_where_it_began():
    rounds, places = [{"p1": 46, "p2": 34}, {"p1": 60, "p2": 0}], [["p1"], ["p2"]]

    def starts(start):
        lines = chart.ending(rounds, places, False, start).lines
        return [line.partition(" ")[0] for line in lines]

    low, high = starts({"p1": 0, "p2": 0}), starts({"p1": 40, "p2": 40})
    assert low[0] == low[1] != high[0] == high[1]
    assert float(high[0].rpartition(",")[2]) < float(low[0].rpartition(",")[2])
