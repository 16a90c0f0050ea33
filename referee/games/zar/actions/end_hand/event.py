"""The hand is counted: the cards left and the points of each player."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import chain
from typing import Annotated

import msgspec
from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from referee.core import ByPlayer, Message, Offer, Player, PlayerKey, Ruling, UserText, plural, say
from referee.core.action import Action, Viewer, judged_once
from referee.core.draft import Draft
from referee.core.judging import Fault
from referee.core.text import SingleValue
from referee.games.zar.actions.end_hand.counting import (
    KIND_NAMES,
    HandCount,
    count_hand,
    missing_values,
)
from referee.games.zar.actions.end_hand.form import ScoreForm, score_form
from referee.games.zar.cards import NAMES, REAL_CARDS, Card
from referee.games.zar.drawing import effects_of_draw
from referee.games.zar.rules import (
    barring_faults,
    is_tied,
    next_step,
    not_seated,
    plays_on,
    reaches_target,
    refused,
    ruled,
    too_many,
)
from referee.games.zar.state import MOST_OF_A_KIND, Hand, Number, State, lowest, seat_after

CardsLeft = Annotated[
    tuple[Card, ...], msgspec.Meta(max_length=MOST_OF_A_KIND * (len(REAL_CARDS) + 1))
]
"""Cards left in a hand: no more than the deck has."""


class EndHand(Action[State], frozen=True, tag="end_hand"):
    """The hand is counted: the cards left (`hands`) and/or the points of each player."""

    hands: ByPlayer[CardsLeft] = {}
    points: ByPlayer[Number] = {}
    winner: Player | UnsetType = UNSET

    exclusive = True
    forms = ("score",)
    shared_fields = ("winner",)
    ways = ("cards", "type")

    def judge(self, state: State) -> Ruling:
        """What the others hold counts against them; cards still owed are drawn (zar/6)."""
        if bars := barring_faults(state, in_hand=False):
            return refused(bars)
        count = count_hand(self, state)
        faults = [*self._faults(state, count), *self._questions(state, count)]
        points = count.known_points
        facts = {"points": points} if count.is_whole else {}
        if faults:
            return ruled(faults, (), faults[0].reason, facts=facts, stands=self.stands)
        assert count.winner is not None
        clauses, effects = _what_is_owed(state, count)
        after = self.apply(state)
        tied = reaches_target(after) and is_tied(after)
        if after.over:
            who = lowest(after)
            wins = plural("{who} wins the game.", "{who} win the game.", len(who), who=[*who])
            effects += (wins,)
        elif tied:
            shared = say(
                "Players are tied for the lowest score, so at this table the game goes on."
            )
            effects += (shared,)
        reason = say(
            "{winner} went out. Points: {others}.",
            winner=count.winner,
            others=_others(points, count.winner),
        )
        return ruled((), clauses, reason, effects, ("tie",) if tied else (), facts)

    def _faults(self, state: State, count: HandCount) -> Iterator[Fault]:
        """What is wrong with the count (zar/2, zar/6, zar/11.6)."""
        winner = count.winner
        named = (*([winner] if winner else []), *self.hands, *self.points)
        yield from not_seated(state, *named, can_stand=True)
        card = too_many(state.options, count.hand, (*chain.from_iterable(self.hands.values()),))
        if card is not None:
            reason = say("The deck does not have that many: {card}.", card=NAMES[card].plain)
            yield Fault(("zar/2",), reason)
        if state.hand is not None:
            yield from self._winner_faults(state.hand)
        for player, held in count.counts.items():
            if held is None or player not in self.hands or len(self.hands[player]) == held:
                continue
            reason = plural(
                "{n} card is entered for {player}, but the count is {held}. Count again; if it "
                "really is {n}, something was missed before: set it right.",
                "{n} cards are entered for {player}, but the count is {held}. Count again; if it "
                "really is {n}, something was missed before: set it right.",
                len(self.hands[player]),
                player=player,
                held=held,
            )
            yield Fault(("zar/6",), reason, facts={"expected": count.counts})
        if winner is not None and (self.hands.get(winner) or self.points.get(winner)):
            reason = say("{winner} went out, with nothing left to count.", winner=winner)
            yield Fault(("zar/6",), reason)

    def _winner_faults(self, hand: Hand) -> Iterator[Fault]:
        """A tracked hand is won by the player who is out; if nobody is known to be, by one of those
        whose cards are not counted."""
        if hand.out is not None:
            if self.winner not in (UNSET, hand.out):
                yield Fault(("zar/6",), say("Only {out} went out.", out=hand.out))
        elif None not in hand.hands.values():
            yield Fault(("zar/6",), _nobody_is_out(hand))
        elif self.winner is not UNSET and hand.hands.get(self.winner) is not None:
            yield Fault(("zar/6",), say("{winner} still holds cards.", winner=self.winner))

    def _questions(self, state: State, count: HandCount) -> Iterator[Fault]:
        """What is not known: who went out, what somebody holds, what it is worth."""
        if count.winner is None:
            yield Fault(("zar/6",), say("It depends who went out."), is_open=True)
        if count.is_whole:
            return
        blank = [
            player
            for player, points in count.points.items()
            if points is None and player not in self.hands
        ]
        if blank:
            reason = plural(
                "{who}'s cards have not been entered yet.",
                "{who}'s cards have not been entered yet.",
                len(blank),
                who=[*blank],
            )
        else:
            cards = chain.from_iterable(self.hands.values())
            kinds = [KIND_NAMES[kind] for kind in missing_values(state.options, cards)]
            reason = say("The points printed on the {kinds} have not been entered.", kinds=[*kinds])
        yield Fault(("zar/6",), reason, is_open=True, can_stand=False)

    @judged_once
    def apply(self, state: State) -> State:
        """The points are added, and the deal goes round clockwise."""
        count, hand = count_hand(self, state), state.hand
        points = {player: n or 0 for player, n in count.points.items()}
        dealer = hand.dealer if hand and hand.dealer else state.deals
        after = replace(
            state,
            hand=None,
            number=state.number if hand else state.number + 1,
            scores={player: n + points.get(player, 0) for player, n in state.scores.items()},
            deals=seat_after(state.players, dealer, True),
            last=points,
            went_out=count.winner,
            refereed=hand is not None,
        )
        over = reaches_target(after) and not (plays_on(state.options) and is_tied(after))
        return replace(after, over=over)

    def describe(self, ruling: Ruling, viewer: Viewer) -> Message:
        """Say who went out, and what the others had."""
        winner, points = ruling.reason.values.get("winner"), ruling.facts.get("points")
        if ruling.verdict != "legal" or not isinstance(winner, str) or points is None:
            return say("The hand was counted")
        return say("{winner} went out · {others}", winner=winner, others=_others(points, winner))

    @classmethod
    def counting(cls, state: State) -> Message:
        """Say which hand."""
        return say("Hand {n} is being counted", n=state.number + (state.hand is None))

    @classmethod
    def offers(cls, state: State, viewer: Viewer) -> Iterable[Offer]:
        """The next thing to do when somebody is out, or at a table that only scores."""
        is_next = next_step(state) == "end_hand"
        if state.hand is None:
            label = say("Score hand {n}", n=state.number + 1)
            yield Offer(label=label, sheet="score", main=is_next)
        elif is_next:
            yield Offer(label=say("Score hand {n}", n=state.number), sheet="score", main=True)
        else:
            yield Offer(label=say("End the hand"), sheet="score", more=True)

    @classmethod
    def form(cls, name: str, state: State, viewer: Viewer, draft: Draft) -> ScoreForm:
        """Who went out, and what each of the others still holds."""
        return score_form(cls, state, viewer, draft)


def _what_is_owed(state: State, count: HandCount) -> tuple[tuple[str, ...], tuple[Message, ...]]:
    """Return the clauses of a hand that is over, and what is said of the cards still owed."""
    hand, owed = state.hand, count.owed
    if hand is None or owed is None:
        return ("zar/6",), ()
    clauses = ("zar/6", "zar/9.2.3", "zar/12.2", *owed.turned)
    return clauses, effects_of_draw(hand, hand.turn, hand.pending, owed)


def _others(points: Mapping[PlayerKey, int], winner: str) -> list[str | int | Message | UserText]:
    """Return what everybody but `winner` has, as a list to be joined: "Ann 12", "Cy 7"."""
    return [
        say("{player} {n}", player=player, n=n) for player, n in points.items() if player != winner
    ]


def _nobody_is_out(hand: Hand) -> Message:
    """Say who holds how many, where somebody is said to have gone out."""
    held: list[SingleValue] = [
        say("{player} {n}", player=player, n=count or 0) for player, count in hand.hands.items()
    ]
    return say(
        "By the count nobody has gone out: {held}. If a last card was played, it was not entered.",
        held=held,
    )
