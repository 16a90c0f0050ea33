"""A spell: its form, size and cards, resonance, bonuses, points, mana and positions."""

from itertools import pairwise, product

import pytest
from game_table import illegal, legal, undecided
from kazing_table import Table

from referee.games.kazing.actions import Cast
from referee.games.kazing.actions.cast.faults import form
from referee.games.kazing.cards import Card
from referee.games.kazing.moves import Answers
from referee.games.kazing.wand import trace

SORCERER = "2 e:I s w n e kazaam"
"""Seven cards, two resonances, not ending on its start."""


# turn.cast: form


def test_turn_cast_needs_a_movement():
    ruling = illegal(Table().cast("1 kazaam"), "turn.cast")
    assert ruling.facts["broken"] == 1


def test_turn_cast_needs_a_word_at_the_end():
    ruling = illegal(Table().cast("1 e s"), "turn.cast")
    assert "broken" not in ruling.facts


def test_turn_cast_word_too_early():
    ruling = illegal(Table().cast("1 e kazaam s kazaam"), "turn.cast")
    assert ruling.facts["broken"] == 2
    assert illegal(Table().cast("1 e kazaam s"), "turn.cast").facts["broken"] == 2
    assert illegal(Table().cast("1 e kazaam kazaam"), "turn.cast").facts["broken"] == 2


def test_turn_cast_modifiers_are_no_movement():
    ruling = illegal(Table().cast("1 half kazaam"), "turn.cast", "move.modifier")
    assert ruling.facts["broken"] == 1


def test_turn_cast_first_of_several_faults_counts():
    ruling = illegal(Table().cast("1 half rewind kazaam s"), "move.modifier")
    assert ruling.facts["broken"] == 1


def test_turn_cast_of_no_cards_or_one():
    for cards in ([], [{"position": 5}], [{"position": 5, "word": "zing"}]):
        ruling = illegal(Table().judge("cast", by="Ann", cards=cards), "turn.cast")
        assert "broken" not in ruling.facts
        assert ruling.facts["size"] == len(cards)


def test_turn_cast_a_whole_spell_is_one_that_breaks_no_rule_of_form():
    kinds = {"move": "e"}, {"modifier": "half"}, {"word": "zing"}
    for count in range(6):
        for cards in product([Card(resonance="light", **kind) for kind in kinds], repeat=count):
            cast = Cast(by="Ann", cards=(Card(position=5), *cards))
            assert trace(cast.cards, Answers()).is_whole == (form(cast) is None), cards


def test_turn_cast_first_card_whatever_it_is_gives_only_its_position():
    for first in (
        {"position": 1, "word": "zing", "resonance": "life"},
        {"position": 1, "modifier": "half", "resonance": "life"},
        {"position": 1, "move": "circle", "resonance": "life"},
    ):
        cards = [
            first,
            {"move": "e", "resonance": "light"},
            {"word": "kazaam", "resonance": "light"},
        ]
        assert legal(Table().judge("cast", by="Ann", cards=cards)).facts["ends"] == [3]


def test_move_modifier_not_before_the_word():
    ruling = illegal(Table().cast("1 e half kazaam"), "move.modifier", "turn.cast")
    assert ruling.facts["broken"] == 2


def test_move_modifier_not_before_another_modifier():
    ruling = illegal(Table().cast("1 half half e kazaam"), "move.modifier")
    assert ruling.facts["broken"] == 1


def test_move_modifier_not_last():
    assert illegal(Table().cast("1 e half"), "move.modifier").facts["broken"] == 2


# level: size and Sorcerer cards


def test_level_smallest_spell_at_sorcerer_level_both_readings():
    table = Table(level="sorcerer")
    ruling = illegal(table.cast("1 e s kazaam"), "level")
    assert "broken" not in ruling.facts
    assert ruling.readings == ()
    ruling = legal(table.cast("1 e:I s w kazaam"))
    assert (ruling.facts["points"], ruling.readings) == (1, ("sorcerer_minimum",))
    table = Table(level="sorcerer", readings={"sorcerer_minimum": "7"})
    for cards in ("1 e:I s w kazaam", "1 e:I s w n kazaam"):
        ruling = illegal(table.cast(cards), "level")
        assert ruling.readings == ("sorcerer_minimum",)
    ruling = legal(table.cast(SORCERER))
    assert (ruling.facts["points"], ruling.readings) == (4, ())


