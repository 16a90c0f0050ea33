"""Whose phone this is, and the use cases it may ask for.

    seats.known()      the phone that asks, or None if none of ours
    seats.me()         the same, not looked up yet: for what only a phone of ours may do
    seats.enrol()      the same, made one of ours if need be: for whoever opens or joins
    seats.service()    the use cases
    seats.acting()     the seat that a phone with several acts for on this page
    seats.table_view(code)   a table as this phone sees it; who is not at it is shown to the door
    seats.find(code)   the door, by a code that somebody typed: wrong ones are counted

A phone is known by a random token of 256 bits in a cookie of its own. There is no time in it and no
signature: it is valid because the database holds its hash, and until it is removed there. A clock
that jumps throws nobody out (the cookie lives by `Max-Age`, which the phone counts itself).
"""

from __future__ import annotations

import hashlib
import hmac
import re
import secrets
import time
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from typing import Any

from flask import (
    Flask,
    Request,
    Response,
    abort,
    after_this_request,
    current_app,
    g,
    redirect,
    request,
    url_for,
)
from flask.sessions import SessionInterface
from itsdangerous import Signer
from itsdangerous.encoding import base64_encode
from werkzeug.exceptions import HTTPException
from werkzeug.wrappers import Response as BaseResponse

from referee.core import AnyGame, PlayerKey
from referee.service import Gone, JoinPage, Phone, Service, Store, TableView
from referee.web import guard, limits
from referee.web.extensions import htmx

COOKIE = "phone"
SECURE_COOKIE = "__Host-phone"
"""Its name where the public address is `https`: no other server of the domain can set it. Seats
taken under the other name are kept: it is read where this one is missing, and replaced by it."""
KEEP = 400 * 24 * 3600
"""Seconds; as long as browsers keep a cookie at all, and set anew with every page."""

WAY = "way-"
"""The cookies that keep in which way a phone fills in the forms of a game: this and its key."""
LAMP = "lamp"
SOUND = "sound"
_TOKEN = re.compile(r"[A-Za-z0-9_-]{43}")
_SEAT = re.compile(r"p\d{1,3}")


def service() -> Service:
    """The use cases. One object for the process; each of its calls has a connection of its own."""
    found: Service = current_app.extensions["service"]
    return found


def store() -> Store:
    """Where everything is kept."""
    return service().tables.store


def is_disk_low() -> bool:
    """Whether the disk of the database is almost full, as it was within the last ten seconds: the
    question takes the system longer than a page takes us."""
    until, known = current_app.extensions.get("disk", (0.0, False))
    low: bool = known
    if time.monotonic() >= until:
        low = store().is_disk_low()
        current_app.extensions["disk"] = time.monotonic() + 10, low
    return low


def known() -> Phone | None:
    """The phone that asks, if it has been here before."""
    if "phone" not in g:
        sent = _sent() or g.get("token", "")
        g.phone = service().phones.find(sent) if sent else None
    found: Phone | None = g.phone
    return found


def me() -> Phone:
    """The phone that asks, known by its token: the use case that is asked looks it up. Raises
    `Gone` for one that brings none, which is at no table."""
    if "phone" in g:
        phone: Phone | None = g.phone
    else:
        token = _sent() or g.get("token", "")
        phone = Phone(0, token) if token else None
    if phone is None:
        raise Gone
    return phone


def enrol() -> Phone:
    """The phone that asks; one never seen before becomes one of ours with the table that it opens
    or joins. Where that is refused, nothing of it is kept."""
    phone = known()
    if phone is None:
        phone = Phone(0, _token())
        g.pop("phone")  # to be looked for again: it may be one of ours after this
    return phone


def acting() -> str:
    """The seat that a phone with several acts for on the page it asks for: the one in its address
    (`as`), or in what it sent; "" where it says none. Every address of that table takes it along
    (`_take_seat_along`).
    """
    answer = g._get_current_object()
    if "acting" not in answer:
        asked = request.args.get("as", "")
        if not asked and request.method == "POST":
            with suppress(HTTPException):  # too large a body, say: it has its answer already
                asked = request.form.get("as", "")
        answer.acting = asked if _SEAT.fullmatch(asked) else ""
    seat: PlayerKey = answer.acting
    return seat


def acts_among(seats: Collection[PlayerKey]) -> None:
    """Take no seat along that is none of the `seats` this phone acts for, or its only one."""
    if acting() not in seats or len(seats) < 2:
        g.acting = ""
        g.pop("along", None)
        g.pop("addressed", None)


def _take_seat_along(endpoint: str, values: dict[str, Any]) -> None:
    """Put the seat that this phone acts for into an address of the same table, of whatever page;
    `as` among the `values` stands over it, and None leaves it out."""
    if "as" in values or not request:
        return
    seat, code = taken_along()
    if seat and code in (values.get("code"), values.get("table")):
        values["as"] = seat


def taken_along() -> tuple[str, str]:
    """What addresses take along from the page they stand on: the seat, and the table it is at."""
    answer = g._get_current_object()
    if "along" not in answer:
        seat, path = acting(), request.view_args or {}
        code = path.get("code") or request.args.get("table", "") if seat else ""
        answer.along = (seat, code) if code else ("", "")
    found: tuple[str, str] = answer.along
    return found


def addressed() -> tuple[str, ...]:
    """What the addresses on a page depend on beside what they are of: where the app is, and what
    they take along."""
    answer = g._get_current_object()
    if "addressed" not in answer:
        answer.addressed = request.script_root, *taken_along()
    found: tuple[str, ...] = answer.addressed
    return found


