"""What a table shows: the page, one question at a time, the buttons, the log, the sentences."""

import ast
import json
from pathlib import Path
from random import Random

import msgspec
import pytest
from drivers import driver as load
from zingazam_table import GAME, Table, started, tied_game

from referee.core import render
from referee.record import read_options

driver = load("zingazam")


def view(table):
    return GAME.view(table.fold.state, None)


def numbers(table, kind):
    return [row["number"] for row in view(table)["numbers"] if row[kind]]


def ask(table, **draft):
    return GAME.sheet(table.fold.state, None, "play", draft)


def test_view_phases():
    table = Table("Ann Bo", games=2)
    assert (view(table)["phase"], view(table)["starter"]) == ("before", "Ann")
    table.do("start_game")
    assert (view(table)["phase"], view(table)["starter"]) == ("round", None)
    assert view(tied_game())["phase"] == "piles"
    table.do("undo")
    table.do("score_game", counts={"Ann": 3, "Bo": 4})
    table.do("score_game", counts={"Ann": 3, "Bo": 4})
    assert (view(table)["phase"], view(table)["champions"]) == ("over", ["Bo"])
    assert view(table)["results"][0] == {"points": {"Ann": 3, "Bo": 4}, "winners": ["Bo"]}


def test_view_players_in_the_order_of_the_round():
    table = started("Ann Bo Cy Di")
    table.run("Ann 3, Bo 4, Cy 6, Di 1, Cy 7")
    rows = view(table)["players"]
    assert [row["player"] for row in rows] == ["Cy", "Di", "Ann", "Bo"]
    assert [row["card"] for row in rows] == [7, None, None, None]
    assert [row["skipped"] for row in rows] == [False, True, False, False]
    assert [row["turn"] for row in rows] == [False, False, True, False]
    assert [row["hand"] for row in rows] == [6, 7, 7, 8]


def test_view_numbers_of_whose_turn_it_is():
    table = started("Ann Bo")
    table.run("Ann 4, Bo 3")
    assert numbers(table, "played") == [4]
    assert numbers(table, "own") == [1, 2, 3, 5, 6, 7, 8]
    assert numbers(table, "cat") == [1, 2, 3, 6, 7, 8]
    table = started("Ann Bo")
    table.play("Ann", 6, points_at=2)
    assert numbers(table, "own") == [2]


def test_sheet_asks_one_question_at_a_time():
    table = started()
    table.run("Ann 4, Bo 3, Cy 6, Cy 2")
    assert ask(table)["field"] == "card"
    assert ask(table, card="8")["field"] == "cat"
    asked = ask(table, card="8", cat="true")
    assert (asked["field"], asked["event"]["cat"]) == (None, True)  # Ann's pile is empty
    table.run("Ann 1")
    assert ask(table, card=7)["event"] == {"type": "play", "by": "Bo", "card": 7}
    assert ask(table, card=5)["field"] == "steal_from"  # the 2 is all it can copy
    asked = ask(table, card=2)
    assert (asked["field"], asked["choices"], asked["may_skip"]) == (
        "steal_from",
        ["Ann", "Cy"],
        False,
    )
    asked = ask(table, card=2, steal_from="Ann")
    assert asked["event"]["steal_from"] == "Ann"


def test_sheet_asks_first_which_spell_is_copied_then_its_choice():
    table = started("Ann Bo Cy Di")
    table.run("Ann 4, Bo 3, Cy 6, Di 1, Cy 3")
    table.run("Di 4, Ann 1")
    asked = ask(table, card=5)
    assert (asked["field"], asked["choices"]) == ("mirror", [3, 4])
    assert ask(table, card=5, mirror="4")["event"]["mirror"] == 4


def test_sheet_a_cat_is_asked_only_where_it_could_be_either():
    table = started("Ann Bo")
    table.run("Ann 4, Bo 3, Ann 3, Bo 6")
    table.run("Bo 1")
    assert ask(table, card=3)["cat"] is True  # her own 3 is gone
    assert ask(table, card=1)["field"] == "cat"
    assert ask(table, card=5)["cat"] is False


def test_sheet_offers_to_skip_where_spells_need_not_be_cast():
    table = started("Ann Bo", readings={"must_cast": "no"})
    asked = ask(table, card=3)
    assert (asked["field"], asked["choices"], asked["may_skip"]) == ("flip", [True, False], False)
    table.run("Ann 4")
    asked = ask(table, card=5)
    assert (asked["field"], asked["choices"], asked["may_skip"]) == ("mirror", [4], True)
    table.run("Bo 3")
    asked = ask(table, card=8, cat=False)
    assert (asked["field"], asked["choices"], asked["may_skip"]) == ("gift_to", ["Bo"], True)


@pytest.mark.parametrize(
    "draft",
    [
        {"card": "x"},
        {"card": 9},
        {"card": 2, "steal_from": "Flo"},
        {"card": 3, "flip": "perhaps"},
        {"card": ""},
    ],
)
def test_sheet_what_cannot_be_used_is_asked_again(draft):
    assert ask(started(), **draft)["field"] == "card"


