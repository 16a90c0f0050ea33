"""What the hands of a declaration are worth (zigzag/next), what is wrong with it, and which box it
ticks (zigzag/declare, zigzag/level-3).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from referee.core import Fault, Message, PlayerKey, plural, say
from referee.games.zigzag.cards import HAND, MARKS, card_name, claimed, features
from referee.games.zigzag.constraints import checkable_line
from referee.games.zigzag.hands import (
    combination,
    impossible_cards,
    most_common,
    stop_readings,
    stopped,
)
from referee.games.zigzag.rules import CONSTRAINT, STOP, THEFT, THEFT_UNTIL, no_such_level
from referee.games.zigzag.scorecard import is_open, open_boxes
from referee.games.zigzag.state import Round, State, TableOptions
from referee.games.zigzag.words import CALLS, names, shared_values

if TYPE_CHECKING:
    from referee.games.zigzag.actions.declare.event import Declare

NEEDS = {
    "zig": (1, 1),
    "zag": (2, 2),
    "double-zig": (1, 1),
    "zig-zag": (1, 2),
    "double-zag": (2, 2),
}
"""How many common features each hand of a call takes, and how many the better of the two."""

SINGLE = ("zig", "zag")
"""The calls that rest on one hand."""

NEXT = "zigzag/next"
DOUBLE_ZAG = "zigzag/declare.double-zag"


class HandValue(NamedTuple):
    """What a hand is worth: the `bits` on which it agrees, those `lost` to STOPs; and the least
    and the most features it can have, by the cards (`plain`) and by the constraint (`bound`)."""

    bits: int
    lost: int
    plain: tuple[int, int]
    bound: tuple[int, int]


class Reach(NamedTuple):
    """Whether hands make a call: `surely`, as little as they may be worth; `perhaps`, at best."""

    surely: bool
    perhaps: bool


class ParsedCall(NamedTuple):
    """A declaration in the running round `now`; `concerned` are the players whose hands it rests
    on, `shown` those of whom cards, or what they share, are shown, `values` what the hands of all
    of them are worth; `plain` and `bound`: whether they make the call, by the cards alone and by
    the constraints."""

    state: State
    options: TableOptions
    now: Round
    event: Declare
    concerned: tuple[PlayerKey, ...]
    shown: tuple[PlayerKey, ...]
    values: dict[PlayerKey, HandValue]
    plain: Reach
    bound: Reach

    def unmet(self) -> list[PlayerKey]:
        """Return whose constraint is not met by cards that make the call without it: in a ZIG-ZAG
        both players, for who falls short would tell how much of a hand counts."""
        if self.event.call == "zig-zag":
            return [*self.concerned]
        least, _ = NEEDS[self.event.call]
        return [player for player in self.concerned if self.values[player].bound[1] < least]

    def facts(self) -> dict[str, object]:
        """Return what is common in the hands that are shown, and how many features count, on level
        2 by the constraint; None if that is not known."""
        counts: dict[PlayerKey, int | None] = {}
        for player in self.shown:
            value = self.values[player]
            least, most = value.bound if self.options.level == 2 else value.plain
            counts[player] = least if least == most else None
        common = {player: list(features(self.values[player].bits)) for player in self.shown}
        return {"common": common, "counts": counts}


def parsed(state: State, now: Round, event: Declare) -> ParsedCall:
    """Return what the hands of `event` are worth."""
    options, shown = state.options, event.shown
    concerned = _concerned(options, event, shown)
    values = {
        player: _value(options, now, player, event)
        for player in dict.fromkeys((*shown, *concerned))
    }
    hands = [values[player] for player in concerned]
    plain = bound = _reach(event.call, [hand.plain for hand in hands])
    if options.level > 1:
        bound = _reach(event.call, [hand.bound for hand in hands])
    return ParsedCall(state, options, now, event, concerned, shown, values, plain, bound)


def _concerned(
    options: TableOptions, event: Declare, shown: tuple[PlayerKey, ...]
) -> tuple[PlayerKey, ...]:
    """Whose hands the call rests on: for a ZIG or ZAG that of the partner, or (reading
    `self_declare`) of whoever of the two shows one; else both."""
    by = event.by
    if event.call not in SINGLE:
        return options.members(by)
    partner = options.partner[by]
    if options.readings["self_declare"] == "no" or partner in shown:
        return (partner,)
    return (by,) if by in shown else (partner, by)


def _reach(call: str, counts: list[tuple[int, int]]) -> Reach:
    """Whether hands that have (at least, at most) so many features make the call."""
    least, better = NEEDS[call]
    worst, best = zip(*counts, strict=True)
    if call in SINGLE:  # of two that may hold it one is enough
        return Reach(max(worst) >= least, max(best) >= least)
    return Reach(
        min(worst) >= least and max(worst) >= better, min(best) >= least and max(best) >= better
    )


def _value(options: TableOptions, now: Round, player: PlayerKey, event: Declare) -> HandValue:
    """What a hand is worth. Of one of which it is said what its cards share that alone counts, less
    what the cards lack that are shown against it; of one not shown, what the others leave it."""
    claim, hand = event.claims.get(player), event.hands.get(player)
    constraint = checkable_line(options, now, player) if options.level > 1 else None
    if claim is None and hand is None:
        seen = [card for cards in event.hands.values() for card in cards]
        most = met = most_common(options, now, player, seen, None)
        if constraint:
            met = most_common(options, now, player, seen, constraint)
        return HandValue(0, 0, (0, most), (0, met))
    if claim is None:
        bits = combination(now, player, hand or ())
    else:
        bits = 0 if player in now.thefts else claimed(claim)
        for card in event.exceptions.get(player, ()):
            bits &= MARKS[card]
    gone = stopped(options, now, player) if player in now.stops else 0
    lost = bits & gone
    bits ^= lost
    count = len(features(bits))
    plain = bound = (count, count)
    if options.level > 1 and not constraint:
        bound = (0, count)
    elif constraint and claim is not None:
        bound = constraint.count_claimed(bits, gone)
    elif constraint:
        met = constraint.count(bits, hand or ())
        bound = (met, met)
    return HandValue(bits, lost, plain, bound)


def impossible(call: ParsedCall) -> list[Fault]:
    """Find what cannot be, though it is no mistake in the declaration."""
    event, options, stolen = call.event, call.options, call.now.thefts
    faults = []
    if event.box_level and event.box_level not in options.levels:
        faults.append(no_such_level(event.box_level))
    others = [player for player in call.shown if player not in call.concerned]
    if others:
        faults.append(_other_hands(call, others))
    faults += impossible_cards(options, {**event.hands, **event.exceptions})
    for player, hand in event.hands.items():
        if player not in stolen or len(hand) != HAND:
            continue
        four = (
            say(
                "{player} plays with three cards until the round ends, but shows four.",
                player=player,
            )
            if options.keeps_thefts
            else say(
                "{player} plays with three cards until the next lead, but shows four.",
                player=player,
            )
        )
        faults.append(Fault((THEFT,), four, readings=_rests_on_theft(options)))
    return faults


def _rests_on_theft(options: TableOptions) -> tuple[str, ...]:
    """The reading by which a theft may lie there still after a lead."""
    return THEFT_UNTIL if options.keeps_thefts else ()


def _other_hands(call: ParsedCall, others: list[PlayerKey]) -> Fault:
    """Find that hands of `others` are shown, on which the call does not rest."""
    event, named = call.event, CALLS[call.event.call]
    if call.shown == (event.by,):
        own = say(
            "{by} holds the {call}, so {partner} must declare it.",
            by=event.by,
            call=named,
            partner=call.options.partner[event.by],
        )
        return Fault((NEXT, "zigzag/aim"), own, readings=("self_declare",))
    foreign = say(
        "{by}'s {call} needs {concerned}'s cards, not {others}'s.",
        call=named,
        by=event.by,
        concerned=names(call.concerned),
        others=names(others),
    )
    return Fault((NEXT,), foreign)


def too_little(call: ParsedCall) -> Fault:
    """Find why the cards do not make the call: the mistake. What a constraint asks is not told."""
    event, values, named = call.event, call.values, CALLS[call.event.call]
    if call.plain.perhaps:
        unmet = call.unmet()
        reason = plural(
            "The cards make a {call}, but do not meet {players}'s constraint.",
            "The cards make a {call}, but do not meet {players}'s constraints.",
            len(unmet),
            call=named,
            players=names(unmet),
        )
        return Fault((CONSTRAINT,), reason)
    least, _ = NEEDS[event.call]
    short = next((player for player in call.concerned if values[player].plain[1] < least), None)
    if short is None:
        one_each = say(
            "{players}'s cards each share only one feature: no ZAG.", players=names(call.concerned)
        )
        return Fault((NEXT,), one_each)
    if short in call.now.thefts:
        return _three_cards(call, short)
    if short not in call.shown:
        hidden = say(
            "Whatever {player} holds, the STOPs there rule out a {call}.", player=short, call=named
        )
        return Fault((STOP,), hidden, readings=stop_readings(call.now, short))
    return Fault((NEXT,), _short_hand(call, short))


def _three_cards(call: ParsedCall, player: PlayerKey) -> Fault:
    named = CALLS[call.event.call]
    three = (
        say(
            "{player} plays with three cards until the round ends, but the {call} takes four.",
            player=player,
            call=named,
        )
        if call.options.keeps_thefts
        else say(
            "{player} plays with three cards until the next lead, but a {call} needs four.",
            player=player,
            call=named,
        )
    )
    return Fault((THEFT,), three, readings=_rests_on_theft(call.options))


def _short_hand(call: ParsedCall, player: PlayerKey) -> Message:
    """What is wrong with a hand, or with what its cards are said to share."""
    event, value, named = call.event, call.values[player], CALLS[call.event.call]
    said = claimed(event.claims.get(player, ()))
    for card in event.exceptions.get(player, ()):
        if lacking := said & ~MARKS[card]:
            return say(
                "{player}'s cards do not all have {lacking}: one is a {card}. No {call}.",
                player=player,
                lacking=shared_values(lacking),
                card=card_name(card),
                call=named,
            )
    if not said and (shown := len(event.hands[player])) != HAND:
        return plural(
            "{player} shows {n} card, but a {call} needs four.",
            "{player} shows {n} cards, but a {call} needs four.",
            shown,
            player=player,
            call=named,
        )
    if value.lost:
        return plural(
            "{player}'s cards share {lost}, but a STOP rules it out: no {call}.",
            "{player}'s cards share {lost}, but STOPs rule out both: no {call}.",
            len(features(value.lost)),
            player=player,
            lost=shared_values(value.lost),
            call=named,
        )
    if value.bits:
        return say(
            "{player}'s four cards share {shared} and nothing else: no {call}.",
            player=player,
            shared=shared_values(value.bits),
            call=named,
        )
    return say(
        "{player}'s four cards have nothing in common: no {call}.", player=player, call=named
    )


BoxAt = tuple[int, str]
"""A level, and a box of it."""


class Outcome(NamedTuple):
    """What becomes of a declaration: `ticked` is the box it ticks if it is in effect, `faults` what
    is wrong, `is_mistake` whether the declaration itself is; `is_open`: nothing is wrong, but what
    is known does not settle it."""

    ticked: BoxAt | None
    faults: list[Fault]
    is_mistake: bool = False
    is_open: bool = False


def outcome(call: ParsedCall) -> Outcome:
    """Return what becomes of `call`."""
    event, played = call.event, call.options.level
    reach = call.bound if played == 2 else call.plain
    faults = impossible(call)
    is_mistake = not faults and not reach.perhaps
    if is_mistake:
        faults = [too_little(call)]
    if faults:
        stated = played if played < 3 else event.box_level or 1
        box = _box(call, stated)
        return Outcome(None if isinstance(box, str) else box, faults, is_mistake)
    levels = possible_levels(call)
    boxes = [_box(call, level) for level in levels]
    box, is_settled = boxes[-1], boxes[0] == boxes[-1]
    if box == "full" and is_settled:
        return Outcome(None, [_no_free_box(call)])
    is_open = not (reach.surely and is_settled) or box == "which"
    return Outcome(None if isinstance(box, str) else box, [], is_open=is_open)


def _no_free_box(call: ParsedCall) -> Fault:
    """Find that the box that was chosen is full, though others are not."""
    event = call.event
    assert event.tick
    full = say(
        "{by}'s team has no free {box} box, but has others to choose from.",
        by=event.by,
        box=CALLS[event.tick],
    )
    return Fault((DOUBLE_ZAG,), full)


def possible_levels(call: ParsedCall) -> tuple[int, ...]:
    """Return the levels whose box a correct declaration may tick, as far as is known."""
    if call.options.level < 3:
        return call.options.levels
    if call.event.box_level == 1 or not call.bound.perhaps:
        return (1,)
    return (2,) if call.bound.surely else (1, 2)


def _box(call: ParsedCall, level: int) -> BoxAt | str:
    """The box that is ticked if the declaration goes to `level`; or that `none` is free, that the
    one chosen is `full` though others are not, or that it is not said `which`."""
    state, event = call.state, call.event
    team = call.options.team[event.by]
    if event.call != "double-zag":
        return (level, event.call) if is_open(state, team, level, event.call) else "none"
    free = open_boxes(state, team, level)
    if not free:
        return "none"
    if event.tick:
        return (level, event.tick) if event.tick in free else "full"
    return (level, free[0]) if len(free) == 1 else "which"
