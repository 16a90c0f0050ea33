"""What can happen in ZAR, and what a table agrees on before it begins."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Literal

import msgspec
from msgspec import UNSET, UnsetType

from referee.core import (
    ByPlayer,
    Event,
    NewPlayer,
    Options,
    Player,
    Players,
    Unusable,
    plural,
    say,
)
from referee.games.zar.cards import CHAMELEON, POWERS, REAL_CARDS, Card, Declaration, RealCard

Number = Annotated[int, msgspec.Meta(ge=0, le=10**12)]
"""A whole number, 0 or more; bounded so that every sum of them can be stored."""
Value = Annotated[int, msgspec.Meta(ge=0, le=100)]
_MOST_OF_A_KIND = 8
"""Half decks, and Chameleons, that a deck can be made of."""
Cards = Annotated[tuple[Card, ...], msgspec.Meta(min_length=1, max_length=2 * _MOST_OF_A_KIND)]
"""Cards of one play: no more are alike, Chameleons included."""
Hand = Annotated[tuple[Card, ...], msgspec.Meta(max_length=_MOST_OF_A_KIND * (len(REAL_CARDS) + 1))]
"""Cards left in a hand: no more than the deck has."""
Side = Literal["a", "b"]
Direction = Literal["clockwise", "counterclockwise"]


class Values(
    msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True
):
    """The points printed on the cards, as far as the table has entered them."""

    basic: Value | UnsetType = UNSET
    command: Value | UnsetType = UNSET
    power: Value | UnsetType = UNSET


class ZarOptions(Options, frozen=True):
    """How many of each card (`half_decks`) and of Chameleons the deck holds; the `target` that ends
    the game (None: `end_game` does); the `values` printed on the cards."""

    half_decks: Annotated[int, msgspec.Meta(ge=2, le=_MOST_OF_A_KIND)] = 2
    chameleons: Annotated[int, msgspec.Meta(ge=0, le=_MOST_OF_A_KIND)] = 0
    target: Annotated[int, msgspec.Meta(ge=1, le=1000)] | None = 50
    values: Values = Values()


class StartHand(Event, frozen=True, tag="start_hand"):
    """The cards are dealt and the dealer turns `top` over."""

    dealer: Player
    top: Card


class Play(Event, frozen=True, tag="play"):
    """`by` plays `cards` on his turn, the last one on top."""

    by: Player
    cards: Cards
    declare: Declaration | UnsetType = UNSET
    as_: RealCard | UnsetType = msgspec.field(name="as", default=UNSET)


class Match(Event, frozen=True, tag="match"):
    """`by` matches the top card with `cards`, whoever's turn it is."""

    by: Player
    cards: Cards
    declare: Declaration | UnsetType = UNSET


class Take(Event, frozen=True, tag="take"):
    """`by` draws for the Wasps he faces."""

    by: Player


class Draw(Event, frozen=True, tag="draw"):
    """`by` draws the one card of step 3B or 3C."""

    by: Player


class Pass(Event, frozen=True, tag="pass"):
    """`by` ends his turn without playing."""

    by: Player


class DeclareZar(Event, frozen=True, tag="zar"):
    """`by` says ZAR."""

    by: Player


class Gotcha(Event, frozen=True, tag="gotcha"):
    """`by` calls GOTCHA on `on`."""

    by: Player
    on: Player


class Penalty(Event, frozen=True, tag="penalty"):
    """`on` draws one for a play taken back or a call made on purpose."""

    on: Player
    for_: Literal["illegal-play", "intentional-call"] = msgspec.field(name="for")


class Claim(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One side of a close call: what `by` did."""

    kind: Literal["zar", "gotcha", "play", "match", "draw", "last-card"]
    by: Player


class CloseCall(Event, frozen=True, tag="close_call"):
    """Which of two things that happened at once comes first? Only asks."""

    a: Claim
    b: Claim
    underneath: Side | UnsetType = UNSET
    knocked_off_by: Side | UnsetType = UNSET


class EndHand(Event, frozen=True, tag="end_hand"):
    """The hand is counted: the cards left (`hands`) and/or the points of each player."""

    hands: ByPlayer[Hand] = {}
    points: ByPlayer[Number] = {}
    winner: Player | UnsetType = UNSET


class Join(Event, frozen=True, tag="join"):
    """`player` sits down at index `seat`, or last."""

    player: NewPlayer
    seat: Number | UnsetType = UNSET


class Quit(Event, frozen=True, tag="quit"):
    """`player` leaves the table."""

    player: Player


class EndGame(Event, frozen=True, tag="end_game"):
    """The table ends a game that has no target."""


class Position(Event, frozen=True, tag="position"):
    """What really lies there. What is left out is unknown or has the default that follows from
    the rest (see `play.seat_position`)."""

    top: Card
    turn: Player
    hands: ByPlayer[Number | None] = {}
    identity: RealCard | None = None
    declared: Declaration | None = None
    owner: Player | None = None
    direction: Direction = "clockwise"
    pending: Number | UnsetType = UNSET
    chain: Annotated[int, msgspec.Meta(ge=1, le=10**12)] = 1
    matchable: bool | UnsetType = UNSET
    drew: bool = False
    skipped_to_self: bool | UnsetType = UNSET
    liable: Players = ()
    scores: ByPlayer[Number] = {}


EVENTS: tuple[type[Event], ...] = (
    StartHand,
    Play,
    Match,
    Take,
    Draw,
    Pass,
    DeclareZar,
    Gotcha,
    Penalty,
    CloseCall,
    EndHand,
    Join,
    Quit,
    EndGame,
    Position,
)


def check_options(options: ZarOptions, players: Sequence[str]) -> None:
    """Refuse more Chameleons than half decks."""
    if options.chameleons > options.half_decks:
        raise Unusable(
            "options.chameleons",
            plural(
                "There is one chameleon for each half deck: {n} at most.",
                "There is one chameleon for each half deck: {n} at most.",
                options.half_decks,
            ),
        )


def check_event(event: Event, options: ZarOptions, players: Sequence[str], path: str) -> None:
    """Refuse more cards than a play can have; a declaration, an `as` or an identity that nothing
    in the event takes."""
    if isinstance(event, (Play, Match)):
        most = options.half_decks + options.chameleons
        if len(event.cards) > most:
            raise Unusable(f"{path}.cards", plural("{n} card at most.", "{n} cards at most.", most))
        if CHAMELEON in event.cards:
            return
        if event.declare is not UNSET and not any(card in POWERS for card in event.cards):
            raise Unusable(f"{path}.declare", say("Only a power or a chameleon declares."))
        if isinstance(event, Play) and event.as_ is not UNSET:
            raise Unusable(f"{path}.as", say("Only a chameleon stands for another card."))
    elif isinstance(event, Position):
        if (event.top == CHAMELEON) != (event.identity is not None):
            raise Unusable(
                f"{path}.identity",
                say("The card that the chameleon on top stands for is missing.")
                if event.top == CHAMELEON
                else say("Only a chameleon on top stands for another card."),
            )
        if event.declared is not None and event.top not in (*POWERS, CHAMELEON):
            raise Unusable(f"{path}.declared", say("Only a power has something declared."))
