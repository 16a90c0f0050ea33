"""Axe finds nothing, on no page and in no state, by day and by night; nothing is loaded from
elsewhere and the policy refuses nothing (`phone` sees to that)."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest
from hands import VALUES, card, field, join, open_table, record, settle, tap, touch, undo
from playwright.sync_api import Page, expect

pytestmark = pytest.mark.browser

Phones = Callable[..., Page]
Check = Callable[[Page], None]

BAD = {
    "format": "referee-record",
    "version": 1,
    "game": "zar",
    "players": ["Ann", "Ann"],
    "events": [],
}


def fits(page: Page) -> None:
    """Nothing is wider than the phone; what is tapped is 44 pixels large, and 8 apart."""
    wide = page.evaluate("document.scrollingElement.scrollWidth > innerWidth")
    assert not wide, page.url
    faults = page.evaluate(TARGETS)
    assert not faults, (page.url, faults)


TARGETS = """() => {
  const LAYER = '.ruling__ways, .over, .asked, #bar, #top, main' // one may lie over another
  const small = [], near = []
  const excused = '.skip, .first, .ticker a, .hand__card, .hand__tile, .score__name, .log a, ' +
    '.ruling__reading a, .choice input, p a, .spine'
  const shown = [...document.querySelectorAll(
    'a, button, summary, select, input:not([type=hidden])')].filter(
    e => e.checkVisibility({visibilityProperty: true, opacityProperty: false}) &&
      !e.matches(excused) && !e.closest('[inert]'))
  const boxes = shown.map(e => e.getBoundingClientRect())
  const name = e => e.outerHTML.slice(0, 90)
  for (const [i, box] of boxes.entries()) {
    if (!box.width) continue
    if (box.width < 43.5 || box.height < 43.5) small.push([name(shown[i]), box.width, box.height])
    for (let j = i + 1; j < boxes.length; j += 1) {
      const other = boxes[j]
      if (!other.width || shown[i].contains(shown[j]) || shown[j].contains(shown[i])) continue
      const x = Math.max(box.left, other.left) - Math.min(box.right, other.right)
      const y = Math.max(box.top, other.top) - Math.min(box.bottom, other.bottom)
      if (x < 7.5 && y < 7.5 && shown[i].closest(LAYER) === shown[j].closest(LAYER))
        near.push([name(shown[i]), name(shown[j])])
    }
  }
  return [...small, ...near]
}"""


def test_outside_a_table(phone: Phones, axe: Check) -> None:
    page = phone()
    for path in (
        "/",
        "/open/zar",
        "/open/zar?name=Ann&name=Bo&name=Ann&start=1",
        "/menu",
        "/join",
        "/join?code=ABCDEF",
        "/check",
        "/check/zar",
        "/rules/zar",
        "/rules/zar?q=wasp",
        "/rules/zar?q=nothing+of+the+kind",
        "/import",
        "/nothing",
        "/t/ABCDEF",
        "/h/nothing",
    ):
        page.goto(path)
        axe(page)
        fits(page)
    page.goto("/import")
    page.set_input_files(
        "[name=record]",
        {"name": "bad.json", "mimeType": "application/json", "buffer": json.dumps(BAD).encode()},
    )
    tap(page, "Open it as a table")
    expect(page.locator(".notice")).to_contain_text("Nothing was saved")
    axe(page)
    page.goto("/open/zar")
    touch(page.locator("summary"))
    axe(page)
    fits(page)


def test_rulings_without_a_table(phone: Phones, axe: Check) -> None:
    page = phone()
    page.goto("/check/zar")
    card(page, "winged dragon")
    axe(page)
    tap(page, "What was played?")
    axe(page)
    tap(page, "Ann plays")
    card(page, "red moon")
    axe(page)
    fits(page)
    for laid, word in (
        ("red moon", "Undecided"),
        ("front peacock", "Illegal"),
        ("winged dragon", "Legal"),
    ):
        page.goto("/check/zar")
        card(page, "winged dragon")
        tap(page, "What was played?")
        tap(page, "Ann plays")
        card(page, laid)
        if laid == "front peacock":
            card(page, "red")
        if laid == "winged dragon":
            card(page, "moons")
        tap(page, "Ask the referee")
        expect(page.locator(".verdict")).to_contain_text(word)
        axe(page)
        fits(page)


def test_a_table(phone: Phones, axe: Check) -> None:
    host, guest = phone(), phone()
    code = open_table(host, "Ann", "Bo", "Cy", "Dee")
    here = f"/t/{code}"

    def look(page: Page, path: str = "") -> None:
        if path:
            page.goto(here + path)
        axe(page)
        fits(page)

    host.goto(here)
    look(host)
    for path in ("/qr", "/people", "/settings", "/delete", "/log", "/more", "/undo", "/door"):
        look(host, path)
    look(host, "/wall")
    join(guest, code, "p2")
    for path in ("/qr", "/people", "/settings", "/door"):
        look(guest, path)
    look(host, "/people")
    for fold in host.locator("summary").all():
        touch(fold)
    look(host)
    look(host, "/course")


def test_the_sheets_of_zar(phone: Phones, axe: Check) -> None:
    page = phone()
    code = open_table(page, "Ann", "Bo", "Cy", "Dee", **{"options.chameleons": 1})
    sheet = f"/t/{code}/sheet"

    def look(path: str) -> None:
        page.goto(path)
        axe(page)
        fits(page)

    for path in (
        "score",
        "score?winner=p2",
        "score?winner=p2&hands.p1=blue-moon&hands.p1=red-frog&now=p1",
        "score?winner=p2&points.p1=12&now=p1",
        "deal",
        "deal?dealer=p1&top=blue-sun",
        "join",
        "quit",
    ):
        look(f"{sheet}/{path}")
    record(page, code, "start_hand", dealer="p1", top="blue-sun")
    look(f"/t/{code}")
    for path in (
        "play?by=p2",
        "play?by=p2&cards=blue-frog",
        "play?by=p2&cards=winged-dragon",
        "play?by=p2&cards=front-peacock&declare=red",
        "play?by=p2&cards=chameleon",
        "match",
        "gotcha?on=p2",
        "penalty",
        "penalty?on=p2",
        "close_call",
        "close_call?a.kind=zar&a.by=p1&b.kind=gotcha&b.by=p2",
        "position",
    ):
        look(f"{sheet}/{path}")
    page.goto(f"{sheet}/play?by=p2&cards=red-frog")
    for way in ("Bo plays a red frog", "Just ask"):
        page.goto(f"{sheet}/play?by=p2&cards=red-frog")
        tap(page, way)
        axe(page)
        fits(page)
    page.goto(f"{sheet}/play?by=p2&cards=red-frog")
    tap(page, "Bo plays a red frog")
    tap(page, "Let it stand")
    axe(page)
    for path in ("log", "log/3", "log/4", "log/4?undo=1", "undo"):
        look(f"/t/{code}/{path}")
    undo(page, code)
    look(f"/t/{code}/log")


def test_questions_and_ends(phone: Phones, axe: Check) -> None:
    host, guest, other = phone(), phone(), phone()
    code = open_table(host, "Ann", "Bo", "Cy", **VALUES, **{"options.target": 10})
    record(host, code, "start_hand", dealer="p1", top="blue-sun")
    join(guest, code, "p2")
    guest.goto(f"/t/{code}/sheet/play?by=p2&cards=blue-moon")
    record(host, code, "draw", by="p2")
    tap(guest, "Bo plays a blue moon")
    expect(guest.locator("main")).to_contain_text("Nothing was added twice.")
    axe(guest)
    fits(guest)
    other.goto(f"/join?code={code}")
    axe(other)
    fits(other)
    tap(other, "Bo taken: ask for it")
    axe(other)
    fits(other)
    host.goto(f"/t/{code}")
    expect(host.locator(".asks")).to_be_visible()
    axe(host)
    host.context.set_offline(True)
    expect(host.locator(".is-off").first).to_be_visible()
    axe(host)
    host.context.set_offline(False)
    host.goto(f"/t/{code}/people")
    touch(host.locator("summary", has_text="Bo’s phone"))
    tap(host, "Remove")
    guest.goto(f"/t/{code}")
    expect(guest.locator("main")).to_contain_text("removed")
    axe(guest)
    fits(guest)
    host.goto(f"/t/{code}/qr")
    door = host.request.get(f"/t/{code}/door").text()
    tap(host, "Lock joining")
    axe(host)
    locked = phone()
    locked.goto(f"/j/{field(door, 'token')}")
    expect(locked.locator("h2")).to_have_text("Joining is locked")
    axe(locked)
    fits(locked)
    undo(host, code)
    undo(host, code)
    record(host, code, "end_hand", winner="p1", **{"points.p2": 3, "points.p3": 12})
    host.goto(f"/t/{code}")
    settle(host)
    axe(host)
    fits(host)
    host.goto(f"/t/{code}/course")
    axe(host)
    host.goto("/")
    axe(host)
    fits(host)
