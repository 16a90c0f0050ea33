"""What the entry sheets show, given what has been entered so far.

A draft holds the event's fields as a form sends them: text, lists and maps of text, possibly
incomplete or wrong. Tiles are written as in a record, each beside its words.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

import msgspec
from msgspec import UNSET, UnsetType

from referee.games.zinga.asking import fill_circle
from referee.games.zinga.board import FITTING, put, tiles_of
from referee.games.zinga.events import EndRound, Position
from referee.games.zinga.position import board_of, position_of
from referee.games.zinga.rules import OF_THE_TILE, Placing, placing
from referee.games.zinga.scoring import counted
from referee.games.zinga.state import State, most_in_bag
from referee.games.zinga.tiles import (
    CIRCLE_WORDS,
    COLOURS,
    INDEX,
    KINDS,
    TILE,
    TILE_WORDS,
    TILES,
    VALUE,
    ZINGA,
)
from referee.games.zinga.view import circles, seen_by, spaces, view

Draft = Mapping[str, Any]


def sheet(state: State, viewer: str | None, name: str, draft: Draft) -> dict[str, Any]:
    """What the sheet `name` shows to `viewer`; nothing for a sheet that is not the game's."""
    show = _SHEETS.get(name)
    return {} if show is None else show(seen_by(state, viewer), viewer, draft)


# What a draft holds so far


def _player(state: State, draft: Draft, field: str) -> str | None:
    found = draft.get(field)
    return found if found in state.agreed.players else None


def _number(value: Any, most: int) -> int | None:
    text = str(value)
    return int(text) if text.isdecimal() and len(text) < 4 and int(text) <= most else None


def _tiles(value: Any) -> list[str]:
    return [tile for tile in value if tile in TILES] if isinstance(value, (list, tuple)) else []


def _mapping(draft: Draft, field: str) -> Mapping[str, Any]:
    found = draft.get(field)
    return found if isinstance(found, Mapping) else {}


def _with_words(tiles: Iterable[str]) -> list[dict[str, Any]]:
    return [{"tile": tile, "words": TILE_WORDS[tile], "value": VALUE[tile]} for tile in tiles]


def _rack(gone: Iterable[str]) -> list[dict[str, Any]]:
    """All tiles by colour, for a picker; `gone`: those that cannot be picked."""
    gone = set(gone)
    return [
        {
            "colour": colour,
            "words": CIRCLE_WORDS[colour],
            "tiles": [
                {**one, "gone": one["tile"] in gone}
                for one in _with_words(TILE[INDEX[colour], kind] for kind in KINDS)
            ],
        }
        for colour in COLOURS
    ]


# Placing


def _place(state: State, viewer: str | None, draft: Draft) -> dict[str, Any]:
    """The circle, and each tile of its colour that is not in it: those that fit the chosen space
    first, the viewer's own before others.

    The circle is that of `tile`, which may be no more than "green:" as yet. `ways`: how the chosen
    tile can lie, where its player has to say. `open_ends`: which ends of a chosen Zinga he may
    name.
    """
    by = _player(state, draft, "by") or state.turn or viewer
    written = str(draft.get("tile", ""))
    colour = INDEX.get(written.partition(":")[0])  # type: ignore[call-overload]
    at = _number(draft.get("at"), 15)
    shown: dict[str, Any] = {"by": by, "colour": None, "at": at, "tiles": [], "chosen": None}
    shown["ways"] = []
    shown["open_ends"] = [False, False]
    if colour is None:
        return shown | {"circles": circles(state)}
    shown["colour"] = COLOURS[colour]
    shown["words"] = CIRCLE_WORDS[COLOURS[colour]]
    shown["spaces"] = spaces(state.board, state.agreed.layout, colour)
    placed = set(tiles_of(state.board))
    own = state.known.get(by or "", ())
    opening = by is not None and state.in_round and by not in state.opened
    tiles = []
    for kind in KINDS:
        tile = TILE[colour, kind]
        if tile in placed:
            continue
        one: dict[str, Any] = {"tile": tile, "words": TILE_WORDS[tile], "mine": tile in own}
        if at is not None and by is not None:
            p = placing(state, by, tile, at, None, opening)
            broken = [found for rule in OF_THE_TILE if (found := rule(p)) is not None]
            one["fits"] = not broken
            one["why"] = broken[0].reason if broken else None
            one["dooms"] = not broken and _dooms(p)
            if tile == written:
                shown["chosen"] = tile
                if not broken and p.cell is None:
                    ways = FITTING[kind, p.before, p.after]
                    shown["ways"] = [[way.first, way.last] for way in ways]
                elif kind == ZINGA and p.cell is not None:
                    named = not (p.connector and state.agreed.name_open == "no")
                    shown["open_ends"] = [named and end is None for end in p.cell[1:]]
        tiles.append(one)
    tiles.sort(key=lambda one: (not one.get("fits", True), not one["mine"]))
    return shown | {"tiles": tiles}


def _dooms(p: Placing) -> bool:
    """Whether the circle can be closed now, and no more once the tile lies there, in any lie."""
    if fill_circle(p.state, p.colour) is None:
        return False
    ways = (p.cell,) if p.cell is not None else FITTING[p.kind, p.before, p.after]
    return all(fill_circle(p.state, p.colour, put(p.circle, p.at, way)) is None for way in ways)


# Drawing


