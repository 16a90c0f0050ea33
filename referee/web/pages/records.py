"""Records out and in."""

from __future__ import annotations

import re

import msgspec
from flask import Blueprint, Response, redirect, request, url_for
from flask.typing import ResponseReturnValue

from referee.core import Unusable
from referee.service.checks import MOST_BYTES
from referee.web import boxes, contexts, guard, limits, seats, words

pages = Blueprint("records", __name__)


@pages.get("/t/<code>/record.json")
def export(code: str) -> ResponseReturnValue:
    """The table as a record, to keep or to take elsewhere, with the pieces of our box."""
    look = seats.look(code)
    record = boxes.taken_along(look, seats.service().records.export(code, seats.me()))
    return as_file(record, look.title or look.game.key)


def as_file(record: dict[str, object], name: str) -> Response:
    """`record` as a download called after `name`."""
    body = msgspec.json.format(msgspec.json.encode(record), indent=1)
    return download(body, name, "json", "application/json")


def download(body: bytes, name: str, ending: str, mimetype: str) -> Response:
    """`body` as a download called after `name`."""
    plain = re.sub(r"[^A-Za-z0-9]+", "-", name).strip("-").lower()[:40] or "table"
    response = Response(body, mimetype=mimetype)
    response.headers["Content-Disposition"] = f'attachment; filename="{plain}.{ending}"'
    return response


@pages.get("/import")
def form() -> ResponseReturnValue:
    """Where a record is put in."""
    return contexts.ImportPage().draw()


@pages.post("/import")
@limits.counted("import")
@guard.takes(MOST_BYTES + 64 * 1024)
def take() -> ResponseReturnValue:
    """A new table from a record: the whole of it, or nothing."""
    file = request.files.get("record")
    data = file.read(MOST_BYTES + 1) if file else request.form.get("text", "").encode()
    try:
        code = seats.service().records.import_record(
            seats.enrol(), data, key=request.form.get("key", "")
        )
    except Unusable as problem:
        page = contexts.ImportPage(problem=words.say(problem.message), place=problem.path)
        return page.draw(), 422
    return redirect(url_for("table.table", code=code), 303)
