"""What people do with their phones: tap, type, sit down. Set-up that no test is about goes by plain
requests, with the cookies of the phone."""

from __future__ import annotations

import contextlib
import re
import time
from typing import Any
from urllib.parse import urlencode
from weakref import WeakKeyDictionary

from playwright.sync_api import Error, Locator, Page, expect


def field(html: str, name: str) -> str:
    """The value of the first field called `name`."""
    found = re.search(rf'name="{name}" value="([^"]*)"', html)
    assert found, f"no field {name} in {html[:300]}"
    return found[1]


def _post(page: Page, path: str, **fields: Any) -> str:
    """Send a form as its page would; the address it leads to."""
    answer = page.request.post(
        path,
        headers={"Content-Type": "application/x-www-form-urlencoded"},
        data=urlencode(fields, doseq=True),
        max_redirects=0,
    )
    assert answer.status == 303, answer.text()[-2000:]
    return answer.headers["location"]


def open_table(page: Page, *names: str, game: str = "zar", **options: Any) -> str:
    """A table of `game` opened by `page`; its code. Options as the form calls them."""
    form = page.request.get(f"/open/{game}").text()
    token, key = field(form, "csrf_token"), field(form, "key")
    there = _post(page, f"/open/{game}", csrf_token=token, key=key, start=1, name=names, **options)
    return there.rpartition("/")[2]


VALUES = {f"options.values.{kind}": n for kind, n in (("basic", 5), ("command", 10), ("power", 20))}


def join(page: Page, code: str, player: str = "") -> None:
    """Take the seat of `player` (a key, "p3"), or watch."""
    door = page.request.get(f"/join?code={code}").text()
    who = {"player": player} if player else {"watch": 1}
    _post(page, f"/join/{code}", csrf_token=field(door, "csrf_token"), token="", **who)


def record(page: Page, code: str, type: str, **fields: Any) -> None:
    """Record an event from this phone, without looking at the page."""
    form = page.request.get(f"/t/{code}").text()
    form = form[form.index('<form id="record"') :]
    sent = {name: field(form, name) for name in ("csrf_token", "seq", "key")}
    _post(page, f"/t/{code}/events", type=type, **sent, **fields)


def undo(page: Page, code: str) -> None:
    """Take back the latest event, without looking."""
    form = page.request.get(f"/t/{code}/undo").text()
    form = form[form.index('id="bar"') :]
    _post(page, f"/t/{code}/undo", **{n: field(form, n) for n in ("csrf_token", "seq", "key")})


def without(page: Page, address: str) -> None:
    """Refuse this page whatever `address` stands for ("*" is anything). The browser does it: where
    Playwright looks at each request, nothing comes from the cache."""
    wire = page.context.new_cdp_session(page)
    wire.send("Network.enable")
    wire.send("Network.setBlockedURLs", {"urls": [address]})


def at(page: Page, path: str) -> Page:
    """Go there and wait until the page listens to what the others do."""
    page.goto(path)
    return page


def listening(page: Page, code: str) -> Page:
    """At the table, with its doorbell open."""
    with page.expect_response(lambda answer: answer.url.endswith("/bell?page=1")):
        page.goto(f"/t/{code}")
    return page


def button(page: Page | Locator, name: str | re.Pattern[str], exact: bool = False) -> Locator:
    """The first button or link that says `name`."""
    said = spoken(name, exact)
    return page.get_by_role("button", name=said).or_(page.get_by_role("link", name=said)).first


def spoken(name: str | re.Pattern[str], exact: bool = False) -> re.Pattern[str]:
    """`name`, with whatever pauses are read aloud between its words."""
    between = r"[\s,.:]+"
    if isinstance(name, re.Pattern):
        return re.compile(name.pattern.replace(" ", between), name.flags)
    said = between.join(re.escape(word.rstrip(",.:")) for word in name.split())
    return re.compile(rf"^\s*{said}[\s,.:]*$") if exact else re.compile(said, re.IGNORECASE)


def tap(page: Page, name: str | re.Pattern[str], exact: bool = False) -> None:
    """Tap what says `name`, and wait for the answer."""
    touch(button(page, name, exact))


LAST: WeakKeyDictionary[Page, tuple[float, float]] = WeakKeyDictionary()
MIDDLE = "e => { const { y, height } = e.getBoundingClientRect(); return [y + height / 2, e.name] }"


def touch(what: Locator) -> None:
    """Tap it, and wait for the answer. As a person would: not on one place or two keys of a row at
    once, where the second tap would not count. A row is high here: a page under way still moves. A
    finger on a busy machine would have pressed long, so the click is a mouse's."""
    page = what.page
    at, before_y = LAST.get(page, (0, 0))
    y, name = before_y, ""
    with contextlib.suppress(Error):  # drawn anew meanwhile: the click waits for that itself
        # Looked for once: to find what is called so takes longer than all that is asked of it.
        there = what.evaluate_handle("e => (e.scrollIntoViewIfNeeded(), e)").as_element()
        there.wait_for_element_state("stable")
        y, name = there.evaluate(MIDDLE)
    if abs(y - before_y) < 150 or name in ("now", "mode"):
        page.wait_for_timeout(max(0, 420 - 1000 * (time.monotonic() - at)))
    what.click()
    LAST[page] = (time.monotonic(), y)
    settle(page)


def settle(page: Page) -> None:
    """Until nothing that was tapped is under way, or waits to be sent."""
    page.wait_for_load_state()
    under_way = page.locator("body:not(.is-off) [data-tap], .is-busy, .htmx-request")
    expect(under_way).to_have_count(0)


def rest(page: Page, milliseconds: int = 450) -> None:
    """As long as a button that another phone has just changed takes no tap; one that begins another
    game takes none for a second."""
    page.wait_for_timeout(milliseconds)


def card(page: Page, name: str) -> None:
    """Tap a card of the picker; wait until it lies above, or is chosen."""
    called = re.compile(rf"^{name}(, \d+ chosen)?$")
    touch(page.locator(".picker").get_by_role("button", name=called))


def says(page: Page, what: str | re.Pattern[str]) -> None:
    """The line at the top says it."""
    expect(page.locator("#ticker")).to_contain_text(what)


def scores(page: Page) -> list[int]:
    """The totals on the pad, in seating order."""
    return [int(text) for text in page.locator(".score__total").all_inner_texts()]


def lines(page: Page, code: str) -> list[str]:
    """The log, newest first, as read on a page of its own."""
    log = page.context.new_page()
    log.goto(f"/t/{code}/log")
    log.evaluate("document.querySelectorAll('.aloud').forEach(pause => pause.hidden = true)")
    found = log.locator(".log > li > .aloud + span").all_inner_texts()
    log.close()
    return found


MOVED = "addEventListener('animationstart', e => (window.moved ||= []).push(e.animationName))"
"""Notes from then on what moves on a page."""
MOMENTS = "(window.moved || []).filter(one => one.startsWith('moment'))"
"""What of that belongs to a small moment."""


def until(found: Any, seconds: float = 8) -> float:
    """Wait for `found()`; the seconds it took."""
    start = time.monotonic()
    while not found():
        assert time.monotonic() - start < seconds, "it did not come about"
        time.sleep(0.02)
    return time.monotonic() - start
