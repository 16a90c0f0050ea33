"""What every power answers (zigzag/power)."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING, ClassVar

from msgspec import UNSET

from referee.core import Message, Ruling, Unusable, Viewer, say
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

    @property
    def clauses(self) -> tuple[str, ...]:
        """Return what it rests on."""
        return (POWER, f"{POWER}.{self.key}")

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
