"""Without JavaScript a whole evening goes by pages and forms."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from hands import button
from playwright.sync_api import Page, expect

pytestmark = pytest.mark.browser

Phones = Callable[..., Page]


def press(page: Page, name: str | re.Pattern[str], exact: bool = False) -> None:
    """Tap it and wait for the page it leads to."""
    with page.expect_navigation():
        button(page, name, exact).click()


def pick(page: Page, name: str) -> None:
    """Tap a card of the picker."""
    with page.expect_navigation():
        page.locator(".picker").get_by_role("button", name=name, exact=True).first.click()


def test_an_evening_by_pages(phone: Phones) -> None:
    ann, bo = phone(script=False), phone(script=False, dark=True)
    ann.goto("/")
    press(ann, re.compile("^ZAR Match"))
    for name in ("Ann", "Bo", "Cy"):
        ann.get_by_label("New name").fill(name)
        with ann.expect_navigation():
            ann.keyboard.press("Enter")
    ann.locator("summary").click()
    ann.get_by_label("Points that end the game").fill("20")
    for kind, points in (("Basic symbol", 5), ("Crab, frog, wasp", 10), ("Dragon, peacock", 20)):
        ann.get_by_label(kind).fill(str(points))
    press(ann, "Start with 3 players")
    code = ann.url.rpartition("/")[2]

    bo.goto("/")
    press(bo, "Join a table")
    bo.get_by_label("Code of the table").fill(code)
    press(bo, "Go to the table", exact=True)
    press(bo, "Bo", exact=True)
    expect(bo.locator("h2")).to_have_text("ZAR, hand 1")

    press(ann, "Referee the next hand")
    pick(ann, "blue sun")
    press(ann, "Ann turns over a blue sun")
    press(ann, "Match!")
    press(ann, "Cy", exact=True)
    expect(ann.locator(".facing__text .big")).to_have_text("Ann")
    bo.reload()
    expect(bo.locator("#ticker")).to_contain_text("Cy matched Ann with a blue sun")
    expect(bo.locator(".facing")).to_contain_text("Ann draws one.")
    press(ann, "Ann plays")
    pick(ann, "red frog")
    press(ann, "Ann plays a red frog")
    expect(ann.get_by_role("alertdialog")).to_contain_text("shares neither colour nor symbol")
    press(ann, "Let it stand")
    expect(ann.locator(".facing__text .big")).to_have_text("Cy")
    press(ann, "Undo")
    press(ann, "Undo", exact=True)
    expect(ann.locator(".facing__text .big")).to_have_text("Ann")
    press(ann, "Draw one")
    press(ann, "Pass")
    bo.reload()
    press(bo, "Bo plays")
    pick(bo, "red crab")
    press(bo, "Bo plays a red crab")
    press(bo, re.compile("^Take it back"))
    expect(bo.locator("#ticker")).to_contain_text("Bo drew one for an illegal play")

    ann.reload()
    press(ann, "More")
    press(ann, "End the hand")
    press(ann, "Cy", exact=True)
    press(ann, "Type it")
    total = ann.get_by_role("spinbutton")
    total.fill("9")
    press(ann, "Next", exact=True)
    expect(ann.locator("h2")).to_have_text("Bo’s total")
    total.fill("2")
    press(ann, "Next", exact=True)
    expect(ann.locator("#bar")).to_contain_text("Bo has 2. Record hand 1")
    total.fill("21")
    press(ann, "Bo has 2. Record hand 1")
    press(ann, "Ann 9", exact=True)
    expect(total).to_have_value("9")
    press(ann, "Bo 21", exact=True)
    press(ann, "Bo has 21. Record hand 1")
    if ann.get_by_role("alertdialog").count():
        press(ann, "Let it stand")
    expect(ann.locator(".end__name")).to_have_text("Cy")

    ann.goto(f"{ann.url}/log")
    expect(ann.locator(".log .is-undone s")).to_have_text("Ann played a red frog")
    press(ann, "Back to the game")
    press(ann, "Rematch")
    expect(ann.locator(".score__name")).to_have_text(["Bo", "Cy", "Ann"])
    bo.reload()
    press(bo, "Go to the next game")
    expect(bo.locator(".score__name")).to_have_text(["Bo", "Cy", "Ann"])


def test_a_check_by_pages(phone: Phones) -> None:
    page = phone(script=False)
    page.goto("/")
    press(page, "Check a play")
    press(page, re.compile("^ZAR"))
    pick(page, "yellow wasp")
    page.get_by_label("Cards to draw for wasps").fill("2")
    press(page, "What was played?")
    press(page, "Ann plays a wasp")
    pick(page, "yellow moon")
    press(page, "Ask the referee")
    expect(page.get_by_role("alertdialog")).to_contain_text("Illegal")
    expect(page.get_by_role("alertdialog")).to_contain_text("wasp")
