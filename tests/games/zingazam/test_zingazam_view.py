"""What a table shows: the page, one question at a time, the buttons, the log, the sentences."""

import ast
import json
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from random import Random

import msgspec
import pytest
from babel.messages.pofile import read_po
from drivers import driver as load
from drivers import form
from zingazam_table import Table, started, tied_game

from referee.core import render
from referee.core.form import Drawing, Form
from referee.games.zingazam import GAME
from referee.games.zingazam.actions import Play, StartGame
from referee.games.zingazam.page import GameResult
from referee.record import read_options

driver = load("zingazam")
ROOT = Path(__file__).parents[3]


def view(table):
    return GAME.page(table.fold.state, None)


def numbers(table, kind):
    pieces = [answer.piece for answer in view(table).numbers]
    return [piece["card"] for piece in pieces if piece[kind]]


def ask(table, **draft):
    return form(GAME, table.fold.state, "play", **draft)


def open_choice(table, **draft):
    """The field that is still open, and the values it can have."""
    (choice,) = ask(table, **draft).fields
    return choice.name, [answer.value for answer in choice.answers if answer.value]


def test_view_phases():
    table = Table("Ann Bo", games=2)
    assert (view(table).phase, view(table).starter) == ("before", "Ann")
    table.do("start_game")
    assert (view(table).phase, view(table).starter) == ("round", None)
    assert view(tied_game()).phase == "piles"
    table.do("undo")
    table.do("score_game", counts={"Ann": 3, "Bo": 4})
    table.do("score_game", counts={"Ann": 3, "Bo": 4})
    assert (view(table).phase, view(table).champions) == ("over", ["Bo"])
    assert view(table).results[0] == GameResult(points={"Ann": 3, "Bo": 4}, winners=["Bo"])


def test_view_players_in_the_order_of_the_round():
    table = started("Ann Bo Cy Di")
    table.run("Ann 3, Bo 4, Cy 6, Di 1, Cy 7")
    rows = view(table).players
    assert [row.player for row in rows] == ["Cy", "Di", "Ann", "Bo"]
    assert [row.piece and row.piece["card"] for row in rows] == [7, None, None, None]
    assert [row.skipped for row in rows] == [False, True, False, False]
    assert [row.turn for row in rows] == [False, False, True, False]


def test_view_numbers_of_whose_turn_it_is():
    table = started("Ann Bo")
    table.run("Ann 4, Bo 3")
    assert numbers(table, "own") == [1, 2, 3, 5, 6, 7, 8]
    assert numbers(table, "or_cat") == [1, 2, 3, 6, 7, 8]
    table = started("Ann Bo")
    table.play("Ann", 6, points_at=2)
    assert numbers(table, "own") == [2]


def test_form_asks_one_question_at_a_time():
    table = started()
    table.run("Ann 4, Bo 3, Cy 6, Cy 2")
    assert open_choice(table)[0] == "card"
    assert open_choice(table, card="8")[0] == "cat"
    assert ask(table, card="8", cat=True).event.cat  # Ann's pile is empty
    table.run("Ann 1")
    assert ask(table, card=7).event == Play(by="Bo", card=7)
    assert open_choice(table, card=5)[0] == "steal_from"  # the 2 is all it can copy
    assert open_choice(table, card=2) == ("steal_from", ["Ann", "Cy"])
    assert not skipped(ask(table, card=2))
    asked = ask(table, card=2, steal_from="Ann")
    assert asked.event.steal_from == "Ann"


def test_sheet_asks_first_which_spell_is_copied_then_its_choice():
    table = started("Ann Bo Cy Di")
    table.run("Ann 4, Bo 3, Cy 6, Di 1, Cy 3")
    table.run("Di 4, Ann 1")
    assert open_choice(table, card=5) == ("mirror", ["3", "4"])
    assert ask(table, card=5, mirror="4").event.mirror == 4


def test_form_a_cat_is_asked_only_where_it_could_be_either():
    table = started("Ann Bo")
    table.run("Ann 4, Bo 3, Ann 3, Bo 6")
    table.run("Bo 1")
    assert open_choice(table, card=3) == ("cat", ["false", "true"])  # her own 3 is gone
    (asked,) = ask(table, card=3).choices()
    assert [(each.is_off, bool(each.event)) for each in asked.answers] == [
        (True, False),
        (False, True),
    ]
    assert open_choice(table, card=1) == ("cat", ["false", "true"])
    assert not ask(table, card=5).scene["card"]["cat"]


def test_form_offers_to_skip_where_spells_need_not_be_cast():
    table = started("Ann Bo", readings={"must_cast": "no"})
    assert open_choice(table, card=3) == ("flip", ["true", "false"])
    assert not skipped(ask(table, card=3))
    table.run("Ann 4")
    assert open_choice(table, card=5) == ("mirror", ["4"])
    assert skipped(ask(table, card=5))
    table.run("Bo 3")
    assert open_choice(table, card=8, cat=False) == ("gift_to", ["Bo"])
    assert skipped(ask(table, card=8, cat=False))


