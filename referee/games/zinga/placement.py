"""A tile about to be placed, and what it must obey, in rulebook order.

A list tells which rules a `Placement` breaks; each is the function that says why. So whoever only
wants to know whether a tile fits has no sentence made.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import Any

import msgspec
from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from referee.core import ClauseId, Message, PlayerKey, say
from referee.core.judging import Fault, not_on_turn
from referee.core.text import Value
from referee.games.zinga import secrets
from referee.games.zinga.board import (
    EMPTY_CIRCLE,
    FITTING,
    NOTHING,
    ORIENTED,
    UNTOLD,
    Cell,
    Circle,
    facing_number,
    space_of,
    zinga_cell,
)
from referee.games.zinga.secrets import filled
from referee.games.zinga.state import State
from referee.games.zinga.tiles import (
    CIRCLE_WORDS,
    COLOURS,
    DOUBLE_KINDS,
    DOUBLES,
    FACING,
    SIZE,
    TILE,
    TILE_WORDS,
    TILES,
    WHERE,
    ZINGA,
    Colour,
    Ends,
)

OPENING_KINDS = DOUBLE_KINDS | {ZINGA}
"""What may lie on a Doubles square."""


class Lie(msgspec.Struct, frozen=True, gc=False):
    """How a kind of tile lies on a kind of space, whatever the circle and whoever places it.

    `before` and `after`: what touches it (see `board`). `opening`: it is the player's first tile of
    the round. `ends`: as told, if they are. `square`: a Doubles square, and only there it matters,
    and is told, whether the square is `joined` to another; the `number` on that (None: none);
    whether the circle is `empty`; and how the table reads `open_later`, `facing_double`,
    `name_open`.

    The rest follows from that (see `_lie`). `touches_both`: there is a tile on either side of it.
    `alone`: it touches nothing, and is no Zinga that takes its number from the facing square
    (zinga/ex.2). `has_ends`: the tile has the `ends` told, if any; a Zinga may have any. `cell`: as
    it comes to lie; None if that is not known. `broken`: which rules forbid that, in rulebook
    order; none where it fits. `readings`: on which it rests that it fits, or that it does not.
    `grounds`: the clauses by which it fits.
    """

    kind: str
    before: int | None
    after: int | None
    opening: bool
    ends: Ends | UnsetType
    square: bool = False
    joined: bool = False
    number: int | None = None
    empty: bool = False
    open_later: str = ""
    facing_double: str = ""
    name_open: str = ""
    touches_both: bool = False
    alone: bool = False
    has_ends: bool = True
    cell: Cell | None = None
    broken: tuple[Rule, ...] = ()
    readings: tuple[str, ...] = ()
    grounds: tuple[ClauseId, ...] = ()


@lru_cache(maxsize=4096)
def _lie(*given: Any) -> Lie:
    """Return the lie of which the fields up to `name_open` are `given`. There are few: what each of
    them breaks is found out once."""
    lie = Lie(*given)
    touches_nothing = lie.before == lie.after == NOTHING
    bridges = lie.kind == ZINGA and lie.number is not None
    lie = replace(
        lie,
        touches_both=NOTHING not in (lie.before, lie.after),
        alone=touches_nothing and not bridges,
        has_ends=lie.ends is UNSET or lie.kind == ZINGA or (lie.kind, *lie.ends) in ORIENTED,
        cell=_cell(lie),
    )
    broken = (*_broken_on_board(lie),)
    if not broken:
        readings = _readings_used(lie)
    else:
        readings = tuple(READINGS[rule] for rule in broken if rule in READINGS)
        if len(readings) < len(broken):
            readings = ()
    return replace(lie, broken=broken, readings=readings, grounds=_grounds(lie))


def _cell(lie: Lie) -> Cell | None:
    """Return a tile as it comes to lie; None if that is not known.

    It lies as told, if it has those ends; else the one way that fits; a Double only one way, and a
    Zinga that would need two numbers on a Doubles square in none.
    """
    if lie.kind != ZINGA:
        untold = UNTOLD[lie.kind, lie.before, lie.after]
        return untold if lie.ends is UNSET else ORIENTED.get((lie.kind, *lie.ends), untold)
    cell = zinga_cell(lie.square, lie.before, lie.after, lie.number, lie.ends or (None, None))
    one_number = cell.first == cell.last and lie.number in (None, cell.first)
    return None if lie.ends is UNSET and lie.square and not one_number else cell


def _grounds(lie: Lie) -> tuple[ClauseId, ...]:
    """Return the clauses by which a tile fits where it lies."""
    clauses: tuple[ClauseId, ...] = ("zinga/3",) if lie.opening else ("zinga/4",)
    if lie.touches_both:
        clauses += ("zinga/4.ii", "zinga/4.iv")
    elif lie.before != NOTHING or lie.after != NOTHING:
        clauses += ("zinga/4.ii",)
    if lie.square:
        clauses += ("zinga/4.iii",)
    if lie.number is not None or lie.kind == ZINGA:
        clauses += ("zinga/4.v",)
        if lie.number is not None and lie.kind == ZINGA:
            clauses += ("zinga/ex.2",)
    return clauses


def lie_on(
    state: State,
    colour: int,
    kind: str,
    at: int,
    opening: bool,
    ends: Ends | UnsetType = UNSET,
) -> Lie:
    """Look how a tile of `kind` lies on space `at` of the circle of index `colour`, its `ends` as
    told."""
    circle = state.board[colour]
    left, right = circle[at - 1], circle[at + 1 - SIZE]
    before = NOTHING if left is None else left.last
    after = NOTHING if right is None else right.first
    if at not in DOUBLES:
        return _lie(kind, before, after, opening, ends)
    options = state.options
    joined = FACING[options.layout][colour][at] is not None
    untouched = left is None and right is None
    return _lie(
        kind,
        before,
        after,
        opening,
        ends,
        True,
        joined,
        facing_number(state.board, options.layout, colour, at) if joined else None,
        untouched and circle == EMPTY_CIRCLE,
        options.open_later,
        options.facing_double,
        options.name_open,
    )


class Placement(msgspec.Struct, frozen=True, gc=False):
    """A tile about to be placed by `by` on space `at` of its circle. `into`: the circle of another
    colour in which it was put, if it was."""

    state: State
    by: PlayerKey
    tile: str
    colour: int
    at: int
    circle: Circle
    lie: Lie
    into: Colour | None = None


def placement(
    state: State,
    by: PlayerKey,
    tile: str,
    at: int,
    ends: Ends | UnsetType,
    opening: bool,
) -> Placement:
    """Look at `tile` placed on space `at` by `by`, its `ends` as told."""
    colour, kind = TILES[tile]
    lie = lie_on(state, colour, kind, at, opening, ends)
    return Placement(state, by, tile, colour, at, state.board[colour], lie)


Rule = Callable[[Placement], Fault]
"""A rule that is broken: it says why."""


def _rule(
    clauses: tuple[ClauseId, ...],
    sentence: Message,
    allowed: Message | None = None,
    readings: tuple[str, ...] = (),
    can_stand: bool = True,
    is_open: bool = False,
) -> Rule:
    """Return the rule that finds this fault, its sentence filled with what a placement is."""
    fault = Fault(
        clauses, sentence, allowed=allowed, readings=readings, can_stand=can_stand, is_open=is_open
    )
    return lambda p: replace(fault, reason=_told(p, sentence))


def _told(p: Placement, sentence: Message, **more: Value) -> Message:
    """Return `sentence` with what it says of the placement, and `more`."""
    own = COLOURS[p.colour]
    values: dict[str, Value] = {
        "by": p.by,
        "tile": TILE_WORDS[p.tile],
        "at": WHERE[p.at],
        "own": CIRCLE_WORDS[own],
        "circle": CIRCLE_WORDS[p.into or own],
        "number": NOTHING if p.lie.number is None else p.lie.number,
    }
    return filled(sentence, values | more)


def broken_rules(p: Placement) -> list[Rule]:
    """List every rule that the placement breaks. Of another circle no space is looked at."""
    state, circle, lie = p.state, p.circle, p.lie
    broken: list[Rule] = []
    if state.turn != p.by and state.turn is not None:
        broken.append(own_turn)
    if circle[p.at] is not None and p.into is None:
        broken.append(free_space)
    if space_of(circle, lie.kind) is not None:
        broken.append(not_on_board)
    if state.known and not _may_hold(p):
        broken.append(in_his_hand)
    if p.into is not None:
        return broken + ([own_circle] if lie.has_ends else [own_ends, own_circle])
    broken += lie.broken
    if lie.cell is None:
        broken.append(either_way)
    return broken


def _broken_on_board(lie: Lie) -> Iterator[Rule]:
    """Find which rules forbid that a tile lies so, whoever places it."""
    opens = lie.kind in OPENING_KINDS
    if not lie.has_ends:
        yield own_ends
    if lie.opening and not (lie.square and opens):
        yield opening_square if opens else opening_tile
    if lie.square and not opens:
        yield double_on_square
    if lie.alone and not lie.opening:
        if not (lie.square and opens and lie.empty):
            yield touching
        elif not _may_start(lie):
            yield starting
    if lie.kind == ZINGA:
        if _has_two_numbers(lie):
            yield zinga_number
        elif lie.name_open == "no" and _names_open(lie):
            yield named_by_next
        return
    ways = FITTING[lie.kind, lie.before, lie.after]
    if not ways or (lie.cell is not None and lie.cell not in ways):
        yield matching
    if lie.number is not None and lie.facing_double == "match" and _faces_another(lie):
        yield facing_double


# Whose turn, which space, which tile


def own_turn(p: Placement) -> Fault:
    """Play goes clockwise (zinga/4)."""
    assert p.state.turn is not None
    return not_on_turn(("zinga/4",), p.state.turn, p.by)


def free_space(p: Placement) -> Fault:
    """A space takes one tile (zinga/4)."""
    there = p.circle[p.at]
    assert there is not None
    tile = TILE_WORDS[TILE[p.colour, there.kind]]
    reason = say("The {tile} is already {at}.", tile=tile, at=WHERE[p.at])
    return Fault(("zinga/4",), reason, can_stand=False)


def not_on_board(p: Placement) -> Fault:
    """There is one of each tile (zinga/tiles)."""
    at = space_of(p.circle, p.lie.kind)
    assert at is not None
    reason = say("There is only one {tile}, and it is {at}.", tile=TILE_WORDS[p.tile], at=WHERE[at])
    return Fault(("zinga/tiles",), reason, can_stand=False)


def _may_hold(p: Placement) -> bool:
    """Whether nothing known speaks against the tile's being in the player's hand."""
    state, by, tile = p.state, p.by, p.tile
    for holder, tiles in state.known.items():
        if tile in tiles:
            return holder == by
    return by not in state.known or state.hands[by] != len(state.known[by])


def in_his_hand(p: Placement) -> Fault:
    """A tile known to be elsewhere is not in the player's hand (zinga/tiles)."""
    holder = next((who for who, tiles in p.state.known.items() if p.tile in tiles), None)
    if holder is None:
        reason = secrets.secret(secrets.ALL_KNOWN, p.by, p.tile)
    else:
        reason = secrets.secret(secrets.HELD, holder, p.tile, by=p.by)
    return Fault(("zinga/tiles",), reason, can_stand=False)


