"""A situation put in, and what the table let stand."""

from itertools import combinations

import pytest
from game_table import illegal, legal, undecided
from kazing_table import Table

from referee.games.kazing import GAME

TWO_TEAMS = [["Ann", "Cy"], ["Bo", "Di"]]
THREE_TEAMS = [["Ann", "Bo", "Cy"], ["Di", "Ed", "Flo"], ["Gil", "Hal", "Ida"]]
NINE = ["Ann", "Bo", "Cy", "Di", "Ed", "Flo", "Gil", "Hal", "Ida"]


def test_position_of_nothing_is_the_start_with_unknown_hands():
    for options in ({}, {"type": "duel"}, {"type": "precision"}, {"tracking": "full"}):
        table = Table(3, first="Bo", **options)
        start = table.report()
        if not options.get("tracking"):
            table.turns(1)
        assert legal(table.judge("position")).rules == ("table/position",)
        if "hands" in start:
            start["hands"] = {"Ann": None, "Bo": None, "Cy": None}
        assert table.report() == start


def test_position_everything():
    table = Table(2, tracking="full")
    legal(
        table.judge(
            "position",
            turn="Bo",
            scores={"Ann": 12},
            mana={"Ann": 1},
            collected={"Bo": [1]},
            spells={"Bo": 4},
            hands={"Bo": 3},
            round=3,
            cast=True,
            took=True,
            deck_ends=0,
            timer={"cards": 5, "kept": [1, 4]},
        )
    )
    assert table.report() == {
        "turn": "Bo",
        "round": 3,
        "spells": {"Ann": 0, "Bo": 4},
        "points": {"Ann": 12, "Bo": 0},
        "out": [],
        "hands": {"Ann": None, "Bo": 3},
        "deck_ends": 0,
        "ending": False,
    }
    illegal(table.cast("1 e kazaam"), "turn.cast")
    illegal(table.judge("take", by="Bo", **{"from": "deck"}), "turn.take")
    legal(table.end())
    assert table.report()["round"] == 4


def test_position_took_left_out_a_card_must_be_taken():
    table = Table(2, tracking="full")
    table.judge("position", turn="Bo")
    illegal(table.cast("1 e kazaam"), "turn.take")


def test_position_a_player_left_out_is_as_at_the_start():
    table = Table(3, type="duel")
    table.judge("position", mana={"Bo": 3})
    assert table.report()["mana"] == {"Ann": 40, "Bo": 3, "Cy": 40}


def test_position_collected_as_often_as_it_was():
    table = Table(2, type="precision", collect=2)
    table.judge("position", collected={"Ann": [3, 5, 3]})
    assert table.report()["collected"] == {"Ann": [3], "Bo": []}
    legal(table.cast("5 ne kazaam"))
    assert table.report()["collected"]["Ann"] == [3, 5]


def test_position_in_teams_counts_by_the_first_player():
    table = Table(4, teams=TWO_TEAMS)
    table.judge("position", scores={"Ann": 5}, spells={"Di": 2, "Cy": 1})
    assert table.report()["points"] == {"Ann": 5, "Bo": 0}
    assert table.report()["spells"] == {"Ann": 0, "Bo": 0, "Cy": 1, "Di": 2}
    table = Table(4, type="duel", teams=TWO_TEAMS)
    table.judge("position", mana={"Ann": 5})
    assert table.report()["mana"] == {"Ann": 5, "Bo": 50}
    table = Table(4, type="duel", teams=TWO_TEAMS, shared_mana=False)
    table.judge("position", mana={"Ann": 5, "Di": 7})
    assert table.report()["mana"] == {"Ann": 5, "Bo": 40, "Cy": 40, "Di": 7}


