"""Puts the sixth game on the path, for as long as a test takes."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import referee.games
from referee.core import Game

HERE = str(Path(__file__).parent)


@pytest.fixture
def farkle(monkeypatch: pytest.MonkeyPatch) -> Iterator[Game]:
    """Farkle, among the games of the app."""
    if HERE not in referee.games.__path__:
        monkeypatch.setattr(referee.games, "__path__", [*referee.games.__path__, HERE])
    referee.games.games.cache_clear()
    yield referee.games.games()["farkle"]
    monkeypatch.undo()
    referee.games.games.cache_clear()
    for name in [name for name in sys.modules if name.startswith("referee.games.farkle")]:
        del sys.modules[name]
