"""Declarations, by clause: the cards, the calls, who may declare, what is ticked."""

import pytest
from zigzag_table import (
    BLUE,
    FIRE,
    FIRE_PINK,
    NONE,
    NOTHING,
    SIX,
    WATER,
    WATER_BLUE,
    begin,
    box,
    cancel,
    cards,
    declare,
    last,
    lead,
    position,
    power,
    report,
    stop,
    ticks,
    zag,
    zig,
)

DECLARE = {"zigzag/declare", "zigzag/next"}


def is_mistake(ruling, *change):
    facts = ruling["facts"]
    assert ruling["verdict"] == "illegal"
    assert set(ruling["rules"]) >= DECLARE
    assert facts["mistake"] is True
    assert facts["ticked"] is None
    assert facts["round_over"] is False
    assert facts["change"] == list(change)
    return True


def is_no_mistake(ruling, clause):
    facts = ruling["facts"]
    assert ruling["verdict"] == "illegal"
    assert clause in ruling["rules"]
    assert facts["mistake"] is False
    assert facts["change"] == []
    assert facts["ticked"] is None
    assert not facts["round_over"]
    assert not ruling["effects"]
    return True


# zigzag/next: the calls


def test_next_zig_is_one_feature_of_the_partner(wording):
    ruling = last(begin(), zig())
    assert ruling["verdict"] == "legal"
    assert set(ruling["rules"]) >= DECLARE
    assert ruling["reason"] == wording
    assert ruling["effects"] == wording
    assert ruling["facts"] == {
        "common": {"Cy": ["element"]},
        "counts": {"Cy": 1},
        "mistake": False,
        "ticked": [1, "zig"],
        "round_over": True,
        "change": [],
    }


def test_next_a_zag_is_a_zig_too():
    assert last(begin(), zig(WATER_BLUE))["facts"]["ticked"] == [1, "zig"]


def test_next_zag_takes_two_features(wording):
    ruling = last(begin(), zag(WATER))
    assert is_mistake(ruling, "Ann", "Cy")
    assert ruling["reason"] == wording
    assert ruling["effects"] == wording
    assert ruling["readings"] == ["mistake_change"]


def test_next_double_zig_takes_a_zig_of_each(wording):
    ruling = last(begin(), declare("Ann", "double-zig", {"Ann": WATER, "Cy": FIRE}))
    assert ruling["verdict"] == "legal"
    assert ruling["reason"] == wording
    ruling = last(begin(), declare("Cy", "double-zig", {"Ann": WATER, "Cy": "fbs eyc agu fgn"}))
    assert is_mistake(ruling, "Ann", "Cy")
    assert ruling["reason"] == wording


@pytest.mark.parametrize(
    ("hands", "right"),
    [
        ((WATER, FIRE_PINK), True),
        ((WATER_BLUE, FIRE), True),
        ((WATER_BLUE, FIRE_PINK), True),
        ((WATER, FIRE), False),
        ((WATER_BLUE, "eyc agu fpn fgs"), False),
        (("eyc agu fbn wps", FIRE_PINK), False),
    ],
)
def test_next_zig_zag_is_a_zig_of_one_and_a_zag_of_the_other(hands, right):
    ruling = last(begin(), declare("Ann", "zig-zag", {"Ann": hands[0], "Cy": hands[1]}))
    if right:
        assert ruling["facts"]["ticked"] == [1, "zig-zag"]
    else:
        assert is_mistake(ruling, "Ann", "Cy")


def test_next_two_zigs_are_no_zig_zag_says_who(wording):
    ruling = last(begin(), declare("Ann", "zig-zag", {"Ann": WATER, "Cy": FIRE}))
    assert ruling["reason"] == wording


def test_next_double_zag_takes_a_zag_of_each():
    assert is_mistake(
        last(begin(), declare("Ann", "double-zag", {"Ann": WATER_BLUE, "Cy": FIRE}, tick="zig")),
        "Ann",
        "Cy",
    )


