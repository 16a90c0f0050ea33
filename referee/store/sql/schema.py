"""The tables of the database, one migration after the other. A released one is never changed.

They are written as SQLite reads them; PostgreSQL's types are put in their places when it reads
them (`referee.store.postgres.schema`).
"""

from __future__ import annotations

import json
import secrets
from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from typing import Any

from referee.core import PlayerKey
from referee.store.sql.connection import Connection, Dialect, Search


def m001_first(db: Connection, dialect: Dialect, search: Search) -> None:
    """Everything the live table needs.

    `tables.line` counts every change, so that the bell has a number; log lines take theirs from
    it. An event in effect has a `depth`: the events in effect lie on each other as a pile, and
    undo takes from its top. So no question ever walks the log.
    """
    for statement in (
        """
        CREATE TABLE phones (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            hash BLOB NOT NULL UNIQUE,
            at TEXT NOT NULL
        ) STRICT
        """,
        """
        CREATE TABLE tables (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            code TEXT NOT NULL UNIQUE,
            game TEXT NOT NULL,
            title TEXT NOT NULL,
            players TEXT NOT NULL,
            options TEXT NOT NULL,
            meta TEXT,
            edition TEXT NOT NULL,
            notice TEXT,
            who_may TEXT NOT NULL CHECK (who_may IN ('anyone', 'own', 'host')),
            locked INTEGER NOT NULL,
            generation INTEGER NOT NULL,
            host INTEGER NOT NULL REFERENCES phones (id),
            host_since INTEGER NOT NULL,
            seq INTEGER NOT NULL,
            line INTEGER NOT NULL,
            depth INTEGER NOT NULL,
            size INTEGER NOT NULL,
            now TEXT NOT NULL,
            turn TEXT,
            seating TEXT NOT NULL,
            over INTEGER NOT NULL,
            opened TEXT NOT NULL,
            changed TEXT NOT NULL,
            made_by INTEGER NOT NULL REFERENCES phones (id),
            made_key TEXT NOT NULL,
            made_body BLOB NOT NULL,
            rematch INTEGER REFERENCES tables (id) ON DELETE SET NULL,
            host_link BLOB UNIQUE,
            UNIQUE (made_by, made_key)
        ) STRICT
        """,
        "CREATE INDEX tables_rematch ON tables (rematch) WHERE rematch IS NOT NULL",
        """
        CREATE TABLE players (
            table_id INTEGER NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
            player TEXT NOT NULL,
            name TEXT NOT NULL,
            folded TEXT NOT NULL,
            introduced INTEGER,
            phone INTEGER REFERENCES phones (id),
            since INTEGER NOT NULL,
            PRIMARY KEY (table_id, player),
            UNIQUE (table_id, folded)
        ) STRICT, WITHOUT ROWID
        """,
        """
        CREATE TABLE members (
            table_id INTEGER NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
            phone INTEGER NOT NULL REFERENCES phones (id),
            number INTEGER NOT NULL,
            state TEXT NOT NULL CHECK (state IN ('here', 'removed', 'left')),
            PRIMARY KEY (table_id, phone),
            UNIQUE (table_id, number)
        ) STRICT, WITHOUT ROWID
        """,
        "CREATE INDEX members_phone ON members (phone, state, table_id)",
        """
        CREATE TABLE asks (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            table_id INTEGER NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
            phone INTEGER NOT NULL REFERENCES phones (id),
            kind TEXT NOT NULL CHECK (kind IN ('seat', 'back', 'new')),
            player TEXT,
            name TEXT NOT NULL,
            refused INTEGER NOT NULL,
            UNIQUE (table_id, phone)
        ) STRICT
        """,
        """
        CREATE TABLE lines (
            table_id INTEGER NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
            line INTEGER NOT NULL,
            kind TEXT NOT NULL CHECK (kind IN ('event', 'ruling', 'note')),
            at TEXT NOT NULL,
            phone INTEGER REFERENCES phones (id),
            who TEXT NOT NULL,
            host INTEGER NOT NULL,
            said TEXT,
            seq INTEGER,
            event TEXT,
            ruling TEXT,
            verdict TEXT,
            edition TEXT,
            stood INTEGER,
            depth INTEGER,
            undone INTEGER,
            hides TEXT,
            open INTEGER,
            left_out INTEGER NOT NULL DEFAULT 0,
            key TEXT,
            body BLOB,
            PRIMARY KEY (table_id, line)
        ) STRICT, WITHOUT ROWID
        """,
        "CREATE UNIQUE INDEX lines_seq ON lines (table_id, seq) WHERE seq IS NOT NULL",
        "CREATE UNIQUE INDEX lines_key ON lines (table_id, key) WHERE key IS NOT NULL",
        "CREATE UNIQUE INDEX lines_depth ON lines (table_id, depth) WHERE depth IS NOT NULL",
        "CREATE INDEX lines_undone ON lines (table_id, undone) WHERE undone IS NOT NULL",
        """
        CREATE TABLE snapshots (
            table_id INTEGER NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
            depth INTEGER NOT NULL,
            made TEXT NOT NULL,
            state BLOB NOT NULL,
            PRIMARY KEY (table_id, depth)
        ) STRICT, WITHOUT ROWID
        """,
        """
        CREATE TABLE course (
            table_id INTEGER NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
            depth INTEGER NOT NULL,
            scores TEXT NOT NULL,
            PRIMARY KEY (table_id, depth)
        ) STRICT, WITHOUT ROWID
        """,
        """
        CREATE TABLE drafts (
            table_id INTEGER NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
            sheet TEXT NOT NULL,
            player TEXT NOT NULL,
            fields TEXT NOT NULL,
            PRIMARY KEY (table_id, sheet, player)
        ) STRICT, WITHOUT ROWID
        """,
        """
        CREATE TABLE remembered (
            game TEXT NOT NULL,
            name TEXT NOT NULL,
            value TEXT NOT NULL,
            PRIMARY KEY (game, name)
        ) STRICT, WITHOUT ROWID
        """,
    ):
        db.execute(statement)


