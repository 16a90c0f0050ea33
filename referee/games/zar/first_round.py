"""A table's first hand of ZAR: dealing, and hints while it is played."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from referee.core import FirstRound, Hint, SetupStep, say
from referee.games.zar.actions.start_hand import hand_size
from referee.games.zar.state import Hand, State


class FirstHand(FirstRound[State]):
    """Shuffle, deal, turn one over (zar/3); then a hint a rule, when it is used."""

    def steps(self, state: State) -> Sequence[SetupStep]:
        n = hand_size(state.options, len(state.players))
        return (
            SetupStep(
                task=say("Shuffle the deck well."),
                tells=say("The two blank cards stay in the box. Cut the deck now and then."),
                done=say("Done, it is shuffled"),
                middle={"deck": True},
            ),
            SetupStep(
                task=say("{dealer} deals everyone {n} cards.", dealer=state.deals, n=n),
                tells=say("Look at your own. Let everyone see how many you hold."),
                done=say("Done, all have {n}", n=n),
                count=n,
                middle={"deck": True},
            ),
            SetupStep(
                task=say("{dealer} turns over the top card.", dealer=state.deals),
                tells=say(
                    "A dragon or a peacock? Bury it and turn over the next. The first to get rid "
                    "of all cards wins the hand."
                ),
                done=say("Done, the card is there"),
                count=n,
                middle={"deck": True, "top": "blue-sun"},
            ),
        )

    def hints(self, state: State) -> Iterable[Hint]:
        if state.hand is None:
            yield Hint(
                to=state.deals,
                says=say(
                    "{dealer}, tap “Referee the next hand”, then the card on top.",
                    dealer=state.deals,
                ),
                followed_by=("start_hand",),
            )
        else:
            yield from _of_hand(state.hand)


def _of_hand(hand: Hand) -> Iterable[Hint]:
    """What may happen next: the calls first, then what whose turn it is may do."""
    if hand.out is not None:
        yield Hint(
            says=say(
                "{out} has no cards left. Match the last card now, or count what is left.",
                out=hand.out,
            ),
            followed_by=("end_hand", "match"),
        )
        return
    for player in hand.liable:
        yield Hint(
            to=player,
            says=say("{who}, you have one card left. Say ZAR, and tap it.", who=player),
            followed_by=("zar",),
        )
    yield _of_turn(hand)
    if hand.liable:
        yield Hint(
            says=say(
                "{who} has one card and did not say ZAR? Point and call GOTCHA: draw one.",
                who=list(hand.liable),
            ),
            followed_by=("gotcha", "zar"),
        )
    if hand.matchable:
        yield Hint(
            says=say(
                "Do you hold the very same card? Match it, even out of turn, before the next play."
            ),
            followed_by=("match",),
        )


def _of_turn(hand: Hand) -> Hint:
    """What whoever is on turn may do."""
    who = hand.turn
    ways = ("play", "draw", "pass", "match")
    if hand.pending:
        says = say("{who}, answer with a wasp of any colour, or draw {n}.", who=who, n=hand.pending)
        return Hint(to=who, says=says, followed_by=("take",))
    if hand.drew:
        says = say("{who}, does the card that you drew fit? Play it, or pass.", who=who)
        return Hint(to=who, says=says, followed_by=("pass",))
    if hand.declared is not None:
        says = say(
            "{who}, only what was declared may follow, or the same kind of power card.", who=who
        )
        return Hint(to=who, says=says, followed_by=("end_hand",))
    says = say("{who}, play the same colour or the same symbol, or draw one card.", who=who)
    return Hint(to=who, says=says, followed_by=ways)


FIRST_ROUND = FirstHand()