def own_ends(p: Placement) -> Fault:
    """The ends told are the tile's (zinga/tiles); a Zinga may have any."""
    sentence = say("The {tile} has the ends {first} and {last}, and no others.")
    ends = {"first": int(p.lie.kind[0]), "last": int(p.lie.kind[2])}
    return Fault(("zinga/tiles",), _told(p, sentence, **ends))


# 3, 4.i: the opening, the circle


_OPENS = say("A Double or a Zinga on a Doubles square of its circle.")
opening_square = _rule(
    ("zinga/3",), say("{by} must open on a Doubles square, not {at}."), allowed=_OPENS
)
opening_tile = _rule(
    ("zinga/3",),
    say("{by} must open with a Double or a Zinga, and the {tile} is neither."),
    allowed=_OPENS,
)
"""The first tile is a Double or a Zinga on a Doubles square (zinga/3)."""


own_circle = _rule(
    ("zinga/4.i",), say("The {tile} belongs in the {own}, not in the {circle}."), can_stand=False
)
"""A tile belongs in the circle of its colour; another has no place for it (zinga/4.i)."""


# 4.ii to 4.iv: what it touches


touching = _rule(
    ("zinga/4.ii",), say("The {tile} would lie alone, {at}: it must touch a tile of the {circle}.")
)
"""It touches a tile of its circle (zinga/4.ii), but for an opening, a Zinga that bridges
(zinga/ex.2), and what may start an empty circle (see `starting`)."""


