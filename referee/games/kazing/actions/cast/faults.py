"""What a spell breaks, one rule after the other, in the order in which they are looked at.

A cast is ruled on by the first rule that it breaks, so each function returns its one fault, or None
where its rule is kept. `broken` in the facts is the index in `cards` at which the spell first
breaks, where there is one.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import UNSET

from referee.core import ClauseId, Fault, Message, PlayerKey, plural, say
from referee.core.judging import joined
from referee.core.text import Value
from referee.games.kazing import names
from referee.games.kazing.actions.cast.spell import BONUS_FROM, Spell, of_one_resonance
from referee.games.kazing.moves import CENTRE, PATHS
from referee.games.kazing.rules import acting_faults, not_taken_faults
from referee.games.kazing.state import State, TableOptions
from referee.games.kazing.wand import Movement, paths, would_end_at

if TYPE_CHECKING:
    from referee.games.kazing.actions.cast.event import Cast


def first_fault(state: State, cast: Cast, spell: Spell) -> Fault | None:
    """Whose turn it is and how far the turn is, then the spell: its form, its size, Sorcerer cards,
    the movements, the end that was named, resonance, targets and what is collected."""
    setup = state.setup
    if turn := acting_faults(state, cast.by) or not_taken_faults(state, cast.by):
        return turn[0]
    return (
        cast_before(state, cast.by)
        or discarded_before(state, cast.by)
        or too_few_cards(state, cast)
        or form(cast)
        or size(setup, cast)
        or sorcerer_cards(setup, cast)
        or movement(cast, spell)
        or named_end(setup, cast, spell)
        or resonance(setup, cast)
        or targets(state, cast)
        or collecting(setup, cast, spell)
    )


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
        found.append(Fault(("kazing/turn.cast",), which, is_open=True))
    if setup.duel and spell.mana is None:
        number = _number_missing(cast, spell)
        found.append(Fault(("kazing/move.mana", "kazing/type.duel"), number, is_open=True))
    return found


# How far the turn is


def cast_before(state: State, by: PlayerKey) -> Fault | None:
    """One spell a turn (kazing/turn.cast)."""
    if state.cast:
        return Fault(
            ("kazing/turn.cast",),
            say("{by} has already cast a spell this turn.", by=by),
            allowed=say("{by} ends the turn.", by=by),
        )
    return None


def discarded_before(state: State, by: PlayerKey) -> Fault | None:
    """Discarding is the last thing in a turn (kazing/turn.discard)."""
    if state.setup.full and state.discarded:
        return Fault(
            ("kazing/turn.discard",),
            say("{by} has already discarded, so it is too late to cast a spell this turn.", by=by),
            allowed=say("{by} ends the turn.", by=by),
        )
    return None


def too_few_cards(state: State, cast: Cast) -> Fault | None:
    """A spell is cast from the hand (kazing/turn.cast)."""
    hand = state.hand(cast.by)
    if hand is not None and len(cast.cards) > hand:
        return Fault(
            ("kazing/turn.cast",),
            plural(
                "{by} holds {n} card, but this spell has {size}.",
                "{by} holds {n} cards, but this spell has {size}.",
                hand,
                by=cast.by,
                size=len(cast.cards),
            ),
        )
    return None


# The spell


def form(cast: Cast) -> Fault | None:
    """A start, at least one movement, modifiers right before movements, a word at the end
    (kazing/turn.cast, kazing/move.modifier)."""
    cards, by = cast.cards, cast.by
    last = len(cards) - 1
    moved = False
    for index in range(1, last + 1):
        card = cards[index]
        if card.move:
            moved = True
        elif card.modifier and (index == last or not cards[index + 1].move):
            alone = say(
                "{by}'s {modifier} has no movement right after it.",
                by=by,
                modifier=names.card(card),
            )
            return Fault(
                ("kazing/move.modifier", "kazing/turn.cast"),
                alone,
                allowed=say("A modifier goes right before the movement it changes."),
                facts={"broken": index},
            )
        elif card.word and (index < last or not moved):
            word = names.card(card)
            early = say("{by}'s {word} must be the last card of the spell.", by=by, word=word)
            if not moved:
                early = say("{by}'s spell has no movement before the {word}.", by=by, word=word)
            return Fault(("kazing/turn.cast",), early, allowed=_FORM, facts={"broken": index})
    if last < 1 or not cards[last].word:
        return Fault(
            ("kazing/turn.cast",),
            say("{by}'s spell does not end with a casting word.", by=by),
            allowed=_FORM,
        )
    return None


_FORM = say("A spell is a start card, then movements, then one casting word.")


def _number_missing(cast: Cast, spell: Spell) -> Message:
    """Say which number the mana of a spell needs that is not entered (kazing/move.mana)."""
    for movement in spell.trace.moves:
        for card in (movement.card, movement.modified_by):
            if card is not None and card.mana is UNSET:
                return say(
                    "The red number of {by}'s {card} is not entered.",
                    by=cast.by,
                    card=names.card(card),
                )
    word = names.card(cast.cards[-1])
    return say("The purple number of {by}'s {card} is not entered.", by=cast.by, card=word)


def named_end(setup: TableOptions, cast: Cast, spell: Spell) -> Fault | None:
    """The end that the caster names is one that the spell can have (kazing/turn.cast). If it would
    end there with paths that stop short (kazing/move.distance), or with one of its path cards
    upside down (kazing/move.direction), that is named as well."""
    if not cast.end or spell.ends is None or cast.end in spell.ends:
        return None
    reason = (
        say(
            "{by}'s spell does not end at {named} but at {ends}.",
            by=cast.by,
            named=cast.end,
            ends=spell.ends[0],
        )
        if len(spell.ends) == 1
        else say(
            "{by}'s spell cannot end at {named}, only at {ends}.",
            by=cast.by,
            named=cast.end,
            ends=list(spell.ends),
        )
    )
    clauses: tuple[ClauseId, ...] = ("kazing/turn.cast", "kazing/move.link")
    told = [reason]
    if short := _stops_short(setup, cast, spell, reason):
        clauses += ("kazing/move.distance",)
        told = short
    for number in paths_upside_down(setup, cast, spell)[:1]:
        clauses += ("kazing/move.direction",)
        turned = names.card(spell.trace.moves[number].card)
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
        card = names.card(traced.moves[alone[0]].card)
        return [reason, say("The {card} does not stop short: it goes as far as it can.", card=card)]
    if would_end_at(traced, setup.wand, end, "stops-short", every):
        return [reason, say("No movement stops short: every movement goes as far as it can.")]
    return []


def _how_far(cast: Cast, spell: Spell, number: int) -> Message | None:
    """Say how far movement `number` goes; None unless it is the last, from one place to one."""
    *_, before, after = spell.trace.reached
    if number != len(spell.trace.moves) - 1 or len(before) != 1 or len(after) != 1:
        return None
    return say(
        "{by}'s {move} goes as far as it can, from {start} to {end}. It stops at {named} only with "
        "a modifier before it.",
        by=cast.by,
        move=names.shape(spell.trace.moves[number].move),
        start=before[0],
        end=after[0],
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


def size(setup: TableOptions, cast: Cast) -> Fault | None:
    """Not fewer cards than the level asks for (kazing/level), not more than can be in a hand after
    a card was taken (kazing/turn.take)."""
    cards, most = len(cast.cards), setup.level.hand + 1
    if cards < setup.smallest:
        return Fault(
            ("kazing/level",),
            plural(
                "{by}'s spell has {n} card; at this level a spell has at least {least}.",
                "{by}'s spell has {n} cards; at this level a spell has at least {least}.",
                cards,
                by=cast.by,
                least=setup.smallest,
            ),
            readings=size_reading(setup, cards),
            allowed=_sizes(setup),
        )
    if cards > most:
        return Fault(
            ("kazing/turn.take", "kazing/level"),
            plural(
                "{by}'s spell has {n} card; nobody can hold more than {most} when casting.",
                "{by}'s spell has {n} cards; nobody can hold more than {most} when casting.",
                cards,
                by=cast.by,
                most=most,
            ),
            allowed=_sizes(setup),
        )
    return None


def _sizes(setup: TableOptions) -> Message:
    return say(
        "At this level, a spell has {least} to {most} cards.",
        least=setup.smallest,
        most=setup.level.hand + 1,
    )


def size_reading(setup: TableOptions, cards: int) -> tuple[str, ...]:
    """`sorcerer_minimum`, where a spell of so many cards is one thing by one answer and another
    by the other."""
    return ("sorcerer_minimum",) if setup.options.level == "sorcerer" and 5 <= cards < 7 else ()


def sorcerer_cards(setup: TableOptions, cast: Cast) -> Fault | None:
    """Sorcerer cards only at Sorcerer level (kazing/level)."""
    if setup.level.sorcerer:
        return None
    for index, card in enumerate(cast.cards):
        if card.sorcerer:
            return Fault(
                ("kazing/level",),
                say(
                    "{by}'s {card} is a Sorcerer card, and this is not Sorcerer level.",
                    by=cast.by,
                    card=names.card(card),
                ),
                allowed=say("At this level, only the standard cards are used."),
                facts={"broken": index},
            )
    return None


def resonance(setup: TableOptions, cast: Cast) -> Fault | None:
    """The movement right before the word has the word's resonance (kazing/rule.resonance)."""
    cards = cast.cards
    last, word = cards[-2], cards[-1]
    if last.resonance == word.resonance or not setup.follows_resonance(cast.by):
        return None
    return Fault(
        ("kazing/rule.resonance",),
        say(
            "{by}'s last movement, the {move}, does not have the same resonance as the {word}.",
            by=cast.by,
            move=names.card(last),
            word=names.card(word),
        ),
        allowed=say(
            "The movement before this word must be {resonance}.",
            resonance=names.resonance(word),
        ),
        facts={"broken": len(cards) - 2},
    )


