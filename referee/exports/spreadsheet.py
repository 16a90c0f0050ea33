"""The scores for a spreadsheet."""

from __future__ import annotations

import csv
from io import StringIO

from referee.exports.outcome import Outcome

COLUMNS = ("game", "table", "started", "round", "player", "points", "total")
_FORMULA = ("=", "+", "-", "@", "\t", "\r")


def scores_csv(outcome: Outcome) -> str:
    """A row for each hand or round and player: what it brought him, and his total after it.

    Titles and names that a spreadsheet would take for a formula have an apostrophe before them.
    """
    out = StringIO()
    write = csv.writer(out).writerow
    write(COLUMNS)
    started = outcome.started.strftime("%Y-%m-%dT%H:%M:%SZ")
    totals = dict.fromkeys((share.name for share in outcome.shares), 0)
    head = (harmless(outcome.game.name), harmless(outcome.title), started)
    for n in range(outcome.rounds):
        for share in outcome.shares:
            points = share.changes[n]
            if points is None:
                continue
            totals[share.name] += points
            write((*head, n + 1, harmless(share.name), points, totals[share.name]))
    return out.getvalue()


def harmless(text: str) -> str:
    """`text`, so that no spreadsheet calculates with it."""
    return f"'{text}" if text.startswith(_FORMULA) else text
