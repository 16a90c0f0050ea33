"""First rounds of ZigZag: ZIG, who shouts, STOP, shouting together, BLOCK, a constraint, the end.

It is played on level 3, where a shout is for level 1 unless a constraint is met: so one story can
show both.
"""

from __future__ import annotations

from typing import Any

from referee.core import Choice, Lesson, Message, PlayerKey, Step, say
from referee.games.zigzag.actions import (
    Block,
    DealtConstraint,
    Declare,
    Lead,
    Position,
    StartRound,
    Stop,
)
from referee.games.zigzag.actions.declare import Call
from referee.games.zigzag.actions.position import Tick
from referee.games.zigzag.constraints import Constraint
from referee.games.zigzag.state import BOXES, ZigZagOptions
from referee.games.zigzag.words import CALLS, STOPS

_ANN, _BO, _CY, _DEE = _SEATS = (
    PlayerKey("Ann"),
    PlayerKey("Bo"),
    PlayerKey("Cy"),
    PlayerKey("Dee"),
)
"""The players of the lesson: their keys are born here."""


_Hand = tuple[str, ...]


def _held(hands: dict[PlayerKey, _Hand]) -> Declare:
    """Cards in somebody's hand, to be drawn."""
    return Declare(by=_ANN, call="zig", hands=hands)


def _shouts(by: PlayerKey, call: Call, label: Message | None = None, **more: Any) -> Choice:
    """A declaration for level 1, called after what is shouted; `more`: the hands, and the other
    fields of a choice."""
    hands = {who: more.pop(who) for who in _SEATS if who in more}
    event = Declare(by=by, call=call, hands=hands, box_level=1)
    return Choice(label=label or CALLS[call], event=event, **more)


_CY_HOLDS = ("fire-blue-sunglasses", "fire-green-none", "fire-pink-suitcase")
_ZIG = Step(
    events=(StartRound(),),
    shows=_held({_CY: _CY_HOLDS}),
    tells=say("Cy wants a ZIG: four cards that share an element, a colour or an accessory."),
    task=say("Which is the fourth card?"),
    choices=(
        _shouts(_ANN, "zig", say("Blue water"), Cy=(*_CY_HOLDS, "water-blue-cocktail")),
        _shouts(
            _ANN, "zig", say("Yellow fire"), Cy=(*_CY_HOLDS, "fire-yellow-cocktail"), right=True
        ),
        _shouts(_ANN, "zig", say("Green earth"), Cy=(*_CY_HOLDS, "earth-green-suitcase")),
    ),
    learnt=say("All four are fire. Cy makes a secret sign, and Ann, Cy's partner, shouts ZIG."),
)

_YELLOW = (
    "water-yellow-cocktail",
    "earth-yellow-cocktail",
    "air-yellow-cocktail",
    "fire-yellow-cocktail",
)
_PARTNER = Step(
    events=(StartRound(),),
    shows=_held({_DEE: _YELLOW}),
    tells=say("Dee's four share two features. That is a ZAG, and Dee makes the sign for it to Bo."),
    task=say("Who shouts, and what?"),
    choices=(
        _shouts(_DEE, "zag", say("Dee: ZAG"), Dee=_YELLOW),
        _shouts(_BO, "zag", say("Bo: ZAG"), Dee=_YELLOW, right=True),
        _shouts(
            _BO,
            "zig",
            say("Bo: ZIG"),
            Dee=_YELLOW,
            kindly=say("That is true as well. But the box for a ZAG is harder to fill."),
        ),
    ),
    learnt=say("The cards are shown, the team ticks the box, and a new round begins."),
)

_FIRE = ("fire-blue-none", "fire-green-cocktail", "fire-pink-suitcase", "fire-yellow-sunglasses")
_STOP = Step(
    events=(StartRound(),),
    shows=_held({_DEE: _FIRE}),
    tells=say("A STOP rules out one feature for an opponent. Landscape means the element."),
    task=say("Ann holds STOPs. Which one spoils Dee's ZIG?"),
    choices=(
        Choice(label=say("STOP in front of Cy"), event=Stop(by=_ANN, on=_CY, feature="landscape")),
        Choice(
            label=STOPS["landscape"],
            event=Stop(by=_ANN, on=_DEE, feature="landscape"),
            right=True,
        ),
        Choice(
            label=STOPS["accessory"],
            event=Stop(by=_ANN, on=_DEE, feature="accessory"),
            kindly=say("Ann may play that. But Dee's cards do not share an accessory."),
        ),
    ),
    learnt=say("It stays in front of Dee until the round is over. A player can have two."),
)

_SUNNY = (
    "fire-blue-sunglasses",
    "fire-green-sunglasses",
    "fire-pink-sunglasses",
    "fire-yellow-sunglasses",
)
_STOPPED = Step(
    events=(Lead(),),
    shows=_held({_DEE: _SUNNY}),
    tells=say(
        "Everyone is dealt a card, and cards are swapped. Dee now has sunglasses on all four cards."
    ),
    task=say("What can Bo shout?"),
    choices=(
        _shouts(_BO, "zag", Dee=_SUNNY),
        _shouts(_BO, "zig", Dee=_SUNNY, right=True),
        _shouts(
            _BO,
            "double-zig",
            Dee=_SUNNY,
            Bo=("water-blue-none", "air-pink-cocktail", "earth-green-suitcase", "air-yellow-none"),
        ),
    ),
    learnt=say("Fire does not count for Dee. A wrong shout costs both partners all their cards."),
)

