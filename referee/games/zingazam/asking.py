"""One question at a time: what is still to be asked before a play is whole."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
from msgspec import UNSET

from referee.core import Message, say
from referee.games.zingazam.cards import CAT_NUMBERS, NUMBERS, SPELLS
from referee.games.zingazam.events import Play
from referee.games.zingazam.rules import can_lay, moment
from referee.games.zingazam.spells import (
    DARKNESS,
    FIELD,
    GIFT,
    HURRICANE,
    MIRROR,
    cast,
    choices_to_copy,
)
from referee.games.zingazam.state import State, may_hold


def plain(event: Any) -> dict[str, Any]:
    """`event` as plain data."""
    return msgspec.to_builtins(event)


def piece(number: int, cat: bool = False) -> dict[str, Any]:
    """A card as a page draws it."""
    return {"card": number, "cat": cat, "name": SPELLS[number]}


def question(state: State, play: Play) -> dict[str, Any] | None:
    """The one choice that the spell of `play` leaves open: its `field`, the `choices`, and whether
    the spell need not be cast; None where there is nothing to ask."""
    now = moment(state, play)
    spell = cast(now, play)
    must = state.agreed.must_cast
    asked = spell.missing
    if not must and not spell.works and "must_cast" in spell.readings:
        asked = spell.copies or play.card
    if not must and spell.works == HURRICANE and play.flip is UNSET:
        asked = HURRICANE
    if not asked or getattr(play, FIELD[asked]) is not UNSET:
        return None
    choices: list[Any]
    if asked == MIRROR:
        choices = choices_to_copy(now, play)
    elif asked == HURRICANE:
        choices = [True, False]
    else:
        choices = [state.agreed.players[seat] for seat in now.others()]
    return {
        "field": FIELD[asked],
        "choices": choices,
        "may_skip": not must and asked != HURRICANE,
    }


def numbers(state: State, by: int) -> list[dict[str, Any]]:
    """The eight buttons for seat `by`: whether it can be the own card, a cat, or neither; what a
    tap records (`event`; a card that cannot be there gets its ruling so), None where the sheet
    `play` has something to ask first."""
    if not can_lay(state, by):
        return []
    must = dict(state.must_play).get(by)
    rows = []
    for number in NUMBERS:
        own, cat = may_hold(state.wizards[by], number, state.cats_played)
        pointed = must in (None, number)
        off = not pointed or not (own or cat)
        event = _whole(state, by, number, own, cat, off)
        rows.append(
            {
                **piece(number),
                "number": number,
                "cats": number in CAT_NUMBERS,
                "own": own and pointed,
                "cat": cat and pointed,
                "played": not own,
                "off": off,
                "event": None if event is None else plain(event),
            }
        )
    return rows


def _whole(state: State, by: int, number: int, own: bool, cat: bool, off: bool) -> Play | None:
    """The play of `number` if nothing is left to ask: nothing is of a card that cannot be there."""
    play = Play(by=state.agreed.players[by], card=number, cat=cat and not own)
    return None if not off and ((own and cat) or question(state, play)) else play


def asks(state: State, draft: Mapping[str, Any]) -> dict[str, Any]:
    """What to ask next about the play in `draft`: `field` with its `choices`, each with the `event`
    that it makes whole, if it does; at the end `event`, and no field.

    First who plays, if `draft` says so (`now` is `who`); else he whose turn it is plays.
    """
    players = state.agreed.players
    by = draft.get("by")
    if by is None and state.turn is not None and draft.get("now") != "who":
        by = players[state.turn]
    asked: dict[str, Any] = {"by": by, "may_skip": False, "event": None}
    if by not in players:
        return asked | _choices(state, draft, "by", list(players), say("Who plays?"))
    play = drafted(state, {**draft, "by": by})
    seat = players.index(by)
    if play is None or not can_lay(state, seat):
        rows = numbers(state, seat)
        label = say("{by}, which number?", by=by)
        return asked | {"field": "card", "numbers": rows, "choices": [*NUMBERS], "label": label}
    asked |= {"card": play.card, "piece": piece(play.card)}
    own, cat = may_hold(state.wizards[seat], play.card, state.cats_played)
    if own and cat and "cat" not in draft:
        label = say("Is {by}'s {n} a cat?", by=by, n=play.card)
        return asked | _choices(state, {**draft, "by": by}, "cat", [False, True], label)
    if cat and not own:
        play = msgspec.structs.replace(play, cat=True)
    asked |= {"cat": play.cat, "piece": piece(play.card, play.cat)}
    found = question(state, play)
    if found is None:
        label = say("{by} plays a {n}", by=by, n=play.card)
        return asked | {"field": None, "choices": [], "event": plain(play), "label": label}
    so_far = {**plain(play), "cat": play.cat}
    asked |= _choices(state, so_far, found["field"], found["choices"], _label(found["field"], by))
    return asked | {
        "may_skip": found["may_skip"],
        "skip": plain(play) if found["may_skip"] else None,
    }


def _label(field: str, by: str) -> Message:
    if field == FIELD[MIRROR]:
        return say("Which spell does {by} copy?", by=by)
    if field == FIELD[DARKNESS]:
        return say("From whom does {by} steal a card?", by=by)
    if field == FIELD[GIFT]:
        return say("To whom does {by} give a card?", by=by)
    return say("Does {by} turn a card?", by=by)


def _choices(
    state: State, so_far: Mapping[str, Any], field: str, choices: Sequence[Any], label: Message
) -> dict[str, Any]:
    """`field` as a question: each of `choices` with what comes of it."""
    made = []
    for value in choices:
        event = None
        if field != "by":
            after = asks(state, {**so_far, field: value})
            event = after["event"]
        made.append({"value": value, "event": event})
        if field == FIELD[MIRROR]:
            made[-1] |= piece(value)
        elif field == "cat":
            made[-1]["piece"] = piece(int(so_far["card"]), value)
    return {"field": field, "choices": [*choices], "ways": made, "label": label}


def drafted(state: State, draft: Mapping[str, Any]) -> Play | None:
    """The play entered so far; None while it has no card, or what was entered cannot be used."""
    fields = set(Play.__struct_fields__)
    entered = {k: v for k, v in draft.items() if v not in ("", None) and k in fields}
    try:
        play = msgspec.convert({**entered, "type": "play"}, Play, strict=False)
    except msgspec.ValidationError:
        return None
    named = (play.by, play.steal_from, play.gift_to)
    return play if all(n is UNSET or n in state.agreed.players for n in named) else None
