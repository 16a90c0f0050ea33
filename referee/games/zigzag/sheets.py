"""What the entry sheets show: slots for cards, and what they have in common so far.

A draft is an event's fields as plain data, perhaps incomplete or wrong; what in it cannot be is
passed over.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from referee.games.zigzag.block import asked
from referee.games.zigzag.cards import JOKER, VALUES
from referee.games.zigzag.events import AIMED, DELAYED
from referee.games.zigzag.rules import HAND
from referee.games.zigzag.scoring import open_boxes
from referee.games.zigzag.state import LEVELS, Round, Setup, State
from referee.games.zigzag.view import mine, stops, team
from referee.games.zigzag.words import CALLS


def sheet(state: State, viewer: str | None, name: str, draft: Mapping[str, Any]) -> dict[str, Any]:
    """What an entry sheet shows: `declare`, `hand` (one's own, before the shout), `block`, `stop`,
    `power`, `constraint`, `start_round`, `score_box`. A card of a draft may still lack a feature,
    a question mark in its place: `earth-yellow-?`."""
    setup, now = state.setup, state.now
    by = _known(draft.get("by"), setup.team) or _known(viewer, setup.team)
    out: dict[str, Any] = {"by": by, "players": list(setup.players), "level": setup.level}
    if name in ("declare", "hand"):
        out |= _declare_sheet(setup, now, name, by, draft)
        if name == "declare" and by:
            levels, number = LEVELS[setup.level], setup.team[by]
            out["free"] = {level: open_boxes(state, number, level) for level in levels}
    elif name == "block" and now:
        out |= _block_sheet(state, now, by, draft)
    elif name in ("stop", "power"):
        partner = setup.partner[by] if by else None
        out["opponents"] = [p for p in setup.players if by and p not in (by, partner)]
        out["partner"] = partner
        out["stops"] = {p: stops(setup, now, p) for p in setup.players}
        out["aimed"] = sorted(AIMED)
        out["delayed"] = sorted(DELAYED)
    elif name == "constraint":
        out["cards"] = len(setup.constraints)
        out["mine"] = mine(setup, now, viewer) if now and viewer and viewer == by else None
    elif name == "score_box":
        out["teams"] = [team(state, number) for number in range(len(setup.teams))]
    return out


def _declare_sheet(
    setup: Setup, now: Round | None, name: str, by: str | None, draft: Mapping[str, Any]
) -> dict[str, Any]:
    """Whose cards are to be put in, four slots each, and what they have in common so far."""
    call = _known(draft.get("call"), CALLS)
    if name == "hand":
        concerned = [by] if by else []
    elif by is None or call is None:
        concerned = []
    elif call not in ("zig", "zag"):
        concerned = list(setup.teams[setup.team[by]])
    elif setup.readings["self_declare"] == "yes" and by in _dict(draft.get("hands")):
        concerned = [by]
    else:
        concerned = [setup.partner[by]]
    hands = [_hand(setup, now, p, _dict(draft.get("hands")).get(p), HAND) for p in concerned]
    return {
        "call": call,
        "hands": hands,
        "ready": bool(hands) and all(hand["ready"] for hand in hands),
    }


def _block_sheet(
    state: State, now: Round, by: str | None, draft: Mapping[str, Any]
) -> dict[str, Any]:
    """The slots of each member of the suspected team."""
    setup = state.setup
    on = _known(draft.get("on"), setup.team)
    suspects = setup.teams[setup.team[on]] if on else ()
    shown = _dict(draft.get("shown"))
    hands = [_hand(setup, now, p, shown.get(p), asked(state, now, p)) for p in suspects]
    return {
        "on": on,
        "teams": [list(t) for t in setup.teams if by not in t],
        "hands": hands,
        "ready": bool(hands) and all(hand["ready"] for hand in hands),
    }


def _known(value: Any, among: Mapping[str, Any]) -> str | None:
    return value if isinstance(value, str) and value in among else None


def _dict(value: Any) -> Mapping[str, Any]:
    return value if isinstance(value, Mapping) else {}


def _hand(setup: Setup, now: Round | None, player: str, cards: Any, slots: int) -> dict[str, Any]:
    """The slots of one player, as far as they are filled, and each feature: the value most cards
    share so far, on how many, whether it runs through all, whether a STOP forbids it."""
    given = list(cards[:slots]) if isinstance(cards, (list, tuple)) else []
    filled = [_slot(card) for card in (*given, *[None] * (slots - len(given)))]
    forbidden = {stop["forbids"] for stop in stops(setup, now, player)}
    shared = []
    for feature, values in VALUES.items():
        counts = {v: sum(slot[feature] in (v, JOKER) for slot in filled) for v in values}
        best = max(counts, key=lambda v: counts[v])
        shared.append(
            {
                "feature": feature,
                "value": best if counts[best] else None,
                "count": counts[best],
                "all": counts[best] == slots,
                "stopped": feature in forbidden,
            }
        )
    return {
        "player": player,
        "slots": filled,
        "ready": all(None not in slot.values() for slot in filled),
        "shared": shared,
        "stops": stops(setup, now, player),
        "three": now is not None and player in now.thefts,
    }


def _slot(card: Any) -> dict[str, str | None]:
    """A card's value in each feature, None where it is not put in; `joker` in all for a joker."""
    if card == JOKER:
        return dict.fromkeys(VALUES, JOKER)
    words = card.split("-") if isinstance(card, str) else []
    words += [""] * (len(VALUES) - len(words))
    return {
        feature: word if word in values else None
        for (feature, values), word in zip(VALUES.items(), words, strict=False)
    }
