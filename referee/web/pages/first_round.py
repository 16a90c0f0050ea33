"""A table's first round: what a phone says while the table sets up, and to the hints."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, redirect, request, url_for
from flask.typing import ResponseReturnValue

from referee.web import seats, tables

pages = Blueprint("first_round", __name__)


@pages.get("/t/<code>/first-round")
def table_view(code: str) -> ResponseReturnValue:
    """Nothing to see at the address that takes what phones say: on to the table."""
    return redirect(url_for("table.table", code=code), 303)


@pages.post("/t/<code>/first-round")
def act(code: str) -> ResponseReturnValue:
    """Done with `step`, back, on without the others, skip the rest, no more hints (`do`)."""
    what: Any = request.form.get("do", "")
    seats.service().first_rounds.act(code, seats.me(), what, tables.number("step"))
    return redirect(url_for("table.table", code=code), 303)