def _may_start(lie: Lie) -> bool:
    """Whether a Double or Zinga may start an empty circle on a Doubles square."""
    return lie.open_later == "yes" or (
        lie.open_later == "bridge" and lie.kind == f"{lie.number}-{lie.number}"
    )


starting = _rule(
    ("zinga/4.ii",),
    say("The {circle} is empty, and the {tile} cannot start it {at}."),
    readings=("open_later",),
)
"""What may start an empty circle after the opening (reading `open_later`)."""


def matching(p: Placement) -> Fault:
    """Each end that touches a tile matches it (zinga/4.ii, between two zinga/4.iv), in the opening
    too (zinga/3)."""
    lie = p.lie
    rules: tuple[ClauseId, ...] = ("zinga/4.ii",)
    if lie.touches_both:
        rules = ("zinga/4.ii", "zinga/4.iv")
    if lie.opening:
        rules = ("zinga/3", *rules)
    first, last = _number(lie.before), _number(lie.after)
    if first is not None and last is not None:
        both = say(
            "The {tile} does not match both its neighbours, {at}: there is a {before} before "
            "it and a {after} after it."
        )
        return Fault(rules, _told(p, both, before=first, after=last))
    number = last if first is None else first
    assert number is not None
    allowed = say("A tile that can touch it with a {number}.", number=number)
    if lie.cell is None:
        lacks = say("Placed {at}, the {tile} touches a {number}, but has no {number} itself.")
        return Fault(rules, _told(p, lacks, number=number), allowed=allowed)
    end = lie.cell.last if first is None else lie.cell.first
    assert end is not None
    would = say("Placed {at}, the {end} of the {tile} would touch a {number}.")
    return Fault(rules, _told(p, would, end=end, number=number), allowed=allowed)


