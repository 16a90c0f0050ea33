"""What the page, the log and the sheets show."""

import msgspec
import pytest
from zinga_table import Table, lying, reading, started, without

from referee.core import render
from referee.games.zinga import GAME


def view(table, viewer=None):
    return GAME.view(table.fold.state, viewer)


def sheet(table, name, viewer=None, **draft):
    return GAME.sheet(table.fold.state, viewer, name, draft)


def labels(table, viewer=None):
    return [render(offer.label) for offer in GAME.offers(table.fold.state, viewer)]


def told(table, kind, viewer=None, **fields):
    """The log line of an event, judged now."""
    event = table.event(kind, **fields)
    return render(GAME.tell(event, table.fold.judge(event), viewer))


def test_the_page_is_plain_data():
    for table in (Table(), lying({"green": "0:11", "yellow": "4:Z.."})):
        msgspec.json.encode(msgspec.to_builtins(view(table, "Ann")))


def test_circles_as_they_lie():
    table = lying({"green": without(8), "orange": "0:22"})
    orange, green, purple, yellow = view(table)["circles"]
    assert [c["colour"] for c in (orange, green, purple, yellow)] == [
        "orange",
        "green",
        "purple",
        "yellow",
    ]
    assert (green["count"], green["closable"]) == (15, False)
    assert (yellow["count"], yellow["closable"]) == (0, True)
    free = green["spaces"][8]
    assert (free["square"], free["faces"], free["tile"]) == (True, "orange", None)
    assert (free["before"], free["after"], free["touches"]) == (3, 3, True)
    assert green["spaces"][9]["tile"] == "green:3-3"
    assert orange["spaces"][5]["touches"] is False


def test_rows_in_seating_order():
    table = started("Bo")
    table.place("Bo", "green:1-1", 0)
    rows = view(table)["rows"]
    assert [row["key"] for row in rows] == ["Ann", "Bo", "Cy"]
    assert [row["hand"] for row in rows] == [8, 7, 8]
    assert [row["is_turn"] for row in rows] == [False, False, True]
    assert [row["opened"] for row in rows] == [False, True, False]
    assert view(table)["next"] == "Ann"


def test_own_tiles_and_where_they_fit():
    table = lying({"green": "0:11"}, bag=4)
    table.do("draw", by="Ann", tiles=["green:3-4", "green:1-4"])
    mine = view(table, "Ann")["mine"]
    assert [(one["tile"], one["at"]) for one in mine] == [("green:3-4", []), ("green:1-4", [1, 15])]
    assert view(table, "Bo")["mine"] == []


def test_titles():
    table = Table(target=5)
    assert render(GAME.title(table.fold.state)) == "Round 1"
    table.do("end_round", winner="Ann", points={"Bo": 1, "Cy": 1})
    assert render(GAME.title(table.fold.state)) == "Round 2"
    assert GAME.rounds(table.fold.state) == 1
    table.do("end_round", winner="Ann", points={"Bo": 2, "Cy": 2})
    assert render(GAME.title(table.fold.state)) == "The game is over"
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
            "Lots were drawn for the start",
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
        ("position", {"scores": {"Ann": 3}}, "The situation was set right"),
    ],
)
def test_log_lines_between_rounds(kind, fields, line):
    assert told(Table(), kind, **fields) == line


def test_log_lines_of_a_round():
    table = lying({"orange": without(15)}, bag=0)
    line = told(table, "place", by="Ann", tile="orange:0-1", at=15)
    assert line == "Ann closed the orange circle with the orange 0-1"
    assert told(table, "place", by="Ann", tile="green:Z", at=4) == (
        "Ann placed the green Zinga on space 4"
    )
    assert told(table, "draw", by="Ann") == "Ann drew 1 tile"
    assert told(table, "pass", by="Ann") == "Ann passed"


# The buttons


def test_offers_before_the_first_round():
    table = Table()
    assert labels(table) == [
        "Who starts round 1?",
        "Count round 1",
        "Draw lots for the start",
        "+16 for a circle",
        "Set it right",
    ]
    table.do("lots", draws={"Ann": "green:Z", "Bo": "green:1-2", "Cy": "green:0-0"})
    assert labels(table)[0] == "Ann starts round 1"


