"""Counting a hand, and the end of the game (zar/6)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import chain
from typing import NamedTuple

from msgspec import UNSET
from msgspec.structs import replace

from referee.core import Message, UserText, plural, say
from referee.games.zar import moves
from referee.games.zar.cards import CHAMELEON, KIND, NAMES
from referee.games.zar.events import EndHand, ZarOptions
from referee.games.zar.rules import Fault, ends_the_game, is_seated, too_many
from referee.games.zar.state import Hand, State, after

CHAMELEON_VALUE = 6
"""The one value that the rulebook gives (zar/14)."""

KIND_NAMES = {
    "basic": say("basic cards"),
    "command": say("command cards"),
    "power": say("powers"),
}
"""The kinds of cards that have a value of their own."""


def value(options: ZarOptions, card: str) -> int | None:
    """The points printed on `card`; None if the table has not entered them."""
    if card == CHAMELEON:
        return CHAMELEON_VALUE
    points = getattr(options.values, KIND[card])
    return None if points is UNSET else points


def total(options: ZarOptions, cards: tuple[str, ...]) -> int | None:
    """The points of `cards` together; None if one of the values is not known."""
    points = 0
    for card in cards:
        worth = value(options, card)
        if worth is None:
            return None
        points += worth
    return points


def missing_values(options: ZarOptions, cards: tuple[str, ...]) -> list[str]:
    """The kinds among `cards` of which the value is not entered, each once."""
    kinds = (KIND[card] for card in cards if value(options, card) is None)
    return list(dict.fromkeys(kinds))


class Reckoning(NamedTuple):
    """A counted hand: who won it (None: not known), everybody's points (None: cannot be worked
    out), the referee's count of each loser's cards (None: unknown), the hand after the Wasps still
    owed were drawn (None: no hand is tracked) and that draw."""

    winner: str | None
    points: dict[str, int | None]
    counts: dict[str, int | None]
    hand: Hand | None
    owed: moves.Drawn | None


def reckon(state: State, event: EndHand) -> Reckoning:
    """What `event` makes of the hand that runs, or of one that was not tracked."""
    hand, owed = state.hand, None
    winner = event.winner if event.winner is not UNSET else hand.out if hand else None
    if hand is not None and hand.pending and hand.turn != winner:
        owed = moves.draw_cards(state, hand, hand.turn, hand.pending)
        hand = owed.hand
    gone = (hand.out if hand else None) or winner
    counts = {player: hand.hands[player] for player in state.players if hand and player != gone}
    points = {player: _points(state, event, player, winner) for player in state.players}
    return Reckoning(winner, points, counts, hand, owed)


def _points(state: State, event: EndHand, player: str, winner: str | None) -> int | None:
    if player in event.points:
        return event.points[player]
    if player in event.hands:
        return total(state.options, event.hands[player])
    return 0 if player == winner or (state.hand and player == state.hand.out) else None


def miscounted(event: EndHand, found: Reckoning) -> list[str]:
    """The losers whose cards are not as many as the referee counted."""
    return [
        player
        for player, count in found.counts.items()
        if count is not None and player in event.hands and len(event.hands[player]) != count
    ]


def faults(state: State, event: EndHand, found: Reckoning) -> Iterator[Fault]:
    """What is wrong with the count of a hand (zar/2, zar/6, zar/11.6)."""
    hand, winner = state.hand, found.winner
    for name in (*([winner] if winner else []), *event.hands, *event.points):
        if (stranger := is_seated(state, name)) is not None:
            yield stranger
    card = too_many(state.options, found.hand, chain.from_iterable(event.hands.values()))
    if card is not None:
        yield Fault(
            ("zar/2",),
            say("The deck does not have so many: {card}.", card=NAMES[card].plain),
        )
    if hand is not None:
        yield from _winner_faults(hand, event)
        for player in miscounted(event, found):
            yield Fault(
                ("zar/6",),
                plural(
                    "{player} must hold {n} card by the referee's count, not {given}.",
                    "{player} must hold {n} cards by the referee's count, not {given}.",
                    found.counts[player] or 0,
                    player=player,
                    given=len(event.hands[player]),
                ),
            )
    if winner is not None and (event.hands.get(winner) or event.points.get(winner)):
        yield Fault(("zar/6",), say("{winner} is out, with nothing left to count.", winner=winner))


def _winner_faults(hand: Hand, event: EndHand) -> Iterator[Fault]:
    """A tracked hand is won by the player who is out; if nobody is known to be, by one of those
    whose cards are not counted."""
    if hand.out is None:
        if None not in hand.hands.values():
            yield Fault(("zar/6",), say("Nobody is out yet."))
        elif event.winner is not UNSET and hand.hands.get(event.winner) is not None:
            yield Fault(("zar/6",), say("{winner} still holds cards.", winner=event.winner))
    elif event.winner not in (UNSET, hand.out):
        yield Fault(("zar/6",), say("{out} is out, nobody else.", out=hand.out))


def what_is_missing(state: State, event: EndHand, found: Reckoning) -> Message:
    """What would settle a score that cannot be worked out."""
    blank = [
        player
        for player, points in found.points.items()
        if points is None and player not in event.hands
    ]
    if blank:
        return plural(
            "What {who} holds is missing.", "What {who} hold is missing.", len(blank), who=[*blank]
        )
    cards = tuple(chain.from_iterable(event.hands.values()))
    kinds: list[str | int | Message | UserText] = [
        KIND_NAMES[kind] for kind in missing_values(state.options, cards)
    ]
    return say("The points printed on the {kinds} are not entered.", kinds=kinds)


def finish(state: State, event: EndHand) -> State:
    """The state after the hand was counted; the deal goes round clockwise."""
    found = reckon(state, event)
    hand = state.hand
    points = {player: n or 0 for player, n in found.points.items()}
    dealer = hand.dealer if hand and hand.dealer else state.deals
    after_it = replace(
        state,
        hand=None,
        number=state.number if hand else state.number + 1,
        scores={player: n + points.get(player, 0) for player, n in state.scores.items()},
        deals=after(state.players, dealer, True),
        last=points,
        went_out=found.winner,
        refereed=hand is not None,
    )
    return replace(after_it, over=ends_the_game(after_it))


def points_line(winner: str, points: Mapping[str, int]) -> Message:
    """Who went out, and what the others have."""
    return say(
        "{winner} is out. Points: {others}.", winner=winner, others=points_of(points, winner)
    )


def points_of(points: Mapping[str, int], winner: str) -> list[str | int | Message | UserText]:
    """What everybody but `winner` has, as a list to be joined: "Ann 12", "Cy 7"."""
    return [
        say("{player} {n}", player=player, n=n) for player, n in points.items() if player != winner
    ]
