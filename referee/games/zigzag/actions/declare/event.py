"""A ZIG, a ZAG or more is declared."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Annotated, Any, Literal, TypeAlias

import msgspec
from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from referee.core import PlayerKey
from referee.core.action import Action, Shown, Viewer, judged_once
from referee.core.draft import Draft
from referee.core.event import ByPlayer, Options, Player
from referee.core.form import Drawing, Offer
from referee.core.ruling import Ruling
from referee.core.text import Message, plural, say
from referee.core.unusable import Unusable
from referee.games.zigzag.actions.declare import form, wording
from referee.games.zigzag.actions.declare.outcome import (
    SINGLE,
    Outcome,
    ParsedCall,
    outcome,
    parsed,
)
from referee.games.zigzag.cards import (
    CARDS,
    FEATURE_OF,
    HAND,
    MARKS,
    Hand,
    Value,
    claimed,
)
from referee.games.zigzag.rules import DECLARE, SETUP, no_round, ruled
from referee.games.zigzag.scorecard import end_round, last_box
from referee.games.zigzag.slots import shown_hands
from referee.games.zigzag.state import Box, State
from referee.games.zigzag.words import CALLS, names

Call: TypeAlias = Literal["zig", "zag", "double-zig", "zig-zag", "double-zag"]


_NOTHING: Mapping[str, object] = {
    "mistake": False,
    "ticked": None,
    "round_over": False,
    "change": [],
}
"""The facts of a declaration while no round runs."""


class Declare(Action[State], frozen=True, tag="declare"):
    """`by` declares `call`; `hands` are the cards shown. `tick`: the box for a DOUBLE-ZAG.

    Where cards are looked at and not entered one by one, `claims` says what a player's four share,
    and `exceptions` shows cards of that player that lack some of it.
    """

    by: Player
    call: Call
    hands: ByPlayer[Hand]
    tick: Box | UnsetType = UNSET
    box_level: Literal[1, 2] | UnsetType = UNSET
    claims: ByPlayer[Annotated[tuple[Value, ...], msgspec.Meta(min_length=1, max_length=3)]] = {}
    exceptions: ByPlayer[Hand] = {}
    exclusive = True
    forms = ("declare", "hand")
    private_forms = ("hand",)
    judged_on_secrets = True  # whether a constraint is met is what it asks

    def check(self, options: Options, players: Sequence[PlayerKey], path: str) -> None:
        """Refuse a box where the call has one of its own."""
        if self.tick is not UNSET and self.call != "double-zag":
            raise Unusable(f"{path}.tick", say("Only a DOUBLE-ZAG chooses its box."))
        for player, values in self.claims.items():
            at = f"{path}.claims.{player}"
            if self.hands.get(player):
                raise Unusable(at, say("Enter the cards or what they share, not both."))
            if len({FEATURE_OF[value] for value in values}) < len(values):
                raise Unusable(at, say("Cards share one value of each feature."))
        for player, cards in self.exceptions.items():
            at = f"{path}.exceptions.{player}"
            if player not in self.claims:
                raise Unusable(at, say("Choose first what the cards share."))
            said = claimed(self.claims[player])
            if any(said & ~MARKS[card] == 0 for card in cards):
                raise Unusable(at, say("This card has all that the cards share."))

    @property
    def shown(self) -> tuple[PlayerKey, ...]:
        """Return of whom cards, or what they share, are shown."""
        return tuple({**self.hands, **self.claims})

    @judged_once
    def weighed(self, state: State) -> tuple[ParsedCall, Outcome]:
        """Return what the hands are worth and what becomes of it, in a running round."""
        assert state.now is not None
        call = parsed(state, state.now, self)
        return call, outcome(call)

    def judge(self, state: State) -> Ruling:
        """The hands have what the call takes (zigzag/next), and a box is ticked."""
        if state.now is None:
            return no_round(state, (DECLARE, "zigzag/next", SETUP), _NOTHING)
        call, found = self.weighed(state)
        faults = [wording.still_open(call)] if found.is_open else found.faults
        in_effect = self.stands or not faults
        ticked = found.ticked if in_effect else None
        ends = ticked is not None and last_box(state, state.options.team[self.by])
        clauses = wording.clauses(call, found, ends=ends)
        readings = wording.bearing_readings(call)
        change: tuple[PlayerKey, ...] = ()
        if found.is_mistake and not in_effect:
            change = wording.who_changes(call)
            readings += ("mistake_change",)
        facts = call.facts() | {
            "mistake": found.is_mistake,
            "ticked": [*ticked] if ticked else None,
            "round_over": in_effect,
            "change": [*change],
        }
        if self.box_level != 1 and wording.is_below(call, ticked):
            facts["unmet"] = call.unmet()
        effects = wording.round_over(call, ticked, ends=ends) if in_effect else ()
        if not faults:
            return ruled((), clauses, wording.right(call), effects, readings, facts)
        told = {"clauses": clauses, "effects": wording.change_cards(change), "facts": facts}
        faults = [replace(faults[0], **told), *faults[1:]]
        return ruled(
            faults, clauses, faults[0].reason, effects, readings, facts, stands=self.stands
        )

    def apply(self, state: State) -> State:
        """A box is ticked, the round is over."""
        _, found = self.weighed(state)
        return end_round(state, state.options.team[self.by], found.ticked)

    def describe(self, ruling: Ruling, viewer: Viewer) -> Message:
        named, ticked = CALLS[self.call], ruling.facts.get("ticked")
        if not ticked:
            return say("{by} declared {call}", by=self.by, call=named)
        if unmet := ruling.facts.get("unmet"):
            return plural(
                "{by} declared {call} and ticked it at level 1: {players}'s constraint is not met",
                "{by} declared {call} and ticked it at level 1: "
                "{players}'s constraints are not met",
                len(unmet),
                by=self.by,
                call=CALLS[ticked[1]],
                players=names(unmet),
            )
        if ticked[1] != self.call:
            box = CALLS[ticked[1]]
            return say("{by} declared {call} and ticked {box}", by=self.by, call=named, box=box)
        return say("{by} declared {call} and ticked it", by=self.by, call=named)

    def picture(self, state: State, viewer: Viewer) -> Shown:
        """The cards that were shown."""
        return shown_hands(state.options, state.now, {**self.hands, **self.exceptions})

    def log_picture(self, state: State, ruling: Ruling, viewer: Viewer) -> Shown:
        """The box that was ticked, on the scorecard of which team."""
        ticked = ruling.facts.get("ticked")
        if not ticked:
            return {}
        return {"team": state.options.team[self.by], "level": ticked[0], "box": ticked[1]}

    @classmethod
    def offers(cls, state: State, viewer: Viewer) -> Iterable[Offer]:
        if state.now is None:
            return
        yield Offer(label=say("Check the cards"), sheet="declare", more=True)
        if viewer is not None and viewer in state.options.team:
            own = say("{viewer}'s cards", viewer=viewer)
            yield Offer(label=own, sheet="hand", fill={"by": viewer}, more=True)

    @classmethod
    def form(cls, name: str, state: State, viewer: Viewer, draft: Draft) -> Drawing:
        """`declare`; and `hand`, one's own cards put in before."""
        if name == "hand":
            return form.own_hand(state, viewer, draft)
        return form.declaration(cls, state, viewer, draft)

    # Secrets

    def ruling_for(self, ruling: Ruling, viewer: Viewer) -> Ruling:
        """How many features another's constraint lets count is not told."""
        if "counts" not in ruling.facts:
            return ruling
        mine = {player: n for player, n in ruling.facts["counts"].items() if player == viewer}
        return replace(ruling, facts={**ruling.facts, "counts": mine})

    def merge_draft(
        self, state: State, drafts: Mapping[PlayerKey, Mapping[str, object]]
    ) -> Declare:
        """Take up the hands that were put in before by those it rests on, where it shows none: a
        ZIG or ZAG rests on the partner's alone (or, by the reading `self_declare`, on one's own
        where the partner has none), any other call on both. A hand without cards is one that is
        not shown, and of two it is the one meant."""
        is_single = self.call in SINGLE
        meant = [player for player, hand in self.hands.items() if not hand]
        hands = {player: hand for player, hand in self.hands.items() if hand}
        if is_single and (hands or self.claims):
            return replace(self, hands=hands)
        options, by = state.options, self.by
        whose = options.members(by)
        if is_single:
            is_either = options.readings["self_declare"] == "yes"
            whose = (options.partner[by], by) if is_either else (options.partner[by],)
            whose = tuple(player for player in whose if player in meant) or whose
        for player in (player for player in whose if player not in self.claims):
            put_in: Any = drafts.get(player, {}).get(f"hands.{player}") or ()
            cards = tuple(put_in)
            is_whole = HAND - 1 <= len(cards) <= HAND and all(card in CARDS for card in cards)
            if is_whole and player not in hands:
                hands[player] = cards
                if is_single:
                    break
        return replace(self, hands=hands)

    def stale_drafts(self, state: State, ruling: Ruling) -> Collection[PlayerKey]:
        """Hands that were thrown away."""
        change: Collection[PlayerKey] = ruling.facts.get("change", ())
        return change
