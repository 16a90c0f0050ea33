"""The pieces of our box, as they are remembered: to be named, corrected, taken out."""

from __future__ import annotations

from flask import Blueprint, abort, redirect, request, url_for
from flask.typing import ResponseReturnValue

from referee.core import Unusable
from referee.service import TableView
from referee.web import boxes, contexts, seats, tables, words

pages = Blueprint("boxes", __name__)


@pages.get("/t/<code>/box")
def box(code: str) -> ResponseReturnValue:
    """All of it; `piece` opens one to be corrected."""
    return _page(_look(code))


@pages.post("/t/<code>/box")
def change(code: str) -> ResponseReturnValue:
    """One piece corrected by the fields of its form, the pieces that the record of this table
    brought taken in (`take`), or all of them forgotten (`empty`); by those who may record here."""
    table_view = _look(code)
    try:
        seats.service().memory.edit_pieces(code, seats.me(), request.form)
    except Unusable as problem:
        return _page(table_view, problem), 422
    return redirect(url_for("boxes.box", code=code), 303)


def _look(code: str) -> TableView:
    table_view = seats.table_view(code)
    if not table_view.game.pieces.learns:
        abort(404)
    return table_view


def _page(table_view: TableView, problem: Unusable | None = None) -> str:
    page = contexts.PiecesPage(
        table_view=table_view,
        box=table_view.game.pieces.page(
            boxes.of(table_view.game), boxes.brought(table_view), request.values.get("piece", "")
        ),
        problem=words.say(problem.message) if problem else "",
    )
    return tables.draw(page)
