"""Wall boards: what a television beside the table shows, to be looked at and no more."""

from __future__ import annotations

import hashlib
from contextlib import suppress
from functools import partial

import msgspec

from referee.live import Priority, Subscription
from referee.service.keys import drawn_code, typed_code
from referee.service.names import typed_title
from referee.service.session import TableSession
from referee.service.tables import Tables
from referee.service.types import Gone, Phone, TableView
from referee.service.views import view_of
from referee.service.ways_in import join_token
from referee.store import Transaction
from referee.store.rows import TableRow, WallRow

CODE = 12
"""Signs of a wall board's address: 59 bits, so nobody comes upon one by trying, and whoever holds
a remote control can still type it."""
EACH, EACH_WIDE = 6, 4
"""Tables side by side: usually, and where one of them has many and long names."""
_MANY, _MOST_ROWS = 5, 8
"""Players whose names have a line each, and the most in one column."""
_LINE, _HALF_LINE = 20, 10
"""Letters of a name in one column of six tables, and in one of two."""
TURN = 20.0
"""Seconds until the next of more tables are shown."""
MOST = 60
"""Tables on one board."""
_LEFT_ALONE = 12 * 3600.0
"""Seconds after which a table where nothing happened is no longer open, as far as a wall goes."""
_SEEN = 15 * 60.0
"""Seconds for which a finished game stays on a board of several tables."""


class Boards(msgspec.Struct, frozen=True):
    """The addresses that the host's phone is shown, "" where there is no board: of the table, and
    of all tables that this phone hosts, which are called `title`."""

    table: str
    all: str
    title: str


class Board(msgspec.Struct, frozen=True):
    """What a wall board shows now, as phones without a seat are shown it: of `count` tables those
    of page `page` (from 1) of `pages`. `single`: it is the board of one table; `joining`: the token
    of the QR code there, "" while nobody can join. `mark` is another whenever other tables are
    shown, or time has passed; `line` is a higher one whenever one of all tables has changed."""

    single: bool
    title: str
    tables: list[TableView]
    count: int
    page: int
    pages: int
    joining: str
    mark: str
    line: int
    at: str


class _Scene(msgspec.Struct, frozen=True):
    """Which tables a wall shows now, without a look at them."""

    rows: list[TableRow]
    each: int
    page: int
    pages: int
    mark: str
    line: int
    at: str

    @property
    def shown(self) -> list[TableRow]:
        """The rows of the page."""
        return self.rows[(self.page - 1) * self.each : self.page * self.each]


class WallListening:
    """A wall board's subscription to all its tables; close it when done."""

    priority = Priority.WATCHING

    def __init__(self, walls: Walls, code: str) -> None:
        self._walls = walls
        self.code = typed_code(code)
        self._heard: Subscription | None = None
        self._follow(walls.scene(code))

    def wait(self, timeout: float | None = None) -> int | None:
        """Return the number of the latest change, waiting for one if need be; None after `timeout`
        seconds without, or when it is the turn of other tables. Raises `Gone` once the board has
        ended."""
        assert self._heard is not None
        left = TURN - self._walls.tick() % TURN + 0.01
        woken = self._heard.wait(left if timeout is None else min(left, timeout))
        before = self.mark
        self._follow(self._walls.scene(self.code))
        return self._line if woken is not None or self.mark != before else None

    def close(self) -> None:
        """Listen no more."""
        if self._heard is not None:
            self._heard.close()

    def _follow(self, scene: _Scene) -> None:
        self.mark, self._line = scene.mark, scene.line
        ids = tuple(row.id for row in scene.rows)
        if self._heard is None or self._heard.tables != ids:
            old, self._heard = self._heard, self._walls.listen_at(ids)
            self._heard.notify(scene.line)  # what fell between is not missed
            if old is not None:
                old.close()


