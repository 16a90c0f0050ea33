"""Serves the page of all parts by itself, without the rest of the house."""

from __future__ import annotations

import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page
from werkzeug.serving import make_server

from referee.web import create_app

sys.path.insert(0, str(Path(__file__).parent))

import sheet  # noqa: F401 - where the tests find it


@pytest.fixture(scope="session")
def patterns(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of the page of all parts; `?over=ruling` with an open sheet."""
    app = create_app({"DATA": tmp_path_factory.mktemp("patterns"), "TESTING": True})
    server = make_server("127.0.0.1", 0, app, threaded=True)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{server.port}/patterns"
    server.shutdown()
    thread.join()


@pytest.fixture
def phone(browser: Browser) -> Iterator[Page]:
    """A page, 360 × 640."""
    page = browser.new_page(viewport={"width": 360, "height": 640})
    yield page
    page.close()
