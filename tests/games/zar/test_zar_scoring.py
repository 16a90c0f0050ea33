"""Counting hands, the end, coming and going, positions (6, 11.6, Position)."""

import pytest
from zar_table import VALUES, Table, said

from referee.core import Undo, render
from referee.games.zar import GAME


def out_with(card: str, hands: str = "Ann 1, Bo 2, Cy 3", **options) -> Table:
    """Ann is out with `card`, played on a blue moon; Bo would be next."""
    t = Table(**options)
    t.position(hands, top="blue-moon", turn="Ann")
    t.play("Ann", card)
    return t


def test_6_the_others_cards_count_against_them(wording):
    t = out_with("blue-sun", values=VALUES)
    hands = {"Bo": ["red-sun", "red-crab"], "Cy": ["winged-dragon", "red-sun", "blue-star"]}
    ruling = t.legal("end_hand", "zar/6", hands=hands)
    assert ruling.facts == {"points": {"Ann": 0, "Bo": 6, "Cy": 12}}
    assert render(ruling.reason) == wording
    assert t.scores == {"Ann": 0, "Bo": 6, "Cy": 12}
    assert t["hand"] == 1
    assert not t["in_hand"]


def test_6_nobody_is_out():
    t = Table()
    t.start("Ann", "blue-moon")
    points = {"Bo": 3, "Cy": 4}
    assert not t.illegal("end_hand", "zar/6", points=points, stands=True).can_stand
    ruling = t.illegal("end_hand", "zar/6", points=points, winner="Ann", stands=True)
    assert ruling.facts["points"] == {"Ann": 0, "Bo": 3, "Cy": 4}
    assert t.scores == {"Ann": 0, "Bo": 3, "Cy": 4}


def test_6_the_winner_is_the_one_who_is_out():
    t = out_with("blue-sun")
    t.illegal("end_hand", "zar/6", winner="Bo", points={"Ann": 1, "Cy": 4})
    t.legal("end_hand", winner="Ann", points={"Bo": 1, "Cy": 4})


def test_6_a_wrong_winner_let_stand():
    t = out_with("blue-sun", values=VALUES)
    ruling = t.illegal("end_hand", winner="Bo", hands={"Cy": ["red-sun"]}, stands=True)
    assert ruling.facts == {
        "expected": {"Bo": 2, "Cy": 3},
        "points": {"Ann": 0, "Bo": 0, "Cy": 1},
    }


def test_6_the_number_of_cards_is_the_referees():
    t = out_with("blue-sun", values=VALUES)
    hands = {"Bo": ["red-sun"], "Cy": ["winged-dragon", "red-sun", "blue-star"]}
    ruling = t.illegal("end_hand", "zar/6", hands=hands)
    assert ruling.facts == {"expected": {"Bo": 2, "Cy": 3}}
    assert ruling.can_stand
    t.illegal("end_hand", "zar/6", hands=hands, points={"Bo": 1})
    ruling = t.illegal("end_hand", hands=hands, stands=True)
    assert ruling.facts == {
        "expected": {"Bo": 2, "Cy": 3},
        "points": {"Ann": 0, "Bo": 1, "Cy": 12},
    }
    assert t.scores["Bo"] == 1


def test_6_the_number_is_checked_though_something_else_is_missing():
    t = out_with("blue-sun")
    ruling = t.illegal("end_hand", "zar/6", hands={"Bo": ["red-sun"]}, stands=True)
    assert not ruling.can_stand


def test_6_wasps_are_drawn_before_counting(wording):
    t = out_with("blue-wasp", values=VALUES)
    ruling = t.illegal("end_hand", hands={"Bo": ["red-sun"] * 2, "Cy": ["blue-sun"] * 2})
    assert ruling.facts == {"expected": {"Bo": 4, "Cy": 3}}
    hands = {"Bo": ["red-sun", "red-sun", "blue-sun", "blue-sun"], "Cy": ["red-moon"] * 2}
    hands["Cy"].append("blue-star")
    ruling = t.legal("end_hand", "zar/12.2", hands=hands)
    assert said(ruling)[0] == wording


