"""What the table sees: sentences, the view, the buttons, the spell checker."""

from random import Random

import msgspec
import pytest
from drivers import driver
from game_table import illegal, legal, undecided
from kazing_table import Table, card, spell

from referee.core import render
from referee.games.kazing import GAME
from referee.games.kazing.actions import Cast
from referee.games.kazing.page import Timer

TWO_TEAMS = [["Ann", "Cy"], ["Bo", "Di"]]


def offers(table):
    return GAME.offers(table.state, None)


def labels(table):
    return [render(offer.label) for offer in offers(table)]


def main(table):
    return next(render(offer.label) for offer in offers(table) if offer.main)


def told(table, type, **fields):
    event = table.event(type, **fields)
    return render(event.describe(GAME.judge(table.state, event), None))


# sentences


@pytest.mark.parametrize(
    ("cards", "reason"),
    [
        ("3 e kazaam", "Ann's arrow has no room from 3: it would leave the grid."),
        ("1 e w-se-w s-e-s kazaam", "Ann's zig-zag has no room from 7: it would leave the grid."),
        ("7 se-ne kazaam", "Ann's V has no room from 7: it would leave the grid."),
        ("5 circle kazaam", "Ann's circle cannot start at 5, in the middle of the grid."),
        ("2 e/w n kazaam", "Ann's arrow has no room from 1 and 3: it would leave the grid."),
        (
            "1 rewind e kazaam",
            "Ann's arrow has no room from 1, even with its modifier rewind: it "
            "would leave the grid.",
        ),
        ("2 rewind swirl kazaam", "Ann's rewound swirl starts at 5, not at 2."),
        ("1 e half kazaam", "Ann's Light half has no movement right after it."),
        ("1 kazaam", "Ann's spell has no movement before the Light Kazaam."),
        ("1 e zing s zing", "Ann's Light Zing must be the last card of the spell."),
        ("1 e s", "Ann's spell does not end with a casting word."),
        (
            "1 e s:M kazaam:L",
            "Ann's last movement, the Matter arrow down, does not have the same resonance "
            "as the Light Kazaam.",
        ),
        (
            "1 e* kazaam",
            "Ann's Light arrow right is a Sorcerer card, and this is not Sorcerer level.",
        ),
    ],
)
def test_reasons_name_the_player_and_the_card(cards, reason):
    ruling = illegal(Table(2).cast(cards))
    assert render(ruling.reason) == reason


def test_reasons_of_readings(wording):
    table = Table(2, readings={"half_swirl": "refuse", "rewind_swirl": "refuse"})
    assert render(illegal(table.cast("1 half swirl kazaam")).reason) == wording
    assert render(illegal(table.cast("5 rewind swirl kazaam")).reason) == wording


def test_sentences_of_what_is_legal_or_open(wording):
    table = Table(2, type="duel")
    ruling = undecided(table.cast("2 e/w rewind e/w kazaam", drain="Bo"))
    assert render(ruling.reason) == wording
    ruling = legal(table.cast("1 e=50 kazaam", drain="Bo"))
    assert [render(effect) for effect in ruling.effects] == wording
    table = Table(4, type="duel", teams=TWO_TEAMS)
    ruling = legal(table.cast("1 e=60 kazaam", drain="Di"))
    assert "Di's team is out of the game." in [render(effect) for effect in ruling.effects]
    table = Table(2)
    assert render(legal(table.cast("1 e kazaam")).reason) == wording
    assert render(legal(table.end()).reason) == wording
    table = Table(1)
    table.turns(5)
    ruling = legal(table.end())
    assert [render(effect) for effect in ruling.effects] == wording


def test_effects_say_when_the_last_round_is_played():
    ending = "The game ends with this round."
    table = Table(2)
    assert ending in [render(effect) for effect in table.judge("deck_end").effects]
    assert ending not in [render(effect) for effect in table.judge("deck_end").effects]
    table = Table(2, end={"spells": 1})
    assert ending in [render(effect) for effect in table.cast("1 e kazaam").effects]


