"""Levels 2 and 3: constraints, +1 and −1, whose level a box is of."""

import pytest
from zigzag_table import (
    BLUE,
    FIRE,
    FIRE_PINK,
    NONE,
    NOTHING,
    WATER,
    WATER_BLUE,
    begin,
    box,
    dealt,
    declare,
    last,
    lead,
    power,
    report,
    shift,
    stop,
    zag,
    zig,
)

WATER_LINES = [{"require": {"element": "water"}}] * 12
LINES = [{"feature": f} for f in ("element", "colour", "accessory")]
BOX = [WATER_LINES, LINES, [{"text": "Only creatures that swim"}] * 12]
TWO = {"level": 2, "constraints": BOX}
THREE = {"level": 3, "constraints": BOX}


def counts(constraint, hand, call="zig", *before):
    ruling = last(
        begin(1), dealt("Cy", **constraint), *before, declare("Ann", call, {"Cy": hand}), level=2
    )
    return ruling["facts"]["counts"]["Cy"], ruling["verdict"]


# zigzag/constraint: what counts


@pytest.mark.parametrize(
    ("constraint", "hand", "count"),
    [
        ({"require": {"element": "water"}}, WATER, 1),
        ({"require": {"element": "water"}}, WATER_BLUE, 2),
        ({"require": {"element": "water"}}, FIRE, 0),
        ({"require": {"element": "water"}}, BLUE, 0),
        ({"require": {"element": "water", "colour": "blue"}}, WATER_BLUE, 2),
        ({"require": {"element": "water", "colour": "blue"}}, WATER, 0),
        ({"feature": "colour"}, BLUE, 1),
        ({"feature": "colour"}, WATER_BLUE, 2),
        ({"feature": "colour"}, WATER, 0),
        ({"forbid": "colour"}, BLUE, 0),
        ({"forbid": "colour"}, WATER, 1),
        ({"forbid": "colour"}, WATER_BLUE, 1),
        ({"forbid_value": {"colour": "pink"}}, WATER, 0),
        ({"forbid_value": {"colour": "pink"}}, WATER_BLUE, 2),
        ({"forbid_value": {"colour": "pink", "accessory": "none"}}, WATER_BLUE, 0),
        ({"forbid_value": {"colour": "pink"}}, "wbs wyc wgu j", 1),
        ({"require": {"element": "water"}}, "j wyc wgu wpn", 1),
        ({"require": {"element": "fire"}}, "j wyc wgu wpn", 0),
        ({"require": {"accessory": "none"}}, NONE, 1),
        ({"feature": "accessory"}, NONE, 1),
        ({"feature": "colour", "forbid": "colour"}, BLUE, 0),
        ({"require": {"element": "water"}, "forbid": "element"}, WATER_BLUE, 0),
        ({"require": {"element": "water"}, "forbid": "colour", "text": "so"}, WATER_BLUE, 1),
        ({"require": {"element": "water"}, "feature": "colour"}, WATER_BLUE, 2),
        ({"require": {"element": "water"}, "feature": "colour"}, WATER, 0),
        ({"forbid": "colour"}, NOTHING, 0),
        ({"text": "Only creatures that swim"}, NOTHING, 0),
        ({"text": "Only creatures that swim"}, WATER, None),
    ],
)
def test_constraint_what_it_lets_count(constraint, hand, count):
    found, verdict = counts(constraint, hand)
    assert found == count
    assert verdict == ("undecided" if count is None else "legal" if count else "illegal")


def test_constraint_four_jokers_meet_any_requirement():
    events = [begin(1), dealt("Cy", require={"colour": "pink"}, forbid_value={"colour": "pink"})]
    ruling = last(*events, zag("j j j j"), level=2, jokers=4)
    assert ruling["facts"]["counts"] == {"Cy": 3}


def test_constraint_after_stops():
    constraint = {"require": {"element": "water"}}
    assert counts(constraint, WATER_BLUE, "zig", stop("Cy", "landscape")) == (0, "illegal")
    assert counts(constraint, WATER_BLUE, "zag", stop("Cy", "landscape")) == (0, "illegal")
    assert counts(constraint, WATER_BLUE, "zig", stop("Cy", "character")) == (1, "legal")
    assert counts({"forbid": "colour"}, WATER_BLUE, "zig", stop("Cy", "landscape"))[0] == 0


