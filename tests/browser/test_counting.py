"""A hand is counted on several phones at once: each sees all of it, and counts its own."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hands import VALUES, card, join, listening, open_table, rest, says, scores, tap, touch
from playwright.sync_api import Page, expect

pytestmark = pytest.mark.browser

Phones = Callable[..., Page]


def three(phone: Phones) -> tuple[str, Page, Page, Page]:
    """A table of four: Ann's phone opened it, Bo and Cy have phones of their own, Dee has none."""
    ann, bo, cy = phone(), phone(dark=True), phone()
    code = open_table(ann, "Ann", "Bo", "Cy", "Dee", **VALUES)
    join(ann, code, "p1")
    join(bo, code, "p2")
    join(cy, code, "p3")
    for page in (ann, bo, cy):
        listening(page, code)
    return code, ann, bo, cy


def test_a_hand_is_counted_together(phone: Phones) -> None:
    """Who went out is asked once; every phone opens its own player's row, says to all what is in,
    waits for the others, and records when everybody is in."""
    _code, ann, bo, cy = three(phone)
    tap(bo, "Score hand 1")
    expect(bo.locator("h2")).to_have_text("Who went out?")
    tap(bo, "Ann", exact=True)
    expect(bo.locator("h2")).to_have_text("Left in Bo’s hand")
    says(ann, "Hand 1 is being counted: Bo …, Cy … and Dee …")
    rest(cy)
    tap(cy, "Score hand 1")
    expect(cy.locator("h2")).to_have_text("Left in Cy’s hand")
    card(bo, "blue frog")
    card(bo, "red frog")
    tap(bo, "Bo has 20")
    says(ann, "Hand 1 is being counted: Bo 20, Cy … and Dee …")
    expect(bo.locator("h2")).to_have_text("Left in Dee’s hand")
    card(bo, "blue sun")
    tap(bo, "Dee has 5")
    expect(bo.locator("h2")).to_have_text("Hand 1 is being counted")
    expect(bo.locator("#counting")).to_contain_text("Ann went out")
    expect(bo.locator(".counts__sum")).to_have_text(["20", "–", "5"])
    expect(bo.locator("#bar")).to_contain_text("Waiting for Cy")
    expect(bo.locator("#bar .chit--main")).to_have_count(0)
    bo.reload()
    expect(bo.locator(".counts__sum")).to_have_text(["20", "–", "5"])
    card(cy, "yellow star")
    expect(cy.locator("#bar .chit--main")).to_have_text("Cy has 5. Record hand 1")
    cy.go_back()
    tap(ann, "Score hand 1")
    tap(ann, "Count for Cy here")
    card(ann, "yellow star")
    tap(ann, "Cy has 5. Record hand 1")
    for page in (ann, bo):
        expect(page.locator(".score__total")).to_have_text(["0", "20", "5", "5"])
    assert scores(ann) == [0, 20, 5, 5]


def test_who_went_out_can_be_changed_for_all(phone: Phones) -> None:
    code, ann, bo, cy = three(phone)
    tap(bo, "Score hand 1")
    tap(bo, "Ann", exact=True)
    says(cy, "Hand 1 is being counted")
    rest(cy)
    tap(cy, "Score hand 1")
    touch(cy.locator("#tab-out"))
    expect(cy.locator("h2")).to_have_text("Who went out?")
    tap(cy, "Dee", exact=True)
    expect(cy.locator("h2")).to_have_text("Left in Cy’s hand")
    says(ann, "Hand 1 is being counted: Ann …, Bo … and Cy …")
    rest(ann)
    tap(ann, "Score hand 1")
    expect(ann.locator("h2")).to_have_text("Left in Ann’s hand")
    bo.goto(f"/t/{code}/sheet/score?winner=p1")
    expect(bo.locator("#tab-out")).to_have_text("Dee went out")


def test_one_phone_counts_for_all(phone: Phones) -> None:
    """Nobody waits for a phone that is not there."""
    page = phone()
    code = open_table(page, "Ann", "Bo", "Cy", **VALUES)
    listening(page, code)
    tap(page, "Score hand 1")
    tap(page, "Bo", exact=True)
    card(page, "blue frog")
    tap(page, "Ann has 10. Next: Cy")
    expect(page.locator("h2")).to_have_text("Left in Cy’s hand")
    card(page, "blue sun")
    tap(page, "Cy has 5. Record hand 1")
    expect(page.locator(".score__total")).to_have_text(["10", "0", "5"])
