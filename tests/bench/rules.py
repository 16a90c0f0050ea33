"""Events judged and applied a second, on records as people play them.

Beside them, where it is installed (`pip install chess`), what python-chess does in the same run
with records of chess: a move is read, found to be legal, played, and the board asked whether the
game is over, as an event of ours is judged and applied, and its state knows that.
"""

from __future__ import annotations

import time
from argparse import Namespace
from random import Random

from drivers import begin, driver, play

from referee.games import games
from referee.table import Fold
from tests.bench.table import show

ENOUGH = 20_000
"""Events a setup: a game shorter than that is played again, otherwise."""
CHESS_MOVES = 8_000
LONGEST = 3.0
"""Seconds that the driver may think."""


def run(args: Namespace) -> None:
    """Each game, over all the setups of its driver."""
    rows, chess = [], chess_rate()
    for key in games():
        rates = [rate(key, number) for number in range(len(driver(key).SETUPS))]
        events, wall, used = (sum(column) for column in zip(*rates, strict=True))
        slowest = min(n / cpu for n, _, cpu in rates)
        figures = (events, events / wall, events / used, slowest)
        ratio = f"{events / used / chess:.1f}" if chess else "not installed"
        rows.append((key, *(f"{figure:,.0f}" for figure in figures), ratio))
    if chess:
        rows.append(("python-chess", "", "", f"{chess:,.0f}", "", ""))
    head = ["game", "events", "a second", "a second of processor", "in the slowest setup"]
    head.append("times python-chess")
    show("Rules: judged and applied, one core", head, rows)


def chess_rate() -> float | None:
    """Moves of chess a second of the processor; None where python-chess is not installed."""
    try:
        import chess
    except ImportError:
        return None
    random, played = Random(1), []
    while sum(map(len, played)) < CHESS_MOVES:
        board, moves = chess.Board(), []
        while len(moves) < 120 and not board.is_game_over():
            move = random.choice(list(board.legal_moves))
            moves.append(board.san(move))
            board.push(move)
        played.append(moves)
    began = time.process_time()
    for moves in played:
        board = chess.Board()
        for move in moves:
            board.push_san(move)
            board.outcome()
    return sum(map(len, played)) / (time.process_time() - began)


def rate(key: str, number: int) -> tuple[int, float, float]:
    """(events, seconds on the wall, seconds of the processor) of one setup."""
    random, evenings, count = Random(number), [], 0
    until = time.perf_counter() + LONGEST
    while count < ENOUGH and time.perf_counter() < until:
        game, drive, _, _, state = begin(key, number)
        events = play(game, drive, state, random, 2_000)
        evenings.append((game, state, events))
        count += len(events)
    # Once without looking: what is made at first use is made.
    for game, state, events in evenings[:1]:
        fold(game, state, events)
    began, used = time.perf_counter(), time.process_time()
    for game, state, events in evenings:
        fold(game, state, events)
    return count, time.perf_counter() - began, time.process_time() - used


def fold(game: object, state: object, events: list) -> None:
    """As the service does it: judge, and apply what is legal."""
    log: Fold = Fold(game, state, memory=0)  # type: ignore[arg-type]
    for number, event in enumerate(events, 1):
        log.take(event, number)
