"""Who plays in a question that names nobody."""

from __future__ import annotations

import base64
import json
import zlib
from typing import Any

import pytest
from flask import Flask
from phones import open_table, phone_of

from referee.games import games

KNOWN = ["Mona", "Nils", "Olga", "Pia", "Quin", "Rosa"]


@pytest.mark.parametrize("key", games())
def test_a_question_has_as_many_players_as_it_needs(shared: Flask, key: str) -> None:
    game = games()[key]
    least, most = game.player_limits(game.options_type())
    phone = phone_of(shared)
    assert all(name not in phone.get(f"/check/{key}").text for name in KNOWN)
    open_table(shared, phone, KNOWN)
    page = phone.get(f"/check/{key}").text
    named = [name for name in KNOWN if name in page]
    assert named == KNOWN[: max(least, 3)], "those this phone knows, before any other"
    assert all(f">{name}<" not in page for name in ("Eli", "Finn", "Gus", "Hal")), most


@pytest.mark.parametrize("key", games())
@pytest.mark.parametrize("count", [7, 14, 65, 490])
def test_more_players_than_a_game_takes_are_refused_in_words(
    shared: Flask, key: str, count: int
) -> None:
    names = [("name", f"N{i}") for i in range(count)]
    _, most = games()[key].player_limits(games()[key].options_type())
    for more in ([], [("ask", "1")], [("more", "1")]):
        answer = phone_of(shared).get(f"/check/{key}", query_string=[*names, *more])
        if count > most:
            assert answer.status_code == 422
            assert "players." in answer.text
        assert answer.status_code in (200, 422)
        assert len(answer.data) < 50_000


def packed(**parts: Any) -> str:
    """A record in an address, whatever it holds."""
    record = {"format": "referee-record", "version": 1, "players": ["Ann", "Bo", "Cy", "Dee"]}
    data = json.dumps(record | parts).encode()
    return base64.urlsafe_b64encode(zlib.compress(data, 9)).decode().rstrip("=")


def test_a_small_address_has_no_large_answer(shared: Flask) -> None:
    """Cards by the thousand pack into a few hundred bytes."""
    block = {"type": "block", "by": "Ann", "on": "Bo", "shown": {"Bo": ["joker"] * 2400}}
    answer = phone_of(shared).get(f"/check/zigzag?record={packed(game='zigzag', events=[block])}")
    assert answer.status_code == 422
    assert len(answer.data) < 10_000
    many = {
        "type": "position",
        "stops": {n: ["accessory"] * 16 for n in ("Ann", "Bo", "Cy", "Dee")},
    }
    many["ticked"] = [{"team": "Ann", "level": 1, "call": "zig"}] * 200
    answer = phone_of(shared).get(f"/check/zigzag?record={packed(game='zigzag', events=[many])}")
    assert answer.status_code == 413


@pytest.mark.parametrize(
    "sent",
    [
        base64.urlsafe_b64encode(zlib.compress(b" " * 50_000_000, 9)).decode()[:8000],
        base64.urlsafe_b64encode(zlib.compress(b" " * 20_000, 9)).decode(),
        "A" * 8000,
        "!",
        "",
    ],
    ids=["a bomb", "more than a check is", "noise", "a sign", "nothing"],
)
def test_what_unpacks_to_more_than_a_check_is_refused(shared: Flask, sent: str) -> None:
    answer = phone_of(shared).get("/check/zar", query_string={"record": sent})
    assert answer.status_code == (422 if sent else 200)
