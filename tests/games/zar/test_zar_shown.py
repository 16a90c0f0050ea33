"""What a table shows: log lines, the page's data, buttons, forms."""

from random import Random

import pytest
from drivers import driver
from msgspec import UNSET, convert, json
from zar_table import VALUES, Table

from referee.core import render
from referee.core.draft import Draft
from referee.core.form import Drawing, Form
from referee.games.zar import GAME
from referee.games.zar.actions import (
    CloseCall,
    DeclareZar,
    Join,
    Match,
    Penalty,
    Play,
    Position,
    StartHand,
)
from referee.games.zar.cards import CHAMELEON, NAMES, POWERS, REAL_CARDS
from referee.games.zar.effects import FOLLOWERS
from referee.games.zar.picks import PICKER
from referee.games.zar.rules import allowed_next
from referee.record import read_options

DRIVE = driver("zar")


def told(t: Table, kind: str, **fields) -> str:
    """The log line of an event that has just been judged."""
    event = t.event(kind, **fields)
    return render(event.describe(t.fold.take(event, 0).ruling, None))


def test_the_log(wording):
    t = Table("Ann Bo Cy Dee", values=VALUES)
    assert told(t, "start_hand", dealer="Ann", top="red-sun") == wording
    assert told(t, "play", by="Bo", cards=["red-wasp"]) == wording
    assert told(t, "play", by="Cy", cards=["blue-wasp"]) == wording
    assert told(t, "match", by="Ann", cards=["blue-wasp"]) == wording
    assert told(t, "draw", by="Bo") == wording
    assert told(t, "take", by="Bo") == wording
    assert told(t, "draw", by="Bo") == wording
    assert told(t, "pass", by="Bo") == "Bo passed"
    assert told(t, "play", by="Cy", cards=["red-frog"]) == wording
    assert told(t, "penalty", on="Cy", for_="illegal-play") == wording
    assert told(t, "play", by="Cy", cards=["front-peacock"], declare="red") == wording
    assert told(t, "match", by="Cy", cards=["front-peacock"], declare="blue") == wording
    assert told(t, "match", by="Ann", cards=["red-sun"]) == wording
    assert told(t, "zar", by="Dee") == wording
    assert told(t, "gotcha", by="Ann", on="Dee") == wording
    assert (
        told(t, "close_call", a={"kind": "zar", "by": "Bo"}, b={"kind": "gotcha", "by": "Cy"})
        == wording
    )
    t.position("Ann 2, Bo 1, Cy 3, Dee 4", top="red-sun", turn="Bo", liable=["Bo"])
    assert told(t, "play", by="Bo", cards=["red-moon"]) == wording
    assert told(t, "end_hand", points={"Ann": 12, "Cy": 7, "Dee": 18}) == wording
    assert told(t, "join", player="Ed") == wording
    assert told(t, "quit", player="Ed") == wording


def test_the_log_tells_of_a_gotcha_that_sticks(wording):
    t = Table()
    t.position("Ann 1, Bo 3, Cy 3", top="red-sun", turn="Bo", liable=["Ann"])
    assert told(t, "gotcha", by="Bo", on="Ann") == wording


def test_several_cards_are_named(wording):
    t = Table(chameleons=2)
    t.start("Ann", "red-sun")
    assert told(t, "play", by="Bo", cards=["red-moon", "red-moon", "chameleon"]) == wording


def test_titles(wording):
    t = Table()
    assert render(GAME.title(t.state)) == wording
    t.start("Ann", "red-sun")
    assert render(GAME.title(t.state)) == "Hand 1"
    assert GAME.rounds(t.state) == 0
    t.illegal("end_hand", winner="Ann", points={"Bo": 1, "Cy": 2}, stands=True)
    assert render(GAME.title(t.state)) == wording
    assert GAME.rounds(t.state) == 1


