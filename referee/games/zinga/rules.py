"""What a placed tile must obey: a function a rule, in the order of the rulebook.

Each takes a `Placing` and returns the refusal, or None where the rule is kept.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from referee.core import Message, Ruling, illegal, say
from referee.games.zinga import secrets
from referee.games.zinga.board import (
    EMPTY_CIRCLE,
    FITTING,
    LIES,
    LYING,
    NOTHING,
    Cell,
    Circle,
    across,
    after_of,
    before_of,
    zinga_cell,
)
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
    ZINGA,
)

OPENING_KINDS = DOUBLE_KINDS | {ZINGA}
"""What may lie on a Doubles square."""


class Refusal(NamedTuple):
    """A rule broken: the clauses, why, what would be allowed, the readings it rests on.

    `can_stand` is false where the event cannot be applied at all.
    """

    rules: tuple[str, ...]
    reason: Message
    allowed: Message | None = None
    readings: tuple[str, ...] = ()
    can_stand: bool = True


def refuse(broken: Sequence[Refusal], can_stand: bool = True, **facts: Any) -> Ruling:
    """The ruling on an event that breaks these rules: all of their clauses, the first two reasons.

    It can stand only if `can_stand` and every refusal lets it.
    """
    reasons = list({refusal.reason.text: refusal.reason for refusal in broken}.values())
    one = reasons[0]
    return illegal(
        tuple(dict.fromkeys(clause for refusal in broken for clause in refusal.rules)),
        say("{one} {two}", one=one, two=reasons[1]) if len(reasons) > 1 else one,
        readings=tuple(dict.fromkeys(r for refusal in broken for r in refusal.readings)),
        allowed=broken[0].allowed,
        can_stand=can_stand and all(refusal.can_stand for refusal in broken),
        **facts,
    )


class Placing(NamedTuple):
    """A tile about to be placed, and all that bears on it.

    `before` and `after`: what touches it (see `board`). `square`: a Doubles square; `connector`:
    one that faces another, which shows `number` (None: no number). `opening`: it is the player's
    first tile of the round. `ends`: as told, or None. `cell`: as it comes to lie; None if that is
    not known.
    """

    state: State
    by: str
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


def placing(
    state: State,
    by: str,
    tile: str,
    at: int,
    ends: tuple[int | None, int | None] | None,
    opening: bool,
) -> Placing:
    """`by` places `tile` on space `at`, its `ends` as told (None: not told).

    How it lies: as told, if the tile has those ends; else the one way that fits; a Double lies
    only one way, and a Zinga that would need two numbers on a Doubles square in none.
    """
    colour, kind = TILES[tile]
    circle = state.board[colour]
    before, after = before_of(circle, at), after_of(circle, at)
    square = at in DOUBLES
    connector = square and (colour, at) in FACING[state.agreed.layout]
    number = across(state.board, state.agreed.layout, colour, at) if connector else None
    cell: Cell | None
    if kind == ZINGA:
        cell = zinga_cell(at, before, after, number, ends or (None, None))
        one_number = cell.first == cell.last and number in (None, cell.first)
        if ends is None and square and not one_number:
            cell = None
    else:
        cell = LYING.get((kind, *ends)) if ends else None
        if cell is None:
            ways = LIES[kind] if kind in DOUBLE_KINDS else FITTING[kind, before, after]
            cell = ways[0] if len(ways) == 1 else None
    return Placing(
        state, by, tile, colour, kind, at, circle, before, after,
        square, connector, number, opening, ends, cell,
    )  # fmt: skip


Rule = Callable[[Placing], Refusal | None]


# Whose turn, which space, which tile


def own_turn(p: Placing) -> Refusal | None:
    """Play goes clockwise (zinga/4)."""
    turn = p.state.turn
    if turn is None or turn == p.by:
        return None
    return not_his_turn(turn, p.by, ("zinga/4",))


def not_his_turn(turn: str, by: str, rules: tuple[str, ...]) -> Refusal:
    """`by` acts on the turn of `turn`."""
    return Refusal(rules, say("It is the turn of {turn}, not of {by}.", turn=turn, by=by))


def free_space(p: Placing) -> Refusal | None:
    """A space takes one tile (zinga/4)."""
    there = p.circle[p.at]
    if there is None:
        return None
    return Refusal(
        ("zinga/4",),
        say(
            "The {tile} lies on space {at} already.",
            tile=TILE_WORDS[TILE[p.colour, there.kind]],
            at=p.at,
        ),
        can_stand=False,
    )


def not_on_board(p: Placing) -> Refusal | None:
    """There is one of each tile (zinga/tiles)."""
    for at, cell in enumerate(p.circle):
        if cell is not None and cell.kind == p.kind:
            return Refusal(
                ("zinga/tiles",),
                say(
                    "There is one {tile}, and it lies on space {at}.",
                    tile=TILE_WORDS[p.tile],
                    at=at,
                ),
                can_stand=False,
            )
    return None


def in_his_hand(p: Placing) -> Refusal | None:
    """A tile known to be elsewhere is not in the player's hand (zinga/tiles)."""
    known = p.state.known
    if not known:
        return None
    for holder, tiles in known.items():
        if p.tile in tiles:
            if holder == p.by:
                return None
            reason = secrets.held_by(holder, p.by, p.tile)
            return Refusal(("zinga/tiles",), reason, can_stand=False)
    if p.state.hands[p.by] == len(known.get(p.by, ())):
        return Refusal(("zinga/tiles",), secrets.all_known(p.by, p.tile), can_stand=False)
    return None


