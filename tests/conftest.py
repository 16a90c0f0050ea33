"""What all tests share: the one browser of a run, templates compiled once in a process, and the
folders whose helpers several use."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import flask
import pytest
from flask.templating import Environment
from jinja2 import BytecodeCache
from jinja2.bccache import Bucket
from playwright.sync_api import Browser, sync_playwright

sys.path[:0] = [str(Path(__file__).parent / shared) for shared in ("games", "laws", "web")]
if os.environ.get("LANE") == "long":
    os.environ.setdefault("PYTEST_TIMEOUT", "7200")

if os.environ.get("SIXTH"):  # the whole suite with one game more
    import referee.games

    referee.games.__path__.append(str(Path(__file__).parent / "sixth"))

from unable import pytest_sessionfinish, pytest_terminal_summary  # noqa: E402, F401 - hooks

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


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """The longest files first, so that no worker has one left when the others are done."""
    items.sort(key=lambda item: item.path.parent.name not in ("reliability", "service"))


class CompiledTemplates(BytecodeCache):
    """Keep each template as it was compiled, for all apps of this process: compiling the templates
    of one page takes a hundred times as long as drawing it, and most tests have an app of their
    own. A template that is changed has another checksum and is compiled again."""

    def __init__(self) -> None:
        self.kept: dict[tuple[str, str], object] = {}

    def load_bytecode(self, bucket: Bucket) -> None:
        bucket.code = self.kept.get((bucket.key, bucket.checksum))

    def dump_bytecode(self, bucket: Bucket) -> None:
        self.kept[bucket.key, bucket.checksum] = bucket.code


class TestedEnvironment(Environment):
    """Flask's, with templates that are compiled once."""

    compiled = CompiledTemplates()

    def __init__(self, app: flask.Flask, **options: Any) -> None:
        super().__init__(app, bytecode_cache=self.compiled, **options)


flask.Flask.jinja_environment = TestedEnvironment


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """Debian's Chromium. One for all, as a process holds only one Playwright at a time."""
    with sync_playwright() as running:
        chromium = running.chromium.launch(executable_path=CHROMIUM, args=QUIET)
        yield chromium
        chromium.close()
