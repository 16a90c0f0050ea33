"""What is shouted and laid, in words."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

from referee.core import Message, PlayerKey, UserText, say
from referee.games.zigzag.cards import FEATURE_WORDS, MARK, VALUE_WORDS, VALUES, features
from referee.games.zigzag.state import Stopped

Items = list[str | int | Message | UserText]
"""What a sentence says as a list."""


def names(players: Iterable[PlayerKey]) -> Items:
    """Return players as a list in a sentence."""
    return [*players]


@cache
def shared_values(bits: int) -> Items:
    """Say what cards that agree on `bits` share, as a list in a sentence: the values, or the
    feature itself where jokers leave the value open."""
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
STOP_KINDS: dict[Stopped, Message] = {
    "character": say("Character"),
    "accessory": say("Accessory"),
    "landscape": say("Landscape"),
}
"""What is printed on a STOP, as a button says it."""
