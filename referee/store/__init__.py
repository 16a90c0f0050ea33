"""What is kept: SQLite through sqlite-utils."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path

from referee.core import Say


class Busy(Exception):
    """Another program holds the file locked for longer than a phone can wait: try again later."""


class Unwritable(Exception):
    """Nothing can be written now; `message` says why in words (disk full, read-only …)."""

    def __init__(self, message: Say) -> None:
        self.message = message
        super().__init__(message.text)


class TooNew(Exception):
    """The database was written by a newer version of this program; it is left untouched."""


class Store:
    """A database file. One for a process; every use of it has a connection of its own."""

    def __init__(
        self,
        path: Path | str,
        *,
        sleep: Callable[[float], None] = time.sleep,
        patience: float = 5.0,
    ) -> None:
        """Opens or makes the file at `path`, and brings it up to date (with a copy made before).

        A lock held from outside is waited for with `sleep`, `patience` seconds at most, then
        `Busy`. Raises `TooNew` and `Unwritable`.
        """

    def check(self) -> list[Say]:
        """What whoever runs the server should know, in words: nothing if all is well."""
        raise NotImplementedError

    def backup(self, target: Path | str) -> None:
        """A whole and consistent copy at `target`, while the server runs."""
        raise NotImplementedError
