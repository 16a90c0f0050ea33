"""Cards put on the Playpile: what they count as, and what becomes of the hand."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from msgspec.structs import replace

from referee.core import PlayerKey
from referee.games.zar.cards import CHAMELEON
from referee.games.zar.drawing import DrawResult, draw_cards
from referee.games.zar.effects import EFFECT, CardEffect, declarations
from referee.games.zar.state import Hand, State, deck_size, seated
from referee.games.zar.turning import next_turn

if TYPE_CHECKING:
    from referee.games.zar.actions.play.events import PlayCards


class CardPlay(NamedTuple):
    """Cards on the present top card (zar/5.2, zar/12.3, zar/14).

    `identity`: the card they count as; `copies`: how many of them do. `is_match`: they match the
    top card while it can be matched; `is_own_match`: it is the player's own last play.
    """

    event: PlayCards
    identity: str
    copies: int
    is_match: bool
    is_own_match: bool

    @property
    def effect(self) -> CardEffect:
        """What the cards do."""
        return EFFECT[self.identity]


class PlayResult(NamedTuple):
    """A hand after cards were played: who was `skipped`, whom the match cost a card (`matched`;
    None also if he is not known) and what he drew."""

    hand: Hand
    skipped: list[PlayerKey]
    matched: PlayerKey | None
    drawn: DrawResult | None


def counts_as(hand: Hand, cards: Sequence[str]) -> str:
    """Return the card that `cards` count as: a Chameleon goes along with a real one, alone it takes
    after the top card (zar/14)."""
    return next((card for card in reversed(cards) if card != CHAMELEON), hand.identity)


def card_play(hand: Hand, event: PlayCards) -> CardPlay:
    """Return what the cards of `event` are on the present top card."""
    cards = event.cards
    identity = counts_as(hand, cards)
    copies = cards.count(CHAMELEON) + cards.count(identity)
    match = hand.matchable and identity == hand.identity and copies == len(cards)
    return CardPlay(event, identity, copies, match, match and event.by == hand.owner)


def place_cards(state: State, hand: Hand, play: CardPlay) -> PlayResult:
    """Put the cards on the Playpile, with all their effects (zar/5, zar/6, zar/9)."""
    event, identity, copies, is_match, is_own_match = play
    by, cards, effect = event.by, event.cards, play.effect
    chain = hand.chain + copies if is_match else copies
    clockwise = hand.clockwise != (effect.reverses and copies % 2 == 1)
    skipped, turn = next_turn(state.players, by, clockwise, effect.skips * chain)
    hands, liable, out = _hands_after(state, hand, event)
    pile, loose = _pile_after(state, hand, play)
    played = replace(
        hand,
        turn=turn,
        clockwise=clockwise,
        top=cards[-1],
        identity=identity,
        declared=event.declare if event.declare in declarations(identity) else None,
        owner=by,
        pending=hand.pending + effect.owes * copies,
        chain=chain,
        matchable=True,
        drew=False,
        took=False,
        skipped_to_self=turn == by,
        hands=hands,
        liable=liable,
        said=(),
        out=out,
        penalties={},
        pile=pile,
        loose=loose,
        stock=None if hand.stock is None else hand.stock + len(cards),
    )
    # Nobody plays after a last card: of whoever is out, it was the last play.
    matched = (hand.owner or hand.out) if is_match and not is_own_match else None
    if matched is None:
        return PlayResult(played, skipped, None, None)
    drawn = draw_cards(state, played, matched, 1)
    return PlayResult(drawn.hand, skipped, matched, drawn)


def _hands_after(
    state: State, hand: Hand, event: PlayCards
) -> tuple[dict[PlayerKey, int | None], tuple[PlayerKey, ...], PlayerKey | None]:
    """Count the cards in hand without those played: (`hands`, `liable`, `out`) (zar/6, zar/7)."""
    by, hands, liable, out = event.by, hand.hands, hand.liable, hand.out
    if by in liable:
        liable = tuple(player for player in liable if player != by)
    held = hands[by]
    if held is not None:
        left = held - len(event.cards)
        hands = {**hands, by: left}
        if left == 0:
            out = by
        elif left == 1 and by not in hand.said:
            liable = seated(state, (*liable, by))
    return hands, liable, out


def _pile_after(state: State, hand: Hand, play: CardPlay) -> tuple[tuple[str, ...], int]:
    """Return what is known of the Playpile with the cards on it: (`pile`, `loose`)."""
    cards = play.event.cards
    if hand.whole_pile:
        pile = hand.pile + cards
        # Where counts are unknown nobody tells of a reshuffle; there must have been one.
        return (pile if len(pile) <= deck_size(state.options) else cards[-1:]), 0
    run = tuple(card for card in cards if card in (play.identity, CHAMELEON))
    if play.identity == hand.identity:
        return hand.pile + run, hand.loose
    return run, 0
