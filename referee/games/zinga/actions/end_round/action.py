"""The round is counted."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Annotated

import msgspec
from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from referee.core import ByPlayer, Message, Offer, Player, PlayerKey, Ruling, plural, say
from referee.core.action import Action, Shown, Viewer, judged_once
from referee.core.draft import Draft
from referee.core.form import Form
from referee.core.judging import Fault
from referee.games.zinga import secrets
from referee.games.zinga.actions.end_round import checks
from referee.games.zinga.actions.end_round.checks import RoundResult, count_round, told_sums
from referee.games.zinga.actions.end_round.form import EndRoundForm, end_round_form
from referee.games.zinga.drawing import circles, drawn_tiles
from referee.games.zinga.rules import between_rounds, game_over, refused, ruled, target_reached
from referee.games.zinga.state import State
from referee.games.zinga.tiles import ALL_VALUE, Tiles


class EndRound(Action[State], frozen=True, tag="end_round"):
    """The round is counted (zinga/7): what everyone has left, as tiles or as their sum."""

    hands: ByPlayer[Tiles] = {}
    points: ByPlayer[Annotated[int, msgspec.Meta(ge=0, le=ALL_VALUE)]] = {}
    blocked: bool = False
    winner: Player | UnsetType = UNSET
    exclusive = True
    forms = ("end_round",)
    shared_fields = ("winner", "blocked")

    @property
    def way(self) -> str:
        """Return the clause of the way in which the round ended."""
        return "zinga/7.B" if self.blocked else "zinga/7.A"

    def judge(self, state: State) -> Ruling:
        """The winner collects what the others have left; a tracked round proves who that is."""
        if over := game_over(state):
            return refused(over)
        result = self.counted(state)
        fitting: checks.Fitting | None = None
        readings: tuple[str, ...] = ()
        if self.blocked and state.in_round:
            fitting, used = checks.still_fitting(state, self)
            readings = tuple(dict.fromkeys(used))
        faults = [*self._faults(state, result, fitting or [])]
        if fitting is not None:
            # Whatever is wrong with it, what still fits is shown.
            faults = [replace(fault, facts={"playable": fitting}) for fault in faults]
        can_stand = result.points is not None
        for question in checks.open_questions(state, self, result):
            clauses = (self.way, "zinga/7")
            faults.append(Fault(clauses, question, is_open=True, can_stand=can_stand))
        if result.winner is None or result.points is None:
            return ruled(faults, (self.way,), faults[0].reason, (), readings)
        scores = _scores(state, result.winner, result.points)
        ends_game = target_reached(state, scores)
        reason = plural(
            "{winner} wins the round and collects {n} point from the others.",
            "{winner} wins the round and collects {n} points from the others.",
            result.points,
            winner=result.winner,
        )
        return ruled(
            faults,
            (self.way, "zinga/7", "zinga/win") if ends_game else (self.way, "zinga/7"),
            reason,
            (say("The target is reached: the game is over."),) if ends_game and not faults else (),
            readings,
            {"points": result.points, "winner": result.winner},
            stands=self.stands,
        )

    def _faults(
        self, state: State, result: RoundResult, fitting: checks.Fitting
    ) -> Iterable[Fault]:
        """Find what is wrong with the round as it is counted."""
        yield from checks.one_of_each(self)
        yield from checks.sums_agree(self)
        if not state.in_round:
            if self.blocked:
                yield from checks.winner_has_lowest(self, result)
            return
        yield from checks.tiles_agree(state, self)
        if self.blocked:
            yield from checks.is_blocked(state, self, fitting)
            yield from checks.winner_has_lowest(self, result)
        else:
            yield from checks.winner_is_out(state, self)

    @judged_once
    def counted(self, state: State) -> RoundResult:
        """Return what the round comes to."""
        return count_round(state, self)

    def apply(self, state: State) -> State:
        """The winner collects, and starts the next round (zinga/1, zinga/7)."""
        result = self.counted(state)
        assert result.winner is not None
        assert result.points is not None
        scores = _scores(state, result.winner, result.points)
        return replace(
            between_rounds(state),
            wrong=secrets.shown_otherwise(state, self.hands),
            scores=scores,
            ended=state.ended + 1,
            round=state.round if state.in_round else state.round + 1,
            starter=result.winner,
            over=target_reached(state, scores),
        )

    def describe(self, ruling: Ruling, viewer: Viewer) -> Message:
        facts = ruling.facts
        if "winner" not in facts:
            return say("The round was counted")
        return plural(
            "{winner} won the round and collected {n} point",
            "{winner} won the round and collected {n} points",
            facts["points"],
            winner=facts["winner"],
        )

    def notes(self, ruling: Ruling) -> Mapping[str, Sequence[Message]]:
        """Note what everybody has left, and that the round was blocked."""
        noted: dict[str, Sequence[Message]] = {
            who: [say("{n} left", n=n)] for who, n in told_sums(self).items() if n
        }
        return noted | ({"": [say("blocked")]} if self.blocked else {})

    def ruling_for(self, ruling: Ruling, viewer: Viewer) -> Ruling:
        return secrets.end_of_round_for(self.hands, ruling, viewer)

    def picture(self, state: State, viewer: Viewer) -> Shown:
        """Draw the tiles that are left, in the lesson."""
        return {"left": drawn_tiles(tile for tiles in self.hands.values() for tile in tiles)}

    def ruling_picture(self, state: State, viewer: Viewer) -> Shown:
        """Draw all circles, on one of which something may still fit."""
        return {"circles": circles(state)} if state.in_round and self.blocked else {}

    @classmethod
    def counting(cls, state: State) -> Message:
        """Say which round."""
        return say("Round {n} is being counted", n=state.ended + 1)

    @classmethod
    def offers(cls, state: State, viewer: Viewer) -> Iterable[Offer]:
        count = say("Count round {n}", n=state.ended + 1)
        if not state.in_round:
            yield Offer(label=count, sheet="end_round")
            return
        if state.out is not None:
            out = say("{out} has gone out: count the tiles", out=state.out)
            yield Offer(label=out, sheet="end_round", main=True)
            return
        yield Offer(
            label=say("The round is blocked"),
            sheet="end_round",
            fill={"blocked": "true"},
            more=bool(state.most_in_bag),
        )
        if None in state.hands.values():
            yield Offer(label=count, sheet="end_round", more=True)

    @classmethod
    def form(cls, name: str, state: State, viewer: Viewer, draft: Draft) -> Form | EndRoundForm:
        return end_round_form(cls, state, viewer, draft)


def _scores(state: State, winner: PlayerKey, points: int) -> dict[PlayerKey, int]:
    return {**state.scores, winner: state.scores[winner] + points}
