"""The spell checker card by card: what it says so far, and what may be tapped next."""

from itertools import product

import msgspec
import pytest
from game_table import legal
from kazing_table import Table, card, spell

from referee.core import render
from referee.games.kazing import GAME
from referee.games.kazing.actions.cast.checker import Where, read_where
from referee.games.kazing.moves import DIFFERENT, PATHS, UNSETTLED, Answers, reach
from referee.games.kazing.stroke import stroke


def sheet(table, cards, **draft):
    return table.form("cast", cards=spell(cards) if cards else [], **draft)


def band(table, cards, **draft):
    shown = sheet(table, cards, **draft).band
    return tuple(render(shown[part]) if shown[part] else "" for part in ("word", "line"))


def verdict(table, cards, **draft):
    return sheet(table, cards, **draft).band["verdict"]


@pytest.mark.parametrize(
    ("text", "where"),
    [
        (None, Where()),
        ("", Where()),
        ("light.word.2", Where("light", "word", 2)),
        ("light..", Where("light")),
        ("pink.door.9", Where()),
        ("..0", Where(at=0)),
        (["x"], Where()),
    ],
)
def test_where_one_is(text, where):
    assert read_where(text, 3) == where


def test_what_is_said_while_a_spell_grows():
    table = Table(2)
    assert band(table, "") == ("Where does it start?", "")
    assert band(table, "1") == ("1 card so far", "starts at 1")
    assert band(table, "1 e") == ("2 cards so far", "now at 3, 1 point with a word")
    assert band(table, "2 e/w rewind") == ("3 cards so far", "the next movement is changed")
    assert band(table, "1 e s") == ("3 cards so far", "now at 9, 3 points with a word")
    sorcerer = Table(2, level="sorcerer")
    assert band(sorcerer, "1 e") == ("2 cards so far", "now at 3, still too short")
    assert band(sorcerer, "1 half swirl")[1] == "the rules do not say where it is"
    assert band(Table(2, type="duel"), "2 e/w=4") == ("2 cards so far", "now at 1 and 3, 4 mana")
    assert band(Table(2, type="precision"), "1 e") == ("2 cards so far", "now at 3")


def test_what_a_whole_spell_amounts_to():
    table = Table(2)
    assert band(table, "1 e kazaam") == ("Legal, 1 point", "for 3 cards, no bonus")
    assert band(table, "1 e s kazaam") == ("Legal, 3 points", "2 for 4 cards, 1 for one bonus")
    assert band(table, "1 e w zing") == ("Legal, 5 points", "2 for 4 cards, 3 for two bonuses")
    duel = Table(2, type="duel")
    assert band(duel, "1 e=5 zing", replenish="Ann") == ("Legal, 5 mana", "for 3 cards, no bonus")
    assert band(duel, "1 e=5 s=2 zing=-3", replenish="Ann") == ("Legal, 4 mana", "4 cards, 1 bonus")
    precision = Table(2, type="precision")
    assert band(precision, "1 e kazaam") == ("Legal", "collects 1 and 3 · no bonus")
    assert band(precision, "1 e s kazaam", collect=[5])[1] == "collects 1, 5 and 9 · 1 bonus"


def test_a_word_or_a_modifier_out_of_place_is_said_at_once():
    table = Table(2)
    assert verdict(table, "1 e zing s") == "illegal"
    assert verdict(table, "1 half rewind") == "illegal"
    assert verdict(table, "1 e half") == "open"
    assert verdict(table, "3 e") == "illegal"


def test_that_a_target_is_to_be_tapped_is_no_verdict(wording):
    duel = Table(3, type="duel")
    shown = sheet(duel, "1 e=5 ka-zing")
    assert shown.band["verdict"] == "open"
    assert render(shown.label) == wording
    assert shown.event is None
    shown = sheet(duel, "1 e=5 ka-zing", drain="Bo")
    assert render(shown.label) == wording
    shown = sheet(duel, "1 e=5 ka-zing", drain="Bo", replenish="Ann")
    assert render(shown.label) == wording
    legal(GAME.judge(duel.state, msgspec.convert(shown.event, GAME.events)))
    assert render(sheet(duel, "1 e=5 kazaam-zing").label) == wording
    assert render(sheet(Table(2), "2 e/w e/w kazaam").label) == wording
    assert verdict(duel, "3 e=5 kazaam") == "illegal"


def test_the_open_panel_offers_words_and_modifiers():
    table = Table(2)
    words = sheet(table, "1 e", now="life.word.").next.offers
    assert next(render(offer["name"]) for offer in words) == "Life Kazaam"
    assert len(words) == 4
    modifiers = sheet(table, "1", now="life.modifier.").next.offers
    assert [render(offer["short"]) for offer in modifiers] == ["Half", "Rewind", "Four arrows"]
    assert not sheet(table, "1", now="life..").next.offers


def drawn(table, cards, *stops, now="energy.."):
    shown = sheet(table, cards, now=now, drawn=stops)
    return [offer["card"]["move"] for offer in shown.next.offers]


def test_cards_are_offered_that_go_where_the_wand_was_drawn():
    table = Table(2)
    assert drawn(table, "9", "1") == ["nw", "se/nw", "half-circle"]
    assert drawn(table, "9", "5", "1") == ["nw", "se/nw"], "by way of 5 it is the same arrow"
    assert drawn(table, "9", "3", "1") == ["n-w", "n-w/e-s", "half-circle"]
    assert drawn(table, "9", "5") == ["swirl"]
    assert drawn(table, "9", "9") == ["circle"]
    assert drawn(table, "9 rewind", "1") == ["se", "se/nw", "half-circle"], "run backwards"
    assert drawn(table, "9 half", "8") == ["w", "e/w"]
    assert drawn(table, "9 arrows", "8", "2") == ["n", "n/s", "half-circle"]
    assert drawn(table, "9 arrows", "2") == [], "first the step of the four arrows"
    assert drawn(table, "9", "1", now="..") == [], "first the colour"
    first = sheet(table, "", drawn=["4", "6"])
    assert [card["position"] for card in first.cards] == [4], "the first tap is the start"
    assert first.next.drawn == ["6"]


