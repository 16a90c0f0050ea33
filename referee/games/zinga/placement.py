"""A tile about to be placed, and what it must obey: a function a rule, in rulebook order.

Each rule takes a `Placement` and returns its fault, or None where it is kept.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from referee.core import ClauseId, PlayerKey, say
from referee.core.judging import Fault
from referee.games.zinga import secrets
from referee.games.zinga.board import (
    EMPTY_CIRCLE,
    FITTING,
    NOTHING,
    ORIENTATIONS,
    ORIENTED,
    Cell,
    Circle,
    after_of,
    before_of,
    facing_number,
    space_of,
    zinga_cell,
)
from referee.games.zinga.rules import out_of_turn
from referee.games.zinga.state import State
from referee.games.zinga.tiles import (
    CIRCLE_WORDS,
    COLOURS,
    DOUBLE_KINDS,
    DOUBLES,
    FACING,
    TILE,
    TILE_WORDS,
    TILES,
    WHERE,
    ZINGA,
)

OPENING_KINDS = DOUBLE_KINDS | {ZINGA}
"""What may lie on a Doubles square."""


class Placement(NamedTuple):
    """A tile about to be placed, and all that bears on it.

    `before` and `after`: what touches it (see `board`). `square`: a Doubles square; `connector`:
    one that faces another, which shows `number` (None: no number). `opening`: it is the player's
    first tile of the round. `ends`: as told, or None. `cell`: as it comes to lie; None if that is
    not known.
    """

    state: State
    by: PlayerKey
    tile: str
    colour: int
    kind: str
    at: int
    circle: Circle
    before: int | None
    after: int | None
    square: bool
    connector: bool
    number: int | None
    opening: bool
    ends: tuple[int | None, int | None] | None
    cell: Cell | None


def placement(
    state: State,
    by: PlayerKey,
    tile: str,
    at: int,
    ends: tuple[int | None, int | None] | None,
    opening: bool,
) -> Placement:
    """Look at `tile` placed on space `at` by `by`, its `ends` as told (None: not told).

    How it lies: as told, if the tile has those ends; else the one way that fits; a Double lies
    only one way, and a Zinga that would need two numbers on a Doubles square in none.
    """
    colour, kind = TILES[tile]
    circle = state.board[colour]
    before, after = before_of(circle, at), after_of(circle, at)
    square = at in DOUBLES
    connector = square and (colour, at) in FACING[state.options.layout]
    number = facing_number(state.board, state.options.layout, colour, at) if connector else None
    cell: Cell | None
    if kind == ZINGA:
        cell = zinga_cell(at, before, after, number, ends or (None, None))
        one_number = cell.first == cell.last and number in (None, cell.first)
        if ends is None and square and not one_number:
            cell = None
    else:
        cell = ORIENTED.get((kind, *ends)) if ends else None
        if cell is None:
            ways = ORIENTATIONS[kind] if kind in DOUBLE_KINDS else FITTING[kind, before, after]
            cell = ways[0] if len(ways) == 1 else None
    return Placement(
        state, by, tile, colour, kind, at, circle, before, after,
        square, connector, number, opening, ends, cell,
    )  # fmt: skip


Rule = Callable[[Placement], Fault | None]


# Whose turn, which space, which tile


def own_turn(p: Placement) -> Fault | None:
    """Play goes clockwise (zinga/4)."""
    return out_of_turn(p.state, p.by, ("zinga/4",))


def free_space(p: Placement) -> Fault | None:
    """A space takes one tile (zinga/4)."""
    there = p.circle[p.at]
    if there is None:
        return None
    return Fault(
        ("zinga/4",),
        say(
            "The {tile} is already {at}.",
            tile=TILE_WORDS[TILE[p.colour, there.kind]],
            at=WHERE[p.at],
        ),
        can_stand=False,
    )


def not_on_board(p: Placement) -> Fault | None:
    """There is one of each tile (zinga/tiles)."""
    at = space_of(p.circle, p.kind)
    if at is None:
        return None
    reason = say("There is only one {tile}, and it is {at}.", tile=TILE_WORDS[p.tile], at=WHERE[at])
    return Fault(("zinga/tiles",), reason, can_stand=False)


def in_his_hand(p: Placement) -> Fault | None:
    """A tile known to be elsewhere is not in the player's hand (zinga/tiles)."""
    known = p.state.known
    if not known:
        return None
    for holder, tiles in known.items():
        if p.tile in tiles:
            if holder == p.by:
                return None
            reason = secrets.secret(secrets.HELD, holder, p.tile, by=p.by)
            return Fault(("zinga/tiles",), reason, can_stand=False)
    if p.state.hands[p.by] == len(known.get(p.by, ())):
        return Fault(
            ("zinga/tiles",), secrets.secret(secrets.ALL_KNOWN, p.by, p.tile), can_stand=False
        )
    return None


