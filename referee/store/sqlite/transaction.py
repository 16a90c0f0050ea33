"""A connection to the file, and all that can be asked in its transaction."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence

from sqlite_utils import Database

from referee.store import interface
from referee.store.sqlite.copies import Copies
from referee.store.sqlite.drafts import Drafts
from referee.store.sqlite.history import History
from referee.store.sqlite.log import Log
from referee.store.sqlite.members import Members
from referee.store.sqlite.memories import Memories
from referee.store.sqlite.phones import Phones
from referee.store.sqlite.pile import Pile
from referee.store.sqlite.players import Players
from referee.store.sqlite.redactions import Redactions
from referee.store.sqlite.requests import Requests
from referee.store.sqlite.tables import Tables


class Transaction(interface.Transaction):
    """See `interface.Transaction`. `db` is for what looks after the file itself."""

    def __init__(self, db: Database) -> None:
        self.db = db
        self.phones = Phones(db)
        self.players = Players(db)
        self.members = Members(db)
        self.requests = Requests(db)
        self.tables = Tables(db)
        self.log = Log(db)
        self.pile = Pile(db)
        self.redactions = Redactions(db)
        self.copies = Copies(db)
        self.drafts = Drafts(db)
        self.memories = Memories(db)
        self.history = History(db)

    def execute(self, sql: str, values: Sequence[object] | None = None) -> sqlite3.Cursor:
        """Ask the file itself."""
        return self.db.execute(sql, values)
