"""One policy that turns broken rules into a ruling, for every action of every game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import IntEnum
from operator import attrgetter

import msgspec

from referee.core.keys import ClauseId, PlayerKey
from referee.core.rules import RuleBook
from referee.core.ruling import ILLEGAL, LEGAL, UNDECIDED, Facts, Ruling
from referee.core.text import Message, say


class Basis(IntEnum):
    """How basic a fault is. The reason of a ruling is that of the most basic one: of several that
    are equally basic, of the one that was found first."""

    OVER = 0
    """The game is over."""
    SEAT = 1
    """Who acts has no seat."""
    IDLE = 2
    """No hand or round runs, or not one in which this can happen."""
    TURN = 3
    """It is not the turn of who acts."""
    PLAY = 4
    """The play itself."""


class Fault(msgspec.Struct, frozen=True, gc=False):
    """A rule that is broken or, if `is_open`, a question that what is known does not settle.

    `clauses` (never empty) are those that forbid it, or leave it open; `reason` is one sentence.
    `allowed` says what would have been allowed instead, `effects` what the rulebook prescribes for
    the fault; `readings` are the ids of those it rests on. `can_stand` is false where the event
    could not be applied even if the table let it stand. `facts` show the fault, for programs.
    """

    clauses: tuple[ClauseId, ...]
    reason: Message
    basis: Basis = Basis.PLAY
    allowed: Message | None = None
    effects: tuple[Message, ...] = ()
    readings: tuple[str, ...] = ()
    is_open: bool = False
    can_stand: bool = True
    facts: Mapping[str, object] = {}


def decide(
    book: RuleBook,
    faults: Sequence[Fault],
    clauses: tuple[ClauseId, ...],
    reason: Message,
    effects: tuple[Message, ...] = (),
    readings: tuple[str, ...] = (),
    facts: Facts | None = None,
    *,
    stands: bool = False,
) -> Ruling:
    """Rule on an event in which `faults` were found.

    Without a fault it is legal: `clauses`, in the order of the argument, and `reason` say why,
    `effects` and `facts` what comes of it. With faults it is illegal, or undecided if all of them
    are open questions; an open question counts only where no rule is broken. Then

    - the clauses of all faults are cited, each once, in the order of the rulebook;
    - the reason begins with that of the most basic fault (`Basis`); the others follow, each as a
      sentence of its own, but of several sentences of one kind only the first;
    - what would have been allowed, and the consequences, are those of the fault that begins;
    - a fault up to `Basis.IDLE` that cannot stand is said alone: nothing else can be said of what
      cannot happen at all;
    - it can stand if no fault forbids that: an open question does where what is needed is missing;
    - the facts of each fault are told; `effects` and `facts`, which come of applying the event,
      only if it `stands` and can.
    """
    if not faults:
        return Ruling(LEGAL, clauses, reason, effects, readings, {} if facts is None else facts)
    broken = [fault for fault in faults if not fault.is_open]
    verdict = ILLEGAL if broken else UNDECIDED
    cited = sorted(broken or faults, key=_BASIS) if len(faults) > 1 else faults
    first = cited[0]
    can_stand = first.can_stand if len(faults) == 1 else all(map(_CAN_STAND, faults))
    is_applied = stands and can_stand
    if len(cited) == 1 or (first.basis <= Basis.IDLE and not first.can_stand):
        clauses, reason, shown = first.clauses, first.reason, first.facts
        readings += first.readings
    else:
        clauses = tuple(clause for fault in cited for clause in fault.clauses)
        sentences: dict[str, Message] = {}
        for fault in cited:
            sentences.setdefault(fault.reason.text, fault.reason)
        reason = joined([*sentences.values()])
        shown = {name: fact for fault in cited for name, fact in fault.facts.items()}
        readings += tuple(reading for fault in cited for reading in fault.readings)
    return Ruling(
        verdict,
        book.in_order(clauses),
        reason,
        first.effects + effects if is_applied else first.effects,
        tuple(dict.fromkeys(readings)) if len(readings) > 1 else readings,
        {**shown, **facts} if is_applied and facts is not None else {**shown},
        first.allowed,
        can_stand,
    )


_BASIS, _CAN_STAND = attrgetter("basis"), attrgetter("can_stand")


def refuse(book: RuleBook, faults: Sequence[Fault]) -> Ruling:
    """Rule on an event in which `faults` were found, at least one, and which is not applied."""
    return decide(book, faults, (), faults[0].reason)


def game_is_over(*clauses: ClauseId) -> Fault:
    """Return the fault of whatever needs a game that goes on."""
    return Fault(clauses, say("The game is over."), Basis.OVER, can_stand=False)


def not_on_turn(
    clauses: tuple[ClauseId, ...], turn: PlayerKey, by: PlayerKey, allowed: Message | None = None
) -> Fault:
    """Return the fault of what `by` does while it is the turn of `turn`."""
    reason = say("It is {turn}'s turn, not {by}'s.", turn=turn, by=by)
    return Fault(clauses, reason, Basis.TURN, allowed)


def joined(sentences: Sequence[Message]) -> Message:
    """Return `sentences` (at least one), one after the other, as one message."""
    *others, told = sentences
    for other in reversed(others):
        told = say("{one} {two}", one=other, two=told)
    return told
