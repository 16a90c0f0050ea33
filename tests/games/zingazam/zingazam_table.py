"""A table in few words, for the tests of the rules."""

from __future__ import annotations

import json
from typing import Any

from referee.core import Ruling, render
from referee.games.zingazam import GAME
from referee.record import read_events, read_options
from referee.table import Entry, Fold


class Table:
    """A game among `names`; each event is read as a record's would be."""

    def __init__(self, names: str = "Ann Bo Cy", **options: Any) -> None:
        self.names = names.split()
        self.options = read_options(GAME, json.dumps(options).encode(), self.names)
        self.fold = Fold(GAME, GAME.start(self.names, self.options))
        self.number = 0

    def entry(self, kind: str, **fields: Any) -> Entry:
        """What becomes of one event."""
        data = json.dumps([{"type": kind, **fields}]).encode()
        (event,) = read_events(GAME, data, self.names, self.options)
        self.number += 1
        return self.fold.take(event, self.number)

    def do(self, kind: str, **fields: Any) -> dict[str, Any]:
        """The facts of an event that must be legal."""
        ruling = self.entry(kind, **fields).ruling
        assert ruling.verdict == "legal", render(ruling.reason)
        return ruling.facts

    def play(self, by: str, card: int, **choices: Any) -> dict[str, Any]:
        """The facts of a legal play."""
        return self.do("play", by=by, card=card, **choices)

    def run(self, plays: str) -> dict[str, Any]:
        """Legal plays: `Ann 4, Bo 3`; a cat as `Ann c3`. The facts of the last."""
        facts: dict[str, Any] = {}
        for each in plays.split(","):
            by, card = each.split()
            cat = {"cat": True} if card.startswith("c") else {}
            facts = self.play(by, int(card.lstrip("c")), **cat)
        return facts

    def refuse(self, clause: str, kind: str = "play", **fields: Any) -> Ruling:
        """The ruling on an event that must be illegal by `clause` and change nothing."""
        return self._not_legal("illegal", clause, kind, fields)

    def wonder(self, clause: str, kind: str = "play", **fields: Any) -> Ruling:
        """The ruling on an event that must be undecided by `clause` and change nothing."""
        return self._not_legal("undecided", clause, kind, fields)

    def _not_legal(self, verdict: str, clause: str, kind: str, fields: dict[str, Any]) -> Ruling:
        before = self.fold.state
        ruling = self.entry(kind, **fields).ruling
        assert ruling.verdict == verdict, render(ruling.reason)
        assert f"zingazam/{clause}" in ruling.rules
        assert self.fold.state == before
        return ruling

    def stand(self, kind: str = "play", **fields: Any) -> dict[str, Any]:
        """The facts of an event that is not legal and is let stand."""
        entry = self.entry(kind, stands=True, **fields)
        assert entry.ruling.verdict != "legal"
        assert entry.stood
        return entry.ruling.facts

    def cannot_stand(self, kind: str = "play", **fields: Any) -> None:
        """An event that is not applied although it is let stand."""
        before = self.fold.state
        entry = self.entry(kind, stands=True, **fields)
        assert entry.ruling.verdict != "legal"
        assert entry.stood is False
        assert self.fold.state == before

    def __getitem__(self, key: str) -> Any:
        """A key of the report's state."""
        return GAME.report(self.fold.state)[key]

    @property
    def over(self) -> bool:
        return GAME.over(self.fold.state)

    @property
    def winners(self) -> list[str]:
        return GAME.winners(self.fold.state)

    @property
    def scores(self) -> dict[str, int]:
        return GAME.scores(self.fold.state)


def started(names: str = "Ann Bo Cy", **options: Any) -> Table:
    """A table whose first game has begun."""
    table = Table(names, **options)
    table.do("start_game")
    return table


def tied_game(**options: Any) -> Table:
    """Nine each; whether Ann stole a 3 or an 8 decides, so the game waits for the piles."""
    table = started("Ann Bo", **options)
    table.run("Ann 3, Bo 8, Bo 2, Ann 2, Ann 8, Bo 1, Bo 3, Ann 4, Ann 5, Bo 6")
    table.run("Bo 5, Ann 6, Ann 7, Ann 1, Bo 4, Bo 7, Bo c1, Ann c6")
    return table
