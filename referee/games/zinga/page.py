"""What a table shows: the report, where the game is, the page."""

from __future__ import annotations

from typing import Any

from msgspec import to_builtins

from referee.core import Message, say
from referee.games.zinga.actions import Ask
from referee.games.zinga.actions.position import told_board
from referee.games.zinga.drawing import circles, connectors
from referee.games.zinga.fitting import spaces_for
from referee.games.zinga.state import State
from referee.games.zinga.tiles import COLOURS, TILE_WORDS


def report(state: State) -> dict[str, Any]:
    """Return the `state` of a report, with the page's keys, unfiltered."""
    return {
        "round": state.round,
        "in_round": state.in_round,
        "turn": state.turn,
        "bag": state.bag,
        "hands": state.hands,
        "board": to_builtins(told_board(state.board)),
        "closed": state.closed,
        "opened": state.opened,
        "out": state.out,
    }


def winners(state: State) -> list[str]:
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


def view(state: State, viewer: str | None) -> dict[str, Any]:
    """Return what the page of a table shows to `viewer`. Tiles are written as in a record; what is
    to be read is a `Message`.

    `in_hand`: a round is tracked; `last`: the tile placed latest, and whether it closed its circle;
    `closer`: who closed one latest; `asks`: by colour, the question whether the circle can still be
    closed; `mine`: the tiles that the viewer said to have drawn, and where they fit.
    """
    options = state.options
    return {
        "in_hand": state.in_round and not state.over,
        "round": state.ended + 1,
        "over": state.over,
        "target": options.target,
        "bonus": options.bonus,
        "starter": state.starter,
        "turn": state.turn,
        "next": None if state.turn is None else state.next_after(state.turn),
        "out": state.out,
        "bag": state.bag,
        "rows": _rows(state),
        "circles": circles(state),
        "last": _last(state),
        "closer": state.closed[-1][1] if state.closed else None,
        "asks": {colour: Ask(question="completable", circle=colour) for colour in COLOURS},
        "connectors": connectors(options.layout),
        "mine": [
            {
                "tile": tile,
                "words": TILE_WORDS[tile],
                "at": spaces_for(state, viewer or "", tile, viewer not in state.opened),
            }
            for tile in state.known.get(viewer or "", ())
        ],
    }


def _last(state: State) -> dict[str, Any] | None:
    if state.last is None:
        return None
    colour, at = state.last
    return {"colour": COLOURS[colour], "at": at, "closes": None not in state.board[colour]}


def _rows(state: State) -> list[dict[str, Any]]:
    """Return a row a player, in seating order; `hand`: how many tiles, None if unknown."""
    best = max(state.scores.values())
    return [
        {
            "key": who,
            "score": state.scores[who],
            "lead": best > 0 and state.scores[who] == best,
            "hand": state.hands.get(who),
            "opened": who in state.opened,
            "is_turn": who == state.turn,
            "out": who == state.out,
            "closed": [circle for circle, closer in state.closed if closer == who],
            "starts": who == state.starter,
        }
        for who in state.players
    ]
