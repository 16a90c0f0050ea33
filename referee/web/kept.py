"""Values that are kept as long as there is room for them."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Hashable
from typing import Generic, TypeVar

V = TypeVar("V")


class Kept(Generic[V]):
    """Values by their keys; those that nobody has asked for the longest go when together they are
    more than `most` in size."""

    def __init__(self, most: int) -> None:
        self.most = most
        self.size = 0
        self._values: OrderedDict[Hashable, tuple[V, int]] = OrderedDict()
        self._lock = threading.Lock()

    def __len__(self) -> int:
        return len(self._values)

    def get(self, key: Hashable) -> V | None:
        """Return what is kept by `key`, if anything."""
        found = self._values.get(key)
        if found is None:
            return None
        # Without the lock, which would take most of the time; another thread may drop it meanwhile.
        try:  # noqa: SIM105 - so would this
            self._values.move_to_end(key)
        except KeyError:
            pass
        return found[0]

    def put(self, key: Hashable, value: V, size: int) -> None:
        """Keep `value`, of this `size`; what is larger than all the room there is, is not kept."""
        with self._lock:
            if size > self.most:
                return
            if (old := self._values.pop(key, None)) is not None:
                self.size -= old[1]
            self._values[key] = value, size
            self.size += size
            while self.size > self.most:
                _, (_, gone) = self._values.popitem(last=False)
                self.size -= gone