def own_ends(p: Placing) -> Refusal | None:
    """The ends told are the tile's (zinga/tiles); a Zinga may have any."""
    if p.ends is None or p.kind == ZINGA or (p.kind, *p.ends) in LYING:
        return None
    lie = LIES[p.kind][0]
    assert lie.first is not None
    assert lie.last is not None
    reason = say(
        "The {tile} has the ends {first} and {last}, not others.",
        tile=TILE_WORDS[p.tile],
        first=lie.first,
        last=lie.last,
    )
    return Refusal(("zinga/tiles",), reason)


# 3: the opening


def opening(p: Placing) -> Refusal | None:
    """The first tile is a Double or a Zinga on a Doubles square (zinga/3)."""
    if not p.opening or (p.square and p.kind in OPENING_KINDS):
        return None
    allowed = say("A Double or a Zinga on a Doubles square of its circle.")
    if p.kind in OPENING_KINDS:
        reason = say("{by} opens on a Doubles square, and space {at} is none.", by=p.by, at=p.at)
    else:
        reason = say(
            "{by} opens with a Double or a Zinga, and the {tile} is neither.",
            by=p.by,
            tile=TILE_WORDS[p.tile],
        )
    return Refusal(("zinga/3",), reason, allowed)


# 4.ii to 4.iv: what it touches


def touching(p: Placing) -> Refusal | None:
    """It touches a tile of its circle (zinga/4.ii), but for an opening, a Zinga that bridges
    (zinga/ex.2), and what may start an empty circle (reading `open_later`)."""
    if p.opening or p.before != NOTHING or p.after != NOTHING or bridges(p):
        return None
    if starts_circle(p):
        answer = p.state.agreed.open_later
        if answer == "yes" or (
            answer == "bridge" and p.number is not None and p.kind == f"{p.number}-{p.number}"
        ):
            return None
        return Refusal(
            ("zinga/4.ii",),
            say(
                "The {circle} is empty, and the {tile} cannot start it on space {at}.",
                circle=CIRCLE_WORDS[COLOURS[p.colour]],
                tile=TILE_WORDS[p.tile],
                at=p.at,
            ),
            readings=("open_later",),
        )
    return Refusal(
        ("zinga/4.ii",),
        say(
            "On space {at} the {tile} touches no tile of the {circle}.",
            at=p.at,
            tile=TILE_WORDS[p.tile],
            circle=CIRCLE_WORDS[COLOURS[p.colour]],
        ),
    )


