"""What a player calls out with a play (zar/7, zar/13.2): ZAR'CH, TRIPLE, MATCH-DOUBLE-BLUE."""

from __future__ import annotations

from referee.core import Message, UserText
from referee.games.zar.actions.play.placing import CardPlay
from referee.games.zar.cards import DECLARED
from referee.games.zar.state import Hand

TOGETHER = {2: "DOUBLE", 3: "TRIPLE", 4: "QUAD"}
"""Identical cards played as one; the rulebook has no word for more."""
WITH_ZAR = {"DOUBLE": "ZAR’BLE", "TRIPLE": "ZAR’PLE", "QUAD": "ZAR’QUAD", "MATCH": "ZAR’CH"}
"""The short form for a play that leaves one card."""


def calls(hand: Hand, play: CardPlay) -> tuple[UserText | Message, ...]:
    """Return what is to be called with `play`, in the order of the rulebook; the words of the game
    are the same in all languages.

    A match of one's own play is called by how many cards it comes to. Where others' matches lie in
    the same chain it is not known how many of those were one's own: then that word is left out.
    """
    by, count = play.event.by, play.count
    if play.is_own_match:
        words = [TOGETHER.get(1 + count, "")] if hand.chain == 1 else []
    elif play.is_match:
        words = ["MATCH", TOGETHER.get(count, "")]
    else:
        words = [TOGETHER.get(count, "")]
    words = [word for word in words if word]
    left = play.after.hands.get(by)
    if left == 1 and by not in hand.said:
        words[:1] = [WITH_ZAR[words[0]]] if words else ["ZAR"]
    found: list[UserText | Message] = [UserText(word) for word in words]
    if play.event.declare:
        found.append(DECLARED[play.event.declare])
    if left == 0:
        found.append(UserText("OUT"))
    return tuple(found)
