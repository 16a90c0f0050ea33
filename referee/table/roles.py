"""Who may do what at a table. Pure."""

from __future__ import annotations

from collections.abc import Collection
from typing import Literal

import msgspec

from referee.core import Event, PlayerKey, Undo

WhoMay = Literal["anyone", "own", "host"]
"""Who may record: anyone seated; each for his own seat, and the host; the host only."""


class Who(msgspec.Struct, frozen=True):
    """A phone at a table, as far as its rights go.

    `seats`: the players it acts for. For the host's phone those are also all that no phone took.
    `own_latest`: the latest event in effect was recorded by this phone.
    """

    host: bool
    seats: frozenset[PlayerKey]
    own_latest: bool = False


def may_record_some(setting: WhoMay, who: Who) -> bool:
    """Whether `who` may record anything at all under `setting`."""
    return who.host or (bool(who.seats) and setting != "host")


def may_record(setting: WhoMay, who: Who, event: Event, hides: str | None) -> bool:
    """Whether `who` may record `event`.

    `hides` is the seat whose secret `event` holds, if any: it is put in on that seat's own phone
    only, the host's included. Under `own` a phone records what has `by` one of its seats and takes
    back the latest event if that was its own; letting stand and all else is the host's.
    """
    if hides is not None and hides not in who.seats:
        return False
    if who.host:
        return True
    if not who.seats or setting == "host":
        return False
    if setting == "anyone":
        return True
    if event.stands:
        return False
    if isinstance(event, Undo):
        return event.count == 1 and who.own_latest
    return getattr(event, "by", None) in who.seats


def may_correct(
    setting: WhoMay, who: Who, old: Event, new: Event, hides: Collection[str | None], drops: bool
) -> bool:
    """Whether `who` may record `new` in the place of `old`, however far back.

    `hides`: the seats whose secrets the two hold. Whoever may take anything back may; under `own` a
    phone corrects what has `by` one of its seats, as long as nothing later `drops`.
    """
    if not all(may_record(setting, who, new, seat) for seat in hides):
        return False
    if who.host or setting != "own":
        return True
    return not drops and getattr(old, "by", None) in who.seats
