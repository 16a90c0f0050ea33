"""`zingazam/setup` and `zingazam/series`: who starts, what everyone has, how games follow."""

import pytest
from zingazam_table import Table, started, tied_game

from referee.core import Unusable, render


def test_setup_cards_and_state_before_and_after():
    table = Table("Ann Bo", games=2)
    nothing = {
        "game": 0,
        "in_game": False,
        "round": 0,
        "first": None,
        "turn": None,
        "played": [],
        "hands": {},
        "facing": {},
        "piles": {},
        "cats": 0,
        "skipped": [],
        "must_play": {},
        "totals": {"Ann": 0, "Bo": 0},
        "awaiting": None,
    }
    assert {key: table[key] for key in nothing} == nothing
    table.do("start_game")
    begun = nothing | {
        "game": 1,
        "in_game": True,
        "round": 1,
        "first": "Ann",
        "turn": "Ann",
        "hands": {"Ann": 8, "Bo": 8},
        "facing": {"Ann": 1, "Bo": 1},
        "piles": {"Ann": 0, "Bo": 0},
        "cats": 12,
    }
    assert {key: table[key] for key in begun} == begun


def test_setup_the_oldest_starts_the_first_game():
    table = Table(ages=["Cy", "Ann", "Bo"])
    ruling = table.illegal("start_game", "setup", first="Ann")
    assert ruling.rules[0] == "zingazam/setup"
    table.do("start_game", first="Cy")
    assert table["turn"] == "Cy"


def test_setup_a_wrong_first_can_stand():
    table = Table()
    table.stand("start_game", first="Bo")
    assert (table["first"], table["turn"]) == ("Bo", "Bo")
    table.run("Bo 3, Cy 4, Ann 6")
    assert table["turn"] == "Ann"


def test_setup_no_game_starts_while_one_runs_or_waits():
    table = started()
    table.illegal("start_game", "setup")
    table.cannot_stand("start_game")
    table.cannot_stand("start_game", first="Bo")
    waiting = tied_game(games=2)
    waiting.illegal("start_game", "setup")
    waiting.cannot_stand("start_game")


def test_setup_no_play_without_a_game():
    table = Table()
    table.illegal("play", "setup", by="Ann", card=3)
    table.cannot_stand("play", by="Ann", card=3)
    between = Table(games=2)
    between.do("score_game", counts={"Ann": 9, "Bo": 8, "Cy": 7})
    between.illegal("play", "setup", by="Ann", card=3)
    between.cannot_stand("play", by="Ann", card=3)


def test_setup_an_own_number_is_played_once():
    table = started("Ann Bo")
    table.run("Ann 4, Bo 3")
    table.illegal("play", "setup", by="Ann", card=4)
    table.run("Ann c3, Bo 5")  # a cat with a number leaves the own card of that number
    table.run("Bo 1, Ann 3")


def test_setup_a_cat_must_have_been_drawn():
    table = started("Ann Bo")
    ruling = table.illegal("play", "setup", by="Ann", card=3, cat=True)
    assert "zingazam/setup" in ruling.rules
    table.run("Ann 4, Bo 3, Ann c1, Bo 2")
    table.illegal("play", "setup", by="Bo", card=8, cat=True)
    table.run("Bo 6")
    table.illegal("play", "setup", by="Ann", card=8, cat=True)  # the one she drew is played


@pytest.mark.parametrize("number", [4, 5])
def test_faq_no_cat_has_a_4_or_a_5(number):
    table = started("Ann Bo")
    table.run("Ann 4, Bo 3")
    table.illegal("play", "setup", by="Ann", card=number, cat=True)
    table.illegal("play", "faq", by="Ann", card=number, cat=True)
    unknown = Table("Ann Bo")
    unknown.do("position")
    unknown.illegal("play", "setup", by="Ann", card=number, cat=True)


def test_setup_two_cats_of_a_number_also_by_different_players_and_after_a_position():
    table = Table("Ann Bo")
    table.do("position", played=[{"by": "Ann", "card": 1, "cat": True}])
    table.run("Bo c1")
    table.illegal("play", "setup", by="Bo", card=1, cat=True)
    table.illegal("play", "faq", by="Bo", card=1, cat=True)
    table.run("Bo 1")


def test_setup_a_cat_that_stood_counts_as_played():
    table = started("Ann Bo")
    table.stand("play", by="Ann", card=3, cat=True)
    table.run("Bo 1, Ann 4, Bo 3")
    table.illegal("play", "setup", by="Ann", card=2, cat=True)  # drawn one, played one
    assert table["hands"] == {"Ann": 7, "Bo": 6}


def test_series_starter_is_in_the_lead_and_the_lowest_turn_two():
    table = Table(games=3)
    table.do("score_game", counts={"Ann": 5, "Bo": 10, "Cy": 5})
    ruling = table.illegal("start_game", "series", first="Ann")
    assert ruling.rules[0] == "zingazam/series"
    table.do("start_game", first="Bo")
    assert table["facing"] == {"Ann": 2, "Bo": 1, "Cy": 2}
    assert table["first"] == "Bo"
    assert table["game"] == 2


def test_series_a_wrong_first_can_stand():
    table = Table(games=3)
    table.do("score_game", counts={"Ann": 5, "Bo": 10, "Cy": 5})
    table.stand("start_game", first="Cy")
    assert table["turn"] == "Cy"
    assert table["facing"] == {"Ann": 2, "Bo": 1, "Cy": 2}


