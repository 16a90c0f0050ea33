"""An evening: the tables of one night that were played by much the same people."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from datetime import UTC, date, datetime, timedelta, tzinfo
from datetime import time as time_of_day
from itertools import combinations

import msgspec

from referee.core import Message, UserText, plural, say
from referee.core.text import SingleValue
from referee.service.clock import stamp_of
from referee.service.history import table_line, table_lines
from referee.service.tables import Tables
from referee.service.types import Phone, TableLine

_NIGHT_ENDS = 5
"""The hour until which the small hours belong to the evening before."""
_MOST = 60
"""Tables of one night that are looked at."""


class Evener(msgspec.Struct, frozen=True):
    """Somebody at an evening. `games` are those finished against others, of which he won `wins`;
    `place` counts from 1, and who won as often share one."""

    name: str
    place: int
    games: int
    wins: int


class Duel(msgspec.Struct, frozen=True):
    """How often two met in finished games, on different sides: `ahead` and `behind` are how often
    the `first` came before the `second` and after; the rest were ties."""

    first: str
    second: str
    ahead: int
    behind: int
    ties: int


class Evening(msgspec.Struct, frozen=True):
    """An evening of `day`: its `tables` in the order they began, `people` as they won, and who met
    whom (`duels`, most often first)."""

    day: date
    tables: list[TableLine]
    people: list[Evener]
    duels: list[Duel]

    @property
    def finished(self) -> list[TableLine]:
        """The tables whose games are over."""
        return [table for table in self.tables if table.over]


class Evenings:
    """The use case of evenings. A phone sees only tables that it is at."""

    def __init__(self, tables: Tables) -> None:
        self._tables = tables

    def evening(self, code: str, phone: Phone, zone: tzinfo | None = None) -> Evening:
        """Return the evening of the table `code`, with a clock in `zone` (None: the server's)."""
        with self._tables.read(code, phone) as session:
            db, phone = session.db, Phone(session.phone)
            day = night(session.table.began, zone)
            rows = db.history.evening(phone.id, *bounds(day, zone), _MOST)
            lines = table_lines(self._tables, db, phone, rows)
            anchor = table_line(self._tables, db, phone, session.table)
        tables = _much_the_same(anchor, lines)
        return Evening(day, tables, _people(tables), _duels(tables))


def night(began: str, zone: tzinfo | None = None) -> date:
    """Return the day to whose evening a moment (UTC, ISO 8601) belongs where the clock is that of
    `zone` (None: the server's)."""
    return (datetime.fromisoformat(began).astimezone(zone) - timedelta(hours=_NIGHT_ENDS)).date()


def bounds(day: date, zone: tzinfo | None) -> tuple[str, str]:
    """Return when the evening of `day` begins, and when it is over (UTC, ISO 8601)."""
    ends = (datetime.combine(each, time_of_day(_NIGHT_ENDS), zone) for each in (day, day + _DAY))
    begin, end = (stamp_of(at.astimezone(UTC)) for at in ends)
    return begin, end


_DAY = timedelta(days=1)


def _much_the_same(anchor: TableLine, lines: Sequence[TableLine]) -> list[TableLine]:
    """Return those of `lines` that the people of `anchor` played, or people of such a table: at
    least half of those at the smaller of two tables are at the other, too."""
    people = {line.code: _at(line) for line in [*lines, anchor]}
    found, waiting = {anchor.code}, [anchor.code]
    while waiting:
        here = people[waiting.pop()]
        for code, there in people.items():
            if code not in found and 2 * len(here & there) >= min(len(here), len(there)):
                found.add(code)
                waiting.append(code)
    return [line for line in lines if line.code in found] or [anchor]


def _at(line: TableLine) -> set[str]:
    """Return who plays or played at a table, by folded name."""
    return {line.names[player].casefold() for player in line.seating}


def _people(tables: Sequence[TableLine]) -> list[Evener]:
    names: dict[str, str] = {}
    games: Counter[str] = Counter()
    wins: Counter[str] = Counter()
    for table in tables:
        for player in table.seating:
            names[table.names[player].casefold()] = table.names[player]
        if len(table.sides) < 2:
            continue
        for side in table.sides:
            for player in side.players:
                folded = table.names[player].casefold()
                names.setdefault(folded, table.names[player])
                games[folded] += 1
                wins[folded] += side.won
    return [
        Evener(
            name=names[folded],
            place=1 + sum(wins[other] > wins[folded] for other in names),
            games=games[folded],
            wins=wins[folded],
        )
        for folded in sorted(names, key=lambda each: (-wins[each], games[each], each))
    ]


def _duels(tables: Sequence[TableLine]) -> list[Duel]:
    names: dict[str, str] = {}
    met: dict[tuple[str, str], Counter[int]] = {}
    for table in tables:
        names |= {name.casefold(): name for name in table.names.values()}
        ranks = sorted(_ranks(table).items())
        for (one, (side, place)), (two, (other, after)) in combinations(ranks, 2):
            if side != other:
                met.setdefault((one, two), Counter())[(place > after) - (place < after)] += 1
    found = [
        Duel(names[one], names[two], ahead=how[-1], behind=how[1], ties=how[0])
        if how[-1] >= how[1]
        else Duel(names[two], names[one], ahead=how[1], behind=how[-1], ties=how[0])
        for (one, two), how in met.items()
    ]
    return sorted(found, key=lambda duel: -(duel.ahead + duel.behind + duel.ties))


def _ranks(table: TableLine) -> Mapping[str, tuple[int, int]]:
    """Return the side and the place of each folded name at a table that is over."""
    return {
        table.names[player].casefold(): (number, side.rank)
        for number, side in enumerate(table.sides)
        for player in side.players
    }


def first(evening: Evening) -> list[Evener]:
    """Return who won most games against others; nobody before there was one."""
    return [person for person in evening.people if person.place == 1 and person.wins]


def won_most(winners: Sequence[Evener]) -> Message:
    """Say how many games those who won most have won."""
    if len(winners) > 1:
        return plural("each won {n} game", "each won {n} games", winners[0].wins)
    [person] = winners
    return plural("won {n} game of {all}", "won {n} games of {all}", person.wins, all=person.games)


def won_of(person: Evener) -> Message:
    """Say how many of his games somebody won."""
    return say("{wins} of {games} won", wins=person.wins, games=person.games)


def lines(evening: Evening, day: str) -> list[Message]:
    """Return the evening of `day` to paste into a chat: who won how often, and each game."""
    said = [
        plural(
            "Evening of {day}: {n} game",
            "Evening of {day}: {n} games",
            len(evening.finished),
            day=UserText(day),
        )
    ]
    for person in evening.people:
        if person.games:
            who = UserText(person.name)
            said.append(say("{n}. {name}: {won}", n=person.place, name=who, won=won_of(person)))
    said += [told(table) for table in evening.finished]
    return said


def told(table: TableLine) -> Message:
    """Say how a finished game ended, with the scores of all sides."""
    scores: list[SingleValue] = [
        say("{name} {score}", name=table.call(side.players), score=side.told or side.score)
        if side.score is not None
        else table.call(side.players)
        for side in table.sides
    ]
    game = UserText(table.game.name)
    if len(table.sides) < 2:
        return say("{game}: {scores}", game=game, scores=scores)
    return say("{game}: {scores}. {how}.", game=game, scores=scores, how=table.state())
