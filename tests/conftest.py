"""What all tests share: the one browser of a run, templates compiled once in a process, and the
folders whose helpers several use."""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, sync_playwright

sys.path[:0] = [
    str(Path(__file__).parent / shared) for shared in ("engines", "games", "laws", "web")
]
if os.environ.get("LANE") == "long":
    os.environ.setdefault("PYTEST_TIMEOUT", "7200")

if os.environ.get("SIXTH"):  # the whole suite with one game more
    import referee.games

    referee.games.__path__.append(str(Path(__file__).parent / "sixth"))

from empty import by_copy  # noqa: E402
from postgres_server import Server  # noqa: E402
from unable import pytest_sessionfinish, pytest_terminal_summary  # noqa: E402, F401 - hooks

from referee.store.sqlite import Store  # noqa: E402
from referee.web.templating import Compiled, Templates  # noqa: E402

CHROMIUM = "/usr/bin/chromium"
SHELL = "/usr/lib/chromium/chromium-headless-shell"
"""Chromium without what draws windows, a package of its own: a sixth less to wait for."""
QUIET = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


def pytest_collection() -> None:
    """Look for no garbage meanwhile: there is hardly any among ten thousand tests."""
    gc.disable()


def pytest_collection_finish() -> None:
    """What was collected stays until the end, and is not looked through again."""
    gc.freeze()
    gc.enable()


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """The longest files first, so that no worker has one left when the others are done. What is
    marked `long` is left to that lane."""
    if os.environ.get("LANE") != "long":
        later = [item for item in items if item.get_closest_marker("long")]
        config.hook.pytest_deselected(items=later)
        items[:] = [item for item in items if not item.get_closest_marker("long")]
    items.sort(key=lambda item: item.path.parent.name not in ("reliability", "service"))


COMPILED = Compiled()
"""The templates as they were compiled, for all apps of this process: compiling those of one page
takes a hundred times as long as drawing it, and most tests have an app of their own. A template
that is changed has another checksum and is compiled again."""
Templates.compiled = staticmethod(lambda: COMPILED)
Store._make = by_copy  # but for the tests of the file itself, in `store`


ENGINES = ["sqlite", pytest.param("postgres", marks=pytest.mark.slow)]
"""What a store is kept by; the fast lane takes the first."""


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Whatever asks for an `engine` is tested on each, unless it is about SQLite's file."""
    if "engine" in metafunc.fixturenames:
        of_the_file = metafunc.definition.get_closest_marker("sqlite")
        metafunc.parametrize("engine", ENGINES[:1] if of_the_file else ENGINES)


@pytest.fixture(scope="session")
def postgres() -> Iterator[Server]:
    """A PostgreSQL server, started when the first test asks for it."""
    server = Server()
    yield server
    server.close()


@pytest.fixture
def database(engine: str, request: pytest.FixtureRequest) -> Iterator[str]:
    """The address of an empty database of the engine's, with today's tables; "" for SQLite, which
    has a file in the test's folder."""
    if engine == "sqlite":
        yield ""
        return
    server: Server = request.getfixturevalue("postgres")
    url = server.database(server.template())
    yield url
    server.drop(url)


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """Debian's Chromium. One for all, as a process holds only one Playwright at a time."""
    with sync_playwright() as running:
        chromium = running.chromium.launch(
            executable_path=SHELL if Path(SHELL).exists() else CHROMIUM, args=QUIET
        )
        yield chromium
        chromium.close()
