"""Leagues: a name, who is in it, which games count from when to when, and its standings.

They are protected as tables are. A phone sees a league that it opened or came to with its code;
only the phone that opened it changes it. A table joins by its own host.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from datetime import date, tzinfo

import msgspec

from referee.core import Unusable, plural, say
from referee.service.encoding import to_json
from referee.service.evenings import bounds
from referee.service.history import table_lines
from referee.service.keys import form_key, free_league_code, typed_code
from referee.service.names import too_many, typed_league_name, typed_name
from referee.service.tables import Tables
from referee.service.types import NotAllowed, NotFound, Phone, TableLine
from referee.store import Transaction
from referee.store.rows import LeagueRow, LeagueTotals, TableRow

MOST_PLACES = 14
"""Places that bring points."""
MOST_POINTS = 100
"""Points of a place."""
MOST_PEOPLE = 100
USUAL_POINTS = (5, 3, 2, 1)
_MOST_LEAGUES = 50
"""Leagues of a phone."""
_MOST_PHONES = 500
"""Phones that see a league."""
_MOST_TABLES = 10_000
"""Tables of a league."""
_MOST_LISTED = 200
"""People in its standings."""


class League(msgspec.Struct, frozen=True):
    """A league as a phone knows it, `host` if it may change it. `games` are those that count (none:
    all), `people` the names of who is in it (none: everybody), the days the first and the last that
    count, `points` those of the places from the first; `by_points`: the standings go by points."""

    code: str
    name: str
    host: bool
    games: tuple[str, ...] = ()
    people: tuple[str, ...] = ()
    first_day: date | None = None
    last_day: date | None = None
    points: tuple[int, ...] = USUAL_POINTS
    by_points: bool = False

    def takes(self, game: str) -> bool:
        """Whether the game with this key counts in it."""
        return not self.games or game in self.games


class LeagueStanding(msgspec.Struct, frozen=True):
    """What somebody's games in a league come to; who are equal share a `place`."""

    name: str
    place: int
    games: int
    wins: int
    points: int


class LeagueView(msgspec.Struct, frozen=True):
    """A league with its standings and the tables that count (`lines`, the latest first; `older`:
    where to go on), `counted` in all. `waiting` others have joined and do not count: not over,
    another game, outside the days, or played alone. `mine` are the codes of tables of `lines` that
    the phone is at."""

    league: League
    standings: list[LeagueStanding]
    lines: list[TableLine]
    mine: frozenset[str]
    older: tuple[str, int] | None
    counted: int
    waiting: int


class LeagueOfTable(msgspec.Struct, frozen=True):
    """A league of the phone, or that a table has joined (`is_in`)."""

    league: League
    is_in: bool


