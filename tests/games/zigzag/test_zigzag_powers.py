"""Rounds, STOPs, powers and leads, by clause."""

import pytest
from zigzag_table import (
    SIX,
    WATER,
    begin,
    cancel,
    declare,
    last,
    lead,
    position,
    power,
    report,
    stop,
    zig,
)

# zigzag/setup: rounds and leads


def test_setup_a_round_begins():
    found = report(begin())
    assert found["rulings"][0]["rules"] == ["zigzag/setup"]
    assert found["state"] == {
        "round": 1,
        "in_round": True,
        "number": None,
        "ticked": [[], []],
        "failed_blocks": [0, 0],
        "stops": {},
        "thefts": [],
        "waiting": [],
        "numbers": {},
    }


def test_setup_one_round_at_a_time(wording):
    ruling = last(begin(), begin())
    assert ruling["verdict"] == "illegal"
    assert "zigzag/setup" in ruling["rules"]
    assert ruling["reason"] == wording


def test_setup_a_round_begun_anew_that_stands():
    found = report(begin(), stop("Cy", "accessory"), power("Bo", "theft", "Cy"), begin(stands=True))
    assert found["rulings"][-1]["stood"] is True
    assert found["state"]["round"] == 2
    assert found["state"]["stops"] == {}
    assert found["state"]["thefts"] == []


@pytest.mark.parametrize(
    ("event", "clause"),
    [
        (stop("Cy", "accessory"), "zigzag/stop"),
        (power("Ann", "theft", "Bo"), "zigzag/power.theft"),
        (power("Ann", "swap", "Bo"), "zigzag/power.swap"),
        (power("Ann", "watch", "Bo"), "zigzag/power.watch"),
        (power("Ann", "master"), "zigzag/power.master"),
        (power("Ann", "ten-seconds"), "zigzag/power.ten-seconds"),
        (cancel("Ann", "stop"), "zigzag/power.cancel"),
        (lead(), "zigzag/setup"),
    ],
)
def test_setup_most_needs_a_round(event, clause):
    for before in ([], [begin(), zig()], [position(in_round=False)]):
        ruling = last(*before, event | {"stands": True})
        assert ruling["verdict"] == "illegal"
        assert ruling["stood"] is False
        assert clause in ruling["rules"]


# zigzag/stop


@pytest.mark.parametrize("on", ["Bo", "Di"])
def test_stop_is_laid_before_an_opponent(on):
    ruling = last(begin(), stop(on, "accessory", "Bo"))
    assert ruling["verdict"] == "illegal"
    assert ruling["rules"] == ["zigzag/stop"]


def test_stop_says_what_does_not_count(wording):
    ruling = last(begin(), stop("Cy", "character"))
    assert ruling["effects"] == wording
    assert ruling["readings"] == ["stop_character"]
    assert last(begin(), stop("Cy", "accessory"))["readings"] == []


def test_stop_two_at_most():
    three = [stop("Cy", "accessory"), stop("Cy", "landscape", "Di"), stop("Cy", "character")]
    found = report(begin(), *three)
    assert [r["verdict"] for r in found["rulings"]] == ["legal", "legal", "legal", "illegal"]
    assert found["rulings"][-1]["rules"] == ["zigzag/stop"]
    assert found["state"]["stops"] == {"Cy": ["accessory", "landscape"]}
    assert last(begin(), *three[:2], stop("Ann", "character"))["verdict"] == "legal"


def test_stop_a_third_that_stands_lies_there():
    stops = [stop("Cy", f) for f in ("accessory", "landscape")]
    found = report(begin(), *stops, stop("Cy", "character", stands=True), zig(WATER))
    assert found["state"]["stops"] == {"Cy": ["accessory", "landscape", "character"]}
    assert found["rulings"][-1]["facts"]["mistake"] is True


def test_stop_on_the_partner_that_stands():
    found = report(begin(), stop("Di", "accessory", "Bo", stands=True))
    assert found["state"]["stops"] == {"Di": ["accessory"]}


@pytest.mark.parametrize(("answer", "verdict"), [("yes", "legal"), ("no", "illegal")])
def test_stop_reading_same_stop(answer, verdict):
    twice = [stop("Cy", "landscape"), stop("Cy", "landscape", "Di")]
    ruling = last(begin(), *twice, readings={"same_stop": answer})
    assert ruling["verdict"] == verdict
    assert "same_stop" in ruling["readings"]


