"""An evening: who won what, head to head, and a text to share."""

from __future__ import annotations

from datetime import date

from flask import Blueprint
from flask.typing import ResponseReturnValue

from referee.core import Message
from referee.service import TableLine
from referee.service.evenings import lines, night, told
from referee.web import contexts, seats, words

pages = Blueprint("evenings", __name__)


@pages.get("/t/<code>/evening")
def evening(code: str) -> ResponseReturnValue:
    """The evening of the table `code`, by the phone's clock."""
    with seats.or_door(code):
        found = seats.service().evenings.evening(code, seats.me(), words.clock())
    day = words.date_said(found.day)
    return contexts.EveningPage(
        code=code,
        day=day,
        evening=found,
        chat="\n".join(words.say(line) for line in lines(found, day)),
    ).draw()


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
