"""A penalty card, for a play taken back or a call made on purpose."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

import msgspec
from msgspec.structs import replace

from referee.core import Message, Offer, Player, PlayerKey, Ruling, say
from referee.core.action import Action, Viewer, judged_once
from referee.core.draft import Draft
from referee.core.form import Answer, Choice, Form, of_players
from referee.core.judging import Fault
from referee.games.zar.drawing import DrawResult, draw_cards, effects_of_draw
from referee.games.zar.rules import barring_faults, refused, ruled, running
from referee.games.zar.state import Hand, State

MOST_PENALTIES = 3

Offence = Literal["illegal-play", "intentional-call"]
OFFENCES: dict[Offence, Message] = {
    "illegal-play": say("An illegal play"),
    "intentional-call": say("A false call made on purpose"),
}


def is_spared(hand: Hand, player: PlayerKey) -> bool:
    """Whether `player` draws no more penalty cards in this turn (zar/11.9)."""
    return hand.penalties.get(player, 0) >= MOST_PENALTIES


class Penalty(Action[State], frozen=True, tag="penalty"):
    """`on` draws one for a play taken back or a call made on purpose."""

    on: Player
    for_: Offence = msgspec.field(name="for")

    forms = ("penalty",)

    def judge(self, state: State) -> Ruling:
        """One card (zar/8, zar/11.8), and no more than three in a turn (zar/11.9)."""
        hand, bars = state.hand, barring_faults(state, self.on)
        if bars or hand is None:
            return refused(bars)
        on, drawn = self.on, self.draw(state)
        if self.for_ == "illegal-play":
            clause, reason = "zar/8", say("{on} draws one for an illegal play.", on=on)
        else:
            reason = say("{on} draws one for a false call made on purpose.", on=on)
            clause = "zar/11.8"
        faults = []
        if is_spared(hand, on):
            most = say("{on} has already drawn three penalty cards this turn.", on=on)
            faults.append(Fault(("zar/11.9",), most))
        return ruled(
            faults,
            (clause, "zar/11.9", *drawn.turned),
            reason,
            effects_of_draw(hand, on, 1, drawn, said=True),
            stands=self.stands,
        )

    @judged_once
    def draw(self, state: State) -> DrawResult:
        """Return what comes of it."""
        hand = running(state)
        penalties = {**hand.penalties, self.on: hand.penalties.get(self.on, 0) + 1}
        return draw_cards(state, replace(hand, penalties=penalties), self.on, 1)

    def apply(self, state: State) -> State:
        """He holds one more; whose turn it is stays as it is."""
        return replace(state, hand=self.draw(state).hand)

    def describe(self, ruling: Ruling, viewer: Viewer) -> Message:
        """Say who drew one, and for what."""
        if self.for_ == "illegal-play":
            return say("{on} drew one for an illegal play", on=self.on)
        return say("{on} drew one for a false call made on purpose", on=self.on)

    @classmethod
    def offers(cls, state: State, viewer: Viewer) -> Iterable[Offer]:
        """Offer it at any time in a hand."""
        if state.hand is not None:
            yield Offer(label=say("Penalty"), sheet="penalty", more=True)

    @classmethod
    def form(cls, name: str, state: State, viewer: Viewer, draft: Draft) -> Form | None:
        """Who draws one, and then for what."""
        if state.hand is None:
            return None
        on = draft.player("on")
        answers = of_players(state.players, on)
        who = Choice(name="on", label=say("Who draws one?"), answers=answers)
        what = Choice(
            name="for",
            label=say("What for?"),
            answers=tuple(
                Answer(label=text, event=cls(on=on, for_=offence) if on else None)
                for offence, text in OFFENCES.items()
            ),
        )
        return Form(
            title=say("Penalty"),
            label=say("{on} draws one", on=on) if on else who.label,
            fields=(who, what),
            dismiss=say("Nobody"),
            on_one_sheet=True,
        )
