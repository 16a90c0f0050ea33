"""What frames a spell in a turn: a card is taken, one may be discarded, the turn passes on."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Literal

import msgspec

from referee.core import PlayerKey
from referee.core.action import Action, Viewer, judged_once
from referee.core.event import Player
from referee.core.form import Offer
from referee.core.judging import Fault
from referee.core.ruling import LEGAL, Ruling
from referee.core.text import Message, plural, say
from referee.games.kazing.rules import refused, turn_faults
from referee.games.kazing.state import State

replace = msgspec.structs.replace


class Take(Action[State], frozen=True, tag="take"):
    """`by` takes a card at the start of the turn (kazing/turn.take)."""

    by: Player
    source: Literal["deck", "display"] = msgspec.field(name="from")

    def judge(self, state: State) -> Ruling:
        """First in a turn, and once."""
        by = self.by
        faults = turn_faults(state, by, taking=True)
        if state.took and by == state.turn:
            again = say("{by} has already taken a card this turn.", by=by)
            faults.append(Fault(("kazing/turn.take",), again))
        if faults:
            return refused(faults)
        return Ruling(LEGAL, ("kazing/turn.take",), _taken(by, self.source))

    def apply(self, state: State) -> State:
        """One card more in hand; it counts as this turn's if it is the taker's turn."""
        if not state.setup.full:
            return state
        took = state.took or self.by == state.turn
        return replace(state, took=took, hands=state.hands_after(self.by, 1))

    def describe(self, ruling: Ruling, viewer: Viewer) -> Message:
        if self.source == "deck":
            return say("{by} took a card from the deck", by=self.by)
        return say("{by} took a card from the display", by=self.by)

    @classmethod
    def offers(cls, state: State, viewer: Viewer) -> Iterable[Offer]:
        by = state.turn
        if by is None or not state.must_take:
            return
        deck = say("{by} takes from the deck", by=by)
        yield Offer(label=deck, event=cls(by=by, source="deck"), main=True)
        display = say("{by} takes from the display", by=by)
        yield Offer(label=display, event=cls(by=by, source="display"))


@lru_cache(1024)
def _taken(by: PlayerKey, source: str) -> Message:
    if source == "deck":
        return say("{by} takes a card from the deck.", by=by)
    return say("{by} takes a card from the display.", by=by)


class Discard(Action[State], frozen=True, tag="discard"):
    """`by` puts a card away at the end of the turn (kazing/turn.discard)."""

    by: Player

    def judge(self, state: State) -> Ruling:
        """Once, last in a turn, from the hand."""
        by = self.by
        faults = turn_faults(state, by)
        if state.discarded and by == state.turn:
            again = say("{by} has already discarded a card this turn.", by=by)
            faults.append(Fault(("kazing/turn.discard",), again))
        if state.hand(by) == 0:
            none = say("{by} has no card to discard.", by=by)
            faults.append(Fault(("kazing/turn.discard",), none, can_stand=False))
        if faults:
            return refused(faults)
        return Ruling(LEGAL, ("kazing/turn.discard",), say("{by} discards a card.", by=by))

    def apply(self, state: State) -> State:
        """One card fewer in hand."""
        if not state.setup.full:
            return state
        discarded = state.discarded or self.by == state.turn
        return replace(state, discarded=discarded, hands=state.hands_after(self.by, -1))

    def describe(self, ruling: Ruling, viewer: Viewer) -> Message:
        return say("{by} discarded a card", by=self.by)

    @classmethod
    def offers(cls, state: State, viewer: Viewer) -> Iterable[Offer]:
        by = state.turn
        if by is None or not state.setup.full or state.timer_due or state.must_take:
            return
        if not state.discarded and state.hand(by) != 0:
            yield Offer(
                label=say("{by} discards a card", by=by),
                event=cls(by=by),
                main=state.must_discard and not state.may_cast,
            )


class EndTurn(Action[State], frozen=True, tag="end_turn"):
    """The turn of `by` passes on (kazing/turn.end)."""

    by: Player

    def judge(self, state: State) -> Ruling:
        """Not with more cards in hand than the limit (kazing/turn.discard)."""
        by = self.by
        faults = turn_faults(state, by)
        if state.hands and by == state.turn and state.must_discard:
            faults.append(_too_many_cards(state, by))
        if faults:
            if by != state.turn:
                faults = [replace(fault, can_stand=False) for fault in faults]
            return refused(faults)
        after = self.apply(state)
        following = after.turn
        clauses = ("kazing/turn.end", state.setup.mode)
        effects: tuple[Message, ...] = ()
        if timer := after.timer:
            is_turned = timer.due and following is not None
            effects = (_TIMER_GETS, _TIMER_TURNED) if is_turned else (_TIMER_GETS,)
        if following is None:
            over = say("{by}'s turn is over, and so are the round and the game.", by=by)
            return Ruling(LEGAL, (*clauses, "kazing/end"), over, effects)
        return Ruling(LEGAL, clauses, _passed(by, following), effects)

    @judged_once
    def apply(self, state: State) -> State:
        """The next player's turn; or the end of the game, if its condition is met and the round
        with this turn complete (kazing/end)."""
        following, upnext, round_over = state.next_turn()
        timer = state.timer and state.timer.with_one_more()
        if round_over and state.end_is_met:
            return replace(state, turn=None, timer=timer)
        return replace(
            state,
            turn=following,
            upnext=upnext,
            round=state.round + round_over,
            took=False,
            cast=False,
            discarded=False,
            timer=timer,
        )

    def describe(self, ruling: Ruling, viewer: Viewer) -> Message:
        return say("{by}'s turn is over", by=self.by)

    @classmethod
    def offers(cls, state: State, viewer: Viewer) -> Iterable[Offer]:
        by = state.turn
        if by is None or state.timer_due or state.must_take or state.must_discard:
            return
        following = state.next_turn()[0]
        label = say("End {by}'s turn. Next: {next}", by=by, next=following)
        if following == by:
            label = say("End {by}'s turn", by=by)
        yield Offer(label=label, event=cls(by=by), main=not state.may_cast)


@lru_cache(1024)
def _passed(by: PlayerKey, following: PlayerKey) -> Message:
    """Whose turn is over, and who is next."""
    if following == by:
        return say("{by}'s turn is over. The next turn begins.", by=by)
    return say("{by}'s turn is over. It is {next}'s turn.", by=by, next=following)


_TIMER_GETS = say("The Timer gets a card.")
_TIMER_TURNED = say("The Timer's nine cards are turned up.")


def _too_many_cards(state: State, by: PlayerKey) -> Fault:
    limit = state.setup.level.hand
    held = plural(
        "{by} holds {n} card, but the limit is {limit}.",
        "{by} holds {n} cards, but the limit is {limit}.",
        state.hand(by) or 0,
        by=by,
        limit=limit,
    )
    discards = say("{by} discards a card.", by=by)
    return Fault(("kazing/turn.discard", "kazing/level"), held, effects=(discards,))
