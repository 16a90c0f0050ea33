"""Words half again as long as the English ones find room: no page gets wider than the phone, and no
button's text runs out of it."""

from __future__ import annotations

import os
from collections.abc import Iterator

import pseudo
import pytest
from flask import Flask
from hands import without
from phones import phone_of, token_of
from played import TABLE, addresses, brought_in, evenings
from playwright.sync_api import Browser
from served import served

from referee.games import games
from referee.web import create_app
from referee.web.seats import COOKIE

pytestmark = pytest.mark.browser

OVERFLOW = """() => {
  const faults = new Set()
  for (const part of [document.scrollingElement, document.querySelector('main')])
    if (part.scrollWidth > part.clientWidth)
      faults.add(`${part.tagName} is ${part.scrollWidth} wide`)
  // What ends in an ellipsis, or is scrolled to, is in order.
  const excused = e => {
    for (; e && !e.matches('main, body'); e = e.parentElement) {
      const style = getComputedStyle(e)
      if (style.textOverflow === 'ellipsis' || /auto|scroll/.test(style.overflowX)) return true
    }
    return false
  }
  const range = document.createRange()
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  while (walker.nextNode()) {
    const text = walker.currentNode, holder = text.parentElement
    if (!text.data.trim() || !holder.checkVisibility({visibilityProperty: true})) continue
    if (holder.closest('.skip, .aloud, svg, textarea, .badge') || excused(holder)) continue
    range.selectNodeContents(text)
    const box = range.getBoundingClientRect()
    const said = text.data.trim().slice(0, 50)
    if (!box.width) continue
    if (box.right > innerWidth + 1 || box.left < -1) faults.add(`out of the page: ${said}`)
    const around = holder.closest('a, button, .chit, .key, .pick, summary, td, th')
    if (!around || getComputedStyle(around).display === 'inline') continue
    const room = around.getBoundingClientRect()
    if (box.right > room.right + 1 || box.left < room.left - 1)
      faults.add(`wider than its ${around.tagName} ${around.className}: ${said}`)
    // A box of text is as high as its font, whatever the line.
    if (box.bottom > room.bottom + 6 || box.top < room.top - 6)
      faults.add(`higher than its ${around.tagName} ${around.className}: ${said}`)
  }
  return [...faults]
}"""


SEEN = set[str]()
FILES = (".json", ".csv", ".bgsplay", ".svg", "/healthz", "/since")


@pytest.fixture
def app(tmp_path, monkeypatch: pytest.MonkeyPatch) -> Flask:
    pseudo.render(monkeypatch, pseudo.stretched)
    return create_app({"DATA": tmp_path, "TESTING": True, "LIMITS": False})


@pytest.fixture
def url(app: Flask) -> Iterator[str]:
    with served(app) as found:
        yield found


WALKED = list(games())[: None if os.environ.get("LANE") == "long" else 2]
"""The games whose pages are walked; the long lane has all."""


@pytest.mark.parametrize("key", WALKED)
def test_long_words_find_room(app: Flask, url: str, browser: Browser, key: str) -> None:
    service, phone = app.extensions["service"], phone_of(app)
    host = service.phones.find(token_of(phone))
    context = browser.new_context(viewport={"width": 360, "height": 640}, base_url=url)
    context.add_cookies([{"name": COOKIE, "value": token_of(phone), "url": url}])
    page = context.new_page()
    without(page, "*.js*")  # the pages as they come: what scripts do later changes no words
    faults: dict[str, str] = {}
    for record in evenings(key, (30,)):
        code = brought_in(service, host, record)
        lines = len(record["events"]) + 1  # type: ignore[arg-type]
        for path in addresses(app, key, code, lines, SEEN, TABLE):
            if not path.endswith(FILES):
                page.goto(path, wait_until="load")
                for fault in page.evaluate(OVERFLOW):
                    faults.setdefault(fault, path)
    context.close()
    assert not faults, "\n".join(f"{path}: {fault}" for fault, path in faults.items())