class Leagues:
    """The use cases of leagues."""

    def __init__(self, tables: Tables) -> None:
        self._tables = tables

    def open(
        self, phone: Phone, fields: Mapping[str, object], key: str, zone: tzinfo | None = None
    ) -> str:
        """Open a league with `phone` as its host; return its code. `fields` as `typed_league` takes
        them; the days are those of `zone`. Raises `Unusable`."""
        typed = typed_league(fields, self._tables.games)
        with self._tables.store.write() as db:
            phone = self._tables.enrolled(db, phone)
            made = db.leagues.by_key(phone.id, form_key(key))
            if made is not None:
                return made.code
            if len(db.leagues.of_phone(phone.id, _MOST_LEAGUES)) >= _MOST_LEAGUES:
                raise _too_many_leagues()
            code = free_league_code(db)
            id = db.leagues.insert(code=code, host=phone.id, made_key=key, **_columns(typed, zone))
            db.leagues.set_people(id, {name.casefold(): name for name in typed.people})
            db.leagues.add_phone(id, phone.id)
            return code

    def change(
        self, code: str, phone: Phone, fields: Mapping[str, object], zone: tzinfo | None = None
    ) -> None:
        """Make the league what `fields` say, as `open`. The host."""
        typed = typed_league(fields, self._tables.games)
        with self._tables.store.write() as db:
            row = self._of_host(db, code, phone)
            db.leagues.change(row.id, **_columns(typed, zone))
            db.leagues.set_people(row.id, {name.casefold(): name for name in typed.people})

    def renew_code(self, code: str, phone: Phone) -> str:
        """Make the code so far worthless; return the new one. Phones that have come stay. The
        host."""
        with self._tables.store.write() as db:
            row = self._of_host(db, code, phone)
            new = free_league_code(db)
            db.leagues.change(row.id, code=new)
            return new

    def delete(self, code: str, phone: Phone) -> None:
        """Delete the league; its tables stay. The host."""
        with self._tables.store.write() as db:
            db.leagues.delete(self._of_host(db, code, phone).id)

    def leave(self, code: str, phone: Phone) -> None:
        """See the league no more. Not the host."""
        with self._tables.store.write() as db:
            row, known = self._known(db, code, phone)
            if row.host == known:
                raise NotAllowed(say("The phone that opened a league cannot leave it."))
            db.leagues.remove_phone(row.id, known)

    def of_phone(self, phone: Phone) -> list[League]:
        """The leagues that `phone` sees, the latest first."""
        with self._tables.store.read() as db:
            known = self._tables.known(db, phone)
            rows = db.leagues.of_phone(known, _MOST_LEAGUES)
            return [_league(db, row, known) for row in rows]

    def find(self, code: str) -> str:
        """Return the name of the league that `code`, as typed, leads to. Raises `NotFound`."""
        with self._tables.store.read() as db:
            row = db.leagues.by_code(typed_code(code))
            if row is None:
                raise NotFound
            return row.name

    def join(self, code: str, phone: Phone) -> str:
        """Let `phone` see the league from now on; return its code. Raises `NotFound`."""
        with self._tables.store.write() as db:
            row = db.leagues.by_code(typed_code(code))
            if row is None:
                raise NotFound
            known = self._tables.enrolled(db, phone).id
            if not db.leagues.has_phone(row.id, known):
                if len(db.leagues.of_phone(known, _MOST_LEAGUES)) >= _MOST_LEAGUES:
                    raise _too_many_leagues()
                if db.leagues.count_phones(row.id) >= _MOST_PHONES:
                    raise NotAllowed(say("No more phones can see this league."))
                db.leagues.add_phone(row.id, known)
            return row.code

    def league(self, code: str, phone: Phone) -> League:
        """Return the league. Raises `NotFound` for a phone that is not in it."""
        with self._tables.store.read() as db:
            row, known = self._known(db, code, phone)
            return _league(db, row, known)

    def view(
        self,
        code: str,
        phone: Phone,
        *,
        before: tuple[str, int] | None = None,
        most: int = 30,
    ) -> LeagueView:
        """Return the league with its standings and a page of the tables that count, from `before`
        on (`LeagueView.older`)."""
        with self._tables.store.read() as db:
            row, known = self._known(db, code, phone)
            league = _league(db, row, known)
            rows = db.leagues.counting(row, before, most + 1)
            listed = [each for each in rows[:most] if each.game in self._tables.games]
            counted = db.leagues.count_counting(row)
            return LeagueView(
                league=league,
                standings=_standings(db, row, league),
                lines=table_lines(self._tables, db, Phone(known), listed),
                mine=frozenset(each.code for each in listed if _is_at(db, each, known)),
                older=(rows[most - 1].began, rows[most - 1].id) if len(rows) > most else None,
                counted=counted,
                waiting=db.leagues.count_tables(row.id) - counted,
            )

    def of_table(self, code: str, phone: Phone) -> list[LeagueOfTable]:
        """The leagues of `phone` that take the game of the table `code`, and whether it is in
        them."""
        with self._tables.read(code, phone) as session:
            db, known = session.db, session.phone
            joined = {row.id for row in db.leagues.of_table(session.table.id)}
            return [
                LeagueOfTable(league, row.id in joined)
                for row in db.leagues.of_phone(known, _MOST_LEAGUES)
                if (league := _league(db, row, known)).takes(session.game.key) or row.id in joined
            ]

    def add_table(self, league: str, code: str, phone: Phone) -> None:
        """The table `code` joins the league. The table's host, who is in the league."""
        with self._tables.write(code, phone) as session:
            session.only_host()
            row, _ = self._known(session.db, league, Phone(session.phone))
            if session.db.leagues.count_tables(row.id) >= _MOST_TABLES:
                raise NotAllowed(say("This league is full: no more tables can join it."))
            session.db.leagues.add_table(row.id, session.table.id)

    def remove_table(self, league: str, code: str, phone: Phone) -> None:
        """The table `code` leaves the league: by its host, or by the league's."""
        with self._tables.store.write() as db:
            row, known = self._known(db, league, phone)
            table = db.tables.by_code(typed_code(code))
            if table is None:
                return
            if known not in (row.host, table.host):
                raise NotAllowed(say("Only the host's phone can do this."))
            db.leagues.remove_table(row.id, table.id)

    def _known(self, db: Transaction, code: str, phone: Phone) -> tuple[LeagueRow, int]:
        """The league, and the number of the phone that sees it."""
        row = db.leagues.by_code(typed_code(code))
        known = self._tables.known(db, phone)
        if row is None or not db.leagues.has_phone(row.id, known):
            raise NotFound
        return row, known

    def _of_host(self, db: Transaction, code: str, phone: Phone) -> LeagueRow:
        row, known = self._known(db, code, phone)
        if row.host != known:
            raise NotAllowed(say("Only the phone that opened the league can change it."))
        return row


