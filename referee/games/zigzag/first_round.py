"""A table's first round of ZigZag: teams, signs, dealing, and hints while it is played."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from referee.core import FirstRound, Hint, SetupStep, plural, say
from referee.games.zigzag.state import State

_CALLS = ("declare", "block")
_BETWEEN_LEADS = (
    say("Deal everyone one card, face down. Then tap New lead, under More."),
    say("Put one card face up in the middle. Only then take up your new one."),
    say("Swap with the middle, one card at a time, as often as you like."),
    say("In place of a discard you may play a STOP or a power. Tap which it is."),
    say("Four cards alike in one thing? Give your partner the ZIG sign; in two, ZAG."),
)
"""What is done between two leads: each is followed once so many leads have begun."""


class FirstRoundOfZigZag(FirstRound[State]):
    """What is sorted out, signs, four cards each (zigzag/setup); then dealing, discarding,
    swapping, the signs, special cards and the calls, one after the other."""

    def steps(self, state: State) -> Sequence[SetupStep]:
        options = state.options
        teams = [say("{a} with {b}", a=a, b=b) for a, b in options.teams]
        partners = SetupStep(
            task=say("Partners sit across from each other."),
            tells=say("Teams: {teams}.", teams=[*teams]),
            done=say("Done, everyone is sitting"),
        )
        if options.level == 1:
            sort = SetupStep(
                task=say("Take out the +1, −1 and constraint cards."),
                tells=plural(
                    "Leave {n} Joker in the deck. Shuffle it.",
                    "Leave {n} Jokers in the deck. Shuffle it.",
                    options.jokers,
                ),
                done=say("Done, it is shuffled"),
                middle={"deck": True},
            )
        else:
            sort = SetupStep(
                task=say("Give everyone a constraint card. Keep it hidden."),
                tells=plural(
                    "The +1 and −1 cards stay in the deck, with {n} Joker. Shuffle it.",
                    "The +1 and −1 cards stay in the deck, with {n} Jokers. Shuffle it.",
                    options.jokers,
                ),
                done=say("Done, all have one"),
                count=1,
                middle={"deck": True},
            )
        return (
            partners,
            sort,
            SetupStep(
                task=say("Agree on two secret signs with your partner."),
                tells=say(
                    "One says ZIG, one says ZAG. Whisper! They stay until the round is over."
                ),
                done=say("Done, signs agreed"),
                middle={"creatures": True},
            ),
            SetupStep(
                task=say("Deal everyone four cards."),
                tells=say("Never hold more than four. The rest is the draw pile."),
                done=say("Done, all have four"),
                count=4,
                middle={"deck": True},
            ),
        )

    def hints(self, state: State) -> Iterable[Hint]:
        if state.now is None:
            yield Hint(
                says=say("Tap the button below: the round begins."), followed_by=("start_round",)
            )
            return
        if state.now.waiting or state.now.face_down:
            yield Hint(
                says=say("A power lies face down. It works just before the next lead."),
                followed_by=("lead",),
                times=len(_BETWEEN_LEADS),
            )
        for times, says in enumerate(_BETWEEN_LEADS, 1):
            yield Hint(says=says, followed_by=("lead", *_CALLS), times=times)
        if any(state.now.stops.values()):
            yield Hint(
                says=say("There is a STOP: what it shows does not count for that player."),
                followed_by=("stop",),
                times=2,
            )
        yield Hint(
            says=say("Saw the sign? Call it for your partner. Others have four? Call BLOCK."),
            followed_by=_CALLS,
        )


FIRST_ROUND = FirstRoundOfZigZag()
