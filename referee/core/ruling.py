"""The referee's answer to one event."""

from __future__ import annotations

from enum import StrEnum
from typing import Any, TypeAlias

import msgspec

from referee.core.keys import ClauseId
from referee.core.text import Message

Facts: TypeAlias = dict[str, Any]
"""What a judge found out, as plain data by the names on its game's page. `Any`: whoever reads a
fact, its own action's log line or form, knows which judge put it there."""


class Verdict(StrEnum):
    """What the rules say of an event. Stored and reported as its value."""

    LEGAL = "legal"
    """The rules allow it."""
    ILLEGAL = "illegal"
    """A rule forbids it."""
    UNDECIDED = "undecided"
    """What is known does not settle it."""


LEGAL = Verdict.LEGAL
ILLEGAL = Verdict.ILLEGAL
UNDECIDED = Verdict.UNDECIDED


class Ruling(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """A verdict is a value.

    `rules` are the clauses it rests on (never empty), `reason` one or more sentences that name the
    players and the pieces, `effects` the consequences the rulebook prescribes, `readings` the ids
    of the readings used, `facts` what the referee worked out, for programs. `allowed` is a sentence
    that says what would have been allowed instead. `can_stand` is false for an event that could not
    be applied even if the table let it stand.
    """

    verdict: Verdict
    rules: tuple[ClauseId, ...]
    reason: Message
    effects: tuple[Message, ...] = ()
    readings: tuple[str, ...] = ()
    facts: Facts = {}
    allowed: Message | None = None
    can_stand: bool = True


def _rules(rules: ClauseId | tuple[ClauseId, ...]) -> tuple[ClauseId, ...]:
    return (rules,) if isinstance(rules, str) else rules


def legal(
    rules: ClauseId | tuple[ClauseId, ...],
    reason: Message,
    effects: tuple[Message, ...] = (),
    readings: tuple[str, ...] = (),
    **facts: object,
) -> Ruling:
    """The rules allow it, by `rules`."""
    return Ruling(LEGAL, _rules(rules), reason, effects, readings, facts)


def illegal(
    rules: ClauseId | tuple[ClauseId, ...],
    reason: Message,
    effects: tuple[Message, ...] = (),
    readings: tuple[str, ...] = (),
    allowed: Message | None = None,
    can_stand: bool = True,
    **facts: object,
) -> Ruling:
    """The rules forbid it, by `rules`."""
    return Ruling(ILLEGAL, _rules(rules), reason, effects, readings, facts, allowed, can_stand)


def undecided(
    rules: ClauseId | tuple[ClauseId, ...],
    reason: Message,
    effects: tuple[Message, ...] = (),
    readings: tuple[str, ...] = (),
    allowed: Message | None = None,
    can_stand: bool = True,
    **facts: object,
) -> Ruling:
    """What is known does not settle it; `reason` says what would."""
    return Ruling(UNDECIDED, _rules(rules), reason, effects, readings, facts, allowed, can_stand)
