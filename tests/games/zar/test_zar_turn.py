"""Starting, the turn, playing (2 to 4, 9.3)."""

import pytest
from zar_table import Table, said

from referee.core import render


def test_2_nobody_plays_more_cards_than_held():
    t = Table()
    t.position("Ann 1, Bo 3", top="blue-moon", turn="Ann")
    ruling = t.illegal("play", "zar/2", by="Ann", cards=["blue-sun", "blue-sun"], stands=True)
    assert not ruling.can_stand
    assert t["hands"]["Ann"] == 1


def test_2_nobody_plays_from_an_empty_hand():
    t = Table()
    t.position("Ann 0, Bo 3", top="blue-moon", turn="Bo", owner="Ann")
    assert not t.illegal("match", "zar/2", by="Ann", cards=["blue-moon"]).can_stand


def test_2_all_copies_on_the_pile():
    t = Table()
    t.start("Ann", "blue-moon")
    t.play("Bo", "blue-sun")
    t.play("Cy", "blue-moon")
    t.play("Ann", "blue-star")
    t.illegal("play", "zar/2", by="Bo", cards=["blue-moon"])
    t.legal("play", by="Bo", cards=["red-star"])


def test_2_more_copies_at_once_than_there_are():
    t = Table(chameleons=2)
    t.start("Ann", "blue-moon")
    t.illegal("play", "zar/2", by="Bo", cards=["blue-sun", "blue-sun", "blue-sun"])


def test_2_a_play_let_stand_against_the_count_of_copies():
    t = Table()
    t.start("Ann", "blue-moon")
    t.play("Bo", "red-moon", "red-moon")
    ruling = t.illegal("match", "zar/2", by="Cy", cards=["red-moon"], stands=True)
    assert ruling.facts["matched"] == "Bo"
    assert t["owner"] == "Cy"


def test_2_after_a_reshuffle_only_the_top_is_known():
    t = Table("Ann Bo")
    t.start("Ann", "blue-moon")
    t.play("Bo", "blue-star")
    t.play("Ann", "blue-moon")
    while not any("Drawpile" in text for text in (said(t.legal("draw", by=t["turn"])))):
        t.legal("pass", by=t["turn"])
    t.play(t["turn"], "blue-sun")
    t.play(t["turn"], "blue-moon")


def test_2_after_a_position_only_the_run_on_top_is_known():
    t = Table()
    t.position("Ann 3, Bo 3, Cy 3", top="blue-moon", turn="Ann", owner="Cy", chain=2)
    t.illegal("match", "zar/2", by="Bo", cards=["blue-moon"])
    t.play("Ann", "blue-star")
    t.play("Bo", "blue-moon")
    t.play("Cy", "blue-moon")
    t.illegal("match", "zar/2", by="Ann", cards=["blue-moon"])


def test_2_a_run_on_top_grows_by_plays_that_are_no_match():
    t = Table()
    t.position("Ann 3, Bo 3, Cy 3", top="blue-moon", turn="Ann")
    assert not t.play("Ann", "blue-moon")["match"]
    t.illegal("match", "zar/2", by="Cy", cards=["blue-moon"])


@pytest.mark.parametrize(
    ("chameleons", "chain", "cards", "verdict"),
    [
        (1, 2, ["blue-sun"], "legal"),  # one of the two may be the chameleon
        (1, 2, ["blue-sun", "chameleon"], "illegal"),  # not both
        (1, 3, ["blue-sun"], "illegal"),
        (2, 3, ["blue-sun"], "legal"),
        (2, 3, ["blue-sun", "chameleon"], "illegal"),
    ],
)
def test_2_the_run_may_hold_chameleons(chameleons, chain, cards, verdict):
    t = Table(chameleons=chameleons)
    t.position("Ann 5, Bo 5, Cy 5", top="blue-sun", turn="Ann", owner="Cy", chain=chain)
    assert t.judge("play", by="Ann", cards=cards).verdict == verdict


def test_2_no_chameleons_in_this_game():
    t = Table()
    t.start("Ann", "blue-moon")
    t.illegal("play", "zar/2", by="Bo", cards=["chameleon"])


def test_2_unknown_counts_refuse_nothing():
    t = Table()
    t.position(top="blue-moon", turn="Ann")
    t.play("Ann", "blue-sun", "blue-sun")
    assert t["hands"] == {"Ann": None, "Bo": None, "Cy": None}
    assert t["out"] is None


