"""What the entry sheets show: slots for cards, and what they have in common so far.

A draft is an event's fields as plain data, perhaps incomplete or wrong; what in it cannot be is
passed over.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import chain
from typing import Any

import msgspec

from referee.core import say
from referee.games.zigzag.block import asked
from referee.games.zigzag.cards import JOKER, VALUES
from referee.games.zigzag.events import AIMED, DELAYED, Constraint
from referee.games.zigzag.rules import HAND
from referee.games.zigzag.scoring import open_boxes
from referee.games.zigzag.state import BOXES, LEVELS, Round, Setup, State
from referee.games.zigzag.view import mine, position, stops, team
from referee.games.zigzag.words import CALLS

UNKNOWN = "?"
"""In a card of a draft, in the place of a feature that is not put in yet."""

NOTHING = "?-?-?"
"""An empty slot, as a card of a draft."""

Draft = Mapping[str, Any]


def sheet(state: State, viewer: str | None, name: str, draft: Draft) -> dict[str, Any]:
    """What an entry sheet shows: `declare`, `hand` (one's own, before the shout), `block`, `stop`,
    `power`, `constraint`, `mine` (what only its seat sees), `start_round`, `score_box`,
    `position`; the pieces beside a `ruling` and in a `lesson`; a `check` with no
    table. A card of a draft may still lack a feature, a question mark in its place:
    `earth-yellow-?`."""
    setup, now = state.setup, state.now
    if name in ("ruling", "lesson"):
        return _ruling(setup, now, draft)
    if name == "check":
        return _check(state, draft)
    by = _known(draft.get("by"), setup.team) or _known(viewer, setup.team)
    out: dict[str, Any] = {"by": by, "players": list(setup.players), "level": setup.level}
    if name in ("declare", "hand"):
        out |= _declare(state, now, name, by, draft)
    elif name == "block" and now:
        out |= _block(state, now, by, draft)
    elif name in ("stop", "power"):
        out |= _aims(setup, now, by, draft)
    elif name == "constraint":
        out["cards"] = len(setup.constraints)
        out["mine"] = mine(setup, now, viewer) if now and viewer and viewer == by else None
        out["line"] = _dict(draft.get("constraint"))
        out["event"] = _line_event(by, out["line"])
    elif name == "mine":
        if now is None or viewer is None or viewer != by:
            return {}
        out["mine"] = mine(setup, now, viewer)
    elif name == "score_box":
        out["teams"] = [team(state, number) for number in range(len(setup.teams))]
    elif name == "position":
        out |= _position(state, viewer, draft)
    return out


# Hands


def _declare(
    state: State,
    now: Round | None,
    name: str,
    by: str | None,
    draft: Draft,
    *,
    disputed: bool = False,
) -> dict[str, Any]:
    """Whose cards are to be put in, four slots each (three after a theft), and what they have in
    common so far. `holders`: whose they may be in a ZIG or ZAG, where the table lets its holder
    declare it or (`disputed`) the question may be whether it does."""
    setup = state.setup
    call = _known(draft.get("call"), CALLS)
    given = _dict(draft.get("hands"))
    holders: list[str] = []
    if name == "hand":
        concerned = [by] if by else []
    elif by is None or call is None:
        concerned = []
    elif call not in ("zig", "zag"):
        concerned = list(setup.teams[setup.team[by]])
    else:
        partner = setup.partner[by]
        holders = [partner, by] if disputed or setup.readings["self_declare"] == "yes" else []
        concerned = [by if holders and by in given and partner not in given else partner]
    stolen = now.thefts if now else ()
    hands = [_hand(setup, now, p, given.get(p), HAND - (p in stolen)) for p in concerned]
    out: dict[str, Any] = {"call": call, "hands": hands, "holders": holders}
    if name == "hand":
        return out | _filling(hands, "hands", draft.get("now"), None)
    event: dict[str, Any] = {"type": "declare", "by": by, "call": call, "hands": {}}
    if by:
        free = {level: open_boxes(state, setup.team[by], level) for level in LEVELS[setup.level]}
        out["free"] = free
        out["tick"] = draft.get("tick") if call == "double-zag" else None
        out["box_level"] = draft.get("box_level") if setup.level == 3 else None
        event |= {f: out[f] for f in ("tick", "box_level") if out[f]}
    out |= _filling(hands, "hands", draft.get("now"), event)
    if call and by:
        out |= _unseen(hands, event)
        out["label"] = say("Judge the {call}", call=CALLS[call])
    return out


def _block(state: State, now: Round, by: str | None, draft: Draft) -> dict[str, Any]:
    """The slots of each member of the suspected team."""
    setup = state.setup
    teams = [list(members) for members in setup.teams if by not in members]
    on = _known(draft.get("on"), setup.team) or (teams[0][0] if by and len(teams) == 1 else None)
    suspects = setup.teams[setup.team[on]] if on else ()
    shown = _dict(draft.get("shown"))
    hands = [_hand(setup, now, p, shown.get(p), asked(state, now, p)) for p in suspects]
    event: dict[str, Any] = {"type": "block", "by": by, "on": on, "shown": {}}
    return {
        "on": on,
        "teams": teams,
        "hands": hands,
        "label": say("Judge the BLOCK"),
        **_filling(hands, "shown", draft.get("now"), event if by else None),
    }


def _hand(setup: Setup, now: Round | None, player: str, cards: Any, slots: int) -> dict[str, Any]:
    """The slots of one player, as far as they are filled, and each feature: the value most cards
    share so far, on how many of those put in, whether it runs through all, whether a STOP forbids
    it. `cannot`: the player shows none."""
    given = list(cards[:slots]) if isinstance(cards, (list, tuple)) else []
    filled = [_slot(card) for card in (*given, *[None] * (slots - len(given)))]
    forbidden = {stop["forbids"] for stop in stops(setup, now, player)}
    shared: list[dict[str, Any]] = []
    for feature, values in VALUES.items():
        counts = {v: sum(slot[feature] in (v, JOKER) for slot in filled) for v in values}
        best = max(counts, key=lambda v: counts[v])
        put_in = sum(slot[feature] is not None for slot in filled)
        shared.append(
            {
                "feature": feature,
                "value": best if counts[best] else None,
                "count": counts[best],
                "still": counts[best] == put_in > 1,
                "all": counts[best] == slots != HAND - 1,
                "stopped": feature in forbidden,
            }
        )
    alike: dict[str, Any] = {e["feature"]: e["value"] for e in shared if e["still"]}
    for slot in filled:
        slot["hot"] = [f for f in alike if slot[f] in (alike[f], JOKER) and f not in forbidden]
    cannot = isinstance(cards, (list, tuple)) and not cards
    return {
        "player": player,
        "given": len(given),
        "slots": filled,
        "ready": cannot or all(slot[feature] for slot in filled for feature in VALUES),
        "cannot": cannot,
        "shared": shared,
        "stops": stops(setup, now, player),
        "three": now is not None and player in now.thefts,
    }


def _slot(card: Any) -> dict[str, Any]:
    """A card's value in each feature, None where it is not put in; `joker` in all for a joker."""
    if card == JOKER:
        return dict.fromkeys(VALUES, JOKER)
    words = card.split("-") if isinstance(card, str) else []
    words += [""] * (len(VALUES) - len(words))
    return {
        feature: word if word in values else None
        for (feature, values), word in zip(VALUES.items(), words, strict=False)
    }


def _card(slot: Mapping[str, Any]) -> str:
    """The card in a slot, as a draft writes it."""
    if slot["element"] == JOKER:
        return JOKER
    return "-".join(slot[feature] or UNKNOWN for feature in VALUES)


def _filling(
    hands: Sequence[dict[str, Any]], field: str, chosen: Any, event: dict[str, Any] | None
) -> dict[str, Any]:
    """Which slot is filled next (`chosen`: "p2.3", if somebody tapped one), and what each pick
    does: it puts a card into the draft; the last one of all makes the whole `event`, whose cards
    are called `field`. `left` counts the taps to go."""
    cards = {hand["player"]: [_card(slot) for slot in hand["slots"]] for hand in hands}
    open_slots = [
        (hand["player"], i)
        for hand in hands
        if not hand["ready"]
        for i, slot in enumerate(hand["slots"])
        if not all(slot[feature] for feature in VALUES)
    ]
    ready = bool(hands) and (not open_slots or any(hand["cannot"] for hand in hands))
    all_slots = [(hand["player"], i) for hand in hands for i in range(len(hand["slots"]))]
    at = next((slot for slot in all_slots if chosen == f"{slot[0]}.{slot[1]}"), None)
    at = at or next(iter(open_slots), None)
    out: dict[str, Any] = {
        "ready": ready,
        "now": None,
        "slot": None,
        "event": _with_cards(event, hands, field, cards) if event and ready else None,
        "left": sum(
            slot[feature] is None
            for hand in hands
            if not hand["ready"]
            for slot in hand["slots"]
            for feature in VALUES
        ),
    }
    if at is None:
        return out
    player, i = at
    hand = next(hand for hand in hands if hand["player"] == player)
    slot = hand["slots"][i]
    alone = open_slots == [at] and event is not None
    put_in = hand["given"]
    change = f"put={field}.{player}:{i}:" if i < put_in else f"add={field}.{player}:"
    name, _, start = change.partition("=")

    def pick(card: str) -> dict[str, Any]:
        out: dict[str, Any] = {"change": name, "to": start + card, "event": None}
        if alone and event and UNKNOWN not in card:
            whole = cards | {player: [*cards[player][:i], card, *cards[player][i + 1 :]]}
            out["event"] = _with_cards(event, hands, field, whole)
        return out

    free = {f: None if slot[f] == JOKER else slot[f] for f in VALUES}
    out |= {
        "now": player,
        "slot": i,
        "hand": hand,
        "rows": [
            [
                {
                    "feature": feature,
                    "value": value,
                    "selected": slot[feature] == value,
                    **pick(_card(free | {feature: value})),
                }
                for value in values
            ]
            for feature, values in VALUES.items()
        ],
        "joker": {"selected": slot["element"] == JOKER, **pick(JOKER)},
    }
    return out


def _with_cards(
    event: dict[str, Any],
    hands: Sequence[dict[str, Any]],
    field: str,
    cards: dict[str, list[str]],
) -> dict[str, Any]:
    """`event` with the cards of all hands that are whole."""
    given: dict[str, list[str]] = {}
    for hand in hands:
        player = hand["player"]
        if hand["cannot"]:
            given[player] = []
        elif not any(UNKNOWN in card for card in cards[player]):
            given[player] = cards[player]
    return event | {field: given}


def _unseen(hands: Sequence[dict[str, Any]], event: dict[str, Any]) -> dict[str, Any]:
    """The declaration without the hands of which nothing is put in here (`unseen`), for their
    players may have put them in before; none while another hand is half put in."""
    bare = [h["player"] for h in hands if all(_card(slot) == NOTHING for slot in h["slots"])]
    rest = [hand for hand in hands if hand["player"] not in bare]
    if not bare or not all(hand["ready"] for hand in rest):
        return {"unseen": [], "bare": None}
    cards = {hand["player"]: [_card(slot) for slot in hand["slots"]] for hand in rest}
    whole = _with_cards(event, rest, "hands", cards)
    whole["hands"] = whole["hands"] | {player: [] for player in bare}
    return {"unseen": bare, "bare": whole}


def _ruling(setup: Setup, now: Round | None, event: Draft) -> dict[str, Any]:
    """The cards that a declaration or a BLOCK showed, with what is common lit up."""
    field = {"declare": "hands", "block": "shown"}.get(str(event.get("type")), "")
    if not field:
        return {}
    given = _dict(event.get(field))
    return {"hands": [_hand(setup, now, p, c, len(c)) for p, c in given.items() if c]}


# STOPs, powers, constraints


def _aims(setup: Setup, now: Round | None, by: str | None, draft: Draft) -> dict[str, Any]:
    """At whom a STOP or a power can be played, and what lies that a cancel could lift."""
    partner = setup.partner[by] if by else None
    power = draft.get("power")
    own = [player for player in (by, partner) if player]
    return {
        "opponents": [p for p in setup.players if by and p not in own],
        "others": [p for p in setup.players if by and p != by],
        "partner": partner,
        "stops": {p: stops(setup, now, p) for p in setup.players},
        "aimed": sorted(AIMED),
        "delayed": sorted(DELAYED),
        "power": power if isinstance(power, str) else None,
        "lifts": _lifts(setup, now, by, own) if power == "cancel" else [],
    }


def _lifts(setup: Setup, now: Round | None, by: str | None, own: list[str]) -> list[dict[str, Any]]:
    """What of the open cards a cancel of `by` could lift, and a watch, which nobody sees."""
    if now is None:
        return []
    found: list[dict[str, Any]] = []
    for on in own:
        lie = dict.fromkeys(stop["stop"] for stop in stops(setup, now, on))
        found += [{"on": on, "what": "stop", "feature": stop} for stop in lie]
        if any(on == swapped for _, swapped in now.swaps):
            found.append({"on": on, "what": "swap"})
        if on in now.thefts:
            found.append({"on": on, "what": "theft"})
        found.append({"on": on, "what": "watch"})
    return [{"type": "power", "by": by, "power": "cancel", **each} for each in found]


def _line_event(by: str | None, line: Draft) -> dict[str, Any] | None:
    """The event that puts in the line that applies now, once it says anything."""
    try:
        said = msgspec.convert(line, Constraint)
    except msgspec.ValidationError:
        return None
    if not by or (not said.checkable and not said.text):
        return None
    return {"type": "constraint", "by": by, "constraint": msgspec.to_builtins(said)}


# Setting right, and checks with no table


def _position(state: State, viewer: str | None, draft: Draft) -> dict[str, Any]:
    """The situation as `viewer` knows it, or as it is put in by now; what each box does if it is
    tapped."""
    setup = state.setup
    begun = any(field not in ("type", "now") for field in draft)
    plain = dict(draft) if begun else msgspec.to_builtins(position(state, viewer))
    plain.setdefault("in_round", True)
    ticked = [each for each in plain.get("ticked") or () if isinstance(each, Mapping)]
    teams = []
    for members in setup.teams:
        boxes = []
        for level in LEVELS[setup.level]:
            for call, of in zip(BOXES, setup.boxes, strict=True):
                tick = f"team={members[0]}&level={level}&call={call}"
                mine = [
                    i
                    for i, each in enumerate(ticked)
                    if each.get("team") in members
                    and (str(each.get("level")), each.get("call")) == (str(level), call)
                ]
                for n in range(of):
                    full = n < len(mine)
                    change = ("drop", f"ticked:{mine[n]}") if full else ("add", f"ticked:{tick}")
                    box = {"level": level, "call": call, "ticked": full}
                    boxes.append(box | {"change": change[0], "to": change[1]})
        teams.append({"players": list(members), "boxes": boxes})
    return {
        "begun": begun,
        "position": plain | {"ticked": ticked},
        "teams": teams,
        "in_round": str(plain["in_round"]).lower() in ("true", "1"),
        "label": say("Set it right"),
    }


def _check(state: State, draft: Draft) -> dict[str, Any]:
    """A declaration or a BLOCK with no table."""
    setup, now, event = state.setup, state.now, _dict(draft.get("event"))
    kind = _known(event.get("type"), {"declare": 1, "block": 1}) or "declare"
    by = _known(event.get("by"), setup.team) or setup.players[0]
    out: dict[str, Any] = {
        "kind": kind,
        "by": by,
        "level": setup.level,
        "ready": False,
    }
    told = {**event, "by": by, "now": draft.get("now")}
    if kind == "declare":
        out |= _declare(state, now, "declare", by, told, disputed=True)
    elif now:
        out |= _block(state, now, by, told)
    for pick in (*chain.from_iterable(out.get("rows", ())), *filter(None, [out.get("joker")])):
        pick["to"] = f"event.{pick['to']}"
    return out


def _known(value: Any, among: Mapping[str, Any]) -> str | None:
    return value if isinstance(value, str) and value in among else None


def _dict(value: Any) -> Mapping[str, Any]:
    return value if isinstance(value, Mapping) else {}
