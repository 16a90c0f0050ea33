"""Copies of states, and of the scores after each round."""

from __future__ import annotations

from referee.store import interface
from referee.store.sql.connection import Connection


class Copies(interface.Copies):
    """See `interface.Copies`."""

    def __init__(self, db: Connection) -> None:
        self._db = db

    def keep_snapshot(self, table: int, depth: int, made: str, state: bytes) -> None:
        self._db.execute(
            "INSERT INTO snapshots (table_id, depth, made, state) VALUES (?, ?, ?, ?) "
            "ON CONFLICT (table_id, depth) DO UPDATE SET made = excluded.made, "
            "state = excluded.state",
            [table, depth, made, state],
        )

    def snapshot(self, table: int, depth: int, made: str) -> tuple[int, bytes] | None:
        found: tuple[int, bytes] | None = self._db.execute(
            "SELECT depth, state FROM snapshots WHERE table_id = ? AND depth <= ? AND made = ? "
            "ORDER BY depth DESC LIMIT 1",
            [table, depth, made],
        ).fetchone()
        return found

    def drop_snapshots(self, table: int) -> None:
        self._db.execute("DELETE FROM snapshots WHERE table_id = ?", [table])

    def keep_scores(self, table: int, depth: int, scores: str) -> None:
        self._db.execute(
            "INSERT INTO course (table_id, depth, scores) VALUES (?, ?, ?) "
            "ON CONFLICT (table_id, depth) DO UPDATE SET scores = excluded.scores",
            [table, depth, scores],
        )

    def course(self, table: int, to: int) -> list[str]:
        rows = self._db.execute(
            "SELECT scores FROM course WHERE table_id = ? AND depth <= ? ORDER BY depth",
            [table, to],
        )
        return [row[0] for row in rows]

    def course_ends(self, table: int, to: int) -> list[int]:
        rows = self._db.execute(
            "SELECT depth FROM course WHERE table_id = ? AND depth <= ? ORDER BY depth", [table, to]
        )
        return [row[0] for row in rows]

    def course_lines(self, table: int, to: int) -> list[int]:
        rows = self._db.execute(
            "SELECT line FROM course JOIN lines USING (table_id, depth) "
            "WHERE table_id = ? AND depth <= ? ORDER BY depth",
            [table, to],
        )
        return [row[0] for row in rows]

    def drop_course(self, table: int) -> None:
        self._db.execute("DELETE FROM course WHERE table_id = ?", [table])