def bridges(p: Placing) -> bool:
    """Whether it is a Zinga that takes its number from the facing square (zinga/ex.2)."""
    return p.kind == ZINGA and p.number is not None


def starts_circle(p: Placing) -> bool:
    """Whether a Double or Zinga is laid on a Doubles square of an empty circle."""
    return p.square and p.kind in OPENING_KINDS and p.circle == EMPTY_CIRCLE


def matching(p: Placing) -> Refusal | None:
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
    tile = TILE_WORDS[p.tile]
    first, last = _number(before), _number(after)
    rules = ("zinga/4.ii",) if NOTHING in (before, after) else ("zinga/4.ii", "zinga/4.iv")
    if p.opening:
        rules = ("zinga/3", *rules)
    if first is not None and last is not None:
        return Refusal(
            rules,
            say(
                "The {tile} does not match both numbers beside space {at}: {before} before it and"
                " {after} after it.",
                tile=tile,
                at=p.at,
                before=first,
                after=last,
            ),
        )
    number = last if first is None else first
    assert number is not None
    allowed = say("A tile that turns a {number} to it.", number=number)
    if cell is None:
        return Refusal(
            rules,
            say(
                "On space {at} the {tile} touches a {number}, and has none.",
                at=p.at,
                tile=tile,
                number=number,
            ),
            allowed,
        )
    end = cell.last if first is None else cell.first
    assert end is not None
    return Refusal(
        rules,
        say(
            "On space {at} the {tile} turns its {end} to a {number}.",
            at=p.at,
            tile=tile,
            end=end,
            number=number,
        ),
        allowed,
    )


def _number(side: int | None) -> int | None:
    return None if side == NOTHING else side


def double_on_square(p: Placing) -> Refusal | None:
    """Only Doubles and Zingas lie on Doubles squares (zinga/4.iii)."""
    if not p.square or p.kind in OPENING_KINDS:
        return None
    return Refusal(
        ("zinga/4.iii",),
        say(
            "Space {at} is a Doubles square, and the {tile} is neither a Double nor a Zinga.",
            at=p.at,
            tile=TILE_WORDS[p.tile],
        ),
        say("A Double or a Zinga."),
    )


# 4.v: the Zinga, and what faces it


def zinga_number(p: Placing) -> Refusal | None:
    """A Zinga has the numbers it touches, faces and is given, without contradiction (zinga/4.v,
    zinga/ex.2, zinga/ex.3)."""
    if p.kind != ZINGA:
        return None
    before, after = _number(p.before), _number(p.after)
    first, last = p.ends or (None, None)
    tile = TILE_WORDS[p.tile]
    for name, side in ((first, before), (last, after)):
        if name is not None and side is not None and name != side:
            return Refusal(
                ("zinga/4.v", "zinga/4.ii"),
                say(
                    "The {tile} touches a {number} there, so it cannot be a {name}.",
                    tile=tile,
                    number=side,
                    name=name,
                ),
            )
    if not p.square:
        return None
    if before is not None and after is not None and before != after:
        return Refusal(
            ("zinga/4.v", "zinga/4.iv", "zinga/4.iii"),
            say(
                "On a Doubles square the {tile} has one number, and it would be {before} and"
                " {after}.",
                tile=tile,
                before=before,
                after=after,
            ),
        )
    beside = after if before is None else before
    for name in (first, last):
        if name is not None and beside is not None and name != beside:
            return Refusal(
                ("zinga/4.v", "zinga/4.iii"),
                say(
                    "On a Doubles square the {tile} has one number: {number}, not {name}.",
                    tile=tile,
                    number=beside,
                    name=name,
                ),
            )
    if first is not None and last is not None and first != last:
        return Refusal(
            ("zinga/4.v", "zinga/4.iii"),
            say(
                "On a Doubles square the {tile} has one number, not {first} and {last}.",
                tile=tile,
                first=first,
                last=last,
            ),
        )
    own = beside if beside is not None else last if first is None else first
    if p.number is not None and own is not None and own != p.number:
        return Refusal(
            ("zinga/4.v", "zinga/ex.3"),
            say(
                "The {tile} is blocked on space {at}: the square across holds a {number}, and it"
                " would be a {own}.",
                tile=tile,
                at=p.at,
                number=p.number,
                own=own,
            ),
        )
    if names_open(p) and p.state.agreed.name_open == "no":
        return Refusal(
            ("zinga/4.v",),
            say(
                "{by} cannot name the number of the {tile} on a connector: the next tile gives it.",
                by=p.by,
                tile=tile,
            ),
            readings=("name_open",),
        )
    return None


