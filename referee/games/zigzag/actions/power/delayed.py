"""The powers that lie face down until the next lead: cards' master, 10 seconds, game watch."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from msgspec.structs import replace

from referee.core import Message, Ruling, Viewer, say
from referee.games.zigzag.actions.power.card import PowerCard
from referee.games.zigzag.actions.power.swap import on_oneself
from referee.games.zigzag.rules import ruled
from referee.games.zigzag.state import Delayed, Round, State, TableOptions

if TYPE_CHECKING:
    from referee.games.zigzag.actions.power.event import Power


class DelayedCard(PowerCard):
    """A power that is put face down. Which it is, and on whom, is its player's secret."""

    is_delayed = True
    takes_over_deal: ClassVar[bool] = True
    """It contradicts every other that does: the first counts."""

    def judge(self, play: Power, state: State, now: Round) -> Ruling:
        faults = on_oneself(self, play)
        reason = say("{by} puts the {power} face down.", by=play.by, power=self.name)
        effect = say("It takes effect at the next lead.")
        return ruled(faults, self.clauses, reason, () if faults else (effect,))

    def apply(self, play: Power, options: TableOptions, now: Round) -> Round:
        waiting = (*now.waiting, Delayed(play.by, self.key, play.on or None))
        return replace(now, waiting=waiting, announced=(*now.announced, play.by))

    def describe(self, play: Power, viewer: Viewer) -> Message:
        by = play.by
        if viewer != by:
            return say("{by} put a power face down.", by=by)
        if play.on:
            return say(
                "{by} put the {power} on {on} face down.", by=by, power=self.name, on=play.on
            )
        return say("{by} put the {power} face down.", by=by, power=self.name)


class Master(DelayedCard):
    """See zigzag/power.master."""

    key = "master"
    name = say("cards' master")
    label = say("Cards’ master")

    def at_lead(self, power: Delayed) -> Message:
        return say(
            "As cards' master, {by} looks at cards from the deck and deals them.", by=power.by
        )


class TenSeconds(DelayedCard):
    """See zigzag/power.ten-seconds."""

    key = "ten-seconds"
    name = say("10 seconds")
    label = say("10 seconds")

    def at_lead(self, power: Delayed) -> Message:
        return say("{by} has 10 seconds with the cards face up.", by=power.by)


class Watch(DelayedCard):
    """See zigzag/power.watch."""

    key = "watch"
    name = say("game watch")
    label = say("Game watch")
    is_aimed = True
    takes_over_deal = False

    def at_lead(self, power: Delayed) -> Message:
        return say("{by} looks at {on}'s cards.", by=power.by, on=power.on or power.by)
