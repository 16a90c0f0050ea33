"""Game swap: two players swap their cards; what lies before them stays there."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from referee.core import Fault, Message, Ruling, Viewer, say
from referee.games.zigzag.actions.power.card import PowerCard
from referee.games.zigzag.rules import ruled
from referee.games.zigzag.state import Round, State, TableOptions

if TYPE_CHECKING:
    from referee.games.zigzag.actions.power.event import Power


class Swap(PowerCard):
    """See zigzag/power.swap."""

    key = "swap"
    name = say("game swap")
    label = say("Game swap")
    is_aimed = True

    def judge(self, play: Power, state: State, now: Round) -> Ruling:
        assert play.on
        reason = say("{by} and {on} swap their cards.", by=play.by, on=play.on)
        return ruled(on_oneself(self, play), self.clauses, reason)

    def apply(self, play: Power, options: TableOptions, now: Round) -> Round:
        assert play.on
        thefts = exchanged(options, now.thefts, play.by, play.on)
        return replace(now, thefts=thefts, swaps=(*now.swaps, (play.by, play.on)))

    def describe(self, play: Power, viewer: Viewer) -> Message:
        return say("{by} swapped cards with {on}.", by=play.by, on=play.on or play.by)


def on_oneself(card: PowerCard, play: Power) -> list[Fault]:
    """Find that a power is played on its own player."""
    if play.on != play.by:
        return []
    other = say("{by} can play the {power} only on another player.", by=play.by, power=card.name)
    return [Fault(card.clauses, other)]


def exchanged(
    options: TableOptions, thefts: tuple[str, ...], one: str, other: str
) -> tuple[str, ...]:
    """Return who plays with three after `one` and `other` swap: a theft goes with the cards."""
    if (one in thefts) == (other in thefts):
        return thefts
    return options.seated({*thefts} ^ {one, other})
