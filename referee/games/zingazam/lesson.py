"""A first game of Zing-a-Zam! for a child of six: nine words to a sentence at most."""

from __future__ import annotations

from typing import Any

from referee.core import Choice, Lesson, Message, Step, say
from referee.games.zingazam.actions import Play, PlayedCard, Position, ScoreGame, StartGame
from referee.games.zingazam.cards import SPELLS
from referee.games.zingazam.state import ZingAZamOptions


def _lays(
    by: str,
    card: int,
    right: bool = False,
    kindly: Message | None = None,
    label: Message | None = None,
    **more: Any,
) -> Choice:
    """A card to tap, called by its spell."""
    event = Play(by=by, card=card, **more)
    return Choice(label=label or SPELLS[card], event=event, right=right, kindly=kindly)


_IN_TURN = Step(
    events=(StartGame(), Play(by="Ann", card=3)),
    tells=say("Nobody looks at their own cards. Ann has played one."),
    task=say("Whose card comes next?"),
    choices=(
        _lays("Ann", 5, label=say("Ann's card")),
        _lays("Bo", 4, right=True, label=say("Bo's card")),
        _lays("Cy", 6, label=say("Cy's card")),
    ),
    learnt=say("Everyone plays one card, clockwise. Most cards cast a spell."),
)

_HIGHEST = Step(
    tells=say("The highest number takes all the cards."),
    task=say("Which of Cy's cards takes them?"),
    choices=(
        _lays("Cy", 2, kindly=say("Allowed. But Bo's 4 is higher.")),
        _lays("Cy", 6, right=True),
        _lays("Cy", 1, kindly=say("Allowed. But 1 is the lowest number.")),
    ),
    learnt=say("Cy piles them up face down. Nobody counts!"),
)

_ONE_BEATS_EIGHT = Step(
    events=(Play(by="Cy", card=8, gift_to="Ann"), Play(by="Ann", card=4)),
    tells=say("Cy's 8 is the highest. One number beats it."),
    task=say("Which of Bo's cards beats the 8?"),
    choices=(
        _lays("Bo", 7, kindly=say("Allowed. But 7 is less than 8.")),
        _lays("Bo", 1, right=True),
        _lays("Bo", 4),
    ),
    learnt=say("1 is the lowest. But it beats 8!"),
)

_STEAL = Step(
    tells=say("Bo took the cards, so Bo starts. The 2 steals a card from a pile."),
    task=say("Bo plays the 2. Who does it steal from?"),
    choices=(
        _lays("Bo", 2, label=say("From Bo"), steal_from="Bo"),
        _lays("Bo", 2, label=say("From Cy"), steal_from="Cy", right=True),
        _lays("Bo", 2, label=say("Nobody")),
    ),
    learnt=say("The top card moves to Bo's pile."),
)

_FREEZE = Step(
    tells=say("Ann comes next, but Cy has a spell."),
    task=say("Which card freezes Ann?"),
    choices=(
        _lays("Cy", 7, right=True),
        _lays("Cy", 6),
        _lays("Cy", 3, kindly=say("Allowed. But then Ann still plays.")),
    ),
    learnt=say("A frozen player skips the round."),
)

_MIRROR = Step(
    events=(Play(by="Cy", card=4),),
    tells=say("Cy's 4 took a cat. Ann wants a cat too."),
    task=say("Which card copies Cy's spell?"),
    choices=(
        _lays("Ann", 4),
        _lays("Ann", 1, kindly=say("Allowed. But 1 copies nothing.")),
        _lays("Ann", 5, right=True),
    ),
    learnt=say("A cat is one more card to play."),
)

_LAST_OF_EQUALS = Step(
    tells=say("The 5 is the highest. Bo has a 5 too."),
    task=say("Which card takes them all?"),
    choices=(
        _lays("Bo", 5, right=True),
        _lays("Bo", 3, kindly=say("Allowed. But Ann's 5 is higher.")),
        _lays("Bo", 2),
    ),
    learnt=say("Are two equal? Then the last one wins."),
)

_PUPPET = Step(
    events=(Play(by="Bo", card=6, points_at=3),),
    tells=say("Bo plays 6 and points at Cy's 3."),
    task=say("Which card does Cy play?"),
    choices=(
        _lays("Cy", 5),
        _lays("Cy", 3, right=True),
        _lays("Cy", 1),
    ),
    learnt=say("Cy must play the card Bo points at."),
)

_END = Step(
    events=(
        Position(
            played=(PlayedCard(by="Ann", card=2), PlayedCard(by="Bo", card=4)),
            hands={"Ann": 0, "Bo": 0, "Cy": 1},
            piles={"Ann": 5, "Bo": 6, "Cy": 6},
        ),
    ),
    tells=say("The last round. Cy has one card left."),
    task=say("What happens now?"),
    choices=(
        Choice(
            label=say("Count the cards"),
            event=ScoreGame(counts={"Ann": 5, "Bo": 6, "Cy": 6}),
        ),
        _lays("Cy", 7, right=True),
        _lays("Bo", 8),
    ),
    learnt=say("Each card in the pile is a point. Most points win."),
)

LESSON = Lesson(
    players=("Ann", "Bo", "Cy"),
    options=ZingAZamOptions(),
    steps=(
        _IN_TURN,
        _HIGHEST,
        _ONE_BEATS_EIGHT,
        _STEAL,
        _FREEZE,
        _MIRROR,
        _LAST_OF_EQUALS,
        _PUPPET,
        _END,
    ),
)
