"""What the entry sheets show, given what has been entered so far.

A draft holds the event's fields as a form sends them: text, lists and maps of text, possibly
incomplete or wrong. Tiles are written as in a record, each beside its words.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

import msgspec
from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from referee.core import plural, say
from referee.games.zinga.asking import fill_circle, filled
from referee.games.zinga.board import (
    FITTING,
    LIES,
    NOTHING,
    Cell,
    after_of,
    before_of,
    put,
    tiles_of,
    zinga_cell,
)
from referee.games.zinga.events import Draw, EndRound, Place, Position
from referee.games.zinga.position import board_of, position_of
from referee.games.zinga.rules import OF_THE_TILE, OPENING_KINDS, Placing, placing
from referee.games.zinga.scoring import counted
from referee.games.zinga.secrets import seen_by
from referee.games.zinga.state import State, most_in_bag
from referee.games.zinga.tiles import (
    CIRCLE_WORDS,
    COLOURS,
    DOUBLES,
    INDEX,
    KINDS,
    NUMBERS,
    SIZE,
    TILE,
    TILE_WORDS,
    TILES,
    VALUE,
    ZINGA,
    Layout,
)
from referee.games.zinga.view import circles, connectors, drawn_circles, spaces, view

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

    The circle is that of `tile`, which may be no more than "green:" as yet. Each tile has its
    `event` where nothing more has to be asked. `ways`: how the chosen tile can lie, each with its
    event; several where two ways fit, or where the number of a Zinga may be named. `dooms`: with
    the Zinga there the circle can no longer be closed. `ask` is the event that asks the referee
    about a tile that does not fit; `asks` as many as there are ways in which it might lie, where
    only the table can tell.
    """
    by = _player(state, draft, "by") or state.turn or viewer
    written = str(draft.get("tile", ""))
    colour = INDEX.get(written.partition(":")[0])  # type: ignore[call-overload]
    at = _number(draft.get("at"), 15)
    shown: dict[str, Any] = {"by": by, "colour": None, "at": at, "tiles": [], "chosen": None}
    shown["players"] = list(state.agreed.players)
    if colour is None:
        return shown
    circle = state.board[colour]
    if at is not None and circle[at] is not None:
        at = shown["at"] = None
    shown["colour"] = COLOURS[colour]
    if at is not None:
        before, after = before_of(circle, at), after_of(circle, at)
        shown["beside"] = [n for n in (before, after) if n is not None and n != NOTHING]
    placed = set(tiles_of(state.board))
    own = state.known.get(by or "", ())
    opening = by is not None and state.in_round and by not in state.opened
    shown["opening"] = opening
    tiles = []
    for kind in KINDS:
        tile = TILE[colour, kind]
        if tile in placed:
            continue
        one: dict[str, Any] = {"tile": tile, "words": TILE_WORDS[tile], "mine": tile in own}
        if at is not None and by is not None:
            one |= _tried(state, by, tile, at, opening)
        if tile == written:
            shown["chosen"] = one
        tiles.append(one)
    tiles.sort(key=lambda one: (not one.get("fits", True), not one["mine"]))
    return shown | {"tiles": tiles}


def _tried(state: State, by: str, tile: str, at: int, opening: bool) -> dict[str, Any]:
    """Whether `tile` fits on space `at`, why not, and how it can lie there."""
    p = placing(state, by, tile, at, None, opening)
    broken = [found for rule in OF_THE_TILE if (found := rule(p)) is not None]
    ways = [] if broken else _ways(p)
    dooms = bool(ways) and all(way["dooms"] for way in ways)
    lies = _lies(p) if all(refusal.can_stand for refusal in broken) else []
    asks = [
        {
            "first": cell.first,
            "last": cell.last,
            "event": msgspec.to_builtins(
                Place(by=by, tile=tile, at=at, ends=(cell.first, cell.last))
            ),
        }
        for cell in lies
    ]
    plain = msgspec.to_builtins(Place(by=by, tile=tile, at=at))
    return {
        "fits": not broken,
        "why": broken[0].reason if broken else None,
        "ways": ways,
        "dooms": dooms,
        "ask": asks[0]["event"] if len(asks) == 1 else plain,
        "asks": asks if len(asks) > 1 else [],
        "event": ways[0]["event"] if len(ways) == 1 and not dooms else None,
    }


