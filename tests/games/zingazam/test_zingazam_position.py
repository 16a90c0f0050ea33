"""A position, and what is not known after it (`table/position`, `zingazam/play`)."""

from itertools import combinations
from random import Random

import msgspec
import pytest
from drivers import driver as load
from zingazam_table import Table, started

from referee.games.zingazam import GAME
from referee.games.zingazam.piles import LOTS, bounds

driver = load("zingazam")

FIELDS = {
    "first": "Bo",
    "played": [{"by": "Bo", "card": 7}, {"by": "Ann", "card": 4, "cat": False}],
    "piles": {"Ann": 3, "Bo": 0, "Cy": 2, "Di": 4},
    "hands": {"Ann": 2, "Bo": 3, "Cy": 2, "Di": 1},
    "skipped": ["Cy"],
    "must_play": {"Di": 3},
}


def test_position_whole():
    table = Table("Ann Bo Cy Di")
    entry = table.enter("position", **FIELDS)
    assert entry.ruling.verdict == "legal"
    assert entry.ruling.rules == ("table/position",)
    assert table["turn"] == "Di"
    assert table["first"] == "Bo"
    assert table["played"] == [["Bo", 7], ["Ann", 4]]
    assert table["skipped"] == ["Cy"]
    assert table["must_play"] == {"Di": 3}
    assert table["piles"] == FIELDS["piles"]
    assert table["hands"] == FIELDS["hands"]
    assert table["facing"] == dict.fromkeys(["Ann", "Bo", "Cy", "Di"])
    assert table["cats"] is None
    assert (table["game"], table["round"]) == (1, 1)


@pytest.mark.parametrize(
    "left_out", [c for n in range(len(FIELDS) + 1) for c in combinations(FIELDS, n)]
)
def test_position_with_any_fields_left_out_can_be_played_on(left_out):
    fields = {key: value for key, value in FIELDS.items() if key not in left_out}
    table, random = Table("Ann Bo Cy Di"), Random(len(left_out))
    table.enter("position", **fields)
    for _ in range(40):
        state = table.fold.state
        if not state.running:
            break
        event = driver.mutants(GAME, state, random.choice)
        event = msgspec.structs.replace(event, stands=random.random() < 0.5)
        table.fold.take(event, 0)
        GAME.page(table.fold.state, None)
        GAME.position(table.fold.state, None)
        for offer in GAME.offers(table.fold.state, None):
            if offer.event is not None:
                assert GAME.judge(table.fold.state, offer.event).verdict == "legal"


@pytest.mark.parametrize(
    "fields",
    [
        {"played": [{"by": "Ann", "card": 1}, {"by": "Ann", "card": 2}]},
        {"played": [{"by": "Ann", "card": 7}], "skipped": ["Ann"]},
        {"first": "Bo", "played": [{"by": "Ann", "card": 1}]},
        {"played": [{"by": "Ann", "card": 7}, {"by": "Cy", "card": 1}], "skipped": ["Bo"]},
        {"skipped": ["Ann", "Bo", "Cy"]},
        {"played": [{"by": "Ann", "card": 6}], "must_play": {"Ann": 3}},
        {"played": [{"by": "Ann", "card": 7}], "skipped": ["Bo"], "must_play": {"Bo": 3}},
        {"hands": {"Bo": 0}},
        {"played": [{"by": "Ann", "card": 7}], "hands": {"Ann": 0, "Cy": 0}},
    ],
)
def test_play_a_position_that_cannot_be(fields):
    table = Table()
    table.illegal("position", "play", **fields)
    table.cannot_stand("position", **fields)


def test_position_empty_hands_of_those_who_need_no_card():
    table = Table()
    table.do(
        "position",
        played=[{"by": "Ann", "card": 7}],
        skipped=["Bo"],
        hands={"Ann": 0, "Bo": 0, "Cy": 1},
    )


def test_position_first_by_default():
    table = Table(ages=["Cy", "Ann", "Bo"])
    table.do("position")
    assert (table["first"], table["turn"]) == ("Cy", "Cy")  # who would start
    table.do("position", played=[{"by": "Bo", "card": 3}])
    assert (table["first"], table["turn"]) == ("Bo", "Cy")  # who played first
    table.do("position", hands={"Ann": 3})
    assert (table["first"], table["turn"]) == ("Bo", "Bo")  # the running round's first


def test_position_turn_is_the_next_after_the_last_who_played():
    table = Table("Ann Bo Cy Di")
    table.do("position", played=[{"by": "Ann", "card": 3}, {"by": "Cy", "card": 4}])
    assert table["turn"] == "Di"
    table.run("Di 1")
    assert table["turn"] == "Bo"
    table.do("position", first="Ann", skipped=["Ann"])
    assert table["turn"] == "Bo"


def test_position_keeps_game_round_and_totals():
    table = Table("Ann Bo", games=2)
    table.do("score_game", counts={"Ann": 9, "Bo": 7})
    table.do("start_game")
    table.run("Ann 3, Bo 4")
    table.do("position", first="Ann", hands={"Ann": 2, "Bo": 2})
    assert (table["game"], table["round"], table["totals"]) == (2, 2, {"Ann": 9, "Bo": 7})


