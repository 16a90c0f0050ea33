"""A first game of Ka-Zing: a turn, a spell, arrows and Vs, half, the word, bonuses, the last
round."""

from __future__ import annotations

from typing import Any, Literal

from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from referee.core import Choice, Lesson, Message, PlayerKey, Step, say
from referee.games.kazing import names
from referee.games.kazing.actions import Cast, DeckEnd, Discard, EndTurn, SetPosition, Take
from referee.games.kazing.cards import Card, Position, Resonance, Word
from referee.games.kazing.moves import Modifier
from referee.games.kazing.state import KazingOptions

_ANN, _BO = _SEATS = (
    PlayerKey("Ann"),
    PlayerKey("Bo"),
)
"""The players of the lesson: their keys are born here."""


def _starts(position: Position) -> Card:
    return Card(position=position)


def _moves(resonance: Resonance, move: str) -> Card:
    return Card(resonance=resonance, move=move)


def _alters(resonance: Resonance, modifier: Modifier) -> Card:
    return Card(resonance=resonance, modifier=modifier)


def _says(resonance: Resonance, word: Word) -> Card:
    return Card(resonance=resonance, word=word)


def _begun(by: PlayerKey, *cards: Card) -> Cast:
    """The cards that lie there already."""
    return Cast(by=by, cards=cards)


def _goes_on(
    begun: Cast,
    *cards: Card,
    end: Position | UnsetType = UNSET,
    label: Message | None = None,
    **more: Any,
) -> Choice:
    """A spell that goes on from `begun` with `cards`, and is called after the first of them; `end`
    is where the caster says that it ends."""
    cast = Cast(by=begun.by, cards=(*begun.cards, *cards), end=end)
    plain = replace(cards[0], resonance=UNSET)
    return Choice(label=label or names.card(plain), event=cast, **more)


def _in_colour(begun: Cast, *cards: Card, **more: Any) -> Choice:
    """The same, called after what the card does and its resonance."""
    return _goes_on(begun, *cards, label=names.card(cards[0]), **more)


def _next_turn(
    ends: PlayerKey, begins: PlayerKey, takes: Literal["deck", "display"] = "deck"
) -> tuple[EndTurn, Take]:
    return EndTurn(by=ends), Take(by=begins, source=takes)


_TURN = Step(
    shows=_begun(_ANN),
    tells=say("Ann and Bo move a wand over nine positions. Most points wins."),
    task=say("What does Ann do first in a turn?"),
    choices=(
        Choice(label=say("Take a card"), event=Take(by=_ANN, source="deck"), right=True),
        Choice(
            label=say("Cast a spell"),
            event=Cast(
                by=_ANN,
                cards=(_starts(1), _moves("light", "e"), _says("light", "zing")),
            ),
        ),
        Choice(label=say("Discard"), event=Discard(by=_ANN)),
    ),
    learnt=say(
        "On a turn: take a card, cast a spell if you have one, and discard if you hold "
        "more than five."
    ),
)

_FIRST = _begun(_ANN, _starts(1), _moves("light", "e"))
_FORM = Step(
    shows=_FIRST,
    tells=say("The first card is upside down: its number, 1, is the start. An arrow follows."),
    task=say("Which card makes it a spell?"),
    choices=(
        _goes_on(_FIRST, _moves("light", "s")),
        _goes_on(_FIRST, _says("light", "zing"), right=True),
        _goes_on(_FIRST, _alters("light", "half")),
    ),
    learnt=say("A start, movements, a word: that is a spell. Three cards score one point."),
)

_FROM_7 = _begun(_BO, _starts(7))
_FAR = Step(
    events=_next_turn(_ANN, _BO),
    shows=_FROM_7,
    tells=say("Bo starts at 7. An arrow is a direction, and goes as far as it can."),
    task=say("Which arrow takes the wand to 9?"),
    choices=(
        _goes_on(_FROM_7, _moves("energy", "ne"), _says("energy", "zing"), end=9),
        _goes_on(_FROM_7, _moves("energy", "s"), _says("energy", "zing"), end=9),
        _goes_on(_FROM_7, _moves("energy", "e"), _says("energy", "zing"), end=9, right=True),
    ),
    learnt=say("It does not stop at 8: there is room for a second step."),
)

_AT_3 = _begun(_ANN, _starts(1), _moves("energy", "e"))
_LINK = Step(
    events=(SetPosition(turn=_ANN, took=True, scores={_ANN: 1, _BO: 1}, round=2),),
    shows=_AT_3,
    tells=say("A movement starts where the last one ended: the wand is at 3."),
    task=say("Which card can Ann add?"),
    choices=(
        _goes_on(_AT_3, _moves("light", "n"), _says("light", "kazaam")),
        _goes_on(_AT_3, _moves("light", "s"), _says("light", "kazaam"), right=True),
        _goes_on(_AT_3, _moves("light", "e"), _says("light", "kazaam")),
    ),
    learnt=say("The wand stays on the nine positions. Four cards score 2, five 4, six 7."),
)

