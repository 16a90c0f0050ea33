"""What is said of a play: why it is right, by which clauses, what comes of it."""

from __future__ import annotations

from referee.core import ClauseId, Message, PlayerKey, say
from referee.core.text import Value
from referee.games.zar.actions.play.faults import clauses_of_several
from referee.games.zar.actions.play.placing import CardPlay
from referee.games.zar.cards import CHAMELEON, COLOUR, KIND, NAMES, several
from referee.games.zar.drawing import effects_of_draw
from referee.games.zar.effects import POWER, fill_in
from referee.games.zar.state import Hand
from referee.games.zar.turning import effects_of_turning


def why_it_is_right(hand: Hand, play: CardPlay) -> Message:
    """Say why the cards may lie there. Every one of these sentences has the values `cards` and
    `top`, whether it shows them or not: the log line needs them."""
    event, card, top = play.event, play.identity, hand.identity
    name = NAMES[card]
    values: dict[str, Value] = {
        "by": event.by,
        "cards": several(event.cards),
        "top": NAMES[top].the,
        "card": name.plain,
        "the": name.the,
    }
    if play.is_own_match:
        return say(
            "{by} adds {cards} to {top}, matching their own card, so nobody draws.", **values
        )
    if play.is_match and hand.owner:
        values["owner"] = hand.owner
        return say("{by} matches {owner}'s {card} with {cards}.", **values)
    if play.is_match:
        return say("{by} matches {top} with {cards}.", **values)
    if CHAMELEON in event.cards:
        values["kind"] = name.a
        return say("{by}'s chameleon counts as {kind}, which goes on {top}.", **values)
    if hand.pending:
        return say("{by} answers the wasps with {cards}.", **values)
    if card in POWER:
        return say("{by}'s {card} is a power card, which goes on {top}.", **values)
    if top in POWER:
        return fill_in(POWER[top].has_declared, values)
    if card == top:
        return say(
            "{by}'s {card} is the same as {top}. It is too late for a match, so this is an "
            "ordinary play.",
            **values,
        )
    if COLOUR[card] == COLOUR[top]:
        return say("{by}'s {card} has the colour of {top}.", **values)
    return say("{by}'s {card} has the symbol of {top}.", **values)


def clauses_of_play(hand: Hand, play: CardPlay) -> tuple[ClauseId, ...]:
    """Return the clauses on which a legal play rests, in the order of the argument."""
    by, cards = play.event.by, play.event.cards
    in_turn = by == hand.turn
    clauses: tuple[ClauseId, ...] = ("zar/4.3A",)
    if play.is_own_match:
        clauses = ("zar/5.3", "zar/11.3", "zar/12.3") if in_turn else ("zar/5.3",)
    elif play.is_match:
        clauses = ("zar/5.2", "zar/12.3") if in_turn else ("zar/5.2",)
    elif hand.pending:
        clauses = ("zar/4.2",)
    elif hand.declared and play.effect is not POWER[hand.identity]:
        clauses += POWER[hand.identity].clauses
    if play.is_match and hand.chain > 1:
        clauses += ("zar/13.4",)
    clauses += play.effect.clauses
    if play.after.chain > 2 and KIND[play.identity] == "command":
        clauses += ("zar/13.3",)
    if play.count > 1:
        clauses += clauses_of_several(cards)
    if play.after.out == by or hand.out is not None:
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