def _lies(p: Placing) -> Sequence[Cell]:
    """How a tile lies there all the same, where neither the rules nor the board tell: without that
    the table could not let it stand."""
    if p.cell is not None:
        return ()
    if p.kind == ZINGA:
        return (zinga_cell(p.at, p.before, p.after, p.number),)
    return LIES[p.kind]


def _ways(p: Placing) -> list[dict[str, Any]]:
    """How a tile that fits can lie: where the board leaves that open, one way for each answer."""
    told: list[tuple[int | None, int | None] | None] = [None]
    if p.cell is None:
        told = [(way.first, way.last) for way in FITTING[p.kind, p.before, p.after]]
    elif p.kind == ZINGA and None in p.cell:
        first, last = (end is None for end in p.cell[1:])
        told += [(n if first else None, n if last else None) for n in NUMBERS]
    closable = p.kind == ZINGA and fill_circle(p.state, p.colour) is not None
    ways = []
    for ends in told:
        tried = placing(p.state, p.by, p.tile, p.at, ends, p.opening)
        if tried.cell is None or any(rule(tried) is not None for rule in OF_THE_TILE):
            continue
        event = Place(by=p.by, tile=p.tile, at=p.at, ends=UNSET if ends is None else ends)
        after = put(p.circle, p.at, tried.cell)
        ways.append(
            {
                "first": tried.cell.first,
                "last": tried.cell.last,
                "named": next((end for end in ends or () if end is not None), None),
                "event": msgspec.to_builtins(event),
                "dooms": closable and fill_circle(p.state, p.colour, after) is None,
            }
        )
    return ways


# Drawing


def _draw(state: State, viewer: str | None, draft: Draft) -> dict[str, Any]:
    """How many tiles can be drawn; on the player's own phone also which."""
    by = _player(state, draft, "by") or state.turn or viewer
    chosen = _tiles(draft.get("tiles"))
    most = most_in_bag(state)
    shown: dict[str, Any] = {
        "by": by,
        "players": list(state.agreed.players),
        "most": most,
        "own": by is not None and by == viewer,
        "counts": [],
        "tiles": _with_words(chosen),
        "rack": _rack([*tiles_of(state.board), *state.known.get(by or "", ()), *chosen]),
    }
    if by is None:
        return shown
    shown["counts"] = [
        {"n": n, "event": msgspec.to_builtins(Draw(by=by, count=n))}
        for n in range(1, min(most, 12) + 1)
    ]
    if chosen:
        shown["event"] = {"type": "draw", "by": by, "tiles": chosen}
        one, many = "{by} drew this tile", "{by} drew these {n} tiles"
        shown["label"] = plural(one, many, len(chosen), by=by)
    return shown


# Counting


def _end_round(state: State, viewer: str | None, draft: Draft) -> dict[str, Any]:
    """A row a player with what has been told so far, and what it would come to.

    `hand`: how many tiles the referee counts, None if unknown; `sum`: None until told; a typed sum
    stands over tiles. `now`: whose row is open, `next`: whose is to be told after it; `choose`: who
    may be named the winner, where the table has to say. `event` once all is told.
    """
    players = state.agreed.players
    points = {who: _number(left, 304) for who, left in _mapping(draft, "points").items()}
    typed = {who: left for who, left in points.items() if left is not None and who in players}
    hands = {
        who: tuple(_tiles(tiles))
        for who, tiles in _mapping(draft, "hands").items()
        if who in players and who not in typed
    }
    blocked = str(draft.get("blocked", "")).lower() == "true"
    winner: str | UnsetType = _player(state, draft, "winner") or UNSET
    event = EndRound(hands=hands, points=typed, blocked=blocked, winner=winner)
    count = counted(state, event)
    shows = [who for who in players if blocked or who != count.winner]
    waits = [who for who in shows if count.sums[who] is None]
    least = [who for who in players if not waits and count.sums[who] == _least(count.sums)]
    if blocked and winner is UNSET and len(least) == 1:
        # On a board that is not tracked the winner has to be named.
        event = event if state.in_round else replace(event, winner=least[0])
        count = counted(state, event)
    now = _player(state, draft, "now")
    if now not in shows:
        now = waits[0] if waits else None
    after = [who for who in waits if who != now]
    choose: list[str] = []
    if count.winner is None:
        choose = least if blocked else [who for who in players if not state.hands.get(who)]
    counted_tiles = [tile for tiles in hands.values() for tile in tiles]
    shown: dict[str, Any] = {
        "blocked": blocked,
        "tracked": state.in_round,
        "winner": count.winner,
        "points": count.points,
        "now": now,
        "next": after[0] if after else None,
        "choose": choose,
        "rows": [
            {
                "key": who,
                "hand": state.hands.get(who),
                "tiles": _with_words(hands.get(who, ())),
                "typed": typed.get(who),
                "sum": count.sums[who],
                "known": _with_words(state.known.get(who, ())),
                "shows": who in shows,
            }
            for who in players
        ],
        "rack": _rack([*tiles_of(state.board), *counted_tiles]),
    }
    if count.winner is not None and count.points is not None and not waits:
        shown["event"] = msgspec.to_builtins(event)
        shown["label"] = plural(
            "{winner} wins and collects {n} point",
            "{winner} wins and collects {n} points",
            count.points,
            winner=count.winner,
        )
    return shown


