"""Ways out of a table: its scores for spreadsheets, for BG Stats and for a chat."""

from __future__ import annotations

import msgspec
from flask import Blueprint
from flask.typing import ResponseReturnValue

from referee.service.exports import HEADS, create_play, lines, play_file, scores_csv
from referee.web import contexts, seats, tables, words
from referee.web.pages.records import download

pages = Blueprint("exports", __name__)


@pages.get("/t/<code>/export")
def ways(code: str) -> ResponseReturnValue:
    """All of them, one beside the other."""
    look = seats.look(code)
    outcome = seats.service().exports.outcome(code, seats.me())
    return tables.draw(
        contexts.ExportPage(
            look=look,
            outcome=outcome,
            chat="\n".join(words.say(line) for line in lines(outcome, words.day(outcome.started))),
            create_play=create_play(outcome),
        )
    )


@pages.get("/t/<code>/scores.csv")
def scores(code: str) -> ResponseReturnValue:
    """A row a hand or round and player, as a spreadsheet in the phone's language reads it."""
    look = seats.look(code)
    outcome = seats.service().exports.outcome(code, seats.me())
    heads = [words.say(head) for head in HEADS]
    started = words.local(outcome.started).strftime("%Y-%m-%d %H:%M")
    text = scores_csv(outcome, heads, started, words.list_separator())
    # The mark is how a spreadsheet knows that this is UTF-8.
    return download(text.encode("utf-8-sig"), look.title or look.game.key, "csv", "text/csv")


@pages.get("/t/<code>/play.bgsplay")
def play(code: str) -> ResponseReturnValue:
    """A play for BG Stats to import."""
    look = seats.look(code)
    found = play_file(seats.service().exports.outcome(code, seats.me()))
    body = msgspec.json.encode(found)
    return download(body, look.title or look.game.key, "bgsplay", "application/json")
