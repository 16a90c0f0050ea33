"""Constraints put in, +1 and −1 (zigzag/constraint).

Everybody reads the rulings: no sentence here tells what a constraint asks, or which way it moved.
"""

from __future__ import annotations

from msgspec import UNSET
from msgspec.structs import replace

from referee.core import Ruling, illegal, legal, say
from referee.games.zigzag.events import Constraint, Dealt, Shift
from referee.games.zigzag.state import Round, State

LINES = 12
"""Lines of a constraint card."""


def judge_dealt(state: State, now: Round, event: Dealt) -> Ruling:
    """A player puts in the constraint dealt, whose card is nobody else's."""
    if event.constraint is UNSET and event.card not in range(len(state.setup.constraints)):
        return illegal(
            "zigzag/constraint",
            say("The constraint card that {by} puts in is not in this table's box.", by=event.by),
            can_stand=False,
        )
    if event.constraint is UNSET and any(
        held == event.card for player, held in now.held.items() if player != event.by
    ):
        return illegal(
            "zigzag/constraint",
            say("The constraint card that {by} puts in is another player's.", by=event.by),
        )
    return legal("zigzag/constraint", say("{by} puts in a constraint.", by=event.by))


def apply_dealt(state: State, now: Round, event: Dealt) -> State:
    """The state with the constraint in place of an earlier one."""
    held = event.constraint or event.card
    assert held is not UNSET
    return replace(state, now=replace(now, held={**now.held, event.by: held}))


def _shifted(number: int | None, delta: int) -> int | None:
    """The line after a +1 or −1, from the last to the first and back (reading `shift_wrap`)."""
    return None if number is None else (number - 1 + delta) % LINES + 1


def judge_shift(state: State, now: Round, event: Shift) -> Ruling:
    """A +1 or −1 is played (zigzag/constraint.plus-minus)."""
    rules = ("zigzag/constraint.plus-minus", "zigzag/constraint")
    number = now.numbers[event.by]
    readings: tuple[str, ...] = ()
    if number is not None and not 1 <= number + event.delta <= LINES:
        readings = ("shift_wrap",)
        if state.setup.readings["shift_wrap"] == "none":
            return illegal(
                rules,
                say("There is no line on the card where {by} would move to.", by=event.by),
                readings=readings,
            )
    return legal(
        rules,
        say("{by} plays a +1 or −1, and moves by a line.", by=event.by),
        readings=readings,
    )


def apply_shift(state: State, now: Round, event: Shift) -> State:
    """The state with the player's number moved; a line that was put in applies no more."""
    numbers = {**now.numbers, event.by: _shifted(now.numbers[event.by], event.delta)}
    held = now.held
    if isinstance(held.get(event.by), Constraint):
        held = {player: it for player, it in held.items() if player != event.by}
    return replace(state, now=replace(now, numbers=numbers, held=held))
