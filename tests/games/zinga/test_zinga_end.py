"""`zinga/7`, `zinga/6`: how a round is counted, tracked and not."""

import pytest
from zinga_table import Table, lying, reading, started

from referee.core import render

BLOCKED = {"green": "0:11 1:12 15:31"}
NONE_FITS = {"Ann": ["orange:0-4"], "Bo": ["green:0-4", "purple:0-2"], "Cy": ["purple:0-1"]}


def out(**fields):
    """Ann has played her last tile; Bo holds two, Cy one."""
    return lying({"green": "0:11 1:12"}, hands={"Ann": 0, "Bo": 2, "Cy": 1}, bag=9, **fields)


def blocked(**fields):
    """Nothing of `NONE_FITS` can be placed."""
    return lying(BLOCKED, **{"bag": 0, "hands": {"Ann": 1, "Bo": 2, "Cy": 1}, **fields})


# 7.A


def test_7_A_the_others_sums_go_to_whoever_is_out():
    table = out()
    hands = {"Bo": ["purple:2-3", "purple:Z"], "Cy": ["orange:4-4"]}
    assert table.do("end_round", hands=hands) == {"points": 29, "winner": "Ann"}
    assert table.scores == {"Ann": 29, "Bo": 0, "Cy": 0}
    assert (table["in_round"], table["bag"], table["out"]) == (False, None, None)
    assert (table["hands"], table["opened"], table["closed"]) == ({}, [], [])
    assert table["board"] == {"orange": {}, "green": {}, "purple": {}, "yellow": {}}


def test_7_A_tiles_and_typed_sums_mixed():
    table = out()
    facts = table.do("end_round", hands={"Bo": ["purple:2-3", "purple:Z"]}, points={"Cy": 8})
    assert facts["points"] == 29


def test_7_A_a_sum_that_is_missing():
    table = out()
    table.undecided("end_round", "7.A", points={"Cy": 8})
    table.undecided("end_round", "7.A")
    table.cannot_stand("end_round", points={"Cy": 8})


def test_7_A_the_winner_is_the_one_who_is_out():
    table = out()
    table.illegal("end_round", "7.A", winner="Bo", points={"Ann": 0, "Cy": 8})
    table.stand("end_round", winner="Bo", points={"Cy": 8})
    assert table.scores == {"Ann": 0, "Bo": 8, "Cy": 0}


@pytest.mark.parametrize("told", [{"hands": {"Ann": ["green:3-3"]}}, {"points": {"Ann": 3}}])
def test_7_A_a_winner_has_no_tiles_left(told):
    table = out()
    points = {"Bo": 4, "Cy": 4, **told.pop("points", {})}
    table.illegal("end_round", "7.A", points=points, **told)
    table.stand("end_round", points=points, **told)
    assert table.scores["Ann"] == 8


def test_7_A_a_winner_with_an_empty_hand_may_say_so():
    assert out().do("end_round", hands={"Ann": []}, points={"Ann": 0, "Bo": 4, "Cy": 4})


def test_7_A_hands_and_points_that_differ():
    hands = {"Bo": ["purple:2-3", "purple:Z"]}
    ruling = out().illegal("end_round", "7.A", hands=hands, points={"Bo": 20, "Cy": 1})
    assert "21" in render(ruling.reason)
    assert out().do("end_round", hands=hands, points={"Bo": 21, "Cy": 1})["points"] == 22


def test_tiles_the_hands_agree_with_the_count():
    table = out()
    wrong = {"hands": {"Bo": ["purple:2-3"], "Cy": ["orange:4-4"]}}
    table.illegal("end_round", "tiles", **wrong)
    assert table.stand("end_round", **wrong) == {"points": 13, "winner": "Ann"}


@pytest.mark.parametrize("tile", ["green:1-2", "orange:4-4"])
def test_tiles_no_tile_twice_nor_on_the_board(tile):
    hands = {"Bo": ["purple:2-3", tile], "Cy": ["orange:4-4"]}
    out().illegal("end_round", "tiles", hands=hands)


