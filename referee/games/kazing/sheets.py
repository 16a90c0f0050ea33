"""The entry sheets: what each shows of what was entered so far."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from referee.core import plural, say
from referee.games.kazing import box, checker, names, pictures, view
from referee.games.kazing.drawing import draw
from referee.games.kazing.events import Cast
from referee.games.kazing.mend import mends
from referee.games.kazing.state import State

SHEETS = {"cast": "cast", "timer": "timer", "position": "position"}
"""The entry sheets, each with the type of the event it makes."""


def sheet(state: State, name: str, draft: Mapping[str, Any]) -> dict[str, Any]:
    """What the sheet `name` shows; nothing for one that is not there or is not for now."""
    if name == "cast":
        return checker.cast_sheet(state, draft) if state.turn else {}
    if name == "check":
        return check(state, draft)
    if name in ("ruling", "kept", "lesson"):
        return ruling(state, draft, mended=name == "ruling")
    if name == "timer":
        return timer(state, draft)
    if name == "position":
        return position(state, draft)
    if name == "box":
        return cards_of_our_box(draft)
    return {}


def check(state: State, draft: Mapping[str, Any]) -> dict[str, Any]:
    """A spell with no table, `draft["event"]`; `ready` once it can be judged."""
    event = draft.get("event")
    parts = {part: draft[part] for part in ("now", "box") if part in draft}
    shown = checker.cast_sheet(state, {**(event if isinstance(event, Mapping) else {}), **parts})
    return {**shown, "ready": shown["whole"], "table": view.view(state)}


def ruling(state: State, draft: Mapping[str, Any], mended: bool = True) -> dict[str, Any]:
    """What lies beside a ruling on a cast, or is drawn of one that has begun: the cards, the path,
    and (if it is about now) what would mend it. Nothing for other events."""
    try:
        cast = msgspec.convert(draft, Cast)
    except msgspec.ValidationError:
        return {}
    return {
        "laid": [checker.card_shown(card) for card in cast.cards],
        "picture": pictures.wand(draw(cast.cards, state.setup.wand, cast.end or None), whole=True),
        "mends": [mend.say for mend in mends(state, cast, most_moves=2)][:3] if mended else [],
    }


def timer(state: State, draft: Mapping[str, Any]) -> dict[str, Any]:
    """The Timer to be turned up: `kept` already, `revealed` so far (and how often each position),
    how many are `missing`, and the `event` once none is."""
    timer = state.timer
    if timer is None or state.turn is None:
        return {}
    revealed = checker.positions(draft, "revealed")
    missing = timer.cards - len(timer.kept) - len(revealed)
    return {
        "kept": list(timer.kept),
        "revealed": revealed,
        "times": [revealed.count(n) for n in range(1, 10)],
        "missing": missing,
        "event": {"type": "timer", "revealed": revealed} if timer.due and missing == 0 else None,
        "label": plural("{n} more card to turn up", "{n} more cards to turn up", missing)
        if missing > 0
        else say("Turn up the Timer"),
    }


def position(state: State, draft: Mapping[str, Any]) -> dict[str, Any]:
    """What really lies there: `fields` as they were typed, at first as the table stands; the table
    as `table`; `counted` by side how often each position is collected."""
    typed = len([name for name in draft if name not in ("type", "now", "box")]) > 0
    fields = dict(draft) if typed else msgspec.to_builtins(view.position(state))
    collected = fields.get("collected")
    collected = collected if isinstance(collected, Mapping) else {}
    return {
        "fields": fields,
        "table": view.view(state),
        "collected": {
            members[0]: checker.positions(collected, members[0]) for members in state.setup.sides
        },
        "counts": bool(state.collected),
        "label": say("Play on from here"),
    }


def cards_of_our_box(draft: Mapping[str, Any]) -> dict[str, Any]:
    """All `cards` of the box with what they are called, by resonance; `open`: the one that is being
    corrected, None if none is. `brought`: how many new ones another box has (`brought` in the
    draft)."""
    ours = box.read_box(draft.get("box"))
    both = box.read_box(box.CardMemory().merged(draft.get("box"), draft.get("brought")))
    known = sorted(ours, key=lambda each: names.order(each.card))
    cards = [
        {**checker.card_shown(each.card), "called": each.name, "key": box.key(each.card)}
        for each in known
    ]
    return {
        "cards": cards,
        "open": next((card for card in cards if card["key"] == draft.get("now")), None),
        "brought": len(both) - len(ours),
    }