def test_a_card_is_told_by_its_symbol_where_it_leads_nowhere():
    table = Table(2)
    assert drawn(table, "3", "e", now="life.symbol.") == ["e", "e/w"]
    assert drawn(table, "3", "e", "s", now="life.symbol.") == ["e-s", "n-w/e-s"]
    assert drawn(table, "3", now="life.symbol.") == ["circle", "half-circle", "swirl"]
    assert sheet(table, "3", drawn=["e", "w"], now="life.symbol.").next.refusal.clause == (
        "kazing/move.direction"
    )


@pytest.mark.slow
@pytest.mark.parametrize("modifier", [None, "half", "rewind", "arrows"])
def test_whatever_a_movement_can_do_can_be_drawn(modifier):
    """Over the ends of its legs each movement is among at most three cards, and no way is left
    with neither a card nor a reason."""
    for start in range(1, 10):
        for move in DIFFERENT:
            for way in reach(move, modifier, Answers()).ways[start]:
                if UNSETTLED in way:
                    continue
                stops = way if move in PATHS or modifier == "arrows" else way[-1:]
                found = stroke([start], stops, modifier, Answers())
                assert move in found.moves
                assert len(found.moves) <= 3
    for start, one, two in product(range(1, 10), repeat=3):
        for stops in ((one,), (one, two)):
            found = stroke([start], stops, modifier, Answers())
            assert bool(found.moves) != bool(found.refusal), (start, stops)
            if found.refusal:
                assert found.refusal.clause in GAME.rules.clauses


def test_numbers_are_asked_for_in_a_duel_only():
    assert sheet(Table(2), "1 e").numbers is None
    duel = Table(2, type="duel")
    asked = sheet(duel, "1 e").numbers
    assert (asked["index"], asked["field"], asked["least"]) == (1, "mana", 0)
    assert sorted([*asked["choices"], *asked["others"]]) == list(range(100))
    assert sheet(duel, "1 e=3").numbers is None
    assert sheet(duel, "1 e", now="light.skip.").numbers is None
    assert sheet(duel, "1").numbers is None
    asked = sheet(duel, "1 e=3 half").numbers
    assert sorted([*asked["choices"], *asked["others"]]) == list(range(-99, 100))
    assert sheet(duel, "1 e=3 kazaam").numbers is None, "without a bonus it does not count"
    assert sheet(duel, "1 e=3 s=1 kazaam").numbers["field"] == "bonus_mana"
    asked = sheet(duel, "1 e=3 s=1 kazaam=2", now="light.number.1").numbers
    assert (asked["index"], asked["known"]) == (1, 3)


def test_cards_of_our_box_are_offered_where_they_may_come_next(wording):
    table = Table(2)
    cards = [card("n:E"), card("e:E"), card("half:L"), card("zing:E"), card("s:M")]
    box = {"cards": [{"card": each} for each in cards]}
    shown = sheet(table, "1", memory=box).box
    assert [render(each["name"]) for each in shown if each["leads"]] == wording
    assert not any(each["leads"] for each in shown[3:])
    shown = sheet(table, "1 e", memory=box, now="energy..").box
    assert [(render(each["name"]), each["leads"]) for each in shown] == [
        ("Energy Zing", True),
        ("Energy arrow up", False),
        ("Energy arrow right", False),
    ]
    assert sheet(table, "1 e zing", memory=box).box == []
    assert sheet(table, "1 e n", memory=box).box == [], "the wand is stuck"
    assert sheet(table, "", memory=box).box == []


def test_what_lies_beside_a_ruling(wording):
    table = Table(2)
    cast = table.event("cast", by="Ann", cards=spell("3 e kazaam"))
    shown = cast.ruling_picture(table.state, None)
    assert [render(each["name"]) for each in shown["laid"]] == wording
    assert render(shown["mends"][0]) == wording
    kept = cast.picture(table.state, None)
    assert kept["mends"] == []
    assert kept["laid"] == shown["laid"]
    end_turn = table.event("end_turn", by="Ann")
    assert end_turn.ruling_picture(table.state, None) == {}
    assert table.form("nothing") is None


def test_the_picture_of_a_log_line():
    table = Table(2)
    cast = table.event("cast", by="Ann", cards=spell("1 e s kazaam"))
    picture = cast.log_picture(table.state, GAME.judge(table.state, cast), None)
    assert len(picture["legs"]) == 2
    assert picture["start"] == (8, 8)
    assert picture["ends"] == [(36, 36)]
    other = table.event("end_turn", by="Ann")
    assert other.log_picture(table.state, GAME.judge(table.state, other), None) == {}


def test_setting_the_table_right_starts_from_what_is_known():
    table = Table(2, type="precision")
    table.cast("1 e kazaam")
    shown = table.form("position")
    assert [*shown.fields["collected"]["Ann"]] == [1, 3]
    assert shown.fields["cast"] is True
    legal(GAME.judge(table.state, msgspec.convert(shown.fields, GAME.events)))
    typed = {"turn": "Bo", "collected": {"Ann": ["4", "x"]}}
    assert table.form("position", **typed).fields == typed
