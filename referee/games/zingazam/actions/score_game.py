"""A whole game that was not tracked is entered by its points."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from msgspec import UNSET, UnsetType

from referee.core import PlayerKey
from referee.core.action import Action, Viewer, judged_once
from referee.core.draft import Draft
from referee.core.event import ByPlayer, Options
from referee.core.form import Form, Group, Number, Offer, Row
from referee.core.judging import Basis, Fault
from referee.core.ruling import Ruling
from referee.core.text import Message, plural, say
from referee.games.zingazam.actions.pile_fields import compared, pile_group
from referee.games.zingazam.cards import MOST_CARDS, NUMBERS, in_box
from referee.games.zingazam.piles import Count, Piles, check_piles, put_in
from referee.games.zingazam.rules import END, SETUP, all_over, finish, refused, result_of, ruled
from referee.games.zingazam.state import State


class ScoreGame(Action[State], frozen=True, tag="score_game"):
    """The cards each has, and the piles where they matter."""

    counts: ByPlayer[Count]
    piles: Piles | UnsetType = UNSET
    exclusive = True
    forms = ("score",)

    def check(self, options: Options, players: Sequence[PlayerKey], path: str) -> None:
        check_piles(self.piles or {}, path)

    def judge(self, state: State) -> Ruling:
        """Each card in a pile is a point (`zingazam/end`)."""
        if over := all_over(state):
            return refused(over)
        faults = [*self._faults(state)]
        missing = [who for who in state.players if who not in self.counts]
        if missing:
            what = plural(
                "{who}'s cards have not been counted yet.",
                "{who}'s cards have not been counted yet.",
                len(missing),
                who=[*missing],
            )
            faults.append(Fault((END,), what, is_open=True, can_stand=False))
        if missing or (faults and not self.stands):
            return refused(faults)
        clauses, effects, facts = result_of(self.apply(state))
        if len(facts["game_winners"]) > 1:
            facts["tied"] = facts["game_winners"]
        counted = say("Each card in a pile is a point.")
        return ruled(faults, clauses, counted, effects, facts=facts, stands=self.stands)

    def _faults(self, state: State) -> Iterator[Fault]:
        """Where a counted game cannot be true."""
        if state.running:
            running = say("Game {n} is still under way.", n=state.game)
            yield Fault((END,), running, Basis.IDLE)
        seats = len(state.players)
        most = MOST_CARDS * seats
        if sum(self.counts.values()) > most:
            many = say(
                "With {n} players, nobody ever has more than {most} cards.", n=seats, most=most
            )
            yield Fault((SETUP,), many)
        piles = self.piles or {}
        for number in NUMBERS:
            most = in_box(number, seats)
            if sum(pile.get(str(number), 0) for pile in piles.values()) > most:
                few = say("There are only {most} cards numbered {n}.", most=most, n=number)
                yield Fault((SETUP,), few)
        for who, pile in piles.items():
            n, points = sum(pile.values()), self.counts.get(who)
            if points not in (None, n):
                other = say(
                    "{who}'s count is {points}, but the pile shows {n}.",
                    who=who,
                    points=points,
                    n=n,
                )
                yield Fault((END,), other)

    @judged_once
    def apply(self, state: State) -> State:
        """What its piles do not settle is shared."""
        counts = [self.counts[who] for who in state.players]
        known = [put_in(count) for count in counts]
        return finish(state, compared(state.players, counts, self.piles or {}, known))

    def describe(self, ruling: Ruling, viewer: Viewer) -> Message:
        return say("The piles are counted")

    @classmethod
    def counting(cls, state: State) -> Message | None:
        """Not while a game is followed card by card."""
        return None if state.running else say("The piles are being counted")

    @classmethod
    def offers(cls, state: State, viewer: Viewer) -> Iterable[Offer]:
        if not state.running:
            yield Offer(label=say("Enter the points"), sheet="score")

    @classmethod
    def form(cls, name: str, state: State, viewer: Viewer, draft: Draft) -> Form | None:
        """One player after the other, on a player's own phone himself first; then, in a tie, what
        lies in the piles of those who are tied."""
        if state.running:
            return None
        counts = draft.numbers("counts")
        now, after = draft.open_row(counts, viewer)
        ready, n = None not in counts.values(), counts[now]
        if n is None:
            label = say("How many cards does {who} have?", who=now)
        elif after is not None:
            label = say("{who} has {n}. Next: {next}", who=now, n=n, next=after)
        else:
            label = say("Record this result")
        keypad = Number(
            name=f"counts.{now}", label=say("{who}’s cards", who=now), value=n, on_keypad=True
        )
        return Form(
            label=label,
            fields=(*(_tied(counts, draft) if ready else ()), keypad),
            rows=tuple(Row(player=who, value=count) for who, count in counts.items()),
            open_row=now,
            next_row=after,
            is_ready=ready,
        )


def _tied(counts: dict[PlayerKey, int | None], draft: Draft) -> Iterator[Group]:
    """The piles of those who are tied."""
    most = max(count or 0 for count in counts.values())
    tied = [who for who, count in counts.items() if count == most]
    if len(tied) > 1:
        why = say("{who} are tied: most 8s wins, then most 7s", who=[*tied])
        for who in tied:
            yield pile_group(who, draft, say("{name}’s pile", name=who), fold=why)
