"""What is wrong with a declaration. Nothing here tells what a constraint asks."""

from __future__ import annotations

from collections.abc import Iterator

from referee.core import Fault, Message, plural, say
from referee.games.zigzag.actions.declare.value import NEEDS, ParsedCall
from referee.games.zigzag.cards import HAND, features
from referee.games.zigzag.hands import impossible_cards, stop_readings
from referee.games.zigzag.rules import (
    CONSTRAINT,
    STOP,
    THEFT,
    THEFT_UNTIL,
    no_such_level,
    until_round_ends,
)
from referee.games.zigzag.words import CALLS, names, shared_values

NEXT = "zigzag/next"
DOUBLE_ZAG = "zigzag/declare.double-zag"


def impossible(call: ParsedCall) -> Iterator[Fault]:
    """Find what cannot be, though it is no mistake in the declaration."""
    event, options = call.event, call.options
    if event.box_level and event.box_level not in options.levels:
        yield no_such_level(event.box_level)
    yield from _other_hands(call)
    yield from impossible_cards(options, event.hands)
    for player, hand in event.hands.items():
        if len(hand) == HAND and player in call.now.thefts:
            four = say(
                "{player} plays with three cards until the next lead, but shows four.",
                player=player,
            )
            if until_round_ends(options):
                four = say(
                    "{player} plays with three cards until the round ends, but shows four.",
                    player=player,
                )
            yield Fault((THEFT,), four, readings=_rests_on_theft(call))


def _rests_on_theft(call: ParsedCall) -> tuple[str, ...]:
    """Return the reading by which a theft may lie there still after a lead."""
    return THEFT_UNTIL if until_round_ends(call.options) else ()


def _other_hands(call: ParsedCall) -> Iterator[Fault]:
    """Find that hands are shown on which the call does not rest."""
    event = call.event
    others = [player for player in event.hands if player not in call.concerned]
    if others == [event.by] and len(event.hands) == 1:
        own = say(
            "{by} holds the {call}, so {partner} must declare it.",
            by=event.by,
            call=CALLS[event.call],
            partner=call.options.partner[event.by],
        )
        yield Fault((NEXT, "zigzag/aim"), own, readings=("self_declare",))
    elif others:
        foreign = say(
            "{by}'s {call} rests on {concerned}'s cards, not on {others}'s.",
            call=CALLS[event.call],
            by=event.by,
            concerned=names(call.concerned),
            others=names(others),
        )
        yield Fault((NEXT,), foreign)


def no_free_box(call: ParsedCall) -> Fault:
    """Find that the box that was chosen is full, though others are not."""
    event = call.event
    assert event.tick
    full = say(
        "{by}'s team has no free {box} box, but has others to choose from.",
        by=event.by,
        box=CALLS[event.tick],
    )
    return Fault((DOUBLE_ZAG,), full)


def too_little(call: ParsedCall) -> Fault:
    """Find why the cards do not make the call: the mistake."""
    event, values = call.event, call.values
    if call.reaches(bound=False, best=True):
        return _outside_constraints(call)
    least, _ = NEEDS[event.call]
    short = [player for player in call.concerned if values[player].plain[1] < least]
    if not short:
        one_each = say(
            "{players}'s cards each share only one feature: no ZAG.", players=names(call.concerned)
        )
        return Fault((NEXT,), one_each)
    player, named = short[0], CALLS[event.call]
    if player in call.now.thefts:
        three = say(
            "{player} plays with three cards until the next lead, but a {call} needs four.",
            player=player,
            call=named,
        )
        if until_round_ends(call.options):
            three = say(
                "{player} plays with three cards until the round ends, but the {call} takes four.",
                player=player,
                call=named,
            )
        return Fault((THEFT,), three, readings=_rests_on_theft(call))
    if player not in event.hands:
        hidden = say(
            "Whatever {player} holds, the STOPs there rule out a {call}.", player=player, call=named
        )
        return Fault((STOP,), hidden, readings=stop_readings(call.now, player))
    return Fault((NEXT,), _short_hand(call, player))


def _outside_constraints(call: ParsedCall) -> Fault:
    """The cards make the call, but not as the constraints ask. What they ask is not told, nor, in
    a ZIG-ZAG, who falls short: it would tell how much of a hand counts."""
    event, least = call.event, NEEDS[call.event.call][0]
    unmet = list(call.concerned)
    if event.call != "zig-zag":
        unmet = [player for player in unmet if call.values[player].bound[1] < least]
    reason = plural(
        "The cards make a {call}, but do not meet {players}'s constraint.",
        "The cards make a {call}, but do not meet {players}'s constraints.",
        len(unmet),
        call=CALLS[event.call],
        players=names(unmet),
    )
    return Fault((CONSTRAINT,), reason)


def _short_hand(call: ParsedCall, player: str) -> Message:
    hand, value = call.event.hands[player], call.values[player]
    named = CALLS[call.event.call]
    if len(hand) != HAND:
        return plural(
            "{player} shows {n} card, but a {call} needs four.",
            "{player} shows {n} cards, but a {call} needs four.",
            len(hand),
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
