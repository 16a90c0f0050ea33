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
from referee.games.zigzag.constraints import current_line
from referee.games.zigzag.hands import stop_readings
from referee.games.zigzag.rules import CONSTRAINT, DECLARE, END, LEVEL_3, STOP, THEFT
from referee.games.zigzag.scorecard import open_boxes
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
    hidden = [player for player in call.concerned if player not in call.shown]
    if hidden:
        reason = plural(
            "The {call} needs {players}'s cards, but they are not shown.",
            "The {call} needs a hand from {players}, but none is shown.",
            len(hidden) if event.call in SINGLE else 1,
            call=named,
            players=names(hidden),
        )
        return Fault((DECLARE,), reason, is_open=True)
    ranges = {player: call.values[player].bound for player in call.concerned}
    unknown = [player for player, (least, most) in ranges.items() if least < most]
    if unknown and (level == 2 or len(possible_levels(call)) > 1):
        reason = _open_constraints(call, unknown)
    else:
        reason = say("Nobody has said which box the {call} ticks.", call=named)
    return Fault((DECLARE,), reason, is_open=True, allowed=_allowed(call))


def _open_constraints(call: ParsedCall, unknown: list[PlayerKey]) -> Message:
    """What would tell whether the constraints of those are met of whom it is `unknown`."""
    lines = {player: current_line(call.options, call.now, player) for player in unknown}
    missing = [player for player, line in lines.items() if line is None]
    if missing:
        return plural(
            "{players}'s constraint is not entered. {players} can enter the line that counts now, "
            "or the table looks at the card and lets it stand.",
            "{players}'s constraints are not entered. {players} can each enter the line that "
            "counts now, or the table looks at the cards and lets it stand.",
            len(missing),
            players=names(missing),
        )
    if all(line is not None and line.is_checkable for line in lines.values()):
        return plural(
            "Whether {players}'s constraint is met depends on all four cards. Enter them all.",
            "Whether {players}'s constraints are met depends on all their cards. Enter them all.",
            len(unknown),
            players=names(unknown),
        )
    return plural(
        "{players}'s constraint is entered in words, which only the table can judge. It looks "
        "at the card, and lets the {call} stand if the constraint is met.",
        "{players}'s constraints are entered in words, which only the table can judge. It "
        "looks at the cards, and lets the {call} stand if they are met.",
        len(unknown),
        players=names(unknown),
        call=CALLS[call.event.call],
    )


def _allowed(call: ParsedCall) -> Message | None:
    levels = possible_levels(call)
    if len(levels) > 1:
        return say("A level 1 box can be ticked without the constraint.")
    if call.event.call == "double-zag" and not call.event.tick:
        free = open_boxes(call.state, call.options.team[call.event.by], levels[0])
        return say("Free boxes: {boxes}.", boxes=[CALLS[box] for box in free])
    return None


def round_over(call: ParsedCall, ticked: BoxAt | None, *, ends: bool) -> tuple[Message, ...]:
    """Say what comes of a declaration that is in effect; `ends`: it was the team's last box."""
    event, options = call.event, call.options
    team = names(options.members(event.by))
    if ticked is None:
        return say("No box is ticked for {team}.", team=team), say("The round is over.")
    level, named = ticked[0], CALLS[ticked[1]]
    box = say("The {box} box is ticked for {team}.", box=named, team=team)
    if options.level == 3:
        box = say(
            "The level {level} {box} box is ticked for {team}.", level=level, box=named, team=team
        )
    if is_below(call, ticked):
        why = say("It was declared for a level 1 box.")
        if event.box_level != 1:
            why = plural(
                "{players}'s constraint is not met, so it is a level 1 box.",
                "{players}'s constraints are not met, so it is a level 1 box.",
                len(call.unmet()),
                players=names(call.unmet()),
            )
        box = say("{one} {other}", one=box, other=why)
    if ends:
        return box, say("{team}'s scorecard is complete: they win.", team=team)
    return box, say("The round is over.")


def is_below(call: ParsedCall, ticked: BoxAt | None) -> bool:
    """Return whether a box of level 1 is ticked where one of level 2 could have been."""
    return call.options.level == 3 and ticked is not None and ticked[0] == 1


def who_changes(call: ParsedCall) -> tuple[PlayerKey, ...]:
    """Return who throws cards away after a mistake (reading `mistake_change`)."""
    team = call.options.members(call.event.by)
    if call.options.readings["mistake_change"] == "shown":
        return tuple(player for player in team if player in call.shown)
    return team


def change_cards(players: tuple[PlayerKey, ...]) -> tuple[Message, ...]:
    """Say that `players` throw their cards away."""
    said = plural(
        "{players} throws all four cards away and draws four more.",
        "{players} throw all their cards away and draw four more each.",
        len(players),
        players=names(players),
    )
    return (said,) if players else ()


def clauses(call: ParsedCall, found: Outcome, *, ends: bool) -> tuple[ClauseId, ...]:
    """Return all that the ruling rests on; `ends`: it is in effect, with the team's last box."""
    now, event, level = call.now, call.event, call.options.level
    cited = [DECLARE, LEVEL_3, NEXT] if level == 3 else [DECLARE, NEXT]
    if event.call == "double-zag":
        cited.append(DOUBLE_ZAG)
    for fault in found.faults:
        cited += fault.clauses
    for player in call.concerned:
        hand = event.hands.get(player)
        is_hidden = found.is_mistake and player in now.stops and player not in call.shown
        if call.values[player].lost or is_hidden:
            cited.append(STOP)
        if player in now.thefts:
            cited.append(THEFT)
        if hand is not None and len(hand) != HAND and player not in event.claims:
            cited.append("zigzag/hand")
        if hand and JOKER in hand:
            cited.append("zigzag/joker")
    if level > 1 and event.box_level != 1 and call.plain.perhaps:
        cited.append(CONSTRAINT)
    if ends:
        cited.append(END)
    return tuple(dict.fromkeys(cited))


def bearing_readings(call: ParsedCall) -> tuple[str, ...]:
    """Return the readings that bear on what the hands are worth."""
    is_own = call.event.call in SINGLE and call.shown == (call.event.by,)
    found: tuple[str, ...] = ("self_declare",) if is_own else ()
    for player in call.concerned:
        if call.values[player].lost:
            found += stop_readings(call.now, player)
    return tuple(dict.fromkeys(found)) if found else found
