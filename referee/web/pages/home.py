"""The first page: open tables, the pile of games, the way to a check or to a table."""

from __future__ import annotations

from flask import Blueprint, redirect, request, url_for
from flask.typing import ResponseReturnValue

from referee.web import contexts, seats, shelf, words

pages = Blueprint("home", __name__)

MOST = 8
"""Tables on the first page."""


@pages.get("/")
def home() -> ResponseReturnValue:
    """Running tables of this phone, then the games."""
    me, service = seats.known(), seats.service()
    tables = service.history.tables_of(me, over=False, most=MOST) if me else []
    past = bool(tables) or bool(me and service.history.tables_of(me, most=1))
    return contexts.HomePage(
        games=shelf.playable(),
        tables=tables,
        past=past,
        languages=words.languages(),
    ).draw()


@pages.get("/menu")
def menu() -> ResponseReturnValue:
    """What this phone keeps for itself, and what is rarely wanted; `back` is where one was."""
    back = seats.back_to(request.args.get("back", ""), url_for("home.home"))
    here = url_for("home.menu", back=back)
    return contexts.MenuPage(back=back, here=here, languages=words.languages()).draw()


@pages.post("/lamp")
def lamp() -> ResponseReturnValue:
    """Light, dark, or as the phone has it."""
    chosen = request.form.get("lamp", "")
    return _kept(seats.LAMP, chosen if chosen in ("light", "dark") else "")


@pages.post("/sound")
def sound() -> ResponseReturnValue:
    """A sound at the end of a game, or none: the script reads it."""
    chosen = request.form.get("sound", "")
    return _kept(seats.SOUND, chosen if chosen == "on" else "", hidden=False)


@pages.post("/language")
def language() -> ResponseReturnValue:
    """Any there is a catalogue for, or as the phone asks for it."""
    chosen = request.form.get("language", "")
    return _kept(words.COOKIE, chosen if words.known(chosen) else "")


def _kept(cookie: str, value: str, hidden: bool = True) -> ResponseReturnValue:
    """Back to where one was; this phone keeps `value`."""
    response = redirect(seats.back_to(request.form.get("back", ""), url_for("home.home")), 303)
    seats.keep_cookie(response, cookie, value, hidden)
    return response
