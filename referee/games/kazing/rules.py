"""The rules, one function each, in the order of the rulebook.

Each takes what it needs and returns the refusal, or None where its rule is kept. What a refusal
says of the spell (`facts`) and whether it could stand is added by `play`, but for `broken`: the
index in `cards` at which the spell first breaks.
"""

from __future__ import annotations

from referee.core import Message, Ruling, illegal, plural, say
from referee.games.kazing import names
from referee.games.kazing.events import Cast
from referee.games.kazing.moves import CENTRE, PATHS
from referee.games.kazing.spell import BONUS_FROM, Spell, of_one_resonance
from referee.games.kazing.state import Setup, State
from referee.games.kazing.wand import Movement

# Core game play: a turn


def take_once(state: State, by: str) -> Ruling | None:
    """A card is taken first, and once (kazing/turn.take)."""
    if state.setup.full and state.took:
        return illegal("kazing/turn.take", say("{by} has taken a card this turn already.", by=by))
    return None


def take_first(state: State, by: str) -> Ruling | None:
    """Nothing is done before a card is taken (kazing/turn.take)."""
    if state.setup.full and not state.took:
        return illegal(
            "kazing/turn.take",
            say("{by} has not taken a card yet: that comes first in a turn.", by=by),
            allowed=say("{by} takes a card from the deck or the display.", by=by),
        )
    return None


def cast_once(state: State, by: str) -> Ruling | None:
    """One spell a turn (kazing/turn.cast)."""
    if state.cast:
        return illegal(
            "kazing/turn.cast",
            say("{by} has cast a spell this turn already.", by=by),
            allowed=say("{by} ends the turn.", by=by),
        )
    return None


def holds_the_cards(state: State, cast: Cast) -> Ruling | None:
    """A spell is cast from the hand (kazing/turn.cast)."""
    hand = state.hand(cast.by)
    if hand is not None and len(cast.cards) > hand:
        return illegal(
            "kazing/turn.cast",
            plural(
                "{by} holds {n} card, and this spell has {size}.",
                "{by} holds {n} cards, and this spell has {size}.",
                hand,
                by=cast.by,
                size=len(cast.cards),
            ),
        )
    return None


def form(cast: Cast) -> Ruling | None:
    """A start, at least one movement, modifiers right before movements, a word at the end
    (kazing/turn.cast, kazing/move.modifier)."""
    cards, by = cast.cards, cast.by
    last = len(cards) - 1
    moved = False
    for index in range(1, last + 1):
        card = cards[index]
        if card.move:
            moved = True
        elif card.modifier:
            if index == last or not cards[index + 1].move:
                return illegal(
                    ("kazing/move.modifier", "kazing/turn.cast"),
                    say(
                        "{by}'s {modifier} has no movement right after it.",
                        by=by,
                        modifier=names.card(card),
                    ),
                    allowed=say("A modifier lies right before the movement that it changes."),
                    broken=index,
                )
        elif card.word and (index < last or not moved):
            return illegal(
                "kazing/turn.cast",
                say(
                    "{by}'s {word} comes before the last card of the spell.",
                    by=by,
                    word=names.card(card),
                )
                if moved
                else say(
                    "{by}'s spell has no movement before the {word}.", by=by, word=names.card(card)
                ),
                allowed=_FORM,
                broken=index,
            )
    if last < 1 or not cards[last].word:
        return illegal(
            "kazing/turn.cast",
            say("{by}'s spell does not end with a casting word.", by=by),
            allowed=_FORM,
        )
    return None


_FORM = say("A spell is a start card, then movements, then one casting word.")


