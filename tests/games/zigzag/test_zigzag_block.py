"""BLOCKs (zigzag/block)."""

import pytest
from zigzag_table import (
    SIX,
    begin,
    block,
    last,
    lead,
    position,
    power,
    report,
    stop,
)

INNOCENT = "wbs eyc"
ALSO = "agu fpn"
GUILTY = "wbs wyc"


def both(one=INNOCENT, other=ALSO, **more):
    return block("Bo", "Ann", {"Ann": one, "Cy": other}, **more)


def test_block_failed_when_both_show_two_cards_with_nothing_in_common(wording):
    found = report(begin(), both())
    ruling = found["rulings"][-1]
    assert ruling["verdict"] == "legal"
    assert ruling["rules"] == ["zigzag/block"]
    assert ruling["readings"] == ["block_test"]
    assert ruling["facts"] == {"confirmed": False, "failed_left": 2, "change": ["Bo"]}
    assert ruling["reason"] == wording
    assert ruling["effects"] == wording
    assert found["state"]["failed_blocks"] == [0, 1]
    assert found["state"]["in_round"] is True


@pytest.mark.parametrize("cards", ["", "wbu wgc", "wbu ebn", "wbu epu", "j eys", "j j"])
def test_block_confirmed_when_one_cannot(cards, wording):
    found = report(begin(), both(other=cards))
    ruling = found["rulings"][-1]
    assert ruling["verdict"] == "legal"
    assert ruling["facts"] == {"confirmed": True, "failed_left": 3, "change": ["Ann", "Cy"]}
    assert ruling["effects"] == wording
    assert set(ruling["readings"]) == {"block_test", "block_change"}
    assert found["state"]["failed_blocks"] == [0, 0]
    assert ("zigzag/joker" in ruling["rules"]) == ("j" in cards.split())


def test_block_confirmed_says_what_is_shared(wording):
    ruling = last(begin(), both(other="wbu epu"))
    assert ruling["reason"] == wording
    ruling = last(begin(), both(other=""))
    assert ruling["reason"] == wording


def test_block_on_any_member():
    by_other = block("Di", "Cy", {"Ann": INNOCENT, "Cy": ALSO})
    assert last(begin(), by_other)["facts"]["confirmed"] is False
    six = block("Bo", "Flo", {"Cy": INNOCENT, "Flo": ""})
    assert last(begin(), six, players=SIX)["facts"]["change"] == ["Cy", "Flo"]


def test_block_stopped_features_do_not_count():
    assert last(begin(), both(GUILTY))["facts"]["confirmed"] is True
    ruling = last(begin(), stop("Ann", "landscape"), both(GUILTY))
    assert ruling["facts"]["confirmed"] is False
    assert "zigzag/stop" in ruling["rules"]
    assert "stop_character" in ruling["readings"]
    assert last(begin(), stop("Cy", "landscape"), both(GUILTY))["facts"]["confirmed"] is True
    joker = [stop("Ann", "landscape"), stop("Ann", "accessory", "Di"), both("j eys")]
    assert last(begin(), *joker)["facts"]["confirmed"] is True


def test_block_reading_block_change_shown():
    shown = {"readings": {"block_change": "shown"}}
    assert last(begin(), both(GUILTY), **shown)["facts"]["change"] == ["Ann"]
    assert last(begin(), both("", ""), **shown)["facts"]["change"] == ["Ann", "Cy"]
    assert last(begin(), both(), **shown)["facts"]["change"] == ["Bo"]


def test_block_a_member_left_out_is_undecided(wording):
    ruling = last(begin(), block("Bo", "Ann", {"Ann": INNOCENT}))
    assert ruling["verdict"] == "undecided"
    assert ruling["facts"] == {"confirmed": None, "failed_left": 3, "change": []}
    assert ruling["reason"] == wording
    assert last(begin(), block("Bo", "Ann", {}))["verdict"] == "undecided"


def test_block_unless_another_cannot():
    ruling = last(begin(), block("Bo", "Ann", {"Ann": GUILTY}))
    assert ruling["verdict"] == "legal"
    assert ruling["facts"]["confirmed"] is True


@pytest.mark.parametrize("cards", ["wbs", "wbs eyc agu", "wbs eyc agu fpn"])
def test_block_takes_two_cards(cards):
    ruling = last(begin(), both(cards, "fps wgn"))
    assert ruling["verdict"] == "illegal"
    assert "zigzag/block" in ruling["rules"]
    assert ruling["facts"]["confirmed"] is None
    assert "instead of 2" in ruling["reason"]
    # even if the other cannot
    assert last(begin(), both(cards, ""))["verdict"] == "illegal"


def test_block_cards_of_another_team():
    for others in ({"Bo": "fps wgn"}, {"Di": "fps wgn", "Ann": INNOCENT}):
        ruling = last(begin(), block("Bo", "Ann", {"Cy": ALSO} | others))
        assert ruling["verdict"] == "illegal"
        assert ruling["rules"] == ["zigzag/block"]


def test_block_impossible_cards():
    assert "zigzag/cards" in last(begin(), both(INNOCENT, "wbs fpn"))["rules"]
    assert last(begin(), both(INNOCENT, "wbs fpn"))["verdict"] == "illegal"
    assert "zigzag/cards" in last(begin(), both("j eyc", "agu j"), jokers=1)["rules"]
    assert "zigzag/hand" in last(begin(), both("wbs eyc agu fpn fps"))["rules"]


