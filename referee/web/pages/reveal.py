"""The end of a game that its players turn up themselves: turning, and what is not told before."""

from __future__ import annotations

from flask import Blueprint, redirect, request, url_for
from flask.typing import ResponseReturnValue

from referee.web import seats, tables

pages = Blueprint("reveal", __name__)

_TELL = frozenset(
    (
        "log.log",
        "log.ruling",
        "table.correct",
        "course.course",
        "exports.ways",
        "exports.scores",
        "exports.play",
        "exports.drawn",
        "evenings.evening",
        "evenings.drawn",
        "paper.table",
        "records.export",
    )
)
"""Pages and files that would tell how the game ended."""


@pages.before_app_request
def turn_first() -> ResponseReturnValue | None:
    """Lead whoever asks for a page that would tell how a game ended to the table, where that is
    still being turned up."""
    if request.endpoint not in _TELL:
        return None
    code, phone = (request.view_args or {})["code"], seats.known()
    if phone is None or not seats.service().reveals.is_under_way(code, phone):
        return None
    return redirect(url_for("table.table", code=code), 303)


@pages.get("/t/<code>/reveal")
def table_view(code: str) -> ResponseReturnValue:
    """Nothing to see at the address that turns up: on to the table."""
    return redirect(url_for("table.table", code=code), 303)


@pages.post("/t/<code>/reveal")
def turn(code: str) -> ResponseReturnValue:
    """Turn up what lies before `player`, or (`all`) what is left."""
    me, reveals = seats.me(), seats.service().reveals
    reveals.turn(code, me, None if request.form.get("all") else request.form.get("player", ""))
    if tables.answers_with_page():
        return tables.to_table(seats.table_view(code))
    return redirect(url_for("table.table", code=code), 303)
