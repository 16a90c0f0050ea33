"""What a table shows of the game, and to whom (the page's *Secrets*)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec
from msgspec import UNSET
from msgspec.structs import replace

from referee.core import LEGAL, Event, Offer, Ruling, Say, say
from referee.games.zigzag import block, play
from referee.games.zigzag.cards import JOKER, VALUES
from referee.games.zigzag.events import (
    AIMED,
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
from referee.games.zigzag.rules import HAND, line
from referee.games.zigzag.scoring import open_boxes
from referee.games.zigzag.state import BOXES, LEVELS, Round, Setup, State, place
from referee.games.zigzag.words import CALLS, POWERS, STOPS

NOBODY = ""
"""The seat that may see an event with the secrets of several: none."""

# Who may know what


def secret(state: State) -> bool:
    """Whether anything is secret now: constraints in a round of level 2 or 3, delayed powers until
    the lead that carries them out."""
    now = state.now
    return now is not None and (state.setup.level > 1 or bool(now.announced))


def hides(event: Event) -> str | None:
    """The seat whose phone alone may see `event` until the round is over."""
    if isinstance(event, (Dealt, Shift)):
        return event.by
    if isinstance(event, Power) and event.power in DELAYED:
        return event.by
    if isinstance(event, Position) and event.constraints:
        players = [*event.constraints]
        return players[0] if len(players) == 1 else NOBODY
    return None


def shown_ruling(event: Event, ruling: Ruling, viewer: str | None) -> Ruling:
    """`ruling` without what it tells of another's secret: which power waits, that a shift went
    over the edge of the card, how many features another's constraint lets count."""
    if isinstance(event, Power) and event.power in DELAYED and viewer != event.by:
        clause = f"zigzag/power.{event.power}"
        ruling = replace(ruling, rules=tuple(rule for rule in ruling.rules if rule != clause))
        if not ruling.can_stand:  # no round runs: the same for every power
            return ruling
        if ruling.verdict == LEGAL:
            return replace(ruling, reason=say("{by} puts a power face down.", by=event.by))
        return replace(ruling, reason=say("This power of {by} is not played so.", by=event.by))
    if isinstance(event, Shift) and viewer != event.by and ruling.verdict == LEGAL:
        return replace(ruling, readings=())
    if isinstance(event, Declare) and "counts" in ruling.facts:
        mine = {player: n for player, n in ruling.facts["counts"].items() if player == viewer}
        return replace(ruling, facts={**ruling.facts, "counts": mine})
    return ruling


# The log


def tell(event: Event, ruling: Ruling, viewer: str | None) -> Say:
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


def _tell_power(event: Power, viewer: str | None) -> Say:
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


def _tell_declare(event: Declare, ruling: Ruling) -> Say:
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


def _tell_block(event: Block, ruling: Ruling) -> Say:
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
        "level": setup.level,
        "number": now.number if now else None,
        "over": state.won is not None,
        "box": bool(setup.constraints),
        "teams": [_team(state, number) for number in range(len(setup.teams))],
        "players": [_player(setup, now, player) for player in setup.players],
        "mine": _mine(setup, now, viewer) if now and viewer and secret(state) else None,
    }


def _team(state: State, number: int) -> dict[str, Any]:
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
        "stops": _stops(setup, now, player),
        "three": now is not None and player in now.thefts,
        "waiting": sum(put.by == player for put in now.announced) if now else 0,
    }


def _stops(setup: Setup, now: Round | None, player: str) -> list[dict[str, str]]:
    lie = now.stops.get(player, ()) if now else ()
    return [{"stop": stop, "forbids": setup.forbids[stop]} for stop in lie]


def _mine(setup: Setup, now: Round, viewer: str) -> dict[str, Any]:
    """The constraint and the number that apply to `viewer`, and the powers put face down, one that
    was lifted too: that it was his would tell what waits for others."""
    held = now.held.get(viewer)
    found = line(setup, now, viewer)
    return {
        "constraint": msgspec.to_builtins(found) if found else None,
        "card": held if isinstance(held, int) else None,
        "number": now.numbers.get(viewer),
        "powers": [{"power": put.power, "on": put.on} for put in now.announced if put.by == viewer],
    }


def title(state: State) -> Say:
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
    if state.now is None:
        begin = say("Start round {n}", n=state.started + 1)
        if state.setup.level == 1:
            return [Offer(label=begin, event=StartRound(), main=True), tick]
        return [Offer(label=begin, sheet="start_round", main=True), tick]
    out = [
        Offer(label=say("Declare"), sheet="declare", main=True),
        Offer(label=say("BLOCK"), sheet="block"),
        Offer(label=say("New lead"), event=Lead()),
        Offer(label=say("STOP"), sheet="stop"),
        Offer(label=say("Power"), sheet="power"),
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
                    label=say("{viewer}'s constraint", viewer=viewer), sheet="constraint", fill=fill
                )
            )
            for delta, label in (
                (1, say("{viewer} plays a +1", viewer=viewer)),
                (-1, say("{viewer} plays a −1", viewer=viewer)),
            ):
                shift = Shift(viewer, delta)  # type: ignore[arg-type]
                if play.judge(state, shift).verdict == LEGAL:
                    out.append(Offer(label=label, event=shift, more=True))
    return [*out, tick]


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


