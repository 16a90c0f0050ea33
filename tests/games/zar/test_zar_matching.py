"""Doubles, matches, going out, effects, calls (5 to 13)."""

import pytest
from zar_table import Table, said

from referee.core import render


def test_5_1_cards_together_are_alike():
    t = Table()
    t.start("Ann", "blue-moon")
    t.illegal("play", "zar/5.1", by="Bo", cards=["blue-sun", "blue-star"])
    ruling = t.legal("play", "zar/5.1", by="Bo", cards=["blue-sun", "blue-sun"])
    assert not ruling.facts["match"]
    assert t["hands"]["Bo"] == 5


def test_5_1_different_cards_let_stand_are_a_play():
    t = Table()
    t.start("Ann", "blue-moon")
    facts = t.illegal("play", by="Bo", cards=["red-moon", "blue-moon"], stands=True).facts
    assert (facts["match"], facts["next"]) == (False, "Cy")
    assert t["top"] == t["identity"] == "blue-moon"


def test_5_2_a_match_is_identical(wording):
    t = Table()
    t.start("Ann", "blue-moon")
    ruling = t.illegal("match", "zar/5.2", by="Cy", cards=["red-moon"])
    assert render(ruling.allowed) == wording


def test_5_2_a_match_that_is_none_let_stand_is_a_play():
    t = Table()
    t.start("Ann", "blue-moon")
    facts = t.illegal("match", by="Cy", cards=["red-moon"], stands=True).facts
    assert facts == {
        "match": False,
        "self_match": False,
        "matched": None,
        "skipped": [],
        "next": "Ann",
    }
    assert t["hands"] == {"Ann": 7, "Bo": 7, "Cy": 6}


def test_5_2_too_late_once_the_next_player_draws(wording):
    t = Table()
    t.start("Ann", "blue-moon")
    t.legal("draw", by="Bo")
    ruling = t.illegal("match", "zar/5.2", by="Cy", cards=["blue-moon"])
    assert said(ruling) == wording


def test_5_2_too_late_once_the_next_player_takes():
    t = Table()
    t.start("Ann", "blue-wasp")
    t.legal("take", by="Bo")
    t.illegal("match", "zar/5.2", by="Cy", cards=["blue-wasp"])


def test_5_2_too_late_after_the_next_play():
    t = Table()
    t.start("Ann", "blue-moon")
    t.play("Bo", "blue-sun")
    t.illegal("match", "zar/5.2", by="Cy", cards=["blue-moon"])


@pytest.mark.parametrize(
    ("kind", "fields"),
    [
        ("gotcha", {"by": "Cy", "on": "Bo"}),
        ("penalty", {"on": "Cy", "for": "intentional-call"}),
        ("zar", {"by": "Cy"}),
    ],
)
def test_11_2_other_draws_and_calls_leave_the_window_open(kind, fields):
    t = Table()
    t.position("Ann 3, Bo 2, Cy 3", top="blue-sun", turn="Bo")
    t.play("Bo", "blue-moon")
    t.legal(kind, **fields)
    assert t.match("Cy", "blue-moon")["matched"] == "Bo"


def test_5_2_play_goes_on_after_the_matcher():
    t = Table("Ann Bo Cy Di")
    t.start("Ann", "blue-moon")
    assert t.match("Cy", "blue-moon")["next"] == "Di"
    assert t["turn"] == "Di"


def test_5_2_the_owner_unknown():
    """Somebody else than the one who acts: nobody known draws, and it is no match with oneself."""
    t = Table()
    t.position("Ann 3, Bo 3, Cy 1", top="blue-moon", turn="Ann", matchable=True)
    facts = t.match("Cy", "blue-moon")
    assert (facts["match"], facts["self_match"], facts["matched"]) == (True, False, None)
    assert t["out"] == "Cy"


