"""`zinga/3`, `zinga/4`, `zinga/6`: opening, placing, Zingas, connectors, closing."""

import pytest
from zinga_table import lying, reading, started, without

from referee.core import render

# 3: the opening


def test_3_opens_with_a_double_or_a_zinga():
    table = started()
    table.no_place("3", "Ann", "green:1-3", 1)
    table.no_place("3", "Ann", "green:1-3", 4)
    table.place("Ann", "green:3-3", 4)
    table.place("Bo", "yellow:Z", 0)
    assert table["opened"] == ["Ann", "Bo"]


def test_3_opens_on_a_doubles_square():
    started().no_place("3", "Ann", "green:3-3", 5)
    started().no_place("3", "Ann", "green:Z", 15)


def test_3_touches_nothing_though_the_circle_is_not_empty():
    table = started()
    table.place("Ann", "green:1-1", 0)
    assert table.place("Bo", "green:2-2", 8)["ends"] == [2, 2]


def test_3_matches_where_it_has_neighbours():
    table = lying({"green": "4:11 5:12 6:23 7:30"}, opened=[])
    ruling = table.no_place("3", "Ann", "green:0-3", 9)
    assert "zinga/4.ii" not in ruling.rules
    table.no_place("4.ii", "Ann", "green:4-4", 8)
    table.place("Ann", "green:0-0", 8)


def test_3_a_pass_is_the_first_turn_too():
    table = lying({"green": "0:11"}, opened=["Bo", "Cy"], bag=0)
    table.do("pass", by="Ann")
    assert table["opened"] == ["Ann", "Bo", "Cy"]
    table.do("pass", by="Bo")
    table.do("pass", by="Cy")
    table.place("Ann", "green:1-3", 1)


def test_3_a_first_tile_that_stands_has_opened():
    table = started()
    assert table.stand("place", by="Ann", tile="green:1-3", at=1, ends=[1, 3])["next"] == "Bo"
    assert table["opened"] == ["Ann"]


# 4: whose turn, the space, one tile a turn


def test_4_clockwise_one_tile_a_turn():
    table = started("Bo")
    table.no_place("4", "Ann", "green:1-1", 0)
    assert table.place("Bo", "green:1-1", 0)["next"] == "Cy"
    table.no_place("4", "Bo", "green:1-3", 1)
    assert table.place("Cy", "green:2-2", 4)["next"] == "Ann"


def test_4_the_space_is_free():
    table = lying({"green": "0:11 1:12"})
    table.no_place("4", "Ann", "green:1-3", 1)
    table.cannot_stand("place", by="Ann", tile="green:1-3", at=1, ends=[1, 3])


def test_4_without_a_turn_anybody_may_act():
    table = lying({"green": "0:11"})
    table.do("position", board={"green": {"0": [1, 1]}})
    assert table["turn"] is None
    assert table.place("Cy", "green:1-3", 1)["next"] == "Ann"
    assert table["turn"] == "Ann"


def test_4_out_of_turn_that_stands_goes_on_from_there():
    table = lying({"green": "0:11"})
    assert table.stand("place", by="Bo", tile="green:1-3", at=1)["next"] == "Cy"
    assert table["turn"] == "Cy"


# tiles: one of each, in one hand


def test_tiles_on_the_board_once():
    table = lying({"green": "0:11 1:12"})
    table.no_place("tiles", "Ann", "green:1-2", 15)
    table.cannot_stand("place", by="Ann", tile="green:1-2", at=15, ends=[2, 1])
    table.place("Ann", "green:1-3", 15)


def test_tiles_known_to_be_in_another_hand():
    table = lying({"green": "0:11"}, opened=["Bo", "Cy"])
    table.do("draw", by="Ann", tiles=["green:1-2"])
    table.place("Ann", "orange:1-1", 0)
    table.no_place("tiles", "Bo", "green:1-2", 1)
    table.cannot_stand("place", by="Bo", tile="green:1-2", at=1)


