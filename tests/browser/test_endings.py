"""The end of a game on every phone: all names whole, whatever they are, beside their points."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hands import open_table, record
from playwright.sync_api import Page, expect

pytestmark = pytest.mark.browser

Phones = Callable[..., Page]
LONG = "Wilhelmina-Charlotte van der Meulenbroek"
FAMILY = ["Grandmother Marguerite", "Al", "Uncle Bartholomew", "Anne-Sophie"]
SIZES = [(320, 568), (360, 640), (780, 280), (1024, 768)]
CUT = """() => [...document.querySelectorAll('.end__name, .place__name')]
    .filter(e => e.scrollWidth > e.clientWidth + 1 || e.scrollHeight > e.clientHeight * 1.2)
    .map(e => e.textContent)"""
BROKEN = """() => [...document.querySelectorAll('.end__name > span, .place__name')].flatMap(e => {
    const broken = [], text = e.firstChild
    for (const word of text.data.matchAll(/[^\\s-]+/g)) {
        const range = document.createRange()
        range.setStart(text, word.index)
        range.setEnd(text, word.index + word[0].length)
        const tops = new Set([...range.getClientRects()].map(box => Math.round(box.top)))
        if (tops.size > 1) broken.push(word[0])
    }
    return broken
})"""
"""Words of names that are parted between two lines."""


def ended(page: Page, game: str, names: list[str]) -> str:
    """A table of ZAR or of Ka-Zing's Precision that the first player has won."""
    if game == "zar":
        code = open_table(page, *names, **{"options.half_decks": 3, "options.target": 30})
        for _ in range(2):
            points = {f"points.p{n}": "19" for n in range(2, len(names) + 1)}
            record(page, code, "end_hand", winner="p1", **points)
        return code
    code = open_table(page, *names, game="kazing", **{"options.type": "precision"})
    nine = {"collected.p1": [*range(1, 10)]}
    record(page, code, "position", turn="p1", round=12, **nine)
    for n in range(1, len(names) + 1):
        record(page, code, "end_turn", by=f"p{n}")
    return code


@pytest.mark.parametrize("game", ["zar", "kazing"])
def test_names_are_whole(phone: Phones, game: str) -> None:
    page = phone()
    full = [f"{LONG[:38]}{n:02}" for n in range(14 if game == "zar" else 4)]
    for names in (["Al", "Bo"], FAMILY, full):
        page.goto(f"/t/{ended(page, game, names)}")
        expect(page.locator(".place__name")).to_have_count(len(names))
        for width, height in SIZES:
            page.set_viewport_size({"width": width, "height": height})
            at = (names[0], width)
            assert page.evaluate(CUT) == [], at
            assert page.evaluate(BROKEN) == [], at
            assert page.evaluate("document.scrollingElement.scrollWidth <= innerWidth"), at


def test_several_short_names_leave_room_for_what_they_won(phone: Phones) -> None:
    page = phone()
    names = ["Zoe", "Bo", "Ann"]
    code = open_table(page, *names, game="kazing", **{"options.type": "precision"})
    nine = {f"collected.p{n}": [*range(1, 10)] for n in (1, 2, 3)}
    record(page, code, "position", turn="p1", round=12, **nine)
    for n in (1, 2, 3):
        record(page, code, "end_turn", by=f"p{n}")
    for width, height in SIZES[:2]:
        page.set_viewport_size({"width": width, "height": height})
        page.goto(f"/t/{code}")
        expect(page.locator(".end__name [dir]")).to_have_text(names)
        line, bar = (page.locator(one).bounding_box() for one in (".end__line", "#bar"))
        assert line is not None
        assert bar is not None
        assert line["y"] + line["height"] <= bar["y"], width
