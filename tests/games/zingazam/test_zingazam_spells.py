"""`zingazam/spell.1` to `zingazam/spell.8`, the FAQ, and both readings, both ways."""

import pytest
from zingazam_table import Table, started

NO_CAST = {"readings": {"must_cast": "no"}}
NO_DODGE = {"readings": {"mirror_dodge": "refuse"}}


def rich(names="Ann Bo Cy", **options):
    """Cy has taken a round and is first; all others' piles are empty."""
    table = started(names, **options)
    players = names.split()
    table.run(", ".join(f"{who} {card}" for who, card in zip(players, (4, 3, 6, 1), strict=False)))
    return table


# 1


def test_spell_1_does_nothing_now():
    assert started().run("Ann 1") == {"effect": False, "next": "Bo"}


# 2


def test_spell_2_steals_the_top_card_before_the_round_is_taken():
    table = rich()
    table.run("Cy 1")
    facts = table.play("Ann", 2, steal_from="Cy")
    assert facts["effect"]
    assert table["piles"] == {"Ann": 1, "Bo": 0, "Cy": 2}


def test_spell_2_of_three_players_the_name_is_needed_even_if_one_pile_holds_cards():
    table = rich()
    table.run("Cy 1")
    ruling = table.undecided("play", "spell.2", by="Ann", card=2)
    assert "zingazam/faq" in ruling.rules
    assert ruling.readings == ("must_cast",)


def test_spell_2_needs_no_name_when_all_other_piles_are_empty():
    table = rich()
    assert table.run("Cy 2") == {"effect": False, "next": "Ann"}


def test_spell_2_an_empty_pile_may_be_named():
    table = rich()
    assert not table.play("Cy", 2, steal_from="Bo")["effect"]
    table.run("Ann 1")
    assert not table.play("Bo", 2, steal_from="Ann")["effect"]


def test_spell_2_never_from_oneself():
    table = rich()
    table.illegal("play", "spell.2", by="Cy", card=2, steal_from="Cy")
    first = started()
    first.illegal(
        "play", "spell.2", by="Ann", card=2, steal_from="Ann"
    )  # nor with nothing to steal


def test_spell_2_of_two_players_the_other_is_robbed():
    table = started("Ann Bo")
    table.run("Ann 3, Bo 4, Bo 1")
    facts = table.run("Ann 2")
    assert facts["effect"]
    assert table["piles"] == {"Ann": 3, "Bo": 1}


def test_spell_2_steal_from_without_a_2():
    table = rich()
    for card in (1, 3, 4, 5, 7, 8):
        table.illegal("play", "spell.2", by="Cy", card=card, steal_from="Ann")


# 3


def test_spell_3_turns_one_card():
    table = started()
    assert table.run("Ann 3")["effect"]
    assert table["facing"] == {"Ann": 2, "Bo": 1, "Cy": 1}
    assert table.play("Bo", 3, flip=True)["effect"]
    assert table["facing"]["Bo"] == 2


def test_spell_3_flip_false_while_one_surely_faces_away():
    table = started()
    ruling = table.illegal("play", "spell.3", by="Ann", card=3, flip=False)
    assert ruling.readings == ("must_cast",)


def test_spell_3_flip_without_a_3():
    table = started()
    for flip in (True, False):
        table.illegal("play", "spell.3", by="Ann", card=4, flip=flip)


def test_spell_3_own_cards_face_away_while_any_does_and_cats_face():
    table = started("Ann Bo")
    table.run("Ann 4, Bo 3")
    assert table["facing"] == {"Ann": 2, "Bo": 2}
    table.run("Ann c1, Bo 6")
    assert table["facing"] == {"Ann": 1, "Bo": 2}


def down_to_two():
    """Ann is on turn with her own 3 and 4 left, one of which may face her."""
    table = started("Ann Bo")
    table.run("Ann 1, Bo 8, Ann 5, Bo 5, Bo 1, Ann 6, Ann 2, Bo 3, Bo 2, Ann 8, Ann 7")
    assert (table["turn"], table["hands"]["Ann"], table["facing"]["Ann"]) == ("Ann", 2, 1)
    return table


