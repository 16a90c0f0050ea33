"""The box of a game: what this server remembers of the pieces its people play with.

It is shown first where pieces are entered, grows as events are recorded, and goes out with records.
It never alters a table.
"""

from __future__ import annotations

from typing import Any

from referee.core import Event, Game, Unusable
from referee.service import TableView
from referee.web import seats

NAME = "box"


def of(game: Game) -> Any:
    """What is remembered of the pieces of `game`; None where nothing is."""
    return seats.service().remembered(game.key, NAME) if game.boxed else None


def drafted(game: Game) -> dict[str, Any]:
    """The same as a part of what an entry sheet is given."""
    return {NAME: of(game)} if game.boxed else {}


def learn(game: Game, event: Event) -> None:
    """Remember the pieces that `event`, just recorded, shows; as many as can be kept."""
    if not game.boxed:
        return
    box = of(game)
    after = game.box_after(box, event)
    if after != box:
        try:
            keep(game, after)
        except Unusable:
            return  # the box is full, and the table does not wait for it


def brought(look: TableView) -> Any:
    """The box that the record of a table brought with it (plain data of any kind), if it did."""
    meta = seats.service().meta(look.code, seats.me()) if look.game.boxed else None
    return meta.get(NAME) if isinstance(meta, dict) else None


def keep(game: Game, box: Any) -> None:
    """Remember `box`; raises `Unusable` where it is too much."""
    seats.service().remember(game.key, NAME, box)


def taken_along(game: Game, record: dict[str, Any]) -> dict[str, Any]:
    """`record` with the box in its `meta`, but for a record that brought one with it."""
    box = of(game)
    meta = record.get("meta") or {}
    if box is None or not isinstance(meta, dict) or NAME in meta:
        return record
    return {**record, "meta": {**meta, NAME: box}}
