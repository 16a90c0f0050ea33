"""What a table shows of the game, and what a report says of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec
from msgspec.structs import replace

from referee.core import Message, Page, PlayerKey, say
from referee.games.zar.actions import DeclareZar
from referee.games.zar.cards import DECLARED, NAMES
from referee.games.zar.state import State, lowest, seat_after


def title(state: State) -> Message:
    """Say where the game is: in which hand, or after which."""
    if state.hand is not None:
        return say("Hand {n}", n=state.number)
    if state.number == 0:
        return say("Before the first hand")
    return say("After hand {n}", n=state.number)


def report(state: State) -> dict[str, object]:
    """Return the `state` of a report."""
    hand = state.hand
    shown: dict[str, object] = {"hand": state.number, "in_hand": hand is not None, **_NO_HAND}
    if hand is not None:
        shown |= {name: getattr(hand, name) for name in _NO_HAND if name != "direction"}
        direction = "clockwise" if hand.clockwise else "counterclockwise"
        shown |= {"direction": direction, "hands": {**hand.hands}, "liable": [*hand.liable]}
    return shown | {"players": [*state.players]}


_NO_HAND: Mapping[str, object] = {
    "dealer": None,
    "turn": None,
    "direction": "clockwise",
    "top": None,
    "identity": None,
    "declared": None,
    "owner": None,
    "pending": 0,
    "matchable": False,
    "hands": {},
    "liable": [],
    "chain": 0,
    "drew": False,
    "skipped_to_self": False,
    "out": None,
}
"""What a report says of the hand while none runs."""


# The page


class PlayerRow(msgspec.Struct, frozen=True, kw_only=True):
    """A player on the pad and in the hand. `last`: the points of the latest hand; `cards`: how
    many, None if unknown; `liable`: a GOTCHA may be called; `zar`: what the button records."""

    key: str
    score: int
    last: int | None
    went_out: bool
    lead: bool
    deals: bool
    cards: int | None
    liable: bool
    is_turn: bool
    out: bool
    zar: DeclareZar | None


class PadRow(msgspec.Struct, frozen=True, kw_only=True):
    """A player on the pad. See `PlayerRow`."""

    key: str
    score: int
    last: int | None
    went_out: bool
    lead: bool
    deals: bool


class Pad(msgspec.Struct, frozen=True, kw_only=True):
    """What the pad shows of a `ZarPage`: it stays the same while a hand is played."""

    is_running: bool
    hand: int
    over: bool
    target: int | None
    rows: Sequence[PadRow]
    gone: Sequence[str]
    went_out: PlayerKey | None
    others_points: int


class ZarPage(Page, frozen=True, kw_only=True):
    """The `rows` of the players in seating order, who is `gone`, and of the latest hand who went
    out and what the others had; of a running hand what lies on top and whose turn it is (None
    between hands). Cards are named as in a record; `…_name` is the card in words."""

    hand: int
    over: bool
    target: int | None
    rows: Sequence[PlayerRow]
    gone: Sequence[str]
    went_out: PlayerKey | None
    others_points: int
    top: str | None = None
    top_name: Message | None = None
    identity: str | None = None
    identity_name: Message | None = None
    declared_name: Message | None = None
    direction: str = "clockwise"
    turn: PlayerKey | None = None
    next: PlayerKey | None = None
    pending: int = 0
    out: PlayerKey | None = None

    @property
    def pad(self) -> Pad:
        """What the pad shows."""
        return msgspec.convert(self, Pad, from_attributes=True)


def page(state: State) -> ZarPage:
    """Return what the page of a table shows."""
    shown = ZarPage(
        is_running=state.hand is not None,
        hand=state.number,
        over=state.over,
        target=state.options.target,
        rows=_rows(state),
        gone=[player for player in state.scores if player not in state.players],
        went_out=state.went_out,
        others_points=sum(state.last.values()),
    )
    hand = state.hand
    if hand is None:
        return shown
    return replace(
        shown,
        top=hand.top,
        top_name=NAMES[hand.top].plain,
        identity=hand.identity,
        identity_name=NAMES[hand.identity].plain,
        declared_name=DECLARED[hand.declared] if hand.declared else None,
        direction="clockwise" if hand.clockwise else "counterclockwise",
        turn=hand.turn,
        next=seat_after(state.players, hand.turn, hand.clockwise),
        pending=hand.pending,
        out=hand.out,
    )


def _rows(state: State) -> list[PlayerRow]:
    hand = state.hand
    leads = lowest(state) if state.last else []
    deals = hand.dealer if hand else state.deals
    return [
        PlayerRow(
            key=player,
            score=state.scores[player],
            last=state.last.get(player),
            went_out=player == state.went_out,
            lead=player in leads,
            deals=player == deals and not state.over,
            cards=hand.hands[player] if hand else None,
            liable=hand is not None and player in hand.liable,
            out=hand is not None and player == hand.out,
            is_turn=hand is not None and player == hand.turn,
            zar=DeclareZar(by=player) if hand else None,
        )
        for player in state.players
    ]
