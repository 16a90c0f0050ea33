"""What an update leaves as it is, and what it must say again."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from hands import VALUES, join, listening, open_table, record
from playwright.sync_api import Page, expect

pytestmark = pytest.mark.browser

Phones = Callable[..., Page]
HEARD = """() => {
  window.heard = []
  const say = () => {
    window.heard.push(document.querySelector('#ticker').textContent)
    document.documentElement.dataset.heard = window.heard.length
  }
  const all = { subtree: true, childList: true, characterData: true }
  new MutationObserver(say).observe(document.querySelector('#ticker'), all)
}"""


def test_a_sentence_that_comes_again_is_heard_again_and_the_focus_stays(phone: Phones) -> None:
    """Three times the same in the live region; the link of a line that moves down keeps it."""
    host, bo = phone(wide=True), phone()
    code = open_table(host, "Ann", "Bo", "Cy", **VALUES)
    join(bo, code, "p2")
    record(bo, code, "start_hand", dealer="p1", top="blue-moon")
    record(bo, code, "draw", by="p2", stands=1)
    listening(host, code)
    host.evaluate(HEARD)
    link = host.locator("#side .log a").first
    link.focus()
    was = link.get_attribute("href")
    for n in range(1, 4):
        record(bo, code, "draw", by="p2", stands=1)
        expect(host.locator("html")).to_have_attribute("data-heard", str(n))
        assert host.evaluate("document.activeElement.getAttribute('href')") == was
    assert len(set(host.evaluate("heard"))) == 1


def test_a_fault_in_drawing_brings_a_fresh_page(phone: Phones) -> None:
    """Not a connection that is called lost."""
    host, bo = phone(), phone()
    code = open_table(host, "Ann", "Bo", "Cy", **VALUES)
    join(bo, code, "p2")
    listening(host, code)
    host.evaluate("() => void (Idiomorph.morph = () => { throw new Error('broken') })")
    with host.expect_navigation():
        record(bo, code, "end_hand", winner="p1", **{"points.p2": 7, "points.p3": 3})
    expect(host.locator("main")).to_contain_text("7")
    expect(host.locator("body")).not_to_have_class(re.compile("is-off"))


def test_the_language_chosen_in_another_tab_is_that_of_the_page(phone: Phones) -> None:
    host, bo = phone(), phone()
    code = open_table(host, "Ann", "Bo", "Cy", **VALUES)
    join(bo, code, "p2")
    listening(host, code)
    tab = host.context.new_page()
    tab.goto("/menu")
    tab.get_by_role("button", name="Français").click()
    expect(tab.locator("html")).to_have_attribute("lang", "fr")
    tab.close()
    record(bo, code, "end_hand", winner="p1", **{"points.p2": 7, "points.p3": 3})
    expect(host.locator("main")).to_contain_text("7")
    expect(host.locator("html")).to_have_attribute("lang", "fr")


def test_a_wheel_never_changes_a_number(phone: Phones) -> None:
    page = phone(wide=True)
    code = open_table(page, "Ann", "Bo", "Cy", **VALUES)
    page.goto(f"/t/{code}")
    field = "<input type=number value=12>"
    page.locator("main").evaluate(f"(main) => main.insertAdjacentHTML('afterbegin', '{field}')")
    number = page.locator("input[type=number]").first
    number.focus()
    was = number.input_value()
    number.hover()
    for _ in range(3):
        page.mouse.wheel(0, 100)
        page.wait_for_timeout(50)
    assert number.input_value() == was
    expect(number).to_be_focused()


def test_without_a_script_a_page_says_of_when_it_is(phone: Phones) -> None:
    page = phone(script=False)
    code = open_table(page, "Ann", "Bo", "Cy", **VALUES)
    page.goto(f"/t/{code}")
    again = page.get_by_role("link", name=re.compile(r"as of \d\d:\d\d · look again"))
    expect(again).to_be_visible()
    expect(page.locator(".live")).to_be_hidden()
    record(page, code, "end_hand", winner="p1", **{"points.p2": 7, "points.p3": 3})
    again.click()
    expect(page.locator("main")).to_contain_text("7")
