"""What a table shows of the game, and what a report says of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec

from referee.core import Message, Page, PlayerKey, say
from referee.games.zar.actions import DeclareZar
from referee.games.zar.cards import DECLARED, NAMES
from referee.games.zar.state import Hand, State, lowest, seat_after


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


class PadRow(msgspec.Struct, frozen=True, kw_only=True):
    """A player on the pad. `last`: the points of the latest hand."""

    key: str
    score: int
    last: int | None
    went_out: bool
    lead: bool
    deals: bool


class Pad(msgspec.Struct, frozen=True, kw_only=True):
    """The scores; they stay the same while a hand is played. `rows`: the players in seating order;
    `gone`: who has left; of the latest hand who went out and what the others had."""

    is_running: bool
    hand: int
    over: bool
    target: int | None
    rows: Sequence[PadRow]
    gone: Sequence[str]
    went_out: PlayerKey | None
    others_points: int


class PlayerRow(msgspec.Struct, frozen=True, kw_only=True):
    """A player in the hand. `cards`: how many, None if unknown; `liable`: a GOTCHA may be called;
    `zar`: what the button records."""

    key: str
    cards: int | None
    liable: bool
    is_turn: bool
    out: bool
    zar: DeclareZar


class ZarPage(Page, frozen=True, kw_only=True):
    """The `pad`, and of a running hand the players in seating order, what lies on top and whose
    turn it is (nothing between hands). Cards are named as in a record; `…_name` is the card in
    words."""

    pad: Pad
    rows: Sequence[PlayerRow] = ()
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


def page(state: State) -> ZarPage:
    """Return what the page of a table shows."""
    hand, pad = state.hand, _pad(state)
    if hand is None:
        return ZarPage(is_running=False, pad=pad)
    return ZarPage(
        is_running=True,
        pad=pad,
        rows=[_row(hand, player) for player in state.players],
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


def _pad(state: State) -> Pad:
    leads = lowest(state) if state.last else []
    deals = state.hand.dealer if state.hand else state.deals
    return Pad(
        is_running=state.hand is not None,
        hand=state.number,
        over=state.over,
        target=state.options.target,
        rows=[
            PadRow(
                key=player,
                score=state.scores[player],
                last=state.last.get(player),
                went_out=player == state.went_out,
                lead=player in leads,
                deals=player == deals and not state.over,
            )
            for player in state.players
        ],
        gone=[player for player in state.scores if player not in state.players],
        went_out=state.went_out,
        others_points=sum(state.last.values()),
    )


def _row(hand: Hand, player: PlayerKey) -> PlayerRow:
    return PlayerRow(
        key=player,
        cards=hand.hands[player],
        liable=player in hand.liable,
        is_turn=player == hand.turn and hand.out is None,
        out=player == hand.out,
        zar=DeclareZar(by=player),
    )
