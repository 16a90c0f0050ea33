"""What the scores of a game mean, and the sheets on which they are written."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Generic, TypeVar

import msgspec

from referee.core.keys import PlayerKey
from referee.core.text import Message, plural

State = TypeVar("State")


class ScoreSheet(msgspec.Struct, frozen=True, kw_only=True):
    """A score sheet to print before a game. `label` tells it from the game's others; `options`, as
    a record has them, are those it is for; `players`: how many there may be columns for. It
    shows the `page` of a game that has not begun; its template is `paper.html`, where the game has
    one."""

    label: Message
    options: Mapping[str, str | int] = {}
    players: Sequence[int]


RACE = "turns"
"""The kind of scores (see `Scoring.kinds`) that are the turns of a race: the fewest win."""


class Finish(msgspec.Struct, frozen=True, kw_only=True):
    """How a player came out of a race, a game that is won in the fewest turns: the turns that were
    needed, or how far who did not get there has come; `kind` tells which."""

    kind: str
    score: int

    @property
    def turns(self) -> int | None:
        """The turns that were needed; None for who did not get there."""
        return self.score if self.kind == RACE else None


class Scoring(Generic[State]):
    """A game's answers about its scores. By default one number counts, of which the highest wins,
    everybody plays for himself, and one sheet serves any number of players."""

    low_wins: ClassVar[bool] = False
    kinds: ClassVar[Mapping[str, Message]] = {}
    """What scores may count, each kind by its key, if not always the same thing: scores of two
    kinds are never compared or averaged."""
    sheets: ClassVar[Mapping[str, ScoreSheet]] = {}
    """Its blank score sheets, each by its name in an address, the usual one first."""

    def kind(self, options: Any) -> str:
        """Return which of the `kinds` is counted under `options`; "" where there is only one."""
        return ""

    def teams(self, state: State) -> Sequence[Sequence[PlayerKey]]:
        """Return the teams, whose members score alike; none in a game without teams."""
        return ()

    def result(self, state: State) -> Message | None:
        """Say what the winners have won with, where that is not their score: "in 12 turns"."""
        return None

    def finishes(self, state: State) -> Mapping[PlayerKey, Finish]:
        """Return how everybody came out of it, once a game that is a race is over; of any other
        game nothing: its scores tell."""
        return {}

    def told(self, kind: str, score: int) -> Message | None:
        """Say a score of this kind in a few words, where its number alone does not tell what it
        is: "12 turns"; None where it does."""
        return plural("{n} turn", "{n} turns", score) if kind == RACE else None

    def lowest_is_best(self, kind: str) -> bool:
        """Return whether the lowest score of this kind is the best."""
        return self.low_wins or kind == RACE
