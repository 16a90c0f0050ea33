"""Codes of tables, keys of forms and of players."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Container
from itertools import count

from referee.core import PlayerKey, Unusable, say
from referee.store import Transaction

ALPHABET = "23456789ABCDEFGHJKMNPQRSTUVWXYZ"
"""31 signs that cannot be taken for each other."""
CODE = 6
"""Signs of a table's code."""


def typed_code(code: str) -> str:
    """Return a code as typed: case, spaces and dashes do not matter."""
    return "".join(c for c in code[:40].upper() if not c.isspace() and c != "-")


def free_code(db: Transaction) -> str:
    """Return a code, drawn by chance, that leads to no table yet."""
    return drawn_code(lambda code: _leads_to_a_table(db, code))


def free_league_code(db: Transaction) -> str:
    """Return a code that leads to no league yet, and to no table."""
    return drawn_code(
        lambda code: _leads_to_a_table(db, code) or db.leagues.by_code(code) is not None
    )


def _leads_to_a_table(db: Transaction, code: str) -> bool:
    return db.tables.by_code(code) is not None or db.tables.by_join_code(code) is not None


def drawn_code(is_taken: Callable[[str], bool], signs: int = CODE) -> str:
    """Return a code of so many signs, drawn by chance, that is not taken."""
    while True:
        code = "".join(secrets.choice(ALPHABET) for _ in range(signs))
        if not is_taken(code):
            return code


def form_key(key: str) -> str:
    """Return an idempotency key that is as long as one may be; raises `Unusable`."""
    if not (0 < len(key) <= 80 and key.isascii() and key.isprintable()):
        raise Unusable(
            "key",
            say("This page is out of date. Nothing was recorded. Reload the page and try again."),
        )
    return key


def key_reused() -> Unusable:
    """Return what to raise where a key came back with other contents."""
    return Unusable(
        "key", say("This form was already sent with something else in it. Open the page again.")
    )


def seat_key(number: int) -> PlayerKey:
    """Return the key of the `number`th player of a table, from 1: keys of players are born here."""
    return PlayerKey(f"p{number}")


def seat_keys(count: int) -> list[PlayerKey]:
    """Return the keys of the first `count` players of a table."""
    return [seat_key(number) for number in range(1, count + 1)]


def free_key(taken: Container[PlayerKey]) -> PlayerKey:
    """Return a key for one more player."""
    return next(key for number in count(1) if (key := seat_key(number)) not in taken)