def test_block_needs_an_opponent(wording):
    own = block("Bo", "Di", {"Bo": INNOCENT, "Di": ALSO})
    ruling = last(begin(), own)
    assert ruling["verdict"] == "illegal"
    assert ruling["rules"] == ["zigzag/block"]
    assert ruling["reason"] == wording


def test_block_failed_ones_are_limited(wording):
    found = report(
        begin(), both(), block("Di", "Ann", {"Ann": INNOCENT, "Cy": ALSO}), both(), failed_blocks=2
    )
    assert [r["verdict"] for r in found["rulings"]] == ["legal", "legal", "legal", "illegal"]
    assert found["rulings"][2]["facts"]["failed_left"] == 0
    ruling = found["rulings"][3]
    assert ruling["rules"] == ["zigzag/block"]
    assert ruling["reason"] == wording
    assert ruling["facts"] == {"confirmed": None, "failed_left": 0, "change": []}
    assert found["state"]["failed_blocks"] == [0, 2]


def test_block_limit_is_for_the_whole_game_and_for_the_team():
    used = position(failed_blocks={"Di": 3})
    assert last(used, both())["verdict"] == "illegal"
    other = block("Cy", "Bo", {"Bo": INNOCENT, "Di": ALSO})
    assert last(used, other)["verdict"] == "legal"
    assert last(used, begin(stands=True), both())["verdict"] == "illegal"


def test_block_without_limit():
    found = report(begin(), *[both()] * 5, failed_blocks=None)
    assert found["rulings"][-1]["facts"]["failed_left"] is None
    assert found["state"]["failed_blocks"] == [0, 5]
    assert last(begin(), both(), failed_blocks=0)["verdict"] == "illegal"


def test_block_confirmed_ones_are_not_counted():
    found = report(begin(), *[both(GUILTY)] * 5)
    assert [r["verdict"] for r in found["rulings"]] == ["legal"] * 6


FOUR = {"readings": {"block_test": "four"}}


def test_block_reading_block_test_four_shows_the_whole_hand():
    hand, other = "wbs wgc ebc abu", "fps fyc fgu wpn"
    ruling = last(begin(), both(hand, other), **FOUR)
    assert ruling["facts"]["confirmed"] is False
    assert ruling["readings"] == ["block_test"]
    assert last(begin(), both("wbs wyc wgu wpn", other.replace("wpn", "epn")), **FOUR)["facts"][
        "confirmed"
    ]
    assert last(begin(), both("", other), **FOUR)["facts"]["confirmed"] is True
    assert last(begin(), both(INNOCENT, other), **FOUR)["verdict"] == "illegal"
    assert last(begin(), both("wbs wgc ebc", other), **FOUR)["verdict"] == "illegal"


def test_block_reading_block_test_four_after_a_theft():
    theft = power("Bo", "theft", "Ann")
    other = "fps fyc fgu wpn"
    ruling = last(begin(), theft, both("wbs wyc wgu", other), **FOUR)
    assert ruling["facts"]["confirmed"] is False
    assert "zigzag/power.theft" in ruling["rules"]
    four = last(begin(), theft, both("wbs wyc wgu ebn", other), **FOUR)
    assert four["verdict"] == "illegal"
    assert "zigzag/power.theft" in four["rules"]
    later = last(begin(), theft, lead(), both("wbs wyc wgu ebn", other), **FOUR)
    assert later["verdict"] == "legal"


def test_block_after_a_theft_two_cards_are_enough():
    assert last(begin(), power("Bo", "theft", "Ann"), both())["facts"]["confirmed"] is False


def test_block_reading_block_test_four_jokers_and_stops():
    other = "fps fyc fgu wpn"
    assert last(begin(), both("j wbs wyc wgu", other), **FOUR)["facts"]["confirmed"] is True
    stopped = last(begin(), stop("Ann", "landscape"), both("j wbs wyc wgu", other), **FOUR)
    assert stopped["facts"]["confirmed"] is False


def test_block_an_innocent_hand_without_an_innocent_pair():
    assert last(begin(), both("wbs wgc"))["facts"]["confirmed"] is True
    whole = both("wbs wgc ebc wbc", "fps eyc fgu wpn")
    assert last(begin(), whole, **FOUR)["facts"]["confirmed"] is False


def test_block_constraints_do_not_matter():
    forbid = {"type": "constraint", "by": "Ann", "constraint": {"forbid": "element"}}
    assert last(begin(), forbid, both(GUILTY), level=2)["facts"]["confirmed"] is True


def test_block_needs_a_round():
    ruling = last(both(stands=True))
    assert ruling["verdict"] == "illegal"
    assert ruling["stood"] is False
    assert "zigzag/block" in ruling["rules"]
    assert ruling["facts"] == {"confirmed": None, "failed_left": 3, "change": []}


def test_block_that_stands_is_counted_if_it_failed():
    found = report(begin(), both(), both(stands=True), failed_blocks=1)
    ruling = found["rulings"][-1]
    assert ruling["stood"] is True
    assert ruling["facts"] == {"confirmed": False, "failed_left": 0, "change": ["Bo"]}
    assert found["state"]["failed_blocks"] == [0, 2]


def test_block_that_stands_unjudged_changes_nothing():
    for event in (
        block("Bo", "Ann", {"Ann": INNOCENT}, stands=True),
        both("wbs", "", stands=True),
    ):
        found = report(begin(), event)
        assert found["rulings"][-1]["stood"] is True
        assert found["rulings"][-1]["facts"] == {"confirmed": None, "failed_left": 3, "change": []}
        assert found["state"]["failed_blocks"] == [0, 0]
