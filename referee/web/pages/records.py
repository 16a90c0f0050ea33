"""Records out and in."""

from __future__ import annotations

import unicodedata
from urllib.parse import quote

import msgspec
from flask import Blueprint, Response, redirect, request, url_for
from flask.typing import ResponseReturnValue

from referee.core import Unusable, say
from referee.core.text import cut
from referee.service.checks import MOST_BYTES
from referee.web import boxes, contexts, guard, limits, seats, words

pages = Blueprint("records", __name__)


@pages.get("/t/<code>/record.json")
def export(code: str) -> ResponseReturnValue:
    """The table as a record, to keep or to take elsewhere, with the pieces of our box."""
    table_view = seats.table_view(code)
    record = boxes.taken_along(table_view, seats.service().records.export(code, seats.me()))
    return as_file(record, table_view.title or table_view.game.key)


def as_file(record: dict[str, object], name: str) -> Response:
    """`record` as a download called after `name`."""
    body = msgspec.json.format(msgspec.json.encode(record), indent=1)
    return download(body, name, "json", "application/json")


def download(body: bytes, name: str, ending: str, mimetype: str) -> Response:
    """`body` as a download called after `name`."""
    response = Response(body, mimetype=mimetype)
    called = f"{_file_name(name)}.{ending}"
    plain = unicodedata.normalize("NFKD", called).encode("ascii", "ignore").decode()
    if plain == called:
        names = {"filename": called}
    else:  # RFC 6266: whoever does not know the second takes the first
        plain = plain if any(map(str.isalnum, plain.rpartition(".")[0])) else f"table.{ending}"
        names = {"filename": plain, "filename*": f"UTF-8''{quote(called, safe='')}"}
    response.headers.set("Content-Disposition", "attachment", **names)
    return response


def _file_name(name: str) -> str:
    """`name` as a file may be called anywhere: the letters, marks and digits of every script."""
    text = unicodedata.normalize("NFC", name).lower()
    kept = (c if unicodedata.category(c)[0] in "LMN" else " " for c in text)
    return cut("-".join("".join(kept).split()), 40).strip("-") or "table"


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
    if not data and not (file and file.filename):
        page = contexts.ImportPage(problem=words.say(say("No file was chosen.")))
        return page.draw(), 422
    try:
        code = seats.service().records.import_record(
            seats.enrol(), data, key=request.form.get("key", "")
        )
    except Unusable as problem:
        page = contexts.ImportPage(problem=words.say(problem.message), place=problem.path)
        return page.draw(), 422
    return redirect(url_for("table.table", code=code), 303)
