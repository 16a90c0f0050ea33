"""Which phones are awake, and for how long others were silent. In memory: a server that is started
anew has heard of nobody yet."""

from __future__ import annotations

import threading
from collections import OrderedDict

from referee.service.clock import Clock

SILENT = 300.0
"""Seconds after which a host's phone counts as silent."""
UNANSWERED = 600.0
"""Seconds more of silence after which a phone that asked to host needs no answer."""
AWAKE = 45.0
"""Seconds for which a phone counts as awake after it was last heard of."""
_MOST = 50_000


class Presence:
    """When each phone was last heard of at each table. Tables and phones are known by number."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._started = clock.tick()
        self._heard: OrderedDict[tuple[int, int], float] = OrderedDict()
        self._asked_to_host: OrderedDict[tuple[int, int], float] = OrderedDict()
        self._lock = threading.Lock()

    def note(self, table: int, phone: int) -> None:
        """Note that `phone` was heard of at `table`."""
        self._note(self._heard, table, phone)

    def silence(self, table: int, phone: int) -> float:
        """Return the seconds since `phone` was heard of at `table`, or since this server began."""
        return self._clock.tick() - self._heard.get((table, phone), self._started)

    def is_awake(self, table: int, phone: int) -> bool:
        """Return whether `phone` was heard of at `table` just now."""
        return (table, phone) in self._heard and self.silence(table, phone) < AWAKE

    def is_silent(self, table: int, phone: int) -> bool:
        """Return whether `phone` has not been heard of at `table` for so long that another may host
        in its place."""
        return self.silence(table, phone) >= SILENT

    def note_request_to_host(self, table: int, phone: int) -> None:
        """Note that `phone` asks to be the host from now on."""
        self._note(self._asked_to_host, table, phone)

    def wait_to_host(self, table: int, phone: int, host: int) -> float:
        """Return the seconds until `phone`, which asked to be the host, may be it without an
        answer: the phone `host` must be silent all the while."""
        asked = self._asked_to_host.get((table, phone), self._started)
        waited = min(self._clock.tick() - asked, self.silence(table, host))
        return max(0.0, UNANSWERED - waited)

    def _note(self, when: OrderedDict[tuple[int, int], float], table: int, phone: int) -> None:
        with self._lock:
            when[table, phone] = self._clock.tick()
            when.move_to_end((table, phone))
            if len(when) > _MOST:
                when.popitem(last=False)
