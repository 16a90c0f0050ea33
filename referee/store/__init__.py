"""What is kept.

`interface` says what can be asked of a store, in the use cases' terms, `rows` what comes of it. An
engine answers: `sqlite`, a file, or `postgres`, a database that several servers share; what both
ask in SQL is in `sql`, and `opening` chooses. `upkeep` does what is due, `lock` keeps a folder for
one server.
"""

from referee.store.errors import Busy, TooNew, Unreachable, Unwritable
from referee.store.interface import Store, Transaction

__all__ = ["Busy", "Store", "TooNew", "Transaction", "Unreachable", "Unwritable"]
