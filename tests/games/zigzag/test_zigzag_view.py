"""What the table shows: the log, the page, the buttons, the entry sheets."""

import pytest
from zigzag_table import (
    FIRE_PINK,
    FOUR,
    NOTHING,
    WATER,
    WATER_BLUE,
    begin,
    block,
    box,
    cancel,
    cards,
    dealt,
    declare,
    lead,
    position,
    power,
    record,
    shift,
    stop,
    ticks,
    zag,
    zig,
)

from referee.core import render
from referee.games.zigzag import GAME
from referee.games.zigzag.events import Lead, Shift, StartRound
from referee.record import read
from referee.table import Fold


def fold(*events, **options):
    """The table after these events, and the last (event, ruling)."""
    given = read(record(list(events), **options), {"zigzag": GAME})
    table, last = Fold(GAME, GAME.start(given.players, given.options)), None
    for n, event in enumerate(given.events):
        last = (event, table.take(event, n).ruling)
    return table.state, last


INNOCENT = {"Ann": "wbs eyc", "Cy": "agu fpn"}


@pytest.mark.parametrize(
    ("event", "said"),
    [
        (begin(stands=True), "A round begins."),
        (begin(7, stands=True), "A round begins, with line 7."),
        (dealt("Cy", 0), "Cy put in a constraint."),
        (shift("Cy"), "Cy played a +1 or −1."),
        (stop("Cy", "character"), "Bo laid a STOP character before Cy."),
        (power("Bo", "theft", "Cy"), "Bo stole a card from Cy."),
        (power("Bo", "swap", "Di"), "Bo swapped cards with Di."),
        (power("Bo", "master"), "Bo put a power face down."),
        (cancel("Cy", "swap"), "Cy lifted the game swap on Cy."),
        (
            cancel("Ann", "stop", "Cy", feature="landscape"),
            "Ann lifted the STOP landscape on Cy.",
        ),
        (lead(), "A new lead."),
        (zig(box_level=1), "Ann declared ZIG and ticked it."),
        (zig(NOTHING), "Ann declared ZIG."),
        (
            declare(
                "Cy",
                "double-zag",
                {"Cy": WATER_BLUE, "Ann": FIRE_PINK},
                tick="zag",
                box_level=1,
            ),
            "Cy declared DOUBLE-ZAG and ticked ZAG.",
        ),
        (block("Bo", "Cy", INNOCENT), "Bo called BLOCK on Cy's team, and it failed."),
        (block("Bo", "Cy", {"Ann": ""}), "Bo called BLOCK on Cy's team, rightly."),
        (block("Bo", "Cy", {}), "Bo called BLOCK on Cy's team."),
        (box("Ann", "zig-zag", 2), "The box ZIG-ZAG was ticked for Ann's team."),
        (position(), "The table was set right."),
    ],
)
def test_the_log_says_what_happened(event, said):
    _, (event, ruling) = fold(begin(5), event, level=3, constraints=[[{"text": "x"}]])
    assert render(GAME.tell(event, ruling, None)) == said


def test_the_log_tells_a_seat_its_own():
    for event, said in (
        (shift("Cy", 1), "Cy played a +1."),
        (shift("Cy", -1), "Cy played a −1."),
        (power("Cy", "watch", "Bo"), "Cy put the game watch on Bo face down."),
        (power("Cy", "ten-seconds"), "Cy put the 10 seconds face down."),
        (dealt("Cy", text="swims"), "Cy put in a constraint."),
    ):
        _, (told, ruling) = fold(begin(5), event, level=2)
        assert render(GAME.tell(told, ruling, "Cy")) == said


@pytest.mark.parametrize(
    ("events", "title"),
    [
        ([], "Before the first round"),
        ([begin()], "Round 1"),
        ([begin(), zig()], "After round 1"),
        ([begin(), zig(), begin()], "Round 2"),
    ],
)
def test_the_title_says_where_the_game_is(events, title):
    assert render(GAME.title(fold(*events)[0])) == title


def test_the_page_shows_scorecards_and_what_lies_before_each():
    state, _ = fold(
        box("Ann", "zag"),
        begin(),
        stop("Cy", "landscape"),
        power("Bo", "theft", "Cy"),
        power("Di", "watch", "Ann"),
        block("Bo", "Cy", INNOCENT),
    )
    page = GAME.view(state, None)
    assert (page["round"], page["in_round"], page["level"], page["over"]) == (1, True, 1, False)
    ann, bo = page["teams"]
    assert ann["players"] == ["Ann", "Cy"]
    assert (ann["ticked"], ann["of"], ann["won"]) == (1, 4, False)
    assert ann["boxes"][1] == {"level": 1, "call": "zag", "ticked": 1, "of": 1}
    assert (bo["failed_blocks"], bo["failed_of"], bo["failed_left"]) == (1, 3, 2)
    cy, di = page["players"][2:]
    assert cy["stops"] == [{"stop": "landscape", "forbids": "element"}]
    assert (cy["three"], cy["partner"], cy["team"], cy["waiting"]) == (True, "Ann", 0, 0)
    assert (di["three"], di["stops"], di["waiting"]) == (False, [], 1)