def test_stop_cancelled_the_other_alike_stays():
    twice = [stop("Cy", "landscape"), stop("Cy", "landscape", "Di")]
    found = report(begin(), *twice, cancel("Cy", "stop"))
    assert found["rulings"][-1]["verdict"] == "legal"
    assert found["state"]["stops"] == {"Cy": ["landscape"]}


# zigzag/power.theft


@pytest.mark.parametrize("on", ["Bo", "Di"])
def test_power_theft_is_from_an_opponent(on):
    ruling = last(begin(), power("Bo", "theft", on))
    assert ruling["verdict"] == "illegal"
    assert {"zigzag/power", "zigzag/power.theft"} <= set(ruling["rules"])


def test_power_theft_no_second_before_the_lead(wording):
    first, second = power("Bo", "theft", "Cy"), power("Di", "theft", "Cy")
    ruling = last(begin(), first, second)
    assert ruling["verdict"] == "illegal"
    assert ruling["reason"] == wording
    assert last(begin(), first, lead(), second)["verdict"] == "legal"
    found = report(begin(), first, second | {"stands": True})
    assert found["state"]["thefts"] == ["Cy"]


def test_power_theft_ends_at_the_lead(wording):
    ruling = last(begin(), power("Bo", "theft", "Cy"), lead())
    assert ruling["effects"] == wording
    assert "zigzag/power.theft" in ruling["rules"]


def test_power_theft_thefts_are_in_seating_order():
    events = [power("Bo", "theft", "Cy"), power("Ann", "theft", "Di"), power("Bo", "theft", "Ann")]
    assert report(begin(), *events)["state"]["thefts"] == ["Ann", "Cy", "Di"]


# zigzag/power.swap


def test_power_swap_with_any_other_player():
    assert last(begin(), power("Bo", "swap", "Di"))["verdict"] == "legal"
    assert last(begin(), power("Bo", "swap", "Ann"))["verdict"] == "legal"
    ruling = last(begin(), power("Bo", "swap", "Bo"))
    assert ruling["verdict"] == "illegal"
    assert "zigzag/power.swap" in ruling["rules"]


def test_power_swap_takes_the_theft_along_and_leaves_the_stops():
    events = [stop("Cy", "accessory"), power("Bo", "theft", "Cy"), power("Cy", "swap", "Di")]
    state = report(begin(), *events)["state"]
    assert state["thefts"] == ["Di"]
    assert state["stops"] == {"Cy": ["accessory"]}
    again = report(begin(), *events, power("Di", "swap", "Bo"))["state"]
    assert again["thefts"] == ["Bo"]


def test_power_swap_of_two_who_both_have_three():
    events = [power("Bo", "theft", "Cy"), power("Ann", "theft", "Di"), power("Cy", "swap", "Di")]
    assert report(begin(), *events)["state"]["thefts"] == ["Cy", "Di"]


def test_power_swap_after_it_the_other_may_be_stolen_from():
    events = [power("Bo", "theft", "Cy"), power("Cy", "swap", "Di")]
    assert last(begin(), *events, power("Bo", "theft", "Cy"))["verdict"] == "legal"
    assert last(begin(), *events, power("Ann", "theft", "Di"))["verdict"] == "illegal"


# zigzag/power.cancel


@pytest.mark.parametrize("what", ["stop", "theft", "swap", "watch"])
def test_power_cancel_nothing_to_lift(what):
    ruling = last(begin(), cancel("Ann", what))
    assert ruling["verdict"] == "illegal"
    assert {"zigzag/power", "zigzag/power.cancel"} <= set(ruling["rules"])
    found = report(begin(), cancel("Ann", what, stands=True))
    assert found["rulings"][-1]["stood"] is True
    assert found["state"] == report(begin())["state"]


def test_power_cancel_for_oneself_or_the_partner(wording):
    laid = stop("Cy", "landscape")
    assert last(begin(), laid, cancel("Cy", "stop"))["verdict"] == "legal"
    assert last(begin(), laid, cancel("Ann", "stop", "Cy"))["verdict"] == "legal"
    assert last(begin(), laid, cancel("Ann", "stop"))["verdict"] == "illegal"
    ruling = last(begin(), laid, cancel("Bo", "stop", "Cy"))
    assert ruling["verdict"] == "illegal"
    assert ruling["reason"] == wording


