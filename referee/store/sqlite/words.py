"""The words that a table is found by: its title, its names, its game, and its phones as `p12`."""

from __future__ import annotations

from sqlite_utils import Database

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


def note(db: Database, table: int) -> None:
    """The title, a name or a phone of `table` has changed."""
    forget(db, table)
    db.execute(
        f"INSERT INTO found (rowid, phones, title, names, game) {_ROW} WHERE id = ?",
        [table],
    )


def note_all(db: Database) -> None:
    """Note every table for the first time."""
    db.execute(f"INSERT INTO found (rowid, phones, title, names, game) {_ROW}")


def forget(db: Database, table: int) -> None:
    """The table is no more."""
    db.execute("DELETE FROM found WHERE rowid = ?", [table])
