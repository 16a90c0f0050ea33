"""A player lays a card and casts its spell."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import TypeAlias

from msgspec import UNSET, UnsetType

from referee.core import ClauseId, PlayerKey
from referee.core.action import Action, Shown, Viewer, judged_once
from referee.core.draft import Draft
from referee.core.event import Player
from referee.core.form import Form, Offer
from referee.core.judging import Basis, Fault
from referee.core.ruling import LEGAL, Facts, Ruling
from referee.core.text import Message, plural, say
from referee.games.zingazam import asking
from referee.games.zingazam.cards import CAT_NUMBERS, Number, cats_unseen, piece
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
from referee.games.zingazam.state import State, TableCard, Wizard


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
        turn, players = state.turn, state.agreed.players
        if turn is None:
            return refused(_no_round(state))
        if self.by != players[turn] and not state.can_lay(by := players.index(self.by)):
            return refused(self._faults(state, by))
        outcome = self.outcome(state)
        spell = outcome.spell
        faults = self._faults(state, outcome.by) + spell.refused
        if spell.missing:
            faults += (self._open_choice(state, spell.missing),)
        if faults and not self.stands:
            return ruled(faults, (), faults[0].reason, (), spell.readings)
        clauses, reason, effects = _card_told(
            self.by, self.card, self.cat, spell.copies, spell.works, players[spell.at]
        )
        if outcome.best is None:
            following = outcome.state.turn
            assert following is not None
            facts: Facts = {"effect": spell.works != 0, "next": players[following]}
        else:
            over, taken, facts = _round_told(state, outcome, outcome.best)
            clauses, effects = clauses + over, effects + taken
        if not faults:
            return Ruling(LEGAL, clauses, reason, effects, spell.readings, facts)
        return ruled(faults, clauses, reason, effects, spell.readings, facts, stands=True)

    def _faults(self, state: State, by: int) -> tuple[Fault, ...]:
        """What forbids `by` to lay this card now, its spell apart."""
        found: tuple[Fault, ...] = ()
        number, wizard = self.card, state.wizards[by]
        if by != state.turn:
            found += (self._not_now(state, by),)
        if self.cat:
            found += self._no_cat(wizard, state.cats_played)
        elif wizard.own >> number & 1:
            again = say(
                "{by} has already played a {n}. A second one can only be a cat. Was it one?",
                by=self.by,
                n=number,
            )
            found += (Fault((SETUP,), again),)
        if state.must_play:
            must = dict(state.must_play).get(by, number)
            if must != number:
                must_it = say("{by} must play the {n} that was pointed at.", by=self.by, n=must)
                found += (Fault((CLAUSE[PUPPETEER],), must_it),)
        return found

    def _no_cat(self, wizard: Wizard, cats_played: Sequence[int]) -> tuple[Fault, ...]:
        """Why this card cannot be a cat, if so; `wizard` lays it."""
        number = self.card
        if number not in CAT_NUMBERS:
            return (Fault((SETUP, FAQ), say("No cat has the number {n}.", n=number)),)
        if not cats_unseen(number, cats_played):
            both = say("Both cats with a {n} have been played.", n=number)
            return (Fault((SETUP, FAQ), both),)
        if wizard.cats is not None and wizard.cats < 1:
            return (Fault((SETUP,), say("{by} holds no Cat Companion.", by=self.by)),)
        return ()

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


def _no_round(state: State) -> list[Fault]:
    """Why no card can be laid at all."""
    if state.waits:
        piles = say("All the cards have been played: the piles decide.")
        return [Fault((END,), piles, Basis.IDLE, can_stand=False)]
    return no_game(state, SETUP, say("No game has started yet."))


_ROUND_CLAUSES = {
    "highest": (ROUND,),
    "last-of-equals": (ROUND,),
    "one-beats-eight": (ROUND, ONE_BEATS_EIGHT),
}
"""What a round rests on, by the reason for which it was taken."""

_Told: TypeAlias = tuple[tuple[ClauseId, ...], Message, tuple[Message, ...]]


@lru_cache(2048)
def _card_told(
    by: PlayerKey, number: int, cat: bool, copies: int, works: int, who: PlayerKey
) -> _Told:
    """What a legal card rests on, that it is played, and what its spell does; `who` it happens
    to."""
    clauses: tuple[ClauseId, ...] = (PLAY, CLAUSE[number])
    effects: tuple[Message, ...] = ()
    played = say("{by} plays a {n}.", by=by, n=number)
    if cat:
        played = say("{by} plays a number {n} cat.", by=by, n=number)
    if copies:
        clauses = (*clauses, CLAUSE[copies])
        effects += (say("{by} copies the {n}.", by=by, n=copies),)
    if works:
        effects += (does(works, by, who),)
    return clauses, played, effects


def _round_told(
    state: State, outcome: Outcome, best: TableCard
) -> tuple[tuple[ClauseId, ...], tuple[Message, ...], Facts]:
    """What the end of the round that `best` has taken rests on, what happens, and what the referee
    worked out: the spell, the round, the game."""
    last, ending = outcome.state.last, outcome.ending
    assert last is not None
    winner = state.agreed.players[best.by]
    clauses: tuple[ClauseId, ...] = _ROUND_CLAUSES[last.because]
    effects: tuple[Message, ...] = (_takes(winner, last.because, best.number),)
    facts: Facts = {
        "effect": outcome.spell.works != 0,
        "next": None,
        "winner": winner,
        "taken": len(last.cards),
        "because": last.because,
    }
    if ending is None:
        return clauses, effects, facts
    if ending.settled:
        more, won, result = result_of(outcome.state)
        return clauses + more, effects + won, facts | result
    facts["points"] = dict(zip(state.players, ending.points, strict=True))
    who = facts["tied"] = state.names(ending.left)
    count = plural("Count {who}'s pile.", "Count {who}'s piles.", len(who), who=[*who])
    return (*clauses, END, TIE), (*effects, count), facts


@lru_cache(1024)
def _takes(winner: PlayerKey, because: str, number: int) -> Message:
    """Who takes the round and why, for a six-year-old."""
    if because == "one-beats-eight":
        return say("{who} takes the cards: 1 beats 8.", who=winner)
    if because == "highest":
        return say("{who} takes the cards: {n} is the highest.", who=winner, n=number)
    return say("{who} takes the cards: the last {n} wins.", who=winner, n=number)
