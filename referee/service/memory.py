"""What is remembered of the pieces that people play with, for their later tables.

It is remembered for a phone: what it was told when it opened or settled a table, and what was
recorded on it or at a table that it hosts. At a table every phone is offered what is remembered for
the host's, and of pieces also what is remembered for itself. Where whoever runs the server wants
one memory for all (`shared_memory`), everything is everybody's.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from referee.core import Game, Unusable, say
from referee.service.base import TableSession, plain_json
from referee.service.looking import Looking
from referee.service.types import NotAllowed, Phone
from referee.table.roles import may_record_some

PIECES = "box"
"""What the memory of pieces is called, in the store and in the `meta` of a record."""
_MOST = 64 * 1024
"""Bytes of one thing that is remembered."""
_EVERYBODY = 0
"""In place of a phone: the memory that all share."""


class Memory(Looking):
    """The use cases of remembering."""

    def memory(self, game: str, phone: Phone | None) -> dict[str, Any]:
        """What is remembered of `game` for `phone`, which may be one that nobody knows: the options
        that its `pieces` name and what they learn, by name; None for what is not known."""
        found = self.games[game]
        with self.store.read() as db:
            kept_ = db.memories.every(self._owner(phone.id if phone else None), game)
        return _read(found, kept_)

    def table_memory(self, code: str, phone: Phone) -> dict[str, Any]:
        """The same as this phone is offered it at the table `code`."""
        with self._glance(code, phone) as at:
            hosts = at.db.memories.every(self._owner(at.table.host), at.game.key)
            own = at.db.memories.every(self._owner(at.phone), at.game.key)
        memory = _read(at.game, hosts)
        if at.game.pieces.learns:
            mine = _read(at.game, own)[PIECES]
            memory[PIECES] = at.game.pieces.merged(memory[PIECES], mine)
        return memory

    def remember(self, game: str, phone: Phone, name: str, value: Any) -> None:
        """Remember `value` (plain data, 64 KiB at most) under `name`, one of those in `memory`, for
        `phone`; None forgets it."""
        if name not in _names(self.games[game]):
            raise Unusable("", say("This is not remembered."))
        text = _text(value)
        with self.store.write() as db:
            db.memories.put(self._owner(phone.id), game, name, text)

    def edit_pieces(self, code: str, phone: Phone, change: Mapping[str, str]) -> None:
        """Correct what is remembered of the pieces for this phone, by the fields in `change`; with
        `take` put in what the record that the table came from brought with it. Whoever may record
        at the table."""
        with self._change(code, phone) as at:
            if not may_record_some(at.table.who_may, at.who(None)):
                raise NotAllowed(say("This phone does not record at this table."))
            pieces, owner = at.game.pieces, self._owner(at.phone)
            memory = self._pieces(at, owner)
            if change.get("take"):
                meta = msgspec.json.decode(at.table.meta or "null")
                brought = meta.get(PIECES) if isinstance(meta, dict) else None
                memory = pieces.merged(memory, brought)
            else:
                memory = pieces.edited(memory, change)
            at.db.memories.put(owner, at.game.key, PIECES, _text(memory))

    def _learn(self, at: TableSession, event: Any) -> None:
        """Remember the pieces that `event`, just recorded, shows: for the phone that recorded it
        and for the host's."""
        if not at.game.pieces.learns:
            return
        for owner in {self._owner(at.phone), self._owner(at.table.host)}:
            before = self._pieces(at, owner)
            after = at.game.pieces.after(before, event)
            if after != before:
                try:
                    at.db.memories.put(owner, at.game.key, PIECES, _text(after))
                except Unusable:
                    continue  # the memory is full, and the table does not wait for it

    def _pieces(self, at: TableSession, owner: int | None) -> Any:
        text = at.db.memories.find(owner, at.game.key, PIECES)
        return None if text is None else msgspec.json.decode(text)

    def _owner(self, phone: int | None) -> int | None:
        """Under whose number something is remembered for `phone`."""
        return _EVERYBODY if self.shared_memory else phone


def _names(game: Game) -> set[str]:
    return {*game.pieces.options, *([PIECES] if game.pieces.learns else [])}


def _read(game: Game, found: Mapping[str, str]) -> dict[str, Any]:
    return {
        name: msgspec.json.decode(found[name]) if name in found else None for name in _names(game)
    }


def _text(value: Any) -> str | None:
    if value is None:
        return None
    text = plain_json(value)
    if len(text) > _MOST:
        raise Unusable("", say("This is more than can be remembered."))
    return text
