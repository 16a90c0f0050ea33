"""The rules of a game in our words, and its readings."""

from __future__ import annotations

from unicodedata import combining, normalize

from flask import Blueprint, request
from flask.typing import ResponseReturnValue
from flask_babel import gettext

from referee.core.rules import TABLE_RULES, Clause
from referee.web import contexts, seats, shelf

pages = Blueprint("rules", __name__)


@pages.get("/rules/<game>")
def rules(game: str) -> ResponseReturnValue:
    """Every clause, or those that hold all words of `q`; with `table`, that table's readings."""
    chosen = shelf.game_or_404(game)
    wanted = request.args.get("q", "").strip()[:80]
    code = request.args.get("table", "")
    table_view = seats.table_view(code) if code else None
    found = [
        clause
        for clause in [*chosen.rules.clauses.values(), *TABLE_RULES.clauses.values()]
        if _holds(wanted, clause)
    ]
    return contexts.RulesPage(
        game=chosen,
        clauses=found,
        q=wanted,
        table_view=table_view,
        options=table_view.options if table_view else chosen.options_type(),
    ).draw()


def _holds(wanted: str, clause: Clause) -> bool:
    """Whether every word of `wanted` stands in the clause, as shown or as cited."""
    text = _plain(f"{clause.id} {gettext(clause.title)} {gettext(clause.text)}")
    return all(word in text for word in _plain(wanted).split())


def _plain(text: str) -> str:
    """Letters as a phone in a hurry types them: small, without accents, any apostrophe."""
    bare = (c for c in normalize("NFKD", text) if not combining(c))
    return "".join(bare).casefold().replace("’", "'")
