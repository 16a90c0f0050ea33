"""Which phones are awake, and for how long others were silent.

In memory: a process that is started anew has heard of nobody yet. Processes that share a store tell
each other every few seconds whom they have heard of (`Tables.share_presence`); one that may have
missed something counts silence from then on.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Iterable

from referee.service.clock import Clock

SILENT = 300.0
"""Seconds after which a host's phone counts as silent."""
UNANSWERED = 600.0
"""Seconds more of silence after which a phone that asked to host needs no answer."""
AWAKE = 45.0
"""Seconds for which a phone counts as awake after it was last heard of."""
_MOST = 50_000


class Presence:
    """When each phone was last heard of at each table. Tables and phones are known by number.
    `is_shared`: other processes are to be told."""

    def __init__(self, clock: Clock, is_shared: bool = False) -> None:
        self._is_shared = is_shared
        self._clock = clock
        self._started = clock.tick()
        self._heard: OrderedDict[tuple[int, int], float] = OrderedDict()
        self._asked_to_host: OrderedDict[tuple[int, int], float] = OrderedDict()
        self._untold: dict[tuple[int, int], None] = {}
        self._lock = threading.Lock()

    def note(self, table: int, phone: int, here: bool = True) -> None:
        """Note that `phone` was heard of at `table`, by this process or (`here` False) another."""
        self._note(self._heard, table, phone)
        if here and self._is_shared:
            with self._lock:
                self._untold[table, phone] = None
                if len(self._untold) > _MOST:
                    self._untold.clear()  # nobody takes it: no other process can be told

    def heard_here(self) -> list[tuple[int, int]]:
        """Return the tables and phones of which this process has heard since the last call."""
        with self._lock:
            untold = list(self._untold)
            self._untold.clear()
        return untold

    def restart(self) -> None:
        """Count the silence of whoever was not heard of from now on."""
        self._started = self._clock.tick()

    def silence(self, table: int, phone: int) -> float:
        """Return the seconds since `phone` was heard of at `table`, or since this server began."""
        return self._clock.tick() - self._heard.get((table, phone), self._started)

    def awake(self, table: int, phones: Iterable[int]) -> set[int]:
        """Return those of `phones` that were heard of at `table` just now."""
        heard, since = self._heard, self._clock.tick() - AWAKE
        return {phone for phone in phones if heard.get((table, phone), since) > since}

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
