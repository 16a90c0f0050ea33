"""Whose turn it is, what is done in a turn, rounds, and the end of the game."""

import pytest
from game_table import illegal, legal
from kazing_table import Table

from referee.core import render

TWO_TEAMS = [["Ann", "Cy"], ["Bo", "Di"]]
THREE_TEAMS = [["Ann", "Bo", "Cy"], ["Di", "Ed", "Flo"]]
CAST = "1 e=1 kazaam"


def turns(table, count):
    """Whose turn it is, turn after turn."""
    seen = []
    for _ in range(count):
        seen.append(table.state.turn)
        legal(table.end())
    return seen


# setup


@pytest.mark.parametrize(
    ("level", "deal"), [("initiate", 2), ("apprentice", 2), ("sorcerer", 3), ("mixed", 2)]
)
def test_setup_hands_are_dealt(level, deal):
    table = Table(2, level=level, tracking="full")
    assert table.report()["hands"] == {"Ann": deal, "Bo": deal}
    assert "hands" not in Table(2, level=level).report()


def test_setup_state_at_the_start():
    assert Table(2).report() == {
        "turn": "Ann",
        "round": 1,
        "spells": {"Ann": 0, "Bo": 0},
        "points": {"Ann": 0, "Bo": 0},
        "out": [],
        "deck_ends": 0,
        "ending": False,
    }
    solo = Table(1, type="precision", tracking="full").report()
    assert solo["timer"] == {"cards": 3, "kept": []}
    assert solo["collected"] == {"Ann": []}
    assert set(Table(2, type="duel").report()) >= {"mana", "out"}


@pytest.mark.parametrize(
    ("options", "mana"),
    [
        ({}, {"Ann": 40, "Bo": 40, "Cy": 40, "Di": 40}),
        ({"teams": TWO_TEAMS}, {"Ann": 50, "Bo": 50}),
        (
            {"teams": TWO_TEAMS, "shared_mana": False},
            {"Ann": 40, "Bo": 40, "Cy": 40, "Di": 40},
        ),
        ({"mana": 7, "teams": TWO_TEAMS}, {"Ann": 7, "Bo": 7}),
        ({"shared_mana": False}, {"Ann": 40, "Bo": 40, "Cy": 40, "Di": 40}),
    ],
)
def test_setup_mana(options, mana):
    assert Table(4, type="duel", **options).report()["mana"] == mana


# turn.take


def full(players=2, **options):
    return Table(players, tracking="full", **options)


def test_turn_take_first_and_once():
    table = full()
    illegal(table.cast(CAST), "turn.take")
    illegal(table.judge("discard", by="Ann"), "turn.take")
    illegal(table.end(), "turn.take")
    legal(table.judge("take", by="Ann", **{"from": "deck"}))
    assert table.report()["hands"] == {"Ann": 3, "Bo": 2}
    illegal(table.judge("take", by="Ann", **{"from": "display"}), "turn.take")
    legal(table.end())
    legal(table.judge("take", by="Bo", **{"from": "display"}))


def test_turn_take_a_deck_may_run_out_before():
    legal(full().judge("deck_end"))


def test_turn_take_above_the_limit_is_allowed():
    table = full()
    table.judge("position", hands={"Ann": 5, "Bo": 1})
    legal(table.judge("take", by="Ann", **{"from": "deck"}))
    assert table.report()["hands"]["Ann"] == 6


# turn.cast


def test_turn_cast_once_a_turn():
    table = Table()
    legal(table.cast(CAST))
    illegal(table.cast(CAST), "turn.cast")
    legal(table.end())
    legal(table.cast(CAST))
    assert table.report()["spells"] == {"Ann": 1, "Bo": 1}


def test_turn_cast_illegal_spell_leaves_the_turn_open():
    table = Table()
    illegal(table.cast("3 e kazaam"), "move.grid")
    legal(table.cast(CAST))


