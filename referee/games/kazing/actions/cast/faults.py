"""What a spell breaks, one rule after the other, in the order in which they are looked at.

A cast is ruled on by the first rule that it breaks (`first_fault`); what is said of each stands
below. `broken` in the facts is the index in `cards` at which the spell first breaks, where there is
one.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import UNSET

from referee.core import ClauseId, Fault, Message, PlayerKey, plural, say
from referee.core.judging import joined
from referee.core.text import Value
from referee.games.kazing import names
from referee.games.kazing.actions.cast.spell import Spell
from referee.games.kazing.cards import DRAINS, REPLENISHES
from referee.games.kazing.moves import CENTRE, PATHS
from referee.games.kazing.rules import turn_faults
from referee.games.kazing.state import State, TableOptions
from referee.games.kazing.wand import Movement, paths, places, would_end_at

if TYPE_CHECKING:
    from referee.games.kazing.actions.cast.event import Cast


def first_fault(state: State, cast: Cast, spell: Spell) -> Fault | None:
    """Whose turn it is and how far the turn is, then the spell: its form, its size, Sorcerer cards,
    the movements, the end that was named, resonance, targets and what is collected."""
    setup, by, ends = state.setup, cast.by, spell.ends
    traced = spell.trace
    if turn := turn_faults(state, by):
        return turn[0]
    if state.cast:
        return _cast_before(by)
    if state.discarded:
        return _discarded_before(by)
    if state.hands and (few := too_few_cards(state, cast)):
        return few
    if not traced.is_whole and (misplaced := form(cast)):
        return misplaced
    if spell.size not in setup.sizes:
        return _size(setup, cast)
    if traced.has_sorcerer and not setup.level.sorcerer:
        return _sorcerer_card(cast)
    if traced.broken is not None:
        return movement(cast, spell)
    if cast.end and ends is not None and cast.end not in ends:
        return _named_end(setup, cast, spell, ends)
    if cast.cards[-2].resonance != cast.cards[-1].resonance and setup.follows_resonance(by):
        return _resonance(cast)
    if (state.mana or cast.drain or cast.replenish) and (target := _targets(state, cast)):
        return target
    if cast.collect:
        return _collecting(setup, cast, spell)
    return None


def open_questions(setup: TableOptions, cast: Cast, spell: Spell) -> list[Fault]:
    """What the caster, the table or the cards must still say."""
    by, found = cast.by, []
    if spell.ends is None:
        half = say("The rules do not say where {by}'s half swirl ends: the table decides.", by=by)
        found.append(Fault(("kazing/move.modifier", "kazing/move.swirl"), half, is_open=True))
    elif spell.end_open:
        which = say(
            "{by}'s spell can end at {ends}, so {by} must say which.", by=by, ends=list(spell.ends)
        )
        found.append(Fault(_CAST, which, is_open=True))
    if setup.duel and spell.mana is None:
        number = _number_missing(cast, spell)
        found.append(Fault(("kazing/move.mana", "kazing/type.duel"), number, is_open=True))
    return found


_CAST = ("kazing/turn.cast",)

# How far the turn is


def _cast_before(by: PlayerKey) -> Fault:
    """One spell a turn (kazing/turn.cast)."""
    again = say("{by} has already cast a spell this turn.", by=by)
    return Fault(_CAST, again, allowed=say("{by} ends the turn.", by=by))


def _discarded_before(by: PlayerKey) -> Fault:
    """Discarding is the last thing in a turn (kazing/turn.discard)."""
    late = say("{by} has already discarded, so it is too late to cast a spell this turn.", by=by)
    return Fault(("kazing/turn.discard",), late, allowed=say("{by} ends the turn.", by=by))


def too_few_cards(state: State, cast: Cast) -> Fault | None:
    """A spell is cast from the hand (kazing/turn.cast)."""
    hand, size = state.hand(cast.by), len(cast.cards)
    if hand is None or size <= hand:
        return None
    holds = plural(
        "{by} holds {n} card, but this spell has {size}.",
        "{by} holds {n} cards, but this spell has {size}.",
        hand,
        by=cast.by,
        size=size,
    )
    return Fault(_CAST, holds)


# The spell


def form(cast: Cast) -> Fault | None:
    """A start, at least one movement, modifiers right before movements, a word at the end
    (kazing/turn.cast, kazing/move.modifier); nothing is broken if the trace `is_whole`."""
    cards, by = cast.cards, cast.by
    last = len(cards) - 1
    moved = False
    for index, card in enumerate(cards[1:], 1):
        if card.move:
            moved = True
        elif card.modifier and (index == last or not cards[index + 1].move):
            clauses = ("kazing/move.modifier", "kazing/turn.cast")
            what = names.card(card)
            alone = say("{by}'s {modifier} has no movement right after it.", by=by, modifier=what)
            return Fault(clauses, alone, allowed=_MODIFIER, facts={"broken": index})
        elif card.word and (index < last or not moved):
            word = names.card(card)
            early = say("{by}'s {word} must be the last card of the spell.", by=by, word=word)
            if not moved:
                early = say("{by}'s spell has no movement before the {word}.", by=by, word=word)
            return Fault(_CAST, early, allowed=_FORM, facts={"broken": index})
    if last < 1 or not cards[last].word:
        wordless = say("{by}'s spell does not end with a casting word.", by=by)
        return Fault(_CAST, wordless, allowed=_FORM)
    return None


_FORM = say("A spell is a start card, then movements, then one casting word.")
_MODIFIER = say("A modifier goes right before the movement it changes.")


def _number_missing(cast: Cast, spell: Spell) -> Message:
    """Say which number the mana of a spell needs that is not entered (kazing/move.mana)."""
    by = cast.by
    for card in spell.trace.used:
        if card.mana is UNSET:
            red = names.card(card)
            return say("The red number of {by}'s {card} is not entered.", by=by, card=red)
    word = names.card(cast.cards[-1])
    return say("The purple number of {by}'s {card} is not entered.", by=by, card=word)


def _named_end(setup: TableOptions, cast: Cast, spell: Spell, ends: tuple[int, ...]) -> Fault:
    """The end that the caster names is one that the spell can have (kazing/turn.cast). If it would
    end there with paths that stop short (kazing/move.distance), or with one of its path cards
    upside down (kazing/move.direction), that is named as well."""
    values: dict[str, Value] = {"by": cast.by, "named": cast.end or 0}
    if len(ends) == 1:
        values["ends"] = ends[0]
        reason = say("{by}'s spell does not end at {named} but at {ends}.", **values)
    else:
        values["ends"] = list(ends)
        reason = say("{by}'s spell cannot end at {named}, only at {ends}.", **values)
    clauses: tuple[ClauseId, ...] = ("kazing/turn.cast", "kazing/move.link")
    told = [reason]
    if short := _stops_short(setup, cast, spell, reason):
        clauses += ("kazing/move.distance",)
        told = short
    for number in paths_upside_down(setup, cast, spell)[:1]:
        clauses += ("kazing/move.direction",)
        turned = names.card(cast.cards[places(cast.cards)[number]])
        told.append(say("It would end there with the {card} upside down.", card=turned))
    return Fault(clauses, joined(told), readings=spell.trace.readings)


def _stops_short(setup: TableOptions, cast: Cast, spell: Spell, reason: Message) -> list[Message]:
    """Say which path goes on where the caster lets it stop short, after `reason` or in its place;
    nothing if that does not explain the end."""
    traced, end, every = spell.trace, cast.end or 0, paths(spell.trace)
    alone = [n for n in every if would_end_at(traced, setup.wand, end, "stops-short", (n,))]
    if alone:
        if (how_far := _how_far(cast, spell, alone[-1])) is not None:
            return [how_far]
        card = names.card(cast.cards[places(cast.cards)[alone[0]]])
        return [reason, say("The {card} does not stop short: it goes as far as it can.", card=card)]
    if would_end_at(traced, setup.wand, end, "stops-short", every):
        return [reason, say("No movement stops short: every movement goes as far as it can.")]
    return []


def _how_far(cast: Cast, spell: Spell, number: int) -> Message | None:
    """Say how far movement `number` goes; None unless it is the last, from one place to one."""
    last = spell.trace.moves[-1]
    if spell.trace.moves[number] is not last or len(last.before) != 1 or len(last.after) != 1:
        return None
    return say(
        "{by}'s {move} goes as far as it can, from {start} to {end}. It stops at {named} only with "
        "a modifier before it.",
        by=cast.by,
        move=names.shape(last.move),
        start=last.before[0],
        end=last.after[0],
        named=cast.end or 0,
    )


def paths_upside_down(setup: TableOptions, cast: Cast, spell: Spell) -> list[int]:
    """Return the movements (by their number) one of which, its card upside down, would explain the
    end that the caster names."""
    return [
        number
        for number in paths(spell.trace)
        if would_end_at(spell.trace, setup.wand, cast.end or 0, "upside-down", (number,))
    ]


# Game difficulty levels


def _size(setup: TableOptions, cast: Cast) -> Fault:
    """Not fewer cards than the level asks for (kazing/level), not more than can be in a hand after
    a card was taken (kazing/turn.take)."""
    cards, least, most = len(cast.cards), setup.sizes[0], setup.sizes[-1]
    allowed = say("At this level, a spell has {least} to {most} cards.", least=least, most=most)
    if cards < least:
        few = plural(
            "{by}'s spell has {n} card; at this level a spell has at least {least}.",
            "{by}'s spell has {n} cards; at this level a spell has at least {least}.",
            cards,
            by=cast.by,
            least=least,
        )
        readings = size_reading(setup, cards)
        return Fault(("kazing/level",), few, allowed=allowed, readings=readings)
    many = plural(
        "{by}'s spell has {n} card; nobody can hold more than {most} when casting.",
        "{by}'s spell has {n} cards; nobody can hold more than {most} when casting.",
        cards,
        by=cast.by,
        most=most,
    )
    return Fault(("kazing/turn.take", "kazing/level"), many, allowed=allowed)


def size_reading(setup: TableOptions, cards: int) -> tuple[str, ...]:
    """`sorcerer_minimum`, where a spell of so many cards is one thing by one answer and another
    by the other."""
    return ("sorcerer_minimum",) if setup.options.level == "sorcerer" and 5 <= cards < 7 else ()


def _sorcerer_card(cast: Cast) -> Fault:
    """Sorcerer cards only at Sorcerer level (kazing/level)."""
    index, card = next((at, card) for at, card in enumerate(cast.cards) if card.sorcerer)
    reason = say(
        "{by}'s {card} is a Sorcerer card, and this is not Sorcerer level.",
        by=cast.by,
        card=names.card(card),
    )
    return Fault(("kazing/level",), reason, allowed=_STANDARD, facts={"broken": index})


_STANDARD = say("At this level, only the standard cards are used.")


def _resonance(cast: Cast) -> Fault:
    """The movement right before the word has the word's resonance (kazing/rule.resonance)."""
    last, word = cast.cards[-2], cast.cards[-1]
    reason = say(
        "{by}'s last movement, the {move}, does not have the same resonance as the {word}.",
        by=cast.by,
        move=names.card(last),
        word=names.card(word),
    )
    must = names.resonance(word)
    allowed = say("The movement before this word must be {resonance}.", resonance=must)
    facts = {"broken": len(cast.cards) - 2}
    return Fault(("kazing/rule.resonance",), reason, allowed=allowed, facts=facts)


