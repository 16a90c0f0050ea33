"""Which games lie on the shelf: those that have a page to play on.

A game whose rules are here but whose pages are not can be checked from the command line.
"""

from __future__ import annotations

from importlib import import_module
from pathlib import Path

from flask import abort, current_app

from referee.core import AnyGame
from referee.service import all_games


def playable() -> list[AnyGame]:
    """The games with pages, as they lie in the pile."""
    return [game for game in all_games().values() if has(game, "table")]


def has(game: AnyGame, page: str) -> bool:
    """Whether `game` brings a template for `page`."""
    return f"games/{game.key}/{page}.html" in _templates()


def teaches(game: AnyGame) -> bool:
    """Whether `game` has a lesson, and a template that shows it."""
    return game.lesson is not None and has(game, "lesson")


def game_or_404(key: str) -> AnyGame:
    """The game on the shelf called `key`."""
    game = all_games().get(key)
    if game is None or game not in playable():
        abort(404)
    found: AnyGame = game
    return found


def _templates() -> frozenset[str]:
    found = current_app.extensions.get("game templates")
    if found is None:
        names = current_app.jinja_env.list_templates(filter_func=lambda n: n.startswith("games/"))
        found = current_app.extensions["game templates"] = frozenset(names)
    return found


def folders() -> dict[str, Path]:
    """Return the folder of each game's package. One that is no part of the app itself keeps its
    templates (`templates/games/<key>/`) and its stylesheet and signs (`static/<key>.css`) there."""
    return {key: Path(import_module(f"referee.games.{key}").__path__[0]) for key in all_games()}


def stripes(game: AnyGame) -> list[str]:
    """The classes of the colours on a game's box."""
    return [f"{game.key}-{colour}" for colour in game.listing.colours]
