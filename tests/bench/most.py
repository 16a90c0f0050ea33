"""The most events a second: every table taps again as soon as its four phones have seen the last.

The phones of the bench use a core of their own. Where the server's processes have to share theirs
with them, what they could do with whole cores follows from the processor time of an event.
"""

from __future__ import annotations

import asyncio
from argparse import Namespace

from tests.bench.house import database_cpu, house
from tests.bench.live import engines, evening, everywhere
from tests.bench.table import ms, show, spread


def run(args: Namespace) -> None:
    """Each engine, with so many tables."""
    rows = []
    for label, workers in engines(args):
        with house(args.tables, workers=workers) as (server, seats):
            spent = database_cpu(server)
            played, busy = asyncio.run(evening(server, seats, args.seconds, pause=0))
            spent = database_cpu(server) - spent
        count = sum(len(table.taps) for table in played)
        last = max(answer for table in played for _, answer, _ in table.taps)
        first = min(began for table in played for began, _, _ in table.taps)
        rate = count / (last - first)
        rows.append(
            [
                label.removeprefix(", ") or "a file",
                f"{rate:,.0f}",
                f"{busy:.2f}",
                ms(busy / rate),
                ms(spent / count) if workers else "",
                f"{max(workers, 1) * rate / busy:,.0f}",
                *spread(everywhere(played)[0])[:2],
            ]
        )
    head = ["", "events a second", "cores busy", "an event", "of the database"]
    head += ["with whole cores", "p50", "p95"]
    show(f"Most: {args.tables} tables of four phones, {args.seconds} s", head, rows)