def test_every_card_has_a_name_and_a_place_in_the_picker():
    assert set(NAMES) == {*REAL_CARDS, CHAMELEON}
    assert sorted(card for row in PICKER for card in row) == sorted(NAMES)
    assert max(len(row) for row in PICKER) == 6


@pytest.mark.parametrize(
    ("fields", "allowed"),
    [
        ({"top": "blue-sun"}, "any blue, any sun or a power card"),
        ({"top": "blue-wasp", "pending": 4}, "any wasp, or drawing 4"),
        ({"top": "winged-dragon", "declared": "moon"}, "any moon or a dragon"),
        ({"top": "winged-dragon"}, "the declared symbol or a dragon"),
        ({"top": "side-peacock", "declared": "red"}, "any red or a peacock"),
        ({"top": "side-peacock"}, "the declared colour or a peacock"),
        ({"top": "blue-sun", "hands": {"Bo": 0}}, "no card until the next hand"),
        (
            {"top": "blue-sun", "hands": {"Bo": 0}, "owner": "Bo"},
            "only another blue sun, as a match",
        ),
    ],
)
def test_what_is_allowed_next(fields, allowed):
    t = Table()
    t.legal("position", turn="Ann", **fields)
    assert render(allowed_next(t.state, t.state.hand)) == allowed


def test_the_view_of_a_hand():
    t = Table("Ann Bo Cy Dee", values={"basic": 1})
    t.legal("end_hand", winner="Bo", points={"Ann": 12, "Cy": 7, "Dee": 18})
    t.start("Bo", "red-wasp")
    t.play("Cy", "blue-wasp")
    view = GAME.page(t.state, None)
    assert (view.top, render(view.top_name)) == ("blue-wasp", "blue wasp")
    assert (view.turn, view.next, view.pending) == ("Dee", "Ann", 4)
    assert (view.pad.target, view.pad.hand) == (50, 2)
    rows = {row.key: row for row in view.rows}
    scores = view.pad.rows
    assert list(rows) == ["Ann", "Bo", "Cy", "Dee"]
    assert [row.cards for row in rows.values()] == [6, 6, 5, 6]
    assert [row.score for row in scores] == [12, 0, 7, 18]
    assert [row.lead for row in scores] == [False, True, False, False]
    assert [row.deals for row in scores] == [False, True, False, False]
    assert [row.is_turn for row in rows.values()] == [False, False, False, True]
    assert rows["Cy"].zar == DeclareZar(by="Cy")
    assert json.decode(json.encode(view))["pad"]["rows"][0]["last"] == 12


def test_the_view_between_hands():
    t = Table("Ann Bo Cy Dee")
    t.legal("end_hand", winner="Bo", points={"Ann": 12, "Cy": 7, "Dee": 18})
    t.legal("quit", player="Dee")
    view = GAME.page(t.state, None)
    pad = view.pad
    assert pad.went_out == "Bo"
    assert pad.others_points == 37
    assert pad.gone == ["Dee"]
    assert [row.deals for row in pad.rows] == [False, True, False]
    assert view.top is None
    assert [row.went_out for row in pad.rows] == [False, True, False]


def labels(t: Table) -> list[tuple[str, str]]:
    """The buttons as (label, what it does), nothing for one that only keeps its place."""
    return [
        (render(o.label), "" if o.off else o.sheet or o.event.__struct_config__.tag)
        for o in GAME.offers(t.state, None)
        if not o.more
    ]


def test_the_buttons_of_a_turn():
    t = Table()
    assert labels(t) == [("Score hand 1", "score"), ("Referee the next hand", "deal")]
    t.start("Ann", "red-wasp")
    assert labels(t) == [("Bo plays a wasp", "play"), ("Match!", "match"), ("Take 2", "take")]
    t.legal("take", by="Bo")
    assert labels(t) == [("Bo plays", "play"), ("Match!", ""), ("Draw one", "draw")]
    t.legal("draw", by="Bo")
    assert labels(t) == [("Bo plays", "play"), ("Match!", ""), ("Pass", "pass")]


