"""A player lays a card and casts its spell."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from msgspec import UNSET, UnsetType

from referee.core import ClauseId, PlayerKey
from referee.core.action import Action, Shown, Viewer, judged_once
from referee.core.draft import Draft
from referee.core.event import Player
from referee.core.form import Form, Offer
from referee.core.judging import Basis, Fault
from referee.core.ruling import Facts, Ruling
from referee.core.text import Message, plural, say
from referee.games.zingazam import asking
from referee.games.zingazam.cards import CAT_NUMBERS, NUMBERS, Number, cats_unseen, piece
from referee.games.zingazam.round import Outcome, lay
from referee.games.zingazam.rules import (
    END,
    ONE_BEATS_EIGHT,
    PLAY,
    ROUND,
    SETUP,
    TIE,
    no_game,
    refused,
    result_of,
    ruled,
)
from referee.games.zingazam.spells import (
    CLAUSE,
    FAQ,
    FREEZE,
    MIRROR,
    PUPPETEER,
    copyable_numbers,
    does,
    question,
)
from referee.games.zingazam.state import State


class Play(Action[State], frozen=True, tag="play"):
    """`by` lays `card`. The other fields are the choices of its spell, as far as they are known."""

    by: Player
    card: Number
    cat: bool = False
    steal_from: Player | UnsetType = UNSET
    gift_to: Player | UnsetType = UNSET
    flip: bool | UnsetType = UNSET
    mirror: Number | UnsetType = UNSET
    points_at: Number | UnsetType = UNSET
    exclusive = True
    forms = ("play", "ask")

    def judge(self, state: State) -> Ruling:
        """One card each, clockwise (`zingazam/play`), and its spell, if it can be cast."""
        if state.turn is None:
            return refused(_no_round(state))
        by = state.agreed.players.index(self.by)
        faults = self._faults(state, by)
        if by != state.turn and not state.can_lay(by):
            return refused(faults)
        outcome = self.outcome(state)
        spell = outcome.spell
        faults += spell.refused
        if spell.missing:
            faults.append(self._open_choice(state, spell.missing))
        reason = _lays(self.by, self.card, self.cat)
        if faults and not self.stands:
            return ruled(faults, (), reason, (), spell.readings)
        clauses, effects, facts = self._told(state, outcome)
        return ruled(faults, clauses, reason, effects, spell.readings, facts, stands=self.stands)

    def _faults(self, state: State, by: int) -> list[Fault]:
        """What forbids `by` to lay this card now, its spell apart."""
        found = []
        number, wizard = self.card, state.wizards[by]
        if by != state.turn:
            found.append(self._not_now(state, by))
        if self.cat:
            if number not in CAT_NUMBERS:
                found.append(Fault((SETUP, FAQ), say("No cat has the number {n}.", n=number)))
            elif not cats_unseen(number, state.cats_played):
                both = say("Both cats with a {n} have been played.", n=number)
                found.append(Fault((SETUP, FAQ), both))
            elif wizard.cats is not None and wizard.cats < 1:
                found.append(Fault((SETUP,), say("{by} holds no Cat Companion.", by=self.by)))
        elif wizard.own >> number & 1:
            again = say(
                "{by} has already played a {n}. A second one can only be a cat. Was it one?",
                by=self.by,
                n=number,
            )
            found.append(Fault((SETUP,), again))
        for seat, must in state.must_play:
            if seat == by and must != number:
                must_it = say("{by} must play the {n} that was pointed at.", by=self.by, n=must)
                found.append(Fault((CLAUSE[PUPPETEER],), must_it))
        return found

    def _not_now(self, state: State, by: int) -> Fault:
        assert state.turn is not None
        turn = state.players[state.turn]
        clause, reason = PLAY, say("It is {turn}'s turn, not {by}'s.", turn=turn, by=self.by)
        if state.has_played(by):
            reason = say("{by} has already played in this round.", by=self.by)
        elif not state.due >> by & 1:
            clause = CLAUSE[FREEZE]
            reason = say("{by} is frozen and skips this round.", by=self.by)
        return Fault((clause,), reason, Basis.TURN, can_stand=state.can_lay(by))

    def _open_choice(self, state: State, missing: int) -> Fault:
        """What has to be known for the spell `missing`."""
        asked, lying = question(missing, self.by), copyable_numbers(state.played)
        if missing == MIRROR and len(lying) > 1:
            asked = say("Which spell does {by} copy: {numbers}?", by=self.by, numbers=[*lying])
        return Fault((CLAUSE[missing], FAQ), asked, is_open=True)

    outcome = judged_once(lay)
    """What comes of it, legal or not, if `by` can lay a card."""

    def apply(self, state: State) -> State:
        return self.outcome(state).state

    def describe(self, ruling: Ruling, viewer: Viewer) -> Message:
        if self.cat:
            return say("{by} played the cat {n}", by=self.by, n=self.card)
        return say("{by} played {n}", by=self.by, n=self.card)

    def ends_round(self, ruling: Ruling) -> bool:
        """The last card does: who won the rounds tells how high the piles are."""
        return "winner" in ruling.facts

    def picture(self, state: State, viewer: Viewer) -> Shown:
        """The round with the card that the ruling is about."""
        return {"laid": state.laid, "card": {**piece(self.card, self.cat), "by": self.by}}

    @classmethod
    def offers(cls, state: State, viewer: Viewer) -> Iterable[Offer]:
        """Those beside the eight numbers, which are in the page."""
        if state.turn is not None:
            who = {"now": "who"}
            yield asking.HELP
            yield Offer(label=say("Another player plays"), sheet="play", fill=who, more=True)
            yield Offer(label=say("Just ask the referee"), sheet="ask", fill=who, more=True)

    @classmethod
    def form(cls, name: str, state: State, viewer: Viewer, draft: Draft) -> Form | None:
        return None if state.turn is None else asking.form(cls, state, draft, ask=name == "ask")

    def _told(
        self, state: State, outcome: Outcome
    ) -> tuple[tuple[ClauseId, ...], tuple[Message, ...], Facts]:
        """What a play rests on, what happens, in sentences, and what the referee worked out: its
        spell, the round, the game."""
        players, spell, taken = state.agreed.players, outcome.spell, outcome.taken
        clauses = _CLAUSES[self.card, spell.copies]
        effects: tuple[Message, ...] = ()
        if spell.copies:
            effects = (_copies(self.by, spell.copies),)
        if spell.works:
            effects += (does(spell.works, self.by, players[spell.at]),)
        facts: Facts = {"effect": spell.works != 0, "next": None}
        if taken is None:
            assert outcome.state.turn is not None
            facts["next"] = players[outcome.state.turn]
            return clauses, effects, facts
        clauses += _ROUND_CLAUSES[taken.because]
        winner = facts["winner"] = players[taken.winner]
        effects += (_takes(winner, taken.because, taken.best),)
        facts["taken"], facts["because"] = len(taken.cards), taken.because
        ending = outcome.ending
        if ending is not None and ending.settled:
            more, won, result = result_of(outcome.state)
            return clauses + more, effects + won, facts | result
        if ending is not None:
            clauses += (END, TIE)
            facts["points"] = dict(zip(players, ending.points, strict=True))
            who = facts["tied"] = state.names(ending.left)
            count = plural("Count {who}'s pile.", "Count {who}'s piles.", len(who), who=[*who])
            effects += (count,)
        return clauses, effects, facts


def _no_round(state: State) -> list[Fault]:
    """Why no card can be laid at all."""
    if state.waits:
        piles = say("All the cards have been played: the piles decide.")
        return [Fault((END,), piles, Basis.IDLE, can_stand=False)]
    return no_game(state, SETUP, say("No game has started yet."))


_CLAUSES = {
    (card, copied): (PLAY, CLAUSE[card], *([CLAUSE[copied]] if copied else []))
    for card in NUMBERS
    for copied in range(9)
}
"""What a legal play rests on, by its number and the one it copies."""

_ROUND_CLAUSES = {
    "highest": (ROUND,),
    "last-of-equals": (ROUND,),
    "one-beats-eight": (ROUND, ONE_BEATS_EIGHT),
}
"""What a round rests on, by the reason for which it was taken."""


@lru_cache(1024)
def _lays(by: PlayerKey, number: int, cat: bool) -> Message:
    if cat:
        return say("{by} plays a number {n} cat.", by=by, n=number)
    return say("{by} plays a {n}.", by=by, n=number)


@lru_cache(1024)
def _copies(by: PlayerKey, number: int) -> Message:
    return say("{by} copies the {n}.", by=by, n=number)


@lru_cache(1024)
def _takes(winner: PlayerKey, because: str, number: int) -> Message:
    """Who takes the round and why, for a six-year-old."""
    if because == "one-beats-eight":
        return say("{who} takes the cards: 1 beats 8.", who=winner)
    if because == "highest":
        return say("{who} takes the cards: {n} is the highest.", who=winner, n=number)
    return say("{who} takes the cards: the last {n} wins.", who=winner, n=number)
