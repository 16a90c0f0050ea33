"""Whether the server is well, for whoever watches it."""

from __future__ import annotations

from flask import Blueprint, current_app
from flask.typing import ResponseReturnValue

from referee.service import Unwritable

pages = Blueprint("health", __name__)


@pages.get("/healthz")
def healthz() -> ResponseReturnValue:
    """200 and `ok` while the database answers and no page of it is known to be damaged; otherwise
    the refusal that the store gives. Pages are looked through at the start and from time to time
    (`referee.upkeep`), not for this question."""
    store = current_app.extensions["store"]
    with store.read():
        if store.damage:
            raise Unwritable(store.damage)
        return "ok\n", {"Content-Type": "text/plain; charset=utf-8"}
