"""The cards are in one hand, the phone is in the other: every tap counts, and none too many."""

from __future__ import annotations

import re
import time
from collections.abc import Callable

import pytest
from hands import VALUES, button, join, listening, open_table, record, says, settle, tap
from playwright.sync_api import Locator, Page, expect

pytestmark = pytest.mark.browser

Phones = Callable[..., Page]


def tap_at(page: Page, *taps: tuple[float, Locator]) -> None:
    """Tap each where it lies now, so many milliseconds after the first, whatever lies there by
    then."""
    at = []
    for after, what in taps:
        what.wait_for()
        box = what.bounding_box()
        assert box is not None
        at.append([after, box["x"] + box["width"] / 2, box["y"] + box["height"] / 2])
    page.evaluate(
        """(taps) => Promise.all(taps.map(([after, x, y]) =>
          new Promise((done) => setTimeout(() => {
          document.elementFromPoint(x, y)?.dispatchEvent(new MouseEvent('click',
            {bubbles: true, cancelable: true, clientX: x, clientY: y, detail: 1, view: window}))
          done()
        }, after))))""",
        at,
    )


def slow(page: Page, path: str, milliseconds: int) -> None:
    """Let every answer to `path` take so much longer."""

    def late(route) -> None:
        time.sleep(milliseconds / 1000)
        route.continue_()

    page.route(re.compile(path), late)


@pytest.mark.parametrize("apart", [80, 200, 350])
def test_a_pair_is_two_cards(phone: Phones, apart: int) -> None:
    page = phone()
    code = open_table(page, "Ann", "Bo", **VALUES)
    page.goto(f"/t/{code}/sheet/score?winner=p2")
    moon = page.locator(".picker").get_by_role("button", name=re.compile("^blue moon"))
    tap_at(page, (0, moon), (apart, moon))
    expect(page.locator(".sum")).to_have_text("10")
    expect(page.locator(".hand__card")).to_have_count(2)
    tap(page, "Ann has 10. Record hand 1")
    expect(page.locator("h2")).to_have_text("ZAR, after hand 1")


def test_digits_in_a_hurry(phone: Phones) -> None:
    page = phone()
    code = open_table(page, "Ann", "Bo", **VALUES)
    page.goto(f"/t/{code}/sheet/score?winner=p2&mode=type")
    key = {
        n: page.locator(".keypad").get_by_role("button", name=str(n), exact=True) for n in (1, 2, 4)
    }
    tap_at(page, (0, key[1]), (60, key[2]), (120, key[2]), (180, key[4]))
    expect(button(page, re.compile("^Ann has"))).to_have_text("Ann has 1224. Record hand 1")


def test_an_answer_that_takes_its_time(phone: Phones) -> None:
    """The number stands there at once, and what is tapped before an answer comes is sent after."""
    page = phone()
    code = open_table(page, "Ann", "Bo", **VALUES)
    page.goto(f"/t/{code}/sheet/score?winner=p2&mode=type")
    slow(page, "/sheet/score", 500)
    key = {
        n: page.locator(".keypad").get_by_role("button", name=str(n), exact=True) for n in (3, 7)
    }
    tap_at(page, (0, key[3]), (90, key[7]))
    assert page.locator(".sum").inner_text() == "37"
    expect(button(page, re.compile("^Ann has"))).to_have_text("Ann has 37. Record hand 1")


def test_a_digit_tapped_offline_is_there_afterwards(phone: Phones) -> None:
    page = phone()
    code = open_table(page, "Ann", "Bo", **VALUES)
    page.goto(f"/t/{code}/sheet/score?winner=p2&mode=type")
    tap(page, "1", exact=True)
    page.context.set_offline(True)
    tap(page, "7", exact=True)
    expect(page.locator(".notice")).to_contain_text("What you entered is still here.")
    assert page.locator(".sum").inner_text() == "17"
    page.context.set_offline(False)
    expect(button(page, re.compile("^Ann has"))).to_have_text("Ann has 17. Record hand 1")


def test_a_recording_waits_for_what_was_entered_before_it(phone: Phones) -> None:
    """A button that says 5 does not record 5 when another card has been tapped."""
    page = phone()
    code = open_table(page, "Ann", "Bo", **VALUES)
    page.goto(f"/t/{code}/sheet/score?winner=p2&hands.p1=blue-sun")
    slow(page, "/sheet/score", 150)
    moon = page.locator(".picker").get_by_role("button", name=re.compile("^blue moon"))
    tap_at(page, (0, moon), (20, button(page, re.compile("Record hand"))))
    expect(button(page, re.compile("Record hand"))).to_have_text("Ann has 10. Record hand 1")
    expect(page.locator("h2")).to_have_text("Left in Ann’s hand")


