"""The first page: open tables, the pile of games, the way to a check or to a table."""

from __future__ import annotations

from flask import Blueprint, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from referee.games import games
from referee.web import seats, shelf

pages = Blueprint("home", __name__)


@pages.get("/")
def home() -> ResponseReturnValue:
    """Tables of this phone, then the games."""
    me = seats.known()
    tables = seats.service().tables_of(me, most=30) if me else []
    return render_template("home.html", games=shelf.playable(), tables=tables)


@pages.post("/lamp")
def lamp() -> ResponseReturnValue:
    """Light, dark, or as the phone has it."""
    response = redirect(seats.back_to(request.form.get("back", ""), url_for("home.home")), 303)
    chosen = request.form.get("lamp", "")
    seats.keep_cookie(response, seats.LAMP, chosen if chosen in ("light", "dark") else "")
    return response


@pages.get("/patterns")
def patterns() -> ResponseReturnValue:
    """All parts of the pages, for eyes and tests."""
    return render_template("patterns.html", games=games().values())
