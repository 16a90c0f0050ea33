"""A first round of Zinga-Zinga: opening, numbers that meet, squares, drawing, the Zinga, a closed
circle, and what the winner collects."""

from __future__ import annotations

from typing import Any

from referee.core import Choice, Lesson, Message, PlayerKey, Step, say
from referee.games.zinga.actions import Draw, EndRound, Pass, Place, Position, StartRound, ZingaCell
from referee.games.zinga.state import ZingaOptions
from referee.games.zinga.tiles import TILE_WORDS, Colour, Number

_ANN, _BO = _SEATS = (
    PlayerKey("Ann"),
    PlayerKey("Bo"),
)
"""The players of the lesson: their keys are born here."""


def _lays(by: PlayerKey, tile: str, at: int, label: Message | None = None, **more: Any) -> Choice:
    """A tile laid on space `at` of its circle, called after the tile; `more`: the other fields of a
    choice, and `ends`."""
    said = {"ends": more.pop("ends")} if "ends" in more else {}
    event = Place(by=by, tile=tile, at=at, **said)
    return Choice(label=label or TILE_WORDS[tile], event=event, **more)


_OPENING = Step(
    events=(StartRound(first=_ANN),),
    tells=say(
        "The first to place all 8 tiles wins the round. Start with a Double or a Zinga on "
        "a Doubles square."
    ),
    task=say("How can Ann open the green circle?"),
    choices=(
        _lays(_ANN, "green:1-2", 0, label=say("1-2 on the square")),
        _lays(_ANN, "green:2-2", 1, label=say("2-2 beside it")),
        _lays(_ANN, "green:2-2", 0, label=say("2-2 on the square"), right=True),
    ),
    learnt=say("Four colours, four circles: a tile goes only in the circle of its colour."),
)

_MATCH = Step(
    events=(Place(by=_BO, tile="green:3-3", at=4),),
    tells=say("From now on, a tile joins another: the ends that touch must show the same number."),
    task=say("Which tile can Ann place beside the 2-2?"),
    choices=(
        _lays(_ANN, "green:1-3", 1),
        _lays(_ANN, "green:2-4", 1, right=True),
        _lays(_ANN, "green:0-4", 1),
    ),
    learnt=say("The 2 meets the 2. The next tile there has to show a 4."),
)

_BETWEEN = Step(
    events=(Place(by=_BO, tile="green:0-4", at=2),),
    tells=say("The highlighted space is between a 0 and a 3."),
    task=say("Which tile can Ann place there?"),
    choices=(
        _lays(_ANN, "green:0-1", 3),
        _lays(_ANN, "green:1-3", 3),
        _lays(_ANN, "green:0-3", 3, right=True),
    ),
    learnt=say("Between two tiles, each end must match its neighbour."),
)

_DRAW = Step(
    tells=say("Bo has no tile that fits. There are tiles in the bag."),
    task=say("What does Bo do?"),
    choices=(
        Choice(label=say("Pass"), event=Pass(by=_BO)),
        Choice(label=say("Draw a tile"), event=Draw(by=_BO), right=True),
        _lays(_BO, "green:1-1", 15, label=say("Place the 1-1")),
    ),
    learnt=say(
        "Bo draws until a tile fits, then places it. A player passes only when the bag is empty."
    ),
)

_SQUARE = Step(
    events=(
        Place(by=_BO, tile="green:2-3", at=15),
        Place(by=_ANN, tile="green:1-3", at=14),
        Place(by=_BO, tile="green:0-1", at=13),
    ),
    tells=say("Only a Double or a Zinga can go on a Doubles square."),
    task=say("Which tile can Ann place on the square?"),
    choices=(
        _lays(_ANN, "green:0-2", 12),
        _lays(_ANN, "green:1-1", 12),
        _lays(_ANN, "green:0-0", 12, right=True),
    ),
    learnt=say(
        "A Double can go on any space. Only a Double or a Zinga can go on a Doubles square."
    ),
)

_BOARD: dict[Colour, dict[str, tuple[Number, Number] | ZingaCell]] = {
    "green": {
        "0": (2, 2),
        "1": (2, 4),
        "2": (4, 0),
        "3": (0, 3),
        "4": (3, 3),
        "5": (3, 4),
        "6": (4, 4),
        "7": (4, 1),
        "8": (1, 1),
        "10": (2, 0),
        "11": ZingaCell((0, 0)),
        "12": (0, 0),
        "13": (0, 1),
        "14": (1, 3),
        "15": (3, 2),
    },
    "orange": {"1": (3, 1), "2": (1, 2), "3": (2, 4), "4": (4, 4), "12": (0, 0)},
}
"""The board some turns later: the green circle lacks one tile."""

_ZINGA = Step(
    events=(
        Position(
            board=_BOARD,
            hands={_ANN: 2, _BO: 3},
            bag=39,
            turn=_ANN,
        ),
    ),
    tells=say(
        "A Zinga is wild: it takes the numbers it touches. The green 1-1 is across from "
        "the top square, so a Zinga there would touch that too."
    ),
    task=say("Where can Ann place the orange Zinga?"),
    choices=(
        _lays(_ANN, "orange:Z", 0, label=say("On the top square")),
        _lays(_ANN, "orange:Z", 13, label=say("Next to the 0"), right=True),
        _lays(_ANN, "orange:Z", 15, label=say("On its own")),
    ),
    learnt=say(
        "At the top it would have to be a 3 and a 1, so it is blocked. Blocking stops "
        "others from closing a circle."
    ),
)

_CLOSE = Step(
    tells=say("One space of the green circle is left, and Bo has the tile. Closing it scores 16."),
    task=say("How does Bo close the circle?"),
    choices=(
        _lays(_BO, "green:1-2", 9, ends=(2, 1), label=say("The 2 next to the 1")),
        _lays(_BO, "green:1-2", 9, ends=(1, 2), label=say("The 1 next to the 1"), right=True),
        Choice(
            label=say("Draw a tile"),
            event=Draw(by=_BO),
            kindly=say("Bo may wait. But closing a circle scores 16 points at once."),
        ),
    ),
    learnt=say("The 16 points are Bo's, whoever wins the round."),
)

_LEFT = ("purple:1-3", "yellow:Z")


def _collects(points: int, **more: Any) -> Choice:
    event = EndRound(hands={_BO: _LEFT}, points={_BO: points})
    return Choice(label=say("{n} points", n=points), event=event, **more)


_END = Step(
    events=(Place(by=_ANN, tile="orange:0-4", at=5),),
    tells=say("Ann places the last tile and calls ZINGA! Bo still holds these two."),
    task=say("What does Ann collect?"),
    choices=(_collects(2), _collects(4), _collects(20, right=True)),
    learnt=say(
        "Count the dots; a Zinga counts 16. If the bag is empty and nothing fits, the "
        "lowest hand wins. The game goes to 64."
    ),
)

LESSON = Lesson(
    players=_SEATS,
    options=ZingaOptions(),
    steps=(_OPENING, _MATCH, _BETWEEN, _DRAW, _SQUARE, _ZINGA, _CLOSE, _END),
)
