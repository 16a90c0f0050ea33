"""Phones, who is at a table, who sits where, and who waits for a yes."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

import msgspec
from sqlite_utils import Database

from referee.store import words


class Player(msgspec.Struct, frozen=True):
    """A row of `players`.

    `introduced`: the number of the event that brought the player in (0: there from the start;
    None: so far only named in an event that was refused). `phone`: the one that took the seat,
    `since` the line at which the seat last changed hands.
    """

    player: str
    name: str
    folded: str
    introduced: int | None
    phone: int | None
    since: int


class Member(msgspec.Struct, frozen=True):
    """A phone at a table. `number` counts them as they came, and is never another's."""

    phone: int
    number: int
    state: Literal["here", "removed", "left"]

    @property
    def here(self) -> bool:
        """It is at the table now."""
        return self.state == "here"


class Asking(msgspec.Struct, frozen=True):
    """A row of `asks`."""

    id: int
    phone: int
    kind: Literal["seat", "back", "new", "host"]
    player: str | None
    name: str
    refused: bool


# Phones


def phone_by_hash(db: Database, hash: bytes) -> int | None:
    """The phone whose token has this hash."""
    row = db.execute("SELECT id FROM phones WHERE hash = ?", [hash]).fetchone()
    return row and row[0]


def add_phone(db: Database, hash: bytes, at: str) -> int:
    """A new phone; its number."""
    cursor = db.execute("INSERT INTO phones (hash, at) VALUES (?, ?)", [hash, at])
    return int(cursor.lastrowid or 0)


# Players and their seats


def players(db: Database, table: int) -> list[Player]:
    """Everyone ever named at the table."""
    rows = db.execute(
        "SELECT player, name, folded, introduced, phone, since FROM players WHERE table_id = ?",
        [table],
    )
    return [Player(*row) for row in rows]


def add_players(db: Database, table: int, new: Iterable[Player]) -> None:
    """New rows; two of one (folded) name cannot be."""
    db.conn.executemany(
        "INSERT INTO players (table_id, player, name, folded, introduced, phone, since) "
        "VALUES (?, ?, ?, ?, ?, ?, ?)",
        [(table, *msgspec.structs.astuple(player)) for player in new],
    )
    words.note(db, table)


def introduce(db: Database, table: int, player: str, seq: int) -> None:
    """An event brings `player` in; only the first counts."""
    done = db.execute(
        "UPDATE players SET introduced = ? "
        "WHERE table_id = ? AND player = ? AND introduced IS NULL",
        [seq, table, player],
    )
    if done.rowcount:
        words.note(db, table)


def name(db: Database, table: int, player: str, name: str, folded: str) -> None:
    """Call `player` by another name."""
    db.execute(
        "UPDATE players SET name = ?, folded = ? WHERE table_id = ? AND player = ?",
        [name, folded, table, player],
    )
    db.execute(
        "UPDATE results SET folded = ? WHERE table_id = ? AND player = ?", [folded, table, player]
    )
    words.note(db, table)


def seat(db: Database, table: int, player: str, phone: int | None, line: int) -> None:
    """Give `player`'s seat to `phone`, or free it, at `line`."""
    db.execute(
        "UPDATE players SET phone = ?, since = ? WHERE table_id = ? AND player = ?",
        [phone, line, table, player],
    )


def names_of(db: Database, phone: int, tables: int) -> list[str]:
    """Names at the phone's latest `tables` tables, the most recent first, with repetitions."""
    rows = db.execute(
        "SELECT p.name FROM "
        "(SELECT table_id FROM members WHERE phone = ? AND state = 'here' "
        " ORDER BY table_id DESC LIMIT ?) m "
        "CROSS JOIN players p ON p.table_id = m.table_id AND p.introduced IS NOT NULL "
        "ORDER BY p.table_id DESC, length(p.player), p.player",
        [phone, tables],
    )
    return [row[0] for row in rows]


# Members


def members(db: Database, table: int) -> list[Member]:
    """Every phone that is at the table or was removed from it, in the order they came."""
    rows = db.execute(
        "SELECT phone, number, state FROM members WHERE table_id = ? AND state <> 'left' "
        "ORDER BY number",
        [table],
    )
    return [Member(*row) for row in rows]


def member(db: Database, table: int, phone: int) -> Member | None:
    """What `phone` is, or was, at the table."""
    row = db.execute(
        "SELECT phone, number, state FROM members WHERE table_id = ? AND phone = ?", [table, phone]
    ).fetchone()
    return Member(*row) if row else None


def next_number(db: Database, table: int) -> int:
    """The number for one more phone at the table."""
    row = db.execute("SELECT max(number) FROM members WHERE table_id = ?", [table]).fetchone()
    return int(row[0] or 0) + 1


def forget_left(db: Database, table: int, kept: int) -> None:
    """Of the phones that left the table forget all but the `kept` that came last; should one come
    again it gets another number."""
    db.execute(
        "DELETE FROM members WHERE table_id = ? AND state = 'left' AND number <= "
        "(SELECT number FROM members WHERE table_id = ? AND state = 'left' "
        " ORDER BY number DESC LIMIT 1 OFFSET ?)",
        [table, table, kept],
    )


def add_member(db: Database, table: int, phone: int, number: int, state: str = "here") -> None:
    """`phone` comes to the table for the first time."""
    db.execute(
        "INSERT INTO members (table_id, phone, number, state, game, over) "
        "SELECT id, ?, ?, ?, game, over FROM tables WHERE id = ?",
        [phone, number, state, table],
    )
    words.note(db, table)


def set_state(db: Database, table: int, phone: int, state: str) -> None:
    """`phone` is removed, leaves, or is here again."""
    db.execute(
        "UPDATE members SET state = ? WHERE table_id = ? AND phone = ?", [state, table, phone]
    )
    words.note(db, table)


# Asks

_ASK = "id, phone, kind, player, name, refused"


def asks(db: Database, table: int) -> list[Asking]:
    """Everything asked at the table, in order, refused or not."""
    rows = db.execute(f"SELECT {_ASK} FROM asks WHERE table_id = ? ORDER BY id", [table])  # noqa: S608
    return [
        Asking(id, phone, kind, player, name, bool(no))
        for id, phone, kind, player, name, no in rows
    ]


def ask(db: Database, table: int, phone: int, kind: str, player: str | None, name: str) -> None:
    """`phone` asks, in place of what it asked before."""
    forget_ask(db, table, phone)
    db.execute(
        "INSERT INTO asks (table_id, phone, kind, player, name, refused) VALUES (?, ?, ?, ?, ?, 0)",
        [table, phone, kind, player, name],
    )


def refuse_ask(db: Database, id: int) -> None:
    """The answer is no; the phone that asked is still to see it."""
    db.execute("UPDATE asks SET refused = 1 WHERE id = ?", [id])


def forget_ask(db: Database, table: int, phone: int) -> None:
    """Nothing is asked by `phone` any more."""
    db.execute("DELETE FROM asks WHERE table_id = ? AND phone = ?", [table, phone])


def forget_asks_to_host(db: Database, table: int) -> None:
    """Nobody asks to be the host any more."""
    db.execute("DELETE FROM asks WHERE table_id = ? AND kind = 'host'", [table])
