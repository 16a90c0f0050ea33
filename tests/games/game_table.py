"""A table of any game in few words, for the tests of its rules: each event is read as a record's
would be and taken as the log would take it."""

from __future__ import annotations

from typing import Any, ClassVar

import msgspec
import pytest

from referee.core import Ruling, Unusable, render
from referee.core.draft import Draft
from referee.core.schema import decode
from referee.games import games
from referee.record import check, read, read_options, report_json
from referee.record.read import check_event
from referee.table import Entry, Fold


def plain(value: Any) -> Any:
    """`value` as JSON has it."""
    return msgspec.json.decode(msgspec.json.encode(value))


def record(key: str, players: list[str], options: dict[str, Any], events: list[dict]) -> bytes:
    """A record of the game `key`."""
    head = {"format": "referee-record", "version": 1, "game": key}
    return msgspec.json.encode(head | {"players": players, "options": options, "events": events})


def report_on(data: bytes) -> dict[str, Any]:
    """The report on a record."""
    return plain(report_json(check(read(data))))


def unusable_at(data: bytes) -> str:
    """The place at which a record cannot be used."""
    with pytest.raises(Unusable) as refused:
        read(data)
    return refused.value.path


def must_be(verdict: str, ruling: Ruling, *clauses: str) -> Ruling:
    """`ruling`, which must be of this verdict, by these clauses among others (`kazing/2.3`, or
    `2.3` where the game is plain)."""
    assert ruling.verdict == verdict, render(ruling.reason)
    for clause in clauses:
        named = any(clause in (rule, rule.partition("/")[2]) for rule in ruling.rules)
        assert named, (clause, ruling.rules)
    return ruling


def legal(ruling: Ruling, *clauses: str) -> Ruling:
    """`ruling`, which must be legal, by these clauses among others."""
    return must_be("legal", ruling, *clauses)


def illegal(ruling: Ruling, *clauses: str) -> Ruling:
    """`ruling`, which must be illegal by these clauses."""
    return must_be("illegal", ruling, *clauses)


def undecided(ruling: Ruling, *clauses: str) -> Ruling:
    """`ruling`, which must be undecided by these clauses."""
    return must_be("undecided", ruling, *clauses)


_DRAFT = (("now", ""), ("memory", None), ("drawn", ()))


class GameTable:
    """A game under way among `names`; a game's own table says which, and adds its shorthand."""

    key: ClassVar[str]

    def __init__(self, names: str = "Ann Bo Cy", **options: Any) -> None:
        self.game = games()[self.key]
        self.names = names.split()
        self.known = {name.casefold(): name for name in self.names}
        """Those who are at the table or have come to it."""
        self.options = read_options(self.game, msgspec.json.encode(options), self.names)
        self.fold: Fold = Fold(self.game, self.game.start(self.names, self.options))
        self.entry: Entry | None = None
        """What became of the latest event."""
        self.number = 0

    # Events

    def event(self, kind: str, **fields: Any) -> Any:
        """The event as it is read; `for_` and `as_` stand for the fields of these names."""
        told = {"type": kind} | {name.rstrip("_"): value for name, value in fields.items()}
        [event] = decode(msgspec.json.encode([told]), list[self.game.events], "events")
        at = "events[0]"
        return check_event(self.game, event, self.known, self.options, self.names, at)

    def enter(self, kind: str, **fields: Any) -> Entry:
        """What becomes of an event; the situation changes only if it is legal or stands."""
        before = self.fold.state
        self.entry = self.fold.take(self.event(kind, **fields), self.number)
        self.number += 1
        if self.entry.ruling.verdict != "legal" and not self.entry.stood:
            assert self.fold.state == before
        return self.entry

    def judge(self, kind: str, **fields: Any) -> Ruling:
        """The ruling on an event, which is taken if it can be."""
        return self.enter(kind, **fields).ruling

    def legal(self, kind: str, *clauses: str, **fields: Any) -> Ruling:
        """The ruling on an event that must be legal, by `clauses` among others."""
        return legal(self.judge(kind, **fields), *clauses)

    def do(self, kind: str, **fields: Any) -> dict[str, Any]:
        """The facts of an event that must be legal."""
        return self.legal(kind, **fields).facts

    def illegal(self, kind: str, *clauses: str, **fields: Any) -> Ruling:
        """The ruling on an event that must be illegal by `clauses`."""
        return illegal(self.judge(kind, **fields), *clauses)

    def undecided(self, kind: str, *clauses: str, **fields: Any) -> Ruling:
        """The ruling on an event that must be undecided by `clauses`."""
        return undecided(self.judge(kind, **fields), *clauses)

    def stand(self, kind: str, **fields: Any) -> dict[str, Any]:
        """The facts of an event that is not legal and is let stand."""
        entry = self.enter(kind, stands=True, **fields)
        assert entry.ruling.verdict != "legal"
        assert entry.stood
        return entry.ruling.facts

    def cannot_stand(self, kind: str, **fields: Any) -> Ruling:
        """The ruling on an event that is not applied although it is let stand."""
        entry = self.enter(kind, stands=True, **fields)
        assert entry.ruling.verdict != "legal"
        assert entry.stood is False
        return entry.ruling

    # What there is to see

    def form(self, name: str, viewer: str | None = None, **fields: Any) -> Any:
        """The form `name` as far as `fields` fill it in (`now`: where on it one is; `memory`: what
        is remembered of pieces; `drawn`: what was tapped on a picture)."""
        now, memory, drawn = (fields.pop(*each) for each in _DRAFT)
        draft = Draft(fields, self.names, now=now, memory=memory, drawn=drawn)
        return self.game.form(name, self.state, viewer, draft)

    @property
    def state(self) -> Any:
        """The situation, as the game keeps it."""
        return self.fold.state

    def report(self) -> dict[str, Any]:
        """The situation, as a report has it."""
        return plain(self.game.report(self.state))

    def __getitem__(self, field: str) -> Any:
        """A field of the report."""
        return self.report()[field]

    @property
    def scores(self) -> dict[str, int]:
        return self.game.scores(self.state)

    @property
    def over(self) -> bool:
        return self.game.over(self.state)

    @property
    def winners(self) -> list[str]:
        return self.game.winners(self.state)