def skipped(asked):
    """What it records not to cast the spell, if it offers that."""
    (choice,) = asked.choices()
    return [answer.event for answer in choice.answers if not answer.value]


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
def test_form_what_cannot_be_used_is_asked_again(draft):
    assert open_choice(started(), **draft)[0] == "card"


def test_form_whoever_plays():
    assert ask(started(), by="Bo", card=3).event == Play(by="Bo", card=3)


def test_form_score_goes_from_row_to_row_and_says_who_is_tied():
    state = Table("Ann Bo").fold.state
    score = form(GAME, state, "score", counts={"Ann": "7"})
    assert [(row.player, row.value) for row in score.rows] == [("Ann", 7), ("Bo", None)]
    assert (score.open_row, score.next_row, score.is_ready) == ("Bo", None, False)
    mine = form(GAME, state, "score", "Bo")
    assert (mine.open_row, mine.next_row) == ("Bo", "Ann")
    draft = {"counts": {"Ann": 7, "Bo": "7"}, "piles": {"Ann": {"8": "2", "7": "x"}}}
    score = form(GAME, state, "score", **draft)
    assert score.is_ready
    *tied, keypad = score.fields
    assert [render(pile.title) for pile in tied] == ["Ann’s pile", "Bo’s pile"]
    assert [number.value for number in tied[0].fields[:2]] == [2, None]
    assert (keypad.name, keypad.on_keypad) == ("counts.Bo", True)


def test_form_position_is_filled_in():
    table = started("Ann Bo")
    table.run("Ann 4")
    shown = form(GAME, table.fold.state, "position")
    assert [(one["by"], one["card"]) for one in shown.played] == [("Ann", 4)]
    assert (shown.due, shown.now, set(shown.fields["piles"])) == (["Bo"], "Bo", {"Ann", "Bo"})
    draft = {"hands": {"Ann": "5"}, "played": [], "now": "Ann"}
    shown = form(GAME, table.fold.state, "position", **draft)
    assert (shown.fields["hands"], shown.played, shown.now) == ({"Ann": "5"}, [], "Ann")
    assert "piles" not in shown.fields


@pytest.mark.parametrize(
    "name",
    ["play", "ask", "score", "piles", "position", "numbers", "other"],
)
def test_form_bears_anything(name):
    for table in (Table("Ann Bo"), started("Ann Bo"), tied_game()):
        for draft in (
            {},
            {"counts": 3, "piles": [1]},
            {"piles": {"Ann": "x"}},
            {"card": None, "by": "", "now": "Flo"},
            {"played": [3, {"by": "Ann"}, {"card": "x", "by": "Bo"}], "skipped": "Ann"},
        ):
            shown = form(GAME, table.fold.state, name, **draft)
            assert shown is None or isinstance(shown, (Form, Drawing))


def test_view_a_number_is_a_tap_where_nothing_is_to_ask():
    table = started()
    table.run("Ann 4, Bo 3, Cy 6")
    answers = {answer.piece["card"]: answer for answer in view(table).numbers}
    assert answers[3].event == Play(by="Cy", card=3)
    assert answers[8].event is None
    assert [number for number, answer in answers.items() if answer.is_off] == [6]
    assert answers[6].event == Play(by="Cy", card=6)  # it gets its ruling


@pytest.mark.parametrize("seed", range(8))
def test_view_a_number_that_is_on_is_never_refused(seed):
    random = Random(seed)
    names, options = random.choice(driver.SETUPS)
    state = GAME.start(names, read_options(GAME, json.dumps(options).encode(), names))
    while not GAME.over(state):
        for number in GAME.page(state, None).numbers:
            if number.event is not None:
                assert (GAME.judge(state, number.event).verdict == "legal") is not number.is_off
            asked = form(GAME, state, "play", card=number.value)
            for answer in [answer for choice in asked.choices() for answer in choice.answers]:
                if answer.event is not None:
                    assert number.is_off or GAME.judge(state, answer.event).verdict == "legal"
        state = GAME.apply(state, driver.next_event(GAME, state, random.choice))


def test_form_each_answer_carries_the_play_it_makes_whole():
    table = started()
    table.run("Ann 4, Bo 3, Cy 6, Cy 1")
    (choice,) = ask(table, card=2, cat=False).choices()
    assert [answer.value for answer in choice.answers] == ["Bo", "Cy"]
    assert choice.answers[1].event == Play(by="Ann", card=2, steal_from="Cy")
    assert open_choice(table, now="who") == ("by", table.names)


def test_ruling_shows_the_round_and_the_card():
    table = started()
    table.run("Ann 4")
    shown = Play(by="Bo", card=3).ruling_picture(table.fold.state, None)
    assert [one["card"] for one in shown["laid"]] == [4]
    assert (shown["card"]["by"], shown["card"]["card"]) == ("Bo", 3)
    assert StartGame().ruling_picture(table.fold.state, None) == {}