def test_5_3_matching_oneself_before_the_next_player():
    t = Table()
    t.start("Ann", "blue-moon")
    t.play("Bo", "winged-dragon", declare="sun")
    ruling = t.legal("match", "zar/5.3", by="Bo", cards=["winged-dragon"], declare="moon")
    assert ruling.facts["self_match"]
    assert said(ruling) == []
    assert t["declared"] == "moon"
    assert t["hands"]["Bo"] == 5


def test_5_3_too_late_to_match_oneself():
    t = Table()
    t.start("Ann", "blue-moon")
    t.play("Bo", "blue-sun")
    t.legal("draw", by="Cy")
    t.illegal("match", "zar/5.3", by="Bo", cards=["blue-sun"])


def test_12_3_the_same_card_in_turn_is_a_match():
    t = Table()
    t.start("Ann", "blue-moon")
    ruling = t.legal("play", "zar/5.2", "zar/12.3", by="Bo", cards=["blue-moon"])
    assert ruling.facts["match"]
    assert ruling.facts["matched"] == "Ann"


def test_12_3_a_match_in_turn_may_be_recorded_as_such():
    t = Table()
    t.start("Ann", "blue-moon")
    assert t.match("Bo", "blue-moon")["matched"] == "Ann"


def test_12_3_no_match_in_turn_after_drawing():
    t = Table()
    t.start("Ann", "blue-moon")
    t.legal("draw", by="Bo")
    t.illegal("match", "zar/12.3", by="Bo", cards=["blue-moon"])
    assert not t.play("Bo", "blue-moon")["match"]
    assert t["hands"]["Ann"] == 7


def test_6_no_going_out_with_several_cards():
    t = Table(half_decks=3)
    t.position("Ann 3, Bo 3", top="blue-moon", turn="Ann")
    t.illegal("play", "zar/6", by="Ann", cards=["blue-sun"] * 3)
    t.legal("play", by="Ann", cards=["blue-sun"] * 2)
    assert t["liable"] == ["Ann"]


def test_6_no_going_out_with_a_double_match():
    t = Table(half_decks=3)
    t.position("Ann 2, Bo 3", top="blue-sun", turn="Bo", owner="Bo", matchable=True)
    t.illegal("match", "zar/6", by="Ann", cards=["blue-sun"] * 2)
    t.match("Ann", "blue-sun")


def test_6_no_going_out_by_matching_oneself():
    t = Table()
    t.position("Ann 1, Bo 3", top="blue-sun", turn="Bo", owner="Ann")
    t.illegal("match", "zar/6", by="Ann", cards=["blue-sun"])


def test_6_out_by_a_match(wording):
    t = Table()
    t.position("Ann 1, Bo 3, Cy 3", top="blue-sun", turn="Bo", owner="Cy")
    ruling = t.legal("match", "zar/6", by="Ann", cards=["blue-sun"])
    assert said(ruling) == wording
    assert t["out"] == "Ann"
    assert t["turn"] == "Bo"


def test_6_out_and_matched_is_back_in_and_liable(wording):
    t = Table()
    t.position("Ann 1, Bo 3, Cy 4", top="blue-sun", turn="Ann")
    t.play("Ann", "blue-star")
    assert t["out"] == "Ann"
    ruling = t.legal("match", "zar/6", by="Cy", cards=["blue-star"])
    assert said(ruling) == wording
    assert t["out"] is None
    assert t["liable"] == ["Ann"]
    t.play("Ann", "blue-moon")


def test_6_out_and_punished_is_back_in():
    t = Table()
    t.position("Ann 1, Bo 3", top="blue-sun", turn="Ann")
    t.play("Ann", "blue-star")
    t.legal("penalty", on="Ann", for_="intentional-call")
    assert t["out"] is None
    assert t["liable"] == ["Ann"]
    t.play("Bo", "blue-moon")


