"""The scores for a spreadsheet."""

from __future__ import annotations

import csv
from collections.abc import Sequence
from io import StringIO

from referee.core import say
from referee.exports.outcome import Outcome

HEADS = (
    say("Game"),
    say("Table"),
    say("Started"),
    say("Round"),
    say("Player"),
    say("Points"),
    say("Total"),
    say("Team"),
    say("Won in turns"),
)
"""What stands over the columns; the last two are there where there are teams, and in a race."""
_FORMULA = ("=", "+", "-", "@", "\t", "\r")


def scores_csv(outcome: Outcome, heads: Sequence[str], started: str, separator: str = ",") -> str:
    """A row for each hand or round and player: what it brought him, and his total after it; what
    has been scored since is one more. `heads`: the `HEADS` in words; `started`: when the game
    began, for people; `separator`: what a spreadsheet in their language looks for.

    Titles and names that a spreadsheet would take for a formula have an apostrophe before them.
    """
    out = StringIO()
    writer = csv.writer(out, delimiter=separator)
    has_teams = any(share.team for share in outcome.shares)
    is_race = any(share.finish for share in outcome.shares)

    def write(cells: Sequence[object]) -> None:
        *plain, team, turns = cells
        writer.writerow([*plain, *([team] if has_teams else []), *([turns] if is_race else [])])

    write(heads)
    totals = {share.name: share.start for share in outcome.shares}
    head = (harmless(outcome.game.name), harmless(outcome.title), started)
    for n in range(outcome.rounds + outcome.is_running):
        for share in outcome.shares:
            points = share.changes[n]
            if points is None:
                continue
            totals[share.name] += points
            name, team = harmless(share.name), harmless(share.team)
            turns = (share.finish.turns if share.finish else None) or ""
            write((*head, n + 1, name, points, totals[share.name], team, turns))
    return out.getvalue()


def harmless(text: str) -> str:
    """`text`, so that no spreadsheet calculates with it."""
    return f"'{text}" if text.startswith(_FORMULA) else text
