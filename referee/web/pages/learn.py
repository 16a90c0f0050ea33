"""Learn a game: its lesson, one screen a step. The address holds everything; nothing is kept."""

from __future__ import annotations

from typing import Any

import msgspec
from flask import Blueprint, abort, redirect, request, url_for
from flask.typing import ResponseReturnValue

from referee.core import AnyGame, Choice, Message, Step, tag_of
from referee.core.action import AnyAction
from referee.service.lessons import Scene, scene
from referee.web import contexts, shelf, tables, words

pages = Blueprint("learn", __name__)


@pages.app_context_processor
def _tools() -> dict[str, object]:
    return {"teaches": shelf.teaches}


@pages.get("/learn/<game>")
def first(game: str) -> ResponseReturnValue:
    """On to the first step."""
    return redirect(url_for("learn.step", game=shelf.game_or_404(game).key, step=1))


@pages.get("/learn/<game>/<step>")
def step(game: str, step: str) -> str:
    """A step (from 1); with `choice` (from 1) over it what the referee says to that."""
    chosen = shelf.game_or_404(game)
    if chosen.lesson is None or not shelf.teaches(chosen):
        abort(404)
    lesson = chosen.lesson
    number = _place(step, len(lesson.steps))
    now = lesson.steps[number]
    there = scene(chosen, lesson, number)
    words.call({name: name for name in lesson.players})
    tapped = request.args.get("choice")
    choice = None if tapped is None else now.choices[_place(tapped, len(now.choices))]
    return contexts.LessonPage(
        game=chosen,
        names={name: words.apart(name) for name in lesson.players},
        number=number + 1,
        last=len(lesson.steps),
        step=now,
        told=_told(chosen, now, there),
        view=chosen.page(there.state, now.viewer),
        shows=_pieces(chosen, now, there, now.shows) if now.shows else {},
        choices=[
            {"label": one.label, **_pieces(chosen, now, there, one.event)} for one in now.choices
        ],
        choice=choice,
        **(_ruling(chosen, now, there, choice) if choice else {}),
    ).draw()


def _place(text: str, most: int) -> int:
    """The place (from 0) that `text` names by a number from 1 to `most`."""
    found = next((n for n in range(most) if str(n + 1) == text), None)
    if found is None:
        abort(404)
    return found


def _told(game: AnyGame, now: Step, there: Scene) -> Message | None:
    """What happened last; nothing where the story only jumps on."""
    if there.last is None or tag_of(there.last[0]) == "position":
        return None
    event, ruling = there.last
    return event.describe(game.secrecy.ruling_for(event, ruling, now.viewer), now.viewer)


def _pieces(game: AnyGame, now: Step, there: Scene, event: AnyAction) -> dict[str, object]:
    """An event as the game's own template sees it: plain, and with its `pieces` drawn."""
    pieces = event.picture(there.state, now.viewer)
    return {"event": msgspec.to_builtins(event), "pieces": pieces}


def _ruling(game: AnyGame, now: Step, there: Scene, choice: Choice) -> dict[str, Any]:
    """What the page shows of the ruling on `choice`."""
    event = choice.event
    ruling = game.secrecy.ruling_for(event, game.judge(there.state, event), now.viewer)
    return {
        "ruling": ruling,
        "clauses": tables.clauses(game, ruling),
        "pieces": event.ruling_picture(there.state, now.viewer),
    }
