"""Moment 2: was that allowed? With no table, and at one."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from hands import button, card, join, lines, listening, open_table, record, rest, says, tap, touch
from playwright.sync_api import Page, expect

pytestmark = pytest.mark.browser

Phones = Callable[..., Page]


def sheet(page: Page) -> str:
    """The ruling over the page; its sentence has the focus."""
    ruling = page.get_by_role("alertdialog")
    expect(ruling).to_be_visible()
    expect(page.locator(".ruling__say")).to_be_focused()
    return ruling.inner_text()


def hand(host: Page, top: str = "blue-sun") -> str:
    """A table of three whose first hand Ann has dealt; Bo is on turn."""
    code = open_table(host, "Ann", "Bo", "Cy")
    record(host, code, "start_hand", dealer="p1", top=top)
    return code


def test_a_play_is_checked_with_no_table(phone: Phones, tmp_path: Path) -> None:
    page = phone()
    page.goto("/")
    tap(page, "Check a play")
    tap(page, "ZAR")
    card(page, "blue sun")
    page.get_by_label("To play", exact=True).select_option("Cy")
    tap(page, "What was played?")
    tap(page, "Cy plays")
    card(page, "red frog")
    tap(page, "Ask the referee")
    said = sheet(page)
    assert "Illegal" in said
    assert "Cy’s red frog shares neither colour nor symbol with the blue sun." in said
    assert "4, step 3A." in said
    assert "Allowed here: any blue" in said
    assert "Cy takes the red frog back and draws one." in said
    shared = button(page, "Link to this ruling").get_attribute("href")
    assert shared

    with page.expect_download() as download:
        button(page, "Save as a file").click()
    kept = tmp_path / "check.json"
    download.value.save_as(kept)
    command = [sys.executable, "-m", "referee", "check", str(kept)]
    judged = subprocess.run(command, capture_output=True, text=True)
    assert judged.returncode == 1, judged.stderr
    assert "red frog" in judged.stdout

    other = phone(dark=True)
    other.goto(shared)
    assert sheet(other) == said, "the same ruling, on a phone that never was here"
    tap(other, "Ask something else")
    expect(other.get_by_role("alertdialog")).to_have_count(0)
    expect(other.locator("main")).to_contain_text("blue sun")
    other.go_back()
    expect(other.get_by_role("alertdialog")).to_be_visible()


@pytest.mark.parametrize(
    ("top", "laid", "declared", "word", "why"),
    [
        ("blue sun", "blue frog", "", "Legal", "Ann’s blue frog has the colour of the blue sun."),
        ("winged dragon", "red moon", "", "Undecided", "depends on the symbol"),
        ("winged dragon", "red moon", "moons", "Legal", "has the symbol declared"),
        ("winged dragon", "front peacock", "", "Illegal", "cannot go on a dragon"),
    ],
)
def test_every_verdict(
    phone: Phones, top: str, laid: str, declared: str, word: str, why: str
) -> None:
    page = phone()
    page.goto("/check/zar")
    card(page, top)
    if declared:
        card(page, declared)
    tap(page, "What was played?")
    tap(page, "Ann plays")
    card(page, laid)
    if "peacock" in laid:
        card(page, "red")
    tap(page, "Ask the referee")
    said = sheet(page)
    assert said.startswith(word)
    assert why in said


def test_an_illegal_play_taken_back_with_its_penalty(phone: Phones) -> None:
    """One tap takes it back and records the card it costs."""
    ann, bo = phone(), phone(dark=True)
    code = hand(ann)
    join(bo, code, "p2")
    listening(ann, code)
    listening(bo, code)
    tap(bo, "Bo plays")
    card(bo, "red frog")
    tap(bo, "Bo plays a red frog")
    assert "Illegal" in sheet(bo)
    says(ann, "Bo’s red frog shares neither colour nor symbol with the blue sun.")
    expect(ann.locator(".row", has_text="Bo")).to_contain_text("7")
    tap(bo, "Take it back Bo draws one")
    for page in (ann, bo):
        says(page, "Bo drew one for an illegal play")
        expect(page.locator(".row", has_text="Bo")).to_contain_text("8")
        expect(page.locator(".facing__text .big")).to_have_text("Bo")


def test_an_illegal_play_only_taken_back(phone: Phones) -> None:
    page = phone()
    code = hand(page)
    page.goto(f"/t/{code}/sheet/play?by=p2")
    card(page, "red frog")
    tap(page, "Bo plays a red frog")
    tap(page, "Just take it back")
    expect(page.locator("h2")).to_have_text("Bo plays")
    expect(page.locator(".hand__card")).to_have_count(0)
    log = lines(page, code)
    assert log[0].startswith("Taken back")
    assert log[1].startswith("Bo’s red frog shares"), "the ruling is kept"
    assert log[2].startswith("Ann dealt"), "and nothing is recorded"


def test_the_table_lets_it_stand(phone: Phones) -> None:
    ann, bo = phone(), phone()
    code = hand(ann)
    join(bo, code, "p2")
    listening(ann, code)
    listening(bo, code)
    tap(bo, "Bo plays")
    card(bo, "red frog")
    tap(bo, "Bo plays a red frog")
    tap(bo, "Let it stand")
    for page in (ann, bo):
        expect(page.locator(".card--l")).to_have_accessible_name("red frog")
        expect(page.locator(".facing__text .big")).to_have_text("Ann")
    rest(ann)
    tap(ann, re.compile("^Bo played"))
    first = ann.locator(".log > li").first
    expect(first.get_by_label("Stands")).to_be_visible()
    touch(first.get_by_role("link"))
    expect(ann.locator(".verdict")).to_have_text("Illegal")
    expect(ann.locator("main")).to_contain_text("The table let it stand.")


def test_undo_to_before(phone: Phones) -> None:
    """The fault lies further back: the place is picked in the log, and all that followed goes."""
    page = phone()
    code = hand(page)
    record(page, code, "draw", by="p2")
    record(page, code, "pass", by="p2")
    page.goto(f"/t/{code}/sheet/play?by=p3")
    card(page, "red frog")
    tap(page, "Cy plays a red frog")
    tap(page, "Undo further back")
    tap(page, "Bo drew one")
    tap(page, "Undo from here on")
    tap(page, "Keep")
    tap(page, "Undo from here on")
    tap(page, "Undo")
    expect(page.locator(".facing__text .big")).to_have_text("Bo")
    expect(page.locator(".row", has_text="Bo")).to_contain_text("7")
    page.goto(f"/t/{code}/log")
    expect(page.locator(".log .is-undone s")).to_have_text(["Bo passed", "Bo drew one"])
    expect(page.locator(".log .is-undone").first).to_contain_text("Undone")


def test_only_asking_records_nothing(phone: Phones) -> None:
    ann, cy = phone(), phone()
    code = hand(ann)
    join(cy, code)
    before = lines(ann, code)
    listening(ann, code)
    tap(ann, "Bo plays")
    card(ann, "blue frog")
    tap(ann, "Just ask")
    said = sheet(ann)
    assert said.startswith("Legal")
    assert "Nothing was recorded" in said
    shared = button(ann, "Share").get_attribute("href")
    stranger = phone()
    stranger.goto(shared or "")
    assert "Bo’s blue frog has the colour of the blue sun." in sheet(stranger)
    tap(ann, "Back to the game")
    expect(ann.locator(".facing__text .big")).to_have_text("Bo")
    assert lines(ann, code) == before

    # A phone that only watches may ask, too.
    cy.goto(f"/t/{code}/sheet/play?by=p2")
    card(cy, "red frog")
    expect(button(cy, "Bo plays")).to_have_count(0)
    tap(cy, "Ask the referee")
    said = sheet(cy)
    assert "Illegal" in said
    expect(button(cy, "Let it stand")).to_have_count(0)
    assert lines(ann, code) == before


@pytest.mark.parametrize("leave", ["Escape", "back"])
def test_a_ruling_closes_by_escape_and_back(phone: Phones, leave: str) -> None:
    page = phone()
    code = hand(page)
    page.goto(f"/t/{code}")
    tap(page, "Bo plays")
    card(page, "red frog")
    tap(page, "Bo plays a red frog")
    sheet(page)
    if leave == "back":
        page.go_back()
        expect(page.locator("h2")).to_have_text("Bo plays")
    else:
        page.keyboard.press("Escape")
        expect(page.locator(".card--l")).to_be_visible()
    expect(page.get_by_role("alertdialog")).to_have_count(0)
    assert lines(page, code)[1].startswith("Ann dealt")


def test_the_clause_leads_to_the_rule(phone: Phones) -> None:
    page = phone()
    code = hand(page)
    page.goto(f"/t/{code}/sheet/play?by=p2")
    card(page, "red frog")
    tap(page, "Bo plays a red frog")
    tap(page, re.compile("4, step 3A"))
    expect(page).to_have_url(re.compile(r"/rules/zar\?table=\w{6}#zar/4\.3A$"))
    rule = page.locator(".rule:target")
    expect(rule).to_be_in_viewport()
    expect(rule).to_contain_text("Your card must have the same colour or the same symbol")
    page.get_by_label("Find a rule").fill("wasp")
    page.keyboard.press("Enter")
    expect(page.get_by_role("status").last).to_contain_text("rules mention “wasp”")


def test_a_close_call_is_four_taps_and_the_verdict(phone: Phones) -> None:
    """At a table whoever asks is led to the ruling; in a check it lies over the page."""
    page = phone()
    code = hand(page)
    page.goto(f"/t/{code}/more")
    tap(page, "Close call")
    for name in ("Cy", "called GOTCHA", "Bo", "said ZAR"):
        tap(page, name, exact=True)
    expect(page.locator(".ruling__say")).to_have_text("Bo takes precedence.")
    expect(page.locator(".verdict__word").first).to_have_text("Legal")
    tap(page, "Back to the game")
    expect(page).to_have_url(re.compile(f"/t/{code}$"))

    page.goto("/check/zar/close_call")
    for name in ("Ann", "matched", "Cy", "matched"):
        tap(page, name, exact=True)
    expect(page.locator(".laid__ask")).to_have_text("Whose card is underneath?")
    tap(page, "Cy’s card", exact=True)
    assert "Cy takes precedence." in sheet(page)