def bonus_readings(setup: TableOptions, cast: Cast) -> tuple[str, ...]:
    """`modifier_resonance`, where its other answer would give another bonus."""
    if not setup.level.bonuses or len(cast.cards) < BONUS_FROM:
        return ()
    if of_one_resonance(cast.cards, "yes") == of_one_resonance(cast.cards, "no"):
        return ()
    return ("modifier_resonance",)


# Game types


def collecting(setup: TableOptions, cast: Cast, spell: Spell) -> Fault | None:
    """Precision: one further position for each bonus at most; elsewhere none
    (kazing/type.precision)."""
    named = len(cast.collect)
    if not named:
        return None
    kind = setup.options.type
    if kind != "precision":
        return Fault(
            ("kazing/type.precision", f"kazing/type.{kind}"),
            say(
                "{by}'s spell collects nothing: positions are collected only in Precision.",
                by=cast.by,
            ),
        )
    most = spell.most_bonuses
    if named <= most:
        return None
    return Fault(
        ("kazing/type.precision", "kazing/rule.bonuses"),
        plural(
            "{by} collects {n} extra position, but the spell has no bonus.",
            "{by} collects {n} extra positions, but the spell has no bonus.",
            named,
            by=cast.by,
        )
        if not most
        else plural(
            "{by} collects {n} extra position, but the spell earns {most} at most.",
            "{by} collects {n} extra positions, but the spell earns {most} at most.",
            named,
            by=cast.by,
            most=most,
        ),
        readings=bonus_readings(setup, cast),
    )


