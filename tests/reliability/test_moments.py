"""At any moment of any game, whatever is asked of a page, it answers: no page is made only for the
moments that its maker thought of."""

from __future__ import annotations

from random import Random

import msgspec
import pytest
from drivers import begin, play, setups
from flask import Flask
from party import lane
from phones import phone_of, token_of

from referee.games import games
from referee.record import record_json
from referee.web import create_app

PAGES = (
    *("", "/log", "/more", "/undo", "/people", "/settings", "/qr", "/door", "/since", "/course"),
    *("/delete", "/record.json", "?as=p2", "/log?before=5", "/log/3"),
)
JUNK = [
    *("", "by=p1", "by=p99", "by=", "by=p1&by=p2", "on=p1", "player=zz", "winner=p2", "dealer=p1"),
    *("cards=junk", "cards=", "cards.0=x", "cards.x=1", "top=junk", "turn=p1", "type=undo"),
    *("points.p1=abc", "points.p1=-1", "points.p1=99999999999999999999", "points=3", "hands.p9=x"),
    *("add=", "add=cards:x", "add=x:y:z", "drop=cards:9", "drop=cards:-1", "set=by:p2", "clear=by"),
    *("digit=points.p1:7", "digit=x", "digit=points.p1:back", "now=p1", "now=zz", "mode=x"),
    *("seq=99999999999", "seq=-1", "seq=x", "as=p1", "as=zz", "stands=1", "a.by=p77", "a=1", "=x"),
    *(
        "seat=99",
        "tile=x",
        "slot=9",
        "order=p2",
        "count=0",
        "count=999999999999999999999",
        "x.y.z=1",
    ),
]


@pytest.fixture(scope="module")
def app(tmp_path_factory: pytest.TempPathFactory) -> Flask:
    made = create_app({"DATA": tmp_path_factory.mktemp("moments"), "LIMITS": False})
    made.config["PROPAGATE_EXCEPTIONS"] = True  # a fault is shown where it is
    return made


@pytest.mark.parametrize("key", games())
def test_pages_answer_at_any_moment_of_a_game(app: Flask, key: str) -> None:
    host, guest = phone_of(app), phone_of(app)
    service = app.extensions["service"]
    me, other = (service.phones.find(token_of(client)) for client in (host, guest))
    pick = Random(key)
    numbers = [number for name, number in setups() if name == key]
    for number in pick.sample(numbers, min(lane(2, 100), len(numbers))):
        for length in (number % 2, pick.randrange(2, 30), lane(pick.randrange(30, 300), 6000)):
            game, drive, players, options, state = begin(key, number)
            events = play(game, drive, state, pick, length)
            record = msgspec.json.encode(record_json(game, players, options, events, None))
            code = service.records.import_record(me, record, key=f"{key}-{number}-{length}")
            seats = service.views.table(code, me).seating
            service.joining.join(code, other, seats[-1], token=service.joining.join_token(code, me))
            for path in PAGES:
                for client in (host, guest):
                    answer = client.get(f"/t/{code}{path}")
                    assert answer.status_code in (200, 204, 404, 422), path
            for sheet in game.forms:
                for query in ["", *pick.sample(JUNK, lane(2, len(JUNK)))]:
                    answer = host.get(f"/t/{code}/sheet/{sheet}?{query}")
                    assert answer.status_code in (200, 303, 422), (sheet, query)
                kind = game.forms[sheet]
                for query in pick.sample(JUNK, lane(1, 12)):
                    answer = host.get(f"/check/{key}?ask=1&event.type={kind}&event.{query}")
                    assert answer.status_code in (200, 404, 422), (kind, query)