def test_of_two_at_once_the_first_counts(phone: Phones) -> None:
    page = phone()
    code = open_table(page, "Ann", "Bo", "Cy", **VALUES)
    page.goto(f"/t/{code}/sheet/score")
    slow(page, "/sheet/score|/events", 150)
    who = page.locator("main")
    tap_at(
        page, (0, who.get_by_role("button", name="Bo")), (30, who.get_by_role("button", name="Cy"))
    )
    expect(page.locator("h2")).to_have_text("Left in Ann’s hand")
    settle(page)
    left = [re.compile("Ann"), re.compile("Cy"), "Bo went out"]
    expect(page.locator(".tabs .key")).to_have_text(left)
    record(page, code, "start_hand", dealer="p1", top="blue-sun")
    listening(page, code)
    tap_at(page, (0, button(page, "Draw one")), (30, button(page, "More")))
    says(page, "Bo drew one")
    expect(button(page, "Pass")).to_be_visible()
    tap_at(page, (500, button(page, "Pass")), (530, button(page, "Cy says ZAR")))
    says(page, "Bo passed")
    tap(page, "More")
    expect(page.locator("h1")).to_have_text("More")


def test_names_in_a_hurry(phone: Phones) -> None:
    page = phone()
    open_table(page, "Ann", "Bo", "Cy")
    page.goto("/open/zar")
    slow(page, "/open/zar", 150)
    names = page.locator(".names")
    tap_at(
        page,
        *((12 * i, names.get_by_role("button", name=n)) for i, n in enumerate(("Ann", "Cy", "Bo"))),
    )
    expect(page.locator(".row__name")).to_have_text(["Ann", "Cy", "Bo"])


def test_an_impatient_tap_after_the_last_hand(phone: Phones) -> None:
    """Where the last hand was recorded there is nothing that begins another game, and for a second
    nothing begins one anywhere."""
    page = phone()
    code = open_table(page, "Ann", "Bo", **VALUES, **{"options.target": 20})
    page.goto(f"/t/{code}/sheet/score?winner=p2&points.p1=40")
    over = page.locator(".end__name")
    tap_at(page, (0, button(page, re.compile("Record hand 1"))))
    over.wait_for()
    tap_at(page, (0, button(page, "Rematch")))
    page.wait_for_timeout(300)
    expect(over).to_be_visible()
    assert page.url.endswith(code)
    undo = page.locator("#bar .chit--undo").bounding_box()
    again = button(page, "Rematch").bounding_box()
    assert undo is not None
    assert again is not None
    assert again["y"] + again["height"] <= undo["y"], "it is not where the last tap was"
    page.wait_for_timeout(1000)
    tap(page, "Rematch")
    expect(page.locator(".score__total")).to_have_text(["0", "0"])


def test_whose_phone_it_is(phone: Phones) -> None:
    """The host says at opening who holds the phone; the own row is marked, and the phone of whoever
    is on turn says so."""
    host, bo = phone(), phone()
    host.goto("/open/zar")
    for name in ("Ann", "Bo", "Cy"):
        host.get_by_label("New name").fill(name)
        tap(host, "Add the name")
    host.locator("label.choice", has_text="Ann").click()
    tap(host, "Move Cy one place earlier")
    expect(host.get_by_label("Ann", exact=True)).to_be_checked()
    tap(host, "Start with 3 players")
    code = host.url.rpartition("/")[2]
    door = bo.request.get(f"/join?code={code}").text()
    assert 'Ann</span><small><span class="aloud">, </span>taken: ask for it' in door
    join(bo, code, "p3")
    record(host, code, "start_hand", dealer="p1", top="blue-sun")
    listening(bo, code)
    host.goto(f"/t/{code}")
    mine = host.locator(".row", has_text="Ann")
    expect(mine.locator(".tag--you")).to_be_visible()
    expect(host.locator(".tag--you:visible")).to_have_count(1)
    expect(button(host, "GOTCHA on Ann")).to_be_hidden()
    expect(button(host, "GOTCHA on Bo")).to_be_visible()
    expect(bo.locator("body.yours")).to_have_count(0)
    record(host, code, "draw", by="p2")
    record(host, code, "pass", by="p2")
    expect(bo.locator(".top__name")).to_have_text("Bo, your turn")
    expect(bo.locator("body.yours")).to_have_count(1)
    expect(host.locator("body.yours")).to_have_count(0)


def test_who_asks_to_play_is_seen_where_the_host_stands(phone: Phones) -> None:
    host, guest = phone(), phone()
    code = open_table(host, "Ann", "Bo")
    guest.goto(f"/join?code={code}")
    host.goto(f"/t/{code}/qr")
    guest.get_by_label("Not on the list?").fill("Boo")
    tap(guest, "Ask to play")
    expect(host.locator(".asks")).to_contain_text("Boo would like to play.")
    expect(host.locator(".chit--main")).to_have_count(1)
    host.goto(f"/t/{code}")
    expect(host.locator(".chit--main")).to_have_count(1)
    asks, rows = (
        host.locator(".asked--top").bounding_box(),
        host.locator(".score").first.bounding_box(),
    )
    assert asks is not None
    assert rows is not None
    assert asks["y"] + asks["height"] <= rows["y"], "it covers the first row"
    tap(host, "Let Boo in")
    expect(host.locator(".score", has_text="Boo")).to_be_visible()
