"""`zinga/5`, `zinga/play`: drawing and passing."""

import pytest
from zinga_table import lying, reading, started

HELD = {"Ann": 3, "Bo": 3, "Cy": 3}


def test_5_a_draw_leaves_the_turn():
    table = started()
    table.do("draw", by="Ann", count=3)
    assert (table["turn"], table["bag"], table["hands"]["Ann"]) == ("Ann", 37, 11)
    table.do("draw", by="Ann")
    assert (table["bag"], table["hands"]["Ann"]) == (36, 12)
    table.do("draw", by="Ann", tiles=["green:1-2", "green:1-3"])
    assert (table["bag"], table["hands"]["Ann"]) == (34, 14)


@pytest.mark.parametrize("kind", ["draw", "pass"])
def test_5_only_on_his_turn(kind):
    table = lying({"green": "0:11"}, bag=0 if kind == "pass" else 5)
    for clause in ("4", "5", "play"):
        table.illegal(kind, clause, by="Bo")


def test_5_a_draw_out_of_turn_that_stands_leaves_the_turn():
    table = lying({"green": "0:11"}, bag=5, hands=HELD)
    table.stand("draw", by="Bo")
    assert (table["turn"], table["bag"], table["hands"]["Bo"]) == ("Ann", 4, 4)


def test_play_a_pass_out_of_turn_that_stands_goes_on_from_there():
    table = lying({"green": "0:11"}, bag=0)
    table.stand("pass", by="Bo")
    assert table["turn"] == "Cy"


def test_5_without_a_turn_it_becomes_his():
    table = lying({"green": "0:11"})
    table.do("position", bag=5)
    table.do("draw", by="Bo")
    assert table["turn"] == "Bo"
    table.illegal("draw", "5", by="Ann")


def test_5_not_more_than_the_bag_holds():
    table = lying({"green": "0:11"}, bag=2)
    table.illegal("draw", "5", by="Ann", count=3)
    table.cannot_stand("draw", by="Ann", count=3)
    table.do("draw", by="Ann", count=2)
    table.illegal("draw", "5", by="Ann")


def test_5_an_unknown_bag_holds_no_more_than_there_is():
    table = lying({"green": "0:11 1:12"}, hands={"Ann": 20, "Bo": 20})
    table.illegal("draw", "5", by="Ann", count=23)
    table.cannot_stand("draw", by="Ann", count=23)
    table.do("draw", by="Ann", count=22)
    assert table["bag"] is None
    table.illegal("draw", "5", by="Ann")
    table.do("pass", by="Ann")


@pytest.mark.parametrize(
    "tiles", [["green:1-1"], ["green:2-3"], ["purple:0-1"], ["green:3-4", "green:3-4"]]
)
def test_tiles_a_drawn_tile_comes_from_the_bag(tiles):
    table = lying({"green": "0:11"}, bag=9, opened=["Bo", "Cy"])
    table.do("draw", by="Ann", tiles=["green:2-3", "yellow:1-1"])
    table.place("Ann", "yellow:1-1", 0)
    table.do("draw", by="Bo", tiles=["purple:0-1"])
    table.illegal("draw", "tiles", by="Bo", tiles=tiles)
    table.cannot_stand("draw", by="Bo", tiles=tiles)


def test_5_no_draw_while_a_tile_known_to_be_his_fits():
    table = lying({"green": "0:11"}, bag=9, hands=HELD)
    table.do("draw", by="Ann", tiles=["green:3-4", "green:1-4"])
    ruling = table.illegal("draw", "5", by="Ann")
    assert ruling.facts["playable"] == [
        {"tile": "green:1-4", "at": 1},
        {"tile": "green:1-4", "at": 15},
    ]
    table.stand("draw", by="Ann")
    assert table["hands"]["Ann"] == 6


def test_5_no_drawing_on_after_a_tile_that_fits():
    table = lying({"green": "0:11"}, bag=9)
    ruling = table.illegal("draw", "5", by="Ann", tiles=["green:1-4", "green:3-4"])
    assert ruling.facts["playable"] == [
        {"tile": "green:1-4", "at": 1},
        {"tile": "green:1-4", "at": 15},
    ]
    table.do("draw", by="Ann", tiles=["green:3-4", "green:1-4"])


def test_5_in_the_opening_only_what_opens_fits():
    table = lying({"green": "0:11"}, bag=9, opened=[])
    table.do("draw", by="Ann", tiles=["green:1-4", "green:3-4"])
    table.do("draw", by="Ann", tiles=["green:3-3"])
    ruling = table.illegal("draw", "5", by="Ann")
    assert {one["tile"] for one in ruling.facts["playable"]} == {"green:3-3"}


def test_5_what_fits_depends_on_the_readings():
    for answer, legal in (("yes", False), ("no", True)):
        table = lying({"green": "0:11"}, bag=9, options=reading(open_later=answer))
        table.do("draw", by="Ann", tiles=["yellow:3-3"])
        if legal:
            table.do("draw", by="Ann")
        else:
            table.illegal("draw", "5", by="Ann")


def test_play_a_pass_only_with_an_empty_bag():
    table = lying({"green": "0:11"}, bag=1)
    table.illegal("pass", "play", by="Ann")
    table.do("draw", by="Ann")
    table.do("pass", by="Ann")
    assert table["turn"] == "Bo"


def test_play_a_pass_with_an_unknown_bag_is_undecided():
    table = lying({"green": "0:11"})
    table.undecided("pass", "play", by="Ann")
    table.stand("pass", by="Ann")
    assert table["turn"] == "Bo"


def test_5_no_pass_while_a_tile_known_to_be_his_fits_whatever_the_bag_holds():
    table = lying({"green": "0:11"})
    table.do("draw", by="Ann", tiles=["green:1-4"])
    ruling = table.illegal("pass", "5", by="Ann")
    assert [one["at"] for one in ruling.facts["playable"]] == [1, 15]


def test_5_a_tile_of_which_nothing_is_known_does_not_forbid_a_pass():
    table = lying({"green": "0:11"}, bag=0, hands=HELD)
    table.do("pass", by="Ann")


def test_5_another_players_tile_does_not_forbid_a_pass():
    table = lying({"green": "0:11"}, bag=1, hands=HELD, opened=["Bo", "Cy"])
    table.do("draw", by="Ann", tiles=["green:1-4"])
    table.place("Ann", "yellow:1-1", 0)
    table.do("pass", by="Bo")
