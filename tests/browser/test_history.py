"""The evening is over: what is left of it on the phone, and what goes out of it."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from hands import VALUES, open_table, record, tap
from playwright.sync_api import Page, expect

pytestmark = pytest.mark.browser

Phones = Callable[..., Page]
SHOTS = os.environ.get("SHOTS", "")


def evening(page: Page, *names: str) -> str:
    """A finished table of ZAR; its code."""
    code = open_table(page, *names, **VALUES)
    record(page, code, "end_hand", winner="p1", **{"points.p2": 12, "points.p3": 31})
    record(page, code, "end_hand", winner="p2", **{"points.p1": 500, "points.p3": 500})
    return code


def looked_at(page: Page, name: str, axe: Callable[[Page], None]) -> None:
    """Nothing sticks out, nothing is wrong, and it can be seen."""
    wide = page.evaluate("document.documentElement.scrollWidth")
    assert wide <= page.viewport_size["width"], (page.url, wide)
    axe(page)
    if SHOTS:
        page.screenshot(path=Path(SHOTS) / f"{name}.png")


def test_history_can_be_read(phone: Phones, axe: Callable[[Page], None]) -> None:
    page = phone()
    evening(page, "Ann", "Bo", "Maximiliane-Theodora the Third of Hohen")
    evening(page, "Bo", "Ann", "Cy")
    open_table(page, "Ann", "Zoë")
    page.goto("/")
    looked_at(page, "home", axe)
    tap(page, "All tables")
    expect(page.locator(".slip")).to_have_count(3)
    looked_at(page, "tables", axe)
    page.get_by_label("Player, table or game").fill("zoe")
    tap(page, "Find")
    expect(page.locator(".slip")).to_have_count(1)
    looked_at(page, "found", axe)
    page.get_by_role("navigation", name="Games").get_by_text("ZAR").click()
    expect(page.locator(".slip")).to_have_count(2)
    looked_at(page, "game", axe)
    page.locator(".standings").get_by_role("link", name="Maximiliane").click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Maximiliane")
    page.locator("summary").click()
    page.get_by_label("Name").fill("cy")
    looked_at(page, "player", axe)
    tap(page, "Rename")
    expect(page.get_by_text("changed at 1 table.")).to_be_visible()
    expect(page.get_by_role("row", name="ZAR")).to_contain_text("0 of 2")
    looked_at(page, "renamed", axe)


def test_an_evening_and_a_league_can_be_read(phone: Phones, axe: Callable[[Page], None]) -> None:
    page = phone()
    evening(page, "Ann", "Bo", "Maximiliane-Theodora the Third of Hohen")
    code = evening(page, "Bo", "Ann", "Cy")
    page.goto(f"/t/{code}")
    page.get_by_role("link", name="The whole evening").click()
    expect(page.get_by_role("heading", name="Head to head")).to_be_visible()
    looked_at(page, "evening", axe)
    page.goto("/leagues")
    looked_at(page, "leagues", axe)
    tap(page, "Open a league")
    page.get_by_label("Name of the league").fill("Autumn in the café on the corner of the street")
    page.get_by_label("Last day").fill("2999-12-31")
    looked_at(page, "league-form", axe)
    tap(page, "Open the league")
    expect(page.get_by_text("No table counts yet")).to_be_visible()
    page.goto(f"/t/{code}/leagues")
    tap(page, "Join", exact=True)
    looked_at(page, "leagues-of-table", axe)
    page.get_by_role("link", name="Autumn").click()
    expect(page.get_by_role("row", name="1. Ann")).to_contain_text("1 of 1")
    looked_at(page, "league", axe)


NARROW = """() => [...document.querySelectorAll('.standings')].flatMap(table => {
    const found = table.scrollWidth > table.parentElement.clientWidth ? [table.textContent] : []
    for (const name of table.querySelectorAll('tbody th :is(a, span[translate])')) {
        const text = name.firstChild
        for (const word of text.data.matchAll(/[^\\s-]+/g)) {
            const range = document.createRange()
            range.setStart(text, word.index)
            range.setEnd(text, word.index + word[0].length)
            const tops = new Set([...range.getClientRects()].map(box => Math.round(box.top)))
            if (tops.size > 1) found.push(word[0])
        }
    }
    return found
})"""
"""Standings that are wider than the phone, and words of names that are parted."""


@pytest.mark.parametrize("language", ["en", "fr"])
def test_standings_fit_a_small_phone(phone: Phones, language: str) -> None:
    page = phone()
    page.context.set_extra_http_headers({"Accept-Language": language})
    page.set_viewport_size({"width": 320, "height": 568})
    code = evening(page, "Grandmother Marguerite", "Uncle Bartholomew", "Cy")
    evening(page, "Cy", "Grandmother Marguerite", "Uncle Bartholomew")
    for path in (f"/t/{code}/evening", "/players/Cy", "/games/zar"):
        page.goto(path)
        expect(page.locator(".standings").first).to_be_visible()
        assert page.evaluate(NARROW) == [], path


def test_scores_are_shared(phone: Phones, axe: Callable[[Page], None]) -> None:
    page = phone()
    code = evening(page, "Ann", "Bo", "Cy")
    page.goto(f"/t/{code}")
    tap(page, "Share", exact=True)
    expect(page.get_by_label("To paste into a chat")).to_have_value(
        re.compile(
            r"^ZAR, \d{1,2} \w{3} \d{4}\n"
            r"1\. Bo 12, wins\n2\. Ann 500\n3\. Cy 531\n2 hands counted\.\nLowest wins\.$"
        )
    )
    looked_at(page, "export", axe)
    tap(page, "Copy")
    expect(page.get_by_role("button", name="Copied")).to_be_visible()
    with page.expect_download() as coming:
        page.get_by_role("link", name="File for BG Stats").click()
    assert coming.value.suggested_filename == "zar.bgsplay"
    assert json.loads(Path(coming.value.path()).read_text())["plays"][0]["rounds"] == 2
    with page.expect_download() as coming:
        page.get_by_role("link", name="Scores as a spreadsheet").click()
    assert len(Path(coming.value.path()).read_text().splitlines()) == 7


def test_all_of_it_without_a_script(phone: Phones) -> None:
    page = phone(script=False)
    code = evening(page, "Ann", "Bo", "Cy")
    page.goto(f"/t/{code}/export")
    expect(page.get_by_label("To paste into a chat")).to_be_visible()
    expect(page.get_by_role("button", name="Copy")).to_be_hidden()
    page.goto("/tables?q=bo")
    expect(page.locator(".slip")).to_have_count(1)
    page.goto("/players/Bo")
    page.locator("summary").click()
    page.get_by_label("Name").fill("Bob")
    tap(page, "Rename")
    expect(page.get_by_role("heading", level=1)).to_have_text("Bob")