def test_6_wasps_that_were_taken_are_not_drawn_again():
    t = out_with("blue-wasp")
    t.legal("take", by="Bo")
    ruling = t.illegal("end_hand", hands={"Bo": [], "Cy": []})
    assert ruling.facts["expected"] == {"Bo": 4, "Cy": 3}


def test_6_the_matched_player_has_drawn():
    t = Table()
    t.position("Ann 1, Bo 2, Cy 3", top="blue-moon", turn="Cy", owner="Bo")
    t.match("Ann", "blue-moon")
    ruling = t.illegal("end_hand", hands={"Bo": [], "Cy": []})
    assert ruling.facts["expected"] == {"Bo": 3, "Cy": 3}


def test_2_more_copies_than_there_are():
    t = out_with("blue-sun", hands="Ann 1, Bo 2, Cy 1")
    t.illegal("end_hand", "zar/2", hands={"Bo": ["red-sun", "red-sun"], "Cy": ["red-sun"]})


def test_2_more_copies_than_the_playpile_leaves():
    t = out_with("blue-sun", hands="Ann 1, Bo 2, Cy 1", values=VALUES)
    t.illegal("end_hand", "zar/2", hands={"Bo": ["blue-sun", "blue-sun"], "Cy": ["red-sun"]})
    t.legal("end_hand", hands={"Bo": ["blue-sun", "red-sun"], "Cy": ["red-sun"]})


def test_2_more_copies_in_a_hand_that_was_not_tracked():
    t = Table(values=VALUES)
    t.illegal("end_hand", "zar/2", winner="Ann", hands={"Bo": ["red-sun"] * 3, "Cy": []})
    t.illegal("end_hand", "zar/2", winner="Ann", hands={"Bo": ["chameleon"], "Cy": []})
    t.illegal("end_hand", "zar/2", hands={"Bo": ["red-sun"] * 3, "Cy": []})


def test_6_the_winner_has_nothing():
    t = Table(values=VALUES)
    t.illegal("end_hand", "zar/6", winner="Ann", points={"Ann": 1, "Bo": 2, "Cy": 3})
    t.illegal(
        "end_hand", "zar/6", winner="Ann", hands={"Ann": ["red-sun"]}, points={"Bo": 1, "Cy": 2}
    )
    t.illegal("end_hand", "zar/6", winner="Ann", hands={"Ann": ["red-sun"]}, points={"Bo": 1})
    t.legal("end_hand", winner="Ann", points={"Ann": 0, "Bo": 2, "Cy": 3})


def test_6_typed_points_count_beside_cards():
    t = Table(values=VALUES)
    ruling = t.legal(
        "end_hand", winner="Ann", hands={"Bo": ["red-sun"], "Cy": ["red-sun"]}, points={"Bo": 7}
    )
    assert ruling.facts["points"] == {"Ann": 0, "Bo": 7, "Cy": 1}


def test_6_values_that_are_not_entered(wording):
    t = Table(values={"basic": 1})
    ruling = t.undecided(
        "end_hand",
        "zar/6",
        winner="Ann",
        hands={"Bo": ["red-sun", "red-crab"], "Cy": ["red-moon"]},
        stands=True,
    )
    assert not ruling.can_stand
    assert render(ruling.reason) == wording
    t.legal(
        "end_hand", winner="Ann", hands={"Bo": ["red-crab"], "Cy": ["red-moon"]}, points={"Bo": 5}
    )


def test_6_somebody_is_missing(wording):
    t = Table()
    ruling = t.undecided("end_hand", "zar/6", winner="Ann", points={"Bo": 3})
    assert render(ruling.reason) == wording


def test_6_no_winner_of_a_hand_that_was_not_tracked():
    t = Table()
    t.undecided("end_hand", "zar/6", points={"Ann": 1, "Bo": 3, "Cy": 4})
    assert t["hand"] == 0


