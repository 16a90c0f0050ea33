"""Where a game stands, and what its table agreed on."""

from __future__ import annotations

from collections.abc import Container, Sequence
from functools import cached_property
from typing import Annotated, ClassVar, Literal, TypeAlias

import msgspec
from msgspec import UNSET, UnsetType

from referee.core import Options, Player, PlayerKey, Unusable, say
from referee.games.zigzag.cards import MOST_JOKERS
from referee.games.zigzag.constraints import LINES, Constraint

Box: TypeAlias = Literal["zig", "zag", "double-zig", "zig-zag"]
Level: TypeAlias = Literal[1, 2]
Stopped: TypeAlias = Literal["character", "accessory", "landscape"]
"""What is printed on a STOP."""

BOXES: tuple[Box, ...] = ("zig", "zag", "double-zig", "zig-zag")
"""The boxes of a scorecard, in its order."""

LEVELS: dict[int, tuple[Level, ...]] = {1: (1,), 2: (2,), 3: (1, 2)}
"""The levels whose boxes a scorecard has, by the level played (zigzag/level-3)."""

PLACES: dict[tuple[int, str], int] = {
    (level, box): 4 * (level - 1) + i for level in (1, 2) for i, box in enumerate(BOXES)
}
"""Where in a team's ticks the boxes of each level stand, in this order."""

MOST_STOPS = 2
"""STOPs that may lie before a player (zigzag/stop)."""

MOST_CONSTRAINT_CARDS = 12
_Count = Annotated[int, msgspec.Meta(ge=0, le=9)]
_Pair = Annotated[tuple[Player, ...], msgspec.Meta(min_length=2, max_length=2)]

_FORBIDS = {
    "colour": {"character": "colour", "accessory": "accessory", "landscape": "element"},
    "element": {"character": "element", "accessory": "accessory", "landscape": "colour"},
}


class Boxes(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename="kebab"):
    """How many boxes of each kind the scorecard has, each level."""

    zig: _Count = 1
    zag: _Count = 1
    double_zig: _Count = 1
    zig_zag: _Count = 1

    @property
    def counts(self) -> tuple[int, ...]:
        """Return how many there are of each of `BOXES`."""
        return self.zig, self.zag, self.double_zig, self.zig_zag


class ZigZagOptions(Options, frozen=True):
    """`teams` left out: partners face each other. `jokers` left out: one a team."""

    teams: Annotated[tuple[_Pair, ...], msgspec.Meta(max_length=3)] | UnsetType = UNSET
    level: Literal[1, 2, 3] = 1
    boxes: Boxes = Boxes()
    failed_blocks: Annotated[int, msgspec.Meta(ge=0, le=99)] | None = 3
    jokers: Annotated[int, msgspec.Meta(ge=0, le=MOST_JOKERS)] | UnsetType = UNSET
    constraints: Annotated[
        tuple[Annotated[tuple[Constraint, ...], msgspec.Meta(max_length=LINES)], ...],
        msgspec.Meta(max_length=MOST_CONSTRAINT_CARDS),
    ] = ()

    field_names: ClassVar = {
        "teams": say("teams"),
        "level": say("level"),
        "jokers": say("jokers in the deck"),
        "boxes": say("boxes on the scorecard"),
        "failed_blocks": say("failed BLOCKs"),
        "constraints": say("constraint cards"),
    }

    def check(self, players: Sequence[PlayerKey]) -> None:
        """Refuse five players, teams that do not name every player once, a scorecard without
        boxes, a constraint that says nothing."""
        if len(players) not in (4, 6):
            raise Unusable("players", say("ZigZag takes four or six players."))
        if self.teams is not UNSET:
            _check_teams(self.teams, players)
        if not any(self.boxes.counts):
            raise Unusable("options.boxes", say("A scorecard needs at least one box."))
        for i, card in enumerate(self.constraints):
            for j, constraint in enumerate(card):
                constraint.check(f"options.constraints[{i}][{j}]")


def _check_teams(teams: Sequence[Sequence[PlayerKey]], players: Sequence[PlayerKey]) -> None:
    seen: set[str] = set()
    for i, team in enumerate(teams):
        for j, player in enumerate(team):
            if player in seen:
                raise Unusable(
                    f"options.teams[{i}][{j}]", say("{player} is in two teams.", player=player)
                )
            seen.add(player)
    for player in players:
        if player not in seen:
            raise Unusable("options.teams", say("{player} is not in a team.", player=player))


