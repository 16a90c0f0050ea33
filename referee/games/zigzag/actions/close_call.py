"""Two shouts at once: the book is silent, and the table says who was first."""

from __future__ import annotations

from typing import Literal

import msgspec

from referee.core import Fault, Player, Ruling, say
from referee.core.close_call import CloseCallAction
from referee.games.zigzag.rules import BLOCK, DECLARE, STOP, game_over, refused, ruled
from referee.games.zigzag.state import State

CLAUSES = {"declare": DECLARE, "block": BLOCK, "stop": STOP}
CLAIMED = {
    "declare": say("{by} declaring"),
    "block": say("{by} calling BLOCK"),
    "stop": say("{by} playing a STOP"),
}
DONE = {"declare": say("declared"), "block": say("called BLOCK"), "stop": say("played a STOP")}
"""What can be done at once, on the form."""


class Claim(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One side of a close call: what `by` did."""

    kind: Literal["declare", "block", "stop"]
    by: Player


class CloseCall(CloseCallAction[State], frozen=True, tag="close_call"):
    """Which of two things that happened at once comes first? Only asks."""

    a: Claim
    b: Claim
    nouns, done = CLAIMED, DONE

    def judge(self, state: State) -> Ruling:
        """The rules say nothing of it (zigzag/declare, zigzag/block, zigzag/stop)."""
        if over := game_over(state):
            return refused([over])
        silent = say(
            "The rules do not say who comes first, {a} or {b}. The table decides, and "
            "enters what came first.",
            a=self.described("a"),
            b=self.described("b"),
        )
        clauses = tuple(dict.fromkeys((CLAUSES[self.a.kind], CLAUSES[self.b.kind])))
        return ruled([Fault(clauses, silent, is_open=True)], clauses, silent)
