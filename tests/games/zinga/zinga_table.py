"""A table in few words, for the tests of the rules."""

from __future__ import annotations

import json
from typing import Any

import msgspec

from referee.core import Ruling, render
from referee.core.draft import Draft
from referee.games.zinga import GAME
from referee.record import read_events, read_options
from referee.table import Entry, Fold

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


class Table:
    """A game among `names`; each event is read as a record's would be."""

    def __init__(self, names: str = "Ann Bo Cy", **options: Any) -> None:
        self.names = names.split()
        self.options = read_options(GAME, json.dumps(options).encode(), self.names)
        self.fold = Fold(GAME, GAME.start(self.names, self.options))
        self.number = 0

    def event(self, kind: str, **fields: Any) -> Any:
        """An event, decoded and checked."""
        data = json.dumps([{"type": kind, **fields}]).encode()
        return read_events(GAME, data, self.names, self.options)[0]

    def entry(self, kind: str, **fields: Any) -> Entry:
        """What becomes of one event."""
        self.number += 1
        return self.fold.take(self.event(kind, **fields), self.number)

    def legal(self, kind: str, **fields: Any) -> Ruling:
        """The ruling on an event that must be legal."""
        ruling = self.entry(kind, **fields).ruling
        assert ruling.verdict == "legal", render(ruling.reason)
        return ruling

    def do(self, kind: str, **fields: Any) -> dict[str, Any]:
        """The facts of an event that must be legal."""
        return self.legal(kind, **fields).facts

    def place(self, by: str, tile: str, at: int, *ends: int | None) -> dict[str, Any]:
        """The facts of a legal placing; `ends` are told if given."""
        return self.do("place", by=by, tile=tile, at=at, **({"ends": ends} if ends else {}))

    def refuse(self, clause: str, kind: str, **fields: Any) -> Ruling:
        """The ruling on an event that must be illegal by `clause` and change nothing."""
        return self._not_legal("illegal", clause, kind, fields)

    def no_place(self, clause: str, by: str, tile: str, at: int, *ends: int | None) -> Ruling:
        """The ruling on a placing that must be illegal by `clause`."""
        told = {"ends": ends} if ends else {}
        return self.refuse(clause, "place", by=by, tile=tile, at=at, **told)

    def wonder(self, clause: str, kind: str, **fields: Any) -> Ruling:
        """The ruling on an event that must be undecided by `clause` and change nothing."""
        return self._not_legal("undecided", clause, kind, fields)

    def _not_legal(self, verdict: str, clause: str, kind: str, fields: dict[str, Any]) -> Ruling:
        before = self.fold.state
        ruling = self.entry(kind, **fields).ruling
        assert ruling.verdict == verdict, render(ruling.reason)
        assert f"zinga/{clause}" in ruling.rules, ruling.rules
        assert self.fold.state == before
        return ruling

    def stand(self, kind: str, **fields: Any) -> dict[str, Any]:
        """The facts of an event that is not legal and is let stand."""
        entry = self.entry(kind, stands=True, **fields)
        assert entry.ruling.verdict != "legal"
        assert entry.stood
        return entry.ruling.facts

    def cannot_stand(self, kind: str, **fields: Any) -> Ruling:
        """An event that is not applied although it is let stand."""
        before = self.fold.state
        entry = self.entry(kind, stands=True, **fields)
        assert entry.ruling.verdict != "legal"
        assert entry.stood is False
        assert self.fold.state == before
        return entry.ruling

    def __getitem__(self, key: str) -> Any:
        """A key of the report's state, as it is written."""
        return json.loads(json.dumps(plain(GAME.report(self.fold.state)[key])))

    @property
    def over(self) -> bool:
        return GAME.over(self.fold.state)

    @property
    def winners(self) -> list[str]:
        return GAME.winners(self.fold.state)

    @property
    def scores(self) -> dict[str, int]:
        return GAME.scores(self.fold.state)


def form(table: Table, name: str, viewer: str | None = None, now: str = "", **entered: Any) -> Any:
    """The form `name` as far as `entered` fills it in."""
    draft = Draft(entered, table.names, now=now)
    return GAME.form(name, table.fold.state, viewer, draft)


def picture(table: Table, kind: str, **fields: Any) -> Any:
    """What is drawn beside a ruling on an event."""
    return GAME.picture(table.fold.state, table.event(kind, **fields), None, "ruling")


def told(event: Any) -> dict[str, Any]:
    """`event` as a table is told it."""
    fields = msgspec.to_builtins(event)
    return {"kind": fields.pop("type"), **fields}


def plain(value: Any) -> Any:
    """`value` as JSON has it."""
    return msgspec.json.decode(msgspec.json.encode(value))


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