# Game types


def _collecting(setup: TableOptions, cast: Cast, spell: Spell) -> Fault | None:
    """Precision: one further position for each bonus at most; elsewhere none
    (kazing/type.precision)."""
    by, named, most = cast.by, len(cast.collect), spell.most_bonuses
    kind = setup.options.type
    if kind != "precision":
        none = say(
            "{by}'s spell collects nothing: positions are collected only in Precision.", by=by
        )
        return Fault(("kazing/type.precision", f"kazing/type.{kind}"), none)
    if named <= most:
        return None
    if most:
        extra = plural(
            "{by} collects {n} extra position, but the spell earns {most} at most.",
            "{by} collects {n} extra positions, but the spell earns {most} at most.",
            named,
            by=by,
            most=most,
        )
    else:
        extra = plural(
            "{by} collects {n} extra position, but the spell has no bonus.",
            "{by} collects {n} extra positions, but the spell has no bonus.",
            named,
            by=by,
        )
    clauses = ("kazing/type.precision", "kazing/rule.bonuses")
    return Fault(clauses, extra, readings=spell.readings)


def _targets(state: State, cast: Cast) -> Fault | None:
    """Duel: exactly the targets that the word asks for, each with mana left; elsewhere none
    (kazing/type.duel)."""
    if state.setup.duel:
        return _word_called(cast) or _targets_missing(cast) or _targets_that_cannot_be(state, cast)
    aims = say("{by}'s spell has a target, but only a Duel uses mana.", by=cast.by)
    return Fault(("kazing/type.duel", f"kazing/type.{state.setup.options.type}"), aims)


