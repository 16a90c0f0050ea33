"""Notify the phones of a table after a commit."""

from __future__ import annotations

import threading
from enum import IntEnum


class Priority(IntEnum):
    """For whom a listener holds its place: the higher, the longer there is one."""

    WATCHING = 0
    SEATED = 1
    HOST = 2


class Full(Exception):
    """Too many listen already; one more is refused, none is put out."""


class Subscription:
    """One listener. Close it when done (or use it in `with`)."""

    __slots__ = ("_notified", "_notifier", "by", "is_closed", "number", "priority", "tables")

    def __init__(self, notifier: Notifier, tables: tuple[int, ...], priority: Priority) -> None:
        self._notifier = notifier
        self._notified = threading.Event()
        self.tables = tables
        self.priority = priority
        self.number = 0
        self.by = 0
        """The phone whose change `number` is; 0 for nobody's."""
        self.is_closed = False

    @property
    def is_notified(self) -> bool:
        """Whether `wait` would return a number at once."""
        return self._notified.is_set()

    def wait(self, timeout: float | None = None) -> int | None:
        """Return the latest number published since the last call, waiting for one if need be;
        None after `timeout` seconds without."""
        if not self._notified.wait(timeout):
            return None
        # Cleared before the number is read: one published in between is in the number, or notifies
        # anew.
        self._notified.clear()
        return self.number

    def notify(self, number: int, by: int = 0) -> None:
        """Let `wait` return `number`, to which the phone `by` has brought the table, or a later
        one. Never blocks."""
        if number > self.number:
            self.number, self.by = number, by
        self._notified.set()

    def close(self) -> None:
        """Listen no more. Closing twice is the same."""
        self._notifier._drop(self)

    def __enter__(self) -> Subscription:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


class Notifier:
    """Notifies the listeners of one process.

    `most` listeners in all. Those of phones that only watch are at most `most_watching` at a table,
    and in all they leave `reserved` places to the phones that play, half of them to hosts' phones
    alone. How many listen for a table's seats follows from its seats.

    Works for greenlets and for threads alike: its waits are those of `threading`.
    """

    def __init__(self, most: int = 4000, most_watching: int = 120, reserved: int = 400) -> None:
        self.most_watching = most_watching
        self._most = {
            Priority.WATCHING: most - reserved,
            Priority.SEATED: most - reserved // 2,
            Priority.HOST: most,
        }
        self._subscriptions: dict[int, set[Subscription]] = {}
        self._all = 0
        self._lock = threading.Lock()

    def publish(self, table: int, number: int, by: int = 0) -> None:
        """Notify all who listen at `table`: the phone `by` (0: nobody's) has brought it to
        `number`."""
        with self._lock:
            subscriptions = list(self._subscriptions.get(table, ()))
        for subscription in subscriptions:
            subscription.notify(number, by)

    def listen(self, table: int, priority: Priority = Priority.WATCHING) -> Subscription:
        """A new listener at `table`; raises `Full` where `priority` finds no place."""
        return self.listen_to_all((table,), priority)

    def listen_to_all(self, tables: tuple[int, ...], priority: Priority) -> Subscription:
        """One new listener that is notified of whichever of `tables` changes. Raises `Full`."""
        with self._lock:
            if self._all >= self._most[priority]:
                raise Full
            if priority is Priority.WATCHING and any(map(self._is_full, tables)):
                raise Full
            subscription = Subscription(self, tables, priority)
            for table in tables:
                self._subscriptions.setdefault(table, set()).add(subscription)
            self._all += 1
        return subscription

    def _is_full(self, table: int) -> bool:
        """Whether as many as may only watch `table` do."""
        here = self._subscriptions.get(table, ())
        watching = sum(subscription.priority is Priority.WATCHING for subscription in here)
        return watching >= self.most_watching

    def count(self, table: int | None = None) -> int:
        """How many listen at `table`, or in all."""
        with self._lock:
            return self._all if table is None else len(self._subscriptions.get(table, ()))

    def tables(self) -> list[int]:
        """The tables at which somebody listens."""
        with self._lock:
            return list(self._subscriptions)

    def _drop(self, subscription: Subscription) -> None:
        with self._lock:
            if subscription.is_closed:
                return
            subscription.is_closed = True
            self._all -= 1
            for table in subscription.tables:
                subscriptions = self._subscriptions[table]
                subscriptions.discard(subscription)
                if not subscriptions:
                    del self._subscriptions[table]