def test_constraint_as_many_as_the_call_needs():
    assert counts({"forbid": "colour"}, WATER_BLUE, "zag") == (1, "illegal")
    assert counts({"forbid": "accessory"}, WATER_BLUE, "zag") == (2, "legal")


def test_constraint_not_met_is_a_mistake_and_says_no_more(wording):
    ruling = last(begin(7), dealt("Cy", 0), zig(FIRE), **TWO)
    assert ruling["facts"]["mistake"] is True
    assert ruling["facts"]["change"] == ["Ann", "Cy"]
    assert "zigzag/constraint" in ruling["rules"]
    assert ruling["reason"] == wording


def test_constraint_a_round_that_goes_on_keeps_them():
    assert last(begin(7), dealt("Cy", 0), zig(FIRE), zig(WATER), **TWO)["verdict"] == "legal"
    assert last(begin(7), dealt("Cy", 0), lead(), zig(FIRE), **TWO)["verdict"] == "illegal"


def test_constraint_of_both_in_double_calls(wording):
    events = [begin(1), dealt("Ann", feature="element"), dealt("Cy", feature="colour")]
    for hands, right in (
        ({"Ann": WATER, "Cy": "fbs ebc abu fbn"}, True),
        ({"Ann": WATER, "Cy": FIRE}, False),
        ({"Ann": BLUE, "Cy": "wys eyc ayu fyn"}, False),
    ):
        ruling = last(*events, declare("Ann", "double-zig", hands), level=2)
        assert (ruling["verdict"] == "legal") == right
    assert ruling["reason"] == wording


def test_constraint_in_a_zig_zag_who_falls_short_is_not_told(wording):
    events = [begin(1), dealt("Ann", forbid="colour"), dealt("Cy", forbid="colour")]
    shout = declare("Ann", "zig-zag", {"Ann": WATER_BLUE, "Cy": FIRE_PINK})
    ruling = last(*events, shout, level=2)
    assert ruling["facts"]["counts"] == {"Ann": 1, "Cy": 1}
    assert ruling["reason"] == wording


def test_constraint_of_the_other_does_not_matter_in_a_zig():
    events = [begin(1), dealt("Ann", forbid="element"), dealt("Cy", feature="element")]
    assert last(*events, zig(), level=2)["facts"]["ticked"] == [2, "zig"]


# What is not known


@pytest.mark.parametrize(
    "events",
    [
        [begin(7)],
        [begin(), dealt("Cy", 0)],
        [begin(7), dealt("Cy", 1)],
        [begin(7), dealt("Cy", feature="element"), shift("Cy")],
        [begin(7), dealt("Ann", 0)],
    ],
)
def test_constraint_not_known_is_undecided(events, wording):
    ruling = last(*events, zig(), **TWO)
    assert ruling["verdict"] == "undecided"
    assert ruling["facts"]["counts"] == {"Cy": None}
    assert ruling["facts"]["mistake"] is False
    assert ruling["reason"] == wording
    found = report(*events, zig(stands=True), **TWO)
    assert found["rulings"][-1]["stood"] is True
    assert found["rulings"][-1]["facts"]["ticked"] == [2, "zig"]
    # no combination is a mistake whatever the constraint asks
    assert last(*events, zig(NOTHING), **TWO)["facts"]["mistake"] is True
    assert last(*events, zag(WATER), **TWO)["facts"]["mistake"] is True


def test_constraint_one_known_may_decide_already():
    events = [begin(7), dealt("Ann", 0)]
    right = declare("Ann", "double-zig", {"Ann": WATER, "Cy": FIRE})
    wrong = declare("Ann", "double-zig", {"Ann": FIRE, "Cy": WATER})
    assert last(*events, right, **TWO)["verdict"] == "undecided"
    assert last(*events, wrong, **TWO)["facts"]["mistake"] is True


