"""Nothing moves under the thumb: on every page where something is entered, in all games, a button
that was tapped lies where it lay, and so do the pieces and digits beside one of them, for the next
tap. What leads to another step (`now`, `mode`) does so."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hands import open_table, record, settle
from playwright.sync_api import Page
from test_sizes import TABLES

pytestmark = pytest.mark.browser

MORE = {"zingazam": ["/sheet/play", "/sheet/score", "/sheet/position"]}
"""Pages of several steps that are not among those whose sizes are measured."""
FELT = 4
"""Pixels that no thumb feels."""
ADDS = ("add", "digit")
NAMES = ["Ann", "Bo", "Cy", "Dee"]

PLACES = """() => {
  const places = {}, main = document.querySelector('main')
  for (const tap of document.querySelectorAll('main button, #bar button, #bar a')) {
    const box = tap.getBoundingClientRect(), key = [tap.name, tap.value].join('=')
    if (!box.width || !box.height || !tap.name || tap.classList.contains('first')) continue
    if (tap.name === 'csrf_token' || key in places) continue
    places[key] = [Math.round(box.x), Math.round(box.y)]
  }
  return places
}"""
"""Where each button lies, as the thumb sees it, by what it sends."""

ENTERING = """() => [...document.querySelectorAll('button[name]:enabled')].filter(tap => {
  const box = tap.getBoundingClientRect()
  return tap.form?.matches('[data-entry]') && !tap.hasAttribute('formmethod') && box.width
    && !/^(start|csrf_token|now|mode)$/.test(tap.name) && !tap.classList.contains('first')
    && box.top >= 0 && box.bottom <= innerHeight
}).map(tap => [tap.name, tap.value])"""
"""What of it enters something and is in sight. A card that has no room is answered by a verdict."""


def tried(taps: list[list[str]]) -> list[list[str]]:
    """The first and the last of each kind: what differs between two of a kind is the piece."""
    kinds: dict[tuple[str, str], list[list[str]]] = {}
    for name, value in taps:
        kinds.setdefault((name, value.split(":")[0].split("%3A")[0]), []).append([name, value])
    return [one for kind in kinds.values() for one in (kind[:1] + kind[1:][-1:])]


def moved(page: Page, path: str, tap: list[str]) -> list[str]:
    """What has moved between before and after `tap`."""
    page.goto(path)
    settle(page)
    before = page.evaluate(PLACES)
    page.evaluate(
        """([name, value]) => [...document.querySelectorAll('button')]
          .find(tap => tap.name === name && tap.value === value).click()""",
        tap,
    )
    settle(page)
    after = page.evaluate(PLACES)
    return [
        f"{path}: a tap on {'='.join(tap)} moves {key}: {before[key]} to {after[key]}"
        for key in before.keys() & after.keys()
        if (key == "=".join(tap) or (tap[0] in ADDS and key.partition("=")[0] == tap[0]))
        and max(abs(a - b) for a, b in zip(before[key], after[key], strict=True)) > FELT
    ]


@pytest.mark.parametrize("key", TABLES)
def test_nothing_moves_under_the_thumb(phone: Callable[..., Page], key: str) -> None:
    page = phone()
    measured, faults = 0, []
    for people, options, steps in TABLES[key]:
        code = open_table(page, *NAMES[:people], game=key, **options)
        for step in [*steps, *MORE.get(key, [])]:
            if not isinstance(step, str):
                page.goto("about:blank")  # a form that is open would follow what is recorded
                record(page, code, step[0], **step[1])
                continue
            path = f"/t/{code}{step}"
            page.goto(path)
            settle(page)
            for tap in tried(page.evaluate(ENTERING)):
                measured += 1
                faults += moved(page, path, tap)[:2]
    assert measured >= 3, "nothing was tapped"
    assert not faults, "\n".join(faults)


THUMB = 260
"""Pixels from the lower edge of a tall phone that a thumb reaches."""


def test_answers_of_a_short_question_lie_on_the_bar(phone: Callable[..., Page]) -> None:
    page = phone()
    page.set_viewport_size({"width": 390, "height": 844})
    code = open_table(page, *NAMES)
    record(page, code, "start_hand", dealer="p1", top="blue-sun")
    for step in ("gotcha?on=p2", "close_call"):
        page.goto(f"/t/{code}/sheet/{step}")
        answers = page.locator("main .people .chit")
        boxes = [box for each in answers.all() if (box := each.bounding_box())]
        assert len(boxes) >= 3
        assert min(box["y"] for box in boxes) >= 844 - THUMB, step
        ask = page.locator("main h2").bounding_box() or {}
        assert boxes[0]["y"] - ask["y"] - ask["height"] < 24, "nothing between question and answer"
    for value in ("on:p2", "on:p4"):
        assert not moved(page, f"/t/{code}/sheet/penalty", ["set", value])
