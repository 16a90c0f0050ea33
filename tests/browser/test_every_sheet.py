"""Every page and sheet of Ka-Zing, ZigZag and Zing-a-Zam! as it is met in a game, by day and by
night: axe finds nothing, and nothing is too wide, too small or too near."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from hands import open_table, record
from playwright.sync_api import Page
from test_axe import fits

from referee.games import games

pytestmark = pytest.mark.browser

Phones = Callable[..., Page]
Recorded = tuple[str, dict[str, Any]]

NAMES = ["Ann", "Bo", "Cy", "Dee"]
SPELL = {"by": "p1", "cards": ["position=1", "move=e&resonance=life", "word=zing&resonance=life"]}
SECRET = {"by": "p1", "constraint.feature": "colour"}
ROUND = [("play", {"by": f"p{n}", "card": card}) for n, card in ((1, 4), (2, 7), (3, 8))]
COUNTS = {f"counts.p{n}": count for n, count in ((1, 12), (2, 9), (3, 8))}

GAMES: dict[str, list[tuple[list[str], dict[str, Any], list[list[Recorded]]]]] = {
    # names, options, what is recorded before each look round
    "kazing": [
        (NAMES[:2], {"options.type": "duel"}, [[]]),
        (NAMES[:3], {}, [[("cast", SPELL)]]),
        (NAMES[:1], {}, [[("end_turn", {"by": "p1"})] * 6]),
    ],
    "zigzag": [
        (
            NAMES,
            {"options.level": 3},
            [
                [
                    ("start_round", {"number": 3}),
                    ("stop", {"by": "p2", "on": "p3", "feature": "accessory"}),
                    ("constraint", SECRET),
                ],
            ],
        )
    ],
    "zingazam": [
        (NAMES[:3], {"options.games": 2}, [[], [("start_game", {"first": "p1"}), ROUND[0]]]),
        (NAMES[:3], {}, [[("score_game", COUNTS)]]),
    ],
}
PARTS = {"zigzag": ["settings?part=printed"], "kazing": ["box"]}
FILLED = {
    "cast": "?by=p2&cards=position%3D1&cards=move%3De%26resonance%3Dlife",
    "declare": "?by=p1&call=zag&hands.p3=water-blue-none",
    "block": "?by=p1&on=p2",
    "score": "?counts.p1=12&counts.p2=12&counts.p3=5",
    "play": "?by=p2&card=2",
    "constraint": "?by=p1&as=p1",
    "hand": "?by=p1&as=p1",
    "power": "?by=p1&power=cancel",
}


def walk(page: Page, key: str) -> Iterator[str]:
    """Goes to each page; yields what it is called. A sheet is met once, where it is for now."""
    sheets = set(games()[key].forms)
    names = "&".join(f"name={name}" for name in NAMES)
    for path in (f"/open/{key}?{names}", f"/check/{key}?{names}"):
        page.goto(path)
        yield path.split("/")[1]
    for n, (people, options, looks) in enumerate(GAMES[key]):
        code = open_table(page, *people, game=key, **options)
        for m, recorded in enumerate(looks):
            for kind, fields in recorded:
                record(page, code, kind, **fields)
            page.goto(f"/t/{code}")
            yield f"table-{n}-{m}"
            for sheet in sorted(sheets):
                page.goto(f"/t/{code}/sheet/{sheet}{FILLED.get(sheet, '')}")
                if f"/sheet/{sheet}" in page.url and page.locator("#entry").count():
                    sheets.remove(sheet)
                    yield sheet
    for part in PARTS.get(key, []):
        page.goto(f"/t/{code}/{part}")
        yield part.partition("?")[0]


@pytest.mark.parametrize("key", GAMES)
def test_every_sheet(phone: Phones, axe: Callable[..., None], key: str) -> None:
    page = phone()
    seen = 0
    for _ in walk(page, key):
        seen += 1
        fits(page)
        axe(page)
    assert seen >= 9


def test_a_short_name_stands_close_to_its_comma(phone: Phones) -> None:
    page = phone()
    code = open_table(page, "Jo", "Bo", "Cy", game="zingazam")
    record(page, code, "start_game", first="p1")
    page.goto(f"/t/{code}")
    gap = page.locator(".laid__who").evaluate(
        """who => {
          const text = document.createRange()
          text.selectNodeContents(who)
          return who.getBoundingClientRect().right - text.getBoundingClientRect().right
        }"""
    )
    assert abs(gap) < 1
