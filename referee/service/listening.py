"""Phones that listen to a table: what they are told when it has changed."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from itertools import islice

from referee.live import Priority, Subscription
from referee.service.session import TableSession
from referee.service.tables import Tables
from referee.service.types import Gone, Phone, TableView

TOGETHER = 8
"""Phones whose views are read in one transaction: it keeps nobody waiting for long."""

ViewOf = Callable[[TableSession, str | None], TableView]


class Listening:
    """A phone's subscription to a table; close it when done (or use it in `with`). `table` and
    `phone`: their numbers; `priority`: what the phone was there when it subscribed; `views`:
    whether it is told what it sees, from the seat `as_seat` if it may."""

    __slots__ = (
        *("_listeners", "as_seat", "phone", "priority", "ready", "subscription", "table"),
        *("view", "views"),
    )

    def __init__(
        self,
        listeners: Listeners,
        subscription: Subscription,
        table: int,
        phone: int,
        views: bool,
        as_seat: str | None,
    ) -> None:
        self._listeners = listeners
        self.subscription = subscription
        self.table, self.phone, self.views, self.as_seat = table, phone, views, as_seat
        self.priority = subscription.priority
        self.view: TableView | None = None
        """With `views` the table as this phone saw it when `wait` returned a number; None where
        that change was its own, as it has its answer to that, and at first."""
        self.ready: TableView | None = None
        """What another phone has read for this one, which was notified but has not woken up yet."""

    def wait(self, timeout: float | None = None) -> int | None:
        """Return the number of the table's latest change since the last call, waiting for one if
        need be; None after `timeout` seconds without. Raises `Gone` or `Removed` once the phone is
        no longer at the table."""
        self.view = None
        number = self.subscription.wait(timeout)
        if number is not None and self.wants_view:
            self.view = self._listeners.view(self, number)
        else:
            self.ready = None
            self._listeners.note(self, notified=number is not None)
        return number

    @property
    def wants_view(self) -> bool:
        """Whether it is told what it sees since the latest change."""
        return self.views and self.subscription.by != self.phone

    def close(self) -> None:
        """Listen no more."""
        self._listeners.drop(self)

    def __enter__(self) -> Listening:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


class Listeners:
    """The phones that listen to the tables of one server. `view_of` returns a table as the phone of
    a session sees it from a seat."""

    def __init__(self, tables: Tables, view_of: ViewOf) -> None:
        self._tables = tables
        self._view_of = view_of
        self._viewing: dict[int, set[Listening]] = {}
        """Those that are told what they see, by table."""
        self._lock = threading.Lock()

    def listen(self, code: str, phone: Phone, views: bool, as_seat: str | None) -> Listening:
        """Subscribe `phone`; see `Views.listen`."""
        tables = self._tables
        with tables.read(code, phone) as session:
            table, id = session.table.id, session.phone
            priority = Priority.SEATED if session.own else Priority.WATCHING
            priority = Priority.HOST if session.is_host else priority
        subscription = tables.notifier.listen(table, priority)
        views = views and priority > Priority.WATCHING
        listening = Listening(self, subscription, table, id, views, as_seat)
        if views:
            with self._lock:
                self._viewing.setdefault(table, set()).add(listening)
        try:
            # Asked after listening has begun, so that nothing falls between.
            with tables.store.read() as db:
                row = db.tables.by_id(table)
            if row is None:
                raise Gone
            subscription.notify(row.line, by=id)
        except BaseException:
            listening.close()
            raise
        return listening

    def drop(self, listening: Listening) -> None:
        """Let `listening` hear no more."""
        listening.subscription.close()
        with self._lock:
            here = self._viewing.get(listening.table, set())
            here.discard(listening)
            if not here:
                self._viewing.pop(listening.table, None)

    def note(self, listening: Listening, notified: bool) -> None:
        """Note that the phone is awake; if it was `notified`, only if it is at the table still:
        raises `Gone` or `Removed`."""
        tables = self._tables
        if notified:
            with tables.store.read() as db:
                tables.check_member(db, listening.table, listening.phone)
        tables.presence.note(listening.table, listening.phone)

    def view(self, listening: Listening, number: int) -> TableView:
        """Return the table as the phone that listens sees it at `number` or later; raises `Gone` or
        `Removed`. Whoever of a table's phones wakes up first reads for the others too."""
        ready, listening.ready = listening.ready, None
        if ready is not None and ready.line >= number:
            self._tables.presence.note(listening.table, listening.phone)
            return ready
        tables, table, phone = self._tables, listening.table, listening.phone
        with tables.reading(lambda db: tables.member(db, db.tables.by_id(table), phone)) as session:
            members = session.once(session.db.members.at, table)
            here = {member.phone for member in members if member.here}
            waiting = self._waiting(listening, session.table.line)
            for other in islice(waiting, TOGETHER - 1):
                if other.phone in here:
                    other.ready = self._view_of(session.of_phone(other.phone), other.as_seat)
            return self._view_of(session, listening.as_seat)

    def _waiting(self, listening: Listening, line: int) -> Iterator[Listening]:
        """The others at the same table that are about to ask for their views, and for whom that of
        `line` has not been read."""
        with self._lock:
            viewing = list(self._viewing.get(listening.table, ()))
        for other in viewing:
            is_read = other.ready is not None and other.ready.line >= line
            is_due = other.subscription.is_notified and other.wants_view and not is_read
            if is_due and other is not listening:
                yield other