def test_tell(wording):
    table = Table(2)
    assert told(table, "cast", by="Ann", cards=spell("1 e s kazaam")) == wording
    assert told(table, "cast", by="Ann", cards=spell("3 e kazaam")) == wording
    assert told(table, "take", by="Ann", **{"from": "deck"}) == wording
    assert told(table, "take", by="Bo", **{"from": "display"}) == wording
    assert told(table, "discard", by="Ann") == wording
    assert told(table, "end_turn", by="Ann") == wording
    assert told(table, "deck_end") == wording
    assert told(table, "timer", revealed=[1]) == wording
    assert told(table, "position") == wording
    table = Table(1)
    table.turns(6)
    assert told(table, "timer", revealed=[1, 1, 2, 3, 3, 3, 3, 3, 3]) == wording
    table = Table(3, type="duel")
    for word, fields, line in (
        ("kazaam", {"drain": "Bo"}, "Ann drained Bo of 3 mana"),
        ("zing", {"replenish": "Cy"}, "Ann gave Cy 3 mana"),
        ("ka-zing", {"drain": "Bo", "replenish": "Cy"}, "Ann moved 3 mana from Bo to Cy"),
    ):
        assert told(table, "cast", by="Ann", cards=spell(f"1 e=3 {word}"), **fields) == line
    table = Table(2, type="precision")
    assert told(table, "cast", by="Ann", cards=spell("1 e kazaam")) == wording
    assert told(Table(4, teams=TWO_TEAMS), "deck_end", team="Di") == wording


def test_title_and_rounds(wording):
    table = Table(2)
    assert (render(GAME.title(table.state)), GAME.rounds(table.state)) == ("Round 1", 0)
    table.turns(2)
    assert (render(GAME.title(table.state)), GAME.rounds(table.state)) == ("Round 2", 1)
    table.judge("deck_end")
    assert render(GAME.title(table.state)) == wording
    table.turns(2)
    assert (render(GAME.title(table.state)), GAME.rounds(table.state)) == ("Over after 2 rounds", 2)


# the view


def test_view_in_every_state():
    random, drive = Random(2), driver("kazing")
    for players, options in drive.SETUPS:
        state = Table(players, **options).state
        for _ in range(60):
            if GAME.over(state):
                break
            state = GAME.apply(state, drive.next_event(GAME, state, random.choice))
            view = GAME.page(state, None)
            assert msgspec.json.encode(view)
            assert [p.player for p in view.players] == list(state.setup.players)
            assert sum(p.turn for p in view.players) == (not view.over)


def test_view_of_a_duel():
    table = Table(3, type="duel", mana=5)
    table.cast("1 e=5 kazaam", drain="Bo")
    view = GAME.page(table.state, None)
    assert (view.turn, view.next, view.cast) == ("Ann", "Cy", True)
    assert [(side.mana, side.out) for side in view.sides] == [
        (5, False),
        (0, True),
        (5, False),
    ]
    table.cast("1 e=50 zing", by="Cy", replenish="Cy", stands=True)
    assert GAME.page(table.state, None).full_bar == 55


def test_view_of_precision_and_solo():
    table = Table(1, type="precision")
    table.cast("4 circle circle kazaam", collect=[4, 7])
    view = GAME.page(table.state, None)
    assert view.sides[0].collected == (0, 0, 0, 2, 0, 0, 1, 0, 0)
    assert view.sides[0].complete == [4, 7]
    assert view.timer == Timer(cards=3, kept=(), down=3, due=False)


def test_view_of_teams():
    table = Table(4, teams=TWO_TEAMS)
    table.cast("1 e kazaam")
    view = GAME.page(table.state, None)
    assert [(side.players, side.score, side.turn) for side in view.sides] == [
        (("Ann", "Cy"), 1, True),
        (("Bo", "Di"), 0, False),
    ]
    assert GAME.team_scores(table.state) == [1, 0]
    assert GAME.team_scores(Table(2).state) is None


# the buttons


def test_offers_in_turn(wording):
    table = Table(2)
    assert labels(table) == wording
    assert main(table) == wording
    table.cast("1 e kazaam")
    assert main(table) == wording


def test_offers_with_full_tracking(wording):
    table = Table(2, tracking="full")
    assert main(table) == wording
    table.judge("take", by="Ann", **{"from": "deck"})
    assert main(table) == wording
    table.judge("discard", by="Ann")
    assert main(table) == wording
    table.judge("position", took=True, cast=True, hands={"Ann": 6})
    assert main(table) == wording
    assert "End Ann's turn. Next: Bo" not in labels(table)
    table.judge("position", took=True, hands={"Ann": 2})
    assert main(table) == wording


