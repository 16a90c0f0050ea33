"""What the hands of a declaration are worth (zigzag/next), what is wrong with it, and which box it
ticks (zigzag/declare, zigzag/level-3).
"""

from __future__ import annotations

from collections.abc import Iterator
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
from referee.games.zigzag.rules import (
    CONSTRAINT,
    STOP,
    THEFT,
    THEFT_UNTIL,
    no_such_level,
    until_round_ends,
)
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


class HandValue(NamedTuple):
    """What a hand is worth: the `bits` on which it agrees, those `lost` to STOPs; and the least
    and the most features it can have, by the cards (`plain`) and by the constraint (`bound`)."""

    bits: int
    lost: int
    plain: tuple[int, int]
    bound: tuple[int, int]


class ParsedCall(NamedTuple):
    """A declaration in the running round `now`; `concerned` are the players whose hands it rests
    on, `values` what those hands and all that are shown are worth."""

    state: State
    now: Round
    event: Declare
    concerned: tuple[PlayerKey, ...]
    values: dict[PlayerKey, HandValue]

    @property
    def options(self) -> TableOptions:
        """Return what the table agreed on."""
        return self.state.options

    def reaches(self, *, bound: bool, best: bool) -> bool:
        """Return whether the hands make the call, at their `best` or at their worst, by the cards
        alone or `bound` by the constraints."""
        hands = [self.values[player] for player in self.concerned]
        counts = [(hand.bound if bound else hand.plain)[best] for hand in hands]
        least, better = NEEDS[self.event.call]
        if self.event.call in SINGLE:  # of two that may hold it one is enough
            return max(counts) >= least
        return min(counts) >= least and max(counts) >= better

    def unmet(self) -> list[PlayerKey]:
        """Return whose constraint is not met by cards that make the call without it: in a ZIG-ZAG
        both players, for who falls short would tell how much of a hand counts."""
        if self.event.call == "zig-zag":
            return [*self.concerned]
        least, _ = NEEDS[self.event.call]
        return [player for player in self.concerned if self.values[player].bound[1] < least]

    def counted(self, player: PlayerKey) -> int | None:
        """Return how many features of the hand count, on level 2 by the constraint; None if that
        is not known."""
        value = self.values[player]
        if self.options.level != 2:
            return value.plain[0]
        return value.bound[0] if value.bound[0] == value.bound[1] else None


def parsed(state: State, now: Round, event: Declare) -> ParsedCall:
    """Return what the hands of `event` are worth."""
    concerned = _concerned(state.options, event)
    values = {
        p: _shown(state.options, now, p, hand)
        for p, hand in event.hands.items()
        if p not in event.claims
    }
    for player in event.claims:
        if player not in values:
            values[player] = _claimed(state.options, now, player, event)
    for player in concerned:
        if player not in values:
            values[player] = _hidden(state.options, now, player, event)
    return ParsedCall(state, now, event, concerned, values)


def _concerned(options: TableOptions, event: Declare) -> tuple[PlayerKey, ...]:
    """Whose hands the call rests on: for a ZIG or ZAG that of the partner, or (reading
    `self_declare`) of whoever of the two shows one; else both."""
    by = event.by
    if event.call not in SINGLE:
        return options.members(by)
    partner = options.partner[by]
    if options.readings["self_declare"] == "no":
        return (partner,)
    return tuple(p for p in (partner, by) if p in event.shown)[:1] or (partner, by)


def _shown(
    options: TableOptions, now: Round, player: PlayerKey, hand: tuple[str, ...]
) -> HandValue:
    bits = combination(now, player, hand)
    lost = bits & stopped(options, now, player)
    bits ^= lost
    count = len(features(bits))
    plain = bound = (count, count)
    if options.level > 1:
        constraint = checkable_line(options, now, player)
        met = constraint.count(bits, hand) if constraint else 0
        bound = (met, met if constraint else count)
    return HandValue(bits, lost, plain, bound)


def _claimed(options: TableOptions, now: Round, player: PlayerKey, event: Declare) -> HandValue:
    """What a hand is worth of which is said what its cards share. That alone counts, less what the
    cards lack that are shown against it."""
    bits = 0 if player in now.thefts else claimed(event.claims[player])
    for card in event.exceptions.get(player, ()):
        bits &= MARKS[card]
    gone = stopped(options, now, player)
    lost = bits & gone
    bits ^= lost
    count = len(features(bits))
    bound = (count, count)
    if options.level > 1:
        constraint = checkable_line(options, now, player)
        bound = constraint.count_claimed(bits, gone) if constraint else (0, count)
    return HandValue(bits, lost, (count, count), bound)


def _hidden(options: TableOptions, now: Round, player: PlayerKey, event: Declare) -> HandValue:
    seen = [card for hand in event.hands.values() for card in hand]
    plain = most_common(options, now, player, seen, None)
    constraint = checkable_line(options, now, player) if options.level > 1 else None
    bound = most_common(options, now, player, seen, constraint) if constraint else plain
    return HandValue(0, 0, (0, plain), (0, bound))