def test_turn_cast_needs_the_cards_in_hand_and_picks_one_up():
    table = full()
    legal(table.judge("take", by="Ann", **{"from": "deck"}))
    illegal(table.cast("1 e s kazaam"), "turn.cast")
    legal(table.cast("1 e kazaam"))
    assert table.report()["hands"]["Ann"] == 1


def test_turn_cast_unknown_hand_is_not_refused_and_stays_unknown():
    table = full()
    table.judge("position", took=True, hands={"Bo": 2})
    legal(table.cast("2 e:I s w n kazaam"))
    assert table.report()["hands"] == {"Ann": None, "Bo": 2}


# turn.discard


def test_turn_discard_once_and_no_cast_after():
    table = full()
    legal(table.judge("take", by="Ann", **{"from": "deck"}))
    legal(table.judge("discard", by="Ann"))
    assert table.report()["hands"]["Ann"] == 2
    illegal(table.judge("discard", by="Ann"), "turn.discard")
    illegal(table.cast(CAST), "turn.discard")
    legal(table.end())


def test_turn_discard_needs_a_card():
    table = full()
    table.judge("position", took=True, hands={"Ann": 0})
    illegal(table.judge("discard", by="Ann"), "turn.discard")
    table.judge("position", took=True)
    legal(table.judge("discard", by="Ann"))
    assert table.report()["hands"]["Ann"] is None


def test_turn_all_that_keeps_a_discard_from_happening_is_said(wording):
    table = Table(2, tracking="full")
    table.judge("position", hands={"Ann": 0}, turn="Ann")
    ruling = illegal(table.judge("discard", by="Ann"), "turn.take", "turn.discard")
    assert render(ruling.reason) == wording
    assert not ruling.can_stand
    ruling = illegal(table.judge("discard", by="Bo"), "turn.end")
    assert render(ruling.reason) == wording, "his own turn has not begun"


def test_turn_a_spell_is_ruled_on_by_the_first_rule_it_breaks():
    ruling = illegal(Table(2).cast("3 e* kazaam:M"), "level")
    assert ruling.rules == ("kazing/level",)
    assert ruling.facts["broken"] == 1


def test_turn_discard_above_the_limit():
    table = full()
    table.judge("position", hands={"Ann": 5})
    table.judge("take", by="Ann", **{"from": "deck"})
    illegal(table.end(), "turn.discard")
    legal(table.judge("discard", by="Ann"))
    legal(table.end())


def test_turn_discard_one_is_enough():
    table = full()
    table.judge("position", took=True, hands={"Ann": 9})
    illegal(table.end(), "turn.discard")
    legal(table.judge("discard", by="Ann"))
    legal(table.end())
    assert table.report()["hands"]["Ann"] == 8


@pytest.mark.parametrize(("level", "limit"), [("initiate", 5), ("mixed", 5), ("sorcerer", 7)])
def test_turn_discard_limit_of_the_level(level, limit):
    table = full(level=level)
    table.judge("position", took=True, hands={"Ann": limit})
    legal(table.end())
    table.judge("position", took=True, hands={"Ann": limit + 1})
    illegal(table.end(), "turn.discard")


def test_turn_discard_and_take_change_nothing_where_spells_are_tracked():
    table = Table()
    before = table.report()
    for _ in range(3):
        legal(table.judge("take", by="Ann", **{"from": "deck"}))
        legal(table.judge("discard", by="Ann"))
    assert table.report() == before
    legal(table.cast(CAST))
    legal(table.judge("take", by="Ann", **{"from": "display"}))
    illegal(table.judge("take", by="Bo", **{"from": "deck"}), "turn.end")
    illegal(table.judge("discard", by="Bo"), "turn.end")


# turn.end


@pytest.mark.parametrize("tracking", ["spells", "full"])
def test_turn_end_acting_out_of_turn(tracking):
    table = Table(3, tracking=tracking)
    illegal(table.judge("take", by="Bo", **{"from": "deck"}), "turn.end")
    illegal(table.cast(CAST, by="Bo"), "turn.end")
    illegal(table.judge("discard", by="Cy"), "turn.end")
    illegal(table.end(by="Bo"), "turn.end")