@pytest.mark.parametrize(
    ("choice", "effect"), [({}, False), ({"flip": False}, False), ({"flip": True}, True)]
)
def test_spell_3_where_all_may_face_the_table_knows_better(choice, effect):
    table = down_to_two()
    assert table.play("Ann", 3, **choice)["effect"] is effect
    assert (table["hands"]["Ann"], table["facing"]["Ann"]) == (1, 1)


def test_spell_3_with_only_cats_in_hand_nothing_turns():
    table = started("Ann Bo")
    table.run("Ann 5, Bo 2, Ann 6, Bo 3, Ann 4, Bo 1, Ann 1, Bo 6, Bo 8, Ann 8, Ann 2, Bo 4")
    table.run("Bo 5, Ann 7")
    assert (table["turn"], table["hands"]["Ann"], table["facing"]["Ann"]) == ("Ann", 2, 2)
    table.illegal("play", "spell.3", by="Ann", card=3, flip=True)
    assert not table.run("Ann 3")["effect"]
    assert not table.over


def test_spell_3_with_an_empty_hand_nothing_turns():
    table = Table("Ann Bo")
    table.do("position", hands={"Ann": 1})
    table.illegal("play", "spell.3", by="Ann", card=3, flip=True)
    assert not table.run("Ann 3")["effect"]


# 4


def test_spell_4_a_cat_joins_the_hand_facing():
    table = started("Ann Bo")
    assert table.run("Ann 4")["effect"]
    assert (table["hands"]["Ann"], table["facing"]["Ann"], table["cats"]) == (8, 2, 11)


def test_spell_4_as_the_last_card_keeps_the_game_going():
    table = Table("Ann Bo")
    table.do("position", hands={"Ann": 1, "Bo": 2}, piles={"Ann": 0, "Bo": 0})
    table.run("Ann 4, Bo 6")
    assert table["hands"] == {"Ann": 1, "Bo": 1}
    assert table["in_game"]


def test_spell_4_with_no_cat_left():
    table = started("Ann Bo")
    for _ in range(12):
        table.enter("play", by=table["turn"], card=4, stands=True)
    assert table["cats"] == 0
    by = table["turn"]
    hand = table["hands"][by]
    assert not table.stand("play", by=by, card=4)["effect"]
    assert table["cats"] == 0
    assert table["hands"][by] == hand - 1


# 5


def test_spell_5_alone_needs_no_mirror():
    table = rich()
    table.run("Cy 3")
    assert table.play("Ann", 5)["effect"]
    assert table["facing"]["Ann"] == 3  # one at the start, her cat, and this one
    assert table.play("Bo", 5, mirror=3)["effect"]


def test_spell_5_two_cards_of_one_number_are_one_choice():
    table = started("Ann Bo Cy Di")
    table.run("Ann 4, Bo 4, Cy 1")
    assert table.play("Di", 5)["effect"]
    assert table["cats"] == 9


def test_spell_5_among_several_mirror_is_needed_and_nothing_else_looked_at():
    table = started()
    table.run("Ann 3, Bo 4")
    ruling = table.undecided("play", "spell.5", by="Cy", card=5)
    assert "must_cast" in ruling.readings
    table.undecided("play", "spell.5", by="Cy", card=5, steal_from="Cy", points_at=1)
    assert table.play("Cy", 5, mirror=4)["effect"]
    assert table["cats"] == 10


def test_spell_5_mirror_not_needed_when_none_could_do_anything():
    table = started("Ann Bo Cy")
    table.run("Ann 2, Bo 8")
    assert not table.play("Cy", 5)["effect"]
    table = started("Ann Bo Cy")
    table.run("Ann 2, Bo 8")
    assert not table.play("Cy", 5, mirror=2)["effect"]  # but it may be said


def test_spell_5_copying_nothing_leaves_no_choice():
    table = started("Ann Bo Cy")
    table.run("Ann 2, Bo 8")
    table.illegal("play", "spell.2", by="Cy", card=5, steal_from="Ann")
    assert not table.play("Cy", 5, mirror=2, steal_from="Ann")["effect"]