def test_tiles_one_of_his_where_all_are_known():
    table = lying({"green": "0:11"}, hands={"Ann": 1, "Bo": 3, "Cy": 3}, bag=9)
    table.do("draw", by="Ann", tiles=["purple:1-2"])
    table.place("Ann", "green:1-3", 1)
    table.place("Bo", "green:3-4", 2)
    table.place("Cy", "green:1-2", 15)
    table.no_place("tiles", "Ann", "green:2-4", 14)
    table.cannot_stand("place", by="Ann", tile="green:2-4", at=14)


def test_tiles_a_placed_tile_is_no_longer_known_to_be_in_the_hand():
    table = lying({"green": "0:11"}, hands={"Ann": 1, "Bo": 3, "Cy": 3}, bag=9)
    table.do("draw", by="Ann", tiles=["green:1-2"])
    table.place("Ann", "green:1-2", 1)
    assert table["hands"]["Ann"] == 1
    table.place("Bo", "green:2-3", 2)
    table.place("Cy", "green:1-4", 15)
    table.place("Ann", "green:3-4", 3)
    assert table["out"] == "Ann"


@pytest.mark.parametrize("ends", [(1, 2), (None, 3), (None, None), (3, 3)])
def test_tiles_ends_that_are_not_the_tiles(ends):
    table = lying({"green": "0:11"})
    table.no_place("tiles", "Ann", "green:1-3", 1, *ends)
    table.stand("place", by="Ann", tile="green:1-3", at=1, ends=ends)
    assert table["board"]["green"]["1"] == [1, 3]


def test_tiles_a_double_lies_only_one_way():
    table = lying({"green": "0:11 1:12 2:23"})
    table.no_place("tiles", "Ann", "green:3-3", 3, 3, 2)
    assert table.place("Ann", "green:3-3", 3)["ends"] == [3, 3]


# 4.ii: it touches, and the ends match


def test_4_ii_it_touches_a_tile_of_its_circle():
    table = lying({"green": "0:11"})
    table.no_place("4.ii", "Ann", "green:1-2", 2)
    table.no_place("4.ii", "Ann", "green:2-2", 8)
    table.no_place("4.ii", "Ann", "green:Z", 8)
    table.no_place("4.ii", "Ann", "orange:1-2", 1)


def test_4_ii_the_touching_end_matches():
    table = lying({"green": "4:11"})
    table.no_place("4.ii", "Ann", "green:2-3", 5)
    table.no_place("4.ii", "Ann", "green:1-3", 5, 3, 1)
    table.no_place("4.ii", "Ann", "green:1-3", 3, 1, 3)
    table.no_place("4.ii", "Ann", "green:2-2", 5)
    assert table.place("Ann", "green:1-3", 3)["ends"] == [3, 1]
    assert table.place("Bo", "green:1-2", 5)["ends"] == [1, 2]


def test_4_ii_fifteen_lies_before_nought():
    table = lying({"green": "15:21"})
    table.no_place("4.ii", "Ann", "green:2-2", 0)
    table.place("Ann", "green:1-1", 0)


def test_4_ii_no_touch_can_stand_only_if_its_lie_is_known():
    table = lying({"green": "0:11"})
    table.cannot_stand("place", by="Ann", tile="green:2-3", at=2)
    assert table.stand("place", by="Ann", tile="green:2-3", at=2, ends=[3, 2])["ends"] == [3, 2]
    assert table.stand("place", by="Bo", tile="green:2-2", at=7)["ends"] == [2, 2]
    table.cannot_stand("place", by="Cy", tile="green:3-4", at=1)


def test_4_ii_what_stands_is_not_judged_again():
    table = lying({"green": "0:11"})
    table.stand("place", by="Ann", tile="green:2-3", at=1, ends=[2, 3])
    assert table.place("Bo", "green:3-4", 2)["ends"] == [3, 4]


def test_4_iv_between_two_tiles_both_match():
    table = lying({"green": "0:11 2:34"})
    table.no_place("4.iv", "Ann", "green:1-2", 1)
    table.no_place("4.iv", "Ann", "green:1-3", 1, 3, 1)
    assert table.place("Ann", "green:1-3", 1)["ends"] == [1, 3]


# 4.iii: Doubles squares