def test_offers_of_a_turn():
    table = started()
    assert labels(table)[:3] == [
        "Ann places a tile",
        "Draw a tile",
        "Draw several tiles",
    ]
    empty = lying({"green": "0:11"}, bag=0)
    assert labels(empty)[:3] == ["Ann places a tile", "Pass", "The round is blocked"]


def test_offers_when_somebody_is_out():
    table = lying({}, hands={"Ann": 0})
    assert labels(table)[0] == "Ann is out: count the tiles"


def test_offers_without_a_turn_are_for_the_viewer():
    table = lying({})
    table.do("position", bag=3)
    assert "Draw a tile" in labels(table, "Bo")
    assert labels(table)[0] == "Place a tile"


def test_what_only_the_table_knows_can_still_be_said():
    table = lying({})
    table.do("position", board={}, turn="Ann")
    unknown = {offer.more for offer in GAME.offers(table.fold.state, None)[2:]}
    assert unknown == {True}
    assert {"Pass", "Count round 1"} <= set(labels(table))
    table.wonder("play", "pass", by="Ann")
    assert sheet(table, "end_round")["choose"] == ["Ann", "Bo", "Cy"]
    draft = {"winner": "Bo", "points": {"Ann": "3", "Cy": "4"}}
    event = sheet(table, "end_round", **draft)["event"]
    assert table.do(**kind(event)) == {"points": 7, "winner": "Bo"}
    assert "Count round 1" not in labels(started())


# The sheets


def test_place_sheet_lists_what_fits_first_and_says_why_not():
    table = lying({"green": "0:11"})
    shown = sheet(table, "place", tile="green:", at="1")
    assert (shown["by"], shown["colour"], shown["at"]) == ("Ann", "green", 1)
    fitting = [one["tile"] for one in shown["tiles"] if one["fits"]]
    assert fitting == ["green:0-1", "green:1-2", "green:1-3", "green:1-4", "green:Z"]
    assert [one["tile"] for one in shown["tiles"]][:5] == fitting
    assert "green:1-1" not in [one["tile"] for one in shown["tiles"]]
    last = shown["tiles"][-1]
    assert render(last["why"]) == "On space 1 the green 4-4 turns its 4 to a 1."


def lies(table, tile, at):
    """How the place sheet says that `tile` can lie; every way it offers is legal."""
    chosen = sheet(table, "place", tile=tile, at=str(at))["chosen"]
    for way in chosen["ways"]:
        assert table.fold.judge(table.event(**kind(way["event"]))).verdict == "legal"
    return chosen, [(way["first"], way["last"]) for way in chosen["ways"]]


def kind(plain):
    return {"kind": plain["type"], **{k: v for k, v in plain.items() if k != "type"}}


def test_place_sheet_asks_only_where_two_ways_fit():
    table = lying({"green": "3:Z.."})
    chosen, ways = lies(table, "green:1-2", 2)
    assert (ways, chosen["event"]) == ([(1, 2), (2, 1)], None)
    chosen, ways = lies(table, "green:1-1", 2)
    assert (ways, chosen["event"]["tile"]) == ([(1, 1)], "green:1-1")
    chosen, ways = lies(lying({"green": "0:11"}), "green:1-2", 1)
    assert (ways, chosen["event"]["at"]) == ([(1, 2)], 1)


def test_what_does_not_fit_is_asked_about_so_that_the_table_can_let_it_stand():
    def asked(table, tile, at):
        chosen = sheet(table, "place", tile=tile, at=str(at))["chosen"]
        return [way["event"] for way in chosen["asks"]] or [chosen["ask"]]

    for first in (1, 3):
        table = started()
        events = {tuple(event["ends"]): event for event in asked(table, "orange:1-3", 1)}
        table.no_place("3", "Ann", "orange:1-3", 1)
        facts = table.stand(**kind(events[first, 4 - first]))
        assert facts["ends"] == [first, 4 - first]
    (only,) = asked(lying({"green": "0:11"}), "green:2-2", 1)
    assert "ends" not in only
    for board in ({"green": "3:01 5:21"}, {"green": "3:01", "yellow": "12:33"}):
        table = lying(board)
        (only,) = asked(table, "green:Z", 4)
        table.cannot_stand("place", by="Ann", tile="green:Z", at=4)
        assert table.stand(**kind(only))["ends"][0] == 1
    on_board = started()
    on_board.place("Ann", "orange:2-2", 0)
    (only,) = asked(on_board, "green:1-1", 1)
    assert "ends" not in only


