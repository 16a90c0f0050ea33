"""Moment 3: a friend points a camera at the square, taps a name, and sees the table live."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
import qrcode
from hands import (
    button,
    join,
    lines,
    listening,
    open_table,
    record,
    rest,
    says,
    settle,
    tap,
    touch,
)
from playwright.sync_api import Page, expect

pytestmark = pytest.mark.browser

Phones = Callable[..., Page]

MATRIX = """svg => {
  // What a camera sees: the middle of each module, dark or light.
  const box = svg.viewBox.baseVal
  const path = [...svg.querySelectorAll('path')].at(-1)
  const dark = (x, y) => path.isPointInFill(new DOMPoint(x, y))
  const at = (i) => box.x + (i + .5) * box.width / SIDE
  return [...Array(SIDE).keys()].map(y => [...Array(SIDE).keys()].map(x => dark(at(x), at(y))))
}"""


def seen(page: Page, text: str) -> bool:
    """Whether the square on the page is that of `text`, with its quiet zone."""
    code = qrcode.QRCode(border=4)
    code.add_data(text)
    expected = code.get_matrix()
    script = MATRIX.replace("SIDE", str(len(expected)))
    return page.locator(".qr svg").evaluate(script) == expected


def code_on(page: Page) -> str:
    return "".join(page.locator(".code span").all_inner_texts())


def test_the_square_leads_to_the_table(phone: Phones) -> None:
    host, guest = phone(), phone(dark=True)
    code = open_table(host, "Ann", "Bo", "Cy")
    host.goto(f"/t/{code}")
    tap(host, "QR code to join")
    assert code_on(host) == code
    box = host.locator(".qr svg").bounding_box()
    assert box is not None
    assert box["width"] >= 236
    address = host.locator(".qr p").first.inner_text().partition(",")[0]
    assert "127.0.0.1" not in address or address == host.url.split("/")[2]
    assert seen(host, f"http://{address}/j/{_token(host)}")
    guest.goto(f"/j/{_token(host)}")
    expect(guest.locator("h2")).to_have_text("Who is using this phone?")
    tap(guest, "Cy", exact=True)
    expect(guest.locator(".score__name")).to_have_text(["Ann", "Bo", "Cy"])
    expect(guest.locator("#live")).to_have_text("2 phones")
    expect(host.locator(".seats")).to_contain_text("Cy’s phone")
    record(host, code, "start_hand", dealer="p1", top="blue-sun")
    says(guest, "Ann dealt and turned over a blue sun")
    guest.goto(f"/j/{_token(host)}")
    expect(guest.locator(".facing__text .big")).to_have_text("Bo")


def _token(host: Page) -> str:
    """The token in the square, as the host's own door has it."""
    door = host.request.get(host.url.replace("/qr", "/door")).text()
    found = re.search(r'name="token" value="([^"]+)"', door)
    assert found
    return found[1]


def test_the_code_is_typed(phone: Phones) -> None:
    host, guest = phone(), phone()
    code = open_table(host, "Ann", "Bo")
    guest.goto("/")
    tap(guest, "Join a table")
    expect(guest.get_by_label("Code of the table")).to_be_focused()
    guest.keyboard.type("abcdef")
    guest.keyboard.press("Enter")
    expect(guest.locator(".field__problem")).to_have_text(
        "There is no open table with this code. Check the code and try again."
    )
    expect(guest.get_by_label("Code of the table")).to_have_value("abcdef")
    guest.get_by_label("Code of the table").fill(f"{code[:3]} {code[3:]}".lower())
    tap(guest, "Go to the table", exact=True)
    tap(guest, "Just watching")
    expect(guest.locator("#bar")).to_contain_text("This phone is watching")
    expect(guest.locator("#bar button, #bar a")).to_have_count(0)


def test_a_locked_table(phone: Phones) -> None:
    host, guest = phone(), phone()
    code = open_table(host, "Ann", "Bo")
    host.goto(f"/t/{code}/qr")
    token = _token(host)
    tap(host, "Lock joining")
    says(host, "Joining is locked")
    guest.goto(f"/j/{token}")
    expect(guest.locator("main")).to_contain_text("Joining is locked at this table.")
    guest.goto(f"/join?code={code}")
    expect(guest.locator(".field__problem")).to_have_text(
        "There is no open table with this code. Check the code and try again."
    )
    tap(host, "Unlock joining")
    guest.goto(f"/j/{token}")
    tap(guest, "Bo", exact=True)
    expect(guest.locator("h2")).to_have_text("ZAR, hand 1")


@pytest.mark.parametrize(
    ("who", "answer"), [("host", "Let Bo in"), ("holder", "Let Bo in"), ("host", "No")]
)
def test_a_taken_seat_goes_after_a_yes(phone: Phones, who: str, answer: str) -> None:
    host, bo, other = phone(), phone(), phone()
    code = open_table(host, "Ann", "Bo")
    join(bo, code, "p2")
    listening(host, code)
    listening(bo, code)
    other.goto(f"/join?code={code}")
    tap(other, re.compile("^Bo.*taken: ask"))
    expect(other.locator(".asks")).to_contain_text("Waiting for an answer")
    for page in (host, bo):
        expect(page.locator(".asks")).to_contain_text("Another phone would like Bo’s seat.")
    rest(host)
    tap(host if who == "host" else bo, answer, exact=True)
    if answer == "No":
        expect(other.locator(".asks")).to_contain_text("Your request was turned down.")
        rest(other)
        tap(other, "Close")
        expect(other.locator(".asks")).to_have_count(0)
        expect(bo.locator("#bar")).not_to_contain_text("watching")
    else:
        expect(other.locator("#bar")).not_to_contain_text("watching")
        expect(bo.locator("#bar")).to_contain_text("This phone is watching")
    for page in (host, bo):
        expect(page.locator(".asks")).to_have_count(0)


