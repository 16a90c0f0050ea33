"""What is shouted and laid, in words."""

from __future__ import annotations

from collections.abc import Iterable

from referee.core import Message, UserText, say
from referee.games.zigzag.cards import FEATURE_WORDS, MARK, VALUE_WORDS, VALUES, features

Items = list[str | int | Message | UserText]
"""What a sentence says as a list."""


def names(players: Iterable[str]) -> Items:
    """Players as a list in a sentence."""
    return [*players]


def shared_values(bits: int) -> Items:
    """What cards that agree on `bits` share, as a list in a sentence: the values, or the feature
    itself where jokers leave the value open."""
    shared: Items = []
    for feature in features(bits):
        found = [value for value in VALUES[feature] if bits & MARK[feature, value]]
        shared.append(VALUE_WORDS[found[0]] if len(found) == 1 else FEATURE_WORDS[feature])
    return shared


CALLS = {
    "zig": say("ZIG"),
    "zag": say("ZAG"),
    "double-zig": say("DOUBLE-ZIG"),
    "zig-zag": say("ZIG-ZAG"),
    "double-zag": say("DOUBLE-ZAG"),
}
STOPS = {
    "character": say("STOP character"),
    "accessory": say("STOP accessory"),
    "landscape": say("STOP landscape"),
}
POWERS = {
    "theft": say("card theft"),
    "swap": say("game swap"),
    "cancel": say("cancel card"),
    "master": say("cards' master"),
    "ten-seconds": say("10 seconds"),
    "watch": say("game watch"),
    "stop": say("STOP"),
}