def test_next_partners_are_the_teams():
    teams = [["Ann", "Bo"], ["Cy", "Di"]]
    ruling = last(begin(), declare("Bo", "zig", {"Ann": WATER}), teams=teams)
    assert ruling["verdict"] == "legal"
    assert is_no_mistake(last(begin(), zig(), teams=teams), "zigzag/next")
    found = report(
        begin(), declare("Di", "zig", {"Cy": WATER}), teams=[["Di", "Cy"], ["Bo", "Ann"]]
    )
    assert found["team_scores"] == [1, 0]
    assert found["scores"] == {"Ann": 0, "Bo": 0, "Cy": 1, "Di": 1}


def test_next_with_six_partners_face_each_other():
    ruling = last(begin(), declare("Di", "zig", {"Ann": WATER}), players=SIX)
    assert ruling["verdict"] == "legal"


@pytest.mark.parametrize(
    "event",
    [
        declare("Ann", "zig", {"Cy": WATER, "Ann": FIRE}),
        declare("Ann", "zig", {"Bo": WATER}),
        declare("Ann", "zig", {"Cy": WATER, "Bo": FIRE}),
        declare("Ann", "double-zig", {"Ann": WATER, "Cy": FIRE, "Bo": NONE}),
        declare("Ann", "zag", {"Cy": NOTHING, "Di": FIRE_PINK}),
    ],
)
def test_next_another_hand_than_the_call_rests_on_is_no_mistake(event):
    assert is_no_mistake(last(begin(), event), "zigzag/next")


# zigzag/aim: the partner declares


def test_aim_the_holder_does_not_declare(wording):
    ruling = last(begin(), declare("Cy", "zig", {"Cy": WATER}))
    assert is_no_mistake(ruling, "zigzag/aim")
    assert ruling["readings"] == ["self_declare"]
    assert ruling["reason"] == wording
    assert ruling["facts"]["common"] == {"Cy": ["element"]}


def test_aim_reading_self_declare_yes():
    yes = {"readings": {"self_declare": "yes"}}
    ruling = last(begin(), declare("Cy", "zag", {"Cy": WATER_BLUE}), **yes)
    assert ruling["verdict"] == "legal"
    assert ruling["readings"] == ["self_declare"]
    assert last(begin(), zig(), **yes)["verdict"] == "legal"
    assert is_mistake(last(begin(), declare("Cy", "zag", {"Cy": WATER}), **yes), "Ann", "Cy")
    both = declare("Cy", "zig", {"Cy": WATER, "Ann": FIRE})
    assert is_no_mistake(last(begin(), both, **yes), "zigzag/next")
    assert last(begin(), declare("Cy", "zig", {}), **yes)["verdict"] == "undecided"


def test_aim_reading_self_declare_yes_and_neither_can_have_one():
    yes = {"readings": {"self_declare": "yes"}}
    theft, other = power("Bo", "theft", "Cy"), power("Bo", "theft", "Ann")
    shout = declare("Cy", "zig", {})
    assert last(begin(), theft, shout, **yes)["verdict"] == "undecided"
    assert is_mistake(last(begin(), theft, other, shout, **yes), "Ann", "Cy")


# zigzag/hand, zigzag/cards, zigzag/joker: what can lie there


@pytest.mark.parametrize("hand", ["", "wbs", "wbs wyc", "wbs wyc wgu"])
def test_hand_of_less_than_four_is_a_mistake(hand):
    ruling = last(begin(), zig(hand))
    assert is_mistake(ruling, "Ann", "Cy")
    assert "zigzag/hand" in ruling["rules"]
    assert ruling["facts"]["common"] == {"Cy": []}
    assert ruling["facts"]["counts"] == {"Cy": 0}


def test_hand_of_more_than_four_cannot_be(wording):
    ruling = last(begin(), zig(f"{WATER} wps"))
    assert is_no_mistake(ruling, "zigzag/hand")
    assert ruling["reason"] == wording
    # ... also one that would be no ZIG
    assert is_no_mistake(last(begin(), zig(f"{NOTHING} wps")), "zigzag/hand")


