"""What a table is never left without: the match of several cards at hand, what a Chameleon stands
for, a way on where a number of players does not fit, and what was entered after a reload."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hands import (
    VALUES,
    button,
    card,
    join,
    lines,
    listening,
    open_table,
    record,
    says,
    tap,
    touch,
)
from playwright.sync_api import Page, expect

pytestmark = pytest.mark.browser

Phones = Callable[..., Page]


def test_a_match_of_two_is_one_tap(phone: Phones) -> None:
    """With three half decks two more of the top card may lie in one hand: on the own phone that
    match is a button of the table; elsewhere it lies beside the name."""
    ann, bo = phone(), phone()
    code = open_table(ann, "Ann", "Bo", "Cy", "Dee", **{"options.half_decks": 3})
    join(ann, code, "p1")
    join(bo, code, "p2")
    record(ann, code, "start_hand", dealer="p1", top="red-moon")
    listening(bo, code)
    tap(bo, "Match ×2!")
    says(bo, "Bo matched Ann with 2 × red moon")
    expect(bo.locator("#bar [aria-disabled]", has_text="Match ×2!")).to_have_count(1)
    record(ann, code, "play", by="p3", cards="red-sun")
    ann.goto(f"/t/{code}/sheet/match")
    touch(ann.get_by_role("button", name="Dee, two cards"))
    assert "Dee matched Cy with 2 × red sun" in lines(ann, code)[0]


def test_a_chameleon_says_what_it_stands_for(phone: Phones) -> None:
    """On the table, also with wasps to answer, and where the next play is entered."""
    ann = phone()
    chameleons = {"options.half_decks": 3, "options.chameleons": 2}
    code = open_table(ann, "Ann", "Bo", "Cy", **chameleons)
    record(ann, code, "start_hand", dealer="p1", top="red-wasp")
    record(ann, code, "play", by="p2", cards="chameleon")
    ann.goto(f"/t/{code}")
    expect(ann.locator(".facing")).to_contain_text("faces a draw of 4")
    expect(ann.locator(".facing")).to_contain_text("counts as red wasp")
    tap(ann, "Cy plays a wasp")
    expect(ann.locator(".entry__sum")).to_contain_text("counts as red wasp")


def test_a_number_of_players_has_a_way_on(phone: Phones) -> None:
    """Eleven at ZAR, six at Ka-Zing: what would seat them is said, with its setting open."""
    page = phone()
    for game, count, way in (("zar", 11, "half decks"), ("kazing", 6, "teams")):
        page.goto(f"/open/{game}?" + "&".join(f"name=Player+{n}" for n in range(count)))
        tap(page, f"Start with {count} players")
        expect(page.locator(".notice")).to_contain_text(way)
        expect(page.locator("details.fold").first).to_have_attribute("open", "")


def test_what_was_entered_is_there_after_a_reload(phone: Phones) -> None:
    """The cards of a form and the names of an opening are in the address; a pull at the top of the
    page reloads nothing by mistake."""
    page = phone()
    page.goto("/open/zar")
    for name in ("Ann", "Bo", "Cy"):
        page.get_by_label("New name").fill(name)
        tap(page, "Add the name")
        expect(page.locator(".row__name", has_text=name)).to_be_visible()
    page.reload()
    expect(page.locator(".row__name")).to_have_text(["Ann", "Bo", "Cy"])
    code = open_table(page, "Ann", "Bo", **VALUES)
    page.goto(f"/t/{code}/sheet/score?winner=p2")
    card(page, "blue sun")
    expect(button(page, "Ann has 5. Record hand 1")).to_be_visible()
    page.reload()
    expect(page.locator(".hand__card")).to_have_count(1)
    again = page.context.new_page()
    again.goto(page.url)
    expect(again.locator(".hand__card")).to_have_count(1)
    root = "getComputedStyle(document.documentElement).overscrollBehaviorY"
    assert page.evaluate(root) in ("none", "contain")


def test_what_was_not_allowed_is_noticed_late(phone: Phones) -> None:
    """Three taps: what it was, and yes. The game goes back to before it, who played it draws one,
    and the log says all of it in one line, on every phone."""
    ann, bo = phone(), phone()
    code = open_table(ann, "Ann", "Bo", "Cy", **VALUES)
    join(ann, code, "p1")
    join(bo, code, "p2")
    record(ann, code, "start_hand", dealer="p1", top="red-moon")
    record(ann, code, "play", by="p2", cards="red-sun")
    record(ann, code, "play", by="p3", cards="red-star")
    record(ann, code, "draw", by="p1")
    listening(bo, code)
    ann.goto(f"/t/{code}/more")
    tap(ann, "Noticed late")
    tap(ann, "Bo played a red sun on the red moon")
    expect(ann.locator("main")).to_contain_text("The 2 entries after it are undone.")
    tap(ann, "Go back to before it")
    for page in (ann, bo):
        expect(page.locator(".facing [role=img]").first).to_have_attribute("aria-label", "red moon")
        expect(page.locator(".row.by-p2 .row__count")).to_contain_text("8")
    said = lines(ann, code)
    assert said[0].startswith("Noticed late: Hand 1: Bo played a red sun on the red moon → Bo drew")
    assert "2 later entries undone" in said[0]