def test_4_iii_only_doubles_and_zingas_on_doubles_squares():
    table = lying({"green": "0:11 1:12 2:23 3:34"})
    table.no_place("4.iii", "Ann", "green:1-4", 4)
    table.place("Ann", "green:4-4", 4)


def test_4_iii_a_double_lies_elsewhere_too():
    table = lying({"green": "0:11 1:12"})
    assert table.place("Ann", "green:2-2", 2)["ends"] == [2, 2]


# The reading open_later


@pytest.mark.parametrize("tile", ["yellow:2-2", "yellow:Z"])
def test_reading_open_later(tile):
    for answer in ("yes", "bridge", "no"):
        table = lying({"green": "0:11"}, options=reading(open_later=answer))
        if answer == "yes":
            ruling = table.legal("place", by="Ann", tile=tile, at=8)
        else:
            ruling = table.no_place("4.ii", "Ann", tile, 8)
        assert ruling.readings == ("open_later",)


def test_reading_open_later_only_on_a_doubles_square():
    table = lying({"green": "0:11"})
    assert table.no_place("4.ii", "Ann", "yellow:2-2", 7).readings == ()
    table.no_place("4.ii", "Ann", "yellow:1-2", 7)
    table.no_place("4.iii", "Ann", "yellow:1-2", 8)


def test_reading_open_later_bridge_by_the_number_across():
    table = lying({"green": "4:33"}, options=reading(open_later="bridge"))
    table.no_place("4.ii", "Ann", "yellow:2-2", 12)
    table.no_place("4.ii", "Ann", "yellow:3-3", 8)
    table.no_place("4.ii", "Ann", "orange:3-3", 0)
    ruling = table.legal("place", by="Ann", tile="yellow:3-3", at=12)
    assert ruling.readings == ("open_later",)


def test_reading_open_later_no_needs_no_bridge_of_a_zinga():
    table = lying({"green": "4:33"}, options=reading(open_later="no"))
    table.no_place("4.ii", "Ann", "yellow:3-3", 12)
    ruling = table.legal("place", by="Ann", tile="yellow:Z", at=12)
    assert ruling.readings == ()
    assert ruling.facts["ends"] == [3, 3]


# 4.v: Zingas


def test_4_v_an_end_takes_the_number_it_touches():
    table = lying({"green": "0:11 2:34"})
    assert table.place("Ann", "green:Z", 1)["ends"] == [1, 3]


def test_4_v_off_the_squares_its_ends_are_independent():
    table = lying({"green": "0:11"})
    assert table.place("Ann", "green:Z", 1)["ends"] == [1, None]
    table.place("Bo", "green:2-4", 2, 4, 2)
    assert table["board"]["green"]["1"] == {"zinga": [1, 4]}


def test_4_v_a_name_is_held():
    table = lying({"green": "0:11"})
    assert table.place("Ann", "green:Z", 1, None, 4)["ends"] == [1, 4]
    table.no_place("4.ii", "Bo", "green:2-3", 2)
    table.place("Bo", "green:2-4", 2)


@pytest.mark.parametrize("ends", [(2, 3), (2, None)])
def test_4_v_a_name_does_not_contradict_a_neighbour(ends):
    table = lying({"green": "0:11"})
    table.no_place("4.v", "Ann", "green:Z", 1, *ends)
    assert table.place("Ann", "green:Z", 1, 1, 3)["ends"] == [1, 3]


def test_4_v_on_a_square_both_ends_have_one_number():
    table = lying({"green": "7:23"})
    assert table.place("Ann", "green:Z", 8)["ends"] == [3, 3]
    named = lying({"yellow": "0:11"}, opened=[])
    assert named.place("Ann", "yellow:Z", 4, 3, None)["ends"] == [3, 3]
    assert named["board"]["yellow"]["4"] == {"zinga": [3, 3]}


def test_4_v_on_a_square_two_numbers_are_refused():
    between = lying({"green": "11:23 13:24"})
    assert "zinga/4.iv" in between.no_place("4.v", "Ann", "green:Z", 12).rules
    lying({"green": "11:23"}).no_place("4.v", "Ann", "green:Z", 12, None, 4)
    lying({"green": "11:23"}).no_place("4.v", "Ann", "green:Z", 12, 3, 4)
    lying({}, opened=[]).no_place("4.v", "Ann", "green:Z", 12, 3, 4)


