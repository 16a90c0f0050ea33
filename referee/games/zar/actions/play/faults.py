"""What a play or a match has to keep, one function a rule."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TypeAlias

from msgspec.structs import replace

from referee.core import ClauseId, Message, plural, say
from referee.core.judging import Fault, joined
from referee.core.text import Value
from referee.games.zar.actions.play.chameleon import chameleon_faults
from referee.games.zar.actions.play.placing import CardPlay
from referee.games.zar.cards import CHAMELEON, NAMES, several
from referee.games.zar.effects import FOLLOWERS, POSSIBLE_FOLLOWERS, POWER, WASP, fill_in
from referee.games.zar.rules import (
    NO_CHAMELEONS,
    allowed_next,
    can_match,
    out_of_turn,
    somebody_is_out,
    too_many,
    wasps_first,
)
from referee.games.zar.state import Hand, State, copies

Rule: TypeAlias = Callable[[State, Hand, CardPlay], Iterator[Fault]]


def play_faults(state: State, hand: Hand, play: CardPlay) -> list[Fault]:
    """List what is wrong with a play or a match. A card that cannot be there was put in wrong
    before: of such a play nothing else is said, and it costs nothing."""
    faults = [fault for rule in RULES for fault in rule(state, hand, play)]
    if wrong_before := [*no_copies_are_left(state, hand, play)]:
        can_stand = all(fault.can_stand for fault in faults)
        return [replace(fault, can_stand=can_stand) for fault in wrong_before]
    return faults


# 2 The deck


def lacks_cards(state: State, hand: Hand, play: CardPlay) -> Iterator[Fault]:
    """Nobody plays more cards than he holds (zar/2)."""
    by, held = play.event.by, hand.hands[play.event.by]
    if held is None or held >= len(play.event.cards):
        return
    reason = say("{by} holds no cards.", by=by)
    if held:
        reason = plural("{by} holds only {n} card.", "{by} holds only {n} cards.", held, by=by)
    yield Fault(("zar/2",), reason, can_stand=False)


def no_copies_are_left(state: State, hand: Hand, play: CardPlay) -> Iterator[Fault]:
    """A card of which every copy lies on the Playpile cannot be played (zar/2)."""
    card = too_many(state.options, hand, play.event.cards)
    if card == CHAMELEON and not state.options.chameleons:
        yield Fault(NO_CHAMELEONS.clauses, joined([NO_CHAMELEONS.reason, SET_IT_RIGHT]))
    elif card is not None:
        reason = plural(
            "{by} cannot have {cards}: the deck has only {n} {card}, and it is on the pile.",
            "{by} cannot have {cards}: the deck has only {n} × {card}, counting those on the pile.",
            copies(state.options, card),
            by=play.event.by,
            cards=several(play.event.cards),
            card=NAMES[card].plain,
        )
        yield Fault(("zar/2",), joined([reason, SET_IT_RIGHT]))


SET_IT_RIGHT = say("Something was entered wrong before: set it right.")
"""What follows of a card of which there are more than the deck has."""


def is_put_in_wrong(faults: Sequence[Fault]) -> bool:
    """Whether the play is refused for a card that cannot be there: nobody did anything illegal."""
    return any(SET_IT_RIGHT in fault.reason.values.values() for fault in faults)


# 4 The turn


def plays_out_of_turn(state: State, hand: Hand, play: CardPlay) -> Iterator[Fault]:
    """Out of turn a card can only be a match (zar/4)."""
    if play.event.only_matches:
        return
    by, allowed = play.event.by, None
    if play.is_match:
        allowed = say("The same card counts as a match.")
    elif can_match(state, hand):
        card = NAMES[hand.identity].plain
        allowed = say("Out of turn {by} can only match, with another {card}.", by=by, card=card)
    yield from out_of_turn(hand, by, allowed)


def does_not_follow(state: State, hand: Hand, play: CardPlay) -> Iterator[Fault]:
    """A play shares colour or symbol with the top card, or is a Power; Wasps are answered by Wasps
    alone; on a Power only what it calls for (zar/4.2, zar/4.3A, zar/9.3.1, zar/9.3.2)."""
    event, card, top = play.event, play.identity, hand.identity
    if play.is_match or event.only_matches or hand.out is not None:
        return
    if play.copies < len(event.cards):
        return
    if hand.pending and event.by == hand.turn:
        if play.effect is not WASP:
            yield from wasps_first(hand, event.by, _allowed_here(state, hand))
        return
    if card in FOLLOWERS[top, hand.declared]:
        return
    values = {"by": event.by, "top": NAMES[top].the, **NAMES[card].owned()}
    power = POWER.get(top)
    if power is None:
        clauses: tuple[ClauseId, ...] = ("zar/4.3A",)
        reason = say("{by}'s {card} shares neither colour nor symbol with {top}.", **values)
    elif card in POWER:
        clauses = POWER[card].clauses + power.clauses
        reason = fill_in(POWER[card].lies_on_other, values)
    elif hand.declared is None and not hand.pending and card in POSSIBLE_FOLLOWERS[top]:
        clauses, reason = ("zar/4.3A", *power.clauses), fill_in(power.hangs_on_declared, values)
        yield Fault(clauses, reason, is_open=True)
        return
    else:
        clauses, reason = power.clauses, fill_in(power.lacks_declared, values)
    yield Fault(clauses, reason, allowed=_allowed_here(state, hand))


def _allowed_here(state: State, hand: Hand) -> Message:
    return say("Allowed here: {what}.", what=allowed_next(state, hand))


# 5 Doubling and matching


def clauses_of_several(cards: Sequence[str]) -> tuple[ClauseId, ...]:
    """Return the clauses by which `cards` are played together."""
    return ("zar/5.1",) if len(cards) == 2 else ("zar/5.1", "zar/13.2")


def are_not_the_same(state: State, hand: Hand, play: CardPlay) -> Iterator[Fault]:
    """Cards played together are identical (zar/5.1, zar/13.2)."""
    cards = play.event.cards
    if play.copies < len(cards):
        reason = say(
            "{by} plays {cards} together, but they are not the same.",
            by=play.event.by,
            cards=several(cards),
        )
        yield Fault(clauses_of_several(cards), reason)


def is_no_match(state: State, hand: Hand, play: CardPlay) -> Iterator[Fault]:
    """A match is identical to the top card and comes before the next player plays or draws
    (zar/5.2, zar/5.3, zar/12.3)."""
    by, top = play.event.by, NAMES[hand.identity]
    if play.is_match or not play.event.only_matches:
        return
    clauses: tuple[ClauseId, ...] = ("zar/5.2", "zar/5.3") if by == hand.owner else ("zar/5.2",)
    if not hand.matchable:
        reason = say("It is too late for {by} to match {top}.", by=by, top=top.the)
        yield Fault((*clauses, "zar/12.3"), reason)
        return
    reason = say(
        "{by} plays {cards}, which is not the same as {top}.",
        by=by,
        cards=several(play.event.cards),
        top=top.the,
    )
    yield Fault(clauses, reason, allowed=say("Only another {card} matches.", card=top.plain))


# 6 Going out


def goes_out_wrongly(state: State, hand: Hand, play: CardPlay) -> Iterator[Fault]:
    """Nobody goes out with several cards or by matching himself (zar/6)."""
    by, n = play.event.by, len(play.event.cards)
    if hand.hands[by] != n:
        return
    if n > 1:
        reason = say("{by} cannot go out with {n} cards at once.", by=by, n=n)
        yield Fault(("zar/6", "zar/5.1"), reason)
    elif play.is_own_match:
        yield Fault(
            ("zar/6", "zar/5.3"), say("{by} cannot go out by matching their own card.", by=by)
        )


# 9 Card effects


def skips_out(state: State, hand: Hand, play: CardPlay) -> Iterator[Fault]:
    """Who has skipped round to himself does not play his last card (zar/9.2.2)."""
    by, n = play.event.by, len(play.event.cards)
    if hand.skipped_to_self and by == hand.turn and hand.hands[by] == n:
        reason = say(
            "{by} skipped round to another turn and cannot go out on it: {by} must draw first.",
            by=by,
        )
        yield Fault(("zar/9.2.2",), reason)


def declares_nothing(state: State, hand: Hand, play: CardPlay) -> Iterator[Fault]:
    """A Dragon comes with a symbol, a Peacock with a colour (zar/9.3.1, zar/9.3.2)."""
    power = POWER.get(play.identity)
    if power is not None and play.event.declare not in power.choices:
        values: dict[str, Value] = {"by": play.event.by, "card": NAMES[play.identity].the}
        yield Fault(power.clauses, fill_in(power.undeclared, values))


# 12 Questions


def plays_after_out(state: State, hand: Hand, play: CardPlay) -> Iterator[Fault]:
    """When somebody is out, only a match is played (zar/12.2)."""
    if not play.is_match and not play.event.only_matches:
        yield from somebody_is_out(hand)


RULES: tuple[Rule, ...] = (
    plays_after_out,  # says more than whose turn it would be
    lacks_cards,
    plays_out_of_turn,
    does_not_follow,
    are_not_the_same,
    is_no_match,
    goes_out_wrongly,
    skips_out,
    declares_nothing,
    chameleon_faults,
)
