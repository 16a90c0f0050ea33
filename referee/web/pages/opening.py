"""Opening a table: who plays, in which order, under which options."""

from __future__ import annotations

from contextlib import suppress

import msgspec
from flask import Blueprint, make_response, redirect, request, url_for
from flask.typing import ResponseReturnValue

from referee.core import AnyGame, Unusable, UserText
from referee.service import NotAllowed, NotFound
from referee.service.leagues import League
from referee.service.names import check_count
from referee.web import contexts, forms, limits, seats, shelf, tables, words
from referee.web.entry import draw_lot

pages = Blueprint("opening", __name__)


@pages.route("/open/<game>", methods=["GET", "POST"])
def form(game: str) -> ResponseReturnValue:
    """The form. Each tap on a name comes back here with the names so far; `start` opens the
    table."""
    chosen = shelf.game_or_404(game)
    if request.form.get("start"):
        return _open(chosen)
    response = make_response(_form(chosen))
    if request.method == "POST" and len(address := _address(chosen)) <= _LONGEST_ADDRESS:
        response.headers["HX-Replace-Url"] = address
    return response


_LONGEST_ADDRESS = 4000
"""Characters; what is longer some browsers and proxies do not take."""
_TAPS = {"csrf_token", "key", "again", "add", "new", "seat", "drop", "up", "lot", "name"}
"""Fields that say who is tapping and what, or that the names are put together from."""


def _address(game: AnyGame) -> str:
    """The address at which a reload, or a phone that starts again, finds what was entered."""
    kept = [("name", name) for name in _names()]
    kept += [pair for pair in request.form.items(multi=True) if pair[0] not in _TAPS and pair[1]]
    return forms.with_query(url_for("opening.form", game=game.key), kept)


@limits.counted("open")
def _open(chosen: AnyGame) -> ResponseReturnValue:
    names = _names()
    plain = forms.options_fields(chosen, request.form)
    known = tables.remembered(chosen)
    try:
        code = seats.service().opening.open_table(
            seats.enrol(),
            chosen.key,
            names,
            known | plain,
            title=request.form.get("title", ""),
            key=request.form.get("key", ""),
            holder=_holder(names),
            taught=request.form["start"] == "taught",
        )
    except Unusable as problem:
        return _form(chosen, problem), 422
    if league := request.form.get("league", ""):
        with suppress(NotFound, NotAllowed):
            seats.service().leagues.add_table(league, code, seats.me())
    usual = forms.with_defaults(chosen, known)
    tables.remember(chosen, {k: v for k, v in plain.items() if _other(v, usual.get(k))})
    return redirect(url_for("table.table", code=code), 303)


def _form(game: AnyGame, problem: Unusable | None = None) -> str:
    fields = request.values
    names = _names()
    me = seats.known()
    known = seats.service().history.names_of(me) if me else []
    plain = forms.options_fields(game, fields)
    return contexts.OpenPage(
        game=game,
        names=names,
        drawn=_drawn(game, names),
        holder=_holder(names),
        typed="",
        known=known,
        by_tap=bool(fields.get("seat")),
        options=forms.with_defaults(game, tables.remembered(game) | plain),
        changed=_changed(game, plain) or _has_way_out(game, problem, names),
        title=fields.get("title", ""),
        leagues=[each for each in _leagues() if each.takes(game.key)],
        league=fields.get("league", ""),
        problem=words.say(problem.message) if problem else "",
        place=problem.path if problem else "",
        least=game.player_limits(game.options_type())[0],
    ).draw()


def _drawn(game: AnyGame, names: list[str]) -> str:
    """What the lot that was just drawn says; nothing where none was."""
    if game.first_seat is None or not names or not request.values.get("lot"):
        return ""
    return words.say(msgspec.structs.replace(game.first_seat, values={"first": UserText(names[0])}))


def _leagues() -> list[League]:
    """The leagues that this phone sees."""
    me = seats.known()
    return seats.service().leagues.of_phone(me) if me else []


def _has_way_out(game: AnyGame, problem: Unusable | None, names: list[str]) -> bool:
    """Whether other options would seat so many, so that they are shown with the refusal."""
    if problem is None or problem.path != "players":
        return False
    return game.options_type().way_to_seat(len(names)) is not None


def _holder(names: list[str]) -> str:
    """Which of `names` holds this phone, as far as it was said."""
    said = request.values.get("holder", "").strip()
    return said if said in names else ""


def _changed(game: AnyGame, plain: dict[str, object]) -> bool:
    """Whether the options in the form are other than they were at first."""
    usual = dict(forms.flat(forms.with_defaults(game, tables.remembered(game))))
    usual |= {f"readings.{reading.id}": reading.default for reading in game.rules.readings.values()}
    return any(usual.get(path) != text for path, text in forms.flat(plain))


def _other(one: object, usual: object) -> bool:
    return dict(forms.flat({"": one})) != dict(forms.flat({"": usual}))


def _names() -> list[str]:
    """The names in their order, after the change that was tapped. Raises `Unusable` for more than
    any game seats, before any of them is shown."""
    fields = request.values
    names = [name for name in fields.getlist("name") if name.strip()]
    check_count(names)
    typed = fields.get("new", "").strip()
    if typed and not any(fields.get(tap) for tap in ("seat", "drop", "up")):
        names.append(typed)
    if seat := fields.get("seat", "").strip():
        names.append(seat)
    drop, up = forms.place(fields.get("drop", "")), forms.place(fields.get("up", ""))
    if drop is not None and drop < len(names):
        del names[drop]
    if up is not None and 0 < up < len(names):
        names[up - 1 : up + 1] = [names[up], names[up - 1]]
    if fields.get("lot") and names:  # nobody changes places: the circle is read from another seat
        first = draw_lot(range(len(names)), fields.get("key", ""))
        names = names[first:] + names[:first]
    return names
