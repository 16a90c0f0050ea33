"""What a table shows of the game, and what a report says of it."""

from __future__ import annotations

from typing import Any

from msgspec import to_builtins

from referee.core import Message, say
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


def report(state: State) -> dict[str, Any]:
    """Return the `state` of a report."""
    hand = state.hand
    shown: dict[str, Any] = {"hand": state.number, "in_hand": hand is not None}
    if hand is None:
        shown |= {
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
    else:
        shown |= {
            "dealer": hand.dealer,
            "turn": hand.turn,
            "direction": "clockwise" if hand.clockwise else "counterclockwise",
            "top": hand.top,
            "identity": hand.identity,
            "declared": hand.declared,
            "owner": hand.owner,
            "pending": hand.pending,
            "matchable": hand.matchable,
            "hands": dict(hand.hands),
            "liable": list(hand.liable),
            "chain": hand.chain,
            "drew": hand.drew,
            "skipped_to_self": hand.skipped_to_self,
            "out": hand.out,
        }
    return shown | {"players": list(state.players)}


# The page


def view(state: State) -> dict[str, Any]:
    """Return what the page of a table shows. Cards are named as in a record; what is to be read is
    a `Message`. The keys of a running hand are there always, empty between hands."""
    return {
        "in_hand": state.hand is not None,
        "hand": state.number,
        "over": state.over,
        "target": state.options.target,
        "half_decks": state.options.half_decks,
        "chameleons": state.options.chameleons,
        "rows": _rows(state),
        "gone": [player for player in state.scores if player not in state.players],
        "went_out": state.went_out,
        "others_points": sum(state.last.values()),
        **_hand_view(state),
    }


def _rows(state: State) -> list[dict[str, Any]]:
    """Return a row a player, in seating order. `zar` is the event of the button; `gotcha` one to
    which only `by`, who calls, is to be added."""
    hand = state.hand
    leads = lowest(state) if state.last else []
    deals = hand.dealer if hand else state.deals
    return [
        {
            "key": player,
            "score": state.scores[player],
            "last": state.last.get(player),
            "went_out": player == state.went_out,
            "lead": player in leads,
            "deals": player == deals and not state.over,
            "cards": hand.hands[player] if hand else None,
            "liable": hand is not None and player in hand.liable,
            "out": hand is not None and player == hand.out,
            "is_turn": hand is not None and player == hand.turn,
            "zar": to_builtins(DeclareZar(by=player)) if hand else None,
            "gotcha": {"type": "gotcha", "on": player} if hand else None,
        }
        for player in state.players
    ]


def _hand_view(state: State) -> dict[str, Any]:
    hand = state.hand
    if hand is None:
        keys = ("top", "top_name", "identity", "identity_name", "declared_name", "turn", "next")
        return {**dict.fromkeys(keys), "direction": "clockwise", "pending": 0, "out": None}
    return {
        "top": hand.top,
        "top_name": NAMES[hand.top].plain,
        "identity": hand.identity,
        "identity_name": NAMES[hand.identity].plain,
        "declared_name": DECLARED[hand.declared] if hand.declared else None,
        "direction": "clockwise" if hand.clockwise else "counterclockwise",
        "turn": hand.turn,
        "next": seat_after(state.players, hand.turn, hand.clockwise),
        "pending": hand.pending,
        "out": hand.out,
    }
