"""A service over a database of its own, with clocks that are wound by hand."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from sqlite_utils import Database
from toy import Toy

import referee.store.postgres as postgres
from referee.live import Notifier
from referee.service import Service, Submission
from referee.store.sqlite import Store

MEMORY = Path("/dev/shm")


class House:
    """A service that can be stopped and begun again, with its clocks and its phones."""

    def __init__(self, folder: Path, database: str = "") -> None:
        """Over a file in `folder`, or over the `database` at an address."""
        self.folder = folder
        self.database = database
        self.store: Any = None
        self.wall = datetime(2026, 11, 27, 20, tzinfo=UTC)
        self.ticks = 1000.0
        self.game = Toy()
        self.keys = itertools.count()
        self.start()

    def start(self, game: Toy | None = None, *, shared_memory: bool = False) -> Service:
        self.game = game or self.game
        if self.store is not None:
            self.store.close()
        self.store = self.open_store()
        self.notifier = Notifier()
        self.service = Service(
            self.store,
            self.notifier,
            token_key=b"k" * 32,
            shared_memory=shared_memory,
            now=lambda: self.wall,
            tick=lambda: self.ticks,
            games={"toy": self.game},
        )
        return self.service

    def open_store(self) -> Any:
        """One more store over the same database, as another process has it."""
        return postgres.Store(self.database) if self.database else Store(self.folder / "referee.db")

    def counts(self) -> dict[str, int]:
        """How many rows each table of the database has."""
        listed = "SELECT name FROM sqlite_schema WHERE type = 'table'"
        if self.database:
            listed = "SELECT tablename FROM pg_tables WHERE schemaname = 'public'"
        with self.store.read() as db:
            names = [row[0] for row in db.execute(listed).fetchall()]
            return {n: db.execute(f"SELECT count(*) FROM {n}").fetchone()[0] for n in names}

    def has_open_transaction(self) -> bool:
        """Whether a connection that nobody uses is in the middle of something."""
        if not self.database:
            return any(tx.db.conn.in_transaction for tx in self.store._idle)
        with self.store.read() as db:
            idle = db.execute(
                "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() "
                "AND state LIKE 'idle in transaction%' AND pid <> pg_backend_pid()"
            )
            return bool(idle.fetchone()[0])

    def wind(self, wall: timedelta, ticks: float = 0.0) -> None:
        self.wall += wall
        self.ticks += ticks

    def key(self) -> str:
        return f"key-{next(self.keys)}"

    def phone(self):
        return self.service.phones.add()[0]

    def open(self, phone, names=("Ann", "Bo", "Cy"), **options) -> str:
        return self.service.opening.open_table(phone, "toy", names, options, key=self.key())

    def seq(self, code, phone) -> int:
        return self.service.views.table(code, phone).seq

    def do(self, code, phone, type, *, seen=None, key=None, stands=False, **fields):
        seen = self.seq(code, phone) if seen is None else seen
        return self.service.play.submit(
            code,
            phone,
            Submission(
                event={"type": type, **fields}, seen=seen, key=key or self.key(), stands=stands
            ),
        )

    def steps(self, act: Callable[[], object]) -> int:
        """How many virtual-machine steps SQLite takes for `act`, in hundreds: what a statement
        costs, which no busy machine disturbs."""
        count = 0

        def step() -> None:
            nonlocal count
            count += 1

        self.store.close()
        connect = self.store._connect

        def counting() -> Database:
            db = connect()
            db.conn.set_progress_handler(step, 100)
            return db

        self.store._connect = counting
        try:
            act()
        finally:
            self.store._connect = connect
            self.store.close()
        return count
