"""How far a table's first round has come, and which hint a phone shows."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Sequence

import msgspec

from referee.core import AnyGame, Event, Hint, PlayerKey, SetupStep, say, tag_of

SEATING = SetupStep(
    task=say("Sit round the table in this order."),
    tells=say("Clockwise, in the order of the names here. Other phones join with the QR code."),
    done=say("Done, everyone is sitting"),
)


class Progress(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """How far a first round has come: the `step` of setting up (from 0), the players who are `done`
    with it, and those who want no more hints (`quiet`)."""

    step: int = 0
    done: tuple[str, ...] = ()
    quiet: tuple[str, ...] = ()

    def after_done(self, seats: Collection[PlayerKey], players: Sequence[PlayerKey]) -> Progress:
        """Return it once `seats` are done: the next step, if all `players` are."""
        done = tuple(player for player in players if player in seats or player in self.done)
        if len(done) == len(players):
            return self.at(self.step + 1)
        return msgspec.structs.replace(self, done=done)

    def at(self, step: int) -> Progress:
        """Return it at another step, which nobody is done with."""
        return msgspec.structs.replace(self, step=max(step, 0), done=())

    def without_hints(self, seats: Collection[PlayerKey]) -> Progress:
        """Return it once `seats` want no more hints."""
        quiet = (*self.quiet, *(seat for seat in seats if seat not in self.quiet))
        return msgspec.structs.replace(self, quiet=quiet)


def setup_steps(game: AnyGame, state: object) -> list[SetupStep]:
    """Return what is set up for `game`, from the seating on."""
    return [SEATING, *game.first_round.steps(state)]


def is_first_round_over(game: AnyGame, state: object) -> bool:
    """Return whether there is nothing left to teach."""
    return game.over(state) or game.rounds(state) >= game.first_round.rounds


def hint_for(
    game: AnyGame, state: object, played: Iterable[Event], seats: Collection[PlayerKey]
) -> Hint | None:
    """Return the hint that a phone with `seats` shows in `state`, when `played` are the events in
    effect; None where there is none. It rests on what everybody knows."""
    known = game.secrecy.known_state(state, None)
    counts: Counter[tuple[str, str | None]] = Counter()
    for event in played:
        by = getattr(event, "by", None)
        counts[tag_of(event), by if isinstance(by, str) else None] += 1
    for hint in game.first_round.hints(state if known is None else known):
        if (hint.to is None or hint.to in seats) and not _is_followed(hint, counts):
            return hint
    return None


def _is_followed(hint: Hint, counts: Counter[tuple[str, str | None]]) -> bool:
    count = sum(
        n
        for (tag, by), n in counts.items()
        if (not hint.followed_by or tag in hint.followed_by)
        and (hint.to is None or by is None or by == hint.to)
    )
    return count >= hint.times