class TableOptions(msgspec.Struct, frozen=True, dict=True):
    """What a table agreed on; never changes in a game.

    `teams` in team order, their members as they sit; `boxes` how many of each of `BOXES`;
    `failed_blocks` None for no limit; `readings` the answer to every one.
    """

    players: tuple[PlayerKey, ...]
    teams: tuple[tuple[PlayerKey, ...], ...]
    level: int
    boxes: tuple[int, ...]
    failed_blocks: int | None
    jokers: int
    constraints: tuple[tuple[Constraint, ...], ...]
    readings: dict[str, str]

    @cached_property
    def team(self) -> dict[PlayerKey, int]:
        """Return the number of each player's team."""
        return {player: i for i, team in enumerate(self.teams) for player in team}

    @cached_property
    def partner(self) -> dict[PlayerKey, PlayerKey]:
        """Return each player's partner."""
        return {player: team[i - 1] for team in self.teams for i, player in enumerate(team)}

    @cached_property
    def whole(self) -> int:
        """Return how many boxes a scorecard has in all."""
        return sum(self.boxes) * len(LEVELS[self.level])

    @cached_property
    def forbids(self) -> dict[str, str]:
        """Return the feature that a STOP forbids, by what is printed on it."""
        return _FORBIDS[self.readings["stop_character"]]

    @cached_property
    def keeps_thefts(self) -> bool:
        """Return whether a theft lasts over the next lead (reading `theft_until`)."""
        return self.readings["theft_until"] == "round"

    @cached_property
    def room(self) -> dict[str, int]:
        """Return how many boxes of each kind a scorecard has, each level."""
        return dict(zip(BOXES, self.boxes, strict=True))

    @cached_property
    def levels(self) -> tuple[Level, ...]:
        """Return the levels whose boxes a scorecard has."""
        return LEVELS[self.level]

    def opponents(self, player: PlayerKey) -> list[PlayerKey]:
        """Return who is not in the team of `player`."""
        mine = self.team[player]
        return [other for other in self.players if self.team[other] != mine]

    def members(self, player: PlayerKey) -> tuple[PlayerKey, ...]:
        """Return the team of `player`."""
        return self.teams[self.team[player]]

    def seated(self, players: Container[PlayerKey]) -> tuple[PlayerKey, ...]:
        """Return `players` as they sit."""
        return tuple(player for player in self.players if player in players)


class Delayed(msgspec.Struct, frozen=True):
    """A power that waits for the next lead."""

    by: PlayerKey
    power: str
    on: PlayerKey | None = None


class Round(msgspec.Struct, frozen=True):
    """A running round; all of it is gone when the round is over.

    `number` is the line chosen for all, `numbers` each player's after shifts (None: unknown; empty
    on level 1), `shifts` by how much each has moved on. `held`: each player's constraint, a card of
    the table's box or the line that applies now; `entered`: of whom all know that there is one.
    `stops` by player, as printed, in the order laid.
    `thefts`: who plays with three. `swaps` since the latest lead, (by, on). `waiting`: delayed
    powers in the order announced; `announced`: by whom all of them were since the latest lead,
    lifted ones too, for a phone does not tell whose it was that was lifted. `face_down`: whose
    powers wait of which nothing more is known, in a state as one seat knows it.
    """

    number: int | None = None
    numbers: dict[PlayerKey, int | None] = {}
    shifts: dict[PlayerKey, int] = {}
    held: dict[PlayerKey, int | Constraint] = {}
    entered: tuple[PlayerKey, ...] = ()
    stops: dict[PlayerKey, tuple[Stopped, ...]] = {}
    thefts: tuple[PlayerKey, ...] = ()
    swaps: tuple[tuple[PlayerKey, PlayerKey], ...] = ()
    waiting: tuple[Delayed, ...] = ()
    announced: tuple[PlayerKey, ...] = ()
    face_down: tuple[PlayerKey, ...] = ()


class State(msgspec.Struct, frozen=True):
    """A game. `started` and `ended` count rounds (a box ticked between rounds counts as one that
    ended); `ticked` holds, by team, how often each box is ticked (see `place`); `failed` the
    failed BLOCKs by team; `won` the winning team; `now` the running round."""

    options: TableOptions
    ticked: tuple[tuple[int, ...], ...]
    failed: tuple[int, ...]
    started: int = 0
    ended: int = 0
    won: int | None = None
    now: Round | None = None


def new_round(options: TableOptions, number: int | None) -> Round:
    """Return a round in which nothing lies yet, on line `number` where there are constraints."""
    if options.level == 1:
        return Round()
    return Round(number=number, numbers=dict.fromkeys(options.players, number))


def moved(number: int, by: int) -> int:
    """Return the line that is `by` lines further, from the last one to the first and back."""
    return (number - 1 + by) % LINES + 1


def place(level: int, box: str) -> int:
    """Return where in a team's ticks the box of `level` (1 or 2) stands."""
    return PLACES[level, box]


def start(players: Sequence[PlayerKey], options: ZigZagOptions, readings: dict[str, str]) -> State:
    """Return the state before the first event (zigzag/setup): by default partners face each other.
    `readings` has an answer to every one."""
    seats = tuple(players)
    half = len(seats) // 2
    teams = (
        tuple((seats[i], seats[i + half]) for i in range(half))
        if options.teams is UNSET
        else tuple(tuple(p for p in seats if p in team) for team in options.teams)
    )
    agreed = TableOptions(
        players=seats,
        teams=teams,
        level=options.level,
        boxes=options.boxes.counts,
        failed_blocks=options.failed_blocks,
        jokers=half if options.jokers is UNSET else options.jokers,
        constraints=options.constraints,
        readings=readings,
    )
    return State(agreed, ((0,) * 2 * len(BOXES),) * half, (0,) * half)