_V = Step(
    events=_next_turn(_ANN, _BO, "display"),
    shows=_FROM_7,
    tells=say("A V has two legs of equal length. Both legs stay on the grid."),
    task=say("Which V takes the wand from 7 to 9?"),
    choices=(
        _goes_on(
            _FROM_7,
            _moves("matter", "se-ne"),
            _says("matter", "zing"),
            end=9,
            label=say("Down, then up"),
        ),
        _goes_on(
            _FROM_7,
            _moves("matter", "ne-nw"),
            _says("matter", "zing"),
            end=9,
            label=say("Up, then back"),
        ),
        _goes_on(
            _FROM_7,
            _moves("matter", "ne-se"),
            _says("matter", "zing"),
            end=9,
            label=say("Up, then down"),
            right=True,
        ),
    ),
    learnt=say("A zig-zag has three legs like that. With two arrowheads it can go either way."),
)

_AT_4 = _begun(_ANN, _starts(4))
_HALF = Step(
    events=_next_turn(_BO, _ANN),
    shows=_AT_4,
    tells=say("Ann holds a half. It goes before a movement, which then goes half as far."),
    task=say("How does the wand get from 4 to 5?"),
    choices=(
        _goes_on(_AT_4, _moves("life", "e"), _says("life", "kazaam"), end=5),
        _goes_on(_AT_4, _moves("life", "ne"), _says("life", "kazaam"), end=5),
        _goes_on(
            _AT_4,
            _alters("matter", "half"),
            _moves("life", "e"),
            _says("life", "kazaam"),
            end=5,
            right=True,
            label=say("Half, then right"),
        ),
    ),
    learnt=say(
        "Two more cards change a movement: rewind reverses it, four arrows add a step first."
    ),
)

_AT_7 = _begun(_BO, _starts(3), _moves("life", "s"), _moves("light", "w"))
_WORD = Step(
    events=_next_turn(_ANN, _BO),
    shows=_AT_7,
    tells=say("The word must have the colour of the movement right before it."),
    task=say("Which word can end Bo's spell?"),
    choices=(
        _in_colour(_AT_7, _says("life", "kazaam")),
        _in_colour(_AT_7, _says("energy", "ka-zing")),
        _in_colour(_AT_7, _says("light", "zing"), right=True),
    ),
    learnt=say("Four colours, four resonances. Which word it is only matters in a Duel."),
)

_AT_9 = _begun(_ANN, _starts(1), _moves("light", "e"), _moves("light", "s"))
_BONUS = Step(
    events=_next_turn(_BO, _ANN, "display"),
    shows=_AT_9,
    tells=say(
        "With four cards or more there are bonuses: one for movements all of one colour, "
        "one for ending at the start."
    ),
    task=say("Which card earns both?"),
    choices=(
        _in_colour(
            _AT_9,
            _moves("light", "w"),
            _says("light", "zing"),
            kindly=say("All of one colour: one bonus. But the spell started at 1."),
        ),
        _in_colour(
            _AT_9,
            _moves("energy", "nw"),
            _says("energy", "zing"),
            kindly=say("It ends where it started: one bonus. But it has two colours."),
        ),
        _in_colour(_AT_9, _moves("light", "nw"), _says("light", "zing"), right=True),
    ),
    learnt=say("Five cards score 4, and both bonuses 3 more. One alone adds 1."),
)

_AT_1 = _begun(_BO, _starts(7), _moves("life", "n"))
_END = Step(
    events=(
        SetPosition(turn=_ANN, took=True, cast=True, scores={_ANN: 12, _BO: 10}, round=6),
        DeckEnd(),
        *_next_turn(_ANN, _BO),
    ),
    shows=_AT_1,
    tells=say("The deck has run out, so the round is played to the end. Ann has 12, Bo has 10."),
    task=say("Which card wins it for Bo?"),
    choices=(
        _in_colour(_AT_1, _moves("life", "w"), _says("life", "zing")),
        _in_colour(
            _AT_1,
            _moves("energy", "e"),
            _says("energy", "zing"),
            kindly=say("Four cards score 2: with 12 each, Ann and Bo share the win."),
        ),
        _in_colour(_AT_1, _moves("life", "e"), _says("life", "zing"), right=True),
    ),
    learnt=say(
        "Bo has 13 and wins. Other games: collect all nine positions, or drain the others' mana."
    ),
)

LESSON = Lesson(
    players=_SEATS,
    options=KazingOptions(tracking="full"),
    steps=(_TURN, _FORM, _FAR, _LINK, _V, _HALF, _WORD, _BONUS, _END),
)
