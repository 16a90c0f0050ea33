"""Ways out of a table: its scores for spreadsheets, for BG Stats and for a chat."""

from __future__ import annotations

from datetime import datetime
from html import unescape

import msgspec
from flask import Blueprint, Response, abort, current_app, get_template_attribute
from flask.typing import ResponseReturnValue

from referee.service import Place, TableView
from referee.service.exports import HEADS, create_play, lines, play_file, scores_csv, side_name
from referee.web import contexts, picture, seats, tables, words
from referee.web.pages.records import download

pages = Blueprint("exports", __name__)


@pages.get("/t/<code>/export")
def ways(code: str) -> ResponseReturnValue:
    """All of them, one beside the other."""
    table_view = seats.table_view(code)
    outcome = seats.service().exports.outcome(code, seats.me())
    return tables.draw(
        contexts.ExportPage(
            table_view=table_view,
            outcome=outcome,
            chat="\n".join(words.say(line) for line in lines(outcome, words.day(outcome.started))),
            create_play=create_play(outcome),
        )
    )


@pages.get("/t/<code>/scores.csv")
def scores(code: str) -> ResponseReturnValue:
    """A row a hand or round and player, as a spreadsheet in the phone's language reads it."""
    table_view = seats.table_view(code)
    outcome = seats.service().exports.outcome(code, seats.me())
    heads = [words.say(head) for head in HEADS]
    started = words.local(outcome.started).strftime("%Y-%m-%d %H:%M")
    text = scores_csv(outcome, heads, started, words.list_separator())
    # The mark is how a spreadsheet knows that this is UTF-8.
    return download(
        text.encode("utf-8-sig"), table_view.title or table_view.game.key, "csv", "text/csv"
    )


@pages.get("/t/<code>/play.bgsplay")
def play(code: str) -> ResponseReturnValue:
    """A play for BG Stats to import."""
    table_view = seats.table_view(code)
    found = play_file(seats.service().exports.outcome(code, seats.me()))
    body = msgspec.json.encode(found)
    return download(body, table_view.title or table_view.game.key, "bgsplay", "application/json")


@pages.get("/t/<code>/picture.svg")
def drawn(code: str) -> ResponseReturnValue:
    """The end of the game as a picture, for whoever may see the table."""
    table_view = seats.table_view(code)
    if table_view.ending is None:
        abort(404)
    words.call(table_view.names)
    title = (
        f"{table_view.title} · {table_view.game.name}" if table_view.title else table_view.game.name
    )
    last = [table_view.last.at] if table_view.last else []
    foot = " · ".join(["Referee", *(words.day(datetime.fromisoformat(at)) for at in last)])
    page = contexts.PicturePage(
        table_view=table_view, picture=_picture(table_view, title), foot=foot
    )
    return Response(tables.draw(page), mimetype="image/svg+xml")


def _picture(table_view: TableView, title: str) -> picture.Picture:
    end = table_view.ending
    assert end is not None
    first = end.places[0].players if end.solo else end.winners
    together = words.say(list(first)) if first else ""
    lined = get_template_attribute("parts/endings.html", "ending_line")
    return picture.drawn(
        table_view.game,
        end,
        current_app.extensions["assets"].felt(table_view.game.key),
        title,
        [together]
        if len(together) <= _IN_A_LINE
        else [table_view.names[player] for player in first],
        str(unescape(lined(table_view.game, end))).strip(),
        [side_name([table_view.names[player] for player in place.players]) for place in end.places],
        [_score(place) for place in end.places],
        [words.say(fact) for fact in end.told],
    )


def _score(place: Place) -> str:
    """Return what stands beside a place's name."""
    if place.told is not None:
        return words.say(place.told)
    return "" if place.score is None else str(place.score)


_IN_A_LINE = 14
"""Letters of the winners' names together that stand in one line."""
