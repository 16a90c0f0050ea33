"""T28: hours of play, compressed: phones play, look, leave and come back, and nothing grows."""

from __future__ import annotations

import contextlib
import http.client
import os
import statistics
import time
from pathlib import Path
from random import Random

from party import LONG, UNLIMITED, House, Phone, lane
from wire import Listening

PHONES = 6
ACTIONS = lane(360, 14_400)
"""An hour of six phones with an action every ten seconds between them; in the long lane forty."""
WARM = 480
"""Actions until everything there is has been made: caches, connections, templates."""
EVERY = 10
FULL_CACHES = (
    UNLIMITED
    + """
import referee.service.encoding, referee.web.entry, referee.web.parts, referee.web.templating
referee.service.encoding._SHORT = -1
referee.web.parts.MOST = 256 * 1024
referee.web.templating.MOST_ADDRESSES = 64
referee.web.entry._packed.most = 16 * 1024
"""
)
"""Caches that are full at once: what grows then is no cache."""
MOST_GROWTH = 3 * 1024 * 1024
"""Bytes between the first and the last quarter: an allocator's noise, no leak of some kB each."""
PAGES = (
    "",
    "/log",
    "/people",
    "/settings",
    "/course",
    "/share",
    "/record.json",
    "/sheet/play?by=p1",
)


def descriptors(house: House) -> int:
    return len(list(Path(f"/proc/{house.worker()}/fd").iterdir()))


def threads(house: House) -> int:
    return len(list(Path(f"/proc/{house.worker()}/task").iterdir()))


def resident(house: House) -> int:
    """Bytes of the serving process in memory."""
    for line in Path(f"/proc/{house.worker()}/status").read_text().splitlines():
        if line.startswith("VmRSS:"):
            return int(line.split()[1]) * 1024
    raise AssertionError


class Soaked:
    """A table with its phones, each with a stream, and what is done to it."""

    def __init__(self, house: House) -> None:
        self.house, self.random = house, Random(28)
        self.phones = [Phone(house) for _ in range(PHONES)]
        host = self.phones[0]
        self.code = host.open([f"P{i}" for i in range(PHONES)])
        token = host.way_in(self.code)
        for i, phone in enumerate(self.phones[1:], 2):
            phone.join(self.code, token, f"p{i}")
        self.streams = [self.listen(phone) for phone in self.phones]
        self.statuses: set[int] = set()
        self.took: list[float] = []

    def listen(self, phone: Phone) -> Listening:
        return Listening(self.house, self.code, phone.cookie, page=True)

    def act(self, n: int) -> None:
        """One phone does something; now and then one goes away and comes back, or just looks."""
        i = self.random.randrange(PHONES)
        phone, chance = self.phones[i], self.random.random()
        if chance < 0.2:
            self.streams[i].close()
            phone.hang_up()
            self.streams[i] = self.listen(phone)
        began = time.monotonic()
        if chance < 0.5:
            answer = phone.get(f"/t/{self.code}{self.random.choice(PAGES)}")
        elif chance < 0.6:
            fields = {"seq": phone.seq(self.code), "key": os.urandom(8).hex()}
            answer = phone.post(f"/t/{self.code}/undo", fields, htmx=True)
        else:
            event = {"type": "position", "top": "blue-sun", "turn": "p1", "scores.p1": str(n)}
            answer = phone.record(self.code, **event)
        self.took.append(time.monotonic() - began)
        self.statuses.add(answer.status)
        for stream in self.streams:  # what has been heard is not kept
            stream.client.setblocking(False)
            with contextlib.suppress(BlockingIOError):
                while stream.client.recv(65536):
                    pass

    def close(self) -> None:
        for stream in self.streams:
            stream.close()
        for phone in self.phones:
            phone.hang_up()


def soak(house: House, actions: int, warm: int = WARM) -> tuple[Soaked, list[tuple[int, int, int]]]:
    """Memory, open files and threads after every few actions."""
    soaked = Soaked(house)
    seen = []
    for n in range(warm + actions):
        soaked.act(n)
        if n >= warm and n % EVERY == 0:
            seen.append((resident(house), descriptors(house), threads(house)))
    soaked.close()
    return soaked, seen


def growth(values: list[int]) -> float:
    """By how much the last quarter lies above the first."""
    quarter = len(values) // 4
    return statistics.median(values[-quarter:]) - statistics.median(values[:quarter])


def test_t28_hours_of_play_leave_nothing_behind(in_memory: Path) -> None:
    house = House(in_memory / "instance", patch=FULL_CACHES)
    try:
        soaked, seen = soak(house, ACTIONS)
        memory, files, tasks = (list(values) for values in zip(*seen, strict=True))
        print(
            f"{len(soaked.took)} actions: memory {memory[0] >> 20} to {memory[-1] >> 20} MB, "
            f"{max(files)} files, {max(tasks)} threads, "
            f"p99 {statistics.quantiles(soaked.took, n=100)[98] * 1000:.0f} ms"
        )
        assert max(soaked.statuses) < 500
        assert growth(memory) <= MOST_GROWTH * (10 if LONG else 1)
        assert growth(files) <= 2
        assert growth(tasks) <= 0
        with contextlib.suppress(http.client.HTTPException):
            assert soaked.phones[0].get("/healthz").status == 200
    finally:
        house.stop()
    assert "Traceback" not in house.output()


LEAKS = """
import referee.store.sqlite.file as f
kept = []
read = f.Store.read
def leaky(self):
    kept.append(bytearray(200_000))
    return read(self)
f.Store.read = leaky
"""
LEAVES_OPEN = """
import os, referee.store.sqlite.file as f
kept = []
read = f.Store.read
def leaky(self):
    kept.append(open(os.devnull))
    return read(self)
f.Store.read = leaky
"""


def test_t28_would_notice(in_memory: Path) -> None:
    for i, (patch, what) in enumerate([(LEAKS, 0), (LEAVES_OPEN, 1)]):
        (in_memory / str(i)).mkdir()
        house = House(in_memory / str(i) / "instance", patch=f"{UNLIMITED}\n{patch}")
        try:
            _, seen = soak(house, 80, 20)
        finally:
            house.stop()
        assert growth([each[what] for each in seen]) > (MOST_GROWTH, 2)[what]
