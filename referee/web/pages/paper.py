"""What is printed: score sheets, filled from a table or blank, and QR codes for the wall.

A page shows its sheet as it will come out, and print styles (`static/paper.css`) leave nothing
else. How a score sheet is drawn: `templates/games/<key>/paper.html`, else `paper/rounds.html`.
"""

from __future__ import annotations

from typing import Any

from flask import Blueprint, request, url_for
from flask.typing import ResponseReturnValue

from referee.core.schema import convert
from referee.service.exports import ROOM, Paper, blank, leaves
from referee.service.keys import seat_keys
from referee.web import contexts, qr, seats, shelf, tables

pages = Blueprint("paper", __name__)


@pages.get("/t/<code>/paper")
def table(code: str) -> ResponseReturnValue:
    """The score sheet of a table as far as it has come, or (`blank`) an empty one like it."""
    table_view = seats.table_view(code)
    empty = bool(request.args.get("blank"))
    paper = (
        blank(table_view.game, table_view.seating, table_view.options)
        if empty
        else seats.service().exports.paper(code, seats.me())
    )
    return tables.draw(contexts.TablePaper(table_view=table_view, **_score_sheet(paper, empty)))


@pages.get("/games/<game>/paper")
def game(game: str) -> ResponseReturnValue:
    """A blank score sheet of one `kind`, for so many `players`."""
    found = shelf.game_or_404(game)
    kinds = found.score_sheets()
    kind = request.args.get("kind", "")
    kind = kind if kind in kinds else next(iter(kinds))
    chosen = kinds[kind]
    count = tables.number("players")
    if count not in chosen.players:
        count = max((n for n in chosen.players if n <= _USUAL), default=min(chosen.players))
    options = convert(
        tables.remembered(found) | dict(chosen.options), found.options_type, "options"
    )
    paper = blank(found, seat_keys(count), options)
    return contexts.BlankPaper(
        game=found,
        kinds=kinds,
        kind=kind,
        count=count,
        **_score_sheet(paper, empty=True),
    ).draw()


_USUAL = 6
"""Columns of a blank sheet, where the game has so many."""


@pages.get("/t/<code>/qr/paper")
def table_qr(code: str) -> ResponseReturnValue:
    """A table's QR code for the wall."""
    table_view = seats.table_view(code)
    token = seats.service().joining.join_token(code, seats.me())
    page = contexts.TableQRPaper(
        table_view=table_view,
        size=_size(),
        **qr.leading_to(url_for("joining.by_token", token=token)),
    )
    return tables.draw(page)


@pages.get("/paper")
def house() -> ResponseReturnValue:
    """The QR code of the first page, for the wall."""
    return contexts.HousePaper(
        size=_size(),
        games=shelf.playable(),
        **qr.leading_to(url_for("home.home")),
    ).draw()


def _size() -> str:
    size = request.args.get("size", "")
    return size if size in ROOM else next(iter(ROOM))


def _score_sheet(paper: Paper, empty: bool) -> dict[str, Any]:
    """What the template of a score sheet has."""
    game, size = paper.game, _size()
    return {
        "paper": paper,
        "size": size,
        "empty": empty,
        "leaves": leaves(len(paper.sides), paper.rows, size, more=not paper.over),
        "shown": paper.shown,
        "drawing": f"games/{game.key}/paper.html"
        if shelf.has(game, "paper")
        else "paper/rounds.html",
    }
