"""`zingazam/play`, `zingazam/round`, `zingazam/one-beats-eight`: turns, and who takes a round."""

import pytest
from zingazam_table import Table, started


def test_play_clockwise_from_the_first():
    table = started()
    ruling = table.illegal("play", "play", by="Bo", card=3)
    assert ruling.rules == ("zingazam/play",)
    table.run("Ann 3")
    table.illegal("play", "play", by="Ann", card=4)
    table.illegal("play", "play", by="Cy", card=4)
    facts = table.run("Bo 4")
    assert facts == {"effect": True, "next": "Cy"}


def test_play_nobody_plays_twice_in_a_round_even_if_it_stands():
    table = started()
    table.run("Ann 3")
    table.cannot_stand("play", by="Ann", card=4)
    assert table["hands"] == {"Ann": 7, "Bo": 8, "Cy": 8}


def test_play_nobody_without_a_card_plays_even_if_it_stands():
    table = Table()
    table.do("position", played=[{"by": "Ann", "card": 7}], skipped=["Bo"], hands={"Bo": 0})
    table.cannot_stand("play", by="Bo", card=4)


def test_play_the_winner_starts_the_next_round():
    table = started()
    table.run("Ann 3, Bo 6, Cy 4")
    assert (table["round"], table["first"], table["turn"]) == (2, "Bo", "Bo")
    table.illegal("play", "play", by="Ann", card=1)


def test_play_out_of_turn_that_stands_leaves_the_turn():
    table = started("Ann Bo Cy Di")
    facts = table.stand("play", by="Cy", card=3)
    assert facts == {"effect": True, "next": "Ann"}
    assert table["turn"] == "Ann"
    assert table["played"] == [["Cy", 3]]
    table.run("Ann 1, Bo 4")
    assert table["turn"] == "Di"


def test_play_out_of_turn_next_is_clockwise_past_the_first():
    table = started("Ann Bo Cy Di")
    table.run("Ann 1")
    facts = table.stand("play", by="Di", card=7)  # next clockwise who still has to play: Bo
    assert facts == {"effect": True, "next": "Cy"}
    assert table["skipped"] == ["Bo"]
    assert table["turn"] == "Cy"
    assert table.run("Cy 2")["winner"] == "Di"


def test_play_the_last_of_equals_is_the_last_laid_also_out_of_turn():
    table = started()
    table.stand("play", by="Cy", card=6)
    table.run("Ann 1")
    facts = table.play("Bo", 6)
    assert facts["winner"] == "Bo"
    assert facts["because"] == "last-of-equals"


def test_play_an_own_number_again_that_stands_is_laid():
    table = started("Ann Bo")
    table.run("Ann 4, Bo 3")
    facts = table.stand("play", by="Ann", card=4)
    assert facts["effect"]
    assert table["cats"] == 10
    assert table["hands"] == {"Ann": 8, "Bo": 7}


def test_play_all_that_forbids_is_named():
    table = started()
    table.run("Ann 3, Bo 6, Cy 4")
    ruling = table.illegal("play", "play", by="Ann", card=3, steal_from="Bo")
    assert set(ruling.rules) == {"zingazam/play", "zingazam/setup", "zingazam/spell.2"}


def test_play_illegal_comes_before_undecided():
    table = started()
    table.run("Ann 4, Bo 3, Cy 6")
    ruling = table.illegal("play", "spell.3", by="Cy", card=8, flip=True)
    assert "zingazam/spell.8" not in ruling.rules
    table.illegal("play", "play", by="Ann", card=2)


def test_round_the_highest_takes_all():
    table = started()
    facts = table.run("Ann 3, Bo 6, Cy 4")
    assert facts == {
        "effect": True,
        "next": None,
        "winner": "Bo",
        "taken": 3,
        "because": "highest",
    }
    assert table["piles"] == {"Ann": 0, "Bo": 3, "Cy": 0}


def test_round_the_fox_wins_with_the_last_5():
    facts = started().run("Ann 5, Bo 3, Cy 5")
    assert (facts["winner"], facts["because"]) == ("Cy", "last-of-equals")


def test_round_a_cat_counts_as_its_number():
    table = started("Ann Bo")
    table.run("Ann 4, Bo 3")
    assert table.run("Ann c8, Bo 6")["winner"] == "Ann"


@pytest.mark.parametrize(
    ("plays", "winner"),
    [
        ("Ann 1, Bo 8, Cy 6", "Ann"),
        ("Ann 8, Bo 1, Cy 6", "Bo"),
        ("Ann 1, Bo 8, Cy 1", "Cy"),
        ("Ann 1, Bo 1, Cy 8", "Bo"),
    ],
)
def test_one_beats_eight_and_the_last_1_wins(plays, winner):
    table = started()
    before = plays.rsplit(",", 1)
    table.run(before[0])
    by, card = before[1].split()
    entry = table.enter("play", by=by, card=int(card))
    assert entry.ruling.facts["winner"] == winner
    assert entry.ruling.facts["because"] == "one-beats-eight"
    assert "zingazam/one-beats-eight" in entry.ruling.rules


def test_one_without_an_eight_is_the_lowest():
    assert started().run("Ann 1, Bo 2, Cy 3")["winner"] == "Cy"


def test_round_mirrors_copy_no_number():
    table = started()
    table.run("Ann 1, Bo 8")
    facts = table.play("Cy", 5)
    assert facts["winner"] == "Ann"
    table = started()
    table.run("Ann 7, Cy 5")
    assert table["piles"] == {"Ann": 2, "Bo": 0, "Cy": 0}


def test_round_with_one_card():
    table = started("Ann Bo")
    facts = table.run("Ann 7")
    assert facts == {
        "effect": True,
        "next": None,
        "winner": "Ann",
        "taken": 1,
        "because": "highest",
    }
    assert table["hands"] == {"Ann": 7, "Bo": 8}
    assert table["skipped"] == []
