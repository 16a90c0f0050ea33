"""The scorecard: which boxes are free, ticking one, the end of a round and of the game."""

from __future__ import annotations

from msgspec.structs import replace

from referee.games.zigzag.state import BOXES, LEVELS, Setup, State, place


def is_open(state: State, team: int, level: int, box: str) -> bool:
    """Whether `team` has a free box of that kind."""
    room = state.setup.boxes[BOXES.index(box)]
    return level in LEVELS[state.setup.level] and state.ticked[team][place(level, box)] < room


def open_boxes(state: State, team: int, level: int) -> list[str]:
    """The kinds of box that `team` can still tick on `level`."""
    return [box for box in BOXES if is_open(state, team, level, box)]


def last_box(state: State, team: int) -> bool:
    """Whether `team` has one box to go."""
    return sum(state.ticked[team]) == state.setup.whole - 1


def winner(setup: Setup, ticked: tuple[tuple[int, ...], ...]) -> int | None:
    """The team whose boxes are all ticked (zigzag/end)."""
    return next((i for i, ticks in enumerate(ticked) if sum(ticks) == setup.whole), None)


def end_round(state: State, team: int, ticked: tuple[int, str] | None) -> State:
    """The state when a round is over (zigzag/declare): `ticked` is the (level, box) that `team`
    ticks, and all that lay in the round is gone."""
    if ticked is None:
        return replace(state, now=None, ended=state.ended + 1)
    at = place(*ticked)
    mine = state.ticked[team]
    mine = (*mine[:at], mine[at] + 1, *mine[at + 1 :])
    boxes = (*state.ticked[:team], mine, *state.ticked[team + 1 :])
    won = team if sum(mine) == state.setup.whole else None
    return replace(state, ticked=boxes, won=won, now=None, ended=state.ended + 1)