def test_12_2_only_matches_when_somebody_is_out():
    t = Table()
    t.position("Ann 1, Bo 3, Cy 3", top="blue-sun", turn="Ann")
    t.play("Ann", "blue-star")
    t.illegal("play", "zar/12.2", by="Bo", cards=["blue-moon"])
    t.illegal("draw", "zar/12.2", by="Bo")
    t.illegal("pass", "zar/12.2", by="Bo")
    t.illegal("take", "zar/12.2", by="Bo")
    t.legal("zar", by="Bo")
    t.legal("gotcha", by="Bo", on="Cy")
    assert t.play("Bo", "blue-star")["matched"] == "Ann"


def test_12_2_the_wasps_are_still_drawn(wording):
    t = Table()
    t.position("Ann 1, Bo 3, Cy 3", top="blue-sun", turn="Ann")
    t.play("Ann", "blue-wasp")
    t.illegal("play", "zar/12.2", by="Bo", cards=["red-wasp"])
    t.illegal("take", "zar/4", by="Cy")
    ruling = t.legal("take", "zar/12.2", by="Bo")
    assert render(ruling.reason) == wording
    t.illegal("match", "zar/5.2", by="Cy", cards=["blue-wasp"])
    t.illegal("draw", "zar/12.2", by="Bo")
    assert t["hands"] == {"Ann": 0, "Bo": 5, "Cy": 3}


def test_6_liable_until_zar():
    t = Table()
    t.position("Ann 2, Bo 3", top="blue-moon", turn="Ann")
    t.play("Ann", "blue-sun")
    assert t["liable"] == ["Ann"]
    t.legal("zar", "zar/6", by="Ann")
    assert t["liable"] == []
    assert t.legal("gotcha", "zar/11.8", by="Bo", on="Ann").facts == {"sticks": False}


def test_6_liable_ends_with_the_last_card():
    t = Table()
    t.position("Ann 1, Bo 3", top="blue-moon", turn="Ann", liable=["Ann"])
    t.play("Ann", "blue-sun")
    assert t["liable"] == []
    assert t.legal("gotcha", by="Bo", on="Ann").facts == {"sticks": False}
    assert t["out"] == "Ann"


@pytest.mark.parametrize("event", ["take", "penalty", "match"])
def test_6_liable_ends_with_any_draw(event):
    t = Table("Ann Bo")
    t.position("Ann 2, Bo 3", top="blue-moon", turn="Ann", owner="Bo")
    t.play("Ann", "blue-sun")
    if event == "take":
        t.play("Bo", "blue-wasp")
        t.legal("take", by="Ann")
    elif event == "penalty":
        t.legal("penalty", on="Ann", for_="illegal-play")
    else:
        t.match("Bo", "blue-sun")
    assert "Ann" not in t["liable"]


def test_7_zar_said_first_holds_for_the_next_card():
    t = Table()
    t.position("Ann 2, Bo 3", top="blue-moon", turn="Ann")
    t.legal("zar", "zar/7", by="Ann")
    t.play("Ann", "blue-sun")
    assert t["liable"] == []


def test_7_zar_said_first_by_a_matcher():
    t = Table()
    t.position("Ann 3, Bo 3, Cy 2", top="blue-moon", turn="Ann")
    t.play("Ann", "blue-sun")
    t.legal("zar", by="Cy")
    t.match("Cy", "blue-sun")
    assert t["liable"] == []


@pytest.mark.parametrize("between", ["draw", "take", "pass", "play"])
def test_7_zar_said_first_lapses(between):
    t = Table()
    top = "blue-wasp" if between == "take" else "blue-moon"
    drew = between == "pass"
    t.position("Ann 3, Bo 2", top=top, turn="Ann", owner="Bo", matchable=True, drew=drew)
    t.legal("zar", by="Bo")
    if between == "play":
        t.play("Ann", "blue-star")
    else:
        t.legal(between, by="Ann")
        if between in ("draw", "take"):
            t.play("Ann", "blue-star")
    t.play("Bo", "blue-sun")
    assert t["liable"] == ["Bo"]


