"""Browsers, known by the token in their cookie."""

from __future__ import annotations

import secrets

from referee.service.tables import Tables
from referee.service.types import Phone


class Phones:
    """The use cases of being known."""

    def __init__(self, tables: Tables) -> None:
        self._tables = tables

    def find(self, token: str) -> Phone | None:
        """Return the phone whose cookie holds `token`."""
        with self._tables.store.read() as db:
            id = self._tables.known(db, Phone(0, token))
        return Phone(id) if id else None

    def add(self, token: str = "") -> tuple[Phone, str]:
        """Return a phone never seen before, and the token for its cookie (256 bits, valid for
        ever). With a `token` made before, that one is taken; again it gives the same phone."""
        token = token or secrets.token_urlsafe(32)
        with self._tables.store.write() as db:
            return self._tables.enrolled(db, Phone(0, token)), token