def test_position_turn_left_out_is_the_first_who_is_not_out():
    table = Table(3, type="duel", first="Bo")
    table.judge("position")
    assert table.state.turn == "Bo"
    legal(table.judge("position", mana={"Bo": 0}))
    assert table.state.turn == "Cy"
    table = Table(4, type="duel", teams=TWO_TEAMS, shared_mana=False)
    legal(table.judge("position", mana={"Ann": 0}))
    assert table.state.turn == "Cy"
    legal(table.judge("position", mana={"Ann": 0, "Cy": 0, "Bo": 0, "Di": 3}))
    assert table.winners == ["Bo", "Di"]


def test_type_duel_a_turn_who_is_out():
    table = Table(3, type="duel")
    illegal(table.judge("position", turn="Bo", mana={"Bo": 0}), "type.duel")
    assert table.state.turn == "Ann"
    legal(Table(3).judge("position", turn="Bo", mana={"Bo": 0}))
    illegal(
        Table(4, type="duel", teams=TWO_TEAMS).judge("position", turn="Cy", mana={"Ann": 0}),
        "type.duel",
    )
    illegal(table.judge("position", mana=dict.fromkeys(("Ann", "Bo", "Cy"), 0)), "type.duel")


def test_position_at_the_end_of_a_duel():
    table = Table(2, type="duel")
    legal(table.judge("position", mana={"Bo": 0}))
    assert table.report()["turn"] is None
    assert table.winners == ["Ann"]
    legal(table.judge("position"))
    assert table.state.turn == "Ann"


def test_position_in_the_last_round():
    table = Table(3)
    table.judge("position", turn="Cy", deck_ends=1, round=7)
    assert table.report()["ending"] is True
    legal(table.end())
    assert table.report()["turn"] is None
    assert table.report()["round"] == 7


def test_position_timer():
    table = Table(1)
    legal(table.judge("position", timer={"cards": 5, "kept": [4, 1]}))
    assert table.report()["timer"] == {"cards": 5, "kept": [1, 4]}
    legal(table.judge("position", timer={"cards": 9, "kept": [4, 1]}))
    illegal(table.end(), "mode.solo")
    illegal(table.judge("timer", revealed=[1] * 9), "mode.solo")
    legal(table.judge("timer", revealed=[1] * 7))
    legal(table.judge("position", timer={"cards": 9, "kept": [1, 2, 3, 4, 5, 6, 7, 8, 9]}))
    assert table.winners == ["Ann"]


@pytest.mark.parametrize(
    "timer",
    [{"cards": 10}, {"cards": 2, "kept": [1, 2, 3]}, {"cards": 5, "kept": [1, 1]}],
)
def test_mode_solo_a_timer_that_cannot_be(timer):
    illegal(Table(1).judge("position", timer=timer), "mode.solo")
    legal(Table(2).judge("position", timer=timer))


# rotation


def order(table, count):
    seen = []
    for _ in range(count):
        seen.append(table.state.turn)
        legal(table.end())
    return seen


def test_position_rotation_stands_where_that_of_turn_does():
    table = Table(NINE, teams=THREE_TEAMS)
    table.judge("position", turn="Ed")
    assert order(table, 6) == ["Ed", "Hal", "Cy", "Flo", "Ida", "Ann"]
    table.judge("position", turn="Flo")
    assert order(table, 4) == ["Flo", "Ida", "Ann", "Di"]
    table.judge("position", turn="Ann")
    assert order(table, 3) == ["Ann", "Di", "Gil"]
    table.judge("position", turn="Ida")
    assert order(table, 3) == ["Ida", "Ann", "Di"]


def test_position_rotation_is_counted_from_where_it_began():
    """Ed is the first of his team's rotation, for he began the game."""
    table = Table(NINE, teams=THREE_TEAMS, first="Ed")
    assert order(table, 7) == ["Ed", "Gil", "Ann", "Flo", "Hal", "Bo", "Di"]
    for turn in ("Ed", "Flo", "Gil", "Bo"):
        table.judge("position", turn=turn)
        assert (
            order(table, 7)[:3]
            == {
                "Ed": ["Ed", "Gil", "Ann"],
                "Flo": ["Flo", "Hal", "Bo"],
                "Gil": ["Gil", "Ann", "Flo"],
                "Bo": ["Bo", "Di", "Ida"],
            }[turn]
        )


