"""The powers (zigzag/power), each with all that the app knows about it; but for the cancel card.

Master, 10 seconds and game watch lie face down until the next lead.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING, ClassVar

from msgspec import UNSET
from msgspec.structs import replace

from referee.core import ClauseId, Fault, Message, PlayerKey, Ruling, Unusable, Viewer, say
from referee.games.zigzag.rules import THEFT_UNTIL, on_opponent, ruled
from referee.games.zigzag.state import Delayed, Round, State, TableOptions

if TYPE_CHECKING:
    from referee.games.zigzag.actions.power.event import Power

POWER = "zigzag/power"


class PowerCard(ABC):
    """One kind of power, with all that the app knows about it."""

    key: ClassVar[str]
    name: ClassVar[Message]
    """As a sentence calls it."""
    label: ClassVar[Message]
    """As a button calls it."""
    is_aimed: ClassVar[bool] = False
    """It is played on a player."""
    is_delayed: ClassVar[bool] = False
    """It lies face down until the next lead."""
    takes_over_deal: ClassVar[bool] = False
    """It contradicts every other that does: the first counts."""
    clauses: ClassVar[tuple[ClauseId, ...]]
    """What it rests on."""

    def __init_subclass__(cls) -> None:
        cls.clauses = (POWER, f"{POWER}.{getattr(cls, 'key', '')}")

    def check(self, play: Power, path: str) -> None:
        """Raise `Unusable` for fields of `play` that do not go with it."""
        if self.is_aimed and play.on is UNSET:
            raise Unusable(f"{path}.on", say("This power must be played on a player."))
        if not self.is_aimed and play.on is not UNSET:
            raise Unusable(f"{path}.on", say("This power cannot be played on a player."))
        if play.what is not UNSET:
            raise Unusable(f"{path}.what", say("Only a Cancel card lifts anything."))
        if play.feature is not UNSET:
            raise Unusable(f"{path}.feature", say("Name a feature only when lifting a STOP."))

    @abstractmethod
    def judge(self, play: Power, state: State, now: Round) -> Ruling:
        """Return the ruling on `play` in the running round."""

    @abstractmethod
    def apply(self, play: Power, options: TableOptions, now: Round) -> Round:
        """Return the round after `play`."""

    @abstractmethod
    def describe(self, play: Power, viewer: Viewer) -> Message:
        """Say in a line of the log that it was played."""

    def at_lead(self, power: Delayed) -> Message:
        """Say what is carried out at the lead, of a delayed one."""
        raise NotImplementedError


class Swap(PowerCard):
    """See zigzag/power.swap."""

    key = "swap"
    name = say("game swap")
    label = say("Game swap")
    is_aimed = True

    def judge(self, play: Power, state: State, now: Round) -> Ruling:
        assert play.on
        reason = say("{by} and {on} swap their cards.", by=play.by, on=play.on)
        faults = [_on_oneself(self, play)] if play.on == play.by else []
        return ruled(faults, self.clauses, reason)

    def apply(self, play: Power, options: TableOptions, now: Round) -> Round:
        assert play.on
        thefts = exchanged(options, now.thefts, play.by, play.on)
        return replace(now, thefts=thefts, swaps=(*now.swaps, (play.by, play.on)))

    def describe(self, play: Power, viewer: Viewer) -> Message:
        return say("{by} swapped cards with {on}", by=play.by, on=play.on or play.by)


def _on_oneself(card: PowerCard, play: Power) -> Fault:
    other = say("{by} can play the {power} only on another player.", by=play.by, power=card.name)
    return Fault(card.clauses, other)


def exchanged(
    options: TableOptions, thefts: tuple[PlayerKey, ...], one: PlayerKey, other: PlayerKey
) -> tuple[PlayerKey, ...]:
    """Return who plays with three after `one` and `other` swap: a theft goes with the cards."""
    if (one in thefts) == (other in thefts):
        return thefts
    return options.seated({*thefts} ^ {one, other})


class Theft(PowerCard):
    """See zigzag/power.theft."""

    key = "theft"
    name = say("card theft")
    label = say("Card theft")
    is_aimed = True

    def judge(self, play: Power, state: State, now: Round) -> Ruling:
        options, by, on = state.options, play.by, play.on
        assert on
        faults = []
        if options.team[by] == options.team[on]:
            own = say(
                "{on} is on {by}'s own team: a card is stolen from an opponent.", by=by, on=on
            )
            faults.append(Fault(self.clauses, own, allowed=on_opponent(by)))
        if on in now.thefts:
            few = say("{on} has only three cards already, and cannot lose another.", on=on)
            faults.append(Fault(self.clauses, few))
        reason = say("{by} steals a card from {on}.", by=by, on=on)
        if faults:
            return ruled(faults, self.clauses, reason)
        effect = (
            say("{on} plays with three cards until the round ends.", on=on)
            if options.keeps_thefts
            else say("{on} plays with three cards until the next lead.", on=on)
        )
        return ruled((), self.clauses, reason, (effect,), THEFT_UNTIL)

    def apply(self, play: Power, options: TableOptions, now: Round) -> Round:
        assert play.on
        return replace(now, thefts=options.seated({*now.thefts, play.on}))

    def describe(self, play: Power, viewer: Viewer) -> Message:
        return say("{by} stole a card from {on}", by=play.by, on=play.on or play.by)


_LATER = (say("It takes effect at the next lead."),)


class DelayedCard(PowerCard):
    """A power that is put face down. Which it is, and on whom, is its player's secret."""

    is_delayed = True
    takes_over_deal = True

    def judge(self, play: Power, state: State, now: Round) -> Ruling:
        faults = [_on_oneself(self, play)] if play.on == play.by else []
        reason = say("{by} puts the {power} face down.", by=play.by, power=self.name)
        return ruled(faults, self.clauses, reason, _LATER)

    def apply(self, play: Power, options: TableOptions, now: Round) -> Round:
        waiting = (*now.waiting, Delayed(play.by, self.key, play.on or None))
        return replace(now, waiting=waiting, announced=(*now.announced, play.by))

    def describe(self, play: Power, viewer: Viewer) -> Message:
        by = play.by
        if viewer != by:
            return say("{by} put a power face down", by=by)
        if play.on:
            return say("{by} put the {power} on {on} face down", by=by, power=self.name, on=play.on)
        return say("{by} put the {power} face down", by=by, power=self.name)


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
