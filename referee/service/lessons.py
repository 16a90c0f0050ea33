"""Lessons: what lies on the table at each of their steps. Nothing is kept."""

from referee.table import Scene, scene

__all__ = ["Scene", "scene"]
