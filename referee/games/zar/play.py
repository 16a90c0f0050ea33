"""Judging and applying: what the rules say to an event, and what the table is like after it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from msgspec import UNSET
from msgspec.structs import replace

from referee.core import (
    ILLEGAL,
    LEGAL,
    Message,
    Ruling,
    illegal,
    legal,
    plural,
    say,
    undecided,
)
from referee.core.text import Value
from referee.games.zar import moves, rules, scoring, words
from referee.games.zar.cards import (
    CHAMELEON,
    COMMANDS,
    NAMES,
    REAL_CARDS,
    SYMBOL,
)
from referee.games.zar.events import (
    CloseCall,
    DeclareZar,
    Draw,
    EndGame,
    EndHand,
    Gotcha,
    Join,
    Match,
    Pass,
    Penalty,
    Play,
    Position,
    Quit,
    StartHand,
    Take,
)
from referee.games.zar.rules import Fault, Lay, lay_of
from referee.games.zar.state import Hand, State, lowest


def judge(state: State, event: Any) -> Ruling:
    """The ruling on `event` in `state` (see `Game.judge`)."""
    return _JUDGES[type(event)](state, event)


def apply(state: State, event: Any) -> State:
    """The state after `event` (see `Game.apply`)."""
    return _APPLIES[type(event)](state, event)


# What bars any event


def _barred(state: State, names: Iterable[str], in_hand: bool = True) -> Ruling | None:
    """The refusal of an event after the end (zar/6), of one that names somebody who is not seated
    (zar/11.6), and with `in_hand` of one for which a hand must run (zar/3)."""
    if state.over:
        return illegal("zar/6", say("The game is over."), can_stand=False)
    for name in names:
        if (stranger := rules.is_seated(state, name)) is not None:
            return illegal(stranger.rules, stranger.reason, can_stand=False)
    if in_hand and state.hand is None:
        return illegal(
            "zar/3",
            say("No hand is running."),
            allowed=say("A hand starts with its dealer and first card."),
            can_stand=False,
        )
    return None


def _ruled(
    event: Any,
    faults: Iterable[Fault | None],
    right: tuple[str, ...],
    reason: Message,
    effects: tuple[Message, ...] = (),
    readings: tuple[str, ...] = (),
    **facts: Any,
) -> Ruling:
    """Legal by the clauses `right` unless there are `faults`; then illegal by theirs, for the
    first one's reason. What is let stand has its effects and facts all the same."""
    found = [fault for fault in faults if fault]
    if not found:
        return legal(right, reason, effects, readings, **facts)
    stands = event.stands
    return Ruling(
        ILLEGAL,
        tuple(dict.fromkeys(rule for fault in found for rule in fault.rules)),
        found[0].reason,
        effects if stands else (),
        tuple(dict.fromkeys(reading for fault in found for reading in fault.readings)),
        facts if stands else {},
        next((fault.allowed for fault in found if fault.allowed), None),
    )


def _facts(event: Any, **facts: Any) -> dict[str, Any]:
    """The facts owed for an event that is not legal: all of them if it is let stand."""
    return facts if event.stands else {}


# Starting (3, 13.1)


def _judge_start(state: State, event: StartHand) -> Ruling:
    barred = _barred(state, (event.dealer,), in_hand=False)
    if barred:
        return barred
    faults = (
        rules.no_hand_runs(state),
        rules.is_in_the_deck(state, event.top),
        rules.first_card(event.top),
    )
    clauses = rules.rules_of_start(state.options)
    if event.top == CHAMELEON:  # it has nothing to take after
        return replace(_ruled(event, faults, clauses, say("No hand is running.")), can_stand=False)
    hand, skipped = moves.deal(state, event)
    effects = words.turning(hand.clockwise, not hand.clockwise, skipped)
    if hand.pending:
        effects.append(words.facing(hand))
    size = rules.hand_size(state.options, len(state.players))
    return _ruled(
        event,
        faults,
        clauses + _EFFECT_RULES[event.top],
        say(
            "{dealer} deals {n} cards each and turns {top} over; {turn} is next.",
            dealer=event.dealer,
            n=size,
            top=NAMES[event.top].a,
            turn=hand.turn,
        ),
        tuple(effects),
        hand_size=size,
        next=hand.turn,
    )


