"""What a player does on his turn but play: take the cards for Wasps, draw one, pass."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from referee.core import ClauseId, Message, Offer, Player, Ruling, say
from referee.core.action import Action, Viewer, judged_once
from referee.core.judging import Fault, not_on_turn
from referee.games.zar.drawing import DrawResult, draw_cards, effects_of_draw
from referee.games.zar.rules import (
    barring_faults,
    next_step,
    refused,
    ruled,
    running,
    somebody_is_out,
    turn_faults,
)
from referee.games.zar.state import Hand, State, seat_after


class Take(Action[State], frozen=True, tag="take"):
    """`by` draws for the Wasps he faces."""

    by: Player

    def judge(self, state: State) -> Ruling:
        """Who faces Wasps draws for them, and then goes on with the turn (zar/4.2)."""
        hand, bars = state.hand, barring_faults(state, self.by)
        if bars or hand is None:
            return refused(bars)
        drawn = self.draw(state)
        clauses: tuple[ClauseId, ...] = ("zar/4.2", "zar/9.2.3")
        if hand.out is None:
            reason = say(
                "{by} draws {n} for the wasps, then plays, or draws one more.",
                by=self.by,
                n=drawn.n,
            )
        else:
            clauses += ("zar/12.2",)
            reason = say(
                "{out} has gone out, and {by} still draws {n} for the wasps.",
                out=hand.out,
                by=self.by,
                n=drawn.n,
            )
        return ruled(
            self._faults(hand),
            clauses + drawn.turned,
            reason,
            effects_of_draw(hand, self.by, hand.pending, drawn, said=True),
            facts={"count": drawn.n},
            stands=self.stands,
        )

    def _faults(self, hand: Hand) -> list[Fault]:
        faults = []
        if not hand.pending and hand.out is not None:
            faults.append(somebody_is_out(hand.out))
        if self.by != hand.turn:
            faults.append(not_on_turn(("zar/4",), hand.turn, self.by))
        if not hand.pending:
            reason = say("{by} is not facing any wasps.", by=self.by)
            faults.append(Fault(("zar/4.2",), reason, can_stand=False))
        return faults

    @judged_once
    def draw(self, state: State) -> DrawResult:
        """Return what comes of it; on his turn it closes the window for a match."""
        hand = running(state)
        is_on_turn = self.by == hand.turn
        before = replace(
            hand,
            said=(),
            took=hand.took or is_on_turn,
            matchable=hand.matchable and not is_on_turn,
            pending=0,
        )
        return draw_cards(state, before, self.by, hand.pending)

    def apply(self, state: State) -> State:
        """Nothing is owed for Wasps any more."""
        return replace(state, hand=self.draw(state).hand)

    def describe(self, ruling: Ruling, viewer: Viewer) -> Message:
        """Say who drew how many."""
        if "count" in ruling.facts:
            return say("{by} drew {n} for the wasps", by=self.by, n=ruling.facts["count"])
        return say("{by} drew for the wasps", by=self.by)

    @classmethod
    def offers(cls, state: State, viewer: Viewer) -> Iterable[Offer]:
        """Offer it to who faces Wasps."""
        hand = state.hand
        if hand is not None and hand.pending:
            yield Offer(label=say("Take {n}", n=hand.pending), event=cls(by=hand.turn))


class Draw(Action[State], frozen=True, tag="draw"):
    """`by` draws the one card of step 3B or 3C."""

    by: Player

    def judge(self, state: State) -> Ruling:
        """One card a turn, then he plays or passes (zar/4.3B, zar/4.3C)."""
        hand, bars = state.hand, barring_faults(state, self.by)
        if bars or hand is None:
            return refused(bars)
        drawn = self.draw(state)
        clauses: tuple[ClauseId, ...] = ("zar/4.3B", "zar/4.3C")
        faults = turn_faults(hand, self.by)
        if hand.drew and self.by == hand.turn:
            reason = say("{by} has already drawn this turn, and must now play or pass.", by=self.by)
            faults.append(Fault(clauses, reason))
        return ruled(
            faults,
            clauses + drawn.turned,
            say("{by} draws one, then plays or passes.", by=self.by),
            effects_of_draw(hand, self.by, 1, drawn, said=True),
            stands=self.stands,
        )

    @judged_once
    def draw(self, state: State) -> DrawResult:
        """Return what comes of it; on his turn it closes the window for a match."""
        hand = running(state)
        is_on_turn = self.by == hand.turn
        before = replace(
            hand,
            said=(),
            drew=hand.drew or is_on_turn,
            matchable=hand.matchable and not is_on_turn,
        )
        return draw_cards(state, before, self.by, 1)

    def apply(self, state: State) -> State:
        """He holds one more."""
        return replace(state, hand=self.draw(state).hand)

    def describe(self, ruling: Ruling, viewer: Viewer) -> Message:
        """Say who drew."""
        return say("{by} drew one", by=self.by)

    @classmethod
    def offers(cls, state: State, viewer: Viewer) -> Iterable[Offer]:
        """Offer it to the player on turn, who may have nothing else to do; where there is nothing
        to take, to draw or to pass, its button keeps the place."""
        hand = state.hand
        if hand is None or hand.pending:
            return
        is_next = next_step(state) == "draw"
        if is_next:
            label = say("{turn} draws one", turn=hand.turn)
            yield Offer(label=label, event=cls(by=hand.turn), main=True)
        if hand.out is not None or is_next:
            yield Offer(label=say("Draw one"), off=True)
        elif not hand.drew:
            yield Offer(label=say("Draw one"), event=cls(by=hand.turn))


class Pass(Action[State], frozen=True, tag="pass"):
    """`by` ends his turn without playing."""

    by: Player

    def judge(self, state: State) -> Ruling:
        """Nobody passes who has not drawn one (zar/4.3C)."""
        hand, bars = state.hand, barring_faults(state, self.by)
        if bars or hand is None:
            return refused(bars)
        faults = turn_faults(hand, self.by)
        if not hand.drew and self.by == hand.turn:
            faults.append(self._has_not_drawn(hand))
        reason = say("{by} has drawn one and passes.", by=self.by)
        return ruled(faults, ("zar/4.3C",), reason, stands=self.stands)

    def _has_not_drawn(self, hand: Hand) -> Fault:
        if not hand.took:
            reason = say("{by} can pass only after drawing a card.", by=self.by)
            return Fault(("zar/4.3C",), reason)
        reason = say(
            "Drawing for the wasps is not the draw of the turn: {by} must play, or "
            "draw one more and pass.",
            by=self.by,
        )
        return Fault(("zar/4.3C", "zar/12.1"), reason)

    def apply(self, state: State) -> State:
        """It is the next player's turn."""
        hand = running(state)
        turn = seat_after(state.players, self.by, hand.clockwise)
        after = replace(
            hand, turn=turn, skipped_to_self=False, said=(), drew=False, took=False, penalties={}
        )
        return replace(state, hand=after)

    def describe(self, ruling: Ruling, viewer: Viewer) -> Message:
        """Say who passed."""
        return say("{by} passed", by=self.by)

    @classmethod
    def offers(cls, state: State, viewer: Viewer) -> Iterable[Offer]:
        """Offer it to who has drawn."""
        hand = state.hand
        if hand is not None and hand.drew and not hand.pending and hand.out is None:
            yield Offer(label=say("Pass"), event=cls(by=hand.turn))
