"""What can be wrong with a store."""

from __future__ import annotations

from referee.core import Message


class Busy(Exception):
    """Another program holds the database locked for longer than a phone can wait: try again
    later."""


class Unwritable(Exception):
    """The database cannot be used now; `message` says why in words (disk full, read-only …)."""

    def __init__(self, message: Message) -> None:
        self.message = message
        super().__init__(message.text)


class Unreachable(Unwritable):
    """There is no answer at all; there may be one in a moment."""


class TooNew(Exception):
    """The database was written by a newer version of this program; it is left untouched."""
