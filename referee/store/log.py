"""The log of a table, and the copies of its states.

The events in effect lie on each other as a pile: each has a `depth`, counted from 1. Undo takes
from the top, so a state kept at a depth is right for as long as the event at that depth is in
effect.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any, Literal

import msgspec
from sqlite_utils import Database

from referee.core.ruling import Verdict


class Line(msgspec.Struct, frozen=True):
    """A row of `lines`.

    `phone` (None: whoever runs the server), `who` (players' keys, spaces between) and `host` tell
    who did it. A `note` has a `said` sentence (JSON). An `event` and a refused one (`ruling`) have
    the event and its ruling (JSON), with the `edition` it was judged by; an event has a `seq`.
    `depth`: in effect, and where in the pile; `undone`: the line that took it back. `hides`: the
    seat it holds a secret of, `open`: nothing was secret after it, `closes`: it ended a round that
    is told only while it is the last one. `left_out` of exports: taken back, and not legal under
    the options of today. `key` and `body` are of the form that brought it.
    """

    line: int
    kind: Literal["event", "ruling", "note"]
    at: str
    phone: int | None
    who: str
    host: bool
    said: str | None = None
    seq: int | None = None
    event: str | None = None
    ruling: str | None = None
    verdict: Verdict | None = None
    edition: str | None = None
    stood: bool | None = None
    depth: int | None = None
    undone: int | None = None
    hides: str | None = None
    open: bool | None = None
    left_out: bool = False
    key: str | None = None
    body: bytes | None = None
    closes: bool = False


class Redaction(msgspec.Struct, frozen=True):
    """What of a log is covered now: the events in effect from line `after` to `to`, and all others
    (taken back, refused) to line `aside`."""

    after: int
    to: int
    aside: int

    def covers(self, line: Line) -> bool:
        """Whether `line` may not be told."""
        to = self.aside if line.depth is None else self.to
        return line.kind != "note" and self.after < line.line <= to


_FIELDS = Line.__struct_fields__
_COLUMNS = ", ".join(_FIELDS)
_INSERT = f"INSERT INTO lines (table_id, {_COLUMNS}) VALUES (?{', ?' * len(_FIELDS)})"  # noqa: S608
_TRUTHS = [_FIELDS.index(name) for name in ("host", "stood", "open", "left_out", "closes")]


def _line(row: tuple) -> Line:
    fields: list[Any] = list(row)
    for i in _TRUTHS:
        if fields[i] is not None:
            fields[i] = bool(fields[i])
    return Line(*fields)


def _lines(db: Database, rest: str, values: list) -> list[Line]:
    return [_line(row) for row in db.execute(f"SELECT {_COLUMNS} FROM lines {rest}", values)]  # noqa: S608


def append(db: Database, table: int, lines: Iterable[Line]) -> None:
    """New lines. A number, event number, depth or key that is there already cannot be."""
    db.conn.executemany(_INSERT, ((table, *msgspec.structs.astuple(line)) for line in lines))


def by_line(db: Database, table: int, line: int) -> Line | None:
    """The line numbered `line`."""
    return next(iter(_lines(db, "WHERE table_id = ? AND line = ?", [table, line])), None)


def by_key(db: Database, table: int, key: str) -> Line | None:
    """The line that the form with `key` brought."""
    return next(iter(_lines(db, "WHERE table_id = ? AND key = ?", [table, key])), None)


def at_depth(db: Database, table: int, depth: int) -> Line | None:
    """The event in effect at `depth` of the pile."""
    return next(iter(_lines(db, "WHERE table_id = ? AND depth = ?", [table, depth])), None)


def latest(db: Database, table: int) -> Line | None:
    """The newest line."""
    rest = "WHERE table_id = ? ORDER BY line DESC LIMIT 1"
    return next(iter(_lines(db, rest, [table])), None)


def page(db: Database, table: int, before: int | None, most: int, cover: Redaction) -> list[Line]:
    """`most` lines older than `before`, the newest first; of what is covered only those that end a
    round."""
    rest = (
        "WHERE table_id = ? AND line < ? AND (kind = 'note' OR closes = 1 OR line <= ? "
        "OR line > CASE WHEN depth IS NULL THEN ? ELSE ? END) ORDER BY line DESC LIMIT ?"
    )
    upper = before if before is not None else 1 << 62
    return _lines(db, rest, [table, upper, cover.after, cover.aside, cover.to, most])


def since(db: Database, table: int, seq: int, most: int) -> list[Line]:
    """The newest `most` events after number `seq`, the newest first."""
    rest = "WHERE table_id = ? AND seq > ? ORDER BY seq DESC LIMIT ?"
    return _lines(db, rest, [table, seq, most])


def events(db: Database, table: int, after: int, most: int) -> list[Line]:
    """The first `most` events after number `after`, in order, in effect or not."""
    rest = "WHERE table_id = ? AND seq > ? ORDER BY seq LIMIT ?"
    return _lines(db, rest, [table, after, most])


def in_effect(db: Database, table: int, above: int, to: int) -> list[str]:
    """The events (JSON) at the depths after `above` up to `to`, in order."""
    rows = db.execute(
        "SELECT event FROM lines WHERE table_id = ? AND depth > ? AND depth <= ? ORDER BY depth",
        [table, above, to],
    )
    return [row[0] for row in rows]


def of_types(db: Database, table: int, types: Iterable[str], to: int) -> list[tuple[int, str, str]]:
    """Depth, event and ruling (JSON) of the events of some `types` in effect up to depth `to`, in
    order."""
    rows = db.execute(
        "SELECT depth, event, ruling FROM lines WHERE table_id = ? AND depth > 0 AND depth <= ? "
        "AND json_extract(event, '$.type') IN (SELECT value FROM json_each(?)) ORDER BY depth",
        [table, to, json.dumps(list(types))],
    )
    return rows.fetchall()


def take_back(db: Database, table: int, above: int, line: int) -> list[int]:
    """Take the pile off down to depth `above`, by the undo at `line`; the numbers of the events
    taken back, the latest first."""
    rows = db.execute(
        "SELECT seq FROM lines WHERE table_id = ? AND depth > ? ORDER BY depth DESC", [table, above]
    ).fetchall()
    db.execute(
        "UPDATE lines SET depth = NULL, undone = ? WHERE table_id = ? AND depth > ?",
        [line, table, above],
    )
    db.execute("DELETE FROM snapshots WHERE table_id = ? AND depth > ?", [table, above])
    db.execute("DELETE FROM course WHERE table_id = ? AND depth > ?", [table, above])
    return [row[0] for row in rows]


SeatChange = tuple[int, int | None, bool, bool | None, bool]
"""What became of an event: line, depth, left out, open, closes."""


def effects(db: Database, table: int) -> dict[int, SeatChange]:
    """What became of each event, by its number."""
    rows = db.execute(
        "SELECT seq, line, depth, left_out, open, closes FROM lines WHERE table_id = ? AND seq > 0",
        [table],
    )
    return {
        seq: (line, depth, bool(left_out), None if open is None else bool(open), bool(closes))
        for seq, line, depth, left_out, open, closes in rows
    }


def set_effects(db: Database, table: int, effects: list[SeatChange]) -> None:
    """What became of some events when the log was judged anew."""
    # Out of the pile first: no two may lie at one depth, not even for a moment.
    lines = [(table, line) for line, *_ in effects]
    db.conn.executemany("UPDATE lines SET depth = NULL WHERE table_id = ? AND line = ?", lines)
    db.conn.executemany(
        "UPDATE lines SET depth = ?, left_out = ?, open = ?, closes = ? "
        "WHERE table_id = ? AND line = ?",
        [(*became, table, line) for line, *became in effects],
    )


def count_undone(db: Database, table: int, line: int) -> int:
    """How many events the undo at `line` took back, without those left out of exports."""
    row = db.execute(
        "SELECT count(*) FROM lines INDEXED BY lines_undone "
        "WHERE table_id = ? AND undone = ? AND left_out = 0",
        [table, line],
    ).fetchone()
    return row[0]


def undone_by(db: Database, table: int, line: int) -> Line | None:
    """The latest event that the undo at `line` took back."""
    # Left to itself, SQLite may walk the whole log instead.
    rest = "INDEXED BY lines_undone WHERE table_id = ? AND undone = ? ORDER BY line DESC LIMIT 1"
    return next(iter(_lines(db, rest, [table, line])), None)


def first_in_effect(db: Database, table: int, line: int) -> int | None:
    """The depth of the first event in effect from `line` on."""
    row = db.execute(
        "SELECT depth FROM lines WHERE table_id = ? AND line >= ? AND +depth > 0 "
        "ORDER BY line LIMIT 1",
        [table, line],
    ).fetchone()
    return row and row[0]


def last_open(db: Database, table: int) -> int:
    """The line of the latest event in effect after which nothing was secret; 0 if none."""
    row = db.execute(
        "SELECT line FROM lines WHERE table_id = ? AND depth > 0 AND open = 1 "
        "ORDER BY depth DESC LIMIT 1",
        [table],
    ).fetchone()
    return row[0] if row else 0


def open_depth(db: Database, table: int) -> int:
    """The depth of the latest event in effect after which nothing was secret; 0 if none."""
    row = db.execute(
        "SELECT depth FROM lines WHERE table_id = ? AND depth > 0 AND open = 1 "
        "ORDER BY depth DESC LIMIT 1",
        [table],
    ).fetchone()
    return row[0] if row else 0


def cover(db: Database, table: int) -> Redaction:
    """What of the log may not be told now: since the latest moment at which nothing was secret, all
    up to the end of the last round but one. What was taken back or refused counts by the rounds
    that were ever ended."""
    after = last_open(db, table)

    def last_but_one(which: str) -> int:
        row = db.execute(
            f"SELECT line FROM lines WHERE table_id = ? AND line > ? AND closes = 1 {which} "  # noqa: S608
            "ORDER BY line DESC LIMIT 1 OFFSET 1",
            [table, after],
        ).fetchone()
        return row[0] if row else 0

    return Redaction(after, last_but_one("AND +depth > 0"), last_but_one(""))


def covered(db: Database, table: int, seq: int) -> bool:
    """Whether the event numbered `seq` may not be told now."""
    found = _lines(db, "WHERE table_id = ? AND seq = ?", [table, seq])
    return bool(found) and cover(db, table).covers(found[0])


def hiding(db: Database, table: int, seat: str, after: int) -> list[Line]:
    """The events in effect after line `after` that hold a secret of `seat`, the latest first."""
    # The plus keeps SQLite to the lines after `after`, instead of the whole pile.
    rest = "WHERE table_id = ? AND line > ? AND +depth > 0 AND hides = ? ORDER BY line DESC"
    return _lines(db, rest, [table, after, seat])


# Copies of states


def keep_snapshot(db: Database, table: int, depth: int, made: str, state: bytes) -> None:
    """Keep the `state` at `depth`; `made` says by which program and rules."""
    db.execute("INSERT OR REPLACE INTO snapshots VALUES (?, ?, ?, ?)", [table, depth, made, state])


def snapshot(db: Database, table: int, depth: int, made: str) -> tuple[int, bytes] | None:
    """The deepest state kept at `depth` or below it, with its depth."""
    return db.execute(
        "SELECT depth, state FROM snapshots WHERE table_id = ? AND depth <= ? AND made = ? "
        "ORDER BY depth DESC LIMIT 1",
        [table, depth, made],
    ).fetchone()


def drop_snapshots(db: Database, table: int) -> None:
    """Forget every kept state of the table."""
    db.execute("DELETE FROM snapshots WHERE table_id = ?", [table])


# The scores at the end of each hand or round: copies too


def keep_scores(db: Database, table: int, depth: int, scores: str) -> None:
    """The event at `depth` ended a round; `scores` (JSON) after it."""
    db.execute("INSERT OR REPLACE INTO course VALUES (?, ?, ?)", [table, depth, scores])


def course(db: Database, table: int, to: int) -> list[str]:
    """The scores (JSON) after each round in effect up to depth `to`, in order."""
    rows = db.execute(
        "SELECT scores FROM course WHERE table_id = ? AND depth <= ? ORDER BY depth", [table, to]
    )
    return [row[0] for row in rows]


def course_ends(db: Database, table: int, to: int) -> list[int]:
    """The depths of the events that ended a round, as in `course`."""
    rows = db.execute(
        "SELECT depth FROM course WHERE table_id = ? AND depth <= ? ORDER BY depth", [table, to]
    )
    return [row[0] for row in rows]


def drop_course(db: Database, table: int) -> None:
    """Forget the scores after each round."""
    db.execute("DELETE FROM course WHERE table_id = ?", [table])
