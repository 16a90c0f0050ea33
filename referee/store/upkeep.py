"""What a server does for its database while it runs: looks it through, copies it once a day,
deletes tables that are older than wanted, says when its disk gets full. Copies and the disk are
looked after where the database is a file; a database server has its own ways.

    upkeep = Upkeep(store, keep_days=0)
    for warning in upkeep.copy_and_check(): ...   # may take seconds: in a thread of its own
    upkeep.delete_old()                           # short transactions, like any other

Both are called about once a minute, and do something only when it is time.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from datetime import UTC, datetime, timedelta

from referee.core import render
from referee.store import Busy, Store, Unwritable
from referee.store.sqlite import Store as FileStore
from referee.store.sqlite import backups

CHECK_EVERY = 600.0
"""Seconds between two looks at every page, at least; and for one that takes long, so many times as
long as it took:"""
CHECK_SHARE = 200
QUIET = 120.0
"""Seconds without a change, after which a copy holds up nobody."""
PATIENCE = 2 * 3600.0
"""Seconds for which a copy that is due waits for that."""
SAY_EVERY = 3600.0
"""Seconds between two warnings of one kind."""
CHUNK = 20
"""Tables that are deleted in one transaction."""


class Upkeep:
    """The upkeep of one store. `keep_days`: days after their last change for which tables are kept
    (0: for ever). `clock` is the wall's, `tick` never jumps; both in seconds."""

    def __init__(
        self,
        store: Store,
        keep_days: int = 0,
        *,
        clock: Callable[[], float] = time.time,
        tick: Callable[[], float] = time.monotonic,
    ) -> None:
        self.store = store
        self.keep_days = keep_days
        self.clock = clock
        self.tick = tick
        self._check_at = tick() + CHECK_EVERY
        self._due_since: float | None = None
        self._delete_at = -math.inf
        self._delete_before = ""
        self._said: dict[str, float] = {}

    def copy_and_check(self) -> list[str]:
        """Look the file through and copy it, whichever is due; what to warn of."""
        return [*self._check(), *self._copy(), *self._disk()]

    def _check(self) -> list[str]:
        began = self.tick()
        if began < self._check_at:
            return []
        warnings = []
        try:
            self.store.verify()
        except Unwritable as error:
            warnings = self._warn("damage", render(error.message))
        except Busy:
            pass  # another time
        took = self.tick() - began
        self._check_at = began + max(CHECK_EVERY, CHECK_SHARE * took)
        return warnings

    def _copy(self) -> list[str]:
        now, tick = self.clock(), self.tick()
        try:
            if not isinstance(self.store, FileStore):
                # A database server has its own ways to copy; nothing here waits for them.
                if self._has_old(now):
                    self._delete_before = self._oldest(now)
                return []
            if self._has_old(now):
                backups.make(self.store, now)
                self._delete_before = self._oldest(now)
                return []
            if not backups.is_due(self.store, now):
                self._due_since = None
                return []
            if self._due_since is None:
                self._due_since = tick
            quiet = abs(now - backups.changed(self.store)) >= QUIET
            if not quiet and tick - self._due_since < PATIENCE:
                return []
            backups.make(self.store, now)
        except Unwritable as error:
            return self._warn("copy", f"No backup could be made: {render(error.message)}")
        except Busy:
            return []  # another time
        except OSError as error:
            return self._warn("copy", f"No backup could be made: {error.strerror or error}")
        self._due_since = None
        return []

    def _disk(self) -> list[str]:
        low = self.store.is_disk_low()
        return self._warn("disk", render(self.store.disk_low())) if low else []

    def _warn(self, kind: str, words: str) -> list[str]:
        if self.tick() - self._said.get(kind, -math.inf) < SAY_EVERY:
            return []
        self._said[kind] = self.tick()
        return [words]

    def delete_old(self, pause: Callable[[], None] = lambda: None) -> int:
        """Once a day, delete the tables at which nothing happened for `keep_days`, after a copy was
        made (`copy_and_check`) that still holds them; how many. `pause` is called between
        transactions."""
        count = 0
        while self._delete_before:
            with self.store.write() as db:
                found = db.tables.unchanged_since(self._delete_before, CHUNK)
                for table in found:
                    db.tables.delete(table)
            count += len(found)
            if len(found) < CHUNK:
                self._delete_before = ""
                self._delete_at = self.tick() + backups.DAY
            pause()
        return count

    def _has_old(self, now: float) -> bool:
        if not self.keep_days or self.tick() < self._delete_at or self._delete_before:
            return False
        with self.store.read() as db:
            return bool(db.tables.unchanged_since(self._oldest(now), 1))

    def _oldest(self, now: float) -> str:
        oldest = datetime.fromtimestamp(now, UTC) - timedelta(days=self.keep_days)
        return oldest.strftime("%Y-%m-%dT%H:%M:%SZ")