def own_ends(p: Placement) -> Fault | None:
    """The ends told are the tile's (zinga/tiles); a Zinga may have any."""
    if p.ends is None or p.kind == ZINGA or (p.kind, *p.ends) in ORIENTED:
        return None
    lie = ORIENTATIONS[p.kind][0]
    assert lie.first is not None
    assert lie.last is not None
    reason = say(
        "The {tile} has the ends {first} and {last}, and no others.",
        tile=TILE_WORDS[p.tile],
        first=lie.first,
        last=lie.last,
    )
    return Fault(("zinga/tiles",), reason)


# 3: the opening


def opening(p: Placement) -> Fault | None:
    """The first tile is a Double or a Zinga on a Doubles square (zinga/3)."""
    if not p.opening or (p.square and p.kind in OPENING_KINDS):
        return None
    allowed = say("A Double or a Zinga on a Doubles square of its circle.")
    if p.kind in OPENING_KINDS:
        reason = say("{by} must open on a Doubles square, not {at}.", by=p.by, at=WHERE[p.at])
    else:
        reason = say(
            "{by} must open with a Double or a Zinga, and the {tile} is neither.",
            by=p.by,
            tile=TILE_WORDS[p.tile],
        )
    return Fault(("zinga/3",), reason, allowed=allowed)


# 4.ii to 4.iv: what it touches


def touching(p: Placement) -> Fault | None:
    """It touches a tile of its circle (zinga/4.ii), but for an opening, a Zinga that bridges
    (zinga/ex.2), and what may start an empty circle (reading `open_later`)."""
    if p.opening or p.before != NOTHING or p.after != NOTHING or bridges(p):
        return None
    if starts_circle(p):
        answer = p.state.options.open_later
        if answer == "yes" or (
            answer == "bridge" and p.number is not None and p.kind == f"{p.number}-{p.number}"
        ):
            return None
        return Fault(
            ("zinga/4.ii",),
            say(
                "The {circle} is empty, and the {tile} cannot start it {at}.",
                circle=CIRCLE_WORDS[COLOURS[p.colour]],
                tile=TILE_WORDS[p.tile],
                at=WHERE[p.at],
            ),
            readings=("open_later",),
        )
    return Fault(
        ("zinga/4.ii",),
        say(
            "The {tile} would lie alone, {at}: it must touch a tile of the {circle}.",
            at=WHERE[p.at],
            tile=TILE_WORDS[p.tile],
            circle=CIRCLE_WORDS[COLOURS[p.colour]],
        ),
    )


def bridges(p: Placement) -> bool:
    """Whether it is a Zinga that takes its number from the facing square (zinga/ex.2)."""
    return p.kind == ZINGA and p.number is not None


def starts_circle(p: Placement) -> bool:
    """Whether a Double or Zinga is laid on a Doubles square of an empty circle."""
    return p.square and p.kind in OPENING_KINDS and p.circle == EMPTY_CIRCLE


