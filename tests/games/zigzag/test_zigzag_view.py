"""What the table shows: the log, the page, the buttons."""

import pytest
from zigzag_table import (
    FIRE_PINK,
    FOUR,
    NOTHING,
    WATER_BLUE,
    begin,
    block,
    box,
    cancel,
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
from referee.games.zigzag.actions import Lead, Shift, StartRound
from referee.games.zigzag.page import Box, LaidStop
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
        (begin(stands=True), "A round begins"),
        (begin(7, stands=True), "A round begins, using line 7"),
        (dealt("Cy", 0), "Cy entered a constraint"),
        (shift("Cy"), "Cy played a +1 or −1"),
        (stop("Cy", "character"), "Bo put a STOP character in front of Cy"),
        (power("Bo", "theft", "Cy"), "Bo stole a card from Cy"),
        (power("Bo", "swap", "Di"), "Bo swapped cards with Di"),
        (power("Bo", "master"), "Bo put a power face down"),
        (cancel("Cy", "swap"), "Cy lifted the game swap on Cy"),
        (
            cancel("Ann", "stop", "Cy", feature="landscape"),
            "Ann lifted the STOP landscape on Cy",
        ),
        (lead(), "A new lead"),
        (zig(box_level=1), "Ann declared ZIG and ticked it"),
        (zig(NOTHING), "Ann declared ZIG"),
        (
            declare(
                "Cy",
                "double-zag",
                {"Cy": WATER_BLUE, "Ann": FIRE_PINK},
                tick="zag",
                box_level=1,
            ),
            "Cy declared DOUBLE-ZAG and ticked ZAG",
        ),
        (block("Bo", "Cy", INNOCENT), "Bo called BLOCK on Cy's team, and it failed"),
        (block("Bo", "Cy", {"Ann": ""}), "Bo called BLOCK on Cy's team, and was right"),
        (block("Bo", "Cy", {}), "Bo called BLOCK on Cy's team"),
        (box("Ann", "zig-zag", 2), "The ZIG-ZAG box was ticked for Ann's team"),
        (position(), "The position was set right"),
    ],
)
def test_the_log_says_what_happened(event, said):
    _, (event, ruling) = fold(begin(5), event, level=3, constraints=[[{"text": "x"}]])
    assert render(event.describe(ruling, None)) == said


def test_the_log_tells_a_seat_its_own():
    for event, said in (
        (shift("Cy", 1), "Cy played a +1, so line 6 counts"),
        (shift("Cy", -1), "Cy played a −1, so line 4 counts"),
        (power("Cy", "watch", "Bo"), "Cy put the game watch on Bo face down"),
        (power("Cy", "ten-seconds"), "Cy put the 10 seconds face down"),
        (dealt("Cy", text="swims"), "Cy entered a constraint"),
    ):
        _, (told, ruling) = fold(begin(5), event, level=2)
        assert render(told.describe(ruling, "Cy")) == said


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
    page = GAME.page(state, None)
    assert (page.is_running, page.level, page.over) == (True, 1, False)
    ann, bo = page.teams
    assert [row.player for row in ann.rows] == ["Ann", "Cy"]
    assert ann.kinds[1] == [Box(level=1, call="zag", ticked=1, of=1)]
    assert (bo.failed_blocks, bo.failed_of) == (1, 3)
    cy, di = page.players[2:]
    assert cy.stops == (LaidStop("landscape", "element"),)
    assert (cy.three, cy.waiting) == (True, 0)
    assert ann.rows[1] == cy
    assert (di.three, di.stops, di.waiting) == (False, (), 1)


def test_the_page_on_level_3_has_both_scorecards():
    state, _ = fold(level=3, failed_blocks=None, boxes={"zig": 2})
    team = GAME.page(state, None).teams[0]
    assert [[(b.level, b.call, b.of) for b in kind] for kind in team.kinds] == [
        [(1, "zig", 2), (2, "zig", 2)],
        [(1, "zag", 1), (2, "zag", 1)],
        [(1, "double-zig", 1), (2, "double-zig", 1)],
        [(1, "zig-zag", 1), (2, "zig-zag", 1)],
    ]
    assert team.failed_of is None


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
    assert GAME.ending.rematch(FOUR, "options", state) == (FOUR, "options")


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


def test_a_zag_is_told_with_its_features(wording):
    _, (event, ruling) = fold(begin(), zag())
    assert render(ruling.reason) == wording
    assert render(event.describe(ruling, None)) == wording