def _word_called(cast: Cast) -> Fault | None:
    """Only a Kazaam/Zing is called one or the other, and it must be."""
    by, word = cast.by, cast.cards[-1].word
    if bool(cast.word) == (word == "kazaam-zing"):
        return None
    if not cast.word:
        return _duel(say("{by} has not said whether the spell is a Kazaam or a Zing.", by=by))
    always = say(
        "{by}'s {word} is always a {word}: only a Kazaam/Zing can be called one or the other.",
        by=by,
        word=names.WORDS[word or "kazaam"],
    )
    return _duel(always)


def _targets_missing(cast: Cast) -> Fault | None:
    """A target for each thing that the word does, and no other."""
    by, drain, replenish = cast.by, cast.drain, cast.replenish
    word = cast.word or cast.cards[-1].word
    called = names.WORDS[word or "kazaam"]
    drains, replenishes = word in DRAINS, word in REPLENISHES
    if drains and not drain:
        return _duel(say("{by} has not said who the {word} drains.", by=by, word=called))
    if replenishes and not replenish:
        return _duel(say("{by} has not said who the {word} replenishes.", by=by, word=called))
    if drain and not drains:
        return _duel(say("{by}'s {word} drains nobody.", by=by, word=called))
    if replenish and not replenishes:
        return _duel(say("{by}'s {word} replenishes nobody.", by=by, word=called))
    return None


