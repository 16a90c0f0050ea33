"""The table sets it right: what really lies there."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated, Self

import msgspec
from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from referee.core import NOBODY, PlayerKey
from referee.core.action import Viewer
from referee.core.draft import Draft
from referee.core.event import ByPlayer, Options, Player, Players
from referee.core.judging import Fault
from referee.core.position import PositionAction, PositionDrawing
from referee.core.text import plural, say
from referee.games.zigzag.constraints import Constraint, Line, current_line
from referee.games.zigzag.page import is_asked_without_table
from referee.games.zigzag.rules import BOOK, CONSTRAINT, END, STOP, THEFT
from referee.games.zigzag.scorecard import winner
from referee.games.zigzag.state import (
    BOXES,
    MOST_STOPS,
    Box,
    Level,
    State,
    Stopped,
    TableOptions,
    new_round,
    place,
)
from referee.games.zigzag.words import CALLS

_STOPS_ENTERED = 16
"""STOPs before one player that can be entered: more than there are in a box."""
_TICKS_ENTERED = 2 * 4 * 9 * 3
"""Boxes of every scorecard: two levels, four kinds, nine each at most, three teams."""
_FAILED_ENTERED = 20_000
"""As many as a record has events."""


class Tick(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A ticked box of a position."""

    team: Player
    level: Level
    call: Box


class BoxButton(msgspec.Struct, frozen=True, kw_only=True):
    """A box of a scorecard, and what a tap on it does."""

    level: int
    call: str
    ticked: bool
    change: str
    to: str


class TeamBoxes(msgspec.Struct, frozen=True, kw_only=True):
    """The scorecard of a team as far as it is put in."""

    players: Sequence[PlayerKey]
    boxes: Sequence[BoxButton]
    failed: int


class PositionForm(PositionDrawing, frozen=True, kw_only=True):
    """What lies there as this seat knows it, or as it is put in by now. `asks_constraints`:
    everybody's can be put in, for no phone has them yet."""

    level: int
    teams: Sequence[TeamBoxes]
    asks_constraints: bool


