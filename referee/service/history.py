"""A phone's past: the tables it was at, who won at which game, and what people are called."""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import groupby

import msgspec

from referee.core import RACE, AnyGame, Message, Unusable, UserText, plural, say
from referee.core.event import clean_name
from referee.core.text import cut
from referee.service.names import typed_name
from referee.service.tables import Tables
from referee.service.types import (
    Met,
    NotAllowed,
    Person,
    Phone,
    Place,
    Renamed,
    Standing,
    TableLine,
)
from referee.store import Transaction
from referee.store.rows import PersonTotals, ResultRow, Streaks, TableRow

_MOST = 100
"""People in a list of standings."""
_MOST_MET = 12
"""People whom a person met most often."""
_CHUNK = 100
_RECENT = 40
"""Tables whose names are remembered for a phone."""


class History:
    """The use cases of history. A phone sees only tables that it is at."""

    def __init__(self, tables: Tables) -> None:
        self._tables = tables

    def tables_of(
        self,
        phone: Phone,
        *,
        over: bool | None = None,
        game: str | None = None,
        before: int | None = None,
        most: int = 30,
    ) -> list[TableLine]:
        """The tables this phone is at, newest first; only finished or running ones with `over`,
        and with it only those of `game`. `before` is the `place` of the last one seen."""
        with self._tables.store.read() as db:
            found = db.history.of_phone(phone.id, over, game, before, most)
            return table_lines(self._tables, db, phone, found)

    def names_of(self, phone: Phone, most: int = 40) -> list[str]:
        """Names seen at this phone's tables, the most recent first, each once."""
        with self._tables.store.read() as db:
            names = db.players.names_of(phone.id, _RECENT)
        return list({name.casefold(): name for name in reversed(names)}.values())[::-1][:most]

    def find_tables(
        self, phone: Phone, text: str, *, before: int | None = None, most: int = 30
    ) -> list[TableLine]:
        """This phone's tables with all words of `text` in their title, names or game (the
        beginning of a word will do, accents and case do not matter), newest first; `before` as in
        `tables_of`."""
        words = [word for word in text[:200].split() if any(map(_is_letter, word))]
        if not words:
            return []
        games = [game.key for game in self._tables.games.values() if _called(game, text)]
        with self._tables.store.read() as db:
            found = db.history.by_words(phone.id, words, games, before, most)
            return table_lines(self._tables, db, phone, found)

    def tables_with(
        self, phone: Phone, name: str, *, before: int | None = None, most: int = 30
    ) -> list[TableLine]:
        """This phone's tables at which `name` plays or played, as `tables_of`."""
        with self._tables.store.read() as db:
            found = db.history.with_person(phone.id, _folded(name), before, most)
            return table_lines(self._tables, db, phone, found)

    def standings(self, phone: Phone, game: str) -> list[Standing]:
        """Everybody's finished games at `game` at this phone's tables, those of each kind together
        and those alone at the end; of each who won most first, 100 at most."""
        found = self._tables.games[game]
        with self._tables.store.read() as db:
            return [_standing(db, found, each) for each in db.history.sums(phone.id, game, _MOST)]

    def person(self, phone: Phone, name: str) -> Person | None:
        """Who is called `name` at this phone's tables; None if nobody is."""
        folded = _folded(name)
        with self._tables.store.read() as db:
            latest = db.history.with_person(phone.id, folded, None, 1)
            if not latest:
                return None
            games = [
                (game, _standing(db, game, found))
                for game in self._tables.games.values()
                for found in db.history.sums_of(phone.id, game.key, folded)
            ]
            return Person(
                name=db.history.name_at(latest[0].id, folded),
                games=games,
                hosted=len(db.history.hosted_with(phone.id, folded)),
                told=[*_favourite(games), *_streaks(db.history.streaks(phone.id, folded))],
                met=[
                    Met(
                        db.history.name_at(each.last, each.folded),
                        each.games,
                        each.ahead,
                        each.behind,
                    )
                    for each in db.history.rivals(phone.id, folded, _MOST_MET)
                ],
            )

    def rename_person(self, phone: Phone, name: str, new: str) -> Renamed:
        """Call who is called `name` `new` at every table that this phone hosts, old and new. So two
        spellings become one person; but not at a table where `new` is somebody else. Each table's
        log says so. Raises `Unusable` (`name`) for what is no name."""
        new, folded = typed_name(new, [], "name"), _folded(name)
        with self._tables.store.read() as db:
            phone = Phone(self._tables.known(db, phone))
            ids = db.history.hosted_with(phone.id, folded)
        if not ids:
            raise NotAllowed(
                say("This phone hosts no table where {name} plays.", name=UserText(cut(name, 40)))
            )
        done, kept = 0, 0
        for start in range(0, len(ids), _CHUNK):
            with self._tables.store.write() as db:
                for id in ids[start : start + _CHUNK]:
                    line = self._rename_at(db, id, phone, folded, new)
                    if line is None:
                        kept += 1
                    else:
                        done += 1
                        db.announce("table", id, line)
            self._tables.clock.pause()
        return Renamed(new, done, kept)

    def _rename_at(
        self, db: Transaction, id: int, phone: Phone, folded: str, new: str
    ) -> int | None:
        """The table's latest change, if the person is called `new` there now."""
        table = db.tables.by_id(id)
        if table is None or table.game not in self._tables.games or table.host != phone.id:
            return None
        session = self._tables.session(db, table, phone.id)
        row = next((row for row in session.players.values() if row.folded == folded), None)
        if row is None:
            return None
        if row.name == new:
            return session.table.line
        try:
            typed_name(new, [r.name for r in session.players.values() if r is not row], "name")
            said = say("{old} is now called {new}", old=UserText(row.name), new=UserText(new))
            session.note(said)
        except Unusable:
            return None
        db.players.rename(id, row.player, new, new.casefold())
        db.tables.change(id, **session.changes)
        return session.table.line


