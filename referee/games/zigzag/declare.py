"""Declarations: is it a ZIG, and which box is ticked (zigzag/next, zigzag/declare)?"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from referee.core import ILLEGAL, LEGAL, UNDECIDED, Message, Ruling, plural, say
from referee.core.ruling import Verdict
from referee.games.zigzag.cards import JOKER, features
from referee.games.zigzag.events import Declare
from referee.games.zigzag.rules import (
    HAND,
    Fault,
    combination,
    impossible,
    known_constraint,
    most,
    stop_readings,
    stopped,
    within,
)
from referee.games.zigzag.scoring import end_round, is_open, last_box, open_boxes
from referee.games.zigzag.state import LEVELS, Round, State
from referee.games.zigzag.words import CALLS, names, shared_values

NEEDS = {
    "zig": (1, 1),
    "zag": (2, 2),
    "double-zig": (1, 1),
    "zig-zag": (1, 2),
    "double-zag": (2, 2),
}
"""How many common features each hand of a call takes, and how many the better of the two."""

SINGLE = ("zig", "zag")


class Worth(NamedTuple):
    """What a hand is worth: the `bits` on which it agrees, those `lost` to STOPs; and the least
    and the most features it can have, by the cards (`plain`) and by the constraint (`bound`)."""

    bits: int
    lost: int
    plain: tuple[int, int]
    bound: tuple[int, int]


class Shout(NamedTuple):
    """A declaration in the running round `now`; `concerned` are the players whose hands it rests
    on, `worth` what those hands and all that are shown are worth."""

    state: State
    now: Round
    event: Declare
    concerned: tuple[str, ...]
    worth: dict[str, Worth]


class Outcome(NamedTuple):
    """What becomes of a declaration: `ticked` is the (level, box) it ticks if it is in effect,
    `fault` what is wrong, `mistake` whether the declaration itself is."""

    verdict: Verdict
    ticked: tuple[int, str] | None
    fault: Fault | None = None
    mistake: bool = False


def judge(state: State, now: Round, event: Declare) -> Ruling:
    """The ruling on a declaration in the running round `now`."""
    shout = _hear(state, now, event)
    outcome = _weigh(shout)
    in_effect = outcome.verdict == LEGAL or event.stands
    change: tuple[str, ...] = ()
    effects: tuple[Message, ...] = ()
    readings = _bearing_readings(shout)
    if in_effect:
        effects = _round_over(shout, outcome.ticked)
    elif outcome.mistake:
        change, effects = _change(shout)
        readings += ("mistake_change",)
    if outcome.fault:
        reason = outcome.fault.reason
        readings += outcome.fault.readings
    else:
        reason = _right(shout) if outcome.verdict == LEGAL else _open(shout)
    ends = in_effect and outcome.ticked and last_box(state, state.setup.team[event.by])
    rules = (*_rules(shout, outcome), *(("zigzag/end",) if ends else ()))
    facts = {
        "common": {player: list(features(shout.worth[player].bits)) for player in event.hands},
        "counts": {player: _count(shout, player) for player in event.hands},
        "mistake": outcome.mistake,
        "ticked": list(outcome.ticked) if in_effect and outcome.ticked else None,
        "round_over": in_effect,
        "change": list(change),
    }
    return Ruling(
        outcome.verdict,
        tuple(dict.fromkeys(rules)),
        reason,
        effects,
        tuple(dict.fromkeys(readings)),
        facts,
        _allowed(shout) if outcome.verdict == UNDECIDED else None,
    )


def apply(state: State, now: Round, event: Declare) -> State:
    """The state after a declaration that is in effect: a box is ticked, the round is over."""
    ticked = _weigh(_hear(state, now, event)).ticked
    return end_round(state, state.setup.team[event.by], ticked)


# What the hands are worth


def _hear(state: State, now: Round, event: Declare) -> Shout:
    concerned = _concerned(state, event)
    worth = {p: _shown(state, now, p, hand) for p, hand in event.hands.items()}
    for player in concerned:
        if player not in worth:
            worth[player] = _hidden(state, now, player, event)
    return Shout(state, now, event, concerned, worth)


def _concerned(state: State, event: Declare) -> tuple[str, ...]:
    """Whose hands the call rests on: for a ZIG or ZAG that of the partner, or (reading
    `self_declare`) of whoever of the two shows one; else both."""
    setup, by = state.setup, event.by
    if event.call not in SINGLE:
        return setup.teams[setup.team[by]]
    partner = setup.partner[by]
    if setup.readings["self_declare"] == "no":
        return (partner,)
    return tuple(p for p in (partner, by) if p in event.hands)[:1] or (partner, by)


def _shown(state: State, now: Round, player: str, hand: tuple[str, ...]) -> Worth:
    bits = combination(now, player, hand)
    lost = bits & stopped(state.setup, now, player)
    bits ^= lost
    count = len(features(bits))
    plain = bound = (count, count)
    if state.setup.level > 1:
        constraint = known_constraint(state.setup, now, player)
        met = within(constraint, bits, hand) if constraint else 0
        bound = (met, met if constraint else count)
    return Worth(bits, lost, plain, bound)


def _hidden(state: State, now: Round, player: str, event: Declare) -> Worth:
    seen = [card for hand in event.hands.values() for card in hand]
    plain = most(state.setup, now, player, seen, None)
    constraint = known_constraint(state.setup, now, player) if state.setup.level > 1 else None
    bound = most(state.setup, now, player, seen, constraint) if constraint else plain
    return Worth(0, 0, (0, plain), (0, bound))


def _reaches(shout: Shout, *, bound: bool, best: bool) -> bool:
    """Whether the hands make the call, at their `best` or at their worst, by the cards alone or
    `bound` by the constraints."""
    hands = [shout.worth[player] for player in shout.concerned]
    counts = [(hand.bound if bound else hand.plain)[best] for hand in hands]
    least, better = NEEDS[shout.event.call]
    if shout.event.call in SINGLE:  # of two that may hold it one is enough
        return max(counts) >= least
    return min(counts) >= least and max(counts) >= better


def _count(shout: Shout, player: str) -> int | None:
    worth = shout.worth[player]
    if shout.state.setup.level != 2:
        return worth.plain[0]
    return worth.bound[0] if worth.bound[0] == worth.bound[1] else None


# Verdict and box


def _weigh(shout: Shout) -> Outcome:
    state, event = shout.state, shout.event
    played = state.setup.level
    faults = list(_faults(shout))
    if faults:
        return Outcome(ILLEGAL, _tick(shout, _stated(event, played, 1)), _together(faults))
    if not _reaches(shout, bound=played == 2, best=True):
        return Outcome(ILLEGAL, _tick(shout, _stated(event, played, 1)), _short(shout), True)
    levels = _levels(shout)
    boxes = {_box(shout, level) for level in levels}
    level = levels[0] if len(levels) == 1 else _stated(event, played, 2)
    if boxes == {"full"}:
        return Outcome(ILLEGAL, _tick(shout, level), _full(shout))
    known = _reaches(shout, bound=played == 2, best=False) and len(boxes) == 1
    verdict = LEGAL if known and boxes != {"which"} else UNDECIDED
    return Outcome(verdict, _tick(shout, level), None)


def _levels(shout: Shout) -> tuple[int, ...]:
    """The levels whose box a correct declaration may tick, as far as is known (zigzag/level-3)."""
    played = shout.state.setup.level
    if played < 3:
        return LEVELS[played]
    if shout.event.box_level == 1 or not _reaches(shout, bound=True, best=True):
        return (1,)
    return (2,) if _reaches(shout, bound=True, best=False) else (1, 2)


def _stated(event: Declare, played: int, otherwise: int) -> int:
    """The level of the box where the cards do not settle it: the one stated, or `otherwise`."""
    return played if played < 3 else event.box_level or otherwise


def _box(shout: Shout, level: int) -> tuple[int, str] | str:
    """The (level, box) that is ticked if the declaration goes to `level`; or that `none` is free,
    that the one chosen is `full` though others are not, or that it is not said `which`."""
    state, event = shout.state, shout.event
    team = state.setup.team[event.by]
    if event.call != "double-zag":
        return (level, event.call) if is_open(state, team, level, event.call) else "none"
    free = open_boxes(state, team, level)
    if not free:
        return "none"
    if event.tick:
        return (level, event.tick) if event.tick in free else "full"
    return (level, free[0]) if len(free) == 1 else "which"


def _tick(shout: Shout, level: int) -> tuple[int, str] | None:
    box = _box(shout, level)
    return None if isinstance(box, str) else box


# What is wrong


def _faults(shout: Shout) -> Iterator[Fault]:
    """What cannot be, though it is no mistake in the declaration."""
    state, now, event, concerned, _ = shout
    if event.box_level and event.box_level not in LEVELS[state.setup.level]:
        yield no_such_level(event.box_level)
    others = [player for player in event.hands if player not in concerned]
    if others == [event.by] and len(event.hands) == 1:
        yield Fault(
            ("zigzag/next", "zigzag/aim"),
            say(
                "{by} shows the {call}, so it is for {partner} to declare it.",
                by=event.by,
                call=CALLS[event.call],
                partner=state.setup.partner[event.by],
            ),
            ("self_declare",),
        )
    elif others:
        yield Fault(
            ("zigzag/next",),
            say(
                "The {call} of {by} rests on the cards of {concerned}, not on those of {others}.",
                call=CALLS[event.call],
                by=event.by,
                concerned=names(concerned),
                others=names(others),
            ),
        )
    yield from impossible(state.setup, event.hands)
    for player, hand in event.hands.items():
        if len(hand) == HAND and player in now.thefts:
            yield Fault(
                ("zigzag/power.theft",),
                say(
                    "{player} plays with three cards until the next lead, and shows four.",
                    player=player,
                ),
            )


def no_such_level(level: int) -> Fault:
    """A box of a level that is not played."""
    return Fault(
        ("zigzag/level-3", "zigzag/end"),
        say("In this game the scorecard has no boxes of level {level}.", level=level),
    )


def _together(faults: list[Fault]) -> Fault:
    """All that is wrong: the first in words, the clauses and readings of all."""
    return Fault(
        tuple(rule for fault in faults for rule in fault.rules),
        faults[0].reason,
        tuple(reading for fault in faults for reading in fault.readings),
    )


def _full(shout: Shout) -> Fault:
    assert shout.event.tick
    return Fault(
        ("zigzag/declare.double-zag",),
        say(
            "{by}'s team has no free {box} box, and has others to choose from.",
            by=shout.event.by,
            box=CALLS[shout.event.tick],
        ),
    )


def _short(shout: Shout) -> Fault:
    """Why the cards do not make the call."""
    event, worth = shout.event, shout.worth
    call, players = CALLS[event.call], names(shout.concerned)
    if _reaches(shout, bound=False, best=True):
        return _outside(shout)
    least, _ = NEEDS[event.call]
    short = [player for player in shout.concerned if worth[player].plain[1] < least]
    if not short:
        return Fault(
            (), say("The cards of {players} share one feature each: no ZAG.", players=players)
        )
    player = short[0]
    if player in shout.now.thefts:
        return Fault(
            ("zigzag/power.theft",),
            say(
                "{player} plays with three cards until the next lead, and the {call} takes four.",
                player=player,
                call=call,
            ),
        )
    if player not in event.hands:
        return Fault(
            ("zigzag/stop",),
            say(
                "Whatever {player} holds, the STOPs there leave no {call}.",
                player=player,
                call=call,
            ),
            stop_readings(shout.now, player),
        )
    return Fault((), _too_little(shout, player))


def _outside(shout: Shout) -> Fault:
    """The cards make the call, but not as the constraints ask. What they ask is not told, nor, in
    a ZIG-ZAG, who falls short: it would tell how much of a hand counts."""
    event, least = shout.event, NEEDS[shout.event.call][0]
    unmet = list(shout.concerned)
    if event.call != "zig-zag":
        unmet = [player for player in unmet if shout.worth[player].bound[1] < least]
    return Fault(
        ("zigzag/constraint",),
        plural(
            "The cards make a {call}, but do not meet the constraint of {players}.",
            "The cards make a {call}, but do not meet the constraints of {players}.",
            len(unmet),
            call=CALLS[event.call],
            players=names(unmet),
        ),
    )


def _too_little(shout: Shout, player: str) -> Message:
    hand, worth = shout.event.hands[player], shout.worth[player]
    call = CALLS[shout.event.call]
    if len(hand) != HAND:
        return plural(
            "{player} shows {n} card, and the {call} takes four.",
            "{player} shows {n} cards, and the {call} takes four.",
            len(hand),
            player=player,
            call=call,
        )
    if worth.lost:
        return plural(
            "{player}'s cards share {lost}, and a STOP forbids it: no {call}.",
            "{player}'s cards share {lost}, and STOPs forbid both: no {call}.",
            len(features(worth.lost)),
            player=player,
            lost=shared_values(worth.lost),
            call=call,
        )
    if worth.bits:
        return say(
            "{player}'s four cards share {shared} and nothing else: no {call}.",
            player=player,
            shared=shared_values(worth.bits),
            call=call,
        )
    return say("{player}'s four cards have nothing in common: no {call}.", player=player, call=call)


# In words


def _right(shout: Shout) -> Message:
    event, worth = shout.event, shout.worth
    call = CALLS[event.call]
    if event.call in SINGLE:
        (player,) = shout.concerned
        return say(
            "{player} has a {call}: {shared}.",
            player=player,
            call=call,
            shared=shared_values(worth[player].bits),
        )
    one, other = shout.concerned
    return say(
        "A {call}: {one} has {shared}; {other} has {also}.",
        call=call,
        one=one,
        shared=shared_values(worth[one].bits),
        other=other,
        also=shared_values(worth[other].bits),
    )


def _open(shout: Shout) -> Message:
    """What is not known."""
    event, level = shout.event, shout.state.setup.level
    call = CALLS[event.call]
    hidden = [player for player in shout.concerned if player not in event.hands]
    if hidden:
        return plural(
            "The {call} rests on the cards of {players}, which are not shown.",
            "The {call} rests on a hand of {players}, and none is shown.",
            len(hidden) if event.call in SINGLE else 1,
            call=call,
            players=names(hidden),
        )
    unknown = [
        player
        for player in shout.concerned
        if shout.worth[player].bound[0] < shout.worth[player].bound[1]
    ]
    if unknown and (level == 2 or len(_levels(shout)) > 1):
        return plural(
            "Whether the cards meet the constraint of {players} is not known.",
            "Whether the cards meet the constraints of {players} is not known.",
            len(unknown),
            players=names(unknown),
        )
    return say("It is not said which box the {call} ticks.", call=call)


def _allowed(shout: Shout) -> Message | None:
    if any(player not in shout.event.hands for player in shout.concerned):
        return None
    if len(_levels(shout)) > 1:
        return say("A level 1 box can be ticked without the constraint.")
    if shout.event.call == "double-zag" and not shout.event.tick:
        team = shout.state.setup.team[shout.event.by]
        free = open_boxes(shout.state, team, _levels(shout)[0])
        return say("Free are {boxes}.", boxes=[CALLS[box] for box in free])
    return None


def _round_over(shout: Shout, ticked: tuple[int, str] | None) -> tuple[Message, ...]:
    state, event = shout.state, shout.event
    number = state.setup.team[event.by]
    team = names(state.setup.teams[number])
    if ticked is None:
        box = say("No box is ticked for {team}.", team=team)
    elif state.setup.level == 3:
        box = say(
            "The level {level} box {box} is ticked for {team}.",
            level=ticked[0],
            box=CALLS[ticked[1]],
            team=team,
        )
    else:
        box = say("The box {box} is ticked for {team}.", box=CALLS[ticked[1]], team=team)
    if ticked and last_box(state, number):
        return box, say("The scorecard of {team} is complete: they win.", team=team)
    return box, say("The round is over.")


def _change(shout: Shout) -> tuple[tuple[str, ...], tuple[Message, ...]]:
    """Who throws cards away after a mistake (reading `mistake_change`), and that in words."""
    setup, event = shout.state.setup, shout.event
    team = setup.teams[setup.team[event.by]]
    if setup.readings["mistake_change"] == "shown":
        team = tuple(player for player in team if player in event.hands)
    said = plural(
        "{players} throws the cards away and draws four.",
        "{players} throw their cards away and draw four.",
        len(team),
        players=names(team),
    )
    return team, (said,) if team else ()


def _rules(shout: Shout, outcome: Outcome) -> tuple[str, ...]:
    """All clauses that the ruling rests on."""
    state, now, event = shout.state, shout.now, shout.event
    level = state.setup.level
    rules = ["zigzag/declare", *(["zigzag/level-3"] if level == 3 else []), "zigzag/next"]
    if event.call == "double-zag":
        rules.append("zigzag/declare.double-zag")
    if outcome.fault:
        rules += outcome.fault.rules
    for player in shout.concerned:
        hand = event.hands.get(player)
        hidden = hand is None and outcome.mistake and player in now.stops
        if shout.worth[player].lost or hidden:
            rules.append("zigzag/stop")
        if player in now.thefts:
            rules.append("zigzag/power.theft")
        if hand is not None and len(hand) != HAND:
            rules.append("zigzag/hand")
        if hand and JOKER in hand:
            rules.append("zigzag/joker")
    if level > 1 and event.box_level != 1 and _reaches(shout, bound=False, best=True):
        rules.append("zigzag/constraint")
    return tuple(rules)


def _bearing_readings(shout: Shout) -> tuple[str, ...]:
    event, out = shout.event, []
    if event.call in SINGLE and [*event.hands] == [event.by]:
        out.append("self_declare")
    for player in shout.concerned:
        if shout.worth[player].lost:
            out += stop_readings(shout.now, player)
    return tuple(out)