def test_cards_a_character_is_there_once(wording):
    ruling = last(begin(), zig("wbs wbs wgu wpn"))
    assert is_no_mistake(ruling, "zigzag/cards")
    assert ruling["reason"] == wording
    two = declare("Ann", "double-zig", {"Ann": WATER, "Cy": "wbs fyc fgu fpn"})
    assert is_no_mistake(last(begin(), two), "zigzag/cards")
    # it cannot be, so a hand left out does not make it undecided
    alone = declare("Ann", "double-zig", {"Ann": "wbs wbs wgu wpn"})
    assert is_no_mistake(last(begin(), alone), "zigzag/cards")


def test_cards_jokers_are_counted(wording):
    assert last(begin(), zig("j j wgu wpn"))["verdict"] == "legal"
    ruling = last(begin(), zig("j j j wpn"))
    assert is_no_mistake(ruling, "zigzag/cards")
    assert ruling["reason"] == wording
    assert last(begin(), zig("j j j wpn"), jokers=3)["verdict"] == "legal"
    assert is_no_mistake(last(begin(), zig("j wyc wgu wpn"), jokers=0), "zigzag/joker")
    two = declare("Ann", "double-zig", {"Ann": "j j wgu wpn", "Cy": "j fyc fgu fpn"})
    assert is_no_mistake(last(begin(), two), "zigzag/cards")
    assert (
        last(begin(), declare("Di", "zig", {"Ann": "j j j wpn"}), players=SIX)["verdict"] == "legal"
    )


def test_joker_agrees_with_everything(wording):
    ruling = last(begin(), zag("j wbs wgs wps"))
    assert ruling["verdict"] == "legal"
    assert "zigzag/joker" in ruling["rules"]
    assert ruling["facts"]["common"] == {"Cy": ["accessory", "element"]}
    assert ruling["reason"] == wording


def test_joker_four_of_them_agree_on_everything(wording):
    ruling = last(begin(), zag("j j j j"), jokers=4)
    assert ruling["facts"]["common"] == {"Cy": ["accessory", "colour", "element"]}
    assert ruling["facts"]["counts"] == {"Cy": 3}
    assert ruling["reason"] == wording


def test_cards_no_accessory_is_a_value_like_the_others(wording):
    ruling = last(begin(), zig(NONE))
    assert ruling["facts"]["common"] == {"Cy": ["accessory"]}
    assert ruling["reason"] == wording


# zigzag/stop


def test_stop_cancels_one_feature_of_a_zag(wording):
    ruling = last(begin(), stop("Cy", "landscape"), zag())
    assert is_mistake(ruling, "Ann", "Cy")
    assert "zigzag/stop" in ruling["rules"]
    assert "stop_character" in ruling["readings"]
    assert ruling["facts"]["common"] == {"Cy": ["colour"]}
    assert ruling["reason"] == wording
    assert last(begin(), stop("Cy", "landscape"), zig(WATER_BLUE))["verdict"] == "legal"
    assert last(begin(), stop("Cy", "accessory"), zag())["verdict"] == "legal"
    assert "zigzag/stop" not in last(begin(), stop("Cy", "accessory"), zag())["rules"]


def test_stop_two_of_them(wording):
    stops = [stop("Cy", "landscape"), stop("Cy", "character", "Di")]
    ruling = last(begin(), *stops, zig(WATER_BLUE))
    assert is_mistake(ruling, "Ann", "Cy")
    assert ruling["reason"] == wording
    assert last(begin(), *stops, zig(NONE))["verdict"] == "legal"


def test_stop_before_the_partner_does_not_matter():
    assert last(begin(), stop("Ann", "landscape"), zig())["verdict"] == "legal"


def test_stop_stays_over_a_lead_and_goes_with_the_round():
    assert is_mistake(last(begin(), stop("Cy", "landscape"), lead(), zig()), "Ann", "Cy")
    found = report(begin(), stop("Cy", "landscape"), zig(BLUE), begin(), zig())
    assert found["rulings"][-1]["verdict"] == "legal"
    assert found["state"]["stops"] == {}


