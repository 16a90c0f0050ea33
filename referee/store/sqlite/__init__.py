"""The default engine: SQLite, through sqlite-utils. `file` has the database file and its
transactions, `schema` its tables, `backups` its copies."""

from referee.store.sqlite.file import Store

__all__ = ["Store"]
