"""Leagues: their standings, which tables count, and the forms that make and change them."""

from __future__ import annotations

from contextlib import suppress

from flask import Blueprint, abort, redirect, request, url_for
from flask.typing import ResponseReturnValue

from referee.core import Unusable
from referee.service import NotFound
from referee.service.leagues import League
from referee.web import contexts, limits, qr, seats, shelf, tables, words

pages = Blueprint("leagues", __name__)

MOST = 30
"""Tables on a page."""


@pages.get("/leagues")
def all_leagues() -> ResponseReturnValue:
    """The leagues that this phone sees, and where the code of another is typed."""
    code = request.args.get("code", "").strip()
    if code:
        return redirect(url_for("leagues.league", league=code[:12]), 303)
    me = seats.known()
    found = seats.service().leagues.of_phone(me) if me else []
    return contexts.LeaguesPage(leagues=found).draw()


@pages.get("/leagues/<league>")
def league(league: str) -> ResponseReturnValue:
    """The standings and the tables that count; to a phone that does not see it yet, its door."""
    me, service = seats.known(), seats.service()
    before = (request.args.get("began", ""), tables.number("before"))
    found = None
    if me:
        with suppress(NotFound):
            found = service.leagues.view(
                league, me, before=before if before[1] else None, most=MOST
            )
    if found is None:
        with limits.guessing():
            name = service.leagues.find(league)
        return contexts.LeagueDoorPage(code=league, name=name).draw()
    return contexts.LeaguePage(
        view=found,
        league=found.league,
        games=_names(found.league),
        before=before[1] or None,
        **qr.leading_to(url_for("leagues.league", league=found.league.code)),
    ).draw()


@pages.post("/leagues/<league>/join")
@limits.counted("join")
def join(league: str) -> ResponseReturnValue:
    """See the league from now on."""
    with limits.guessing():
        code = seats.service().leagues.join(league, seats.enrol())
    return redirect(url_for("leagues.league", league=code), 303)


@pages.get("/leagues/new")
def new() -> ResponseReturnValue:
    """The form of a new league."""
    return _form(None, League(code="", name="", host=True))


@pages.post("/leagues/new")
@limits.counted("open")
def make() -> ResponseReturnValue:
    """Open it."""
    key = request.form.get("key", "")
    try:
        code = seats.service().leagues.open(seats.enrol(), _fields(), key, words.clock())
    except Unusable as problem:
        return _form(None, League(code="", name="", host=True), problem), 422
    return redirect(url_for("leagues.league", league=code), 303)


@pages.get("/leagues/<league>/change")
def form(league: str) -> ResponseReturnValue:
    """The form of one that there is. The host."""
    found = seats.service().leagues.league(league, seats.me())
    if not found.host:
        abort(403)
    return _form(found.code, found)


@pages.post("/leagues/<league>/change")
def change(league: str) -> ResponseReturnValue:
    """One change, named by `do`: a new code, leaving it, deleting it; else what the form says."""
    leagues, me, what = seats.service().leagues, seats.me(), request.form.get("do", "")
    if what == "code":
        league = leagues.renew_code(league, me)
    elif what == "leave":
        leagues.leave(league, me)
        return redirect(url_for("leagues.all_leagues"), 303)
    elif what == "delete":
        leagues.delete(league, me)
        return redirect(url_for("leagues.all_leagues"), 303)
    elif what == "remove":
        leagues.remove_table(league, request.form.get("table", ""), me)
    else:
        try:
            leagues.change(league, me, _fields(), words.clock())
        except Unusable as problem:
            return _form(league, leagues.league(league, me), problem), 422
    return redirect(url_for("leagues.league", league=league), 303)


@pages.get("/t/<code>/leagues")
def of_table(code: str) -> ResponseReturnValue:
    """The leagues that a table is in, and those that it may join."""
    table_view = seats.table_view(code)
    found = seats.service().leagues.of_table(code, seats.me())
    return tables.draw(contexts.TableLeaguesPage(table_view=table_view, leagues=found))


@pages.post("/t/<code>/leagues")
def join_or_leave(code: str) -> ResponseReturnValue:
    """The table joins the league `add`, or leaves the league `remove`. Its host."""
    leagues, me, fields = seats.service().leagues, seats.me(), request.form
    if fields.get("add"):
        leagues.add_table(fields["add"], code, me)
    elif fields.get("remove"):
        leagues.remove_table(fields["remove"], code, me)
    return redirect(url_for("leagues.of_table", code=code), 303)


def _fields() -> dict[str, object]:
    names = ("name", "people", "first_day", "last_day", "points", "by")
    return {name: request.form.get(name, "") for name in names} | {
        "games": request.form.getlist("games")
    }


def _form(code: str | None, league: League, problem: Unusable | None = None) -> str:
    typed = _fields() if problem else {}
    shown = {
        "name": league.name,
        "people": "\n".join(league.people),
        "first_day": league.first_day.isoformat() if league.first_day else "",
        "last_day": league.last_day.isoformat() if league.last_day else "",
        "points": " ".join(map(str, league.points)),
        "by": "points" if league.by_points else "wins",
        "games": list(league.games),
    }
    return contexts.LeagueFormPage(
        code=code,
        typed=shown | typed,
        games=shelf.playable(),
        problem=words.say(problem.message) if problem else "",
        place=problem.path if problem else "",
    ).draw()


def _names(league: League) -> list[str]:
    """What the games of a league are called; none: all count."""
    return [game.name for game in shelf.playable() if game.key in league.games]