def named_end(cast: Cast, spell: Spell) -> Ruling | None:
    """The end that the caster names is one that the spell can have (kazing/turn.cast)."""
    if not cast.end or spell.ends is None or cast.end in spell.ends:
        return None
    return illegal(
        ("kazing/turn.cast", "kazing/move.link"),
        say(
            "{by}'s spell does not end at {named} but at {ends}.",
            by=cast.by,
            named=cast.end,
            ends=spell.ends[0],
        )
        if len(spell.ends) == 1
        else say(
            "{by}'s spell cannot end at {named}: only {ends} are possible.",
            by=cast.by,
            named=cast.end,
            ends=list(spell.ends),
        ),
        readings=spell.trace.readings,
    )


def no_cast_after_discard(state: State, by: str) -> Ruling | None:
    """Discarding is the last thing in a turn (kazing/turn.discard)."""
    if state.setup.full and state.discarded:
        return illegal(
            "kazing/turn.discard",
            say("{by} has discarded, and after that no spell is cast in the same turn.", by=by),
            allowed=say("{by} ends the turn.", by=by),
        )
    return None


def discard_once(state: State, by: str) -> Ruling | None:
    """At most one card is discarded in a turn (kazing/turn.discard)."""
    if state.setup.full and state.discarded:
        return illegal(
            "kazing/turn.discard", say("{by} has discarded a card this turn already.", by=by)
        )
    return None


def something_to_discard(state: State, by: str) -> Ruling | None:
    """A card is discarded from the hand (kazing/turn.discard)."""
    if state.hand(by) == 0:
        return illegal(
            "kazing/turn.discard", say("{by} has no card to discard.", by=by), can_stand=False
        )
    return None


def hand_limit(state: State, by: str) -> Ruling | None:
    """Who holds more cards than the limit discards one before the turn ends
    (kazing/turn.discard)."""
    hand, limit = state.hand(by), state.setup.level.hand
    if hand is None or hand <= limit or state.discarded:
        return None
    return illegal(
        ("kazing/turn.discard", "kazing/level"),
        plural(
            "{by} holds {n} card, and the limit is {limit}.",
            "{by} holds {n} cards, and the limit is {limit}.",
            hand,
            by=by,
            limit=limit,
        ),
        effects=(say("{by} discards a card.", by=by),),
    )


def whose_turn(state: State, by: str) -> Ruling | None:
    """Only the player whose turn it is acts (kazing/turn.end, kazing/mode.team)."""
    turn = state.turn
    if by == turn:
        return None
    assert turn is not None
    rules = (
        ("kazing/turn.end", "kazing/mode.team") if state.setup.team_battle else ("kazing/turn.end",)
    )
    if state.is_out(by):
        return illegal(
            (*rules, "kazing/type.duel"),
            say("{by} has no mana left and is out; it is {turn}'s turn.", by=by, turn=turn),
        )
    return illegal(
        rules,
        say("It is {turn}'s turn, not {by}'s.", by=by, turn=turn),
        allowed=say("{turn} acts first.", turn=turn),
    )


# Game difficulty levels


