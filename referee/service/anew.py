"""A log judged anew: under other options, or by a new edition of the rules."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from referee.core import Event, Game, Message, Ruling, Undo, Unusable, say
from referee.store.rows import LogRow
from referee.table import Fold, once_recorded


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
        self, game: Game, players: Sequence[str], options: Any, keep: bool = False
    ) -> None:
        self.game = game
        self.keep = keep
        self.fold: Fold = Fold(game, game.start(players, options))
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
        if event.__struct_config__.tag in self.game.asks:
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
                raise self._refused(seq, say("It would take back something else now."))
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
            raise self._refused(seq, say("It would take back something else now."))
        self.fold.take(Undo(count=len(live)), seq)

    def settle(self, covered: Callable[[int], bool] = lambda number: False) -> None:
        """The log has ended; raises `Unusable` if an event that was in effect is no longer. Of one
        that is `covered` (by its number) no more than that is told."""
        for number in self.old:
            if number in self.lost and not self.keep:
                if covered(number):
                    raise self._refused(number, say("An earlier round would not count any more."))
                why = self.lost[number].reason
                raise self._refused(
                    number, say("This entry would not count any more: {why}", why=why)
                )

    @property
    def pile(self) -> list[int]:
        """The numbers of the events in effect, from the bottom."""
        return [number for number, _ in self.fold.past]

    @property
    def states(self) -> list[Any]:
        """The states at every depth, from 0 to the top."""
        return [*(state for _, state in self.fold.past), self.fold.state]

    @staticmethod
    def _refused(number: int, why: Message) -> Unusable:
        return Unusable(f"events[{number - 1}]", why)