@pytest.mark.parametrize(
    ("answer", "printed", "hand", "right"),
    [
        ("colour", "character", BLUE, False),
        ("colour", "character", WATER, True),
        ("colour", "landscape", WATER, False),
        ("colour", "landscape", BLUE, True),
        ("element", "character", WATER, False),
        ("element", "character", BLUE, True),
        ("element", "landscape", BLUE, False),
        ("element", "landscape", WATER, True),
        ("colour", "accessory", NONE, False),
        ("element", "accessory", NONE, False),
    ],
)
def test_stop_reading_stop_character(answer, printed, hand, right):
    readings = {"stop_character": answer}
    ruling = last(begin(), stop("Cy", printed), zig(hand), readings=readings)
    assert (ruling["verdict"] == "legal") == right


# zigzag/power.theft


def test_power_theft_leaves_three_cards():
    theft = power("Bo", "theft", "Cy")
    assert is_no_mistake(last(begin(), theft, zig()), "zigzag/power.theft")
    ruling = last(begin(), theft, zig("wbs wyc wgu"))
    assert is_mistake(ruling, "Ann", "Cy")
    assert "zigzag/power.theft" in ruling["rules"]
    assert ruling["facts"]["counts"] == {"Cy": 0}
    five = last(begin(), theft, zig(f"{WATER} wps"))
    assert is_no_mistake(five, "zigzag/hand")


def test_power_theft_decides_without_the_hand():
    theft = power("Bo", "theft", "Cy")
    assert is_mistake(last(begin(), theft, declare("Ann", "zig", {})), "Ann", "Cy")
    shown = declare("Ann", "double-zig", {"Ann": WATER})
    assert is_mistake(last(begin(), theft, shown), "Ann", "Cy")
    assert last(begin(), theft, lead(), shown)["verdict"] == "undecided"
    mine = last(begin(), theft, declare("Cy", "zig", {"Ann": WATER}))
    assert mine["verdict"] == "legal"


# What is not known


def test_declare_a_hand_left_out_is_undecided(wording):
    ruling = last(begin(), declare("Ann", "zig", {}))
    assert ruling["verdict"] == "undecided"
    assert ruling["reason"] == wording
    assert ruling["facts"]["mistake"] is False
    assert ruling["facts"]["change"] == []
    assert last(begin(), declare("Ann", "double-zag", {}, tick="zig"))["verdict"] == "undecided"


@pytest.mark.parametrize(
    ("call", "hand", "verdict"),
    [
        ("double-zig", WATER, "undecided"),
        ("double-zig", NOTHING, "illegal"),
        ("zig-zag", WATER, "undecided"),
        ("zig-zag", WATER_BLUE, "undecided"),
        ("zig-zag", NOTHING, "illegal"),
        ("double-zag", WATER, "illegal"),
        ("double-zag", WATER_BLUE, "undecided"),
    ],
)
def test_declare_what_is_shown_may_decide_already(call, hand, verdict):
    more = {"tick": "zig"} if call == "double-zag" else {}
    ruling = last(begin(), declare("Cy", call, {"Ann": hand}, **more))
    assert ruling["verdict"] == verdict
    if verdict == "illegal":
        assert is_mistake(ruling, "Ann", "Cy")


def test_declare_stops_may_decide_without_the_hand():
    two = [stop("Cy", "landscape"), stop("Cy", "character", "Di")]
    ruling = last(begin(), *two, declare("Ann", "zag", {}))
    assert is_mistake(ruling, "Ann", "Cy")
    assert "zigzag/stop" in ruling["rules"]
    assert last(begin(), *two, declare("Ann", "zig", {}))["verdict"] == "undecided"
    assert last(begin(), two[0], declare("Ann", "zag", {}))["verdict"] == "undecided"
    zigzag = declare("Ann", "zig-zag", {"Ann": WATER})
    assert is_mistake(last(begin(), *two, zigzag), "Ann", "Cy")


# zigzag/declare: right and wrong


