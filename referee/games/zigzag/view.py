"""What a table shows of the game: the log, the page, the buttons."""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec import UNSET

from referee.core import LEGAL, Event, Message, Offer, Ruling, say
from referee.games.zigzag import play
from referee.games.zigzag.events import (
    DELAYED,
    Block,
    Dealt,
    Declare,
    Lead,
    Position,
    Power,
    ScoreBox,
    Shift,
    StartRound,
    Stop,
    Tick,
)
from referee.games.zigzag.rules import line
from referee.games.zigzag.secrets import has_secret
from referee.games.zigzag.state import BOXES, LEVELS, Round, Setup, State, place
from referee.games.zigzag.words import CALLS, POWERS, STOPS


def tell(event: Event, ruling: Ruling, viewer: str | None) -> Message:
    """One line of the log. Secrets are told to their own seat only, a constraint to nobody."""
    if isinstance(event, StartRound):
        if event.number:
            return say("A round begins, with line {n}.", n=event.number)
        return say("A round begins.")
    if isinstance(event, Dealt):
        return say("{by} put in a constraint.", by=event.by)
    if isinstance(event, Shift):
        if viewer != event.by:
            return say("{by} played a +1 or −1.", by=event.by)
        return (
            say("{by} played a +1.", by=event.by)
            if event.delta > 0
            else say("{by} played a −1.", by=event.by)
        )
    if isinstance(event, Stop):
        return say(
            "{by} laid a {stop} before {on}.", by=event.by, stop=STOPS[event.feature], on=event.on
        )
    if isinstance(event, Power):
        return _tell_power(event, viewer)
    if isinstance(event, Lead):
        return say("A new lead.")
    if isinstance(event, Declare):
        return _tell_declare(event, ruling)
    if isinstance(event, Block):
        return _tell_block(event, ruling)
    if isinstance(event, ScoreBox):
        return say(
            "The box {call} was ticked for {team}'s team.", call=CALLS[event.call], team=event.team
        )
    return say("The table was set right.")


def _tell_power(event: Power, viewer: str | None) -> Message:
    by, named = event.by, POWERS[event.power]
    if event.power in DELAYED:
        if viewer != by:
            return say("{by} put a power face down.", by=by)
        if event.on:
            return say("{by} put the {power} on {on} face down.", by=by, power=named, on=event.on)
        return say("{by} put the {power} face down.", by=by, power=named)
    if event.power == "theft":
        return say("{by} stole a card from {on}.", by=by, on=event.on or by)
    if event.power == "swap":
        return say("{by} swapped cards with {on}.", by=by, on=event.on or by)
    what = STOPS[event.feature] if event.feature else POWERS[event.what or "stop"]
    return say("{by} lifted the {what} on {on}.", by=by, what=what, on=event.on or by)


def _tell_declare(event: Declare, ruling: Ruling) -> Message:
    call, ticked = CALLS[event.call], ruling.facts.get("ticked")
    if not ticked:
        return say("{by} declared {call}.", by=event.by, call=call)
    if ticked[1] != event.call:
        return say(
            "{by} declared {call} and ticked {box}.",
            by=event.by,
            call=call,
            box=CALLS[ticked[1]],
        )
    return say("{by} declared {call} and ticked it.", by=event.by, call=call)


def _tell_block(event: Block, ruling: Ruling) -> Message:
    confirmed = ruling.facts.get("confirmed")
    if confirmed is None:
        return say("{by} called BLOCK on {on}'s team.", by=event.by, on=event.on)
    if confirmed:
        return say("{by} called BLOCK on {on}'s team, rightly.", by=event.by, on=event.on)
    return say("{by} called BLOCK on {on}'s team, and it failed.", by=event.by, on=event.on)


# The table's page


def view(state: State, viewer: str | None) -> dict[str, Any]:
    """The scorecards by team, what lies before each player, and in `mine` what only `viewer` may
    see (None where nothing is secret)."""
    setup, now = state.setup, state.now
    return {
        "round": state.started,
        "in_round": now is not None,
        "in_hand": now is not None,
        "level": setup.level,
        "number": now.number if now else None,
        "over": state.won is not None,
        "box": bool(setup.constraints),
        "teams": [team(state, number) for number in range(len(setup.teams))],
        "players": [_player(setup, now, player) for player in setup.players],
        "mine": mine(setup, now, viewer) if now and viewer and has_secret(state) else None,
    }


