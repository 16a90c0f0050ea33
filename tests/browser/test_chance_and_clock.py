"""What a phone does best: a lot for the first seat, seconds counted down, the Timer's sound."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hands import listening, open_table, record, tap
from playwright.sync_api import Page, expect

pytestmark = pytest.mark.browser

Phones = Callable[..., Page]

COUNTED = """
window.notes = 0
const own = AudioContext.prototype.createOscillator
AudioContext.prototype.createOscillator = function () { window.notes++; return own.call(this) }
"""
CIRCLE = ["Ann", "Bo", "Cy", "Dee"]


def test_a_lot_says_who_is_first_and_nobody_changes_places(phone: Phones) -> None:
    page = phone()
    page.goto("/open/zar?" + "&".join(f"name={name}" for name in CIRCLE))
    seen = set()
    for _ in range(12):
        with page.expect_response(lambda answer: "/open/zar" in answer.url):
            tap(page, "Pick who is first at random")
        said = page.locator("[role=status] b")
        expect(said).to_be_visible()
        names = page.locator(".row__name").all_text_contents()
        expect(said).to_have_text(f"{names[0]} deals the first hand.")
        first = CIRCLE.index(names[0])
        assert names == CIRCLE[first:] + CIRCLE[:first]
        seen.add(names[0])
    assert len(seen) > 1
    page.reload()
    assert page.locator(".row__name").all_text_contents() == names, "what was drawn stays"


@pytest.mark.parametrize("game", ["zinga", "zigzag", "zingazam"])
def test_no_lot_where_a_rule_says_who_begins_or_nobody_does(phone: Phones, game: str) -> None:
    page = phone()
    page.goto(f"/open/{game}?name=Ann&name=Bo")
    expect(page.get_by_role("button", name="Pick who is first at random")).to_have_count(0)


@pytest.mark.parametrize("sound", ["on", ""])
def test_ten_seconds_are_counted_down_on_the_phone_that_was_touched(
    phone: Phones, sound: str
) -> None:
    page = phone()
    page.add_init_script(COUNTED)
    page.goto("/menu")
    page.locator(f'button[name=sound][value="{sound}"]').click()
    code = open_table(page, *CIRCLE, game="zigzag")
    record(page, code, "start_round")
    clock = page.locator("[data-seconds]")
    record(page, code, "power", by="p1", power="ten-seconds")
    page.clock.install()
    listening(page, code)
    expect(clock).to_have_count(0)  # it waits for the lead
    record(page, code, "lead")
    expect(clock).to_have_text("Count down 10 seconds")
    page.clock.run_for(500)  # what has just come takes no tap
    clock.click()
    expect(clock).to_have_text("10")
    page.clock.run_for(4050)
    expect(clock).to_have_text("6")
    page.clock.run_for(6000)
    expect(clock).to_have_text("Time is up")
    assert page.evaluate("notes") == (11 if sound else 0)


@pytest.mark.parametrize(("sound", "notes"), [("on", 2), ("", 0)])
def test_the_timer_sounds_when_it_is_full_where_that_was_chosen(
    phone: Phones, sound: str, notes: int
) -> None:
    page = phone()
    page.add_init_script(COUNTED)
    page.goto("/menu")
    page.locator(f'button[name=sound][value="{sound}"]').click()
    code = open_table(page, "Ann", game="kazing")
    for _ in range(5):
        record(page, code, "end_turn", by="p1")
    listening(page, code)
    assert page.evaluate("notes") == 0
    record(page, code, "end_turn", by="p1")
    expect(page.locator("main [data-chime]")).to_be_visible()
    assert page.evaluate("notes") == notes
    page.reload()
    expect(page.locator("main [data-chime]")).to_be_visible()
    assert page.evaluate("notes") == 0, "what was there before is silent"


@pytest.mark.parametrize("size", [(320, 568), (780, 280), (1024, 768)])
def test_the_countdown_is_in_sight(phone: Phones, size: tuple[int, int]) -> None:
    page = phone()
    page.set_viewport_size({"width": size[0], "height": size[1]})
    code = open_table(page, *CIRCLE, game="zigzag")
    record(page, code, "start_round")
    record(page, code, "power", by="p1", power="ten-seconds")
    record(page, code, "lead")
    page.goto(f"/t/{code}")
    clock = page.locator("[data-seconds]")
    expect(clock).to_be_in_viewport(ratio=0.99)
    box = clock.bounding_box() or {}
    at = [box["x"] + box["width"] / 2, box["y"] + box["height"] / 2]
    on_top = "([x, y]) => document.elementFromPoint(x, y).closest('[data-seconds]') !== null"
    assert page.evaluate(on_top, at), "something lies over it"
