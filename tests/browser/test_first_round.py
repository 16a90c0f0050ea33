"""A first round on two phones: ticks that appear by themselves, and what is read aloud."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from hands import join, listening, tap
from playwright.sync_api import Page, expect
from test_axe import fits

pytestmark = pytest.mark.browser

SPEECH = """
Object.defineProperty(window, 'speechSynthesis', { value: {
  speaking: false, spoken: [], cancel() { this.speaking = false },
  speak(said) { this.spoken.push(said.text + ' | ' + said.lang) },
} })
"""
"""In place of the browser's voice: what it was asked to say, and in which language."""


def spoken(page: Page) -> list[str]:
    found: list[str] = page.evaluate("speechSynthesis.spoken.splice(0)")
    return found


def hears(page: Page, *lines: str) -> None:
    """It is asked to say `lines`, and nothing else."""
    page.wait_for_function("count => speechSynthesis.spoken.length >= count", arg=len(lines))
    assert spoken(page) == [*lines]


def open_taught(page: Page, game: str, *names: str) -> str:
    page.goto(f"/open/{game}?holder={names[0]}&" + "&".join(f"name={name}" for name in names))
    tap(page, "First time? Learn as you play")
    page.wait_for_url("**/t/*")
    return page.url.rpartition("/")[2]


def test_two_phones_set_up_zinga_together_and_then_play(
    phone: Callable[..., Page], axe: Callable[[Page], None]
) -> None:
    """A tick comes to the other phone without a tap; with the last one both are a step on; what
    comes after the steps is the table."""
    ann, bo = phone(), phone()
    code = open_taught(ann, "zinga", "Ann", "Bo")
    join(bo, code, "p2")
    listening(ann, code)
    listening(bo, code)
    for number in range(4):
        for page in (ann, bo):
            expect(page.locator(".steps__dots")).to_have_attribute(
                "aria-label", f"Step {number + 1} of 4"
            )
        fits(ann)
        if number == 3:
            axe(ann)
        ann.wait_for_timeout(1000)  # nothing that ends a step takes a tap at once
        ann.locator("button[value=done]").click()
        expect(bo.locator(".is-done")).to_have_count(1)
        bo.locator("button[value=done]").click()
    for page in (ann, bo):
        expect(page.locator("#hint")).to_contain_text("say who starts")
    axe(ann)
    tap(bo, "No more hints")
    expect(bo.locator("#hint")).to_have_count(0)
    expect(ann.locator("#hint")).to_have_count(1)


def test_the_table_speaks_once_it_was_touched(phone: Callable[..., Page]) -> None:
    """Nothing before; then what is there, and by itself what is new; a touch while it speaks ends
    it."""
    ann = phone()
    ann.add_init_script(SPEECH)
    open_taught(ann, "zingazam", "Ann", "Bo")
    assert spoken(ann) == []
    hear = ann.get_by_role("button", name="Read aloud")
    expect(hear).to_have_attribute("aria-pressed", "false")
    hear.click()
    expect(hear).to_have_attribute("aria-pressed", "true")
    assert spoken(ann)[0] == "Sit round the table in this order. | en"
    ann.wait_for_timeout(1000)
    ann.locator("button[value=done]").click()
    expect(ann.locator("#task")).to_contain_text("Shuffle the cats")
    hears(
        ann,
        "Shuffle the cats. Put them in the middle. | en",
        "Face down. There are 12. | en",
    )
    ann.evaluate("speechSynthesis.speaking = true")
    hear.click()
    expect(hear).to_have_attribute("aria-pressed", "false")
    ann.wait_for_timeout(1000)
    ann.locator("button[value=done]").click()
    expect(ann.locator("#task")).to_contain_text("picks a wizard")
    assert spoken(ann) == []


def test_zing_a_zam_asks_and_tells_aloud(phone: Callable[..., Page]) -> None:
    """The question of whose turn it is, and who took the round and why."""
    ann = phone()
    ann.add_init_script(SPEECH)
    ann.goto("/open/zingazam?name=Ann&name=Bo")
    tap(ann, "Start with 2 players")
    tap(ann, "Ann starts")
    hear = ann.get_by_role("button", name="Read aloud")
    hear.click()
    hears(ann, "Ann, which number? | en")
    for number, said in ((1, "Bo, which number?"), (3, "Bo takes the cards: 3 is the highest.")):
        ann.locator(f".spell.zingazam-n{number}").first.click()
        expect(ann.locator(".heard h2")).to_contain_text(said[:8])
        hears(ann, f"{said} | en")


SIZES = [(320, 568), (360, 640), (780, 280), (1024, 768)]
OVER_EACH_OTHER = """() => {
    const all = [...document.querySelectorAll('.setting__name b, .setting__middle > *')]
    const boxes = all.map(one => one.getBoundingClientRect()), found = []
    boxes.forEach((a, i) => {
        if (a.left < 0 || a.right > innerWidth) found.push(all[i].textContent)
        for (const b of boxes.slice(i + 1)) {
            const across = Math.min(a.right, b.right) - Math.max(a.left, b.left)
            const down = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top)
            if (across > 1 && down > 1) found.push(all[i].textContent)
        }
    })
    return found
}"""


@pytest.mark.parametrize("game", ["zinga", "zigzag"])
def test_names_sit_round_the_table_apart(phone: Callable[..., Page], game: str) -> None:
    """However long they are, they cover neither each other nor what lies in the middle."""
    page = phone()
    long = [f"Wilhelmina-Charlotte van der Meulenbr{n:03}" for n in range(4)]
    for names in (["Ann", "Grandmother", "Bo", "Alexandra"], long):
        open_taught(page, game, *names)
        for step in range(4):
            dots = page.locator(".steps__dots")
            expect(dots).to_have_attribute("aria-label", re.compile(f"Step {step + 1} of "))
            for width, height in SIZES if step in (0, 3) else ():
                page.set_viewport_size({"width": width, "height": height})
                expect(page.locator(".setting__name")).to_have_count(4)
                assert page.evaluate(OVER_EACH_OTHER) == [], (names[0], step, width)
            page.wait_for_timeout(1000)  # nothing that ends a step takes a tap at once
            page.locator("button[value=done]").click()
