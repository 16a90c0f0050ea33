"""The cards are dealt, and the first one is turned over."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from msgspec.structs import replace

from referee.core import Message, Offer, Player, PlayerKey, Ruling, say
from referee.core.action import Action, Viewer, judged_once
from referee.core.draft import Draft
from referee.core.form import Drawing
from referee.core.judging import Fault
from referee.games.zar.cards import CHAMELEON, NAMES, POWERS, REAL_CARDS, Card
from referee.games.zar.effects import EFFECT
from referee.games.zar.picks import DeckPicks, deck_picks
from referee.games.zar.rules import (
    NO_CHAMELEONS,
    barring_faults,
    clauses_of_numbers,
    next_step,
    refused,
    ruled,
)
from referee.games.zar.state import Hand, State, ZarOptions, copies, deck_size
from referee.games.zar.turning import effects_of_turning, next_turn

OPENERS = frozenset(REAL_CARDS).difference(POWERS)
"""The cards that a hand may start with (zar/3)."""


class DealForm(Drawing, frozen=True, kw_only=True):
    """The deck, to say which card was turned over, and the players, to say who deals."""

    dealer: PlayerKey
    players: tuple[PlayerKey, ...]
    deck: DeckPicks


class StartHand(Action[State], frozen=True, tag="start_hand"):
    """The cards are dealt and the dealer turns `top` over."""

    dealer: Player
    top: Card

    exclusive = True
    forms = ("deal",)

    def judge(self, state: State) -> Ruling:
        """The first card counts as the dealer's play, and is no Power (zar/3, zar/13.1)."""
        if bars := barring_faults(state, self.dealer, in_hand=False):
            return refused(bars)
        faults = self._faults(state)
        if self.top == CHAMELEON:  # it has nothing to take after
            return refused(faults)
        hand, skipped = self.deal(state)
        size = hand_size(state.options, len(state.players))
        return ruled(
            faults,
            clauses_of_numbers(state.options) + EFFECT[self.top].clauses,
            say(
                "{dealer} deals {n} cards each and turns over {top}. {turn} is next.",
                dealer=self.dealer,
                n=size,
                top=NAMES[self.top].a,
                turn=hand.turn,
            ),
            effects_of_turning(True, hand, skipped),
            facts={"hand_size": size, "next": hand.turn},
            stands=self.stands,
        )

    def _faults(self, state: State) -> list[Fault]:
        """What forbids it, but for the end of the game and an empty seat (zar/2, zar/3)."""
        faults = []
        if state.hand is not None:
            faults.append(Fault(("zar/3",), say("A hand is already under way.")))
        if not copies(state.options, self.top):
            faults.append(NO_CHAMELEONS)
        if self.top not in OPENERS:
            card = NAMES[self.top].a
            reason = say("A hand cannot start with a power card, and {card} is one.", card=card)
            buries = say("The dealer buries it in the Drawpile and turns over the next card.")
            can_stand = self.top != CHAMELEON
            faults.append(Fault(("zar/3",), reason, allowed=buries, can_stand=can_stand))
        return faults

    @judged_once
    def deal(self, state: State) -> tuple[Hand, list[PlayerKey]]:
        """Return the new hand, and who is skipped at once: the first card counts as played by the
        dealer from outside his hand."""
        effect = EFFECT[self.top]
        clockwise = not effect.reverses
        skipped, turn = next_turn(state.players, self.dealer, clockwise, effect.skips)
        size = hand_size(state.options, len(state.players))
        hand = Hand(
            dealer=self.dealer,
            turn=turn,
            liable=(),
            out=None,
            clockwise=clockwise,
            top=self.top,
            identity=self.top,
            owner=self.dealer,
            pending=effect.owes,
            matchable=True,
            skipped_to_self=turn == self.dealer,
            hands=dict.fromkeys(state.players, size),
            pile=(self.top,),
            loose=0,
            whole_pile=True,
            stock=deck_size(state.options) - size * len(state.players),
        )
        return hand, skipped

    def apply(self, state: State) -> State:
        """A new hand runs."""
        return replace(state, hand=self.deal(state)[0], number=state.number + 1)

    def describe(self, ruling: Ruling, viewer: Viewer) -> Message:
        """Say who dealt, and what lies there."""
        top = NAMES[self.top].a
        return say("{dealer} dealt and turned over {top}", dealer=self.dealer, top=top)

    def notes(self, ruling: Ruling) -> Mapping[str, Sequence[Message]]:
        """Who dealt, where the hand was refereed."""
        return {self.dealer: [say("dealer")]}

    @classmethod
    def offers(cls, state: State, viewer: Viewer) -> Iterable[Offer]:
        """The next hand, dealt by whose deal it is."""
        if state.hand is None:
            label = (
                say("Deal hand {n}", n=state.number + 1)
                if state.refereed
                else say("Referee the next hand")
            )
            is_next = next_step(state) == "start_hand"
            yield Offer(label=label, sheet="deal", fill={"dealer": state.deals}, main=is_next)

    @classmethod
    def form(cls, name: str, state: State, viewer: Viewer, draft: Draft) -> DealForm | None:
        """Who deals (beforehand: whose deal it is), and the first card."""
        if state.hand is not None:
            return None
        dealer = draft.player("dealer") or state.deals
        top = draft.one_of("top", NAMES)
        label = say("Which card is turned over?")
        if top is not None:
            label = say("{dealer} turns over {top}", dealer=dealer, top=NAMES[top].a)
        return DealForm(
            label=label,
            event=draft.event(cls, dealer=dealer),
            dealer=dealer,
            players=state.players,
            deck=deck_picks(state, [top] if top else [], OPENERS.__contains__),
        )


def hand_size(options: ZarOptions, players: int) -> int:
    """Return how many cards each of `players` is dealt (zar/3, zar/13.1)."""
    if options.half_decks == 2:
        return max(3, 10 - players)
    return min(10, max(3, 15 - players))
