"""A tablet in the middle of the table, a phone on its side, and hands that have only a keyboard."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hands import open_table, record, tap
from playwright.sync_api import Browser, Page, expect

pytestmark = pytest.mark.browser

Phones = Callable[..., Page]


def boxes(page: Page, *what: str) -> list[dict[str, float]]:
    found = [page.locator(one).first.bounding_box() for one in what]
    assert all(found), what
    return found  # type: ignore[return-value]


def cut_off(page: Page) -> list[str]:
    """What is tapped or read and lies outside the window or under something else."""
    return page.evaluate(
        """() => [...document.querySelectorAll('main :is(a, button, .row__name), .bar .chit')]
             .filter(e => {
               const box = e.getBoundingClientRect()
               const at = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2)
               return !at || !(e.contains(at) || at.contains(e))
             }).map(e => e.outerHTML.slice(0, 90))"""
    )


def refereed(page: Page, *names: str) -> str:
    code = open_table(page, *names)
    record(page, code, "start_hand", dealer="p1", top="blue-wasp")
    page.goto(f"/t/{code}")
    return code


def test_a_tablet(phone: Phones) -> None:
    page = phone(wide=True)
    refereed(page, "Ann", "Bo", "Cy", "Dee")
    side, main, bar, card = boxes(page, ".side", "main", "#bar", ".card--l")
    assert side["x"] + side["width"] <= main["x"] + 1
    assert 0.7 < side["width"] / main["width"] < 0.95, "5 : 6"
    assert bar["x"] >= main["x"] - 1
    assert bar["y"] >= main["y"] + main["height"] - 1
    assert card["y"] < 300
    expect(page.locator(".side .score__name")).to_have_text(["Ann", "Bo", "Cy", "Dee"])
    assert cut_off(page) == []
    page.get_by_role("button", name="Turn the page round").click()
    turned = page.locator(".card--l").bounding_box()
    assert turned is not None
    assert turned["y"] > 400
    assert cut_off(page) == []


def test_a_phone_on_its_side(browser: Browser, server) -> None:
    context = browser.new_context(
        viewport={"width": 640, "height": 360}, base_url=server.url, has_touch=True
    )
    page = context.new_page()
    refereed(page, "Ann", "Bo", "Cy")
    card, rows, bar = boxes(page, "main .card--l", "main .tray", "#bar")
    assert card["x"] + card["width"] <= rows["x"] + 1
    assert rows["x"] + rows["width"] <= bar["x"] + 1, "the bar is a column"
    assert not page.evaluate("document.scrollingElement.scrollWidth > innerWidth")
    assert bar["y"] + bar["height"] <= 361
    page.get_by_role("link", name="Bo plays a wasp").click()
    expect(page.locator(".picker")).to_be_visible()
    assert not page.evaluate("document.scrollingElement.scrollWidth > innerWidth")
    context.close()


def test_a_ring_on_its_side(phone: Phones) -> None:
    """The whole ring is seen beside its tray, and every space can be tapped."""
    page = phone()
    page.set_viewport_size({"width": 640, "height": 360})
    code = open_table(page, "Ann", "Bo", game="zinga")
    record(page, code, "start_round", first="p1")
    page.goto(f"/t/{code}")
    for ring, beside in ((".rings", ".onturn"), (".ring", ".which")):
        drawn, other, bar, top = boxes(page, f"main {ring}", f"main {beside}", "#bar", "#top")
        assert drawn["y"] >= top["y"] + top["height"]
        assert drawn["y"] + drawn["height"] <= 360
        assert drawn["x"] + drawn["width"] <= min(other["x"], bar["x"])
        assert other["x"] + other["width"] <= bar["x"] + 1
        assert cut_off(page) == []
        page.goto(f"/t/{code}?show=orange")


CALLS = ("zig", "zag", "double-zig", "zig-zag")


def test_scorecards_beside_a_round(phone: Phones) -> None:
    """The pad and the log at the left, what lies before each player in the middle of the table."""
    page = phone(wide=True)
    boxes_of = dict.fromkeys(map("options.boxes.{}".format, CALLS), 1)
    code = open_table(page, "Ann", "Bo", "Cy", "Dee", game="zigzag", **boxes_of)
    record(page, code, "start_round")
    record(page, code, "stop", by="p2", on="p3", feature="accessory")
    page.goto(f"/t/{code}")
    side, main = boxes(page, ".side", "main")
    assert side["x"] + side["width"] <= main["x"] + 1
    assert page.locator(".scorecard:visible").count() == 2
    before = page.locator("main .row:visible", has_text="Cy")
    expect(before).to_contain_text("Accessory")
    page.set_viewport_size({"width": 640, "height": 360})
    tops = [card.bounding_box() for card in page.locator(".scorecard:visible").all()]
    assert all(box and box["y"] + box["height"] <= 360 for box in tops), "all in sight"


def press(page: Page, name: str, *, exact: bool = False) -> None:
    """Go there by Tab, see where one is, and press Enter."""
    wanted = page.get_by_role("button", name=name, exact=exact)
    wanted = wanted.or_(page.get_by_role("link", name=name, exact=exact)).first
    wanted.wait_for()
    for _ in range(120):
        page.keyboard.press("Tab")
        if wanted.evaluate("e => e === document.activeElement"):
            break
    else:
        raise AssertionError(f"Tab does not lead to {name}")
    ring = wanted.evaluate(
        "e => { const s = getComputedStyle(e); return [s.outlineStyle, parseInt(s.outlineWidth)] }"
    )
    assert ring == ["solid", 3], "where one is can be seen"
    page.keyboard.press("Enter")
    expect(page.locator(".is-busy")).to_have_count(0)
    page.wait_for_timeout(420)


def test_by_keyboard_alone(phone: Phones) -> None:
    page = phone(wide=True)
    code = open_table(page, "Ann", "Bo", "Cy")
    page.goto(f"/t/{code}")
    press(page, "Referee the next hand")
    press(page, "blue sun", exact=True)
    press(page, "Ann turns over a blue sun")
    press(page, "Bo plays")
    press(page, "red frog", exact=True)
    press(page, "Bo plays a red frog")
    ruling = page.get_by_role("alertdialog")
    expect(ruling).to_have_accessible_name(
        "Bo’s red frog shares neither colour nor symbol with the blue sun."
    )
    expect(page.locator(".ruling__say")).to_be_focused()
    for _ in range(12):
        page.keyboard.press("Tab")
        inside = page.evaluate(
            """() => document.activeElement === document.body ||
                 Boolean(document.activeElement.closest('[role=alertdialog]'))"""
        )
        assert inside, "what lies under the ruling is out of reach"
    page.keyboard.press("Escape")
    expect(ruling).to_have_count(0)
    expect(page.locator(".facing__text .big")).to_have_text("Bo")
    press(page, "Draw one")
    press(page, "Pass")
    press(page, "Match!") if page.get_by_role("link", name="Match!").count() else None
    expect(page.locator(".facing__text .big")).to_have_text("Cy")
    press(page, "Cy says ZAR")
    expect(page.locator("#ticker")).to_contain_text("Cy said ZAR")
    expect(page.locator("#ticker")).to_have_attribute("role", "status")


def test_long_words_and_large_text(phone: Phones) -> None:
    """Words half as long again, and text twice as large: nothing runs out of the page."""
    page = phone()
    names = ("Großmutter Hildegard", "Maximilian-Alexander", "Cy", "Конституция-Николаевна")
    code = refereed(page, *names)
    pages = (f"/t/{code}", f"/t/{code}/sheet/play?by=p2", f"/t/{code}/log", f"/t/{code}/people")
    for path in (
        *pages,
        f"/t/{code}/settings",
        f"/t/{code}/more",
        f"/t/{code}/qr",
        "/",
        "/check/zar",
    ):
        page.goto(path)
        assert not page.evaluate(OVERFLOWS), path
        page.evaluate(LONGER)
        assert not page.evaluate(OVERFLOWS), path
        page.evaluate("document.documentElement.style.fontSize = '200%'")
        assert not page.evaluate(OVERFLOWS), path
    page.goto(f"/t/{code}")
    rows = page.locator(".row").all()
    tops = [row.bounding_box() for row in rows]
    assert all(box and 50 <= box["height"] <= 60 for box in tops), "a name is cut, not the row"
    tap(page, "Take 2")


OVERFLOWS = "document.scrollingElement.scrollWidth > innerWidth"
LONGER = """() => {
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  while (walk.nextNode()) {
    const text = walk.currentNode
    if (text.data.trim().length > 3 && !text.parentElement.closest('script, template, .code'))
      text.data = text.data.replace(/\\p{L}{4,}/gu, word => word + word.slice(0, word.length / 2))
  }
}"""