@pytest.mark.parametrize(
    ("constraint", "stops", "call", "verdict"),
    [
        ({"forbid": "colour"}, ["landscape", "accessory"], "zig", "illegal"),
        ({"forbid": "colour"}, ["landscape"], "zig", "undecided"),
        ({"forbid": "colour"}, ["landscape"], "zag", "illegal"),
        ({"require": {"element": "water"}}, ["landscape"], "zig", "illegal"),
        ({"feature": "colour"}, ["character"], "zig", "illegal"),
        ({"feature": "colour", "forbid": "colour"}, [], "zig", "illegal"),
        ({"require": {"colour": "pink"}, "forbid_value": {"colour": "pink"}}, [], "zig", "illegal"),
        ({"require": {"element": "water"}}, [], "zag", "undecided"),
    ],
)
def test_constraint_may_decide_without_the_hand(constraint, stops, call, verdict):
    before = [stop("Cy", feature) for feature in stops]
    events = [begin(1), dealt("Cy", **constraint), *before, declare("Ann", call, {})]
    assert last(*events, level=2)["verdict"] == verdict


def test_constraint_without_the_hand_counts_the_cards_left():
    """No joker, and one of the four blue water creatures may not be there."""
    need = {
        "require": {"element": "water", "colour": "blue"},
        "forbid_value": {"accessory": "none"},
    }
    events = [begin(1), dealt("Cy", **need), declare("Ann", "zag", {})]
    assert last(*events, level=2, jokers=0)["verdict"] == "illegal"
    assert last(*events, level=2, jokers=1)["verdict"] == "undecided"


# zigzag/constraint: whose card, which line


def test_constraint_a_card_is_one_players(wording):
    ruling = last(begin(7), dealt("Cy", 0), dealt("Ann", 0), **TWO)
    assert ruling["verdict"] == "illegal"
    assert ruling["rules"] == ["zigzag/constraint"]
    assert ruling["reason"] == wording
    assert last(begin(7), dealt("Cy", 0), dealt("Ann", 1), **TWO)["verdict"] == "legal"
    assert last(begin(7), dealt("Cy", 0), dealt("Cy", 0), **TWO)["verdict"] == "legal"


def test_constraint_a_later_one_replaces_it():
    events = [begin(7), dealt("Cy", 1), dealt("Cy", 0)]
    assert last(*events, zig(), **TWO)["verdict"] == "legal"
    assert last(*events, dealt("Ann", 1), **TWO)["verdict"] == "legal"
    assert last(*events, dealt("Cy", feature="colour"), zig(), **TWO)["verdict"] == "illegal"


def test_constraint_the_number_picks_the_line():
    for number, hand in ((1, WATER), (2, BLUE), (3, NONE)):
        assert last(begin(number), dealt("Cy", 1), zig(hand), **TWO)["verdict"] == "legal"
        other = WATER if number != 1 else BLUE
        assert last(begin(number), dealt("Cy", 1), zig(other), **TWO)["verdict"] == "illegal"


def test_constraint_goes_with_the_round():
    events = [begin(7), dealt("Cy", 0), shift("Cy"), box("Bo", "zig")]
    found = report(*events, **TWO)
    assert found["state"]["number"] is None
    assert found["state"]["numbers"] == {}
    found = report(*events, begin(3), dealt("Ann", 0), **TWO)
    assert found["rulings"][-1]["verdict"] == "legal"
    assert found["state"]["numbers"] == {"Ann": 3, "Bo": 3, "Cy": 3, "Di": 3}


@pytest.mark.parametrize(
    ("event", "clause"),
    [
        (dealt("Ann", forbid="colour"), "zigzag/constraint"),
        (shift("Ann"), "zigzag/constraint"),
        (shift("Ann"), "zigzag/constraint.plus-minus"),
    ],
)
def test_constraint_not_on_level_1_and_not_between_rounds(event, clause):
    event = event | {"stands": True}
    for ruling in (last(begin(), event), last(event, level=2), last(event)):
        assert ruling["verdict"] == "illegal"
        assert ruling["stood"] is False
        assert clause in ruling["rules"]


def test_constraint_no_number_on_level_1():
    ruling = last(begin(7))
    assert ruling["verdict"] == "illegal"
    assert "zigzag/constraint" in ruling["rules"]
    found = report(begin(7, stands=True))
    assert found["rulings"][0]["stood"] is True
    assert found["state"]["round"] == 1
    assert found["state"]["number"] is None
    assert found["state"]["numbers"] == {}