def test_the_page_on_level_3_has_both_scorecards():
    state, _ = fold(level=3, failed_blocks=None, boxes={"zig": 2})
    team = GAME.view(state, None)["teams"][0]
    assert [(b["level"], b["call"], b["of"]) for b in team["boxes"]][:5] == [
        (1, "zig", 2),
        (1, "zag", 1),
        (1, "double-zig", 1),
        (1, "zig-zag", 1),
        (2, "zig", 2),
    ]
    assert (team["of"], team["failed_of"], team["failed_left"]) == (10, None, None)


def test_rounds_that_are_over_are_counted():
    counted = [
        ([], 0),
        ([begin()], 0),
        ([begin(), zig()], 1),
        ([box("Ann", "zig")], 1),
        ([begin(), box("Ann", "zig")], 1),
        ([begin(), begin(stands=True)], 1),
    ]
    for events, rounds in counted:
        assert GAME.rounds(fold(*events)[0]) == rounds


def test_a_rematch_keeps_the_seats_for_nobody_deals():
    state, _ = fold()
    assert GAME.rematch(FOUR, "options", state) == (FOUR, "options")


# Buttons


def labels(state, viewer):
    return {render(offer.label): offer for offer in GAME.offers(state, viewer)}


def test_offers_between_rounds():
    offered = labels(fold(begin(), zig())[0], None)
    assert offered["Start round 2"].event == StartRound()
    assert offered["Start round 2"].main
    assert labels(fold(level=2)[0], None)["Start round 1"].sheet == "start_round"


def test_offers_in_a_round():
    offered = labels(fold(begin())[0], "Cy")
    assert offered["Declare"].main
    assert offered["New lead"].event == Lead()
    assert offered["Cy's cards"].sheet == "hand"
    assert "Cy's constraint" not in offered


def test_offers_of_a_shift_to_its_own_seat_and_only_where_there_is_a_line():
    state, _ = fold(begin(12), level=2)
    offered = labels(state, "Cy")
    assert "Cy plays a +1" not in offered
    assert offered["Cy plays a −1"].event == Shift("Cy", -1)
    assert not any("plays" in label for label in labels(state, None))


def test_offers_nothing_after_the_end():
    won = position(ticked=ticks("Bo", "zig", "zag", "double-zig", "zig-zag"))
    assert GAME.offers(fold(won)[0], "Ann") == []


# Entry sheets


def test_sheet_declare_asks_for_the_hands_the_call_rests_on():
    state, _ = fold(begin())
    for call, players in (
        (None, []),
        ("zig", ["Cy"]),
        ("zag", ["Cy"]),
        ("double-zig", ["Ann", "Cy"]),
        ("double-zag", ["Ann", "Cy"]),
        ("nonsense", []),
    ):
        sheet = GAME.sheet(state, "Ann", "declare", {"call": call})
        assert [hand["player"] for hand in sheet["hands"]] == players
        assert not sheet["ready"]


def test_sheet_declare_shows_what_is_common_while_it_fills():
    state, _ = fold(begin(), stop("Cy", "character"))
    given = ["earth-blue-sunglasses", "joker", "earth-pink-sunglasses", "earth-yellow-?"]
    draft = {"by": "Ann", "call": "zag", "hands": {"Cy": given}}
    sheet = GAME.sheet(state, "Bo", "declare", draft)
    (hand,) = sheet["hands"]
    assert hand["slots"][3] == {
        "element": "earth",
        "colour": "yellow",
        "accessory": None,
        "hot": ["element"],
    }
    element, colour, accessory = hand["shared"]
    assert element == {
        "feature": "element",
        "value": "earth",
        "count": 4,
        "still": True,
        "all": True,
        "stopped": False,
    }
    assert (colour["count"], colour["all"], colour["stopped"]) == (2, False, True)
    assert (accessory["value"], accessory["count"]) == ("sunglasses", 3)
    assert not sheet["ready"]
    whole = [*given[:3], "earth-yellow-none"]
    assert GAME.sheet(state, "Bo", "declare", draft | {"hands": {"Cy": whole}})["ready"]


def test_sheet_declare_shows_the_boxes_to_choose_from():
    state, _ = fold(box("Ann", "zig"), begin())
    free = GAME.sheet(state, "Ann", "declare", {"call": "double-zag"})["free"]
    assert free == {1: ["zag", "double-zig", "zig-zag"]}


