"""A table's events folded to a state. Pure."""

from referee.table.fold import Entry, Fold
from referee.table.knowledge import as_record, known_ruling, once_recorded, recorded_ruling
from referee.table.lesson import Scene, scene

__all__ = [
    "Entry",
    "Fold",
    "Scene",
    "as_record",
    "known_ruling",
    "once_recorded",
    "recorded_ruling",
    "scene",
]
