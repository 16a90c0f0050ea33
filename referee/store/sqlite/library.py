"""The SQLite that the whole process uses.

It is that of sqlite-utils: pysqlite3's, which is new enough for WAL, or Python's own where there is
none for the machine. Never a second one beside it: two libraries in one process take each other's
locks on a file away.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import sqlite3
else:
    from sqlite_utils.utils import sqlite3

__all__ = ["sqlite3"]
