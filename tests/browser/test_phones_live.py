"""Every phone shows the same moment, and nothing that a thumb is at moves."""

from __future__ import annotations

import re
import time
from collections.abc import Callable

import pytest
from hands import (
    VALUES,
    button,
    card,
    join,
    lines,
    listening,
    open_table,
    record,
    rest,
    says,
    scores,
    tap,
    touch,
    undo,
)
from playwright.sync_api import Page, expect

pytestmark = pytest.mark.browser

Phones = Callable[..., Page]

WATCH = """
window.shifts = []
new PerformanceObserver(list => {
  for (const entry of list.getEntries()) window.shifts.push([entry.value,
    ...entry.sources.map(s => s.node?.className || s.node?.nodeName)])
}).observe({type: 'layout-shift'}) // from now on: a page is drawn while it still comes in
"""


def hand(host: Page, *names: str, top: str = "blue-sun") -> str:
    """A table whose first hand the first player has dealt."""
    code = open_table(host, *(names or ("Ann", "Bo", "Cy")), **VALUES)
    record(host, code, "start_hand", dealer="p1", top=top)
    return code


def test_three_phones_within_a_second(phone: Phones) -> None:
    ann, bo, tv = phone(), phone(dark=True), phone(wide=True)
    code = hand(ann)
    join(bo, code, "p2")
    join(tv, code)
    for page in (ann, bo, tv):
        listening(page, code)
    taken = []
    for i in range(6):
        actor, others = ((ann, (bo, tv)), (bo, (ann, tv)))[i % 2]
        rest(actor)
        name = ("Bo", "Cy", "Ann")[i // 2 % 3]
        said = f"{name} drew one" if i % 2 == 0 else f"{name} passed"
        button(actor, "Draw one" if i % 2 == 0 else "Pass").click()
        expect(actor.locator("#ticker")).to_contain_text(said)
        start = time.monotonic()
        for page in others:
            expect(page.locator("#ticker")).to_contain_text(said, timeout=2000)
        taken.append(time.monotonic() - start)
    assert max(taken) < 1
    expect(tv.locator(".side .score__name")).to_have_text(["Ann", "Bo", "Cy"])


def test_an_open_sheet_is_kept_and_asks_once(phone: Phones) -> None:
    ann, bo = phone(), phone(dark=True)
    code = hand(ann)
    join(bo, code, "p2")
    listening(ann, code)
    listening(bo, code)
    tap(ann, "Bo plays")
    card(ann, "blue wasp")
    places = ann.locator(".pick, .chit, .hand__card").evaluate_all(BOXES)
    tap(bo, "Draw one")
    says(ann, "Meanwhile: Bo drew one")
    assert ann.locator(".pick, .chit, .hand__card").evaluate_all(BOXES) == places
    expect(ann.locator(".hand__card")).to_have_accessible_name("Remove the blue wasp")
    tap(ann, "Bo plays a blue wasp")
    expect(ann.locator(".notice")).to_contain_text("Bo drew one")
    expect(ann.locator(".ruling__say")).to_have_text("Bo played a blue wasp on the blue sun")
    assert lines(ann, code)[0].startswith("Bo drew one"), "nothing is added on top unasked"
    tap(ann, "Record it too")
    expect(ann.locator(".owed")).to_contain_text("faces a draw of 2")
    says(bo, "Bo played a blue wasp on the blue sun")

    # The other answer: it is left out.
    tap(ann, "Cy plays a wasp")
    card(ann, "red wasp")
    rest(bo)
    tap(bo, "Take 2")
    says(ann, "Meanwhile: Cy drew 2 for the wasps")
    tap(ann, "Cy plays a red wasp")
    tap(ann, "Leave it as it is")
    expect(ann.locator(".facing__text .big")).to_have_text("Cy")
    assert lines(ann, code)[0].startswith("Cy drew 2 for the wasps")


BOXES = "all => all.map(e => { const b = e.getBoundingClientRect(); return [b.x, b.y, b.width] })"


def test_what_is_typed_is_kept_when_another_has_recorded_the_hand(phone: Phones) -> None:
    """Picture 13: one has 14 for Dee, the other 12."""
    ann, bo = phone(), phone()
    code = open_table(ann, "Dee", "Bo", **VALUES)
    join(bo, code, "p2")
    for page, total in ((ann, "12"), (bo, "14")):
        page.goto(f"/t/{code}/sheet/score")
        if page is ann:  # who went out is asked once
            tap(page, "Bo", exact=True)
        tap(page, "Type it")
        for digit in total:
            tap(page, digit, exact=True)
    tap(bo, "Dee has 14. Record hand 1")
    expect(bo.locator(".score__total")).to_have_text(["14", "0"])
    says(ann, "Meanwhile: Bo went out · Dee 14")
    expect(ann.locator(".sum")).to_have_text("12")
    tap(ann, "Dee has 12. Record hand 1")
    expect(ann.locator("main")).to_contain_text("Bo went out · Dee 14")
    expect(ann.locator("main")).to_contain_text("Bo went out · Dee 12")
    tap(ann, "Keep Bo’s entry")
    assert scores(ann) == [14, 0]


def test_a_whole_hand_on_two_phones(phone: Phones) -> None:
    ann, bo = phone(), phone(dark=True)
    code = open_table(ann, "Ann", "Bo", "Cy", **VALUES)
    join(bo, code, "p2")
    for page in (ann, bo):
        listening(page, code)

    def shows(turn: str, top: str, *more: str) -> None:
        """Both phones show the same moment."""
        for page in (ann, bo):
            expect(page.locator(".facing__text .big")).to_have_text(turn)
            expect(page.locator(".card--l")).to_have_accessible_name(top)
            for what in more:
                expect(page.locator(".facing")).to_contain_text(what)
        rest(ann)

    def holds(*counts: int) -> None:
        for page in (ann, bo):
            expect(page.locator(".row__count")).to_have_text([str(n) for n in counts])

    tap(ann, "Referee the next hand")
    card(ann, "blue sun")
    tap(ann, "Ann turns over a blue sun")
    shows("Bo", "blue sun", "clockwise, Cy next")
    holds(7, 7, 7)
    tap(bo, "Bo plays")
    card(bo, "blue frog")
    tap(bo, "Bo plays a blue frog")
    shows("Ann", "blue frog", "Cy is skipped.")
    tap(ann, "Match!")
    tap(ann, "Cy", exact=True)
    shows("Cy", "blue frog", "Bo draws one.")
    holds(7, 7, 6)
    tap(ann, "Cy plays")
    card(ann, "blue crab")
    tap(ann, "Cy plays a blue crab")
    shows("Bo", "blue crab", "anticlockwise, Ann next")
    tap(bo, "Bo plays")
    card(bo, "blue wasp")
    tap(bo, "Bo plays a blue wasp")
    shows("Ann", "blue wasp", "faces a draw of 2")
    tap(ann, "Take 2")
    shows("Ann", "blue wasp")
    holds(9, 6, 5)
    tap(ann, "Ann plays")
    card(ann, "winged dragon")
    card(ann, "moons")
    tap(ann, "Ann plays a winged dragon")
    shows("Cy", "winged dragon", "only moons")
    tap(ann, "Cy plays")
    card(ann, "red moon")
    tap(ann, "Cy plays a red moon")
    shows("Bo", "red moon")

    # The phones have lost track: what lies there is put in.
    tap(ann, "More")
    tap(ann, "Set it right")
    for name, count in (("Ann", "2"), ("Bo", "2"), ("Cy", "3")):
        ann.get_by_label(name, exact=True).first.fill(count)
    tap(ann, "Play on from here")
    shows("Bo", "red moon")
    holds(2, 2, 3)

    tap(bo, "Bo plays")
    card(bo, "red star")
    tap(bo, "Bo plays a red star")
    shows("Ann", "red star")
    for page in (ann, bo):
        expect(page.locator(".row", has_text="Bo").locator(".is-hot")).to_have_text("GOTCHA")
    tap(ann, "GOTCHA on Bo")
    tap(ann, "Cy", exact=True)
    says(bo, "Cy caught Bo: GOTCHA")
    holds(2, 2, 3)
    expect(ann.locator(".is-hot")).to_have_count(0)
    rest(ann)
    tap(ann, "Ann plays")
    card(ann, "yellow star")
    tap(ann, "Ann plays a yellow star")
    shows("Cy", "yellow star")
    tap(ann, "Ann says ZAR")
    says(bo, "Ann said ZAR")
    expect(ann.locator(".is-hot")).to_have_count(0)
    tap(ann, "Cy plays")
    card(ann, "yellow sun")
    tap(ann, "Cy plays a yellow sun")
    shows("Bo", "yellow sun")
    tap(bo, "Bo plays")
    card(bo, "yellow moon")
    tap(bo, "Bo plays a yellow moon")
    shows("Ann", "yellow moon")
    tap(ann, "Ann plays")
    card(ann, "yellow cloud")
    tap(ann, "Ann plays a yellow cloud")
    for page in (ann, bo):
        expect(page.locator(".facing")).to_contain_text("Went out")
    rest(bo)

    # Everyone counts his own.
    tap(ann, "Score hand 1")
    expect(ann.locator("h2")).to_have_text("Left in Bo’s hand")
    tap(bo, "Score hand 1")
    expect(bo.locator("h2")).to_have_text("Left in Bo’s hand")
    card(bo, "blue galaxy")
    expect(bo.locator(".sum")).to_have_text("5")
    tap(bo, "Bo has 5. Next: Cy")
    expect(ann.locator("#tab-p2")).to_have_text(re.compile(r"Bo:\s+5"))
    tap(ann, re.compile("^Cy"))
    expect(ann.locator("h2")).to_have_text("Left in Cy’s hand")
    card(ann, "red crab")
    card(ann, "red wasp")
    tap(ann, "Cy has 20. Record hand 1")
    expect(ann.locator("h2")).to_have_text("ZAR, after hand 1")
    assert scores(ann) == [0, 5, 20]
    says(bo, "Ann went out")


def test_live_updates_shift_nothing(phone: Phones) -> None:
    """Whatever another phone does: the table's page, the pad and an open sheet stay as they lie."""
    ann, bo, seat, new = phone(), phone(), phone(), phone()
    code = hand(ann, "Ann", "Bo", "Cy", "Dee")
    join(bo, code, "p2")
    join(seat, code, "p3")
    listening(bo, code)
    bo.evaluate(WATCH)
    seat.goto(f"/t/{code}/sheet/play?by=p2")
    seat.evaluate(WATCH)
    for events in (
        [
            ("draw", {"by": "p2"}),
            ("pass", {"by": "p2"}),
            ("play", {"by": "p3", "cards": "blue-wasp"}),
        ],
        [("take", {"by": "p4"}), ("play", {"by": "p4", "cards": "blue-crab"})],
        [("zar", {"by": "p4"}), ("gotcha", {"by": "p1", "on": "p4"})],
    ):
        for kind, fields in events:
            record(ann, code, kind, **fields)
            bo.wait_for_timeout(150)
    undo(ann, code)
    join(new, code)
    _ask_for(new, code, "p2")
    expect(bo.locator(".asks")).to_contain_text("Another phone would like Bo’s seat.")
    bo.wait_for_timeout(400)
    for page in (bo, seat):
        total = sum(shift for shift, *_ in page.evaluate("window.shifts"))
        assert total < 0.01, page.evaluate("window.shifts")


def _ask_for(page: Page, code: str, player: str) -> None:
    door = page.request.get(f"/t/{code}/door").text()
    token = re.search(r'name="token" value="([^"]+)"', door)
    csrf = re.search(r'name="csrf_token" value="([^"]+)"', door)
    assert token
    assert csrf
    page.request.post(
        f"/join/{code}", form={"csrf_token": csrf[1], "token": token[1], "player": player}
    )


def test_a_question_can_be_answered_at_once(phone: Phones) -> None:
    """What lies over the page hides no button of it."""
    ann, new = phone(), phone()
    code = hand(ann, "Ann", "Bo", "Cy", "Dee")
    other = phone()
    join(other, code, "p2")
    join(new, code)
    listening(ann, code)
    _ask_for(new, code, "p2")
    expect(ann.locator(".asks")).to_be_visible()
    over = ann.locator(".asks").bounding_box()
    assert over is not None
    for tapped in ann.locator("main .key, #bar .chit").all():
        box = tapped.bounding_box()
        assert box is not None
        assert box["y"] >= over["y"] + over["height"]
    rest(ann)
    touch(button(ann, "No", exact=True))
    expect(ann.locator(".asks")).to_have_count(0)
