"""T19: the server is pulled down under a hundred phones again and again. All are right within ten
seconds of its return, and do not ask for their pages all at once."""

from __future__ import annotations

import asyncio
import contextlib
import re
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from random import Random
from typing import Any

import pytest
from party import UNLIMITED, House, lane

from referee.service import Submission
from referee.web import create_app, stream

PHONES = 100
TABLES = 10
RESTARTS = lane(3, 10)
RIGHT_WITHIN = 10.0
"""Seconds from the first answer of the server that is back."""
MOST_A_SECOND = 25
SCRIPT = Path(__file__).parent.parent.parent / "static" / "referee.js"


SMALL = 4
BACK_WITHIN = 3.0
"""The same for the phones of one small table, who hardly wait for one another."""


def pauses(pattern: str) -> tuple[float, float]:
    """The least and the most seconds of a pause in the script of the page."""
    found = re.search(pattern + r"soon\((\d+), (\d+)\)", SCRIPT.read_text())
    assert found, pattern
    return int(found[1]) / 1000, int(found[2]) / 1000


REOPENED = pauses(r"bell\.opened \? ")
"""Pauses before a stream that broke is opened again."""
TRIED = pauses(r"bell\.opened \? soon\(.*?\) : ")
"""Pauses before one that could not be opened is tried again."""


class Page:
    """An open page as its script has it: a stream, and a look when that says there is more to see.
    The pauses are read from the script; what it does when is written here again."""

    def __init__(self, house: House, code: str, cookie: str, random: Random) -> None:
        self.house, self.code, self.cookie, self.random = house, code, cookie, random
        self.line = 0
        self.off = False
        self.looks: list[float] = []
        self.saw: list[tuple[float, int]] = []
        self.looking: asyncio.Task[None] | None = None
        self.listening = False
        self.wanted = 0

    async def ask(self, path: str) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        reader, writer = await asyncio.open_connection("127.0.0.1", self.house.port)
        lines = [f"GET {path} HTTP/1.1", f"Host: 127.0.0.1:{self.house.port}"]
        lines += [f"Cookie: phone={self.cookie}", "HX-Request: true", "", ""]
        writer.write("\r\n".join(lines).encode())
        return reader, writer

    async def live(self) -> None:
        """Listen for ever: a stream that breaks is opened again."""
        while True:
            with contextlib.suppress(OSError, asyncio.IncompleteReadError):
                await self.listen()
            self.off = self.off or not self.listening
            pause = REOPENED if self.listening else TRIED
            self.listening = False
            await asyncio.sleep(self.random.uniform(*pause))

    async def listen(self) -> None:
        reader, writer = await self.ask(f"/t/{self.code}/bell")
        try:
            head = await reader.readuntil(b"\r\n\r\n")
            assert b" 200 " in head[:20], head
            self.listening, numbered = True, True
            async for line in reader:
                if line.startswith(b"event: "):
                    numbered = line != b"event: mark\n"
                elif line.startswith(b"data: ") and numbered:
                    self.hear(int(line[6:]))
        finally:
            writer.close()

    def hear(self, number: int) -> None:
        if (self.off or number > self.line) and not self.looking:
            self.looking = asyncio.create_task(self.look())

    async def look(self) -> None:
        try:
            self.looks.append(time.monotonic())
            reader, writer = await self.ask(f"/t/{self.code}?line={self.line}")
            head = await reader.readuntil(b"\r\n\r\n")
            length = re.search(rb"content-length: (\d+)", head, re.I)
            body = await reader.readexactly(int(length[1])) if length else b""
            writer.close()
            self.off = False
            if b" 200 " in head[:20]:
                found = re.search(rb'data-line="(\d+)"', body)
                assert found, body
                self.line = max(self.line, int(found[1]))
                self.saw.append((time.monotonic(), self.line))
        except (OSError, asyncio.IncompleteReadError):
            self.off = True  # its stream has broken as well, and will say when to look again
        finally:
            self.looking = None

    def when(self) -> float:
        """When it showed what was wanted."""
        return min(at for at, line in self.saw if line >= self.wanted)


def busiest_second(times: list[float]) -> int:
    """The most of `times` within any second."""
    times = sorted(times)
    return max((sum(at <= other < at + 1 for other in times) for at in times), default=0)