@pytest.mark.parametrize("level", ["initiate", "apprentice", "mixed"])
def test_level_smallest_spell_elsewhere_is_three(level):
    assert legal(Table(level=level).cast("1 e kazaam")).facts["points"] == 1


@pytest.mark.parametrize(("level", "most"), [("initiate", 6), ("apprentice", 6), ("mixed", 6)])
def test_turn_take_nobody_holds_more_than_one_above_the_limit(level, most):
    around = "1 e:I s w n e s"
    legal(Table(level=level).cast(" ".join(around.split()[: most - 1]) + " kazaam"))
    ruling = illegal(
        Table(level=level).cast(" ".join(around.split()[:most]) + " kazaam"), "turn.take"
    )
    assert "broken" not in ruling.facts


def test_turn_take_at_sorcerer_level_eight_cards_at_most():
    assert legal(Table(level="sorcerer").cast("2 e:I s w n e s kazaam")).facts["points"] == 7
    illegal(Table(level="sorcerer").cast("2 e:I s w n e s w kazaam"), "turn.take")


@pytest.mark.parametrize("level", ["initiate", "apprentice", "mixed"])
@pytest.mark.parametrize(
    ("cards", "broken"),
    [
        ("1* e s kazaam", 0),
        ("1 e s* kazaam*", 2),
        ("1 e s kazaam*", 3),
        ("1 half* e s kazaam", 1),
    ],
)
def test_level_sorcerer_cards_only_at_sorcerer_level(level, cards, broken):
    ruling = illegal(Table(level=level).cast(cards), "level")
    assert ruling.facts["broken"] == broken


def test_level_sorcerer_cards_at_sorcerer_level():
    legal(Table(level="sorcerer").cast("1* e:I* half s* w kazaam*"))


# turn.cast: the end that is named


def test_turn_cast_end_must_be_possible():
    table = Table(level="initiate")
    ruling = illegal(table.cast("2 e/w kazaam", end=5), "turn.cast")
    assert ruling.facts["ends"] == [1, 3]
    assert "broken" not in ruling.facts
    ruling = legal(table.cast("2 e/w kazaam", end=3))
    assert (ruling.facts["end"], ruling.facts["path"]) == (3, [2, 3])


def test_turn_cast_end_does_not_matter_away_from_the_start():
    ruling = legal(Table().cast("2 e/w kazaam"))
    assert ruling.facts["ends"] == [1, 3]
    assert ruling.facts["end"] is None
    assert ruling.facts["path"] is None
    assert ruling.facts["points"] == 1


# rule.resonance


def test_rule_resonance_last_movement_and_word():
    ruling = illegal(Table().cast("1 e s:I kazaam"), "rule.resonance")
    assert ruling.facts["broken"] == 2
    legal(Table().cast("1 e:I s kazaam"))


def test_rule_resonance_is_about_the_movement_not_its_modifier():
    legal(Table().cast("1 half:M e kazaam"))
    ruling = illegal(Table().cast("1 half e:M kazaam"), "rule.resonance")
    assert ruling.facts["broken"] == 2


def test_rule_resonance_start_card_does_not_count():
    cards = [
        {"position": 1, "move": "e", "resonance": "life"},
        {"move": "e", "resonance": "light"},
        {"word": "kazaam", "resonance": "light"},
    ]
    legal(Table().judge("cast", by="Ann", cards=cards))


def test_rule_resonance_by_level():
    cards = "1 e s:I w:I n:I kazaam"
    legal(Table(level="initiate").cast(cards))
    illegal(Table(level="apprentice").cast(cards), "rule.resonance")
    illegal(Table(level="sorcerer").cast(cards), "rule.resonance")
    table = Table(level="mixed", novices=["Ann"])
    legal(table.cast(cards))
    table.end()
    illegal(table.cast(cards), "rule.resonance")
    legal(table.cast("1 e:I s:I kazaam:I"))


