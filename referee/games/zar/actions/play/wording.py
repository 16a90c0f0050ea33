"""What is said of a play: why it is right, by which clauses, what comes of it."""

from __future__ import annotations

from functools import cache

from referee.core import ClauseId, Message, PlayerKey, say
from referee.core.text import Value
from referee.games.zar.actions.play.faults import clauses_of_several
from referee.games.zar.actions.play.placing import CardPlay
from referee.games.zar.cards import CHAMELEON, COLOUR, KIND, NAMES, several
from referee.games.zar.drawing import effects_of_draw
from referee.games.zar.effects import POWER, fill_in
from referee.games.zar.state import Hand
from referee.games.zar.turning import effects_of_turning

ADDED = say("{by} adds {cards} to {top}, matching their own card, so nobody draws.")
MATCHED_OWNER = say("{by} matches {owner}'s {card} with {cards}.")
MATCHED = say("{by} matches {top} with {cards}.")
CHAMELEON_GOES_ON = say("{by}'s chameleon counts as {kind}, which goes on {top}.")
WASPS_ANSWERED = say("{by} answers the wasps with {cards}.")
"""Why cards may lie there that do more than follow: see `why_it_is_right`."""


def why_it_is_right(hand: Hand, play: CardPlay) -> Message:
    """Say why the cards may lie there. Every one of these sentences has the values `cards` and
    `top`, whether it shows them or not: the log line needs them."""
    event, card = play.event, play.identity
    name = NAMES[card]
    values: dict[str, Value] = {
        "by": event.by,
        "cards": several(event.cards),
        "top": NAMES[hand.identity].the,
        "card": name.plain,
        "the": name.the,
    }
    if play.is_own_match:
        return fill_in(ADDED, values)
    if play.is_match:
        if hand.owner is None:
            return fill_in(MATCHED, values)
        values["owner"] = hand.owner
        return fill_in(MATCHED_OWNER, values)
    if CHAMELEON in event.cards:
        values["kind"] = name.a
        return fill_in(CHAMELEON_GOES_ON, values)
    if hand.pending:
        return fill_in(WASPS_ANSWERED, values)
    return fill_in(_why_it_follows(card, hand.identity), values)


@cache
def _why_it_follows(card: str, top: str) -> Message:
    """Say why an ordinary `card` goes on `top` (zar/4.3A, zar/9.3.1, zar/9.3.2)."""
    if card in POWER:
        return say("{by}'s {card} is a power card, which goes on {top}.")
    if top in POWER:
        return POWER[top].has_declared
    if card == top:
        return say(
            "{by}'s {card} is the same as {top}. It is too late for a match, so this is an "
            "ordinary play."
        )
    if COLOUR[card] == COLOUR[top]:
        return say("{by}'s {card} has the colour of {top}.")
    return say("{by}'s {card} has the symbol of {top}.")


def clauses_of_play(hand: Hand, play: CardPlay) -> tuple[ClauseId, ...]:
    """Return the clauses on which a legal play rests, in the order of the argument."""
    event, effect, after = play.event, play.effect, play.after
    cards, in_turn = event.cards, event.by == hand.turn
    clauses: tuple[ClauseId, ...] = ("zar/4.3A",)
    if play.is_match:
        if not play.is_own_match:
            clauses = ("zar/5.2", "zar/12.3") if in_turn else ("zar/5.2",)
        else:
            clauses = ("zar/5.3", "zar/11.3", "zar/12.3") if in_turn else ("zar/5.3",)
        if hand.chain > 1:
            clauses += ("zar/13.4",)
    elif hand.pending:
        clauses = ("zar/4.2",)
    elif hand.declared and effect is not POWER[hand.identity]:
        clauses += POWER[hand.identity].clauses
    clauses += effect.clauses
    if after.chain > 2 and KIND[play.identity] == "command":
        clauses += ("zar/13.3",)
    if play.count > 1:
        clauses += clauses_of_several(cards)
    if after.out is not None or hand.out is not None:
        clauses += ("zar/6",)
    if play.drawn:
        clauses += play.drawn.turned
    if CHAMELEON in cards:
        clauses += ("zar/14",) if in_turn else ("zar/14", "zar/14.2")
    elif hand.top == CHAMELEON:
        clauses += ("zar/14",)
    return clauses


def effects_of_play(hand: Hand, play: CardPlay) -> tuple[Message, ...]:
    """Say what comes of cards played."""
    after = play.after
    effects: tuple[Message, ...] = ()
    if play.drawn and play.matched:
        effects = effects_of_draw(hand, play.matched, 1, play.drawn)
    elif play.is_match and not play.is_own_match:
        effects = (say("The player who made the last play draws one."),)
    effects += effects_of_turning(hand.clockwise, after, play.skipped)
    if after.out == play.event.by:
        effects += (is_out(play.event.by),)
    return effects


def is_out(by: PlayerKey) -> Message:
    """Say that `by` has played the last card."""
    return say("{by} has no cards left.", by=by)
