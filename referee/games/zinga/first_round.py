"""A table's first round of Zinga-Zinga: what to set up, and hints while it is played."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from referee.core import FirstRound, Hint, SetupStep, say
from referee.games.zinga.state import State
from referee.games.zinga.tiles import TILES

_EACH = 8
"""Tiles that a player begins with (zinga/2)."""


class FirstRoundOfZinga(FirstRound[State]):
    """The bag, the lots, the tiles (zinga/1, zinga/2); then a hint a rule, when it is used."""

    def steps(self, state: State) -> Sequence[SetupStep]:
        left = len(TILES) - _EACH * len(state.players)
        return (
            SetupStep(
                task=say("Put the board in the middle."),
                tells=say("All the tiles go into the bag. Mix them well."),
                done=say("Done, all are in the bag"),
                middle={"bag": len(TILES), "rings": True},
            ),
            SetupStep(
                task=say("Everyone draws one tile. The highest starts."),
                tells=say(
                    "Add both ends; a Zinga counts 16. A tie? Draw again. Then put them back."
                ),
                done=say("Done, highest tile found"),
                each={"tile": "orange:3-4"},
                count=1,
                middle={"bag": len(TILES) - len(state.players)},
            ),
            SetupStep(
                task=say("Everyone takes {n} tiles.", n=_EACH),
                tells=say("Hide them from the others. {n} stay in the bag.", n=left),
                done=say("Done, all have {n}", n=_EACH),
                count=_EACH,
                middle={"bag": left},
            ),
        )

    def hints(self, state: State) -> Iterable[Hint]:
        who = state.turn
        if not state.in_round:
            yield Hint(
                says=say("Tap the button below and say who starts."), followed_by=("start_round",)
            )
        elif state.out is not None:
            yield Hint(
                says=say(
                    "{out} has no tiles left and calls ZINGA! Count what the others hold.",
                    out=state.out,
                ),
                followed_by=("end_round",),
            )
        elif who is not None and who not in state.opened:
            yield Hint(
                to=who,
                says=say(
                    "{who}, first place a Double or a Zinga on a Doubles square. None? Draw until "
                    "you have one.",
                    who=who,
                ),
                followed_by=("place",),
            )
        elif who is not None:
            yield Hint(
                to=who,
                says=say(
                    "{who}, place one tile in its colour, where ends match. Nothing fits? Draw.",
                    who=who,
                ),
                followed_by=("place",),
                times=2,
            )
            if not state.closed and any(12 <= filled < 16 for filled in _filled(state)):
                yield Hint(
                    says=say(
                        "A circle is nearly full: whoever closes it gets {n} more points.",
                        n=state.options.bonus,
                    ),
                    followed_by=("end_round",),
                )


def _filled(state: State) -> Iterable[int]:
    """How many tiles lie in each circle."""
    return (sum(tile is not None for tile in circle) for circle in state.board)


FIRST_ROUND = FirstRoundOfZinga()
