"""A game of ZAR as the referee knows it, and what a table agrees on before it begins."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Annotated, ClassVar

import msgspec
from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from referee.core import Message, Options, PlayerKey, Unusable, plural, say
from referee.games.zar.cards import CHAMELEON, REAL_CARDS

Number = Annotated[int, msgspec.Meta(ge=0, le=10**12)]
"""A whole number, 0 or more; bounded so that every sum of them can be stored."""
Points = Annotated[int, msgspec.Meta(ge=0, le=100)]
"""What is printed on a card."""
MOST_OF_A_KIND = 8
"""Half decks, and Chameleons, that a deck can be made of."""


class Values(
    msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True
):
    """The points printed on the cards, as far as the table has entered them."""

    basic: Points | UnsetType = UNSET
    command: Points | UnsetType = UNSET
    power: Points | UnsetType = UNSET


class ZarOptions(Options, frozen=True):
    """How many of each card (`half_decks`) and of Chameleons the deck holds; the `target` that ends
    the game (None: `end_game` does); the `values` printed on the cards."""

    half_decks: Annotated[int, msgspec.Meta(ge=2, le=MOST_OF_A_KIND)] = 2
    chameleons: Annotated[int, msgspec.Meta(ge=0, le=MOST_OF_A_KIND)] = 0
    target: Annotated[int, msgspec.Meta(ge=1, le=1000)] | None = 50
    values: Values = Values()

    field_names: ClassVar = {
        "half_decks": say("half decks"),
        "chameleons": say("chameleons"),
        "target": say("points that end the game"),
        "values": say("points printed on the cards"),
    }

    def check(self, players: Sequence[PlayerKey]) -> None:
        """Refuse more Chameleons than half decks."""
        if self.chameleons > self.half_decks:
            raise Unusable(
                "options.chameleons",
                plural(
                    "There is one chameleon for each half deck: {n} at most.",
                    "There is one chameleon for each half deck: {n} at most.",
                    self.half_decks,
                ),
            )

    def way_to_seat(self, count: int) -> Message | None:
        """More half decks (zar/13.1)."""
        most = replace(self, half_decks=3).most_players
        if not self.most_players < count <= most:
            return None
        return say("With more than two half decks, up to {n} can play: choose how many.", n=most)

    @property
    def most_players(self) -> int:
        """How many can play (zar/3, zar/13.1)."""
        return 9 if self.half_decks == 2 else 14

    @property
    def most_together(self) -> int:
        """How many cards can be played at once."""
        return self.half_decks + self.chameleons


class Hand(msgspec.Struct, frozen=True, gc=False):
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
    (None: unknown). What a turn begins with is the default of what each turn has anew.
    """

    turn: PlayerKey
    hands: dict[PlayerKey, int | None]
    liable: tuple[PlayerKey, ...]
    out: PlayerKey | None
    pile: tuple[str, ...]
    loose: int
    stock: int | None
    matchable: bool
    clockwise: bool
    top: str
    identity: str
    owner: PlayerKey | None
    pending: int
    dealer: PlayerKey | None
    whole_pile: bool
    declared: str | None = None
    chain: int = 1
    skipped_to_self: bool = False
    said: tuple[PlayerKey, ...] = ()
    drew: bool = False
    took: bool = False
    penalties: dict[PlayerKey, int] = {}


def forget_pile(hand: Hand) -> Hand:
    """Return `hand` once nobody knows how many cards are drawn before the Playpile is turned: what
    is known of that is the unbroken run on top that counts as the top card."""
    if not hand.whole_pile:
        return hand
    run, lie = 0, hand.pile
    while run < len(lie) and lie[-run - 1] in (hand.identity, CHAMELEON):
        run += 1
    # A Chameleon at the bottom of the run may count as the card that it lies on, unless it belongs
    # to the chain.
    while run > min(hand.chain, len(lie)) and lie[-run] == CHAMELEON:
        run -= 1
    return msgspec.structs.replace(hand, pile=lie[len(lie) - run :], whole_pile=False, loose=0)


class State(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """A game: who sits there (`players`, clockwise), everybody's score, the running hand if any.

    `number`: hands begun or scored. `deals`: whose deal the next hand is by custom. `last`: the
    points of the last hand, `went_out` who won it, `refereed` whether it was tracked.
    """

    options: ZarOptions
    players: tuple[PlayerKey, ...]
    scores: dict[PlayerKey, int]
    deals: PlayerKey
    number: int = 0
    hand: Hand | None = None
    over: bool = False
    last: dict[PlayerKey, int] = {}
    went_out: PlayerKey | None = None
    refereed: bool = False


def new_game(players: Sequence[PlayerKey], options: ZarOptions) -> State:
    """Return the state before the first hand; the first player is the first to deal."""
    return State(
        options=options,
        players=tuple(players),
        scores=dict.fromkeys(players, 0),
        deals=players[0],
    )


HALF_DECK = len(REAL_CARDS)


def deck_size(options: ZarOptions) -> int:
    """Count the cards of the deck (zar/2, zar/14)."""
    return HALF_DECK * options.half_decks + options.chameleons


def copies(options: ZarOptions, card: str) -> int:
    """Count the copies of `card` in the deck."""
    return options.chameleons if card == CHAMELEON else options.half_decks


def seat_after(
    players: Sequence[PlayerKey], player: PlayerKey, clockwise: bool, places: int = 1
) -> PlayerKey:
    """Return who sits `places` seats after `player` in the direction of play."""
    i = players.index(player)
    return players[(i + places if clockwise else i - places) % len(players)]


def others(players: Sequence[PlayerKey], player: PlayerKey) -> tuple[PlayerKey, ...]:
    """Return `players` without `player`."""
    return tuple([other for other in players if other != player])


def seated(state: State, names: Collection[str]) -> tuple[PlayerKey, ...]:
    """Return those of `names` who sit at the table, in seating order."""
    return tuple([player for player in state.players if player in names])


def lowest(state: State) -> list[PlayerKey]:
    """Return the current players with the lowest score, in seating order."""
    least = min([state.scores[player] for player in state.players])
    return [player for player in state.players if state.scores[player] == least]
