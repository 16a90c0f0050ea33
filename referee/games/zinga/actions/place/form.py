"""The form of a placement: a circle, a space, a tile, and how it lies where that is open."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

import msgspec
from msgspec import UNSET, UnsetType

from referee.core import Message, PlayerKey, say
from referee.core.action import Viewer
from referee.core.draft import Draft
from referee.core.form import Drawing, Form, of_players, question
from referee.core.judging import Fault
from referee.games.zinga.board import (
    FITTING,
    NOTHING,
    ORIENTATIONS,
    Cell,
    after_of,
    before_of,
    put,
    tiles_of,
    zinga_cell,
)
from referee.games.zinga.filling import fill_circle
from referee.games.zinga.placement import (
    Placement,
    broken_rules,
    either_way,
    own_turn,
    placement,
)
from referee.games.zinga.state import State
from referee.games.zinga.tiles import (
    COLOURS,
    INDEX,
    KINDS,
    NUMBERS,
    SIZE,
    TILE,
    TILE_WORDS,
    ZINGA,
    Colour,
    Ends,
)

if TYPE_CHECKING:
    from referee.games.zinga.actions.place.action import Place


class Way(msgspec.Struct, frozen=True, kw_only=True):
    """A way in which a tile can lie, with the event that says so. `named`: the number that the
    player gives a Zinga. `makes_circle_unclosable`: a Zinga there, and nothing that is left can
    fill the circle any more."""

    first: int | None
    last: int | None
    event: Place
    named: int | None = None
    makes_circle_unclosable: bool = False


class Candidate(msgspec.Struct, frozen=True, kw_only=True):
    """A tile that is not on the board. `mine`: the player is known to hold it.

    Once the space is chosen: whether it `fits` there, and `why` not; the `ways` in which it can
    lie, several where the board leaves that open. `event` where one tap says it all; `ask` asks the
    referee about a tile that does not fit, `asks` (several) where only the table can tell how it
    lies.
    """

    tile: str
    words: Message
    mine: bool
    fits: bool = True
    why: Message | None = None
    ways: tuple[Way, ...] = ()
    event: Place | None = None
    ask: Place | None = None
    asks: tuple[Way, ...] = ()

    @property
    def makes_circle_unclosable(self) -> bool:
        """Return whether every way in which it can lie does."""
        return bool(self.ways) and all(way.makes_circle_unclosable for way in self.ways)


class PlaceForm(Drawing, frozen=True, kw_only=True):
    """Who places, the circle and the space that are chosen, the numbers `beside` it, and the
    tiles of that colour: those that fit first, the player's own before others. `others`: the tiles
    of the colour `other`, which do not belong in this circle, where somebody put one there."""

    by: PlayerKey
    colour: Colour | None = None
    at: int | None = None
    beside: tuple[int, ...] = ()
    opening: bool = False
    tiles: tuple[Candidate, ...] = ()
    chosen: Candidate | None = None
    other: Colour | None = None
    others: tuple[Candidate, ...] = ()


def place_form(
    kind: type[Place], state: State, viewer: Viewer, draft: Draft
) -> Form | PlaceForm | None:
    """Return the form, if a round runs. The circle is that of the field `tile`, which may be no
    more than "green:" as yet; a space that is taken is forgotten."""
    if not state.in_round or state.out is not None:
        return None
    by = draft.player("by") or state.turn or viewer
    if by is None:
        return question("by", say("Who places a tile?"), of_players(state.players))
    label = say("{by} places a tile", by=by)
    written = str(draft.fields.get("tile", ""))
    colour = INDEX.get(written.partition(":")[0])  # type: ignore[call-overload]
    at = draft.number("at")
    if at not in range(SIZE):
        at = None
    if colour is None:
        return PlaceForm(label=label, by=by, at=at)
    circle = state.board[colour]
    if at is not None and circle[at] is not None:
        at = None
    sides = () if at is None else (before_of(circle, at), after_of(circle, at))
    opening = by not in state.opened
    tiles = [_candidate(kind, state, by, t, at, opening) for t in _free(state, COLOURS[colour])]
    tiles.sort(key=lambda one: (not one.fits, not one.mine))
    other = next((name for name in COLOURS if draft.mode == f"other-{name}"), None)
    return PlaceForm(
        label=label,
        by=by,
        colour=COLOURS[colour],
        at=at,
        beside=tuple(n for n in sides if n is not None and n != NOTHING),
        opening=opening,
        tiles=tuple(tiles),
        chosen=next((one for one in tiles if one.tile == written), None),
        other=other,
        others=() if at is None else tuple(_others(kind, state, by, COLOURS[colour], at, other)),
    )


def _free(state: State, colour: Colour) -> list[str]:
    """Return the tiles of a colour that are not on the board."""
    placed = tiles_of(state.board)
    return [tile for kind in KINDS if (tile := TILE[INDEX[colour], kind]) not in placed]


def _others(
    kind: type[Place], state: State, by: PlayerKey, circle: Colour, at: int, other: Colour | None
) -> Iterator[Candidate]:
    """Yield the tiles of the colour `other`, to be put on space `at` of another circle, where none
    of them belongs."""
    for tile in _free(state, other) if other and other != circle else ():
        ask = kind(by=by, tile=tile, at=at, circle=circle)
        yield Candidate(tile=tile, words=TILE_WORDS[tile], mine=False, fits=False, ask=ask)


def _candidate(
    kind: type[Place], state: State, by: PlayerKey, tile: str, at: int | None, opening: bool
) -> Candidate:
    """Try `tile` on space `at`, if that is chosen."""
    words, mine = TILE_WORDS[tile], tile in state.known.get(by, ())
    if at is None:
        return Candidate(tile=tile, words=words, mine=mine)
    p = placement(state, by, tile, at, UNSET, opening)
    faults = _faults(p)
    ways = () if faults else _ways(kind, p)
    asks = tuple(
        Way(
            first=cell.first,
            last=cell.last,
            event=kind(by=by, tile=tile, at=at, ends=(cell.first, cell.last)),
        )
        for cell in (_orientations(p) if all(fault.can_stand for fault in faults) else ())
    )
    one_tap = len(ways) == 1 and not ways[0].makes_circle_unclosable
    return Candidate(
        tile=tile,
        words=words,
        mine=mine,
        fits=not faults,
        why=faults[0].reason if faults else None,
        ways=ways,
        event=ways[0].event if one_tap else None,
        ask=asks[0].event if len(asks) == 1 else kind(by=by, tile=tile, at=at),
        asks=asks if len(asks) > 1 else (),
    )


def _faults(p: Placement) -> list[Fault]:
    """Find what speaks against the tile there, whoever is on turn, and whichever way it lies."""
    return [rule(p) for rule in broken_rules(p) if rule not in (own_turn, either_way)]


def _orientations(p: Placement) -> Sequence[Cell]:
    """Return how a tile lies there all the same, where neither the rules nor the board tell:
    without that the table could not let it stand."""
    lie = p.lie
    if lie.cell is not None:
        return ()
    if lie.kind == ZINGA:
        return (zinga_cell(lie.square, lie.before, lie.after, lie.number),)
    return ORIENTATIONS[lie.kind]


def _ways(kind: type[Place], p: Placement) -> tuple[Way, ...]:
    """Return how a tile that fits can lie: where the board leaves that open, a way an answer."""
    told: list[Ends | UnsetType] = [UNSET]
    lie = p.lie
    if lie.cell is None:
        told = [(way.first, way.last) for way in FITTING[lie.kind, lie.before, lie.after]]
    elif lie.kind == ZINGA and lie.cell.is_open:
        first, last = lie.cell.first is None, lie.cell.last is None
        told += [(n if first else None, n if last else None) for n in NUMBERS]
    closable = lie.kind == ZINGA and fill_circle(p.state, p.colour) is not None
    ways = []
    for ends in told:
        tried = placement(p.state, p.by, p.tile, p.at, ends, lie.opening)
        cell = tried.lie.cell
        if cell is None or _faults(tried):
            continue
        after = put(p.circle, p.at, cell)
        ways.append(
            Way(
                first=cell.first,
                last=cell.last,
                named=next((end for end in ends or () if end is not None), None),
                event=kind(by=p.by, tile=p.tile, at=p.at, ends=ends),
                makes_circle_unclosable=closable and fill_circle(p.state, p.colour, after) is None,
            )
        )
    return tuple(ways)
