"""A table's first game of Zing-a-Zam!: what to set up, and hints, for children of six."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from referee.core import FirstRound, Hint, Message, SetupStep, say
from referee.games.zingazam.cards import CATS, OWN_CARDS
from referee.games.zingazam.state import State


def _spell(number: int, who: str) -> Message:
    """What the card `number` that `who` has played does."""
    spells = {
        1: say("A 1 does nothing. But it beats an 8!"),
        2: say("{who} played a 2. Steal the top card of a pile.", who=who),
        3: say("{who} played a 3. Turn one of your cards round.", who=who),
        4: say("{who} played a 4. Take a cat, and look at it.", who=who),
        5: say("{who} played a 5. Copy a spell already played.", who=who),
        6: say("{who} played a 6. Point at the next card.", who=who),
        7: say("{who} played a 7. The next wizard is frozen.", who=who),
        8: say("{who} played an 8. Give a card away.", who=who),
    }
    return spells[number]


class FirstGame(FirstRound[State]):
    """The cats, a wizard each, the hands the wrong way round (zingazam/setup); then whose turn it
    is, and what each number does when it is played for the first time."""

    def steps(self, state: State) -> Sequence[SetupStep]:
        hand = {"number": 5}
        oldest = state.players[state.agreed.ages[0]]
        return (
            SetupStep(
                task=say("Shuffle the cats. Put them in the middle."),
                tells=say("Face down. There are {n}.", n=CATS),
                done=say("Done, the cats wait"),
                middle={"cats": True},
            ),
            SetupStep(
                task=say("Everyone picks a wizard: eight cards."),
                tells=say("Shuffle your cards, without looking."),
                done=say("Done, they are shuffled"),
                count=OWN_CARDS,
                middle={"cats": True},
            ),
            SetupStep(
                task=say("Hold your cards. You see only the stars."),
                tells=say("The others see your numbers. You do not."),
                done=say("Done, only stars in sight"),
                count=OWN_CARDS,
                middle={"cats": True},
            ),
            SetupStep(
                task=say("Turn one card round. Now you see it."),
                tells=say("Only one! {who} is the oldest and starts.", who=oldest),
                done=say("Done, ready to play"),
                each=hand,
                count=OWN_CARDS,
                middle={"cats": True},
            ),
        )

    def hints(self, state: State) -> Iterable[Hint]:
        if not state.running:
            yield Hint(says=say("Ready? Tap the big button."), followed_by=("start_game",))
            return
        if state.played:
            last = state.played[-1]
            seen = [*state.taken, *(card.number for card in state.played)]
            if seen.count(last.number) == 1:
                yield Hint(
                    says=_spell(last.number, state.players[last.by]),
                    followed_by=("end_game",),
                )
        if state.turn is not None:
            who = state.players[state.turn]
            yield Hint(
                to=who,
                says=say("{who}, play one card. Tap its number.", who=who),
                followed_by=("play",),
            )


FIRST_ROUND = FirstGame()