@pytest.mark.parametrize("mirror", [1, 5, 3])
def test_spell_5_cannot_copy_a_1_or_a_5_or_what_does_not_lie_there(mirror):
    table = started("Ann Bo Cy Di")
    table.run("Ann 1, Bo 5, Cy 4")
    table.illegal("play", "spell.5", by="Di", card=5, mirror=mirror)
    assert table.play("Di", 5, mirror=4)["effect"]


def test_faq_what_can_be_cast_must_be_cast_and_no_mirror_copies_a_mirror():
    table = started("Ann Bo Cy Di")
    table.illegal("play", "faq", by="Ann", card=3, flip=False)
    table.run("Ann 5, Bo 4, Cy 3")
    table.undecided("play", "faq", by="Di", card=5)
    table.illegal("play", "faq", by="Di", card=5, mirror=5)


@pytest.mark.parametrize("mirror", range(1, 9))
def test_spell_5_first_in_the_round_copies_nothing(mirror):
    table = started()
    table.illegal("play", "spell.5", by="Ann", card=5, mirror=mirror)
    assert table.play("Ann", 5) == {"effect": False, "next": "Bo"}


def test_spell_5_mirror_without_a_5():
    table = started()
    table.run("Ann 3")
    table.illegal("play", "spell.5", by="Bo", card=4, mirror=3)


def test_spell_5_copies_with_the_choice_of_what_it_copies():
    table = rich()
    table.run("Cy 7")
    assert table["skipped"] == ["Ann"]
    table.illegal("play", "spell.6", by="Bo", card=5, points_at=3)
    table.illegal("play", "spell.2", by="Bo", card=5, mirror=7, steal_from="Cy")
    assert not table.play("Bo", 5, mirror=7)["effect"]  # he is the last


def test_spell_5_of_an_8_is_forced_and_needs_a_name():
    table = rich()
    table.play("Cy", 8, gift_to="Ann")
    table.undecided("play", "spell.8", by="Ann", card=5)
    table.illegal("play", "spell.8", by="Ann", card=5, gift_to="Ann")
    assert table.play("Ann", 5, gift_to="Bo")["effect"]
    assert table["piles"] == {"Ann": 0, "Bo": 1, "Cy": 2}


def test_spell_5_of_a_2_that_brought_nothing_steals_all_the_same():
    table = rich()
    table.run("Cy 2")
    assert table.play("Ann", 5, steal_from="Cy")["effect"]


def test_spell_5_of_a_6_and_a_7():
    table = started("Ann Bo Cy Di")
    table.run("Ann 6")
    table.play("Bo", 5, points_at=7)
    assert table["must_play"] == {"Cy": 7}
    table.run("Cy 7")
    table = started("Ann Bo Cy Di")
    table.run("Ann 7")
    assert table.play("Cy", 5)["effect"]
    assert (table["round"], table["hands"]["Di"]) == (2, 8)


# 6


def test_spell_6_the_card_pointed_at_must_be_played():
    table = started()
    table.play("Ann", 6, points_at=4)
    assert table["must_play"] == {"Bo": 4}
    table.illegal("play", "spell.6", by="Bo", card=3)
    table.run("Bo 4")
    assert table["must_play"] == {}


def test_spell_6_unknown_number_binds_nobody_but_has_its_effect():
    table = started()
    assert table.run("Ann 6")["effect"]
    assert table["must_play"] == {}
    table.run("Bo 2")


def test_spell_6_another_number_that_stands():
    table = started()
    table.play("Ann", 6, points_at=4)
    table.stand("play", by="Bo", card=3)
    assert table["must_play"] == {}
    assert table["turn"] == "Cy"


def test_spell_6_ends_with_the_round():
    table = started()
    table.play("Ann", 6, points_at=4)
    table.stand("play", by="Bo", card=3)
    table.run("Cy 1, Ann 4, Bo 6, Cy 3")


def test_spell_6_from_the_last_of_the_round():
    table = started()
    table.run("Ann 3, Bo 4")
    table.illegal("play", "spell.6", by="Cy", card=6, points_at=3)
    assert not table.run("Cy 6")["effect"]


def test_spell_6_cannot_point_at_what_is_gone():
    table = started("Ann Bo")
    table.run("Ann 3, Bo 4")
    table.illegal("play", "spell.6", by="Bo", card=6, points_at=3)
    assert table.play("Bo", 6, points_at=4)["effect"]