def drawn():
    """Bo drew the purple 2-3 and still holds it, with one more; Ann is out."""
    table = lying({"green": "0:11"}, hands={"Ann": 2, "Bo": 1, "Cy": 1}, bag=9)
    table.place("Ann", "green:1-2", 1)
    table.do("draw", by="Bo", tiles=["purple:2-3"])
    table.place("Bo", "green:2-3", 2)
    table.do("draw", by="Cy")
    table.place("Cy", "green:3-4", 3)
    table.place("Ann", "green:4-4", 4)
    return table


def test_tiles_nothing_known_to_be_in_another_hand():
    table = drawn()
    ruling = table.illegal("end_round", "tiles", hands={"Cy": ["purple:2-3"]}, points={"Bo": 5})
    assert "Bo" in render(ruling.reason)


def test_tiles_nothing_missing_that_is_known():
    table = drawn()
    table.illegal("end_round", "tiles", hands={"Bo": ["purple:2-4"], "Cy": ["purple:Z"]})
    hands = {"Bo": ["purple:2-3"], "Cy": ["purple:Z"]}
    assert table.do("end_round", hands=hands)["points"] == 21


def test_7_A_nobody_is_out():
    table = started()
    points = {"Bo": 4, "Cy": 4}
    table.illegal("end_round", "7.A", points=points)
    table.cannot_stand("end_round", points=points)
    table.illegal("end_round", "7.A", winner="Ann", points=points)
    table.stand("end_round", winner="Ann", points=points)
    assert table.scores["Ann"] == 8


def test_7_A_a_winner_whose_count_is_unknown_is_believed():
    table = lying({"green": "0:11"}, hands={"Bo": 2})
    points = {"Ann": 4, "Bo": 4, "Cy": 4}
    table.undecided("end_round", "7.A", points={"Bo": 4, "Cy": 4})
    table.cannot_stand("end_round", points={"Bo": 4, "Cy": 4})
    table.illegal("end_round", "7.A", winner="Bo", points=points)
    table.illegal("end_round", "7.A", winner="Ann", points=points)
    assert table.do("end_round", winner="Ann", points={"Bo": 4, "Cy": 4})["points"] == 8


def test_7_A_nobody_can_be_out_whatever_the_counts():
    table = lying({"green": "0:11"}, hands={"Bo": 2})
    points = {"Ann": 4, "Bo": 4, "Cy": 4}
    table.illegal("end_round", "7.A", points=points)
    table.do("draw", by="Ann", tiles=["purple:2-3"])
    table.illegal("end_round", "7.A", winner="Ann", points={"Bo": 4, "Cy": 4})


# 7.B


def test_7_B_the_lowest_sum_collects_the_others():
    ruling = blocked().legal("end_round", blocked=True, hands=NONE_FITS)
    assert ruling.facts == {"points": 10, "winner": "Cy"}
    assert "zinga/7.B" in ruling.rules
    named = blocked()
    assert named.do("end_round", blocked=True, hands=NONE_FITS, winner="Cy")["points"] == 10


def test_7_B_another_than_the_lowest_sum():
    table = blocked()
    table.illegal("end_round", "7.B", blocked=True, hands=NONE_FITS, winner="Ann")
    facts = table.stand("end_round", blocked=True, hands=NONE_FITS, winner="Ann")
    assert (facts["points"], facts["winner"]) == (7, "Ann")


def test_7_B_something_still_fits():
    table = blocked()
    hands = NONE_FITS | {"Bo": ["green:2-4", "green:Z"], "Cy": ["green:3-3"]}
    ruling = table.illegal("end_round", "7.B", blocked=True, hands=hands)
    assert ruling.facts["playable"] == [
        {"by": "Bo", "tile": "green:2-4", "at": 2},
        {"by": "Bo", "tile": "green:Z", "at": 2},
        {"by": "Bo", "tile": "green:Z", "at": 14},
        {"by": "Cy", "tile": "green:3-3", "at": 14},
    ]
    facts = table.stand("end_round", blocked=True, hands=hands)
    assert (facts["winner"], facts["points"]) == ("Ann", 28)


def test_7_B_not_while_the_bag_holds_tiles():
    table = blocked(bag=1)
    ruling = table.illegal("end_round", "7.B", blocked=True, hands=NONE_FITS)
    assert ruling.facts["playable"] == []


