"""The page of a table under everything that a game can be played by. A template that asks for more
than the game's `Page` has is refused where it is drawn (`StrictUndefined`)."""

from __future__ import annotations

from random import Random

import msgspec
import pytest
from drivers import begin, play, setups
from flask import Flask
from phones import phone_of, token_of

from referee.record import record_json


@pytest.mark.slow
@pytest.mark.parametrize(("key", "number"), setups())
def test_the_page_of_a_table_is_drawn_in_every_setup(shared: Flask, key: str, number: int) -> None:
    client = phone_of(shared)
    service = shared.extensions["service"]
    me = service.phones.find(token_of(client))
    game, drive, players, options, state = begin(key, number)
    for length in (0, 12, 200):
        events = play(game, drive, state, Random(number), length)
        record = msgspec.json.encode(record_json(game, players, options, events, None))
        code = service.records.import_record(me, record, key=f"{key}-{number}-{length}")
        for path in ("", "?show=pad", "/paper"):
            answer = client.get(f"/t/{code}{path}")
            assert answer.status_code == 200, (path, length)
