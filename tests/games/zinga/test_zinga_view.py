"""What the page and the log show."""

import msgspec
import pytest
from zinga_table import Table, form, lying, picture, started, told, without

from referee.core import render
from referee.games.zinga import GAME
from referee.games.zinga.page import LatestTile


def view(table, viewer=None):
    return GAME.page(table.fold.state, viewer)


def labels(table, viewer=None):
    return [render(offer.label) for offer in GAME.offers(table.fold.state, viewer)]


def line_of(table, kind, viewer=None, **fields):
    """The log line of an event, judged now."""
    event = table.event(kind, **fields)
    return render(event.describe(table.fold.judge(event), viewer))


def test_the_page_is_plain_data():
    for table in (Table(), lying({"green": "0:11", "yellow": "4:Z.."})):
        msgspec.json.encode(msgspec.to_builtins(view(table, "Ann")))


def test_circles_as_they_lie():
    table = lying({"green": without(8), "orange": "0:22"})
    orange, green, purple, yellow = view(table).circles
    assert [c.colour for c in (orange, green, purple, yellow)] == [
        "orange",
        "green",
        "purple",
        "yellow",
    ]
    assert (green.count, green.closable) == (15, False)
    assert (yellow.count, yellow.closable) == (0, True)
    free = green.spaces[8]
    assert (free.square, free.faces, free.tile) == (True, "orange", None)
    assert (free.before, free.after, free.touches) == (3, 3, True)
    assert green.spaces[9].tile == "green:3-3"
    assert orange.spaces[5].touches is False


def test_rows_in_seating_order():
    table = started("Bo")
    table.place("Bo", "green:1-1", 0)
    rows = view(table).rows
    assert [row.key for row in rows] == ["Ann", "Bo", "Cy"]
    assert [row.hand for row in rows] == [8, 7, 8]
    assert [row.is_turn for row in rows] == [False, False, True]
    assert [row.opened for row in rows] == [False, True, False]
    assert view(table).next == "Ann"


def test_own_tiles_and_where_they_fit():
    table = lying({"green": "0:11"}, bag=4)
    table.do("draw", by="Ann", tiles=["green:3-4", "green:1-4"])
    mine = view(table, "Ann").mine
    assert [(one.tile, one.at) for one in mine] == [("green:3-4", []), ("green:1-4", [1, 15])]
    assert view(table, "Bo").mine == []


def test_titles(wording):
    table = Table(target=5)
    assert render(GAME.title(table.fold.state)) == "Round 1"
    table.do("end_round", winner="Ann", points={"Bo": 1, "Cy": 1})
    assert render(GAME.title(table.fold.state)) == "Round 2"
    assert GAME.rounds(table.fold.state) == 1
    table.do("end_round", winner="Ann", points={"Bo": 2, "Cy": 2})
    assert render(GAME.title(table.fold.state)) == wording
    assert GAME.offers(table.fold.state, "Ann") == []


def test_a_round_that_was_dropped_is_not_completed():
    table = started()
    table.stand("start_round", first="Bo")
    assert GAME.rounds(table.fold.state) == 0
    assert table["round"] == 2


@pytest.mark.parametrize(
    ("kind", "fields", "line"),
    [
        ("start_round", {"first": "Bo"}, "Bo started the round"),
        (
            "lots",
            {"draws": {"Ann": "green:Z", "Bo": "green:1-2", "Cy": "green:0-0"}},
            "Ann drew the highest tile and starts",
        ),
        (
            "lots",
            {"draws": {"Ann": "green:Z", "Bo": "orange:Z", "Cy": "green:0-0"}},
            "Tiles were drawn to see who starts",
        ),
        (
            "end_round",
            {"winner": "Bo", "points": {"Ann": 1, "Cy": 0}},
            "Bo won the round and collected 1 point",
        ),
        ("end_round", {"winner": "Bo"}, "The round was counted"),
        ("bonus", {"to": "Cy", "circle": "green"}, "Cy closed the green circle"),
        (
            "ask",
            {"question": "completable", "circle": "green"},
            "Can the green circle still be closed?",
        ),
        ("ask", {"question": "playable", "tiles": ["green:Z"]}, "Does 1 tile fit?"),
        ("position", {"scores": {"Ann": 3}}, "The position was set right"),
    ],
)
def test_log_lines_between_rounds(kind, fields, line):
    assert line_of(Table(), kind, **fields) == line