def test_turn_end_seating_order_from_first():
    assert turns(Table(3), 4) == ["Ann", "Bo", "Cy", "Ann"]
    assert turns(Table(3, first="Bo"), 4) == ["Bo", "Cy", "Ann", "Bo"]


# mode.versus: rounds


def test_mode_versus_round_is_counted_from_who_began():
    table = Table(3, first="Bo")
    rounds = []
    for _ in range(7):
        rounds.append(table.report()["round"])
        table.end()
    assert rounds == [1, 1, 1, 2, 2, 2, 3]


def test_mode_versus_round_without_the_one_who_began():
    """Ann began and is out: a round ends when the turn comes round past her seat."""
    table = Table(3, type="duel", mana=5)
    legal(table.cast("1 e=5 kazaam", drain="Ann"))
    legal(table.end())
    assert (table.report()["turn"], table.report()["round"]) == ("Bo", 1)
    table.turns(2)
    assert (table.report()["turn"], table.report()["round"]) == ("Bo", 2)
    table.turns(1)
    assert (table.report()["turn"], table.report()["round"]) == ("Cy", 2)


# mode.team


def test_mode_team_worked_example():
    """A, 1, B, 2, A."""
    assert turns(Table(4, teams=TWO_TEAMS), 5) == ["Ann", "Bo", "Cy", "Di", "Ann"]


def test_mode_team_order_of_teams_from_the_team_of_first():
    table = Table(6, teams=[["Ann", "Bo"], ["Cy", "Di"], ["Ed", "Flo"]], first="Di")
    assert turns(table, 7) == ["Di", "Ed", "Ann", "Cy", "Flo", "Bo", "Di"]


def test_mode_team_rotation_is_the_order_of_the_list():
    table = Table(6, teams=[["Cy", "Ann", "Bo"], ["Flo", "Ed", "Di"]])
    assert table.state.setup.first == "Ann"
    assert turns(table, 7) == ["Ann", "Flo", "Bo", "Ed", "Cy", "Di", "Ann"]


def test_mode_team_a_round_is_a_turn_of_every_team():
    table = Table(6, teams=THREE_TEAMS)
    rounds = []
    for _ in range(6):
        rounds.append(table.report()["round"])
        table.end()
    assert rounds == [1, 1, 2, 2, 3, 3]


def test_mode_team_not_for_a_member_whose_turn_it_is_not():
    illegal(Table(4, teams=TWO_TEAMS).cast(CAST, by="Cy"), "turn.end", "mode.team")


def test_mode_team_members_share_points_and_wins():
    table = Table(4, teams=TWO_TEAMS, end={"spells": 1})
    table.end()
    legal(table.cast("1 e kazaam"))
    assert table.scores == {"Ann": 0, "Bo": 1, "Cy": 0, "Di": 1}
    assert table.report()["points"] == {"Ann": 0, "Bo": 1}
    assert table.report()["spells"] == {"Ann": 0, "Bo": 1, "Cy": 0, "Di": 0}
    table.end()
    assert table.winners == ["Bo", "Di"]


def test_mode_team_shared_mana_any_member_stands_for_the_team():
    table = Table(4, type="duel", teams=TWO_TEAMS)
    legal(table.cast("1 e=7 kazaam", drain="Di"))
    assert table.report()["mana"] == {"Ann": 50, "Bo": 43}
    legal(table.end())
    illegal(table.cast("1 e=7 ka-zing", drain="Ann", replenish="Cy"), "type.duel")
    legal(table.cast("1 e=7 ka-zing", drain="Cy", replenish="Bo"))
    assert table.scores == {"Ann": 43, "Bo": 50, "Cy": 43, "Di": 50}


