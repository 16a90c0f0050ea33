"""Search by FTS5: a table's words in columns, its phones as words like `p12`, so that looking for
both walks neither list."""

from __future__ import annotations

from referee.store.rows import TableRow
from referee.store.sql import connection
from referee.store.sql.connection import Connection
from referee.store.sql.reading import table_columns, table_row

_ROW = """
    SELECT id,
        (SELECT group_concat('p' || phone, ' ') FROM members
         WHERE table_id = id AND state = 'here'),
        title,
        (SELECT group_concat(name, ' ') FROM players
         WHERE table_id = id AND introduced IS NOT NULL),
        game
    FROM tables
"""


class Search(connection.Search):
    """See `sql.connection.Search`."""

    def __init__(self, db: Connection) -> None:
        self._db = db

    def note(self, table: int) -> None:
        self.forget(table)
        self._db.execute(
            f"INSERT INTO found (rowid, phones, title, names, game) {_ROW} WHERE id = ?",
            [table],
        )

    def note_all(self) -> None:
        self._db.execute(f"INSERT INTO found (rowid, phones, title, names, game) {_ROW}")

    def clear(self) -> None:
        self._db.execute("DELETE FROM found")

    def forget(self, table: int) -> None:
        self._db.execute("DELETE FROM found WHERE rowid = ?", [table])

    def find(
        self, phone: int, words: list[str], games: list[str], before: int, most: int
    ) -> list[TableRow]:
        wanted = [" AND ".join(f"{{title names game}} : {_quoted(word)} *" for word in words)]
        wanted += [f"game : {_quoted(game)}" for game in games]
        match = f'phones : "p{phone}" AND ({" OR ".join(f"({each})" for each in wanted)})'
        rows = self._db.execute(
            f"SELECT {table_columns('t')} FROM found CROSS JOIN tables t ON t.id = found.rowid "  # noqa: S608
            "WHERE found MATCH ? AND found.rowid < ? ORDER BY found.rowid DESC LIMIT ?",
            [match, before, most],
        )
        return [table_row(row) for row in rows]


def _quoted(word: str) -> str:
    return '"' + word.replace('"', '""') + '"'
