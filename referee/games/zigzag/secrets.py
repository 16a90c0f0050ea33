"""Who may know what, and until when (the page's *Secrets*)."""

from __future__ import annotations

from msgspec.structs import replace

from referee.core import LEGAL, Event, Ruling, say
from referee.games.zigzag.events import DELAYED, Dealt, Declare, Position, Power, Shift
from referee.games.zigzag.state import State

NOBODY = ""
"""The seat that may see an event with the secrets of several: none."""


def secret(state: State) -> bool:
    """Whether anything is secret now: constraints in a round of level 2 or 3, delayed powers until
    the lead that carries them out."""
    now = state.now
    return now is not None and (state.setup.level > 1 or bool(now.announced))


def hides(event: Event) -> str | None:
    """The seat whose phone alone may see `event` until the round is over."""
    if isinstance(event, (Dealt, Shift)):
        return event.by
    if isinstance(event, Power) and event.power in DELAYED:
        return event.by
    if isinstance(event, Position) and event.constraints:
        players = [*event.constraints]
        return players[0] if len(players) == 1 else NOBODY
    return None


def shown_ruling(event: Event, ruling: Ruling, viewer: str | None) -> Ruling:
    """`ruling` without what it tells of another's secret: which power waits, that a shift went
    over the edge of the card, how many features another's constraint lets count."""
    if isinstance(event, Power) and event.power in DELAYED and viewer != event.by:
        clause = f"zigzag/power.{event.power}"
        ruling = replace(ruling, rules=tuple(rule for rule in ruling.rules if rule != clause))
        if not ruling.can_stand:  # no round runs: the same for every power
            return ruling
        if ruling.verdict == LEGAL:
            return replace(ruling, reason=say("{by} puts a power face down.", by=event.by))
        return replace(ruling, reason=say("This power of {by} is not played so.", by=event.by))
    if isinstance(event, Shift) and viewer != event.by and ruling.verdict == LEGAL:
        return replace(ruling, readings=())
    if isinstance(event, Declare) and "counts" in ruling.facts:
        mine = {player: n for player, n in ruling.facts["counts"].items() if player == viewer}
        return replace(ruling, facts={**ruling.facts, "counts": mine})
    return ruling


def renews(event: Event) -> bool:
    """Whether `event` stands for all that its seat has put in: a constraint, replacing the last."""
    return isinstance(event, Dealt)
