"""The situation. Players are seats here: their places in seating order, from 0."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Annotated, ClassVar

import msgspec
from msgspec import UNSET, UnsetType

from referee.core import Options, PlayerKey, Players, Unusable, say
from referee.core.form import Piece
from referee.games.zingazam.cards import CATS, HIGHEST, OWN_CARDS, cats_unseen, piece
from referee.games.zingazam.piles import EMPTY, Pile

MOST_SEATS = 5


class ZingAZamOptions(Options, frozen=True):
    """`games`: length of the series. `ages`: from oldest to youngest; left out: seating order."""

    games: Annotated[int, msgspec.Meta(ge=1, le=20)] = 1
    ages: Players | UnsetType = UNSET

    field_names: ClassVar = {
        "games": say("games in the series"),
        "ages": say("players from oldest to youngest"),
    }

    def check(self, players: Sequence[PlayerKey]) -> None:
        """Refuse `ages` that do not name every player once."""
        if self.ages is not UNSET and sorted(self.ages) != sorted(players):
            raise Unusable("options.ages", say("List every player once, from oldest to youngest."))


class TableOptions(msgspec.Struct, frozen=True, gc=False):
    """What does not change: who plays, `ages` (seats from the oldest down), how many games, and
    the table's answers to the readings."""

    players: tuple[PlayerKey, ...]
    ages: tuple[int, ...]
    games: int
    must_cast: bool
    mirror_may_dodge: bool


class Wizard(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """What one player has; None: unknown.

    `hand` cards, `facing` the most of them that can face their holder, `own` the numbers laid but
    not as a cat (bit n for number n), `cats` drawn less played (below 0 if one was let stand).
    """

    hand: int | None = OWN_CARDS
    facing: int | None = 1
    own: int = 0
    cats: int | None = 0
    pile: Pile = EMPTY


def may_hold(wizard: Wizard, number: int, cats_played: Sequence[int]) -> tuple[bool, bool]:
    """Whether `wizard` can still hold `number` as his own card, and as a cat."""
    some_cat = wizard.cats is None or wizard.cats > 0
    return not wizard.own >> number & 1, some_cat and cats_unseen(number, cats_played) > 0


class TableCard(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """A card on the table."""

    by: int
    number: int
    cat: bool


def _laid(cat: bool) -> tuple[tuple[tuple[TableCard], ...], ...]:
    numbers, seats = range(HIGHEST + 1), range(MOST_SEATS)
    return tuple([tuple([(TableCard(by, n, cat),) for n in numbers]) for by in seats])


CARD_LAID, CAT_LAID = _laid(cat=False), _laid(cat=True)
"""What one of the own eight, or a cat, adds to the cards on the table, by the seat that lays it and
its number."""


class FinishedRound(msgspec.Struct, frozen=True, gc=False):
    """A round that is over: who took it, why, and its cards in the order they were laid."""

    winner: int
    because: str
    cards: tuple[TableCard, ...]

    @property
    def best(self) -> int:
        """The number that took it."""
        best = 0
        for card in self.cards:
            if card.by == self.winner:
                best = card.number
        return best


class Result(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """A game that is over: points and winners, by seat."""

    points: tuple[int, ...]
    winners: tuple[int, ...]


class State(msgspec.Struct, frozen=True, gc=False):
    """The situation after some event.

    `round` is 0 while no game runs. `turn` is None then, and while the game waits for its piles.
    `due` are those who still have to play in this round (bit s for seat s). `must_play` pairs of
    them with a number. `cats` left to draw; `cats_played` and `taken` are the numbers of the
    cats played and of the cards that came into piles, since the start or the latest position.
    """

    agreed: TableOptions
    past: tuple[Result, ...] = ()
    round: int = 0
    first: int | None = None
    turn: int | None = None
    due: int = 0
    played: tuple[TableCard, ...] = ()
    must_play: tuple[tuple[int, int], ...] = ()
    wizards: tuple[Wizard, ...] = ()
    cats: int | None = CATS
    cats_played: tuple[int, ...] = ()
    taken: tuple[int, ...] = ()
    last: FinishedRound | None = None

    @property
    def players(self) -> tuple[PlayerKey, ...]:
        """Who plays, in seating order."""
        return self.agreed.players

    @property
    def everyone(self) -> int:
        """All seats, as bits."""
        return (1 << len(self.agreed.players)) - 1

    def names(self, seats: Iterable[int]) -> list[PlayerKey]:
        """Return the players in these seats."""
        return [self.agreed.players[seat] for seat in seats]

    def has_played(self, seat: int) -> bool:
        """Return whether a card of `seat` lies in this round."""
        return seat in [card.by for card in self.played]

    def can_lay(self, seat: int) -> bool:
        """Return whether `seat` could lay a card if the table let it stand."""
        return self.wizards[seat].hand != 0 and not self.has_played(seat)

    def shown(self, card: TableCard) -> Piece:
        """Return a card on the table as a page draws it."""
        return {**piece(card.number, card.cat), "by": self.agreed.players[card.by]}

    @property
    def laid(self) -> list[Piece]:
        """The cards of the round as a page draws them, in order."""
        return [self.shown(card) for card in self.played]

    @property
    def running(self) -> bool:
        """Whether a game runs, or waits for its piles."""
        return self.round > 0

    @property
    def waits(self) -> bool:
        """Whether the game is played out and only its piles can tell who won."""
        return self.round > 0 and self.turn is None

    @property
    def game(self) -> int:
        """The number of the running game, else of the last one; 0 before the first."""
        return len(self.past) + (self.round > 0)

    @property
    def over(self) -> bool:
        """Whether the series is over."""
        return self.round == 0 and len(self.past) >= self.agreed.games

    @property
    def totals(self) -> list[int]:
        """Points over the games that ended, by seat."""
        totals = [0] * len(self.agreed.players)
        for result in self.past:
            for seat, points in enumerate(result.points):
                totals[seat] += points
        return totals

    @property
    def skipped(self) -> list[int]:
        """Who is skipped in this round, in seating order."""
        if not self.due:
            return []
        here = self.due
        for card in self.played:
            here |= 1 << card.by
        return [s for s in range(len(self.agreed.players)) if not here >> s & 1]


def _next_due(seat: int, due: int) -> int | None:
    clockwise = ((seat + step) % MOST_SEATS for step in range(1, MOST_SEATS + 1))
    return next((other for other in clockwise if due >> other & 1), None)


NEXT = tuple(
    tuple(_next_due(seat, due) for due in range(1 << MOST_SEATS)) for seat in range(MOST_SEATS)
)
"""The next clockwise, by a seat and those who are `due`: himself last, None if nobody is."""