def test_log_lines_of_a_round(wording):
    table = lying({"orange": without(15)}, bag=0)
    line = line_of(table, "place", by="Ann", tile="orange:0-1", at=15)
    assert line == wording
    assert line_of(table, "place", by="Ann", tile="green:Z", at=4) == wording
    lies = line_of(table, "place", by="Ann", tile="green:Z", at=4, ends=(3, 3))
    assert lies == "Ann placed the green Zinga as a 3, on the right-hand Doubles square"
    assert line_of(table, "draw", by="Ann") == wording
    assert line_of(table, "pass", by="Ann") == "Ann passed"


# The buttons


def test_offers_before_the_first_round(wording):
    table = Table()
    assert labels(table) == wording
    table.do("lots", draws={"Ann": "green:Z", "Bo": "green:1-2", "Cy": "green:0-0"})
    assert labels(table)[0] == wording


def test_offers_of_a_turn(wording):
    table = started()
    assert labels(table)[:3] == wording
    empty = lying({"green": "0:11"}, bag=0)
    assert labels(empty)[:3] == wording


def test_offers_when_somebody_is_out(wording):
    table = lying({}, hands={"Ann": 0})
    assert labels(table)[0] == wording


def test_offers_without_a_turn_are_for_the_viewer(wording):
    table = lying({})
    table.do("position", bag=3)
    assert "Draw a tile" in labels(table, "Bo")
    assert labels(table)[0] == wording


def test_what_only_the_table_knows_can_still_be_said():
    table = lying({})
    table.do("position", board={}, turn="Ann")
    unknown = {offer.more for offer in GAME.offers(table.fold.state, None)[2:]}
    assert unknown == {True}
    assert {"Pass", "Count round 1"} <= set(labels(table))
    table.undecided("pass", "play", by="Ann")
    assert len(form(table, "end_round").fields[0].answers) == 3
    draft = {"winner": "Bo", "points": {"Ann": "3", "Cy": "4"}}
    event = form(table, "end_round", **draft).event
    assert table.do(**told(event)) == {"points": 7, "winner": "Bo"}
    assert "Count round 1" not in labels(started())


def test_effects_and_reasons_name_players_and_pieces(wording):
    table = lying({"green": "0:11"}, hands={"Ann": 1, "Bo": 2})
    ruling = table.legal("place", by="Ann", tile="green:1-2", at=1)
    assert render(ruling.reason) == wording
    assert [render(e) for e in ruling.effects] == wording
    both = lying({"green": "0:11"}).no_place("4", "Bo", "green:2-3", 1, 2, 3)
    assert render(both.reason) == wording
    assert both.rules == ("zinga/4", "zinga/4.ii")
    one = lying({"green": "0:11"}).no_place("4.ii", "Ann", "green:2-3", 1)
    assert render(one.reason) == wording
    assert render(one.allowed) == wording


# What the pages draw


def test_the_tile_placed_latest_and_whether_it_closed_its_circle():
    table = lying({"orange": without(14, 15)}, bag=0)
    assert view(table).last is None
    table.place("Ann", "orange:1-3", 14)
    assert view(table).last == LatestTile(colour="orange", at=14, closes=False)
    table.place("Bo", "orange:0-1", 15)
    assert view(table).last == LatestTile(colour="orange", at=15, closes=True)


@pytest.mark.parametrize(
    "cells", ["", "0:00", "8:Z..", "5:Z.. 4:44", without(15), without(8, 15), without(3, 4, 5, 11)]
)
def test_an_example_of_how_a_circle_closes_is_drawn_whole_and_matches(cells):
    shown = picture(lying({"orange": cells}), "ask", question="completable", circle="orange")
    assert render(shown["word"]) == "Yes"
    drawn = shown["circle"].spaces
    assert {space.at for space in drawn if space.example} == set(range(16)) - {
        int(cell.split(":")[0]) for cell in cells.split()
    }
    assert len({space.tile for space in drawn}) == 16
    for one, other in zip(drawn, drawn[1:] + drawn[:1], strict=True):
        assert one.last == other.first or None in (one.last, other.first)


def test_the_log_shows_a_placed_tile_as_it_lies():
    table = lying({"green": "0:11"}, bag=9)
    event = table.event("place", by="Ann", tile="green:1-2", at=15)
    shown = event.log_picture(table.fold.state, table.fold.judge(event), None)
    assert shown == {"tile": "green:1-2", "ends": [2, 1]}
    event = table.event("draw", by="Ann", tiles=["green:1-2"])
    assert event.log_picture(table.fold.state, table.fold.judge(event), "Ann") == {}


def test_a_circle_that_cannot_close_is_a_no():
    table = lying({"green": without(8), "orange": "0:22"})
    shown = picture(table, "ask", question="completable", circle="green")
    assert (render(shown["word"]), shown["sign"]) == ("No", "illegal")