def test_declare_mistake_changes_nothing_for_the_others():
    found = report(begin(), stop("Cy", "accessory"), zag(WATER), declare("Bo", "zig", {"Di": FIRE}))
    assert [r["verdict"] for r in found["rulings"]] == ["legal", "legal", "illegal", "legal"]
    wrong = report(begin(), stop("Cy", "accessory"), zag(WATER))
    right = report(begin(), stop("Cy", "accessory"))
    assert wrong["state"] == right["state"]


@pytest.mark.parametrize(("answer", "change"), [("team", ["Ann", "Cy"]), ("shown", ["Cy"])])
def test_declare_reading_mistake_change(answer, change):
    ruling = last(begin(), zag(WATER), readings={"mistake_change": answer})
    assert ruling["facts"]["change"] == change
    assert ruling["readings"] == ["mistake_change"]


def test_declare_reading_mistake_change_shown_with_two_hands():
    event = declare("Cy", "double-zig", {"Cy": WATER, "Ann": NOTHING.replace("wbs", "wbc")})
    ruling = last(begin(), event, readings={"mistake_change": "shown"})
    assert ruling["facts"]["change"] == ["Ann", "Cy"]


def test_declare_ends_the_round_and_all_that_lay_in_it():
    found = report(
        begin(),
        stop("Ann", "accessory"),
        power("Ann", "theft", "Bo"),
        power("Ann", "master"),
        zig(),
    )
    state = found["state"]
    assert state["in_round"] is False
    assert (state["stops"], state["thefts"], state["waiting"]) == ({}, [], [])
    assert state["round"] == 1


def test_declare_no_free_box_is_right_and_ticks_nothing(wording):
    found = report(box("Ann", "zig"), begin(), zig())
    ruling = found["rulings"][-1]
    assert ruling["verdict"] == "legal"
    assert ruling["facts"]["ticked"] is None
    assert ruling["facts"]["round_over"] is True
    assert ruling["effects"] == wording
    assert found["team_scores"] == [1, 0]
    none = last(begin(), zig(), boxes={"zig": 0})
    assert none["verdict"] == "legal"
    assert none["facts"]["ticked"] is None


def test_declare_several_boxes_of_a_kind():
    found = report(begin(), zig(), begin(), zig(), begin(), zig(), boxes={"zig": 2})
    assert found["state"]["ticked"] == [[[1, "zig", 2]], []]
    assert found["rulings"][-1]["facts"]["ticked"] is None


def test_declare_needs_a_round():
    for event in (zig(), zig(stands=True)):
        ruling = last(event)
        assert is_no_mistake(ruling, "zigzag/declare")
    assert ruling["stood"] is False


# Standing


def test_declare_a_wrong_one_that_stands_ticks():
    found = report(begin(), zag(WATER, stands=True))
    ruling = found["rulings"][-1]
    assert ruling["verdict"] == "illegal"
    assert ruling["stood"] is True
    assert ruling["facts"]["mistake"] is True
    assert ruling["facts"]["ticked"] == [1, "zag"]
    assert ruling["facts"]["round_over"] is True
    assert ruling["facts"]["change"] == []
    assert "mistake_change" not in ruling["readings"]
    assert found["state"]["ticked"] == [[[1, "zag", 1]], []]
    assert found["state"]["in_round"] is False


@pytest.mark.parametrize(
    "event",
    [
        declare("Cy", "zig", {"Cy": WATER}, stands=True),
        zig("wbs wbs wgu wpn", stands=True),
        declare("Ann", "zig", {}, stands=True),
        zig(box_level=2, stands=True),
    ],
)
def test_declare_others_that_stand_tick_too(event):
    found = report(begin(), event)
    assert found["rulings"][-1]["stood"] is True
    assert found["state"]["ticked"] == [[[1, "zig", 1]], []]
    assert found["rulings"][-1]["facts"]["ticked"] == [1, "zig"]


