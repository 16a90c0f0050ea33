"""A game of ZAR as the referee knows it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import msgspec

from referee.games.zar.cards import CHAMELEON, REAL_CARDS
from referee.games.zar.events import ZarOptions


class Hand(msgspec.Struct, frozen=True, kw_only=True):
    """A running hand.

    `top` as it lies, `identity` the card it counts as, `declared` with a Power (None: nothing, or
    not known). `owner` made the last play (None: unknown). `pending`: cards owed for Wasps by the
    player on turn. `chain`: identical cards on top, laid as one chain of matches. `matchable`: the
    window for a match is open. `drew`, `took`: the player on turn has drawn his one card, has drawn
    for Wasps. `skipped_to_self`: his own Frogs made it his turn. `hands`: cards held (None:
    unknown). `said`: who said ZAR before playing. `penalties`: penalty cards in this turn.

    `pile`: the cards known to lie on the Playpile, the top last; with `whole_pile` all of them,
    else only the unbroken run on top that counts as the top card. `loose`: how many more lie in
    that run of which it is not known whether they are Chameleons. `stock`: cards in nobody's hand
    (None: unknown).
    """

    dealer: str | None
    turn: str
    clockwise: bool
    top: str
    identity: str
    declared: str | None
    owner: str | None
    pending: int
    chain: int
    matchable: bool
    drew: bool = False
    took: bool = False
    skipped_to_self: bool = False
    hands: dict[str, int | None]
    liable: tuple[str, ...] = ()
    said: tuple[str, ...] = ()
    out: str | None = None
    penalties: dict[str, int] = {}
    pile: tuple[str, ...]
    whole_pile: bool
    loose: int = 0
    stock: int | None


class State(msgspec.Struct, frozen=True, kw_only=True):
    """A game: who sits there (`players`, clockwise), everybody's score, the running hand if any.

    `number`: hands begun or scored. `deals`: whose deal the next hand is by custom. `last`: the
    points of the last hand, `went_out` who won it, `refereed` whether it was tracked.
    """

    options: ZarOptions
    players: tuple[str, ...]
    scores: dict[str, int]
    deals: str
    number: int = 0
    hand: Hand | None = None
    over: bool = False
    last: dict[str, int] = {}
    went_out: str | None = None
    refereed: bool = False


def new_game(players: Sequence[str], options: ZarOptions) -> State:
    """The state before the first hand; the first player is the first to deal."""
    return State(
        options=options,
        players=tuple(players),
        scores=dict.fromkeys(players, 0),
        deals=players[0],
    )


def deck_size(options: ZarOptions) -> int:
    """How many cards the deck has in all (zar/2, zar/14)."""
    return len(REAL_CARDS) * options.half_decks + options.chameleons


def copies(options: ZarOptions, card: str) -> int:
    """How many of `card` the deck has."""
    return options.chameleons if card == CHAMELEON else options.half_decks


def after(players: Sequence[str], player: str, clockwise: bool, places: int = 1) -> str:
    """Who sits `places` seats after `player` in the direction of play."""
    i = players.index(player)
    return players[(i + places if clockwise else i - places) % len(players)]


def seated(state: State, names: Iterable[str]) -> tuple[str, ...]:
    """Those of `names` who sit at the table, in seating order."""
    names = set(names)
    return tuple(player for player in state.players if player in names)


def lowest(state: State) -> list[str]:
    """The current players with the lowest score, in seating order."""
    least = min(state.scores[player] for player in state.players)
    return [player for player in state.players if state.scores[player] == least]


def report(state: State) -> dict[str, Any]:
    """The `state` of a report: the keys of the game's page."""
    hand = state.hand
    shown: dict[str, Any] = {"hand": state.number, "in_hand": hand is not None}
    if hand is None:
        shown |= {
            "dealer": None,
            "turn": None,
            "direction": "clockwise",
            "top": None,
            "identity": None,
            "declared": None,
            "owner": None,
            "pending": 0,
            "matchable": False,
            "hands": {},
            "liable": [],
            "out": None,
        }
    else:
        shown |= {
            "dealer": hand.dealer,
            "turn": hand.turn,
            "direction": "clockwise" if hand.clockwise else "counterclockwise",
            "top": hand.top,
            "identity": hand.identity,
            "declared": hand.declared,
            "owner": hand.owner,
            "pending": hand.pending,
            "matchable": hand.matchable,
            "hands": dict(hand.hands),
            "liable": list(hand.liable),
            "out": hand.out,
        }
    return shown | {"players": list(state.players)}
