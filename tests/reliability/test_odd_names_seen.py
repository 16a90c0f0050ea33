"""T13 and T14 in a real browser: no payload runs, no policy is broken, no name bursts its row."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress

import pytest
from party import House, Phone
from playwright.sync_api import Browser
from test_markup import EACH, PLAIN, Table, odd, parties

from referee.core import Unusable
from referee.service.names import typed_name

pytestmark = pytest.mark.browser


class Screen:
    """A phone's screen that notes whatever it should never have to."""

    def __init__(self, context, house: House) -> None:
        self.context, self.house = context, house
        self.faults: list[str] = []
        self.page = context.new_page()
        self.page.on(
            "dialog", lambda dialog: (self.faults.append(dialog.message), dialog.dismiss())
        )
        self.page.on("pageerror", lambda error: self.faults.append(str(error)))
        self.page.on("console", self.said)
        self.page.on("request", self.asked)

    def said(self, message) -> None:
        if message.type == "error" or "Content Security Policy" in message.text:
            self.faults.append(message.text)

    def asked(self, request) -> None:
        if not request.url.startswith((self.house.url, "data:")):
            self.faults.append(request.url)

    def show(self, phone: Phone, path: str) -> None:
        """The page `path` as `phone` has it, once its script has run."""
        cookie = {"name": "phone", "value": phone.cookie, "url": self.house.url}
        self.context.add_cookies([cookie])
        self.page.goto(f"{self.house.url}{path}", wait_until="load")
        self.page.wait_for_function("() => window.htmx && document.readyState === 'complete'")

    def heights(self, what: str) -> list[float]:
        """How high each element `what` is."""
        script = "(all) => all.map((one) => one.getBoundingClientRect().height)"
        return self.page.eval_on_selector_all(what, script)

    def width(self) -> float:
        return self.page.evaluate("() => document.documentElement.scrollWidth")


@pytest.fixture
def screen(house: House, browser: Browser) -> Iterator[Screen]:
    context = browser.new_context(viewport={"width": 360, "height": 640})
    yield Screen(context, house)
    context.close()


def test_t13_nothing_runs_in_a_browser(house: House, screen: Screen) -> None:
    for names in parties():
        table = Table(house, names, f"{names[0]}{names[1]}"[:60])
        for path in ("", "/people"):
            screen.show(table.host, f"/t/{table.code}{path}")
            assert not screen.faults, (names, path, screen.faults)
            # What the page says is the name, letter by letter.
            assert all(name in screen.page.inner_text("body") for name in shown(names, path))
        # The same names once more, drawn by the script when the bell has rung.
        screen.show(table.seat, f"/t/{table.code}")
        gotcha = {"type": "gotcha", "by": "p4", "on": "p3"}
        table.host.record(table.code, **gotcha, stands="1")
        screen.page.wait_for_function("(line) => +document.body.dataset.line > line", arg=table.seq)
        assert not screen.faults, (names, screen.faults)


def shown(names: list[str], path: str) -> list[str]:
    """Names that the page must show, as far as their letters are seen as they are written."""
    return [name for name in names if path == "" and " " not in name and name.isascii()]


def odd_parties() -> list[list[str]]:
    """The odd names that a table takes, nine by nine."""
    made: list[list[str]] = [["Ann"]]
    for name in [*odd(), "W" * 40, "W" * 20 + " " + "M" * 19, "漢" * 40, "i" * 40]:
        if len(made[-1]) == EACH:
            made.append(["Ann"])
        with suppress(Unusable):
            made[-1].append(typed_name(name, made[-1], ""))
    return made


def test_t14_no_name_bursts_its_row(house: House, screen: Screen) -> None:
    host = Phone(house)
    screen.show(host, f"/t/{host.open(PLAIN, 'Friday')}")
    usual, width = max(screen.heights(".score")), screen.width()
    assert width == 360
    made = odd_parties()
    assert len(made) >= 4
    for names in made:
        code = host.open(names if len(names) > 1 else [*names, "Bo"])
        screen.show(host, f"/t/{code}")
        heights = screen.heights(".score")
        assert len(heights) >= len(names)
        assert max(heights) <= 3 * usual, names
        assert screen.width() <= width, names
    assert not screen.faults
