"""How rows of `lines` and of `tables` are read."""

from __future__ import annotations

from typing import Any

from referee.store.rows import LogRow, TableRow
from referee.store.sql.connection import Connection

_LOG_FIELDS = LogRow.__struct_fields__
LOG_COLUMNS = ", ".join(_LOG_FIELDS)
INSERT_LOG_ROW = f"INSERT INTO lines (table_id, {LOG_COLUMNS}) VALUES (?{', ?' * len(_LOG_FIELDS)})"  # noqa: S608
_LOG_TRUTHS = [_LOG_FIELDS.index(name) for name in ("host", "stood", "open", "left_out", "closes")]

TABLE_COLUMNS = ", ".join(TableRow.__struct_fields__)
_TABLE_TRUTHS = [TableRow.__struct_fields__.index(name) for name in ("locked", "over")]


def log_rows(db: Connection, rest: str, values: list[object]) -> list[LogRow]:
    """The rows of `lines` for which `rest`, the end of a SELECT, holds."""
    found = db.execute(f"SELECT {LOG_COLUMNS} FROM lines {rest}", values)  # noqa: S608
    return [LogRow(*_with_truths(row, _LOG_TRUTHS)) for row in found]


def log_row(db: Connection, rest: str, values: list[object]) -> LogRow | None:
    """The first of such rows."""
    return next(iter(log_rows(db, rest, values)), None)


def table_columns(alias: str) -> str:
    """The columns of a `TableRow`, of the table called `alias` in a question."""
    return ", ".join(f"{alias}.{name}" for name in TableRow.__struct_fields__)


def table_row(row: tuple[object, ...]) -> TableRow:
    """A row of such columns."""
    return TableRow(*_with_truths(row, _TABLE_TRUTHS))


def _with_truths(row: tuple[object, ...], truths: list[int]) -> list[Any]:
    """`row` with 0 and 1 as False and True at the places in `truths`."""
    fields = list(row)
    for i in truths:
        if fields[i] is not None:
            fields[i] = bool(fields[i])
    return fields