class Walls:
    """The use cases of wall boards."""

    def __init__(self, tables: Tables) -> None:
        self._tables = tables
        self.tick = tables.clock.tick

    def boards(self, code: str, phone: Phone) -> Boards:
        """Return the boards of the table `code` and of its host's phone. The host."""
        with self._tables.read(code, phone) as session:
            session.only_host()
            one = session.db.walls.of_table(session.table.id)
            every = session.db.walls.of_phone(session.phone)
        return Boards(
            table=one.code if one else "",
            all=every.code if every else "",
            title=every.title if every else "",
        )

    def open(self, code: str, phone: Phone, *, every: bool, title: str = "") -> None:
        """Open the board of the table `code`, or (`every`) that of all tables which its host's
        phone hosts; one that is open is given the `title`, 60 characters at most. The host."""
        with self._tables.write(code, phone) as session:
            session.only_host()
            db, title = session.db, typed_title(title) if every else ""
            found = _of(session, every)
            if found is None:
                table = None if every else session.table.id
                code = drawn_code(lambda code: db.walls.by_code(code) is not None, CODE)
                db.walls.add(WallRow(code, session.phone, table, title))
            elif found.title != title:
                db.walls.rename(found.code, title)
                db.announce("table", session.table.id, session.table.line)

    def end(self, code: str, phone: Phone, *, every: bool) -> None:
        """End that board: its address leads nowhere from then on, and a television that shows it is
        told. The host."""
        with self._tables.write(code, phone) as session:
            session.only_host()
            found = _of(session, every)
            if found is not None:
                db = session.db
                rows = self._rows(db, found)
                db.walls.delete(found.code)
                for row in rows:
                    db.announce("table", row.id, row.line)

    def board(self, code: str) -> Board:
        """Return what the board at the address `code` shows. Raises `Gone`."""
        tables = self._tables
        with tables.store.read() as db:
            wall = self._wall(db, code)
            scene = self._scene(db, wall)
        views, joining = [], ""
        for row in scene.shown:
            # A table that is deleted meanwhile is not shown; the next look finds it gone.
            with suppress(Gone), tables.reading(partial(self._at, row.id)) as session:
                views.append(view_of(session, None))
                table = session.table
                if wall.table is not None and not table.locked and not table.over:
                    joining = join_token(tables.context, table)
        if wall.table is not None and not views:
            raise Gone
        return Board(
            single=wall.table is not None,
            title=wall.title,
            tables=views,
            count=len(scene.rows),
            page=scene.page,
            pages=scene.pages,
            joining=joining,
            mark=scene.mark,
            line=scene.line,
            at=scene.at,
        )

    def is_as_shown(self, code: str, mark: str, line: int) -> bool:
        """Return whether the board is as it was with this `mark` and `line`. Raises `Gone`."""
        scene = self.scene(code)
        return (scene.mark, scene.line) == (mark, line)

    def listen(self, code: str) -> WallListening:
        """Subscribe a television to the board; the first `wait` returns at once. Raises `Gone`, and
        `Full` when too many listen."""
        return WallListening(self, code)

    def listen_at(self, tables: tuple[int, ...]) -> Subscription:
        """Subscribe to several tables. Raises `Full`."""
        return self._tables.notifier.listen_to_all(tables, Priority.WATCHING)

    def scene(self, code: str) -> _Scene:
        """Return which tables the board shows now. Raises `Gone`."""
        with self._tables.store.read() as db:
            return self._scene(db, self._wall(db, code))

    def _wall(self, db: Transaction, code: str) -> WallRow:
        found = db.walls.by_code(typed_code(code))
        if found is None:
            raise Gone
        return found

    def _at(self, table: int, db: Transaction) -> TableSession:
        """Nobody's phone at a table: it sees what one without a seat sees."""
        row = db.tables.by_id(table)
        if row is None:
            raise Gone
        return self._tables.session(db, row, 0)

    def _scene(self, db: Transaction, wall: WallRow) -> _Scene:
        rows, clock = self._rows(db, wall), self._tables.clock
        each = EACH_WIDE if any(_is_wide(db, row) for row in rows) else EACH
        pages = max(1, -(-len(rows) // each))
        page = 1 + int(clock.tick() // TURN) % pages
        at = "" if wall.table is not None else clock.stamp()[:16] + ":00Z"
        ids = [row.id for row in rows]
        seen = msgspec.json.encode([self._tables.store.mark, ids, wall.title, each, page, at])
        return _Scene(
            rows=rows,
            each=each,
            page=page,
            pages=pages,
            mark=hashlib.sha256(seen).hexdigest()[:16],
            line=sum(row.line for row in rows),
            at=at,
        )

    def _rows(self, db: Transaction, wall: WallRow) -> list[TableRow]:
        """The tables of a board in the order they were opened. Of one that shows several: those
        that are open, and those whose game has just ended."""
        if wall.table is not None:
            row = db.tables.by_id(wall.table)
            found = [] if row is None else [row]
        else:
            stamp, history, phone = self._tables.clock.stamp, db.history, wall.phone
            alive, seen = stamp(-_LEFT_ALONE), stamp(-_SEEN)
            found = [
                row
                for over, since, most in ((False, alive, 200), (True, seen, 30))
                for row in history.of_phone(phone, over, None, None, most)
                if row.host == phone and row.changed >= since and row.rematch is None
            ]
        known = [row for row in found if row.game in self._tables.games]
        return sorted(known, key=lambda row: row.id)[-MOST:]


def _is_wide(db: Transaction, row: TableRow) -> bool:
    """Whether names at this table would be cut beside five others."""
    seated = len(msgspec.json.decode(row.seating))
    if seated < _MANY:
        return False
    longest = _LINE if seated <= _MOST_ROWS else _HALF_LINE
    return any(len(player.name) > longest for player in db.players.at(row.id))


def _of(session: TableSession, every: bool) -> WallRow | None:
    walls = session.db.walls
    return walls.of_phone(session.phone) if every else walls.of_table(session.table.id)
