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
    look = _look(code)
    try:
        seats.service().memory.edit_pieces(code, seats.me(), request.form)
    except Unusable as problem:
        return _page(look, problem), 422
    return redirect(url_for("boxes.box", code=code), 303)


def _look(code: str) -> TableView:
    look = seats.look(code)
    if not look.game.pieces.learns:
        abort(404)
    return look


def _page(look: TableView, problem: Unusable | None = None) -> str:
    page = contexts.PiecesPage(
        look=look,
        box=look.game.pieces.page(
            boxes.of(look.game), boxes.brought(look), request.values.get("piece", "")
        ),
        problem=words.say(problem.message) if problem else "",
    )
    return tables.draw(page)
