"""The options of a table and everything that can happen at it."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import UNSET, UnsetType

from referee.core import Event, Options, Player
from referee.games.kazing.cards import Card, Position

Type = Literal["precision", "thaumaturgy", "duel"]
LevelName = Literal["initiate", "apprentice", "sorcerer", "mixed"]

_Count = Annotated[int, msgspec.Meta(ge=0, le=1_000_000)]
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
    novices: tuple[Player, ...] = ()
    teams: tuple[tuple[Player, ...], ...] | UnsetType = UNSET
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
    cards: tuple[Card, ...]
    end: Position | UnsetType = UNSET
    word: Literal["kazaam", "zing"] | UnsetType = UNSET
    drain: Player | UnsetType = UNSET
    replenish: Player | UnsetType = UNSET
    collect: tuple[Position, ...] = ()


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

    revealed: tuple[Position, ...]


class TimerCards(
    msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True
):
    """The Timer: how many `cards` it holds in all, and the positions of those `kept` face up."""

    cards: _Count = 3
    kept: tuple[Position, ...] = ()


class SetPosition(Event, frozen=True, tag="position"):
    """The situation, set outright. What is left out is as at the start, but hands are unknown."""

    turn: Player | UnsetType = UNSET
    scores: dict[Player, _Count] = {}
    mana: dict[Player, _Count] = {}
    collected: dict[Player, tuple[Position, ...]] = {}
    spells: dict[Player, _Count] = {}
    hands: dict[Player, _Count] = {}
    round: Annotated[int, msgspec.Meta(ge=1, le=1_000_000)] = 1
    cast: bool = False
    took: bool = False
    deck_ends: _Count = 0
    timer: TimerCards = TimerCards()


EVENTS = (Take, Cast, Discard, EndTurn, DeckEnd, TimerReveal, SetPosition)