def m002_closes(db: Connection, dialect: Dialect, search: Search) -> None:
    """Which events ended a round that the log does not tell while something is secret."""
    db.execute("ALTER TABLE lines ADD COLUMN closes INTEGER NOT NULL DEFAULT 0")
    db.execute("CREATE INDEX lines_closes ON lines (table_id, line) WHERE closes = 1")


def m003_history(db: Connection, dialect: Dialect, search: Search) -> None:
    """What a phone finds its past tables by, and how finished games ended.

    `results` are written with the event that ends a game. `members` knows the game and whether it
    is over, so that a phone's tables of a kind lie together in an index. `found` holds the words of
    each table, and its phones as words: looking for both walks neither list.
    """
    for statement in (
        """
        CREATE TABLE results (
            table_id INTEGER NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
            player TEXT NOT NULL,
            folded TEXT NOT NULL,
            score INTEGER,
            won INTEGER NOT NULL,
            PRIMARY KEY (table_id, player)
        ) STRICT, WITHOUT ROWID
        """,
        "ALTER TABLE members ADD COLUMN game TEXT NOT NULL DEFAULT ''",
        "ALTER TABLE members ADD COLUMN over INTEGER NOT NULL DEFAULT 0",
        "UPDATE members SET (game, over) = (SELECT game, over FROM tables WHERE id = table_id)",
        "CREATE INDEX members_over ON members (phone, state, over, table_id)",
        "CREATE INDEX members_game ON members (phone, state, game, over, table_id)",
    ):
        db.execute(statement)
    dialect.follow_over()
    dialect.make_search()
    search.note_all()


def m004_ways_in(db: Connection, dialect: Dialect, search: Search) -> None:
    """A table's code to type may be another than its address, and a phone may ask to host."""
    for statement in (
        "ALTER TABLE tables ADD COLUMN join_code TEXT",
        "CREATE UNIQUE INDEX tables_join_code ON tables (join_code) WHERE join_code IS NOT NULL",
        """
        CREATE TABLE asks_new (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            table_id INTEGER NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
            phone INTEGER NOT NULL REFERENCES phones (id),
            kind TEXT NOT NULL CHECK (kind IN ('seat', 'back', 'new', 'host')),
            player TEXT,
            name TEXT NOT NULL,
            refused INTEGER NOT NULL,
            UNIQUE (table_id, phone)
        ) STRICT
        """,
        "INSERT INTO asks_new SELECT id, table_id, phone, kind, player, name, refused FROM asks",
        "DROP TABLE asks",
        "ALTER TABLE asks_new RENAME TO asks",
    ):
        db.execute(statement)


def m005_identity(db: Connection, dialect: Dialect, search: Search) -> None:
    """The mark of this database, by which a phone tells it from another copy of it."""
    db.execute(
        "CREATE TABLE identity (id INTEGER PRIMARY KEY CHECK (id = 1), mark TEXT NOT NULL) STRICT"
    )
    db.execute("INSERT INTO identity VALUES (1, ?)", [secrets.token_hex(8)])