@pytest.mark.parametrize("top", ["winged-dragon", "side-peacock", "chameleon"])
def test_3_no_power_first(top):
    t = Table(chameleons=1)
    t.illegal("start_hand", "zar/3", dealer="Ann", top=top)
    assert t["hand"] == 0


def test_3_a_power_first_let_stand_has_nothing_declared():
    t = Table()
    t.illegal("start_hand", dealer="Ann", top="winged-dragon", stands=True)
    assert t["declared"] is None
    t.undecided("play", "zar/9.3.1", by="Bo", cards=["blue-sun"])


def test_3_a_chameleon_first_cannot_stand():
    t = Table(chameleons=1)
    assert not t.illegal("start_hand", dealer="Ann", top="chameleon", stands=True).can_stand
    assert not t["in_hand"]


def test_3_not_while_a_hand_runs():
    t = Table()
    t.start("Ann", "blue-moon")
    t.illegal("start_hand", "zar/3", dealer="Bo", top="red-sun")


@pytest.mark.parametrize(
    ("kind", "fields"),
    [
        ("play", {"by": "Ann", "cards": ["blue-sun"]}),
        ("match", {"by": "Ann", "cards": ["blue-sun"]}),
        ("take", {"by": "Ann"}),
        ("draw", {"by": "Ann"}),
        ("pass", {"by": "Ann"}),
        ("zar", {"by": "Ann"}),
        ("gotcha", {"by": "Ann", "on": "Bo"}),
        ("penalty", {"on": "Ann", "for": "illegal-play"}),
    ],
)
def test_3_nothing_of_a_hand_without_one(kind, fields):
    t = Table()
    assert not t.illegal(kind, "zar/3", **fields, stands=True).can_stand


@pytest.mark.parametrize(
    ("n", "half_decks", "size"),
    [(2, 2, 8), (7, 2, 3), (9, 2, 3), (2, 3, 10), (5, 3, 10), (6, 3, 9), (12, 4, 3), (14, 8, 3)],
)
def test_3_and_13_1_hand_sizes(n, half_decks, size):
    names = " ".join(f"P{i}" for i in range(n))
    ruling = Table(names, half_decks=half_decks).start("P0", "blue-moon")
    assert ruling.facts == {"hand_size": size, "next": "P1"}
    assert ("zar/13.1" in ruling.rules) == (half_decks > 2)


def test_3_a_crab_first_turns_the_direction():
    t = Table()
    assert t.start("Ann", "red-crab").facts["next"] == "Cy"
    assert t["direction"] == "counterclockwise"


def test_3_a_wasp_first_is_faced():
    t = Table()
    t.start("Ann", "red-wasp")
    assert t["pending"] == 2
    assert t["hands"]["Ann"] == 7


def test_3_a_frog_first_of_two_is_the_dealers_turn():
    t = Table("Ann Bo")
    assert t.start("Ann", "red-frog").facts["next"] == "Ann"
    facts = t.play("Ann", "red-frog")
    assert (facts["match"], facts["self_match"], facts["matched"]) == (True, True, None)
    assert facts["skipped"] == ["Bo", "Ann"]
    assert facts["next"] == "Bo"


def test_3_the_first_card_is_matched_and_costs_the_dealer_one():
    t = Table()
    t.start("Ann", "blue-moon")
    assert t.match("Cy", "blue-moon")["matched"] == "Ann"
    assert t["hands"] == {"Ann": 8, "Bo": 7, "Cy": 6}


def test_3_the_dealer_matches_the_first_card():
    t = Table()
    t.start("Ann", "blue-moon")
    ruling = t.legal("match", "zar/5.3", by="Ann", cards=["blue-moon"])
    assert ruling.facts["self_match"]
    assert t["hands"] == {"Ann": 6, "Bo": 7, "Cy": 7}
    assert t["turn"] == "Bo"


def test_4_only_in_turn():
    t = Table()
    t.start("Ann", "blue-wasp")
    for kind in ("take", "draw", "pass"):
        t.illegal(kind, "zar/4", by="Cy")
    t.illegal("play", "zar/4", by="Cy", cards=["red-wasp"])


def test_4_the_same_card_out_of_turn_is_a_match_not_a_play(wording):
    t = Table()
    t.start("Ann", "blue-moon")
    ruling = t.illegal("play", "zar/4", by="Cy", cards=["blue-moon"])
    assert render(ruling.allowed) == wording
    assert t.illegal("play", by="Cy", cards=["blue-moon"], stands=True).facts["match"]