NEXT = "zigzag/next"
DOUBLE_ZAG = "zigzag/declare.double-zag"


def impossible(call: ParsedCall) -> Iterator[Fault]:
    """Find what cannot be, though it is no mistake in the declaration."""
    event, options = call.event, call.options
    if event.box_level and event.box_level not in options.levels:
        yield no_such_level(event.box_level)
    yield from _other_hands(call)
    yield from impossible_cards(options, {**event.hands, **event.exceptions})
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
    others = [player for player in event.shown if player not in call.concerned]
    if others == [event.by] and len(event.shown) == 1:
        own = say(
            "{by} holds the {call}, so {partner} must declare it.",
            by=event.by,
            call=CALLS[event.call],
            partner=call.options.partner[event.by],
        )
        yield Fault((NEXT, "zigzag/aim"), own, readings=("self_declare",))
    elif others:
        foreign = say(
            "{by}'s {call} needs {concerned}'s cards, not {others}'s.",
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
    if player in event.claims:
        return Fault((NEXT,), _refuted(call, player))
    if player not in event.hands:
        hidden = say(
            "Whatever {player} holds, the STOPs there rule out a {call}.", player=player, call=named
        )
        return Fault((STOP,), hidden, readings=stop_readings(call.now, player))
    return Fault((NEXT,), _short_hand(call, player))


def _outside_constraints(call: ParsedCall) -> Fault:
    """The cards make the call, but not as the constraints ask. What they ask is not told."""
    event, unmet = call.event, call.unmet()
    reason = plural(
        "The cards make a {call}, but do not meet {players}'s constraint.",
        "The cards make a {call}, but do not meet {players}'s constraints.",
        len(unmet),
        call=CALLS[event.call],
        players=names(unmet),
    )
    return Fault((CONSTRAINT,), reason)


def _refuted(call: ParsedCall, player: PlayerKey) -> Message:
    """What is wrong with what the cards are said to share."""
    event, value, named = call.event, call.values[player], CALLS[call.event.call]
    said = claimed(event.claims[player])
    for card in event.exceptions.get(player, ()):
        if lacking := said & ~MARKS[card]:
            return say(
                "{player}'s cards do not all have {lacking}: one is a {card}. No {call}.",
                player=player,
                lacking=shared_values(lacking),
                card=card_name(card),
                call=named,
            )
    if value.lost:
        return _stopped_features(call, player)
    return say(
        "{player}'s four cards share {shared} and nothing else: no {call}.",
        player=player,
        shared=shared_values(value.bits),
        call=named,
    )


def _stopped_features(call: ParsedCall, player: PlayerKey) -> Message:
    value = call.values[player]
    return plural(
        "{player}'s cards share {lost}, but a STOP rules it out: no {call}.",
        "{player}'s cards share {lost}, but STOPs rule out both: no {call}.",
        len(features(value.lost)),
        player=player,
        lost=shared_values(value.lost),
        call=CALLS[call.event.call],
    )


def _short_hand(call: ParsedCall, player: PlayerKey) -> Message:
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
        return _stopped_features(call, player)
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
    faults: tuple[Fault, ...] = ()
    is_mistake: bool = False
    is_open: bool = False


def outcome(call: ParsedCall) -> Outcome:
    """Return what becomes of `call`."""
    played = call.options.level
    if faults := tuple(impossible(call)):
        return Outcome(_ticked(call, _stated(call, 1)), faults)
    if not call.reaches(bound=played == 2, best=True):
        return Outcome(_ticked(call, _stated(call, 1)), (too_little(call),), True)
    levels = possible_levels(call)
    boxes = {_box(call, level) for level in levels}
    level = levels[0] if len(levels) == 1 else _stated(call, 2)
    if boxes == {"full"}:
        return Outcome(_ticked(call, level), (no_free_box(call),))
    known = call.reaches(bound=played == 2, best=False) and len(boxes) == 1
    return Outcome(_ticked(call, level), is_open=not known or boxes == {"which"})


def possible_levels(call: ParsedCall) -> tuple[int, ...]:
    """Return the levels whose box a correct declaration may tick, as far as is known."""
    if call.options.level < 3:
        return call.options.levels
    if call.event.box_level == 1 or not call.reaches(bound=True, best=True):
        return (1,)
    return (2,) if call.reaches(bound=True, best=False) else (1, 2)


def _stated(call: ParsedCall, otherwise: int) -> int:
    """The level of the box where the cards do not settle it: the one stated, or `otherwise`."""
    played = call.options.level
    return played if played < 3 else call.event.box_level or otherwise


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


def _ticked(call: ParsedCall, level: int) -> BoxAt | None:
    box = _box(call, level)
    return None if isinstance(box, str) else box