def test_6_with_counts_unknown_the_winner_is_one_of_those():
    t = Table()
    t.position("Ann 3", top="blue-moon", turn="Ann")
    t.illegal("end_hand", "zar/6", winner="Ann", points={"Bo": 1, "Cy": 2})
    t.undecided("end_hand", "zar/6", points={"Ann": 1, "Bo": 1, "Cy": 2})
    t.illegal("end_hand", "zar/6", hands={"Ann": []}, points={"Bo": 1, "Cy": 2})
    ruling = t.illegal("end_hand", winner="Bo", hands={"Ann": ["red-sun"]}, points={"Cy": 2})
    assert ruling.facts["expected"] == {"Ann": 3, "Cy": None}
    t.legal("end_hand", winner="Bo", points={"Ann": 1, "Cy": 2})


def test_6_with_counts_unknown_the_wasps_are_drawn_too():
    t = Table()
    t.position("Bo 2", top="blue-wasp", turn="Bo", owner="Ann")
    ruling = t.illegal("end_hand", winner="Ann", hands={"Bo": ["red-sun"] * 2}, points={"Cy": 1})
    assert ruling.facts["expected"] == {"Bo": 4, "Cy": None}


def test_6_the_target_ends_the_game(wording):
    t = Table(target=20)
    ruling = t.legal("end_hand", winner="Ann", points={"Bo": 19, "Cy": 20})
    assert said(ruling) == wording
    assert t.over
    assert t.winners == ["Ann"]


@pytest.mark.parametrize(
    ("kind", "fields"),
    [
        ("start_hand", {"dealer": "Ann", "top": "blue-moon"}),
        ("play", {"by": "Ann", "cards": ["blue-sun"]}),
        ("end_hand", {"winner": "Ann", "points": {"Bo": 1, "Cy": 2}}),
        ("join", {"player": "Di"}),
        ("quit", {"player": "Cy"}),
        ("end_game", {}),
        ("close_call", {"a": {"kind": "zar", "by": "Bo"}, "b": {"kind": "gotcha", "by": "Cy"}}),
    ],
)
def test_6_nothing_after_the_end(kind, fields):
    t = Table(target=20)
    t.legal("end_hand", winner="Ann", points={"Bo": 19, "Cy": 20})
    assert not t.illegal(kind, "zar/6", **fields, stands=True).can_stand


def test_6_a_position_reopens_the_game():
    t = Table(target=20)
    t.legal("end_hand", winner="Ann", points={"Bo": 19, "Cy": 20})
    t.position(top="blue-moon", turn="Ann", scores={"Cy": 10})
    assert not t.over
    assert t["hand"] == 2
    assert t.scores == {"Ann": 0, "Bo": 19, "Cy": 10}


def test_6_a_score_of_the_position_ends_the_game_only_with_the_hand():
    t = Table(target=20)
    t.position("Ann 1, Bo 3, Cy 3", top="blue-moon", turn="Ann", scores={"Cy": 30})
    assert not t.over
    t.play("Ann", "blue-sun")
    t.legal("end_hand", points={"Bo": 1, "Cy": 1})
    assert t.over


def test_6_without_a_target_the_table_ends_the_game():
    t = Table(target=None)
    t.legal("end_hand", winner="Ann", points={"Bo": 500, "Cy": 700})
    assert not t.over
    t.start("Ann", "blue-moon")
    t.illegal("end_game", "zar/6")
    t.legal("undo")
    t.legal("end_game", "zar/6")
    assert t.winners == ["Ann"]


def test_6_with_a_target_nobody_else_ends_the_game():
    t = Table()
    t.illegal("end_game", "zar/6", stands=True)
    assert t.over


def test_reading_tie_share(wording):
    t = Table(target=20)
    ruling = t.legal("end_hand", winner="Ann", points={"Bo": 0, "Cy": 25})
    assert ruling.readings == ("tie",)
    assert said(ruling) == wording
    assert t.winners == ["Ann", "Bo"]


