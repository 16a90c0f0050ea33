"""From typed values back to a record."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from referee.core import AnyGame, Options


def record_json(
    game: AnyGame,
    players: Sequence[str],
    options: Options,
    events: Sequence[object],
    meta: dict[str, object] | None = None,
) -> dict[str, object]:
    """A record as plain data, ready for JSON; fields at their defaults are left out."""
    out = {
        "format": "referee-record",
        "version": 1,
        "game": game.key,
        "players": list(players),
        "options": msgspec.to_builtins(options),
        "events": [msgspec.to_builtins(event) for event in events],
    }
    if meta is not None:
        out["meta"] = meta
    return out
