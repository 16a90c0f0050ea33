"""A real server and real phones: Debian's Chromium at 360 × 640, by touch."""

from __future__ import annotations

import itertools
import os
from collections.abc import Callable, Iterator

import pytest
from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import Browser, BrowserContext, Page, expect
from real import Server

LONG = os.environ.get("LANE") == "long"

expect.set_options(timeout=15_000)  # what must be quick is measured; a busy machine may be slow


@pytest.fixture(scope="session")
def server(tmp_path_factory) -> Iterator[Server]:
    """One server for all browser tests."""
    running = Server(tmp_path_factory.mktemp("server"))
    yield running
    running.stop()


@pytest.fixture
def phone(browser: Browser, server: Server) -> Iterator[Callable[..., Page]]:
    """Makes phones. Each has cookies of its own; in the end none of them has asked anybody but the
    server for anything, or has heard of a breach of the policy or a fault in a script."""
    contexts: list[BrowserContext] = []
    faults: list[str] = []

    def make(*, dark: bool = False, wide: bool = False, script: bool = True) -> Page:
        size = {"width": 1280, "height": 800} if wide else {"width": 360, "height": 640}
        context = browser.new_context(
            viewport=size,
            base_url=server.url,
            color_scheme="dark" if dark else "light",
            has_touch=not wide,
            java_script_enabled=script,
        )
        context.set_default_timeout(20_000)
        contexts.append(context)
        page = context.new_page()

        def asked(request) -> None:
            if not request.url.startswith((server.url, "data:")):
                faults.append(f"asked {request.url}")

        def said(message) -> None:
            text = message.text
            if "Content Security Policy" in text or "Uncaught" in text:
                faults.append(text)

        page.on("request", asked)
        page.on("console", said)
        page.on("pageerror", lambda error: faults.append(str(error)))
        return page

    yield make
    for context in contexts:
        context.close()
    assert not faults


OTHER = {"light": "dark", "dark": "light"}
FOUND = """async () => {
  const { violations } = await axe.run(document, { resultTypes: ['violations'], preload: false })
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(node => `${id}: ${node.target} ${node.failureSummary}`))
}"""
"""What axe finds. Nothing is loaded beforehand, as rules about films and turned screens need."""


@pytest.fixture(scope="session")
def axe() -> Callable[[Page], None]:
    """Finds nothing on a page, or fails and says what and where: by day and by night in turn, each
    page by both in the long lane. Every pair of colours is measured by `test_colours` besides."""
    turns = itertools.cycle([False, True])

    def found(page: Page) -> list[str]:
        if not page.evaluate("'axe' in window"):
            page.evaluate(AXE_SCRIPT)
        violations: list[str] = page.evaluate(FOUND)
        return violations

    def clean(page: Page) -> None:
        dark = page.evaluate("matchMedia('(prefers-color-scheme: dark)').matches")
        now = "dark" if dark else "light"
        faults = {}
        if LONG or not next(turns):
            faults[now] = found(page)
        if LONG or not faults:
            page.emulate_media(color_scheme=OTHER[now])
            faults[OTHER[now]] = found(page)
            page.emulate_media(color_scheme=now)
        for theme, those in faults.items():
            assert not those, f"{page.url}, {theme}\n" + "\n".join(those)

    return clean
