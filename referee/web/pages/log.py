"""The log of a table, and the rulings kept in it."""

from __future__ import annotations

from flask import Blueprint, request
from flask.typing import ResponseReturnValue

from referee.core import Action, Unusable
from referee.service import NotAllowed
from referee.web import contexts, seats, shelf, tables

pages = Blueprint("log", __name__)


@pages.get("/t/<code>/log")
def log(code: str) -> ResponseReturnValue:
    """Thirty lines, newest first; `before` for older ones."""
    table_view = seats.table_view(code)
    before = tables.number("before") or None
    page = seats.service().views.log(code, seats.me(), before=before, as_seat=table_view.viewer)
    return tables.draw(contexts.LogOfTable(table_view=table_view, page=page, before=before))


@pages.get("/t/<code>/log/<int(max=99999999):line>")
def ruling(code: str, line: int) -> ResponseReturnValue:
    """The ruling on one line, with what the game shows of its event (its sheet and its template
    `kept`), and undoing to before it."""
    table_view = seats.table_view(code)
    own = "show" in request.args
    kept = seats.service().views.ruling(
        code, seats.me(), line, as_seat=table_view.viewer, secret=own
    )
    shown = kept.event if shelf.has(table_view.game, "kept") else None
    page = contexts.KeptRulingPage(
        table_view=table_view,
        kept=kept,
        ruling=kept.ruling,
        pieces=shown.picture(table_view.state, table_view.viewer)
        if isinstance(shown, Action)
        else {},
        clauses=tables.clauses(table_view.game, kept.ruling) if kept.ruling else [],
        corrects=table_view.may() and kept.line.effect and _corrects(code, line, table_view.viewer),
    )
    return tables.draw(page)


def _corrects(code: str, line: int, as_seat: str | None) -> bool:
    """Whether this phone may correct the entry at `line` now."""
    try:
        seats.service().correcting.entry(code, seats.me(), line, as_seat=as_seat)
    except (NotAllowed, Unusable):
        return False
    return True