class Position(PositionAction[State], frozen=True, tag="position"):
    """The situation, set outright. What is left out is not there."""

    in_round: bool = True
    stops: ByPlayer[Annotated[tuple[Stopped, ...], msgspec.Meta(max_length=_STOPS_ENTERED)]] = {}
    thefts: Players = ()
    number: Line | UnsetType = UNSET
    constraints: ByPlayer[Constraint] = {}
    ticked: Annotated[tuple[Tick, ...], msgspec.Meta(max_length=_TICKS_ENTERED)] = ()
    failed_blocks: ByPlayer[Annotated[int, msgspec.Meta(ge=0, le=_FAILED_ENTERED)]] = {}

    book = BOOK

    def check(self, options: Options, players: Sequence[PlayerKey], path: str) -> None:
        for player, constraint in self.constraints.items():
            constraint.check(f"{path}.constraints.{player}")

    def faults(self, state: State) -> Iterator[Fault]:
        """What cannot be cannot stand either."""
        yield from self._too_many_stops()
        yield from self._too_many_ticks(state.options)
        yield from self._constraints_on_level_1(state.options)
        yield from self._left_of_a_round()

    def _too_many_stops(self) -> Iterator[Fault]:
        for player, lie in self.stops.items():
            if len(lie) > MOST_STOPS:
                many = say(
                    "{player} has {n} STOPs, and two is the most allowed.",
                    n=len(lie),
                    player=player,
                )
                yield Fault((STOP,), many, can_stand=False)

    def _too_many_ticks(self, options: TableOptions) -> Iterator[Fault]:
        ticked = self._ticks(options)
        for tick in self.ticked:
            team = options.team[tick.team]
            room = options.boxes[BOXES.index(tick.call)] if tick.level in options.levels else 0
            if ticked[team][place(tick.level, tick.call)] > room:
                many = plural(
                    "The scorecard has only {n} {call} box at level {level}, and more are ticked.",
                    "The scorecard has only {n} {call} boxes at level {level}, and more "
                    "are ticked.",
                    room,
                    call=CALLS[tick.call],
                    level=tick.level,
                )
                yield Fault((END,), many, can_stand=False)
        if sum(sum(ticks) >= options.whole for ticks in ticked) > 1:
            two = say("Only one team can have ticked every box.")
            yield Fault((END,), two, can_stand=False)

    def _constraints_on_level_1(self, options: TableOptions) -> Iterator[Fault]:
        if options.level == 1 and (self.number or self.constraints):
            none = say("At level 1 there are no constraints.")
            yield Fault((CONSTRAINT,), none, can_stand=False)

    def _left_of_a_round(self) -> Iterator[Fault]:
        if self.in_round:
            return
        gone = say("No round is under way, and the last one has been cleared away.")
        lying = {
            STOP: any(self.stops.values()),
            THEFT: self.thefts,
            CONSTRAINT: self.number or self.constraints,
        }
        for clause, lies in lying.items():
            if lies:
                yield Fault((clause,), gone, can_stand=False)

    def _ticks(self, options: TableOptions) -> tuple[tuple[int, ...], ...]:
        ticked = [[0] * 2 * len(BOXES) for _ in options.teams]
        for tick in self.ticked:
            ticked[options.team[tick.team]][place(tick.level, tick.call)] += 1
        return tuple(map(tuple, ticked))

    def apply(self, state: State) -> State:
        """Only the number of the round is kept."""
        options = state.options
        ticked = self._ticks(options)
        failed = [0] * len(options.teams)
        for player, count in self.failed_blocks.items():
            failed[options.team[player]] += count
        won = winner(options, ticked)
        now = None
        if self.in_round and won is None:
            now = replace(
                new_round(options, self.number or None),
                held=dict(self.constraints),
                entered=options.seated(self.constraints),
                stops={player: lie for player, lie in self.stops.items() if lie},
                thefts=options.seated(self.thefts),
            )
        return replace(state, ticked=ticked, failed=tuple(failed), won=won, now=now)

    @classmethod
    def form(cls, name: str, state: State, viewer: Viewer, draft: Draft) -> PositionForm:
        """As this table knows it until something is entered. Before the first round one is to be
        played on from."""
        options = state.options
        fields = cls.entered(state, viewer, draft)
        if not state.started and not any(name in draft.fields for name in cls.__struct_fields__):
            fields["in_round"] = True
        known = Draft(fields, options.players)
        ticked = [tick for tick in known.items("ticked") if isinstance(tick, Mapping)]
        failed = known.numbers("failed_blocks")
        teams = [
            TeamBoxes(
                players=members,
                boxes=tuple(_buttons(options, members, ticked)),
                failed=sum(failed[player] or 0 for player in members),
            )
            for members in options.teams
        ]
        return PositionForm(
            fields=fields,
            level=options.level,
            teams=teams,
            asks_constraints=options.level > 1 and is_asked_without_table(state, viewer),
        )

    @classmethod
    def from_state(cls, state: State, viewer: Viewer) -> Self:
        """Of the constraints it says only the viewer's own."""
        options, now = state.options, state.now
        ticked = tuple(
            Tick(members[0], level, box)
            for members, ticks in zip(options.teams, state.ticked, strict=True)
            for level in options.levels
            for box in BOXES
            for _ in range(ticks[place(level, box)])
        )
        failed = {
            members[0]: count
            for members, count in zip(options.teams, state.failed, strict=True)
            if count
        }
        if now is None:
            return cls(in_round=False, ticked=ticked, failed_blocks=failed)
        own = None
        if viewer is not None and viewer in options.team:
            own = current_line(options, now, viewer)
        return cls(
            stops=now.stops,
            thefts=now.thefts,
            number=now.number or UNSET,
            constraints={viewer: own} if own and viewer else {},
            ticked=ticked,
            failed_blocks=failed,
        )

    # Secrets

    def private_to(self) -> PlayerKey | None:
        """The constraints that it sets are one seat's, or of several nobody's."""
        players = [*self.constraints]
        if not players:
            return None
        return players[0] if len(players) == 1 else NOBODY


def _buttons(
    options: TableOptions, members: Sequence[PlayerKey], ticked: Sequence[Mapping[str, object]]
) -> Iterator[BoxButton]:
    """The boxes of a scorecard; a tap ticks a free one, and frees one that is ticked."""
    for level in options.levels:
        for call, of in zip(BOXES, options.boxes, strict=True):
            mine = [
                i
                for i, tick in enumerate(ticked)
                if tick.get("team") in members
                and (str(tick.get("level")), tick.get("call")) == (str(level), call)
            ]
            for n in range(of):
                is_full = n < len(mine)
                tick = f"team={members[0]}&level={level}&call={call}"
                yield BoxButton(
                    level=level,
                    call=call,
                    ticked=is_full,
                    change="drop" if is_full else "add",
                    to=f"ticked:{mine[n]}" if is_full else f"ticked:{tick}",
                )