def test_the_buttons_when_somebody_is_out():
    t = Table()
    t.position("Ann 1, Bo 2, Cy 3", top="red-moon", turn="Ann")
    t.play("Ann", "red-wasp")
    assert labels(t) == [("Score hand 1", "score"), ("Match!", "match"), ("Take 2", "take")]
    t.legal("end_hand", points={"Bo": 1, "Cy": 1})
    assert labels(t) == [("Deal hand 2", "deal"), ("Score hand 2", "score")]


def test_the_buttons_of_one_who_skipped_round_to_the_last_card():
    t = Table("Ann Bo")
    t.position("Ann 2, Bo 2", top="red-moon", turn="Ann")
    t.play("Ann", "red-frog")
    assert labels(t) == [("Ann draws one", "draw"), ("Match!", "match"), ("Draw one", "")]


def test_no_match_is_offered_that_nobody_can_hold():
    t = Table()
    t.start("Ann", "red-moon")
    t.play("Bo", "red-sun", "red-sun")
    assert labels(t)[1] == ("Match!", "")


def form(t: Table, name: str, now: str = "", viewer: str | None = None, **fields):
    """The form `name` of the table as far as `fields` fill it in."""
    state = t.state
    return GAME.form(name, state, viewer, Draft(fields, state.players, now=now))


def cells(sheet) -> dict:
    return {pick.card: pick for row in sheet.deck for pick in row}


def fitting(sheet) -> set[str]:
    return {card for card, pick in cells(sheet).items() if pick.fits}


def answers(choice) -> dict:
    """The answers of a choice by what they put into its field, or by who answers."""
    return {answer.value or answer.label: answer for answer in choice.answers}


def test_form_deal():
    t = Table()
    sheet = form(t, "deal")
    assert (sheet.dealer, sheet.event) == ("Ann", None)
    assert set(cells(sheet)) - fitting(sheet) == set(POWERS)
    sheet = form(t, "deal", dealer="Bo", top="red-sun")
    assert sheet.event == StartHand(dealer="Bo", top="red-sun")


def test_form_play(wording):
    t = Table()
    assert form(t, "play") is None
    t.start("Ann", "blue-sun")
    sheet = form(t, "play")
    assert sheet.by == "Bo"
    assert fitting(sheet) == FOLLOWERS["blue-sun", None]
    sheet = form(t, "play", cards=["red-sun"])
    assert fitting(sheet) == {"red-sun"}
    assert cells(sheet)["red-sun"].count == 1
    assert sheet.event == Play(by="Bo", cards=("red-sun",))
    assert render(sheet.label) == wording
    sheet = form(t, "play", cards=["blue-sun"])
    assert render(sheet.label) == wording


def test_form_play_declares(wording):
    t = Table(chameleons=1)
    t.start("Ann", "blue-sun")
    sheet = form(t, "play", cards=["winged-dragon"])
    assert (sheet.declare.kind, sheet.event) == ("symbol", None)
    assert render(sheet.label) == "Which symbol?"
    assert form(t, "play", cards=["winged-dragon"], declare="moon").event.declare == "moon"
    sheet = form(t, "play", cards=["chameleon"])
    assert render(sheet.counts_as) == "blue sun"
    assert render(sheet.label) == wording


def test_form_match():
    t = Table(chameleons=1)
    assert form(t, "match") is None
    t.start("Ann", "blue-sun")
    sheet = form(t, "match")
    assert [one.player for one in sheet.matchers] == ["Ann", "Bo", "Cy"]
    assert sheet.matchers[2].event == Match(by="Cy", cards=("blue-sun",))
    sheet = form(t, "match", cards=["chameleon"])
    assert [one.player for one in sheet.matchers] == ["Bo"]
    t.play("Bo", "side-peacock", declare="red")
    sheet = form(t, "match")
    assert sheet.declare.kind == "colour"
    assert [(one.player, one.event) for one in sheet.matchers] == [
        ("Ann", None),
        ("Bo", None),
        ("Cy", None),
    ]
    sheet = form(t, "match", declare="blue")
    assert all(one.event for one in sheet.matchers)


