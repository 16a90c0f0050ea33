"""Serves the page of all parts by itself, without the rest of the house."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import render_template
from jinja2 import FileSystemLoader
from playwright.sync_api import Browser, Page
from served import served

from referee.service import all_games
from referee.web import create_app

sys.path.insert(0, str(Path(__file__).parent))

import sheet  # noqa: F401 - where the tests find it


@pytest.fixture(scope="session")
def patterns(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of the page of all parts; `?over=ruling` with an open sheet."""
    app = create_app({"DATA": tmp_path_factory.mktemp("patterns")})
    loader = app.jinja_loader
    assert isinstance(loader, FileSystemLoader)
    loader.searchpath.append(str(Path(__file__).parent / "templates"))

    @app.get("/patterns")
    def all_parts() -> str:
        return render_template("patterns.html", games=all_games().values())

    with served(app) as url:
        yield f"{url}/patterns"


@pytest.fixture
def phone(browser: Browser) -> Iterator[Page]:
    """A page, 360 × 640."""
    page = browser.new_page(viewport={"width": 360, "height": 640})
    yield page
    page.close()