def m006_memories(db: Connection, dialect: Dialect, search: Search) -> None:
    """What is remembered of a game's pieces, for a phone; phone 0 stands for all phones.

    What the server remembered for everybody stays so (a server that shares its memory goes on with
    it), and becomes the memory of those who have been using it: the hosts of the game's tables, the
    latest of them, so that no file grows by more than it can hold.
    """
    for statement in (
        """
        CREATE TABLE memories (
            phone INTEGER NOT NULL,
            game TEXT NOT NULL,
            name TEXT NOT NULL,
            value TEXT NOT NULL,
            PRIMARY KEY (phone, game, name)
        ) STRICT, WITHOUT ROWID
        """,
        "INSERT INTO memories SELECT 0, game, name, value FROM remembered",
        """
        INSERT INTO memories SELECT host, remembered.game, name, value FROM remembered JOIN (
            SELECT game, host, row_number() OVER (PARTITION BY game ORDER BY max(id) DESC) AS n
            FROM tables GROUP BY game, host
        ) AS hosts ON hosts.game = remembered.game AND n <= 500
        """,
        "DROP TABLE remembered",
    ):
        db.execute(statement)


def m007_corrections(db: Connection, dialect: Dialect, search: Search) -> None:
    """Which note tells of what a correction took back and recorded again."""
    db.execute("ALTER TABLE lines ADD COLUMN told_by INTEGER")
    db.execute("CREATE INDEX lines_told_by ON lines (table_id, told_by) WHERE told_by IS NOT NULL")


def m008_processes(db: Connection, dialect: Dialect, search: Search) -> None:
    """What several processes need: how often the log of a table was judged anew (a state in the
    memory of one is right only as long as that is what it was), and which key they share."""
    db.execute("ALTER TABLE tables ADD COLUMN judged INTEGER NOT NULL DEFAULT 0")
    db.execute("ALTER TABLE identity ADD COLUMN key_mark TEXT")


def m009_standings(db: Connection, dialect: Dialect, search: Search) -> None:
    """What standings need of a finished game: who scored together, their place, what was counted,
    and whether only one side played, which is no win. And when a table's game began, for the
    evenings of a phone.

    What the results of before do not say is taken from the tables' options as they were written
    then.
    """
    for statement in (
        "ALTER TABLE results ADD COLUMN side INTEGER NOT NULL DEFAULT 0",
        "ALTER TABLE results ADD COLUMN place INTEGER NOT NULL DEFAULT 1",
        "ALTER TABLE results ADD COLUMN kind TEXT NOT NULL DEFAULT ''",
        "ALTER TABLE results ADD COLUMN alone INTEGER NOT NULL DEFAULT 0",
        "ALTER TABLE tables ADD COLUMN began TEXT NOT NULL DEFAULT ''",
        "ALTER TABLE members ADD COLUMN began TEXT NOT NULL DEFAULT ''",
        "UPDATE tables SET began = opened",
        """
        UPDATE results SET side = (
            SELECT count(*) FROM results o
            WHERE o.table_id = results.table_id AND o.player < results.player
        )
        """,
    ):
        db.execute(statement)
    rows = db.execute(
        "SELECT id, game, players, options, opened, meta FROM tables "
        "WHERE game IN ('kazing', 'zigzag') OR meta IS NOT NULL"
    ).fetchall()
    for id, game, players, options, opened, meta in rows:
        chosen = json.loads(options)
        began = _moment(json.loads(meta).get("started") if meta else None)
        if began and began != opened:
            db.execute("UPDATE tables SET began = ? WHERE id = ?", [began, id])
        if game == "kazing":
            kind = chosen.get("type", "thaumaturgy")
            db.execute("UPDATE results SET kind = ? WHERE table_id = ?", [kind, id])
        for side, team in enumerate(_teams_of_before(game, json.loads(players), chosen)):
            for player in team:
                db.execute(
                    "UPDATE results SET side = ? WHERE table_id = ? AND player = ?",
                    [side, id, player],
                )
    for statement in (
        "UPDATE members SET began = (SELECT began FROM tables WHERE id = table_id)",
        "CREATE INDEX members_began ON members (phone, state, began)",
        """
        UPDATE results SET place = 1 + (
            SELECT count(DISTINCT o.side) FROM results o WHERE o.table_id = results.table_id
            AND (o.won > results.won OR (o.won = results.won AND CASE
                WHEN (SELECT game FROM tables WHERE id = results.table_id) = 'zar'
                THEN o.score < results.score ELSE o.score > results.score END))
        )
        """,
        """
        UPDATE results SET alone = 1, won = 0 WHERE table_id IN (
            SELECT table_id FROM results GROUP BY table_id HAVING count(DISTINCT side) = 1
        )
        """,
    ):
        db.execute(statement)


