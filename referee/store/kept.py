"""What is filled in but not recorded, and what is remembered for later tables."""

from __future__ import annotations

from sqlite_utils import Database


def drafts(db: Database, table: int, sheet: str) -> dict[str, str]:
    """What is filled in on `sheet`, by player, as JSON."""
    rows = db.execute(
        "SELECT player, fields FROM drafts WHERE table_id = ? AND sheet = ?", [table, sheet]
    )
    return dict(rows.fetchall())


def count_drafts(db: Database, table: int) -> int:
    """How many drafts the table holds."""
    return db.execute("SELECT count(*) FROM drafts WHERE table_id = ?", [table]).fetchone()[0]


def put_draft(db: Database, table: int, sheet: str, player: str, fields: str | None) -> None:
    """Keep `fields` (JSON), or nothing, for `player` on `sheet`."""
    if fields is None:
        db.execute(
            "DELETE FROM drafts WHERE table_id = ? AND sheet = ? AND player = ?",
            [table, sheet, player],
        )
    else:
        db.execute(
            "INSERT OR REPLACE INTO drafts VALUES (?, ?, ?, ?)", [table, sheet, player, fields]
        )


def drop_drafts(db: Database, table: int, sheet: str | None = None) -> None:
    """Forget the drafts of `sheet`, or all."""
    if sheet is None:
        db.execute("DELETE FROM drafts WHERE table_id = ?", [table])
    else:
        db.execute("DELETE FROM drafts WHERE table_id = ? AND sheet = ?", [table, sheet])


def remember(db: Database, phone: int | None, game: str, name: str, value: str | None) -> None:
    """Keep `value` (JSON), or nothing, under `name` for `game` and `phone` (0: for all)."""
    if value is None:
        db.execute(
            "DELETE FROM memories WHERE phone = ? AND game = ? AND name = ?", [phone, game, name]
        )
    else:
        db.execute(
            "INSERT OR REPLACE INTO memories VALUES (?, ?, ?, ?)", [phone, game, name, value]
        )


def memory(db: Database, phone: int | None, game: str, name: str) -> str | None:
    """What is kept under `name` for `game` and `phone`."""
    row = db.execute(
        "SELECT value FROM memories WHERE phone = ? AND game = ? AND name = ?", [phone, game, name]
    ).fetchone()
    return row and row[0]


def memories(db: Database, phone: int | None, game: str) -> dict[str, str]:
    """All that is kept for `game` and `phone` (None: one that nobody knows), by name."""
    rows = db.execute(
        "SELECT name, value FROM memories WHERE phone = ? AND game = ?", [phone, game]
    )
    return dict(rows.fetchall())
