"""The scorecard: which boxes are free, ticking one, the end of a round and of the game."""

from __future__ import annotations

from msgspec.structs import replace

from referee.games.zigzag.state import BOXES, PLACES, Box, State, TableOptions


def is_open(state: State, team: int, level: int, box: str) -> bool:
    """Return whether `team` has a free box of that kind."""
    options = state.options
    return level in options.levels and state.ticked[team][PLACES[level, box]] < options.room[box]


def open_boxes(state: State, team: int, level: int) -> list[Box]:
    """Return the kinds of box that `team` can still tick on `level`."""
    return [box for box in BOXES if is_open(state, team, level, box)]


def last_box(state: State, team: int) -> bool:
    """Return whether `team` has one box to go."""
    return sum(state.ticked[team]) == state.options.whole - 1


def winner(options: TableOptions, ticked: tuple[tuple[int, ...], ...]) -> int | None:
    """Return the team whose boxes are all ticked (zigzag/end)."""
    return next((i for i, ticks in enumerate(ticked) if sum(ticks) == options.whole), None)


def end_round(state: State, team: int, ticked: tuple[int, str] | None) -> State:
    """Return the state when a round is over (zigzag/declare): `ticked` is the (level, box) that
    `team` ticks, and all that lay in the round is gone."""
    if ticked is None:
        return replace(state, now=None, ended=state.ended + 1)
    at = PLACES[ticked]
    mine = state.ticked[team]
    mine = (*mine[:at], mine[at] + 1, *mine[at + 1 :])
    boxes = (*state.ticked[:team], mine, *state.ticked[team + 1 :])
    won = team if sum(mine) == state.options.whole else None
    return replace(state, ticked=boxes, won=won, now=None, ended=state.ended + 1)
