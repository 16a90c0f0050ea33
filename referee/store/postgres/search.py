"""Search by a text search vector of our own words, with a GIN index.

PostgreSQL's parsers depend on how a database was made and drop signs that people put into names,
so words are made here, as SQLite's FTS5 makes them: letters, numbers and pictures, without accents
and in lower case. Before each stands what it is: `p:` a phone, `w:` a word, `g:` the game.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable

from referee.store.rows import TableRow
from referee.store.sql import connection
from referee.store.sql.connection import Connection
from referee.store.sql.reading import table_columns, table_row

_GAP = 10
"""Places between two texts, so that no phrase reaches from one into the next."""
_LONGEST = 400
"""Characters of a word."""


class Search(connection.Search):
    """See `sql.connection.Search`."""

    def __init__(self, db: Connection) -> None:
        self._db = db

    def note(self, table: int) -> None:
        title, game, names, phones = self._db.execute(
            """
            SELECT title, game,
                (SELECT array_agg(name ORDER BY player) FROM players
                 WHERE table_id = id AND introduced IS NOT NULL),
                (SELECT array_agg(phone) FROM members WHERE table_id = id AND state = 'here')
            FROM tables WHERE id = ?
            """,
            [table],
        ).fetchone()
        self._db.execute(
            "INSERT INTO found (table_id, words) VALUES (?, ?::tsvector) "
            "ON CONFLICT (table_id) DO UPDATE SET words = excluded.words",
            [table, vector(title, game, names or (), phones or ())],
        )

    def note_all(self) -> None:
        for (table,) in self._db.execute("SELECT id FROM tables ORDER BY id").fetchall():
            self.note(table)

    def clear(self) -> None:
        self._db.execute("DELETE FROM found")

    def forget(self, table: int) -> None:
        self._db.execute("DELETE FROM found WHERE table_id = ?", [table])

    def find(
        self, phone: int, words: list[str], games: list[str], before: int, most: int
    ) -> list[TableRow]:
        # What a phone looks for never gets into the query as it is: only the words made of it do.
        begun = " & ".join(filter(None, map(_begun, words)))
        wanted = [*filter(None, [begun]), *(f"'g:{game}'" for game in games)]
        if not wanted:
            return []
        query = f"'p:{phone}' & ({' | '.join(f'({each})' for each in wanted)})"
        rows = self._db.execute(
            f"SELECT {table_columns('t')} FROM found f JOIN tables t ON t.id = f.table_id "  # noqa: S608
            "WHERE f.words @@ ?::tsquery AND f.table_id < ? ORDER BY f.table_id DESC LIMIT ?",
            [query, before, most],
        )
        return [table_row(row) for row in rows]


def tokens(text: str) -> list[str]:
    """Return the words of `text`."""
    words: list[str] = []
    current = ""
    for sign in unicodedata.normalize("NFD", text):
        kind = unicodedata.category(sign)
        if kind[0] in "LN" or kind in ("Co", "So"):
            current += sign.lower()
        elif kind != "Mn":
            words.append(current)
            current = ""
    words.append(current)
    return [word[:_LONGEST] for word in words if word]


def vector(title: str, game: str, names: Iterable[str], phones: Iterable[int]) -> str:
    """Return all that a table is found by, as PostgreSQL reads a text search vector."""
    parts = [f"'p:{phone}'" for phone in phones] + [f"'g:{game}'"]
    place = 1
    for text in (title, *names, game):
        for word in tokens(text):
            parts.append(f"'w:{word}':{place}")
            place += 1
        place += _GAP
    return " ".join(parts)


def _begun(word: str) -> str:
    """Return the query for what begins with `word`: one that a sign divides is a phrase."""
    found = [f"'w:{each}'" for each in tokens(word)]
    return f"({' <-> '.join(found)}:*)" if found else ""