def test_position_rotation_agrees_with_play():
    """Put in what is there after any number of turns: the order stays as it was."""
    for first in ("Ann", "Bo", "Di", "Ida"):
        for count in range(9):
            table = Table(NINE, teams=THREE_TEAMS, first=first)
            table.turns(count)
            other = Table(NINE, teams=THREE_TEAMS, first=first)
            other.judge("position", turn=table.state.turn, round=table.state.round)
            assert order(table, 12) == order(other, 12)


def test_position_any_subset_of_fields():
    fields = {
        "turn": "Bo",
        "scores": {"Ann": 3},
        "mana": {"Cy": 0},
        "collected": {"Bo": [1, 1]},
        "spells": {"Bo": 2},
        "hands": {"Cy": 2},
        "round": 4,
        "cast": True,
        "took": True,
        "deck_ends": 1,
    }
    for type_ in ("thaumaturgy", "duel", "precision"):
        for tracking in ("spells", "full"):
            table = Table(3, type=type_, tracking=tracking)
            for count in range(len(fields) + 1):
                for chosen in combinations(fields, count):
                    event = table.event("position", **{name: fields[name] for name in chosen})
                    state = GAME.apply(table.state, event)
                    assert GAME.judge(table.state, event).verdict == "legal"
                    again = GAME.position(state, None)
                    assert GAME.apply(table.state, again) == state
                    assert GAME.report(state)["turn"] == ("Bo" if "turn" in chosen else "Ann")


# what stands


def test_stands_a_spell_out_of_turn_counts_for_its_caster():
    table = Table(2)
    illegal(table.cast("1 e kazaam", by="Bo", stands=True), "turn.end")
    assert table.entry.stood is True
    assert table.scores == {"Ann": 0, "Bo": 1}
    assert table.report()["spells"] == {"Ann": 0, "Bo": 1}
    assert table.state.turn == "Ann"
    legal(table.cast("1 e kazaam"))


def test_stands_a_second_spell_in_a_turn():
    table = Table(2)
    table.cast("1 e kazaam")
    illegal(table.cast("1 e kazaam", stands=True), "turn.cast")
    assert table.scores["Ann"] == 2
    illegal(table.cast("1 e kazaam"), "turn.cast")


def test_stands_facts_are_complete():
    table = Table(2)
    ruling = illegal(table.cast("1 e s:I kazaam", stands=True), "rule.resonance")
    assert ruling.facts == {
        "size": 4,
        "start": 1,
        "ends": [9],
        "end": 9,
        "path": [1, 3, 9],
        "bonuses": 0,
        "points": 2,
        "broken": 2,
    }


def test_stands_with_the_end_that_is_named_even_an_impossible_one():
    table = Table(2, type="precision")
    ruling = illegal(table.cast("1 e:I s kazaam", end=5, stands=True), "turn.cast")
    assert ruling.facts["collected"] == [1, 5]
    assert ruling.facts["path"] is None
    assert table.report()["collected"]["Ann"] == [1, 5]
    table = Table(2)
    illegal(table.cast("1 e s kazaam", end=1, stands=True), "turn.cast")
    assert table.scores["Ann"] == 5, "one resonance, and ending on the start as he says"


def test_stands_with_the_only_possible_end_or_none():
    table = Table(2, type="precision")
    undecided(table.cast("2 e/w kazaam", stands=True), "turn.cast")
    assert table.report()["collected"]["Ann"] == [2]
    illegal(table.cast("3 e kazaam", stands=True), "turn.cast")
    assert table.report()["collected"]["Ann"] == [2, 3]
    illegal(table.cast("4 e kazaam", stands=True), "turn.cast")
    assert table.report()["collected"]["Ann"] == [2, 3, 4, 6]