def test_power_cancel_stop_that_feature_names():
    two = [stop("Cy", "landscape"), stop("Cy", "accessory")]
    found = report(begin(), *two, cancel("Cy", "stop", feature="landscape"))
    assert found["rulings"][-1]["verdict"] == "legal"
    assert found["state"]["stops"] == {"Cy": ["accessory"]}
    wrong = last(begin(), *two, cancel("Cy", "stop", feature="character"))
    assert wrong["verdict"] == "illegal"
    assert {"zigzag/power.cancel", "zigzag/stop"} <= set(wrong["rules"])


def test_power_cancel_which_of_two_stops_is_undecided():
    two = [stop("Cy", "landscape"), stop("Cy", "accessory")]
    ruling = last(begin(), *two, cancel("Cy", "stop"))
    assert ruling["verdict"] == "undecided"
    found = report(begin(), *two, cancel("Cy", "stop", stands=True))
    assert found["state"]["stops"] == {"Cy": ["landscape"]}


def test_power_cancel_last_stop_leaves_none():
    assert report(begin(), stop("Cy", "landscape"), cancel("Cy", "stop"))["state"]["stops"] == {}


def test_power_cancel_theft_gives_the_fourth_card_back():
    theft = power("Bo", "theft", "Cy")
    assert report(begin(), theft, cancel("Ann", "theft", "Cy"))["state"]["thefts"] == []
    assert last(begin(), theft, cancel("Cy", "theft"), zig())["verdict"] == "legal"
    assert last(begin(), theft, lead(), cancel("Cy", "theft"))["verdict"] == "illegal"


def test_power_cancel_theft_where_it_lies_now():
    moved = [power("Bo", "theft", "Cy"), power("Cy", "swap", "Di")]
    found = report(begin(), *moved, cancel("Di", "theft"))
    assert found["rulings"][-1]["verdict"] == "legal"
    assert found["state"]["thefts"] == []
    assert last(begin(), *moved, cancel("Cy", "theft"))["verdict"] == "illegal"


def test_power_cancel_swap_until_the_lead():
    swap = power("Bo", "swap", "Cy")
    assert last(begin(), swap, cancel("Cy", "swap"))["verdict"] == "legal"
    assert last(begin(), swap, cancel("Ann", "swap", "Cy"))["verdict"] == "legal"
    assert last(begin(), swap, cancel("Bo", "swap"))["verdict"] == "illegal"
    assert last(begin(), swap, lead(), cancel("Cy", "swap"))["verdict"] == "illegal"
    assert last(begin(), swap, cancel("Cy", "swap"), cancel("Cy", "swap"))["verdict"] == "illegal"
    ruling = last(begin(), swap, cancel("Cy", "swap"))
    assert "zigzag/power.swap" in ruling["rules"]


def test_power_cancel_swap_takes_a_later_theft_back_too():
    events = [power("Bo", "swap", "Cy"), power("Di", "theft", "Cy"), cancel("Cy", "swap")]
    assert report(begin(), *events)["state"]["thefts"] == ["Bo"]


def test_power_cancel_the_latest_swap():
    events = [
        power("Bo", "theft", "Ann"),
        power("Ann", "swap", "Cy"),
        power("Di", "swap", "Cy"),
        cancel("Cy", "swap"),
    ]
    assert report(begin(), *events)["state"]["thefts"] == ["Cy"]
    assert report(begin(), *events, cancel("Cy", "swap"))["state"]["thefts"] == ["Ann"]


def test_power_cancel_watch(wording):
    events = [
        power("Bo", "watch", "Cy"),
        power("Di", "watch", "Cy"),
        power("Di", "watch", "Ann"),
        cancel("Ann", "watch", "Cy"),
    ]
    found = report(begin(), *events)
    assert found["rulings"][-1]["verdict"] == "legal"
    assert found["state"]["waiting"] == [["Bo", "watch"], ["Di", "watch"]]
    ruling = last(begin(), *events, lead())
    assert ruling["effects"] == wording
    assert (
        last(begin(), power("Bo", "watch", "Cy"), lead(), cancel("Cy", "watch"))["verdict"]
        == "illegal"
    )
    assert last(begin(), power("Bo", "master"), cancel("Cy", "watch"))["verdict"] == "illegal"


# Delayed powers: zigzag/power.watch, .master, .ten-seconds


def test_power_watch_on_any_other_player():
    assert last(begin(), power("Bo", "watch", "Di"))["verdict"] == "legal"
    ruling = last(begin(), power("Bo", "watch", "Bo"))
    assert ruling["verdict"] == "illegal"
    assert "zigzag/power.watch" in ruling["rules"]
    found = report(begin(), power("Bo", "watch", "Bo", stands=True))
    assert found["state"]["waiting"] == [["Bo", "watch"]]