def test_a_removed_phone_asks_back(phone: Phones) -> None:
    host, bo = phone(), phone()
    code = open_table(host, "Ann", "Bo")
    join(bo, code, "p2")
    listening(bo, code)
    host.goto(f"/t/{code}/people")
    touch(host.locator("summary", has_text="Bo’s phone"))
    tap(host, "Remove")
    expect(bo.locator("#notice")).to_contain_text("removed from the table")
    bo.reload()
    expect(bo.locator("main")).to_contain_text("removed from the table")
    tap(bo, "Ask to come back")
    listening(host, code)
    expect(host.locator(".asks")).to_contain_text(
        "A phone that was removed would like to come back."
    )
    tap(host, "Let that phone in")
    expect(host.locator(".asks")).to_have_count(0)
    bo.goto(f"/t/{code}")
    expect(bo.locator("h2")).to_have_text("ZAR, hand 1")


def test_hosting_is_handed_over(phone: Phones) -> None:
    host, bo = phone(), phone()
    code = open_table(host, "Ann", "Bo")
    join(bo, code, "p2")
    listening(bo, code)
    host.goto(f"/t/{code}/people")
    touch(host.locator("summary", has_text="Bo’s phone"))
    tap(host, "Make it the host")
    says(bo, "Bo’s phone is now the host")
    bo.goto(f"/t/{code}/qr")
    expect(button(bo, "Lock joining")).to_be_visible()
    host.goto(f"/t/{code}/qr")
    expect(button(host, "Lock joining")).to_have_count(0)
    host.goto(f"/t/{code}/settings")
    expect(host.locator("main")).to_contain_text("Only the host’s phone can change these.")
    # The old host has a seat only if it takes one.
    tap(host, "Seats and phones")
    tap(host, "Take a seat on this phone")
    tap(host, "Ann", exact=True)
    expect(host.locator("#bar")).to_contain_text("Score hand 1")


def test_who_may_record(phone: Phones) -> None:
    host, bo, watcher = phone(), phone(), phone()
    code = open_table(host, "Ann", "Bo", "Cy")
    join(bo, code, "p2")
    join(watcher, code)
    record(host, code, "start_hand", dealer="p1", top="blue-sun")
    for page in (bo, watcher):
        listening(page, code)
    expect(button(bo, "Bo plays")).to_be_visible()
    expect(button(watcher, "ZAR")).to_have_count(0)

    host.goto(f"/t/{code}/settings")
    touch(host.get_by_label("Each player their own entries, and the host all"))
    tap(host, "Save", exact=True)
    says(bo, "From now on, players may record their own entries, and the host all entries")
    rest(bo)
    tap(bo, "Draw one")
    says(bo, "Bo drew one")
    rest(bo)
    tap(bo, "Pass")
    says(bo, "Bo passed")
    bo.goto(f"/t/{code}/sheet/play?by=p3")
    touch(bo.locator(".picker").get_by_role("button", name="blue frog"))
    tap(bo, "Cy plays a blue frog")
    expect(bo.locator("#notice")).to_contain_text("This phone may not record that")
    expect(bo.locator(".hand__card")).to_have_count(1)

    host.goto(f"/t/{code}/settings")
    expect(host.get_by_label("Each player their own entries, and the host all")).to_be_checked()
    touch(host.get_by_label("Only the host", exact=True))
    tap(host, "Save", exact=True)
    listening(bo, code)
    expect(bo.locator("#bar button, #bar a")).to_have_count(0)
    listening(host, code)
    tap(host, "Cy plays")
    settle(host)
    assert lines(host, code)[0] == "From now on, only the host may record"


def test_somebody_new_joins_between_hands(phone: Phones) -> None:
    host, guest = phone(), phone()
    code = open_table(host, "Ann", "Bo")
    record(host, code, "end_hand", winner="p1", **{"points.p2": 13})
    listening(host, code)
    guest.goto(f"/join?code={code}")
    guest.get_by_label("Not on the list?").fill("Dee")
    tap(guest, "Ask to play")
    expect(host.locator(".asks")).to_contain_text("Dee would like to play.")
    rest(host)
    tap(host, "Let Dee in")
    for page in (host, guest):
        expect(page.locator(".score__name")).to_have_text(["Ann", "Bo", "Dee"])
        expect(page.locator(".score__total")).to_have_text(["0", "13", "7"])
    expect(button(guest, "Score hand 2")).to_be_visible()


def test_a_returning_phone_is_what_it_was(phone: Phones) -> None:
    host, bo = phone(), phone()
    code = open_table(host, "Ann", "Bo")
    join(bo, code, "p2")
    tab = bo.context.new_page()
    tab.goto("/")
    tap(tab, re.compile("^ZAR Before"))
    expect(tab.locator("#bar")).to_contain_text("Score hand 1")
    tab.goto(f"/join?code={code}")
    expect(tab.locator(".door", has_text="Bo")).to_contain_text("this phone")
