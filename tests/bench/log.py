"""What recording costs as the log grows: one table, one run."""

from __future__ import annotations

import asyncio
import statistics
import time
from argparse import Namespace

from tests.bench.house import HAND, Seated, Wire, cpu, house
from tests.bench.table import ms, show

AT = (10, 1_000, 10_000)
WIDE = 150
"""Events that are looked at from each place on."""


def run(args: Namespace) -> None:
    """Records one event after the other: the time of each, the processor time of some."""
    with house(1, 1) as (server, tables):
        times, used = asyncio.run(record(server, tables[0][0]))
    rows = []
    for at in AT:
        part = times[at : at + WIDE]
        rows.append([f"event {at:,}", ms(statistics.median(part)), ms(used[at])])
    first = used[AT[0]]
    for row, at in zip(rows, AT, strict=True):
        row.append(f"{used[at] / first:.2f}")
    head = ["", "answer, median", "processor time", "ratio"]
    show(f"Log: recording at one table (each over {WIDE} events)", head, rows)


async def record(server: object, phone: Seated) -> tuple[list[float], dict[int, float]]:
    """Seconds of each POST; the server's processor time an event at each place."""
    wire = Wire(server.port, phone.cookie)  # type: ignore[attr-defined]
    times: list[float] = []
    used: dict[int, float] = {}
    began = 0.0
    for seq in range(AT[-1] + WIDE + 1):
        if seq in AT:
            began = cpu(server)  # type: ignore[arg-type]
        if seq - WIDE in AT:
            used[seq - WIDE] = (cpu(server) - began) / WIDE  # type: ignore[arg-type]
        fields = {"csrf_token": phone.form, "seq": seq, "key": f"event-{seq}"}
        start = time.perf_counter()
        status, body = await wire.ask("POST", f"/t/{phone.code}/events", fields | HAND[seq % 10])
        times.append(time.perf_counter() - start)
        assert status == 200, body
    wire.close()
    return times, used