def test_offers_open_sheets_that_there_are():
    tables = [Table("Ann Bo"), started("Ann Bo"), tied_game()]
    tables[1].run("Ann 4, Bo 3")
    for table in tables:
        for offer in GAME.offers(table.fold.state, None):
            assert offer.event is not None or GAME.form_type(offer.sheet) is not None
    tags = {kind.__struct_config__.tag for kind in GAME.actions}
    assert set(GAME.forms.values()) < tags


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


def test_title(wording):
    table = Table("Ann Bo")
    assert render(GAME.title(table.fold.state)) == wording
    table.do("start_game")
    assert render(GAME.title(table.fold.state)) == "Round 1"
    assert render(GAME.title(tied_game().fold.state)) == wording
    series = started("Ann Bo", games=3)
    assert render(GAME.title(series.fold.state)) == wording
    series.stand("score_game", counts={"Ann": 3, "Bo": 4})
    assert render(GAME.title(series.fold.state)) == wording


def tell(table, kind="play", **fields):
    event = msgspec.convert({"type": kind, **fields}, GAME.events)
    return render(event.describe(table.enter(kind, **fields).ruling, None))


def test_tell_lines_of_the_log(wording):
    table = Table("Ann Bo Cy")
    assert tell(table, "start_game") == wording
    assert tell(table, by="Ann", card=1) == wording
    assert tell(table, by="Bo", card=3) == wording
    assert tell(table, by="Cy", card=4) == wording
    assert tell(table, by="Cy", card=3, cat=True) == wording
    assert tell(table, "position") == wording
    assert tell(table, "end_game", piles={"Ann": {}, "Bo": {}, "Cy": {}}) == wording


def test_the_table_says_that_piles_are_unknown_after_setting_it_right(wording):
    table = Table("Ann Bo")
    effects = table.enter("position", piles={"Ann": 3}).ruling.effects
    assert [render(effect) for effect in effects] == wording
    assert table.enter("position", piles={"Ann": 3, "Bo": 0}).ruling.effects == ()


def test_rulings_say_who_takes_the_round_and_why(wording):
    table = started("Ann Bo")
    table.run("Ann 8")
    effects = table.enter("play", by="Bo", card=1).ruling.effects
    assert [render(effect) for effect in effects] == wording
    table = started("Ann Bo")
    table.run("Ann 4")
    effects = table.enter("play", by="Bo", card=5).ruling.effects
    assert [render(effect) for effect in effects] == wording


def test_rulings_say_whose_turn_it_is_and_allow_nobody_else_anything(wording):
    table = started()
    ruling = table.illegal("play", "play", by="Cy", card=3)
    assert render(ruling.reason) == wording
    assert ruling.allowed is None


def said_here() -> Iterator[str]:
    """Each text of this game: of its rules, its actions, forms, hints and lesson."""
    package = ROOT / "referee" / "games" / "zingazam"
    for path in package.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") in ("say", "plural"):
                texts = (arg.value for arg in node.args if isinstance(arg, ast.Constant))
                yield from (text for text in texts if isinstance(text, str))
    for path in (ROOT / "templates" / "games" / "zingazam").glob("*.html"):
        yield from re.findall(r"""_\('([^']+)'""", path.read_text("utf-8"))
    rules = tomllib.loads((package / "rules.toml").read_text("utf-8"))
    yield from (clause["text"] for clause in rules["clause"])
    for reading in rules["reading"]:
        yield from (reading["question"], *reading["answers"].values())


@pytest.mark.parametrize("language", ["en", "fr"])
def test_sentences_have_twelve_words_at_most(language):
    """For six-year-olds."""
    catalogue = ROOT / "referee" / "translations" / "fr" / "LC_MESSAGES" / "messages.po"
    with catalogue.open("rb") as file:
        french = read_po(file)
    texts = {text.replace("'", "’") for text in said_here()}
    found = [
        text
        for message in french
        for text, other in zip(as_tuple(message.id), as_tuple(message.string), strict=False)
        if text.replace("'", "’") in texts
        for text in [text if language == "en" else other]
    ]
    assert len(found) > 150
    sentences = [one for text in found for one in re.split(r"(?<=[.?!:])\s", text)]
    assert [one for one in sentences if len(re.findall(r"[^\s?!:;]+", one)) > 12] == []


def as_tuple(texts: str | tuple[str, ...] | list[str]) -> tuple[str, ...]:
    return (texts,) if isinstance(texts, str) else tuple(texts)


def test_rematch_keeps_seats_and_options():
    table = started("Ann Bo", games=3, ages=["Bo", "Ann"])
    assert GAME.ending.rematch(["Ann", "Bo"], table.options, table.fold.state) == (
        ["Ann", "Bo"],
        table.options,
    )


def test_a_mirror_is_asked_with_what_it_can_copy():
    table = started("Ann Bo Cy")
    table.run("Ann 4, Bo 3")
    reason = table.enter("play", by="Cy", card=5).ruling.reason
    assert render(reason) == "Which spell does Cy copy: 3 and 4?"
    table = started("Ann Bo")
    table.run("Ann 4")
    reason = table.enter("play", by="Bo", card=5).ruling.reason
    assert "copy:" not in render(reason), "one spell is no choice"
