"""The table sets it right: how the game stands."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated, Self

import msgspec
from msgspec import UNSET, UnsetType

from referee.core import PlayerKey
from referee.core.action import Viewer
from referee.core.event import ByPlayer, Options, Player
from referee.core.judging import Fault
from referee.core.position import PositionAction
from referee.core.text import say
from referee.core.unusable import Unusable
from referee.games.kazing.cards import Position
from referee.games.kazing.rules import BOOK
from referee.games.kazing.state import (
    NOTHING_COLLECTED,
    KazingOptions,
    State,
    TableOptions,
    Timer,
    TimerPositions,
)

_Count = Annotated[int, msgspec.Meta(ge=0, le=1_000_000)]
_Positions = Annotated[tuple[Position, ...], msgspec.Meta(max_length=1000)]
"""A position is collected as often as it is named, so there is no natural most; this one is beyond
any evening."""


class TimerCards(
    msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True
):
    """The Timer: how many `cards` it holds in all, and the positions of those `kept` face up."""

    cards: _Count = 3
    kept: TimerPositions = ()


class SetPosition(PositionAction[State], frozen=True, tag="position"):
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

    book = BOOK
    goes_on = say("The table plays on from this position.")

    def check(self, options: Options, players: Sequence[PlayerKey], path: str) -> None:
        """What a team has is told of its first player."""
        assert isinstance(options, KazingOptions)
        if not options.teams:
            return
        first = {members[0] for members in options.teams}
        told: dict[str, Mapping[PlayerKey, object]]
        told = {"scores": self.scores, "collected": self.collected}
        if options.shared_mana:
            told["mana"] = self.mana
        for field, values in told.items():
            for who in values:
                if who not in first:
                    wrong = say("Enter what a team has for its first player.")
                    raise Unusable(f"{path}.{field}", wrong)

    def faults(self, state: State) -> Iterator[Fault]:
        """Somebody has mana left, and whose turn it is too (kazing/type.duel); the Timer's cards
        are nine at most, those kept all different (kazing/mode.solo)."""
        after = self.apply(state)
        duel = ("kazing/type.duel", "table/position")
        if after.mana and not after.sides_in():
            yield Fault(duel, say("Nobody would have mana left."), can_stand=False)
        elif self.turn and after.is_out(self.turn):
            out = say(
                "{turn} has no mana left and is out of the game, so it cannot be {turn}'s turn.",
                turn=self.turn,
            )
            yield Fault(duel, out)
        cards, kept = self.timer.cards, self.timer.kept
        if after.timer and (cards > 9 or len(kept) > cards or len(set(kept)) < len(kept)):
            cannot = say(
                "The Timer holds nine cards at most, and keeps one card for each position."
            )
            yield Fault(("kazing/mode.solo", "table/position"), cannot, can_stand=False)

    def apply(self, state: State) -> State:
        """The situation put in."""
        return situation(state.setup, self)

    @classmethod
    def from_state(cls, state: State, viewer: Viewer) -> Self:
        """Return the present situation. Who has drained himself and has only to end his turn is
        passed over, for a position gives the turn to nobody who is out."""
        setup = state.setup
        turn, number, cast = state.turn, state.round, state.cast
        if turn and state.is_out(turn):
            turn, _, round_over = state.next_turn()
            number, cast = number + round_over, False
        by_side = [members[0] for members in setup.sides]
        holders = setup.players if setup.own_mana else by_side
        return cls(
            turn=turn or UNSET,
            scores=dict(zip(by_side, state.points, strict=False)),
            mana=dict(zip(holders, state.mana, strict=False)),
            collected={
                who: tuple(p for p, times in enumerate(counts, 1) for _ in range(times))
                for who, counts in zip(by_side, state.collected, strict=False)
            },
            spells=dict(zip(setup.players, state.spells, strict=True)),
            hands={
                player: hand
                for player, hand in zip(setup.players, state.hands, strict=False)
                if hand is not None
            },
            round=number,
            cast=cast,
            took=state.took and turn == state.turn,
            deck_ends=state.deck_ends,
            timer=TimerCards(cards=state.timer.cards, kept=state.timer.kept)
            if state.timer
            else TimerCards(),
        )


def new_game(setup: TableOptions) -> State:
    """Return the state in which a game begins: hands dealt, nothing cast, the first player's turn
    (kazing/setup)."""
    hands = (setup.level.deal,) * len(setup.players) if setup.full else ()
    return msgspec.structs.replace(situation(setup, SetPosition()), hands=hands)


def situation(setup: TableOptions, event: SetPosition) -> State:
    """Return `event` as a state. What it leaves out is as at the start, but hands are unknown."""
    by_side = [members[0] for members in setup.sides]
    points, mana, collected = _counted(setup, event, by_side)
    kept = tuple(sorted(set(event.timer.kept)))
    cards = min(9, max(event.timer.cards, len(kept)))
    state = State(
        setup,
        turn=None,
        upnext=setup.rotation,
        round=event.round,
        took=event.took and setup.full,
        cast=event.cast,
        spells=tuple(event.spells.get(player, 0) for player in setup.players),
        points=points,
        mana=mana,
        collected=collected,
        hands=tuple(map(event.hands.get, setup.players)) if setup.full else (),
        deck_ends=event.deck_ends,
        timer=Timer(cards, kept) if setup.solo else None,
    )
    if (mana and len(state.sides_in()) < 2) or (state.timer and len(kept) == 9):
        return state
    turn = event.turn or _first_in(state)
    return msgspec.structs.replace(state, turn=turn, upnext=_rotation(setup, turn))


def _counted(
    setup: TableOptions, event: SetPosition, by_side: list[PlayerKey]
) -> tuple[tuple[int, ...], tuple[int, ...], tuple[tuple[int, ...], ...]]:
    """Points, mana and collected positions; empty what the type has no use for."""
    kind = setup.options.type
    if kind == "thaumaturgy":
        return tuple(event.scores.get(who, 0) for who in by_side), (), ()
    if kind == "duel":
        holders = setup.players if setup.own_mana else by_side
        return (), tuple(event.mana.get(who, setup.mana) for who in holders), ()
    collected = tuple(
        tuple(map(event.collected[who].count, range(1, 10)))
        if who in event.collected
        else NOTHING_COLLECTED
        for who in by_side
    )
    return (), (), collected


def _first_in(state: State) -> PlayerKey:
    """The first player in the order of turns who is not out."""
    setup = state.setup
    side = next(side for side in setup.order if side in state.sides_in())
    members, began = setup.sides[side], setup.rotation[side]
    order = members[began:] + members[:began]
    return next(player for player in order if not state.is_out(player))


def _rotation(setup: TableOptions, turn: PlayerKey) -> tuple[int, ...]:
    """`upnext` when it is `turn`'s turn: the other teams' rotation stands where his team's does,
    one further for those who have had their turn of this round."""
    side = setup.side[turn]
    size = len(setup.sides[side])
    step = setup.sides[side].index(turn) - setup.rotation[side]
    had = setup.place_in_order[side]
    return tuple(
        (began + step + (setup.place_in_order[other] <= had)) % size
        for other, began in enumerate(setup.rotation)
    )