# zigzag/constraint.plus-minus


def test_constraint_plus_minus_moves_one_player():
    events = [begin(7), shift("Ann"), shift("Ann"), shift("Di", -1)]
    state = report(*events, level=2)["state"]
    assert state["number"] == 7
    assert state["numbers"] == {"Ann": 9, "Bo": 7, "Cy": 7, "Di": 6}


def test_constraint_plus_minus_before_the_card_is_put_in():
    events = [begin(1), shift("Cy"), dealt("Cy", 1)]
    assert last(*events, zig(BLUE), **TWO)["verdict"] == "legal"
    assert last(*events, shift("Cy"), zig(NONE), **TWO)["verdict"] == "legal"


def test_constraint_plus_minus_of_a_number_not_known():
    found = report(begin(), shift("Cy"), shift("Cy", -1), level=2)
    assert [r["verdict"] for r in found["rulings"]] == ["legal"] * 3
    assert found["state"]["numbers"] == {"Ann": None, "Bo": None, "Cy": None, "Di": None}


def test_constraint_plus_minus_after_it_a_line_put_in_is_not_known_until_put_in_again():
    events = [begin(7), dealt("Cy", feature="colour"), shift("Cy")]
    assert last(*events, zig(BLUE), level=2)["verdict"] == "undecided"
    assert last(*events, dealt("Cy", feature="colour"), zig(BLUE), level=2)["verdict"] == "legal"
    other = [begin(7), dealt("Cy", feature="colour"), shift("Ann")]
    assert last(*other, zig(BLUE), level=2)["verdict"] == "legal"


@pytest.mark.parametrize(("number", "delta", "wrapped"), [(12, 1, 1), (1, -1, 12)])
def test_constraint_plus_minus_reading_shift_wrap(number, delta, wrapped):
    ruling = last(begin(number), shift("Cy", delta), level=2)
    assert ruling["verdict"] == "illegal"
    assert "zigzag/constraint.plus-minus" in ruling["rules"]
    assert ruling["readings"] == ["shift_wrap"]
    wrap = {"level": 2, "readings": {"shift_wrap": "wrap"}}
    found = report(begin(number), shift("Cy", delta), **wrap)
    assert found["rulings"][-1]["verdict"] == "legal"
    assert found["rulings"][-1]["readings"] == ["shift_wrap"]
    assert found["state"]["numbers"]["Cy"] == wrapped
    stood = report(begin(number), shift("Cy", delta, stands=True), level=2)
    assert stood["rulings"][-1]["stood"] is True
    assert stood["state"]["numbers"]["Cy"] == wrapped


# The boxes of level 2


def test_level_2_ticks_boxes_of_level_2():
    found = report(begin(7), dealt("Cy", 0), zig(), **TWO)
    assert found["state"]["ticked"] == [[[2, "zig", 1]], []]
    assert last(begin(7), dealt("Cy", 0), zig(box_level=2), **TWO)["verdict"] == "legal"
    ruling = last(begin(7), dealt("Cy", 0), zig(box_level=1), **TWO)
    assert ruling["verdict"] == "illegal"
    assert ruling["facts"]["mistake"] is False
    assert "zigzag/level-3" in ruling["rules"]
    found = report(begin(7), dealt("Cy", 0), zig(box_level=1, stands=True), **TWO)
    assert found["state"]["ticked"] == [[[2, "zig", 1]], []]


# zigzag/level-3


