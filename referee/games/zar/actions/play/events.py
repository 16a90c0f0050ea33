"""A player lays cards: in turn, or as a match."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Annotated, ClassVar

import msgspec
from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from referee.core import Message, Offer, Player, PlayerKey, Ruling, Unusable, plural, say
from referee.core.action import Action, Shown, Viewer
from referee.core.draft import Draft
from referee.core.form import Drawing
from referee.core.judging import Fault
from referee.core.text import Value
from referee.games.zar.actions.penalty import Penalty, is_spared
from referee.games.zar.actions.play.chameleon import goes_along
from referee.games.zar.actions.play.faults import is_put_in_wrong, play_faults
from referee.games.zar.actions.play.forms import match_form, play_form
from referee.games.zar.actions.play.placing import place_cards
from referee.games.zar.actions.play.wording import (
    clauses_of_play,
    effects_of_play,
    is_out,
    why_it_is_right,
)
from referee.games.zar.cards import CHAMELEON, DECLARED, NAMES, Card, Declaration, RealCard, several
from referee.games.zar.effects import EFFECT, POWER
from referee.games.zar.rules import barring_faults, can_match, next_step, refused, ruled
from referee.games.zar.state import MOST_OF_A_KIND, Hand, State, ZarOptions

Cards = Annotated[tuple[Card, ...], msgspec.Meta(min_length=1, max_length=2 * MOST_OF_A_KIND)]
"""Cards of one play: no more are alike, Chameleons included."""


class PlayCards(Action[State], frozen=True):
    """`by` puts `cards` on the Playpile, the last one on top."""

    by: Player
    cards: Cards
    declare: Declaration | UnsetType = UNSET

    exclusive = True
    only_matches: ClassVar[bool] = False
    """It is a match or nothing; else on one's turn it is both a play and, if it fits, a match."""

    @property
    def stands_for(self) -> str | UnsetType:
        """The card that a Chameleon is said to be."""
        return UNSET

    def check(self, options: ZarOptions, players: Sequence[PlayerKey], path: str) -> None:  # type: ignore[override]
        """Refuse more cards than a play can have, and a declaration that nothing in it takes."""
        most = options.most_together
        if len(self.cards) > most:
            raise Unusable(f"{path}.cards", plural("{n} card at most.", "{n} cards at most.", most))
        if CHAMELEON in self.cards:
            return
        if self.declare is not UNSET and not any(card in POWER for card in self.cards):
            raise Unusable(f"{path}.declare", say("Only a power card or a chameleon can declare."))
        if self.stands_for is not UNSET:
            raise Unusable(f"{path}.as", say("Only a chameleon stands for another card."))

    def judge(self, state: State) -> Ruling:
        """The cards fit or match, and have their effects (zar/4, zar/5, zar/9); an illegal play is
        taken back (zar/8)."""
        hand, bars = state.hand, barring_faults(state, self.by)
        if bars or hand is None:
            return refused(bars)
        play = place_cards(self, state)
        faults = play_faults(state, hand, play)
        if faults and not all(fault.is_open for fault in faults):
            can_stand = all(fault.can_stand for fault in faults)
            if not (can_stand and self.stands):
                return refused(self._taken_back(hand, faults) if can_stand else faults)
        rests_on_reading = not faults and CHAMELEON in self.cards and goes_along(hand, play)
        return ruled(
            faults,
            clauses_of_play(hand, play),
            why_it_is_right(hand, play),
            effects_of_play(hand, play),
            ("chameleon_along",) if rests_on_reading else (),
            {
                "match": play.is_match,
                "self_match": play.is_own_match,
                "matched": play.matched,
                "skipped": play.skipped,
                "next": play.after.turn,
            },
            stands=self.stands,
        )

    def _taken_back(self, hand: Hand, faults: list[Fault]) -> list[Fault]:
        """Return `faults` with what follows from an illegal play (zar/8): a match that came too
        late may only have lost a close call, and there is a most for penalty cards (zar/11.9)."""
        if is_put_in_wrong(faults):
            return faults
        by, cards = self.by, self.cards
        what = NAMES[cards[0]].the if len(cards) == 1 else say("the cards")
        if is_spared(hand, by):
            back = say("{by} takes {what} back.", by=by, what=what)
        elif self.only_matches and not hand.matchable:
            back = say(
                "{by} takes {what} back, and draws one unless it was only a close call.",
                by=by,
                what=what,
            )
        else:
            back = say("{by} takes {what} back and draws one.", by=by, what=what)
        return [
            replace(fault, clauses=(*fault.clauses, "zar/8"), effects=(back,)) for fault in faults
        ]

    def apply(self, state: State) -> State:
        """The cards lie on the Playpile."""
        return replace(state, hand=place_cards(self, state).after)

    def describe(self, ruling: Ruling, viewer: Viewer) -> Message:
        """Say who played what on what, or matched whom with what."""
        values: dict[str, Value] = {"by": self.by, "cards": several(self.cards)}
        facts, top = ruling.facts, ruling.reason.values.get("top")
        if ruling.verdict != "legal" or top is None:
            if self.only_matches:
                return say("{by} tried to match with {cards}", **values)
            return say("{by} played {cards}", **values)
        values["top"] = top
        if is_out(self.by) in ruling.effects:
            return say("{by} went out with {cards} on {top}", **values)
        if facts["self_match"]:
            return say("{by} added {cards} to {top}", **values)
        if facts["match"] and facts["matched"]:
            return say("{by} matched {who} with {cards}", who=facts["matched"], **values)
        if facts["match"]:
            return say("{by} matched {top} with {cards}", **values)
        if self.declare is not UNSET:
            return say("{by} played {cards} for {what}", what=DECLARED[self.declare], **values)
        return say("{by} played {cards} on {top}", **values)

    def ruling_picture(self, state: State, viewer: Viewer) -> Shown:
        """Show the top card and what was laid on it, which goes back into the hand."""
        if state.hand is None:
            return {}
        top = state.hand.top
        cards = [{"card": card, "name": NAMES[card].plain} for card in self.cards]
        return {"top": top, "top_name": NAMES[top].plain, "cards": cards, "keep": False}

    def price_of_taking_back(self, state: State, ruling: Ruling) -> Offer | None:
        """The penalty card of an illegal play (zar/8)."""
        return self.price_of_noticing_late(state) if "zar/8" in ruling.rules else None

    def price_of_noticing_late(self, state: State) -> Offer | None:
        """The penalty card (zar/8), unless enough were drawn (zar/11.9); all that was played since
        goes back with it."""
        if state.hand is None or is_spared(state.hand, self.by):
            return None
        event = Penalty(on=self.by, for_="illegal-play")
        return Offer(label=say("{on} draws one", on=self.by), event=event)