def test_7_B_not_when_somebody_is_out():
    table = lying(BLOCKED, hands={"Ann": 0, "Bo": 2, "Cy": 1}, bag=0)
    hands = NONE_FITS | {"Ann": []}
    table.illegal("end_round", "7.A", blocked=True, hands=hands)
    assert table.stand("end_round", blocked=True, hands=hands)["winner"] == "Ann"


def test_7_B_an_unknown_bag():
    table = lying(BLOCKED, hands={"Ann": 1, "Bo": 2, "Cy": 1})
    table.undecided("end_round", "7.B", blocked=True, hands=NONE_FITS)
    assert table.stand("end_round", blocked=True, hands=NONE_FITS) == {
        "points": 10,
        "winner": "Cy",
    }


def test_7_B_somebody_with_only_a_sum():
    table = blocked()
    told = {
        "hands": {"Ann": ["orange:0-4"], "Cy": ["purple:0-1"]},
        "points": {"Bo": 6},
    }
    table.undecided("end_round", "7.B", blocked=True, **told)
    fits = {"hands": {"Ann": ["green:2-4"], "Cy": ["purple:0-1"]}, "points": {"Bo": 6}}
    table.illegal("end_round", "7.B", blocked=True, **fits)
    assert table.stand("end_round", blocked=True, **told)["points"] == 10


def test_7_B_somebody_in_neither():
    table = blocked()
    hands = {"Ann": ["orange:0-4"], "Cy": ["purple:0-1"]}
    table.undecided("end_round", "7.B", blocked=True, hands=hands)
    table.cannot_stand("end_round", blocked=True, hands=hands)
    table.illegal("end_round", "7.B", blocked=True, hands=hands, winner="Ann")


def test_7_B_a_tile_known_to_be_in_a_hand_not_shown_fits():
    table = lying(BLOCKED, bag=1, hands={"Ann": 1, "Bo": 1, "Cy": 1}, opened=["Bo", "Cy"])
    table.do("draw", by="Ann", tiles=["green:2-4"])
    hands = {"Bo": ["orange:0-4"], "Cy": ["purple:0-1"]}
    ruling = table.illegal("end_round", "7.B", blocked=True, hands=hands, points={"Ann": 9})
    assert ruling.facts["playable"] == [{"by": "Ann", "tile": "green:2-4", "at": 2}]


def test_7_B_a_shared_lowest_sum():
    table = blocked()
    hands = NONE_FITS | {"Cy": ["purple:0-4"]}
    table.undecided("end_round", "7.B", blocked=True, hands=hands)
    table.cannot_stand("end_round", blocked=True, hands=hands)
    table.illegal("end_round", "7.B", blocked=True, hands=hands, winner="Bo")
    assert table.do("end_round", blocked=True, hands=hands, winner="Cy")["points"] == 10


def test_7_B_whoever_has_not_opened_may_open():
    hands = {"Ann": ["green:0-4"], "Bo": ["green:2-2"], "Cy": ["green:4-4"]}
    counts = {"Ann": 1, "Bo": 1, "Cy": 1}
    table = lying({"green": "0:11"}, bag=0, hands=counts, opened=["Ann", "Cy"])
    ruling = table.illegal("end_round", "7.B", blocked=True, hands=hands)
    assert ruling.facts["playable"] == [
        {"by": "Bo", "tile": "green:2-2", "at": at} for at in (4, 8, 12)
    ]
    other = lying({"green": "0:11"}, bag=0, hands=counts, opened=["Ann", "Cy"])
    hands["Bo"] = ["green:1-2"]
    ruling = other.illegal("end_round", "7.B", blocked=True, hands=hands)
    assert [one["at"] for one in ruling.facts["playable"]] == [1, 15]


def test_7_B_hands_are_checked_as_in_A():
    table = blocked()
    table.illegal("end_round", "tiles", blocked=True, hands=NONE_FITS | {"Cy": []})
    table.illegal("end_round", "tiles", blocked=True, hands=NONE_FITS | {"Cy": ["green:1-2"]})
    table.illegal("end_round", "tiles", blocked=True, hands=NONE_FITS, points={"Ann": 5})


