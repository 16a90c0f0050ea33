"""The Chameleon (14)."""

import pytest
from zar_table import Table, said

from referee.core import render


def test_14_alone_it_is_what_it_lies_on():
    t = Table(chameleons=2)
    t.start("Ann", "blue-sun")
    ruling = t.legal("play", "zar/14", "zar/5.2", by="Bo", cards=["chameleon"])
    assert ruling.facts["matched"] == "Ann"
    assert (t["top"], t["identity"]) == ("chameleon", "blue-sun")
    t.play("Cy", "blue-moon")


def test_14_alone_after_a_draw_it_is_no_match():
    t = Table(chameleons=2)
    t.start("Ann", "blue-sun")
    t.legal("draw", by="Bo")
    assert not t.play("Bo", "chameleon")["match"]
    assert t["identity"] == "blue-sun"


def test_14_upon_a_chameleon_it_takes_the_same_identity():
    t = Table(chameleons=2)
    t.start("Ann", "blue-sun")
    t.play("Bo", "chameleon")
    t.play("Cy", "chameleon")
    assert t["identity"] == "blue-sun"
    assert t.match("Ann", "blue-sun")["matched"] == "Cy"


def test_14_as_names_what_it_is_or_is_refused(wording):
    t = Table(chameleons=2)
    t.start("Ann", "blue-sun")
    ruling = t.illegal("play", "zar/14", by="Bo", cards=["chameleon"], as_="blue-moon")
    assert render(ruling.reason) == wording
    t.illegal("play", "zar/14", by="Bo", cards=["red-sun", "chameleon"], as_="blue-sun")
    t.legal("play", by="Bo", cards=["chameleon"], as_="blue-sun")


def test_14_with_a_real_card_the_whole_must_fit():
    t = Table(chameleons=2)
    t.start("Ann", "blue-sun")
    t.illegal("play", "zar/4.3A", by="Bo", cards=["red-moon", "chameleon"])
    t.legal("play", "zar/14", "zar/5.1", by="Bo", cards=["red-sun", "chameleon"])
    assert (t["top"], t["identity"]) == ("chameleon", "red-sun")


def test_14_its_effect_counts():
    t = Table(chameleons=2)
    t.start("Ann", "blue-sun")
    t.play("Bo", "blue-wasp", "chameleon")
    assert t["pending"] == 4
    facts = t.play("Cy", "chameleon")
    assert facts["match"]
    assert t["pending"] == 6


def test_14_facing_wasps_it_is_a_wasp():
    t = Table(chameleons=2)
    t.position(top="blue-wasp", turn="Ann", pending=2)
    ruling = t.legal("play", "zar/4.2", by="Ann", cards=["chameleon"])
    assert not ruling.facts["match"]
    assert t["pending"] == 4


def test_14_out_of_turn_not_alone_on_a_real_card():
    t = Table(chameleons=2)
    t.start("Ann", "blue-sun")
    t.illegal("match", "zar/14", by="Cy", cards=["chameleon"])


def test_14_out_of_turn_upon_a_chameleon():
    t = Table(chameleons=2)
    t.start("Ann", "blue-sun")
    t.play("Bo", "chameleon")
    ruling = t.legal("match", "zar/14.2", by="Bo", cards=["chameleon"])
    assert ruling.facts["self_match"]
    assert ruling.readings == ()


def test_14_2_the_dealer():
    """Alone it is out of turn; together with the real card it goes."""
    t = Table(chameleons=2, readings={"chameleon_along": "self"})
    t.start("Ann", "blue-sun")
    t.illegal("match", "zar/14.2", by="Ann", cards=["chameleon"])
    ruling = t.legal("match", "zar/14.2", by="Ann", cards=["blue-sun", "chameleon"])
    assert ruling.readings == ()
    assert t["hands"]["Ann"] == 5


@pytest.mark.parametrize(("answer", "verdict"), [("any", "legal"), ("self", "illegal")])
def test_reading_chameleon_along(answer, verdict):
    t = Table(chameleons=2, readings={"chameleon_along": answer})
    t.start("Ann", "blue-sun")
    ruling = t.judge("match", by="Cy", cards=["blue-sun", "chameleon"])
    assert ruling.verdict == verdict
    assert ruling.readings == ("chameleon_along",)
    assert "zar/14" in ruling.rules


