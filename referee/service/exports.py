"""What a table gives to print and to take elsewhere."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from itertools import pairwise

import msgspec

from referee.core import LEGAL, Action, AnyGame, Event, PlayerKey, Undo, tag_of
from referee.exports import HEADS, Outcome, create_play, lines, outcome, play_file, scores_csv
from referee.exports.outcome import side_name
from referee.exports.paper import ROOM, Paper, blank, filled, leaves
from referee.service.encoding import decode_event, decode_ruling, digest
from referee.service.session import TableSession
from referee.service.tables import Tables
from referee.service.types import Phone
from referee.store.rows import TableRow
from referee.table import Fold, once_recorded

__all__ = [
    "HEADS",
    "ROOM",
    "Exports",
    "Outcome",
    "Paper",
    "blank",
    "create_play",
    "leaves",
    "lines",
    "play_file",
    "scores_csv",
    "side_name",
]

_LONG_PAUSE = timedelta(minutes=60)
"""After which nobody has been playing: a hand that is only counted takes less."""
_FIRST = 5
"""Events among which the first turn is looked for."""


class Exports:
    """The use cases of exports. While something is secret each ends as a record does: with the last
    moment at which nothing was."""

    def __init__(self, tables: Tables) -> None:
        self._tables = tables

    def outcome(self, code: str, phone: Phone) -> Outcome:
        """Return how the table stands."""
        with self._tables.read(code, phone) as session:
            table, game, head = session.table, session.game, session.head
            cut, depth, state = _end_of_export(session)
            course = session.db.copies.course(table.id, depth)
            first = session.db.pile.in_effect(table.id, 0, min(depth, _FIRST))
            start = game.start(session.starters, head.options)
            started, is_here = _began(table)
            minutes = None
            if is_here and game.over(head.state):
                minutes = _minutes(session)
            return outcome(
                game,
                state,
                head.options,
                [msgspec.json.decode(scores, type=dict[PlayerKey, int]) for scores in course],
                session.names,
                _starter(game, start, [decode_event(game, event) for event in first]),
                start=game.scores(start),
                title=table.title,
                play=digest(session.context.token_key, "play", table.code, table.opened).hex(),
                started=started,
                minutes=minutes,
                cut=cut,
            )

    def paper(self, code: str, phone: Phone) -> Paper:
        """Return what a score sheet of the table may say."""
        breathe = self._tables.clock.breathing()
        with self._tables.read(code, phone) as session:
            table, game, head = session.table, session.game, session.head
            cut, depth, state = _end_of_export(session)
            course = session.db.copies.course(table.id, depth)
            ends = session.db.copies.course_ends(table.id, depth)
            kinds = [kind for kind in game.actions if kind.notes is not Action.notes]
            types = frozenset(map(tag_of, kinds))
            found = session.db.pile.of_types(table.id, types, depth) if types else []
        noted = []
        for place, event, ruling in found:
            action = decode_event(game, event)
            assert isinstance(action, Action)
            if marks := action.notes(decode_ruling(ruling)):
                noted.append((place, marks))
            breathe()
        scores = [msgspec.json.decode(row, type=dict[PlayerKey, int]) for row in course]
        return filled(
            game,
            game.start(session.starters, head.options),
            state,
            list(zip(ends, scores, strict=True)),
            noted,
            title=table.title,
            started=_began(table)[0],
            options=head.options,
            cut=cut,
        )


def _end_of_export(session: TableSession) -> tuple[bool, int, object]:
    """How far an export goes: whether it is cut as something is secret now, and the depth
    and state of the last moment at which nothing was."""
    head = session.head
    cut = session.game.secrecy.has_secret(head.state)
    if not cut:
        return False, session.table.depth, head.state
    depth = session.db.redactions.open_depth(session.table.id)
    return True, depth, session.state_at(head.options, depth)


def _starter(game: AnyGame, state: object, events: Sequence[Event]) -> PlayerKey | None:
    """Who was the first to play from `state` on, as far as the turns of the first round tell."""
    for event in events:
        if game.turn(state) is not None:
            break
        state = game.apply(state, event)
    return None if game.rounds(state) else game.turn(state)


def _began(table: TableRow) -> tuple[datetime, bool]:
    """When the game began (UTC), and whether that was here."""
    return datetime.fromisoformat(table.began), table.began == table.opened


def _minutes(session: TableSession) -> int | None:
    """Return how long a game that is over was played, if that can be told."""
    pile, table = session.db.pile, session.table
    moments = pile.moments(table.id)
    if not moments:
        return None
    has_undone = table.seq > table.depth and pile.has_undone(table.id)
    ended = _ended(session) if has_undone else datetime.fromisoformat(moments[-1])
    return None if ended is None else _minutes_of_play(moments, ended)


def _ended(session: TableSession) -> datetime | None:
    """Return when the game of a table that is over was first ended: what was taken back and entered
    anew afterwards was not played. An end was none where the game has gone on further since. None
    where the log, under the options of today, does not tell."""
    game, table = session.game, session.table
    ends: list[str] = []
    fold = Fold(game, game.start(session.starters, session.head.options))
    breathe = session.clock.breathing()
    for row, event in session.recorded():
        breathe()
        if isinstance(event, Undo):
            if fold.take(event, row.line).ruling.verdict != LEGAL:
                return None
        elif row.depth is not None or row.undone is not None:
            ruling = once_recorded(game, fold.state, event)
            if ruling.verdict != LEGAL and not ruling.can_stand:
                return None
            fold.put(event, row.line)
            if game.over(fold.state) and fold.depth >= table.depth:
                ends.append(row.at)
    return datetime.fromisoformat(min(ends)) if ends else None


def _minutes_of_play(moments: Sequence[str], ended: datetime) -> int | None:
    """Return the minutes from the first event of a game to the one that first ended it (`ended`),
    long pauses left out; None where the clock was set back meanwhile, or no time went by."""
    at = [datetime.fromisoformat(moment) for moment in moments]
    steps = [after - before for before, after in pairwise(at)]
    if any(step < timedelta() for step in steps):
        return None
    played_at = [min(moment, ended) for moment in at]
    steps = [after - before for before, after in pairwise(played_at)]
    played = sum((step for step in steps if step <= _LONG_PAUSE), timedelta())
    return played // timedelta(minutes=1) or None