def matching(p: Placement) -> Fault | None:
    """Each end that touches a tile matches it (zinga/4.ii, between two zinga/4.iv), in the opening
    too (zinga/3)."""
    if p.kind == ZINGA:
        return None
    before, after = p.before, p.after
    cell = p.cell
    if cell is None:
        if FITTING[p.kind, before, after]:
            return None
    elif before in (NOTHING, None, cell.first) and after in (NOTHING, None, cell.last):
        return None
    rules = ("zinga/4.ii",) if NOTHING in (before, after) else ("zinga/4.ii", "zinga/4.iv")
    if p.opening:
        rules = ("zinga/3", *rules)
    return _mismatch(p, rules)


def _mismatch(p: Placement, rules: tuple[ClauseId, ...]) -> Fault:
    """Say which number the tile does not match."""
    tile, cell = TILE_WORDS[p.tile], p.cell
    first, last = _number(p.before), _number(p.after)
    if first is not None and last is not None:
        both = say(
            "The {tile} does not match both its neighbours, {at}: there is a {before} before "
            "it and a {after} after it.",
            tile=tile,
            at=WHERE[p.at],
            before=first,
            after=last,
        )
        return Fault(rules, both)
    number = last if first is None else first
    assert number is not None
    allowed = say("A tile that can touch it with a {number}.", number=number)
    if cell is None:
        return Fault(
            rules,
            say(
                "Placed {at}, the {tile} touches a {number}, but has no {number} itself.",
                at=WHERE[p.at],
                tile=tile,
                number=number,
            ),
            allowed=allowed,
        )
    end = cell.last if first is None else cell.first
    assert end is not None
    return Fault(
        rules,
        say(
            "Placed {at}, the {end} of the {tile} would touch a {number}.",
            at=WHERE[p.at],
            tile=tile,
            end=end,
            number=number,
        ),
        allowed=allowed,
    )


def _number(side: int | None) -> int | None:
    return None if side == NOTHING else side


def double_on_square(p: Placement) -> Fault | None:
    """Only Doubles and Zingas lie on Doubles squares (zinga/4.iii)."""
    if not p.square or p.kind in OPENING_KINDS:
        return None
    return Fault(
        ("zinga/4.iii",),
        say(
            "Space {at} is a Doubles square, and the {tile} is neither a Double nor a Zinga.",
            at=WHERE[p.at],
            tile=TILE_WORDS[p.tile],
        ),
        allowed=say("A Double or a Zinga."),
    )


# 4.v: the Zinga, and what faces it


def zinga_number(p: Placement) -> Fault | None:
    """A Zinga has the numbers it touches, faces and is given, without contradiction (zinga/4.v,
    zinga/ex.2, zinga/ex.3)."""
    if p.kind != ZINGA:
        return None
    return _misnamed(p) or (_of_one_number(p) or _blocked(p) if p.square else None)


def _misnamed(p: Placement) -> Fault | None:
    """An end has the number that it touches."""
    first, last = p.ends or (None, None)
    for name, side in ((first, _number(p.before)), (last, _number(p.after))):
        if name is not None and side is not None and name != side:
            reason = say(
                "The {tile} touches a {number} there, so it cannot be a {name}.",
                tile=TILE_WORDS[p.tile],
                number=side,
                name=name,
            )
            return Fault(("zinga/4.v", "zinga/4.ii"), reason)
    return None


