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


@pages.get("/t/<code>/picture.svg")
def drawn(code: str) -> ResponseReturnValue:
    """The end of the game as a picture, for whoever may see the table."""
    look = seats.look(code)
    if look.ending is None:
        abort(404)
    words.call(look.names)
    title = f"{look.title} · {look.game.name}" if look.title else look.game.name
    last = [look.last.at] if look.last else []
    foot = " · ".join(["Referee", *(words.day(datetime.fromisoformat(at)) for at in last)])
    page = contexts.PicturePage(look=look, picture=_picture(look, title), foot=foot)
    return Response(tables.draw(page), mimetype="image/svg+xml")


def _picture(look: TableView, title: str) -> picture.Picture:
    end = look.ending
    assert end is not None
    first = end.places[0].players if end.solo else end.winners
    together = words.say(list(first)) if first else ""
    lined = get_template_attribute("parts/endings.html", "ending_line")
    return picture.drawn(
        look.game,
        end,
        current_app.extensions["assets"].felt(look.game.key),
        title,
        [together] if len(together) <= _IN_A_LINE else [look.names[player] for player in first],
        str(unescape(lined(look.game, end))).strip(),
        [side_name([look.names[player] for player in place.players]) for place in end.places],
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
