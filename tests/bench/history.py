"""How long a phone with many past tables waits for its lists."""

from __future__ import annotations

import statistics
import tempfile
import time
from argparse import Namespace
from pathlib import Path

import evenings
from house import MEMORY, House

from tests.bench.table import ms, show

TABLES = 10_000
TIMES = 15


def run(args: Namespace) -> None:
    """Every question of the pages of the past, asked by a phone that has been at all tables."""
    with tempfile.TemporaryDirectory(dir=MEMORY if MEMORY.is_dir() else None) as folder:
        made = House(Path(folder))
        phone = made.phone()
        evenings.many(made, phone, TABLES)
        evenings.league_of_all(made, phone)
        rows = []
        for name, ask in evenings.USES.items():
            times = []
            for _ in range(TIMES):
                start = time.perf_counter()
                ask(made.service, phone)
                times.append(time.perf_counter() - start)
            rows.append([name, ms(statistics.median(times)), ms(min(times))])
        made.store.close()
    show(f"History: {TABLES:,} finished tables of one phone", ["", "median", "best"], rows)
