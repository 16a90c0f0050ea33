"""What is shouted and laid, in words."""

from __future__ import annotations

from collections.abc import Iterable

from referee.core import Quote, Say, say

Items = list[str | int | Say | Quote]
"""What a sentence says as a list."""


def names(players: Iterable[str]) -> Items:
    """Players as a list in a sentence."""
    return [*players]


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
