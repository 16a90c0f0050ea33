"""What an engine gives to the questions in this package."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Protocol, TypeAlias

from referee.store.rows import TableRow

Row: TypeAlias = Any
"""A row of an answer: the question knows what its columns hold."""


class Cursor(Protocol):
    """The answer to a statement."""

    @property
    def description(self) -> Sequence[Sequence[object]] | None:
        """The columns of the answer, each with its name first."""
        ...

    @property
    def rowcount(self) -> int:
        """How many rows were changed."""
        ...

    def fetchone(self) -> Row:
        """The next row, or None."""
        ...

    def fetchall(self) -> list[Row]:
        """All rows that are left."""
        ...

    def __iter__(self) -> Iterator[Row]: ...


class Connection(Protocol):
    """A connection in a transaction. `?` stands for a value; truths are kept as 0 and 1."""

    lock: str
    """What a SELECT ends with so that nobody else changes its rows before this transaction ends.
    Empty in one that only reads, and where there is only one writer at a time."""

    def execute(self, sql: str, values: Sequence[object] = ()) -> Cursor:
        """Run one statement."""
        ...

    def execute_many(self, sql: str, rows: Iterable[Sequence[object]]) -> None:
        """Run one statement for each of `rows`."""
        ...


class Search(Protocol):
    """Finds tables by the words of their titles, names and games, accents and case aside."""

    def note(self, table: int) -> None:
        """The title, a name or a phone of `table` has changed."""
        ...

    def note_all(self) -> None:
        """Note every table for the first time."""
        ...

    def clear(self) -> None:
        """Forget every table."""
        ...

    def forget(self, table: int) -> None:
        """The table is no more."""
        ...

    def find(
        self, phone: int, words: list[str], games: list[str], before: int, most: int
    ) -> list[TableRow]:
        """Up to `most` tables that `phone` is at, with numbers below `before`, the latest first:
        those whose title and names begin words with all of `words`, or that are of `games`."""
        ...


class Dialect(Protocol):
    """What the migrations need besides statements that both engines read."""

    def make_search(self) -> None:
        """Make what `Search` looks in."""
        ...

    def follow_over(self) -> None:
        """From now on `members.over` is what `tables.over` is."""
        ...