def test_7_zar_said_first_survives_calls():
    t = Table()
    t.position("Ann 2, Bo 3", top="blue-moon", turn="Ann")
    t.legal("zar", by="Ann")
    t.legal("zar", by="Bo")
    t.legal("gotcha", by="Bo", on="Ann")
    t.legal("penalty", on="Bo", for_="intentional-call")
    t.play("Ann", "blue-sun")
    assert t["liable"] == []


def test_7_zar_does_not_hold_for_the_second_card():
    t = Table("Ann Bo")
    t.position("Ann 3, Bo 3", top="blue-moon", turn="Ann")
    t.legal("zar", by="Ann")
    t.play("Ann", "blue-frog")
    t.play("Ann", "red-frog")
    assert t["liable"] == ["Ann"]


def test_6_gotcha_costs_one_once(wording):
    t = Table()
    t.position("Ann 2, Bo 3, Cy 3", top="blue-moon", turn="Ann")
    t.play("Ann", "blue-sun")
    ruling = t.legal("gotcha", "zar/6", "zar/11.1", by="Bo", on="Ann")
    assert ruling.facts == {"sticks": True}
    assert said(ruling) == wording
    assert t.legal("gotcha", by="Cy", on="Ann").facts == {"sticks": False}
    assert t["hands"]["Ann"] == 2


def test_6_gotcha_on_an_unknown_count_is_open():
    t = Table()
    t.position("Ann 2", top="blue-moon", turn="Ann")
    ruling = t.undecided("gotcha", "zar/6", by="Ann", on="Bo", stands=True)
    assert ruling.facts == {"sticks": None}
    t.position("Ann 2", top="blue-moon", turn="Ann", liable=["Bo"])
    assert t.legal("gotcha", by="Ann", on="Bo").facts == {"sticks": True}


def test_8_a_penalty_leaves_the_turn(wording):
    t = Table()
    t.start("Ann", "blue-moon")
    ruling = t.legal("penalty", "zar/8", on="Bo", for_="illegal-play")
    assert render(ruling.reason) == wording
    assert t["turn"] == "Bo"
    assert t["hands"]["Bo"] == 8
    t.legal("penalty", "zar/11.8", on="Bo", for_="intentional-call")


def test_11_9_three_penalties_a_turn(wording):
    t = Table()
    t.start("Ann", "blue-moon")
    for _ in range(3):
        t.legal("penalty", on="Bo", for_="illegal-play")
    t.illegal("penalty", "zar/11.9", on="Bo", for_="intentional-call")
    t.legal("penalty", on="Cy", for_="intentional-call")
    ruling = t.illegal("play", by="Bo", cards=["red-star"])
    assert said(ruling) == wording
    t.legal("draw", by="Bo")
    t.illegal("penalty", "zar/11.9", on="Bo", for_="illegal-play")


@pytest.mark.parametrize("ends", ["play", "match", "pass"])
def test_11_9_the_turn_ends(ends):
    t = Table()
    t.start("Ann", "blue-moon")
    for _ in range(3):
        t.legal("penalty", on="Cy", for_="illegal-play")
    if ends == "play":
        t.play("Bo", "blue-sun")
    elif ends == "match":
        t.match("Bo", "blue-moon")
    else:
        t.legal("draw", by="Bo")
        t.legal("pass", by="Bo")
    t.legal("penalty", on="Cy", for_="illegal-play")


def test_11_9_a_fourth_penalty_let_stand():
    t = Table()
    t.start("Ann", "blue-moon")
    for _ in range(3):
        t.legal("penalty", on="Bo", for_="illegal-play")
    t.illegal("penalty", on="Bo", for_="illegal-play", stands=True)
    assert t["hands"]["Bo"] == 11


