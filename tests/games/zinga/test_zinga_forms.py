"""The forms, as far as a draft fills them in."""

import msgspec
import pytest
from msgspec import UNSET
from zinga_table import Table, form, lying, picture, reading, started, told, without

from referee.core import render
from referee.games.zinga.actions import Ask, Bonus, Draw, EndRound, StartRound


def answers(choice):
    """What the answers of a choice put into its field."""
    return [answer.value for answer in choice.answers]


def test_a_tile_without_a_player_asks_whose_it_is():
    table = lying({})
    table.do("position", bag=3)
    for name in ("place", "draw"):
        (choice,) = form(table, name).fields
        assert (choice.name, answers(choice)) == ("by", ["Ann", "Bo", "Cy"])


def test_place_form_lists_what_fits_first_and_says_why_not(wording):
    table = lying({"green": "0:11"})
    shown = form(table, "place", tile="green:", at="1")
    assert (shown.by, shown.colour, shown.at) == ("Ann", "green", 1)
    fitting = [one.tile for one in shown.tiles if one.fits]
    assert fitting == ["green:0-1", "green:1-2", "green:1-3", "green:1-4", "green:Z"]
    assert [one.tile for one in shown.tiles][:5] == fitting
    assert "green:1-1" not in [one.tile for one in shown.tiles]
    last = shown.tiles[-1]
    assert render(last.why) == wording


def ways(table, tile, at):
    """How the form of a placement says that `tile` can lie; every way it offers is legal."""
    chosen = form(table, "place", tile=tile, at=str(at)).chosen
    for way in chosen.ways:
        assert table.fold.judge(way.event).verdict == "legal"
    return chosen, [(way.first, way.last) for way in chosen.ways]


def test_place_form_asks_only_where_two_ways_fit():
    table = lying({"green": "3:Z.."})
    chosen, found = ways(table, "green:1-2", 2)
    assert (found, chosen.event) == ([(1, 2), (2, 1)], None)
    chosen, found = ways(table, "green:1-1", 2)
    assert (found, chosen.event.tile) == ([(1, 1)], "green:1-1")
    chosen, found = ways(lying({"green": "0:11"}), "green:1-2", 1)
    assert (found, chosen.event.at) == ([(1, 2)], 1)


def test_what_does_not_fit_is_asked_about_so_that_the_table_can_let_it_stand():
    def asked(table, tile, at):
        chosen = form(table, "place", tile=tile, at=str(at)).chosen
        return [way.event for way in chosen.asks] or [chosen.ask]

    for first in (1, 3):
        table = started()
        events = {tuple(event.ends): event for event in asked(table, "orange:1-3", 1)}
        table.no_place("3", "Ann", "orange:1-3", 1)
        facts = table.stand(**told(events[first, 4 - first]))
        assert facts["ends"] == [first, 4 - first]
    (only,) = asked(lying({"green": "0:11"}), "green:2-2", 1)
    assert only.ends is UNSET
    for board in ({"green": "3:01 5:21"}, {"green": "3:01", "yellow": "12:33"}):
        table = lying(board)
        (only,) = asked(table, "green:Z", 4)
        table.cannot_stand("place", by="Ann", tile="green:Z", at=4)
        assert table.stand(**told(only))["ends"][0] == 1
    on_board = started()
    on_board.place("Ann", "orange:2-2", 0)
    (only,) = asked(on_board, "green:1-1", 1)
    assert only.ends is UNSET


def test_place_form_asks_for_the_number_of_a_zinga_only_where_it_may_be_named():
    named = [(None, None), *((n, n) for n in range(5))]
    table = lying({"green": "0:11"}, options=reading(name_open="no"))
    assert ways(table, "green:Z", 1)[1] == [(1, None), *((1, n) for n in range(5))]
    opening = lying({}, opened=[], options=reading(name_open="no"))
    assert ways(opening, "green:Z", 4)[1] == [(None, None)]
    assert ways(opening, "green:Z", 0)[1] == named
    assert ways(lying({}, opened=[]), "green:Z", 4)[1] == named
    assert ways(lying({"green": "4:33 3:23"}), "green:Z", 5)[1][0] == (3, None)


def test_place_form_forgets_a_space_that_is_taken():
    assert form(lying({"green": "0:11"}), "place", tile="green:", at="0").at is None


