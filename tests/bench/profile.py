"""Where the time goes: a page, a live update and a recorded event, in one process."""

from __future__ import annotations

import cProfile
import pstats
import tempfile
import time
from argparse import Namespace
from collections.abc import Callable
from pathlib import Path

from phones import form_token

from referee.web import create_app
from referee.web.seats import COOKIE
from tests.bench.house import HAND, line_of, seat
from tests.bench.table import ms, show

TIMES = 300


def run(args: Namespace) -> None:
    """Processor time of each, then the functions that most of it is spent in."""
    with tempfile.TemporaryDirectory(prefix="referee-bench-") as folder:
        [[host, *_]] = seat(Path(folder), 1, 4)
        app = create_app({"DATA": folder, "LIMITS": False})
        client = app.test_client()
        client.set_cookie(COOKIE, host.cookie)
        form, seq = form_token(client), 0

        def tap(htmx: bool = False) -> None:
            nonlocal seq
            fields = {"csrf_token": form, "seq": seq, "key": f"tap-{seq}"} | HAND[seq % len(HAND)]
            headers = {"HX-Request": "true"} if htmx else {}
            answer = client.post(f"/t/{host.code}/events", data=fields, headers=headers)
            assert answer.status_code == (200 if htmx else 303), answer.text
            seq += 1

        def nothing_new() -> str:
            return f"/t/{host.code}?line={line}"

        for _ in range(5):
            tap()
        line = line_of(client.get(f"/t/{host.code}").data)
        acts: dict[str, Callable[[], object]] = {
            "the health page (what asking costs at all)": lambda: client.get("/healthz"),
            "a page": lambda: client.get(f"/t/{host.code}"),
            "a look that finds nothing new": lambda: client.get(nothing_new()),
            "an event, answered by a redirect": tap,
            "an event, answered by the page": lambda: tap(htmx=True),
        }

        rows = []
        for what, act in acts.items():
            for _ in range(20):
                act()
            began = time.process_time()
            for _ in range(TIMES):
                act()
            rows.append([what, ms((time.process_time() - began) / TIMES)])
        show("Profile: processor time, the test client's own included", ["", ""], rows)
        for what in ("a page", "an event, answered by a redirect"):
            profiler = cProfile.Profile()
            profiler.enable()
            for _ in range(TIMES):
                acts[what]()
            profiler.disable()
            print(f"\n{what}, {TIMES} times")
            pstats.Stats(profiler).strip_dirs().sort_stats("cumulative").print_stats(45)
