"""The form of a declaration: who declares what, and the cards that are shown."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from msgspec import UNSET

from referee.core import Event, Message, Viewer, say
from referee.core.draft import Draft
from referee.core.form import Answer
from referee.games.zigzag.actions.declare.outcome import SINGLE
from referee.games.zigzag.cards import HAND
from referee.games.zigzag.page import is_asked_without_table
from referee.games.zigzag.scorecard import open_boxes
from referee.games.zigzag.slots import (
    Hands,
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


class DeclareForm(HandsDrawing, frozen=True, kw_only=True):
    """`calls` and `boxes` are the buttons while it is open what is declared, and which box a
    DOUBLE-ZAG ticks; `declares` says who declares what. `unseen`: the players of whose hands
    nothing is put in here, for whose phones may have them: then `bare` is the event without them.
    `asks_level`: the box of a level can be chosen, and `is_low` whether it is one of level 1."""

    call: str | None = None
    declares: Message | None = None
    calls: Sequence[Answer] = ()
    boxes: Sequence[Answer] = ()
    unseen: Sequence[str] = ()
    bare: Event | None = None
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


def _hand(state: State, player: str, draft: Draft) -> PlayerHand:
    stolen = state.now.thefts if state.now else ()
    cards = draft.mapping("hands").get(player)
    return player_hand(state.options, state.now, player, cards, HAND - (player in stolen))


def declaration(kind: type[Declare], state: State, viewer: Viewer, draft: Draft) -> DeclareForm:
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
    fields: dict[str, Any] = {"by": by, "call": call, "tick": tick or UNSET}
    fields["box_level"] = box_level if box_level in (1, 2) else UNSET

    def make(hands: Hands) -> Declare:
        return kind(hands=hands, **fields)

    holders = _holders(state, viewer, by, call)
    concerned: Sequence[str] = options.members(by)
    if call in SINGLE:
        concerned = [_holder(holders, options.partner[by], draft.mapping("hands"))]
    hands = [_hand(state, player, draft) for player in concerned]
    bare = [hand.player for hand in hands if hand.is_bare]
    rest = [hand for hand in hands if not hand.is_bare]
    unseen = bare if all(hand.ready for hand in rest) else []
    without = make({**whole_hands(rest), **dict.fromkeys(unseen, ())}) if unseen else None
    return DeclareForm(
        label=say("Judge the {call}", call=CALLS[call]),
        by=by,
        call=call,
        declares=declares,
        holders=holders,
        unseen=unseen,
        bare=without,
        asks_level=options.level == 3,
        is_low=box_level == 1,
        **filling(hands, "hands", draft.now, make),
    )


def _holders(state: State, viewer: Viewer, by: str, call: str) -> Sequence[str]:
    """Whose cards a ZIG or ZAG may be, where either may hold it."""
    options = state.options
    is_either = is_asked_without_table(state, viewer) or options.readings["self_declare"] == "yes"
    return [options.partner[by], by] if is_either and call in SINGLE else []


def _holder(holders: Sequence[str], partner: str, given: Mapping[str, object]) -> str:
    """Whose cards it is: the partner's, or those that are put in alone."""
    alone = [player for player in holders if player in given]
    return alone[0] if len(alone) == 1 else partner
