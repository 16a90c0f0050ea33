"""Drawing cards: what becomes of the hand, and what is said of it."""

from __future__ import annotations

from typing import NamedTuple

from msgspec.structs import replace

from referee.core import ClauseId, Message, PlayerKey, plural, say
from referee.games.zar.state import Hand, State, seated


class DrawResult(NamedTuple):
    """A hand after `n` cards were drawn; `reshuffled`: the Playpile was turned for it."""

    hand: Hand
    n: int
    reshuffled: bool

    @property
    def clauses(self) -> tuple[ClauseId, ...]:
        """The clause of a Playpile that was turned (zar/11.4)."""
        return ("zar/11.4",) if self.reshuffled else ()


def draw_cards(state: State, hand: Hand, who: PlayerKey, n: int) -> DrawResult:
    """`who` draws `n` cards, or what there is (zar/11.4); then he is no longer liable, and back in
    if he was out (zar/6)."""
    count, pile, loose, stock = n, hand.pile, hand.loose, hand.stock
    reshuffled = False
    if stock is not None:
        count = max(0, min(n, stock - 1))  # the top card stays
        if count > stock - len(pile) - loose:
            reshuffled, pile, loose = True, (hand.top,), 0
        stock -= count
    hands, held = hand.hands, hand.hands[who]
    if held is not None:
        hands = {**hands, who: held + count}
    liable, out = hand.liable, hand.out
    if n and who in liable:
        liable = tuple(player for player in liable if player != who)
    if held == 0 and count == 1:
        liable = seated(state, (*liable, who))
    if out == who and count:
        out = None
    drawn = replace(hand, hands=hands, liable=liable, out=out, pile=pile, loose=loose, stock=stock)
    return DrawResult(drawn, count, reshuffled)


def effects_of_draw(
    before: Hand, who: str, owed: int, drawn: DrawResult, *, said: bool = False
) -> tuple[Message, ...]:
    """Say what `who` draws (not again where the ruling has `said` it), whether the Playpile is
    turned for it, whether he is back in."""
    found = []
    if drawn.reshuffled and before.dealer:
        found.append(
            say(
                "The Drawpile has run out: {dealer} shuffles all but the top card of the "
                "Playpile into it.",
                dealer=before.dealer,
            )
        )
    elif drawn.reshuffled:
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