def test_place_sheet_asks_for_the_number_of_a_zinga_only_where_it_may_be_named():
    named = [(None, None), *((n, n) for n in range(5))]
    table = lying({"green": "0:11"}, options=reading(name_open="no"))
    assert lies(table, "green:Z", 1)[1] == [(1, None), *((1, n) for n in range(5))]
    opening = lying({}, opened=[], options=reading(name_open="no"))
    assert lies(opening, "green:Z", 4)[1] == [(None, None)]
    assert lies(opening, "green:Z", 0)[1] == named
    assert lies(lying({}, opened=[]), "green:Z", 4)[1] == named
    assert lies(lying({"green": "4:33 3:23"}), "green:Z", 5)[1][0] == (3, None)


def test_place_sheet_forgets_a_space_that_is_taken():
    assert sheet(lying({"green": "0:11"}), "place", tile="green:", at="0")["at"] is None


def test_place_sheet_warns_of_what_dooms_the_circle():
    table = lying({"green": without(8, 15)})
    shown = {one["tile"]: one for one in sheet(table, "place", tile="green:", at="15")["tiles"]}
    assert (shown["green:Z"]["fits"], shown["green:Z"]["dooms"]) == (True, True)
    assert (shown["green:0-1"]["fits"], shown["green:0-1"]["dooms"]) == (True, False)


@pytest.mark.parametrize("name", ["place", "draw", "end_round", "lots", "bonus", "position"])
@pytest.mark.parametrize(
    "draft",
    [
        {},
        {"tile": "x", "at": "99", "by": "Zoe"},
        {"tile": ["green:Z"], "at": None, "ends": "x"},
        {"hands": "x", "points": {"Ann": "many", "Bo": "-1", "Zoe": "3"}, "winner": "Zoe"},
        {"hands": {"Ann": ["nothing", "green:Z"], "Zoe": ["green:1-1"]}, "draws": {"Ann": ["x"]}},
        {"board": {"green": {"0": ["9", "9"]}}, "tiles": "green:Z", "circle": "red"},
    ],
)
def test_a_wrong_draft_breaks_no_sheet(name, draft):
    for table in (Table(), started(), lying({"green": "0:11"})):
        shown = GAME.sheet(table.fold.state, None, name, draft)
        msgspec.json.encode(msgspec.to_builtins(shown))


def test_end_round_sheet_adds_up_as_one_taps():
    table = lying({"green": "0:11"}, hands={"Ann": 0, "Bo": 2, "Cy": 1}, bag=3)
    shown = sheet(table, "end_round", hands={"Bo": ["green:Z", "green:1-2"]}, points={"Cy": ""})
    assert (shown["winner"], shown["points"]) == ("Ann", None)
    assert [(row["hand"], row["sum"]) for row in shown["rows"]] == [(0, 0), (2, 19), (1, None)]
    gone = [one["tile"] for rack in shown["rack"] for one in rack["tiles"] if one["gone"]]
    assert gone == ["green:1-1", "green:1-2", "green:Z"]
    full = sheet(table, "end_round", hands={"Bo": ["green:Z", "green:1-2"]}, points={"Cy": "7"})
    assert full["points"] == 26


def test_lots_sheet_tells_the_highest_once_everyone_has_drawn():
    table = Table()
    draws = {"Ann": "green:1-2", "Bo": "green:Z"}
    assert sheet(table, "lots", draws=draws)["highest"] == []
    assert sheet(table, "lots", draws=draws | {"Cy": "orange:Z"})["highest"] == ["Bo", "Cy"]