def test_mode_team_shared_mana_the_whole_team_is_out():
    teams = [["Ann", "Bo"], ["Cy", "Di"], ["Ed", "Flo"]]
    table = Table(6, type="duel", teams=teams, mana=5)
    legal(table.cast("1 e=9 kazaam", drain="Di"))
    assert table.report()["out"] == ["Cy", "Di"]
    assert turns(table, 5) == ["Ann", "Ed", "Bo", "Flo", "Ann"]
    assert table.report()["round"] == 3
    illegal(table.cast("1 e=9 zing", replenish="Cy"), "type.duel")


def test_mode_team_own_mana_members_who_are_out_are_skipped():
    table = Table(6, type="duel", teams=THREE_TEAMS, shared_mana=False, mana=5)
    legal(table.cast("1 e=5 kazaam", drain="Ed"))
    assert table.report()["mana"]["Ed"] == 0
    assert table.report()["out"] == ["Ed"]
    assert turns(table, 8) == ["Ann", "Di", "Bo", "Flo", "Cy", "Di", "Ann", "Flo"]
    assert table.scores == {"Ann": 15, "Bo": 15, "Cy": 15, "Di": 10, "Ed": 10, "Flo": 10}


def test_mode_team_own_mana_two_members_are_two_targets():
    table = Table(4, type="duel", teams=TWO_TEAMS, shared_mana=False)
    legal(table.cast("1 e=7 ka-zing", drain="Ann", replenish="Cy"))
    assert table.report()["mana"] == {"Ann": 33, "Bo": 40, "Cy": 47, "Di": 40}
    assert table.scores["Ann"] == 80


def test_mode_team_own_mana_out_when_all_are():
    table = Table(4, type="duel", teams=TWO_TEAMS, shared_mana=False, mana=5)
    legal(table.cast("1 e=5 kazaam", drain="Bo"))
    assert table.state.turn
    legal(table.end())
    assert table.state.turn == "Di"
    legal(table.cast("1 e=5 kazaam", drain="Di"))
    assert table.report()["turn"] is None
    assert table.winners == ["Ann", "Cy"]
    assert table.report()["out"] == ["Bo", "Di"]


def test_mode_team_deck_end_of_any_team():
    table = Table(4, teams=TWO_TEAMS, end={"deck": 2})
    legal(table.judge("deck_end", team="Di"))
    legal(table.judge("deck_end"))
    assert table.report()["deck_ends"] == 2
    assert table.report()["ending"] is True
    illegal(Table(2).judge("deck_end", team="Ann"), "mode.team")
    illegal(Table(1).judge("deck_end", team="Ann"), "mode.team")


# end


def test_end_thaumaturgy_play_goes_on_to_the_end_of_the_round():
    table = Table(3)
    table.turns(4)
    legal(table.judge("deck_end"))
    assert table.report()["ending"] is True
    table.turns(1)
    legal(table.cast("1 e kazaam"))
    assert table.winners == []
    legal(table.end())
    assert table.winners == ["Cy"]
    after = table.report()
    assert (after["turn"], after["round"], after["ending"]) == (None, 2, False)


def test_end_met_between_rounds_a_whole_round_is_still_played():
    table = Table(2)
    table.turns(2)
    table.judge("deck_end")
    table.turns(1)
    assert table.state.turn
    table.turns(1)
    assert table.state.turn is None


def test_end_thaumaturgy_ties_share():
    table = Table(3)
    table.judge("deck_end")
    for cards in ("1 e kazaam", "1 s kazaam", None):
        if cards:
            legal(table.cast(cards))
        table.end()
    assert table.winners == ["Ann", "Bo"]


def test_end_thaumaturgy_nobody_has_cast():
    table = Table(2)
    table.judge("deck_end")
    table.turns(2)
    assert table.winners == ["Ann", "Bo"]


@pytest.mark.parametrize(
    ("end", "after"),
    [
        ({"deck": 2}, [False, False, False]),
        ({"spells": 2}, [False, True, True]),
        ({"spells": 3}, [False, False, True]),
        ({"spells_each": 1}, [False, False, True]),
        ({"spells_each": 2}, [False, False, False]),
    ],
)
def test_end_thaumaturgy_conditions(end, after):
    table = Table(3, end=end)
    found = []
    for _ in range(3):
        legal(table.cast("1 e kazaam"))
        found.append(table.report()["ending"])
        if not all(found):
            table.end()
    assert found == after


