"""Leagues."""

from __future__ import annotations

import msgspec

from referee.store import interface
from referee.store.rows import LeagueRow, LeagueTotals, TableRow
from referee.store.sql.connection import Connection, Row
from referee.store.sql.reading import table_columns, table_row

_COLUMNS = ", ".join(f"g.{name}" for name in LeagueRow.__struct_fields__)
_LATEST = ("~", 1 << 62)


class Leagues(interface.Leagues):
    """See `interface.Leagues`."""

    def __init__(self, db: Connection) -> None:
        self._db = db

    def by_code(self, code: str) -> LeagueRow | None:
        return next(iter(self._rows("WHERE g.code = ?", [code])), None)

    def by_key(self, host: int, key: str) -> LeagueRow | None:
        found = self._rows("WHERE g.host = ? AND g.made_key = ?", [host, key])
        return next(iter(found), None)

    def of_phone(self, phone: int, most: int) -> list[LeagueRow]:
        return self._rows(
            "JOIN league_phones p ON p.league_id = g.id WHERE p.phone = ? "
            "ORDER BY g.id DESC LIMIT ?",
            [phone, most],
        )

    def of_table(self, table: int) -> list[LeagueRow]:
        return self._rows(
            "JOIN league_tables l ON l.league_id = g.id WHERE l.table_id = ? ORDER BY g.id DESC",
            [table],
        )

    def _rows(self, rest: str, values: list[object]) -> list[LeagueRow]:
        found = self._db.execute(f"SELECT {_COLUMNS} FROM leagues g {rest}", values)  # noqa: S608
        return [_league(row) for row in found]

    def insert(self, **fields: object) -> int:
        names, marks = ", ".join(fields), ", ".join("?" * len(fields))
        added = self._db.execute(
            f"INSERT INTO leagues ({names}) VALUES ({marks}) RETURNING id",  # noqa: S608
            list(fields.values()),
        )
        return int(added.fetchall()[0][0])

    def change(self, id: int, **fields: object) -> None:
        names = ", ".join(f"{name} = ?" for name in fields)
        self._db.execute(f"UPDATE leagues SET {names} WHERE id = ?", [*fields.values(), id])  # noqa: S608

    def delete(self, id: int) -> None:
        self._db.execute("DELETE FROM leagues WHERE id = ?", [id])

    def people(self, league: int) -> dict[str, str]:
        rows = self._db.execute(
            "SELECT folded, name FROM league_people WHERE league_id = ? ORDER BY folded", [league]
        )
        return dict(rows.fetchall())

    def set_people(self, league: int, names: dict[str, str]) -> None:
        self._db.execute("DELETE FROM league_people WHERE league_id = ?", [league])
        self._db.execute_many(
            "INSERT INTO league_people (league_id, folded, name) VALUES (?, ?, ?)",
            [(league, folded, name) for folded, name in names.items()],
        )

    def has_phone(self, league: int, phone: int) -> bool:
        row = self._db.execute(
            "SELECT 1 FROM league_phones WHERE league_id = ? AND phone = ?", [league, phone]
        ).fetchone()
        return row is not None

    def count_phones(self, league: int) -> int:
        return self._count("SELECT count(*) FROM league_phones WHERE league_id = ?", [league])

    def add_phone(self, league: int, phone: int) -> None:
        self._db.execute(
            "INSERT INTO league_phones (league_id, phone) VALUES (?, ?) "
            "ON CONFLICT (league_id, phone) DO NOTHING",
            [league, phone],
        )

    def remove_phone(self, league: int, phone: int) -> None:
        self._db.execute(
            "DELETE FROM league_phones WHERE league_id = ? AND phone = ?", [league, phone]
        )

    def count_tables(self, league: int) -> int:
        return self._count("SELECT count(*) FROM league_tables WHERE league_id = ?", [league])

    def add_table(self, league: int, table: int) -> None:
        self._db.execute(
            "INSERT INTO league_tables (league_id, table_id) VALUES (?, ?) "
            "ON CONFLICT (league_id, table_id) DO NOTHING",
            [league, table],
        )

    def remove_table(self, league: int, table: int) -> None:
        self._db.execute(
            "DELETE FROM league_tables WHERE league_id = ? AND table_id = ?", [league, table]
        )

    def follow(self, table: int, following: int) -> None:
        for league in self.of_table(table):
            self.add_table(league.id, following)

    def standings(self, league: LeagueRow, most: int) -> list[LeagueTotals]:
        points: list[int] = msgspec.json.decode(league.points)
        worth = " ".join(f"WHEN {place} THEN {int(each)}" for place, each in enumerate(points, 1))
        order = "points DESC, wins DESC" if league.by_points else "wins DESC, points DESC"
        rest, values = _counting(league)
        rows = self._db.execute(
            "SELECT r.folded, count(*), CAST(sum(r.won) AS BIGINT) AS wins, "  # noqa: S608
            f"CAST(sum({f'CASE r.place {worth} ELSE 0 END' if worth else '0'}) AS BIGINT) "
            f"AS points, max(t.id) {rest.format(joins='JOIN results r ON r.table_id = t.id')} "
            "AND (r.folded IN (SELECT folded FROM league_people WHERE league_id = ?) "
            "OR NOT EXISTS (SELECT 1 FROM league_people WHERE league_id = ?)) "
            f"GROUP BY r.folded ORDER BY {order}, count(*), r.folded LIMIT ?",
            [*values, league.id, league.id, most],
        )
        return [LeagueTotals(*row) for row in rows]

    def counting(
        self, league: LeagueRow, before: tuple[str, int] | None, most: int
    ) -> list[TableRow]:
        rest, values = _counting(league)
        rows = self._db.execute(
            f"SELECT {table_columns('t')} {rest.format(joins='')} AND (t.began, t.id) < (?, ?) "
            "ORDER BY t.began DESC, t.id DESC LIMIT ?",
            [*values, *(before or _LATEST), most],
        )
        return [table_row(row) for row in rows]

    def count_counting(self, league: LeagueRow) -> int:
        rest, values = _counting(league)
        return self._count(f"SELECT count(*) {rest.format(joins='')}", values)

    def _count(self, sql: str, values: list[object]) -> int:
        return int(self._db.execute(sql, values).fetchone()[0])


def _counting(league: LeagueRow) -> tuple[str, list[object]]:
    """The end of a question for the tables `t` that count in `league`, with a place for more
    `joins`, and its values."""
    values: list[object] = [league.id]
    only = ""
    games: list[str] = msgspec.json.decode(league.games)
    if games:
        only += f" AND t.game IN ({', '.join('?' * len(games))})"
        values += games
    if league.begins:
        only += " AND t.began >= ?"
        values.append(league.begins)
    if league.ends:
        only += " AND t.began < ?"
        values.append(league.ends)
    return (
        "FROM league_tables l CROSS JOIN tables t ON t.id = l.table_id {joins} "  # noqa: S608
        f"WHERE l.league_id = ? AND t.over = 1{only} AND NOT EXISTS "
        "(SELECT 1 FROM results a WHERE a.table_id = t.id AND a.alone = 1)",
        values,
    )


def _league(row: Row) -> LeagueRow:
    fields = dict(zip(LeagueRow.__struct_fields__, row, strict=True))
    return LeagueRow(**fields | {"by_points": bool(fields["by_points"])})
