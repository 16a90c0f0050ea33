"""What is remembered of the physical set that people play a game with."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any, TypeAlias

from referee.core.event import Event
from referee.core.form import Drawing

Memory: TypeAlias = Any
"""What a game remembers of its pieces: None, or plain data of its own making. `Any`: nobody but the
game looks into it."""


class PieceMemory:
    """A game's answers about its pieces. A set is the same every evening, so what one table has
    told or shown of it need not be entered at the next. This default remembers nothing.

    `options` name the options that say what is printed in the set: those of one table are where
    the next one starts. A game whose recorded events show pieces says in a subclass what `memory`
    (plain data, None at first, bounded) becomes. Memory never alters a table that is going on, and
    whose it is, is for others to say. Everything here is pure.
    """

    def __init__(self, options: Collection[str] = ()) -> None:
        self.options = frozenset(options)

    @property
    def learns(self) -> bool:
        """Whether recorded events teach anything about the pieces."""
        return type(self).after is not PieceMemory.after

    def after(self, memory: Memory, event: Event) -> Memory:
        """`memory` once `event` was recorded; itself where the event shows nothing new."""
        return memory

    def merged(self, memory: Memory, other: Memory) -> Memory:
        """`memory` with the pieces of `other`, plain data of any kind that came from elsewhere;
        itself where that has nothing new."""
        return memory

    def page(self, memory: Memory, other: Memory, piece: str) -> Drawing | None:
        """What the page of the pieces shows, drawn by the game's own template `box.html`: `other`
        are those that came from elsewhere with a record, `piece` the one that is corrected."""
        return None

    def edited(self, memory: Memory, change: Mapping[str, str]) -> Memory:
        """`memory` after somebody corrected it by the fields in `change`; raises `Unusable`."""
        return memory
