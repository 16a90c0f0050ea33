"""A table's events folded to a state. Pure."""

from referee.table.correction import Correction, corrected, score_changes, sentence
from referee.table.fold import Entry, Fold
from referee.table.knowledge import as_record, known_ruling, once_recorded, recorded_ruling
from referee.table.lesson import Scene, scene

__all__ = [
    "Correction",
    "Entry",
    "Fold",
    "Scene",
    "as_record",
    "corrected",
    "known_ruling",
    "once_recorded",
    "recorded_ruling",
    "scene",
    "score_changes",
    "sentence",
]