def test_4_1_cards_owed_for_a_match_are_drawn_at_once(wording):
    t = Table()
    t.start("Ann", "blue-moon")
    ruling = t.legal("match", by="Cy", cards=["blue-moon"])
    assert said(ruling) == wording
    assert t["hands"]["Ann"] == 8


@pytest.mark.parametrize("first", ["draw", "pass", "play"])
def test_4_2_wasps_first(first):
    t = Table()
    t.start("Ann", "blue-wasp")
    cards = {"cards": ["blue-sun"]} if first == "play" else {}
    t.illegal(first, "zar/4.2", by="Bo", **cards)
    ruling = t.legal("take", "zar/4.2", by="Bo")
    assert render(ruling.reason).startswith("Bo draws 2 for the wasps")
    t.legal("draw", by="Bo")
    t.play("Bo", "blue-sun")


def test_4_2_any_wasp_answers(wording):
    t = Table()
    t.start("Ann", "blue-wasp")
    ruling = t.legal("play", "zar/4.2", "zar/9.2.3", by="Bo", cards=["red-wasp"])
    assert said(ruling) == wording
    assert t.legal("take", by="Cy").facts == {"count": 4}


def test_4_2_no_wasps_to_take_for():
    t = Table()
    t.start("Ann", "blue-moon")
    t.illegal("take", "zar/4.2", by="Bo")


def test_4_2_after_taking_any_card_that_fits():
    t = Table()
    t.start("Ann", "blue-wasp")
    t.legal("take", by="Bo")
    t.illegal("take", "zar/4.2", by="Bo")
    t.play("Bo", "blue-sun")


def test_4_3a_neither_colour_nor_symbol(wording):
    t = Table()
    t.start("Ann", "blue-sun")
    ruling = t.illegal("play", "zar/4.3A", "zar/8", by="Bo", cards=["red-frog"])
    assert render(ruling.reason) == wording
    assert render(ruling.allowed) == wording
    assert said(ruling) == wording


@pytest.mark.parametrize("card", ["blue-frog", "red-sun", "blue-sun", "winged-dragon"])
def test_4_3a_colour_symbol_both_or_a_power(card):
    t = Table()
    t.start("Ann", "blue-sun")
    t.legal("draw", by="Bo")
    more = {"declare": "moon"} if card == "winged-dragon" else {}
    t.legal("play", "zar/4.3A", by="Bo", cards=[card], **more)


def test_4_3b_one_draw_a_turn():
    t = Table()
    t.start("Ann", "blue-sun")
    t.legal("draw", "zar/4.3B", by="Bo")
    t.illegal("draw", "zar/4.3B", "zar/4.3C", by="Bo")
    t.play("Bo", "blue-star")


def test_4_3c_no_pass_without_a_draw():
    t = Table()
    t.start("Ann", "blue-sun")
    t.illegal("pass", "zar/4.3C", by="Bo")
    t.legal("draw", by="Bo")
    t.legal("pass", "zar/4.3C", by="Bo")
    assert t["turn"] == "Cy"


def test_12_1_no_pass_after_taking():
    t = Table()
    t.start("Ann", "blue-wasp")
    t.legal("take", by="Bo")
    t.illegal("pass", "zar/12.1", "zar/4.3C", by="Bo")


def test_12_1_a_card_for_gotcha_is_not_the_draw():
    t = Table()
    t.position("Ann 3, Bo 1, Cy 3", top="blue-moon", turn="Bo", liable=["Bo"])
    t.legal("gotcha", by="Ann", on="Bo")
    t.illegal("pass", "zar/4.3C", by="Bo")
    t.legal("draw", by="Bo")


def test_4_a_pass_is_over_in_the_direction_of_play():
    t = Table()
    t.start("Ann", "red-crab")
    t.legal("draw", by="Cy")
    t.legal("pass", by="Cy")
    assert t["turn"] == "Bo"


def test_9_3_1_after_a_dragon(wording):
    t = Table()
    t.position(top="winged-dragon", declared="moon", turn="Ann")
    ruling = t.illegal("play", "zar/9.3.1", by="Ann", cards=["blue-frog"])
    assert render(ruling.allowed) == wording
    t.illegal("play", "zar/9.3.1", by="Ann", cards=["blue-sun"])
    t.illegal("play", "zar/9.3.2", by="Ann", cards=["side-peacock"], declare="red")
    t.legal("play", "zar/9.3.1", by="Ann", cards=["red-moon"])


