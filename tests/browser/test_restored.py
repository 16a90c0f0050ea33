"""A backup comes back under open pages: they show it, though its numbers are lower."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from hands import join, listening, open_table, record, until
from playwright.sync_api import Browser, expect
from real import Server

pytestmark = pytest.mark.browser


@pytest.fixture
def own_server(tmp_path: Path) -> Iterator[Server]:
    running = Server(tmp_path)
    yield running
    running.process.kill()
    running.process.wait(15)


def referee(server: Server, *words: str) -> None:
    command = [sys.executable, "-m", "referee", *words]
    command += ["--data", str(server.folder / "instance")]
    subprocess.run(command, check=True, capture_output=True, env=os.environ, timeout=60)


def test_open_pages_show_a_backup_that_came_back(browser: Browser, own_server: Server) -> None:
    contexts = [
        browser.new_context(
            viewport={"width": 360, "height": 640}, base_url=own_server.url, has_touch=True
        )
        for _ in range(2)
    ]
    host, bo = (context.new_page() for context in contexts)
    code = open_table(host, "Ann", "Bo", "Cy")
    join(bo, code, "p2")
    record(host, code, "start_hand", dealer="p1", top="blue-sun")
    for page in (host, bo):
        listening(page, code)
    then = bo.inner_text("#ticker")
    referee(own_server, "backup", str(own_server.folder / "copy.db"))
    for player in ("p2", "p3", "p1", "p2", "p3"):
        record(host, code, "draw", by=player)
        record(host, code, "pass", by=player)
    for page in (host, bo):
        expect(page.locator("#ticker")).to_contain_text("Cy passed")
    seen = int(bo.evaluate("document.body.dataset.line"))
    own_server.stop()
    referee(own_server, "restore", str(own_server.folder / "copy.db"))
    own_server.start()
    for page in (host, bo):
        assert until(lambda page=page: page.inner_text("#ticker") == then, 30) < 15
        assert int(page.evaluate("document.body.dataset.line")) < seen
    record(host, code, "draw", by="p2")
    for page in (host, bo):
        expect(page.locator("#ticker")).to_contain_text("Bo drew one")
    for context in contexts:
        context.close()
