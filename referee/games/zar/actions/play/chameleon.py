"""The Chameleon: what it counts as, and where it may be played (zar/14)."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import UNSET

from referee.core import say
from referee.core.judging import Fault
from referee.games.zar.actions.play.placing import CardPlay
from referee.games.zar.cards import CHAMELEON, NAMES
from referee.games.zar.effects import POWER
from referee.games.zar.state import Hand, State


def chameleon_faults(state: State, hand: Hand, play: CardPlay) -> Iterator[Fault]:
    """A Chameleon is what the rule makes it, in turn only, with what matches or on another
    Chameleon (zar/14, zar/14.2). The first thing that is wrong is said."""
    if CHAMELEON not in play.event.cards:
        return
    fault = _counts_otherwise(play)
    if fault is None and not (hand.top == CHAMELEON and play.is_match):
        fault = _cannot_come(state, hand, play)
    if fault is not None:
        yield fault


def _counts_otherwise(play: CardPlay) -> Fault | None:
    """It stands for another card than it is said to, or for one that declares nothing."""
    event, card = play.event, NAMES[play.identity].a
    if event.stands_for not in (UNSET, play.identity):
        reason = say(
            "{by}'s chameleon counts as {card} here and as nothing else.", by=event.by, card=card
        )
        return Fault(("zar/14",), reason)
    if event.declare is not UNSET and play.identity not in POWER:
        reason = say(
            "{by}'s chameleon counts as {card}, so nothing is declared with it.",
            by=event.by,
            card=card,
        )
        return Fault(("zar/14",), reason)
    return None


def _cannot_come(state: State, hand: Hand, play: CardPlay) -> Fault | None:
    """It is no time for one."""
    event = play.event
    if hand.out is not None:
        reason = say(
            "{out} has gone out: a chameleon can only match a chameleon that is on top.",
            out=hand.out,
        )
        return Fault(("zar/14",), reason)
    if event.by == hand.turn:
        return None
    if all(card == CHAMELEON for card in event.cards):
        reason = say(
            "It is {turn}'s turn: out of turn, a chameleon can only match another chameleon.",
            turn=hand.turn,
        )
        return Fault(("zar/14", "zar/14.2"), reason)
    if goes_along(hand, play) and state.options.readings.get("chameleon_along") == "self":
        reason = say(
            "{by} did not play {top}. At this table a chameleon can join a match out of "
            "turn only on a card you played yourself.",
            by=event.by,
            top=NAMES[hand.top].the,
        )
        return Fault(("zar/14", "zar/14.2"), reason, readings=("chameleon_along",))
    return None


def goes_along(hand: Hand, play: CardPlay) -> bool:
    """Whether a Chameleon goes along with a real card in a match out of turn on another's real
    card: the question of the reading `chameleon_along` (zar/14)."""
    return (
        play.is_match
        and not play.is_own_match
        and play.event.by != hand.turn
        and hand.top != CHAMELEON
        and CHAMELEON in play.event.cards
    )
