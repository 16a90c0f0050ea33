"""What a ruling on a declaration says and cites."""

from __future__ import annotations

from referee.core import ClauseId, Fault, Message, PlayerKey, plural, say
from referee.games.zigzag.actions.declare.outcome import (
    DOUBLE_ZAG,
    NEXT,
    SINGLE,
    BoxAt,
    Outcome,
    ParsedCall,
    possible_levels,
)
from referee.games.zigzag.cards import HAND, JOKER
from referee.games.zigzag.constraints import checkable_line, is_in_words
from referee.games.zigzag.hands import stop_readings
from referee.games.zigzag.rules import CONSTRAINT, DECLARE, END, LEVEL_3, STOP, THEFT
from referee.games.zigzag.scorecard import last_box, open_boxes
from referee.games.zigzag.words import CALLS, names, shared_values


def right(call: ParsedCall) -> Message:
    """Say what makes the call."""
    event, values = call.event, call.values
    named = CALLS[event.call]
    if event.call in SINGLE:
        (player,) = call.concerned
        return say(
            "{player} has a {call}: {shared}.",
            player=player,
            call=named,
            shared=shared_values(values[player].bits),
        )
    one, other = call.concerned
    return say(
        "A {call}: {one} has {shared}; {other} has {also}.",
        call=named,
        one=one,
        shared=shared_values(values[one].bits),
        other=other,
        also=shared_values(values[other].bits),
    )


def still_open(call: ParsedCall) -> Fault:
    """Return what is not known, as a question."""
    event, level = call.event, call.options.level
    named = CALLS[event.call]
    hidden = [player for player in call.concerned if player not in event.shown]
    if hidden:
        reason = plural(
            "The {call} needs {players}'s cards, but they are not shown.",
            "The {call} needs a hand from {players}, but none is shown.",
            len(hidden) if event.call in SINGLE else 1,
            call=named,
            players=names(hidden),
        )
        return Fault((DECLARE,), reason, is_open=True)
    allowed = _allowed(call)
    ranges = {player: call.values[player].bound for player in call.concerned}
    unknown = [player for player, (least, most) in ranges.items() if least < most]
    by_cards = [p for p in unknown if checkable_line(call.options, call.now, p)]
    missing = [
        p for p in unknown if p not in by_cards and not is_in_words(call.options, call.now, p)
    ]
    asks_constraint = level == 2 or len(possible_levels(call)) > 1
    if unknown and asks_constraint and by_cards == unknown:
        reason = plural(
            "Whether {players}'s constraint is met depends on all four cards. Enter them all.",
            "Whether {players}'s constraints are met depends on all their cards. Enter them all.",
            len(unknown),
            players=names(unknown),
        )
    elif unknown and not missing and asks_constraint:
        reason = plural(
            "{players}'s constraint is entered in words, which only the table can judge. It looks "
            "at the card, and lets the {call} stand if the constraint is met.",
            "{players}'s constraints are entered in words, which only the table can judge. It "
            "looks at the cards, and lets the {call} stand if they are met.",
            len(unknown),
            players=names(unknown),
            call=named,
        )
    elif unknown and asks_constraint:
        reason = plural(
            "{players}'s constraint is not entered. {players} can enter the line that counts now, "
            "or the table looks at the card and lets it stand.",
            "{players}'s constraints are not entered. {players} can each enter the line that "
            "counts now, or the table looks at the cards and lets it stand.",
            len(missing),
            players=names(missing),
        )
    else:
        reason = say("Nobody has said which box the {call} ticks.", call=named)
    return Fault((DECLARE,), reason, is_open=True, allowed=allowed)


def _allowed(call: ParsedCall) -> Message | None:
    levels = possible_levels(call)
    if len(levels) > 1:
        return say("A level 1 box can be ticked without the constraint.")
    if call.event.call == "double-zag" and not call.event.tick:
        free = open_boxes(call.state, call.options.team[call.event.by], levels[0])
        return say("Free boxes: {boxes}.", boxes=[CALLS[box] for box in free])
    return None


def round_over(call: ParsedCall, ticked: BoxAt | None) -> tuple[Message, ...]:
    """Say what comes of a declaration that is in effect."""
    state, options = call.state, call.options
    number = options.team[call.event.by]
    team = names(options.teams[number])
    if ticked is None:
        box = say("No box is ticked for {team}.", team=team)
    elif options.level == 3:
        box = say(
            "The level {level} {box} box is ticked for {team}.",
            level=ticked[0],
            box=CALLS[ticked[1]],
            team=team,
        )
    else:
        box = say("The {box} box is ticked for {team}.", box=CALLS[ticked[1]], team=team)
    if is_below(call, ticked):
        why = plural(
            "{players}'s constraint is not met, so it is a level 1 box.",
            "{players}'s constraints are not met, so it is a level 1 box.",
            len(call.unmet()),
            players=names(call.unmet()),
        )
        if call.event.box_level == 1:
            why = say("It was declared for a level 1 box.")
        box = say("{one} {other}", one=box, other=why)
    if ticked and last_box(state, number):
        return box, say("{team}'s scorecard is complete: they win.", team=team)
    return box, say("The round is over.")


def is_below(call: ParsedCall, ticked: BoxAt | None) -> bool:
    """Return whether a box of level 1 is ticked where one of level 2 could have been."""
    return call.options.level == 3 and ticked is not None and ticked[0] == 1


def who_changes(call: ParsedCall) -> tuple[PlayerKey, ...]:
    """Return who throws cards away after a mistake (reading `mistake_change`)."""
    team = call.options.members(call.event.by)
    if call.options.readings["mistake_change"] == "shown":
        return tuple(player for player in team if player in call.event.shown)
    return team


def change_cards(players: tuple[PlayerKey, ...]) -> tuple[Message, ...]:
    """Say that `players` throw their cards away."""
    if not players:
        return ()
    said = plural(
        "{players} throws all four cards away and draws four more.",
        "{players} throw all their cards away and draw four more each.",
        len(players),
        players=names(players),
    )
    return (said,)


def clauses(call: ParsedCall, found: Outcome) -> tuple[ClauseId, ...]:
    """Return all that the ruling rests on."""
    now, event, level = call.now, call.event, call.options.level
    cited = [DECLARE, *([LEVEL_3] if level == 3 else []), NEXT]
    if event.call == "double-zag":
        cited.append(DOUBLE_ZAG)
    for fault in found.faults:
        cited += fault.clauses
    for player in call.concerned:
        hand = event.hands.get(player)
        is_hidden = player not in event.shown and found.is_mistake and player in now.stops
        if call.values[player].lost or is_hidden:
            cited.append(STOP)
        if player in now.thefts:
            cited.append(THEFT)
        if hand is not None and len(hand) != HAND and player not in event.claims:
            cited.append("zigzag/hand")
        if hand and JOKER in hand:
            cited.append("zigzag/joker")
    if level > 1 and event.box_level != 1 and call.reaches(bound=False, best=True):
        cited.append(CONSTRAINT)
    is_in_effect = event.stands or not (found.faults or found.is_open)
    if is_in_effect and found.ticked and last_box(call.state, call.options.team[event.by]):
        cited.append(END)
    return tuple(dict.fromkeys(cited))


def bearing_readings(call: ParsedCall) -> tuple[str, ...]:
    """Return the readings that bear on what the hands are worth."""
    event = call.event
    found: tuple[str, ...] = ()
    if event.call in SINGLE and event.shown == (event.by,):
        found = ("self_declare",)
    for player in call.concerned:
        if call.values[player].lost:
            found += stop_readings(call.now, player)
    return tuple(dict.fromkeys(found))
