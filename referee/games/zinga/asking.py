"""Questions about the board, which change nothing."""

from __future__ import annotations

from msgspec import UNSET

from referee.core import Ruling, legal, plural, say
from referee.games.zinga.board import NOTHING, Circle, across, after_of, before_of, lies
from referee.games.zinga.events import Ask
from referee.games.zinga.filling import filling
from referee.games.zinga.rules import playable, readings_on
from referee.games.zinga.state import State
from referee.games.zinga.tiles import CIRCLE_WORDS, DOUBLES, INDEX, SIZE, TILE, Colour


def judge_ask(state: State, event: Ask) -> Ruling:
    """The answer, which is always legal, in the facts."""
    if event.question == "playable":
        assert event.tiles is not UNSET
        return _which_fit(state, event.tiles)
    assert event.circle is not UNSET
    return _can_be_filled(state, event.circle)


def fill_circle(
    state: State, colour: int, circle: Circle | None = None, doubles_match: bool | None = None
) -> tuple[tuple[int, str], ...] | None:
    """A way to fill the free spaces of a circle, as (space, kind) by space; None if there is none.

    `circle`: as it might come to lie; by default as it lies. `doubles_match`: whether Doubles
    match what they face; by default as the table reads `facing_double`.
    """
    agreed = state.agreed
    facing = tuple(
        across(state.board, agreed.layout, colour, at) if at in DOUBLES else None
        for at in range(SIZE)
    )
    if circle is None:
        circle = state.board[colour]
    if doubles_match is None:
        doubles_match = agreed.facing_double == "match"
    return filling(circle, facing, doubles_match)


def filled(circle: Circle, found: tuple[tuple[int, str], ...]) -> Circle:
    """`circle` with all that was `found` for its free spaces, in a way in which it lies."""
    laid = list(circle)

    def lay(rest: tuple[tuple[int, str], ...]) -> bool:
        if not rest:
            return True
        at, kind = rest[0]
        before, after = before_of(laid, at), after_of(laid, at)
        for cell in lies(kind, at):
            if before in (NOTHING, None, cell.first) and after in (NOTHING, None, cell.last):
                laid[at] = cell
                if lay(rest[1:]):
                    return True
        laid[at] = None
        return False

    lay(found)
    return tuple(laid)


def _can_be_filled(state: State, circle: Colour) -> Ruling:
    colour = INDEX[circle]
    found = fill_circle(state, colour)
    words = CIRCLE_WORDS[circle]
    free = state.board[colour].count(None)
    if found is None:
        reason = say("The {circle} can no longer be closed.", circle=words)
    elif free:
        reason = plural(
            "The {circle} can still be closed: {n} space is free.",
            "The {circle} can still be closed: {n} spaces are free.",
            free,
            circle=words,
        )
    else:
        reason = say("The {circle} is closed.", circle=words)
    rests = (fill_circle(state, colour, doubles_match=True) is None) != (
        fill_circle(state, colour, doubles_match=False) is None
    )
    return legal(
        ("zinga/6", "zinga/4"),
        reason,
        readings=("facing_double",) if rests else (),
        completable=found is not None,
        filling=None if found is None else {str(at): TILE[colour, kind] for at, kind in found},
    )


def _which_fit(state: State, tiles: tuple[str, ...]) -> Ruling:
    """For whoever is to move: with the opening rule if he has not opened."""
    by = state.turn
    opening = by is not None and by not in state.opened
    fitting = playable(state, by or "", tiles, opening)
    n = len({where["tile"] for where in fitting})
    return legal(
        ("zinga/3", "zinga/4") if opening else ("zinga/4",),
        plural("{n} of these tiles fits.", "{n} of these tiles fit.", n),
        readings=readings_on(state, by or "", tiles, opening),
        playable=fitting,
    )