def test_stands_without_an_end_there_is_no_bonus_for_it():
    table = Table(2)
    ruling = undecided(table.cast("2 e/w rewind e/w kazaam", stands=True), "turn.cast")
    assert ruling.facts["end"] is None
    assert (ruling.facts["bonuses"], ruling.facts["points"]) == (1, 5)
    assert table.scores["Ann"] == 5


def test_stands_half_swirl():
    table = Table(2, level="initiate")
    ruling = undecided(table.cast("1 half swirl kazaam", stands=True), "move.swirl")
    assert table.scores["Ann"] == 2
    assert ruling.facts["ends"] is None
    assert ruling.facts["points"] == 2
    table = Table(2, type="precision")
    undecided(table.cast("1 half swirl kazaam", stands=True, end=4), "move.swirl")
    assert table.report()["collected"]["Ann"] == [1, 4]


@pytest.mark.parametrize(
    ("cards", "level"),
    [
        ("2 e:I s w n e kazaam", "apprentice"),
        ("1 kazaam", "apprentice"),
        ("1 e kazaam", "sorcerer"),
        ("1 e w kazaam", "sorcerer"),
    ],
)
def test_stands_a_size_that_is_not_in_the_table_scores_nothing(cards, level):
    table = Table(2, level=level)
    ruling = illegal(table.cast(cards, stands=True))
    assert ruling.facts["points"] == 0
    assert table.scores["Ann"] == 0
    assert table.report()["spells"]["Ann"] == 1


def test_stands_spell_without_a_word_or_a_card():
    table = Table(2)
    illegal(table.cast("1 e s", stands=True), "turn.cast")
    assert table.scores["Ann"] == 1
    for cards in ([], [{"position": 3}]):
        illegal(table.judge("cast", by="Bo", cards=cards, stands=True), "turn.end")
        assert table.entry.stood is True
    assert table.report()["spells"]["Bo"] == 2


def test_stands_a_missing_number_moves_no_mana():
    table = Table(2, type="duel")
    ruling = undecided(table.cast("1 e=3 s kazaam", drain="Bo", stands=True), "move.mana")
    assert ruling.facts["mana"] is None
    assert table.scores == {"Ann": 40, "Bo": 40}
    assert table.report()["spells"]["Ann"] == 1


def test_stands_a_missing_target_gets_none():
    table = Table(2, type="duel")
    illegal(table.cast("1 e=3 ka-zing", replenish="Ann", stands=True), "type.duel")
    assert table.scores == {"Ann": 43, "Bo": 40}
    illegal(table.cast("1 e=3 kazaam", by="Bo", stands=True), "turn.end")
    assert table.scores == {"Ann": 43, "Bo": 40}


def test_stands_a_target_that_is_out_comes_back():
    table = Table(3, type="duel", mana=5)
    table.cast("1 e=5 kazaam", drain="Bo")
    table.end()
    illegal(table.cast("1 e=3 zing", replenish="Bo", stands=True), "type.duel")
    assert table.report()["mana"]["Bo"] == 3
    assert table.report()["out"] == []


def test_stands_a_spell_that_ends_a_duel():
    table = Table(2, type="duel", mana=5)
    illegal(table.cast("1 e=5 kazaam", by="Bo", drain="Ann", stands=True), "turn.end")
    assert table.winners == ["Bo"]


def test_stands_full_tracking():
    table = Table(2, tracking="full")
    illegal(table.judge("take", by="Bo", stands=True, **{"from": "deck"}), "turn.end")
    assert table.report()["hands"] == {"Ann": 2, "Bo": 3}
    illegal(table.cast("1 e kazaam", by="Bo", stands=True), "turn.end")
    assert table.report()["hands"] == {"Ann": 2, "Bo": 1}
    illegal(table.judge("discard", by="Bo", stands=True), "turn.end")
    assert table.report()["hands"] == {"Ann": 2, "Bo": 0}
    illegal(table.end(), "turn.take")
    legal(table.judge("take", by="Ann", **{"from": "deck"}))
    illegal(table.judge("take", by="Ann", stands=True, **{"from": "deck"}), "turn.take")
    assert table.report()["hands"] == {"Ann": 4, "Bo": 0}
    legal(table.end())
    illegal(table.end(stands=True), "turn.take")
    assert table.state.turn == "Ann"