def test_reading_tie_play_on():
    t = Table(target=20, readings={"tie": "play-on"})
    ruling = t.legal("end_hand", winner="Ann", points={"Bo": 0, "Cy": 25})
    assert ruling.readings == ("tie",)
    assert not t.over
    assert t.legal("end_hand", winner="Cy", points={"Ann": 2, "Bo": 2}).readings == ("tie",)
    assert t.legal("end_hand", winner="Bo", points={"Ann": 2, "Cy": 2}).readings == ()
    assert t.winners == ["Bo"]


def test_reading_tie_play_on_with_the_leader_of_the_target_gone():
    """The target was reached, by somebody who left since: the first single lowest ends it."""
    t = Table("Ann Bo Cy", target=20, readings={"tie": "play-on"})
    t.legal("end_hand", winner="Ann", points={"Bo": 0, "Cy": 25})
    t.legal("quit", player="Cy")
    t.legal("end_hand", winner="Ann", points={"Bo": 1})
    assert t.winners == ["Ann"]


@pytest.mark.parametrize(("answer", "verdict"), [("share", "legal"), ("play-on", "illegal")])
def test_reading_tie_at_the_tables_end(answer, verdict):
    t = Table(target=None, readings={"tie": answer})
    t.legal("end_hand", winner="Ann", points={"Bo": 0, "Cy": 5})
    ruling = t.judge("end_game")
    assert ruling.verdict == verdict
    assert ruling.readings == ("tie",)
    assert "zar/6" in ruling.rules


def test_reading_tie_play_on_at_the_tables_end_without_a_tie():
    t = Table(target=None, readings={"tie": "play-on"})
    t.legal("end_hand", winner="Ann", points={"Bo": 3, "Cy": 5})
    assert t.legal("end_game").readings == ()


def test_11_6_only_those_who_sit_there_win():
    t = Table(target=20)
    t.legal("end_hand", winner="Ann", points={"Bo": 5, "Cy": 6})
    t.legal("quit", player="Ann")
    t.legal("end_hand", winner="Bo", points={"Cy": 30})
    assert t.winners == ["Bo"]
    assert t.scores == {"Ann": 0, "Bo": 5, "Cy": 36}


def test_11_6_joining_at_the_average():
    t = Table()
    assert t.legal("join", "zar/11.6", player="Di").facts == {"score": 0}
    t.legal("end_hand", winner="Ann", points={"Bo": 1, "Cy": 3, "Di": 1})
    assert t.legal("join", player="Ed", seat=1).facts == {"score": 2}
    assert t["players"] == ["Ann", "Ed", "Bo", "Cy", "Di"]


def test_11_6_the_average_is_that_of_those_who_sit_there():
    t = Table()
    t.legal("end_hand", winner="Ann", points={"Bo": 10, "Cy": 40})
    t.legal("quit", player="Cy")
    assert t.legal("join", player="Di").facts == {"score": 5}


def test_11_6_coming_back_at_the_highest():
    t = Table()
    t.legal("end_hand", winner="Ann", points={"Bo": 10, "Cy": 40})
    t.legal("quit", player="Ann")
    assert t.legal("join", player="Ann", seat=0).facts == {"score": 40}
    assert t.scores["Ann"] == 40


def test_11_6_coming_back_at_the_highest_of_one_who_left():
    t = Table("Ann Bo Cy Di")
    t.legal("end_hand", winner="Ann", points={"Bo": 10, "Cy": 40, "Di": 5})
    t.legal("quit", player="Cy")
    t.legal("quit", player="Di")
    assert t.legal("join", player="Di").facts == {"score": 40}


def test_11_6_not_during_a_hand():
    t = Table()
    t.start("Ann", "blue-moon")
    t.illegal("join", "zar/11.6", player="Di")
    t.illegal("quit", "zar/11.6", player="Cy")


def test_11_6_not_twice_at_the_table():
    t = Table()
    assert not t.illegal("join", "zar/11.6", player="Bo", stands=True).can_stand


def test_11_6_no_such_seat():
    t = Table()
    t.illegal("join", "zar/11.6", player="Di", seat=4)
    t.legal("join", player="Di", seat=3)


