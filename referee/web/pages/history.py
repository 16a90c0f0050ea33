"""What this phone has played: its tables, a page a game, a page a player."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from itertools import groupby
from typing import Any
from urllib.parse import urlencode

from flask import Blueprint, abort, redirect, request, url_for
from flask.typing import ResponseReturnValue
from flask_babel import format_decimal

from referee.core import PlayerKey, Unusable
from referee.service import Person, Phone, Standing, TableLine
from referee.service.exports import side_name
from referee.web import contexts, seats, shelf, tables, words

pages = Blueprint("history", __name__)


@pages.app_context_processor
def _tools() -> dict[str, object]:
    return {"player_href": href}


@pages.app_template_filter("decimal")
def _decimal(number: float) -> str:
    return str(format_decimal(round(number, 1)))


MOST = 30
"""Tables on a page."""


@pages.get("/tables")
def all_tables() -> ResponseReturnValue:
    """This phone's tables: all, `kind` of them (running, finished), or those with the words `q`."""
    text, kind = request.args.get("q", "").strip()[:200], request.args.get("kind", "")
    over = {"running": False, "finished": True}.get(kind)
    service, me, before = seats.service(), seats.known(), _before()
    found: list[TableLine] = []
    if me and text:
        found = service.history.find_tables(me, text, before=before, most=MOST + 1)
    elif me:
        found = service.history.tables_of(me, over=over, before=before, most=MOST + 1)
    return contexts.TablesPage(
        text=text,
        kind=kind,
        games=shelf.playable(),
        before=before,
        **_page(found),
    ).draw()


@pages.get("/games/<game>")
def game(game: str) -> ResponseReturnValue:
    """A game: who won how often, and the finished tables."""
    found = shelf.game_or_404(game)
    service, me = seats.service(), seats.known()
    past, standings = [], []
    if me:
        past = service.history.tables_of(me, over=True, game=game, before=_before(), most=MOST + 1)
        found_standings = service.history.standings(me, game)
        standings = [list(group) for _, group in groupby(found_standings, key=_kind)]
    return contexts.GamePage(
        game=found, standings=standings, before=_before(), **_page(past)
    ).draw()


def _kind(each: Standing) -> tuple[str, bool]:
    """What tells games that are counted differently, for the viewer."""
    return (words.say(each.said) if each.said else "", each.alone)


@pages.get("/players")
@pages.get("/players/<name>")
def player(name: str = "") -> ResponseReturnValue:
    """Somebody at this phone's tables."""
    me = seats.known()
    person = (
        seats.service().history.person(me, name or request.args.get("name", "")) if me else None
    )
    if me is None or person is None:
        abort(404)
    return _player(me, person)


def _player(me: Phone, person: Person, problem: str = "", typed: str = "") -> str:
    found = seats.service().history.tables_with(me, person.name, before=_before(), most=MOST + 1)
    return contexts.PlayerPage(
        person=person,
        done=tables.number("done", -1),
        kept=tables.number("kept"),
        problem=problem,
        typed=typed or person.name,
        before=_before(),
        **_page(found),
    ).draw()


@pages.post("/players")
def rename() -> ResponseReturnValue:
    """Call somebody by another name wherever this phone hosts."""
    me, service = seats.known(), seats.service()
    person = service.history.person(me, request.form.get("player", "")) if me else None
    if me is None or person is None:
        abort(404)
    typed = request.form.get("name", "")
    try:
        done = service.history.rename_person(me, person.name, typed)
    except Unusable as problem:
        return _player(me, person, words.say(problem.message), typed), 422
    name = done.name if done.tables else person.name
    return redirect(href(name, done=done.tables, kept=done.kept), 303)


def href(name: str, **more: str | int) -> str:
    """The page of the player called `name`: by the address alone where it can hold the name."""
    if set(name).isdisjoint("/\\."):
        address = url_for("history.player", name=name)
        return f"{address}?{urlencode(more)}" if more else address
    return f"{url_for('history.player')}?{urlencode({'name': name, **more})}"


@pages.app_template_filter("day")
def day(at: str) -> str:
    """The day of a moment (UTC, ISO 8601) where the phone is, in the viewer's language."""
    return words.day(datetime.fromisoformat(at))


@pages.app_template_filter("side")
def _side(players: Sequence[PlayerKey], names: Mapping[str, str] | None = None) -> str:
    """What who scores together is called, in names of the table that is shown, or in `names`."""
    return side_name([words.say(player, names) for player in players])


def _before() -> int | None:
    return tables.number("before") or None


def _page(found: list[TableLine]) -> dict[str, Any]:
    """The tables of a page and, if there are more, the place that older ones come before."""
    lines = found[:MOST]
    return {"lines": lines, "older": lines[-1].place if len(found) > MOST else None}
