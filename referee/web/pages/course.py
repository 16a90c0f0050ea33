"""The course of the scores of a table: all hands or rounds, as a picture and as a list."""

from __future__ import annotations

from flask import Blueprint
from flask.typing import ResponseReturnValue

from referee.web import chart, contexts, seats, tables

pages = Blueprint("course", __name__)

MOST = 200
"""Rounds that are listed; the picture has them all."""


@pages.get("/t/<code>/course")
def course(code: str) -> ResponseReturnValue:
    """Every hand or round so far, the newest first."""
    table_view = seats.table_view(code)
    rounds = seats.service().views.course(code, seats.me())
    start = seats.service().views.starting_scores(code, seats.me())
    players = list(table_view.game.scores(table_view.state))
    lines = seats.service().views.round_lines(code, seats.me())
    rows = []
    for n, scores in enumerate(rounds):
        before = rounds[n - 1] if n else start
        change = {player: score - before.get(player, 0) for player, score in scores.items()}
        line = lines[n] if n < len(lines) else 0
        rows.append({"n": n + 1, "scores": scores, "change": change, "line": line})
    page = contexts.CoursePage(
        table_view=table_view,
        players=players,
        rows=rows[::-1][:MOST],
        picture=chart.course(rounds, players, start),
    )
    return tables.draw(page)