def table_view(code: str) -> TableView:
    """The table `code` as this phone sees it; with `as` in the address, with that seat's secrets.

    A phone that is not at the table is sent on to its door if it asks for a page; else `Gone`.
    """
    with or_door(code):
        return service().views.table(code, me(), as_seat=acting() or None)


@contextmanager
def or_door(code: str) -> Iterator[None]:
    """Send a phone that is not at the table `code`, as what is asked of it within finds, on to its
    door if it asks for a page."""
    try:
        yield
    except Gone:
        if request.method in ("GET", "HEAD") and not htmx:
            find(code)
            abort(redirect(url_for("joining.by_code", code=code), 303))
        raise


def find(code: str) -> JoinPage:
    """The joining page of the open table with this `code`, which may be a guess: raises `NotFound`,
    and answers 429 where too many wrong codes were tried. A phone that is at the table, or has the
    QR code's token, never comes by here."""
    with limits.guessing():
        return service().joining.find(code, known())


def player(code: str) -> int:
    """The number of the phone that asks, if it is the host's of the table `code` or has a seat
    there; else 0."""
    phone = known()
    return phone.id if phone and service().views.is_playing(code, phone) else 0


def back_to(target: str, otherwise: str) -> str:
    """`target` if it is a page of this server (a path), else `otherwise`."""
    return guard.local_path(target) or otherwise


def _cookie() -> str:
    """The name of the phone's cookie."""
    return SECURE_COOKIE if guard.has_https() else COOKIE


def _sent() -> str:
    """The token that the phone which asks brings; "" for none."""
    answer = g._get_current_object()
    if "sent" not in answer:
        cookies = request.cookies
        token = cookies.get(_cookie()) or cookies.get(COOKIE, "")
        answer.sent = token if _TOKEN.fullmatch(token) else ""
    sent: str = answer.sent
    return sent


def _token() -> str:
    """The token of the phone that asks; a new one goes out with the answer."""
    if "token" not in g:
        g.token = _sent() or secrets.token_urlsafe(32)
    token: str = g.token
    return token


def form_token() -> str:
    """The token of the forms of the phone that asks: its cookie, signed. So a form stays good for
    as long as the phone is known, over restarts, idle hours and jumps of the clock, and there is
    nothing to store or to lose. It is asked for only where a form is drawn: other answers set no
    cookie."""
    answer = g._get_current_object()
    if "form_token" not in answer:  # a tap is checked by it, and answered by a page with it
        sign: Callable[[bytes], bytes] = current_app.extensions["form_signer"]
        answer.form_token = base64_encode(sign(_token().encode())).decode()
    token: str = answer.form_token
    return token


def _check_form() -> None:
    """Refuse what would change something and does not bring the token of this phone's forms."""
    if request.method in guard.SAFE or request.endpoint is None:
        return
    sent = request.form.get("csrf_token", "")
    if not _sent() or not hmac.compare_digest(form_token().encode(), sent.encode()):
        raise guard.ForeignForm


class _NoSessions(SessionInterface):
    """What a phone is known by is a cookie of its own."""

    def open_session(self, app: Flask, request: Request) -> None:
        """There is none."""


def lamp() -> str:
    """`light` or `dark` where this phone chose one, else nothing (it follows the phone's own)."""
    chosen = request.cookies.get(LAMP, "")
    return chosen if chosen in ("light", "dark") else ""


def sound() -> str:
    """`on` where this phone chose a sound at the end of a game, else nothing."""
    return "on" if request.cookies.get(SOUND) == "on" else ""


def way(game: AnyGame, form: str) -> str:
    """Return the way in which this phone filled in the `form` of `game` last; "" for none."""
    kept = request.cookies.get(WAY + game.key, "")
    return kept if kept in game.ways(form) else ""


def keep_way(game: AnyGame, form: str, chosen: str) -> None:
    """Keep `chosen`, if it is one of the ways to fill in `form`, for the next one."""
    if chosen not in game.ways(form) or chosen == way(game, form):
        return

    @after_this_request
    def keep(response: Response) -> Response:
        keep_cookie(response, WAY + game.key, chosen)
        return response


def keep_cookie(response: BaseResponse, name: str, value: str, hidden: bool = True) -> None:
    """Set a cookie that lasts; `hidden` from scripts. It works on plain HTTP, as a LAN has it."""
    response.set_cookie(
        name, value, max_age=KEEP, httponly=hidden, samesite="Lax", secure=request.is_secure
    )


def _keep_phone(response: Response) -> Response:
    """A new phone gets its cookie, a known one gets it anew with every page it draws."""
    kept = request.cookies.get(_cookie()) == g.get("token")
    if "token" in g and not (kept and htmx):
        keep_cookie(response, _cookie(), g.token)
        if _cookie() != COOKIE and COOKIE in request.cookies:
            response.delete_cookie(COOKIE, samesite="Lax", httponly=True)
    return response


def init_app(app: Flask) -> None:
    """Set phones' cookies, and give templates what they ask of a phone."""
    app.session_interface = _NoSessions()
    key = app.secret_key
    assert isinstance(key, bytes)
    signer = Signer(key, salt="forms", key_derivation="hmac", digest_method=hashlib.sha256)
    # Its key is derived once, not for each page.
    app.extensions["form_signer"] = partial(signer.algorithm.get_signature, signer.derive_key())
    app.before_request(_check_form)
    app.jinja_env.globals["csrf_token"] = form_token
    app.after_request(_keep_phone)
    app.url_defaults(_take_seat_along)
    app.context_processor(lambda: {"lamp": lamp(), "sound": sound(), "database_mark": store().mark})
