"""The options of a table and everything that can happen at it."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import UNSET, UnsetType

from referee.core import ByPlayer, Event, Options, Player, Players
from referee.core.event import MOST_PLAYERS
from referee.games.kazing.cards import Card, Position

Type = Literal["precision", "thaumaturgy", "duel"]
LevelName = Literal["initiate", "apprentice", "sorcerer", "mixed"]

_Count = Annotated[int, msgspec.Meta(ge=0, le=1_000_000)]
_MOST_POSITIONS = 1000
"""Positions that one place of an event can name. A position is collected as often as it is
named, so there is no natural most; this one is beyond any evening."""
_Positions = Annotated[tuple[Position, ...], msgspec.Meta(max_length=_MOST_POSITIONS)]
_MOST_TIMER = 40
"""Cards of the Timer that an event can name. Nine end it."""
_TimerPositions = Annotated[tuple[Position, ...], msgspec.Meta(max_length=_MOST_TIMER)]
_MOST_CAST = 40
"""Cards of a spell that an event can name. Nobody can hold a quarter of them."""
_Times = Annotated[int, msgspec.Meta(ge=1, le=99)]


class End(
    msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True
):
    """When a Thaumaturgy game ends: exactly one of the three (kazing/end)."""

    deck: _Times | UnsetType = UNSET
    spells_each: _Times | UnsetType = UNSET
    spells: _Times | UnsetType = UNSET


class KazingOptions(Options, frozen=True):
    """What the table plays. `mana` left out is 40, or 50 for a team that shares it."""

    type: Type = "thaumaturgy"
    level: LevelName = "apprentice"
    novices: Players = ()
    teams: (
        Annotated[tuple[Players, ...], msgspec.Meta(max_length=MOST_PLAYERS // 2)] | UnsetType
    ) = UNSET
    tracking: Literal["spells", "full"] = "spells"
    mana: Annotated[int, msgspec.Meta(ge=1, le=999)] | UnsetType = UNSET
    shared_mana: bool = True
    collect: Annotated[int, msgspec.Meta(ge=1, le=9)] = 1
    end: End = End(deck=1)
    first: Player | UnsetType = UNSET


class Take(Event, frozen=True, tag="take"):
    """A card taken at the start of a turn."""

    by: Player
    source: Literal["deck", "display"] = msgspec.field(name="from")


class Cast(Event, frozen=True, tag="cast"):
    """A spell: start card first, word last. `end` is where the caster says it ends, `word` what a
    Kazaam/Zing is to be, `collect` the positions taken for bonuses."""

    by: Player
    cards: Annotated[tuple[Card, ...], msgspec.Meta(max_length=_MOST_CAST)]
    end: Position | UnsetType = UNSET
    word: Literal["kazaam", "zing"] | UnsetType = UNSET
    drain: Player | UnsetType = UNSET
    replenish: Player | UnsetType = UNSET
    collect: Annotated[tuple[Position, ...], msgspec.Meta(max_length=_MOST_CAST)] = ()


class Discard(Event, frozen=True, tag="discard"):
    """One card put away at the end of a turn."""

    by: Player


class EndTurn(Event, frozen=True, tag="end_turn"):
    """The turn passes on."""

    by: Player


class DeckEnd(Event, frozen=True, tag="deck_end"):
    """A Deck ran out; `team` (any member) says whose."""

    team: Player | UnsetType = UNSET


class TimerReveal(Event, frozen=True, tag="timer"):
    """The Timer's face-down cards are turned up: their positions."""

    revealed: _TimerPositions


class TimerCards(
    msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True
):
    """The Timer: how many `cards` it holds in all, and the positions of those `kept` face up."""

    cards: _Count = 3
    kept: _TimerPositions = ()


class SetPosition(Event, frozen=True, tag="position"):
    """The situation, set outright. What is left out is as at the start, but hands are unknown."""

    turn: Player | UnsetType = UNSET
    scores: ByPlayer[_Count] = {}
    mana: ByPlayer[_Count] = {}
    collected: ByPlayer[_Positions] = {}
    spells: ByPlayer[_Count] = {}
    hands: ByPlayer[_Count] = {}
    round: Annotated[int, msgspec.Meta(ge=1, le=1_000_000)] = 1
    cast: bool = False
    took: bool = False
    deck_ends: _Count = 0
    timer: TimerCards = TimerCards()


EVENTS = (Take, Cast, Discard, EndTurn, DeckEnd, TimerReveal, SetPosition)