def test_4_v_two_numbers_that_stand():
    between = lying({"green": "11:23 13:24"})
    between.cannot_stand("place", by="Ann", tile="green:Z", at=12)
    stood = between.stand("place", by="Ann", tile="green:Z", at=12, ends=[3, 2])
    assert stood["ends"] == [3, 2]


def test_4_v_open_on_a_square_until_a_tile_touches_it():
    table = started()
    assert table.place("Ann", "green:Z", 12)["ends"] == [None, None]
    ruling = table.no_place("3", "Bo", "green:1-3", 11)
    assert ruling.can_stand is False
    table.place("Bo", "orange:1-1", 8)
    table.place("Cy", "orange:2-2", 4)
    table.undecided("place", "4.v", by="Ann", tile="green:1-3", at=11)
    table.cannot_stand("place", by="Ann", tile="green:1-3", at=11)
    assert table.place("Ann", "green:1-3", 11, 1, 3)["ends"] == [1, 3]
    assert table["board"]["green"]["12"] == {"zinga": [3, 3]}
    table.no_place("4.ii", "Bo", "green:1-2", 13)
    table.place("Bo", "green:2-3", 13)


def test_4_v_a_double_against_an_open_zinga_lies_only_one_way():
    table = lying({"green": "12:Z.."})
    assert table.place("Ann", "green:2-2", 13)["ends"] == [2, 2]
    assert table["board"]["green"]["12"] == {"zinga": [2, 2]}


def test_4_v_between_an_open_zinga_and_a_number_one_way_fits():
    table = lying({"green": "1:Z1. 0:11 3:34"})
    assert table.place("Ann", "green:2-3", 2)["ends"] == [2, 3]
    assert table["board"]["green"]["1"] == {"zinga": [1, 2]}


def test_4_v_it_has_the_number_across():
    table = lying({"green": "4:33", "yellow": "11:43"})
    assert table.place("Ann", "yellow:Z", 12)["ends"] == [3, 3]
    opening = lying({"green": "4:33"}, opened=[])
    assert opening.place("Ann", "yellow:Z", 12)["ends"] == [3, 3]
    zinga = lying({"green": "4:Z33"})
    assert zinga.place("Ann", "yellow:Z", 12)["ends"] == [3, 3]


@pytest.mark.parametrize("told", [{}, {"ends": [3, 3]}, {"ends": [None, None]}])
@pytest.mark.parametrize("answer", ["yes", "no"])
def test_4_v_the_number_across_may_be_named(told, answer):
    table = lying({"green": "4:33"}, options=reading(name_open=answer))
    ruling = table.legal("place", by="Ann", tile="yellow:Z", at=12, **told)
    assert ruling.facts["ends"] == [3, 3]
    assert ruling.readings == ()


def test_4_v_blocked_by_a_neighbour_or_a_name():
    table = lying({"green": "4:22", "yellow": "11:43"})
    table.no_place("ex.3", "Ann", "yellow:Z", 12)
    lying({"green": "4:22"}).no_place("4.v", "Ann", "yellow:Z", 12, 3, 3)
    lying({"green": "4:22"}, opened=[]).no_place("4.v", "Ann", "yellow:Z", 12, None, 3)


def test_4_v_blocked_can_stand_only_if_its_lie_is_told():
    table = lying({"green": "4:22", "yellow": "11:43"})
    table.cannot_stand("place", by="Ann", tile="yellow:Z", at=12)
    stood = table.stand("place", by="Ann", tile="yellow:Z", at=12, ends=[3, None])
    assert stood["ends"] == [3, 3]


def test_4_v_an_open_zinga_across_gives_no_number():
    table = lying({"green": "4:Z..", "yellow": "11:43"})
    assert table.place("Ann", "yellow:Z", 12)["ends"] == [3, 3]
    assert table["board"]["green"]["4"] == {"zinga": [None, None]}
    opening = lying({"green": "4:Z.."}, opened=[])
    assert opening.place("Ann", "yellow:Z", 12)["ends"] == [None, None]