def test_sheet_whoever_plays():
    table = started()
    assert ask(table, by="Bo", card=3)["event"] == {"type": "play", "by": "Bo", "card": 3}


def test_sheet_score_adds_up_and_says_who_is_tied():
    table = Table("Ann Bo")
    sheet = GAME.sheet(table.fold.state, None, "score", {"counts": {"Ann": "7"}})
    assert (sheet["counts"], sheet["sum"], sheet["most"]) == ({"Ann": 7, "Bo": None}, 7, 20)
    assert sheet["tied"] == []
    draft = {"counts": {"Ann": 7, "Bo": "7"}, "piles": {"Ann": {"8": "2", "7": "x"}}}
    sheet = GAME.sheet(table.fold.state, None, "score", draft)
    assert (sheet["sum"], sheet["tied"]) == (14, ["Ann", "Bo"])
    assert sheet["piles"][0]["sum"] == 2


def test_sheet_position_is_filled_in():
    table = started("Ann Bo")
    table.run("Ann 4")
    sheet = GAME.sheet(table.fold.state, None, "position", {})
    assert [(one["by"], one["card"]) for one in sheet["played"]] == [("Ann", 4)]
    assert (sheet["due"], sheet["now"], sheet["piles_unknown"]) == (["Bo"], "Bo", [])
    draft = {"hands": {"Ann": "5"}, "played": [], "now": "Ann"}
    sheet = GAME.sheet(table.fold.state, None, "position", draft)
    assert (sheet["hands"], sheet["played"], sheet["now"]) == ({"Ann": "5"}, [], "Ann")
    assert sheet["piles_unknown"] == ["Ann", "Bo"]


@pytest.mark.parametrize(
    "name",
    ["play", "ask", "score", "piles", "position", "numbers", "check", "ruling", "other"],
)
def test_sheet_bears_anything(name):
    for table in (Table("Ann Bo"), started("Ann Bo"), tied_game()):
        for draft in (
            {},
            {"counts": 3, "piles": [1]},
            {"piles": {"Ann": "x"}},
            {"card": None, "by": "", "now": "Flo"},
            {"played": [3, {"by": "Ann"}, {"card": "x", "by": "Bo"}], "skipped": "Ann"},
            {"event": {"by": "Ann", "card": "9"}, "position": 4},
            {"type": "play", "by": "Ann", "card": "x"},
        ):
            assert isinstance(GAME.sheet(table.fold.state, None, name, draft), dict)


def test_view_a_number_is_a_tap_where_nothing_is_to_ask():
    table = started()
    table.run("Ann 4, Bo 3, Cy 6")
    rows = {row["number"]: row for row in view(table)["numbers"]}
    assert rows[3]["event"] == {"type": "play", "by": "Cy", "card": 3}
    assert rows[8]["event"] is None
    assert [number for number, row in rows.items() if row["off"]] == [6]
    assert rows[6]["event"] == {"type": "play", "by": "Cy", "card": 6}  # it gets its ruling


@pytest.mark.parametrize("seed", range(8))
def test_view_a_number_that_is_on_is_never_refused(seed):
    random = Random(seed)
    names, options = random.choice(driver.SETUPS)
    state = GAME.start(names, read_options(GAME, json.dumps(options).encode(), names))
    while not GAME.over(state):
        for row in GAME.view(state, None)["numbers"]:
            if row["event"] is not None:
                event = msgspec.convert(row["event"], GAME.events)
                assert (GAME.judge(state, event).verdict == "legal") is not row["off"]
        for row in GAME.view(state, None)["numbers"]:
            sheet = GAME.sheet(state, None, "play", {"card": row["number"]})
            for way in sheet.get("ways", []):
                if way["event"] is not None:
                    event = msgspec.convert(way["event"], GAME.events)
                    assert row["off"] or GAME.judge(state, event).verdict == "legal"
        state = GAME.apply(state, driver.next_event(GAME, state, random.choice))


def test_sheet_each_choice_carries_the_play_it_makes_whole():
    table = started()
    table.run("Ann 4, Bo 3, Cy 6, Cy 1")
    ways = ask(table, card=2, cat=False)["ways"]
    assert [way["value"] for way in ways] == ["Bo", "Cy"]
    assert ways[1]["event"] == {"type": "play", "by": "Ann", "card": 2, "steal_from": "Cy"}
    asked = ask(table, now="who")
    assert (asked["field"], [way["value"] for way in asked["ways"]]) == ("by", table.names)


def test_sheet_check_asks_for_the_round_then_the_card_then_its_choice():
    state = GAME.start(["Ann", "Bo", "Cy"], Table().options)
    sheet = GAME.sheet(state, None, "check", {"event": {}, "position": {}})
    assert (sheet["by"], sheet["card"], sheet["ready"]) == ("Ann", None, False)
    table = Table()
    table.do("position", played=[{"by": "Ann", "card": 7}], skipped=["Bo"])
    draft = {"event": {"by": "Cy", "card": "2", "cat": False}}
    sheet = GAME.sheet(table.fold.state, None, "check", draft)
    assert [one["card"] for one in sheet["laid"]] == [7]
    assert (sheet["ask"]["field"], sheet["ready"]) == ("steal_from", True)
    assert (sheet["skipped"], sheet["due"]) == (["Bo"], ["Cy"])