@pytest.mark.parametrize(
    ("events", "stated", "ticked"),
    [
        ([begin(7), dealt("Cy", 0)], None, [2, "zig"]),
        ([begin(7), dealt("Cy", 0)], 2, [2, "zig"]),
        ([begin(7), dealt("Cy", 0)], 1, [1, "zig"]),
        ([begin(7), dealt("Cy", feature="colour")], None, [1, "zig"]),
        ([begin(7), dealt("Cy", feature="colour")], 2, [1, "zig"]),
        ([begin(7), dealt("Cy", feature="colour")], 1, [1, "zig"]),
        ([begin(7)], 1, [1, "zig"]),
        ([begin(7)], 2, None),
        ([begin(7)], None, None),
        ([begin(7), dealt("Cy", text="in words")], None, None),
    ],
)
def test_level_3_the_constraint_says_which_level(events, stated, ticked):
    more = {"box_level": stated} if stated else {}
    ruling = last(*events, zig(**more), **THREE)
    assert "zigzag/level-3" in ruling["rules"]
    if ticked:
        assert ruling["verdict"] == "legal"
        assert ruling["facts"]["ticked"] == ticked
        assert ruling["facts"]["counts"] == {"Cy": 1}
    else:
        assert ruling["verdict"] == "undecided"
        assert ruling["facts"]["ticked"] is None


def test_level_3_both_must_meet_theirs():
    double = declare("Ann", "double-zig", {"Ann": WATER, "Cy": FIRE})
    events = [begin(7), dealt("Ann", 0)]
    met, unmet = dealt("Cy", feature="element"), dealt("Cy", feature="colour")
    assert last(*events, met, double, **THREE)["facts"]["ticked"] == [2, "double-zig"]
    assert last(*events, unmet, double, **THREE)["facts"]["ticked"] == [1, "double-zig"]
    assert last(*events, double, **THREE)["verdict"] == "undecided"
    # one that is not met settles it
    assert last(begin(7), unmet, double, **THREE)["facts"]["ticked"] == [1, "double-zig"]


def test_level_3_a_zag_must_be_a_zag_within_the_constraint():
    events = [begin(7), dealt("Cy", forbid="colour")]
    assert last(*events, zag(), **THREE)["facts"]["ticked"] == [1, "zag"]
    assert last(*events, zig(WATER_BLUE), **THREE)["facts"]["ticked"] == [2, "zig"]
    assert last(*events, zag(), **THREE)["facts"]["counts"] == {"Cy": 2}


def test_level_3_wrong_is_wrong_on_both_levels():
    ruling = last(begin(7), dealt("Cy", 0), zag(WATER), **THREE)
    assert ruling["facts"]["mistake"] is True
    assert last(begin(7), zag(WATER), **THREE)["facts"]["mistake"] is True


def test_level_3_a_full_box_is_not_replaced_by_the_other_level():
    two, one = box("Ann", "zig", 2), box("Ann", "zig", 1)
    met, unmet = [begin(7), dealt("Cy", 0)], [begin(7), dealt("Cy", feature="colour")]
    assert last(two, *met, zig(), **THREE)["facts"]["ticked"] is None
    assert last(one, *unmet, zig(), **THREE)["facts"]["ticked"] is None
    assert last(two, *met, zig(box_level=1), **THREE)["facts"]["ticked"] == [1, "zig"]


def test_level_3_nothing_is_open_where_both_boxes_are_full():
    both = [box("Ann", "zig", 2), box("Ann", "zig", 1)]
    ruling = last(*both, begin(7), zig(), **THREE)
    assert ruling["verdict"] == "legal"
    assert ruling["facts"]["ticked"] is None


BOTH = {"Ann": FIRE_PINK, "Cy": WATER_BLUE}


def test_level_3_double_zag_chooses_among_the_boxes_of_its_level():
    met = [begin(7), dealt("Ann", feature="colour"), dealt("Cy", 0)]
    shout = declare("Ann", "double-zag", BOTH, tick="zig")
    assert last(*met, shout, **THREE)["facts"]["ticked"] == [2, "zig"]
    full = last(box("Ann", "zig", 2), *met, shout, **THREE)
    assert full["verdict"] == "illegal"
    assert full["facts"]["mistake"] is False
    assert last(box("Ann", "zig", 1), *met, shout, **THREE)["facts"]["ticked"] == [2, "zig"]
    left = [box("Ann", call, 2) for call in ("zig", "zag", "zig-zag")]
    alone = declare("Ann", "double-zag", BOTH)
    assert last(*left, *met, alone, **THREE)["facts"]["ticked"] == [2, "double-zig"]
    assert last(*met, alone, **THREE)["verdict"] == "undecided"