def _least(sums: Mapping[str, int | None]) -> int:
    return min(left for left in sums.values() if left is not None)


def _bonus(state: State, viewer: str | None, draft: Draft) -> dict[str, Any]:
    """Which circles are not closed yet in this round, and once it is said which one it is, a row a
    player with the event."""
    closed = dict(state.closed)
    circle = draft.get("circle")
    free = [colour for colour in COLOURS if colour not in closed]
    if circle not in free:
        circle = free[0] if len(free) == 1 else None
    return {
        "circle": circle,
        "words": CIRCLE_WORDS[circle] if circle else None,
        "bonus": state.agreed.bonus,
        "circles": [{"colour": colour, "words": CIRCLE_WORDS[colour]} for colour in free],
        "rows": [
            {"key": who, "event": {"type": "bonus", "to": who, "circle": circle}}
            for who in state.agreed.players
        ]
        if circle
        else [],
    }


# The start


def _lots(state: State, viewer: str | None, draft: Draft) -> dict[str, Any]:
    """A row a player with the tile drawn; `now`: whose is to be told; `highest`: who has it, once
    everyone has drawn; `event` if that is one."""
    draws = _mapping(draft, "draws")
    found = {who: draws.get(who) for who in state.agreed.players}
    valid = {who: tile for who, tile in found.items() if isinstance(tile, str) and tile in TILES}
    best = max((VALUE[tile] for tile in valid.values()), default=None)
    full = len(valid) == len(found)
    highest = [who for who, tile in valid.items() if full and VALUE[tile] == best]
    waits = [who for who in found if who not in valid]
    now = _player(state, draft, "now")
    if now is None or now in valid:
        now = waits[0] if waits else None
    shown: dict[str, Any] = {
        "rows": [
            {"key": who, "tiles": _with_words([valid[who]] if who in valid else [])}
            for who in state.agreed.players
        ],
        "now": now,
        "highest": highest,
        "rack": _rack(valid.values()),
    }
    if len(highest) == 1:
        shown["event"] = {"type": "lots", "draws": valid}
        shown["label"] = say("{starter} drew the highest and starts", starter=highest[0])
    elif highest:
        shown["label"] = say(
            "{players} share the highest value: everyone draws again.", players=[*highest]
        )
    return shown


def _start_round(state: State, viewer: str | None, draft: Draft) -> dict[str, Any]:
    """Who may start: the one who must, else anybody."""
    starter = state.starter
    may = [starter] if starter is not None else list(state.agreed.players)
    return {"rows": [{"key": who, "event": {"type": "start_round", "first": who}} for who in may]}


# Setting it right, checking, ruling


def _position(state: State, viewer: str | None, draft: Draft) -> dict[str, Any]:
    """The board as entered so far; before anything is entered, as it lies."""
    plain = {key: value for key, value in draft.items() if key not in ("type", "now", "box")}
    told = _read_position(plain) if plain else position_of(state)
    if told is None:
        told = position_of(state)
    shown = _laid(told, state.agreed.layout, draft.get("now"))
    return shown | {
        "event": msgspec.to_builtins(told),
        "label": say("This is how it stands"),
        "players": list(state.agreed.players),
    }


