"""Refusals in words: one template, a page or with htmx a fragment; never a trace, never a blank.

With htmx a refusal lands in the element `#notice` of the page and leaves all else as it was, what
was typed included. An answer that is a whole page, of whatever status, is
drawn as a page.
"""

from __future__ import annotations

from flask import Flask, Response, make_response, request
from flask_babel import lazy_gettext as _
from werkzeug.exceptions import (
    ClientDisconnected,
    HTTPException,
    InternalServerError,
    MethodNotAllowed,
)

from referee.core import Message, Unusable
from referee.service import Busy, Full, NotFound, Refusal, Removed, Unwritable
from referee.web import contexts, words
from referee.web.extensions import htmx
from referee.web.guard import ForeignForm

WORDS = {
    400: (
        _("This cannot be read"),
        _("The page sent something unexpected. Reload it and try again."),
    ),
    403: (_("Not from this phone"), _("This phone may not do that.")),
    404: (_("Nothing here"), _("There is no such table or page, or it is not open to this phone.")),
    405: (
        _("That does not work here"),
        _("This page cannot be opened that way. Go back and try again."),
    ),
    406: (_("Not available like this"), _("This page has no other version.")),
    408: (_("Too slow"), _("This took too long to arrive. Nothing was recorded. Try again.")),
    409: (
        _("The table has moved on"),
        _("Someone else recorded something in the meantime. Look at it before you go on."),
    ),
    410: (_("Gone"), _("What was here is gone for good.")),
    411: (
        _("Length unknown"),
        _(
            "The browser did not say how much it sends. Nothing was recorded. Reload the page and "
            "try again."
        ),
    ),
    413: (_("Too large"), _("This file is too large for a table. Nothing was saved.")),
    414: (
        _("Address too long"),
        _("This address is too long. It may have been copied twice."),
    ),
    415: (_("This cannot be read"), _("This kind of file cannot be used here.")),
    416: (_("Not that part"), _("The file has no such part. Load the whole file.")),
    421: (
        _("Not known by this name"),
        _(
            "This server is not known by the name it was opened with. Scan its QR code, or type "
            "the address that it shows where it was started. Whoever runs it can make that name "
            "its own: started with --public-url, and after it the whole address."
        ),
    ),
    422: (_("Not possible"), _("This cannot be recorded as it is. Nothing was changed.")),
    429: (_("Too many tries"), _("Wait a moment, then try again.")),
    431: (
        _("Too much sent along"),
        _("The browser sent too much with its request. Delete this site’s cookies and try again."),
    ),
    500: (
        _("Something went wrong"),
        _("Nothing was recorded. The fault has been logged on the server. Try again."),
    ),
    501: (_("That does not work here"), _("The server cannot do this.")),
    503: (
        _("Busy"),
        _("The server is busy. Nothing was recorded. Wait a moment, then try again."),
    ),
    504: (_("Too slow"), _("The server took too long. Nothing was recorded. Try again.")),
}
"""A heading and a sentence for each status."""

OTHER = (_("Not possible"), _("The server cannot do this. Nothing was recorded."))

NOT_OURS = _(
    "This form was made for another phone, or this phone does not keep cookies. Nothing "
    "was recorded. Open the page again."
)


def answer(
    status: int,
    sentence: str = "",
    retry_after: int | None = None,
    ask_back: str = "",
) -> Response:
    """A refusal. `sentence` in place of the usual one; `retry_after`: seconds; `ask_back`: the code
    of the table that a removed phone may ask to come back to."""
    heading, usual = WORDS.get(status, WORDS[500] if status >= 500 else OTHER)
    response = make_response(
        contexts.ErrorPage(
            heading=heading,
            sentence=sentence or usual,
            ask_back=ask_back,
            # Under a name that is not ours every other page is refused as well.
            lead_home=status != 421,
            fragment=bool(htmx),
        ).draw(),
        status,
    )
    if retry_after is not None:
        response.headers["Retry-After"] = str(max(1, retry_after))
    return response


def init_app(app: Flask) -> None:
    """Every way to fail that is not a page's own."""

    @app.errorhandler(HTTPException)
    def refused(error: HTTPException) -> Response | HTTPException:
        # A body that did not come to its end came too slowly, or nobody is there any more to read.
        status = 408 if isinstance(error, ClientDisconnected) else error.code or 500
        if error.response is not None or status < 400:
            return error
        # Words that come with an exception are for programmers, unless a page gave a `Message`.
        own: object = error.description
        sentence = words.say(own) if isinstance(own, Message) else ""
        response = answer(status, sentence, retry_after=_seconds(error))
        if isinstance(error, MethodNotAllowed) and error.valid_methods:
            response.headers["Allow"] = ", ".join(sorted(error.valid_methods))
        return response

    @app.errorhandler(ForeignForm)
    def foreign(error: ForeignForm) -> Response:
        return answer(400, str(NOT_OURS))

    @app.errorhandler(Unusable)
    def unusable(error: Unusable) -> Response:
        return answer(422, words.say(error.message))

    @app.errorhandler(Refusal)
    def not_allowed(error: Refusal) -> Response:
        return answer(403, words.say(error.message))

    @app.errorhandler(Removed)
    def removed(error: Removed) -> Response:
        code = error.code or (request.view_args or {}).get("code", "")
        return answer(403, words.say(error.message), ask_back=code)

    @app.errorhandler(NotFound)
    def not_found(error: NotFound) -> Response:
        return answer(404)

    @app.errorhandler(Unwritable)
    def unwritable(error: Unwritable) -> Response:
        return answer(503, words.say(error.message), retry_after=10)

    @app.errorhandler(Busy)
    @app.errorhandler(Full)
    def busy(error: Exception) -> Response:
        return answer(503, retry_after=5)

    @app.errorhandler(InternalServerError)
    def broken(error: InternalServerError) -> Response:
        return answer(500)


def _seconds(error: HTTPException) -> int | None:
    wait = getattr(error, "retry_after", None)
    if isinstance(wait, int):
        return wait
    return 5 if error.code == 503 else 60 if error.code == 429 else None
