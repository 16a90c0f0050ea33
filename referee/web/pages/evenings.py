"""An evening: who won what, head to head, and a text and a picture to share."""

from __future__ import annotations

from datetime import date

from flask import Blueprint, Response, abort, current_app
from flask.typing import ResponseReturnValue
from flask_babel import gettext

from referee.core import Message, UserText
from referee.service import TableLine
from referee.service.evenings import Evening, first, lines, night, told, won_most
from referee.web import contexts, picture, seats, words

pages = Blueprint("evenings", __name__)


@pages.get("/t/<code>/evening")
def evening(code: str) -> ResponseReturnValue:
    """The evening of the table `code`, by the phone's clock."""
    found = _evening(code)
    day = words.date_said(found.day)
    return contexts.EveningPage(
        code=code,
        day=day,
        evening=found,
        has_picture=bool(first(found)),
        chat="\n".join(words.say(line) for line in lines(found, day)),
    ).draw()


@pages.get("/t/<code>/evening/picture.svg")
def drawn(code: str) -> ResponseReturnValue:
    """The evening as a picture: who won most, everybody, and the games; 404 while nobody has won
    against others."""
    found = _evening(code)
    winners = first(found)
    if not winners:
        abort(404)
    day = words.date_said(found.day)
    named = words.say([UserText(each.name) for each in winners])
    told = [f"{table.game.name} · {words.say(table.state())}" for table in found.finished]
    more = len(told) - _GAMES
    svg = contexts.EveningPicture(
        picture=picture.laid_out(
            current_app.extensions["assets"].felt(found.tables[0].game.key),
            gettext("Evening of %(day)s", day=day),
            [named] if len(named) <= _IN_A_LINE else [each.name for each in winners],
            words.say(won_most(winners)),
            [
                picture.Placed(
                    each.name,
                    each.place,
                    gettext("%(wins)s of %(games)s", wins=each.wins, games=each.games)
                    if each.games
                    else "–",
                    each in winners,
                )
                for each in found.people[:_PEOPLE]
            ],
            [*told[:_GAMES], *([f"+ {more}"] if more > 0 else [])],
        ),
        foot="Referee",
    )
    return Response(svg.draw(), mimetype="image/svg+xml")


_PEOPLE, _GAMES = 14, 12
"""The most people and games on the picture."""
_IN_A_LINE = 14
"""Letters of the winners' names together that stand in one line."""


def _evening(code: str) -> Evening:
    with seats.or_door(code):
        return seats.service().evenings.evening(code, seats.me(), words.clock())


@pages.app_template_filter("night")
def _night(began: str) -> str:
    """The day to whose evening a moment (UTC, ISO 8601) belongs, in the viewer's language."""
    return words.date_said(night(began, words.clock()))


@pages.app_template_filter("date")
def _date(day: date) -> str:
    """A day, in the viewer's language."""
    return words.date_said(day)


@pages.app_template_filter("told")
def _told(line: TableLine) -> Message:
    """How a finished table ended, in a sentence."""
    return told(line)
