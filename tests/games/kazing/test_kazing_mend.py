"""What single change of the card at which a spell breaks would make it legal."""

import msgspec
import pytest
from kazing_table import Table, spell

from referee.core import render
from referee.games.kazing import GAME
from referee.games.kazing.actions.cast.mend import mends
from referee.games.kazing.moves import DIFFERENT


def found(table, cards, most_moves=500, **fields):
    event = table.event("cast", by=table.state.turn, cards=spell(cards), **fields)
    return mends(table.state, event, most_moves)


def moves(mended):
    return [m.card.move for m in mended if m.change in ("upside_down", "move")]


def changes(mended):
    return {m.change for m in mended}


def test_a_legal_spell_and_one_that_breaks_at_no_card_need_none():
    table = Table(2)
    assert found(table, "1 e kazaam") == ()
    assert found(table, "1 e s") == ()
    assert found(table, "2 e/w rewind e/w kazaam") == (), "undecided, not illegal"


def test_a_movement_that_leaves_the_grid():
    """From 3, of the arrows only west, south and south-west lead on."""
    mended = found(Table(2), "3 e kazaam")
    arrows = {m for m in moves(mended) if "-" not in m}
    assert arrows >= {"w", "s", "sw", "e/w", "swirl"}
    assert not arrows & {"e", "n", "ne", "nw", "se"}
    assert "circle" in arrows
    assert changes(mended) == {"upside_down", "move"}
    assert all(m.index == 1 for m in mended)


def test_the_nearest_movement_comes_first():
    """The arrow as it is upright, then with both ends, then other arrows."""
    assert moves(found(Table(2), "3 e kazaam", 3)) == ["w", "e/w", "s", "sw"]
    assert moves(found(Table(2), "1 e se kazaam", 2)) == ["s", "sw"]
    assert moves(found(Table(2), "7 w-se-w kazaam", 0)) == ["e-nw-e"]


def test_leaving_the_card_out(wording):
    mended = found(Table(2), "3 s e kazaam")
    assert "leave_out" in changes(mended)
    left = next(m for m in mended if m.change == "leave_out")
    assert left.card is None
    assert render(left.say) == wording


def test_the_modifier_stays():
    """Half a circle from 5 is as impossible as a whole one; half an arrow fits."""
    mended = found(Table(2), "5 half circle kazaam")
    assert {"e", "half-circle"} & set(moves(mended)) == {"e"}
    assert "leave_out" not in changes(mended), "the modifier would have no movement"


def test_a_card_upside_down_explains_the_end_that_is_named(wording):
    """The arrow from 2 goes to 3; upside down it would go to 1."""
    (mended,) = found(Table(2), "2 e kazaam", end=1)
    assert (mended.index, mended.change, mended.card.move) == (1, "upside_down", "w")
    assert render(mended.say) == wording


def test_an_end_that_no_card_explains_has_no_mend():
    assert found(Table(2), "1 e kazaam", end=2) == (), "that it stops short is no card's fault"
    assert found(Table(2), "1 e kazaam", end=9) == ()


def test_resonance(wording):
    mended = found(Table(2), "1 e s:I kazaam")
    assert [(m.change, m.card.resonance if m.card else None) for m in mended] == [
        ("resonance", "light"),
        ("leave_out", None),
    ]
    assert render(mended[0].say) == wording


def test_a_word_too_early():
    mended = found(Table(2), "1 e kazaam s kazaam")
    assert "leave_out" in changes(mended)
    assert "s" not in moves(mended), "after 3-9 the next s would leave the grid"
    assert "w" in moves(mended)
    assert found(Table(2), "1 kazaam") == (), "without its word it is no spell"


def test_a_modifier_without_a_movement():
    mended = found(Table(2), "1 e half kazaam")
    assert "leave_out" in changes(mended)
    assert "s" in moves(mended)
    assert "leave_out" in changes(found(Table(2), "3 half rewind e kazaam"))


def test_a_sorcerer_card():
    mended = found(Table(2), "1 e* s kazaam")
    assert mended[0].change == "standard"
    assert mended[0].card.sorcerer is False
    assert "standard" in render(mended[0].say)
    assert "leave_out" in changes(mended)
    assert changes(found(Table(2), "1* e s kazaam")) == {"standard"}
    assert found(Table(2), "1 e* s* kazaam") == (), "two cards would have to change"


def test_what_cannot_be_mended_by_one_card():
    assert found(Table(2), "3 e s:I kazaam") == (), "the resonance would still be wrong"


def test_size_still_counts():
    assert "leave_out" not in changes(found(Table(2), "3 e kazaam"))
    assert "leave_out" not in changes(found(Table(2, level="sorcerer"), "3 s w e e kazaam:M"))


def test_the_rest_of_the_event_stays_too():
    """With the end he names, only an arrow that leads there helps."""
    mended = found(Table(2), "3 e kazaam", end=7)
    assert "sw" in moves(mended)
    assert "s" not in moves(mended)


def test_duel_keeps_the_number_that_is_printed():
    mended = found(Table(2, type="duel"), "3 e=4 kazaam", drain="Bo")
    assert all(m.card.mana == 4 for m in mended)
    assert moves(mended)
    assert not moves(found(Table(2, type="duel"), "1 e=1 half:L=-2 kazaam", drain="Bo"))


def test_out_of_turn_there_is_nothing_to_mend():
    table = Table(2)
    event = table.event("cast", by="Bo", cards=spell("3 e kazaam"))
    assert mends(table.state, event) == ()


@pytest.mark.parametrize("most", [0, 1, 3])
def test_at_most_so_many_movements(most):
    mended = found(Table(2), "3 e kazaam", most)
    assert [m.change for m in mended] == ["upside_down"] + ["move"] * most


def test_a_card_upside_down_earlier_in_the_row():
    """Up twice from 5 leaves the grid; the second card or the first may have to be turned."""
    turned = [m for m in found(Table(2), "5 n n kazaam") if m.change == "upside_down"]
    assert [(m.index, m.card.move) for m in turned] == [(2, "s"), (1, "s")]


def test_what_is_found_is_legal_and_all_there_is():
    """Against trying every movement by hand."""
    table = Table(2, level="initiate")
    for cards in ("3 e kazaam", "3 s e kazaam", "5 circle s kazaam", "4 half w kazaam"):
        event = table.event("cast", by="Ann", cards=spell(cards))
        broken = GAME.judge(table.state, event).facts["broken"]
        want = set()
        for move in DIFFERENT:
            card = msgspec.structs.replace(event.cards[broken], move=move)
            changed = (*event.cards[:broken], card, *event.cards[broken + 1 :])
            other = msgspec.structs.replace(event, cards=changed)
            if GAME.judge(table.state, other).verdict == "legal":
                want.add(move)
        assert set(moves(mends(table.state, event, 500))) == want
