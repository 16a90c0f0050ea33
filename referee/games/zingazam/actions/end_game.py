"""The table looks into the piles: the only ones that can tell who won."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from referee.core import PlayerKey
from referee.core.action import Action, Viewer, judged_once
from referee.core.draft import Draft
from referee.core.event import Options
from referee.core.form import Form, Offer
from referee.core.judging import Basis, Fault
from referee.core.ruling import Ruling
from referee.core.text import Message, plural, say
from referee.games.zingazam.actions.pile_fields import compared, pile_group
from referee.games.zingazam.cards import FROM_THE_TOP
from referee.games.zingazam.piles import UNKNOWN, Piles, bounds, certain, check_piles
from referee.games.zingazam.rules import (
    END,
    TIE,
    finish,
    no_game,
    played_out,
    refused,
    result_of,
    ruled,
)
from referee.games.zingazam.state import State


class EndGame(Action[State], frozen=True, tag="end_game"):
    """The table has looked into the piles."""

    piles: Piles
    exclusive = True
    forms = ("piles",)

    def check(self, options: Options, players: Sequence[PlayerKey], path: str) -> None:
        check_piles(self.piles, path)

    def judge(self, state: State) -> Ruling:
        """The piles are counted when they decide (`zingazam/end`, `zingazam/tie`)."""
        if not state.running:
            none = say("No game is waiting for its piles to be counted.")
            return refused(no_game(state, END, none))
        faults = []
        if not may_end(state):
            faults = [Fault((END,), say("This game is not finished yet."), Basis.IDLE)]
        elif wrong := list(_faults(state, self.piles)):
            # Before a game waits for its piles, nobody may learn what lies in them.
            hidden = say("These counts cannot be right. Count the piles again.")
            faults = [Fault((END,), wrong[0] if state.waits else hidden)]
        needed = _deciding(state) if may_end(state) else state.players
        missing = [who for who in needed if who not in self.piles]
        if missing:
            what = _not_counted(state, missing)
            faults.append(Fault((END, TIE), what, is_open=True, can_stand=False))
        if missing or (faults and not self.stands):
            return refused(faults)
        clauses, effects, facts = result_of(self.apply(state))
        counted = say("The piles are counted.")
        return ruled(faults, clauses, counted, effects, facts=facts, stands=self.stands)

    @judged_once
    def apply(self, state: State) -> State:
        players = state.players
        counts = [
            sum(self.piles[who].values()) if who in self.piles else wizard.pile.count or 0
            for who, wizard in zip(players, state.wizards, strict=True)
        ]
        known = [wizard.pile for wizard in state.wizards]
        return finish(state, compared(players, counts, self.piles, known))

    def describe(self, ruling: Ruling, viewer: Viewer) -> Message:
        return say("The piles are counted")

    @classmethod
    def offers(cls, state: State, viewer: Viewer) -> Iterable[Offer]:
        if state.waits:
            yield Offer(label=say("Count the piles"), sheet="piles", main=True)
        elif state.running and may_end(state):
            yield Offer(label=say("The game is over"), sheet="piles", more=True)

    @classmethod
    def form(cls, name: str, state: State, viewer: Viewer, draft: Draft) -> Form | None:
        """What is sure is filled in, once the game waits for its piles; before, nobody may learn
        from the form what lies in them, nor who leads: then it asks for all of them."""
        if not state.running:
            return None
        who = _deciding(state) if state.waits else state.players
        groups = []
        for one in who:
            pile = state.wizards[state.players.index(one)].pile if state.waits else UNKNOWN
            title = say("{name}’s pile", name=one)
            if pile.count is not None:
                title = plural(
                    "{name}’s pile: {n} card", "{name}’s pile: {n} cards", pile.count, name=one
                )
            groups.append(pile_group(one, draft, title, pile))
        return Form(
            title=plural("Count {who}'s pile", "Count {who}'s piles", len(who), who=[*who]),
            label=say("Record the piles"),
            fields=tuple(groups),
            is_ready=True,
        )


def may_end(state: State) -> bool:
    """Whether the table may now say by its piles how the game ended: it waits for them, or no
    one knows whose hand has run out between two rounds."""
    return state.waits or (
        not state.played and any(wizard.hand is None for wizard in state.wizards)
    )


def _deciding(state: State) -> list[PlayerKey]:
    """Whose piles decide. A game that is broken off needs all: whose would do tells who leads."""
    ending = played_out(state)
    return [] if ending.settled else state.names(ending.left)


def _not_counted(state: State, missing: list[PlayerKey]) -> Message:
    """Whose piles are missing; who leads is not told before the game waits for its piles."""
    if not state.waits:
        return say("Some of the piles that decide the tie have not been counted.")
    return plural(
        "{who}'s pile has not been counted yet.",
        "{who}'s piles have not been counted yet.",
        len(missing),
        who=[*missing],
    )


def _faults(state: State, piles: Piles) -> Iterator[Message]:
    """Where `piles` cannot be what lies there (`zingazam/end`)."""
    for who, pile in piles.items():
        there, n = state.wizards[state.players.index(who)].pile, sum(pile.values())
        if n < certain(there) or (there.count is not None and n > there.count):
            yield say("{who}'s pile does not hold {n} cards.", who=who, n=n)
        for number in FROM_THE_TOP:
            least, most = bounds(there, number)
            has = pile.get(str(number), 0)
            if has < least:
                yield say("{who}'s pile holds more {n}s than that.", n=number, who=who)
            elif has > most:
                yield say("{who}'s pile holds fewer {n}s than that.", n=number, who=who)
    counts = [wizard.pile.count for wizard in state.wizards]
    unknown = None if None in counts else sum(counts) - len(state.taken)  # type: ignore[arg-type]
    for number in FROM_THE_TOP:
        has = sum(pile.get(str(number), 0) for pile in piles.values())
        lie = state.taken.count(number)
        if unknown is not None and has > lie + unknown:
            yield say("All the piles together hold fewer {n}s than that.", n=number)
        elif len(piles) == len(state.players) and has < lie:
            yield say("All the piles together hold more {n}s than that.", n=number)
