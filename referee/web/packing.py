"""Answers are packed on their way, where the other side takes gzip: pages, and what refuses, too.

On plain HTTP browsers take nothing else; a proxy may do better. A stream packs what it says piece
by piece (`Pieces`). Static files are packed once and for all (`assets`).
"""

from __future__ import annotations

import struct
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


_BEGINNING = b"\x1f\x8b\x08\0\0\0\0\0\0\xff"
"""Of a file that is packed with gzip (RFC 1952)."""


def _window(data: bytes) -> int:
    return 14 if len(data) <= 1 << 14 else 15


def _gzipped(data: bytes) -> bytes:
    packer = zlib.compressobj(LEVEL, zlib.DEFLATED, 16 + _window(data), MEMORY)  # 16: as gzip
    return packer.compress(data) + packer.flush()


class Pieces:
    """A stream that is packed with gzip piece by piece: each can be read as soon as it is there.

    It takes nothing up from the pieces before, and so keeps nothing of them: what would make pages
    that are alike smaller still takes 100 KiB for each phone that listens.
    """

    __slots__ = ("_begun", "_size", "_sum")

    def __init__(self) -> None:
        self._begun = False
        self._sum = self._size = 0

    def packed(self, data: bytes) -> bytes:
        """Return `data` packed, as the next piece."""
        beginning = b"" if self._begun else _BEGINNING
        self._begun = True
        self._sum, self._size = zlib.crc32(data, self._sum), self._size + len(data)
        return beginning + _piece(data)

    def end(self) -> bytes:
        """Return what ends the stream."""
        return b"\x03\0" + struct.pack("<LL", self._sum, self._size & 0xFFFFFFFF)


def _piece(data: bytes) -> bytes:
    if len(data) < LEAST:
        return b"\0" + struct.pack("<HH", len(data), len(data) ^ 0xFFFF) + data  # stored as it is
    packer = zlib.compressobj(LEVEL, zlib.DEFLATED, -_window(data), MEMORY)  # minus: without a head
    return packer.compress(data) + packer.flush(zlib.Z_SYNC_FLUSH)


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
