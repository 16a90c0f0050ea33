"""The options of a table and everything that can happen at it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Annotated, Any, Literal, TypeAlias

import msgspec
from msgspec import UNSET, UnsetType

from referee.core import ByPlayer, Event, Options, Player, Players, Unusable, say
from referee.games.zigzag.cards import (
    CARDS,
    CHARACTERS,
    VALUES,
    Accessory,
    Colour,
    Element,
    Feature,
)

if TYPE_CHECKING:
    Card: TypeAlias = str
else:
    Card = Literal[CARDS]
Box: TypeAlias = Literal["zig", "zag", "double-zig", "zig-zag"]
Call: TypeAlias = Literal["zig", "zag", "double-zig", "zig-zag", "double-zag"]
Stopped: TypeAlias = Literal["character", "accessory", "landscape"]
"""What is printed on a STOP."""
PowerName: TypeAlias = Literal["theft", "swap", "cancel", "master", "ten-seconds", "watch"]
Line = Annotated[int, msgspec.Meta(ge=1, le=12)]
"""A line of a constraint card."""
_Boxes = Annotated[int, msgspec.Meta(ge=0, le=9)]
_Pair = Annotated[tuple[Player, ...], msgspec.Meta(min_length=2, max_length=2)]
_MOST_JOKERS = 6
Hand: TypeAlias = Annotated[
    tuple[Card, ...], msgspec.Meta(max_length=len(CHARACTERS) + _MOST_JOKERS)
]
"""Cards that one player shows: no more than the deck has."""
_MOST_STOPS = 16
"""STOPs before one player: more than there are in a box."""
_MOST_TICKS = 2 * 4 * 9 * 3
"""Boxes of every scorecard: two levels, four kinds, nine each at most, three teams."""
_MOST_CONSTRAINT_CARDS = 12
_MOST_FAILED = 20_000
"""As many as a record has events."""


class Values(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Values of features: one at least."""

    element: Element | UnsetType = UNSET
    colour: Colour | UnsetType = UNSET
    accessory: Accessory | UnsetType = UNSET

    def items(self) -> Iterator[tuple[str, str]]:
        """(feature, value) for each feature that is named."""
        return ((f, v) for f in VALUES if (v := getattr(self, f)) is not UNSET)