def test_spell_6_may_point_at_a_cat_unless_both_of_the_number_are_gone():
    table = started("Ann Bo")
    table.run("Ann 4, Bo 5")  # each has a cat
    table.run("Bo 6, Ann 6")
    table.run("Ann 1, Bo 1")
    table.run("Bo 2, Ann 2")
    table.run("Ann c6, Bo 3")
    table.run("Ann 3, Bo 4")  # Bo has two cats now
    table.illegal("play", "spell.6", by="Bo", card=6, cat=True, points_at=1)  # Ann has none left
    table.run("Bo 8, Ann 5")


def test_spell_6_the_cat_just_played_counts():
    table = started("Ann Bo")
    table.run("Ann 4, Bo 5")
    table.run("Bo 6, Ann 6")
    table.run("Ann 3, Bo 4")
    table.run("Bo c6, Ann 1")  # the first cat 6; Bo's own 6 is gone, and he has one more cat
    table.run("Bo 1, Ann 2")
    table.illegal("play", "spell.6", by="Ann", card=6, cat=True, points_at=6)
    table.play("Ann", 6, cat=True, points_at=3)


def test_spell_6_points_at_without_a_6():
    table = started()
    table.illegal("play", "spell.6", by="Ann", card=7, points_at=3)


def test_spell_6_refused_pointing_that_stands_binds_nobody():
    table = started("Ann Bo")
    table.run("Ann 3, Bo 4")
    facts = table.stand("play", by="Bo", card=6, points_at=3)
    assert facts == {"effect": False, "next": "Ann"}
    assert table["must_play"] == {}


# 7


def test_spell_7_the_next_is_skipped_and_may_not_play():
    table = started()
    assert table.run("Ann 7") == {"effect": True, "next": "Cy"}
    assert table["skipped"] == ["Bo"]
    ruling = table.illegal("play", "spell.7", by="Bo", card=3)
    assert ruling.rules == ("zingazam/spell.7",)
    assert table.run("Cy 1")["winner"] == "Ann"
    table.run("Ann 1, Bo 3, Cy 4")  # it ends with the round


def test_spell_7_a_skipped_player_who_plays_all_the_same():
    table = started()
    table.run("Ann 7")
    facts = table.stand("play", by="Bo", card=8)
    assert facts == {"effect": False, "next": "Cy"}
    assert table["skipped"] == []
    assert table.run("Cy 2")["winner"] == "Bo"


def test_spell_7_skips_the_next_who_still_has_to_play():
    table = started("Ann Bo Cy Di")
    table.run("Ann 7")
    assert table.run("Cy 7")["winner"] == "Cy"  # Di is frozen too, so the round is over
    assert table["hands"] == {"Ann": 7, "Bo": 8, "Cy": 7, "Di": 8}


def test_spell_7_frees_from_a_6():
    table = started("Ann Bo Cy Di")
    table.play("Ann", 6, points_at=4)
    table.stand("play", by="Di", card=7)  # next of Di, clockwise, is Bo
    assert table["must_play"] == {}
    assert table["skipped"] == ["Bo"]
    assert table["turn"] == "Cy"


def test_spell_7_from_the_last_of_the_round():
    assert not started().run("Ann 3, Bo 4, Cy 7")["effect"]


# 8


def test_spell_8_gives_the_top_card():
    table = rich()
    table.undecided("play", "spell.8", by="Cy", card=8)
    assert table.play("Cy", 8, gift_to="Bo")["effect"]
    assert table["piles"] == {"Ann": 0, "Bo": 1, "Cy": 2}


def test_spell_8_never_to_oneself():
    table = rich()
    table.illegal("play", "spell.8", by="Cy", card=8, gift_to="Cy")


def test_spell_8_with_an_empty_pile_there_is_no_choice():
    table = started()
    table.illegal("play", "spell.8", by="Ann", card=8, gift_to="Bo")
    table.illegal("play", "spell.8", by="Ann", card=8, gift_to="Ann")
    assert not table.run("Ann 8")["effect"]


def test_spell_8_of_two_players_the_other_gets_it():
    table = started("Ann Bo")
    table.run("Ann 3, Bo 4, Bo 8")
    assert table["piles"] == {"Ann": 1, "Bo": 1}


