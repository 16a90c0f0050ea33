"""Judging and applying: a function each for every type of event.

Judging changes nothing; applying judges nothing, and also takes what was let stand as far as it
can be taken.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec

from referee.core import Message, Ruling, illegal, legal, plural, say, undecided
from referee.games.kazing import rules
from referee.games.kazing.events import (
    Cast,
    DeckEnd,
    Discard,
    EndTurn,
    SetPosition,
    Take,
    TimerReveal,
)
from referee.games.kazing.spell import Spell, read_spell
from referee.games.kazing.state import NOTHING_COLLECTED, Setup, State, Timer
from referee.games.kazing.wand import path

replace = msgspec.structs.replace


def start(setup: Setup) -> State:
    """Hands dealt, nothing cast, the first player's turn (kazing/setup)."""
    hands = (setup.level.deal,) * len(setup.players) if setup.full else ()
    return replace(situation(setup, SetPosition()), hands=hands)


def _may_act(state: State, by: str) -> Ruling | None:
    """Why `by` may do nothing at all now, or None."""
    return rules.not_over(state) or rules.timer_first(state) or rules.whose_turn(state, by)


# take


def judge_take(state: State, event: Take) -> Ruling:
    """Taking a card: first in a turn, once (kazing/turn.take)."""
    by = event.by
    return (
        _may_act(state, by)
        or rules.take_once(state, by)
        or legal("kazing/turn.take", _TAKEN[event.source](by))
    )


_TAKEN: dict[str, Callable[[str], Message]] = {
    "deck": lambda by: say("{by} takes a card from the deck.", by=by),
    "display": lambda by: say("{by} takes a card from the display.", by=by),
}


def apply_take(state: State, event: Take) -> State:
    """One card more in hand; it counts as this turn's if it is the taker's turn."""
    if not state.setup.full:
        return state
    took = state.took or event.by == state.turn
    return replace(state, took=took, hands=_hands(state, event.by, 1))


def _hands(state: State, by: str, change: int) -> tuple[int | None, ...]:
    """The hands after one of them has changed; an unknown one stays unknown."""
    seat = state.setup.seat[by]
    hand = state.hands[seat]
    if hand is None:
        return state.hands
    return (*state.hands[:seat], hand + change, *state.hands[seat + 1 :])


# cast


def judge_cast(state: State, event: Cast) -> Ruling:
    """A spell: first what is illegal, in the order of the page, then what is not settled."""
    by, setup = event.by, state.setup
    spell = read_spell(setup, event)
    refused = (
        _may_act(state, by)
        or rules.take_first(state, by)
        or rules.cast_once(state, by)
        or rules.no_cast_after_discard(state, by)
        or rules.holds_the_cards(state, event)
        or rules.form(event)
        or rules.size(setup, event)
        or rules.sorcerer_cards(setup, event)
        or rules.movement(event, spell)
        or rules.named_end(event, spell)
        or rules.resonance(setup, event)
        or rules.targets(state, event)
        or rules.collecting(setup, event, spell)
    )
    if refused is not None:
        can_stand = refused.can_stand and rules.holds_the_cards(state, event) is None
        facts = _facts(setup, spell, settled=True) if event.stands else _known(spell)
        effects = _consequences(state, event, spell) if event.stands and can_stand else ()
        return replace(refused, facts=facts | refused.facts, effects=effects, can_stand=can_stand)
    readings = (
        rules.size_reading(setup, spell.size)
        + spell.trace.readings
        + rules.bonus_readings(setup, event)
    )
    if spell.end_open or spell.ends is None or (setup.duel and spell.mana is None):
        return _undecided(state, event, spell, readings)
    if setup.duel and spell.bonuses == 2:
        readings = (*readings, "bonus_mana")
    return legal(
        _legal_by(setup, spell),
        _told(spell, by),
        effects=_consequences(state, event, spell),
        readings=readings,
        **_facts(setup, spell, settled=True),
    )