def test_form_score_of_a_tracked_hand(wording):
    t = Table(values={"basic": 1})
    t.position("Ann 1, Bo 1, Cy 2", top="red-moon", turn="Ann")
    t.play("Ann", "red-sun")
    sheet = form(t, "score")
    assert sheet.winner == "Ann"
    assert (sheet.now.player, sheet.next_row) == ("Bo", "Cy")
    assert [row.expected for row in sheet.rows] == [1, 2]
    assert form(t, "score", viewer="Cy").now.player == "Cy"
    hands = {"Bo": ["red-sun"], "Cy": ["blue-sun"]}
    sheet = form(t, "score", now="Bo", hands=hands)
    assert render(sheet.label) == wording
    assert "red-sun" not in fitting(sheet)
    assert sheet.event is None
    hands["Cy"].append("blue-frog")
    sheet = form(t, "score", now="Bo", hands=hands)
    assert sheet.rows[1].missing == ("command",)
    assert sheet.event is None
    sheet = form(t, "score", now="Cy", hands=hands, points={"Cy": "6"})
    assert render(sheet.label) == wording
    assert t.fold.take(sheet.event, 0).ruling.facts["points"] == {"Ann": 0, "Bo": 1, "Cy": 6}


def test_zar_6_what_the_table_counts_otherwise_can_be_recorded(wording):
    """Another number of cards than the referee counted: everybody else's turn comes first, then
    this row again, and then the ruling, which the table may let stand."""
    t = Table(values={"basic": 1})
    t.position("Ann 1, Bo 2, Cy 1", top="red-moon", turn="Ann")
    t.play("Ann", "red-sun")
    hands = {"Bo": []}
    sheet = form(t, "score", hands=hands)
    assert (sheet.now.player, sheet.rows[0].is_entered) == ("Bo", False)
    hands["Bo"] = ["blue-sun"]
    sheet = form(t, "score", now="Bo", hands=hands)
    assert render(sheet.label) == wording
    sheet = form(t, "score", hands=hands)
    assert (sheet.now.player, sheet.event) == ("Cy", None)
    hands["Cy"] = ["red-star"]
    sheet = form(t, "score", now="Cy", hands=hands)
    assert (render(sheet.label), sheet.event) == ("Cy has 1. Next: Bo", None)
    sheet = form(t, "score", hands=hands)
    assert (sheet.now.player, render(sheet.label)) == ("Bo", "Bo has 1. Record hand 1")
    ruling = GAME.judge(t.state, sheet.event)
    assert (ruling.verdict, ruling.can_stand) == ("illegal", True)
    hands["Cy"] = ["red-star", "red-star"]
    sheet = form(t, "score", now="Bo", hands=hands)
    assert render(sheet.label) == wording


def test_form_score_of_a_hand_that_was_not_tracked(wording):
    t = Table()
    sheet = form(t, "score")
    assert render(sheet.label) == wording
    assert sheet.winners == ("Ann", "Bo", "Cy")
    sheet = form(t, "score", winner="Bo", points={"Ann": "4", "Cy": "0"})
    assert t.fold.take(sheet.event, 0).ruling.facts["points"] == {"Ann": 4, "Bo": 0, "Cy": 0}


def test_a_total_that_is_typed_takes_the_place_of_the_cards():
    """Of one player there is never both: the cards would be counted, and refused."""
    t = Table()
    t.position("Ann 1, Bo 3, Cy 2", top="red-moon", turn="Ann")
    t.play("Ann", "red-sun")
    sheet = form(t, "score", now="Bo", hands={"Bo": []})
    assert (sheet.is_typing, sheet.kept) == (False, ())
    sheet = form(t, "score", now="Bo", hands={"Bo": []}, points={"Bo": "12"})
    assert (sheet.is_typing, sheet.typed, sheet.kept) == (True, "12", ())
    sheet = form(t, "score", now="Cy", hands={"Bo": []}, points={"Bo": "12", "Cy": "3"})
    assert sheet.kept == (("points.Bo", "12"),)
    assert t.fold.take(sheet.event, 0).ruling.verdict == "legal"