def test_spell_8_gift_to_without_an_8():
    table = rich()
    for card in (1, 2, 3, 4, 5, 7):
        table.illegal("play", "spell.8", by="Cy", card=card, gift_to="Ann")


# stands


def test_stands_own_choice_refused_or_missing_is_not_cast():
    table = rich()
    table.run("Cy 1")
    assert not table.stand("play", by="Ann", card=2, steal_from="Ann")["effect"]
    assert not table.stand("play", by="Bo", card=2)["effect"]
    assert table["piles"] == {"Ann": 0, "Bo": 3, "Cy": 3}  # the last 2 took the round


def test_stands_other_refused_choices_are_ignored():
    table = started()
    facts = table.stand(
        "play", by="Ann", card=3, steal_from="Bo", points_at=2, mirror=3, gift_to="Bo"
    )
    assert facts["effect"]
    assert table["facing"]["Ann"] == 2


def test_stands_refused_flip_turns_nothing():
    table = started()
    assert not table.stand("play", by="Ann", card=3, flip=False)["effect"]
    assert table["facing"]["Ann"] == 1


def test_stands_mirror_refused_or_missing_copies_nothing():
    table = started()
    table.run("Ann 3, Bo 4")
    facts = table.stand("play", by="Cy", card=5, mirror=1)
    assert not facts["effect"]
    assert table["cats"] == 11
    table = started()
    table.run("Ann 3, Bo 4")
    assert not table.stand("play", by="Cy", card=5)["effect"]


def test_stands_mirror_of_a_refused_choice_is_not_cast():
    table = rich()
    table.play("Cy", 8, gift_to="Ann")
    assert not table.stand("play", by="Ann", card=5, gift_to="Ann")["effect"]


# Reading must_cast


def test_must_cast_no_a_2_without_a_name_was_not_cast():
    table = started("Ann Bo", **NO_CAST)
    table.run("Ann 4, Bo 3, Ann 3")
    assert not table.play("Bo", 2)["effect"]
    assert table["piles"] == {"Ann": 4, "Bo": 0}
    table = started(**NO_CAST)
    table.run("Ann 6, Bo 3, Cy 4, Ann 3")
    assert not table.play("Bo", 2)["effect"]
    assert table["piles"] == {"Ann": 3, "Bo": 0, "Cy": 0}


def test_must_cast_no_a_2_with_a_name_is_cast():
    table = started(**NO_CAST)
    table.run("Ann 6, Bo 3, Cy 4, Ann 3")
    assert table.play("Bo", 2, steal_from="Ann")["effect"]
    table = started(**NO_CAST)
    table.run("Ann 6, Bo 3, Cy 4, Ann 3")
    table.illegal("play", "spell.2", by="Bo", card=2, steal_from="Bo")


def test_must_cast_no_an_8_without_a_name_was_not_cast():
    table = started("Ann Bo", **NO_CAST)
    table.run("Ann 4, Bo 3")
    ruling = table.enter("play", by="Ann", card=8).ruling
    assert not ruling.facts["effect"]
    assert ruling.readings == ("must_cast",)
    assert table["piles"] == {"Ann": 2, "Bo": 0}


def test_must_cast_no_a_5_without_mirror_was_not_cast():
    table = started("Ann Bo", **NO_CAST)
    table.run("Ann 4")
    facts = table.play("Bo", 5)
    assert not facts["effect"]
    assert table["cats"] == 11
    table = started("Ann Bo", **NO_CAST)
    table.run("Ann 4")
    assert table.play("Bo", 5, mirror=4)["effect"]


def test_must_cast_no_a_mirrored_spell_without_its_choice_was_not_cast():
    table = rich(**NO_CAST)
    table.play("Cy", 8, gift_to="Ann")
    assert not table.play("Ann", 5, mirror=8)["effect"]
    table.illegal(
        "play", "spell.8", by="Bo", card=5, gift_to="Cy"
    )  # what was not copied has no choice


def test_must_cast_no_a_3_is_cast_unless_flip_is_false():
    table = started(**NO_CAST)
    assert table.run("Ann 3")["effect"]
    assert not table.play("Bo", 3, flip=False)["effect"]
    assert table["facing"] == {"Ann": 2, "Bo": 1, "Cy": 1}
    assert not table.play("Cy", 5, mirror=3, flip=False)["effect"]


