"""A table's events folded to a state. Pure."""

from referee.table.fold import Entry, Fold
from referee.table.lesson import Scene, scene

__all__ = ["Entry", "Fold", "Scene", "scene"]
