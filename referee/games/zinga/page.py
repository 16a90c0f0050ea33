"""What a table shows: the report, where the game is, the page."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec

from referee.core import NOBODY, Message, Page, PlayerKey, say
from referee.games.zinga.actions import Ask
from referee.games.zinga.actions.position import told_board
from referee.games.zinga.drawing import DrawnCircle, circles, connectors
from referee.games.zinga.fitting import spaces_for
from referee.games.zinga.state import State
from referee.games.zinga.tiles import COLOURS, TILE_WORDS, Colour


def report(state: State) -> dict[str, object]:
    """Return the `state` of a report, with the page's keys, unfiltered."""
    return {
        "round": state.round,
        "in_round": state.in_round,
        "turn": state.turn,
        "bag": state.bag,
        "hands": state.hands,
        "board": msgspec.to_builtins(told_board(state.board)),
        "closed": state.closed,
        "opened": state.opened,
        "out": state.out,
    }


def winners(state: State) -> list[PlayerKey]:
    """Return who has the highest score, once the game is over; ties share (zinga/win)."""
    if not state.over:
        return []
    best = max(state.scores.values())
    return [who for who in state.players if state.scores[who] == best]


def title(state: State) -> Message:
    """Say where the game is: in which round."""
    if state.over:
        return say("The game is over")
    return say("Round {n}", n=state.ended + 1)


# The page


class LatestTile(msgspec.Struct, frozen=True, kw_only=True):
    """The tile placed latest: in which circle, on which space, and whether it `closes` it."""

    colour: Colour
    at: int
    closes: bool


class OwnTile(msgspec.Struct, frozen=True, kw_only=True):
    """A tile that the viewer said to have drawn, in words, and `at` which spaces it fits."""

    tile: str
    words: Message
    at: Sequence[int]


class PlayerRow(msgspec.Struct, frozen=True, kw_only=True):
    """A player; `hand`: how many tiles, None if unknown; `closed`: circles of this round."""

    key: str
    score: int
    lead: bool
    hand: int | None
    opened: bool
    is_turn: bool
    out: bool
    closed: Sequence[str]
    starts: bool


class PadRow(msgspec.Struct, frozen=True, kw_only=True):
    """A player on the pad. See `PlayerRow`."""

    key: str
    score: int
    lead: bool
    closed: Sequence[str]
    starts: bool


class Pad(msgspec.Struct, frozen=True, kw_only=True):
    """What the pad shows of a `ZingaPage`: it seldom changes within a round."""

    round: int
    over: bool
    target: int
    rows: Sequence[PadRow]


class ZingaPage(Page, frozen=True, kw_only=True):
    """The `rows` of the players in seating order and the circles as they lie. Tiles are written as
    in a record. `closer`: who closed a circle latest; `asks`: by colour, the question whether the
    circle can still be closed; `mine`: what the viewer alone sees."""

    round: int
    over: bool
    target: int
    bonus: int
    starter: PlayerKey | None
    turn: PlayerKey | None
    next: str | None
    out: str | None
    bag: int | None
    rows: Sequence[PlayerRow]
    circles: Sequence[DrawnCircle]
    last: LatestTile | None
    closer: PlayerKey | None
    asks: Mapping[str, Ask]
    connectors: Sequence[Sequence[str | int]]
    mine: Sequence[OwnTile]

    @property
    def pad(self) -> Pad:
        """What the pad shows beside the board."""
        return msgspec.convert(self, Pad, from_attributes=True)


def page(state: State, viewer: PlayerKey | None) -> ZingaPage:
    """Return what the page of a table shows to `viewer`."""
    options, who = state.options, viewer or NOBODY
    return ZingaPage(
        is_running=state.in_round and not state.over,
        round=state.ended + 1,
        over=state.over,
        target=options.target,
        bonus=options.bonus,
        starter=state.starter,
        turn=state.turn,
        next=None if state.turn is None else state.next_after(state.turn),
        out=state.out,
        bag=state.bag,
        rows=_rows(state),
        circles=circles(state),
        last=_last(state),
        closer=state.closed[-1][1] if state.closed else None,
        asks={colour: Ask(question="completable", circle=colour) for colour in COLOURS},
        connectors=connectors(options.layout),
        mine=[
            OwnTile(
                tile=tile,
                words=TILE_WORDS[tile],
                at=spaces_for(state, tile, viewer not in state.opened),
            )
            for tile in state.known.get(who, ())
        ],
    )


def _last(state: State) -> LatestTile | None:
    if state.last is None:
        return None
    colour, at = state.last
    return LatestTile(colour=COLOURS[colour], at=at, closes=None not in state.board[colour])


def _rows(state: State) -> list[PlayerRow]:
    best = max(state.scores.values())
    return [
        PlayerRow(
            key=who,
            score=state.scores[who],
            lead=best > 0 and state.scores[who] == best,
            hand=state.hands.get(who),
            opened=who in state.opened,
            is_turn=who == state.turn,
            out=who == state.out,
            closed=[circle for circle, closer in state.closed if closer == who],
            starts=who == state.starter,
        )
        for who in state.players
    ]
