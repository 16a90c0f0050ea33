"""Nothing moves under the thumb: on every page where something is entered, in all games, a button
that was tapped lies where it lay, and so do the pieces and digits beside one of them, for the next
tap. What leads to another step (`now`, `mode`) does so."""

from __future__ import annotations

import os
from collections.abc import Callable
from itertools import count

import pytest
from hands import join, open_table, record, settle
from playwright.sync_api import Page, expect
from test_sizes import TABLES

pytestmark = pytest.mark.browser

MORE = {"zingazam": ["/sheet/play", "/sheet/score", "/sheet/position"]}
"""Pages of several steps that are not among those whose sizes are measured."""
FELT = 4
"""Pixels that no thumb feels."""
ADDS = ("add", "digit")
LONG = os.environ.get("LANE") == "long"
SIZES = [(360, 640), *([(390, 844)] if LONG else [])]
"""A small phone; the long lane has a tall one too, where what is left of the height is used."""
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


def tried(taps: list[list[str]], turn: int) -> list[list[str]]:
    """The first of each kind or, every other `turn`, the last: what differs between two of a kind
    is the piece. In the long lane both."""
    kinds: dict[tuple[str, str], list[list[str]]] = {}
    for name, value in taps:
        kinds.setdefault((name, value.split(":")[0].split("%3A")[0]), []).append([name, value])
    if LONG:
        return [one for kind in kinds.values() for one in (kind[:1] + kind[1:][-1:])]
    return [kind[-(turn % 2)] for kind in kinds.values()]


def moved(page: Page, path: str, tap: list[str], there: bool = False) -> list[str]:
    """What has moved between before and after `tap`; `there`: it is the page that is shown."""
    if not there:
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


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}")
@pytest.mark.parametrize("key", TABLES)
def test_nothing_moves_under_the_thumb(
    phone: Callable[..., Page], key: str, size: tuple[int, int]
) -> None:
    page = phone()
    page.set_viewport_size({"width": size[0], "height": size[1]})
    measured, faults, turns = 0, [], count()
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
            for n, tap in enumerate(tried(page.evaluate(ENTERING), next(turns))):
                measured += 1
                faults += moved(page, path, tap, there=n == 0)[:2]
    assert measured >= 3, "nothing was tapped"
    assert not faults, "\n".join(faults)


THUMB = 260
"""Pixels from the lower edge of a tall phone that a thumb reaches."""


def test_answers_of_a_short_question_lie_on_the_bar(phone: Callable[..., Page]) -> None:
    page = phone()
    page.set_viewport_size({"width": 390, "height": 844})
    code = open_table(page, *NAMES)
    record(page, code, "start_hand", dealer="p1", top="blue-sun")
    for step in ("gotcha?on=p2", "close_call", "match", "score"):
        page.goto(f"/t/{code}/sheet/{step}")
        answers = page.locator("main .people").locator(".chit, .key")
        boxes = [box for each in answers.all() if (box := each.bounding_box())]
        assert len(boxes) >= 3
        assert min(box["y"] for box in boxes) >= 844 - THUMB, step
        ask = page.locator("main h2").bounding_box() or {}
        piece = page.locator("main .card").first.bounding_box() if step == "match" else ask
        between = boxes[0]["y"] - (piece or {})["y"] - (piece or {})["height"]
        assert between < 24, "nothing between question and answer"
    for value in ("on:p2", "on:p4"):
        assert not moved(page, f"/t/{code}/sheet/penalty", ["set", value])


def test_what_is_tapped_grows_on_a_tall_phone(phone: Callable[..., Page]) -> None:
    page = phone()
    code = open_table(page, *NAMES)
    for height, least in ((640, 44), (844, 60)):
        page.set_viewport_size({"width": 390, "height": height})
        page.goto(f"/t/{code}/sheet/score?winner=p2")
        box = page.locator(".picker > .pick").first.bounding_box() or {}
        assert least <= box["height"] <= least + 2


@pytest.mark.parametrize("size", [(780, 280), (844, 390)], ids=lambda size: f"{size[0]}")
def test_a_phone_on_its_side_shows_who_and_what(
    phone: Callable[..., Page], size: tuple[int, int]
) -> None:
    """All eight numbers of Zing-a-Zam!, the names of a Duel, and whose turn it is."""
    page = phone()
    page.set_viewport_size({"width": size[0], "height": size[1]})
    code = open_table(page, *NAMES, game="zingazam")
    join(page, code, "p2")
    record(page, code, "start_game", first="p1")
    page.goto(f"/t/{code}")
    assert page.locator(".spells .spell").count() == 8
    for plate in page.locator(".spells .spell").all():
        expect(plate).to_be_in_viewport(ratio=0.95)
        assert (plate.bounding_box() or {})["height"] >= 44
    expect(page.get_by_role("button", name="Hurricane")).to_be_visible()
    code = open_table(page, *NAMES, game="kazing", **{"options.type": "duel"})
    join(page, code, "p2")
    record(page, code, "end_turn", by="p1")
    page.goto(f"/t/{code}")
    whole = "e => e.scrollWidth <= e.clientWidth + 1"
    expect(page.locator(".top__name")).to_have_text("Bo, your turn")
    assert page.locator(".top__name").evaluate(whole)
    for name in page.locator(".side-row .score__name").all():
        assert name.evaluate(whole)
