"""The form of a declaration: who declares what, and the cards that are shown."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, TypeAlias

import msgspec
from msgspec import UNSET

from referee.core import Event, Message, PlayerKey, Viewer, say
from referee.core.draft import Draft, as_list
from referee.core.form import Answer
from referee.games.zigzag.actions.declare.outcome import NEEDS, SINGLE
from referee.games.zigzag.cards import FEATURE_OF, HAND
from referee.games.zigzag.page import LaidStop, is_asked_without_table, stops_before
from referee.games.zigzag.scorecard import open_boxes
from referee.games.zigzag.slots import (
    HandsDrawing,
    PlayerHand,
    filling,
    player_hand,
    whole_hands,
)
from referee.games.zigzag.state import BOXES, State
from referee.games.zigzag.words import CALLS

if TYPE_CHECKING:
    from referee.games.zigzag.actions.declare.event import Declare

    Maker: TypeAlias = Callable[..., Declare]


class Claim(msgspec.Struct, frozen=True, kw_only=True):
    """What the four cards of `player` share, as far as it is said: `values`, of each feature one;
    `is_enough` for the call."""

    player: PlayerKey
    values: tuple[str, ...]
    stops: tuple[LaidStop, ...]
    three: bool
    is_enough: bool


class DeclareForm(HandsDrawing, frozen=True, kw_only=True):
    """`calls` and `boxes` are the buttons while it is open what is declared, and which box a
    DOUBLE-ZAG ticks; `declares` says who declares what. `unseen`: the players of whose hands
    nothing is put in here, for whose phones may have them: then `bare` is the event without them.
    `claims`: what is said instead of entering the cards, and `claim` the one that is open; a card
    that is shown against it fills the slots. `missing`: whose constraint is not entered, without
    which it cannot be decided. `asks_level`: the box of a level can be chosen, and `is_low` whether
    it is one of level 1."""

    call: str | None = None
    declares: Message | None = None
    calls: Sequence[Answer] = ()
    boxes: Sequence[Answer] = ()
    unseen: Sequence[PlayerKey] = ()
    bare: Event | None = None
    claims: Sequence[Claim] = ()
    claim: Claim | None = None
    missing: Sequence[PlayerKey] = ()
    asks_level: bool = False
    is_low: bool = False


def own_hand(state: State, viewer: Viewer, draft: Draft) -> HandsDrawing:
    """Return one's own hand, put in on one's own phone before the declaration."""
    by = draft.player("by") or viewer
    if by is None:
        return HandsDrawing(label=say("Whose cards?"), by=None)
    hand = _hand(state, by, draft)
    fields = filling([hand], "hands", draft.now, None)
    return HandsDrawing(label=say("Save this hand"), by=by, **fields)


def _hand(state: State, player: PlayerKey, draft: Draft) -> PlayerHand:
    stolen = state.now.thefts if state.now else ()
    cards = draft.mapping("hands").get(player)
    return player_hand(state.options, state.now, player, cards, HAND - (player in stolen))


def declaration(kind: Maker, state: State, viewer: Viewer, draft: Draft) -> DeclareForm:
    """Return the declaration as far as it is put in. Without a table it may be asked as
    well whether the one who holds a ZIG or ZAG may declare it."""
    options = state.options
    by = draft.player("by") or viewer
    call = draft.one_of("call", CALLS)
    if by is None and is_asked_without_table(state, viewer):
        by = options.players[0]
    if by is None or call is None:
        calls = [Answer(label=CALLS[key], value=key, is_chosen=key == call) for key in CALLS]
        label = say("What is shouted?") if by is None else say("Tap the call")
        return DeclareForm(label=label, by=by, players=options.players, calls=calls)
    declares = say("{name} declares {call}", name=by, call=CALLS[call])
    tick = draft.one_of("tick", BOXES) if call == "double-zag" else None
    if call == "double-zag" and tick is None:
        free = {box for at in options.levels for box in open_boxes(state, options.team[by], at)}
        boxes = [Answer(label=CALLS[box], value=box) for box in BOXES if box in free]
        label = say("Tap the box")
        return DeclareForm(label=label, by=by, call=call, declares=declares, boxes=boxes)
    box_level = draft.number("box_level") if options.level == 3 else None
    holders = _holders(state, viewer, by, call)
    concerned: Sequence[PlayerKey] = options.members(by)
    if call in SINGLE:
        concerned = [_holder(holders, options.partner[by], draft)]
    common: dict[str, Any] = {
        "by": by,
        "call": call,
        "declares": declares,
        "holders": holders,
        "missing": () if box_level == 1 else _missing(state, concerned),
        "asks_level": options.level == 3,
        "is_low": box_level == 1,
    }
    level = box_level if box_level in (1, 2) else UNSET
    make = partial(kind, by=by, call=call, tick=tick or UNSET, box_level=level)
    given = draft.mapping("hands")
    is_told = any(given.get(player) for player in concerned)
    if is_told or is_asked_without_table(state, viewer):
        return _by_cards(state, draft, concerned, make, common)
    return _by_claims(state, draft, concerned, make, common)


def _by_cards(
    state: State,
    draft: Draft,
    concerned: Sequence[PlayerKey],
    make: Maker,
    common: Mapping[str, Any],
) -> DeclareForm:
    """The cards are put in one by one; those of a hand without any are perhaps on a phone."""
    hands = [_hand(state, player, draft) for player in concerned]
    bare = [hand.player for hand in hands if hand.is_bare]
    rest = [hand for hand in hands if not hand.is_bare]
    unseen = bare if all(hand.ready for hand in rest) else []
    return DeclareForm(
        label=say("Judge the {call}", call=CALLS[common["call"]]),
        unseen=unseen,
        bare=make(hands=whole_hands(rest) | dict.fromkeys(unseen, ())) if unseen else None,
        **common,
        **filling(hands, "hands", draft.now, make),
    )


def _by_claims(
    state: State,
    draft: Draft,
    concerned: Sequence[PlayerKey],
    make: Maker,
    common: Mapping[str, Any],
) -> DeclareForm:
    """What the cards share is asked first; then only for a card that lacks it."""
    claims = _claims(state, draft, concerned, common["call"])
    whole = {claim.player: claim.values for claim in claims if claim.values}
    claimed = partial(make, hands=dict.fromkeys(whole, ()), claims=whole)
    shown = draft.mapping("exceptions")
    against = next((player for player in whole if player in shown), None)
    if against is not None:
        odd = player_hand(state.options, state.now, against, shown[against], 1)
        filled = filling([odd], "exceptions", draft.now, claimed)
        label = say("Show the card that lacks it")
        return DeclareForm(label=label, claims=claims, **common, **filled)
    asked = draft.now.partition(".")[0]
    now_open = next((each for each in claims if each.player == asked), None)
    lacking = [claim for claim in claims if not claim.is_enough]
    return DeclareForm(
        label=say("All four have it") if len(claims) == 1 else say("All eight have it"),
        event=None if lacking else claimed(),
        claims=claims,
        claim=now_open or (lacking or claims)[0],
        unseen=() if whole else tuple(concerned),
        bare=None if whole else make(hands=dict.fromkeys(concerned, ())),
        **common,
    )


def _claims(state: State, draft: Draft, concerned: Sequence[PlayerKey], call: str) -> list[Claim]:
    """What is said so far of the cards of each of those whose hands the call rests on."""
    now, given = state.now, draft.by_player("claims")
    least, better = NEEDS[call]
    said = {
        player: tuple(value for value in as_list(given.get(player)) if value in FEATURE_OF)
        for player in concerned
    }
    best = max(len(values) for values in said.values())
    is_better = call in SINGLE or best >= better
    return [
        Claim(
            player=player,
            values=values,
            stops=stops_before(state.options, now, player),
            three=now is not None and player in now.thefts,
            is_enough=len(values) >= least and is_better,
        )
        for player, values in said.items()
    ]


def _missing(state: State, players: Sequence[PlayerKey]) -> Sequence[PlayerKey]:
    """Of whom all know that no constraint is entered, where one decides."""
    now = state.now
    if now is None or state.options.level == 1:
        return ()
    return [player for player in players if player not in now.entered]


def _holders(state: State, viewer: Viewer, by: PlayerKey, call: str) -> Sequence[PlayerKey]:
    """Whose cards a ZIG or ZAG may be, where either may hold it."""
    options = state.options
    is_either = is_asked_without_table(state, viewer) or options.readings["self_declare"] == "yes"
    return [options.partner[by], by] if is_either and call in SINGLE else []


def _holder(holders: Sequence[PlayerKey], partner: PlayerKey, draft: Draft) -> PlayerKey:
    """Whose cards it is: the partner's, or those that are put in or asked for alone."""
    given = {
        player
        for field in ("hands", "claims")
        for player, cards in draft.mapping(field).items()
        if any(as_list(cards))
    } or {draft.now.partition(".")[0]}
    alone = [player for player in holders if player in given]
    return alone[0] if len(alone) == 1 else partner
