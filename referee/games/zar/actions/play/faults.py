"""What a play or a match has to keep: the rules one below the other, then what each of them says
where it is broken."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from referee.core import ClauseId, Message, PlayerKey, plural, say
from referee.core.judging import Fault, joined, not_on_turn
from referee.core.text import Value
from referee.games.zar.actions.play.chameleon import chameleon_fault
from referee.games.zar.actions.play.placing import CardPlay
from referee.games.zar.cards import CHAMELEON, NAMES, several
from referee.games.zar.effects import FOLLOWERS, POSSIBLE_FOLLOWERS, POWER, WASP, fill_in
from referee.games.zar.rules import (
    NO_CHAMELEONS,
    allowed_next,
    can_match,
    somebody_is_out,
    too_many,
    wasps_first,
)
from referee.games.zar.state import Hand, State, copies


def play_faults(state: State, hand: Hand, play: CardPlay) -> list[Fault]:
    """List what is wrong with a play or a match. A card that cannot be there was put in wrong
    before: of such a play nothing else is said, and it costs nothing."""
    event, effect, faults = play.event, play.effect, []
    by, n = event.by, play.count
    held, is_on_turn = hand.hands[by], by == hand.turn
    if held is not None and held < n:
        faults.append(_lacks_cards(by, held))
    if play.copies < n:
        faults.append(_not_the_same(by, event.cards))
    if event.only_matches:
        if not play.is_match:
            faults.append(_no_match(hand, by, event.cards))
    else:
        if not play.is_match and (fault := _fault_of_play(state, hand, play)):
            faults.append(fault)
        if not is_on_turn:
            faults.append(_out_of_turn(state, hand, play))
    if held == n:
        if n > 1 or play.is_own_match:
            faults.append(_goes_out_wrongly(by, n))
        if is_on_turn and hand.skipped_to_self:
            faults.append(_skipped_to_self(by))
    if effect.choices and event.declare not in effect.choices:
        faults.append(_declares_nothing(by, play.identity))
    if CHAMELEON in event.cards and (fault := chameleon_fault(state, hand, play)):
        faults.append(fault)
    card = too_many(state.options, hand, event.cards)
    if card is not None:
        can_stand = all(fault.can_stand for fault in faults)
        return [replace(_no_copies_are_left(state, play, card), can_stand=can_stand)]
    return faults


# 2 The deck


def _lacks_cards(by: PlayerKey, held: int) -> Fault:
    """Nobody plays more cards than he holds (zar/2)."""
    reason = say("{by} holds no cards.", by=by)
    if held:
        reason = plural("{by} holds only {n} card.", "{by} holds only {n} cards.", held, by=by)
    return Fault(("zar/2",), reason, can_stand=False)


def _no_copies_are_left(state: State, play: CardPlay, card: str) -> Fault:
    """A card of which every copy lies on the Playpile cannot be played (zar/2)."""
    if card == CHAMELEON and not state.options.chameleons:
        reason = NO_CHAMELEONS.reason
    else:
        reason = plural(
            "{by} cannot have {cards}: the deck has only {n} {card}, and it is on the pile.",
            "{by} cannot have {cards}: the deck has only {n} × {card}, counting those on the pile.",
            copies(state.options, card),
            by=play.event.by,
            cards=several(play.event.cards),
            card=NAMES[card].plain,
        )
    return Fault(("zar/2",), joined([reason, SET_IT_RIGHT]))


SET_IT_RIGHT = say("Something was entered wrong before: set it right.")
"""What follows of a card of which there are more than the deck has."""


def is_put_in_wrong(faults: Sequence[Fault]) -> bool:
    """Whether the play is refused for a card that cannot be there: nobody did anything illegal."""
    return any(SET_IT_RIGHT in fault.reason.values.values() for fault in faults)


# 4 The turn


def _fault_of_play(state: State, hand: Hand, play: CardPlay) -> Fault | None:
    """An ordinary play comes before anybody is out (which says more than whose turn it would be),
    answers the Wasps and follows the top card (zar/12.2, zar/4.2, zar/4.3A)."""
    if hand.out is not None:
        return somebody_is_out(hand.out)
    if play.copies < play.count:
        return None  # What is not the same need not follow either.
    if hand.pending and play.event.by == hand.turn:
        return None if play.effect is WASP else wasps_first(hand, _allowed_here(state, hand))
    if play.identity in FOLLOWERS[hand.identity, hand.declared]:
        return None
    return _does_not_follow(state, hand, play)


def _out_of_turn(state: State, hand: Hand, play: CardPlay) -> Fault:
    """Out of turn a card can only be a match (zar/4)."""
    by, allowed = play.event.by, None
    if play.is_match:
        allowed = say("The same card counts as a match.")
    elif can_match(state, hand):
        card = NAMES[hand.identity].plain
        allowed = say("Out of turn {by} can only match, with another {card}.", by=by, card=card)
    return not_on_turn(("zar/4",), hand.turn, by, allowed)


def _does_not_follow(state: State, hand: Hand, play: CardPlay) -> Fault:
    """A play shares colour or symbol with the top card, or is a Power; on a Power only what it
    calls for (zar/4.3A, zar/9.3.1, zar/9.3.2)."""
    card, top = play.identity, hand.identity
    name = NAMES[card]
    values: dict[str, Value] = {
        "by": play.event.by,
        "top": NAMES[top].the,
        "card": name.plain,
        "the": name.the,
    }
    power = POWER.get(top)
    if power is None:
        clauses: tuple[ClauseId, ...] = ("zar/4.3A",)
        reason = say("{by}'s {card} shares neither colour nor symbol with {top}.", **values)
    elif card in POWER:
        clauses = POWER[card].clauses + power.clauses
        reason = fill_in(POWER[card].lies_on_other, values)
    elif hand.declared is None and not hand.pending and card in POSSIBLE_FOLLOWERS[top]:
        reason = fill_in(power.hangs_on_declared, values)
        return Fault(("zar/4.3A", *power.clauses), reason, is_open=True)
    else:
        clauses, reason = power.clauses, fill_in(power.lacks_declared, values)
    return Fault(clauses, reason, allowed=_allowed_here(state, hand))


def _allowed_here(state: State, hand: Hand) -> Message:
    return say("Allowed here: {what}.", what=allowed_next(state, hand))


# 5 Doubling and matching


def clauses_of_several(cards: Sequence[str]) -> tuple[ClauseId, ...]:
    """Return the clauses by which `cards` are played together."""
    return ("zar/5.1",) if len(cards) == 2 else ("zar/5.1", "zar/13.2")


def _not_the_same(by: PlayerKey, cards: Sequence[str]) -> Fault:
    """Cards played together are identical (zar/5.1, zar/13.2)."""
    reason = say(
        "{by} plays {cards} together, but they are not the same.", by=by, cards=several(cards)
    )
    return Fault(clauses_of_several(cards), reason)


def _no_match(hand: Hand, by: PlayerKey, cards: Sequence[str]) -> Fault:
    """A match is identical to the top card and comes before the next player plays or draws
    (zar/5.2, zar/5.3, zar/12.3)."""
    top = NAMES[hand.identity]
    clauses: tuple[ClauseId, ...] = ("zar/5.2", "zar/5.3") if by == hand.owner else ("zar/5.2",)
    if not hand.matchable:
        reason = say("It is too late for {by} to match {top}.", by=by, top=top.the)
        return Fault((*clauses, "zar/12.3"), reason)
    reason = say(
        "{by} plays {cards}, which is not the same as {top}.",
        by=by,
        cards=several(cards),
        top=top.the,
    )
    return Fault(clauses, reason, allowed=say("Only another {card} matches.", card=top.plain))


# 6 Going out


def _goes_out_wrongly(by: PlayerKey, n: int) -> Fault:
    """Nobody goes out with several cards or by matching himself (zar/6)."""
    if n > 1:
        reason = say("{by} cannot go out with {n} cards at once.", by=by, n=n)
        return Fault(("zar/6", "zar/5.1"), reason)
    reason = say("{by} cannot go out by matching their own card.", by=by)
    return Fault(("zar/6", "zar/5.3"), reason)


# 9 Card effects


def _skipped_to_self(by: PlayerKey) -> Fault:
    """Who has skipped round to himself does not play his last card (zar/9.2.2)."""
    reason = say(
        "{by} skipped round to another turn and cannot go out on it: {by} must draw first.", by=by
    )
    return Fault(("zar/9.2.2",), reason)


def _declares_nothing(by: PlayerKey, card: str) -> Fault:
    """A Dragon comes with a symbol, a Peacock with a colour (zar/9.3.1, zar/9.3.2)."""
    values: dict[str, Value] = {"by": by, "card": NAMES[card].the}
    return Fault(POWER[card].clauses, fill_in(POWER[card].undeclared, values))