def test_place_form_warns_of_what_makes_the_circle_unclosable():
    table = lying({"green": without(8, 15)})
    shown = {one.tile: one for one in form(table, "place", tile="green:", at="15").tiles}
    assert (shown["green:Z"].fits, shown["green:Z"].makes_circle_unclosable) == (True, True)
    assert (shown["green:0-1"].fits, shown["green:0-1"].makes_circle_unclosable) == (True, False)


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
def test_a_wrong_draft_breaks_no_form(name, draft):
    for table in (Table(), started(), lying({"green": "0:11"})):
        shown = form(table, name, **draft)
        msgspec.json.encode(msgspec.to_builtins(shown))


def test_end_round_form_adds_up_as_one_taps():
    table = lying({"green": "0:11"}, hands={"Ann": 0, "Bo": 2, "Cy": 1}, bag=3)
    shown = form(table, "end_round", hands={"Bo": ["green:Z", "green:1-2"]}, points={"Cy": ""})
    assert shown.points is None
    assert [(row.player, row.value) for row in shown.rows] == [("Bo", 19), ("Cy", None)]
    assert (shown.open_row, shown.hand, shown.sum) == ("Cy", 1, None)
    gone = [one.tile for rack in shown.rack for one in rack.tiles if one.gone]
    assert gone == ["green:1-1", "green:1-2", "green:Z"]
    full = form(table, "end_round", hands={"Bo": ["green:Z", "green:1-2"]}, points={"Cy": "7"})
    assert full.points == 26


def test_a_typed_sum_stands_over_tiles_which_are_not_sent():
    hands = {"Bo": ["green:Z"], "Cy": ["green:1-2"]}
    shown = form(Table(), "end_round", now="Bo", winner="Ann", hands=hands, points={"Bo": "7"})
    assert (shown.typed, shown.sum, shown.unsent) == ("7", 7, ("hands.Bo",))
    assert shown.event == EndRound(winner="Ann", hands={"Cy": ("green:1-2",)}, points={"Bo": 7})


def test_lots_form_tells_the_highest_once_everyone_has_drawn():
    table = Table()
    draws = {"Ann": "green:1-2", "Bo": "green:Z"}
    assert form(table, "lots", draws=draws).highest == ()
    assert form(table, "lots", draws=draws | {"Cy": "orange:Z"}).highest == ("Bo", "Cy")


def test_a_ruling_on_a_tile_shows_its_circle():
    table = lying({"green": "0:11"})
    shown = picture(table, "place", by="Ann", tile="green:2-3", at=1)
    assert shown["circle"].spaces[0].tile == "green:1-1"
    assert (shown["space"].at, shown["space"].before) == (1, 1)
    assert picture(table, "pass", by="Ann") == {}


def test_the_question_of_a_circle_is_asked_by_a_form():
    assert form(Table(), "ask") is None
    shown = form(lying({"green": "0:11"}), "ask")
    assert shown.only_asks
    (choice,) = shown.fields
    assert choice.answers[1].event == Ask(question="completable", circle="green")
    assert choice.answers[1].piece == {"colour": "green", "text": "1"}


def test_nothing_is_placed_or_drawn_where_no_round_runs():
    out = lying({}, hands={"Ann": 0})
    for name in ("place", "draw"):
        assert form(Table(), name) is None
        assert form(out, name) is None


def test_position_form_shows_the_board_as_entered():
    table = lying({"green": "0:11"})
    assert form(table, "position").laid.circles[1].spaces[0].tile == "green:1-1"
    turned = form(table, "position", turn="Bo")
    assert turned.laid.circles[1].count == 0
    shown = form(table, "position", board={"green": {"4": ["2", "2"]}})
    assert shown.laid.circles[1].spaces[4].tile == "green:2-2"


def test_draw_form_offers_as_many_as_the_bag_holds():
    table = lying({"green": "0:11"}, bag=3)
    assert [event.count for event in form(table, "draw").counts] == [1, 2, 3]
    assert form(table, "draw", viewer="Ann").own is True
    assert form(table, "draw", viewer="Bo").own is False
    shown = form(table, "draw", viewer="Ann", tiles=["green:3-4"])
    assert shown.event == Draw(by="Ann", tiles=("green:3-4",))