def test_ruling_sheet_shows_what_lies_beside():
    table = lying({"green": "0:11"})
    shown = sheet(table, "ruling", type="place", by="Ann", tile="green:2-3", at=1)
    assert shown["before"]["tile"] == "green:1-1"
    assert shown["after"]["tile"] is None
    assert sheet(table, "ruling", type="pass", by="Ann") == {}


def test_check_sheet_shows_the_sheet_of_the_question():
    table = lying({"green": "0:11"})
    event = {"type": "place", "by": "Ann", "tile": "green:", "at": "1"}
    shown = sheet(table, "check", event=event, fields={})
    assert shown["asked"]["colour"] == "green"
    assert shown["view"]["in_hand"] is True
    assert shown["ready"] is False
    event["tile"] = "green:1-2"
    assert sheet(table, "check", event=event)["ready"] is True


def test_position_sheet_shows_the_board_as_entered():
    table = lying({"green": "0:11"})
    assert sheet(table, "position")["circles"][1]["spaces"][0]["tile"] == "green:1-1"
    turned = sheet(table, "position", turn="Bo")
    assert turned["circles"][1]["count"] == 0
    shown = sheet(table, "position", board={"green": {"4": ["2", "2"]}})
    assert shown["circles"][1]["spaces"][4]["tile"] == "green:2-2"


def test_effects_and_reasons_name_players_and_pieces():
    table = lying({"green": "0:11"}, hands={"Ann": 1, "Bo": 2})
    ruling = table.legal("place", by="Ann", tile="green:1-2", at=1)
    assert render(ruling.reason) == "The green 1-2 of Ann fits on space 1."
    assert [render(e) for e in ruling.effects] == ["Ann has no tiles left: the round is over."]
    both = lying({"green": "0:11"}).no_place("4", "Bo", "green:2-3", 1, 2, 3)
    assert render(both.reason) == (
        "It is the turn of Ann, not of Bo. On space 1 the green 2-3 turns its 2 to a 1."
    )
    assert both.rules == ("zinga/4", "zinga/4.ii")
    one = lying({"green": "0:11"}).no_place("4.ii", "Ann", "green:2-3", 1)
    assert render(one.reason) == "On space 1 the green 2-3 touches a 1, and has none."
    assert render(one.allowed) == "A tile that turns a 1 to it."


# What the pages draw


def test_the_tile_placed_latest_and_whether_it_closed_its_circle():
    table = lying({"orange": without(14, 15)}, bag=0)
    assert view(table)["last"] is None
    table.place("Ann", "orange:1-3", 14)
    assert view(table)["last"] == {"colour": "orange", "at": 14, "closes": False}
    table.place("Bo", "orange:0-1", 15)
    assert view(table)["last"] == {"colour": "orange", "at": 15, "closes": True}


@pytest.mark.parametrize(
    "cells", ["", "0:00", "8:Z..", "5:Z.. 4:44", without(15), without(8, 15), without(3, 4, 5, 11)]
)
def test_an_example_of_how_a_circle_closes_is_drawn_whole_and_matches(cells):
    shown = sheet(lying({"orange": cells}), "ruling", type="ask", circle="orange")
    assert render(shown["word"]) == "Yes"
    drawn = shown["circle"]["spaces"]
    assert {space["at"] for space in drawn if space.get("example")} == set(range(16)) - {
        int(cell.split(":")[0]) for cell in cells.split()
    }
    assert len({space["tile"] for space in drawn}) == 16
    for one, other in zip(drawn, drawn[1:] + drawn[:1], strict=True):
        assert one["last"] == other["first"] or None in (one["last"], other["first"])


def test_the_log_shows_a_placed_tile_as_it_lies():
    table = lying({"green": "0:11"}, bag=9)
    event = table.event("place", by="Ann", tile="green:1-2", at=15)
    shown = GAME.log_picture(table.fold.state, event, table.fold.judge(event), None)
    assert shown == {"tile": "green:1-2", "ends": [2, 1]}
    event = table.event("draw", by="Ann", tiles=["green:1-2"])
    assert GAME.log_picture(table.fold.state, event, table.fold.judge(event), "Ann") == {}