def test_end_spells_each_is_not_met_by_one_who_casts_often():
    table = Table(2, end={"spells_each": 2})
    for _ in range(3):
        legal(table.cast("1 e kazaam"))
        table.turns(2)
    assert table.report()["ending"] is False


def test_end_precision_when_somebody_has_everything():
    table = Table(2, type="precision")
    table.judge("position", collected={"Ann": [1, 2, 3, 4, 5, 6, 7], "Bo": [1, 2, 3, 4, 5, 6, 7]})
    legal(table.cast("8 ne:I n kazaam", end=3))
    assert table.report()["ending"] is False
    legal(table.end())
    legal(table.cast("8 half:I e kazaam", end=9))
    assert table.report()["ending"] is True
    legal(table.end())
    assert table.winners == ["Bo"]
    assert table.report()["ending"] is False


def test_end_precision_all_who_have_everything_by_the_end_of_the_round_share():
    table = Table(3, type="precision")
    table.judge("position", collected={who: [1, 2, 3, 4, 5, 6, 7] for who in ("Ann", "Bo")})
    for _ in range(2):
        legal(table.cast("8 half:I e kazaam"))
        legal(table.end())
    assert table.winners == []
    legal(table.end())
    assert table.winners == ["Ann", "Bo"]


def test_end_precision_as_often_as_agreed():
    table = Table(2, type="precision", collect=2)
    table.judge("position", collected={"Ann": [1, 2, 3, 4, 5, 6, 7, 8, 9]})
    assert table.scores["Ann"] == 0
    table.judge("position", collected={"Ann": [1, 2, 3, 4, 5, 6, 7, 8, 9] * 2})
    assert table.scores["Ann"] == 9
    assert table.report()["ending"] is True


def test_end_duel_at_once():
    table = Table(2, type="duel", mana=5)
    ruling = legal(table.cast("1 e=5 kazaam", drain="Bo"))
    assert ruling.effects
    after = table.report()
    assert (after["turn"], after["round"], after["ending"]) == (None, 1, False)
    assert table.winners == ["Ann"]


def test_end_duel_ka_zing_does_both_before_the_end_is_looked_at():
    table = Table(2, type="duel", mana=5)
    legal(table.cast("1 e=5 ka-zing", drain="Ann", replenish="Bo"))
    assert table.report()["mana"] == {"Ann": 0, "Bo": 10}
    assert table.winners == ["Bo"]


def test_end_duel_who_drains_himself_still_ends_his_turn():
    table = Table(3, type="duel", mana=5)
    legal(table.cast("1 e=5 kazaam", drain="Ann"))
    assert table.report()["turn"] == "Ann"
    assert table.report()["out"] == ["Ann"]
    illegal(table.cast("1 e=5 kazaam", drain="Bo"), "turn.cast")
    legal(table.end())
    assert turns(table, 3) == ["Bo", "Cy", "Bo"]
    illegal(table.cast("1 e=1 zing", replenish="Ann"), "type.duel")


def test_end_nothing_is_done_after():
    table = Table(2, type="duel", mana=5)
    legal(table.cast("1 e=5 kazaam", drain="Bo"))
    for type_, fields in (
        ("take", {"by": "Ann", "from": "deck"}),
        ("cast", {"by": "Ann", "cards": []}),
        ("discard", {"by": "Ann"}),
        ("end_turn", {"by": "Ann"}),
        ("deck_end", {}),
        ("timer", {"revealed": [1]}),
    ):
        illegal(table.judge(type_, **fields), "end")
        illegal(table.judge(type_, **fields, stands=True), "end")
        assert table.entry.stood is False
    assert legal(table.judge("undo")).rules == ("table/undo",)
    assert table.state.turn == "Ann"
    legal(table.cast("1 e=5 kazaam", drain="Bo"))
    assert legal(table.judge("position", turn="Bo")).rules == ("table/position",)
    assert table.state.turn == "Bo"