def _legal_by(setup: Setup, spell: Spell) -> tuple[str, ...]:
    """The clauses on which a legal spell rests."""
    clauses: tuple[str, ...] = ("kazing/turn.cast", f"kazing/type.{setup.options.type}")
    if spell.bonuses:
        clauses += ("kazing/rule.bonuses",)
    if any(movement.modifier for movement in spell.trace.moves):
        clauses += ("kazing/move.modifier",)
    return (*clauses, "kazing/move.mana") if setup.duel else clauses


def _known(spell: Spell) -> dict[str, Any]:
    """The facts of a refused spell: what explains the refusal."""
    facts: dict[str, Any] = {"size": spell.size, "start": spell.start}
    if spell.trace.moves and spell.ends is not None:
        facts["ends"] = list(spell.ends)
    return facts


def _facts(setup: Setup, spell: Spell, settled: bool) -> dict[str, Any]:
    """All facts of a spell. What depends on the end is left open if that is not `settled`."""
    ends, end = spell.ends, spell.end
    facts: dict[str, Any] = {
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


def _told(spell: Spell, by: str) -> Message:
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


def _consequences(state: State, event: Cast, spell: Spell) -> tuple[Message, ...]:
    """What the spell does to mana, which positions it collects, whether it ends the game, and that
    the caster picks up a card."""
    after = _counted(state, event, spell)
    effects: list[Message] = []
    if spell.collected:
        effects.append(
            say(
                "{by} collects {positions}.",
                by=event.by,
                positions=list(dict.fromkeys(spell.collected)),
            )
        )
    if event.drain and spell.mana is not None:
        effects.append(
            say(
                "{who} loses {mana} mana and has {left}.",
                who=event.drain,
                mana=spell.mana,
                left=after.mana[state.setup.purse[event.drain]],
            )
        )
        if after.is_out(event.drain):
            effects.append(
                say("{who}'s team is out.", who=event.drain)
                if state.setup.team_battle and not state.setup.own_mana
                else say("{who} is out.", who=event.drain)
            )
    if event.replenish and spell.mana is not None:
        effects.append(
            say(
                "{who} gains {mana} mana and has {left}.",
                who=event.replenish,
                mana=spell.mana,
                left=after.mana[state.setup.purse[event.replenish]],
            )
        )
    if after.turn is None:
        return (*effects, say("The game is over."))
    if after.ending and not state.ending:
        effects.append(say("The game ends with this round."))
    return (*effects, say("{by} picks up a card.", by=event.by))


def _undecided(state: State, event: Cast, spell: Spell, readings: tuple[str, ...]) -> Ruling:
    """What the caster, the table or the cards must still say."""
    by, setup = event.by, state.setup
    found: list[str] = []
    reasons: list[Message] = []
    if spell.ends is None:
        found += ["kazing/move.modifier", "kazing/move.swirl"]
        reasons.append(
            say("The rules do not say where {by}'s half swirl ends: the table decides.", by=by)
        )
    elif spell.end_open:
        found.append("kazing/turn.cast")
        reasons.append(
            say("{by}'s spell can end at {ends}: {by} says which.", by=by, ends=list(spell.ends))
        )
    settled = not reasons
    if setup.duel and spell.mana is None:
        found += ["kazing/move.mana", "kazing/type.duel"]
        reasons.append(say("A number on {by}'s cards is missing: its mana is not known.", by=by))
    return undecided(
        tuple(found),
        reasons[0]
        if len(reasons) == 1
        else say("{first} {second}", first=reasons[0], second=reasons[1]),
        effects=_consequences(state, event, spell) if event.stands else (),
        readings=readings,
        **_facts(setup, spell, settled=settled or event.stands),
    )


def apply_cast(state: State, event: Cast) -> State:
    """The spell counts for its caster, whosever turn it is."""
    return _counted(state, event, read_spell(state.setup, event))


def _counted(state: State, event: Cast, spell: Spell) -> State:
    setup, by = state.setup, event.by
    seat, side = setup.seat[by], setup.side[by]
    changes: dict[str, Any] = {
        "cast": state.cast or by == state.turn,
        "spells": (*state.spells[:seat], state.spells[seat] + 1, *state.spells[seat + 1 :]),
    }
    if state.hands:
        changes["hands"] = _hands(state, by, 1 - spell.size)
    if spell.points is not None:
        total = state.points[side] + spell.points
        changes["points"] = (*state.points[:side], total, *state.points[side + 1 :])
    elif spell.collected is not None:
        counts = list(state.collected[side])
        for position in spell.collected:
            counts[position - 1] += 1
        changes["collected"] = (
            *state.collected[:side],
            tuple(counts),
            *state.collected[side + 1 :],
        )
    elif spell.mana:
        mana = list(state.mana)
        if event.drain:
            purse = setup.purse[event.drain]
            mana[purse] = max(0, mana[purse] - spell.mana)
        if event.replenish:
            mana[setup.purse[event.replenish]] += spell.mana
        changes["mana"] = tuple(mana)
        return _last_one_left(replace(state, **changes))
    return replace(state, **changes)


def _last_one_left(state: State) -> State:
    """Duel: the game is over at once when one side alone has mana left (kazing/type.duel)."""
    return replace(state, turn=None) if len(state.sides_in()) < 2 else state


# discard


def judge_discard(state: State, event: Discard) -> Ruling:
    """Discarding a card: once, last in a turn (kazing/turn.discard)."""
    by = event.by
    refused = (
        _may_act(state, by)
        or rules.take_first(state, by)
        or rules.discard_once(state, by)
        or rules.something_to_discard(state, by)
    )
    if refused is None:
        return legal("kazing/turn.discard", say("{by} discards a card.", by=by))
    if rules.something_to_discard(state, by):
        return replace(refused, can_stand=False)
    return refused


def apply_discard(state: State, event: Discard) -> State:
    """One card fewer in hand."""
    if not state.setup.full:
        return state
    discarded = state.discarded or event.by == state.turn
    return replace(state, discarded=discarded, hands=_hands(state, event.by, -1))


# end_turn


def judge_end_turn(state: State, event: EndTurn) -> Ruling:
    """The turn passes on (kazing/turn.end)."""
    by = event.by
    refused = _may_act(state, by) or rules.take_first(state, by) or rules.hand_limit(state, by)
    if refused is not None:
        return replace(refused, can_stand=refused.can_stand and by == state.turn)
    after = apply_end_turn(state, event)
    effects: tuple[Message, ...] = ()
    if state.timer:
        effects = (say("The Timer gets a card."),)
    if after.turn is None:
        return legal(
            ("kazing/turn.end", state.setup.mode, "kazing/end"),
            say("{by}'s turn is over, the round too, and with it the game.", by=by),
            effects,
        )
    if after.timer_due:
        effects = (*effects, say("The nine cards of the Timer are turned up."))
    return legal(
        ("kazing/turn.end", state.setup.mode),
        say("{by}'s turn is over; {next} is next.", by=by, next=after.turn),
        effects,
    )


def apply_end_turn(state: State, event: EndTurn) -> State:
    """The next player's turn; or the end of the game, if its condition is met and the round with
    this turn complete (kazing/end)."""
    player, upnext, round_over = state.next_turn()
    timer = state.timer
    if timer:
        timer = replace(timer, cards=min(9, timer.cards + 1))
    if round_over and state.end_is_met:
        return replace(state, turn=None, timer=timer)
    return replace(
        state,
        turn=player,
        upnext=upnext,
        round=state.round + round_over,
        took=False,
        cast=False,
        discarded=False,
        timer=timer,
    )


# deck_end


def judge_deck_end(state: State, event: DeckEnd) -> Ruling:
    """A Deck ran out (kazing/turn.discard, kazing/end); a team's only where there are teams
    (kazing/mode.team)."""
    over = rules.not_over(state)
    if over is not None:
        return over
    if event.team and not state.setup.team_battle:
        return illegal(
            ("kazing/mode.team", state.setup.mode),
            say("There are no teams here, so {player}'s team has no deck.", player=event.team),
            allowed=say("The one deck is everybody's."),
        )
    effects: tuple[Message, ...] = (say("The discard pile is shuffled: it is the new deck."),)
    after = apply_deck_end(state, event)
    if after.ending and not state.ending:
        effects = (*effects, say("The game ends with this round."))
    return legal(("kazing/end", "kazing/turn.discard"), say("The deck has run out."), effects)


def apply_deck_end(state: State, event: DeckEnd) -> State:
    """One end of a deck more."""
    return replace(state, deck_ends=state.deck_ends + 1)


# timer


def judge_timer(state: State, event: TimerReveal) -> Ruling:
    """Solo: the Timer's face-down cards are turned up when there are nine cards
    (kazing/mode.solo)."""
    over = rules.not_over(state)
    if over is not None:
        return over
    timer = state.timer
    if timer is None:
        return illegal(
            "kazing/mode.solo",
            say("Only who plays alone has a Timer."),
            can_stand=False,
        )
    if not timer.due:
        return illegal(
            "kazing/mode.solo",
            plural(
                "The Timer holds {n} card: its cards are turned up when it holds nine.",
                "The Timer holds {n} cards: its cards are turned up when it holds nine.",
                timer.cards,
            ),
            can_stand=False,
        )
    after = _revealed(timer, event)
    discarded = len(timer.kept) + len(event.revealed) - after.cards
    facts: dict[str, Any] = {"kept": list(after.kept), "discarded": discarded}
    down = 9 - len(timer.kept)
    if len(event.revealed) != down:
        return illegal(
            "kazing/mode.solo",
            plural(
                "The Timer has {n} card face down, and {turned} are turned up here.",
                "The Timer has {n} cards face down, and {turned} are turned up here.",
                down,
                turned=len(event.revealed),
            ),
            **(facts if event.stands else {}),
        )
    if len(after.kept) == 9:
        return legal(
            ("kazing/mode.solo", "kazing/end"),
            say("The Timer has all nine positions: the game is over."),
            **facts,
        )
    return legal(
        "kazing/mode.solo",
        say("The Timer keeps {positions}.", positions=list(after.kept)),
        effects=(plural("{n} card is discarded.", "{n} cards are discarded.", discarded),),
        **facts,
    )


def _revealed(timer: Timer, event: TimerReveal) -> Timer:
    """One card of each position is kept."""
    kept = tuple(sorted({*timer.kept, *event.revealed}))
    return Timer(cards=len(kept), kept=kept)


def apply_timer(state: State, event: TimerReveal) -> State:
    """The doubles go; with all nine positions the game is over."""
    assert state.timer is not None
    timer = _revealed(state.timer, event)
    return replace(state, timer=timer, turn=None if len(timer.kept) == 9 else state.turn)


# position


def judge_position(state: State, event: SetPosition) -> Ruling:
    """A situation that can be: somebody has mana left, and whose turn it is too
    (kazing/type.duel); the Timer's cards are nine at most, those kept all different
    (kazing/mode.solo)."""
    after = situation(state.setup, event)
    if after.mana and not after.sides_in():
        return illegal(
            ("kazing/type.duel", "table/position"),
            say("Nobody would have mana left."),
            can_stand=False,
        )
    if event.turn and after.is_out(event.turn):
        return illegal(
            ("kazing/type.duel", "table/position"),
            say("{turn} has no mana left and is out, so has no turn.", turn=event.turn),
        )
    timer = event.timer
    if after.timer and (
        timer.cards > 9 or len(timer.kept) > timer.cards or len(set(timer.kept)) < len(timer.kept)
    ):
        return illegal(
            ("kazing/mode.solo", "table/position"),
            say("The Timer holds nine cards at most, and keeps one card of a position."),
        )
    return legal("table/position", say("The table plays on from the situation put in."))


def apply_position(state: State, event: SetPosition) -> State:
    """The situation put in."""
    return situation(state.setup, event)


def situation(setup: Setup, event: SetPosition) -> State:
    """`event` as a state. What it leaves out is as at the start, but hands are unknown."""
    kind = setup.options.type
    by_side = [members[0] for members in setup.sides]
    points: tuple[int, ...] = ()
    mana: tuple[int, ...] = ()
    collected: tuple[tuple[int, ...], ...] = ()
    if kind == "thaumaturgy":
        points = tuple(event.scores.get(who, 0) for who in by_side)
    elif kind == "duel":
        holders = setup.players if setup.own_mana else by_side
        mana = tuple(event.mana.get(who, setup.mana) for who in holders)
    else:
        collected = tuple(
            tuple(map(event.collected[who].count, range(1, 10)))
            if who in event.collected
            else NOTHING_COLLECTED
            for who in by_side
        )
    kept = tuple(sorted(set(event.timer.kept)))
    cards = min(9, max(event.timer.cards, len(kept)))
    state = State(
        setup,
        turn=None,
        upnext=setup.rotation,
        round=event.round,
        took=event.took and setup.full,
        cast=event.cast,
        spells=tuple(event.spells.get(player, 0) for player in setup.players),
        points=points,
        mana=mana,
        collected=collected,
        hands=tuple(map(event.hands.get, setup.players)) if setup.full else (),
        deck_ends=event.deck_ends,
        timer=Timer(cards, kept) if setup.solo else None,
    )
    if (mana and len(state.sides_in()) < 2) or (state.timer and len(kept) == 9):
        return state
    turn = event.turn or _first_in(state)
    return replace(state, turn=turn, upnext=_rotation(setup, turn))


def _first_in(state: State) -> str:
    """The first player in the order of turns who is not out."""
    setup = state.setup
    side = next(side for side in setup.order if side in state.sides_in())
    members, began = setup.sides[side], setup.rotation[side]
    order = members[began:] + members[:began]
    return next(player for player in order if not state.is_out(player))


def _rotation(setup: Setup, turn: str) -> tuple[int, ...]:
    """`upnext` when it is `turn`'s turn: the other teams' rotation stands where his team's does,
    one further for those who have had their turn of this round (the page, *Position*)."""
    side = setup.side[turn]
    size = len(setup.sides[side])
    step = setup.sides[side].index(turn) - setup.rotation[side]
    had = setup.place_in_order[side]
    return tuple(
        (began + step + (setup.place_in_order[other] <= had)) % size
        for other, began in enumerate(setup.rotation)
    )


_JUDGES: dict[type, Callable[[State, Any], Ruling]] = {
    Take: judge_take,
    Cast: judge_cast,
    Discard: judge_discard,
    EndTurn: judge_end_turn,
    DeckEnd: judge_deck_end,
    TimerReveal: judge_timer,
    SetPosition: judge_position,
}
_APPLIES: dict[type, Callable[[State, Any], State]] = {
    Take: apply_take,
    Cast: apply_cast,
    Discard: apply_discard,
    EndTurn: apply_end_turn,
    DeckEnd: apply_deck_end,
    TimerReveal: apply_timer,
    SetPosition: apply_position,
}


def judge(state: State, event: Any) -> Ruling:
    """Is `event` allowed now? Changes nothing."""
    return _JUDGES[type(event)](state, event)


def apply(state: State, event: Any) -> State:
    """The state after `event`, which is legal or stands."""
    return _APPLIES[type(event)](state, event)