def test_rule_resonance_novices_only_at_mixed_level():
    illegal(Table(level="apprentice", novices=["Ann"]).cast("1 e:I kazaam"), "rule.resonance")


# rule.bonuses


@pytest.mark.parametrize(
    ("cards", "bonuses"),
    [
        ("1 e kazaam", 0),
        ("1 e s kazaam", 1),
        ("1 e:I w kazaam", 1),
        ("1 e w kazaam", 2),
        ("1 e:I s kazaam", 0),
        ("4 circle kazaam", 0),
        ("4 half circle kazaam", 1),
        ("4 circle circle kazaam", 2),
    ],
)
def test_rule_bonuses_from_four_cards(cards, bonuses):
    ruling = legal(Table().cast(cards))
    assert ruling.facts["bonuses"] == bonuses
    assert ("kazing/rule.bonuses" in ruling.rules) == bool(bonuses)


def test_rule_bonuses_start_card_does_not_count_for_one_resonance():
    cards = [
        {"position": 1, "move": "e", "resonance": "matter"},
        {"move": "e", "resonance": "light"},
        {"move": "s", "resonance": "light"},
        {"word": "kazaam", "resonance": "light"},
    ]
    assert legal(Table().judge("cast", by="Ann", cards=cards)).facts["bonuses"] == 1


@pytest.mark.parametrize("level", ["initiate", "mixed"])
def test_rule_bonuses_off(level):
    ruling = legal(Table(level=level).cast("1 e w kazaam"))
    assert (ruling.facts["bonuses"], ruling.facts["points"]) == (0, 2)


def test_rule_bonuses_modifiers_both_readings():
    cards = "1 half:M e kazaam"
    ruling = legal(Table().cast(cards))
    assert (ruling.facts["bonuses"], ruling.readings) == (0, ("modifier_resonance",))
    ruling = legal(Table(readings={"modifier_resonance": "no"}).cast(cards))
    assert (ruling.facts["bonuses"], ruling.readings) == (1, ("modifier_resonance",))
    assert legal(Table().cast("1 half e kazaam")).readings == ()


# type.thaumaturgy: points


def test_type_thaumaturgy_table_of_points():
    around = ["2", "e:I", "s", "w", "n", "e", "s"]
    for level, points in (("apprentice", {3: 1, 4: 2, 5: 4, 6: 7}), ("sorcerer", {5: 1, 6: 2})):
        for size, want in points.items():
            cards = [*around[: size - 1], "kazaam"]
            if size == 3:
                cards[1] = "e"
            ruling = legal(Table(level=level).cast(" ".join(cards)))
            assert (ruling.facts["size"], ruling.facts["points"]) == (size, want)


@pytest.mark.parametrize(
    ("cards", "points"),
    [("1 e:I s kazaam", 2), ("1 e s kazaam", 3), ("1 e w kazaam", 5), ("1 e s w n kazaam", 10)],
)
def test_type_thaumaturgy_bonuses_add_one_and_three(cards, points):
    table = Table()
    assert legal(table.cast(cards)).facts["points"] == points
    assert table.scores == {"Ann": points, "Bo": 0}
    assert table.report()["points"] == {"Ann": points, "Bo": 0}


def test_type_thaumaturgy_looks_at_no_word_and_no_number():
    table = Table()
    for word, fields in (
        ("kazaam-zing", {}),
        ("ka-zing", {"word": "zing"}),
        ("zing", {"word": "kazaam"}),
    ):
        ruling = legal(table.cast(f"1 e=99 {word}=-99", **fields))
        assert ruling.facts["points"] == 1
        assert "mana" not in ruling.facts
        legal(table.end())


