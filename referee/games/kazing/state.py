"""What is known of a game: what was agreed on (`KazingOptions`, and what follows from them for the
players at the table, `TableOptions`) and how it stands (`State`).

A *side* is what plays for itself: a player, or in a Team Battle a team. A *purse* is what holds
mana in a Duel: a side, or each player where the members of a team have their own.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import Annotated, ClassVar, Literal

import msgspec
from msgspec import UNSET, UnsetType

from referee.core import Message, Options, Player, PlayerKey, Players, Unusable, say
from referee.core.event import MOST_PLAYERS
from referee.games.kazing.cards import Position
from referee.games.kazing.moves import Answers

Type = Literal["precision", "thaumaturgy", "duel"]
LevelName = Literal["initiate", "apprentice", "sorcerer", "mixed"]

_Times = Annotated[int, msgspec.Meta(ge=1, le=99)]

TimerPositions = Annotated[tuple[Position, ...], msgspec.Meta(max_length=40)]
"""Positions of cards of the Timer that an event can name. Nine end it."""


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

    field_names: ClassVar = {
        "type": say("type of game"),
        "level": say("level"),
        "novices": say("novices"),
        "teams": say("teams"),
        "tracking": say("what is recorded"),
        "mana": say("mana at the start"),
        "shared_mana": say("mana shared in a team"),
        "collect": say("times each position is collected"),
        "end": say("when the game ends"),
        "first": say("who starts"),
    }
    value_names: ClassVar = {
        "precision": say("Precision"),
        "thaumaturgy": say("Thaumaturgy"),
        "duel": say("Duel"),
        "initiate": say("Initiate"),
        "apprentice": say("Apprentice"),
        "sorcerer": say("Sorcerer"),
        "mixed": say("Mixed"),
    }

    def way_to_seat(self, count: int) -> Message | None:
        """Teams, where they can be of the same size (kazing/mode.team)."""
        sizes = [size for size in (2, 3, 4) if count % size == 0 and count > size]
        if self.teams or count <= 5 or not sizes:
            return None
        return say("{n} can play in teams of the same size: choose who is in which.", n=count)

    def check(self, players: Sequence[PlayerKey]) -> None:
        """Refuse teams that are not teams (kazing/mode.team) and an end that is not one end."""
        end = self.end
        if sum(map(bool, (end.deck, end.spells_each, end.spells))) != 1:
            raise Unusable("options.end", say("Choose one way for the game to end."))
        teams = self.teams
        if teams is UNSET:
            return
        if len(teams) < 2:
            raise Unusable("options.teams", say("A Team Battle needs at least two teams."))
        named: set[str] = set()
        for i, team in enumerate(teams):
            if not 2 <= len(team) <= 4 or len(team) != len(teams[0]):
                raise Unusable(
                    f"options.teams[{i}]",
                    say("All teams must be the same size, with two to four players."),
                )
            for j, player in enumerate(team):
                if player in named:
                    raise Unusable(
                        f"options.teams[{i}][{j}]", say("{who} is in two teams.", who=player)
                    )
                named.add(player)
        for player in players:
            if player not in named:
                raise Unusable("options.teams", say("{who} is not in a team.", who=player))


class Level(msgspec.Struct, frozen=True, gc=False):
    """A difficulty level (kazing/level): which cards and rules it uses. `points` by spell size."""

    sorcerer: bool
    deal: int
    hand: int
    smallest: int
    resonance: bool
    bonuses: bool
    points: dict[int, int]


_STANDARD = {3: 1, 4: 2, 5: 4, 6: 7}
_SORCERER = {5: 1, 6: 2, 7: 4, 8: 7}
LEVELS = {
    "initiate": Level(False, 2, 5, 3, False, False, _STANDARD),
    "apprentice": Level(False, 2, 5, 3, True, True, _STANDARD),
    "sorcerer": Level(True, 3, 7, 5, True, True, _SORCERER),
    "mixed": Level(False, 2, 5, 3, True, False, _STANDARD),
}


Rotations = tuple[tuple[tuple[PlayerKey, int], ...], ...]
"""For each number of the member whose turn the next one of a side is: all members from him on, each
with the number of who comes after him."""


def _rotations(members: Sequence[PlayerKey]) -> Rotations:
    numbers = range(len(members))
    each = [(member, (at + 1) % len(members)) for at, member in enumerate(members)]
    return tuple((*each[number:], *each[:number]) for number in numbers)


class TableOptions(msgspec.Struct, frozen=True, dict=True):
    """What was agreed on at this table: it never changes. `answers` are those to the readings.

    The rest is worked out once: positions of `players` are *seats*, those of `sides` are numbers
    too, and a purse is a seat or a side.
    """

    players: tuple[PlayerKey, ...]
    options: KazingOptions
    answers: dict[str, str]

    @cached_property
    def level(self) -> Level:
        return LEVELS[self.options.level]

    @cached_property
    def smallest(self) -> int:
        """The fewest cards of a spell (kazing/level)."""
        if self.options.level == "sorcerer":
            return int(self.answers["sorcerer_minimum"])
        return self.level.smallest

    @cached_property
    def sizes(self) -> range:
        """How many cards a spell may have: no more than can be in a hand after a card was taken
        (kazing/level, kazing/turn.take)."""
        return range(self.smallest, self.level.hand + 2)

    @cached_property
    def wand(self) -> Answers:
        """The answers that bear on movements."""
        return Answers(*(self.answers[reading] for reading in Answers._fields))

    @cached_property
    def sides(self) -> tuple[tuple[PlayerKey, ...], ...]:
        """The teams in their order, or each player by himself in seating order."""
        return self.options.teams or tuple((player,) for player in self.players)

    @cached_property
    def team_battle(self) -> bool:
        return bool(self.options.teams)

    @cached_property
    def solo(self) -> bool:
        return len(self.players) == 1

    @cached_property
    def mode(self) -> str:
        """The clause of the mode that is played."""
        if self.team_battle:
            return "kazing/mode.team"
        return "kazing/mode.solo" if self.solo else "kazing/mode.versus"

    @cached_property
    def full(self) -> bool:
        """Whether taking and discarding are tracked too."""
        return self.options.tracking == "full"

    @cached_property
    def duel(self) -> bool:
        return self.options.type == "duel"

    @cached_property
    def seat(self) -> dict[PlayerKey, int]:
        return {player: seat for seat, player in enumerate(self.players)}

    @cached_property
    def side(self) -> dict[PlayerKey, int]:
        return {player: side for side, members in enumerate(self.sides) for player in members}

    @cached_property
    def own_mana(self) -> bool:
        """Whether the members of a team have their own mana each."""
        return self.team_battle and not self.options.shared_mana

    @cached_property
    def purse(self) -> dict[PlayerKey, int]:
        return self.seat if self.own_mana else self.side

    def sides_with(self, mana: Sequence[int]) -> list[int]:
        """The sides that have any of the `mana` in the purses left; all if none is used."""
        if not mana:
            return list(range(len(self.sides)))
        if not self.own_mana:
            return [side for side, left in enumerate(mana) if left]
        return sorted({side for member, side in self.side.items() if mana[self.seat[member]]})

    @cached_property
    def mana(self) -> int:
        """What every purse holds at the start."""
        shared = self.team_battle and self.options.shared_mana
        return self.options.mana or (50 if shared else 40)

    @cached_property
    def first(self) -> PlayerKey:
        """Who begins."""
        return self.options.first or self.players[0]

    @cached_property
    def order(self) -> tuple[int, ...]:
        """The sides in the order of their turns within a round."""
        began, count = self.side[self.first], len(self.sides)
        return tuple((began + i) % count for i in range(count))

    @cached_property
    def place_in_order(self) -> tuple[int, ...]:
        """For each side its place in `order`."""
        return tuple(self.order.index(side) for side in range(len(self.sides)))

    @cached_property
    def after(self) -> dict[PlayerKey, tuple[tuple[int, bool, Rotations], ...]]:
        """For each player the sides whose turn may be the next after his, the nearest first, his
        own last; whether a round ends before each; and its rotations."""
        rotations = list(map(_rotations, self.sides))
        this, next_ = (
            [(side, is_next, rotations[side]) for side in self.order] for is_next in (False, True)
        )
        following = [(*this[place + 1 :], *next_[: place + 1]) for place in self.place_in_order]
        return {player: following[side] for player, side in self.side.items()}

    @cached_property
    def rotation(self) -> tuple[int, ...]:
        """For each side the number of the member with whom its rotation begins."""
        began = self.side[self.first]
        return tuple(
            members.index(self.first) if side == began else 0
            for side, members in enumerate(self.sides)
        )

    def follows_resonance(self, player: PlayerKey) -> bool:
        """Whether the resonance rule binds `player` (kazing/level)."""
        if self.options.level == "mixed" and player in self.options.novices:
            return False
        return self.level.resonance


class Timer(msgspec.Struct, frozen=True, gc=False):
    """The Timer of a solo game: `cards` in all, and the positions it has `kept`, sorted."""

    cards: int = 3
    kept: tuple[int, ...] = ()

    @property
    def due(self) -> bool:
        """Whether its cards must be turned up now."""
        return self.cards >= 9

    def with_one_more(self) -> Timer:
        """The Timer once it has got a card; it holds nine at most."""
        return Timer(min(9, self.cards + 1), self.kept)


NOTHING_COLLECTED = (0,) * 9


class State(msgspec.Struct, frozen=True, gc=False):
    """How the game stands. `turn` is None when it is over.

    `upnext`: for each side the number of the member whose turn its next one is (if he is not
    out). `took`, `cast`, `discarded`: what was done in this turn. `spells` and `hands` are by
    seat (`hands` empty where they are not tracked, None in it unknown), `points` and `collected`
    (how often each position) by side, `mana` by purse; what the type has no use for is empty.
    """

    setup: TableOptions
    turn: PlayerKey | None
    upnext: tuple[int, ...]
    round: int = 1
    took: bool = False
    cast: bool = False
    discarded: bool = False
    spells: tuple[int, ...] = ()
    points: tuple[int, ...] = ()
    mana: tuple[int, ...] = ()
    collected: tuple[tuple[int, ...], ...] = ()
    hands: tuple[int | None, ...] = ()
    deck_ends: int = 0
    timer: Timer | None = None

    def is_out(self, player: PlayerKey) -> bool:
        """Whether `player` has been drained of all mana."""
        return bool(self.mana) and not self.mana[self.setup.purse[player]]

    def sides_in(self) -> list[int]:
        """The sides that are not out."""
        return self.setup.sides_with(self.mana)

    def hand(self, player: PlayerKey) -> int | None:
        """How many cards `player` holds, or None where that is not known."""
        return self.hands[self.setup.seat[player]] if self.hands else None

    def hands_after(self, player: PlayerKey, change: int) -> tuple[int | None, ...]:
        """The hands after that of `player` has changed; an unknown one stays unknown."""
        seat, hands = self.setup.seat[player], list(self.hands)
        hand = hands[seat]
        if hand is None:
            return self.hands
        hands[seat] = hand + change
        return tuple(hands)

    @property
    def timer_due(self) -> bool:
        """Whether the Timer's cards must be turned up before the next turn."""
        return self.timer is not None and self.timer.due

    @property
    def must_take(self) -> bool:
        """Whether a card is to be taken before anything else is done in this turn."""
        return self.setup.full and not self.took and not self.timer_due

    @property
    def must_discard(self) -> bool:
        """Whether who is on turn holds more cards than the limit and has discarded none."""
        if not self.hands or self.turn is None or self.discarded:
            return False
        hand = self.hands[self.setup.seat[self.turn]]
        return hand is not None and hand > self.setup.level.hand

    @property
    def may_cast(self) -> bool:
        """Whether who is on turn may still cast a spell, and has the cards for one."""
        if self.turn is None or self.cast or self.timer_due or self.must_take:
            return False
        hand = self.hand(self.turn)
        return not self.discarded and (hand is None or hand >= self.setup.smallest)

    def has_all(self, side: int) -> bool:
        """Precision: whether a side has every position as often as it must."""
        return min(self.collected[side]) >= self.setup.options.collect

    @property
    def end_is_met(self) -> bool:
        """Whether what ends the game with the round has come about (kazing/end)."""
        setup = self.setup
        if self.collected:
            return max(map(min, self.collected)) >= setup.options.collect
        if self.mana or self.timer is not None:
            return False
        end = setup.options.end
        if end.deck:
            return self.deck_ends >= end.deck
        if end.spells:
            return sum(self.spells) >= end.spells
        return min(self.side_spells()) >= (end.spells_each or 0)

    def next_turn(self) -> tuple[PlayerKey, tuple[int, ...], bool]:
        """Who is next after the present turn, `upnext` then, and whether a round ends with this
        turn (kazing/turn.end, kazing/mode.versus, kazing/mode.team)."""
        setup, upnext, mana = self.setup, self.upnext, self.mana
        assert self.turn is not None
        for side, round_over, rotations in setup.after[self.turn]:
            began = upnext[side]
            for player, number in rotations[began]:
                if not mana or mana[setup.purse[player]]:
                    if number != began:
                        upnext = (*upnext[:side], number, *upnext[side + 1 :])
                    return player, upnext, round_over
        raise AssertionError("somebody has mana left while the game is on")

    @property
    def ending(self) -> bool:
        """Whether the last round is being played."""
        return self.turn is not None and self.end_is_met

    def complete(self, side: int) -> list[int]:
        """Precision: the positions that a side has as often as it must, sorted."""
        times = self.setup.options.collect
        return [i for i, count in enumerate(self.collected[side], 1) if count >= times]

    def side_spells(self) -> Sequence[int]:
        """How many spells every side has cast."""
        if not self.setup.team_battle:
            return self.spells
        seat = self.setup.seat
        return [sum(self.spells[seat[m]] for m in members) for members in self.setup.sides]

    def side_scores(self) -> list[int]:
        """Points, mana or complete positions of every side."""
        if self.points:
            return list(self.points)
        if self.collected:
            return [len(self.complete(side)) for side in range(len(self.collected))]
        if not self.setup.own_mana:
            return list(self.mana)
        seat = self.setup.seat
        return [sum(self.mana[seat[m]] for m in members) for members in self.setup.sides]

    def winning_sides(self) -> list[int]:
        """The sides that have won, once the game is over (kazing/type, kazing/mode.solo)."""
        if self.setup.solo:
            return [0]
        if self.mana:
            return self.sides_in()
        if self.collected:
            return list(filter(self.has_all, range(len(self.collected))))
        return [side for side, points in enumerate(self.points) if points == max(self.points)]
