"""A real server and real phones: Debian's Chromium at 360 × 640, by touch."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, BrowserContext, Page, Playwright, sync_playwright

CHROMIUM = "/usr/bin/chromium"
QUIET = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


def free_port() -> int:
    """A port nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


class Server:
    """`referee` in a folder of its own; it can be killed and started again on the same port."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.log = (folder / "log").open("ab")
        self.start()

    def start(self) -> None:
        """Start it and wait for the first answer."""
        command = [sys.executable, "-m", "referee", "--host", "127.0.0.1"]
        command += ["--port", str(self.port), "--data", str(self.folder / "instance")]
        # Without limits of tries: all phones of all tests come from one address.
        lifted = os.environ | {"REFEREE_LIMITS": "false"}
        self.process = subprocess.Popen(command, stdout=self.log, stderr=self.log, env=lifted)
        for _ in range(200):
            try:
                urllib.request.urlopen(f"{self.url}/healthz", timeout=2).close()
                return
            except OSError:
                assert self.process.poll() is None, (self.folder / "log").read_text()[-3000:]
                time.sleep(0.05)
        raise AssertionError("the server does not answer")

    def stop(self) -> None:
        """End it as a service manager would."""
        self.process.terminate()
        self.process.wait(15)


@pytest.fixture(scope="session")
def server(tmp_path_factory) -> Iterator[Server]:
    """One server for all browser tests."""
    running = Server(tmp_path_factory.mktemp("server"))
    yield running
    running.stop()


@pytest.fixture(scope="session")
def playwright() -> Iterator[Playwright]:
    with sync_playwright() as running:
        yield running


@pytest.fixture(scope="session")
def browser(playwright: Playwright) -> Iterator[Browser]:
    running = playwright.chromium.launch(executable_path=CHROMIUM, args=QUIET)
    yield running
    running.close()


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
        context.set_default_timeout(8000)
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


@pytest.fixture(scope="session")
def axe() -> Callable[[Page], None]:
    """Finds nothing on a page, or fails and says what and where."""
    checker = Axe()

    def clean(page: Page) -> None:
        found = checker.run(page, options={"resultTypes": ["violations"]})
        faults = [
            f"{violation['id']}: {node['target']} {node['failureSummary']}"
            for violation in found.response["violations"]
            for node in violation["nodes"]
        ]
        assert not faults, f"{page.url}\n" + "\n".join(faults)

    return clean