def test_level_3_double_zag_full_on_both_levels_is_illegal_whatever_the_level():
    full = [box("Ann", "zig", 1), box("Ann", "zig", 2)]
    shout = declare("Ann", "double-zag", BOTH, tick="zig")
    assert last(*full, begin(7), shout, **THREE)["verdict"] == "illegal"
    assert last(full[0], begin(7), shout, **THREE)["verdict"] == "undecided"


@pytest.mark.parametrize(
    ("event", "ticked"),
    [
        (zig(stands=True), [2, "zig"]),
        (zig(stands=True, box_level=2), [2, "zig"]),
        (zag(WATER, stands=True), [1, "zag"]),
        (zag(WATER, stands=True, box_level=2), [2, "zag"]),
        (zag(WATER, stands=True, box_level=1), [1, "zag"]),
        (declare("Ann", "zig", {}, stands=True), [2, "zig"]),
        (declare("Cy", "zig", {"Cy": WATER}, stands=True), [1, "zig"]),
        (declare("Ann", "double-zag", BOTH, tick="zag", stands=True), [2, "zag"]),
        (declare("Ann", "double-zag", BOTH, stands=True), None),
    ],
)
def test_level_3_what_stands_where_the_level_is_not_settled(event, ticked):
    found = report(begin(7), event, **THREE)
    assert found["rulings"][-1]["verdict"] != "legal"
    assert found["rulings"][-1]["stood"] is True
    assert found["rulings"][-1]["facts"]["ticked"] == ticked
    assert found["state"]["in_round"] is False


def test_level_3_what_stands_where_the_level_is_settled():
    events = [begin(7), dealt("Ann", feature="colour")]
    half = declare("Ann", "double-zig", {"Ann": WATER}, box_level=2, stands=True)
    found = report(*events, half, **THREE)
    assert found["rulings"][-1]["verdict"] == "undecided"
    assert found["rulings"][-1]["facts"]["ticked"] == [1, "double-zig"]


def test_level_3_a_theft_is_a_mistake():
    events = [begin(7), dealt("Cy", 0), power("Bo", "theft", "Cy")]
    assert last(*events, zig("wbs wyc wgu"), **THREE)["facts"]["mistake"] is True


# score_box


def test_declare_score_box_ticks_without_verifying():
    found = report(box("Cy", "zag"))
    assert found["rulings"][0]["verdict"] == "legal"
    assert found["state"]["ticked"] == [[[1, "zag", 1]], []]
    assert found["state"]["round"] == 0


def test_declare_score_box_ends_the_round(wording):
    found = report(begin(), stop("Cy", "accessory"), box("Bo", "zig"))
    assert found["state"]["in_round"] is False
    assert found["state"]["stops"] == {}
    assert found["rulings"][-1]["effects"] == wording


def test_declare_score_box_full_cannot_stand(wording):
    ruling = last(box("Ann", "zig"), box("Cy", "zig", stands=True))
    assert ruling["verdict"] == "illegal"
    assert ruling["stood"] is False
    assert ruling["reason"] == wording
    assert "zigzag/end" in ruling["rules"]
    full = last(box("Ann", "zig"), box("Cy", "zig", 2, stands=True))
    assert full["stood"] is False
    assert "zigzag/level-3" in full["rules"]


def test_level_3_score_box_needs_the_level():
    ruling = last(box("Ann", "zig", stands=True), **THREE)
    assert ruling["verdict"] == "undecided"
    assert ruling["stood"] is False
    assert "zigzag/level-3" in ruling["rules"]
    assert report(box("Ann", "zig", 1), **THREE)["state"]["ticked"] == [[[1, "zig", 1]], []]
    both = [box("Ann", "zig", 1), box("Ann", "zig", 2)]
    assert last(*both, box("Ann", "zig"), **THREE)["verdict"] == "illegal"
    assert last(both[0], box("Ann", "zig"), **THREE)["verdict"] == "undecided"


def test_level_3_score_box_of_a_level_not_played():
    ruling = last(box("Ann", "zig", 1), **TWO)
    assert ruling["verdict"] == "illegal"
    assert {"zigzag/level-3", "zigzag/end"} <= set(ruling["rules"])
    found = report(box("Ann", "zig", 1, stands=True), **TWO)
    assert found["state"]["ticked"] == [[[2, "zig", 1]], []]
    assert report(box("Ann", "zig", 2), **TWO)["rulings"][0]["verdict"] == "legal"


