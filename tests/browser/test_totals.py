"""What is left in the hands, by pieces or by keypad: what nobody entered is no entry, the way is
remembered, and what does not fit is asked before anything is recorded."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hands import VALUES, card, join, lines, listening, open_table, record, rest, scores, tap, touch
from playwright.sync_api import Page, expect

pytestmark = pytest.mark.browser

Phones = Callable[..., Page]


def test_what_nobody_entered_is_no_entry(phone: Phones) -> None:
    """By cards or by keypad there is nothing to record before something was tapped; a 0 that was
    typed is one."""
    page = phone()
    code = open_table(page, "Ann", "Bo", "Cy", **VALUES)
    page.goto(f"/t/{code}/sheet/score?winner=p2")
    expect(page.locator(".sum")).to_have_text("–")
    expect(page.locator("#bar")).to_contain_text("Tap what Ann has left")
    expect(page.locator("#bar .chit--main")).to_have_count(0)
    tap(page, "Type it")
    expect(page.locator(".totals .key").first).to_have_text("Ann: –")
    expect(page.locator("#bar")).to_contain_text("Type Ann’s total")
    expect(page.locator("#bar .chit--main")).to_have_count(0)
    touch(page.locator("#tab-p3"))
    tap(page, "8", exact=True)
    expect(page.locator(".totals [name=now]")).to_have_text(["Ann: …", "Cy: 8"])
    tap(page, "Cy has 8. Next: Ann")
    tap(page, "0", exact=True)
    tap(page, "Ann has 0. Record hand 1")
    expect(page.locator("h2")).to_have_text("ZAR, after hand 1")
    assert scores(page) == [0, 0, 8]


def test_the_way_is_remembered(phone: Phones) -> None:
    """For the other players, and on this phone for the next hand; what stands in a row stays."""
    page = phone()
    code = open_table(page, "Ann", "Bo", "Cy", "Dee", **VALUES)
    page.goto(f"/t/{code}/sheet/score?winner=p2")
    card(page, "blue sun")
    tap(page, "Ann has 5. Next: Cy")
    tap(page, "Type it")
    touch(page.locator("#tab-p4"))
    expect(page.locator(".keypad")).to_be_visible()
    touch(page.locator("#tab-p1"))
    expect(page.locator(".hand__card")).to_have_count(1)
    touch(page.locator("#tab-p3"))
    expect(page.locator(".keypad")).to_be_visible()
    page.goto(f"/t/{code}/sheet/score?winner=p2")
    expect(page.locator(".keypad")).to_be_visible()
    tap(page, "Cards")
    expect(page.locator(".picker")).to_be_visible()
    page.goto(f"/t/{code}/sheet/score?winner=p2")
    expect(page.locator(".picker")).to_be_visible()


def test_a_miscount_is_asked_where_it_was_counted_together(phone: Phones) -> None:
    """All see what was counted, card by card, and how many places are open; a count that does not
    fit is a question to the whole table, never refused. The own row opens the own picker."""
    ann, bo, cy = phone(), phone(), phone()
    code = open_table(ann, "Ann", "Bo", "Cy", **VALUES)
    for page, seat in ((ann, "p1"), (bo, "p2"), (cy, "p3")):
        join(page, code, seat)
    hands = {"hands.p1": 1, "hands.p2": 2, "hands.p3": 1}
    record(ann, code, "position", top="red-moon", turn="p1", **hands)
    record(ann, code, "play", by="p1", cards="red-sun")
    for page in (ann, bo, cy):
        listening(page, code)
    tap(cy, "Score hand 1")
    expect(cy.locator("h2")).to_have_text("Left in Cy’s hand")
    card(cy, "yellow star")
    expect(cy.locator("#bar .chit--main")).to_have_text("Cy has 5")
    tap(bo, "Score hand 1")
    for name in ("blue sun", "blue star", "red star"):
        card(bo, name)
    tap(bo, "Bo has 15")
    expect(bo.locator(".counts__places .card")).to_have_count(3)
    expect(bo.locator(".counts__place")).to_have_count(1)
    expect(bo.locator("#bar")).to_contain_text("Waiting for Cy")
    tap(cy, "Cy has 5")
    ask = "3 cards are entered for Bo, but the count is 2."
    for page in (bo, cy):
        expect(page.locator("#bar")).to_contain_text(ask)
        expect(page.locator("#bar .chit--main")).to_have_count(0)
    rest(bo)
    touch(bo.locator(".counts__own"))
    expect(bo.locator("h2")).to_have_text("Left in Bo’s hand")
    expect(bo.locator(".hand__card")).to_have_count(3)
    tap(cy, "Record it all the same")
    expect(cy.locator("h2")).to_have_text("ZAR, after hand 1")
    assert scores(cy) == [0, 15, 5]
    assert "The hand was counted" in lines(ann, code)[0]
