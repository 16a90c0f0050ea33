"""What a table shows of the game: the report, where the game is, the page."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from referee.core import Message, Page, PlayerKey, Viewer, say
from referee.games.zigzag.constraints import Constraint, current_line
from referee.games.zigzag.state import BOXES, PLACES, Round, State, TableOptions


class LaidStop(msgspec.Struct, frozen=True):
    """A STOP before a player, as printed, and the feature that it forbids."""

    stop: str
    forbids: str


class OwnSecrets(msgspec.Struct, frozen=True, kw_only=True):
    """What only its own seat may see: the `constraint` that applies, as far as the app knows it,
    the `card` it stands on, and the `number` of its line."""

    constraint: Constraint | None
    card: int | None
    number: int | None


def report(state: State) -> dict[str, object]:
    """Return the `state` of a report, secrets and all."""
    now = state.now
    return {
        "round": state.started,
        "in_round": now is not None,
        "number": now.number if now else None,
        "ticked": [
            sorted([*at, count] for at, count in zip(PLACES, ticks, strict=True) if count)
            for ticks in state.ticked
        ],
        "failed_blocks": list(state.failed),
        "stops": {player: list(lie) for player, lie in now.stops.items()} if now else {},
        "thefts": list(now.thefts) if now else [],
        "waiting": [[waits.by, waits.power] for waits in now.waiting] if now else [],
        "numbers": dict(now.numbers) if now else {},
    }


def title(state: State) -> Message:
    """Say where the game is."""
    if state.started == 0:
        return say("Before the first round")
    if state.now is None and state.won is None:
        return say("After round {n}", n=state.started)
    return say("Round {n}", n=state.started)


def is_asked_without_table(state: State, viewer: Viewer) -> bool:
    """Return whether a form is filled in to ask, no phone having hands or constraints: nobody looks
    from a seat, and no round has been started."""
    return viewer is None and not state.started


# The page


class Box(msgspec.Struct, frozen=True, kw_only=True):
    """A kind of box on a scorecard, and how many `of` it are ticked."""

    level: int
    call: str
    ticked: int
    of: int


class PlayerRow(msgspec.Struct, frozen=True, kw_only=True):
    """What lies before a player; `three`: plays with three cards; `waiting`: powers face down."""

    player: PlayerKey
    stops: tuple[LaidStop, ...]
    three: bool
    waiting: int


class Scorecard(msgspec.Struct, frozen=True, kw_only=True):
    """The scorecard of a team, whose players have the `rows`; `kinds`: a box of each level, by the
    kinds of box; `failed_of` is None where there is no limit."""

    rows: Sequence[PlayerRow]
    kinds: Sequence[Sequence[Box]]
    failed_blocks: int
    failed_of: int | None


class ZigZagPage(Page, frozen=True, kw_only=True):
    """The scorecards by team, what lies before each player, and in `mine` what only the viewer may
    see (None where there are no constraints). `own_numbers`: each has a number of their own."""

    level: int
    number: int | None
    own_numbers: bool
    over: bool
    teams: Sequence[Scorecard]
    players: Sequence[PlayerRow]
    mine: OwnSecrets | None


def page(state: State, viewer: Viewer) -> ZigZagPage:
    """Return what the page of a table shows to `viewer`."""
    options, now = state.options, state.now
    rows = {player: _row(options, now, player) for player in options.players}
    return ZigZagPage(
        is_running=now is not None,
        level=options.level,
        number=now.number if now else None,
        own_numbers=options.readings["numbers"] == "each",
        over=state.won is not None,
        teams=[
            Scorecard(
                rows=[rows[player] for player in team],
                kinds=_kinds(options, ticks),
                failed_blocks=failed,
                failed_of=options.failed_blocks,
            )
            for team, ticks, failed in zip(options.teams, state.ticked, state.failed, strict=True)
        ],
        players=[*rows.values()],
        mine=own_secrets(options, now, viewer) if now and viewer and options.level > 1 else None,
    )


def _kinds(options: TableOptions, ticks: Sequence[int]) -> list[list[Box]]:
    return [
        [Box(level=n, call=box, ticked=ticks[PLACES[n, box]], of=of) for n in options.levels]
        for box, of in zip(BOXES, options.boxes, strict=True)
    ]


def _row(options: TableOptions, now: Round | None, player: PlayerKey) -> PlayerRow:
    return PlayerRow(
        player=player,
        stops=stops_before(options, now, player),
        three=now is not None and player in now.thefts,
        waiting=now.announced.count(player) if now else 0,
    )


def stops_before(
    options: TableOptions, now: Round | None, player: PlayerKey
) -> tuple[LaidStop, ...]:
    """Return the STOPs before `player`."""
    lie = now.stops.get(player, ()) if now else ()
    return tuple(LaidStop(stop, options.forbids[stop]) for stop in lie)


def own_secrets(options: TableOptions, now: Round, player: PlayerKey) -> OwnSecrets:
    """Return what only the seat of `player` may see."""
    held = now.held.get(player)
    return OwnSecrets(
        constraint=current_line(options, now, player),
        card=held if isinstance(held, int) else None,
        number=now.numbers.get(player),
    )
