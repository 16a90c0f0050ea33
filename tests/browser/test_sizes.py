"""On every page where something is recorded, at every size that a phone or a tablet has: the button
that comes next and what it speaks of are in sight without scrolling, and nothing lies under the
bar. In English with short names and in French with the longest that a field takes."""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import Any

import pytest
from hands import join, open_table, record, without
from playwright.sync_api import Browser, Page
from real import Server

pytestmark = pytest.mark.browser

SIZES = [
    (320, 568),
    (360, 640),
    (390, 844),
    (780, 280),
    (844, 390),
    (568, 232),
    (768, 1024),
    (1024, 768),
]
LARGE_TEXT = [(360, 640), (844, 390)]
LONG = "Donaudampfschifffahrtsgesellschaftskapit"
assert len(LONG) == 40
PEOPLE = {"en": ["Ann", "Bo", "Cy", "Dee"], "fr": [LONG, f"B{LONG[1:]}", f"C{LONG[1:]}", "Dee"]}

Steps = list[tuple[str, dict[str, Any]] | str]
CARDS = "cards=position%3D1&cards=move%3De%26resonance%3Dlife"

# Of each game its tables: players, options, then what is recorded ("type", fields) and what is
# looked at ("" the table, or what follows its address).
TABLES: dict[str, list[tuple[int, dict[str, Any], Steps]]] = {
    "zar": [
        (
            4,
            {},
            [
                "",
                "/sheet/score",
                "/sheet/score?winner=p2",
                "/sheet/deal",
                "/sheet/deal?dealer=p1",
                ("start_hand", {"dealer": "p1", "top": "blue-wasp"}),
                "",
                "/sheet/play?by=p2",
                "/sheet/play?by=p2&cards=blue-wasp",
                "/sheet/play?by=p2&cards=winged-dragon",
                "/sheet/match",
                "/sheet/gotcha?on=p2",
                "/sheet/penalty",
                "/sheet/close_call",
                "/sheet/position",
                "/undo",
                "/more",
            ],
        )
    ],
    "kazing": [
        (2, {"options.type": "duel"}, ["", f"/sheet/cast?by=p1&{CARDS}"]),
        (
            3,
            {},
            [
                "",
                "/sheet/cast?by=p1",
                f"/sheet/cast?by=p1&{CARDS}&now=life..",
                f"/sheet/cast?by=p1&{CARDS}&cards=word%3Dzing%26resonance%3Dlife",
                "/sheet/position",
            ],
        ),
    ],
    "zinga": [
        (
            3,
            {},
            [
                "",
                "/sheet/lots",
                ("start_round", {"first": "p1"}),
                "",
                "?show=orange",
                "/sheet/place?by=p1&tile=orange:&at=1",
                "/sheet/draw?by=p1",
                "/sheet/end_round",
                "/sheet/position",
            ],
        )
    ],
    "zigzag": [
        (
            4,
            {"options.level": 3},
            [
                "",
                ("start_round", {"number": 3}),
                ("stop", {"by": "p2", "on": "p3", "feature": "accessory"}),
                "",
                "/sheet/declare?by=p1&call=zag&hands.p3=water-blue-none",
                "/sheet/block?by=p1&on=p2",
                "/sheet/power?by=p1&power=cancel",
                "/sheet/constraint?by=p1&as=p1",
                "/sheet/position",
            ],
        )
    ],
    "zingazam": [
        (
            3,
            {},
            [
                "",
                ("start_game", {"first": "p1"}),
                ("play", {"by": "p1", "card": 4}),
                "",
                "/sheet/play?by=p2&card=2",
                ("play", {"by": "p2", "card": 6}),
                "",
            ],
        )
    ],
}