class Tables:
    """A server with some tables, of `phones` each; what happens at them while it is away."""

    def __init__(self, folder: Path, tables: int, phones: int) -> None:
        app = create_app({"DATA": folder})
        self.service = app.extensions["service"]
        self.cookies: list[tuple[str, str]] = []
        self.hosts: dict[str, Any] = {}
        for number in range(tables):
            host, cookie = self.service.phones.add()
            code = self.service.opening.open_table(
                host, "zar", ["Ann", "Bo"], {}, key=f"open {number}"
            )
            token = self.service.joining.join_token(code, host)
            self.hosts[code] = host
            self.cookies.append((code, cookie))
            for _ in range(phones - 1):
                guest, cookie = self.service.phones.add()
                self.service.joining.join(code, guest, token=token)
                self.cookies.append((code, cookie))
        self.house = House(folder, patch=UNLIMITED)

    def change(self, number: int) -> dict[str, int]:
        """Something is recorded at every table, and no bell rings; the lines to come to."""
        event = {"type": "position", "top": "blue-sun", "turn": "p1", "scores": {"p1": number}}
        lines = {}
        for code, host in self.hosts.items():
            seen = self.service.views.table(code, host).seq
            answer = self.service.play.submit(
                code, host, Submission(event=event, seen=seen, key=f"change {number}")
            )
            lines[code] = answer.view.line
        return lines


async def storm(tables: Tables, restarts: int) -> list[tuple[float, int]]:
    """For each restart: the seconds until the last phone was right, and how many page requests
    came in the busiest second."""
    random, house = Random(19), tables.house
    pages = [Page(house, code, cookie, random) for code, cookie in tables.cookies]
    living = [asyncio.create_task(page.live()) for page in pages]
    figures = []
    try:
        await until(lambda: all(page.line and page.listening for page in pages), 60)
        for number in range(restarts):
            whole = number % 2 == 1  # the server is gone for a while, else only what serves
            if whole:
                house.kill()
            else:
                house.kill_worker()
            lines = tables.change(number)
            for page in pages:
                page.wanted = lines[page.code]
            if whole:
                await asyncio.sleep(random.uniform(0, 6))
                await asyncio.to_thread(house.start)
            else:
                await asyncio.to_thread(house.wait)
            began = time.monotonic()
            await until(lambda: all(page.line >= page.wanted for page in pages), 60)
            took = max(page.when() for page in pages) - began
            await until(lambda: all(page.listening for page in pages), 60)
            looks = [at for page in pages for at in page.looks if at > began - 1]
            figures.append((took, busiest_second(looks)))
    finally:
        for task in living:
            task.cancel()
        await asyncio.gather(*living, return_exceptions=True)
    return figures


async def until(true, seconds: float) -> None:
    end = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < end, "it does not come"
        await asyncio.sleep(0.02)


def figures(folder: Path, tables: int, phones: int, restarts: int) -> list[tuple[float, int]]:
    made = Tables(folder / "instance", tables, phones)
    try:
        # In a thread of its own: a browser may have left its loop running in this one.
        with ThreadPoolExecutor(1) as pool:
            seen = pool.submit(asyncio.run, storm(made, restarts)).result()
    finally:
        made.house.stop()
    print(" ".join(f"{took:.1f} s/{most}" for took, most in seen))
    return seen


def test_t19_a_hundred_phones_come_back_in_turn(in_memory: Path) -> None:
    seen = figures(in_memory, TABLES, PHONES // TABLES, RESTARTS)
    assert max(took for took, _ in seen) <= RIGHT_WITHIN
    assert max(most for _, most in seen) <= MOST_A_SECOND


def test_t19_a_small_table_is_back_at_once(in_memory: Path) -> None:
    seen = figures(in_memory, 1, SMALL, 4)
    assert max(took for took, _ in seen) <= BACK_WITHIN


class Clock:
    """A clock that only sleeping moves, and late at that."""

    def __init__(self, late: float) -> None:
        self.now, self.late = 50.0, late

    def monotonic(self) -> float:
        return self.now

    def sleep(self, seconds: float) -> None:
        self.now += seconds + (self.late if seconds else 0.0)


@pytest.mark.parametrize("late", [0.0, 0.01, 0.7])
def test_t19_turns_are_few_in_any_second(monkeypatch: pytest.MonkeyPatch, late: float) -> None:
    clock = Clock(late)
    monkeypatch.setattr(stream, "time", clock)
    turns, heard = stream.Turns(), []
    for _ in range(100):
        turns.wait()
        heard.append(clock.now - 50.0)
    assert heard[: stream.AT_ONCE] == [0.0] * stream.AT_ONCE
    assert busiest_second(heard) <= 23 < MOST_A_SECOND
    assert late > 0.1 or heard[-1] <= 6.5
    clock.now += 60
    before = clock.now
    turns.wait()
    assert clock.now == before, "who comes alone does not wait"


def test_t19_nobody_waits_for_ever_for_a_turn(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stream, "LONGEST_TURN", 0.01)
    turns = stream.Turns()
    with turns.lock:
        turns.wait()