def test_7_B_rests_on_the_readings():
    hands = NONE_FITS | {"Cy": ["purple:0-0"]}
    for answer in ("yes", "no"):
        table = blocked(options=reading(open_later=answer))
        if answer == "yes":
            ruling = table.illegal("end_round", "7.B", blocked=True, hands=hands)
        else:
            ruling = table.legal("end_round", blocked=True, hands=hands)
        assert ruling.readings == ("open_later",)


# Without a tracked round


def test_7_an_untracked_round():
    table = Table()
    table.do("end_round", winner="Bo", hands={"Ann": ["green:Z"], "Cy": ["green:4-4"]})
    assert table.scores == {"Ann": 0, "Bo": 24, "Cy": 0}
    assert (table["round"], table["in_round"]) == (1, False)


def test_7_an_untracked_round_needs_a_winner_and_sums():
    table = Table()
    for told in (
        {"points": {"Ann": 1, "Bo": 2, "Cy": 3}},
        {"winner": "Bo", "points": {"Ann": 1}},
        {"winner": "Bo"},
        {"blocked": True, "points": {"Ann": 1, "Bo": 2, "Cy": 3}},
    ):
        table.undecided("end_round", "7", **told)
        table.cannot_stand("end_round", **told)


def test_7_an_untracked_round_is_taken_as_told():
    table = Table()
    hands = {"Ann": ["green:Z"], "Bo": ["purple:Z"], "Cy": []}
    assert table.do("end_round", winner="Bo", hands=hands)["points"] == 16
    told = {"blocked": True, "winner": "Cy", "points": {"Ann": 1, "Bo": 2}}
    assert table.do("end_round", **told)["points"] == 3


@pytest.mark.parametrize("is_tracked", [False, True])
def test_7_B_a_blocked_round_is_won_by_the_lowest_with_or_without_a_board(is_tracked):
    table = blocked() if is_tracked else Table()
    told = {"blocked": True, "points": {"Ann": 1, "Bo": 2, "Cy": 30}}
    ruling = table.illegal("end_round", "7.B", winner="Cy", **told)
    assert render(ruling.reason) == "Cy has 30 left and Ann only 1: the lowest sum wins."
    assert table.stand("end_round", winner="Cy", **told)["points"] == 3
    if not is_tracked:  # with a board, sums alone do not show that nothing fits
        assert table.do("end_round", winner="Ann", **told)["points"] == 32


def test_tiles_an_untracked_round_has_no_tile_twice():
    hands = {"Ann": ["green:Z"], "Cy": ["green:Z"]}
    table = Table()
    table.illegal("end_round", "tiles", winner="Bo", hands=hands)
    table.illegal("end_round", "tiles", winner="Bo", hands={"Ann": ["green:Z"] * 2, "Cy": []})
    assert table.stand("end_round", winner="Bo", hands=hands)["points"] == 32


def test_7_an_untracked_rounds_tiles_and_sums_agree():
    table = Table()
    told = {"winner": "Bo", "hands": {"Ann": ["green:Z"]}, "points": {"Ann": 4, "Cy": 1}}
    table.illegal("end_round", "7", **told)
    assert table.stand("end_round", **told) == {"points": 17, "winner": "Bo"}


def test_6_a_bonus_where_the_board_is_not_tracked():
    table = Table()
    table.do("bonus", to="Bo", circle="green")
    table.illegal("bonus", "6", to="Ann", circle="green")
    table.do("bonus", to="Ann", circle="purple")
    assert table.scores == {"Ann": 16, "Bo": 16, "Cy": 0}
    assert table["closed"] == [["green", "Bo"], ["purple", "Ann"]]
    table.do("end_round", winner="Bo", points={"Ann": 1, "Cy": 1})
    assert table["closed"] == []
    table.do("bonus", to="Ann", circle="green")


def test_6_no_bonus_in_a_tracked_round_but_it_can_stand():
    table = started()
    table.illegal("bonus", "6", to="Bo", circle="green")
    table.stand("bonus", to="Bo", circle="green")
    assert table.scores["Bo"] == 16
    assert table["closed"] == [["green", "Bo"]]


def test_6_bonuses_do_not_stay_when_a_round_starts():
    table = Table()
    table.do("bonus", to="Bo", circle="green")
    table.do("start_round", first="Ann")
    assert table["closed"] == []
