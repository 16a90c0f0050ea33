"""What can happen at the table, and what a table agrees on."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated, Literal, TypeAlias

import msgspec
from msgspec import UNSET, UnsetType

from referee.core import (
    ByPlayer,
    Event,
    Options,
    Player,
    Players,
    Unusable,
    UserText,
    plural,
    say,
)
from referee.games.zinga.tiles import ALL_VALUE, COLOURS, SIZE, TILES, Colour, Layout, Number, Tile

Count = Annotated[int, msgspec.Meta(ge=0, le=2**53)]
"""A number of tiles or points: any that other programs can read exactly."""
Space = Annotated[int, msgspec.Meta(ge=0, lt=SIZE)]
Tiles = Annotated[tuple[Tile, ...], msgspec.Meta(max_length=len(TILES))]
"""Tiles, in an order where one matters: as many as there are."""
Drawn = Annotated[tuple[Tile, ...], msgspec.Meta(min_length=1, max_length=len(TILES))]
"""Tiles in the order in which they were drawn: one at least."""
Ends = tuple[Number | None, Number | None]
"""The two ends of a tile in clockwise order: the first faces the space before."""

if TYPE_CHECKING:
    SpaceKey: TypeAlias = str
else:
    SpaceKey = Literal[tuple(str(space) for space in range(SIZE))]


class ZingaOptions(Options, frozen=True):
    """`layout`: how the circles join. `target`: points that win. `bonus`: for closing a circle."""

    layout: Layout = "square"
    target: Annotated[int, msgspec.Meta(ge=1, le=999)] = 64
    bonus: Annotated[int, msgspec.Meta(ge=0, le=99)] = 16


class Lots(Event, frozen=True, tag="lots"):
    """Everyone draws a tile for the start (zinga/1)."""

    draws: ByPlayer[Tile]


class StartRound(Event, frozen=True, tag="start_round"):
    """A tracked round begins with `first` (zinga/2)."""

    first: Player


class Place(Event, frozen=True, tag="place"):
    """`by` lays `tile` on space `at` of its own circle; `ends`: how it lies (zinga/3, zinga/4)."""

    by: Player
    tile: Tile
    at: Space
    ends: Ends | UnsetType = UNSET


class Draw(Event, frozen=True, tag="draw"):
    """`by` takes `count` tiles (1 if neither is given) from the bag, which are `tiles` in this
    order (zinga/5)."""

    by: Player
    count: Annotated[int, msgspec.Meta(ge=1, le=2**53)] | UnsetType = UNSET
    tiles: (
        Annotated[tuple[Tile, ...], msgspec.Meta(min_length=1, max_length=len(TILES))] | UnsetType
    ) = UNSET


class Pass(Event, frozen=True, tag="pass"):
    """`by` has nothing to place and the bag is empty (zinga/play)."""

    by: Player


class EndRound(Event, frozen=True, tag="end_round"):
    """The round is counted (zinga/7): what everyone has left, as tiles or as their sum."""

    hands: ByPlayer[Tiles] = {}
    points: ByPlayer[Annotated[int, msgspec.Meta(ge=0, le=ALL_VALUE)]] = {}
    blocked: bool = False
    winner: Player | UnsetType = UNSET


class Bonus(Event, frozen=True, tag="bonus"):
    """`to` closed `circle` on a board that is not tracked (zinga/6)."""

    to: Player
    circle: Colour


class Ask(Event, frozen=True, tag="ask"):
    """Can `circle` still be filled? Or: which of `tiles` fit where?"""

    question: Literal["completable", "playable"]
    circle: Colour | UnsetType = UNSET
    tiles: Tiles | UnsetType = UNSET


class ZingaCell(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A Zinga on the board: the numbers of its ends, None where still open."""

    zinga: Ends


Circle = Annotated[dict[SpaceKey, tuple[Number, Number] | ZingaCell], msgspec.Meta(max_length=SIZE)]
"""What lies on the spaces of a circle."""


class Position(Event, frozen=True, tag="position"):
    """The situation outright; what is left out is unknown."""

    board: Annotated[dict[Colour, Circle], msgspec.Meta(max_length=len(COLOURS))] | UnsetType = (
        UNSET
    )
    hands: ByPlayer[Count] | UnsetType = UNSET
    bag: Count | UnsetType = UNSET
    turn: Player | UnsetType = UNSET
    opened: bool | Players | UnsetType = UNSET
    scores: ByPlayer[Count] | UnsetType = UNSET


EVENTS = (Lots, StartRound, Place, Draw, Pass, EndRound, Bonus, Ask, Position)


def check_event(event: Event, players: Sequence[str], path: str) -> None:
    """Raise `Unusable` for what the types alone do not refuse; `path` is where the event stands."""
    if isinstance(event, Lots):
        for player in players:
            if player not in event.draws:
                raise Unusable(
                    f"{path}.draws", say("{player} draws a tile too.", player=UserText(player))
                )
    elif isinstance(event, Draw) and event.tiles is not UNSET:
        n = len(event.tiles)
        if event.count not in (UNSET, n):
            message = plural("{n} tile is named.", "{n} tiles are named.", n)
            raise Unusable(f"{path}.count", message)
    elif isinstance(event, Ask):
        wanted, other = (
            ("circle", "tiles") if event.question == "completable" else ("tiles", "circle")
        )
        if getattr(event, wanted) is UNSET:
            raise Unusable(
                f"{path}.{wanted}", say("The field {field} is missing.", field=UserText(wanted))
            )
        if getattr(event, other) is not UNSET:
            raise Unusable(
                f"{path}.{other}", say("There is no field {field} here.", field=UserText(other))
            )
    elif isinstance(event, Position) and event.opened is False:
        raise Unusable(
            f"{path}.opened", say("This names the players who have opened, or is true for all.")
        )
