"""What is kept: SQLite through sqlite-utils.

`file` has the database file and its transactions, `schema` its tables; `tables`, `people`, `log`,
`kept` and `history` the questions asked of them, each a function of an open transaction. `backups`
makes copies and brings one back, `upkeep` does what is due, `lock` keeps a folder for one server.
"""

from referee.store.file import Busy, Store, TooNew, Unwritable

__all__ = ["Busy", "Store", "TooNew", "Unwritable"]
