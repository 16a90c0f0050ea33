"""What is called: ZAR, and GOTCHA."""

from __future__ import annotations

from msgspec.structs import replace

from referee.core import Message, Player, Ruling, say
from referee.core.action import Action, Viewer, judged_once
from referee.core.draft import Draft
from referee.core.form import Answer, Form, of_players, question
from referee.core.judging import Fault
from referee.games.zar.drawing import DrawResult, draw_cards, effects_of_draw
from referee.games.zar.rules import barring_faults, refused, ruled, running
from referee.games.zar.state import State, others, seated


class DeclareZar(Action[State], frozen=True, tag="zar"):
    """`by` says ZAR."""

    by: Player

    def judge(self, state: State) -> Ruling:
        """It is said in time (zar/6), or first, for the card played next (zar/7, zar/11.8)."""
        hand, bars = state.hand, barring_faults(state, self.by)
        if bars or hand is None:
            return refused(bars)
        if self.by in hand.liable:
            return ruled((), ("zar/6",), say("{by} has said ZAR in time.", by=self.by))
        reason = say("{by} says ZAR. It counts for the next card {by} plays.", by=self.by)
        return ruled((), ("zar/7", "zar/11.8"), reason)

    def apply(self, state: State) -> State:
        """He is no longer liable, or has said it first for the card he plays next."""
        hand = running(state)
        if self.by in hand.liable:
            return replace(state, hand=replace(hand, liable=others(hand.liable, self.by)))
        return replace(state, hand=replace(hand, said=seated(state, (*hand.said, self.by))))

    def describe(self, ruling: Ruling, viewer: Viewer) -> Message:
        """Say who said it."""
        return say("{by} said ZAR", by=self.by)


class Gotcha(Action[State], frozen=True, tag="gotcha"):
    """`by` calls GOTCHA on `on`."""

    by: Player
    on: Player

    forms = ("gotcha",)

    def judge(self, state: State) -> Ruling:
        """Who has one card and has not said ZAR draws one (zar/6, zar/11.1); a mistaken call costs
        nothing (zar/11.8)."""
        hand, bars, on = state.hand, barring_faults(state, self.by, self.on), self.on
        if bars or hand is None:
            return refused(bars)
        if drawn := self.draw(state):
            return ruled(
                (),
                ("zar/6", "zar/11.1", *drawn.turned),
                say("{on} has one card and has not said ZAR.", on=on),
                effects_of_draw(hand, on, 1, drawn),
                facts={"sticks": True},
            )
        reason = say("{on} cannot be caught now, and a mistaken call costs nothing.", on=on)
        if hand.hands[on] is not None:
            return ruled((), ("zar/11.8",), reason, facts={"sticks": False})
        unknown = say("It depends how many cards {on} holds.", on=on)
        question = Fault(("zar/6", "zar/11.8"), unknown, is_open=True)
        return ruled([question], (), reason, facts={"sticks": None}, stands=self.stands)

    @judged_once
    def draw(self, state: State) -> DrawResult | None:
        """Return what comes of it where it catches `on`, who draws one."""
        hand = running(state)
        return draw_cards(state, hand, self.on, 1) if self.on in hand.liable else None

    def apply(self, state: State) -> State:
        """Who is caught draws one."""
        drawn = self.draw(state)
        return replace(state, hand=drawn.hand) if drawn else state

    def describe(self, ruling: Ruling, viewer: Viewer) -> Message:
        """Say who called it on whom, and whether it caught him."""
        if ruling.facts.get("sticks"):
            return say("{by} caught {on}: GOTCHA", by=self.by, on=self.on)
        return say("{by} called GOTCHA on {on}", by=self.by, on=self.on)

    @classmethod
    def form(cls, name: str, state: State, viewer: Viewer, draft: Draft) -> Form | None:
        """Who called it, where one phone serves several players, and on whom."""
        if state.hand is None:
            return None
        on = draft.player("on")
        if on is None:
            return question("on", say("On whom was GOTCHA called?"), of_players(state.players))
        callers = (
            Answer(label=who, event=cls(by=who, on=on)) for who in state.players if who != on
        )
        label = say("Who called GOTCHA on {on}?", on=on)
        return question("by", label, callers, dismiss=say("Nobody did"))