def size(setup: Setup, cast: Cast) -> Ruling | None:
    """Not fewer cards than the level asks for (kazing/level), not more than can be in a hand after
    a card was taken (kazing/turn.take)."""
    cards, most = len(cast.cards), setup.level.hand + 1
    if cards < setup.smallest:
        return illegal(
            "kazing/level",
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
        return illegal(
            ("kazing/turn.take", "kazing/level"),
            plural(
                "{by}'s spell has {n} card; nobody holds more than {most} when casting.",
                "{by}'s spell has {n} cards; nobody holds more than {most} when casting.",
                cards,
                by=cast.by,
                most=most,
            ),
            allowed=_sizes(setup),
        )
    return None


def _sizes(setup: Setup) -> Message:
    return say(
        "A spell has {least} to {most} cards here.",
        least=setup.smallest,
        most=setup.level.hand + 1,
    )


def size_reading(setup: Setup, cards: int) -> tuple[str, ...]:
    """`sorcerer_minimum`, where a spell of so many cards is one thing by one answer and another
    by the other."""
    return ("sorcerer_minimum",) if setup.options.level == "sorcerer" and 5 <= cards < 7 else ()


def sorcerer_cards(setup: Setup, cast: Cast) -> Ruling | None:
    """Sorcerer cards only at Sorcerer level (kazing/level)."""
    if setup.level.sorcerer:
        return None
    for index, card in enumerate(cast.cards):
        if card.sorcerer:
            return illegal(
                "kazing/level",
                say(
                    "{by}'s {card} is a Sorcerer card, and this is not Sorcerer level.",
                    by=cast.by,
                    card=names.card(card),
                ),
                allowed=say("This level is played with the standard cards alone."),
                broken=index,
            )
    return None


def resonance(setup: Setup, cast: Cast) -> Ruling | None:
    """The movement right before the word has the word's resonance (kazing/rule.resonance)."""
    cards = cast.cards
    last, word = cards[-2], cards[-1]
    if last.resonance == word.resonance or not setup.follows_resonance(cast.by):
        return None
    return illegal(
        "kazing/rule.resonance",
        say(
            "{by}'s last movement, the {move}, has not the resonance of the {word}.",
            by=cast.by,
            move=names.card(last),
            word=names.card(word),
        ),
        allowed=say(
            "The movement before this word is of {resonance}.",
            resonance=names.resonance(word),
        ),
        broken=len(cards) - 2,
    )


def bonus_readings(setup: Setup, cast: Cast) -> tuple[str, ...]:
    """`modifier_resonance`, where its other answer would give another bonus."""
    if not setup.level.bonuses or len(cast.cards) < BONUS_FROM:
        return ()
    if of_one_resonance(cast.cards, "yes") == of_one_resonance(cast.cards, "no"):
        return ()
    return ("modifier_resonance",)


# Game types


def collecting(setup: Setup, cast: Cast, spell: Spell) -> Ruling | None:
    """Precision: one further position for each bonus at most; elsewhere none
    (kazing/type.precision)."""
    named = len(cast.collect)
    if not named:
        return None
    kind = setup.options.type
    if kind != "precision":
        return illegal(
            ("kazing/type.precision", f"kazing/type.{kind}"),
            say("{by}'s spell collects nothing: that is done in Precision only.", by=cast.by),
        )
    most = spell.most_bonuses
    if named <= most:
        return None
    return illegal(
        ("kazing/type.precision", "kazing/rule.bonuses"),
        plural(
            "{by} takes {n} further position, and the spell has no bonus.",
            "{by} takes {n} further positions, and the spell has no bonus.",
            named,
            by=cast.by,
        )
        if not most
        else plural(
            "{by} takes {n} further position, and the spell has {most} at most.",
            "{by} takes {n} further positions, and the spell earns {most} at most.",
            named,
            by=cast.by,
            most=most,
        ),
        readings=bonus_readings(setup, cast),
    )


def targets(state: State, cast: Cast) -> Ruling | None:
    """Duel: exactly the targets that the word asks for, each with mana left; elsewhere none
    (kazing/type.duel)."""
    by, drain, replenish = cast.by, cast.drain, cast.replenish
    setup = state.setup
    if not setup.duel:
        if drain or replenish:
            return illegal(
                ("kazing/type.duel", f"kazing/type.{setup.options.type}"),
                say("{by}'s spell has a target, but only a Duel is about mana.", by=by),
            )
        return None
    word = cast.cards[-1].word
    if word == "kazaam-zing":
        if not cast.word:
            return _duel(
                say("{by} has not said whether the spell is a Kazaam or a Zing.", by=by),
            )
        word = cast.word
    elif cast.word:
        return _duel(
            say(
                "{by}'s {word} is what it is: only a Kazaam/Zing is called one or the other.",
                by=by,
                word=names.WORDS[word or "kazaam"],
            )
        )
    called = names.WORDS[word or "kazaam"]
    drains, replenishes = word in ("kazaam", "ka-zing"), word in ("zing", "ka-zing")
    if drains and not drain:
        return _duel(say("{by} has not said whom the {word} drains.", by=by, word=called))
    if replenishes and not replenish:
        return _duel(say("{by} has not said whom the {word} replenishes.", by=by, word=called))
    if drain and not drains:
        return _duel(say("{by}'s {word} drains nobody.", by=by, word=called))
    if replenish and not replenishes:
        return _duel(say("{by}'s {word} replenishes nobody.", by=by, word=called))
    for target in (drain, replenish):
        if target and state.is_out(target):
            return _duel(
                say(
                    "{target} has no mana left and is out: no target for {by}'s {word}.",
                    target=target,
                    by=by,
                    word=called,
                )
            )
    if drain and replenish and setup.purse[drain] == setup.purse[replenish]:
        return _duel(
            say("{by}'s Ka-Zing drains and replenishes {target}.", by=by, target=drain)
            if drain == replenish
            else say(
                "{by}'s Ka-Zing drains {drain} and replenishes {replenish}, who share their mana.",
                by=by,
                drain=drain,
                replenish=replenish,
            ),
            say("A Ka-Zing has two different targets."),
        )
    return None


def _duel(reason: Message, allowed: Message | None = None) -> Ruling:
    return illegal("kazing/type.duel", reason, allowed=allowed)


# Game modes and game end


def timer_first(state: State) -> Ruling | None:
    """Solo: nine cards of the Timer are turned up before the next turn (kazing/mode.solo)."""
    if state.timer_due:
        return illegal(
            "kazing/mode.solo",
            say(
                "The Timer holds nine cards: they are turned up before {by}'s next turn.",
                by=state.setup.players[0],
            ),
        )
    return None


def not_over(state: State) -> Ruling | None:
    """Nothing is done once the game is over (kazing/end)."""
    if state.turn is None:
        return illegal("kazing/end", say("The game is over."), can_stand=False)
    return None


# Appendix: the movements


def movement(cast: Cast, spell: Spell) -> Ruling | None:
    """Every movement starts where the one before it ended, and a way leads on from there (the
    clauses kazing/move)."""
    broken = spell.trace.broken
    if broken is None:
        return None
    number = len(spell.trace.reached) - 1
    step = spell.trace.moves[number]
    before = spell.trace.reached[number]
    values: dict = {
        "by": cast.by,
        "move": names.shape(step.move),
        "at": before[0] if len(before) == 1 else list(before),
    }
    rules = ["kazing/move.link" if number else "kazing/move.first"]
    if step.move in PATHS:
        legs = len(PATHS[step.move][0])
        rules.append("kazing/move.grid")
        if legs > 1:
            rules.append("kazing/move.symmetry")
        if legs == 2:
            rules.append("kazing/move.v")
        if step.modifier:
            reason = say(
                "{by}'s {move} leaves the grid after {at}, even with its modifier {modifier}.",
                modifier=names.MODIFIERS[step.modifier],
                **values,
            )
        else:
            reason = say("{by}'s {move} leaves the grid after {at}.", **values)
    else:
        rules.append(f"kazing/move.{step.move}")
        reason = _stuck(step, before, values)
    if step.modifier:
        rules.append("kazing/move.modifier")
    return illegal(tuple(rules), reason, readings=spell.trace.readings, broken=broken)


def _stuck(step: Movement, before: tuple[int, ...], values: dict) -> Message:
    """Why a circle, a half-circle or a swirl leads nowhere from the positions `before`."""
    if step.modifier == "rewind":
        if CENTRE in before:
            return say("At this table no swirl runs backwards: {by}'s stays at 5.", **values)
        return say("{by}'s swirl run backwards starts at 5, not at {at}.", **values)
    if step.modifier == "half" and before != (CENTRE,):
        return say("At this table no swirl is halved: {by}'s stops at {at}.", **values)
    return say("{by}'s {move} cannot start at 5, in the middle of the grid.", **values)
