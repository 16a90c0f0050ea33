"""What becomes of the cards and the players when something is done; nothing is judged here."""

from __future__ import annotations

from typing import NamedTuple

from msgspec import UNSET
from msgspec.structs import replace

from referee.games.zar.cards import CHAMELEON, SYMBOL, declarations
from referee.games.zar.events import Draw, Join, Pass, Position, StartHand, Take
from referee.games.zar.rules import Lay, hand_size, joining_score
from referee.games.zar.state import Hand, State, after, deck_size, seated


class Drawn(NamedTuple):
    """A hand after `n` cards were drawn; `reshuffled`: the Playpile was turned for it."""

    hand: Hand
    n: int
    reshuffled: bool


def draw_cards(state: State, hand: Hand, who: str, n: int) -> Drawn:
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
    return Drawn(drawn, count, reshuffled)


class Laid(NamedTuple):
    """A hand after cards were laid: who was `skipped`, whom the match cost a card (`matched`; None
    also if he is not known) and what he drew."""

    hand: Hand
    skipped: list[str]
    matched: str | None
    drawn: Drawn | None


def next_turn(
    players: tuple[str, ...], by: str, clockwise: bool, skips: int
) -> tuple[list[str], str]:
    """(who is skipped, whose turn it is) after `by`; the count goes round the table (zar/9.2.2)."""
    if not skips:
        return [], after(players, by, clockwise)
    skipped = [after(players, by, clockwise, i) for i in range(1, skips + 1)]
    return skipped, after(players, by, clockwise, skips + 1)


