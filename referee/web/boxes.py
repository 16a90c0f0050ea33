"""The pieces of our box, as a page shows them first where they are entered, and as they go out with
a record. How they are learned, and for whom: `referee.service.memory`."""

from __future__ import annotations

from referee.core import AnyGame
from referee.service import PIECES, TableView
from referee.web import seats


def of(game: AnyGame) -> object:
    """What is remembered of the pieces of `game` for the phone that asks; None where nothing is."""
    return (
        seats.service().memory.of(game.key, seats.known())[PIECES] if game.pieces.learns else None
    )


def offered(table_view: TableView) -> object:
    """What is remembered of the pieces as the phone that asks is offered it at a table."""
    if not table_view.game.pieces.learns:
        return None
    return seats.service().memory.at_table(table_view.code, seats.me())[PIECES]


def brought(table_view: TableView) -> object:
    """The box that the record of a table brought with it (plain data of any kind), if it did."""
    meta = (
        seats.service().records.meta(table_view.code, seats.me())
        if table_view.game.pieces.learns
        else None
    )
    return meta.get(PIECES) if isinstance(meta, dict) else None


def taken_along(table_view: TableView, record: dict[str, object]) -> dict[str, object]:
    """`record` with the box in its `meta`, but for a record that brought one with it."""
    box = offered(table_view)
    meta = record.get("meta") or {}
    if box is None or not isinstance(meta, dict) or PIECES in meta:
        return record
    return {**record, "meta": {**meta, PIECES: box}}
