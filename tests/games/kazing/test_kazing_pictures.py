"""Where everything lies in the drawings."""

import pytest
from kazing_table import spell
from msgspec import convert

from referee.core import render
from referee.games.kazing import pictures
from referee.games.kazing.cards import Card
from referee.games.kazing.drawing import draw
from referee.games.kazing.moves import PATHS, Answers


def wand(cards, end=None):
    return pictures.wand(draw(convert(spell(cards), list[Card]), Answers(), end))


def test_an_arrow_points_where_it_goes():
    drawn = pictures.symbol("e")
    assert drawn["disc"] == (10, 20)
    assert drawn["heads"] == [(34, 20, 0)]
    assert pictures.symbol("n")["heads"][0][2] == -90
    assert pictures.symbol("se")["heads"][0][2] == 45


def test_a_two_way_card_points_both_ways_and_has_no_disc():
    drawn = pictures.symbol("e/w")
    assert drawn["disc"] is None
    assert sorted(turn for _, _, turn in drawn["heads"]) == [0, 180]


@pytest.mark.parametrize("move", PATHS)
def test_every_symbol_fits_and_has_its_corners(move):
    drawn = pictures.symbol(move)
    ways = PATHS[move]
    assert len(drawn["line"]) == len(ways[0]) + 1
    assert len(drawn["heads"]) == len(ways)
    for x, y, *_ in [*drawn["line"], *drawn["heads"]]:
        assert 4 <= x <= pictures.SYMBOL - 4
        assert 4 <= y <= pictures.SYMBOL - 4


def test_no_two_movements_look_alike():
    drawn = {
        (tuple(d["line"]), d["disc"], tuple(sorted(d["heads"])))
        for d in (pictures.symbol(move) for move in PATHS if len(PATHS[move]) == 1)
    }
    assert len(drawn) == sum(len(ways) == 1 for ways in PATHS.values())


def test_the_grid_lies_as_on_a_telephone():
    nodes = {node["n"]: (node["x"], node["y"]) for node in wand("1")["nodes"]}
    assert nodes[1][0] < nodes[2][0] < nodes[3][0]
    assert nodes[1][1] == nodes[3][1] < nodes[4][1] < nodes[7][1]


def test_start_ends_and_stops_are_marked(wording):
    picture = wand("2 e/w kazaam")
    marked = {
        what: [node["n"] for node in picture["nodes"] if node[what]]
        for what in ("start", "end", "on", "stuck")
    }
    assert marked == {"start": [2], "end": [1, 3], "on": [1, 2, 3], "stuck": []}
    assert render(picture["said"]) == wording
    assert len(picture["legs"]) == 2
    assert len(wand("2 e/w kazaam", end=3)["legs"]) == 1
    assert wand("1")["legs"] == []
    assert not any(node["end"] for node in wand("1")["nodes"])


def test_a_break_is_drawn_where_it_happens(wording):
    picture = wand("1 e n kazaam")
    assert [node["n"] for node in picture["nodes"] if node["stuck"]] == [3]
    assert not any(node["end"] for node in picture["nodes"])
    failing = [leg for leg in picture["legs"] if leg["fails"]]
    assert len(failing) == 1
    x, y = failing[0]["to"]
    assert 0 <= x <= pictures.WIDTH
    assert y < failing[0]["from"][1]
    assert render(picture["said"]) == wording


def test_a_leg_run_twice_is_put_aside():
    there, back = wand("1 e w kazaam")["legs"]
    assert there["from"][1] == there["to"][1] == back["from"][1] - 5


def test_a_swirl_curls_into_the_middle():
    leg = wand("1 swirl kazaam")["legs"][0]
    assert leg["kind"] == "swirl"
    assert leg["by"] not in (leg["from"], leg["to"])
    assert wand("1 e kazaam")["legs"][0]["by"] is None


def test_heads_keep_clear_of_the_nodes():
    for cards in ("1 e kazaam", "1 se kazaam", "1 half e kazaam", "2 s kazaam", "5 n kazaam"):
        for leg in wand(cards)["legs"]:
            x, y, _ = leg["head"]
            for node in wand(cards)["nodes"]:
                assert (node["x"] - x) ** 2 + (node["y"] - y) ** 2 > 22**2, cards


def test_a_closed_spell_shows_its_start_alone(wording):
    drawing = draw(convert(spell("1 e w kazaam"), list[Card]), Answers())
    assert [node["n"] for node in pictures.wand(drawing)["nodes"] if node["end"]] == [1]
    whole = pictures.wand(drawing, whole=True)
    assert not any(node["end"] for node in whole["nodes"])
    assert render(whole["said"]) == wording
