"""What the entry sheets show: what has been entered so far, what still can be, and the event that
comes of it. A draft is an event's fields as plain data, perhaps incomplete or wrong; what in it
cannot be is passed over."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from msgspec import ValidationError, convert, to_builtins
from msgspec.structs import replace

from referee.core import Event, Message, say
from referee.games.zar import play, scoring, view
from referee.games.zar.cards import (
    BASICS,
    CHAMELEON,
    COLOURS,
    COMMANDS,
    DECLARED,
    DRAGONS,
    NAMES,
    PEACOCKS,
    POWERS,
    declarations,
    several,
)
from referee.games.zar.events import (
    Claim,
    CloseCall,
    EndHand,
    Gotcha,
    Join,
    Match,
    Penalty,
    Play,
    Position,
    Quit,
    StartHand,
)
from referee.games.zar.rules import (
    MOST_PENALTIES,
    allowed_next,
    between_hands,
    joining_score,
    lay_of,
    may_punish,
    seats_are_left,
    too_many,
)
from referee.games.zar.state import Hand, State

Draft = Mapping[str, Any]

PICKER: tuple[tuple[str, ...], ...] = (
    *(tuple(f"{colour}-{symbol}" for symbol in BASICS) for colour in COLOURS),
    *(
        (*(f"{colour}-{symbol}" for symbol in COMMANDS), *powers)
        for colour, powers in zip(COLOURS, (DRAGONS, PEACOCKS, (CHAMELEON,)), strict=True)
    ),
)
"""The cards of the deck as they lie in the picker, row by row."""


SHEETS = {
    "deal": "start_hand",
    "play": "play",
    "match": "match",
    "score": "end_hand",
    "close_call": "close_call",
    "penalty": "penalty",
    "gotcha": "gotcha",
    "join": "join",
    "quit": "quit",
    "position": "position",
}
"""The entry sheets, each with the type of the event it makes."""


def sheet(state: State, name: str, draft: Draft) -> dict[str, Any]:
    """What the sheet `name` shows for `draft`; nothing for a sheet that is not there, or that needs
    a running hand when none runs."""
    build = _SHEETS.get(name)
    return build(state, draft) if build else {}


# Reading a draft


def _player(state: State, value: Any) -> str | None:
    return value if isinstance(value, str) and value in state.players else None


def _cards(value: Any) -> list[str]:
    if not isinstance(value, (list, tuple)):
        return []
    return [card for card in value if isinstance(card, str) and card in NAMES]


def _number(value: Any) -> int | None:
    if isinstance(value, str) and value.isascii() and value.isdecimal() and len(value) < 10:
        return int(value)
    return value if type(value) is int and value >= 0 else None


def _part(draft: Draft, name: str) -> Draft:
    value = draft.get(name)
    return value if isinstance(value, Mapping) else {}


# Parts of sheets


def _players(state: State, chosen: str | None) -> list[dict[str, Any]]:
    return [{"key": player, "chosen": player == chosen} for player in state.players]


def _named(cards: Sequence[str]) -> list[dict[str, Any]]:
    return [{"card": card, "name": NAMES[card].plain} for card in cards]


def _picker(
    state: State, chosen: Sequence[str], fits: Callable[[str], bool]
) -> list[list[dict[str, Any]]]:
    """The deck in rows: how often each card is `chosen`, and whether one more `fits`."""
    return [
        [
            {
                "card": card,
                "name": NAMES[card].plain,
                "count": chosen.count(card),
                "fits": fits(card),
            }
            for card in row
            if card != CHAMELEON or state.options.chameleons
        ]
        for row in PICKER
    ]


def _declaring(identity: str | None, chosen: Any) -> dict[str, Any]:
    """The choices of what to declare (none: nothing is) and the one taken."""
    choices = declarations(identity) if identity else ()
    return {
        "kind": "symbol" if choices == BASICS else "colour" if choices else "",
        "choices": [
            {"value": what, "name": DECLARED[what], "chosen": what == chosen} for what in choices
        ],
        "chosen": chosen if chosen in choices else None,
    }


def _lay(kind: type[Play | Match], by: str, cards: Sequence[str], declared: str | None) -> Any:
    given = {"declare": declared} if declared else {}
    return convert(
        {"by": by, "cards": list(cards), **given, "type": kind.__struct_config__.tag}, kind
    )


def _identity(hand: Hand, cards: Sequence[str]) -> str | None:
    if not cards:
        return None
    return next((card for card in reversed(cards) if card != CHAMELEON), hand.identity)


def _would_fit(
    state: State, hand: Hand, kind: type[Play | Match], by: str, cards: Sequence[str]
) -> bool:
    """Whether `cards` may be laid, whatever is declared with them."""
    if len(cards) > state.options.half_decks + state.options.chameleons:
        return False
    choices = declarations(_identity(hand, cards) or "")
    event = _lay(kind, by, cards, choices[0] if choices else None)
    return play.judge(state, event).verdict != "illegal"


# The sheets


def _deal(state: State, draft: Draft) -> dict[str, Any]:
    """Who deals (beforehand: whose deal it is), and the first card."""
    dealer = _player(state, draft.get("dealer")) or state.deals
    top = next(iter(_cards([draft.get("top")])), None)
    event = StartHand(dealer=dealer, top=top) if top else None  # type: ignore[arg-type]
    return {
        "dealer": dealer,
        "players": _players(state, dealer),
        "top": top,
        "rows": _picker(
            state, [top] if top else [], lambda card: card not in POWERS and card != CHAMELEON
        ),
        "event": _plain(event),
        "label": say("{dealer} turns over {top}", dealer=dealer, top=NAMES[top].a)
        if top
        else say("Which card is turned over?"),
    }


def _play(state: State, draft: Draft) -> dict[str, Any]:
    """What the player on turn (or another, to ask about it) lays."""
    hand = state.hand
    if hand is None:
        return {}
    by = _player(state, draft.get("by")) or hand.turn
    most = state.options.half_decks + state.options.chameleons
    cards = _cards(draft.get("cards"))[:most]
    identity = _identity(hand, cards)
    declaring = _declaring(identity, draft.get("declare"))
    ready = bool(cards) and (not declaring["choices"] or declaring["chosen"] is not None)
    event = _lay(Play, by, cards, declaring["chosen"]) if ready else None
    match = event is not None and lay_of(hand, event).match
    if not cards:
        label = say("Which card?")
    elif not ready and declaring["kind"] == "symbol":
        label = say("Which symbol?")
    elif not ready:
        label = say("Which colour?")
    elif match:
        label = say("{by} matches with {cards}", by=by, cards=several(cards))
    else:
        label = say("{by} plays {cards}", by=by, cards=several(cards))
    return {
        "by": by,
        "players": _players(state, by),
        "cards": _named(cards),
        "rows": _picker(
            state, cards, lambda card: _would_fit(state, hand, Play, by, [*cards, card])
        ),
        "counts_as": NAMES[identity].plain if identity and CHAMELEON in cards else None,
        "declare": declaring,
        "match": match,
        "allowed": allowed_next(state, hand),
        "event": _plain(event),
        "label": label,
    }


def _match(state: State, draft: Draft) -> dict[str, Any]:
    """Who matched: one tap a player, with one copy of the top card unless more are chosen."""
    hand = state.hand
    if hand is None:
        return {}
    most = state.options.half_decks + state.options.chameleons
    pieces = [card for card in (hand.identity, CHAMELEON) if _has(state, card)]
    cards = [card for card in _cards(draft.get("cards")) if card in pieces][:most]
    if not cards:
        left = [card for card in pieces if too_many(state.options, hand, (card,)) is None]
        cards = (left or pieces)[:1]
    declaring = _declaring(hand.identity, draft.get("declare"))
    ready = not declaring["choices"] or declaring["chosen"] is not None
    rows = []
    for player in state.players:
        event = _lay(Match, player, cards, declaring["chosen"])
        fits = _would_fit(state, hand, Match, player, cards)
        rows.append(
            {
                "key": player,
                "fits": fits,
                "why_not": None if fits else play.judge(state, event).reason,
                "event": _plain(event) if ready and fits else None,
            }
        )
    return {
        "top": hand.top,
        "identity": hand.identity,
        "open": view.can_match(state, hand),
        "owner": hand.owner,
        "cards": _named(cards),
        "pieces": [
            {
                "card": card,
                "name": NAMES[card].plain,
                "count": cards.count(card),
                "fits": too_many(state.options, hand, (*cards, card)) is None,
            }
            for card in pieces
        ],
        "declare": declaring,
        "players": rows,
        "label": say("Who matched {top}?", top=NAMES[hand.identity].the),
    }


def _has(state: State, card: str) -> bool:
    return card != CHAMELEON or state.options.chameleons > 0


def _score(state: State, draft: Draft) -> dict[str, Any]:
    """The hand counted: who went out, and for each of the others the cards left, tapped, or the
    points, typed. `now` in the draft: whose cards are being entered; `viewer`: who looks, whose
    own come first."""
    hand = state.hand
    winner = hand.out if hand and hand.out else _player(state, draft.get("winner"))
    hands = {
        player: _cards(cards)
        for player, cards in _part(draft, "hands").items()
        if _player(state, player) and player != winner
    }
    points = {
        player: number
        for player, value in _part(draft, "points").items()
        if _player(state, player) and player != winner and (number := _number(value)) is not None
    }
    given: dict[str, Any] = {"hands": hands, "points": points}
    if winner is not None and not (hand and hand.out):
        given["winner"] = winner
    event = convert({**given, "type": "end_hand"}, EndHand)
    found = scoring.reckon(state, event)
    rows = [
        _score_row(state, player, hands, points, found.counts.get(player))
        for player in state.players
        if player != winner
    ]
    now, next_ = _now_and_next(rows, draft.get("now"), draft.get("viewer"))
    if now and not now["done"] and not now["hand"] and not now["expected"]:
        event = replace(event, hands={**event.hands, now["key"]: ()})
        now["done"] = now["entered"] = True
    done = winner is not None and next_ is None and all(row["entered"] for row in rows)
    return {
        "winner": winner,
        "winner_is_known": hand is not None and hand.out is not None,
        "winners": _winners(state, winner),
        "players": rows,
        "now": now and now["key"],
        "next": next_,
        "sum": now and now["sum"],
        "rows": _picker(
            state,
            now["hand"] if now else [],
            lambda card: (
                too_many(
                    state.options,
                    found.hand,
                    (*(held for cards in hands.values() for held in cards), card),
                )
                is None
            ),
        ),
        "values": view.values(state),
        "event": _plain(event) if done else None,
        "label": _score_label(state, winner, now, next_),
    }


def _winners(state: State, winner: str | None) -> list[dict[str, Any]]:
    """Those who may have gone out: whose cards are not counted, if some are not."""
    counts = state.hand.hands if state.hand else {}
    unknown = [player for player in state.players if counts.get(player) is None]
    return [
        {"key": player, "chosen": player == winner} for player in unknown or list(state.players)
    ]


def _score_row(
    state: State,
    player: str,
    hands: Mapping[str, list[str]],
    points: Mapping[str, int],
    expected: int | None,
) -> dict[str, Any]:
    """`sum`: the points so far (None: a value misses); `expected`: how many cards the referee
    counted (None: unknown); `done`: nothing more is to be entered; `entered`: it can be recorded,
    if with another number of cards than expected: the ruling says so, and the table may let it
    stand."""
    cards = hands.get(player, [])
    typed = points.get(player)
    total = typed if typed is not None else scoring.total(state.options, tuple(cards))
    entered = typed is not None or (
        player in hands and total is not None and bool(cards or not expected)
    )
    return {
        "key": player,
        "hand": cards,
        "cards": _named(cards),
        "typed": typed,
        "sum": total,
        "expected": expected,
        "missing": scoring.missing_values(state.options, tuple(cards)) if typed is None else [],
        "entered": entered,
        "done": entered and (typed is not None or expected in (None, len(cards))),
    }


def _now_and_next(
    rows: list[dict[str, Any]], asked: Any, viewer: Any
) -> tuple[dict[str, Any] | None, str | None]:
    """The row being entered (the one asked for, else of those that are not done the one of who
    looks, or the first), and who is next to be entered; last who is counted wrong, but only once
    this row is right: a table that finds no more cards can record what it has."""
    open_ = sorted((row for row in rows if not row["done"]), key=lambda row: row["entered"])
    now = next((row for row in rows if row["key"] == asked), None)
    now = now or next((row for row in open_ if row["key"] == viewer and not row["entered"]), None)
    now = now or (open_[0] if open_ else rows[-1] if rows else None)
    others = (row for row in open_ if row is not now)
    return now, next(
        (row["key"] for row in others if not row["entered"] or (now and now["done"])), None
    )


def _score_label(
    state: State, winner: str | None, now: dict[str, Any] | None, next_: str | None
) -> Message:
    if winner is None:
        return say("Who went out?")
    number = state.number if state.hand else state.number + 1
    if now is None or now["sum"] is None:
        return say("Record hand {n}", n=number)
    if next_ is None:
        return say(
            "{player} has {n}. Record hand {hand}", player=now["key"], n=now["sum"], hand=number
        )
    return say("{player} has {n}. Next: {next}", player=now["key"], n=now["sum"], next=next_)


_CLAIMS = {
    "zar": say("said ZAR"),
    "gotcha": say("called GOTCHA"),
    "play": say("played in turn"),
    "match": say("matched"),
    "draw": say("drew"),
    "last-card": say("played the last card"),
}


def _close_call(state: State, draft: Draft) -> dict[str, Any]:
    """Two things at once: who did what; which card lies underneath; who knocked cards off."""
    sides = {name: _part(draft, name) for name in ("a", "b")}
    flags = {
        name: draft[name]
        for name in ("underneath", "knocked_off_by")
        if draft.get(name) in ("a", "b")
    }
    complete = all(
        side.get("kind") in tuple(_CLAIMS) and _player(state, side.get("by"))
        for side in sides.values()
    )
    event = None
    if complete:
        a, b = (Claim(kind=side["kind"], by=side["by"]) for side in sides.values())
        event = CloseCall(a=a, b=b, **flags)
    return {
        "sides": {
            name: {
                "players": _players(state, side.get("by")),
                "kinds": [
                    {"value": kind, "name": text, "chosen": kind == side.get("kind")}
                    for kind, text in _CLAIMS.items()
                ],
            }
            for name, side in sides.items()
        },
        "flags": flags,
        "event": _plain(event),
        "label": say("Who comes first?"),
    }


def _penalty(state: State, draft: Draft) -> dict[str, Any]:
    """Who draws a penalty card, and for what."""
    hand = state.hand
    if hand is None:
        return {}
    on = _player(state, draft.get("on"))
    return {
        "players": [
            {
                "key": player,
                "chosen": player == on,
                "left": max(0, MOST_PENALTIES - hand.penalties.get(player, 0)),
            }
            for player in state.players
        ],
        "reasons": [
            {
                "name": name,
                "value": reason,
                "event": _plain(Penalty(on=on, for_=reason)) if on else None,  # type: ignore[arg-type]
            }
            for reason, name in (
                ("illegal-play", say("An illegal play")),
                ("intentional-call", say("A call made on purpose")),
            )
        ],
        "label": say("{on} draws one", on=on) if on else say("Who draws one?"),
    }


def _take_back(state: State, draft: Draft) -> dict[str, Any]:
    """What taking back a refused play costs: the draft is that event, `type` included; the event
    of this sheet is its penalty card (zar/8), if one is due."""
    try:
        event = convert(draft, Play | Match)
    except ValidationError:
        return {}
    ruling = play.judge(state, event)
    hand = state.hand
    if hand is None or "zar/8" not in ruling.rules or may_punish(hand, event.by):
        return {}
    penalty = Penalty(on=event.by, for_="illegal-play")
    return {"event": _plain(penalty), "label": say("{on} draws one", on=event.by)}


def _gotcha(state: State, draft: Draft) -> dict[str, Any]:
    """Who called GOTCHA on whom."""
    hand, on = state.hand, _player(state, draft.get("on"))
    if hand is None or on is None:
        return {}
    return {
        "on": on,
        "liable": on in hand.liable,
        "players": [
            {"key": player, "event": _plain(Gotcha(by=player, on=on))}
            for player in state.players
            if player != on
        ],
        "label": say("Who called GOTCHA on {on}?", on=on),
    }


def _join(state: State, draft: Draft) -> dict[str, Any]:
    """Where somebody sits down (`seats`: after whom; None: first), and with which score; who was
    here before comes back by one tap."""
    seat = _number(draft.get("seat"))
    fault = between_hands(state) or seats_are_left(state)
    gone = [player for player in state.scores if player not in state.players]
    return {
        "why_not": fault.reason if fault else None,
        "score": joining_score(state, None),
        "seats": [
            {"seat": i, "after": after, "chosen": i == seat}
            for i, after in enumerate((None, *state.players))
        ],
        "gone": [
            {
                "key": player,
                "score": joining_score(state, player),
                "event": _plain(Join(player=player)),
            }
            for player in gone
        ],
        "label": say("Who joins?"),
    }


def _quit(state: State, draft: Draft) -> dict[str, Any]:
    """Who leaves."""
    rows = []
    for player in state.players:
        event = Quit(player=player)
        ruling = play.judge(state, event)
        fits = ruling.verdict == "legal"
        rows.append(
            {
                "key": player,
                "fits": fits,
                "why_not": None if fits else ruling.reason,
                "event": _plain(event) if fits else None,
            }
        )
    return {"players": rows, "label": say("Who leaves?")}


def _position(state: State, draft: Draft) -> dict[str, Any]:
    """What lies there: what was entered, and for the rest what the referee knows."""
    now = view.position(state)
    fields = {**(to_builtins(now) if now else {}), **draft, "type": "position"}
    if draft.get("top", fields.get("top")) != fields.get("top"):
        fields.pop("identity", None)
    top = next(iter(_cards([fields.get("top")])), None)
    identity = top
    if top == CHAMELEON:
        identity = next((c for c in _cards([fields.get("identity")]) if c != CHAMELEON), None)
    else:
        fields.pop("identity", None)
    if fields.get("declared") not in (declarations(identity) if identity else ()):
        fields.pop("declared", None)
    try:
        event: Position | None = convert(fields, Position, strict=False)
    except ValidationError:
        event = None
    if event is not None and (event.top == CHAMELEON) != (event.identity is not None):
        event = None
    held = _part(fields, "hands")
    return {
        "fields": {name: value for name, value in fields.items() if name != "type"},
        "top": top,
        "top_name": NAMES[top].plain if top else None,
        "rows": _picker(state, [top] if top else [], lambda card: True),
        "identity": identity if top == CHAMELEON else None,
        "needs_identity": top == CHAMELEON,
        "declare": _declaring(identity, fields.get("declared")),
        "players": [
            {
                "key": player,
                "cards": _number(held.get(player)),
                "is_turn": player == fields.get("turn"),
                "is_owner": player == fields.get("owner"),
                "liable": event is not None and player in event.liable,
            }
            for player in state.players
        ],
        "event": _plain(event),
        "label": say("So it lies there"),
    }


LAID = ("play", "match")
"""The types of events that lay cards."""


def _check(state: State, draft: Draft) -> dict[str, Any]:
    """The deck twice over, to say what lies there and what was laid on it."""
    event, position = _part(draft, "event"), _part(draft, "position")
    top = next(iter(_cards([position.get("top")])), None)
    identity = next(iter(_cards([position.get("identity")])), None) if top == CHAMELEON else top
    most = state.options.half_decks + state.options.chameleons
    cards = _cards(event.get("cards"))[:most]
    laid = next(
        (card for card in reversed(cards) if card != CHAMELEON), identity if cards else None
    )
    return {
        "ready": bool(identity) and (bool(cards) or event.get("type") not in (None, "", *LAID)),
        "top": top,
        "top_name": NAMES[top].plain if top else None,
        "top_rows": _picker(state, [top] if top else [], lambda card: True),
        "identity": identity,
        "identity_rows": _picker(state, [identity] if identity else [], lambda card: True),
        "declared": _declaring(identity, position.get("declared")),
        "cards": _named(cards),
        "rows": _picker(state, cards, lambda card: len(cards) < most),
        "declare": _declaring(laid, event.get("declare")),
    }


def _ruling(state: State, draft: Draft) -> dict[str, Any]:
    """The pieces a ruling is about: the top card and what was laid on it, which goes back into the
    hand."""
    hand, cards = state.hand, _cards(draft.get("cards"))
    if hand is None or not cards:
        return {}
    return {
        "top": hand.top,
        "top_name": NAMES[hand.top].plain,
        "cards": _named(cards),
        "keep": False,
    }


def _plain(event: Event | None) -> dict[str, Any] | None:
    """An event as plain data, its `type` included."""
    return None if event is None else to_builtins(event)


_SHEETS: dict[str, Callable[[State, Draft], dict[str, Any]]] = {
    "deal": _deal,
    "play": _play,
    "match": _match,
    "score": _score,
    "close_call": _close_call,
    "penalty": _penalty,
    "take_back": _take_back,
    "gotcha": _gotcha,
    "join": _join,
    "quit": _quit,
    "position": _position,
    "check": _check,
    "ruling": _ruling,
}
