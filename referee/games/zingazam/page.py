"""What a table shows of the game. Piles are nobody's to count before the end (`zingazam/count`):
nothing here tells more of a running game's piles than which are empty."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache

import msgspec

from referee.core import Message, Page, PlayerKey, Viewer, say
from referee.core.form import Answer, Drawing, Piece
from referee.games.zingazam.actions import Play
from referee.games.zingazam.asking import numbers
from referee.games.zingazam.cards import DOES, NUMBERS, piece
from referee.games.zingazam.rules import champions, lowest, played_out, starter
from referee.games.zingazam.state import State


def report(state: State) -> dict[str, object]:
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


class PlayerRow(msgspec.Struct, frozen=True, kw_only=True):
    """A player; `piece`: the card that was played in this round, None if none was."""

    player: PlayerKey
    piece: Piece | None
    turn: bool
    skipped: bool


class LastRound(msgspec.Struct, frozen=True, kw_only=True):
    """The latest round: who took it, with which number (`best`), why, and its cards."""

    winner: PlayerKey
    because: str
    best: int
    cards: Sequence[Piece]


class GameResult(msgspec.Struct, frozen=True, kw_only=True):
    """A game that is over."""

    points: Mapping[PlayerKey, int]
    winners: Sequence[PlayerKey]


class ZingAZamPage(Page, frozen=True, kw_only=True):
    """The game's page, the same for every viewer.

    `phase`: `before` a game, `round` in one, `piles` while it waits for them, `over`. `players` in
    the order of the round; `numbers` for whose turn it is; `round_over`: none lies of the round
    after `last_round`; between games the `starter` of the next and who `turns` one card more;
    `tied` and `points` only while the game waits.
    """

    phase: str
    game: int
    games: int
    round: int
    turn: PlayerKey | None
    starter: PlayerKey | None
    turns: Sequence[PlayerKey]
    players: Sequence[PlayerRow]
    numbers: Sequence[Answer]
    last_round: LastRound | None
    round_over: bool
    totals: Mapping[PlayerKey, int | None]
    results: Sequence[GameResult]
    champions: Sequence[PlayerKey]
    points: Mapping[PlayerKey, int | None] = {}
    tied: Sequence[PlayerKey] = ()


@lru_cache(256)
def page(state: State) -> ZingAZamPage:
    """Return what the page of a table shows: the same to all who look, so it is worked out once."""
    players = state.players
    is_between = not state.running and not state.over
    ending = played_out(state) if state.waits else None
    return ZingAZamPage(
        is_running=state.running,
        phase=_phase(state),
        game=state.game,
        games=state.agreed.games,
        round=state.round,
        turn=None if state.turn is None else players[state.turn],
        starter=players[starter(state)] if is_between else None,
        turns=[players[seat] for seat in lowest(state)] if is_between else [],
        players=_rows(state),
        numbers=[] if state.turn is None else numbers(Play, state, state.turn),
        last_round=_last_round(state),
        round_over=state.turn is not None and not state.played and state.last is not None,
        totals=dict(zip(players, state.totals, strict=True)),
        results=[
            GameResult(
                points=dict(zip(players, result.points, strict=True)),
                winners=[players[seat] for seat in result.winners],
            )
            for result in state.past
        ],
        champions=[players[seat] for seat in champions(state)] if state.over else [],
        points=dict(zip(players, ending.points, strict=True)) if ending else {},
        tied=[players[seat] for seat in ending.left] if ending else [],
    )


def _phase(state: State) -> str:
    if state.over:
        return "over"
    if not state.running:
        return "before"
    return "piles" if state.waits else "round"


def _rows(state: State) -> list[PlayerRow]:
    """The players from the first of the round, clockwise."""
    pieces = {card.by: state.shown(card) for card in state.played}
    start, skipped = state.first or 0, state.skipped
    seats = range(len(state.players))
    return [
        PlayerRow(
            player=state.players[seat],
            piece=pieces.get(seat),
            turn=seat == state.turn,
            skipped=seat in skipped,
        )
        for seat in (*seats[start:], *seats[:start])
    ]


def _last_round(state: State) -> LastRound | None:
    players, last = state.players, state.last
    if last is None:
        return None
    return LastRound(
        winner=players[last.winner],
        because=last.because,
        best=last.best,
        cards=[state.shown(card) for card in last.cards],
    )


# Pages that explain


class NumbersPage(Drawing, frozen=True):
    """What each number does."""

    numbers: Sequence[Piece]


def numbers_page(state: State, viewer: Viewer) -> NumbersPage:
    """Return what each number does."""
    return NumbersPage(numbers=[{**piece(number), "does": DOES[number]} for number in NUMBERS])
