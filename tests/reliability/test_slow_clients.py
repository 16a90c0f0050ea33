"""T20: clients that send by drops, or never take what they asked for, slow nobody else."""

from __future__ import annotations

import contextlib
import select
import socket
import statistics
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from party import UNLIMITED, House, lane
from wire import Listening, Table

SECONDS = lane(10, 600)
HEADERS, BODIES, DEAF = 200, 50, 20
FREED_WITHIN = 60.0


@pytest.fixture
def table(tmp_path: Path) -> Table:
    return Table(tmp_path / "instance")


@pytest.fixture
def server(tmp_path: Path, table: Table) -> Iterator[House]:
    made = House(tmp_path / "instance", patch=UNLIMITED)
    yield made
    made.stop()


def times_of_pages(server: House, table: Table, seconds: float) -> list[float]:
    """How long an ordinary page took, twice a second for so long."""
    took, end = [], time.monotonic() + seconds
    while time.monotonic() < end:
        began = time.monotonic()
        assert server.ask("GET", f"/t/{table.code}", table.host)[0] == 200
        took.append(time.monotonic() - began)
        time.sleep(0.5)
    return took


class Slow:
    """So many slow clients, each replaced by another when the server hangs up on it."""

    def __init__(self, number: int, begin: Callable[[], socket.socket], drop: bytes) -> None:
        self.begin, self.drop = begin, drop
        self.open = [begin() for _ in range(number)]
        self.hung_up = 0

    def send(self) -> None:
        """One more drop of each."""
        gone = set(select.select(self.open, [], [], 0)[0])  # answered, or hung up on
        for i, client in enumerate(self.open):
            with contextlib.suppress(OSError):
                client.send(self.drop)
            if client in gone:
                client.close()
                self.hung_up += 1
                self.open[i] = self.begin()


def test_t20_slow_clients_do_not_slow_others(server: House, table: Table) -> None:
    before = server.sockets()
    alone = times_of_pages(server, table, 5)

    def half_a_head() -> socket.socket:
        client = server.connect()
        client.sendall(b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Slow: ")
        return client

    def body_by_drops() -> socket.socket:
        client = server.connect()
        client.sendall(server.head("POST", "/lamp", table.host, Content_Length="1000"))
        return client

    heads, bodies = Slow(HEADERS, half_a_head, b"x"), Slow(BODIES, body_by_drops, b"x")
    deaf = [Listening(server, table.code, token) for token in (table.guests * 3)[:DEAF]]
    took, end = [], time.monotonic() + SECONDS
    while time.monotonic() < end:
        took += times_of_pages(server, table, 1)
        heads.send()
        bodies.send()
    print(f"95 of 100 pages within {quick(took):.3f} s, {quick(alone):.3f} s without them")
    # A machine that is busy with something else is as slow without them.
    assert quick(took) <= max(0.5, 4 * quick(alone))
    assert heads.hung_up >= HEADERS, "half headers are held"
    assert bodies.hung_up >= BODIES, "slow bodies are held"
    # They stay as they are, and send nothing more: the server is rid of them all the same.
    end = time.monotonic() + FREED_WITHIN
    while server.sockets() > before + DEAF + 2:
        assert time.monotonic() < end, "slow clients are held"
        time.sleep(0.2)
    for stream in deaf:
        stream.close()
    while server.sockets() > before + 2:
        assert time.monotonic() < end, "streams that nobody reads are held"
        time.sleep(0.2)


def quick(took: list[float]) -> float:
    """What 95 of 100 do not exceed."""
    return statistics.quantiles(took, n=20)[-1]
