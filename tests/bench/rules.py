"""Events judged and applied a second, on records as people play them.

Beside them, where it is installed (`pip install chess`), what python-chess does in the same run
with records of chess: a move is read, found to be legal, played, and the board asked whether the
game is over, as an event of ours is judged and applied, and its state knows that. Both take turns,
a few hundred moves and a few thousand events each time, and the ratio is the median of those turns:
what slows the machine down for a while slows both.
"""

from __future__ import annotations

import time
from argparse import Namespace
from collections.abc import Callable
from random import Random
from statistics import median
from typing import Any

from drivers import begin, driver, play

from referee.games import games
from referee.table import Fold
from tests.bench.table import show

TURNS = 25
ENOUGH = 600
"""Events a setup in each turn."""
CHESS_MOVES = 500
LONGEST = 3.0
"""Seconds that the driver may think, a setup."""

Evening = tuple[Any, Any, list[Any]]
"""A game, its first state, and what happened."""


def run(args: Namespace) -> None:
    """Each game, over all the setups of its driver."""
    rows, chess = [], chess_games()
    for key in games():
        evenings = [evening for n in range(len(driver(key).SETUPS)) for evening in played(key, n)]
        events = sum(len(events) for *_, events in evenings)
        fold(evenings)  # What is made at first use is made.
        seconds, ratios = [], []
        for _ in range(TURNS):
            before = per_move(chess)
            seconds.append(used(lambda: fold(evenings)) / events)  # noqa: B023  # Called at once.
            if before:
                ratios.append((before + per_move(chess)) / 2 / seconds[-1])
        ratio = f"{median(ratios):.1f}" if ratios else "not installed"
        rows.append((key, f"{events:,}", f"{1 / median(seconds):,.0f}", ratio))
    head = ["game", "events", "a second of processor", "times python-chess"]
    show("Rules: judged and applied, one core", head, rows)


def used(work: Callable[[], None]) -> float:
    """Seconds of the processor."""
    began = time.process_time()
    work()
    return time.process_time() - began


def chess_games() -> list[list[str]]:
    """Moves of random games of chess; none where python-chess is not installed."""
    try:
        import chess
    except ImportError:
        return []
    random = Random(1)
    games_: list[list[str]] = []
    while sum(map(len, games_)) < CHESS_MOVES:
        board, moves = chess.Board(), []
        while len(moves) < 120 and not board.is_game_over():
            move = random.choice(list(board.legal_moves))
            moves.append(board.san(move))
            board.push(move)
        games_.append(moves)
    return games_


def per_move(games_: list[list[str]]) -> float:
    """Seconds of the processor for a move of chess; 0 where there are none."""
    if not games_:
        return 0.0
    import chess

    def replay() -> None:
        for moves in games_:
            board = chess.Board()
            for move in moves:
                board.push_san(move)
                board.outcome()

    return used(replay) / sum(map(len, games_))


def played(key: str, number: int) -> list[Evening]:
    """Evenings of one setup, with enough events together."""
    random, evenings, count = Random(number), [], 0
    until = time.perf_counter() + LONGEST
    while count < ENOUGH and time.perf_counter() < until:
        game, drive, _, _, state = begin(key, number)
        events = play(game, drive, state, random, ENOUGH)
        evenings.append((game, state, events))
        count += len(events)
    return evenings


def fold(evenings: list[Evening]) -> None:
    """As the service does it: judge, and apply what is legal."""
    for game, state, events in evenings:
        log: Fold[Any] = Fold(game, state, memory=0)
        for number, event in enumerate(events, 1):
            log.take(event, number)
