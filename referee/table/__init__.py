"""A table's events folded to a state. Pure."""

from referee.table.fold import Entry, Fold

__all__ = ["Entry", "Fold"]