def test_9_2_1_crabs_cancel_each_other(wording):
    t = Table("Ann Bo Cy Di")
    t.start("Ann", "blue-moon")
    ruling = t.legal("play", "zar/9.2.1", by="Bo", cards=["blue-crab"])
    assert said(ruling) == wording
    assert ruling.facts["next"] == "Ann"
    t.match("Di", "blue-crab")
    assert t["direction"] == "clockwise"
    assert t.play("Ann", "red-crab", "red-crab")["next"] == "Bo"


def test_13_3_three_crabs_reverse():
    t = Table("Ann Bo Cy Di", half_decks=3)
    t.start("Ann", "blue-moon")
    assert t.play("Bo", "blue-crab", "blue-crab", "blue-crab")["next"] == "Ann"


def test_9_2_2_frogs_skip(wording):
    t = Table("Ann Bo Cy Di")
    t.start("Ann", "blue-moon")
    ruling = t.legal("play", "zar/9.2.2", by="Bo", cards=["blue-frog"])
    assert said(ruling) == wording
    assert ruling.facts["next"] == "Di"


def test_9_2_2_the_count_goes_round_the_table():
    t = Table("Ann Bo")
    t.start("Ann", "blue-moon")
    facts = t.play("Bo", "blue-frog", "blue-frog")
    assert facts["skipped"] == ["Ann", "Bo"]
    assert facts["next"] == "Ann"


def test_9_2_2_frogs_skip_backwards():
    t = Table("Ann Bo Cy Di")
    t.start("Ann", "blue-crab")
    facts = t.play("Di", "blue-frog")
    assert (facts["skipped"], facts["next"]) == (["Cy"], "Bo")


def test_9_2_2_no_skipping_out():
    t = Table("Ann Bo")
    t.position("Ann 2, Bo 3", top="blue-moon", turn="Ann")
    t.play("Ann", "blue-frog")
    t.legal("zar", by="Ann")
    t.illegal("play", "zar/9.2.2", by="Ann", cards=["blue-sun"])
    t.legal("draw", by="Ann")
    t.play("Ann", "blue-sun")
    assert t["hands"]["Ann"] == 1
    t.illegal("play", "zar/4", by="Ann", cards=["blue-sun"])


def test_9_2_2_no_skipping_out_by_matching_either():
    t = Table("Ann Bo")
    t.position("Ann 2, Bo 3", top="blue-moon", turn="Ann")
    t.play("Ann", "blue-frog")
    t.illegal("play", "zar/9.2.2", "zar/6", by="Ann", cards=["blue-frog"])


def test_9_2_2_skipping_round_and_passing():
    t = Table("Ann Bo")
    t.position("Ann 2, Bo 3", top="blue-moon", turn="Ann")
    t.play("Ann", "blue-frog")
    t.legal("draw", by="Ann")
    t.legal("pass", by="Ann")
    assert t["turn"] == "Bo"


def test_9_2_2_two_frogs_one_after_the_other_out():
    """The last card may skip round; only a turn that came so may not end the hand."""
    t = Table("Ann Bo")
    t.position("Ann 1, Bo 3", top="blue-moon", turn="Ann", owner="Bo")
    assert t.play("Ann", "blue-frog")["next"] == "Ann"
    assert t["out"] == "Ann"
    t.illegal("draw", "zar/12.2", by="Ann")


def test_11_3_a_frog_at_once_upon_the_own_frog():
    t = Table("Ann Bo")
    t.position("Ann 4, Bo 5", top="red-sun", turn="Ann")
    t.play("Ann", "red-frog")
    ruling = t.legal("play", "zar/11.3", by="Ann", cards=["red-frog"])
    assert ruling.facts["self_match"]
    assert ruling.facts["match"]
    assert ruling.facts["skipped"] == ["Bo", "Ann"]
    assert ruling.facts["next"] == "Bo"


def test_11_3_a_gotcha_in_between_does_not_matter():
    t = Table("Ann Bo")
    t.position("Ann 2, Bo 5", top="red-sun", turn="Ann")
    t.play("Ann", "red-frog")
    t.legal("gotcha", by="Bo", on="Ann")
    assert t.play("Ann", "red-frog")["self_match"]


