"""What the pieces are called in a sentence."""

from __future__ import annotations

from referee.core import Message, say
from referee.games.kazing.cards import Card
from referee.games.kazing.moves import DIFFERENT, PATHS

PLACES = {
    1: say("Sun"),
    2: say("Head"),
    3: say("Moon"),
    4: say("Hand"),
    5: say("Body"),
    6: say("Object"),
    7: say("Pentacle"),
    8: say("Feet"),
    9: say("Familiar"),
}
RESONANCES = {
    "light": say("Light"),
    "life": say("Life"),
    "energy": say("Energy"),
    "matter": say("Matter"),
}
WORDS = {
    "kazaam": say("Kazaam"),
    "zing": say("Zing"),
    "kazaam-zing": say("Kazaam/Zing"),
    "ka-zing": say("Ka-Zing"),
}
MODIFIERS = {"half": say("half"), "rewind": say("rewind"), "arrows": say("four arrows")}
ROUND = {"circle": say("circle"), "half-circle": say("half-circle"), "swirl": say("swirl")}
SHAPES = {1: say("arrow"), 2: say("V"), 3: say("zig-zag")}
DIRECTIONS = {
    "n": say("up"),
    "ne": say("up right"),
    "e": say("right"),
    "se": say("down right"),
    "s": say("down"),
    "sw": say("down left"),
    "w": say("left"),
    "nw": say("up left"),
}


def shape(move: str) -> Message:
    """A movement in one word: "zig-zag"."""
    return ROUND.get(move) or SHAPES[len(PATHS[move][0])]


def movement(move: str) -> Message:
    """A movement so that no other has the same name: "V down right, up right"."""
    if move in ROUND:
        return ROUND[move]
    ways = PATHS[move]
    turns = [DIRECTIONS[leg] for leg in ways[0]]
    if len(turns) == 1:
        if len(ways) == 1:
            return say("arrow {first}", first=turns[0])
        return say(
            "two-way arrow {first} or {second}", first=turns[0], second=DIRECTIONS[ways[1][0]]
        )
    if len(turns) == 2:
        if len(ways) == 1:
            return say("V {first}, {second}", first=turns[0], second=turns[1])
        return say("two-way V {first}, {second}", first=turns[0], second=turns[1])
    if len(ways) == 1:
        return say("zig-zag {first}, {second}, {first}", first=turns[0], second=turns[1])
    return say("two-way zig-zag {first}, {second}, {first}", first=turns[0], second=turns[1])


def resonance(card: Card) -> Message:
    """The resonance of a card that has one."""
    assert card.resonance
    return RESONANCES[card.resonance]


def card(card: Card) -> Message:
    """A card by what it does: "Light arrow up", "Matter half", "Energy Kazaam"; a bare start card
    by its place."""
    if card.move:
        what = movement(card.move)
    elif card.modifier:
        what = MODIFIERS[card.modifier]
    elif card.word:
        what = WORDS[card.word]
    else:
        return PLACES[card.position or 5]
    if not card.resonance:
        return what
    return say("{resonance} {what}", resonance=resonance(card), what=what)


def order(card: Card) -> tuple[int, int, int]:
    """Where a card stands in a list: by resonance, movements before modifiers before words."""
    resonances = list(RESONANCES)
    whats = [*DIFFERENT, *MODIFIERS, *WORDS]
    what = card.move or card.modifier or card.word or ""
    return (
        resonances.index(card.resonance) if card.resonance else -1,
        whats.index(what) if what in whats else len(whats),
        card.mana or 0,
    )