def test_forms_gotcha_and_penalty_and_close_call():
    t = Table()
    t.start("Ann", "red-moon")
    assert form(t, "deal") is None
    (whom,) = form(t, "gotcha").fields
    assert list(answers(whom)) == ["Ann", "Bo", "Cy"]
    (who,) = form(t, "gotcha", on="Bo").fields
    assert [answer.event.by for answer in who.answers] == ["Ann", "Cy"]
    who, what = form(t, "penalty").fields
    assert list(answers(who)) == ["Ann", "Bo", "Cy"]
    assert [answer.event for answer in what.answers] == [None, None], "nothing moves afterwards"
    who, what = form(t, "penalty", on="Bo").fields
    assert answers(who)["Bo"].is_chosen
    assert what.answers[0].event == Penalty(on="Bo", for_="illegal-play")


def test_a_close_call_asks_one_question_after_the_other():
    """Who, what, who else, what; the last tap asks the referee."""
    t = Table()
    t.start("Ann", "red-moon")
    a, b = {"kind": "zar", "by": "Bo"}, {"kind": "gotcha", "by": "Cy"}
    (who,) = form(t, "close_call").fields
    assert (who.name, list(answers(who))) == ("a.by", ["Ann", "Bo", "Cy"])
    (what,) = form(t, "close_call", a={"by": "Bo"}).fields
    assert (what.name, [one.event for one in what.answers]) == ("a.kind", [None] * 6)
    (who,) = form(t, "close_call", a=a).fields
    assert (who.name, list(answers(who))) == ("b.by", ["Ann", "Cy"])
    (what,) = form(t, "close_call", a=a, b={"by": "Cy"}).fields
    assert what.answers[1].event == convert({"type": "close_call", "a": a, "b": b}, CloseCall)
    a, b = {"kind": "match", "by": "Bo"}, {"kind": "match", "by": "Cy"}
    (what,) = form(t, "close_call", a=a, b={"by": "Cy"}).fields
    assert [bool(one.event) for one in what.answers] == [True, True, False, False, True, False]
    (more,) = form(t, "close_call", a=a, b=b).fields
    found = [(one.event.underneath, one.event.knocked_off_by) for one in more.answers]
    assert found == [("a", UNSET), ("b", UNSET), (UNSET, "a"), (UNSET, "b"), (UNSET, UNSET)]
    assert form(t, "close_call", a=a, b=b, underneath="b").event.underneath == "b"


def test_the_price_of_taking_back(wording):
    """Taking an illegal play back offers its penalty card in the same tap."""
    t = Table()
    t.start("Ann", "blue-sun")

    def price(event):
        return event.price_of_taking_back(t.state, GAME.judge(t.state, event))

    refused = Play(by="Bo", cards=("red-moon",))
    assert price(refused).event == Penalty(on="Bo", for_="illegal-play")
    assert render(price(refused).label) == wording
    for _ in range(3):
        t.legal("penalty", on="Bo", for_="illegal-play")
    assert price(refused) is None
    assert price(Play(by="Bo", cards=("blue-moon",))) is None
    assert price(t.event("draw", by="Cy")) is None


def test_forms_join_and_quit(wording):
    t = Table()
    t.legal("end_hand", winner="Bo", points={"Ann": 3, "Cy": 30})
    t.legal("quit", player="Cy")
    sheet = form(t, "join", seat="1")
    assert (sheet.score, sheet.why_not, sheet.seat) == (2, None, 1)
    assert sheet.after == (None, "Ann", "Bo")
    assert sheet.gone == ((30, Join(player="Cy")),)
    (who,) = form(t, "quit").fields
    # All are refused for one reason, which is said once.
    assert [(answer.is_off, answer.event) for answer in who.answers] == [(True, None)]
    assert render(who.answers[0].label) == wording
    assert GAME.join_event(t.state, "Di") is not None
    t.start("Ann", "red-moon")
    assert GAME.join_event(t.state, "Di") is None