def _targets_that_cannot_be(state: State, cast: Cast) -> Fault | None:
    """Each has mana left, and the two of a Ka-Zing are not the same."""
    by, drain, replenish, purse = cast.by, cast.drain, cast.replenish, state.setup.purse
    for target in (drain, replenish):
        if target and state.is_out(target):
            out = say(
                "{target} has no mana left and is out of the game, so {by}'s {word} "
                "needs another target.",
                target=target,
                by=by,
                word=names.WORDS[cast.word or cast.cards[-1].word or "kazaam"],
            )
            return _duel(out)
    if not drain or not replenish or purse[drain] != purse[replenish]:
        return None
    same = say("{by}'s Ka-Zing drains and replenishes {target}.", by=by, target=drain)
    if drain != replenish:
        same = say(
            "{by}'s Ka-Zing drains {drain} and replenishes {replenish}, who share their mana.",
            by=by,
            drain=drain,
            replenish=replenish,
        )
    return _duel(same, say("A Ka-Zing has two different targets."))


def _duel(reason: Message, allowed: Message | None = None) -> Fault:
    return Fault(("kazing/type.duel",), reason, allowed=allowed)


# Appendix: the movements

_OFF_THE_GRID = {
    1: ("kazing/move.grid",),
    2: ("kazing/move.grid", "kazing/move.symmetry", "kazing/move.v"),
    3: ("kazing/move.grid", "kazing/move.symmetry"),
}
"""What keeps a path of so many legs on the grid."""


def movement(cast: Cast, spell: Spell) -> Fault | None:
    """Every movement starts where the one before it ended, and a way leads on from there (the
    clauses kazing/move)."""
    moves, broken = spell.trace.moves, spell.trace.broken
    if broken is None:
        return None
    step = moves[places(cast.cards).index(broken)]
    before = step.before
    values: dict[str, Value] = {
        "by": cast.by,
        "move": names.shape(step.move),
        "at": before[0] if len(before) == 1 else list(before),
    }
    clauses = ["kazing/move.first" if step is moves[0] else "kazing/move.link"]
    if step.move in PATHS:
        clauses += _OFF_THE_GRID[len(PATHS[step.move][0])]
        reason = say("{by}'s {move} has no room from {at}: it would leave the grid.", **values)
        if step.modifier:
            reason = say(
                "{by}'s {move} has no room from {at}, even with its modifier {modifier}: it would "
                "leave the grid.",
                modifier=names.MODIFIERS[step.modifier],
                **values,
            )
    else:
        clauses.append(f"kazing/move.{step.move}")
        reason = _stuck(step, before, values)
    if step.modifier:
        clauses.append("kazing/move.modifier")
    return Fault(tuple(clauses), reason, readings=spell.trace.readings, facts={"broken": broken})


def _stuck(step: Movement, before: tuple[int, ...], values: dict[str, Value]) -> Message:
    """Why a circle, a half-circle or a swirl leads nowhere from the positions `before`."""
    if step.modifier == "rewind":
        if CENTRE in before:
            return say(
                "{by}'s swirl stays at 5: at this table, a swirl cannot run backwards.", **values
            )
        return say("{by}'s rewound swirl starts at 5, not at {at}.", **values)
    if step.modifier == "half" and before != (CENTRE,):
        return say("{by}'s swirl stops at {at}: at this table, a swirl cannot be halved.", **values)
    return say("{by}'s {move} cannot start at 5, in the middle of the grid.", **values)