def test_declare_one_that_stands_ticks_no_full_box():
    found = report(box("Ann", "zag"), begin(), zag(WATER, stands=True))
    assert found["rulings"][-1]["facts"]["ticked"] is None
    assert found["state"]["in_round"] is False
    assert found["team_scores"] == [1, 0]


# zigzag/declare.double-zag

BOTH = {"Ann": FIRE_PINK, "Cy": WATER_BLUE}


@pytest.mark.parametrize("tick", ["zig", "zag", "double-zig", "zig-zag"])
def test_declare_double_zag_ticks_any_box(tick):
    ruling = last(begin(), declare("Cy", "double-zag", BOTH, tick=tick))
    assert ruling["verdict"] == "legal"
    assert "zigzag/declare.double-zag" in ruling["rules"]
    assert ruling["facts"]["ticked"] == [1, tick]


def test_declare_double_zag_without_a_box_is_undecided_while_several_are_open(wording):
    ruling = last(begin(), declare("Cy", "double-zag", BOTH))
    assert ruling["verdict"] == "undecided"
    assert ruling["reason"] == wording
    open_one = position(ticked=ticks("Ann", "zig", "zag", "double-zig"))
    ruling = last(open_one, declare("Cy", "double-zag", BOTH))
    assert ruling["verdict"] == "legal"
    assert ruling["facts"]["ticked"] == [1, "zig-zag"]


def test_declare_double_zag_without_a_box_that_is_wrong_is_a_mistake():
    wrong = declare("Cy", "double-zag", {"Ann": FIRE, "Cy": WATER_BLUE})
    assert is_mistake(last(begin(), wrong), "Ann", "Cy")


def test_declare_double_zag_on_a_full_box_is_no_mistake():
    full = declare("Cy", "double-zag", BOTH, tick="zig")
    ruling = last(box("Ann", "zig"), begin(), full)
    assert is_no_mistake(ruling, "zigzag/declare.double-zag")
    # whatever the hand left out is
    half = declare("Cy", "double-zag", {"Cy": WATER_BLUE}, tick="zig")
    assert is_no_mistake(last(box("Ann", "zig"), begin(), half), "zigzag/declare.double-zag")
    wrong = declare("Cy", "double-zag", {"Ann": FIRE, "Cy": WATER_BLUE}, tick="zig")
    assert is_mistake(last(box("Ann", "zig"), begin(), wrong), "Ann", "Cy")


def test_declare_double_zag_with_no_box_open_is_right():
    boxes = {"zig": 0, "zag": 0, "double-zig": 1, "zig-zag": 0}
    one = declare("Cy", "double-zag", BOTH)
    assert last(begin(), one, boxes=boxes)["facts"]["ticked"] == [1, "double-zig"]
    full = declare("Cy", "double-zag", BOTH, tick="zig")
    assert is_no_mistake(last(begin(), full, boxes=boxes), "zigzag/declare.double-zag")


def test_declare_double_zag_standing_ticks_nothing_where_it_is_not_plain_which():
    undecided = declare("Cy", "double-zag", BOTH, stands=True)
    found = report(begin(), undecided)
    assert found["rulings"][-1]["facts"]["ticked"] is None
    assert found["rulings"][-1]["facts"]["round_over"] is True
    assert found["state"]["in_round"] is False
    full = declare("Cy", "double-zag", BOTH, tick="zig", stands=True)
    found = report(box("Ann", "zig"), begin(), full)
    assert found["rulings"][-1]["facts"]["ticked"] is None
    assert found["team_scores"] == [1, 0]
    wrong = declare("Cy", "double-zag", {"Ann": FIRE, "Cy": FIRE_PINK}, tick="zag", stands=True)
    assert report(begin(), wrong)["rulings"][-1]["facts"]["ticked"] == [1, "zag"]


# zigzag/end


def test_end_the_last_box_wins(wording):
    found = report(
        position(ticked=ticks("Di", "zag", "double-zig", "zig-zag")),
        declare("Bo", "zig", {"Di": WATER}),
    )
    ruling = found["rulings"][-1]
    assert "zigzag/end" in ruling["rules"]
    assert ruling["effects"][-1] == wording
    assert found["over"] is True
    assert found["winners"] == ["Bo", "Di"]
    assert found["scores"] == {"Ann": 0, "Bo": 4, "Cy": 0, "Di": 4}