def team(state: State, number: int) -> dict[str, Any]:
    """The scorecard of a team."""
    setup = state.setup
    limit, failed = setup.failed_blocks, state.failed[number]
    return {
        "players": list(setup.teams[number]),
        "ticked": sum(state.ticked[number]),
        "of": setup.whole,
        "boxes": [
            {
                "level": level,
                "call": box,
                "ticked": state.ticked[number][place(level, box)],
                "of": of,
            }
            for level in LEVELS[setup.level]
            for box, of in zip(BOXES, setup.boxes, strict=True)
        ],
        "failed_blocks": failed,
        "failed_of": limit,
        "failed_left": None if limit is None else max(0, limit - failed),
        "won": state.won == number,
    }


def _player(setup: Setup, now: Round | None, player: str) -> dict[str, Any]:
    return {
        "player": player,
        "team": setup.team[player],
        "partner": setup.partner[player],
        "stops": stops(setup, now, player),
        "three": now is not None and player in now.thefts,
        "waiting": now.announced.count(player) if now else 0,
    }


def stops(setup: Setup, now: Round | None, player: str) -> list[dict[str, str]]:
    """The STOPs before `player`, as printed, with the feature each forbids."""
    lie = now.stops.get(player, ()) if now else ()
    return [{"stop": stop, "forbids": setup.forbids[stop]} for stop in lie]


def mine(setup: Setup, now: Round, viewer: str) -> dict[str, Any]:
    """The constraint and the line that apply to `viewer`; what only this seat may see."""
    held = now.held.get(viewer)
    found = line(setup, now, viewer)
    return {
        "constraint": msgspec.to_builtins(found) if found else None,
        "card": held if isinstance(held, int) else None,
        "number": now.numbers.get(viewer),
    }


def title(state: State) -> Message:
    """Where the game is."""
    if state.started == 0:
        return say("Before the first round")
    if state.now is None and state.won is None:
        return say("After round {n}", n=state.started)
    return say("Round {n}", n=state.started)


def offers(state: State, viewer: str | None) -> list[Offer]:
    """What can be done now; a +1 or −1 by `viewer` only."""
    if state.won is not None:
        return []
    tick = Offer(label=say("Tick a box without checking"), sheet="score_box", more=True)
    right = Offer(label=say("Set it right"), sheet="position", more=True)
    if state.now is None:
        begin = say("Start round {n}", n=state.started + 1)
        if state.setup.level == 1:
            return [Offer(label=begin, event=StartRound(), main=True), tick, right]
        return [Offer(label=begin, sheet="start_round", main=True), tick, right]
    out = [
        Offer(label=say("Declare"), sheet="declare", main=True),
        Offer(label=say("BLOCK"), sheet="block"),
        Offer(label=say("STOP"), sheet="stop", sign="illegal"),
        Offer(label=say("Power"), sheet="power"),
        Offer(label=say("New lead"), event=Lead(), more=not _lead_matters(state.now)),
    ]
    if viewer in state.setup.team:
        assert viewer is not None
        fill = {"by": viewer}
        out.append(
            Offer(label=say("{viewer}'s cards", viewer=viewer), sheet="hand", fill=fill, more=True)
        )
        if state.setup.level > 1:
            out.append(
                Offer(
                    label=say("{viewer}'s constraint", viewer=viewer),
                    sheet="constraint",
                    fill=fill,
                    more=True,
                )
            )
            for delta, label in (
                (1, say("{viewer} plays a +1", viewer=viewer)),
                (-1, say("{viewer} plays a −1", viewer=viewer)),
            ):
                shift = Shift(viewer, delta)  # type: ignore[arg-type]
                if play.judge(state, shift).verdict == LEGAL:
                    out.append(Offer(label=label, event=shift, more=True))
    return [*out, tick, right]


def _lead_matters(now: Round) -> bool:
    """Whether something waits for the next lead, or ends with it."""
    return bool(now.announced or now.thefts or now.swaps)


def position(state: State, viewer: str | None) -> Position:
    """The situation as `viewer` may know it: of the constraints only the own one."""
    setup, now = state.setup, state.now
    ticked = tuple(
        Tick(team[0], level, box)  # type: ignore[arg-type]
        for team, ticks in zip(setup.teams, state.ticked, strict=True)
        for level in LEVELS[setup.level]
        for box in BOXES
        for _ in range(ticks[place(level, box)])
    )
    failed = {
        team[0]: count for team, count in zip(setup.teams, state.failed, strict=True) if count
    }
    if now is None:
        return Position(in_round=False, ticked=ticked, failed_blocks=failed)
    own = line(setup, now, viewer) if viewer in setup.team and viewer else None
    return Position(
        stops=dict(now.stops),  # type: ignore[arg-type]
        thefts=now.thefts,
        number=now.number or UNSET,
        constraints={viewer: own} if own and viewer else {},
        ticked=ticked,
        failed_blocks=failed,
    )