def test_power_delayed_ones_wait_in_the_order_announced():
    events = [power("Di", "watch", "Ann"), power("Bo", "ten-seconds"), power("Ann", "watch", "Di")]
    found = report(begin(), *events)
    waiting = [["Di", "watch"], ["Bo", "ten-seconds"], ["Ann", "watch"]]
    assert found["state"]["waiting"] == waiting
    done = report(begin(), *events, lead())
    assert done["rulings"][-1]["facts"] == {"carried_out": waiting, "dropped": []}
    assert "zigzag/power" in done["rulings"][-1]["rules"]
    assert done["state"]["waiting"] == []
    assert last(begin(), *events, lead(), lead())["facts"] == {"carried_out": [], "dropped": []}


@pytest.mark.parametrize("first", ["master", "ten-seconds"])
@pytest.mark.parametrize("second", ["master", "ten-seconds"])
def test_power_of_those_that_take_over_the_deal_the_first_counts(first, second):
    events = [
        power("Bo", first),
        power("Ann", "watch", "Bo"),
        power("Ann", second),
        power("Di", "master"),
    ]
    facts = last(begin(), *events, lead())["facts"]
    assert facts["carried_out"] == [["Bo", first], ["Ann", "watch"]]
    assert facts["dropped"] == [["Ann", second], ["Di", "master"]]


@pytest.mark.parametrize("name", ["master", "ten-seconds"])
def test_power_needs_a_round(name, wording):
    ruling = last(begin(), zig(), power("Bo", name))
    assert ruling["verdict"] == "illegal"
    assert {"zigzag/power", f"zigzag/power.{name}", "zigzag/setup"} == set(ruling["rules"])
    assert ruling["reason"] == wording


def test_power_master_sees_and_deals(wording):
    ruling = last(begin(), power("Bo", "master"), lead())
    assert "zigzag/power.master" in ruling["rules"]
    assert ruling["effects"] == wording


def test_power_ten_seconds_with_open_cards(wording):
    ruling = last(begin(), power("Bo", "ten-seconds"), lead())
    assert "zigzag/power.ten-seconds" in ruling["rules"]
    assert ruling["effects"] == wording


def test_power_two_watches_alike_do_not_contradict():
    facts = last(begin(), power("Bo", "watch", "Cy"), power("Bo", "watch", "Cy"), lead())["facts"]
    assert facts == {"carried_out": [["Bo", "watch"], ["Bo", "watch"]], "dropped": []}


def test_lead_is_legal_and_changes_nothing_else():
    found = report(begin(), stop("Cy", "accessory"), lead())
    assert found["rulings"][-1]["verdict"] == "legal"
    assert found["state"]["stops"] == {"Cy": ["accessory"]}


def test_power_with_six_players():
    assert last(begin(), power("Ann", "theft", "Di"), players=SIX)["verdict"] == "illegal"
    assert last(begin(), power("Ann", "theft", "Cy"), players=SIX)["verdict"] == "legal"
    shout = declare("Ann", "zig", {"Di": WATER})
    assert last(begin(), power("Bo", "theft", "Ann"), shout, players=SIX)["verdict"] == "legal"


def test_undo_gives_a_power_back():
    theft = power("Bo", "theft", "Cy")
    assert report(begin(), theft, {"type": "undo"})["state"]["thefts"] == []


# The reading `theft_until`


def test_power_theft_reading_theft_until_the_round_ends(wording):
    rounds = {"readings": {"theft_until": "round"}}
    found = report(begin(), power("Bo", "theft", "Cy"), lead(), **rounds)
    assert found["state"]["thefts"] == ["Cy"]
    assert found["rulings"][1]["effects"] == wording
    assert found["rulings"][2]["effects"] == []
    assert [found["rulings"][i]["readings"] for i in (1, 2)] == [["theft_until"]] * 2
    again = last(begin(), power("Bo", "theft", "Cy"), lead(), power("Bo", "theft", "Cy"), **rounds)
    assert again["verdict"] == "illegal"
    lifted = power("Ann", "cancel", on="Cy", what="theft")
    assert (
        report(begin(), power("Bo", "theft", "Cy"), lead(), lifted, **rounds)["state"]["thefts"]
        == []
    )
