"""The games, found by looking: each package here that has a `GAME`."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from pkgutil import iter_modules

from referee.core import AnyGame


@cache
def games() -> dict[str, AnyGame]:
    """Every game by its key, as they are listed."""
    found = (import_module(f"{__name__}.{m.name}").GAME for m in iter_modules(__path__) if m.ispkg)
    return {
        game.key: game for game in sorted(found, key=lambda game: (game.listing.order, game.key))
    }
