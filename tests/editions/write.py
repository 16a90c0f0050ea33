"""Keep what the present editions of the rules say of the shared cases.

    .venv/bin/python tests/editions/write.py

Where a case says something else and the edition in `rules.toml` is the one that was kept, nothing
is written: a change of what the rules say takes a new edition, by which running tables are judged
anew.
"""

from __future__ import annotations

import json
import sys

from editions import HERE, altered, kept, keys, today

from referee.games import games


def main() -> None:
    for key in keys():
        edition = games()[key].rules.edition
        changed = [*altered(key)]
        if changed and edition == kept(key)["edition"]:
            sys.exit(f"{key}: raise the edition first, the rules say something else of {changed}")
        told = json.dumps({"edition": edition, "cases": today(key)}, indent=1)
        (HERE / f"{key}.json").write_text(f"{told}\n", "utf-8")


if __name__ == "__main__":
    main()