def test_9_2_3_wasps_pile_up_by_matches():
    t = Table(half_decks=3)
    t.start("Ann", "blue-moon")
    t.play("Bo", "blue-wasp")
    t.match("Ann", "blue-wasp", "blue-wasp")
    assert t["pending"] == 6
    assert t.legal("take", "zar/9.2.3", by="Bo").facts == {"count": 6}
    assert t["pending"] == 0
    assert t["hands"]["Bo"] == 16


def test_13_2_triples():
    t = Table(half_decks=3)
    t.start("Ann", "blue-moon")
    t.legal("play", "zar/5.1", "zar/13.2", by="Bo", cards=["blue-sun"] * 3)


def test_13_4_a_match_is_matched():
    t = Table(half_decks=4)
    t.start("Ann", "blue-moon")
    t.match("Bo", "blue-moon")
    ruling = t.legal("match", "zar/13.4", by="Cy", cards=["blue-moon", "blue-moon"])
    assert ruling.facts["matched"] == "Bo"
    assert t["hands"] == {"Ann": 11, "Bo": 10, "Cy": 8}


def test_13_4_oneself_several_times():
    t = Table(half_decks=4)
    t.start("Ann", "blue-moon")
    for _ in range(3):
        assert t.match("Ann", "blue-moon")["self_match"]
    t.illegal("match", "zar/2", by="Ann", cards=["blue-moon"])


def test_13_5_the_example():
    t = Table("P1 P2 P3 P4 P5 P6", half_decks=4)
    t.start("P6", "blue-moon")
    t.play("P1", "blue-frog")
    t.match("P4", "blue-frog", "blue-frog")
    facts = t.match("P2", "blue-frog")
    assert facts["matched"] == "P4"
    assert facts["skipped"] == ["P3", "P4", "P5", "P6"]
    assert facts["next"] == "P1"
    assert t["hands"] == {"P1": 9, "P2": 8, "P3": 9, "P4": 8, "P5": 9, "P6": 9}


@pytest.mark.parametrize(
    ("a", "b", "more", "first"),
    [
        ("zar", "gotcha", {}, "a"),
        ("gotcha", "zar", {}, "b"),
        ("play", "match", {}, "a"),
        ("match", "play", {}, "b"),
        ("play", "match", {"underneath": "b"}, "b"),
        ("draw", "match", {}, "a"),
        ("draw", "match", {"underneath": "b"}, "a"),
        ("match", "draw", {"knocked_off_by": "b"}, "a"),
        ("draw", "gotcha", {}, "a"),
        ("last-card", "gotcha", {}, "b"),
        ("zar", "play", {"knocked_off_by": "a"}, "b"),
        ("match", "match", {"underneath": "b"}, "b"),
    ],
)
def test_10_table_1(a, b, more, first):
    t = Table()
    t.start("Ann", "blue-moon")
    ruling = t.legal(
        "close_call", "zar/10", a={"kind": a, "by": "Bo"}, b={"kind": b, "by": "Cy"}, **more
    )
    assert ruling.facts == {"precedence": first}


@pytest.mark.parametrize(
    ("a", "b"), [("zar", "match"), ("play", "play"), ("last-card", "match"), ("gotcha", "gotcha")]
)
def test_10_other_pairs_are_open(a, b):
    t = Table()
    t.start("Ann", "blue-moon")
    t.undecided("close_call", "zar/10", a={"kind": a, "by": "Bo"}, b={"kind": b, "by": "Cy"})