def test_type_thaumaturgy_refuses_targets_and_collecting():
    for type_ in ("thaumaturgy", "precision"):
        for fields in ({"drain": "Bo"}, {"replenish": "Ann"}):
            illegal(Table(type=type_).cast("1 e kazaam", **fields), "type.duel")
    for type_, fields in (("thaumaturgy", {}), ("duel", {"drain": "Bo"})):
        table = Table(type=type_)
        illegal(table.cast("1 e=1 kazaam", collect=[5], **fields), "type.precision")
        legal(table.cast("1 e=1 kazaam", collect=[], **fields))


# move.mana, type.duel: mana


def duel(players=3, **options):
    return Table(players, type="duel", **options)


def test_move_mana_of_all_movements_and_their_modifiers():
    table = duel()
    ruling = legal(table.cast("1 e:I=3 half:L=-2 s=4 kazaam=9", drain="Bo"))
    assert ruling.facts["mana"] == 5
    assert table.scores == {"Ann": 40, "Bo": 35, "Cy": 40}


def test_move_mana_only_the_total_is_never_below_zero():
    ruling = legal(duel().cast("1 e:I=3 half:L=-5 s=1 kazaam", drain="Bo"))
    assert ruling.facts["mana"] == 0
    ruling = legal(duel().cast("1 e:I=9 half:L=-5 s=1 kazaam", drain="Bo"))
    assert ruling.facts["mana"] == 5, "the modified movement alone would be -4"
    ruling = legal(duel().cast("1 e=3 s=1 kazaam=-9", drain="Bo"))
    assert (ruling.facts["bonuses"], ruling.facts["mana"]) == (1, 0)


def test_type_duel_purple_number_if_there_is_a_bonus():
    assert legal(duel().cast("1 e=3 s=1 kazaam=6", drain="Bo")).facts["mana"] == 10
    assert legal(duel().cast("1 e:I=3 s=1 kazaam=6", drain="Bo")).facts["mana"] == 4
    assert legal(duel().cast("1 e=3 kazaam=6", drain="Bo")).facts["mana"] == 3


def test_type_duel_two_bonuses_both_readings():
    cards = "1 e=3 w=1 kazaam=6"
    ruling = legal(duel().cast(cards, drain="Bo"))
    assert (ruling.facts["bonuses"], ruling.facts["mana"]) == (2, 10)
    assert ruling.readings == ("bonus_mana",)
    ruling = legal(duel(readings={"bonus_mana": "each"}).cast(cards, drain="Bo"))
    assert ruling.facts["mana"] == 16


@pytest.mark.parametrize(
    "cards",
    ["1 e kazaam=2", "1 half e=2 kazaam=2", "1 e=2 s kazaam=2", "1 e=2 s=2 kazaam"],
)
def test_move_mana_a_missing_number_leaves_it_undecided(cards):
    ruling = undecided(duel().cast(cards, drain="Bo"), "move.mana")
    assert ruling.facts["mana"] is None
    assert ruling.facts["end"]


def test_move_mana_what_is_not_needed_may_be_missing():
    assert legal(duel().cast("1 e:I=2 s=2 kazaam", drain="Bo")).facts["mana"] == 4


def test_move_mana_missing_and_illegal_is_illegal():
    illegal(duel().cast("1 e s:I kazaam", drain="Bo"), "rule.resonance")
    illegal(duel().cast("1 e kazaam"), "type.duel")
    illegal(duel().cast("1 e kazaam", drain="Bo", collect=[1]), "type.precision")


