"""Positions: what is set, what cannot be."""

from itertools import combinations

import pytest
from zigzag_table import (
    BLUE,
    WATER,
    begin,
    block,
    box,
    cancel,
    last,
    position,
    power,
    record,
    report,
    shift,
    stop,
    ticks,
    zig,
)

from referee.games.zigzag import GAME
from referee.record import check, read

WHOLE = {
    "in_round": True,
    "stops": {"Bo": ["accessory"], "Ann": []},
    "thefts": ["Cy", "Bo"],
    "number": 7,
    "constraints": {"Ann": {"require": {"element": "water"}}},
    "ticked": ticks("Ann", "zig", level=2) + ticks("Di", "zag", level=2),
    "failed_blocks": {"Ann": 1, "Di": 2},
}


def test_position_sets_everything():
    found = report(position(**WHOLE), level=2)
    assert found["rulings"][0]["verdict"] == "legal"
    assert found["rulings"][0]["rules"] == ["table/position"]
    assert found["state"] == {
        "round": 0,
        "in_round": True,
        "number": 7,
        "ticked": [[[2, "zig", 1]], [[2, "zag", 1]]],
        "failed_blocks": [1, 2],
        "stops": {"Bo": ["accessory"]},
        "thefts": ["Bo", "Cy"],
        "waiting": [],
        "numbers": {"Ann": 7, "Bo": 7, "Cy": 7, "Di": 7},
    }
    assert found["scores"] == {"Ann": 1, "Bo": 1, "Cy": 1, "Di": 1}


def test_position_what_is_left_out_is_not_there_but_the_round_stays():
    before = [
        box("Bo", "zig"),
        begin(),
        stop("Cy", "accessory"),
        power("Bo", "theft", "Cy"),
        power("Bo", "master"),
        power("Ann", "swap", "Bo"),
    ]
    found = report(*before, position())
    assert found["state"] == report(begin())["state"]
    assert last(*before, position(), cancel("Bo", "swap"))["verdict"] == "illegal"
    assert report(*before, position(in_round=False))["state"]["in_round"] is False


@pytest.mark.parametrize("size", range(len(WHOLE) + 1))
def test_position_with_any_of_its_fields(size):
    for names in combinations(WHOLE, size):
        found = report(position(**{name: WHOLE[name] for name in names}), level=2)
        assert found["rulings"][0]["verdict"] == "legal", names


def test_position_is_played_on_from():
    constraints = {"Cy": {"feature": "colour"}}
    two = {"level": 2}
    assert last(position(constraints=constraints), zig(BLUE), **two)["verdict"] == "legal"
    assert last(position(constraints=constraints), zig(WATER), **two)["verdict"] == "illegal"
    moved = [position(number=7, constraints=constraints), shift("Cy")]
    assert last(*moved, zig(BLUE), **two)["verdict"] == "undecided"
    assert report(*moved, **two)["state"]["numbers"]["Cy"] == 8
    assert last(position(thefts=["Cy"]), zig())["facts"]["mistake"] is False
    assert last(position(stops={"Cy": ["landscape"]}), zig())["facts"]["mistake"] is True
    assert last(position(in_round=False), zig())["verdict"] == "illegal"
    shown = {"Ann": "wbs eyc", "Cy": "agu fpn"}
    last_one = last(position(failed_blocks={"Bo": 2}), block("Bo", "Ann", shown))
    assert last_one["facts"]["failed_left"] == 0


def test_position_ticks_of_both_members_add_up():
    both = ticks("Ann", "zig") + ticks("Cy", "zig")
    found = report(position(ticked=both), boxes={"zig": 2})
    assert found["state"]["ticked"] == [[[1, "zig", 2]], []]


def cannot_be(clause, options=None, **fields):
    found = report(begin(), position(**fields, stands=True), **options or {})
    ruling = found["rulings"][-1]
    assert ruling["verdict"] == "illegal"
    assert ruling["stood"] is False
    assert clause in ruling["rules"]
    assert found["state"]["in_round"] is True
    return True


def test_stop_three_cannot_lie_before_a_player():
    assert cannot_be("zigzag/stop", stops={"Ann": ["accessory", "landscape", "accessory"]})
    two = report(position(stops={"Ann": ["accessory", "accessory"], "Bo": ["character"] * 2}))
    assert two["rulings"][0]["verdict"] == "legal"


def test_end_no_more_ticks_than_boxes():
    assert cannot_be("zigzag/end", ticked=ticks("Ann", "zig", "zig"))
    assert cannot_be("zigzag/end", ticked=ticks("Ann", "zig", level=2))
    assert cannot_be("zigzag/end", {"level": 2}, ticked=ticks("Ann", "zig", level=1))
    assert cannot_be("zigzag/end", {"boxes": {"zig": 0}}, ticked=ticks("Ann", "zig"))
    both = ticks("Ann", "zig", level=1) + ticks("Ann", "zig", level=2)
    assert last(position(ticked=both), level=3)["verdict"] == "legal"


def test_end_two_teams_cannot_both_have_won():
    calls = ("zig", "zag", "double-zig", "zig-zag")
    assert cannot_be("zigzag/end", ticked=ticks("Ann", *calls) + ticks("Bo", *calls))


def test_constraint_none_on_level_1():
    assert cannot_be("zigzag/constraint", number=7)
    assert cannot_be("zigzag/constraint", constraints={"Ann": {"text": "any"}})
    assert last(position(constraints={}))["verdict"] == "legal"


@pytest.mark.parametrize(
    ("clause", "fields"),
    [
        ("zigzag/stop", {"stops": {"Ann": ["accessory"]}}),
        ("zigzag/power.theft", {"thefts": ["Ann"]}),
        ("zigzag/constraint", {"number": 7}),
        ("zigzag/constraint", {"constraints": {"Ann": {"text": "any"}}}),
    ],
)
def test_setup_between_rounds_nothing_lies(clause, fields):
    assert cannot_be(clause, {"level": 2}, in_round=False, **fields)


def test_end_a_won_position_is_over_and_no_round_runs():
    found = report(position(ticked=ticks("Bo", "zig", "zag", "double-zig", "zig-zag")))
    assert found["over"] is True
    assert found["winners"] == ["Bo", "Di"]
    assert found["state"]["in_round"] is False


def test_position_after_the_end_goes_on():
    won = position(ticked=ticks("Bo", "zig", "zag", "double-zig", "zig-zag"))
    assert report(won, position(), zig())["team_scores"] == [1, 0]


def test_position_of_a_table_is_what_lies_there():
    found = check(read(record([position(**WHOLE)], level=2), {"zigzag": GAME}))
    again = GAME.apply(found.state, GAME.position(found.state, "Ann"))
    assert GAME.report(again) == GAME.report(found.state)
    assert GAME.page(again, "Ann") == GAME.page(found.state, "Ann")


def test_position_for_a_seat_has_its_own_constraint_only():
    found = check(read(record([position(**WHOLE)], level=2), {"zigzag": GAME}))
    assert [*GAME.position(found.state, "Ann").constraints] == ["Ann"]
    assert not GAME.position(found.state, "Bo").constraints
    assert not GAME.position(found.state, None).constraints