def test_end_takes_the_boxes_of_both_levels_on_level_3():
    calls = ("zig", "zag", "double-zig", "zig-zag")
    found = report(*[box("Ann", call, 1) for call in calls], **THREE)
    assert found["over"] is False
    found = report(*[box("Ann", call, level) for call in calls for level in (1, 2)], **THREE)
    assert found["over"] is True
    assert "zigzag/end" in found["rulings"][-1]["rules"]
    assert found["winners"] == ["Ann", "Cy"]


# The reading `numbers`

EACH = {"level": 2, "constraints": BOX, "readings": {"numbers": "each"}}


def number(by, n, **fields):
    return {"type": "number", "by": by, "number": n, **fields}


def test_constraint_reading_numbers_each_has_an_own_one():
    found = report(begin(), number("Cy", 3), number("Bo", 4), number("Cy", 5), **EACH)
    assert found["state"]["numbers"] == {"Ann": None, "Bo": 4, "Cy": 5, "Di": None}
    assert found["state"]["number"] is None
    assert found["rulings"][1]["readings"] == ["numbers"]


def test_constraint_reading_numbers_one_for_all():
    found = report(begin(2), number("Cy", 3), number("Cy", 4, stands=True), level=2)
    assert [ruling["verdict"] for ruling in found["rulings"][1:]] == ["illegal"] * 2
    assert found["rulings"][2]["stood"]
    assert found["state"]["numbers"] == {"Ann": 2, "Bo": 2, "Cy": 4, "Di": 2}


def test_constraint_numbers_need_a_round_and_a_level_with_constraints():
    for events, options in (
        ([number("Cy", 3, stands=True)], EACH),
        ([begin(), number("Cy", 3, stands=True)], {}),
    ):
        ruling = last(*events, **options)
        assert (ruling["verdict"], ruling["stood"]) == ("illegal", False)


def test_constraint_a_number_leaves_the_line_that_was_put_in():
    line = dealt("Cy", require={"element": "water"})
    ruling = last(begin(), line, number("Cy", 3), declare("Ann", "zig", {"Cy": WATER}), **EACH)
    assert ruling["verdict"] == "legal"


@pytest.mark.parametrize("entered", [dealt("Cy", text="in words"), dealt("Cy", 2)])
def test_a_constraint_in_words_is_not_one_that_is_missing(entered):
    ruling = last(begin(7), entered, zig(), **TWO)
    assert ruling["verdict"] == "undecided"
    assert ruling["reason"] == (
        "Cy's constraint is entered in words, which only the table can judge. It looks at the "
        "card, and lets the ZIG stand if the constraint is met."
    )


def test_the_line_can_be_given_after_a_round_has_begun():
    line = {"type": "line", "number": 7}
    found = report(begin(), shift("Cy"), line, **TWO)
    assert found["rulings"][-1]["verdict"] == "legal"
    assert found["state"]["number"] == 7
    assert found["state"]["numbers"] == {"Ann": 7, "Bo": 7, "Cy": 8, "Di": 7}
    again = report(begin(3), shift("Cy"), line, **TWO)
    assert again["state"]["numbers"]["Cy"] == 8
    each = {**TWO, "readings": {"numbers": "each"}}
    assert last(begin(), line, **each)["verdict"] == "illegal"
    assert last(line, **TWO)["verdict"] == "illegal"
    assert last(begin(), line)["verdict"] == "illegal"


def test_a_level_1_box_says_whose_constraint_is_not_met():
    three = {**TWO, "level": 3}
    ruling = last(begin(7), dealt("Cy", feature="accessory"), zig(), **three)
    assert ruling["verdict"] == "legal"
    assert ruling["facts"]["ticked"] == [1, "zig"]
    assert ruling["facts"]["unmet"] == ["Cy"]
    assert "Cy's constraint is not met, so it is a level 1 box." in ruling["effects"][0]
    met = last(begin(7), dealt("Cy", feature="element"), zig(), **three)
    assert met["facts"]["ticked"] == [2, "zig"]
    assert "unmet" not in met["facts"]
