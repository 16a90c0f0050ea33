"""The page of all parts in a real browser: accessible, nothing too small, too wide or refused."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page
from sheet import signs

pytestmark = pytest.mark.browser

TOO_WIDE = """() => [...document.querySelectorAll('body *')].filter(e => {
  const box = e.getBoundingClientRect()
  const out = box.width && (box.right > innerWidth + 1 || box.left < -1)
  return out && !e.closest('.hand, .tabs, .skip')
}).map(e => e.outerHTML.slice(0, 120))"""
EXCUSED = (
    ".skip, .first, .ticker a, .score__name, .hand__card, .choice input, .log a, "
    ".ruling__reading a"
)  # in a line of text, or larger than their box
TOO_SMALL = """excused => {
  const taps = 'a, button, input:not([type=hidden]), select, summary'
  return [...document.querySelectorAll(taps)].filter(e => {
    const box = e.getBoundingClientRect()
    return box.width && (box.width < 43.5 || box.height < 43.5) && !e.matches(excused)
  }).map(e => e.outerHTML.slice(0, 120))
}"""


def test_the_page_shows_every_sign_once() -> None:
    page = (Path(__file__).parent / "templates" / "patterns.html").read_text("utf-8")
    listed = re.search(r"SIGNS = \{(.*?)\} %\}", page, re.S)
    assert listed
    shown = re.findall(r"'([\w-]+)'", re.sub(r"'[^']*': \[", "", listed[1]))
    assert sorted(shown) == sorted(signs())


@pytest.mark.parametrize("over", ["", "ruling", "sheet"])
@pytest.mark.parametrize("lamp", ["light", "dark"])
def test_axe_finds_nothing(patterns: str, phone: Page, lamp: str, over: str) -> None:
    phone.context.add_cookies([{"name": "lamp", "value": lamp, "url": patterns}])
    phone.goto(f"{patterns}?over={over}")
    found = Axe().run(phone)
    assert found.response["violations"] == []


def test_the_policy_refuses_nothing(patterns: str, phone: Page) -> None:
    refused: list[str] = []
    phone.on("console", lambda line: refused.append(line.text))
    phone.goto(patterns)
    phone.wait_for_load_state("networkidle")
    assert [line for line in refused if "Content Security Policy" in line] == []


@pytest.mark.parametrize(("width", "text"), [(360, 100), (320, 100), (360, 200), (1280, 100)])
def test_nothing_is_cut_off_at_the_side(patterns: str, phone: Page, width: int, text: int) -> None:
    phone.set_viewport_size({"width": width, "height": 640})
    phone.goto(patterns)
    phone.evaluate(f"document.documentElement.style.fontSize = '{text}%'")
    assert phone.evaluate(TOO_WIDE) == []


@pytest.mark.parametrize("width", [360, 320])
def test_what_is_tapped_is_as_large_as_a_thumb(patterns: str, phone: Page, width: int) -> None:
    phone.set_viewport_size({"width": width, "height": 640})
    phone.goto(patterns)
    assert phone.evaluate(TOO_SMALL, EXCUSED) == []