def test_9_3_1_a_dragon_on_a_dragon_declares_anew():
    t = Table()
    t.position(top="winged-dragon", declared="moon", turn="Ann")
    t.play("Ann", "unwinged-dragon", declare="sun")
    assert t["declared"] == "sun"
    t.illegal("play", by="Bo", cards=["blue-moon"])
    t.play("Bo", "blue-sun")
    assert t["declared"] is None


def test_9_3_2_after_a_peacock(wording):
    t = Table()
    t.position(top="front-peacock", declared="red", turn="Ann")
    ruling = t.illegal("play", "zar/9.3.2", by="Ann", cards=["blue-frog"])
    assert render(ruling.allowed) == wording
    t.illegal("play", "zar/9.3.1", by="Ann", cards=["winged-dragon"], declare="sun")
    t.legal("play", by="Ann", cards=["red-wasp"])
    t.position(top="front-peacock", declared="red", turn="Ann")
    t.legal("play", by="Ann", cards=["side-peacock"], declare="blue")


def test_9_3_1_unknown_symbol():
    """Open only where it depends on the symbol; a frog has none that can be declared."""
    t = Table()
    t.position(top="winged-dragon", turn="Ann")
    t.undecided("play", "zar/9.3.1", by="Ann", cards=["blue-sun"])
    t.illegal("play", "zar/9.3.1", by="Ann", cards=["blue-frog"])
    t.illegal("play", "zar/9.3.2", by="Ann", cards=["front-peacock"], declare="red")
    t.illegal("play", "zar/4", by="Bo", cards=["blue-sun"])
    t.legal("play", by="Ann", cards=["winged-dragon"], declare="sun")


def test_9_3_2_unknown_colour():
    t = Table()
    t.position(top="side-peacock", turn="Ann")
    ruling = t.undecided("play", "zar/9.3.2", by="Ann", cards=["blue-wasp"], stands=True)
    assert ruling.facts["next"] == "Bo"
    assert t["top"] == "blue-wasp"


@pytest.mark.parametrize(
    ("card", "wrong", "right", "clause"),
    [
        ("unwinged-dragon", "yellow", "star", "zar/9.3.1"),
        ("side-peacock", "star", "yellow", "zar/9.3.2"),
    ],
)
def test_9_3_declaring(card, wrong, right, clause):
    t = Table()
    t.start("Ann", "blue-sun")
    t.illegal("play", clause, by="Bo", cards=[card])
    t.illegal("play", clause, by="Bo", cards=[card], declare=wrong)
    t.play("Bo", card, declare=right)
    assert t["declared"] == right


def test_9_3_a_wrong_declaration_let_stand_is_unknown():
    t = Table()
    t.start("Ann", "blue-sun")
    t.illegal("play", by="Bo", cards=["winged-dragon"], declare="red", stands=True)
    assert t["declared"] is None
    t.undecided("play", by="Cy", cards=["blue-sun"])


def test_11_6_a_player_who_is_not_seated_does_nothing():
    t = Table()
    t.legal("quit", player="Cy")
    t.illegal("start_hand", "zar/11.6", dealer="Cy", top="blue-moon")
    t.start("Ann", "blue-moon")
    for kind, fields in (
        ("play", {"by": "Cy", "cards": ["blue-sun"]}),
        ("zar", {"by": "Cy"}),
        ("gotcha", {"by": "Cy", "on": "Ann"}),
        ("gotcha", {"by": "Ann", "on": "Cy"}),
        ("penalty", {"on": "Cy", "for": "illegal-play"}),
        (
            "close_call",
            {"a": {"kind": "zar", "by": "Cy"}, "b": {"kind": "gotcha", "by": "Ann"}},
        ),
        ("end_hand", {"winner": "Cy"}),
        ("position", {"top": "blue-sun", "turn": "Cy"}),
        ("position", {"top": "blue-sun", "turn": "Ann", "liable": ["Cy"]}),
    ):
        ruling = t.illegal(kind, "zar/11.6", **fields)
        assert not ruling.can_stand
    t.legal("position", top="blue-sun", turn="Ann", scores={"Cy": 3})
    assert t.scores["Cy"] == 3, "a score may be that of somebody who quit"
