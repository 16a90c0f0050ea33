"""Cards put on the Playpile: what they count as, and what becomes of the hand."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import msgspec

from referee.core import PlayerKey
from referee.core.action import judged_once
from referee.games.zar.cards import CHAMELEON
from referee.games.zar.drawing import DrawResult, draw_cards
from referee.games.zar.effects import EFFECT, CardEffect
from referee.games.zar.state import Hand, State, deck_size, others, seated
from referee.games.zar.turning import next_turn

if TYPE_CHECKING:
    from referee.games.zar.actions.play.events import PlayCards


class CardPlay(msgspec.Struct, frozen=True, gc=False):
    """Cards on the present top card, and what comes of them, legal or not (zar/5, zar/12.3,
    zar/14).

    `count`: how many; `identity`: the card they count as; `copies`: how many of them do; `effect`:
    what they do. `is_match`: they match the top card while it can be matched; `is_own_match`: it is
    the player's own last play. `after`: the hand with them; who was `skipped`, whom the match cost
    a card (`matched`; None also if he is not known) and what he drew.
    """

    event: PlayCards
    count: int
    identity: str
    copies: int
    effect: CardEffect
    is_match: bool
    is_own_match: bool
    after: Hand
    skipped: list[PlayerKey]
    matched: PlayerKey | None
    drawn: DrawResult | None


def counts_as(hand: Hand, cards: Sequence[str]) -> str:
    """Return the card that `cards` count as: a Chameleon goes along with a real one, alone it takes
    after the top card (zar/14)."""
    for card in reversed(cards):
        if card != CHAMELEON:
            return card
    return hand.identity


@judged_once
def place_cards(event: PlayCards, state: State) -> CardPlay:
    """Put the cards of `event` on the Playpile, with all their effects (zar/5, zar/6, zar/9)."""
    hand, by, cards = state.hand, event.by, event.cards
    assert hand is not None
    identity, count = counts_as(hand, cards), len(cards)
    effect, copies = EFFECT[identity], cards.count(identity) + cards.count(CHAMELEON)
    is_match = hand.matchable and identity == hand.identity and copies == count
    is_own = is_match and by == hand.owner
    chain = hand.chain + copies if is_match else copies
    clockwise = hand.clockwise != (effect.reverses and copies % 2 == 1)
    skipped, turn = next_turn(state.players, by, clockwise, effect.skips * chain)
    hands, liable, out = _hands_after(state, hand, by, count)
    pile, loose = _pile_after(state, hand, cards, identity)
    after = Hand(
        turn,
        hands,
        liable,
        out,
        pile,
        loose,
        stock=None if hand.stock is None else hand.stock + count,
        matchable=True,
        clockwise=clockwise,
        top=cards[-1],
        identity=identity,
        owner=by,
        pending=hand.pending + effect.owes * copies,
        dealer=hand.dealer,
        whole_pile=hand.whole_pile,
        declared=event.declare if event.declare in effect.choices else None,
        chain=chain,
        skipped_to_self=turn == by,
    )
    # Nobody plays after a last card: of whoever is out, it was the last play.
    matched = (hand.owner or hand.out) if is_match and not is_own else None
    drawn = draw_cards(state, after, matched, 1) if matched else None
    after = drawn.hand if drawn else after
    return CardPlay(
        event, count, identity, copies, effect, is_match, is_own, after, skipped, matched, drawn
    )


def _hands_after(
    state: State, hand: Hand, by: PlayerKey, count: int
) -> tuple[dict[PlayerKey, int | None], tuple[PlayerKey, ...], PlayerKey | None]:
    """Count the cards in hand without the `count` that `by` plays: (`hands`, `liable`, `out`)
    (zar/6, zar/7)."""
    hands, liable, out = hand.hands, hand.liable, hand.out
    if by in liable:
        liable = others(liable, by)
    held = hands[by]
    if held is not None:
        left = held - count
        hands = hands.copy()
        hands[by] = left
        if left == 0:
            out = by
        elif left == 1 and by not in hand.said:
            liable = seated(state, (*liable, by))
    return hands, liable, out


def _pile_after(
    state: State, hand: Hand, cards: tuple[str, ...], identity: str
) -> tuple[tuple[str, ...], int]:
    """Return what is known of the Playpile with `cards` on it: (`pile`, `loose`)."""
    if hand.whole_pile:
        pile = hand.pile + cards
        # Where counts are unknown nobody tells of a reshuffle; there must have been one.
        if hand.stock is None and len(pile) > deck_size(state.options):
            pile = cards[-1:]
        return pile, 0
    run = tuple(card for card in cards if card in (identity, CHAMELEON))
    if identity == hand.identity:
        return hand.pile + run, hand.loose
    return run, 0
