"""A table in few words, for the tests of the rules."""

from __future__ import annotations

import json
from typing import Any

from referee.core import Ruling, render
from referee.core.schema import decode
from referee.games.zar import GAME
from referee.record import read_options
from referee.record.read import check_event
from referee.table import Fold

VALUES = {"basic": 1, "command": 5, "power": 10}


class Table:
    """A game among `names`; each event is read as a record's would be."""

    def __init__(self, names: str = "Ann Bo Cy", **options: Any) -> None:
        self.names = names.split()
        self.options = read_options(GAME, json.dumps(options).encode(), self.names)
        self.known = {name.casefold(): name for name in self.names}
        self.fold = Fold(GAME, GAME.start(self.names, self.options))

    def event(self, kind: str, fields: dict[str, Any]) -> Any:
        """The event as it is read; `for_` and `as_` stand for the fields of these names."""
        plain = {name.rstrip("_"): value for name, value in fields.items()}
        event = decode(json.dumps({"type": kind, **plain}).encode(), GAME.events, "events[0]")
        return check_event(GAME, event, self.known, self.options, self.names, "events[0]")

    def judge(self, kind: str, **fields: Any) -> Ruling:
        """The ruling on an event, which is then taken as the log would."""
        return self.fold.take(self.event(kind, fields), 0).ruling

    def ok(self, kind: str, *rules: str, **fields: Any) -> Ruling:
        """The ruling on an event that must be legal, by `rules` among others."""
        return self._must("legal", kind, rules, fields)

    def no(self, kind: str, *rules: str, **fields: Any) -> Ruling:
        """The ruling on an event that must be illegal, by `rules` among others."""
        return self._must("illegal", kind, rules, fields)

    def open(self, kind: str, *rules: str, **fields: Any) -> Ruling:
        """The ruling on an event that must be undecided, by `rules` among others."""
        return self._must("undecided", kind, rules, fields)

    def _must(self, verdict: str, kind: str, rules: Any, fields: dict[str, Any]) -> Ruling:
        ruling = self.judge(kind, **fields)
        assert ruling.verdict == verdict, render(ruling.reason)
        assert set(rules) <= set(ruling.rules), ruling.rules
        return ruling

    # The events of every turn, which must be legal

    def start(self, dealer: str, top: str) -> Ruling:
        return self.ok("start_hand", dealer=dealer, top=top)

    def play(self, by: str, *cards: str, **more: Any) -> dict[str, Any]:
        return self.ok("play", by=by, cards=cards, **more).facts

    def match(self, by: str, *cards: str, **more: Any) -> dict[str, Any]:
        return self.ok("match", by=by, cards=cards, **more).facts

    def position(self, hands: str = "", **fields: Any) -> Ruling:
        """A position; `hands` as "Ann 3, Bo 2"."""
        counts = dict(part.split() for part in hands.split(",")) if hands else {}
        return self.ok("position", hands={name: int(n) for name, n in counts.items()}, **fields)

    @property
    def state(self) -> dict[str, Any]:
        """The state as a report shows it."""
        return GAME.report(self.fold.state)

    @property
    def scores(self) -> dict[str, int]:
        return GAME.scores(self.fold.state)

    @property
    def over(self) -> bool:
        return GAME.over(self.fold.state)

    @property
    def winners(self) -> list[str]:
        return GAME.winners(self.fold.state)


def said(ruling: Ruling) -> list[str]:
    """The effects of a ruling in words."""
    return [render(effect) for effect in ruling.effects]