def names_open(p: Placing) -> bool:
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


def facing_double(p: Placing) -> Refusal | None:
    """A Double on a connector and the number it faces (reading `facing_double`)."""
    if not faces_another(p) or p.state.agreed.facing_double == "free":
        return None
    assert p.number is not None
    return Refusal(
        ("zinga/4.v",),
        say(
            "The {tile} faces a {number} on the square across.",
            tile=TILE_WORDS[p.tile],
            number=p.number,
        ),
        readings=("facing_double",),
    )


def faces_another(p: Placing) -> bool:
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
OF_THE_TILE: tuple[Rule, ...] = (free_space, not_on_board, in_his_hand, own_ends, *ON_THE_BOARD)
"""What decides whether a player can place a tile, whoever is on turn."""
RULES: tuple[Rule, ...] = (own_turn, *OF_THE_TILE)


def refusals(p: Placing) -> list[Refusal]:
    """Every rule that the placing breaks, in rulebook order."""
    return [found for rule in RULES if (found := rule(p)) is not None]


def readings_used(p: Placing) -> tuple[str, ...]:
    """The readings on which it rests that a placing is allowed."""
    used = []
    if not p.opening and p.before == p.after == NOTHING and not bridges(p):
        used.append("open_later")
    if faces_another(p):
        used.append("facing_double")
    if names_open(p):
        used.append("name_open")
    return tuple(used)


def spaces_for(state: State, by: str, tile: str, opening: bool) -> list[int]:
    """The spaces where `tile`, in any lie, would fit for `by`; none if it lies on the board."""
    return [p.at for p in _tries(state, by, tile, opening) if fits(p)]


def _tries(state: State, by: str, tile: str, opening: bool) -> Iterator[Placing]:
    """`tile` on every free space where it might fit; nowhere if it lies on the board."""
    colour, kind = TILES[tile]
    circle = state.board[colour]
    if any(cell is not None and cell.kind == kind for cell in circle):
        return
    for at in range(SIZE):
        # Elsewhere a tile must touch another, whatever else holds.
        beside = at in DOUBLES or circle[at - 1] is not None or circle[at + 1 - SIZE] is not None
        if beside and circle[at] is None:
            yield placing(state, by, tile, at, None, opening)


def fits(p: Placing) -> bool:
    """Whether the board takes the tile there, in any lie."""
    for rule in ON_THE_BOARD:  # noqa: SIM110 - much called, and twice as fast as all()
        if rule(p) is not None:
            return False
    return True


def playable(state: State, by: str, tiles: Iterable[str], opening: bool) -> list[dict[str, Any]]:
    """Which of `tiles` fit where, as facts: each pair once, by tile (as text), then space."""
    return [
        {"tile": tile, "at": at}
        for tile in sorted(set(tiles))
        for at in spaces_for(state, by, tile, opening)
    ]


def readings_on(state: State, by: str, tiles: Iterable[str], opening: bool) -> tuple[str, ...]:
    """The readings on which it rests where `tiles` fit and where they do not."""
    used: list[str] = []
    for tile in tiles:
        for p in _tries(state, by, tile, opening):
            broken = [found for rule in ON_THE_BOARD if (found := rule(p)) is not None]
            if not broken:
                used += readings_used(p)
            elif all(refusal.readings for refusal in broken):
                used += (reading for refusal in broken for reading in refusal.readings)
    return tuple(dict.fromkeys(used))