@pytest.mark.parametrize(("half_decks", "most", "clause"), [(2, 9, "zar/3"), (3, 14, "zar/13.1")])
def test_3_and_13_1_no_more_than_the_game_takes(half_decks, most, clause):
    t = Table(" ".join(f"P{i}" for i in range(most)), half_decks=half_decks)
    t.illegal("join", clause, player="One more")
    t.legal("quit", player="P0")
    t.legal("join", player="One more")


@pytest.mark.parametrize(("half_decks", "clause"), [(2, "zar/3"), (3, "zar/13.1")])
def test_3_and_13_1_two_at_least(half_decks, clause):
    t = Table("Ann Bo", half_decks=half_decks)
    t.illegal("quit", clause, player="Bo")
    t.illegal("quit", player="Bo", stands=True)
    assert not t.illegal("quit", player="Ann", stands=True).can_stand
    assert t["players"] == ["Ann"]


def test_coming_and_going_during_a_hand_let_stand():
    t = Table()
    t.start("Ann", "blue-moon")
    t.illegal("join", player="Di", stands=True)
    assert t["hands"] == {"Ann": 7, "Bo": 7, "Cy": 7, "Di": None}
    t.illegal("quit", player="Bo", stands=True)
    assert t["turn"] == "Cy"
    t.play("Cy", "blue-sun")
    t.illegal("quit", player="Cy", stands=True)
    assert t["owner"] is None
    assert t["turn"] == "Di"


def test_the_deal_goes_round():
    t = Table()
    assert t.state.deals == "Ann"
    t.position("Ann 1, Bo 2, Cy 3", top="blue-moon", turn="Ann")
    t.play("Ann", "blue-sun")
    t.legal("end_hand", points={"Bo": 1, "Cy": 1})
    assert t.state.deals == "Bo"
    t.legal("quit", player="Bo")
    assert t.state.deals == "Cy"
    t.legal("end_hand", winner="Ann", points={"Cy": 1})
    assert t.state.deals == "Ann"
    assert GAME.ending.rematch(["Ann", "Cy"], t.options, t.state)[0] == ["Ann", "Cy"]
    t.start("Cy", "blue-moon")
    t.illegal("end_hand", winner="Cy", points={"Ann": 1}, stands=True)
    assert GAME.ending.rematch(["Cy", "Ann"], t.options, t.state)[0] == ["Ann", "Cy"]


# Positions


def test_position_defaults():
    t = Table()
    ruling = t.legal("position", "table/position", top="blue-moon", turn="Bo")
    assert ruling.rules == ("table/position",)
    assert t.report() == {
        "hand": 1,
        "in_hand": True,
        "dealer": None,
        "turn": "Bo",
        "direction": "clockwise",
        "top": "blue-moon",
        "identity": "blue-moon",
        "declared": None,
        "owner": None,
        "pending": 0,
        "matchable": False,
        "hands": {"Ann": None, "Bo": None, "Cy": None},
        "liable": [],
        "chain": 1,
        "drew": False,
        "skipped_to_self": False,
        "out": None,
        "players": ["Ann", "Bo", "Cy"],
    }


@pytest.mark.parametrize(
    ("fields", "pending", "matchable"),
    [
        ({}, 0, False),
        ({"owner": "Bo"}, 2, True),
        ({"owner": "Bo", "chain": 2}, 4, True),
        ({"owner": "Bo", "drew": True}, 0, False),
        ({"matchable": True}, 2, True),
        ({"owner": "Bo", "matchable": False}, 0, False),
        ({"owner": "Bo", "pending": 0}, 0, True),
        ({"pending": 6}, 6, False),
    ],
)
def test_position_wasps_and_window(fields, pending, matchable):
    t = Table()
    t.position(top="blue-wasp", turn="Cy", **fields)
    assert (t["pending"], t["matchable"]) == (pending, matchable)


