"""A table in few words, for the tests of the rules."""

from __future__ import annotations

from typing import Any

import msgspec
from game_table import GameTable

from referee.core import Ruling

EXAMPLE = "0:00 1:02 2:24 3:41 4:11 5:12 6:22 7:23 8:Z33 9:33 10:30 11:04 12:44 13:43 14:31 15:10"
"""The circle of the rulebook's first example, whole; its last tile is 1-0 at 15."""


def circle(cells: str) -> dict[str, Any]:
    """A circle as a position has it: `0:11 1:12 8:Z33 4:Z..` (a point is an open end)."""
    out: dict[str, Any] = {}
    for cell in cells.split():
        at, ends = cell.split(":")
        numbers = [None if end == "." else int(end) for end in ends.lstrip("Z")]
        out[at] = {"zinga": numbers} if ends.startswith("Z") else numbers
    return out


def without(*spaces: int) -> str:
    """The example's circle without these spaces."""
    return " ".join(c for c in EXAMPLE.split() if int(c.split(":")[0]) not in spaces)


class Table(GameTable):
    """A table of Zinga-Zinga."""

    key = "zinga"

    def place(self, by: str, tile: str, at: int, *ends: int | None) -> dict[str, Any]:
        """The facts of a legal placing; `ends` are told if given."""
        return self.do("place", by=by, tile=tile, at=at, **({"ends": ends} if ends else {}))

    def no_place(self, clause: str, by: str, tile: str, at: int, *ends: int | None) -> Ruling:
        """The ruling on a placing that must be illegal by `clause`."""
        told = {"ends": ends} if ends else {}
        return self.illegal("place", clause, by=by, tile=tile, at=at, **told)


def form(table: Table, name: str, viewer: str | None = None, now: str = "", **entered: Any) -> Any:
    """The form `name` as far as `entered` fills it in."""
    return table.form(name, viewer, now=now, **entered)


def picture(table: Table, kind: str, **fields: Any) -> Any:
    """What is drawn beside a ruling on an event."""
    return table.event(kind, **fields).ruling_picture(table.fold.state, None)


def told(event: Any) -> dict[str, Any]:
    """`event` as a table is told it."""
    fields = msgspec.to_builtins(event)
    return {"kind": fields.pop("type"), **fields}


def started(first: str = "Ann", names: str = "Ann Bo Cy", **options: Any) -> Table:
    """A table whose first round has begun."""
    table = Table(names, **options)
    table.do("start_round", first=first)
    return table


def lying(
    board: dict[str, str],
    names: str = "Ann Bo Cy",
    options: dict[str, Any] | None = None,
    **fields: Any,
) -> Table:
    """A table at a position: circles by colour (see `circle`); it is Ann's turn."""
    table = Table(names, **(options or {}))
    cells = {colour: circle(told) for colour, told in board.items()}
    table.do("position", board=cells, **{"turn": "Ann", **fields})
    return table


def reading(**answers: str) -> dict[str, Any]:
    """Options with these readings."""
    return {"readings": answers}
