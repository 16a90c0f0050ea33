"""What is told at the end of a game, from its scores alone."""

from __future__ import annotations

import pytest

from referee.core import render, say
from referee.core.highlights import highest, most, most_often, of_scores
from referee.games import games

HIGH, LOW = games()["zinga"], games()["zar"]


def told(game, *rounds):
    """The facts of a game of Ann and Bo, by their totals after each round."""
    course = [dict(zip(("Ann", "Bo"), totals, strict=True)) for totals in rounds]
    return [render(one) for one in of_scores(game, course, {})]


def test_the_most_points_at_once_and_the_lead():
    assert told(HIGH, (5, 3), (6, 20), (30, 21)) == [
        "The most points at once: 24, for Ann",
        "The lead changed 2 times",
    ]
    assert told(HIGH, (5, 3), (9, 4), (10, 8)) == [
        "The most points at once: 5, for Ann",
        "Ann led from start to finish",
    ]


def test_the_lead_is_who_would_win():
    assert "Bo led from start to finish" in told(LOW, (5, 3), (9, 4), (10, 8))


def test_nothing_is_told_that_nobody_alone_did():
    assert told(HIGH, (5, 3), (6, 4)) == []
    assert told(HIGH, (5, 5), (10, 10), (11, 11)) == []


@pytest.mark.parametrize(
    ("deeds", "found"),
    [("Ann Bo Ann", ("Ann", 2)), ("Ann Bo", None), ("Ann Ann Bo Bo", None), ("", None)],
)
def test_who_did_it_most(deeds, found):
    assert most(deeds.split()) == found


@pytest.mark.parametrize(
    ("numbers", "found"),
    [
        ([(4, "Ann"), (6, "Bo"), (6, "Bo")], ["6, by Bo"]),
        ([(6, "Ann"), (6, "Bo")], []),
        ([(0, "Ann")], []),
        ([], []),
    ],
)
def test_the_highest_number_is_told_of_one_player(numbers, found):
    assert [render(one) for one in highest(numbers, say("{n}, by {player}"))] == found


def test_who_did_it_most_often_is_told_in_the_game_s_words():
    told = say("{player} matched {n} times")
    assert [render(one) for one in most_often(["Bo", "Ann", "Bo"], told)] == ["Bo matched 2 times"]
    assert most_often(["Bo", "Ann"], told) == []


def test_what_everybody_had_at_the_start_is_no_gain():
    start = {"Ann": 40, "Bo": 40}
    course = [{"Ann": 46, "Bo": 34}, {"Ann": 50, "Bo": 30}, {"Ann": 57, "Bo": 30}]
    told = [render(one) for one in of_scores(games()["kazing"], course, start)]
    assert "The most points at once: 7, for Ann" in told