def test_end_round_form_asks_for_one_after_the_other_and_then_is_an_event(wording):
    table = Table()
    asked = form(table, "end_round")
    assert answers(asked.fields[0]) == ["Ann", "Bo", "Cy"]
    assert answers(asked.fields[1]) == ["nobody"], "the round is blocked"
    shown = form(table, "end_round", winner="Bo")
    assert (shown.open_row, shown.next_row) == ("Ann", "Cy")
    shown = form(table, "end_round", winner="Bo", points={"Ann": "7"}, hands={"Ann": []})
    assert (shown.open_row, shown.next_row) == ("Cy", None)
    assert shown.event is None
    shown = form(table, "end_round", winner="Bo", points={"Ann": "7"}, hands={"Cy": ["green:Z"]})
    assert render(shown.label) == wording
    table.legal(**told(shown.event))
    assert table.scores == {"Ann": 0, "Bo": 23, "Cy": 0}


def test_end_round_form_asks_who_wins_a_shared_lowest_sum():
    table = lying({"green": "0:11"}, bag=0, hands={"Ann": 1, "Bo": 1, "Cy": 1})
    hands = {"Ann": ["orange:0-1"], "Bo": ["purple:0-1"], "Cy": ["purple:0-2"]}
    shown = form(table, "end_round", blocked="true", hands=hands)
    assert answers(shown.fields[0]) == ["Ann", "Bo"]
    shown = form(table, "end_round", blocked="true", hands=hands, winner="Bo")
    assert shown.points == 3


def test_end_round_form_finds_the_winner_of_a_blocked_round_that_is_not_tracked(wording):
    table = Table()
    shown = form(table, "end_round", blocked="true")
    assert shown.open_row == "Ann"
    points = {"Ann": "7", "Bo": "3", "Cy": "9"}
    shown = form(table, "end_round", blocked="true", points=points)
    assert render(shown.label) == wording
    table.legal(**told(shown.event))
    points["Ann"] = "3"
    shared = form(table, "end_round", blocked="true", points=points)
    assert answers(shared.fields[0]) == ["Ann", "Bo"]
    assert shared.kept == {"blocked": "true"}


def test_lots_form_goes_round_and_then_is_an_event(wording):
    table = Table()
    assert form(table, "lots").open_row == "Ann"
    draws = {"Ann": "green:1-2", "Cy": "green:Z"}
    assert form(table, "lots", draws=draws).open_row == "Bo"
    shown = form(table, "lots", draws=draws | {"Bo": "orange:0-0"})
    assert shown.event.draws["Cy"] == "green:Z"
    assert render(shown.label) == wording


def test_position_form_says_what_can_lie_where_one_is():
    table = lying({"green": "0:11"})
    assert form(table, "position", now="green").laid.at is None
    square = form(table, "position", now="green:4").laid
    assert [one.kind for one in square.tiles] == ["0-0", "1-1", "2-2", "3-3", "4-4", "Z"]
    assert [one.kind for one in square.tiles if one.gone] == ["1-1"]
    assert form(table, "position", now="green:0").laid.there.tile == "green:1-1"


def test_whoever_must_start_is_the_only_answer():
    (choice,) = form(Table(), "start_round").fields
    assert [answer.event for answer in choice.answers] == [
        StartRound(first=who) for who in ("Ann", "Bo", "Cy")
    ]
    won = Table()
    won.do("end_round", winner="Bo", points={"Ann": 1, "Cy": 1})
    (choice,) = form(won, "start_round").fields
    assert [answer.label for answer in choice.answers] == ["Bo"]


def test_bonus_form_asks_which_circle_and_then_who_closed_it():
    table = Table()
    table.do("bonus", to="Bo", circle="green")
    (choice,) = form(table, "bonus").fields
    assert [answer.value for answer in choice.answers] == ["orange", "purple", "yellow"]
    (choice,) = form(table, "bonus", circle="green").fields
    assert choice.name == "circle", "it is closed already"
    (choice,) = form(table, "bonus", circle="yellow").fields
    assert choice.answers[0].event == Bonus(to="Ann", circle="yellow")
    for circle in ("orange", "purple"):
        table.do("bonus", to="Ann", circle=circle)
    (choice,) = form(table, "bonus").fields
    assert choice.answers[1].event == Bonus(to="Bo", circle="yellow"), "the last one is free"
