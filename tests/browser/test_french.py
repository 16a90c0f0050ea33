"""The same table on two phones, in two languages; French is chosen with a tap."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hands import join, listening, open_table, record, tap, touch
from playwright.sync_api import Browser, Page, expect
from real import Server

pytestmark = pytest.mark.browser


def test_one_table_in_two_languages(
    phone: Callable[..., Page], axe: Callable[[Page], None]
) -> None:
    ann, bo = phone(), phone(dark=True)
    bo.goto("/")
    tap(bo, "Français")
    expect(bo.locator("html")).to_have_attribute("lang", "fr")
    axe(bo)
    tap(bo, "Menu")
    expect(bo.get_by_role("button", name="Français")).to_have_attribute("aria-pressed", "true")
    axe(bo)

    code = open_table(ann, "Ann", "Bo", "Cy")
    join(bo, code, "p2")
    record(ann, code, "start_hand", dealer="p1", top="blue-moon")
    listening(bo, code)
    record(ann, code, "play", by="p2", cards="blue-frog")
    expect(bo.locator("#ticker")).to_contain_text("grenouille bleue")
    axe(bo)
    ann.goto(f"/t/{code}")
    expect(ann.locator("#ticker")).to_contain_text("blue frog")

    # A ruling that was given on an English phone, read on the French one.
    bo.goto(f"/t/{code}/log")
    touch(bo.locator(".log a").first)
    expect(bo.locator(".verdict")).to_contain_text("Permis")
    expect(bo.locator("main")).to_contain_text("grenouille bleue")
    axe(bo)
    bo.goto("/rules/zar?q=guepe")
    expect(bo.locator(".rule").first).to_contain_text("guêpe")
    assert not bo.evaluate("document.scrollingElement.scrollWidth > innerWidth")
    ann.goto(f"/t/{code}/more")
    tap(ann, "This phone")
    tap(ann, "Français")
    tap(ann, "Retour")
    expect(ann.locator("html")).to_have_attribute("lang", "fr")
    assert ann.url.endswith(f"/t/{code}/more")


CUT = """() => [...document.querySelectorAll('select')].flatMap(list => {
  const style = getComputedStyle(list), pen = document.createElement('canvas').getContext('2d')
  pen.font = style.font
  const room = list.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight)
  return [...list.options].filter(one => room > 0 && pen.measureText(one.text).width > room + 1)
    .map(one => `${list.name}: ${one.text}`)
})"""
"""Answers that a list would cut."""


@pytest.mark.parametrize("language", ["en", "fr"])
def test_no_answer_is_cut(browser: Browser, server: Server, language: str) -> None:
    context = browser.new_context(
        base_url=server.url, locale=language, viewport={"width": 320, "height": 568}
    )
    page = context.new_page()
    for game in ("zar", "kazing", "zinga", "zigzag", "zingazam"):
        code = open_table(page, "Ann", "Bo", "Cy", "Dee", game=game)
        for path in (f"/open/{game}?name=Ann&name=Bo&name=Cy&name=Dee", f"/t/{code}/settings"):
            page.goto(path)
            page.evaluate("document.querySelectorAll('details').forEach(one => one.open = true)")
            assert page.locator(".readings input:checked").count() >= 2, game
            assert page.evaluate(CUT) == [], path
    context.close()
