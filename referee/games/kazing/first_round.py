"""A table's first rounds of Ka-Zing: dealing, and hints while they are played."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from referee.core import FirstRound, Hint, SetupStep, say
from referee.games.kazing.actions.cast.checker import card_shown
from referee.games.kazing.cards import Card
from referee.games.kazing.state import State

_DISPLAY = tuple(
    card_shown(card)
    for card in (
        Card(resonance="light", move="e"),
        Card(resonance="energy", move="se-ne"),
        Card(resonance="life", word="zing"),
        Card(resonance="matter", move="s"),
        Card(resonance="light", word="kazaam"),
    )
)
"""Five cards as they may lie face up."""


class FirstRounds(FirstRound[State]):
    """Sort, deal, lay out the display (kazing/setup); then a hint a part of the turn. A spell needs
    a few turns' cards, so the hints go on for three rounds."""

    rounds = 3

    def steps(self, state: State) -> Sequence[SetupStep]:
        setup = state.setup
        n = setup.level.deal
        if setup.level.sorcerer:
            sort = SetupStep(
                task=say("Shuffle all the cards together."),
                tells=say("This level uses the cards marked S as well."),
                done=say("Done, they are shuffled"),
                middle={"deck": True},
            )
        else:
            sort = SetupStep(
                task=say("Put the cards marked S back. Shuffle."),
                tells=say("S at the bottom of a card: a Sorcerer card, for later."),
                done=say("Done, they are shuffled"),
                middle={"deck": True},
            )
        deal = SetupStep(
            task=say("Deal everyone {n} cards.", n=n),
            tells=(
                say("Deal the Timer three cards too, face down.")
                if setup.solo
                else say("Hold them with the blue number at the bottom.")
            ),
            done=say("Done, all have {n}", n=n),
            count=n,
            middle={"deck": True},
        )
        lay = SetupStep(
            task=say("Put five cards face up in a row."),
            tells=(
                say("Each team has its own deck and its own row.")
                if setup.team_battle
                else say("The deck lies beside them. Leave room for used cards.")
            ),
            done=say("Done, five are there"),
            count=n,
            middle={"deck": True, "display": _DISPLAY},
        )
        return sort, deal, lay

    def hints(self, state: State) -> Iterable[Hint]:
        who = state.turn
        if who is None:
            return
        if state.timer_due:
            yield Hint(
                says=say("The Timer has nine cards. Turn them up, and keep one for each position."),
                followed_by=("timer",),
            )
        if state.must_take:
            yield Hint(
                to=who,
                says=say("{who}, first take a card: from the deck or from the row.", who=who),
                followed_by=("take",),
            )
        if state.must_discard:
            yield Hint(
                to=who,
                says=say("{who}, that is too many cards. Discard one.", who=who),
                followed_by=("discard",),
            )
        if state.cast:
            yield Hint(
                to=who,
                says=say("{who}, take one card for the spell. Then end the turn.", who=who),
                followed_by=("cast",),
                times=2,
            )
            return
        yield Hint(
            to=who,
            says=say("{who}, take a card. Then cast a spell, or end the turn.", who=who),
            followed_by=("end_turn", "cast"),
        )
        yield Hint(
            to=who,
            says=say(
                "{who}, a spell is one card upside down, to start; then movements; then a word.",
                who=who,
            ),
            followed_by=("cast",),
        )


FIRST_ROUND = FirstRounds()