@pytest.mark.parametrize(
    ("word", "fields"),
    [
        ("kazaam", {}),
        ("kazaam", {"replenish": "Bo"}),
        ("kazaam", {"drain": "Bo", "replenish": "Ann"}),
        ("kazaam", {"drain": "Bo", "word": "kazaam"}),
        ("zing", {}),
        ("zing", {"drain": "Bo"}),
        ("zing", {"replenish": "Ann", "drain": "Bo"}),
        ("zing", {"replenish": "Ann", "word": "zing"}),
        ("kazaam-zing", {"drain": "Bo"}),
        ("kazaam-zing", {"replenish": "Bo"}),
        ("kazaam-zing", {"word": "kazaam"}),
        ("kazaam-zing", {"word": "zing"}),
        ("kazaam-zing", {"word": "zing", "drain": "Bo"}),
        ("kazaam-zing", {"word": "kazaam", "drain": "Bo", "replenish": "Ann"}),
        ("ka-zing", {"drain": "Bo"}),
        ("ka-zing", {"replenish": "Bo"}),
        ("ka-zing", {"drain": "Bo", "replenish": "Bo"}),
        ("ka-zing", {"drain": "Bo", "replenish": "Cy", "word": "zing"}),
    ],
)
def test_type_duel_wrong_targets(word, fields):
    table = duel()
    ruling = illegal(table.cast(f"1 e=7 {word}", **fields), "type.duel")
    assert "broken" not in ruling.facts
    assert table.scores == {"Ann": 40, "Bo": 40, "Cy": 40}


@pytest.mark.parametrize(
    ("word", "fields", "after"),
    [
        ("kazaam", {"drain": "Bo"}, (40, 33, 40)),
        ("kazaam", {"drain": "Ann"}, (33, 40, 40)),
        ("zing", {"replenish": "Ann"}, (47, 40, 40)),
        ("zing", {"replenish": "Cy"}, (40, 40, 47)),
        ("kazaam-zing", {"word": "kazaam", "drain": "Bo"}, (40, 33, 40)),
        ("kazaam-zing", {"word": "zing", "replenish": "Bo"}, (40, 47, 40)),
        ("ka-zing", {"drain": "Bo", "replenish": "Ann"}, (47, 33, 40)),
        ("ka-zing", {"drain": "Ann", "replenish": "Bo"}, (33, 47, 40)),
    ],
)
def test_type_duel_what_the_words_do(word, fields, after):
    table = duel()
    legal(table.cast(f"1 e=7 {word}", **fields))
    assert tuple(table.scores.values()) == after


def test_type_duel_drained_to_nothing_never_below():
    table = duel(mana=5)
    ruling = legal(table.cast("1 e=7 kazaam", drain="Bo"))
    assert ruling.facts["mana"] == 7
    assert table.report()["mana"] == {"Ann": 5, "Bo": 0, "Cy": 5}
    assert table.report()["out"] == ["Bo"]


# type.precision: collecting


def precision(**options):
    return Table(2, type="precision", **options)


def test_type_precision_start_and_end_are_collected():
    table = precision()
    ruling = legal(table.cast("1 e:I s kazaam"))
    assert ruling.facts["collected"] == [1, 9]
    assert table.report()["collected"] == {"Ann": [1, 9], "Bo": []}
    assert table.scores == {"Ann": 2, "Bo": 0}
    assert "points" not in ruling.facts


def test_type_precision_start_and_end_the_same_are_collected_once():
    assert legal(precision().cast("4 circle kazaam")).facts["collected"] == [4]


def test_type_precision_one_more_for_each_bonus():
    assert legal(precision().cast("1 e s kazaam", collect=[5])).facts["collected"] == [1, 5, 9]
    assert legal(precision().cast("1 e w kazaam", collect=[7, 5])).facts["collected"] == [1, 5, 7]
    assert legal(precision().cast("1 e w kazaam", collect=[5])).facts["collected"] == [1, 5]
    assert legal(precision().cast("1 e w kazaam")).facts["collected"] == [1]
    illegal(precision().cast("1 e:I s kazaam", collect=[5]), "type.precision")
    illegal(precision().cast("1 e s kazaam", collect=[5, 6]), "type.precision")
    illegal(precision().cast("1 e w kazaam", collect=[5, 6, 7]), "type.precision")


def test_type_precision_may_name_a_position_again():
    table = precision(collect=2)
    ruling = legal(table.cast("1 e w kazaam", collect=[1, 1]))
    assert ruling.facts["collected"] == [1, 1, 1]
    assert table.report()["collected"]["Ann"] == [1]


