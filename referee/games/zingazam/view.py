"""What a table shows of the game. Piles are nobody's to count before the end (`zingazam/count`):
nothing here tells more of a running game's piles than which are empty."""

from __future__ import annotations

from typing import Any

from msgspec import UNSET

from referee.core import Message, Offer, Ruling, say
from referee.games.zingazam.asking import numbers, piece
from referee.games.zingazam.events import Play, PlayedCard, Position, StartGame
from referee.games.zingazam.rules import champions, lowest, may_end, played_out, starter
from referee.games.zingazam.state import Laid, State


def report(state: State) -> dict[str, Any]:
    """The `state` of a report, with the page's keys, unfiltered."""
    players, wizards = state.agreed.players, state.wizards
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


# The log


def tell(event: Any, ruling: Ruling) -> Message:
    """One line of the log; what came of it stands beside it as the ruling's effects."""
    if isinstance(event, Play):
        if event.cat:
            return say("{by} played the cat {n}", by=event.by, n=event.card)
        return say("{by} played {n}", by=event.by, n=event.card)
    if isinstance(event, StartGame):
        if event.first is UNSET:
            return say("A game begins")
        return say("A game begins; {who} starts", who=event.first)
    if isinstance(event, Position):
        return say("The table set it right")
    return say("The piles are counted")


# The page


def view(state: State) -> dict[str, Any]:
    """The game's page, the same for every viewer.

    `phase`: `before` a game, `round` in one, `piles` while it waits for them, `over`. `players` in
    the order of the round; `numbers` for whose turn it is; `last_round` who took it, why, and its
    cards, `round_over` while none lies of the next; `piles_unknown` after a position that left
    piles out; `results` of the games that are over; between games the `starter` of the next and
    who `turns` one card more; `tied` and `points` only while the game waits.
    """
    players = state.agreed.players
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
        "numbers": [] if state.turn is None else numbers(state, state.turn),
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
    players = state.agreed.players
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
    players, last = state.agreed.players, state.last
    if last is None:
        return None
    return {
        "winner": players[last.winner],
        "because": last.because,
        "best": next(card.number for card in last.cards if card.by == last.winner),
        "cards": [_plain(state, card) for card in last.cards],
    }


def _plain(state: State, card: Laid) -> dict[str, Any]:
    return {**piece(card.number, card.cat), "by": state.agreed.players[card.by]}


# Buttons and where the game is


WHO = {"now": "who"}
"""A sheet that asks first who plays."""


def offers(state: State) -> list[Offer]:
    """The buttons beside the eight numbers, which are in the view."""
    if state.over:
        return []
    right = Offer(label=say("Set it right"), sheet="position", more=True)
    if not state.running:
        who = state.agreed.players[starter(state)]
        return [
            Offer(label=say("{who} starts", who=who), event=StartGame(), main=True),
            Offer(label=say("Enter the points"), sheet="score"),
            right,
        ]
    if state.waits:
        return [Offer(label=say("Count the piles"), sheet="piles", main=True), right]
    found = [
        Offer(label=say("What does each number do?"), sheet="numbers"),
        Offer(label=say("Another player plays"), sheet="play", fill=WHO, more=True),
        Offer(label=say("Only ask the referee"), sheet="ask", fill=WHO, more=True),
        right,
    ]
    if may_end(state):
        found.append(Offer(label=say("The game is over"), sheet="piles", more=True))
    return found


def position(state: State) -> Position | None:
    """The present situation, of the piles only which are empty; None where no round runs."""
    if state.turn is None:
        return None
    players, wizards = state.agreed.players, state.wizards
    named = list(zip(players, wizards, strict=True))
    first = UNSET if state.first is None else players[state.first]
    if state.played and state.played[0].by != state.first:
        first = UNSET
    return Position(
        first=first,
        played=tuple(
            PlayedCard(by=players[card.by], card=card.number, cat=card.cat) for card in state.played
        ),
        piles={who: 0 for who, wizard in named if wizard.pile.count == 0},
        hands={who: wizard.hand for who, wizard in named if wizard.hand is not None},
        skipped=tuple(players[seat] for seat in state.skipped),
        must_play={players[seat]: number for seat, number in state.must_play},
    )