def test_offers_alone_teams_and_at_the_end(wording):
    table = Table(1)
    table.turns(6)
    assert labels(table) == wording
    assert offers(table)[0].sheet == "timer"
    assert len([o for o in offers(Table(4, teams=TWO_TEAMS)) if o.event and o.more]) == 2
    table = Table(2, type="duel", mana=1)
    table.cast("1 e=5 kazaam", drain="Bo")
    assert offers(table) == []


def test_the_next_player_is_offered_to_cast_before_the_turn_was_ended():
    table = Table(2)
    assert "Bo casts" not in [render(o.label) for o in GAME.offers(table.state, "Bo")]
    table.cast("1 e kazaam")
    offer = next(o for o in GAME.offers(table.state, "Bo") if render(o.label) == "Bo casts")
    assert table.form(offer.sheet, **offer.fill).end_first == table.event("end_turn", by="Ann")
    assert "Ann casts" not in [render(o.label) for o in GAME.offers(table.state, "Ann")]


# a new game, and the situation put in again


def test_rematch_the_next_begins():
    table = Table(3, first="Bo")
    setup = table.state.setup
    players, options = GAME.ending.rematch(setup.players, setup.options, table.state)
    assert players == ["Cy", "Ann", "Bo"]
    assert GAME.start(players, options).turn == "Cy"
    table = Table(4, teams=TWO_TEAMS)
    setup = table.state.setup
    players, options = GAME.ending.rematch(setup.players, setup.options, table.state)
    assert GAME.start(players, options).turn == "Bo"
    table = Table(1)
    setup = table.state.setup
    assert GAME.ending.rematch(setup.players, setup.options, table.state)[0] == ["Ann"]


def test_position_of_who_drained_himself_passes_the_turn_on():
    table = Table(3, type="duel", mana=5, first="Cy")
    table.turns(2)
    table.cast("1 e=5 kazaam", drain="Bo")
    assert table.state.turn == "Bo"
    event = GAME.position(table.state, None)
    legal(GAME.judge(table.state, event))
    after = GAME.apply(table.state, event)
    assert (after.turn, after.round, after.cast) == ("Cy", 2, False)


# the spell checker


def sheet(table, written="", **draft):
    cards = [*spell(written)] if written else []
    return table.form("cast", cards=cards, **draft)


def test_checker_with_nothing_entered():
    shown = sheet(Table(2))
    assert (shown.cast.by, shown.cards, shown.whole) == ("Ann", [], False)
    assert (shown.picture["legs"], shown.box) == ([], [])


def test_checker_card_by_card():
    table = Table(2)
    box = {
        "cards": [
            {"card": card(one)} for one in ["e", "s", "circle", "n", "w", "swirl", "half", "zing"]
        ]
    }

    def leads_on(written):
        shown = [each["card"] for each in sheet(table, written, memory=box).box if each["leads"]]
        return [each.get("move") or each.get("modifier") or each["word"] for each in shown]

    assert leads_on("1") == ["e", "s", "circle", "swirl", "half"]
    assert leads_on("1 rewind") == ["circle", "n", "w"], "run backwards they lead down and right"
    assert leads_on("1 e") == ["s", "circle", "w", "swirl", "half", "zing"]
    assert leads_on("1 half swirl") == ["e", "s", "circle", "n", "w", "swirl", "half", "zing"]
    shown = sheet(table, "1 e s kazaam", memory=box)
    assert (shown.band["verdict"], shown.mends, shown.box) == ("legal", [], [])


def test_checker_shows_a_break_at_once():
    shown = sheet(Table(2), "1 e e")
    assert shown.band["verdict"] == "illegal"
    assert [node["n"] for node in shown.picture["nodes"] if node["stuck"]] == [3]
    assert shown.mends == []
    shown = sheet(Table(2), "1 e e kazaam")
    assert shown.mends


def test_checker_asks_for_the_end():
    shown = sheet(Table(2, type="precision"), "2 e/w kazaam")
    assert (shown.ask_end, shown.may_end, shown.collected) == (True, (1, 3), None)
    shown = sheet(Table(2, type="precision"), "2 e/w kazaam", end=3)
    assert (shown.ask_end, shown.collected) == (False, [2, 3])
    assert len(shown.picture["legs"]) == 1


