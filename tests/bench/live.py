"""From a tap to the new view on all four phones of its table."""

from __future__ import annotations

import asyncio
import random
import time
from argparse import Namespace
from contextlib import suppress
from statistics import median

from tests.bench.floor import floor
from tests.bench.house import HAND, Seated, Wire, cpu, database_cpu, house, line_of
from tests.bench.table import p95, show, spread


class Phone:
    """A phone as the script in the page has it: a stream that brings the page, and a look where it
    says a number alone."""

    def __init__(self, port: int, seated: Seated) -> None:
        self.seated = seated
        self.stream, self.wire = Wire(port, seated.cookie), Wire(port, seated.cookie)
        self.line = 0
        self.saw: list[tuple[float, int]] = []
        self.looks: list[float] = []
        self.ready = asyncio.Event()
        self.moved = asyncio.Event()

    async def live(self) -> None:
        """Listens, and looks at what it has not seen."""
        path = f"/t/{self.seated.code}/bell?page=1"
        async for number, page in self.stream.listen(path):
            if page:
                self.see(line_of(page), time.perf_counter())
            elif number > self.line:
                await self.look()
            self.ready.set()

    async def look(self) -> None:
        began = time.perf_counter()
        path = f"/t/{self.seated.code}?line={self.line}"
        status, body = await self.wire.ask("GET", path)
        now = time.perf_counter()
        self.looks.append(now - began)
        if status == 200:
            self.see(line_of(body), now)

    def see(self, line: int, at: float) -> None:
        if line > self.line:
            self.line = line
            self.saw.append((at, line))
            self.moved.set()

    def when(self, line: int) -> float | None:
        """When it first showed `line` or a later one."""
        return next((at for at, seen in self.saw if seen >= line), None)


class Table:
    """Four phones; the first records an event every `pause` seconds, but not before all have seen
    the last one where that is 0."""

    def __init__(self, port: int, seats: list[Seated], pause: float) -> None:
        self.pause = pause
        self.phones = [Phone(port, seated) for seated in seats]
        self.tap = Wire(port, seats[0].cookie)
        self.taps: list[tuple[float, float, int]] = []

    async def play(self, seconds: float) -> None:
        host = self.phones[0]
        await asyncio.sleep(random.random())
        until = time.perf_counter() + seconds
        seq = 0
        while (began := time.perf_counter()) < until:
            fields = {"csrf_token": host.seated.form, "seq": seq, "key": f"tap-{seq}"}
            path = f"/t/{host.seated.code}/events"
            status, body = 503, b""
            while status == 503:  # as a phone does: the same again, with its key
                status, body = await self.tap.ask("POST", path, fields | HAND[seq % len(HAND)])
            now = time.perf_counter()
            assert status == 200, body
            seq += 1
            line = line_of(body)
            host.see(line, now)
            self.taps.append((began, now, line))
            if self.pause:
                await asyncio.sleep(max(0.0, began + self.pause - time.perf_counter()))
            else:
                await asyncio.wait_for(self.seen_by_all(line), 30)

    async def seen_by_all(self, line: int) -> None:
        for phone in self.phones:
            while phone.line < line:
                phone.moved.clear()
                await phone.moved.wait()


def run(args: Namespace) -> None:
    """One table, then many, on the floor and on the app."""
    rows = []
    for tables in dict.fromkeys((1, max(1, args.tables // 5), args.tables)):
        seconds = max(args.seconds, 15) if tables == 1 else args.seconds
        with floor() as ground:
            seats = [[Seated(f"T{n}", "", "")] * 4 for n in range(tables)]
            played, busy = asyncio.run(evening(ground, seats, seconds))
        lowest, _ = everywhere(played)
        name = "1 table" if tables == 1 else f"{tables} tables"
        rows.append([f"{name}, the floor", f"{len(lowest):,}", *spread(lowest), f"{busy:.0%}", ""])
        for label, workers in engines(args):
            rows += on(label, workers, name, tables, seconds, lowest)
    head = ["", "number", "p50", "p95", "longest", "server busy", "database busy"]
    show(f"Live: four phones a table, an event a second each, {args.seconds} s", head, rows)


def engines(args: Namespace) -> list[tuple[str, int]]:
    """What to measure: a label, and how many workers on PostgreSQL (0: a file)."""
    wanted = args.engine.split(",")
    found = [("", 0)] if "sqlite" in wanted else []
    if "postgres" in wanted:
        counts = [int(word) for word in args.workers.split(",")]
        found += [(f", PostgreSQL, {n} worker{'s' * (n > 1)}", n) for n in counts]
    return found


def on(
    label: str, workers: int, name: str, tables: int, seconds: float, lowest: list[float]
) -> list[list[object]]:
    """The rows of one engine; `lowest` are the floor's times."""
    with house(tables, workers=workers) as (server, seats):
        spent = database_cpu(server)
        played, busy = asyncio.run(evening(server, seats, seconds))
        spent = (database_cpu(server) - spent) / (seconds + 1)
    taps = [answer - began for table in played for began, answer, _ in table.taps]
    shown, missed = everywhere(played)
    looks = [took for table in played for phone in table.phones for took in phone.looks]
    database = f"{spent:.0%}" if workers else ""
    times = (of(shown) / of(lowest) for of in (median, p95))
    rows: list[list[object]] = [
        [f"{name}{label}: tap to four views", f"{len(shown):,}", *spread(shown), f"{busy:.0%}",
         database],
        ["  how many times the floor", "", *(f"{ratio:.1f}" for ratio in times), "", "", ""],
        ["  the request that records", f"{len(taps):,}", *spread(taps), "", ""],
        ["  a look", f"{len(looks):,}", *spread(looks), "", ""],
    ]  # fmt: skip
    if missed:
        rows.append(["  taps not seen everywhere at the end", missed, "", "", "", "", ""])
    return rows


async def evening(
    server: object, seats: list[list[Seated]], seconds: float, pause: float = 1.0
) -> tuple[list[Table], float]:
    """All tables play; how busy the server was, of one core."""
    tables = [Table(server.port, seated, pause) for seated in seats]  # type: ignore[attr-defined]
    phones = [phone for table in tables for phone in table.phones]
    listening = [asyncio.create_task(phone.live()) for phone in phones]
    await asyncio.gather(*(phone.ready.wait() for phone in phones))
    for phone in phones:
        phone.looks.clear()  # the first ones all came at once
    before, began = cpu(server), time.perf_counter()  # type: ignore[arg-type]
    await asyncio.gather(*(table.play(seconds) for table in tables))
    busy = (cpu(server) - before) / (time.perf_counter() - began)  # type: ignore[arg-type]
    await asyncio.sleep(1)
    for task in listening:
        task.cancel()
        with suppress(asyncio.CancelledError):
            await task
    for phone in phones:
        phone.stream.close()
        phone.wire.close()
    for table in tables:
        table.tap.close()
    return tables, busy


def everywhere(tables: list[Table]) -> tuple[list[float], int]:
    """Seconds from each tap until the last phone showed it; and how many taps never were shown."""
    out, missed = [], 0
    for table in tables:
        for began, _, line in table.taps:
            when = [phone.when(line) for phone in table.phones]
            seen = [at for at in when if at is not None]
            if len(seen) == len(when):
                out.append(max(seen) - began)
            else:
                missed += 1
    return out, missed
