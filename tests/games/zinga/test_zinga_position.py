"""The situation put in outright."""

from itertools import combinations

import pytest
from zinga_table import Table, circle, lying, reading, started

FIELDS = {
    "board": {"green": circle("0:11 1:12")},
    "hands": {"Ann": 3, "Bo": 2},
    "bag": 12,
    "turn": "Bo",
    "opened": ["Cy", "Ann"],
    "scores": {"Ann": 20},
}


def test_position_whole():
    table = Table()
    ruling = table.legal("position", **FIELDS)
    assert ruling.rules == ("table/position",)
    assert table["board"]["green"] == {"0": [1, 1], "1": [1, 2]}
    assert table["hands"] == {"Ann": 3, "Bo": 2, "Cy": None}
    assert (table["bag"], table["turn"], table["opened"]) == (12, "Bo", ["Ann", "Cy"])
    assert table.scores == {"Ann": 20, "Bo": 0, "Cy": 0}
    assert (table["in_round"], table["round"]) == (True, 0)


@pytest.mark.parametrize("count", range(len(FIELDS) + 1))
def test_position_with_any_fields_left_out(count):
    for names in combinations(FIELDS, count):
        table = Table()
        table.do("position", **{name: FIELDS[name] for name in names})
        assert table["in_round"] is bool(set(names) - {"scores"})
        assert table["round"] == 0
        if not table["in_round"]:
            assert table["hands"] == {}
            continue
        assert table["turn"] == ("Bo" if "turn" in names else None)
        assert table["bag"] == (12 if "bag" in names else None)
        assert table["opened"] == (["Ann", "Cy"] if "opened" in names else ["Ann", "Bo", "Cy"])
        for kind, fields in (
            ("place", {"by": "Cy", "tile": "green:2-3", "at": 2, "ends": [2, 3]}),
            ("draw", {"by": "Bo", "tiles": ["purple:1-2"]}),
            ("pass", {"by": "Bo"}),
            ("end_round", {"points": {"Bo": 2, "Cy": 1}, "winner": "Ann"}),
            ("end_round", {"hands": {"Bo": ["purple:1-2"]}, "blocked": True}),
            ("ask", {"question": "playable", "tiles": ["green:2-3"]}),
            ("ask", {"question": "completable", "circle": "green"}),
        ):
            table.enter(kind, **fields)


def test_position_drops_what_was_known():
    table = started()
    table.do("draw", by="Ann", tiles=["green:1-2"])
    table.do("position", board={"green": circle("0:11")}, turn="Bo")
    table.place("Bo", "green:1-2", 1)
    assert table["round"] == 1


def test_position_between_rounds_leaves_the_starter_free():
    table = Table()
    table.do("end_round", winner="Bo", points={"Ann": 3, "Cy": 4})
    table.do("position", scores={"Ann": 30})
    assert table.scores == {"Ann": 30, "Bo": 7, "Cy": 0}
    assert table["round"] == 1
    table.do("start_round", first="Cy")


def test_position_between_rounds_with_the_target_ends_the_game():
    table = Table()
    table.do("position", scores={"Ann": 64, "Bo": 70})
    assert table.over
    assert table.winners == ["Bo"]
    table.do("position", scores={"Ann": 64, "Bo": 7})
    assert table.winners == ["Ann"]
    table.do("position", turn="Ann")
    assert not table.over


def test_position_within_a_round_with_the_target():
    for answer, over in (("round-end", False), ("at-once", True)):
        table = lying({}, scores={"Ann": 64}, options=reading(target_at=answer))
        assert table.over is over
        assert table["turn"] == (None if over else "Ann")


def test_position_one_with_no_tiles_is_out():
    table = lying({}, hands={"Ann": 2, "Bo": 0})
    assert (table["out"], table["turn"]) == ("Bo", None)
    assert table.do("end_round", points={"Ann": 3, "Cy": 2}) == {"points": 5, "winner": "Bo"}
    table.illegal("start_round", "1", first="Ann")
    table.do("start_round", first="Bo")


def test_7_A_position_two_with_no_tiles():
    table = Table()
    table.illegal("position", "7.A", hands={"Ann": 0, "Bo": 0})
    table.cannot_stand("position", hands={"Ann": 0, "Bo": 0})


def test_tiles_position_of_more_than_64():
    table = Table()
    for told in ({"bag": 59, "hands": {"Ann": 6}}, {"bag": 63, "board": FIELDS["board"]}):
        table.illegal("position", "tiles", **told)
        table.cannot_stand("position", **told)
    table.do("position", bag=62, board=FIELDS["board"])


def board_fault(clause, cells, at, **others):
    table = Table()
    board = {"green": circle(cells), **{colour: circle(c) for colour, c in others.items()}}
    ruling = table.illegal("position", clause, board=board)
    assert ruling.facts["at"] == at
    return table, board


def test_4_ii_position_an_end_that_does_not_match_the_space_before():
    table, board = board_fault("4.ii", "1:12 2:34", ["green", 2])
    table.stand("position", board=board)
    assert table["board"]["green"]["2"] == [3, 4]
    board_fault("4.ii", "15:12 0:11", ["green", 0])


def test_4_iii_position_no_double_on_a_doubles_square():
    board_fault("4.iii", "4:12", ["green", 4])
    board_fault("4.iii", "4:Z12", ["green", 4])
    board_fault("4.iii", "4:Z.. 3:01 5:23", ["green", 4])
    board_fault("4.iii", "4:Z.3 3:01", ["green", 4])


def test_tiles_position_a_tile_twice():
    table, board = board_fault("tiles", "1:12 9:21", ["green", 9])
    table.cannot_stand("position", board=board)
    table, board = board_fault("tiles", "1:Z.. 9:Z..", ["green", 9])
    table.cannot_stand("position", board=board)
    table, board = board_fault("4.ii", "1:12 2:33 9:21", ["green", 2])
    table.cannot_stand("position", board=board)


def test_position_the_first_fault_by_colour_then_space():
    board_fault("4.ii", "4:12", ["orange", 9], orange="12:12 9:12 8:33", yellow="0:12")
    board_fault("4.iii", "10:12 4:12 11:34", ["green", 4], yellow="0:12")


def test_position_facing_squares_are_not_judged():
    table = lying({"green": "4:11", "yellow": "12:Z33"}, options=reading(facing_double="match"))
    assert table["board"]["yellow"]["12"] == {"zinga": [3, 3]}
    lying({"green": "4:11", "yellow": "12:33"}, options=reading(facing_double="match"))


def test_position_open_ends_take_the_numbers_they_touch():
    table = lying({"green": "4:Z.. 3:01", "yellow": "4:Z3.", "purple": "5:Z.. 6:22"})
    assert table["board"]["green"]["4"] == {"zinga": [1, 1]}
    assert table["board"]["yellow"]["4"] == {"zinga": [3, 3]}
    assert table["board"]["purple"]["5"] == {"zinga": [None, 2]}


def test_position_undone():
    table = Table()
    table.do("position", **FIELDS)
    table.do("undo")
    assert table["in_round"] is False