def test_sheet_declare_by_the_holder_where_the_table_allows_it():
    draft = {"by": "Cy", "call": "zig", "hands": {"Cy": cards(WATER)}}
    state, _ = fold(begin(), readings={"self_declare": "yes"})
    assert GAME.sheet(state, None, "declare", draft)["hands"][0]["player"] == "Cy"
    assert GAME.sheet(state, None, "declare", draft)["holders"] == ["Ann", "Cy"]
    both = draft | {"hands": {"Cy": cards(WATER), "Ann": ["?-?-?"]}}
    assert GAME.sheet(state, None, "declare", both)["hands"][0]["player"] == "Ann"
    state, _ = fold(begin())
    assert GAME.sheet(state, None, "declare", draft)["hands"][0]["player"] == "Ann"
    assert GAME.sheet(state, None, "declare", draft)["holders"] == []


def test_sheet_check_may_ask_whether_the_holder_declares():
    state, _ = fold(begin())
    event = {"by": "Cy", "call": "zig", "hands": {"Cy": ["?-?-?"]}}
    shown = GAME.sheet(state, None, "check", {"event": event})
    assert (shown["holders"], shown["hands"][0]["player"]) == (["Ann", "Cy"], "Cy")
    assert shown["rows"][0][0]["to"] == "event.hands.Cy:0:water-?-?"
    double = GAME.sheet(state, None, "check", {"event": event | {"call": "double-zig"}})
    assert double["holders"] == []


def test_sheet_declare_has_three_slots_after_a_theft():
    state, _ = fold(begin(), power("Bo", "theft", "Cy"))
    three = cards(WATER)[:3]
    draft = {"by": "Ann", "call": "zig", "hands": {"Cy": three}}
    shown = GAME.sheet(state, None, "declare", draft)
    assert len(shown["hands"][0]["slots"]) == 3
    assert not any(each["all"] for each in shown["hands"][0]["shared"])
    assert shown["event"]["hands"] == {"Cy": three}


def test_sheet_hand_is_the_own_one():
    state, _ = fold(begin())
    sheet = GAME.sheet(state, "Cy", "hand", {"hands": {"Cy": cards(WATER)}})
    assert [hand["player"] for hand in sheet["hands"]] == ["Cy"]
    assert sheet["ready"]


@pytest.mark.parametrize(("test", "slots"), [("pair", [2, 2]), ("four", [3, 4])])
def test_sheet_block_has_as_many_slots_as_are_shown(test, slots):
    state, _ = fold(begin(), power("Bo", "theft", "Ann"), readings={"block_test": test})
    sheet = GAME.sheet(state, "Bo", "block", {"on": "Cy"})
    assert [len(hand["slots"]) for hand in sheet["hands"]] == slots
    assert sheet["teams"] == [["Ann", "Cy"]]


def test_sheet_of_stops_powers_constraints_and_boxes():
    state, _ = fold(begin(5), stop("Cy", "accessory"), dealt("Ann", text="x"), level=2)
    stops = GAME.sheet(state, "Bo", "stop", {})
    assert stops["opponents"] == ["Ann", "Cy"]
    assert stops["stops"]["Cy"] == [{"stop": "accessory", "forbids": "accessory"}]
    assert GAME.sheet(state, "Bo", "power", {})["partner"] == "Di"
    assert GAME.sheet(state, "Ann", "constraint", {})["mine"]["constraint"] == {"text": "x"}
    assert GAME.sheet(state, "Ann", "constraint", {"by": "Bo"})["mine"] is None
    assert GAME.sheet(state, "Bo", "constraint", {"by": "Ann"})["mine"] is None
    assert len(GAME.sheet(state, None, "score_box", {})["teams"]) == 2


@pytest.mark.parametrize(
    "draft",
    [
        {"by": 7, "on": [], "call": {}, "hands": "x", "shown": 3},
        {"by": "Eve", "on": "Eve", "call": "zig", "hands": {"Cy": 7}},
        {"by": "Ann", "call": "zig", "hands": {"Cy": [None, 7, "", "water", "a-b-c-d", "joker"]}},
        {"by": "Bo", "on": "Ann", "shown": {"Ann": ["water-blue"], "Cy": [[]]}},
    ],
)
def test_sheet_bears_any_draft(draft):
    for state in (fold()[0], fold(begin())[0]):
        for name in ("declare", "hand", "block", "stop", "power", "constraint", "score_box", "x"):
            for viewer in (None, "Ann"):
                assert isinstance(GAME.sheet(state, viewer, name, draft), dict)


def test_a_zag_is_told_with_its_features():
    _, (event, ruling) = fold(begin(), zag())
    assert render(ruling.reason) == "Cy has a ZAG: blue and water."
    assert render(GAME.tell(event, ruling, None)) == "Ann declared ZAG and ticked it."