def lay_cards(state: State, hand: Hand, lay: Lay) -> Laid:
    """The cards are laid, with all their effects (zar/5, zar/6, zar/9)."""
    by, cards = lay.event.by, lay.event.cards
    identity, alike = lay.identity, lay.alike
    symbol = SYMBOL[identity]
    chain = hand.chain + alike if lay.match else alike
    clockwise = hand.clockwise != (symbol == "crab" and alike % 2 == 1)
    skipped, turn = next_turn(state.players, by, clockwise, chain if symbol == "frog" else 0)
    held, hands, liable, out = hand.hands[by], hand.hands, hand.liable, hand.out
    if by in liable:
        liable = tuple(player for player in liable if player != by)
    if held is not None:
        left = held - len(cards)
        hands = {**hands, by: left}
        if left == 0:
            out = by
        elif left == 1 and by not in hand.said:
            liable = seated(state, (*liable, by))
    pile, loose = _pile_after(state, hand, lay)
    declared = lay.event.declare
    laid = replace(
        hand,
        turn=turn,
        clockwise=clockwise,
        top=cards[-1],
        identity=identity,
        declared=declared if declared in declarations(identity) else None,
        owner=by,
        pending=hand.pending + (2 * alike if symbol == "wasp" else 0),
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
    matched = (hand.owner or hand.out) if lay.match and not lay.own else None
    if matched is None:
        return Laid(laid, skipped, None, None)
    drawn = draw_cards(state, laid, matched, 1)
    return Laid(drawn.hand, skipped, matched, drawn)


def _pile_after(state: State, hand: Hand, lay: Lay) -> tuple[tuple[str, ...], int]:
    """What is known of the Playpile with the cards on it: (`pile`, `loose`)."""
    cards = lay.event.cards
    if hand.whole_pile:
        pile = hand.pile + cards
        # Where counts are unknown nobody tells of a reshuffle; there must have been one.
        return (pile if len(pile) <= deck_size(state.options) else cards[-1:]), 0
    run = tuple(card for card in cards if card in (lay.identity, CHAMELEON))
    if lay.identity == hand.identity:
        return hand.pile + run, hand.loose
    return run, 0


def deal(state: State, event: StartHand) -> tuple[Hand, list[str]]:
    """A new hand, and who is skipped at once: the first card counts as played by the dealer from
    outside his hand (zar/3, zar/13.1)."""
    symbol = SYMBOL[event.top]
    clockwise = symbol != "crab"
    skips = 1 if symbol == "frog" else 0
    skipped, turn = next_turn(state.players, event.dealer, clockwise, skips)
    size = hand_size(state.options, len(state.players))
    hand = Hand(
        dealer=event.dealer,
        turn=turn,
        clockwise=clockwise,
        top=event.top,
        identity=event.top,
        declared=None,
        owner=event.dealer,
        pending=2 if symbol == "wasp" else 0,
        chain=1,
        matchable=True,
        skipped_to_self=turn == event.dealer,
        hands=dict.fromkeys(state.players, size),
        pile=(event.top,),
        whole_pile=True,
        stock=deck_size(state.options) - size * len(state.players),
    )
    return hand, skipped


def take(state: State, hand: Hand, event: Take) -> Drawn:
    """`by` draws for the Wasps; on his turn that closes the window (zar/4.2)."""
    drawn = draw_cards(state, hand, event.by, hand.pending)
    changed = replace(drawn.hand, pending=0, said=())
    if event.by == hand.turn:
        changed = replace(changed, took=True, matchable=False)
    return drawn._replace(hand=changed)


def draw(state: State, hand: Hand, event: Draw) -> Drawn:
    """`by` draws one; on his turn that closes the window (zar/4.3B, zar/4.3C)."""
    drawn = draw_cards(state, hand, event.by, 1)
    if event.by == hand.turn:
        return drawn._replace(hand=replace(drawn.hand, drew=True, matchable=False, said=()))
    return drawn._replace(hand=replace(drawn.hand, said=()))


def pass_on(state: State, hand: Hand, event: Pass) -> Hand:
    """`by` passes."""
    return replace(
        hand,
        turn=after(state.players, event.by, hand.clockwise),
        drew=False,
        took=False,
        skipped_to_self=False,
        said=(),
        penalties={},
    )


def say_zar(state: State, hand: Hand, by: str) -> Hand:
    """`by` says ZAR: no longer liable, or said first for the card he plays next (zar/6, zar/7)."""
    if by in hand.liable:
        return replace(hand, liable=tuple(player for player in hand.liable if player != by))
    return replace(hand, said=seated(state, (*hand.said, by)))


def punish(state: State, hand: Hand, on: str) -> Drawn:
    """`on` draws one penalty card (zar/8, zar/11.8)."""
    drawn = draw_cards(state, hand, on, 1)
    penalties = {**hand.penalties, on: hand.penalties.get(on, 0) + 1}
    return drawn._replace(hand=replace(drawn.hand, penalties=penalties))


def sit_down(state: State, event: Join) -> State:
    """`player` takes his seat; in a running hand nobody knows what he holds."""
    players = list(state.players)
    players.insert(len(players) if event.seat is UNSET else event.seat, event.player)
    hand = state.hand
    if hand is not None:
        hand = replace(hand, hands={**hand.hands, event.player: None}, stock=None)
    scores = {**state.scores, event.player: joining_score(state, event.player)}
    return replace(state, players=tuple(players), scores=scores, hand=hand)


def get_up(state: State, player: str) -> State:
    """`player` leaves; the cards he held in a running hand go back to the stock."""
    players = tuple(other for other in state.players if other != player)
    deals = state.deals if state.deals != player else after(state.players, player, True)
    return replace(state, players=players, deals=deals, hand=_without(state, player))


def _without(state: State, player: str) -> Hand | None:
    hand = state.hand
    if hand is None:
        return None
    held = hand.hands[player]
    turn = hand.turn
    if turn == player:
        turn = after(state.players, player, hand.clockwise)
        hand = replace(hand, drew=False, took=False, skipped_to_self=False)
    return replace(
        hand,
        turn=turn,
        dealer=hand.dealer if hand.dealer != player else None,
        owner=hand.owner if hand.owner != player else None,
        out=hand.out if hand.out != player else None,
        hands={other: n for other, n in hand.hands.items() if other != player},
        liable=tuple(other for other in hand.liable if other != player),
        said=tuple(other for other in hand.said if other != player),
        penalties={other: n for other, n in hand.penalties.items() if other != player},
        stock=None if hand.stock is None or held is None else hand.stock + held,
    )


def set_right(state: State, event: Position) -> State:
    """A running hand as `event` says. What it leaves out: counts and `owner` are unknown, the rest
    follows from what is given."""
    identity = event.identity or event.top
    owner = event.owner if event.owner in state.players else None
    matchable = event.matchable
    if matchable is UNSET:
        matchable = owner is not None and not event.drew
    pending = event.pending
    if pending is UNSET:
        pending = 2 * event.chain if SYMBOL[identity] == "wasp" and matchable else 0
    to_self = event.skipped_to_self
    if to_self is UNSET:
        to_self = owner == event.turn and matchable
    hands = {player: event.hands.get(player) for player in state.players}
    known = [n for n in hands.values() if n is not None]
    hand = Hand(
        dealer=None,
        turn=event.turn,
        clockwise=event.direction == "clockwise",
        top=event.top,
        identity=identity,
        declared=event.declared if event.declared in declarations(identity) else None,
        owner=owner,
        pending=pending,
        chain=event.chain,
        matchable=matchable,
        drew=event.drew,
        skipped_to_self=to_self,
        hands=hands,
        liable=seated(state, event.liable),
        out=next((player for player, n in hands.items() if n == 0), None),
        pile=(event.top,),
        whole_pile=False,
        loose=event.chain - 1,
        stock=deck_size(state.options) - sum(known) if len(known) == len(hands) else None,
    )
    return replace(
        state,
        hand=hand,
        number=state.number if state.hand else state.number + 1,
        over=False,
        scores={player: event.scores.get(player, n) for player, n in state.scores.items()},
    )
