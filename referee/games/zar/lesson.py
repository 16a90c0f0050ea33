"""A first hand of ZAR: what follows, a match, drawing, a frog, wasps, a dragon, ZAR, GOTCHA."""

from __future__ import annotations

from typing import Any

from referee.core import Choice, Lesson, Message, PlayerKey, Step, say
from referee.games.zar.actions import (
    DeclareZar,
    Draw,
    Gotcha,
    Match,
    Pass,
    Play,
    Position,
    StartHand,
    Take,
)
from referee.games.zar.cards import NAMES
from referee.games.zar.state import ZarOptions

_ANN, _BO, _CY = _SEATS = (
    PlayerKey("Ann"),
    PlayerKey("Bo"),
    PlayerKey("Cy"),
)
"""The players of the lesson: their keys are born here."""


def _lays(
    event: Play | Match,
    right: bool = False,
    kindly: Message | None = None,
    label: Message | None = None,
) -> Choice:
    """A card to tap."""
    called = label or NAMES[event.cards[-1]].plain
    return Choice(label=called, event=event, right=right, kindly=kindly)


def _plays(by: PlayerKey, card: Any, **more: Any) -> Play:
    return Play(by=by, cards=(card,), **more)


_FOLLOWS = Step(
    events=(StartHand(dealer=_ANN, top="blue-sun"),),
    tells=say(
        "With three players, each has 7 cards. The first to get rid of them all wins the hand."
    ),
    task=say("Which card may Bo play on the blue sun?"),
    choices=(
        _lays(_plays(_BO, "red-frog")),
        _lays(_plays(_BO, "blue-moon"), right=True),
        _lays(_plays(_BO, "yellow-star")),
    ),
    learnt=say("The colour or the symbol is the same: that is enough."),
)

_MATCH = Step(
    tells=say("Each card is in the deck twice. It is Cy's turn, but Ann is quick."),
    task=say("Which card may Ann play on it, out of turn?"),
    choices=(
        _lays(_plays(_ANN, "blue-star")),
        _lays(Match(by=_ANN, cards=("red-moon",))),
        _lays(Match(by=_ANN, cards=("blue-moon",)), right=True),
    ),
    learnt=say("An exact match can be played at any time, until the next player plays or draws."),
)

_DRAW = Step(
    tells=say("Bo has drawn for the match. It is Bo's turn, but nothing in Bo's hand fits."),
    task=say("What can Bo do?"),
    choices=(
        Choice(label=say("Pass"), event=Pass(by=_BO)),
        Choice(label=say("Draw one"), event=Draw(by=_BO), right=True),
        _lays(_plays(_BO, "yellow-star")),
    ),
    learnt=say("You draw one card in a turn. If it fits, you may play it at once."),
)

_FROG = Step(
    tells=say("Bo has drawn a frog that fits. A frog skips the next player."),
    task=say("How does Bo skip Cy?"),
    choices=(
        _lays(_plays(_BO, "red-frog")),
        _lays(_plays(_BO, "blue-frog"), right=True),
        Choice(
            label=say("Pass"),
            event=Pass(by=_BO),
            kindly=say("Bo may pass after drawing. But then it is Cy's turn."),
        ),
    ),
    learnt=say(
        "A frog skips a player, a crab reverses the direction of play, and a wasp makes the "
        "next player draw."
    ),
)

_WASPS = Step(
    events=(_plays(_ANN, "blue-wasp"),),
    tells=say("A wasp costs the next player two cards, unless a wasp answers it."),
    task=say("How does Bo get out of drawing?"),
    choices=(
        _lays(_plays(_BO, "yellow-star")),
        _lays(_plays(_BO, "red-wasp"), right=True),
        Choice(
            label=say("Draw two"),
            event=Take(by=_BO),
            kindly=say("Bo may do that. But there is a way to avoid drawing."),
        ),
    ),
    learnt=say("A wasp of any colour passes it all on, plus two more cards."),
)

_DRAGON = Step(
    events=(Take(by=_CY),),
    tells=say(
        "Cy has drawn the four cards and carries on. A dragon can go on anything but a peacock."
    ),
    task=say("What does Cy declare with the dragon?"),
    choices=(
        _lays(_plays(_CY, "winged-dragon"), label=say("Nothing")),
        _lays(_plays(_CY, "winged-dragon", declare="red"), label=say("Red")),
        _lays(_plays(_CY, "winged-dragon", declare="sun"), label=say("Suns"), right=True),
    ),
    learnt=say(
        "With a dragon you declare a symbol, with a peacock a colour. Both are power cards."
    ),
)

_DECLARED = Step(
    tells=say("Only suns, or another dragon, may follow."),
    task=say("Which card may Ann play now?"),
    choices=(
        _lays(_plays(_ANN, "blue-star")),
        _lays(_plays(_ANN, "yellow-sun"), right=True),
        _lays(_plays(_ANN, "side-peacock", declare="blue")),
    ),
    learnt=say("A declaration counts for the next card only."),
)

_ZAR = Step(
    events=(
        Position(
            top="red-moon",
            owner=_ANN,
            turn=_BO,
            hands={_ANN: 4, _BO: 2, _CY: 2},
            matchable=False,
        ),
        _plays(_BO, "red-star"),
    ),
    tells=say("A few turns later, Bo has played one of a pair of red stars."),
    task=say("One card is left. What does Bo do at once?"),
    choices=(
        _lays(Match(by=_BO, cards=("red-star",)), label=say("Play the other")),
        Choice(label=say("Say ZAR"), event=DeclareZar(by=_BO), right=True),
        Choice(label=say("Pass"), event=Pass(by=_BO)),
    ),
    learnt=say("When you get down to one card, say ZAR. If you forget, you can be caught: GOTCHA."),
)

_GOTCHA = Step(
    events=(_plays(_CY, "red-cloud"),),
    tells=say("Cy has one card left too, and has not said ZAR."),
    task=say("What does Ann do?"),
    choices=(
        Choice(
            label=say("GOTCHA on Bo"),
            event=Gotcha(by=_ANN, on=_BO),
            kindly=say("Bo said ZAR in time. Someone else did not."),
        ),
        Choice(label=say("GOTCHA on Cy"), event=Gotcha(by=_ANN, on=_CY), right=True),
        Choice(label=say("Pass"), event=Pass(by=_ANN)),
    ),
    learnt=say("Anyone may point at a player and call GOTCHA, until that player draws."),
)

_OUT = Step(
    events=(_plays(_ANN, "red-galaxy"),),
    tells=say("Bo's last card is the red star."),
    task=say("How does Bo win the hand?"),
    choices=(
        Choice(label=say("Pass"), event=Pass(by=_BO)),
        _lays(_plays(_BO, "red-star"), right=True),
        Choice(
            label=say("Draw one"),
            event=Draw(by=_BO),
            kindly=say("Bo may draw. But the last card fits."),
        ),
    ),
    learnt=say(
        "If nobody matches it, the hand is over. The cards that the others hold count against "
        "them, and the lowest score wins the game."
    ),
)

_STEPS = (
    _FOLLOWS,
    _MATCH,
    _DRAW,
    _FROG,
    _WASPS,
    _DRAGON,
    _DECLARED,
    _ZAR,
    _GOTCHA,
    _OUT,
)

LESSON = Lesson(players=_SEATS, options=ZarOptions(), steps=_STEPS)
