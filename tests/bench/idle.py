"""Phones that only listen: what they weigh, and how a page fares beside them."""

from __future__ import annotations

import asyncio
import time
from argparse import Namespace

from tests.bench.house import Seated, Wire, cpu, house
from tests.bench.table import mib, show, spread


def run(args: Namespace) -> None:
    """So many phones, four a table."""
    with house(-(-args.phones // 4)) as (server, tables):
        phones = [phone for table in tables for phone in table][: args.phones]
        empty, full, looks, taps, used = asyncio.run(listen(server, phones))
    show(
        f"Idle: {len(phones):,} phones that listen",
        ["", "or p50", "p95", "longest"],
        [
            ["memory before, all processes", mib(empty), "", ""],
            ["memory with them", mib(full), "", ""],
            ["a phone", f"{(full - empty) / len(phones) / 1024:.1f} KiB", "", ""],
            ["processor, of one core", f"{used:.1%}", "", ""],
            ["a page", *spread(looks)],
            ["a tap, answered with the page", *spread(taps)],
        ],
    )


async def listen(
    server: object, phones: list[Seated]
) -> tuple[float, float, list[float], list[float], float]:
    """(memory before, memory with them, seconds of pages, seconds of taps, processor)."""
    port, first = server.port, phones[0]  # type: ignore[attr-defined]
    wire = Wire(port, first.cookie)
    for _ in range(20):
        await wire.ask("GET", f"/t/{first.code}")
    empty = server.memory()  # type: ignore[attr-defined]
    heard = 0

    async def one(phone: Seated, stream: Wire) -> None:
        nonlocal heard
        fresh = True
        async for _ in stream.listen(f"/t/{phone.code}/bell?page=1"):
            heard += fresh
            fresh = False

    streams = [Wire(port, phone.cookie) for phone in phones]
    tasks = []
    for i, (phone, stream) in enumerate(zip(phones, streams, strict=True)):
        tasks.append(asyncio.create_task(one(phone, stream)))
        if i % 50 == 49:
            await asyncio.sleep(0.05)
    until = time.perf_counter() + 120
    while heard < len(phones) and time.perf_counter() < until:
        await asyncio.sleep(0.1)
    assert heard == len(phones), f"only {heard} are served"
    await asyncio.sleep(2)
    full = server.memory()  # type: ignore[attr-defined]
    before, began = cpu(server), time.perf_counter()  # type: ignore[arg-type]
    await asyncio.sleep(12)  # more than a heartbeat of each
    used = (cpu(server) - before) / (time.perf_counter() - began)  # type: ignore[arg-type]
    wire.close()  # the server has closed it, too: nothing was asked for so long
    await wire.ask("GET", "/healthz")
    looks, taps = [], []
    for i in range(100):
        start = time.perf_counter()
        status, _ = await wire.ask("GET", f"/t/{first.code}")
        looks.append(time.perf_counter() - start)
        assert status == 200
        if i % 5 == 0:
            fields = {"csrf_token": first.form, "seq": i // 5, "key": f"tap-{i}"}
            event = {"type": "position", "top": "blue-sun", "turn": "p1"}
            start = time.perf_counter()
            status, body = await wire.ask("POST", f"/t/{first.code}/events", fields | event)
            taps.append(time.perf_counter() - start)
            assert status == 200, body
        await asyncio.sleep(0.02)
    wire.close()
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    for stream in streams:
        stream.close()
    return empty, full, looks, taps, used