FAULTS = """() => {
  const faults = [], main = document.querySelector('main'), bar = document.getElementById('bar')
  const box = e => e.getBoundingClientRect()
  const shown = e => e.checkVisibility({visibilityProperty: true}) && box(e).width
  const name = e => (e.ariaLabel || e.textContent).trim().replace(/\\s+/g, ' ').slice(0, 40)
  if (document.scrollingElement.scrollWidth > innerWidth) {
    const all = [...document.querySelectorAll('body *')]
    const wide = all.filter(e => box(e).right > innerWidth + .5).at(-1)
    faults.push(`wider than the window: ${wide?.outerHTML.slice(0, 90)}`)
  }
  // In sight: all of it inside the window, and what lies at its middle is it.
  const in_sight = (e, part = false) => {
    const b = box(e)
    const top = Math.max(b.top, 0), bottom = Math.min(b.bottom, innerHeight)
    if (bottom - top < (part ? Math.min(b.height, 22) : b.height - 1)) return false
    if (b.left < -1 || b.right > innerWidth + 1) return false
    const y = part ? top + Math.min(b.height, 22) / 2 : (b.top + b.bottom) / 2
    const at = document.elementFromPoint((b.left + b.right) / 2, y)
    const layer = one => one.closest('main, #bar, #over')
    return Boolean(at) && (e.contains(at) || at.contains(e) && layer(at) === layer(e))
  }
  const over = document.getElementById('over')
  if (over) return faults
  for (const e of bar.querySelectorAll('.bar__row > .chit, .bar__ask'))
    if (shown(e) && !in_sight(e, e.matches('.bar__ask')))
      faults.push('button out of sight: ' + name(e))
  const SUBJECTS = 'h2, h3, legend, .big, .verdict, .ring, .rings, .onturn > p, .score, .wand, ' +
    'label, .notice, .laid'
  const subject = [...main.querySelectorAll(SUBJECTS)].find(shown)
  if (subject && !in_sight(subject, true)) faults.push('out of sight: ' + name(subject))
  // The board and the bar side by side, or one under the other: never one on the other.
  const m = box(main), b = box(bar)
  const x = Math.min(m.right, b.right) - Math.max(m.left, b.left)
  const y = Math.min(m.bottom, b.bottom) - Math.max(m.top, b.top)
  const LYING = 'a, button, input, select, .row, .laid__place'
  if (x > 1 && y > 1) for (const e of main.querySelectorAll(LYING)) {
    const own = box(e)
    if (!shown(e) || own.right < b.left + 1 || own.left > b.right - 1) continue
    // what can still be scrolled out from under it is in reach
    const room = main.scrollHeight - main.clientHeight - main.scrollTop
    if (own.bottom - room > b.top + 1) { faults.push('under the bar: ' + name(e)); break }
  }
  if (m.height < 64) faults.push(`room for the page: ${Math.round(m.height)}`)
  return faults
}"""


def pages(page: Page, key: str, language: str) -> Iterator[str]:
    """Go to each page in turn; its address without the table."""
    for players, options, steps in TABLES[key]:
        code = open_table(page, *PEOPLE[language][:players], game=key, **options)
        join(page, code, "p1")
        for step in steps:
            if isinstance(step, tuple):
                record(page, code, step[0], **step[1])
                continue
            page.goto(f"/t/{code}{step}", wait_until="load")
            yield step or "table"


def large_text(page: Page, on: bool) -> None:
    page.evaluate("on => document.documentElement.style.fontSize = on ? '200%' : ''", on)


LANGUAGES = ["fr", "en"] if os.environ.get("LANE") == "long" else ["fr"]
"""French is the longer one; the long lane has both."""


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("key", TABLES)
def test_everything_fits(browser: Browser, server: Server, key: str, language: str) -> None:
    context = browser.new_context(base_url=server.url, has_touch=True, locale=language)
    page = context.new_page()
    without(page, "*/bell*")  # live updates change nothing that is measured here
    found: list[str] = []
    for where in pages(page, key, language):
        for width, height in SIZES:
            page.set_viewport_size({"width": width, "height": height})
            found += [f"{where} {width}×{height}: {fault}" for fault in page.evaluate(FAULTS)]
        for width, height in LARGE_TEXT if language == "en" else ():
            page.set_viewport_size({"width": width, "height": height})
            large_text(page, True)
            found += [f"{where} {width}×{height} 200 %: {fault}" for fault in page.evaluate(FAULTS)]
            large_text(page, False)
    context.close()
    assert not found, "\n".join(found)