def _draw(state: State, viewer: str | None, draft: Draft) -> dict[str, Any]:
    """How many tiles can be drawn; on the player's own phone also which."""
    by = _player(state, draft, "by") or state.turn or viewer
    chosen = _tiles(draft.get("tiles"))
    return {
        "by": by,
        "bag": state.bag,
        "most": most_in_bag(state),
        "own": by is not None and by == viewer,
        "tiles": _with_words(chosen),
        "rack": _rack([*tiles_of(state.board), *state.known.get(by or "", ()), *chosen]),
    }


# Counting


def _end_round(state: State, viewer: str | None, draft: Draft) -> dict[str, Any]:
    """A row a player with what has been told so far, and what it would come to.

    `hand`: how many tiles the referee counts, None if unknown; `sum`: None until told.
    """
    hands = {who: tuple(_tiles(tiles)) for who, tiles in _mapping(draft, "hands").items()}
    points = {who: _number(left, 304) for who, left in _mapping(draft, "points").items()}
    winner: str | UnsetType = _player(state, draft, "winner") or UNSET
    event = EndRound(
        hands=hands,
        points={who: left for who, left in points.items() if left is not None},
        blocked=str(draft.get("blocked", "")).lower() == "true",
        winner=winner,
    )
    count = counted(state, event)
    counted_tiles = [tile for tiles in hands.values() for tile in tiles]
    return {
        "blocked": event.blocked,
        "winner": count.winner,
        "points": count.points,
        "rows": [
            {
                "key": who,
                "hand": state.hands.get(who),
                "tiles": _with_words(hands.get(who, ())),
                "typed": event.points.get(who),
                "sum": count.sums[who],
                "known": _with_words(state.known.get(who, ())),
            }
            for who in state.agreed.players
        ],
        "rack": _rack([*tiles_of(state.board), *counted_tiles]),
    }


def _bonus(state: State, viewer: str | None, draft: Draft) -> dict[str, Any]:
    """Whose circle it is, and which circles are not closed yet in this round."""
    closed = dict(state.closed)
    return {
        "to": _player(state, draft, "to"),
        "circle": draft.get("circle") if draft.get("circle") in COLOURS else None,
        "bonus": state.agreed.bonus,
        "circles": [
            {"colour": colour, "words": CIRCLE_WORDS[colour], "closed_by": closed.get(colour)}
            for colour in COLOURS
        ],
    }


# The start


def _lots(state: State, viewer: str | None, draft: Draft) -> dict[str, Any]:
    """A row a player with the tile drawn; `highest`: who has it, once everyone has drawn."""
    draws = _mapping(draft, "draws")
    found = {who: draws.get(who) for who in state.agreed.players}
    valid = {who: tile for who, tile in found.items() if isinstance(tile, str) and tile in TILES}
    best = max((VALUE[tile] for tile in valid.values()), default=None)
    return {
        "rows": [
            {"key": who, "tiles": _with_words([valid[who]] if who in valid else [])}
            for who in state.agreed.players
        ],
        "highest": [who for who, tile in valid.items() if VALUE[tile] == best]
        if len(valid) == len(found)
        else [],
        "rack": _rack(valid.values()),
    }


def _start_round(state: State, viewer: str | None, draft: Draft) -> dict[str, Any]:
    """Who may start: the one who must, else anybody."""
    starter = state.starter
    return {"may": [starter] if starter is not None else list(state.agreed.players)}


# Setting it right, checking, ruling


def _position(state: State, viewer: str | None, draft: Draft) -> dict[str, Any]:
    """The board as entered so far, or as it lies."""
    plain = {key: value for key, value in draft.items() if key != "type"}
    try:
        told = msgspec.convert(plain, Position, strict=False)
    except msgspec.ValidationError:
        told = position_of(state)
    board = board_of(told)
    layout = state.agreed.layout
    return {
        "told": msgspec.to_builtins(told),
        "circles": [
            {
                "colour": colour,
                "words": CIRCLE_WORDS[colour],
                "spaces": spaces(board, layout, i),
            }
            for i, colour in enumerate(COLOURS)
        ],
        "rack": _rack(tiles_of(board)),
    }


def _check(state: State, viewer: str | None, draft: Draft) -> dict[str, Any]:
    """The situation the question is about, and the sheet of the event that is asked about."""
    event = draft.get("event")
    event = event if isinstance(event, Mapping) else {}
    name = str(event.get("type", ""))
    asked = {} if name == "check" else sheet(state, viewer, name, event)
    return {"view": view(state, viewer), "asked": asked, "rack": _rack(())}


def _ruling(state: State, viewer: str | None, draft: Draft) -> dict[str, Any]:
    """The pieces beside a ruling: a placed tile and what lies beside it and across."""
    tile, at = draft.get("tile"), draft.get("at")
    if draft.get("type") != "place" or tile not in TILES or not isinstance(at, int):
        return {}
    colour = TILES[tile][0]
    around = spaces(state.board, state.agreed.layout, colour)
    return {
        "tile": tile,
        "words": TILE_WORDS[tile],
        "ends": draft.get("ends"),
        "space": around[at],
        "before": around[at - 1],
        "after": around[at - 15],
    }


_SHEETS: dict[str, Callable[[State, str | None, Draft], dict[str, Any]]] = {
    "place": _place,
    "draw": _draw,
    "end_round": _end_round,
    "bonus": _bonus,
    "lots": _lots,
    "start_round": _start_round,
    "position": _position,
    "check": _check,
    "ruling": _ruling,
}
