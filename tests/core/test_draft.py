"""Reading a form that is not whole: what cannot be used is passed over."""

from __future__ import annotations

import pytest

from referee.core import Event, Player
from referee.core.draft import Draft

PLAYERS = ("p1", "p2", "p3")


class Move(Event, frozen=True, tag="move"):
    by: Player
    n: int
    far: bool = False


@pytest.mark.parametrize(
    ("entered", "read"),
    [
        *[("7", 7), (7, 7), ("0", 0), ("", None), (None, None), ("-1", None), (-1, None)],
        *[("٣", None), (True, None), ("1" * 10, None), ([], None), ("1.5", None)],
    ],
)
def test_a_number(entered, read):
    assert Draft({"n": entered}, PLAYERS).number("n") == read


def test_what_is_none_of_these_is_passed_over():
    draft = Draft({"by": "p9", "call": ["zig"], "cards": ["a", 3, "b"], "map": 4}, PLAYERS)
    assert draft.player("by") is None
    assert draft.one_of("call", ("zig",)) is None
    assert draft.chosen("cards", {"a", "b"}) == ["a", "b"]
    assert draft.items("by") == []
    assert draft.mapping("map") == {}
    assert draft.numbers("map") == {"p1": None, "p2": None, "p3": None}


def test_an_empty_field_is_one_that_was_left_out():
    draft = Draft({"a": "", "b": None, "c": [], "d": "x"}, PLAYERS)
    assert [name in draft for name in "abcde"] == [False, False, True, True, False]


def test_the_row_that_is_open():
    rows = {"p1": 3, "p2": None, "p3": None}
    assert Draft({}, PLAYERS).open_row(rows, None) == ("p2", "p3")
    assert Draft({}, PLAYERS).open_row(rows, "p3") == ("p3", "p2")
    assert Draft({}, PLAYERS, now="p1").open_row(rows, "p3") == ("p1", "p2")
    assert Draft({}, PLAYERS, now="p9").open_row(dict.fromkeys(PLAYERS, 1), None) == ("p3", None)


def test_the_event_that_the_fields_make():
    draft = Draft({"by": "p1", "n": "4", "now": "x"}, PLAYERS)
    assert draft.event(Move) == Move(by="p1", n=4)
    assert draft.event(Move, by="p2", far=True) == Move(by="p2", n=4, far=True)
    assert Draft({"by": "p1"}, PLAYERS).event(Move) is None
    assert Draft({"by": "p9", "n": "4"}, PLAYERS).event(Move) is None
    assert Draft({"by": "p1", "n": "four"}, PLAYERS).event(Move) is None
