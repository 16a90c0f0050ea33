"""Answers are packed on their way, where the other side takes gzip: pages, and what refuses, too.

On plain HTTP browsers take nothing else; a proxy may do better. What is a stream is passed on as it
comes. Static files are packed once and for all (`assets`).
"""

from __future__ import annotations

import zlib

from flask import Flask, Response, request

LEVEL = 3
"""Of nine: the higher ones take a page half as long again, and more, for a twentieth less."""
MEMORY = 6
"""Of nine: a fourth of the usual tables. What is cleared and filled anew for each answer is most of
the work on a busy server, where none of it is in the processor's cache. So is the window, of 16 KiB
where that holds a page and 32 for a larger one."""
LEAST = 500
"""Bytes: less is sent in one packet as it is."""
PLAIN = {"application/json", "image/svg+xml"}
"""What is text, though its type does not say so."""


def _gzipped(data: bytes) -> bytes:
    window = 14 if len(data) <= 1 << 14 else 15
    packer = zlib.compressobj(LEVEL, zlib.DEFLATED, 16 + window, MEMORY)  # 16: as gzip
    return packer.compress(data) + packer.flush()


def _packed(response: Response) -> Response:
    response.vary.add("Accept-Encoding")
    kind = response.mimetype or ""
    is_text = kind.startswith("text/") or kind in PLAIN
    if (
        is_text
        and not response.is_streamed
        and "Content-Encoding" not in response.headers
        and "ETag" not in response.headers  # which would stand for the bytes as they were
        and (response.content_length or 0) >= LEAST
        and request.accept_encodings["gzip"]
    ):
        response.set_data(_gzipped(response.get_data()))
        response.content_encoding = "gzip"
    return response


def init_app(app: Flask) -> None:
    """Pack what `app` answers."""
    app.after_request(_packed)