def targets(state: State, cast: Cast) -> Fault | None:
    """Duel: exactly the targets that the word asks for, each with mana left; elsewhere none
    (kazing/type.duel)."""
    by, setup = cast.by, state.setup
    if setup.duel:
        return _word_called(cast) or _targets_missing(cast) or _targets_that_cannot_be(state, cast)
    if not cast.drain and not cast.replenish:
        return None
    return Fault(
        ("kazing/type.duel", f"kazing/type.{setup.options.type}"),
        say("{by}'s spell has a target, but only a Duel uses mana.", by=by),
    )


def _word_called(cast: Cast) -> Fault | None:
    """Only a Kazaam/Zing is called one or the other, and it must be."""
    by, word = cast.by, cast.cards[-1].word
    if word == "kazaam-zing":
        if cast.word:
            return None
        return _duel(say("{by} has not said whether the spell is a Kazaam or a Zing.", by=by))
    if not cast.word:
        return None
    return _duel(
        say(
            "{by}'s {word} is always a {word}: only a Kazaam/Zing can be called one or the other.",
            by=by,
            word=names.WORDS[word or "kazaam"],
        )
    )


def _targets_missing(cast: Cast) -> Fault | None:
    """A target for each thing that the word does, and no other."""
    by, drain, replenish = cast.by, cast.drain, cast.replenish
    word = cast.word or cast.cards[-1].word
    called = names.WORDS[word or "kazaam"]
    drains, replenishes = word in ("kazaam", "ka-zing"), word in ("zing", "ka-zing")
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
    by, drain, replenish = cast.by, cast.drain, cast.replenish
    for target in (drain, replenish):
        if target and state.is_out(target):
            return _duel(
                say(
                    "{target} has no mana left and is out of the game, so {by}'s {word} "
                    "needs another target.",
                    target=target,
                    by=by,
                    word=names.WORDS[cast.word or cast.cards[-1].word or "kazaam"],
                )
            )
    purse = state.setup.purse
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


def movement(cast: Cast, spell: Spell) -> Fault | None:
    """Every movement starts where the one before it ended, and a way leads on from there (the
    clauses kazing/move)."""
    broken = spell.trace.broken
    if broken is None:
        return None
    number = len(spell.trace.reached) - 1
    step = spell.trace.moves[number]
    before = spell.trace.reached[number]
    values: dict[str, Value] = {
        "by": cast.by,
        "move": names.shape(step.move),
        "at": before[0] if len(before) == 1 else list(before),
    }
    clauses = ["kazing/move.link" if number else "kazing/move.first"]
    if step.move in PATHS:
        legs = len(PATHS[step.move][0])
        clauses.append("kazing/move.grid")
        if legs > 1:
            clauses.append("kazing/move.symmetry")
        if legs == 2:
            clauses.append("kazing/move.v")
        if step.modifier:
            reason = say(
                "{by}'s {move} has no room from {at}, even with its modifier {modifier}: it would "
                "leave the grid.",
                modifier=names.MODIFIERS[step.modifier],
                **values,
            )
        else:
            reason = say("{by}'s {move} has no room from {at}: it would leave the grid.", **values)
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
