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
    clockwise: bool, is_reversed: bool, skipped: list[PlayerKey]
) -> list[Message]:
    """Say what Crabs and Frogs did to the order of play."""
    effects = []
    if is_reversed:
        effects.append(
            say("Play goes clockwise.") if clockwise else say("Play goes anticlockwise.")
        )
    if skipped:
        effects.append(
            plural("{who} is skipped.", "{who} are skipped.", len(skipped), who=[*skipped])
        )
    return effects


def faces(hand: Hand) -> Message:
    """Say how many cards the player on turn owes for Wasps."""
    return say("{turn} faces a draw of {n}.", turn=hand.turn, n=hand.pending)