@pytest.mark.parametrize(
    "event",
    [
        begin(),
        zig(),
        lead(),
        stop("Ann", "accessory"),
        power("Ann", "master"),
        box("Ann", "zig"),
        cancel("Ann", "stop"),
        {"type": "block", "by": "Ann", "on": "Bo", "shown": {}},
    ],
)
def test_end_nothing_goes_afterwards(event, wording):
    won = position(ticked=ticks("Bo", "zig", "zag", "double-zig", "zig-zag"))
    ruling = last(won, event | {"stands": True})
    assert ruling["verdict"] == "illegal"
    assert ruling["stood"] is False
    assert ruling["rules"] == ["zigzag/end"]
    assert ruling["reason"] == wording


def test_end_undo_and_position_go_on():
    won = position(ticked=ticks("Bo", "zig", "zag", "double-zig", "zig-zag"))
    assert report(won, {"type": "undo"})["over"] is False
    assert report(won, position())["over"] is False


def test_cards_of_a_hand_in_any_order():
    assert cards("j wbs") == ["joker", "water-blue-sunglasses"]
    assert last(begin(), zag("wgs j wps wbs"))["facts"]["common"] == {
        "Cy": ["accessory", "element"]
    }


# What the cards share, in place of the cards


def claim(call="zig", values=("water",), against=(), **more):
    shown = {"exceptions": {"Cy": list(against)}} if against else {}
    return declare("Ann", call, {}, claims={"Cy": list(values)}, **shown, **more)


def test_a_claim_that_nobody_refutes_makes_the_call():
    ruling = last(begin(), claim())
    assert ruling["verdict"] == "legal"
    assert ruling["reason"] == "Cy has a ZIG: water."
    assert ruling["facts"]["ticked"] == [1, "zig"]
    assert last(begin(), claim("zag"))["verdict"] == "illegal"
    assert last(begin(), claim("zag", ("water", "blue")))["verdict"] == "legal"


def test_one_card_refutes_a_claim():
    ruling = last(begin(), claim("zag", ("water", "blue"), ["water-pink-none"]))
    assert ruling["verdict"] == "illegal"
    assert ruling["facts"]["mistake"] is True
    assert ruling["facts"]["change"] == ["Ann", "Cy"]
    assert ruling["reason"] == (
        "Cy's cards do not all have blue: one is a pink water creature with no accessory. No ZAG."
    )


def test_a_stop_and_a_theft_bear_on_a_claim():
    stop = {"type": "stop", "by": "Bo", "on": "Cy", "feature": "landscape"}
    ruling = last(begin(), stop, claim())
    assert ruling["verdict"] == "illegal"
    assert "zigzag/stop" in ruling["rules"]
    theft = {"type": "power", "by": "Bo", "power": "theft", "on": "Cy"}
    assert last(begin(), theft, claim())["verdict"] == "illegal"


@pytest.mark.parametrize(
    ("constraint", "verdict"),
    [
        ({"require": {"element": "water"}}, "legal"),
        ({"require": {"element": "fire"}}, "illegal"),
        ({"feature": "colour"}, "undecided"),
        ({"forbid": "element"}, "illegal"),
        ({"forbid_value": {"element": "fire"}}, "legal"),
        ({"forbid_value": {"element": "water"}}, "illegal"),
        ({"forbid_value": {"colour": "pink"}}, "undecided"),
    ],
)
def test_a_constraint_is_met_by_a_claim_or_needs_the_cards(constraint, verdict):
    dealt = {"type": "constraint", "by": "Cy", "constraint": constraint}
    ruling = last(begin(), dealt, claim(), level=2)
    assert ruling["verdict"] == verdict
    if verdict == "undecided":
        assert ruling["reason"] == (
            "Whether Cy's constraint is met depends on all four cards. Enter them all."
        )