def test_position_ends_the_waiting():
    table = Table("Ann Bo")
    table.do("position", played=[{"by": "Ann", "card": 3}], hands={"Ann": 0})
    table.run("Bo 7")
    assert table["awaiting"] == "end_game"
    table.do("position", hands={"Ann": 1, "Bo": 1})
    assert (table["awaiting"], table["game"], table["turn"]) == (None, 1, "Ann")


def test_position_after_the_last_game_runs_one_more():
    table = Table("Ann Bo")
    table.do("score_game", counts={"Ann": 9, "Bo": 7})
    table.do("position", piles={"Ann": 1, "Bo": 4}, played=[{"by": "Ann", "card": 3}])
    assert not table.over
    assert table.winners == []
    assert (table["game"], table["round"]) == (2, 1)
    table.do("position", piles={"Ann": 1, "Bo": 4}, hands={"Ann": 1, "Bo": 1})
    table.run("Ann 3, Bo 4")
    assert table.over
    assert table.scores == {"Ann": 10, "Bo": 13}
    assert table.winners == ["Bo"]


def test_position_what_is_unknown_succeeds():
    table = Table()
    table.do("position")
    assert table.play("Ann", 2, steal_from="Bo")["effect"]
    assert table.play("Bo", 8, gift_to="Ann")["effect"]
    assert table.run("Cy 3")["effect"]
    table.do("position")
    assert table.play("Bo", 4)["effect"]
    assert not table.play("Cy", 3, flip=False)["effect"]
    assert table.play("Ann", 3, flip=True, cat=True)["effect"]
    assert table["cats"] is None
    assert table["hands"] == dict.fromkeys(["Ann", "Bo", "Cy"])


def test_position_a_choice_is_still_needed():
    table = Table()
    table.do("position")
    table.undecided("play", "spell.2", by="Ann", card=2)
    table.undecided("play", "spell.8", by="Ann", card=8)


def test_position_what_is_known_counts():
    table = Table()
    table.do("position", piles={"Ann": 0, "Bo": 0, "Cy": 1}, hands={"Ann": 3})
    table.illegal("play", "spell.8", by="Ann", card=8, gift_to="Bo")
    assert not table.play("Ann", 2, steal_from="Bo")["effect"]
    assert table["hands"]["Ann"] == 2
    assert table.play("Bo", 2, steal_from="Cy")["effect"]
    assert table["piles"] == {"Ann": 0, "Bo": 1, "Cy": 0}


def test_setup_position_numbers_of_this_round_are_known_and_cats_are_none():
    table = Table("Ann Bo")
    table.do("position", played=[{"by": "Ann", "card": 4, "cat": False}])
    table.run("Bo 3")
    table.illegal("play", "setup", by="Ann", card=4)
    table = Table("Ann Bo")
    table.do("position", played=[{"by": "Ann", "card": 6, "cat": True}])
    table.run("Bo 3, Ann 6")


def test_spell_6_position_must_play():
    table = Table("Ann Bo")
    table.do("position", played=[{"by": "Ann", "card": 6}], must_play={"Bo": 4})
    table.illegal("play", "spell.6", by="Bo", card=3)
    table.run("Bo 4")


def test_spell_6_after_a_position_a_cat_may_be_anything_but_4_and_5():
    table = Table("Ann Bo")
    table.do("position", played=[{"by": "Ann", "card": 4}])
    table.run("Bo 3")
    table.play("Ann", 6, points_at=3)  # Bo's own 3 is gone, but he may hold a cat
    table.run("Bo c3")
    table = Table("Ann Bo")
    table.do("position", played=[{"by": "Ann", "card": 6}])
    table.run("Bo 4")
    table.illegal("play", "spell.6", by="Ann", card=6, cat=True, points_at=4)


def test_spell_7_position_skipped():
    table = Table()
    table.do("position", played=[{"by": "Ann", "card": 7}], skipped=["Bo"])
    table.illegal("play", "spell.7", by="Bo", card=4)
    table.run("Cy 3")


def test_position_of_now_sets_the_same_situation_again():
    table = started()
    table.run("Ann 6, Bo 3, Cy 4, Ann 7")
    position = GAME.position(table.fold.state, None)
    after = GAME.apply(table.fold.state, position)
    now, then = GAME.report(table.fold.state), GAME.report(after)
    for key in ("game", "round", "first", "turn", "played", "hands", "skipped", "must_play"):
        assert now[key] == then[key]
    assert then["piles"] == {"Ann": None, "Bo": 0, "Cy": 0}


def test_spell_2_from_an_unknown_pile_may_have_brought_nothing():
    table = Table("Ann Bo")
    table.do("position", piles={"Ann": 2})
    assert table.run("Ann 2")["effect"]
    assert table["piles"] == {"Ann": None, "Bo": None}
    assert bounds(table.fold.state.wizards[0].pile, 8) == (0, LOTS)


def test_spell_8_from_and_to_unknown_piles():
    table = Table("Ann Bo")
    table.do("position", piles={"Ann": 2})
    table.run("Ann 8, Bo 8")
    assert table["piles"] == {"Ann": 2, "Bo": None}
