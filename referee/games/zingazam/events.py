"""What a record of Zing-a-Zam! can say."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, TypeAlias

import msgspec
from msgspec import UNSET, UnsetType

from referee.core import ByPlayer, Event, Options, Player, Players, Unusable, UserText, say
from referee.core.event import MOST_PLAYERS
from referee.games.zingazam.cards import HIGHEST, NUMBERS

Number = Annotated[int, msgspec.Meta(ge=1, le=HIGHEST)]
Count = Annotated[int, msgspec.Meta(ge=0, le=1_000_000)]
_Key = Annotated[str, msgspec.Meta(max_length=60)]
Piles: TypeAlias = ByPlayer[Annotated[dict[_Key, Count], msgspec.Meta(max_length=len(NUMBERS))]]
"""By player, how many cards of each number (a string) lie in his pile, cats included."""


class ZingAZamOptions(Options, frozen=True):
    """`games`: length of the series. `ages`: from oldest to youngest; left out: seating order."""

    games: Annotated[int, msgspec.Meta(ge=1, le=20)] = 1
    ages: Players | UnsetType = UNSET


class StartGame(Event, frozen=True, tag="start_game"):
    """A game begins. `first`: who starts, where the table says it."""

    first: Player | UnsetType = UNSET


class Play(Event, frozen=True, tag="play"):
    """`by` lays `card`. The other fields are the choices of its spell, as far as they are known."""

    by: Player
    card: Number
    cat: bool = False
    steal_from: Player | UnsetType = UNSET
    gift_to: Player | UnsetType = UNSET
    flip: bool | UnsetType = UNSET
    mirror: Number | UnsetType = UNSET
    points_at: Number | UnsetType = UNSET


class EndGame(Event, frozen=True, tag="end_game"):
    """The table has looked into the piles."""

    piles: Piles


class ScoreGame(Event, frozen=True, tag="score_game"):
    """A whole game that was not tracked: the cards each has, and the piles where they matter."""

    counts: ByPlayer[Count]
    piles: Piles | UnsetType = UNSET


class PlayedCard(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A card of the round that a position finds on the table."""

    by: Player
    card: Number
    cat: bool = False


class Position(Event, frozen=True, tag="position"):
    """What lies there. `played` in order, their spells done; `piles` and `hands` are counts."""

    first: Player | UnsetType = UNSET
    played: Annotated[tuple[PlayedCard, ...], msgspec.Meta(max_length=MOST_PLAYERS)] = ()
    piles: ByPlayer[Count] = {}
    hands: ByPlayer[Count] = {}
    skipped: Players = ()
    must_play: ByPlayer[Number] = {}


EVENTS = (StartGame, Play, EndGame, ScoreGame, Position)

_KEYS = frozenset(str(number) for number in NUMBERS)


def check_options(options: ZingAZamOptions, players: Sequence[str]) -> None:
    """Refuse `ages` that do not name every player once."""
    if options.ages is not UNSET and sorted(options.ages) != sorted(players):
        raise Unusable("options.ages", say("The ages name every player once."))


def check_event(event: Event, path: str) -> None:
    """Refuse a pile that counts cards of a number that no card has."""
    if isinstance(event, (EndGame, ScoreGame)) and event.piles is not UNSET:
        for who, pile in event.piles.items():
            for number in pile:
                if number not in _KEYS:
                    raise Unusable(
                        f"{path}.piles.{who}.{number}",
                        say(
                            "The cards have the numbers 1 to 8, not {number}.",
                            number=UserText(number[:60]),
                        ),
                    )
