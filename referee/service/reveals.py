"""The end of a game that its players turn up themselves, one after the other, on all phones at
once. Until the last has done it, no phone is told who won, at the table or anywhere else."""

from __future__ import annotations

from contextlib import suppress

import msgspec

from referee.core import Event, Unusable, say
from referee.core.reveal import FaceDown
from referee.service.encoding import to_json
from referee.service.session import REVEAL, TableSession
from referee.service.tables import Tables
from referee.service.types import Gone, NotAllowed, Phone, Removed, Reveal, RevealPile
from referee.store import Transaction
from referee.table.roles import may_record_some

LONGEST = 2 * 3600.0
"""Seconds after its last event for which a table may keep to itself how its game ended."""


class _Kept(msgspec.Struct):
    """`place`: when it is asked for; `turned`: as which it was turned up, from 1; 0 if it was
    not."""

    pile: FaceDown
    place: int
    turned: int = 0


class Reveals:
    """The use cases of a reveal."""

    def __init__(self, tables: Tables) -> None:
        self._tables = tables

    def turn(self, code: str, phone: Phone, player: str | None) -> None:
        """Turn up what lies before `player`, or (None) all that is left; the last ends the reveal.
        What is turned up already, or was never there, changes nothing: somebody else was first.
        Whoever may record."""
        with self._tables.write(code, phone) as session:
            if not may_record_some(session.table.who_may, session.who(None)):
                raise NotAllowed(say("This phone may not record at this table."))
            if player is not None and session.row_of(player) is None:
                raise Unusable("player", say("This player is not in the game."))
            kept = _kept(session)
            left = [one for one in kept if not one.turned]
            now = [one for one in left if player in (None, one.pile.player)]
            if not now:
                return
            drafts, table = session.db.drafts, session.table.id
            if len(now) == len(left):
                _finish(session)
            else:
                one = now[0]
                one.turned = len(kept) - len(left) + 1
                drafts.put(table, REVEAL, one.pile.player, to_json(one))
            session.bump_revision()

    def finish_abandoned(self) -> int:
        """Turn up what the tables have left lying for too long, so that lists and standings can
        count it; return at how many. Called again and again by the server."""
        before = self._tables.clock.stamp(-LONGEST)
        with self._tables.store.read() as db:
            ids = db.drafts.abandoned(REVEAL, before)
        done = 0
        for id in ids:

            def find(db: Transaction, id: int = id) -> TableSession:
                row = db.tables.by_id(id)
                if row is None or row.game not in self._tables.games:
                    raise Gone
                return self._tables.session(db, row, 0)

            with suppress(Gone), self._tables.writing(find) as session:
                if session.is_revealing and session.table.changed < before:
                    _finish(session)
                    session.bump_revision()
                    done += 1
            self._tables.clock.pause()
        return done

    def is_under_way(self, code: str, phone: Phone) -> bool:
        """Return whether the table `code` still turns up how its game ended; not for a phone that
        is not there."""
        try:
            with self._tables.read(code, phone) as session:
                return bool(_kept(session))
        except (Gone, Removed):
            return False


def begin_reveal(session: TableSession, before: object, event: Event) -> None:
    """Lay face down what is turned up once `event`, recorded on top of `before`, has happened; what
    lay there of an earlier game goes."""
    end_reveal(session)
    if not session.game.ending.has_reveal:
        return
    drafts, table = session.db.drafts, session.table.id
    for place, pile in enumerate(session.game.ending.reveal(before, event)):
        drafts.put(table, REVEAL, pile.player, to_json(_Kept(pile, place)))


def end_reveal(session: TableSession) -> None:
    """Take away what is still to be turned up."""
    if session.game.ending.has_reveal:
        session.db.drafts.drop(session.table.id, REVEAL)


def _finish(session: TableSession) -> None:
    """End the reveal: from then on everybody is told."""
    end_reveal(session)
    session.sum_up(session.head.state)


def reveal_at(session: TableSession) -> Reveal | None:
    """Return how far the reveal has come at the table; None where nothing is left to turn up."""
    kept = _kept(session)
    if not kept:
        return None
    left = [one for one in kept if not one.turned]
    latest = max(kept, key=lambda one: one.turned)
    return Reveal(
        piles=tuple(
            RevealPile(
                one.pile.player,
                one.pile.count if one.turned else None,
                tuple(one.pile.pieces) if one.turned else (),
                one.pile.ask,
                one.pile.told if one.turned else None,
            )
            for one in kept
        ),
        next=left[0].pile.player,
        ask=left[0].pile.ask,
        told=latest.pile.told if latest.turned else None,
    )


def _kept(session: TableSession) -> list[_Kept]:
    """What is turned up, in the order in which it is asked for."""
    if not session.game.ending.has_reveal:
        return []
    found = session.once(session.db.drafts.on, session.table.id, REVEAL)
    kept = [msgspec.json.decode(text, type=_Kept) for text in found.values()]
    return sorted(kept, key=lambda one: one.place)
