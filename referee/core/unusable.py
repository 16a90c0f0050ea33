"""What a record may not be."""

from __future__ import annotations

from referee.core.text import ENGLISH, Message, render


class Unusable(Exception):
    """Input that cannot be judged at all: the place, as `events[3].cards[0]`, and what is wrong.

    Not a verdict: an illegal play is an ordinary value (see `Ruling`).
    """

    def __init__(self, path: str, message: Message) -> None:
        self.path = path
        self.message = message
        super().__init__(f"{path}: {render(message, ENGLISH)}")
