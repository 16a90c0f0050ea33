"""Serves the page of all parts by itself, without the rest of the house."""

from __future__ import annotations

import gettext
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask, render_template, request
from playwright.sync_api import Page, sync_playwright
from werkzeug.serving import make_server

sys.path.insert(0, str(Path(__file__).parent))

from sheet import ROOT, STATIC, TEMPLATES

POLICY = "default-src 'self'; img-src 'self' data:"


@pytest.fixture(scope="session")
def patterns() -> Iterator[str]:
    """The address of the page of all parts; `?lamp=dark` and `?over=ruling` as on the real one."""
    app = Flask(
        __name__, root_path=str(ROOT), template_folder=str(TEMPLATES), static_folder=str(STATIC)
    )
    words = gettext.NullTranslations()
    app.jinja_env.add_extension("jinja2.ext.i18n")
    app.jinja_env.install_gettext_callables(  # type: ignore[attr-defined]
        words.gettext, words.ngettext, True, words.pgettext, words.npgettext
    )
    app.jinja_env.globals["csrf_token"] = lambda: "token"

    @app.get("/patterns")
    def page() -> tuple[str, dict[str, str]]:
        lamp = request.args.get("lamp", "")
        return render_template("patterns.html", lamp=lamp), {"Content-Security-Policy": POLICY}

    server = make_server("127.0.0.1", 0, app, threaded=True)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{server.port}/patterns"
    server.shutdown()
    thread.join()


@pytest.fixture(scope="module")
def phone() -> Iterator[Page]:
    """A page of Debian's chromium, 360 × 640."""
    with sync_playwright() as play:
        browser = play.chromium.launch(
            executable_path="/usr/bin/chromium", args=["--no-sandbox", "--disable-gpu"]
        )
        yield browser.new_page(viewport={"width": 360, "height": 640})
        browser.close()