def test_sheet_ruling_shows_the_round_and_the_card():
    table = started()
    table.run("Ann 4")
    draft = {"type": "play", "by": "Bo", "card": 3}
    sheet = GAME.sheet(table.fold.state, None, "ruling", draft)
    assert [one["card"] for one in sheet["laid"]] == [4]
    assert (sheet["card"]["by"], sheet["card"]["card"]) == ("Bo", 3)
    assert GAME.sheet(table.fold.state, None, "ruling", {"type": "start_game"}) == {}


def test_offers_open_sheets_that_there_are():
    tables = [Table("Ann Bo"), started("Ann Bo"), tied_game()]
    tables[1].run("Ann 4, Bo 3")
    for table in tables:
        for offer in GAME.offers(table.fold.state, None):
            assert offer.event is not None or offer.sheet in GAME.sheets
    tags = {kind.__struct_config__.tag for kind in GAME.event_types}
    assert set(GAME.sheets.values()) < tags


def test_offers_before_and_after_games():
    table = Table("Ann Bo")
    labels = [(render(o.label), o.main) for o in GAME.offers(table.fold.state, None)]
    assert labels == [("Ann starts", True), ("Enter the points", False), ("Set it right", False)]
    assert [o.sheet for o in GAME.offers(tied_game().fold.state, None)] == ["piles", "position"]
    table.do("score_game", counts={"Ann": 3, "Bo": 4})
    assert GAME.offers(table.fold.state, None) == []


def test_offers_the_end_where_a_hand_is_unknown():
    table = Table("Ann Bo")
    table.do("position")
    assert GAME.offers(table.fold.state, None)[-1].sheet == "piles"


def test_title():
    table = Table("Ann Bo")
    assert render(GAME.title(table.fold.state)) == "Before the first game"
    table.do("start_game")
    assert render(GAME.title(table.fold.state)) == "Round 1"
    assert render(GAME.title(tied_game().fold.state)) == "Count the piles"
    series = started("Ann Bo", games=3)
    assert render(GAME.title(series.fold.state)) == "Game 1, round 1"
    series.stand("score_game", counts={"Ann": 3, "Bo": 4})
    assert render(GAME.title(series.fold.state)) == "After game 1"


def tell(table, kind="play", **fields):
    event = msgspec.convert({"type": kind, **fields}, GAME.events)
    return render(GAME.tell(event, table.entry(kind, **fields).ruling, None))


def test_tell_lines_of_the_log():
    table = Table("Ann Bo Cy")
    assert tell(table, "start_game") == "A game begins"
    assert tell(table, by="Ann", card=1) == "Ann played 1"
    assert tell(table, by="Bo", card=3) == "Bo played 3"
    assert tell(table, by="Cy", card=4) == "Cy played 4"
    assert tell(table, by="Cy", card=3, cat=True) == "Cy played the cat 3"
    assert tell(table, "position") == "The table set it right"
    assert tell(table, "end_game", piles={"Ann": {}, "Bo": {}, "Cy": {}}) == "The piles are counted"


def test_the_table_says_that_piles_are_unknown_after_setting_it_right():
    table = Table("Ann Bo")
    effects = table.entry("position", piles={"Ann": 3}).ruling.effects
    assert [render(effect) for effect in effects] == ["Nobody knows how high Bo's pile is."]
    assert table.entry("position", piles={"Ann": 3, "Bo": 0}).ruling.effects == ()


def test_rulings_say_who_takes_the_round_and_why():
    table = started("Ann Bo")
    table.run("Ann 8")
    effects = table.entry("play", by="Bo", card=1).ruling.effects
    assert [render(effect) for effect in effects] == ["Bo takes the cards: 1 beats 8."]
    table = started("Ann Bo")
    table.run("Ann 4")
    effects = table.entry("play", by="Bo", card=5).ruling.effects
    assert [render(effect) for effect in effects] == [
        "Bo copies the 4.",
        "Bo takes a Cat Companion.",
        "Bo takes the cards: 5 is the highest.",
    ]


def test_rulings_say_whose_turn_it_is_instead():
    table = started()
    ruling = table.refuse("play", by="Cy", card=3)
    assert render(ruling.allowed) == "Ann plays next."


def test_sentences_have_nine_words_at_most():
    """For six-year-olds: design.md, *Voice*."""
    package = Path(__file__).parents[3] / "referee" / "games" / "zingazam"
    found = []
    for name in ("rules", "spells", "play", "view", "asking", "sheets", "cards"):
        for node in ast.walk(ast.parse((package / f"{name}.py").read_text())):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") in ("say", "plural"):
                found += [arg.value for arg in node.args if isinstance(arg, ast.Constant)]
    assert len(found) > 80
    assert [text for text in found if len(str(text).split()) > 9] == []


def test_rematch_keeps_seats_and_options():
    table = started("Ann Bo", games=3, ages=["Bo", "Ann"])
    assert GAME.rematch(["Ann", "Bo"], table.options, table.fold.state) == (
        ["Ann", "Bo"],
        table.options,
    )