def test_series_of_tied_leaders_the_oldest_starts():
    table = Table(games=3, ages=["Cy", "Bo", "Ann"])
    table.do("score_game", counts={"Ann": 10, "Bo": 10, "Cy": 4})
    table.illegal("start_game", "series", first="Cy")
    table.illegal("start_game", "series", first="Ann")
    table.do("start_game", first="Bo")


def test_series_all_equal_all_turn_two_and_the_oldest_starts():
    table = Table("Ann Bo", games=2, ages=["Bo", "Ann"])
    table.do("score_game", counts={"Ann": 8, "Bo": 8})
    table.do("start_game")
    assert table["facing"] == {"Ann": 2, "Bo": 2}
    assert table["turn"] == "Bo"


def test_series_totals_decide_and_ties_share(wording):
    table = Table(games=2)
    table.do("score_game", counts={"Ann": 9, "Bo": 6, "Cy": 4})
    assert not table.over
    assert table.winners == []
    entry = table.enter("score_game", counts={"Ann": 2, "Bo": 5, "Cy": 4})
    assert "zingazam/series" in entry.ruling.rules
    assert [render(effect) for effect in entry.ruling.effects] == wording
    assert table.over
    assert table.scores == {"Ann": 11, "Bo": 11, "Cy": 8}
    assert table.winners == ["Ann", "Bo"]


def test_series_of_one_game_is_won_by_the_tie_rule():
    table = Table("Ann Bo")
    table.do(
        "score_game",
        counts={"Ann": 2, "Bo": 2},
        piles={"Ann": {"7": 2}, "Bo": {"8": 1, "1": 1}},
    )
    assert table.scores == {"Ann": 2, "Bo": 2}
    assert table.winners == ["Bo"]


def test_series_scores_of_a_running_game_are_those_before_it():
    table = Table("Ann Bo", games=2)
    table.do("score_game", counts={"Ann": 9, "Bo": 7})
    table.do("start_game")
    table.run("Ann 4, Bo 3")
    assert table.scores == {"Ann": 9, "Bo": 7}
    assert table["totals"] == {"Ann": 9, "Bo": 7}


def test_end_after_the_last_game_only_undo_and_position():
    table = Table("Ann Bo")
    table.do("score_game", counts={"Ann": 9, "Bo": 7})
    for kind, fields in {
        "start_game": {},
        "play": {"by": "Ann", "card": 3},
        "end_game": {"piles": {}},
        "score_game": {"counts": {"Ann": 1, "Bo": 1}},
    }.items():
        table.illegal(kind, "end", **fields)
        table.cannot_stand(kind, **fields)
    table.do("undo")
    assert not table.over
    table.do("score_game", counts={"Ann": 9, "Bo": 7})
    table.do("position")
    assert not table.over
    assert table["game"] == 2


@pytest.mark.parametrize("ages", [["Ann"], [], ["Ann", "Ann"], ["Ann", "Bo", "Ann"]])
def test_options_ages_name_everyone_once(ages):
    with pytest.raises(Unusable) as refused:
        Table("Ann Bo", ages=ages)
    assert refused.value.path == "options.ages"


@pytest.mark.parametrize("games", [0, 21, True, "3", None])
def test_options_games(games):
    with pytest.raises(Unusable) as refused:
        Table("Ann Bo", games=games)
    assert refused.value.path == "options.games"


@pytest.mark.parametrize(
    ("event", "path"),
    [
        ({"type": "play", "by": "Ann", "card": 0}, "events[0].card"),
        ({"type": "play", "by": "Ann", "card": 3, "mirror": 9}, "events[0].mirror"),
        ({"type": "play", "by": "Ann", "card": 3, "flip": 1}, "events[0].flip"),
        ({"type": "play", "by": "Ann", "card": 3, "gift_to": None}, "events[0].gift_to"),
        ({"type": "play", "by": "Ann", "card": 3, "points_at": 0}, "events[0].points_at"),
        ({"type": "play", "card": 3}, "events[0].by"),
        ({"type": "end_game"}, "events[0].piles"),
        ({"type": "end_game", "piles": {"Ann": {"9": 1}}}, "events[0].piles.Ann.9"),
        ({"type": "end_game", "piles": {"Ann": {"8": -1}}}, "events[0].piles.Ann.8"),
        ({"type": "end_game", "piles": {"Flo": {}}}, "events[0].piles.Flo"),
        ({"type": "score_game", "counts": {}, "piles": {"Bo": {"08": 1}}}, "events[0].piles.Bo.08"),
        ({"type": "position", "played": [{"by": "Ann"}]}, "events[0].played[0].card"),
        ({"type": "position", "hands": {"Bo": "3"}}, "events[0].hands.Bo"),
        ({"type": "position", "must_play": {"Bo": 9}}, "events[0].must_play.Bo"),
        ({"type": "position", "skipped": ["Flo"]}, "events[0].skipped[0]"),
    ],
)
def test_unusable_events_name_the_place(event, path):
    table = Table("Ann Bo")
    with pytest.raises(Unusable) as refused:
        table.enter(event.pop("type"), **event)
    assert refused.value.path == path