def test_form_position():
    t = Table(chameleons=1)
    assert form(t, "position").event is None
    assert form(t, "position", top="red-sun", turn="Bo").event == Position(top="red-sun", turn="Bo")
    sheet = form(t, "position", top="chameleon", turn="Bo")
    assert (sheet.needs_identity, sheet.event) == (True, None)
    t.start("Ann", "red-moon")
    sheet = form(t, "position", hands={"Bo": "3"}, turn="Cy")
    assert (sheet.event.top, sheet.event.turn, sheet.event.hands) == ("red-moon", "Cy", {"Bo": 3})
    assert sheet.kept == {"top": "red-moon"}
    t.match("Bo", "red-moon")
    assert form(t, "position").kept == {"top": "red-moon", "chain": "2"}
    assert form(t, "position", top="red-sun").kept == {}


@pytest.mark.parametrize("number", range(len(DRIVE.SETUPS)))
def test_forms_take_any_draft(number):
    """Whatever has been entered, a form shows something; an event it gives can be judged."""
    players, plain = DRIVE.SETUPS[number]
    options = read_options(GAME, json.encode(plain), players)
    random = Random(number)
    state = GAME.start(players, options)
    junk = [None, 1, -1, "", "x", "Bo", "red-sun", ["red-sun", 3], {"Bo": ["red-sun"]}, [[]], {}]
    fields = ["by", "on", "cards", "declare", "dealer", "top", "winner", "hands", "points", "chain"]
    fields += ["a", "b", "underneath", "seat", "turn", "identity", "declared", "liable", "scores"]
    for _ in range(60):
        event = DRIVE.next_event(GAME, state, random.choice)
        if not event.is_query:
            state = GAME.apply(state, event)
        if GAME.over(state):
            return
        for name in GAME.forms:
            given = {field: random.choice(junk) for field in random.sample(fields, 9)}
            draft = Draft(given, state.players, now=random.choice(("", "Bo", "x")))
            shown = GAME.form(name, state, None, draft)
            assert shown is None or isinstance(shown, (Form, Drawing))
            made = [shown.event] if shown else []
            if isinstance(shown, Form):
                made += [answer.event for choice in shown.choices() for answer in choice.answers]
            for event in filter(None, made):
                GAME.judge(state, event)


@pytest.mark.parametrize("number", range(len(DRIVE.SETUPS)))
def test_facts_of_events_in_effect_are_complete(number):
    """Also of those that only stand; and what they say comes true."""
    players, plain = DRIVE.SETUPS[number]
    options = read_options(GAME, json.encode(plain), players)
    random = Random(number)
    first = state = GAME.start(players, options)
    lay = {"match", "self_match", "matched", "skipped", "next"}
    owed = {
        "play": lay,
        "match": lay,
        "take": {"count"},
        "gotcha": {"sticks"},
        "end_hand": {"points"},
        "join": {"score"},
        "start_hand": {"hand_size", "next"},
    }
    for _ in range(400):
        event = DRIVE.mutants(GAME, state, random.choice)
        ruling = GAME.judge(state, event)
        tag = event.__struct_config__.tag
        if ruling.verdict != "legal":
            event = convert({**json.decode(json.encode(event)), "stands": True}, GAME.events)
            ruling = GAME.judge(state, event)
        if event.is_query or not ruling.can_stand:
            continue
        before, state = state, GAME.apply(state, event)
        assert owed.get(tag, set()) <= set(ruling.facts)
        if "next" in ruling.facts:
            assert state.hand.turn == ruling.facts["next"]
        if "points" in ruling.facts:
            gained = {p: state.scores[p] - before.scores[p] for p in before.players}
            assert gained == ruling.facts["points"]
        if GAME.over(state):
            state = first