# Entry sheets


def sheet(state: State, viewer: str | None, name: str, draft: Mapping[str, Any]) -> dict[str, Any]:
    """What an entry sheet shows: `declare`, `hand` (one's own, before the shout), `block`, `stop`,
    `power`, `constraint`, `start_round`, `score_box`. A card of a draft may still lack a feature,
    a question mark in its place: `earth-yellow-?`."""
    setup, now = state.setup, state.now
    by = _known(draft.get("by"), setup.team) or _known(viewer, setup.team)
    out: dict[str, Any] = {"by": by, "players": list(setup.players), "level": setup.level}
    if name in ("declare", "hand"):
        out |= _declare_sheet(setup, now, name, by, draft)
        if name == "declare" and by:
            team = setup.team[by]
            out["free"] = {level: open_boxes(state, team, level) for level in LEVELS[setup.level]}
    elif name == "block" and now:
        out |= _block_sheet(state, now, by, draft)
    elif name in ("stop", "power"):
        mine = setup.team[by] if by else None
        out["opponents"] = [p for p in setup.players if by and setup.team[p] != mine]
        out["partner"] = setup.partner[by] if by else None
        out["stops"] = {p: _stops(setup, now, p) for p in setup.players}
        out["aimed"] = sorted(AIMED)
        out["delayed"] = sorted(DELAYED)
    elif name == "constraint":
        out["cards"] = len(setup.constraints)
        out["mine"] = _mine(setup, now, viewer) if now and viewer and viewer == by else None
    elif name == "score_box":
        out["teams"] = [_team(state, number) for number in range(len(setup.teams))]
    return out


def _declare_sheet(
    setup: Setup, now: Round | None, name: str, by: str | None, draft: Mapping[str, Any]
) -> dict[str, Any]:
    """Whose cards are to be put in, four slots each, and what they have in common so far."""
    call = _known(draft.get("call"), CALLS)
    if name == "hand":
        concerned = [by] if by else []
    elif by is None or call is None:
        concerned = []
    elif call not in ("zig", "zag"):
        concerned = list(setup.teams[setup.team[by]])
    elif setup.readings["self_declare"] == "yes" and by in _dict(draft.get("hands")):
        concerned = [by]
    else:
        concerned = [setup.partner[by]]
    hands = [_hand(setup, now, p, _dict(draft.get("hands")).get(p), HAND) for p in concerned]
    return {
        "call": call,
        "hands": hands,
        "ready": bool(hands) and all(hand["ready"] for hand in hands),
    }


def _block_sheet(
    state: State, now: Round, by: str | None, draft: Mapping[str, Any]
) -> dict[str, Any]:
    """The slots of each member of the suspected team."""
    setup = state.setup
    on = _known(draft.get("on"), setup.team)
    team = setup.teams[setup.team[on]] if on else ()
    shown = _dict(draft.get("shown"))
    hands = [_hand(setup, now, p, shown.get(p), block.asked(state, now, p)) for p in team]
    return {
        "on": on,
        "teams": [list(t) for t in setup.teams if by not in t],
        "hands": hands,
        "ready": bool(hands) and all(hand["ready"] for hand in hands),
    }


def _known(value: Any, among: Mapping[str, Any]) -> str | None:
    return value if isinstance(value, str) and value in among else None


def _dict(value: Any) -> Mapping[str, Any]:
    return value if isinstance(value, Mapping) else {}


def _hand(setup: Setup, now: Round | None, player: str, cards: Any, slots: int) -> dict[str, Any]:
    """The slots of one player, as far as they are filled, and each feature: the value most cards
    share so far, on how many, whether it runs through all, whether a STOP forbids it."""
    given = list(cards[:slots]) if isinstance(cards, (list, tuple)) else []
    filled = [_slot(card) for card in (*given, *[None] * (slots - len(given)))]
    forbidden = {stop["forbids"] for stop in _stops(setup, now, player)}
    shared = []
    for feature, values in VALUES.items():
        counts = {v: sum(slot[feature] in (v, JOKER) for slot in filled) for v in values}
        best = max(counts, key=lambda v: counts[v])
        shared.append(
            {
                "feature": feature,
                "value": best if counts[best] else None,
                "count": counts[best],
                "all": counts[best] == slots,
                "stopped": feature in forbidden,
            }
        )
    return {
        "player": player,
        "slots": filled,
        "ready": all(None not in slot.values() for slot in filled),
        "shared": shared,
        "stops": _stops(setup, now, player),
        "three": now is not None and player in now.thefts,
    }


def _slot(card: Any) -> dict[str, str | None]:
    """A card's value in each feature, None where it is not put in; `joker` in all for a joker."""
    if card == JOKER:
        return dict.fromkeys(VALUES, JOKER)
    words = card.split("-") if isinstance(card, str) else []
    words += [""] * (len(VALUES) - len(words))
    return {
        feature: word if word in values else None
        for (feature, values), word in zip(VALUES.items(), words, strict=False)
    }
