"""The ways to a table: the code that somebody types, and the token in its QR code."""

from __future__ import annotations

import base64
import hmac

from referee.core import say
from referee.service.keys import CODE, free_code, typed_code
from referee.service.session import Context, TableSession
from referee.service.tables import Tables
from referee.service.types import Locked, NotFound, Phone
from referee.store import Transaction
from referee.store.rows import TableRow


def open_by_code(tables: Tables, db: Transaction, code: str, phone: Phone | None) -> TableRow:
    """Return the open table to which `code` leads; a phone that was removed from it, which can only
    ask to come back, by its address too. Raises `NotFound`."""
    code = typed_code(code)
    table = db.tables.by_join_code(code) or db.tables.by_code(code)
    if table is None or table.locked or table.over or table.game not in tables.games:
        raise NotFound
    if (table.join_code or table.code) != code and not _was_removed(tables, db, table, phone):
        raise NotFound
    return table


def open_by_token(tables: Tables, db: Transaction, token: str, phone: Phone | None) -> TableRow:
    """Return the same by a token: for a removed phone it may be one of before. Raises `NotFound`
    or `Locked`."""
    table = db.tables.by_code(token[:CODE])
    if table is None or table.game not in tables.games:
        raise NotFound
    right = hmac.compare_digest(join_token(tables.context, table).encode(), token.encode())
    if not right and not _was_removed(tables, db, table, phone):
        raise NotFound
    if table.locked:
        raise Locked
    return table


def _was_removed(tables: Tables, db: Transaction, table: TableRow, phone: Phone | None) -> bool:
    member = db.members.find(table.id, tables.known(db, phone)) if phone else None
    return member is not None and member.state == "removed"


def join_token(context: Context, table: TableRow) -> str:
    """Return the code, and 128 bits that follow from the server's key. So nothing secret is stored,
    and a new generation makes every older token worthless."""
    words = f"join {table.id} {table.code} {table.generation}".encode()
    mac = hmac.new(context.token_key, words, "sha256").digest()[:16]
    return table.code + base64.urlsafe_b64encode(mac).decode().rstrip("=")


def renew_ways_in(session: TableSession) -> None:
    """Make a new QR code and a new code to type. The table's address stays: phones that are here
    have it, and whoever only has it does not come in."""
    session.change(generation=session.table.generation + 1, join_code=free_code(session.db))
    session.note(say("The QR code and the code to type are new"))