def test_checker_asks_for_targets_and_word():
    table = Table(3, type="duel", mana=5)

    def asked(*args, **draft):
        shown = sheet(*args, **draft)
        return render(shown.label), shown.ask_word, shown.drains, shown.replenishes

    assert asked(table, "1 e=3 kazaam-zing") == ("Kazaam or Zing?", True, False, False)
    drained = ("Whose mana is drained?", False, True, False)
    assert asked(table, "1 e=3 kazaam-zing", word="kazaam") == drained
    replenished = ("Whose mana is replenished?", False, True, True)
    assert asked(table, "1 e=3 ka-zing", drain="Bo") == replenished
    assert sheet(table, "1 e=3 zing", replenish="Bo").band["verdict"] == "legal"
    assert asked(Table(2), "1 e zing") == ("Record Ann's spell", False, False, False)


def test_checker_asks_what_to_collect():
    table = Table(2, type="precision")
    assert sheet(table, "1 e w kazaam").ask_collect == 2
    assert sheet(table, "1 e w kazaam", collect=[5]).ask_collect == 1
    assert sheet(table, "1 e:I s kazaam").ask_collect == 0
    assert sheet(Table(2), "1 e w kazaam").ask_collect == 0


def test_checker_offers_to_end_the_turn_before_first():
    table = Table(3)
    assert sheet(table, "1 e kazaam", by="Bo").end_first.by == "Ann"
    assert sheet(table, "1 e kazaam", by="Cy").end_first is None
    assert sheet(table, "1 e kazaam", by="Ann").end_first is None


def test_checker_stops_at_a_card_that_cannot_be():
    cards = [*spell("1 e"), {"move": "x", "resonance": "light"}, card("kazaam")]
    shown = Table(2).form("cast", cards=cards)
    assert len(shown.cards) == 2
    shown = Table(2).form("cast", cards=[{"position": "4"}])
    assert shown.cards == [{"position": 4}]


@pytest.mark.parametrize(
    "draft",
    [
        {},
        {"cards": None},
        {"cards": "1 e"},
        {"cards": [None, 3]},
        {"cards": [{}], "by": ["Ann"], "end": "x", "drain": {}, "collect": "no", "word": []},
        {"cards": [{"position": 1}], "by": "Zoe", "end": 12, "collect": [0, 44]},
        {"revealed": "x"},
        {"revealed": [1, 99]},
    ],
)
def test_sheets_take_any_draft(draft):
    for options in ({}, {"type": "duel"}, {"type": "precision"}):
        for name in ("cast", "position"):
            assert Table(2, **options).form(name, **draft)
    assert Table(1).form("timer", **draft)


def test_timer_sheet():
    table = Table(1)
    table.judge("position", timer={"cards": 9, "kept": [2, 5]})
    shown = table.form("timer", revealed=["1", "1"])
    assert shown.kept == (2, 5)
    assert shown.revealed == [1, 1]
    assert shown.times == [2, *[0] * 8]
    assert shown.missing == 5
    assert shown.event is None
    assert render(shown.label) == "5 more cards to turn up"
    shown = table.form("timer", revealed=[1, 1, 3, 3, 4, 4, 4])
    legal(GAME.judge(table.state, shown.event))
    assert Table(2).form("timer") is None


def test_checker_takes_whatever_is_thrown_at_it():
    """Random spells, cut anywhere: the sheet agrees with the ruling."""
    random, drive = Random(5), driver("kazing")
    for players, options in drive.SETUPS:
        table = Table(players, **options)
        for _ in range(60):
            event = drive.mutants(GAME, table.state, random.choice)
            if not isinstance(event, Cast):
                continue
            draft = msgspec.to_builtins(event)
            draft.pop("type")
            shown = table.form("cast", **draft)
            assert shown.cards == list(draft["cards"])
            if shown.event or (shown.whole and shown.band["verdict"] != "open"):
                assert shown.cast == event
                assert shown.band["verdict"] == GAME.judge(table.state, event).verdict
            draft["cards"] = draft["cards"][: random.randrange(9)]
            table.form("cast", **draft)