def typed_league(fields: Mapping[str, object], games: Collection[str]) -> League:
    """Return a league as a form sends it: `name`, `games` (keys), `people` (a name a line),
    `first_day` and `last_day` (ISO 8601, or ""), `points` (numbers, whatever is between them) and
    `by` ("wins" or "points"). Raises `Unusable` with the field as its path."""
    name = typed_league_name(str(fields.get("name", "")))
    if not name:
        raise Unusable("name", say("Type a name for the league."))
    chosen = fields.get("games", ())
    assert isinstance(chosen, Sequence)
    first, last = _day(fields, "first_day"), _day(fields, "last_day")
    if first and last and last < first:
        raise Unusable("last_day", say("The last day is before the first."))
    return League(
        code="",
        name=name,
        host=True,
        games=tuple(key for key in games if key in chosen),
        people=_people(str(fields.get("people", ""))),
        first_day=first,
        last_day=last,
        points=_points(str(fields.get("points", ""))),
        by_points=fields.get("by") == "points",
    )


def _people(typed: str) -> tuple[str, ...]:
    lines = [line for line in typed.splitlines() if line.strip()]
    if len(lines) > MOST_PEOPLE:
        raise too_many("people", MOST_PEOPLE)
    names: dict[str, str] = {}
    for line in lines:
        name = typed_name(line, [], "people")
        names.setdefault(name.casefold(), name)
    return tuple(names.values())


def _points(typed: str) -> tuple[int, ...]:
    found = re.findall(r"\d+", typed[:1000])
    if len(found) > MOST_PLACES:
        raise too_many("points", MOST_PLACES)
    if not found or any(len(each) > 3 or int(each) > MOST_POINTS for each in found):
        raise Unusable(
            "points",
            say("Type the points for each place, from 0 to {most}: 5 3 2 1.", most=MOST_POINTS),
        )
    return tuple(map(int, found))


def _day(fields: Mapping[str, object], name: str) -> date | None:
    typed = str(fields.get(name, "")).strip()
    if not typed:
        return None
    try:
        day = date.fromisoformat(typed)
    except ValueError:
        day = None
    if day is None or not 1900 <= day.year <= 2999:
        raise Unusable(name, say("Type a day as year, month and day: 2026-11-27."))
    return day


def _columns(league: League, zone: tzinfo | None) -> dict[str, object]:
    """The columns of a league's row."""
    first, last = league.first_day, league.last_day
    return {
        "name": league.name,
        "games": to_json(list(league.games)),
        "first_day": first.isoformat() if first else "",
        "last_day": last.isoformat() if last else "",
        "begins": bounds(first, zone)[0] if first else "",
        "ends": bounds(last, zone)[1] if last else "",
        "points": to_json(list(league.points)),
        "by_points": league.by_points,
    }


def _league(db: Transaction, row: LeagueRow, phone: int) -> League:
    return League(
        code=row.code,
        name=row.name,
        host=row.host == phone,
        games=tuple(msgspec.json.decode(row.games)),
        people=tuple(db.leagues.people(row.id).values()),
        first_day=date.fromisoformat(row.first_day) if row.first_day else None,
        last_day=date.fromisoformat(row.last_day) if row.last_day else None,
        points=tuple(msgspec.json.decode(row.points)),
        by_points=row.by_points,
    )


def _standings(db: Transaction, row: LeagueRow, league: League) -> list[LeagueStanding]:
    """The standings; who is in the league and has not played stands at the end."""
    found = db.leagues.standings(row, _MOST_LISTED)
    called = {name.casefold(): name for name in league.people}
    played = {each.folded for each in found}
    found += [LeagueTotals(folded, 0, 0, 0, 0) for folded in called if folded not in played]

    def key(each: LeagueTotals) -> tuple[int, int]:
        first, second = each.wins, each.points
        return (second, first) if league.by_points else (first, second)

    return [
        LeagueStanding(
            name=called.get(each.folded) or db.history.name_at(each.last, each.folded),
            place=1 + sum(key(other) > key(each) for other in found),
            games=each.games,
            wins=each.wins,
            points=each.points,
        )
        for each in found
    ]


def _is_at(db: Transaction, table: TableRow, phone: int) -> bool:
    member = db.members.find(table.id, phone)
    return member is not None and member.here


def _too_many_leagues() -> NotAllowed:
    """What to raise for a phone that is in as many leagues as it may be."""
    return NotAllowed(
        plural(
            "A phone can be in {n} league at most.",
            "A phone can be in {n} leagues at most.",
            _MOST_LEAGUES,
        )
    )
