"""Who may ask at all, how much he may send, and what every answer carries.

In this order, before any page is reached: the Host must be one of ours (else any web page its
visitor opens could read this server through a name that points here); what changes something must
come from our own pages (Origin, and the token in the form: see `seats`); a body must be of a
bearable size. A page that is led on to somewhere by what a request says asks `local_path` first.

A page that takes more than a form says so: `@guard.takes(4 * 1024 * 1024)` above the function.
"""

from __future__ import annotations

import ipaddress
import logging
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any, TypeVar

from flask import Flask, Response, abort, current_app, request
from werkzeug.exceptions import BadRequest, MisdirectedRequest

from referee import addresses, log
from referee.web import forms, limits

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIEnvironment

View = TypeVar("View", bound=Callable[..., Any])

HEADERS = {
    "Content-Security-Policy": "default-src 'self'; script-src 'self'; style-src 'self'; "
    "img-src 'self' data:; connect-src 'self'; form-action 'self'; base-uri 'none'; "
    "object-src 'none'; frame-ancestors 'none'",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
    # Not `no-referrer`: with that, browsers send forms with `Origin: null`.
    "Referrer-Policy": "same-origin",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
}
"""On every answer, also those that never reach the app (`serve`)."""

STRICT_TRANSPORT = "max-age=31536000"
"""What an `https` answer carries where the public address is `https`: a year. Other servers of the
same domain are not spoken for."""

MOST_URLENCODED = 256 * 1024
"""Bytes of a form that is not sent in parts: each may be a letter that takes three to write, and
those are put together one by one. A file comes in parts."""
SAFE = {"GET", "HEAD", "OPTIONS"}

_FORWARDED = ("HTTP_FORWARDED", *(f"HTTP_X_FORWARDED_{part}" for part in ("FOR", "PROTO", "HOST")))
_MOST_NAMES = 50
"""Unknown names that are written down: whoever makes them up does not fill the log."""

logger = logging.getLogger("referee.guard")


class ForeignForm(BadRequest):
    """What was sent does not come from a page of ours, or from one that was drawn for another
    phone."""


def _asked_origin(environ: WSGIEnvironment) -> tuple[str, str, int] | None:
    """The origin that a request names in its Host; None if that is none."""
    return addresses.origin(f"{environ['wsgi.url_scheme']}://{environ.get('HTTP_HOST', '')}")


def host_is_ours(app: Flask, environ: WSGIEnvironment) -> bool:
    """Whether the Host of a request names this server."""
    asked = _asked_origin(environ)
    if asked is None:
        return False
    public = app.config["PUBLIC_URL"]
    if public and asked[1:] == (addresses.origin(public) or ())[1:]:
        return True
    _scheme, host, port = asked
    if port != int(environ.get("SERVER_PORT") or 0):
        return False
    if host in ("localhost", (app.config["HOST"] or "").lower().removesuffix(".")):
        return True
    try:
        return addresses.is_own(ipaddress.ip_address(host))
    except ValueError:
        return False


def local_path(target: str) -> str | None:
    """`target` if a browser that is led to it stays on this server, else None: one slash and a path
    behind it. Two slashes, or a backslash that browsers take for one, begin the name of another."""
    if len(target) > 8000 or not target.isprintable() or "\\" in target:
        return None
    return target if target.startswith("/") and not target.startswith("//") else None


def has_https() -> bool:
    """Whether the public address is `https` and this request came by it."""
    public = current_app.config["PUBLIC_URL"] or ""
    return request.is_secure and public.lower().startswith("https://")


def _shape() -> None:
    """Notes the shape of the address for the log."""
    request.environ[log.RULE] = request.url_rule.rule if request.url_rule else None


FOREIGN = "referee.foreign"
"""In a request's environ: the name it was sent to, empty if it is none, where it is not ours."""


def _check_host() -> None:
    name = request.environ.get(FOREIGN)
    if name is None:
        return
    if not name:
        abort(400)
    # The same for everybody and without cookies: the page that refuses is drawn with them.
    if request.endpoint == "static" and request.method in SAFE:
        return
    names: set[str] = current_app.extensions["foreign_names"]
    if name not in names and len(names) < _MOST_NAMES:
        names.add(name)
        logger.warning(
            "Asked for under the name %s, which is not this server's; "
            "--public-url http://NAME:PORT makes it so",
            name[:80],
        )
    raise MisdirectedRequest


def _check_origin() -> None:
    """A browser says where a form comes from; where one is too old to say, the token decides."""
    if request.method in SAFE:
        return
    sent = request.headers.get("Origin")
    if sent is not None:
        ours = {addresses.origin(f"{request.scheme}://{request.environ['HTTP_HOST']}")}
        if current_app.config["PUBLIC_URL"]:
            ours.add(addresses.origin(current_app.config["PUBLIC_URL"]))
        if addresses.origin(sent) not in ours:
            raise ForeignForm
    elif request.headers.get("Sec-Fetch-Site", "same-origin") not in ("same-origin", "none"):
        raise ForeignForm


def takes(size: int) -> Callable[[View], View]:
    """Marks a page that takes a body of up to `size` bytes."""

    def mark(view: View) -> View:
        view.takes = size  # type: ignore[attr-defined]
        return view

    return mark


def _check_size() -> None:
    view = current_app.view_functions.get(request.endpoint or "")
    # A form round a record has a few lines of its own.
    limit = getattr(view, "takes", 0) + current_app.config["MAX_CONTENT_LENGTH"]
    if request.mimetype == forms.URLENCODED:
        limit = min(limit, MOST_URLENCODED)
    request.max_content_length = limit
    request.max_form_memory_size = limit
    request.max_form_parts = forms.MOST_FIELDS
    if (request.content_length or 0) > limit:
        abort(413)
    forms.check_count(request)


def _headers(response: Response) -> Response:
    response.headers.update(HEADERS)
    if has_https():
        response.headers["Strict-Transport-Security"] = STRICT_TRANSPORT
    if request.endpoint != "static":
        response.headers.setdefault("Cache-Control", "private, no-store")
        response.vary.update(("Cookie", "HX-Request"))
    return response


def init_app(app: Flask) -> None:
    """Puts the checks before, and the headers behind, everything else."""
    inner = app.wsgi_app
    app.extensions["foreign_names"] = set()
    proxy_noted = bool(app.config["TRUST_PROXY"])

    def without_foreign_hosts(
        environ: WSGIEnvironment, start_response: StartResponse
    ) -> Iterable[bytes]:
        """Nothing after this sees a name that is not ours, not even to refuse it."""
        nonlocal proxy_noted
        if not proxy_noted and any(name in environ for name in _FORWARDED):
            proxy_noted = True
            logger.warning(
                "Headers of a proxy arrive (X-Forwarded-…) and are not believed, as no proxy is "
                "trusted: behind one all phones count as one address. --trust-proxy trusts it"
            )
        if not host_is_ours(app, environ):
            asked = _asked_origin(environ)
            environ["HTTP_HOST"] = "localhost"
            environ[FOREIGN] = asked[1] if asked and asked[1].isascii() else ""
        return inner(environ, start_response)

    app.wsgi_app = without_foreign_hosts  # type: ignore[method-assign]
    app.before_request(_shape)
    app.before_request(_check_host)
    app.before_request(_check_origin)
    app.before_request(limits.count_form)
    app.before_request(_check_size)
    app.after_request(_headers)