def test_position_skipped_to_self():
    t = Table("Ann Bo")
    t.position("Ann 1, Bo 3", top="blue-frog", turn="Ann", owner="Ann")
    t.illegal("play", "zar/9.2.2", by="Ann", cards=["blue-sun"])
    t.position("Ann 1, Bo 3", top="blue-frog", turn="Ann", owner="Ann", skipped_to_self=False)
    t.play("Ann", "blue-sun")
    t.position("Ann 1, Bo 3", top="blue-frog", turn="Ann", skipped_to_self=True)
    t.illegal("play", "zar/9.2.2", by="Ann", cards=["blue-sun"])


def test_position_chain_of_frogs():
    t = Table("Ann Bo Cy Di", half_decks=3)
    t.position(top="blue-frog", turn="Cy", owner="Ann", chain=2)
    assert t.match("Di", "blue-frog")["skipped"] == ["Ann", "Bo", "Cy"]


def test_position_of_a_chameleon():
    t = Table(chameleons=1)
    t.position(top="chameleon", identity="blue-wasp", turn="Ann", owner="Cy")
    assert t["pending"] == 2
    t.match("Bo", "blue-wasp")


def test_position_drew():
    t = Table()
    t.position(top="blue-moon", turn="Ann", drew=True)
    t.illegal("draw", "zar/4.3B", by="Ann")
    t.legal("pass", by="Ann")


def test_position_keeps_the_number_of_a_running_hand():
    t = Table()
    t.start("Ann", "blue-moon")
    t.position(top="blue-sun", turn="Cy")
    assert (t["hand"], t["dealer"]) == (1, None)


def test_position_liable_in_seating_order():
    t = Table()
    t.position(top="blue-sun", turn="Ann", liable=["Cy", "Ann"])
    assert t["liable"] == ["Ann", "Cy"]


@pytest.mark.parametrize(
    ("fields", "clause"),
    [
        ({"hands": {"Ann": 0, "Bo": 0}}, "zar/6"),
        ({"hands": {"Ann": 30, "Bo": 32}}, "zar/2"),
        ({"chain": 3}, "zar/2"),
        ({"top": "chameleon", "identity": "blue-sun"}, "zar/2"),
    ],
)
def test_position_that_cannot_be(fields, clause):
    t = Table()
    ruling = t.illegal(
        "position", clause, **{"top": "blue-sun", "turn": "Ann", **fields}, stands=True
    )
    assert not ruling.can_stand
    assert not t["in_hand"]


@pytest.mark.parametrize(
    ("top", "declared", "clause"),
    [("winged-dragon", "red", "zar/9.3.1"), ("side-peacock", "sun", "zar/9.3.2")],
)
@pytest.mark.parametrize("gone", [(), ("Cy",)])
def test_position_declared_wrongly_cannot_stand(top, declared, clause, gone):
    """Also where the position names somebody who is not seated."""
    t = Table()
    for player in gone:
        t.legal("quit", player=player)
    ruling = t.illegal(
        "position", clause, top=top, declared=declared, turn="Ann", liable=gone, stands=True
    )
    assert not ruling.can_stand
    assert not t["in_hand"]


def test_position_declared_with_a_chameleon_that_is_no_power():
    t = Table(chameleons=1)
    t.illegal(
        "position", "zar/14", top="chameleon", identity="blue-sun", declared="sun", turn="Ann"
    )


def test_position_of_now_says_the_same():
    t = Table("Ann Bo Cy Di", half_decks=3, chameleons=2)
    t.start("Ann", "blue-crab")
    t.play("Di", "blue-wasp", "chameleon")
    t.legal("take", by="Cy")
    t.legal("draw", by="Cy")
    before = t.report()
    t.fold.take(GAME.position(t.state, None), 0)
    assert t.report() == {**before, "dealer": None}


def test_undo_of_a_hand():
    t = Table(target=20)
    t.legal("end_hand", winner="Ann", points={"Bo": 19, "Cy": 20})
    t.fold.take(Undo(), 0)
    assert not t.over
    assert t.scores == {"Ann": 0, "Bo": 0, "Cy": 0}
