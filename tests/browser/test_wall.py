"""A wall board on a television: live, large enough, and honest when the line is gone."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hands import field, open_table, record
from playwright.sync_api import Browser, Page, expect

pytestmark = pytest.mark.browser

Phones = Callable[..., Page]
LONG = "Wilhelmina-Charlotte van der Meulenbroek"

SMALL = """() => {
    const u = Math.min(innerWidth / 1920, innerHeight / 1080), found = []
    const walk = document.createTreeWalker(document.querySelector('main'), NodeFilter.SHOW_TEXT)
    for (let text; (text = walk.nextNode());) {
        const box = text.parentElement
        if (!text.data.trim() || !box.getClientRects().length) continue
        if (box.closest('svg, .aloud, .card')) continue
        const size = parseFloat(getComputedStyle(box).fontSize) / u
        if (size < 31.9) found.push([size, text.data])
    }
    return found
}"""
OUTSIDE = """() => [...document.querySelectorAll('main :is(.wrow, .wband, .mat, .wqr, h1)')]
    .filter(e => {
        const box = e.getBoundingClientRect(), right = innerWidth + 1, bottom = innerHeight + 1
        return box.left < -1 || box.top < -1 || box.right > right || box.bottom > bottom
    }).map(e => e.outerHTML.slice(0, 80))"""

CUT = """() => [...document.querySelectorAll('.wrows:not(:has(:nth-child(9))) .wrow__name')]
    .filter(e => e.scrollWidth > e.clientWidth + 1
        || e.scrollHeight > e.clientHeight + parseFloat(getComputedStyle(e).fontSize) / 2)
    .map(e => e.textContent)"""
"""Names that a board or a mat of up to eight players does not show whole."""
OVERLAP = """() => [...document.querySelectorAll('.wrow + .wrow > .wrow__name')].filter(e => {
    const before = e.parentElement.previousElementSibling.querySelector('.wrow__name')
    const lies = name => {
        const box = name.getBoundingClientRect(), style = getComputedStyle(name)
        const space = (parseFloat(style.lineHeight) - parseFloat(style.fontSize)) / 2
        return [box.top + space, box.bottom - space, box.left]
    }
    const [, bottom, left] = lies(before), [top, , beside] = lies(e)
    return bottom > top + 2 && left === beside
}).map(e => e.textContent)"""
"""Names that lie over the one above them: letters, without the space between lines."""


def wall_of(host: Page, code: str, board: str = "table") -> str:
    """Open a wall board as its page would; its path."""
    token = field(host.request.get(f"/t/{code}/wall").text(), "csrf_token")
    form = {"csrf_token": token, "board": board, "do": "open", "title": ""}
    host.request.post(f"/t/{code}/wall", form=form)
    host.goto(f"/t/{code}/wall")
    address = host.locator(".address").first if board == "table" else host.locator(".address").last
    return "/wall/" + (address.text_content() or "").rpartition("/")[2]


def television(browser: Browser, server, width: int = 1920, height: int = 1080) -> Page:
    context = browser.new_context(
        viewport={"width": width, "height": height}, base_url=server.url, reduced_motion="reduce"
    )
    return context.new_page()


def test_it_is_live_ends_and_says_when_it_is_old(phone: Phones, browser: Browser, server) -> None:
    host = phone()
    code = open_table(host, "Ann", "Bo", "Cy")
    path = wall_of(host, code)
    screen = television(browser, server)
    with screen.expect_response(lambda answer: answer.url.endswith("/bell?page=1")):
        screen.goto(path)
    expect(screen.locator(".wqr__code")).to_have_text(code)
    record(host, code, "end_hand", winner="p1", **{"points.p2": "12", "points.p3": "7"})
    expect(screen.locator(".wrow__score")).to_have_text(["0", "12", "7"])
    expect(screen.locator(".wband__word")).to_have_text("Legal")
    screen.context.set_offline(True)
    expect(screen.locator(".wband.is-off")).to_contain_text("As of", timeout=15000)
    expect(screen.locator(".wrow__score")).to_have_text(["0", "12", "7"])
    screen.context.set_offline(False)
    expect(screen.locator(".wband.is-off")).to_have_count(0, timeout=15000)
    expect(screen.locator(".wband__word")).to_have_text("Legal")
    host.goto(f"/t/{code}/wall")
    host.get_by_role("button", name="End this wall board").click()
    expect(screen.locator("main")).to_contain_text("There is no wall board here", timeout=15000)
    expect(screen.locator(".wrow")).to_have_count(0)
    screen.context.close()


def _begun(host: Page, names: list[str]) -> str:
    """A table of ZAR with points on which the second hand has begun; its code."""
    code = open_table(host, *names, **{"options.half_decks": 3})
    points = {f"points.p{n}": f"{10 + n}" for n in range(2, len(names) + 1)}
    record(host, code, "end_hand", winner="p1", **points)
    record(host, code, "start_hand", dealer="p1", top="blue-wasp")
    return code


def test_it_is_read_across_the_room(phone: Phones, browser: Browser, server) -> None:
    host = phone()
    full = [f"{LONG[: 40 - 2]}{n:02}" for n in range(14)]
    names = (["Al", "Bo"], full, ["Ann", "Bo", LONG], full[:5], full[:8], full[:10])
    codes = [_begun(host, some) for some in names]
    few = phone()  # two tables are what the second page of a board of all six has, too
    pair = [_begun(few, some) for some in names[-2:]]
    boards = (wall_of(host, codes[0], "all"), wall_of(few, pair[0], "all"))
    screen = television(browser, server)
    for path in (*(wall_of(host, code) for code in codes), *boards):
        screen.goto(path)
        for width, height in ((1920, 1080), (1024, 768)):
            screen.set_viewport_size({"width": width, "height": height})
            at = (path, width)
            assert screen.evaluate(SMALL) == [], at
            assert screen.evaluate(OUTSIDE) == [], at
            assert screen.evaluate(CUT) == [], at
            assert screen.evaluate(OVERLAP) == [], at
            overflow = "document.documentElement.scrollHeight - innerHeight"
            assert screen.evaluate(overflow) <= 0, at
    screen.context.close()