def _start(state: State, event: StartHand) -> State:
    return replace(state, hand=moves.deal(state, event)[0], number=state.number + 1)


# Playing and matching (4, 5, 9, 14)

_BY_SYMBOL = {
    "crab": ("zar/9.2.1",),
    "frog": ("zar/9.2.2",),
    "wasp": ("zar/9.2.3",),
    "dragon": ("zar/9.3.1",),
    "peacock": ("zar/9.3.2",),
}
_EFFECT_RULES: dict[str, tuple[str, ...]] = {
    card: _BY_SYMBOL.get(SYMBOL[card], ()) for card in REAL_CARDS
}
"""The clause of a card's effect."""


def _judge_lay(state: State, event: Play | Match) -> Ruling:
    barred = _barred(state, (event.by,))
    if barred:
        return barred
    hand = _running(state)
    lay = lay_of(hand, event)
    faults = [fault for rule in rules.LAY_RULES if (fault := rule(state, hand, lay))]
    short = rules.holds_the_cards(state, hand, lay) is not None
    if short or (faults and not event.stands):
        return _refused_lay(hand, lay, faults, short)
    laid = moves.lay_cards(state, hand, lay)
    facts: dict[str, Any] = {
        "match": lay.match,
        "self_match": lay.own,
        "matched": laid.matched,
        "skipped": laid.skipped,
        "next": laid.hand.turn,
    }
    effects = words.effects(hand, lay, laid)
    if faults:
        return _ruled(event, faults, (), faults[0].reason, effects, (), **facts)
    if rules.depends_on_declaration(hand, lay):
        return undecided(
            ("zar/4.3A", *_EFFECT_RULES[hand.identity]),
            words.depends(hand, lay),
            effects if event.stands else (),
            **_facts(event, **facts),
        )
    return Ruling(
        LEGAL,
        _lay_clauses(hand, lay, laid),
        words.why_it_is_right(hand, lay),
        effects,
        ("chameleon_along",) if rules.goes_along(hand, lay) else (),
        facts,
    )


def _refused_lay(hand: Hand, lay: Lay, faults: list[Fault], short: bool) -> Ruling:
    """The refusal of a play that is not let stand, or for which the player is `short` of cards."""
    ruling = _ruled(lay.event, faults, (), faults[0].reason)
    if short:
        return replace(ruling, can_stand=False, facts={}, effects=())
    too_late = type(lay.event) is Match and not hand.matchable
    spared = rules.may_punish(hand, lay.event.by) is not None
    return replace(
        ruling,
        rules=tuple(dict.fromkeys((*ruling.rules, "zar/8"))),
        effects=(words.takes_back(lay, too_late, spared),),
    )


def _lay_clauses(hand: Hand, lay: Lay, laid: moves.Laid) -> tuple[str, ...]:
    """The clauses on which a legal play rests."""
    event = lay.event
    in_turn = event.by == hand.turn
    clauses: tuple[str, ...]
    if lay.own:
        clauses = ("zar/5.3", "zar/11.3", "zar/12.3") if in_turn else ("zar/5.3",)
    elif lay.match:
        clauses = ("zar/5.2", "zar/12.3") if in_turn else ("zar/5.2",)
    elif hand.pending:
        clauses = ("zar/4.2",)
    else:
        clauses = ("zar/4.3A", *_EFFECT_RULES[hand.identity]) if hand.declared else ("zar/4.3A",)
    if lay.match and hand.chain > 1:
        clauses += ("zar/13.4",)
    clauses += _EFFECT_RULES[lay.identity]
    if laid.hand.chain > 2 and SYMBOL[lay.identity] in COMMANDS:
        clauses += ("zar/13.3",)
    if len(event.cards) > 1:
        clauses += rules.rules_of_several(event.cards)
    if laid.hand.out == event.by or hand.out is not None:
        clauses += ("zar/6",)
    if laid.drawn and laid.drawn.reshuffled:
        clauses += ("zar/11.4",)
    if CHAMELEON in event.cards:
        clauses += ("zar/14",) if in_turn else ("zar/14", "zar/14.2")
    elif hand.top == CHAMELEON:
        clauses += ("zar/14",)
    return tuple(dict.fromkeys(clauses))