def test_must_cast_no_all_others_always_are():
    table = started("Ann Bo Cy Di", **NO_CAST)
    assert table.run("Ann 4")["effect"]
    assert table.run("Bo 6")["effect"]
    assert table.run("Cy 7")["effect"]


def test_must_cast_is_named_only_where_it_matters():
    table = started("Ann Bo")
    assert table.enter("play", by="Ann", card=2).ruling.readings == ()  # all piles are empty
    table.run("Bo 3")
    assert table.enter("play", by="Bo", card=8).ruling.readings == ("must_cast",)


# Reading mirror_dodge


def test_mirror_dodge_free_also_what_can_do_nothing():
    table = started()
    table.run("Ann 2, Bo 4")
    ruling = table.enter("play", by="Cy", card=5, mirror=2).ruling
    assert ruling.verdict == "legal"
    assert ruling.readings == ("mirror_dodge",)
    assert not ruling.facts["effect"]
    assert table["cats"] == 11


def test_mirror_dodge_refuse_only_what_can_do_something():
    table = started(**NO_DODGE)
    table.run("Ann 2, Bo 4")
    ruling = table.illegal("play", "spell.5", by="Cy", card=5, mirror=2)
    assert ruling.readings == ("mirror_dodge",)
    assert table.play("Cy", 5)["effect"]  # one is left that can be copied
    assert table["cats"] == 10


def test_mirror_dodge_free_the_same_two_need_a_choice():
    table = started()
    table.run("Ann 2, Bo 4")
    ruling = table.undecided("play", "spell.5", by="Cy", card=5)
    assert "mirror_dodge" in ruling.readings


def test_mirror_dodge_refuse_any_if_none_can_do_something():
    table = started(**NO_DODGE)
    table.run("Ann 2, Bo 8")
    assert not table.play("Cy", 5, mirror=8)["effect"]
    table = started(**NO_DODGE)
    table.run("Ann 2, Bo 8")
    assert not table.play("Cy", 5)["effect"]


def test_mirror_dodge_refuse_several_that_can_still_need_a_choice():
    table = started("Ann Bo Cy Di", **NO_DODGE)
    table.run("Ann 2, Bo 4, Cy 3")
    table.undecided("play", "spell.5", by="Di", card=5)
    table.illegal("play", "spell.5", by="Di", card=5, mirror=2)
    table.play("Di", 5, mirror=3)


@pytest.mark.parametrize("useless", [6, 7])
def test_mirror_dodge_refuse_the_last_of_the_round_copies_no_6_or_7(useless):
    table = started(**NO_DODGE)
    if useless == 7:
        table.do("position", played=[{"by": "Ann", "card": 7}, {"by": "Bo", "card": 4}])
    else:
        table.run("Ann 6, Bo 4")
    table.illegal("play", "spell.5", by="Cy", card=5, mirror=useless)
    assert table.play("Cy", 5)["effect"]


@pytest.mark.parametrize("useful", [6, 7])
def test_mirror_dodge_refuse_before_the_last_a_6_or_7_can_do_something(useful):
    table = Table("Ann Bo Cy Di", **NO_DODGE)
    played = [{"by": "Ann", "card": 2}, {"by": "Bo", "card": useful}]
    table.do("position", played=played, piles=dict.fromkeys(["Ann", "Bo", "Cy", "Di"], 0))
    table.illegal("play", "spell.5", by="Cy", card=5, mirror=2)
    assert table.play("Cy", 5)["effect"]


@pytest.mark.parametrize(("cards", "verdict"), [(0, "illegal"), (1, "legal")])
def test_mirror_dodge_refuse_an_8_needs_a_card_to_give(cards, verdict):
    table = Table(**NO_DODGE)
    played = [{"by": "Ann", "card": 8}, {"by": "Bo", "card": 4}]
    table.do("position", played=played, piles={"Ann": 1, "Bo": 1, "Cy": cards})
    choices = {"gift_to": "Ann"} if cards else {}
    ruling = table.enter("play", by="Cy", card=5, mirror=8, **choices).ruling
    assert ruling.verdict == verdict
