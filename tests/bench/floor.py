"""The floor: the smallest app that does what a tap does, served the same way.

One INSERT, committed with `synchronous=FULL` and the journal of the app; a number on the stream of
everybody at the table; and for whoever asks, a fixed page as large as that of a table.
"""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import time
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from urllib.request import urlopen

from flask import Flask, Response, request

from referee.store.sqlite.file import best_journal
from referee.store.sqlite.library import sqlite3

PAGE = '<body data-line="%d">' + "<p>A line of a page that is always the same.</p>\n" * 170
"""8.5 kB, as the page of a table of ZAR."""


def create() -> Flask:
    """The app, in the process that serves it."""
    from gevent.event import Event

    app = Flask(__name__)
    db = sqlite3.connect(Path(os.environ["FLOOR"]) / "floor.db", isolation_level=None)
    db.execute(f"PRAGMA journal_mode={best_journal()}")
    db.execute("PRAGMA synchronous=FULL")
    db.execute("CREATE TABLE IF NOT EXISTS lines (code TEXT, line INTEGER, event TEXT)")
    lines: dict[str, int] = defaultdict(int)
    bells: dict[str, Event] = defaultdict(Event)

    @app.post("/t/<code>/events")
    def tap(code: str) -> str:
        lines[code] += 1
        row = (code, lines[code], request.form.get("type"))
        db.execute("INSERT INTO lines VALUES (?, ?, ?)", row)
        rung, bells[code] = bells[code], Event()
        rung.set()
        return PAGE % lines[code]

    @app.get("/t/<code>")
    def page(code: str) -> str:
        return PAGE % lines[code]

    @app.get("/t/<code>/bell")
    def bell(code: str) -> Response:
        def ring() -> Iterator[str]:
            while True:
                rung = bells[code]
                yield f"data: {lines[code]}\n\n"
                rung.wait()

        return Response(ring(), mimetype="text/event-stream")

    return app


class Floor:
    """It, served by gunicorn with one worker of gevent."""

    def __init__(self, folder: Path) -> None:
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        command = [sys.executable, "-m", "gunicorn", "-k", "gevent", "-w", "1"]
        command += ["-b", f"127.0.0.1:{self.port}", "--worker-connections", "4000"]
        command += ["tests.bench.floor:create()"]
        self.process = subprocess.Popen(
            command,
            env={**os.environ, "FLOOR": str(folder)},
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        until = time.monotonic() + 20
        while time.monotonic() < until:
            with suppress(OSError), urlopen(f"http://127.0.0.1:{self.port}/t/X", timeout=5):
                return
            time.sleep(0.05)
        raise AssertionError("the floor does not answer")

    def worker(self) -> int:
        """The process that serves."""
        pid = self.process.pid
        return int(Path(f"/proc/{pid}/task/{pid}/children").read_text().split()[0])

    def stop(self) -> None:
        self.process.terminate()
        self.process.wait()


@contextmanager
def floor() -> Iterator[Floor]:
    """It, until the end."""
    with TemporaryDirectory(prefix="referee-floor-") as folder:
        server = Floor(Path(folder))
        try:
            yield server
        finally:
            server.stop()
