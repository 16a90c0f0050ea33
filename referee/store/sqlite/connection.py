"""A connection to the file, as the questions of `store.sql` use it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from sqlite_utils import Database

from referee.store.sql import connection
from referee.store.sqlite.library import sqlite3


class Connection(connection.Connection):
    """See `sql.connection.Connection`. Whoever writes has the whole file for itself."""

    lock = ""

    def __init__(self, db: Database) -> None:
        self._conn = db.conn

    def execute(self, sql: str, values: Sequence[object] = ()) -> sqlite3.Cursor:
        """Run one statement."""
        return self._conn.execute(sql, values)

    def execute_many(self, sql: str, rows: Iterable[Sequence[object]]) -> None:
        """Run one statement for each of `rows`."""
        self._conn.executemany(sql, rows)