def _lay(state: State, event: Play | Match) -> State:
    hand = _running(state)
    return replace(state, hand=moves.lay_cards(state, hand, lay_of(hand, event)).hand)


# Taking, drawing, passing (4)


def _judge_take(state: State, event: Take) -> Ruling:
    barred = _barred(state, (event.by,))
    if barred:
        return barred
    hand = _running(state)
    by = event.by
    faults = (
        None if hand.pending else rules.nobody_is_out(hand),
        rules.whose_turn(hand, by),
        rules.has_wasps_to_draw_for(hand, by),
    )
    drawn = moves.take(state, hand, event)
    clauses: tuple[str, ...] = ("zar/4.2", "zar/9.2.3")
    if hand.out is None:
        reason = say(
            "{by} draws {n} for the wasps, then plays, or draws one more.", by=by, n=drawn.n
        )
    else:
        clauses += ("zar/12.2",)
        reason = say(
            "{out} is out, and {by} still draws {n} for the wasps.", out=hand.out, by=by, n=drawn.n
        )
    return _ruled(
        event,
        faults,
        clauses + (("zar/11.4",) if drawn.reshuffled else ()),
        reason,
        tuple(words.drawing(hand, by, hand.pending, drawn, said=True)),
        count=drawn.n,
    )


def _take(state: State, event: Take) -> State:
    return replace(state, hand=moves.take(state, _running(state), event).hand)


def _judge_draw(state: State, event: Draw) -> Ruling:
    barred = _barred(state, (event.by,))
    if barred:
        return barred
    hand = _running(state)
    drawn = moves.draw(state, hand, event)
    return _ruled(
        event,
        (
            rules.nobody_is_out(hand),
            rules.whose_turn(hand, event.by),
            rules.faces_wasps(hand, event.by),
            rules.may_draw(hand, event.by),
        ),
        ("zar/4.3B", "zar/4.3C") + (("zar/11.4",) if drawn.reshuffled else ()),
        say("{by} draws one, then plays or passes.", by=event.by),
        tuple(words.drawing(hand, event.by, 1, drawn, said=True)),
    )


def _draw(state: State, event: Draw) -> State:
    return replace(state, hand=moves.draw(state, _running(state), event).hand)


def _judge_pass(state: State, event: Pass) -> Ruling:
    barred = _barred(state, (event.by,))
    if barred:
        return barred
    hand = _running(state)
    return _ruled(
        event,
        (
            rules.nobody_is_out(hand),
            rules.whose_turn(hand, event.by),
            rules.faces_wasps(hand, event.by),
            rules.may_pass(hand, event.by),
        ),
        ("zar/4.3C",),
        say("{by} has drawn one and passes.", by=event.by),
    )


def _pass(state: State, event: Pass) -> State:
    return replace(state, hand=moves.pass_on(state, _running(state), event))


# Calls and penalties (6, 7, 8, 10, 11)


def _judge_zar(state: State, event: DeclareZar) -> Ruling:
    barred = _barred(state, (event.by,))
    if barred:
        return barred
    if event.by in _running(state).liable:
        return legal("zar/6", say("{by} has said ZAR in time.", by=event.by))
    return legal(
        ("zar/7", "zar/11.8"),
        say("{by} says ZAR: it counts for a card that {by} plays next.", by=event.by),
    )


def _say_zar(state: State, event: DeclareZar) -> State:
    return replace(state, hand=moves.say_zar(state, _running(state), event.by))


