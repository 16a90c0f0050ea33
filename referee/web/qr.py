"""QR codes: black on white with a quiet zone of four modules, whatever the lamp."""

from __future__ import annotations

from functools import lru_cache
from io import StringIO
from typing import Any

from flask import current_app, request
from markupsafe import Markup
from qrcode import QRCode
from qrcode.constants import ERROR_CORRECT_M

from referee import addresses


def base() -> str:
    """Where phones reach this server: the address it was given, or the machine's own as it is now,
    without a slash at the end. Never what a request says."""
    port = int(request.environ.get("SERVER_PORT") or 80)
    config = current_app.config
    return addresses.urls(port, config["HOST"] or "", config["PUBLIC_URL"] or "")[0].rstrip("/")


def spoken(base: str) -> str:
    """An address as somebody types it."""
    return base.partition("://")[2].rstrip("/")


def leading_to(path: str) -> dict[str, Any]:
    """What a page shows of the way to `path` on this server: the code (`svg`), and the `address` of
    the server as somebody types it."""
    there = base()
    return {"svg": svg(there + path), "address": spoken(there)}


def _code(words: str) -> QRCode:
    code = QRCode(error_correction=ERROR_CORRECT_M, border=4)
    code.add_data(words)
    code.make(fit=True)
    return code


def text(words: str) -> str:
    """For a terminal, dark or light: half blocks, two modules to a character."""
    code = _code(words)
    out = StringIO()
    code.print_ascii(out, invert=True)
    return out.getvalue()


@lru_cache(256)
def svg(words: str) -> Markup:
    """For a page: one path, scaled by its box."""
    rows = _code(words).get_matrix()
    size = len(rows)
    runs = "".join(_run(y, row) for y, row in enumerate(rows))
    return Markup(
        '<svg viewBox="0 0 {0} {0}" aria-hidden="true" xmlns="http://www.w3.org/2000/svg" '
        'shape-rendering="crispEdges"><path fill="#fff" d="M0 0h{0}v{0}H0z"/>'
        '<path fill="#000" d="{1}"/></svg>'
    ).format(size, runs)


def _run(y: int, row: list[bool]) -> str:
    out, x = "", 0
    while x < len(row):
        if not row[x]:
            x += 1
            continue
        start = x
        while x < len(row) and row[x]:
            x += 1
        out += f"M{start} {y}h{x - start}v1h-{x - start}z"
    return out
