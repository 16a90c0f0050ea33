"""Moment 1: somebody opens the app, picks the game, types the names, and keeps score."""

from __future__ import annotations

from collections.abc import Callable, Iterator

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
    scores,
    settle,
    tap,
    touch,
)
from playwright.sync_api import Page, expect
from real import Server

pytestmark = pytest.mark.browser

Phones = Callable[..., Page]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that has not been told yet what is printed on the cards."""
    running = Server(tmp_path_factory.mktemp("fresh"))
    yield running
    running.stop()


def taps_of(page: Page) -> Callable[[], int]:
    """Counts the taps on the glass from here on."""
    page.context.add_init_script(
        """addEventListener('pointerdown', () => sessionStorage.setItem('taps',
             1 + +(sessionStorage.getItem('taps') ?? 0)), true)"""
    )
    return lambda: page.evaluate("+(sessionStorage.getItem('taps') ?? 0)")


def test_from_the_first_page_to_scoring(phone: Phones) -> None:
    """Six taps at most, here four, and nothing to type but the names."""
    page = phone()
    taps = taps_of(page)
    page.goto("/")
    touch(page.locator(".spine.zar"))
    expect(page.get_by_label("New name")).to_be_focused()
    for name in ("Ann", "Bo", "Cy"):
        page.keyboard.type(name)
        page.keyboard.press("Enter")
        expect(page.locator(".row__name", has_text=name)).to_be_visible()
        expect(page.get_by_label("New name")).to_be_focused()
    tap(page, "Start with 3 players")
    tap(page, "Score hand 1")
    tap(page, "Bo", exact=True)
    expect(page.locator("h2")).to_have_text("Left in Ann’s hand")
    assert taps() <= 4


def test_names_of_this_phone_need_no_typing(phone: Phones) -> None:
    page = phone()
    open_table(page, "Ann", "Bo", "Cy")
    taps = taps_of(page)
    page.goto("/")
    touch(page.locator(".spine.zar"))
    for name in ("Cy", "Ann"):
        touch(page.locator(".names").get_by_role("button", name=name))
    tap(page, "Start with 2 players")
    tap(page, "Score hand 1")
    assert taps() == 5
    expect(page.locator(".people .key")).to_have_text(["Cy", "Ann"])


def test_names_can_be_seated_otherwise(phone: Phones) -> None:
    page = phone()
    page.goto("/open/zar")
    for name in ("Ann", "Bo", "Cy"):
        page.get_by_label("New name").fill(name)
        tap(page, "Add the name")
    tap(page, "Move Cy one place earlier")
    tap(page, "Remove Ann")
    expect(page.locator(".row__name")).to_have_text(["Cy", "Bo"])
    page.get_by_label("New name").fill("bo")
    tap(page, "Start with 2 players")
    expect(page.locator(".notice")).to_contain_text("Bo is already at the table")
    expect(page.locator(".row__name")).to_have_text(["Cy", "Bo", "bo"])


def test_the_value_of_a_card_is_answered_where_it_is_held(phone: Phones) -> None:
    """Any phone with a seat may say what stands on a card; nothing moves for the question."""
    ann, bo, dan = phone(), phone(), phone()
    code = open_table(ann, "Ann", "Bo", "Cy")
    join(bo, code, "p2")
    join(dan, code)
    bo.goto(f"/t/{code}/sheet/score?winner=p1&now=p2")
    place = bo.locator(".picker").bounding_box()
    card(bo, "winged dragon")
    expect(bo.locator("#bar")).to_contain_text("How many points are printed on it?")
    assert bo.locator(".picker").bounding_box() == place
    bo.get_by_label("Dragon, peacock").fill("20")
    tap(bo, "Save")
    expect(bo.locator(".sum")).to_have_text("20")
    assert bo.locator(".picker").bounding_box() == place
    assert "Settings changed: points printed on the cards" in lines(ann, code)[0]
    dan.goto(f"/t/{code}/sheet/score?winner=p1&now=p2&hands.p2=blue-crab")
    expect(dan.get_by_label("Crab, frog, wasp")).to_have_count(0)
    rest(bo)
    assert button(bo, "Bo has 20. Next: Cy").is_visible()


def test_three_hands_to_the_end_of_a_game(phone: Phones) -> None:
    """By cards and by totals; the order is the seating's, the lowest wins, and a rematch takes the
    phones along with the next dealer."""
    ann, bo = phone(), phone(dark=True)
    code = open_table(ann, "Ann", "Bo", "Cy", "Dee", **{"options.target": 40})
    join(bo, code, "p2")
    listening(ann, code)
    listening(bo, code)

    tap(ann, "Score hand 1")
    tap(ann, "Bo", exact=True)
    card(ann, "blue moon")
    for kind, points in (("Basic symbol", 5), ("Crab, frog, wasp", 10)):
        ann.get_by_label(kind).fill(str(points))
        if points == 5:
            tap(ann, "Save")
        else:
            ann.keyboard.press("Enter")
        expect(ann.locator(".sum")).to_have_text("5" if points == 5 else "15")
        if points == 5:
            card(ann, "red frog")
    card(ann, "red frog")
    expect(ann.locator(".sum")).to_have_text("25")
    touch(ann.get_by_role("button", name="Remove the red frog").first)
    expect(ann.locator(".sum")).to_have_text("15")
    tap(ann, "Ann has 15. Next: Cy")
    tap(ann, "Type it")
    for digit in "23":
        tap(ann, digit, exact=True)
    expect(ann.locator(".sum")).to_have_text("23")
    tap(ann, "Cy has 23. Next: Dee")
    tap(ann, "0", exact=True)
    tap(ann, "Dee has 0. Record hand 1")
    expect(ann.locator("h2")).to_have_text("ZAR, after hand 1")
    assert scores(ann) == [15, 0, 23, 0]
    expect(bo.locator(".score__total")).to_have_text(["15", "0", "23", "0"])
    expect(bo.locator(".score", has_text="Bo")).to_contain_text("lowest")
    expect(bo.locator(".score", has_text="Bo")).to_contain_text("deals")

    rest(bo)
    tap(bo, "Score hand 2")
    tap(bo, "Ann", exact=True)
    card(bo, "yellow star")
    tap(bo, "Bo has 5. Next: Cy")
    tap(bo, "Type it")
    tap(bo, "0", exact=True)
    tap(bo, "Cy has 0. Next: Dee")
    tap(bo, "9", exact=True)
    tap(bo, "Dee has 9. Record hand 2")
    expect(ann.locator(".score__total")).to_have_text(["15", "5", "23", "9"])

    rest(ann)
    tap(ann, "Score hand 3")
    tap(ann, "Ann", exact=True)
    expect(ann.locator("h2")).to_have_text("Cy’s total")
    for digit in "17":
        tap(ann, digit, exact=True)
    tap(ann, "Cy has 17")
    tap(ann, "0", exact=True)
    tap(ann, "Dee has 0")
    expect(ann.locator("#bar")).to_contain_text("Waiting for Bo")
    tap(ann, "Count for Bo here")
    tap(ann, "0", exact=True)
    tap(ann, "Bo has 0. Record hand 3")
    for page in (ann, bo):
        expect(page.locator(".end__name")).to_have_text("Bo")
        expect(page.locator(".end__line")).to_have_text("wins ZAR, lowest with 5")
        expect(page.locator(".place__score")).to_have_text(["5", "9", "15", "40"])
        expect(page.locator(".place--won")).to_have_count(1)

    rest(bo, 1050)
    tap(bo, "Rematch")
    expect(bo.locator(".score__name")).to_have_text(["Dee", "Ann", "Bo", "Cy"])
    expect(bo.locator(".score", has_text="Dee")).to_contain_text("deals")
    expect(button(ann, "Go to the next game")).to_be_visible()
    rest(ann, 1050)
    tap(ann, "Go to the next game")
    expect(ann.locator(".score__name")).to_have_text(["Dee", "Ann", "Bo", "Cy"])
    assert ann.url == bo.url
    assert code not in ann.url
    ann.goto(f"{ann.url}/people")
    expect(ann.locator("summary", has_text="Bo · own phone")).to_be_visible()
    ann.goto("/open/zar")
    expect(ann.get_by_label("Crab, frog, wasp")).to_have_value("10")


def test_totals_only(phone: Phones) -> None:
    """Who types one total is asked for the next total, and needs no tap for it."""
    page = phone()
    code = open_table(page, "Ann", "Bo", "Cy", "Dee", **VALUES)
    page.goto(f"/t/{code}/sheet/score")
    tap(page, "Dee", exact=True)
    tap(page, "Type it")
    for name, digits, then in (("Ann", "14", "Next: Bo"), ("Bo", "7", "Next: Cy")):
        expect(page.locator("h2")).to_have_text(f"{name}’s total")
        for digit in digits:
            tap(page, digit, exact=True)
        tap(page, f"{name} has {digits}. {then}")
    expect(page.locator("h2")).to_have_text("Cy’s total")
    tap(page, "Cards")
    expect(page.locator("h2")).to_have_text("Left in Cy’s hand")
    card(page, "winged dragon")
    tap(page, "Cy has 20. Record hand 1")
    settle(page)
    assert scores(page) == [14, 7, 20, 0]


def test_whose_cards_is_in_sight(phone: Phones) -> None:
    """Nothing to scroll for at 360 × 640: the deck, the total to type, the others."""
    page = phone()
    code = open_table(page, "Ann", "Bo", "Cy", "Dee", **VALUES)
    page.goto(f"/t/{code}/sheet/score?winner=p1&hands.p2=blue-sun&now=p2")
    bar = page.locator("#bar").bounding_box()
    assert bar is not None
    for what in (page.locator("#tab-p4"), button(page, "Type it")):
        box = what.bounding_box()
        assert box is not None
        assert box["y"] + box["height"] <= bar["y"]
        assert box["height"] >= 44


def test_the_deck_lies_still(phone: Phones) -> None:
    """The first card laid, and the last that the referee counted, move nothing under the thumb;
    a count that differs can be recorded."""
    page = phone()
    code = open_table(page, "Ann", "Bo", "Cy", **VALUES)
    hands = {"hands.p1": 1, "hands.p2": 2, "hands.p3": 1}
    record(page, code, "position", top="red-moon", turn="p1", **hands)
    record(page, code, "play", by="p1", cards="red-sun")
    page.goto(f"/t/{code}/sheet/score")
    picker = page.locator(".picker")
    place = picker.bounding_box()
    for chosen in ("blue sun", "red star"):
        card(page, chosen)
        assert picker.bounding_box() == place
    tap(page, "Bo has 10. Next: Cy")
    card(page, "blue crab")
    card(page, "blue frog")
    assert picker.bounding_box() == place
    ask = "2 cards are entered for Cy, but the count is 1."
    expect(page.locator("#bar")).to_contain_text(ask)
    expect(page.locator("#bar .chit--main")).to_have_count(0)
    tap(page, "Count again")
    expect(page.locator("h2")).to_have_text("Left in Cy’s hand")
    tap(page, f"Record it all the same {ask}")
    expect(page.locator(".score__total").first).to_be_visible()
    assert scores(page) == [0, 10, 20]
    log = lines(page, code)
    assert log[0].startswith("The hand was counted")
    assert not any("Count again" in line for line in log), "asked, not refused"
