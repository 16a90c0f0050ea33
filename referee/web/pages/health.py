"""Whether the server is well, for whoever watches it."""

from __future__ import annotations

from flask import Blueprint, current_app
from flask.typing import ResponseReturnValue

pages = Blueprint("health", __name__)


@pages.get("/healthz")
def healthz() -> ResponseReturnValue:
    """200 and `ok` while the database answers; otherwise the refusal that the store gives."""
    with current_app.extensions["store"].read():
        return "ok\n", {"Content-Type": "text/plain; charset=utf-8"}