def test_4_v_a_tile_across_that_stands_and_is_no_double_gives_no_number():
    table = lying({"yellow": "11:43"})
    table.stand("place", by="Ann", tile="green:1-2", at=4, ends=[1, 2])
    assert table.place("Bo", "yellow:Z", 12)["ends"] == [3, 3]


def test_4_v_it_does_not_change_when_the_square_across_is_filled():
    table = lying({"green": "11:Z1. 10:21"}, opened=[])
    table.place("Ann", "orange:Z", 0)
    table.place("Bo", "green:4-4", 8)
    assert table["board"]["orange"]["0"] == {"zinga": [None, None]}


def test_4_v_other_layouts_have_other_connectors():
    none = lying({"green": "4:22", "yellow": "11:43"}, options={"layout": "none"})
    assert none.place("Ann", "yellow:Z", 12)["ends"] == [3, 3]
    row = lying({"yellow": "4:22", "orange": "11:43"}, options={"layout": "row"})
    row.no_place("ex.3", "Ann", "orange:Z", 12)
    square = lying({"yellow": "4:22", "orange": "11:43"})
    square.place("Ann", "orange:Z", 12)


@pytest.mark.parametrize(
    ("layout", "one", "other"),
    [
        ("square", ("green", 4), ("yellow", 12)),
        ("square", ("green", 8), ("orange", 0)),
        ("square", ("yellow", 8), ("purple", 0)),
        ("square", ("orange", 4), ("purple", 12)),
        ("row", ("green", 4), ("yellow", 12)),
        ("row", ("yellow", 4), ("orange", 12)),
        ("row", ("orange", 4), ("purple", 12)),
    ],
)
def test_4_v_the_connectors_of_a_layout(layout, one, other):
    for (here, at), (there, to) in ((one, other), (other, one)):
        table = lying({there: f"{to}:22"}, options={"layout": layout})
        assert table.place("Ann", f"{here}:Z", at)["ends"] == [2, 2]
        unjoined = lying({there: f"{to}:22"}, opened=[], options={"layout": "none"})
        assert unjoined.place("Ann", f"{here}:Z", at)["ends"] == [None, None]


def test_reading_name_open():
    for answer in ("yes", "no"):
        table = lying({}, opened=[], options=reading(name_open=answer))
        if answer == "yes":
            ruling = table.legal("place", by="Ann", tile="orange:Z", at=4, ends=[2, None])
            assert ruling.facts["ends"] == [2, 2]
        else:
            ruling = table.no_place("4.v", "Ann", "orange:Z", 4, 2, None)
        assert ruling.readings == ("name_open",)


def test_reading_name_open_not_on_an_outer_square_nor_where_a_neighbour_gives_it():
    no = reading(name_open="no")
    outer = lying({}, opened=[], options=no).legal(
        "place", by="Ann", tile="orange:Z", at=8, ends=[2, 2]
    )
    assert outer.readings == ()
    beside = lying({"orange": "3:12"}, options=no).legal(
        "place", by="Ann", tile="orange:Z", at=4, ends=[2, 2]
    )
    assert beside.readings == ()


def test_reading_facing_double():
    for answer in ("free", "match"):
        table = lying({"green": "4:11"}, opened=[], options=reading(facing_double=answer))
        if answer == "free":
            ruling = table.legal("place", by="Ann", tile="yellow:2-2", at=12)
        else:
            ruling = table.no_place("4.v", "Ann", "yellow:2-2", 12)
        assert ruling.readings == ("facing_double",)


def test_reading_facing_double_not_where_nothing_contradicts():
    for board in ({"green": "4:Z.."}, {}, {"green": "4:22"}):
        table = lying(board, opened=[], options=reading(facing_double="match"))
        tile = "yellow:2-2"
        assert table.legal("place", by="Ann", tile=tile, at=12).readings == ()


# The rulebook's examples


