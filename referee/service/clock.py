"""The clocks of a server."""

from __future__ import annotations

import time
from collections.abc import Callable
from datetime import UTC, datetime, timedelta

from referee.core import Unusable, say

_SLICE = 0.02
"""Seconds that long work takes at a stretch, before others have their turn."""
_PAUSE = 0.001
"""Seconds of a pause: with none, gevent goes on with what is ready at once, long work itself, again
and again before it looks at the network and the clock."""
_LONGEST = 30.0
"""Seconds that long work may take."""


def utc_now() -> datetime:
    """Return what the wall clock says."""
    return datetime.now(UTC)


def pause() -> None:
    """Let others have their turn."""
    time.sleep(_PAUSE)


class Clock:
    """`now` is the wall's: it labels, and nothing is ordered by it. `tick` (seconds) never jumps
    and measures silence. `pause` lets others have their turn."""

    def __init__(
        self,
        now: Callable[[], datetime] = utc_now,
        tick: Callable[[], float] = time.monotonic,
        pause: Callable[[], None] = pause,
    ) -> None:
        self._now = now
        self.tick = tick
        self.pause = pause

    def stamp(self, ahead: float = 0.0) -> str:
        """Return what the wall clock says, or will say `ahead` seconds from now (UTC, ISO 8601)."""
        at = self._now().astimezone(UTC) + timedelta(seconds=ahead)
        return stamp_of(at)

    def breathing(self) -> Callable[[], None]:
        """Return what long work calls again and again: it lets others have their turn, and raises
        `Unusable` when the work takes too long."""
        last = self.tick()
        until = last + _LONGEST
        calls = 0

        def breathe() -> None:
            nonlocal calls, last
            calls += 1
            if calls % 32 == 0 or self.tick() - last > _SLICE:
                self.pause()
                last = self.tick()
                if last > until:
                    raise Unusable("", say("This takes too long to judge."))

        return breathe


def stamp_of(at: datetime) -> str:
    """Return a moment in UTC as all moments are kept: ISO 8601, in whole seconds."""
    return at.isoformat(timespec="seconds").replace("+00:00", "Z")
