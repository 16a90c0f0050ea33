"""The Chameleon: what it counts as, and where it may be played (zar/14)."""

from __future__ import annotations

from msgspec import UNSET

from referee.core import say
from referee.core.judging import Fault
from referee.games.zar.actions.play.placing import CardPlay
from referee.games.zar.cards import CHAMELEON, NAMES
from referee.games.zar.state import Hand, State


def chameleon_fault(state: State, hand: Hand, play: CardPlay) -> Fault | None:
    """A Chameleon is what the rule makes it, in turn only, with what matches or on another
    Chameleon (zar/14, zar/14.2). Return the first thing that is wrong with a play of one."""
    event, by, card = play.event, play.event.by, NAMES[play.identity].a
    if event.stands_for not in (UNSET, play.identity):
        reason = say(
            "{by}'s chameleon counts as {card} here and as nothing else.", by=by, card=card
        )
    elif event.declare is not UNSET and not play.effect.choices:
        reason = say(
            "{by}'s chameleon counts as {card}, so nothing is declared with it.", by=by, card=card
        )
    elif hand.top == CHAMELEON and play.is_match:
        return None
    elif hand.out is not None:
        reason = say(
            "{out} has gone out: a chameleon can only match a chameleon that is on top.",
            out=hand.out,
        )
    else:
        return None if by == hand.turn else _comes_out_of_turn(state, hand, play)
    return Fault(("zar/14",), reason)


def _comes_out_of_turn(state: State, hand: Hand, play: CardPlay) -> Fault | None:
    """Out of turn it matches another, or goes along where the table lets it (zar/14.2)."""
    if all(card == CHAMELEON for card in play.event.cards):
        reason = say(
            "It is {turn}'s turn: out of turn, a chameleon can only match another chameleon.",
            turn=hand.turn,
        )
        return Fault(("zar/14", "zar/14.2"), reason)
    if goes_along(hand, play) and state.options.readings.get("chameleon_along") == "self":
        reason = say(
            "{by} did not play {top}. At this table a chameleon can join a match out of "
            "turn only on a card you played yourself.",
            by=play.event.by,
            top=NAMES[hand.top].the,
        )
        return Fault(("zar/14", "zar/14.2"), reason, readings=("chameleon_along",))
    return None


def goes_along(hand: Hand, play: CardPlay) -> bool:
    """Whether the Chameleon of a play goes along with a real card in a match out of turn on
    another's real card: the question of the reading `chameleon_along` (zar/14)."""
    return (
        play.is_match
        and not play.is_own_match
        and play.event.by != hand.turn
        and hand.top != CHAMELEON
    )
