"""Answers are made smaller on the way."""

from __future__ import annotations

import gzip
import random
import zlib

import pytest
from flask import Flask
from phones import form_token, open_table, phone_of

from referee.web import packing


@pytest.mark.parametrize(
    ("seq", "status", "said"),
    [("1", 422, "shares neither"), ("0", 409, "Nothing was added twice.")],
)
def test_what_refuses_is_packed_too(app: Flask, seq: str, status: int, said: str) -> None:
    """A ruling and a meanwhile are whole pages."""
    client = phone_of(app)
    at = f"/t/{open_table(app, client)}/events"
    sent = {"csrf_token": form_token(client), "sheet": "play"}
    deal = sent | {"seq": "0", "key": "a", "type": "start_hand", "dealer": "p1", "top": "blue-sun"}
    assert client.post(at, data=deal).status_code == 303
    play = sent | {"seq": seq, "key": "b", "type": "play", "by": "p2", "cards": "red-frog"}
    answer = client.post(at, data=play, headers={"Accept-Encoding": "gzip"})
    assert answer.status_code == status
    assert answer.headers["Content-Encoding"] == "gzip"
    page = gzip.decompress(answer.data)
    assert said in page.decode()
    assert len(answer.data) < len(page) / 2


@pytest.mark.parametrize("takes", ["", "identity", "br", "gzip;q=0, *;q=0"])
def test_who_does_not_take_it_is_sent_the_page_itself(app: Flask, takes: str) -> None:
    answer = app.test_client().get("/", headers={"Accept-Encoding": takes})
    assert "Content-Encoding" not in answer.headers
    assert "accept-encoding" in {name.lower() for name in answer.vary}
    assert answer.text.endswith("</html>")


def test_what_is_short_is_sent_as_it_is(app: Flask) -> None:
    answer = app.test_client().get("/healthz", headers={"Accept-Encoding": "gzip"})
    assert "Content-Encoding" not in answer.headers


@pytest.mark.parametrize("size", [0, 1, packing.LEAST - 1, packing.LEAST, 1 << 14, 70_000])
def test_a_stream_can_be_read_piece_by_piece_and_as_a_whole(size: int) -> None:
    chance = random.Random(size)
    texts = [bytes(chance.choices(b"abc <>", k=size)) for _ in range(3)] + [b"beat\n\n"] * 2
    pieces, unpack, came = packing.Pieces(), zlib.decompressobj(31), []
    for text in texts:
        came.append(pieces.packed(text))
        assert unpack.decompress(came[-1]) == text, "all of it is there, and nothing else"
    came.append(pieces.end())
    assert gzip.decompress(b"".join(came)) == b"".join(texts)
    if size >= packing.LEAST:
        assert len(came[0]) < size * 0.6