def _read_position(plain: Mapping[str, Any]) -> Position | None:
    try:
        return msgspec.convert({**plain, "type": "position"}, Position, strict=False)
    except msgspec.ValidationError:
        return None


def _laid(told: Position, layout: Layout, now: Any) -> dict[str, Any]:
    """A board that is being put in. `now`: where one is, as "green" or "green:5"; there the space
    and what lies in it, or in which ways each tile could lie there."""
    board = board_of(told)
    shown: dict[str, Any] = {
        "circles": drawn_circles(board, layout),
        "connectors": connectors(layout),
        "now": None,
        "at": None,
    }
    colour, _, space = str(now or "").partition(":")
    if colour not in INDEX:
        return shown
    shown["now"], i = colour, INDEX[colour]
    at = _number(space, SIZE - 1)
    if at is None:
        return shown
    placed = set(tiles_of(board))
    shown["at"] = at
    shown["there"] = shown["circles"][i]["spaces"][at]
    shown["tiles"] = [
        {"tile": tile, "words": TILE_WORDS[tile], "kind": kind, "gone": tile in placed}
        for kind in KINDS
        if (tile := TILE[i, kind]) and (at not in DOUBLES or kind in OPENING_KINDS)
    ]
    return shown


def _check(state: State, viewer: str | None, draft: Draft) -> dict[str, Any]:
    """The situation the question is about, the board in it that is being put in, and the sheet of
    the event that is asked about; `ready` once there is a question."""
    event, position = (_mapping(draft, part) for part in ("event", "position"))
    event = {**event, "type": event.get("type") or "place"}
    told = _read_position({k: v for k, v in position.items() if k != "type"}) or Position()
    laid = _laid(told, state.agreed.layout, draft.get("now"))
    if not event.get("tile"):
        begun = [circle["colour"] for circle in laid["circles"] if circle["count"]]
        event["tile"] = f"{laid['now'] or (begun or COLOURS)[0]}:"
    name = str(event["type"])
    asked = sheet(state, viewer, name, event) if name != "check" else {}
    ready = {
        "place": event.get("tile") in TILES and event.get("at") not in (None, ""),
        "ask": event.get("circle") in COLOURS,
        "end_round": bool(_mapping(event, "hands")),
    }
    return {
        "view": view(state, viewer),
        "asked": asked,
        "laid": laid,
        "ready": ready.get(name, False),
    }


def _ruling(state: State, viewer: str | None, draft: Draft) -> dict[str, Any]:
    """What is drawn beside a ruling: for a placed tile it and its circle, for a question about a
    circle the circle filled, for a round that is not blocked all circles."""
    kind, tile, at = draft.get("type"), draft.get("tile"), draft.get("at")
    if kind == "end_round":
        return {"circles": circles(state)} if state.in_round and draft.get("blocked") else {}
    if kind == "ask" and draft.get("circle") in COLOURS:
        return _filling(state, INDEX[draft["circle"]])
    if kind != "place" or tile not in TILES or not isinstance(at, int):
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
        "circle": circles(state)[colour],
    }


def _lesson(state: State, viewer: str | None, draft: Draft) -> dict[str, Any]:
    """The tiles that are `left` at the end of a round."""
    hands = _mapping(draft, "hands").values()
    return {"left": _with_words(tile for tiles in hands for tile in _tiles(tiles))}


def _filling(state: State, colour: int) -> dict[str, Any]:
    """A circle with an example of how it can be closed, and the answer in a word."""
    found = fill_circle(state, colour)
    if found is None:
        return {"circle": circles(state)[colour], "word": say("No"), "sign": "illegal"}
    laid = filled(state.board[colour], found)
    board = (*state.board[:colour], laid, *state.board[colour + 1 :])
    shown = drawn_circles(board, state.agreed.layout)[colour]
    free = {at for at, _ in found}
    for space in shown["spaces"]:
        space["example"] = space["at"] in free
    return {"circle": shown, "example": bool(free), "word": say("Yes"), "sign": "legal"}


NAMES = {
    name: name
    for name in ("place", "draw", "end_round", "bonus", "lots", "start_round", "position")
}
"""The entry sheets, each named after the event it makes."""

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
    "lesson": _lesson,
}
