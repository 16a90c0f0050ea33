"""Each game's driver: how it is played at random (`tests/games/<key>/driver.py`)."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from random import Random
from types import ModuleType
from typing import Any

import msgspec

from referee.core import Game
from referee.core.draft import Draft
from referee.games import games
from referee.record import read_options

GAMES = Path(__file__).parent.parent / "games"
SIXTH = Path(__file__).parent.parent / "sixth"
"""A game that is no part of the app, its driver beside it."""


def driver(key: str) -> ModuleType:
    """The driver of the game `key`; every game must have one."""
    path = (SIXTH if (SIXTH / key).is_dir() else GAMES / key) / "driver.py"
    spec = importlib.util.spec_from_file_location(f"driver_{key}", path)
    assert spec is not None, f"{path} is missing"
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def setups() -> list[tuple[str, int]]:
    """Every setup of every game, as (key, number)."""
    return [(key, i) for key in games() for i in range(len(driver(key).SETUPS))]


def begin(key: str, number: int) -> tuple[Game, Any, list[str], Any, Any]:
    """(game, driver, players, options, first state) of one setup."""
    game, drive = games()[key], driver(key)
    players, plain = drive.SETUPS[number]
    options = read_options(game, msgspec.json.encode(plain), players)
    return game, drive, list(players), options, game.start(players, options)


def form(game: Game, state: Any, name: str, viewer: str | None = None, **fields: Any) -> Any:
    """The form `name` as far as `fields` fill it in (`now`: where on it one is)."""
    now = fields.pop("now", "")
    return game.form(name, state, viewer, Draft(fields, game.players(state), now=now))


def play(game: Game, drive: Any, state: Any, random: Random, most: int) -> list[Any]:
    """Up to `most` events of a random game, as people play it; fewer if it ends before."""
    events = []
    while len(events) < most and not game.over(state):
        event = drive.next_event(game, state, random.choice)
        events.append(event)
        if not event.is_query:
            state = game.apply(state, event)
    return events
