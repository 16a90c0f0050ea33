"""What is kept.

`interface` says what can be asked of a store, in the use cases' terms, `rows` what comes of it. An
engine answers: `sqlite`, the default. `upkeep` does what is due, `lock` keeps a folder for one
server.
"""

from referee.store.errors import Busy, TooNew, Unwritable
from referee.store.interface import Store, Transaction

__all__ = ["Busy", "Store", "TooNew", "Transaction", "Unwritable"]
