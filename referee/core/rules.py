"""Clauses and readings, read from a `rules.toml`."""

from __future__ import annotations

import tomllib
from functools import cached_property
from importlib.resources import files
from typing import Any

import msgspec

from referee.core.keys import ClauseId


class Clause(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A rule of a game in our own words.

    `id` as rulings cite it (`zar/5.2`), `section` as the rulebook numbers or heads it, `title` a
    few words, `text` the paraphrase. One that `explains` forbids and allows nothing by itself, so
    no ruling cites it.
    """

    id: ClauseId
    section: str
    title: str
    text: str
    explains: bool = False


class Reading(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A question the rulebook leaves open: `answers` maps each answer to a sentence that says it.

    `clause` is where the question arises; `default` one of the answers.
    """

    id: str
    clause: ClauseId
    question: str
    default: str
    answers: dict[str, str]


class RuleBook(msgspec.Struct, frozen=True, forbid_unknown_fields=True, dict=True):
    """All clauses and readings of a game. `edition` is kept with every ruling that is stored."""

    edition: str
    clause: list[Clause] = []
    reading: list[Reading] = []

    @cached_property
    def clauses(self) -> dict[ClauseId, Clause]:
        """The clauses by id, in rulebook order."""
        return {clause.id: clause for clause in self.clause}

    @cached_property
    def readings(self) -> dict[str, Reading]:
        """The readings by id."""
        return {reading.id: reading for reading in self.reading}

    @cached_property
    def _places(self) -> dict[ClauseId, int]:
        """The place of each clause in the rulebook; those of every game come after its own."""
        return {id: place for place, id in enumerate([*self.clauses, *TABLE_RULES.clauses])}

    def in_order(self, clauses: tuple[ClauseId, ...]) -> tuple[ClauseId, ...]:
        """Return `clauses` in the order of the rulebook, each once."""
        if len(clauses) == 1:
            return clauses
        return tuple(sorted(set(clauses), key=self._places.__getitem__))


def read_toml(package: str, name: str) -> dict[str, Any]:
    """The file `name` that lies in `package`."""
    return tomllib.loads(files(package).joinpath(name).read_text("utf-8"))


def load_rules(package: str) -> RuleBook:
    """The `rules.toml` that lies in `package`."""
    return msgspec.convert(read_toml(package, "rules.toml"), RuleBook)


TABLE_RULES = load_rules("referee.core")
"""The two clauses every game has: `table/undo` and `table/position`."""