def test_end_deck_end_only_counts_in_the_other_types():
    for options in ({"type": "precision"}, {"type": "duel"}, {"end": {"spells": 9}}):
        table = Table(2, **options)
        legal(table.judge("deck_end"))
        assert table.report()["deck_ends"] == 1
        assert table.report()["ending"] is False


# mode.solo


def test_mode_solo_worked_example():
    """Three cards, one after each turn; with nine they are turned up."""
    table = Table(1)
    table.turns(6)
    assert table.report()["timer"] == {"cards": 9, "kept": []}
    for type_, fields in (
        ("take", {"by": "Ann", "from": "deck"}),
        ("cast", {"by": "Ann", "cards": []}),
        ("discard", {"by": "Ann"}),
        ("end_turn", {"by": "Ann"}),
    ):
        illegal(table.judge(type_, **fields), "mode.solo")
    legal(table.judge("deck_end"))
    illegal(table.judge("timer", revealed=[1, 2, 3]), "mode.solo")
    illegal(table.judge("timer", revealed=[1] * 10), "mode.solo")
    ruling = legal(table.judge("timer", revealed=[9, 1, 1, 1, 1, 1, 1, 1, 2]))
    assert ruling.facts == {"kept": [1, 2, 9], "discarded": 6}
    assert table.report()["timer"] == {"cards": 3, "kept": [1, 2, 9]}
    table.turns(6)
    ruling = legal(table.judge("timer", revealed=[3, 4, 5, 6, 7, 9]))
    assert ruling.facts == {"kept": [1, 2, 3, 4, 5, 6, 7, 9], "discarded": 1}
    table.turns(1)
    assert table.report()["timer"]["cards"] == 9
    ruling = legal(table.judge("timer", revealed=[8]))
    assert ruling.facts == {"kept": [1, 2, 3, 4, 5, 6, 7, 8, 9], "discarded": 0}
    assert table.winners == ["Ann"]
    assert table.report()["turn"] is None
    assert table.report()["round"] == 14


def test_mode_solo_timer_at_another_moment():
    illegal(Table(1).judge("timer", revealed=[1] * 9), "mode.solo")
    illegal(Table(2).judge("timer", revealed=[1] * 9), "mode.solo")


def test_mode_solo_only_the_timer_ends_thaumaturgy():
    for end in ({"deck": 1}, {"spells": 1}, {"spells_each": 1}):
        table = Table(1, end=end)
        legal(table.judge("deck_end"))
        legal(table.cast("1 e kazaam"))
        assert table.report()["ending"] is False
        legal(table.end())
        assert table.report()["round"] == 2
        assert table.scores == {"Ann": 1}


def test_mode_solo_precision_ends_with_the_turn_in_which_all_is_collected():
    table = Table(1, type="precision")
    table.judge("position", collected={"Ann": [1, 2, 3, 4, 5, 6, 7]})
    legal(table.cast("8 half:I e kazaam"))
    assert table.report()["ending"] is True
    legal(table.end())
    assert table.winners == ["Ann"]
    assert table.report()["timer"]["cards"] == 4


def test_mode_solo_precision_ends_with_the_timer_too():
    table = Table(1, type="precision")
    table.judge("position", timer={"cards": 9})
    legal(table.judge("timer", revealed=[1, 2, 3, 4, 5, 6, 7, 8, 9]))
    assert table.winners == ["Ann"]
    assert table.scores == {"Ann": 0}


def test_mode_solo_full_tracking():
    table = full(1)
    legal(table.judge("take", by="Ann", **{"from": "deck"}))
    legal(table.cast("1 e kazaam"))
    legal(table.end())
    illegal(table.end(), "turn.take")
    assert table.report()["hands"] == {"Ann": 1}
