"""A log judged anew: under other options, or by a new edition of the rules."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

import msgspec

from referee.core import (
    AnyGame,
    Event,
    Message,
    Options,
    PlayerKey,
    Ruling,
    Undo,
    Unusable,
    plural,
    say,
)
from referee.service.encoding import decode_event, to_json
from referee.service.session import CHUNK, TableSession
from referee.store.rows import LogRow, TableRow
from referee.table import Fold, once_recorded

if TYPE_CHECKING:
    from referee.service.tables import Tables


class Rejudgement:
    """The events of a log, fed in order, each with its stored line.

    An undo takes back what it took back before. An event that was in effect and cannot be any more
    is `lost`: if it is taken back later in the log, it is left out of exports, together with that
    undo's share of it, so that the record stays what happened at the table.

    With `keep`, what was in effect stays in effect whatever the verdict now, if it can be applied
    at all, and what was not stays so (a ruling given stays given); `differs` counts verdicts that
    would be others now. Without, an event that was refused may count now.
    """

    def __init__(
        self, game: AnyGame, players: Sequence[PlayerKey], options: Options, keep: bool = False
    ) -> None:
        self.game = game
        self.keep = keep
        self.fold: Fold[object] = Fold(game, game.start(players, options))
        self.old: list[int] = []
        self.lost: dict[int, Ruling] = {}
        self.left_out: set[int] = set()
        self.open: dict[int, bool] = {}
        self.closes: dict[int, bool] = {}
        self.differs = 0

    def take(self, line: LogRow, event: Event) -> None:
        """The next event of the log; raises `Unusable` where it would now undo something else."""
        assert line.seq is not None
        if isinstance(event, Undo):
            self._undo(line, line.seq, event)
            return
        ruling = once_recorded(self.game, self.fold.state, event)
        self.differs += line.verdict not in self._verdicts(event, ruling)
        if event.is_query:
            return
        was = line.depth is not None or line.undone is not None
        fits = ruling.verdict == "legal" or (event.stands and ruling.can_stand)
        if self.keep:
            fits = was and (fits or ruling.can_stand)
        if was:
            self.old.append(line.seq)
        if fits:
            self.fold.put(event, line.seq)
            self.open[line.seq] = not self.game.secrecy.has_secret(self.fold.state)
            self.closes[line.seq] = self.game.secrecy.ends_round(event, ruling)
        elif was:
            self.lost[line.seq] = ruling

    def _verdicts(self, event: Event, ruling: Ruling) -> set[str]:
        """Return what is ruled on `event`, as recorded at a table (`ruling`) and as one of a record
        that was read, where the whole state is known."""
        whole = self.game.judge(self.fold.state, event)
        return {ruling.verdict, whole.verdict}

    def _undo(self, line: LogRow, seq: int, event: Undo) -> None:
        if line.verdict != "legal":
            if self.fold.judge(event).verdict == "legal" and not self.keep:
                raise self._refused(seq, say("An undo in the log would now undo something else."))
            return
        targets = self.old[-event.count :]
        del self.old[-event.count :]
        live = [number for number in targets if number not in self.lost]
        self.left_out.update(number for number in targets if number in self.lost)
        if not live:
            self.left_out.add(seq)
            return
        top = [number for number, _ in list(self.fold.past)[-len(live) :]]
        if top != live:
            raise self._refused(seq, say("An undo in the log would now undo something else."))
        self.fold.take(Undo(count=len(live)), seq)

    def settle(self, is_redacted: Callable[[int], bool] = lambda number: False) -> None:
        """The log has ended; raises `Unusable` if an event that was in effect is no longer. Of one
        that `is_redacted` (by its number) no more than that is told."""
        for number in self.old:
            if number in self.lost and not self.keep:
                if is_redacted(number):
                    raise self._refused(number, say("An earlier round would no longer count."))
                why = self.lost[number].reason
                raise self._refused(number, say("This entry would no longer count: {why}", why=why))

    @property
    def pile(self) -> list[int]:
        """The numbers of the events in effect, from the bottom."""
        return [number for number, _ in self.fold.past]

    @property
    def states(self) -> list[object]:
        """The states at every depth, from 0 to the top."""
        return [*(state for _, state in self.fold.past), self.fold.state]

    @staticmethod
    def _refused(number: int, why: Message) -> Unusable:
        return Unusable(f"events[{number - 1}]", why)


def feed(tables: Tables, rejudgement: Rejudgement, table: TableRow, seq: int) -> int:
    """Feed the log of `table` from after event `seq` to `rejudgement`, in bounded steps; return the
    number of the last event."""
    breathe = tables.clock.breathing()
    while True:
        with tables.store.read() as db:
            rows = db.log.events(table.id, seq, CHUNK)
        for row in rows:
            rejudgement.take(row, decode_event(rejudgement.game, row.event or ""))
            breathe()
        if not rows:
            return seq
        seq = rows[-1].seq or seq


def feed_rest(session: TableSession, rejudgement: Rejudgement, seq: int) -> None:
    """Feed what came meanwhile, within the transaction that will write."""
    for row, event in session.recorded(after=seq):
        rejudgement.take(row, event)


def write(session: TableSession, rejudgement: Rejudgement) -> None:
    """Store what became of the events, and new copies of the states."""
    pile, copies, table = session.db.pile, session.db.copies, session.table.id
    depths = {number: depth for depth, number in enumerate(rejudgement.pile, 1)}
    changed = []
    for seq, was in pile.effects(table).items():
        line, _, _, opened, closes = was
        is_open = rejudgement.open.get(seq, opened) if seq in depths else opened
        ends = rejudgement.closes.get(seq, closes)
        became = (line, depths.get(seq), seq in rejudgement.left_out, is_open, ends)
        if became != was:
            changed.append(became)
    pile.set_effects(table, changed)
    copies.drop_snapshots(table)
    copies.drop_course(table)
    session.keep_all(rejudgement.states)
    session.change(depth=len(rejudgement.pile), judged=session.table.judged + 1)


def renew(tables: Tables, table: int) -> None:
    """Judge the log of `table` by the new edition of the rules, once; what was ruled stays."""
    with tables.store.read() as db:
        before = db.tables.by_id(table)
    if before is None:
        return
    game = tables.games[before.game]
    options = msgspec.json.decode(before.options, type=game.options_type)
    players = msgspec.json.decode(before.players, type=list[PlayerKey])
    rejudgement = Rejudgement(game, players, options, keep=True)
    seq = feed(tables, rejudgement, before, 0)
    with tables.store.write() as db:
        row = db.tables.by_id(table)
        if row is None or row.edition == game.rules.edition or row.options != before.options:
            return
        session = tables.session(db, row, 0)
        feed_rest(session, rejudgement, seq)
        rejudgement.settle()
        write(session, rejudgement)
        session.change(edition=game.rules.edition)
        session.sum_up(rejudgement.fold.state)
        if rejudgement.differs or rejudgement.lost:
            n = max(rejudgement.differs, len(rejudgement.lost))
            said = plural(
                "The rules in this app have been updated: {n} ruling at this table would "
                "be different now. It stays as it was given.",
                "The rules in this app have been updated: {n} rulings at this table would "
                "be different now. They stay as they were given.",
                n,
            )
            session.change(notice=to_json(said))
            session.note(said)
        db.tables.change(table, **session.changes)
        db.announce("table", table, session.table.line)
