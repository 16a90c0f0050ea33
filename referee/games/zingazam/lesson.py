"""A first game of Zing-a-Zam! for a child of six: nine words to a sentence at most."""

from __future__ import annotations

from typing import Any

from referee.core import Choice, Lesson, Message, PlayerKey, Step, say
from referee.games.zingazam.actions import Play, PlayedCard, Position, ScoreGame, StartGame
from referee.games.zingazam.cards import SPELLS
from referee.games.zingazam.state import ZingAZamOptions

_ANN, _BO, _CY = _SEATS = (
    PlayerKey("Ann"),
    PlayerKey("Bo"),
    PlayerKey("Cy"),
)
"""The players of the lesson: their keys are born here."""


def _lays(
    by: PlayerKey,
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
    events=(StartGame(), Play(by=_ANN, card=3)),
    tells=say("Nobody looks at their own cards. Ann has played one."),
    task=say("Whose card comes next?"),
    choices=(
        _lays(_ANN, 5, label=say("Ann's card")),
        _lays(_BO, 4, right=True, label=say("Bo's card")),
        _lays(_CY, 6, label=say("Cy's card")),
    ),
    learnt=say("Everyone plays one card, clockwise. Most cards cast a spell."),
)

_HIGHEST = Step(
    tells=say("The highest number takes all the cards."),
    task=say("Which of Cy's cards takes them?"),
    choices=(
        _lays(_CY, 2, kindly=say("Allowed. But Bo's 4 is higher.")),
        _lays(_CY, 6, right=True),
        _lays(_CY, 1, kindly=say("Allowed. But 1 is the lowest number.")),
    ),
    learnt=say("Cy piles them up face down. Nobody counts."),
)

_ONE_BEATS_EIGHT = Step(
    events=(Play(by=_CY, card=8, gift_to=_ANN), Play(by=_ANN, card=4)),
    tells=say("Cy's 8 is the highest. One number beats it."),
    task=say("Which of Bo's cards beats the 8?"),
    choices=(
        _lays(_BO, 7, kindly=say("Allowed. But 7 is less than 8.")),
        _lays(_BO, 1, right=True),
        _lays(_BO, 4),
    ),
    learnt=say("1 is the lowest. But it beats 8!"),
)

_STEAL = Step(
    tells=say("Bo took the cards, so Bo starts. The 2 steals a card from a pile."),
    task=say("Bo plays the 2. Who does it steal from?"),
    choices=(
        _lays(_BO, 2, label=say("From Bo"), steal_from=_BO),
        _lays(_BO, 2, label=say("From Cy"), steal_from=_CY, right=True),
        _lays(_BO, 2, label=say("Nobody")),
    ),
    learnt=say("The top card moves to Bo's pile."),
)

_FREEZE = Step(
    tells=say("Ann comes next, but Cy has a spell."),
    task=say("Which card freezes Ann?"),
    choices=(
        _lays(_CY, 7, right=True),
        _lays(_CY, 6),
        _lays(_CY, 3, kindly=say("Allowed. But then Ann still plays.")),
    ),
    learnt=say("A frozen player skips the round."),
)

_MIRROR = Step(
    events=(Play(by=_CY, card=4),),
    tells=say("Cy's 4 took a cat. Ann wants a cat too."),
    task=say("Which card copies Cy's spell?"),
    choices=(
        _lays(_ANN, 4),
        _lays(_ANN, 1, kindly=say("Allowed. But 1 copies nothing.")),
        _lays(_ANN, 5, right=True),
    ),
    learnt=say("A cat is one more card to play."),
)

_LAST_OF_EQUALS = Step(
    tells=say("The 5 is the highest. Bo has a 5 too."),
    task=say("Which card takes them all?"),
    choices=(
        _lays(_BO, 5, right=True),
        _lays(_BO, 3, kindly=say("Allowed. But Ann's 5 is higher.")),
        _lays(_BO, 2),
    ),
    learnt=say("Are two equal? Then the last one wins."),
)

_PUPPET = Step(
    events=(Play(by=_BO, card=6, points_at=3),),
    tells=say("Bo plays 6 and points at Cy's 3."),
    task=say("Which card does Cy play?"),
    choices=(
        _lays(_CY, 5),
        _lays(_CY, 3, right=True),
        _lays(_CY, 1),
    ),
    learnt=say("Cy must play the card Bo points at."),
)

_END = Step(
    events=(
        Position(
            played=(PlayedCard(by=_ANN, card=2), PlayedCard(by=_BO, card=4)),
            hands={_ANN: 0, _BO: 0, _CY: 1},
            piles={_ANN: 5, _BO: 6, _CY: 6},
        ),
    ),
    tells=say("The last round. Cy has one card left."),
    task=say("What happens now?"),
    choices=(
        Choice(
            label=say("Count the cards"),
            event=ScoreGame(counts={_ANN: 5, _BO: 6, _CY: 6}),
        ),
        _lays(_CY, 7, right=True),
        _lays(_BO, 8),
    ),
    learnt=say("Each card in the pile is a point. Most points win."),
)

LESSON = Lesson(
    players=_SEATS,
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