def _judge_gotcha(state: State, event: Gotcha) -> Ruling:
    barred = _barred(state, (event.by, event.on))
    if barred:
        return barred
    hand, on = _running(state), event.on
    if on in hand.liable:
        drawn = moves.draw_cards(state, hand, on, 1)
        return legal(
            ("zar/6", "zar/11.1") + (("zar/11.4",) if drawn.reshuffled else ()),
            say("{on} has one card and has not said ZAR.", on=on),
            tuple(words.drawing(hand, on, 1, drawn)),
            sticks=True,
        )
    if hand.hands[on] is None:
        return undecided(
            ("zar/6", "zar/11.8"),
            say("How many cards {on} holds settles it.", on=on),
            **_facts(event, sticks=None),
        )
    return legal(
        "zar/11.8",
        say("{on} cannot be caught now, and a mistaken call costs nothing.", on=on),
        sticks=False,
    )


def _gotcha(state: State, event: Gotcha) -> State:
    hand = _running(state)
    if event.on not in hand.liable:
        return state
    return replace(state, hand=moves.draw_cards(state, hand, event.on, 1).hand)


def _judge_penalty(state: State, event: Penalty) -> Ruling:
    barred = _barred(state, (event.on,))
    if barred:
        return barred
    hand, on = _running(state), event.on
    drawn = moves.punish(state, hand, on)
    if event.for_ == "illegal-play":
        clause, reason = "zar/8", say("{on} draws one for an illegal play.", on=on)
    else:
        clause, reason = "zar/11.8", say("{on} draws one for a call made on purpose.", on=on)
    return _ruled(
        event,
        (rules.may_punish(hand, on),),
        (clause, "zar/11.9") + (("zar/11.4",) if drawn.reshuffled else ()),
        reason,
        tuple(words.drawing(hand, on, 1, drawn, said=True)),
    )


def _punish(state: State, event: Penalty) -> State:
    return replace(state, hand=moves.punish(state, _running(state), event.on).hand)


def _judge_close_call(state: State, event: CloseCall) -> Ruling:
    barred = _barred(state, (event.a.by, event.b.by), in_hand=False)
    if barred:
        return barred
    first = rules.precedence(state, event)
    if first is None:
        if event.a.kind == event.b.kind == "match":
            reason = say("Which card lies underneath, or who made the last play, settles it.")
        else:
            reason = say("The rules say nothing about these two; the table decides.")
        return undecided("zar/10", reason)
    return legal(
        "zar/10",
        say("{first} takes precedence.", first=event.a.by if first == "a" else event.b.by),
        precedence=first,
    )


# The end of a hand and of the game (6)


def _judge_end_hand(state: State, event: EndHand) -> Ruling:
    barred = _barred(state, (), in_hand=False)
    if barred:
        return barred
    found = scoring.reckon(state, event)
    points = {player: n for player, n in found.points.items() if n is not None}
    workable = len(points) == len(state.players)
    faults = [*scoring.faults(state, event, found)]
    expected = {"expected": found.counts} if scoring.miscounted(event, found) else {}
    facts: dict[str, Any] = {"points": points} if workable else {}
    if faults:
        ruling = _ruled(event, faults, (), faults[0].reason, (), (), **facts)
        return replace(ruling, can_stand=workable, facts={**expected, **ruling.facts})
    if found.winner is None:
        return undecided(
            "zar/6",
            say("Who went out settles it."),
            can_stand=workable,
            **_facts(event, **facts),
        )
    if not workable:
        return undecided("zar/6", scoring.what_is_missing(state, event, found), can_stand=False)
    effects: list[Message] = []
    clauses: tuple[str, ...] = ("zar/6",)
    if found.owed and state.hand:
        effects += words.drawing(state.hand, state.hand.turn, state.hand.pending, found.owed)
        clauses += ("zar/9.2.3", "zar/12.2")
    if found.owed and found.owed.reshuffled:
        clauses += ("zar/11.4",)
    after = scoring.finish(state, event)
    tied = rules.reaches_target(state.options, after.scores) and rules.is_tied(after)
    if after.over:
        winners = lowest(after)
        effects.append(
            plural("{who} wins the game.", "{who} win the game.", len(winners), who=[*winners])
        )
    elif tied:
        effects.append(say("The lowest score is shared, and at this table the game goes on."))
    return legal(
        clauses,
        scoring.points_line(found.winner, points),
        tuple(effects),
        ("tie",) if tied else (),
        points=points,
    )


