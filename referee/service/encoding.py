"""How events, rulings and states are stored, and what forms are known by."""

from __future__ import annotations

import hashlib
import inspect
from collections.abc import Callable
from functools import cache, lru_cache
from pathlib import Path
from typing import TypeVar

import msgspec

from referee.core import AnyGame, Event, PlayerKey, Ruling, Unusable, say
from referee.core.schema import map_players

T = TypeVar("T")

_RULINGS = msgspec.json.Decoder(Ruling)


def digest(*parts: str | bytes) -> bytes:
    """Return the SHA-256 of `parts`, told apart."""
    out = hashlib.sha256()
    for part in parts:
        data = part.encode("utf-8", "surrogatepass") if isinstance(part, str) else part
        out.update(len(data).to_bytes(8, "big") + data)
    return out.digest()


def to_json(value: object) -> str:
    """Return plain or typed `value` as JSON."""
    return msgspec.json.encode(value).decode()


def plain_json(value: object) -> str:
    """Return plain `value` as JSON that a record could hold; raises `Unusable`."""
    try:
        text = to_json(value)
    except (TypeError, UnicodeEncodeError, RecursionError, OverflowError):
        raise Unusable("", say("This text cannot be saved.")) from None
    if "\\u0000" in text:
        raise Unusable("", say("This text contains a character that cannot be used (NUL)."))
    return text


@cache
def _decoder(game: AnyGame) -> msgspec.json.Decoder[Event]:
    """Return what decodes the game's events as they are stored."""
    return msgspec.json.Decoder(game.events)


_SHORT = 1000
"""Characters of a stored event or ruling that is kept once it has been decoded: every page shows
the newest lines of its log, and what they hold never changes."""


def decode_event(game: AnyGame, text: str) -> Event:
    """Return an event as it was stored."""
    return _kept_event(game, text) if len(text) <= _SHORT else _decoder(game).decode(text)


def decode_ruling(text: str) -> Ruling:
    """Return a ruling as it was stored."""
    return _kept_ruling(text) if len(text) <= _SHORT else _RULINGS.decode(text)


@lru_cache(2048)
def _kept_event(game: AnyGame, text: str) -> Event:
    return _decoder(game).decode(text)


@lru_cache(2048)
def _kept_ruling(text: str) -> Ruling:
    return _RULINGS.decode(text)


@cache
def made_by(game: AnyGame) -> str:
    """Return what a copy of the game's state was made by: its code and the edition of its rules. A
    copy made by any other is not used."""
    package = Path(inspect.getfile(type(game))).parent
    code = [path.read_bytes() for path in sorted(package.glob("*.py"))]
    return digest(game.rules.edition, *code).hex()[:16]


def with_names(value: T, name: Callable[[PlayerKey], str]) -> T:
    """Return `value` (an event or options) with each player called what `name` says."""
    mapped: T = map_players(value, "", lambda player, path, new: name(player))
    return mapped
