"""The migrations as SQLite takes them: recorded by sqlite-utils, in the file itself."""

from __future__ import annotations

from sqlite_utils import Database, Migrations

from referee.store.sql.schema import STEPS, Step
from referee.store.sqlite.connection import Connection
from referee.store.sqlite.search import Search

migrations = Migrations("referee")


class Dialect:
    """See `sql.connection.Dialect`."""

    def __init__(self, db: Connection) -> None:
        self._db = db

    def make_search(self) -> None:
        self._db.execute(
            """
            CREATE VIRTUAL TABLE found USING fts5 (
                phones, title, names, game,
                tokenize = "unicode61 remove_diacritics 2 categories 'L* N* Co So Mn'"
            )
            """
        )

    def follow_over(self) -> None:
        self._db.execute(
            "CREATE TRIGGER members_over AFTER UPDATE OF over ON tables WHEN new.over <> old.over "
            "BEGIN UPDATE members SET over = new.over WHERE table_id = new.id; END"
        )


def _add(step: Step) -> None:
    @migrations(name=step.__name__)
    def run(db: Database) -> None:
        connection = Connection(db)
        step(connection, Dialect(connection), Search(connection))


for _step in STEPS:
    _add(_step)
