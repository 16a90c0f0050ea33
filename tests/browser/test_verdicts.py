"""A verdict is seen on every phone at the table, until the table has answered it."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hands import card, join, listening, open_table, record, tap, touch
from playwright.sync_api import Page, expect

pytestmark = pytest.mark.browser

Phones = Callable[..., Page]

SIZES = [(320, 568), (360, 640), (780, 280), (1024, 768)]
WHY = "Bo’s red frog shares neither colour nor symbol with the blue sun."


def flash(page: Page):
    """The verdict over the top of the page."""
    return page.locator("#flash").get_by_role("alert")


def hand(*phones: Page) -> str:
    """A table of three whose first hand Ann has dealt, with `phones` for the seats in turn."""
    host, *others = phones
    code = open_table(host, "Ann", "Bo", "Cy")
    for page, player in zip(others, ("p2", "p3"), strict=False):
        join(page, code, player)
    record(host, code, "start_hand", dealer="p1", top="blue-sun")
    for page in phones:
        listening(page, code)
    return code


def refused(page: Page) -> None:
    """Bo enters a card that does not match."""
    tap(page, "Bo plays")
    card(page, "red frog")
    tap(page, "Bo plays a red frog")
    expect(page.get_by_role("alertdialog")).to_be_visible()


def test_a_verdict_is_seen_on_all_phones(phone: Phones) -> None:
    """Word, sign and sentence over top and ticker, wherever a phone is; no button lies under it, a
    tap opens the ruling, and what was taken back takes it away."""
    ann, bo, cy, watcher = phone(), phone(dark=True), phone(), phone()
    code = hand(ann, bo, cy)
    join(watcher, code)
    listening(watcher, code)
    with ann.expect_response(lambda answer: answer.url.endswith("/bell?page=1")):
        ann.goto(f"/t/{code}/sheet/score")
    before = ann.locator("main").bounding_box()
    refused(bo)
    expect(flash(bo)).to_have_count(0)
    for page in (ann, cy, watcher):
        expect(flash(page)).to_contain_text("Illegal")
        expect(flash(page)).to_contain_text(WHY)
        expect(flash(page).locator("svg")).to_be_visible()
    assert ann.locator("main").bounding_box() == before
    for width, height in SIZES:
        watcher.set_viewport_size({"width": width, "height": height})
        band = flash(watcher).bounding_box()
        assert band is not None
        assert band["y"] == 0
        under = watcher.evaluate(
            """() => {
              const band = document.querySelector('.flash').getBoundingClientRect()
              const taps = document.querySelectorAll(':is(main, .bar) :is(a, button)')
              return [...taps].filter((one) => { const at = one.getBoundingClientRect()
                  return at.width && at.top < band.bottom && at.bottom > band.top
                    && at.left < band.right && at.right > band.left }).map((one) => one.outerHTML)
            }"""
        )
        assert not under, (width, under)
        cut = watcher.evaluate(
            """() => {
              const band = document.querySelector('.flash').getBoundingClientRect()
              const said = document.querySelector('.flash p:last-child'), text = said.textContent
              said.textContent = 'a long reason '.repeat(40)
              const { top, bottom } = said.getBoundingClientRect()
              said.textContent = text
              return top < band.top || bottom > band.bottom
            }"""
        )
        assert not cut, (width, "a long reason is cut within a line")
    touch(flash(watcher).get_by_role("link"))
    expect(watcher.locator(".ruling__say")).to_contain_text(WHY)
    watcher.go_back()
    expect(flash(watcher)).to_be_visible()
    tap(bo, "Just take it back")
    expect(bo.locator(".picker")).to_be_visible()
    for page in (ann, bo, watcher):
        expect(flash(page)).to_have_count(0)