def _number(side: int | None) -> int | None:
    return None if side == NOTHING else side


double_on_square = _rule(
    ("zinga/4.iii",),
    say("Space {at} is a Doubles square, and the {tile} is neither a Double nor a Zinga."),
    allowed=say("A Double or a Zinga."),
)
"""Only Doubles and Zingas lie on Doubles squares (zinga/4.iii)."""


either_way = _rule(
    ("zinga/4.ii", "zinga/4.v"),
    say(
        "Beside the open Zinga, the {tile} fits either way round. It depends which "
        "way it is placed."
    ),
    is_open=True,
    can_stand=False,
)
"""Against an open Zinga only the table can tell how it lies (zinga/4.ii, zinga/4.v)."""


# 4.v: the Zinga, and what faces it


def _has_two_numbers(lie: Lie) -> bool:
    """Whether an end of a Zinga, or on a Doubles square the whole Zinga, would need two of the
    numbers that it touches, faces and is given."""
    first, last = lie.ends or (None, None)
    if lie.square:
        return len({lie.before, lie.after, first, last, lie.number} - _NONE) > 1
    return len({lie.before, first} - _NONE) > 1 or len({lie.after, last} - _NONE) > 1


_NONE = {None, NOTHING}


def zinga_number(p: Placement) -> Fault:
    """A Zinga has the numbers it touches, faces and is given, without contradiction (zinga/4.v,
    zinga/ex.2, zinga/ex.3)."""
    lie = p.lie
    for name, side in zip(lie.ends or (), (lie.before, lie.after), strict=False):
        if name is not None and side not in (None, NOTHING, name):
            touches = say("The {tile} touches a {number} there, so it cannot be a {name}.")
            reason = _told(p, touches, number=side, name=name)
            return Fault(("zinga/4.v", "zinga/4.ii"), reason)
    beside = [n for n in (lie.before, lie.after) if n is not None and n != NOTHING]
    named = [n for n in lie.ends or () if n is not None]
    if len({*beside, *named}) == 1:
        blocked = say(
            "The {tile} is blocked {at}: the square across shows a {number}, and "
            "here it would be a {own}."
        )
        return Fault(("zinga/4.v", "zinga/ex.3"), _told(p, blocked, own=(*beside, *named)[0]))
    if len({*beside}) > 1:
        two = say(
            "On a Doubles square the {tile} has one number, but here it would need two: "
            "{before} and {after}."
        )
        reason = _told(p, two, before=beside[0], after=beside[1])
        return Fault(("zinga/4.v", "zinga/4.iv", "zinga/4.iii"), reason)
    if beside:
        name = next(name for name in named if name != beside[0])
        one = say("On a Doubles square the {tile} has one number: {number}, not {name}.")
        reason = _told(p, one, number=beside[0], name=name)
    else:
        only = say("On a Doubles square the {tile} has only one number, not {first} and {last}.")
        reason = _told(p, only, first=named[0], last=named[1])
    return Fault(("zinga/4.v", "zinga/4.iii"), reason)


def _names_open(lie: Lie) -> bool:
    """Whether a Zinga on a connector is named where nothing gives its number (`name_open`)."""
    return (
        lie.ends not in (UNSET, (None, None))
        and lie.number is None
        and {lie.before, lie.after} <= _NONE
        and lie.joined
    )


named_by_next = _rule(
    ("zinga/4.v",),
    say("{by} cannot name the number of the {tile} on a connector: the next tile gives it."),
    readings=("name_open",),
)
"""The next tile gives a Zinga on a connector its number (reading `name_open`)."""


def _faces_another(lie: Lie) -> bool:
    """Whether what faces a number is a Double with another."""
    return lie.kind in DOUBLE_KINDS and lie.kind != f"{lie.number}-{lie.number}"


facing_double = _rule(
    ("zinga/4.v",),
    say("The {tile} faces a {number} on the square across: at this table they must match."),
    readings=("facing_double",),
)
"""A Double on a connector has the number it faces (reading `facing_double`)."""


READINGS: dict[Rule, str] = {
    starting: "open_later",
    facing_double: "facing_double",
    named_by_next: "name_open",
}
"""The rules that rest on a reading."""


def _readings_used(lie: Lie) -> tuple[str, ...]:
    """Return the readings on which it rests that a tile may lie so."""
    used: tuple[str, ...] = ()
    if lie.alone and not lie.opening:
        used = ("open_later",)
    if lie.number is not None and _faces_another(lie):
        used += ("facing_double",)
    if lie.kind == ZINGA and _names_open(lie):
        used += ("name_open",)
    return used