def test_ex_1_the_tile_that_closes_the_circle(wording):
    table = lying({"orange": without(15)}, hands={"Ann": 2, "Bo": 3, "Cy": 3}, bag=10)
    ruling = table.legal("place", by="Ann", tile="orange:0-1", at=15, ends=[1, 0])
    assert ruling.facts == {"ends": [1, 0], "closed": "orange", "next": "Bo"}
    assert "zinga/6" in ruling.rules
    assert [render(effect) for effect in ruling.effects] == wording
    assert table.scores["Ann"] == 16
    assert table["closed"] == [["orange", "Ann"]]


def test_ex_2_a_zinga_serves_as_the_double_across():
    table = lying({"green": "4:33", "yellow": "0:11"})
    ruling = table.legal("place", by="Ann", tile="yellow:Z", at=12)
    assert "zinga/ex.2" in ruling.rules
    table.no_place("4.ii", "Bo", "yellow:1-2", 13)
    table.place("Bo", "yellow:1-3", 13)


def test_ex_2_a_zinga_absorbs_the_number_beside_it():
    table = lying({"yellow": "10:24 11:43"})
    assert table.place("Ann", "yellow:Z", 12)["ends"] == [3, 3]


def test_ex_3_a_zinga_is_blocked():
    table = lying({"green": "4:22", "yellow": "11:43"})
    ruling = table.no_place("ex.3", "Ann", "yellow:Z", 12)
    assert "zinga/4.v" in ruling.rules
    assert "2" in render(ruling.reason)


# 6: closing, and going out


def test_6_closing_scores_the_bonus_whoever_wins_the_round():
    table = lying(
        {"orange": without(15)}, hands={"Ann": 2, "Bo": 1, "Cy": 3}, options={"bonus": 10}
    )
    table.place("Ann", "orange:0-1", 15)
    table.place("Bo", "green:1-1", 0)
    assert table["out"] == "Bo"
    table.do("end_round", points={"Ann": 4, "Cy": 5})
    assert table.scores == {"Ann": 10, "Bo": 9, "Cy": 0}


def test_6_a_closing_tile_that_stands_closes_too(wording):
    table = lying({"orange": without(15)}, turn="Bo")
    entry = table.enter("place", by="Ann", tile="orange:0-1", at=15, stands=True)
    assert entry.ruling.facts == {"ends": [1, 0], "closed": "orange", "next": "Bo"}
    assert [render(effect) for effect in entry.ruling.effects] == wording
    assert table.scores["Ann"] == 16


def test_6_closing_may_end_the_game_at_once():
    options = {"target": 20, **reading(target_at="at-once")}
    table = lying({"orange": without(15)}, options=options, scores={"Ann": 4, "Cy": 7})
    ruling = table.legal("place", by="Ann", tile="orange:0-1", at=15)
    assert ruling.facts["next"] is None
    assert ruling.readings == ("target_at",)
    assert {"zinga/6", "zinga/win"} <= set(ruling.rules)
    assert (table.over, table.winners, table["turn"]) == (True, ["Ann"], None)
    assert table["in_round"] is True


def test_6_at_the_end_of_the_round_by_default():
    table = lying({"orange": without(15)}, options={"target": 20}, scores={"Ann": 4})
    ruling = table.legal("place", by="Ann", tile="orange:0-1", at=15)
    assert ruling.readings == ("target_at",)
    assert not table.over


def test_7_A_the_last_tile_ends_the_round():
    table = lying({"green": "0:11"}, hands={"Ann": 1, "Bo": 2, "Cy": 1}, bag=9)
    ruling = table.legal("place", by="Ann", tile="green:1-2", at=1)
    assert ruling.facts["next"] is None
    assert "zinga/7.A" in ruling.rules
    assert (table["out"], table["turn"], table["in_round"]) == ("Ann", None, True)
    for kind, fields in (
        ("place", {"tile": "green:2-3", "at": 2}),
        ("draw", {}),
        ("pass", {}),
    ):
        table.illegal(kind, "7.A", by="Bo", **fields)
        table.cannot_stand(kind, by="Bo", **fields)


def test_4_unknown_hands_stay_unknown():
    table = lying({"green": "0:11"}, hands={"Bo": 2})
    table.place("Ann", "green:1-2", 1)
    assert table["hands"] == {"Ann": None, "Bo": 2, "Cy": None}
    assert table["bag"] is None
