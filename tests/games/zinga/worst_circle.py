"""Searches for the circle on which `filling` has to try the most.

`python tests/games/zinga/worst_circle.py 60` climbs for 60 seconds from random circles, changing a
few tiles or facing numbers at a time, and prints each worse one it meets: the steps of the search,
the least of five times in milliseconds, and the circle.
"""

from __future__ import annotations

import random
import sys
import time

from referee.games.zinga.board import ORIENTATIONS, Cell, after_of, before_of, put, zinga_cell
from referee.games.zinga.filling import filling
from referee.games.zinga.tiles import DOUBLES, KINDS, NUMBERS, SIZE, ZINGA

fill = filling.__wrapped__
EMPTY = ((None,) * SIZE, (None,) * SIZE, False)


def steps(question):
    """How often the search tries to go on, for (circle, facing numbers, whether Doubles match)."""
    count = 0

    def on_call(frame, what, _):
        nonlocal count
        if what == "call" and frame.f_code.co_name == "go":
            count += 1

    sys.setprofile(on_call)
    try:
        fill(*question)
    finally:
        sys.setprofile(None)
    return count


def changed(question):
    """The question with one to three places changed; tiles need not match, as if let stand."""
    circle, facing, match = list(question[0]), list(question[1]), question[2]
    for _ in range(random.randrange(1, 4)):
        what, at = random.random(), random.randrange(SIZE)
        if what < 0.35:
            circle[at] = None
        elif what < 0.75:
            used = {cell.kind for i, cell in enumerate(circle) if cell and i != at}
            kind = random.choice([kind for kind in KINDS if kind not in used])
            ends = random.choice([None, *NUMBERS]), random.choice([None, *NUMBERS])
            circle[at] = Cell(ZINGA, *ends) if kind == ZINGA else random.choice(ORIENTATIONS[kind])
        elif what < 0.95:
            facing[random.choice(sorted(DOUBLES))] = random.choice([None, *NUMBERS])
        else:
            match = not match
    for at, cell in enumerate(circle):
        if cell and cell.kind == ZINGA:
            names = (cell.first, cell.last)
            square, before, after = at in DOUBLES, before_of(circle, at), after_of(circle, at)
            settled = zinga_cell(square, before, after, None, names)
            circle = list(put(tuple(circle), at, settled))
    return tuple(circle), tuple(facing), match


def climb(seconds):
    """Print ever worse questions for `seconds`."""
    end, worst = time.monotonic() + seconds, 0
    while time.monotonic() < end:
        here = EMPTY
        for _ in range(random.randrange(9)):
            here = changed(here)
        height, stalled = steps(here), 0
        while stalled < 400 and time.monotonic() < end:
            there = changed(here)
            found = steps(there)
            stalled = 0 if found > height else stalled + 1
            if found >= height:
                here, height = there, found
        if height > worst:
            worst = height
            print(f"{worst} steps, {least_time(here):.1f} ms: {told(here)}", flush=True)


def least_time(question):
    """The least of five times, in milliseconds."""
    times = []
    for _ in range(5):
        start = time.perf_counter()
        fill(*question)
        times.append(time.perf_counter() - start)
    return min(times) * 1000


def told(question):
    """The question in a line."""
    circle, facing, match = question
    tiles = [
        f"{at}: {cell.kind} {cell.first}|{cell.last}" for at, cell in enumerate(circle) if cell
    ]
    across = {at: number for at, number in enumerate(facing) if number is not None}
    rule = "Doubles match" if match else "Doubles are free"
    answer = "can be filled" if fill(*question) else "cannot be filled"
    return f"{', '.join(tiles) or 'empty'}; facing {across}; {rule}; {answer}"


if __name__ == "__main__":
    climb(float(sys.argv[1]) if len(sys.argv) > 1 else 60)