def test_type_precision_the_caster_says_which_end():
    table = precision(level="initiate")
    ruling = undecided(table.cast("2 e/w kazaam"), "turn.cast")
    assert ruling.facts["ends"] == [1, 3]
    assert ruling.facts["collected"] is None
    assert ruling.facts["bonuses"] == 0, "that much is settled whichever it is"
    assert legal(table.cast("2 e/w kazaam", end=1)).facts["collected"] == [1, 2]
    ruling = undecided(precision().cast("2 e/w s/n kazaam"), "turn.cast")
    assert (ruling.facts["ends"], ruling.facts["bonuses"]) == ([7, 9], 1)


def test_type_precision_collect_and_open_ends():
    """From 2 to 1 or 3, from there to 1, 2 or 3: one of them the start, so two bonuses at most."""
    cards = "2 e/w rewind e/w kazaam"
    ruling = undecided(precision().cast(cards, collect=[5, 6]), "turn.cast")
    assert ruling.facts["ends"] == [1, 2, 3]
    assert ruling.facts["bonuses"] is None
    illegal(precision().cast(cards, collect=[5, 6, 7]), "type.precision")
    legal(precision().cast(cards, collect=[5, 6], end=2))
    illegal(precision().cast(cards, collect=[5, 6], end=3), "type.precision")
    legal(precision().cast(cards, collect=[5], end=3))


def test_the_same_ends_in_the_other_types():
    """One of three ends is the start: the caster must say, with bonuses on."""
    cards = "2 e/w=1 rewind=0 e/w=1 kazaam=0"
    ruling = undecided(Table().cast(cards), "turn.cast")
    assert (ruling.facts["points"], ruling.facts["bonuses"]) == (None, None)
    assert legal(Table().cast(cards, end=2)).facts["points"] == 7
    assert legal(Table().cast(cards, end=1)).facts["points"] == 5
    assert legal(Table(level="initiate").cast(cards)).facts["points"] == 4
    ruling = undecided(duel().cast(cards, drain="Bo"), "turn.cast")
    assert ruling.facts["mana"] is None
    assert legal(duel(level="initiate").cast(cards, drain="Bo")).facts["mana"] == 2


def test_undecided_tells_all_that_is_missing():
    ruling = undecided(duel().cast("2 e/w rewind e/w kazaam", drain="Bo"), "turn.cast", "move.mana")
    assert ruling.facts["ends"] == [1, 2, 3]


def test_undecided_is_illegal_for_any_fault():
    cards = "2 e/w rewind e/w{} kazaam"
    illegal(Table().cast(cards.format(":I")), "rule.resonance")
    illegal(Table().cast(cards.format(""), by="Bo"), "turn.end")
    illegal(Table().cast(cards.format(""), drain="Bo"), "type.duel")


# the order of the checks


def test_order_of_checks():
    """A spell with every fault there is, mended one by one from the front."""
    table = Table(type="duel")
    worst = "3 e* half s:I s:I s s kazaam"
    steps = [
        ("turn.end", {"by": "Bo", "cards": worst + " zing", "end": 5}),
        ("turn.cast", {"by": "Ann", "cards": worst + " zing", "end": 5}),
        ("turn.take", {"by": "Ann", "cards": worst, "end": 5}),
        ("level", {"by": "Ann", "cards": "3 e* half s:I kazaam", "end": 5}),
        ("move.grid", {"by": "Ann", "cards": "3 e half s:I kazaam", "end": 5}),
        ("turn.cast", {"by": "Ann", "cards": "3 w half s:I kazaam", "end": 5}),
        ("rule.resonance", {"by": "Ann", "cards": "3 w half s:I kazaam", "end": 4}),
        ("type.duel", {"by": "Ann", "cards": "3 w half s kazaam", "collect": [1]}),
        (
            "type.precision",
            {"by": "Ann", "cards": "3 w half s kazaam", "collect": [1], "drain": "Bo"},
        ),
    ]
    for clause, fields in steps:
        illegal(table.cast(**fields), clause)
    undecided(table.cast("3 w half s kazaam", drain="Bo"), "move.mana")
    for (first, _), (second, _) in pairwise(steps):
        assert first != second
