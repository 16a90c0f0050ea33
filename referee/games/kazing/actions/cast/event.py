"""A spell is cast."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache, lru_cache
from typing import Annotated, Literal, get_args

import msgspec
from msgspec import UNSET, UnsetType

from referee.core import ClauseId, PlayerKey
from referee.core.action import Action, Shown, Viewer, judged_once
from referee.core.draft import Draft
from referee.core.event import Options, Player
from referee.core.form import Offer
from referee.core.judging import Fault
from referee.core.ruling import LEGAL, Ruling
from referee.core.text import Message, SingleValue, plural, say
from referee.games.kazing import pictures
from referee.games.kazing.actions.cast import checker, faults
from referee.games.kazing.actions.cast.mend import mends
from referee.games.kazing.actions.cast.spell import Spell, read_spell
from referee.games.kazing.cards import DRAINS, REPLENISHES, Card, Position, check_card
from referee.games.kazing.drawing import draw
from referee.games.kazing.rules import refused, ruled
from referee.games.kazing.state import State, TableOptions, Type
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
    def _counted(self, state: State) -> tuple[Spell, State]:
        """Return what it amounts to, and the state after it, judging nothing: it counts for its
        caster, whosever turn it is."""
        setup, by, turn = state.setup, self.by, state.turn
        spell = read_spell(setup, self)
        side = setup.side[by]
        points, collected, mana = state.points, state.collected, state.mana
        if spell.points is not None:
            points = _added(points, side, spell.points)
        elif spell.collected is not None:
            counts = list(collected[side])
            for position in spell.collected:
                counts[position - 1] += 1
            collected = (*collected[:side], tuple(counts), *collected[side + 1 :])
        elif spell.mana:
            mana = self._mana_after(setup, mana, spell.mana)
            if 0 in mana and len(setup.sides_with(mana)) < 2:
                turn = None  # kazing/type.duel
        after = msgspec.structs.replace(
            state,
            turn=turn,
            cast=state.cast or by == state.turn,
            spells=_added(state.spells, setup.seat[by], 1),
            hands=state.hands_after(by, 1 - spell.size) if state.hands else (),
            points=points,
            collected=collected,
            mana=mana,
        )
        return spell, after

    def judge(self, state: State) -> Ruling:
        """First what is illegal, of which the first is ruled on; then what is not settled."""
        setup, (spell, after) = state.setup, self._counted(state)
        fault = faults.first_fault(state, self, spell)
        if fault is not None:
            return self._refused(state, spell, after, fault)
        readings = faults.size_reading(setup, spell.size) + spell.trace.readings + spell.readings
        if not spell.is_settled:
            return self._undecided(state, spell, after, readings)
        if spell.bonuses == 2 and setup.duel:
            readings += ("bonus_mana",)
        return Ruling(
            LEGAL,
            _LEGAL_BY[setup.options.type][spell.bonuses > 0][spell.trace.is_modified],
            _goes(spell, self.by),
            self._effects(state, spell, after),
            readings,
            _facts(spell, settled=True),
        )

    def _refused(self, state: State, spell: Spell, after: State, fault: Fault) -> Ruling:
        """The facts explain the refusal; let stand, the spell counts as it lies there."""
        can_stand = fault.can_stand and faults.too_few_cards(state, self) is None
        known: dict[str, object] = {"size": spell.size, "start": spell.start}
        if spell.trace.moves and spell.ends is not None:
            known["ends"] = list(spell.ends)
        known |= fault.facts
        fault = msgspec.structs.replace(fault, facts=known, can_stand=can_stand)
        if not self.stands:
            return refused([fault])
        effects = self._effects(state, spell, after) if can_stand else ()
        facts = _facts(spell, settled=True) | known
        return ruled([fault], (), fault.reason, effects, facts=facts, stands=True)

    def _undecided(
        self, state: State, spell: Spell, after: State, readings: tuple[str, ...]
    ) -> Ruling:
        """What the caster, the table or the cards must still say. What depends on the end is open
        with it."""
        settled = self.stands or not (spell.ends is None or spell.end_open)
        facts = _facts(spell, settled=settled)
        questions = faults.open_questions(state.setup, self, spell)
        told = [msgspec.structs.replace(question, facts=facts) for question in questions]
        effects = self._effects(state, spell, after) if self.stands else ()
        return ruled(told, (), told[0].reason, effects, readings, stands=self.stands)

    def _effects(self, state: State, spell: Spell, after: State) -> tuple[Message, ...]:
        """What it does to mana, which positions it collects, whether it ends the game, and that the
        caster picks up a card."""
        effects: tuple[Message, ...] = ()
        if spell.collected:
            places: list[SingleValue] = list(dict.fromkeys(spell.collected))
            effects = (say("{by} collects {positions}.", by=self.by, positions=places),)
        elif spell.mana is not None:
            effects = self._mana_moved(after, spell.mana)
        if after.turn is None:
            return (*effects, say("The game is over."))
        if after.end_is_met and not state.end_is_met:
            effects += (say("The game ends with this round."),)
        return (*effects, _picks_up(self.by))

    def _mana_moved(self, after: State, mana: int) -> tuple[Message, ...]:
        setup, effects = after.setup, list[Message]()
        drained, replenished = self._aims()
        if drained:
            left = after.mana[setup.purse[drained]]
            effects.append(
                say("{who} loses {mana} mana and has {left}.", who=drained, mana=mana, left=left)
            )
            if not left and setup.team_battle and not setup.own_mana:
                effects.append(say("{who}'s team is out of the game.", who=drained))
            elif not left:
                effects.append(say("{who} is out of the game.", who=drained))
        if replenished:
            left = after.mana[setup.purse[replenished]]
            effects.append(
                say(
                    "{who} gains {mana} mana and has {left}.",
                    who=replenished,
                    mana=mana,
                    left=left,
                )
            )
        return tuple(effects)

    def apply(self, state: State) -> State:
        """As it counts."""
        return self._counted(state)[1]

    def _mana_after(
        self, setup: TableOptions, mana: tuple[int, ...], moved: int
    ) -> tuple[int, ...]:
        drained, replenished = self._aims()
        held = list(mana)
        if drained:
            held[setup.purse[drained]] = max(0, held[setup.purse[drained]] - moved)
        if replenished:
            held[setup.purse[replenished]] += moved
        return tuple(held)

    def _aims(self) -> tuple[PlayerKey | None, PlayerKey | None]:
        """Return who is drained and who is replenished. A target that the word has no use for is
        neither; nobody is while a Kazaam/Zing is not called one or the other."""
        word = self.cards[-1].word if self.cards else UNSET
        does = self.word if word == "kazaam-zing" else word
        return (
            (self.drain or None) if does in DRAINS else None,
            (self.replenish or None) if does in REPLENISHES else None,
        )

    def describe(self, ruling: Ruling, viewer: Viewer) -> Message:
        """What is not settled in the facts is not said."""
        by, cards = self.by, plural("{n} card", "{n} cards", len(self.cards))
        points, mana = ruling.facts.get("points"), ruling.facts.get("mana")
        collected = ruling.facts.get("collected")
        if points is not None:
            return say(
                "{by} cast a spell of {cards} for {points}",
                by=by,
                cards=cards,
                points=_earned(points),
            )
        drained, replenished = self._aims()
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
        return pictures.thumb(self.cards, state.setup.wand, ruling.facts.get("end"))

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


@lru_cache(1024)
def _picks_up(by: PlayerKey) -> Message:
    return say("{by} picks up a card.", by=by)


def _added(counts: tuple[int, ...], at: int, more: int) -> tuple[int, ...]:
    """`counts` with `more` added to that at the index `at`."""
    changed = [*counts]
    changed[at] += more
    return tuple(changed)


def _legal_by(kind: Type) -> list[list[tuple[ClauseId, ...]]]:
    clauses = ("kazing/turn.cast", f"kazing/type.{kind}")
    mana = ("kazing/move.mana",) if kind == "duel" else ()
    return [
        [(*clauses, *bonus, *modifier, *mana) for modifier in ((), ("kazing/move.modifier",))]
        for bonus in ((), ("kazing/rule.bonuses",))
    ]


_LEGAL_BY = {kind: _legal_by(kind) for kind in get_args(Type)}
"""The clauses on which a legal spell rests: by the type of the game, whether the spell has a bonus,
and whether there is a modifier in it."""


@cache
def _earned(points: int) -> Message:
    return plural("{n} point", "{n} points", points)


def _facts(spell: Spell, settled: bool) -> dict[str, object]:
    """All facts of a spell. What depends on the end is left open if that is not `settled`."""
    ends, end = spell.ends, spell.end
    is_known = settled or not (ends is None or spell.most_bonuses > spell.bonuses)
    facts: dict[str, object] = {
        "size": spell.size,
        "start": spell.start,
        "ends": None if ends is None else list(ends),
        "end": end,
        "path": path(spell.trace, end) if end and ends and end in ends else None,
        "bonuses": spell.bonuses if is_known else None,
    }
    if spell.points is not None:
        facts["points"] = spell.points if settled else None
    elif spell.collected is not None:
        facts["collected"] = list(spell.collected) if settled else None
    else:
        facts["mana"] = spell.mana if settled else None
    return facts


def _goes(spell: Spell, by: PlayerKey) -> Message:
    """What a legal spell does, in a sentence."""
    start, end, points = spell.start or 0, spell.end, spell.points
    if points is None:
        if end is None:
            return say("{by}'s spell is possible.", by=by)
        if start == end:
            return say("{by}'s spell ends at {end}, where it started.", by=by, end=end)
        return say("{by}'s spell goes from {start} to {end}.", by=by, start=start, end=end)
    scored = _earned(points)
    if end is None:
        return say("{by}'s spell is possible: {points}.", by=by, points=scored)
    if start == end:
        return say(
            "{by}'s spell ends at {end}, where it started: {points}.", by=by, end=end, points=scored
        )
    return say(
        "{by}'s spell goes from {start} to {end}: {points}.",
        by=by,
        start=start,
        end=end,
        points=scored,
    )