def _favourite(games: Sequence[tuple[AnyGame, Standing]]) -> Iterator[Message]:
    """Say which game somebody has finished most often, where that is one."""
    played: Counter[str] = Counter()
    for game, standing in games:
        played[game.name] += standing.games
    best = played.most_common(2)
    if best and (len(best) == 1 or best[0][1] > best[1][1]):
        name, count = best[0]
        yield plural(
            "Favourite game: {game}, {n} of {all} finished game",
            "Favourite game: {game}, {n} of {all} finished games",
            count,
            game=UserText(name),
            all=played.total(),
        )


def _streaks(found: Streaks | None) -> Iterator[Message]:
    """Say how many games somebody has won in a row, at most and now."""
    if found is None:
        return
    if found.longest > 1:
        yield plural("Most wins in a row: {n}", "Most wins in a row: {n}", found.longest)
    if found.is_winning:
        yield plural("Won the latest game", "Won the latest {n} games", found.now)
    elif found.now > 1:
        yield plural("No win in the latest game", "No win in the latest {n} games", found.now)


def table_lines(
    tables: Tables, db: Transaction, phone: Phone, rows: Sequence[TableRow]
) -> list[TableLine]:
    """Return those of `rows` whose games are here as lines of a list that `phone` is shown."""
    return [table_line(tables, db, phone, row) for row in rows if row.game in tables.games]


def table_line(tables: Tables, db: Transaction, phone: Phone, table: TableRow) -> TableLine:
    """Return `table` as a line of a list that `phone` is shown."""
    results = db.history.results(table.id) if table.over else []
    return TableLine(
        code=table.code,
        title=table.title,
        game=tables.games[table.game],
        now=msgspec.json.decode(table.now, type=Message),
        turn=table.turn,
        over=table.over,
        names={p.player: p.name for p in db.players.at(table.id)},
        seating=tuple(msgspec.json.decode(table.seating)),
        sides=tuple(
            _place(tables.games[table.game], side)
            for _, group in groupby(results, key=lambda result: result.side)
            if (side := list(group))
        ),
        began=table.began,
        changed=table.changed,
        host=table.host == phone.id,
        place=table.id,
    )


def _place(game: AnyGame, side: Sequence[ResultRow]) -> Place:
    first = side[0]
    return Place(
        tuple(each.player for each in side),
        first.place,
        first.score,
        first.won,
        told=None if first.score is None else game.scoring.told(first.kind, first.score),
        turns=first.score if first.kind == RACE else None,
    )


def _folded(name: str) -> str:
    """What tells `name` from others at a table; of what is no name, nothing."""
    try:
        return clean_name(name, "name").casefold()
    except Unusable:
        return ""


def _standing(db: Transaction, game: AnyGame, found: PersonTotals) -> Standing:
    latest = db.tables.by_id(found.last)
    best = found.low if game.scoring.lowest_is_best(found.kind) else found.high
    return Standing(
        name=db.history.name_at(found.last, found.folded),
        games=found.games,
        wins=found.wins,
        best=None if best is None else game.scoring.told(found.kind, best) or best,
        average=found.average,
        last=latest.changed if latest else "",
        alone=found.alone,
        said=game.scoring.kinds.get(found.kind),
    )


def _is_letter(sign: str) -> bool:
    """Whether the words of tables hold such signs (as `found` in the schema says)."""
    return unicodedata.category(sign)[0] in "LN" or unicodedata.category(sign) in ("Co", "So")


def _called(game: AnyGame, text: str) -> bool:
    """Whether `text` is what `game` is called, or the beginning of it."""
    typed = _plain(text)
    return len(typed) > 1 and _plain(game.name).startswith(typed)


def _plain(text: str) -> str:
    return "".join(sign for sign in text.casefold() if sign.isalnum())
