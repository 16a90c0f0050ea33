"""Evenings of every game: tables played at random, as records, and the addresses of their pages."""

from __future__ import annotations

import re
from collections.abc import Iterator
from random import Random
from uuid import uuid4

import msgspec
from drivers import begin, driver, play
from flask import Flask

from referee.games import games
from referee.service import Service


def evenings(key: str, moments: tuple[int, ...]) -> Iterator[dict[str, object]]:
    """Records of the game `key`: every setup of its driver, after so many events each."""
    for number, (players, options) in enumerate(driver(key).SETUPS):
        for moment in moments:
            game, drive, _, _, state = begin(key, number)
            events = play(game, drive, state, Random(f"{key} {number}"), moment)
            yield {
                "format": "referee-record",
                "version": 1,
                "game": key,
                "players": list(players),
                "options": options,
                "events": [msgspec.to_builtins(event) for event in events],
            }


def brought_in(service: Service, host: object, record: dict[str, object]) -> str:
    """The code of a table made of `record`, with the phone `host` as its host."""
    return service.records.import_record(host, msgspec.json.encode(record), key=f"in {uuid4()}")


TABLE = re.compile("/t/$")
ENTRIES = re.compile("/t/(/sheet/.*|/log/.*)?$")
OWN = re.compile("/t/(/sheet/.*|/log/.*|/settings|/paper)?$|/(check|games|learn|open|rules)/")
"""What differs from game to game; other pages do not."""


def addresses(
    app: Flask, game: str, code: str, lines: int, seen: set[str], again: re.Pattern[str]
) -> Iterator[str]:
    """The pages that can be asked for at the table `code` of `game`, and beside it: each route,
    each entry sheet, the last lines of the log. Pages that were `seen` are left out, but for those
    that are to be looked at `again` at each table (both as addresses without their code)."""
    adapter = app.url_map.bind("localhost")
    known = {"code": code, "game": game, "name": "Ann", "token": code + "A" * 22, "step": 1}
    known |= {"wall": "A" * 12, "lamp": "dark"}
    known["league"] = "ABC234"
    for rule in app.url_map.iter_rules():
        if "GET" not in (rule.methods or ()) or rule.rule.endswith(("/bell", "<path:filename>")):
            continue
        more = [{}]
        if rule.endpoint == "table.sheet":
            more = [{"name": name} for name in games()[game].forms]
        if "line" in rule.arguments:
            more = [{"line": line} for line in range(max(1, lines - 3), lines + 1)]
        for own in more:
            values = {name: {**known, **own}[name] for name in rule.arguments}
            path = adapter.build(rule.endpoint, values, method="GET")
            bare = path.replace(code, "")
            shape = f"{game}{bare}" if OWN.match(bare) else bare
            if shape not in seen or again.match(bare):
                seen.add(shape)
                yield path
