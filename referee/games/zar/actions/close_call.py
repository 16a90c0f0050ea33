"""Two things at once: which comes first?"""

from __future__ import annotations

from typing import Literal

import msgspec
from msgspec import UNSET, UnsetType

from referee.core import Player, Ruling, close_call, say
from referee.core.judging import Fault
from referee.games.zar.rules import barring_faults, refused, ruled
from referee.games.zar.state import State, seat_after

Kind = Literal["zar", "gotcha", "play", "match", "draw", "last-card"]

BEATS: frozenset[tuple[str, str]] = frozenset(
    {
        ("zar", "gotcha"),
        ("draw", "match"),
        ("draw", "gotcha"),
        ("gotcha", "last-card"),
    }
)
"""The pairs of Table 1 that nothing else decides: the first takes precedence."""

CLAIMED = {
    "zar": say("{by} saying ZAR"),
    "gotcha": say("{by} calling GOTCHA"),
    "play": say("{by} playing in turn"),
    "match": say("{by} matching"),
    "draw": say("{by} drawing"),
    "last-card": say("{by} playing the last card"),
}
DONE = {
    "zar": say("said ZAR"),
    "gotcha": say("called GOTCHA"),
    "play": say("played in turn"),
    "match": say("matched"),
    "draw": say("drew"),
    "last-card": say("played the last card"),
}
"""What can be done at once, in the log and on the form."""
LAYING = {"play", "match", "last-card"}
"""What puts a card on the pile."""


class Claim(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One side of a close call: what `by` did."""

    kind: Kind
    by: Player


class CloseCall(close_call.CloseCallAction[State], frozen=True, tag="close_call"):
    """Which of two things that happened at once comes first? Only asks."""

    a: Claim
    b: Claim
    underneath: close_call.Side | UnsetType = UNSET
    knocked_off_by: close_call.Side | UnsetType = UNSET

    nouns, done = CLAIMED, DONE

    def judge(self, state: State) -> Ruling:
        """Table 1 says who comes first (zar/10)."""
        if bars := barring_faults(state, self.a.by, self.b.by, in_hand=False):
            return refused(bars)
        first = self.precedence(state)
        if first is not None:
            who = self.a.by if first == "a" else self.b.by
            reason = say("{first} takes precedence.", first=who)
            return ruled((), ("zar/10",), reason, facts={"precedence": first})
        if self.a.kind == self.b.kind == "match":
            reason = say("It depends which card is underneath, or who made the last play.")
        else:
            reason = say(
                "Table 1 sets neither {a} nor {b} before the other: the table decides.",
                a=self.described("a"),
                b=self.described("b"),
            )
        question = Fault(("zar/10",), reason, is_open=True)
        return ruled([question], (), reason, facts={"precedence": None}, stands=self.stands)

    def precedence(self, state: State) -> close_call.Side | None:
        """Return whichever takes precedence; None where the table does not say."""
        if self.knocked_off_by is not UNSET:
            return "b" if self.knocked_off_by == "a" else "a"
        kinds = (self.a.kind, self.b.kind)
        if kinds in BEATS:
            return "a"
        if kinds[::-1] in BEATS:
            return "b"
        if kinds not in (("play", "match"), ("match", "play"), ("match", "match")):
            return None
        if self.underneath is not UNSET:
            return self.underneath
        if "play" in kinds:
            return "a" if self.a.kind == "play" else "b"
        return self._nearer(state)

    def _nearer(self, state: State) -> close_call.Side | None:
        """Return which of two matches comes from who would have been next."""
        hand = state.hand
        if hand is None or hand.owner is None or self.a.by == self.b.by:
            return None
        order = [
            seat_after(state.players, hand.owner, hand.clockwise, places)
            for places in range(1, len(state.players) + 1)
        ]
        return "a" if order.index(self.a.by) < order.index(self.b.by) else "b"

    @classmethod
    def more(cls, a: close_call.Claimed, b: close_call.Claimed) -> close_call.More | None:
        """Between two who laid a card: whose lies underneath, or who knocked cards off."""
        if {a.kind, b.kind} - LAYING:
            return None
        sides = (("a", a.by), ("b", b.by))
        return close_call.More(
            say("Whose card is underneath?"),
            (
                *((say("{who}'s card", who=by), {"underneath": side}) for side, by in sides),
                *(
                    (say("{who} knocked cards off", who=by), {"knocked_off_by": side})
                    for side, by in sides
                ),
                (say("Nobody knows"), {}),
            ),
        )
