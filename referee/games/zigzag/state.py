"""The state of a game."""

from __future__ import annotations

from collections.abc import Container, Sequence
from functools import cached_property
from typing import Any

import msgspec
from msgspec import UNSET

from referee.games.zigzag.events import Constraint, ZigZagOptions

BOXES = ("zig", "zag", "double-zig", "zig-zag")
"""The boxes of a scorecard, in its order."""

LEVELS = {1: (1,), 2: (2,), 3: (1, 2)}
"""The levels whose boxes a scorecard has, by the level played (zigzag/level-3)."""

_FORBIDS = {
    "colour": {"character": "colour", "accessory": "accessory", "landscape": "element"},
    "element": {"character": "element", "accessory": "accessory", "landscape": "colour"},
}


class Setup(msgspec.Struct, frozen=True, dict=True):
    """What a table agreed on; never changes in a game.

    `teams` in team order, their members as they sit; `boxes` how many of each of `BOXES`;
    `failed_blocks` None for no limit; `readings` the answer to every one.
    """

    players: tuple[str, ...]
    teams: tuple[tuple[str, ...], ...]
    level: int
    boxes: tuple[int, ...]
    failed_blocks: int | None
    jokers: int
    constraints: tuple[tuple[Constraint, ...], ...]
    readings: dict[str, str]

    @cached_property
    def team(self) -> dict[str, int]:
        """The number of each player's team."""
        return {player: i for i, team in enumerate(self.teams) for player in team}

    @cached_property
    def partner(self) -> dict[str, str]:
        """Each player's partner."""
        return {player: team[i - 1] for team in self.teams for i, player in enumerate(team)}

    @cached_property
    def whole(self) -> int:
        """How many boxes a scorecard has in all."""
        return sum(self.boxes) * len(LEVELS[self.level])

    @cached_property
    def forbids(self) -> dict[str, str]:
        """The feature that a STOP forbids, by what is printed on it."""
        return _FORBIDS[self.readings["stop_character"]]

    def seated(self, players: Container[str]) -> tuple[str, ...]:
        """`players` as they sit."""
        return tuple(player for player in self.players if player in players)


class Delayed(msgspec.Struct, frozen=True):
    """A power that waits for the next lead."""

    by: str
    power: str
    on: str | None = None


class Round(msgspec.Struct, frozen=True):
    """A running round; all of it is gone when the round is over.

    `number` is the line chosen for all, `numbers` each player's after shifts (None: unknown; empty
    on level 1). `held`: each player's constraint, a card of the table's box or the line that
    applies now. `stops` by player, as printed, in the order laid. `thefts`: who plays with three.
    `swaps` since the latest lead, (by, on). `waiting`: delayed powers in the order announced;
    `announced`: by whom all of them were since the latest lead, lifted ones too, for a phone does
    not tell whose it was that was lifted. `face_down`: whose powers wait of which nothing more is
    known, in a state as one seat knows it.
    """

    number: int | None = None
    numbers: dict[str, int | None] = {}
    held: dict[str, int | Constraint] = {}
    stops: dict[str, tuple[str, ...]] = {}
    thefts: tuple[str, ...] = ()
    swaps: tuple[tuple[str, str], ...] = ()
    waiting: tuple[Delayed, ...] = ()
    announced: tuple[str, ...] = ()
    face_down: tuple[str, ...] = ()


class State(msgspec.Struct, frozen=True):
    """A game. `started` and `ended` count rounds (a box ticked between rounds counts as one that
    ended); `ticked` holds, by team, how often each box is ticked (see `place`); `failed` the
    failed BLOCKs by team; `won` the winning team; `now` the running round."""

    setup: Setup
    ticked: tuple[tuple[int, ...], ...]
    failed: tuple[int, ...]
    started: int = 0
    ended: int = 0
    won: int | None = None
    now: Round | None = None


def new_round(setup: Setup, number: int | None) -> Round:
    """A round in which nothing lies yet, played on line `number` where there are constraints."""
    if setup.level == 1:
        return Round()
    return Round(number=number, numbers=dict.fromkeys(setup.players, number))


def place(level: int, box: str) -> int:
    """Where in a team's ticks the box of `level` (1 or 2) stands."""
    return (level - 1) * len(BOXES) + BOXES.index(box)


def start(players: Sequence[str], options: ZigZagOptions, readings: dict[str, str]) -> State:
    """The state before the first event (zigzag/setup): by default partners face each other.
    `readings` has an answer to every one."""
    seats = tuple(players)
    half = len(seats) // 2
    teams = (
        tuple((seats[i], seats[i + half]) for i in range(half))
        if options.teams is UNSET
        else tuple(tuple(p for p in seats if p in team) for team in options.teams)
    )
    boxes = options.boxes
    setup = Setup(
        players=seats,
        teams=teams,
        level=options.level,
        boxes=(boxes.zig, boxes.zag, boxes.double_zig, boxes.zig_zag),
        failed_blocks=options.failed_blocks,
        jokers=half if options.jokers is UNSET else options.jokers,
        constraints=options.constraints,
        readings=readings,
    )
    return State(setup, ((0,) * 2 * len(BOXES),) * half, (0,) * half)


def report(state: State) -> dict[str, Any]:
    """The state as a report says it, secrets and all."""
    now = state.now
    return {
        "round": state.started,
        "in_round": now is not None,
        "number": now.number if now else None,
        "ticked": [
            sorted(
                [level, box, ticks[place(level, box)]]
                for level in LEVELS[state.setup.level]
                for box in BOXES
                if ticks[place(level, box)]
            )
            for ticks in state.ticked
        ],
        "failed_blocks": list(state.failed),
        "stops": {player: list(lie) for player, lie in now.stops.items()} if now else {},
        "thefts": list(now.thefts) if now else [],
        "waiting": [[waits.by, waits.power] for waits in now.waiting] if now else [],
        "numbers": dict(now.numbers) if now else {},
    }
