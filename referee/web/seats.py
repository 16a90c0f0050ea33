"""Whose phone this is, and the use cases it may ask for.

A phone is known by a random token of 256 bits in a cookie of its own. It has no time in it and no
signature: it is valid because the database holds its hash, and until it is removed there. A clock
that jumps throws nobody out (the cookie lives by `Max-Age`, which the phone counts itself).

    phone().hash     what the database knows it by
    phone().known    it sent a cookie; False: it is new, and gets one with this answer
    service()        the use cases on this request's own connection, closed after the answer
"""

from __future__ import annotations

import hashlib
import hmac
import re
import secrets
from typing import Any

from flask import Flask, Request, Response, current_app, g, request
from flask.sessions import SessionInterface, SessionMixin

COOKIE = "phone"
KEEP = 400 * 24 * 3600
"""Seconds; as long as browsers keep a cookie at all, and set anew with every page."""

LAMP = "lamp"
_TOKEN = re.compile(r"[A-Za-z0-9_-]{43}")


class Phone:
    """A phone: its `token` (for the cookie alone) and the token's `hash` (for the database)."""

    def __init__(self, token: str, known: bool) -> None:
        self.token = token
        self.known = known

    @property
    def hash(self) -> str:
        """SHA-256 of the token, in hex."""
        return hashlib.sha256(self.token.encode()).hexdigest()


def phone() -> Phone:
    """The phone that asks; one without a cookie is given one with the answer."""
    if "phone" not in g:
        token = request.cookies.get(COOKIE, "")
        known = bool(_TOKEN.fullmatch(token))
        g.phone = Phone(token if known else secrets.token_urlsafe(32), known)
    return g.phone


class _FormSecret(dict[str, Any], SessionMixin):
    """In place of a session: the one secret that the tokens of a phone's forms carry.

    It follows from the phone's own cookie. So a form stays good for as long as the phone is known,
    over restarts, idle hours and jumps of the clock, and there is nothing else to store or to lose.
    It is made only when a form is drawn or checked: other answers set no cookie.
    """

    def __contains__(self, name: object) -> bool:
        return name == current_app.config["WTF_CSRF_FIELD_NAME"]

    def __getitem__(self, name: str) -> str:
        if name not in self:
            raise KeyError(name)
        key = current_app.secret_key
        assert isinstance(key, bytes)
        return hmac.new(key, b"forms of " + phone().token.encode(), hashlib.sha256).hexdigest()


class _Sessions(SessionInterface):
    def open_session(self, app: Flask, request: Request) -> _FormSecret:
        return _FormSecret()

    def save_session(self, app: Flask, session: SessionMixin, response: Response) -> None:
        """Nothing to keep."""


def lamp() -> str:
    """`light` or `dark` where this phone chose one, else nothing (it follows the phone's own)."""
    chosen = request.cookies.get(LAMP, "")
    return chosen if chosen in ("light", "dark") else ""


def keep_cookie(response: Response, name: str, value: str, hidden: bool = True) -> None:
    """Set a cookie that lasts; `hidden` from scripts. It works on plain HTTP, as a LAN has it."""
    response.set_cookie(
        name, value, max_age=KEEP, httponly=hidden, samesite="Lax", secure=request.is_secure
    )


def _keep_phone(response: Response) -> Response:
    if "phone" in g and not (g.phone.known and "HX-Request" in request.headers):
        keep_cookie(response, COOKIE, g.phone.token)
    return response


def init_app(app: Flask) -> None:
    """Sets phones' cookies, and closes what a request has opened."""
    app.session_interface = _Sessions()
    app.after_request(_keep_phone)
    app.context_processor(lambda: {"lamp": lamp()})
