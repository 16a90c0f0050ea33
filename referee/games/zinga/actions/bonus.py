"""A circle is closed on a board that is not tracked."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from referee.core import Message, Offer, Player, Ruling, say
from referee.core.action import Action, Viewer
from referee.core.draft import Draft
from referee.core.form import Answer, Choice, Form
from referee.core.judging import Basis, Fault
from referee.games.zinga.rules import (
    circle_ends_game,
    circle_wins,
    closing,
    game_over,
    refused,
    ruled,
    score_circle,
)
from referee.games.zinga.state import State
from referee.games.zinga.tiles import CIRCLE_WORDS, COLOUR_WORDS, COLOURS, Colour


class Bonus(Action[State], frozen=True, tag="bonus"):
    """`to` closed `circle` on a board that is not tracked (zinga/6)."""

    to: Player
    circle: Colour
    forms = ("bonus",)

    def judge(self, state: State) -> Ruling:
        """Each circle scores once a round."""
        if over := game_over(state):
            return refused(over)
        circle, closed = CIRCLE_WORDS[self.circle], dict(state.closed)
        if state.in_round:
            itself = say(
                "The phones keep track of the board: the {circle} scores by itself when it is "
                "closed.",
                circle=circle,
            )
            return refused([Fault(("zinga/6",), itself, Basis.IDLE)])
        faults = []
        if self.circle in closed:
            again = say(
                "{who} has already closed the {circle} in this round.",
                circle=circle,
                who=closed[self.circle],
            )
            faults.append(Fault(("zinga/6",), again))
        ends_game = circle_ends_game(state, self.to)
        return ruled(
            faults,
            ("zinga/6", "zinga/win") if ends_game else ("zinga/6",),
            closing(state, self.to, self.circle),
            readings=("target_at",) if circle_wins(state, self.to) and not faults else (),
        )

    def apply(self, state: State) -> State:
        return score_circle(state, self.to, self.circle)

    def describe(self, ruling: Ruling, viewer: Viewer) -> Message:
        return say("{to} closed the {circle}", to=self.to, circle=CIRCLE_WORDS[self.circle])

    def notes(self, ruling: Ruling) -> Mapping[str, Sequence[Message]]:
        """Note the colour of the circle beside who closed it."""
        return {self.to: [COLOUR_WORDS[self.circle]]}

    @classmethod
    def offers(cls, state: State, viewer: Viewer) -> Iterable[Offer]:
        if not state.in_round and _free(state):
            label = say("+{n} for a circle", n=state.options.bonus)
            yield Offer(label=label, sheet="bonus", more=True)

    @classmethod
    def form(cls, name: str, state: State, viewer: Viewer, draft: Draft) -> Form:
        """Which circle, then who closed it."""
        bonus, free = state.options.bonus, _free(state)
        circle = (
            free[0]
            if len(free) == 1
            else next((colour for colour in free if colour == draft.fields.get("circle")), None)
        )
        if circle is None:
            question = say("Which circle was closed?")
            answers = tuple(
                Answer(label=CIRCLE_WORDS[c], value=c, piece={"colour": c, "text": f"+{bonus}"})
                for c in free
            )
            fields = (Choice(name="circle", label=question, answers=answers),)
            return Form(label=question, fields=fields, dismiss=say("Nobody"))
        question = say("Who closed the {circle}?", circle=CIRCLE_WORDS[circle])
        answers = tuple(
            Answer(label=who, event=cls(to=who, circle=circle)) for who in state.players
        )
        return Form(
            label=question,
            hint=say("+{n} points", n=bonus),
            fields=(Choice(name="to", label=question, answers=answers),),
            dismiss=say("Nobody"),
        )


def _free(state: State) -> list[Colour]:
    """Return the circles that nobody has closed in this round."""
    closed = dict(state.closed)
    return [colour for colour in COLOURS if colour not in closed]
