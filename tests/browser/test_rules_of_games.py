"""A game's rules of style come with its pages, by a link that changes only the body, too; and the
stylesheets that are sent say what those on disk say."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from referee.web import beside, slim

pytestmark = pytest.mark.browser

Phones = Callable[..., Page]

WATCH = """() => {
  window.seen = []
  const look = () => {
    const [ground, key] = document.body.classList
    const own = [...document.styleSheets].map((one) => /games.(\\w+)/.exec(one.href)?.[1])
    if (ground === 'felt') seen.push(`${key}: ${own.filter(Boolean)}`)
    requestAnimationFrame(look)
  }
  look()
}"""
RULES = """(text) => {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(text)
  // What holds a variable or asks for support is kept as it is written.
  const even = (text) => text.replace(/\\s+/g, ' ').replace(/([,:]) /g, '$1')
  return [...sheet.cssRules].map((rule) => even(rule.cssText))
}"""


def test_by_links_from_game_to_game_each_is_drawn_with_its_own_rules(phone: Phones) -> None:
    """From the first frame on, and with no other's."""
    page = phone()
    page.goto("/open/zar")
    page.evaluate(WATCH)
    for key in ("zigzag", "kazing", "zar", "zinga", "zingazam"):
        page.locator(".top__back").tap()
        page.wait_for_url("**/")
        page.locator(f".spine.{key}").tap()
        expect(page.locator(f"body.felt.{key}")).to_be_visible()
        page.wait_for_timeout(100)
    seen = set(page.evaluate("seen"))  # which a page that was loaded whole would not have
    assert seen == {f"{key}: {key}" for key in ("zar", "kazing", "zinga", "zigzag", "zingazam")}


def test_a_browser_reads_the_same_in_what_is_sent(phone: Phones) -> None:
    page = phone()
    page.goto("/menu")
    for path in sorted(beside("static").rglob("*.css")):
        whole = path.read_text("utf-8")
        rules = page.evaluate(RULES, whole)
        assert rules
        assert page.evaluate(RULES, slim.style(whole)) == rules, path.name
