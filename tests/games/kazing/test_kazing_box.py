"""The cards of our box: learned from spells, named, corrected."""

import pytest
from kazing_table import Table, card, spell

from referee.core import Unusable
from referee.games.kazing import GAME
from referee.games.kazing.box import MOST, key, read_box
from referee.games.kazing.cards import Card


def learned(*spells, box=None):
    table = Table(2)
    for cards in spells:
        box = GAME.pieces.after(box, table.event("cast", by="Ann", cards=spell(cards)))
    return box


def cards(box):
    return [each["card"] for each in box["cards"]]


def test_the_box_learns_every_card_but_the_start():
    assert cards(learned("1 e half:E s:M kazaam")) == [
        card("e"),
        card("half:E"),
        card("s:M"),
        card("kazaam"),
    ]


def test_a_card_is_kept_once_and_its_number_filled_in():
    box = learned("1 e s kazaam", "2 e=4 s zing")
    assert cards(box) == [card("e=4"), card("s"), card("kazaam"), card("zing")]
    assert learned("1 e s kazaam", box=box) is box, "without its number it is the same card"
    assert card("e=5") in cards(learned("1 e=5 s kazaam", box=box)), "with another it is not"


def test_a_path_written_from_its_other_end_is_the_same_card():
    assert len(cards(learned("1 e/w kazaam", "3 w/e kazaam"))) == 2


def test_a_name_stays_when_a_number_is_filled_in():
    box = {"cards": [{"card": card("e"), "name": "Long"}]}
    assert learned("1 e=4 kazaam", box=box)["cards"][0] == {"card": card("e=4"), "name": "Long"}


def test_nothing_else_changes_the_box():
    table = Table(2)
    box = {"cards": []}
    assert GAME.pieces.after(box, table.event("end_turn", by="Ann")) is box
    assert GAME.pieces.after(None, table.event("end_turn", by="Ann")) is None


@pytest.mark.parametrize(
    "plain",
    [
        None,
        3,
        {},
        {"cards": "x"},
        {"cards": [3, {"card": {"move": "x", "resonance": "life"}}, {"card": {"position": 1}}]},
    ],
)
def test_what_cannot_be_read_is_passed_over(plain):
    assert read_box(plain) == []


def test_it_is_bounded():
    numbered = [
        {"card": {**card(f"{m}:L"), "mana": n}} for m in ("e", "w", "n") for n in range(100)
    ]
    assert len(read_box({"cards": numbered})) == MOST
    assert len(cards(learned("1 s kazaam", box={"cards": numbered[: MOST - 1]}))) == MOST


def corrected(box, which, **change):
    return GAME.pieces.edited(box, {"piece": key(Card(**which)), **change})


def test_a_card_is_named_and_corrected():
    box = learned("1 e kazaam")
    box = corrected(box, card("e"), name=" Bo’s arrow ", resonance="matter", mana="7", sorcerer="1")
    assert box["cards"][0] == {"card": card("e:M=7*"), "name": "Bo’s arrow"}
    box = corrected(box, card("kazaam"), resonance="light", bonus_mana="-4")
    assert cards(box)[1] == card("kazaam=-4")
    box = corrected(box, card("e:M=7*"), resonance="matter")
    assert box["cards"][0] == {"card": card("e:M")}, "what is left empty is not known"


def test_a_card_is_taken_out():
    assert cards(corrected(learned("1 e kazaam"), card("e"), out="1")) == [card("kazaam")]


@pytest.mark.parametrize(
    "change",
    [{"mana": "-1"}, {"mana": "x"}, {"mana": "100"}, {"resonance": "pink"}, {"name": "x" * 41}],
)
def test_what_no_card_can_be_is_refused(change):
    with pytest.raises(Unusable):
        corrected(learned("1 e kazaam"), card("e"), **change)


def test_a_card_that_is_gone_or_there_already_is_refused():
    box = learned("1 e s kazaam")
    with pytest.raises(Unusable, match="no longer"):
        corrected(box, card("n"))
    with pytest.raises(Unusable, match="already"):
        corrected(learned("1 e s e:M kazaam"), card("e:M"), resonance="light")


def test_all_of_it_is_forgotten_at_once():
    assert GAME.pieces.edited(learned("1 e s kazaam"), {"empty": "1"}) is None