def test_stands_over_the_hand_limit():
    table = Table(2, tracking="full")
    table.judge("position", took=True, hands={"Ann": 6})
    illegal(table.end(stands=True), "turn.discard")
    assert table.state.turn == "Bo"
    assert table.report()["hands"]["Ann"] == 6


def test_stands_not_what_cannot_be():
    table = Table(2, tracking="full")
    illegal(table.cast("1 e s kazaam", stands=True), "turn.take")
    assert table.entry.stood is False
    illegal(table.cast("1 e s kazaam", by="Bo", stands=True), "turn.end")
    assert table.entry.stood is False
    legal(table.judge("take", by="Ann", **{"from": "deck"}))
    illegal(table.cast("1 e s kazaam", stands=True), "turn.cast")
    assert table.entry.stood is False
    table.judge("position", hands={"Ann": 0, "Bo": 0})
    for by in ("Ann", "Bo"):
        illegal(table.judge("discard", by=by, stands=True))
        assert table.entry.stood is False
    illegal(table.end(by="Bo", stands=True), "turn.end")
    assert table.entry.stood is False
    illegal(table.judge("timer", revealed=[1], stands=True), "mode.solo")
    assert table.entry.stood is False
    assert table.report()["spells"] == {"Ann": 0, "Bo": 0}


def test_stands_timer():
    table = Table(1)
    illegal(table.judge("timer", revealed=[1] * 9, stands=True), "mode.solo")
    assert table.entry.stood is False
    table.turns(6)
    ruling = illegal(table.judge("timer", revealed=[1, 1, 2], stands=True), "mode.solo")
    assert table.entry.stood is True
    assert ruling.facts == {"kept": [1, 2], "discarded": 1}
    assert table.report()["timer"] == {"cards": 2, "kept": [1, 2]}
    table.turns(7)
    illegal(table.cast("1 e kazaam", stands=True), "mode.solo")
    assert table.scores == {"Ann": 1}
    illegal(table.end(stands=True), "mode.solo")
    assert table.report()["timer"]["cards"] == 9


def test_stands_collecting_more_than_allowed():
    table = Table(2, type="precision")
    illegal(table.cast("1 e:I s kazaam", collect=[5, 6], stands=True), "type.precision")
    assert table.report()["collected"]["Ann"] == [1, 5, 6, 9]


def test_stands_targets_outside_duel_have_no_effect():
    table = Table(2)
    illegal(table.cast("1 e kazaam", drain="Bo", collect=[3], stands=True), "type.duel")
    assert table.scores == {"Ann": 1, "Bo": 0}


def test_stands_deck_end_of_a_team_that_is_none():
    table = Table(2)
    illegal(table.judge("deck_end", team="Ann", stands=True), "mode.team")
    assert table.report()["deck_ends"] == 1


def test_stands_position_with_a_turn_who_is_out():
    table = Table(3, type="duel")
    illegal(table.judge("position", turn="Bo", mana={"Bo": 0}, stands=True), "type.duel")
    assert table.entry.stood is True
    assert table.state.turn == "Bo"
    legal(table.end())
    assert table.state.turn == "Cy"
    illegal(
        table.judge("position", mana=dict.fromkeys(("Ann", "Bo", "Cy"), 0), stands=True),
        "type.duel",
    )
    assert table.entry.stood is False


def test_stands_legal_is_simply_legal():
    table = Table(2)
    legal(table.cast("1 e kazaam", stands=True))
    assert table.entry.stood is True
