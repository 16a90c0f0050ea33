"""Who comes next, and what is said of it."""

from __future__ import annotations

from referee.core import Message, PlayerKey, plural, say
from referee.games.zar.state import Hand


def next_turn(
    players: tuple[PlayerKey, ...], by: PlayerKey, clockwise: bool, skips: int
) -> tuple[list[PlayerKey], PlayerKey]:
    """Return who is skipped after `by`, and whose turn it is; the count goes round the table, `by`
    included (zar/9.2.2)."""
    at, step = players.index(by), 1 if clockwise else -1
    skipped = []
    for _ in range(skips):
        at += step
        skipped.append(players[at % len(players)])
    return skipped, players[(at + step) % len(players)]


def effects_of_turning(
    was_clockwise: bool, after: Hand, skipped: list[PlayerKey]
) -> tuple[Message, ...]:
    """Say what Crabs, Frogs and Wasps did to the order of play and to whoever is next."""
    effects: tuple[Message, ...] = ()
    if after.clockwise != was_clockwise:
        anew = say("Play goes clockwise.") if after.clockwise else say("Play goes anticlockwise.")
        effects += (anew,)
    if skipped:
        effects += (
            plural("{who} is skipped.", "{who} are skipped.", len(skipped), who=[*skipped]),
        )
    if after.pending:
        effects += (say("{turn} faces a draw of {n}.", turn=after.turn, n=after.pending),)
    return effects