@pytest.mark.parametrize(
    ("top", "a", "b", "first"),
    [
        ("blue-moon", "Di", "Bo", "b"),
        ("blue-moon", "Di", "Ann", "a"),
        ("blue-moon", "Ann", "Bo", "b"),
        ("blue-crab", "Di", "Bo", "a"),
    ],
)
def test_10_two_matches_in_the_direction_of_play(top, a, b, first):
    t = Table("Ann Bo Cy Di", half_decks=3)
    t.start("Ann", top)
    ruling = t.legal("close_call", a={"kind": "match", "by": a}, b={"kind": "match", "by": b})
    assert ruling.facts == {"precedence": first}


def test_10_two_matches_with_the_owner_unknown_are_open():
    t = Table()
    two = {"a": {"kind": "match", "by": "Ann"}, "b": {"kind": "match", "by": "Bo"}}
    t.undecided("close_call", **two)
    t.position(top="blue-moon", turn="Ann")
    t.undecided("close_call", **two)


def test_10_changes_nothing_and_is_passed_over_by_undo():
    t = Table()
    t.start("Ann", "blue-moon")
    before = t.state
    t.legal("close_call", a={"kind": "zar", "by": "Ann"}, b={"kind": "gotcha", "by": "Bo"})
    assert t.state is before
    t.legal("undo")
    assert not t["in_hand"]


def test_11_4_the_playpile_becomes_the_drawpile(wording):
    """Two players, 62 cards: 45 in the Drawpile; the first who finds it empty has it shuffled."""
    t = Table("Ann Bo")
    t.start("Ann", "blue-moon")
    t.play("Bo", "blue-sun")
    for _ in range(45):
        ruling = t.legal("draw", by=t["turn"])
        assert said(ruling) == []
        t.legal("pass", by=t["turn"])
    who = t["turn"]
    ruling = t.legal("draw", "zar/11.4", by=who)
    assert said(ruling) == wording
    t.legal("pass", by=who)
    other = t["turn"]
    assert said(t.legal("draw", by=other)) == [f"There is no card left for {other} to draw."]
    t.legal("pass", by=other)
    assert sum(t["hands"].values()) == 61


def test_11_4_only_what_is_left_is_drawn(wording):
    t = Table("Ann Bo")
    t.position("Ann 29, Bo 29", top="blue-moon", turn="Ann")
    t.play("Ann", "blue-wasp")
    assert t.legal("take", by="Bo").facts == {"count": 2}
    t.position("Ann 30, Bo 30", top="blue-wasp", turn="Ann", owner="Bo")
    ruling = t.legal("take", by="Ann")
    assert ruling.facts == {"count": 1}
    assert said(ruling) == wording


def test_11_8_mistaken_calls_cost_nothing():
    t = Table()
    t.start("Ann", "blue-moon")
    before = t.report()
    t.legal("zar", "zar/11.8", by="Cy")
    t.legal("gotcha", "zar/11.8", by="Bo", on="Cy")
    assert t.report() == before


def test_what_is_drawn_out_of_turn_and_let_stand_is_drawn_and_no_more():
    t = Table()
    t.start("Ann", "blue-wasp")
    t.illegal("draw", "zar/4", by="Cy", stands=True)
    assert t["hands"]["Cy"] == 8
    assert t.illegal("take", "zar/4", by="Cy", stands=True).facts == {"count": 2}
    assert t["hands"]["Cy"] == 10
    assert (t["turn"], t["pending"], t["matchable"]) == ("Bo", 0, True)
    t.illegal("pass", "zar/4.3C", by="Bo")


def test_a_pass_out_of_turn_let_stand_goes_on_from_there():
    t = Table()
    t.start("Ann", "blue-moon")
    t.illegal("pass", "zar/4", by="Cy", stands=True)
    assert t["turn"] == "Ann"


def test_a_play_out_of_turn_let_stand():
    t = Table()
    t.start("Ann", "blue-moon")
    facts = t.illegal("play", "zar/4", by="Cy", cards=["blue-frog"], stands=True).facts
    assert facts["skipped"] == ["Ann"]
    assert t["turn"] == "Bo"
    assert t["owner"] == "Cy"