class Play(PlayCards, frozen=True, tag="play"):
    """`by` plays `cards` on his turn. `as_`: what a Chameleon among them is said to be."""

    as_: RealCard | UnsetType = msgspec.field(name="as", default=UNSET)

    forms = ("play",)

    @property
    def stands_for(self) -> str | UnsetType:
        """The card that a Chameleon is said to be."""
        return self.as_

    @classmethod
    def offers(cls, state: State, viewer: Viewer) -> Iterable[Offer]:
        """The turn is entered."""
        hand = state.hand
        if hand is None or next_step(state) != "play":
            return
        turn = hand.turn
        if hand.pending:
            label, sign = say("{turn} plays a wasp", turn=turn), "wasp"
        else:
            label, sign = say("{turn} plays", turn=turn), ""
        yield Offer(label=label, sheet="play", fill={"by": turn}, main=True, sign=sign)

    @classmethod
    def form(cls, name: str, state: State, viewer: Viewer, draft: Draft) -> Drawing | None:
        """What the player on turn (or another, to ask about it) lays."""
        return play_form(cls, state, state.hand, draft) if state.hand else None


class Match(PlayCards, frozen=True, tag="match"):
    """`by` matches the top card with `cards`, whoever's turn it is."""

    only_matches = True
    forms = ("match",)

    @classmethod
    def offers(cls, state: State, viewer: Viewer) -> Iterable[Offer]:
        """On the phone of one player a match is one tap, for it is a race; one of two cards too,
        where the deck has so many."""
        hand = state.hand
        if hand is None:
            return
        own = two = None
        if not can_match(state, hand):
            yield Offer(label=say("Match!"), sign="cards", off=True)
        elif own := cls.of_one(state, hand, viewer):
            two = cls.of_one(state, hand, viewer, 2)
            yield Offer(label=say("Match!"), event=own, sign="cards")
        else:
            yield Offer(label=say("Match!"), sheet="match", sign="cards")
        if viewer in state.players and state.options.most_together > 2:
            yield Offer(label=say("Match ×2!"), event=two, sign="cards", off=two is None)
        if own is not None:
            yield Offer(label=say("Someone matches"), sheet="match", sign="cards", more=True)

    @classmethod
    def of_one(cls, state: State, hand: Hand, viewer: Viewer, count: int = 1) -> Match | None:
        """Return the legal match of `viewer` with `count` cards, where nothing is declared with
        them."""
        if viewer not in state.players or EFFECT[hand.identity].choices:
            return None
        event = cls(by=viewer, cards=(hand.identity,) * count)  # type: ignore[arg-type]
        return event if event.judge(state).verdict == "legal" else None

    @classmethod
    def form(cls, name: str, state: State, viewer: Viewer, draft: Draft) -> Drawing | None:
        """Who matched, and with what."""
        return match_form(cls, state, state.hand, draft) if state.hand else None
