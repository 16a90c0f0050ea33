"""Where sessions begin and end: one transaction of the store each."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager

from referee.core import AnyGame
from referee.live import Notifier
from referee.service import rejudging
from referee.service.clock import Clock
from referee.service.encoding import digest
from referee.service.keys import typed_code
from referee.service.presence import Presence
from referee.service.session import Context, Heads, TableSession
from referee.service.types import Gone, Phone, Removed
from referee.store import Store, Transaction
from referee.store.interface import Topic
from referee.store.rows import TableRow

Find = Callable[[Transaction], TableSession]
_PAIRS = 200
"""Phones that are told of in one notice: PostgreSQL takes 8,000 bytes."""


class Tables:
    """The tables of one server. One object for a process, shared by its threads or greenlets."""

    def __init__(
        self,
        store: Store,
        notifier: Notifier,
        games: Mapping[str, AnyGame],
        clock: Clock,
        *,
        token_key: bytes,
        shared_memory: bool,
    ) -> None:
        self.store = store
        self.notifier = notifier
        self.games = games
        self.clock = clock
        self.presence = Presence(clock, store.is_shared)
        self.heads = Heads()
        self.context = Context(clock, self.presence, self.heads, token_key, shared_memory)
        store.listen(self.hear, self.catch_up)

    def read(self, code: str, phone: Phone) -> AbstractContextManager[TableSession]:
        """Give `phone` at the table `code`, to read. Raises `Gone` or `Removed`."""
        return self.reading(lambda db: self.at(db, code, phone))

    def write(self, code: str, phone: Phone) -> AbstractContextManager[TableSession]:
        """Give `phone` at the table `code`, to change it. Raises `Gone` or `Removed`."""
        return self.writing(lambda db: self.at(db, code, phone))

    @contextmanager
    def reading(self, find: Find) -> Iterator[TableSession]:
        """Give one moment of the table that `find` finds."""
        while True:
            with self.store.read() as db:
                session = find(db)
                session.found = {}
                if session.table.edition == session.game.rules.edition:
                    yield session
                    break
            rejudging.renew(self, session.table.id)
        session.keep_head()

    @contextmanager
    def writing(self, find: Find) -> Iterator[TableSession]:
        """Give the table that `find` finds, to change it. What was changed is committed at the end,
        and then published; what raises changes nothing."""
        while True:
            with self.store.write() as db:
                session = find(db)
                if session.table.edition == session.game.rules.edition:
                    yield session
                    if session.changes:
                        db.tables.change(session.table.id, **session.changes)
                    if session.table.line != session.read.line:
                        db.announce("table", session.table.id, session.table.line, session.phone)
                    break
            rejudging.renew(self, session.table.id)
        session.keep_head()

    def hear(self, topic: Topic, numbers: tuple[int, ...]) -> None:
        """Take what a process of this store announced."""
        if topic == "table":
            self.notifier.publish(*numbers)
        elif topic == "asked":
            self.presence.note_request_to_host(*numbers)
        else:
            for table, phone in zip(numbers[::2], numbers[1::2], strict=True):
                self.presence.note(table, phone, here=False)

    def catch_up(self) -> None:
        """Announce every table that is listened to once more: something may have been missed."""
        self.presence.restart()
        tables = self.notifier.tables()
        with self.store.read() as db:
            revisions = db.tables.revisions(tables)
        for table in tables:
            self.notifier.publish(table, revisions.get(table, 0))

    def share_presence(self) -> None:
        """Tell the other processes which phones were heard of here since this was last called."""
        pairs = self.presence.heard_here()
        if not pairs:
            return
        with self.store.write() as db:
            for start in range(0, len(pairs), _PAIRS):
                some = pairs[start : start + _PAIRS]
                db.announce("awake", *(number for pair in some for number in pair))

    def session(self, db: Transaction, table: TableRow, phone: int) -> TableSession:
        """Return the phone numbered `phone` (0: nobody's) at `table`, whatever it may do there."""
        return TableSession(self.context, db, table, self.games[table.game], phone)

    def at(self, db: Transaction, code: str, phone: Phone) -> TableSession:
        """Return `phone` at the table `code` in a transaction that has begun. Raises `Gone` or
        `Removed`."""
        code = typed_code(code)
        table = db.tables.by_code(code) or db.tables.by_join_code(code)
        return self.member(db, table, self.known(db, phone))

    def member(self, db: Transaction, table: TableRow | None, phone: int) -> TableSession:
        """Return the phone numbered `phone` at `table`. Raises `Gone` or `Removed`."""
        if table is None or table.game not in self.games:
            raise Gone
        self.check_member(db, table.id, phone)
        self.presence.note(table.id, phone)
        return self.session(db, table, phone)

    @staticmethod
    def check_member(db: Transaction, table: int, phone: int) -> None:
        """Raise `Gone` or `Removed` where `phone` is not at `table`, both by number."""
        member = db.members.find(table, phone) if phone else None
        if member is None or member.state == "left":
            raise Gone
        if member.state == "removed":
            raise Removed

    @staticmethod
    def known(db: Transaction, phone: Phone) -> int:
        """Return the number of `phone`; 0 if it was never seen before."""
        if phone.id or not phone.token:
            return phone.id
        return db.phones.by_hash(digest(phone.token)) or 0

    def enrolled(self, db: Transaction, phone: Phone) -> Phone:
        """Return `phone` as it is kept; from now on, if it was never seen before."""
        known = self.known(db, phone)
        return Phone(known or db.phones.add(digest(phone.token), self.clock.stamp()))