_BLUE = ("water-blue-none", "earth-blue-cocktail", "air-blue-suitcase", "fire-blue-sunglasses")
_EARTH = (
    "earth-green-suitcase",
    "earth-yellow-suitcase",
    "earth-pink-suitcase",
    "earth-blue-suitcase",
)
_TOGETHER = Step(
    events=(StartRound(),),
    shows=_held({_ANN: _BLUE, _CY: _EARTH}),
    tells=say("Partners may wait until both have something."),
    task=say("What is the best that Ann can shout?"),
    choices=(
        _shouts(_ANN, "double-zag", Ann=_BLUE, Cy=_EARTH),
        _shouts(
            _ANN,
            "double-zig",
            Ann=_BLUE,
            Cy=_EARTH,
            kindly=say("That is true as well. But Cy has more than a ZIG."),
        ),
        _shouts(_ANN, "zig-zag", Ann=_BLUE, Cy=_EARTH, right=True),
    ),
    learnt=say("ZIG, ZAG, DOUBLE-ZIG and ZIG-ZAG have boxes. A DOUBLE-ZAG ticks any of them."),
)

_MIXED = ("fire-blue-none", "water-blue-cocktail", "earth-blue-suitcase", "air-green-cocktail")


def _blocked(label: Message, *cards: str, **more: Any) -> Choice:
    shown = {_ANN: ("water-green-sunglasses", "fire-pink-none"), _CY: cards}
    return Choice(label=label, event=Block(by=_BO, on=_CY, shown=shown), **more)


_BLOCK = Step(
    events=(StartRound(),),
    shows=_held({_CY: _MIXED}),
    tells=say(
        "Bo suspects a ZIG and calls BLOCK. Ann and Cy each show two cards that share nothing."
    ),
    task=say("Which cards can Cy show?"),
    choices=(
        _blocked(
            say("The first two"),
            *_MIXED[:2],
            kindly=say("Both are blue, so Bo would be right. Cy has a better pair."),
        ),
        _blocked(say("The last three"), *_MIXED[1:]),
        _blocked(say("First and last"), _MIXED[0], _MIXED[3], right=True),
    ),
    learnt=say("If Cy held a ZIG, no two cards would do, and Ann and Cy would change their cards."),
)

_BOUND = ("fire-blue-none", "fire-blue-cocktail", "fire-blue-suitcase")
_CONSTRAINT = Step(
    events=(DealtConstraint(by=_CY, constraint=Constraint(forbid="colour")),),
    shows=_held({_CY: _BOUND}),
    viewer=_CY,
    tells=say(
        "At level 2 everyone has a hidden constraint. Cy's says that the colour does not count."
    ),
    task=say("Which card makes a ZIG for level 2?"),
    choices=(
        _shouts(
            _ANN,
            "zig",
            say("Blue water"),
            Cy=(*_BOUND, "water-blue-sunglasses"),
            kindly=say("All four are blue. For Cy that does not count at level 2."),
        ),
        _shouts(_ANN, "zig", say("Pink earth"), Cy=(*_BOUND, "earth-pink-cocktail")),
        Choice(
            label=say("Green fire"),
            event=Declare(by=_ANN, call="zig", hands={_CY: (*_BOUND, "fire-green-sunglasses")}),
            right=True,
        ),
    ),
    learnt=say(
        "A number picks the line on everyone's constraint card; +1 and −1 move it by one line."
    ),
)

_GREEN = ("water-green-sunglasses", "water-green-cocktail", "water-green-suitcase")
_FULL = tuple(
    Tick(_ANN, level, box) for level in (1, 2) for box in BOXES if (level, box) != (1, "zag")
)
_END = Step(
    events=(Position(ticked=_FULL),),
    shows=_held({_CY: (*_GREEN, "water-green-none")}),
    tells=say("Ann and Cy have ticked every box but one, a ZAG. The first full scorecard wins."),
    task=say("What does Ann shout?"),
    choices=(
        _shouts(
            _ANN,
            "zig",
            Cy=(*_GREEN, "water-green-none"),
            kindly=say("That is true, but its box is already ticked."),
        ),
        _shouts(_ANN, "zag", Cy=(*_GREEN, "water-green-none"), right=True),
        _shouts(_ANN, "double-zag", Cy=(*_GREEN, "water-green-none"), Ann=_MIXED),
    ),
    learnt=say("Ann and Cy win. For a first game, play at level 1, without constraints."),
)

LESSON = Lesson(
    players=_SEATS,
    options=ZigZagOptions(level=3),
    steps=(_ZIG, _PARTNER, _STOP, _STOPPED, _TOGETHER, _BLOCK, _CONSTRAINT, _END),
)
