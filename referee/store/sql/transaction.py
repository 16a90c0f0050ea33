"""All that can be asked in a transaction, over an engine's connection."""

from __future__ import annotations

from collections.abc import Sequence

from referee.store import interface
from referee.store.sql.connection import Connection, Cursor, Search
from referee.store.sql.copies import Copies
from referee.store.sql.drafts import Drafts
from referee.store.sql.history import History
from referee.store.sql.leagues import Leagues
from referee.store.sql.log import Log
from referee.store.sql.members import Members
from referee.store.sql.memories import Memories
from referee.store.sql.phones import Phones
from referee.store.sql.pile import Pile
from referee.store.sql.players import Players
from referee.store.sql.redactions import Redactions
from referee.store.sql.requests import Requests
from referee.store.sql.tables import Tables
from referee.store.sql.walls import Walls

NUMBERED = ("phones", "tables", "asks", "leagues")
"""The tables that number their rows, and never give a number twice."""


class Transaction(interface.Transaction):
    """See `interface.Transaction`. `announced`: what is to be told once it is committed."""

    def __init__(self, connection: Connection, search: Search) -> None:
        self.connection = connection
        self.search = search
        self.announced: list[interface.Notice] = []
        self.phones = Phones(connection)
        self.players = Players(connection, search)
        self.members = Members(connection, search)
        self.requests = Requests(connection)
        self.tables = Tables(connection, search)
        self.log = Log(connection)
        self.pile: interface.Pile = Pile(connection)
        self.redactions = Redactions(connection)
        self.copies = Copies(connection)
        self.drafts = Drafts(connection)
        self.memories = Memories(connection)
        self.walls = Walls(connection)
        self.history = History(connection, search)
        self.leagues = Leagues(connection)

    def announce(self, topic: interface.Topic, *numbers: int) -> None:
        self.announced.append((topic, numbers))

    def has_table(self, name: str) -> bool:
        """Whether the database has a table called `name`."""
        raise NotImplementedError

    def last_ids(self) -> dict[str, int]:
        """The highest number ever given in each table that numbers its rows."""
        raise NotImplementedError

    def set_last_ids(self, ids: dict[str, int]) -> None:
        """Number from there on."""
        raise NotImplementedError

    def execute(self, sql: str, values: Sequence[object] = ()) -> Cursor:
        """Ask the database itself."""
        return self.connection.execute(sql, values)