def _teams_of_before(
    game: str, players: list[PlayerKey], options: Mapping[str, Any]
) -> list[list[str]]:
    """The teams of a table from before `m009_standings`, by its options; none where everybody
    played for himself."""
    if game == "zigzag" and not options.get("teams"):
        half = len(players) // 2
        return [[players[i], players[i + half]] for i in range(half)]
    teams: list[list[str]] = options.get("teams") or []
    return teams


def _moment(said: object) -> str | None:
    """`said` as a moment in UTC, if it is one."""
    try:
        at = datetime.fromisoformat(str(said)).astimezone(UTC)
        return at.isoformat(timespec="seconds").replace("+00:00", "Z")
    except (ValueError, OverflowError):
        return None


def m010_walls(db: Connection, dialect: Dialect, search: Search) -> None:
    """Wall boards: of one table, or (none named) of all that a phone hosts; one of each."""
    db.execute(
        """
        CREATE TABLE walls (
            code TEXT PRIMARY KEY,
            phone INTEGER NOT NULL REFERENCES phones (id),
            table_id INTEGER REFERENCES tables (id) ON DELETE CASCADE,
            title TEXT NOT NULL DEFAULT ''
        ) STRICT, WITHOUT ROWID
        """
    )
    db.execute("CREATE UNIQUE INDEX walls_table ON walls (table_id) WHERE table_id IS NOT NULL")
    db.execute("CREATE UNIQUE INDEX walls_phone ON walls (phone) WHERE table_id IS NULL")


def m011_leagues(db: Connection, dialect: Dialect, search: Search) -> None:
    """Leagues: which games count from when to when, who is in them, the phones that see them and
    the tables that joined."""
    for statement in (
        """
        CREATE TABLE leagues (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            code TEXT NOT NULL UNIQUE,
            name TEXT NOT NULL,
            host INTEGER NOT NULL REFERENCES phones (id),
            games TEXT NOT NULL,
            first_day TEXT NOT NULL,
            last_day TEXT NOT NULL,
            begins TEXT NOT NULL,
            ends TEXT NOT NULL,
            points TEXT NOT NULL,
            by_points INTEGER NOT NULL,
            made_key TEXT NOT NULL,
            UNIQUE (host, made_key)
        ) STRICT
        """,
        """
        CREATE TABLE league_people (
            league_id INTEGER NOT NULL REFERENCES leagues (id) ON DELETE CASCADE,
            folded TEXT NOT NULL,
            name TEXT NOT NULL,
            PRIMARY KEY (league_id, folded)
        ) STRICT, WITHOUT ROWID
        """,
        """
        CREATE TABLE league_phones (
            league_id INTEGER NOT NULL REFERENCES leagues (id) ON DELETE CASCADE,
            phone INTEGER NOT NULL REFERENCES phones (id),
            PRIMARY KEY (league_id, phone)
        ) STRICT, WITHOUT ROWID
        """,
        "CREATE INDEX league_phones_phone ON league_phones (phone, league_id)",
        """
        CREATE TABLE league_tables (
            league_id INTEGER NOT NULL REFERENCES leagues (id) ON DELETE CASCADE,
            table_id INTEGER NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
            PRIMARY KEY (league_id, table_id)
        ) STRICT, WITHOUT ROWID
        """,
        "CREATE INDEX league_tables_table ON league_tables (table_id, league_id)",
    ):
        db.execute(statement)


def m012_first_round(db: Connection, dialect: Dialect, search: Search) -> None:
    """How far the first round of a table that is taught has come."""
    db.execute("ALTER TABLE tables ADD COLUMN first_round TEXT")


Step = Callable[[Connection, Dialect, Search], None]

STEPS: tuple[Step, ...] = (
    m001_first,
    m002_closes,
    m003_history,
    m004_ways_in,
    m005_identity,
    m006_memories,
    m007_corrections,
    m008_processes,
    m009_standings,
    m010_walls,
    m011_leagues,
    m012_first_round,
)
"""Every migration, in order."""
