"""What a table agreed on: its title, who may record, options and readings, its end."""

from __future__ import annotations

import re

import msgspec
from flask import Blueprint, abort, redirect, request, url_for
from flask.typing import ResponseReturnValue

from referee.core import Unusable, say
from referee.core.schema import convert
from referee.service import TableView
from referee.service.checks import read, record_json
from referee.web import contexts, forms, seats, shelf, tables, words
from referee.web.pages.records import as_file

pages = Blueprint("settings", __name__)


@pages.get("/t/<code>/settings")
def settings(code: str) -> ResponseReturnValue:
    """The page. `part=printed`: only what is printed in the
    game's box, with `file` as a record without events."""
    if request.args.get("part") != "printed":
        return _page(code)
    if not request.args.get("file"):
        return _printed(code)
    table_view = seats.table_view(code)
    options = msgspec.to_builtins(table_view.options)
    own = {name: options[name] for name in table_view.game.pieces.options if name in options}
    players = [table_view.names[player] for player in table_view.seating]
    typed = convert(own, table_view.game.options_type, "options")
    return as_file(record_json(table_view.game, players, typed, []), f"{table_view.game.key} box")


def _printed(code: str, problem: Unusable | None = None) -> str:
    """What is printed in the game's box, put together tap by tap (the game's template `printed`):
    options, and in `draft` an event that is no more than a place to put a part of them together."""
    table_view = seats.table_view(code)
    if not shelf.has(table_view.game, "printed"):
        abort(404)
    fields = forms.changed(request.form)
    page = contexts.PrintedPage(
        table_view=table_view,
        options=forms.with_defaults(table_view.game, _merged(table_view, fields)),
        draft=forms.event_fields(table_view.game, fields),
        at=fields.get("now", ""),
        problem=words.say(problem.message) if problem else "",
        where=_place(table_view, problem),
    )
    return tables.draw(page)


def _put_in(code: str) -> ResponseReturnValue:
    """A change of what is printed: out of a file, or as it was put together."""
    table_view, fields = seats.table_view(code), forms.changed(request.form)
    plain = _merged(table_view, fields)
    file = request.files.get("record")
    if file and file.filename:
        record = read(file.read())
        if record.game.key != table_view.game.key:
            raise Unusable("game", say("This file is for another game."))
        told = {name: getattr(record.options, name) for name in table_view.game.pieces.options}
        plain |= msgspec.to_builtins(told)
    elif not fields.get("save"):
        return _printed(code)
    seats.service().settings.set_options(code, seats.me(), plain)
    tables.remember(table_view.game, plain)
    return redirect(url_for("settings.settings", code=code, part="printed"), 303)


def _place(table_view: TableView, problem: Unusable | None) -> str:
    """What people call the option that is refused, or the entry that would no longer count; empty
    where there is no word for it."""
    path = problem.path if problem else ""
    if option := re.match(r"options\.(\w+)", path):
        name = table_view.options.field_names.get(option[1])
        return words.say(name) if name else ""
    if event := re.match(r"events\[(\d+)\]", path):
        number = int(event[1]) + 1
        log = seats.service().views.log(table_view.code, seats.me())
        said = [line.said for line in log.lines if line.seq == number and line.said]
        words.call(table_view.names)
        return words.say(said[0]) if said else ""
    return ""


def _page(code: str, problem: Unusable | None = None) -> str:
    table_view = seats.table_view(code)
    plain = _merged(table_view, request.form)
    page = contexts.SettingsPage(
        table_view=table_view,
        options=forms.with_defaults(table_view.game, plain),
        problem=words.say(problem.message) if problem else "",
        where=_place(table_view, problem),
    )
    return tables.draw(page)


@pages.post("/t/<code>/settings")
def change(code: str) -> ResponseReturnValue:
    """One change, named by `do`."""
    service, me, fields = seats.service(), seats.me(), request.form
    what = fields.get("do", "")
    try:
        if what == "title":
            service.settings.set_title(code, me, fields.get("title", ""))
        elif what == "who-may":
            service.settings.set_who_may(code, me, fields.get("who_may", ""))  # type: ignore[arg-type]
        elif what == "options":
            table_view = seats.table_view(code)
            plain = _merged(table_view, fields)
            service.settings.set_options(code, me, plain)
            tables.remember(table_view.game, plain)
        elif what == "printed":
            return _put_in(code)
        elif what == "delete":
            service.settings.delete_table(code, me)
            return redirect(url_for("home.home"), 303)
        else:
            abort(400)
    except Unusable as problem:
        return (_printed if what == "printed" else _page)(code, problem), 422
    back = fields.get("back", "")
    return redirect(seats.back_to(back, url_for("settings.settings", code=code)), 303)


def _merged(table_view: TableView, fields: forms.Fields) -> dict[str, object]:
    """The table's options with those that were sent in their place."""
    plain: dict[str, object] = msgspec.to_builtins(table_view.options)
    for name, value in forms.options_fields(table_view.game, fields).items():
        before = plain.get(name)
        sent_whole = f"options.{name}" in fields  # then it stands for the old one
        if isinstance(value, dict) and isinstance(before, dict) and not sent_whole:
            value = before | value
        plain[name] = value
    return plain


@pages.get("/t/<code>/delete")
def delete(code: str) -> ResponseReturnValue:
    """The question before a table is deleted for good."""
    return tables.draw(contexts.DeletePage(table_view=seats.table_view(code)))
