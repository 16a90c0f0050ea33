"""A spell is cast."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Annotated, Literal

import msgspec
from msgspec import UNSET, UnsetType

from referee.core import ClauseId, PlayerKey
from referee.core.action import Action, Shown, Viewer, judged_once
from referee.core.draft import Draft
from referee.core.event import Options, Player
from referee.core.form import Offer
from referee.core.judging import Fault
from referee.core.ruling import Ruling
from referee.core.text import Message, SingleValue, plural, say
from referee.games.kazing import pictures
from referee.games.kazing.actions.cast import checker, faults
from referee.games.kazing.actions.cast.mend import mends
from referee.games.kazing.actions.cast.spell import Spell, read_spell
from referee.games.kazing.cards import Card, Position, check_card
from referee.games.kazing.drawing import draw
from referee.games.kazing.rules import ruled
from referee.games.kazing.state import State, TableOptions
from referee.games.kazing.wand import path

_MOST = 40
"""Cards of a spell that an event can name. Nobody can hold a quarter of them."""


class Cast(Action[State], frozen=True, tag="cast"):
    """`by` casts a spell: start card first, word last. `end` is where the caster says it ends,
    `word` what a Kazaam/Zing is to be, `collect` the positions taken for bonuses."""

    by: Player
    cards: Annotated[tuple[Card, ...], msgspec.Meta(max_length=_MOST)]
    end: Position | UnsetType = UNSET
    word: Literal["kazaam", "zing"] | UnsetType = UNSET
    drain: Player | UnsetType = UNSET
    replenish: Player | UnsetType = UNSET
    collect: Annotated[tuple[Position, ...], msgspec.Meta(max_length=_MOST)] = ()
    exclusive = True
    forms = ("cast",)

    def check(self, options: Options, players: Sequence[PlayerKey], path: str) -> None:
        """Refuse cards that cannot be."""
        for i, card in enumerate(self.cards):
            check_card(card, i == 0, f"{path}.cards[{i}]")

    @judged_once
    def spell(self, state: State) -> Spell:
        """What it amounts to, judging nothing."""
        return read_spell(state.setup, self)

    def judge(self, state: State) -> Ruling:
        """First what is illegal, of which the first is ruled on; then what is not settled."""
        setup, spell = state.setup, self.spell(state)
        fault = faults.first_fault(state, self, spell)
        if fault is not None:
            return self._refused(state, spell, fault)
        readings = (
            faults.size_reading(setup, spell.size)
            + spell.trace.readings
            + faults.bonus_readings(setup, self)
        )
        if open_questions := faults.open_questions(setup, self, spell):
            return self._undecided(state, spell, open_questions, readings)
        if setup.duel and spell.bonuses == 2:
            readings = (*readings, "bonus_mana")
        return ruled(
            [],
            _legal_by(setup, spell),
            _goes(spell, self.by),
            self._effects(state, spell),
            readings,
            _facts(setup, spell, settled=True),
        )

    def _refused(self, state: State, spell: Spell, fault: Fault) -> Ruling:
        """The facts explain the refusal; let stand, the spell counts as it lies there."""
        can_stand = fault.can_stand and faults.too_few_cards(state, self) is None
        known = {**_known(spell), **fault.facts}
        fault = msgspec.structs.replace(fault, facts=known, can_stand=can_stand)
        effects: tuple[Message, ...] = ()
        facts: dict[str, object] = {}
        if self.stands:
            facts = {**_facts(state.setup, spell, settled=True), **fault.facts}
            effects = self._effects(state, spell) if can_stand else ()
        return ruled([fault], (), fault.reason, effects, facts=facts or None, stands=self.stands)

    def _undecided(
        self,
        state: State,
        spell: Spell,
        open_questions: list[Fault],
        readings: tuple[str, ...],
    ) -> Ruling:
        """What the caster, the table or the cards must still say. What depends on the end is open
        with it."""
        settled = self.stands or not (spell.ends is None or spell.end_open)
        facts = _facts(state.setup, spell, settled=settled)
        return ruled(
            [msgspec.structs.replace(question, facts=facts) for question in open_questions],
            (),
            open_questions[0].reason,
            self._effects(state, spell) if self.stands else (),
            readings,
            stands=self.stands,
        )

    def _effects(self, state: State, spell: Spell) -> tuple[Message, ...]:
        """What it does to mana, which positions it collects, whether it ends the game, and that the
        caster picks up a card."""
        after, setup = self.apply(state), state.setup
        effects: list[Message] = []
        if spell.collected:
            places: list[SingleValue] = list(dict.fromkeys(spell.collected))
            effects.append(say("{by} collects {positions}.", by=self.by, positions=places))
        drained, replenished = self._drained(), self._replenished()
        if drained and spell.mana is not None:
            left = after.mana[setup.purse[drained]]
            loses = say(
                "{who} loses {mana} mana and has {left}.",
                who=drained,
                mana=spell.mana,
                left=left,
            )
            effects.append(loses)
            if after.is_out(drained):
                effects.append(_out(setup, drained))
        if replenished and spell.mana is not None:
            left = after.mana[setup.purse[replenished]]
            gains = say(
                "{who} gains {mana} mana and has {left}.",
                who=replenished,
                mana=spell.mana,
                left=left,
            )
            effects.append(gains)
        if after.turn is None:
            return (*effects, say("The game is over."))
        if after.ending and not state.ending:
            effects.append(say("The game ends with this round."))
        return (*effects, say("{by} picks up a card.", by=self.by))

    @judged_once
    def apply(self, state: State) -> State:
        """It counts for its caster, whosever turn it is."""
        setup, spell, by = state.setup, self.spell(state), self.by
        seat, side = setup.seat[by], setup.side[by]
        changes: dict[str, object] = {
            "cast": state.cast or by == state.turn,
            "spells": (*state.spells[:seat], state.spells[seat] + 1, *state.spells[seat + 1 :]),
        }
        if state.hands:
            changes["hands"] = state.hands_after(by, 1 - spell.size)
        if spell.points is not None:
            total = state.points[side] + spell.points
            changes["points"] = (*state.points[:side], total, *state.points[side + 1 :])
        elif spell.collected is not None:
            counts = list(state.collected[side])
            for position in spell.collected:
                counts[position - 1] += 1
            before, behind = state.collected[:side], state.collected[side + 1 :]
            changes["collected"] = (*before, tuple(counts), *behind)
        elif spell.mana:
            changes["mana"] = self._mana_after(state, spell.mana)
        after = msgspec.structs.replace(state, **changes)
        if "mana" in changes and len(after.sides_in()) < 2:
            return msgspec.structs.replace(after, turn=None)  # kazing/type.duel
        return after

    def _mana_after(self, state: State, moved: int) -> tuple[int, ...]:
        purses, mana = state.setup.purse, list(state.mana)
        if drained := self._drained():
            purse = purses[drained]
            mana[purse] = max(0, mana[purse] - moved)
        if replenished := self._replenished():
            mana[purses[replenished]] += moved
        return tuple(mana)

    @property
    def _does(self) -> str:
        """Return the word that the spell counts with; "" without one, or while a Kazaam/Zing is
        neither."""
        word = self.cards[-1].word if self.cards else UNSET
        return (self.word or "") if word == "kazaam-zing" else (word or "")

    def _drained(self) -> PlayerKey | None:
        """Return who is drained: a target that the word has no use for is not."""
        return (self.drain or None) if self._does in ("kazaam", "ka-zing") else None

    def _replenished(self) -> PlayerKey | None:
        """Return who is replenished: a target that the word has no use for is not."""
        return (self.replenish or None) if self._does in ("zing", "ka-zing") else None

    def describe(self, ruling: Ruling, viewer: Viewer) -> Message:
        """What is not settled in the facts is not said."""
        by, cards = self.by, plural("{n} card", "{n} cards", len(self.cards))
        points, mana = ruling.facts.get("points"), ruling.facts.get("mana")
        collected = ruling.facts.get("collected")
        if points is not None:
            earned = plural("{n} point", "{n} points", points)
            return say(
                "{by} cast a spell of {cards} for {points}", by=by, cards=cards, points=earned
            )
        drained, replenished = self._drained(), self._replenished()
        if mana is not None and replenished == by:
            if drained:
                return say("{by} took {mana} mana from {drain}", by=by, mana=mana, drain=drained)
            return say("{by} gained {mana} mana", by=by, mana=mana)
        if mana is not None and drained and replenished:
            return say(
                "{by} moved {mana} mana from {drain} to {replenish}",
                by=by,
                mana=mana,
                drain=drained,
                replenish=replenished,
            )
        if mana is not None and drained:
            return say("{by} drained {target} of {mana} mana", by=by, target=drained, mana=mana)
        if mana is not None and replenished:
            return say("{by} gave {target} {mana} mana", by=by, target=replenished, mana=mana)
        if collected:
            return say(
                "{by} cast a spell of {cards} and collected {positions}",
                by=by,
                cards=cards,
                positions=list(dict.fromkeys(collected)),
            )
        return say("{by} cast a spell of {cards}", by=by, cards=cards)

    def picture(self, state: State, viewer: Viewer) -> Shown:
        """The cards, whole or as far as they lie there, and the wand's path."""
        drawn = draw(self.cards, state.setup.wand, self.end or None)
        return {
            "laid": [checker.card_shown(card) for card in self.cards],
            "picture": pictures.wand(drawn, whole=True),
            "mends": [],
        }

    def ruling_picture(self, state: State, viewer: Viewer) -> Shown:
        """The same, and what would mend it."""
        found = mends(state, self, most_moves=2)[:3]
        return {**self.picture(state, viewer), "mends": [mend.say for mend in found]}

    def log_picture(self, state: State, ruling: Ruling, viewer: Viewer) -> Shown:
        """The wand's path."""
        return pictures.thumb(draw(self.cards, state.setup.wand, ruling.facts.get("end")))

    @classmethod
    def offers(cls, state: State, viewer: Viewer) -> Iterable[Offer]:
        """On the phone of the player who is next, casting is his own: it begins with ending the
        turn before."""
        by = state.turn
        if by is None or state.timer_due or state.must_take:
            return
        following = state.next_turn()[0]
        if state.may_cast:
            yield Offer(label=say("Cast a spell"), sheet="cast", fill={"by": by}, main=True)
        elif viewer == following and not state.setup.full:
            yield Offer(label=say("{by} casts", by=following), sheet="cast", fill={"by": following})

    @classmethod
    def form(
        cls, name: str, state: State, viewer: Viewer, draft: Draft
    ) -> checker.SpellDrawing | None:
        """The spell checker."""
        return checker.spell_drawing(cls, state, draft) if state.turn else None


