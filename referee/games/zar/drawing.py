"""Drawing cards: what becomes of the hand, and what is said of it."""

from __future__ import annotations

import msgspec
from msgspec.structs import replace

from referee.core import ClauseId, Message, PlayerKey, plural, say
from referee.games.zar.state import Hand, State, others, seated


class DrawResult(msgspec.Struct, frozen=True, gc=False):
    """A hand after `n` cards were drawn. `turned`: the clause of a Playpile that was turned for it,
    if it was (zar/11.4)."""

    hand: Hand
    n: int
    turned: tuple[ClauseId, ...]


def draw_cards(state: State, hand: Hand, who: PlayerKey, n: int) -> DrawResult:
    """`who` draws `n` cards, or what there is (zar/11.4); then he is no longer liable, and back in
    if he was out (zar/6)."""
    hands, liable, out = hand.hands, hand.liable, hand.out
    pile, loose, stock = hand.pile, hand.loose, hand.stock
    count, held = n, hands[who]
    turned: tuple[ClauseId, ...] = ()
    if stock is not None:
        if stock <= n:
            count = max(0, stock - 1)  # the top card stays
        if count > stock - len(pile) - loose:
            turned, pile, loose = ("zar/11.4",), (hand.top,), 0
        stock -= count
    if held is not None:
        hands = hands.copy()
        hands[who] = held + count
    if n and who in liable:
        liable = others(liable, who)
    if held == 0 and count == 1:
        liable = seated(state, (*liable, who))
    if out == who and count:
        out = None
    drawn = replace(hand, hands=hands, liable=liable, out=out, pile=pile, loose=loose, stock=stock)
    return DrawResult(drawn, count, turned)


def effects_of_draw(
    before: Hand, who: str, owed: int, drawn: DrawResult, *, said: bool = False
) -> tuple[Message, ...]:
    """Say what `who` draws (not again where the ruling has `said` it), whether the Playpile is
    turned for it, whether he is back in."""
    found = []
    if drawn.turned and before.dealer:
        found.append(
            say(
                "The Drawpile has run out: {dealer} shuffles all but the top card of the "
                "Playpile into it.",
                dealer=before.dealer,
            )
        )
    elif drawn.turned:
        found.append(
            say("The Drawpile has run out: shuffle all but the top card of the Playpile into it.")
        )
    if drawn.n == 0:
        found.append(say("There is no card left for {who} to draw.", who=who))
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
    return tuple(found)