def _judge_end_game(state: State, event: EndGame) -> Ruling:
    barred = _barred(state, (), in_hand=False)
    if barred:
        return barred
    return _ruled(
        event,
        (rules.table_may_end(state),),
        ("zar/6",),
        say("The table ends the game."),
        (),
        ("tie",) if rules.is_tied(state) else (),
    )


def _end_game(state: State, event: EndGame) -> State:
    return replace(state, hand=None, over=True)


# Coming and going (11.6)


def _judge_join(state: State, event: Join) -> Ruling:
    barred = _barred(state, (), in_hand=False)
    if barred:
        return barred
    player = event.player
    if player in state.players:
        return illegal(
            "zar/11.6", say("{player} sits at the table already.", player=player), can_stand=False
        )
    score = rules.joining_score(state, player)
    values: dict[str, Value] = {"player": player, "n": score}
    return _ruled(
        event,
        (
            rules.between_hands(state),
            rules.seats_are_left(state),
            rules.seat_exists(state, 0 if event.seat is UNSET else event.seat),
        ),
        ("zar/11.6",),
        say("{player} comes back and starts at the highest score so far: {n}.", **values)
        if player in state.scores
        else say("{player} starts at the average of the scores: {n}.", **values),
        (),
        score=score,
    )


def _judge_quit(state: State, event: Quit) -> Ruling:
    barred = _barred(state, (event.player,), in_hand=False)
    if barred:
        return barred
    ruling = _ruled(
        event,
        (rules.between_hands(state), rules.enough_stay(state)),
        ("zar/11.6",),
        say("{player} leaves; the score stays.", player=event.player),
    )
    return replace(ruling, can_stand=len(state.players) > 1)


# Setting it right


def _judge_position(state: State, event: Position) -> Ruling:
    named = (
        event.turn,
        *([event.owner] if event.owner is not None else []),
        *event.hands,
        *event.liable,
        *event.scores,
    )
    impossible = (rules.deck_has_them(state, event), rules.one_is_out(event))
    ruling = _ruled(
        event,
        (
            *(rules.is_seated(state, name) for name in named),
            *impossible,
            rules.declaration_fits(event),
        ),
        ("table/position",),
        say("The hand goes on from what lies there."),
    )
    return replace(ruling, can_stand=event.turn in state.players and not any(impossible))


def _running(state: State) -> Hand:
    """The running hand; only asked where there is one."""
    assert state.hand is not None
    return state.hand


_JUDGES: dict[type, Callable[[State, Any], Ruling]] = {
    StartHand: _judge_start,
    Play: _judge_lay,
    Match: _judge_lay,
    Take: _judge_take,
    Draw: _judge_draw,
    Pass: _judge_pass,
    DeclareZar: _judge_zar,
    Gotcha: _judge_gotcha,
    Penalty: _judge_penalty,
    CloseCall: _judge_close_call,
    EndHand: _judge_end_hand,
    EndGame: _judge_end_game,
    Join: _judge_join,
    Quit: _judge_quit,
    Position: _judge_position,
}

_APPLIES: dict[type, Callable[[State, Any], State]] = {
    StartHand: _start,
    Play: _lay,
    Match: _lay,
    Take: _take,
    Draw: _draw,
    Pass: _pass,
    DeclareZar: _say_zar,
    Gotcha: _gotcha,
    Penalty: _punish,
    EndHand: scoring.finish,
    EndGame: _end_game,
    Join: moves.sit_down,
    Quit: lambda state, event: moves.get_up(state, event.player),
    Position: moves.set_right,
}