def test_a_circle_that_cannot_close_is_a_no():
    shown = sheet(
        lying({"green": without(8), "orange": "0:22"}), "ruling", type="ask", circle="green"
    )
    assert (render(shown["word"]), shown["sign"]) == ("No", "illegal")


def test_draw_sheet_offers_as_many_as_the_bag_holds():
    table = lying({"green": "0:11"}, bag=3)
    assert [one["n"] for one in sheet(table, "draw")["counts"]] == [1, 2, 3]
    assert sheet(table, "draw", viewer="Ann")["own"] is True
    assert sheet(table, "draw", viewer="Bo")["own"] is False
    shown = sheet(table, "draw", viewer="Ann", tiles=["green:3-4"])
    assert shown["event"] == {"type": "draw", "by": "Ann", "tiles": ["green:3-4"]}


def test_end_round_sheet_asks_for_one_after_the_other_and_then_is_an_event():
    table = Table()
    shown = sheet(table, "end_round")
    assert (shown["choose"], shown["winner"]) == (["Ann", "Bo", "Cy"], None)
    shown = sheet(table, "end_round", winner="Bo")
    assert (shown["now"], shown["next"]) == ("Ann", "Cy")
    shown = sheet(table, "end_round", winner="Bo", points={"Ann": "7"}, hands={"Ann": []})
    assert (shown["now"], shown["next"]) == ("Cy", None)
    assert "event" not in shown
    shown = sheet(table, "end_round", winner="Bo", points={"Ann": "7"}, hands={"Cy": ["green:Z"]})
    assert render(shown["label"]) == "Bo wins and collects 23 points"
    table.legal(**kind(shown["event"]))
    assert table.scores == {"Ann": 0, "Bo": 23, "Cy": 0}


def test_end_round_sheet_asks_who_wins_a_shared_lowest_sum():
    table = lying({"green": "0:11"}, bag=0, hands={"Ann": 1, "Bo": 1, "Cy": 1})
    hands = {"Ann": ["orange:0-1"], "Bo": ["purple:0-1"], "Cy": ["purple:0-2"]}
    shown = sheet(table, "end_round", blocked="true", hands=hands)
    assert (shown["winner"], shown["choose"]) == (None, ["Ann", "Bo"])
    shown = sheet(table, "end_round", blocked="true", hands=hands, winner="Bo")
    assert shown["points"] == 3


def test_end_round_sheet_finds_the_winner_of_a_blocked_round_that_is_not_tracked():
    table = Table()
    shown = sheet(table, "end_round", blocked="true")
    assert (shown["choose"], shown["now"]) == ([], "Ann")
    points = {"Ann": "7", "Bo": "3", "Cy": "9"}
    shown = sheet(table, "end_round", blocked="true", points=points)
    assert render(shown["label"]) == "Bo wins and collects 16 points"
    table.legal(**kind(shown["event"]))
    points["Ann"] = "3"
    assert sheet(table, "end_round", blocked="true", points=points)["choose"] == ["Ann", "Bo"]


def test_lots_sheet_goes_round_and_then_is_an_event():
    table = Table()
    assert sheet(table, "lots")["now"] == "Ann"
    draws = {"Ann": "green:1-2", "Cy": "green:Z"}
    assert sheet(table, "lots", draws=draws)["now"] == "Bo"
    shown = sheet(table, "lots", draws=draws | {"Bo": "orange:0-0"})
    assert shown["event"]["draws"]["Cy"] == "green:Z"
    assert render(shown["label"]) == "Cy drew the highest and starts"


def test_position_sheet_says_what_can_lie_where_one_is():
    table = lying({"green": "0:11"})
    assert sheet(table, "position", now="green")["at"] is None
    square = sheet(table, "position", now="green:4")
    assert [one["kind"] for one in square["tiles"]] == ["0-0", "1-1", "2-2", "3-3", "4-4", "Z"]
    assert [one["kind"] for one in square["tiles"] if one["gone"]] == ["1-1"]
    assert sheet(table, "position", now="green:0")["there"]["tile"] == "green:1-1"
