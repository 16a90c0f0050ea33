"""What a table shows of the game. Piles are nobody's to count before the end (`zingazam/count`):
nothing here tells more of a running game's piles than which are empty."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from referee.core import Message, say
from referee.core.form import Drawing, Piece
from referee.games.zingazam.actions import Play
from referee.games.zingazam.asking import numbers
from referee.games.zingazam.cards import DOES, NUMBERS, piece
from referee.games.zingazam.rules import champions, lowest, played_out, starter
from referee.games.zingazam.state import State


def report(state: State) -> dict[str, Any]:
    """The `state` of a report, with the page's keys, unfiltered."""
    players, wizards = state.players, state.wizards
    named = dict(zip(players, wizards, strict=True)) if wizards else {}
    return {
        "game": state.game,
        "in_game": state.running,
        "round": state.round,
        "first": None if state.first is None else players[state.first],
        "turn": None if state.turn is None else players[state.turn],
        "played": [[players[card.by], card.number] for card in state.played],
        "hands": {who: wizard.hand for who, wizard in named.items()},
        "facing": {who: wizard.facing for who, wizard in named.items()},
        "piles": {who: wizard.pile.count for who, wizard in named.items()},
        "cats": state.cats if state.running else 0,
        "skipped": [players[seat] for seat in state.skipped],
        "must_play": {players[seat]: number for seat, number in state.must_play},
        "totals": dict(zip(players, state.totals, strict=True)),
        "awaiting": "end_game" if state.waits else None,
    }


def title(state: State) -> Message:
    """Where the game is."""
    if state.over:
        return say("The game is over")
    if not state.running:
        return say("After game {n}", n=state.game) if state.game else say("Before the first game")
    if state.waits:
        return say("Count the piles")
    if state.agreed.games == 1:
        return say("Round {n}", n=state.round)
    return say("Game {game}, round {n}", game=state.game, n=state.round)


# The page


def view(state: State) -> dict[str, Any]:
    """The game's page, the same for every viewer.

    `phase`: `before` a game, `round` in one, `piles` while it waits for them, `over`. `players` in
    the order of the round; `numbers` for whose turn it is; `last_round` who took it, why, and its
    cards, `round_over` while none lies of the next; `piles_unknown` after a position that left
    piles out; `results` of the games that are over; between games the `starter` of the next and
    who `turns` one card more; `tied` and `points` only while the game waits.
    """
    players = state.players
    shown: dict[str, Any] = {
        "phase": _phase(state),
        "in_hand": state.running,
        "game": state.game,
        "games": state.agreed.games,
        "round": state.round,
        "turn": None if state.turn is None else players[state.turn],
        "starter": None if state.running or state.over else players[starter(state)],
        "turns": [] if state.running or state.over else [players[s] for s in lowest(state)],
        "players": _rows(state),
        "numbers": [] if state.turn is None else numbers(Play, state, state.turn),
        "last_round": _last_round(state),
        "round_over": state.turn is not None and not state.played and state.last is not None,
        "piles_unknown": any(wizard.pile.count is None for wizard in state.wizards),
        "totals": dict(zip(players, state.totals, strict=True)),
        "results": [
            {
                "points": dict(zip(players, result.points, strict=True)),
                "winners": [players[seat] for seat in result.winners],
            }
            for result in state.past
        ],
        "champions": [players[seat] for seat in champions(state)] if state.over else [],
    }
    if state.waits:
        ending = played_out(state)
        shown["points"] = dict(zip(players, ending.points, strict=True))
        shown["tied"] = [players[seat] for seat in ending.left]
    return shown


def _phase(state: State) -> str:
    if state.over:
        return "over"
    if not state.running:
        return "before"
    return "piles" if state.waits else "round"


def _rows(state: State) -> list[dict[str, Any]]:
    """The players from the first of the round, clockwise."""
    players = state.players
    laid = {card.by: card for card in state.played}
    must = dict(state.must_play)
    skipped = state.skipped
    start = state.first or 0
    seats = [(start + step) % len(players) for step in range(len(players))]
    return [
        {
            "player": players[seat],
            "hand": state.wizards[seat].hand if state.wizards else None,
            "card": laid[seat].number if seat in laid else None,
            "cat": seat in laid and laid[seat].cat,
            "piece": piece(laid[seat].number, laid[seat].cat) if seat in laid else None,
            "turn": seat == state.turn,
            "skipped": seat in skipped,
            "must_play": must.get(seat),
        }
        for seat in seats
    ]


def _last_round(state: State) -> dict[str, Any] | None:
    players, last = state.players, state.last
    if last is None:
        return None
    return {
        "winner": players[last.winner],
        "because": last.because,
        "best": next(card.number for card in last.cards if card.by == last.winner),
        "cards": [state.shown(card) for card in last.cards],
    }


# Pages that explain


class NumbersPage(Drawing, frozen=True):
    """What each number does."""

    numbers: Sequence[Piece]


def numbers_page() -> NumbersPage:
    """Return what each number does."""
    return NumbersPage(numbers=[{**piece(number), "does": DOES[number]} for number in NUMBERS])