def _of_one_number(p: Placement) -> Fault | None:
    """On a Doubles square it has one number."""
    before, after = _number(p.before), _number(p.after)
    first, last = p.ends or (None, None)
    tile = TILE_WORDS[p.tile]
    if before is not None and after is not None and before != after:
        reason = say(
            "On a Doubles square the {tile} has one number, but here it would need two: "
            "{before} and {after}.",
            tile=tile,
            before=before,
            after=after,
        )
        return Fault(("zinga/4.v", "zinga/4.iv", "zinga/4.iii"), reason)
    beside = after if before is None else before
    for name in (first, last):
        if name is not None and beside is not None and name != beside:
            reason = say(
                "On a Doubles square the {tile} has one number: {number}, not {name}.",
                tile=tile,
                number=beside,
                name=name,
            )
            return Fault(("zinga/4.v", "zinga/4.iii"), reason)
    if first is not None and last is not None and first != last:
        reason = say(
            "On a Doubles square the {tile} has only one number, not {first} and {last}.",
            tile=tile,
            first=first,
            last=last,
        )
        return Fault(("zinga/4.v", "zinga/4.iii"), reason)
    return None


def _blocked(p: Placement) -> Fault | None:
    """On a connector it has the number of the square across, and may have to wait for one."""
    numbers = (_number(p.before), _number(p.after), *(p.ends or ()))
    own = next((number for number in numbers if number is not None), None)
    if p.number is not None and own is not None and own != p.number:
        reason = say(
            "The {tile} is blocked {at}: the square across shows a {number}, and "
            "here it would be a {own}.",
            tile=TILE_WORDS[p.tile],
            at=WHERE[p.at],
            number=p.number,
            own=own,
        )
        return Fault(("zinga/4.v", "zinga/ex.3"), reason)
    if names_open(p) and p.state.options.name_open == "no":
        reason = say(
            "{by} cannot name the number of the {tile} on a connector: the next tile gives it.",
            by=p.by,
            tile=TILE_WORDS[p.tile],
        )
        return Fault(("zinga/4.v",), reason, readings=("name_open",))
    return None


def names_open(p: Placement) -> bool:
    """Whether a Zinga on a connector is named where nothing gives its number (`name_open`)."""
    return (
        p.connector
        and p.kind == ZINGA
        and p.ends is not None
        and p.ends != (None, None)
        and p.number is None
        and _number(p.before) is None
        and _number(p.after) is None
    )


def facing_double(p: Placement) -> Fault | None:
    """A Double on a connector and the number it faces (reading `facing_double`)."""
    if not faces_another(p) or p.state.options.facing_double == "free":
        return None
    assert p.number is not None
    return Fault(
        ("zinga/4.v",),
        say(
            "The {tile} faces a {number} on the square across: at this table they must match.",
            tile=TILE_WORDS[p.tile],
            number=p.number,
        ),
        readings=("facing_double",),
    )


def faces_another(p: Placement) -> bool:
    """Whether a Double faces a number that is not its own."""
    return p.number is not None and p.kind in DOUBLE_KINDS and p.kind != f"{p.number}-{p.number}"


ON_THE_BOARD: tuple[Rule, ...] = (
    opening,
    double_on_square,
    touching,
    matching,
    zinga_number,
    facing_double,
)
"""What decides whether a tile fits, whoever places it."""
WHEREVER_IT_LIES: tuple[Rule, ...] = (own_turn, not_on_board, in_his_hand, own_ends)
"""What decides whether a player can place a tile, in whichever circle."""
OF_THE_TILE: tuple[Rule, ...] = (free_space, not_on_board, in_his_hand, own_ends, *ON_THE_BOARD)
"""What decides whether a player can place a tile, whoever is on turn."""
RULES: tuple[Rule, ...] = (own_turn, *OF_THE_TILE)


def faults_of(p: Placement, rules: tuple[Rule, ...] = RULES) -> list[Fault]:
    """Find every one of `rules` that the placement breaks."""
    return [found for rule in rules if (found := rule(p)) is not None]


def readings_used(p: Placement) -> tuple[str, ...]:
    """Return the readings on which it rests that a placement is allowed."""
    used = []
    if not p.opening and p.before == p.after == NOTHING and not bridges(p):
        used.append("open_later")
    if faces_another(p):
        used.append("facing_double")
    if names_open(p):
        used.append("name_open")
    return tuple(used)