def test_reading_chameleon_along_with_the_owner_unknown():
    t = Table(chameleons=2, readings={"chameleon_along": "self"})
    t.position(top="blue-sun", turn="Ann", matchable=True)
    t.illegal("match", "zar/14", by="Cy", cards=["blue-sun", "chameleon"])
    t.legal("match", by="Ann", cards=["blue-sun", "chameleon"])  # in turn


def test_reading_chameleon_along_says_nothing_of_a_chameleon_on_top():
    t = Table(half_decks=3, chameleons=3, readings={"chameleon_along": "self"})
    t.start("Ann", "blue-sun")
    t.play("Bo", "chameleon")
    ruling = t.legal("match", by="Ann", cards=["blue-sun", "chameleon"])
    assert ruling.readings == ()


def test_14_as_a_power_it_declares():
    t = Table(chameleons=2)
    t.position(top="winged-dragon", declared="sun", turn="Ann", owner="Cy")
    t.illegal("play", "zar/9.3.1", by="Ann", cards=["chameleon"])
    t.illegal("play", "zar/9.3.1", by="Ann", cards=["chameleon"], declare="red")
    t.legal("play", by="Ann", cards=["chameleon"], declare="moon")
    assert t["declared"] == "moon"
    t.illegal("play", "zar/9.3.1", by="Bo", cards=["blue-sun"])


def test_14_as_another_card_it_declares_nothing():
    t = Table(chameleons=2)
    t.start("Ann", "blue-sun")
    t.illegal("play", "zar/14", by="Bo", cards=["chameleon"], declare="moon")
    t.illegal("play", "zar/14", by="Bo", cards=["red-sun", "chameleon"], declare="red")


def test_14_when_somebody_is_out_only_upon_a_chameleon(wording):
    t = Table(half_decks=3, chameleons=3)
    t.position("Ann 1, Bo 3, Cy 3", top="blue-sun", turn="Ann")
    t.play("Ann", "blue-star")
    t.illegal("play", "zar/14", by="Bo", cards=["chameleon"])
    t.illegal("play", "zar/14", by="Bo", cards=["blue-star", "chameleon"])
    t.position("Ann 1, Bo 3, Cy 3", top="blue-sun", turn="Ann")
    t.play("Ann", "chameleon")
    assert t["out"] == "Ann"
    ruling = t.legal("match", "zar/14", by="Cy", cards=["chameleon"])
    assert said(ruling) == wording


def test_14_out_with_a_chameleon_alone():
    t = Table(chameleons=1)
    t.position("Ann 1, Bo 3", top="blue-sun", turn="Ann", owner="Bo")
    assert t.play("Ann", "chameleon")["matched"] == "Bo"
    assert t["out"] == "Ann"


def test_14_not_out_with_a_chameleon_and_a_card():
    t = Table(chameleons=1)
    t.position("Ann 2, Bo 3", top="blue-sun", turn="Ann", owner="Bo")
    t.illegal("play", "zar/6", by="Ann", cards=["chameleon", "blue-sun"])


def test_13_4_with_two_half_decks_it_takes_a_chameleon():
    t = Table(chameleons=1)
    t.start("Ann", "blue-sun")
    t.match("Bo", "blue-sun")
    t.illegal("match", "zar/2", by="Cy", cards=["blue-sun"])
    assert t.play("Cy", "chameleon")["matched"] == "Bo"


def test_14_worth_six():
    t = Table(chameleons=2)
    facts = t.legal("end_hand", winner="Ann", hands={"Bo": ["chameleon"], "Cy": []}).facts
    assert facts["points"] == {"Ann": 0, "Bo": 6, "Cy": 0}


def test_14_1_the_second_example():
    t = Table("P1 P2 P3 P4", chameleons=2)
    t.start("P1", "blue-moon")
    t.play("P2", "blue-wasp")
    t.play("P3", "red-wasp", "red-wasp", "chameleon", "chameleon")
    assert t["pending"] == 10
    assert t["turn"] == "P4"
    t.illegal("play", "zar/4.2", by="P4", cards=["red-sun"])