class Constraint(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A line of a constraint card (zigzag/constraint); all that is given must hold.

    `text` as printed; `require` a feature that must be common, with its value; `feature` one that
    must be common; `forbid` one that may not be used; `forbid_value` what none of the cards has.
    With a text alone only the table can judge it.
    """

    text: Annotated[str, msgspec.Meta(max_length=500)] | UnsetType = UNSET
    require: Values | UnsetType = UNSET
    feature: Feature | UnsetType = UNSET
    forbid: Feature | UnsetType = UNSET
    forbid_value: Values | UnsetType = UNSET

    @property
    def checkable(self) -> bool:
        """Whether the cards can tell."""
        return any(
            part is not UNSET
            for part in (self.require, self.feature, self.forbid, self.forbid_value)
        )


class Boxes(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename="kebab"):
    """How many boxes of each kind the scorecard has, each level."""

    zig: _Boxes = 1
    zag: _Boxes = 1
    double_zig: _Boxes = 1
    zig_zag: _Boxes = 1


class ZigZagOptions(Options, frozen=True):
    """`teams` left out: partners face each other. `jokers` left out: one a team."""

    teams: Annotated[tuple[_Pair, ...], msgspec.Meta(max_length=3)] | UnsetType = UNSET
    level: Literal[1, 2, 3] = 1
    boxes: Boxes = Boxes()
    failed_blocks: Annotated[int, msgspec.Meta(ge=0, le=99)] | None = 3
    jokers: Annotated[int, msgspec.Meta(ge=0, le=_MOST_JOKERS)] | UnsetType = UNSET
    constraints: Annotated[
        tuple[Annotated[tuple[Constraint, ...], msgspec.Meta(max_length=12)], ...],
        msgspec.Meta(max_length=_MOST_CONSTRAINT_CARDS),
    ] = ()


class StartRound(Event, frozen=True, tag="start_round"):
    """A round begins; `number` is the line of the constraint cards."""

    number: Line | UnsetType = UNSET


class Dealt(Event, frozen=True, tag="constraint"):
    """The constraint that `by` was dealt: which `card` of the table's box, or the line that
    applies now."""

    by: Player
    card: Annotated[int, msgspec.Meta(ge=0, lt=_MOST_CONSTRAINT_CARDS)] | UnsetType = UNSET
    constraint: Constraint | UnsetType = UNSET


class Shift(Event, frozen=True, tag="shift"):
    """`by` plays a +1 or −1 card."""

    by: Player
    delta: Literal[1, -1]


class Stop(Event, frozen=True, tag="stop"):
    """`by` lays a STOP before `on`."""

    by: Player
    on: Player
    feature: Stopped


class Power(Event, frozen=True, tag="power"):
    """`by` plays a power, or puts a delayed one down. `what` and `feature`: what a cancel lifts."""

    by: Player
    power: PowerName
    on: Player | UnsetType = UNSET
    what: Literal["stop", "theft", "watch", "swap"] | UnsetType = UNSET
    feature: Stopped | UnsetType = UNSET


class Lead(Event, frozen=True, tag="lead"):
    """A new lead: a card is dealt to each."""


class Declare(Event, frozen=True, tag="declare"):
    """`by` shouts `call`; `hands` are the cards shown. `tick`: the box for a DOUBLE-ZAG."""

    by: Player
    call: Call
    hands: ByPlayer[Hand]
    tick: Box | UnsetType = UNSET
    box_level: Literal[1, 2] | UnsetType = UNSET


class Block(Event, frozen=True, tag="block"):
    """`by` suspects the team of `on`; `shown` are the cards its members show."""

    by: Player
    on: Player
    shown: ByPlayer[Hand]


class ScoreBox(Event, frozen=True, tag="score_box"):
    """A box is ticked for the team of `team` without verifying."""

    team: Player
    call: Box
    box_level: Literal[1, 2] | UnsetType = UNSET


class Tick(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A ticked box of a position."""

    team: Player
    level: Literal[1, 2]
    call: Box


class Position(Event, frozen=True, tag="position"):
    """The situation, set outright. What is left out is not there."""

    in_round: bool = True
    stops: ByPlayer[Annotated[tuple[Stopped, ...], msgspec.Meta(max_length=_MOST_STOPS)]] = {}
    thefts: Players = ()
    number: Line | UnsetType = UNSET
    constraints: ByPlayer[Constraint] = {}
    ticked: Annotated[tuple[Tick, ...], msgspec.Meta(max_length=_MOST_TICKS)] = ()
    failed_blocks: ByPlayer[Annotated[int, msgspec.Meta(ge=0, le=_MOST_FAILED)]] = {}


EVENTS = (
    StartRound,
    Dealt,
    Shift,
    Stop,
    Power,
    Lead,
    Declare,
    Block,
    ScoreBox,
    Position,
)

DELAYED = frozenset(("master", "ten-seconds", "watch"))
"""Powers that lie face down until the next lead (zigzag/power)."""

AIMED = frozenset(("theft", "swap", "watch"))
"""Powers that are played on a player."""


# What types alone do not refuse


def check_options(options: ZigZagOptions, players: Sequence[str]) -> None:
    """Refuse five players, teams that do not name every player once, a scorecard without boxes,
    a constraint that says nothing."""
    if len(players) not in (4, 6):
        raise Unusable("players", say("ZigZag takes four or six players."))
    if options.teams is not UNSET:
        _check_teams(options.teams, players)
    boxes = options.boxes
    if not boxes.zig + boxes.zag + boxes.double_zig + boxes.zig_zag:
        raise Unusable("options.boxes", say("A scorecard has at least one box."))
    for i, card in enumerate(options.constraints):
        for j, constraint in enumerate(card):
            _check_constraint(constraint, f"options.constraints[{i}][{j}]")


def _check_teams(teams: Sequence[Sequence[str]], players: Sequence[str]) -> None:
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
            raise Unusable("options.teams", say("{player} is in no team.", player=player))


def _check_constraint(constraint: Constraint, path: str) -> None:
    if constraint.text is UNSET and not constraint.checkable:
        raise Unusable(path, say("A constraint asks for something."))
    for name in ("require", "forbid_value"):
        values = getattr(constraint, name)
        if values is not UNSET and not any(values.items()):
            raise Unusable(f"{path}.{name}", say("A feature is missing here."))


def check_event(event: Any, options: ZigZagOptions, path: str) -> None:
    """Refuse fields that do not go together, and a constraint card that the box has not."""
    kind = type(event)
    if kind is Power:
        _check_power(event, path)
    elif kind is Declare:
        if event.tick is not UNSET and event.call != "double-zag":
            raise Unusable(f"{path}.tick", say("Only a DOUBLE-ZAG chooses its box."))
    elif kind is Dealt:
        if (event.card is UNSET) == (event.constraint is UNSET):
            raise Unusable(
                f"{path}.constraint", say("Either a card or a constraint, and not both.")
            )
        if event.constraint is not UNSET:
            _check_constraint(event.constraint, f"{path}.constraint")
        elif event.card >= len(options.constraints):
            raise Unusable(f"{path}.card", say("The table's box has no such card."))
    elif kind is Position:
        for player, constraint in event.constraints.items():
            _check_constraint(constraint, f"{path}.constraints.{player}")


def _check_power(event: Power, path: str) -> None:
    if event.power in AIMED:
        if event.on is UNSET:
            raise Unusable(f"{path}.on", say("This power is played on a player."))
    elif event.power != "cancel" and event.on is not UNSET:
        raise Unusable(f"{path}.on", say("This power is not played on a player."))
    if event.power == "cancel":
        if event.what is UNSET:
            raise Unusable(f"{path}.what", say("What is lifted is missing."))
    elif event.what is not UNSET:
        raise Unusable(f"{path}.what", say("Only a cancel lifts something."))
    if event.feature is not UNSET and event.what != "stop":
        raise Unusable(f"{path}.feature", say("Only lifting a STOP names a feature."))