def _legal_by(setup: TableOptions, spell: Spell) -> tuple[str, ...]:
    """The clauses on which a legal spell rests."""
    clauses: tuple[ClauseId, ...] = ("kazing/turn.cast", f"kazing/type.{setup.options.type}")
    if spell.bonuses:
        clauses += ("kazing/rule.bonuses",)
    if any(movement.modifier for movement in spell.trace.moves):
        clauses += ("kazing/move.modifier",)
    return (*clauses, "kazing/move.mana") if setup.duel else clauses


def _known(spell: Spell) -> dict[str, object]:
    """The facts of a refused spell: what explains the refusal."""
    facts: dict[str, object] = {"size": spell.size, "start": spell.start}
    if spell.trace.moves and spell.ends is not None:
        facts["ends"] = list(spell.ends)
    return facts


def _facts(setup: TableOptions, spell: Spell, settled: bool) -> dict[str, object]:
    """All facts of a spell. What depends on the end is left open if that is not `settled`."""
    ends, end = spell.ends, spell.end
    facts: dict[str, object] = {
        "size": spell.size,
        "start": spell.start,
        "ends": None if ends is None else list(ends),
        "end": end,
        "path": path(spell.trace, end) if end and ends and end in ends else None,
        "bonuses": spell.bonuses if settled or not (ends is None or spell.may_close) else None,
    }
    kind = setup.options.type
    if kind == "thaumaturgy":
        facts["points"] = spell.points if settled else None
    elif kind == "duel":
        facts["mana"] = spell.mana if settled else None
    else:
        facts["collected"] = list(spell.collected or ()) if settled else None
    return facts


def _goes(spell: Spell, by: PlayerKey) -> Message:
    """What a legal spell does, in a sentence."""
    points = spell.points
    scored = None if points is None else plural("{n} point", "{n} points", points)
    if spell.end is None:
        if scored is None:
            return say("{by}'s spell is possible.", by=by)
        return say("{by}'s spell is possible: {points}.", by=by, points=scored)
    start, end = spell.start or 0, spell.end
    if start == end:
        if scored is None:
            return say("{by}'s spell ends at {end}, where it started.", by=by, end=end)
        return say(
            "{by}'s spell ends at {end}, where it started: {points}.", by=by, end=end, points=scored
        )
    if scored is None:
        return say("{by}'s spell goes from {start} to {end}.", by=by, start=start, end=end)
    return say(
        "{by}'s spell goes from {start} to {end}: {points}.",
        by=by,
        start=start,
        end=end,
        points=scored,
    )


def _out(setup: TableOptions, player: PlayerKey) -> Message:
    if setup.team_battle and not setup.own_mana:
        return say("{who}'s team is out of the game.", who=player)
    return say("{who} is out of the game.", who=player)
