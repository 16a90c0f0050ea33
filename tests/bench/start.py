"""At rest, and from nothing to the first page."""

from __future__ import annotations

import statistics
import subprocess
import tempfile
import time
from argparse import Namespace
from pathlib import Path

from party import House

from tests.bench.table import mib, ms, show

TIMES = 7


def run(args: Namespace) -> None:
    """The first start makes the folder; the others find it."""
    with tempfile.TemporaryDirectory(prefix="referee-bench-") as folder:
        first, server = page(Path(folder) / "instance")
        server.stop()
        again = []
        for _ in range(TIMES):
            took, server = page(Path(folder) / "instance", server)
            again.append(took)
            server.stop()
        server.start()
        time.sleep(3)  # templates are read beforehand
        new, used = server.memory(), resident(server)
        for path in ("/", "/open/zar", "/check", "/rules/zar"):
            for _ in range(20):
                server.ask("GET", path)
        warm = server.memory()
        server.stop()
    show(
        "Start",
        ["", ""],
        [
            ["first start to first page", ms(first)],
            [f"later start to first page, median of {TIMES}", ms(statistics.median(again))],
            ["memory at rest, all processes (PSS)", mib(new)],
            ["the same, shared pages counted in each (RSS)", mib(used)],
            ["memory after some pages (PSS)", mib(warm)],
        ],
    )


def page(data: Path, server: House | None = None) -> tuple[float, House]:
    """Seconds from the start of the process to the first page, whole."""
    if server is None:
        server = House.__new__(House)
        began = time.perf_counter()
        server.__init__(data)  # type: ignore[misc]
    else:
        began = time.perf_counter()
        server.start()
    assert server.ask("GET", "/")[0] == 200
    return time.perf_counter() - began, server


def resident(server: House) -> int:
    pids = [server.process.pid, server.worker()]
    out = subprocess.run(["ps", "-o", "rss=", *map(str, pids)], capture_output=True, text=True)
    return sum(int(line) * 1024 for line in out.stdout.split())
