"""An entry form of a table as a page: what its buttons send, and a draft of what was entered."""

from __future__ import annotations

import msgspec
from flask import Flask, url_for

from referee.core import Game
from referee.core.draft import Draft
from referee.core.form import Answer, Choice
from referee.service import TableView
from referee.web import boxes, forms

Attributes = dict[str, str]
"""Attributes of a button."""


def draft(look: TableView, fields: forms.Fields) -> Draft:
    """Return what `fields` of a form at the table say."""
    plain = forms.event_fields(look.game, fields)
    plain.pop("type", None)
    return Draft(
        plain,
        look.seating,
        now=last(fields, "now"),
        mode=last(fields, "mode"),
        memory=boxes.of(look.game),
    )


def last(fields: forms.Fields, name: str) -> str:
    """Return the last value of a field that is not empty: a button comes after what is hidden."""
    return next(reversed(forms.filled(fields.getlist(name))), "")


def answer_attrs(choice: Choice, answer: Answer, code: str, asking: bool) -> Attributes:
    """Return what a tap on `answer` sends: its event, to be recorded or (`asking`) only asked about
    once nothing is open; else what it changes. Nothing of one that cannot be."""
    if answer.event is not None and not (asking and answer.value):
        attrs = {
            "name": "event",
            "value": forms.packed(msgspec.to_builtins(answer.event)),
            "form": "record",
        }
        if asking:
            attrs["formaction"] = url_for("table.record", code=code, ask=1)
        return attrs
    if answer.is_off or not (answer.value or answer.clears):
        return {}
    if not answer.clears:
        return {"name": "set", "value": f"{choice.name}:{answer.value}"}
    return {"name": "tap", "value": change_of(choice.name, answer)}


def change_of(name: str, answer: Answer) -> str:
    """Return what `answer` to the field `name` changes, as the value of a button `tap`."""
    changes = [("set", f"{name}:{answer.value}")] if answer.value else []
    if answer.clears:
        changes.append(("clear", " ".join(answer.clears)))
    return forms.taps(*changes)


def shown_by(game: Game, name: str) -> bool:
    """Return whether `game` describes its entry `name` by an action (or as a help page)."""
    return bool(game.actions) and game.form_type(name) is not None


def init_app(app: Flask) -> None:
    """Give the templates what buttons of a form send."""
    app.jinja_env.globals.update(answer_attrs=answer_attrs, change_of=change_of)
