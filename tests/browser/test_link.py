"""A phone without a link says so, keeps what was entered, and comes back by itself."""

from __future__ import annotations

import contextlib
import os
import re
import signal
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from hands import VALUES, button, card, join, listening, open_table, record, rest, tap, until
from playwright.sync_api import Browser, Page, expect
from real import Server

pytestmark = pytest.mark.browser

Phones = Callable[..., Page]


def offline(page: Page) -> None:
    page.context.set_offline(True)
    expect(page.locator("#ticker")).to_have_class(re.compile("is-off"))


def test_what_is_tapped_offline_is_kept_and_said_not_to_be_recorded(phone: Phones) -> None:
    page = phone()
    code = open_table(page, "Ann", "Bo", **VALUES)
    page.goto(f"/t/{code}")
    offline(page)
    expect(page.locator("#ticker")).to_have_text(
        re.compile(r"^Offline since \d\d:\d\d\. Trying to reconnect\.$")
    )
    expect(page.locator("#live")).to_have_text("offline")
    expect(page.locator(".sheet__line")).to_have_text(re.compile(r"^As of \d\d:\d\d\s*$"))
    page.context.set_offline(False)
    expect(page.locator("#ticker")).not_to_have_class(re.compile("is-off"))
    expect(page.locator(".sheet__line")).to_have_text("Lowest wins")

    tap(page, "Score hand 1")
    tap(page, "Bo", exact=True)
    card(page, "blue moon")
    offline(page)
    page.locator(".picker").get_by_role("button", name="red star").click()
    expect(page.locator("#notice")).to_contain_text("that was not recorded")
    expect(page.locator("#notice")).to_contain_text("What you entered is still here.")
    expect(page.locator(".hand__card")).to_have_count(1)
    page.context.set_offline(False)
    expect(page.locator("#ticker")).not_to_have_class(re.compile("is-off"))
    tap(page, "Ann has 10. Record hand 1")
    expect(page.locator(".score__total")).to_have_text(["10", "0"])


def test_a_phone_catches_up_within_two_seconds(phone: Phones) -> None:
    ann, bo = phone(), phone()
    code = open_table(ann, "Ann", "Bo", "Cy")
    join(bo, code, "p2")
    listening(bo, code)
    offline(bo)
    record(ann, code, "start_hand", dealer="p1", top="blue-sun")
    for player in ("p2", "p3", "p1"):
        record(ann, code, "draw", by=player)
        record(ann, code, "pass", by=player)
    bo.context.set_offline(False)
    took = until(lambda: "Ann passed" in bo.inner_text("#ticker"), 5)
    assert took < 2
    expect(bo.locator(".row__count")).to_have_text(["8", "8", "8"])


def test_a_frozen_phone_is_right_within_two_seconds_of_waking(phone: Phones) -> None:
    """30 events missed; what it taps before it has looked is not added on top."""
    ann, bo = phone(), phone()
    code = open_table(ann, "Ann", "Bo", "Cy")
    record(ann, code, "start_hand", dealer="p1", top="blue-sun")
    join(bo, code, "p2")
    listening(bo, code)
    system = bo.context.new_cdp_session(bo)
    system.send("Page.setWebLifecycleState", {"state": "frozen"})
    for _ in range(5):
        for player in ("p2", "p3", "p1"):
            record(ann, code, "draw", by=player)
            record(ann, code, "pass", by=player)
    system.send("Page.setWebLifecycleState", {"state": "active"})
    took = until(lambda: "Ann passed" in bo.inner_text("#ticker"), 8)
    assert took < 2
    expect(bo.locator(".row__count")).to_have_text(["12", "12", "12"])


@pytest.fixture
def own_server(tmp_path: Path) -> Iterator[Server]:
    """A server that a test may kill."""
    running = Server(tmp_path)
    yield running
    running.process.kill()
    running.process.wait(15)


def test_a_killed_server_comes_back_under_an_open_page(
    browser: Browser, own_server: Server
) -> None:
    contexts = [
        browser.new_context(
            viewport={"width": 360, "height": 640}, base_url=own_server.url, has_touch=True
        )
        for _ in range(2)
    ]
    host, bo = (context.new_page() for context in contexts)
    code = open_table(host, "Ann", "Bo", "Cy")
    record(host, code, "start_hand", dealer="p1", top="blue-sun")
    join(bo, code, "p2")
    for page in (host, bo):
        listening(page, code)
    children = Path(f"/proc/{own_server.process.pid}/task/{own_server.process.pid}/children")
    workers = [int(pid) for pid in children.read_text().split()]
    own_server.process.send_signal(signal.SIGKILL)
    for pid in workers:
        _kill(pid)
    own_server.process.wait(15)
    expect(bo.locator("#ticker")).to_have_class(re.compile("is-off"), timeout=15000)
    button(bo, "Draw one").click()
    expect(bo.locator("#notice")).to_contain_text("that was not recorded")
    own_server.start()
    record(host, code, "draw", by="p2")
    for page in (host, bo):
        assert until(lambda page=page: "Bo drew one" in page.inner_text("#ticker"), 15) < 10
        expect(page.locator("#ticker")).not_to_have_class(re.compile("is-off"))
        expect(page.locator("#notice")).not_to_be_visible()
    rest(bo)
    tap(bo, "Pass")
    expect(host.locator("#ticker")).to_contain_text("Bo passed")
    for context in contexts:
        context.close()


def _kill(pid: int) -> None:
    with contextlib.suppress(ProcessLookupError):
        os.kill(pid, signal.SIGKILL)
