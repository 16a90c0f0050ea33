"""The sentences of rulings that are right: why, and what comes of it."""

from __future__ import annotations

from referee.core import Message, plural, say
from referee.core.text import Value
from referee.games.zar.cards import CHAMELEON, COLOUR, NAMES, POWERS, SYMBOL, several
from referee.games.zar.moves import Drawn, Laid
from referee.games.zar.rules import Lay
from referee.games.zar.state import Hand


def why_it_is_right(hand: Hand, lay: Lay) -> Message:
    """Why the cards may lie there. Every one of these sentences has the values `cards` and `top`,
    whether it shows them or not."""
    event, card, top = lay.event, lay.identity, hand.identity
    values: dict[str, Value] = {
        "by": event.by,
        "cards": several(event.cards),
        "top": NAMES[top].the,
        **NAMES[card].owned(),
    }
    if lay.own:
        return say("{by} adds {cards} to {top}, a match with oneself: nobody draws.", **values)
    if lay.match and hand.owner:
        values["owner"] = hand.owner
        return say("{by} matches {owner}'s {card} with {cards}.", **values)
    if lay.match:
        return say("{by} matches {top} with {cards}.", **values)
    if CHAMELEON in event.cards:
        values["kind"] = NAMES[card].a
        return say("{by}'s chameleon counts as {kind}, which goes on {top}.", **values)
    if hand.pending:
        return say("{by} answers the wasps with {cards}.", **values)
    if card in POWERS:
        return say("{by}'s {card} is a power, which goes on {top}.", **values)
    if top in POWERS:
        if SYMBOL[card] == hand.declared:
            return say("{by}'s {card} has the symbol declared with {top}.", **values)
        return say("{by}'s {card} has the colour declared with {top}.", **values)
    if card == top:
        return say("{by}'s {card} is the same as {top}, but too late for a match.", **values)
    if COLOUR[card] == COLOUR[top]:
        return say("{by}'s {card} has the colour of {top}.", **values)
    return say("{by}'s {card} has the symbol of {top}.", **values)


def depends(hand: Hand, lay: Lay) -> Message:
    """What would settle a play on a Power of which the declaration is not known."""
    values: dict[str, Value] = {
        "by": lay.event.by,
        "top": NAMES[hand.identity].the,
        **NAMES[lay.identity].owned(),
    }
    if SYMBOL[hand.identity] == "dragon":
        return say(
            "Whether {by}'s {card} may follow hangs on the symbol that was declared with {top}.",
            **values,
        )
    return say(
        "Whether {by}'s {card} may follow hangs on the colour that was declared with {top}.",
        **values,
    )


def turning(clockwise: bool, reversed_: bool, skipped: list[str]) -> list[Message]:
    """What Crabs and Frogs do to the order of play."""
    found = []
    if reversed_:
        found.append(
            say("Play goes clockwise.") if clockwise else say("Play goes counterclockwise.")
        )
    if skipped:
        found.append(
            plural("{who} is skipped.", "{who} are skipped.", len(skipped), who=list(skipped))
        )
    return found


def facing(hand: Hand) -> Message:
    """How many cards the player on turn owes for Wasps."""
    return say("{turn} faces {n}.", turn=hand.turn, n=hand.pending)


def drawing(
    before: Hand, who: str, owed: int, drawn: Drawn, *, said: bool = False
) -> list[Message]:
    """What `who` draws (not again where the ruling has `said` it), whether the Playpile is turned
    for it, whether he is back in."""
    found = []
    if drawn.reshuffled and before.dealer:
        found.append(
            say(
                "The Drawpile runs out: {dealer} shuffles all but the top of the Playpile into it.",
                dealer=before.dealer,
            )
        )
    elif drawn.reshuffled:
        found.append(say("The Drawpile runs out: all but the top of the Playpile goes into it."))
    if drawn.n == 0:
        found.append(say("No card is left for {who} to draw.", who=who))
    elif drawn.n < owed:
        found.append(
            plural(
                "{who} draws the only card that is left.",
                "{who} draws the {n} cards that are left.",
                drawn.n,
                who=who,
            )
        )
    elif not said:
        found.append(plural("{who} draws one.", "{who} draws {n}.", drawn.n, who=who))
    if before.out == who and drawn.hand.out != who:
        found.append(say("{who} is back in.", who=who))
    return found


def effects(hand: Hand, lay: Lay, laid: Laid) -> tuple[Message, ...]:
    """What comes of cards laid."""
    found: list[Message] = []
    by, after = lay.event.by, laid.hand
    if laid.drawn and laid.matched:
        found += drawing(hand, laid.matched, 1, laid.drawn)
    elif lay.match and not lay.own:
        found.append(say("The player who made the last play draws one."))
    if after.clockwise != hand.clockwise or laid.skipped:
        found += turning(after.clockwise, after.clockwise != hand.clockwise, laid.skipped)
    if after.pending:
        found.append(facing(after))
    if after.out == by:
        found.append(is_out(by))
    return tuple(found)


def is_out(by: str) -> Message:
    """The effect of a last card."""
    return say("{by} is out.", by=by)


def takes_back(lay: Lay, too_late: bool, spared: bool) -> Message:
    """What follows an illegal play (zar/8). `too_late`: a match that came too late may only have
    lost a close call; `spared`: the most penalty cards of a turn are drawn."""
    by, cards = lay.event.by, lay.event.cards
    what = NAMES[cards[0]].the if len(cards) == 1 else say("the cards")
    if spared:
        return say("{by} takes {what} back.", by=by, what=what)
    if too_late:
        return say(
            "{by} takes {what} back, and draws one unless it was only a close call.",
            by=by,
            what=what,
        )
    return say("{by} takes {what} back and draws one.", by=by, what=what)
