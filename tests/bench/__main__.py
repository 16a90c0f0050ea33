"""How fast and how large: `python -m tests.bench [PART …] [--json] [--phones N] …`.

    ratios   processor time of pages and events of every game, the health page being 1
    rules    events judged and applied a second, each game
    history  what a phone with 10,000 past tables waits for its lists
    log      what recording event 10, 1,000 and 10,000 of one table costs
    live     from a tap to the new view on all four phones: one table, then many
    most     the most events a second, each with four views
    engines  what an event and four looks cost on a file and on PostgreSQL
    idle     memory, and the time of a page, while many phones only listen
    start    memory at rest; from the start to the first page
    weight   bytes on the wire of a first visit and of later pages
    profile  where a page, a live update and a recorded event spend their time

Everything stays on this machine's loopback, and ends by itself. Figures, no verdicts: what they
were, and what they should be, stands in docs/performance.md. With `--json` all of them come as one
object: the title of each table, its head, its rows.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import sys
from importlib import import_module
from pathlib import Path

from referee.store.sqlite.library import sqlite3
from tests.bench import table

TESTS = Path(__file__).parent.parent
for folder in ("engines", "laws", "service", "web", "reliability"):
    sys.path.insert(0, str(TESTS / folder))

PARTS = (
    "ratios",
    "rules",
    "history",
    "log",
    "live",
    "most",
    "engines",
    "idle",
    "start",
    "weight",
    "profile",
)


def stamp() -> dict[str, object]:
    """What machine and what versions these figures are of."""
    versions = {"python": platform.python_version(), "sqlite": sqlite3.sqlite_version}
    return {"cores": os.cpu_count(), **versions}


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.bench", description="Benchmarks.")
    parser.add_argument(
        "parts", nargs="*", metavar="PART", help=f"{', '.join(PARTS)} (all but the last)"
    )
    parser.add_argument("--phones", type=int, default=500, help="that only listen (idle)")
    parser.add_argument("--tables", type=int, default=50, help="that play at once (live, most)")
    parser.add_argument("--seconds", type=int, default=10, help="how long they play (live, most)")
    parser.add_argument(
        "--engine",
        default="sqlite",
        help="sqlite, postgres, or both with a comma between (live, most)",
    )
    parser.add_argument(
        "--workers", default="1", help="processes on PostgreSQL: 1, or several as 1,2 (live, most)"
    )
    parser.add_argument("--json", action="store_true", help="one object, for programs")
    args = parser.parse_args()
    table.shown = {} if args.json else None
    for part in args.parts or PARTS[:-1]:
        if part not in PARTS:
            parser.error(f"there is no part called {part}")
    for part in args.parts or PARTS[:-1]:
        import_module(f"tests.bench.{part}").run(args)
    if table.shown is not None:
        print(json.dumps({"machine": stamp(), "tables": table.shown}, ensure_ascii=False))


if __name__ == "__main__":
    main()
