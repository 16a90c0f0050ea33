"""What is remembered of the pieces that people play with, for their later tables.

It is remembered for a phone: what it was told when it opened or settled a table, and what was
recorded on it or at a table that it hosts. At a table every phone is offered what is remembered for
the host's, and of pieces also what is remembered for itself. Where whoever runs the server wants
one memory for all, everything is everybody's.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

import msgspec

from referee.core import AnyGame, Event, Unusable, say
from referee.service.encoding import plain_json
from referee.service.session import Context, TableSession
from referee.service.tables import Tables
from referee.service.types import Gone, NotAllowed, Phone
from referee.table.roles import may_record_some

PIECES = "box"
"""What the memory of pieces is called, in the store and in the `meta` of a record."""
_MOST = 64 * 1024
"""Bytes of one thing that is remembered."""
_EVERYBODY = 0
"""In place of a phone: the memory that all share."""


class Memory:
    """The use cases of remembering."""

    def __init__(self, tables: Tables) -> None:
        self._tables = tables

    def of(self, game: str, phone: Phone | None) -> dict[str, object]:
        """Return what is remembered of `game` for `phone`, which may be one that nobody knows: the
        options that its `pieces` name and what they learn, by name; None for what is not known."""
        found = self._tables.games[game]
        with self._tables.store.read() as db:
            known = self._tables.known(db, phone) or None if phone else None
            return _read(found, db.memories.every(_owner(self._tables.context, known), game))

    def at_table(self, code: str, phone: Phone) -> dict[str, object]:
        """Return the same as this phone is offered it at the table `code`."""
        with self._tables.read(code, phone) as session:
            return remembered_at(session)

    def remember(self, game: str, phone: Phone, name: str, value: object) -> None:
        """Remember `value` (plain data, 64 KiB at most) under `name`, one of those in `of`, for
        `phone`; None forgets it."""
        if name not in _names(self._tables.games[game]):
            raise Unusable("", say("This has not been saved."))
        text = _text(value)
        with self._tables.store.write() as db:
            known = self._tables.known(db, phone)
            if not known:
                raise Gone
            db.memories.put(_owner(self._tables.context, known), game, name, text)

    def edit_pieces(self, code: str, phone: Phone, change: Mapping[str, str]) -> None:
        """Correct what is remembered of the pieces for this phone, by the fields in `change`; with
        `take` put in what the record that the table came from brought with it. Whoever may record
        at the table."""
        with self._tables.write(code, phone) as session:
            if not may_record_some(session.table.who_may, session.who(None)):
                raise NotAllowed(say("This phone may not record at this table."))
            pieces, owner = session.game.pieces, _owner(session.context, session.phone)
            memory = _pieces(session, owner)
            if change.get("take"):
                meta = msgspec.json.decode(session.table.meta or "null")
                brought = meta.get(PIECES) if isinstance(meta, dict) else None
                memory = pieces.merged(memory, brought)
            else:
                memory = pieces.edited(memory, change)
            session.db.memories.put(owner, session.game.key, PIECES, _text(memory))


def remembered_at(session: TableSession) -> dict[str, object]:
    """Return what is remembered of the game as the phone is offered it at its table."""
    memories, game, context = session.db.memories, session.game, session.context
    hosts = session.once(memories.every, _owner(context, session.table.host), game.key)
    memory = _read(game, hosts)
    if game.pieces.learns:
        mine = _pieces(session, _owner(context, session.phone))
        memory[PIECES] = game.pieces.merged(memory[PIECES], mine)
    return memory


def learn(session: TableSession, event: Event) -> None:
    """Remember the pieces that `event`, just recorded, shows: for the phone that recorded it and
    for the host's."""
    if not session.game.pieces.learns:
        return
    phones = (session.phone, session.table.host)
    # In one order for everybody: two tables may correct the same two memories at the same time.
    for owner in sorted({_owner(session.context, phone) or 0 for phone in phones}):
        before = _pieces(session, owner)
        after = session.game.pieces.after(before, event)
        if after != before:
            try:
                session.db.memories.put(owner, session.game.key, PIECES, _text(after))
            except Unusable:
                continue  # the memory is full, and the table does not wait for it
            session.pieces[owner] = after


def _owner(context: Context, phone: int | None) -> int | None:
    """Under whose number something is remembered for `phone`."""
    return _EVERYBODY if context.shared_memory else phone


def _pieces(session: TableSession, owner: int | None) -> object:
    if owner not in session.pieces:
        text = session.db.memories.find(owner, session.game.key, PIECES)
        session.pieces[owner] = None if text is None else _decoded(text)
    return session.pieces[owner]


@lru_cache(16)
def _decoded(text: str) -> object:
    """What is remembered, as plain data, which nobody alters: each event may teach something, and
    mostly does not."""
    return msgspec.json.decode(text)


def _names(game: AnyGame) -> set[str]:
    return {*game.pieces.options, *([PIECES] if game.pieces.learns else [])}


def _read(game: AnyGame, found: Mapping[str, str]) -> dict[str, object]:
    return {
        name: msgspec.json.decode(found[name]) if name in found else None for name in _names(game)
    }


def _text(value: object) -> str | None:
    if value is None:
        return None
    text = plain_json(value)
    if len(text) > _MOST:
        raise Unusable("", say("There is no room to save more."))
    return text
