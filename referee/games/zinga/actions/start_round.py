"""A tracked round begins."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from referee.core import ClauseId, Message, Offer, Player, Ruling, say
from referee.core.action import Action, Viewer
from referee.core.draft import Draft
from referee.core.form import Answer, Choice, Form
from referee.core.judging import Basis, Fault
from referee.games.zinga.rules import between_rounds, game_over, refused, ruled
from referee.games.zinga.state import State
from referee.games.zinga.tiles import TILES

HAND = 8
"""Tiles that everyone draws at the start of a round (zinga/2)."""


class StartRound(Action[State], frozen=True, tag="start_round"):
    """A tracked round begins with `first` (zinga/2)."""

    first: Player
    exclusive = True
    forms = ("start_round",)

    def judge(self, state: State) -> Ruling:
        """Whoever drew the highest starts, later the winner of the round before (zinga/7)."""
        if over := game_over(state):
            return refused(over)
        if state.in_round:
            running = say("A round is under way: count it first.")
            return refused([Fault(("zinga/2", "zinga/7"), running, Basis.IDLE)])
        starter, faults = state.starter, []
        clauses: tuple[ClauseId, ...] = ()
        if starter is not None:
            clauses = ("zinga/1",) if state.by_lots else ("zinga/1", "zinga/7")
            if starter != self.first:
                by_lots = say("{starter} starts, having drawn the highest.", starter=starter)
                as_winner = say("{starter} starts, having won the last round.", starter=starter)
                faults.append(Fault(clauses, by_lots if state.by_lots else as_winner))
        reason = say("{first} starts, and everyone holds {n} tiles.", first=self.first, n=HAND)
        return ruled(faults, ("zinga/2", *clauses), reason)

    def apply(self, state: State) -> State:
        """Everyone holds eight tiles, the bag the rest; a running round is dropped."""
        players = state.players
        return replace(
            between_rounds(state),
            round=state.round + 1,
            in_round=True,
            turn=self.first,
            bag=len(TILES) - HAND * len(players),
            hands=dict.fromkeys(players, HAND),
            wrong={},
        )

    def describe(self, ruling: Ruling, viewer: Viewer) -> Message:
        return say("{first} started the round", first=self.first)

    @classmethod
    def offers(cls, state: State, viewer: Viewer) -> Iterable[Offer]:
        if state.in_round:
            return
        n, starter = state.ended + 1, state.starter
        if starter is None:
            yield Offer(label=say("Who starts round {n}?", n=n), sheet="start_round", main=True)
        else:
            label = say("{first} starts round {n}", first=starter, n=n)
            yield Offer(label=label, event=cls(first=starter), main=True)

    @classmethod
    def form(cls, name: str, state: State, viewer: Viewer, draft: Draft) -> Form:
        question = say("Who starts round {n}?", n=state.ended + 1)
        may = state.players if state.starter is None else (state.starter,)
        return Form(
            label=question,
            hint=say("The phones keep track of the board, and every tile is checked."),
            fields=(
                Choice(
                    name="first",
                    label=question,
                    answers=tuple(Answer(label=who, event=cls(first=who)) for who in may),
                ),
            ),
            help=_lots(state),
            dismiss=say("Not yet"),
        )


def _lots(state: State) -> Offer | None:
    """Return the way to the tiles that are drawn to see who starts, before the first round."""
    if state.round or state.starter is not None:
        return None
    return Offer(label=say("Draw tiles to see who starts"), sheet="lots")
