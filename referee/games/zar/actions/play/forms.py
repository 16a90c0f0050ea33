"""The forms of a play and of a match: the deck, what is declared, who matched."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, TypeVar

import msgspec
from msgspec import UNSET

from referee.core import Message, PlayerKey, UserText, say
from referee.core.draft import Draft
from referee.core.form import Drawing
from referee.games.zar.actions.play.calls import calls
from referee.games.zar.actions.play.placing import counts_as, place_cards
from referee.games.zar.cards import CHAMELEON, NAMES, several
from referee.games.zar.effects import POWER
from referee.games.zar.picks import (
    CardPick,
    DeckPicks,
    DeclarationPicks,
    deck_picks,
    declaration_picks,
    named_cards,
)
from referee.games.zar.rules import can_match, too_many
from referee.games.zar.state import Hand, State

if TYPE_CHECKING:
    from referee.games.zar.actions.play.events import Match, Play, PlayCards

P = TypeVar("P", bound="PlayCards")


class PlayForm(Drawing, frozen=True, kw_only=True):
    """What `by`, one of `players`, plays on the `top` card (a Chameleon there counts as
    `top_counts_as`): the cards so far, the deck to add more from, what is declared. `counts_as`:
    what a Chameleon among them stands for; `calls`: what `by` calls out with the play."""

    by: PlayerKey
    players: tuple[PlayerKey, ...]
    top: str
    top_name: Message
    top_counts_as: Message | None
    cards: tuple[tuple[str, Message], ...]
    deck: DeckPicks
    declare: DeclarationPicks
    counts_as: Message | None
    calls: tuple[UserText | Message, ...]


class Matcher(msgspec.Struct, frozen=True):
    """Somebody who may have matched; the `event` is missing while something is to be declared.
    `double`: the same with one more card (None: that cannot be)."""

    player: PlayerKey
    event: Match | None
    double: Match | None


class MatchForm(Drawing, frozen=True, kw_only=True):
    """Who matched the `top` card: one tap a player, with one copy of it unless more are chosen, or
    with two. `is_open`: a match may still come; `has_more`: one of more than one card."""

    top: str
    is_open: bool
    has_more: bool
    cards: tuple[tuple[str, Message], ...]
    more: tuple[CardPick, ...]
    declare: DeclarationPicks
    matchers: tuple[Matcher, ...]


def play_form(kind: type[Play], state: State, hand: Hand, draft: Draft) -> PlayForm:
    """Return what the player on turn (or another, to ask about it) lays."""
    by = draft.player("by") or hand.turn
    cards = draft.chosen("cards", NAMES)[: state.options.most_together]
    identity = counts_as(hand, cards) if cards else None
    declare = declaration_picks(identity, draft, "declare")
    event = _event(kind, by, cards, declare.chosen) if cards and not declare.is_open else None
    if not cards:
        label = say("Which card?")
    elif event is None:
        label = POWER[identity or ""].question
    elif place_cards(event, state).is_match:
        label = say("{by} matches with {cards}", by=by, cards=several(cards))
    else:
        label = say("{by} plays {cards}", by=by, cards=several(cards))
    return PlayForm(
        label=label,
        event=event,
        by=by,
        players=state.players,
        top=hand.top,
        top_name=NAMES[hand.top].plain,
        top_counts_as=NAMES[hand.identity].plain if hand.identity != hand.top else None,
        cards=named_cards(cards),
        deck=deck_picks(state, cards, lambda card: fits(kind, state, hand, by, [*cards, card])),
        declare=declare,
        counts_as=NAMES[identity].plain if identity and CHAMELEON in cards else None,
        calls=calls(hand, place_cards(event, state)) if event else (),
    )


def match_form(kind: type[Match], state: State, hand: Hand, draft: Draft) -> MatchForm:
    """Return who may have matched, and with what."""
    pieces = [hand.identity, *([CHAMELEON] if state.options.chameleons else [])]
    cards = draft.chosen("cards", pieces)[: state.options.most_together]
    if not cards:
        left = [card for card in pieces if too_many(state.options, hand, (card,)) is None]
        cards = (left or pieces)[:1]
    declare = declaration_picks(hand.identity, draft, "declare")
    two = [*cards, *cards] if len(cards) == 1 and state.options.most_together > 2 else []

    def match(player: PlayerKey, pieces: Sequence[str]) -> Match | None:
        if declare.is_open or not pieces or not fits(kind, state, hand, player, pieces):
            return None
        return _event(kind, player, pieces, declare.chosen)

    return MatchForm(
        label=say("Who matched {top}?", top=NAMES[hand.identity].the),
        top=hand.top,
        is_open=can_match(state, hand),
        has_more=state.options.most_together > 2,
        cards=named_cards(cards),
        more=tuple(
            CardPick(card, NAMES[card].plain, cards.count(card))
            for card in pieces
            if too_many(state.options, hand, (*cards, card)) is None
        ),
        declare=declare,
        matchers=tuple(
            Matcher(player, match(player, cards), match(player, two))
            for player in state.players
            if fits(kind, state, hand, player, cards)
        ),
    )


def fits(
    kind: type[PlayCards], state: State, hand: Hand, by: PlayerKey, cards: Sequence[str]
) -> bool:
    """Whether `cards` may be laid, whatever is declared with them."""
    if len(cards) > state.options.most_together:
        return False
    power = POWER.get(counts_as(hand, cards))
    event = _event(kind, by, cards, power.choices[0] if power else None)
    return event.judge(state).verdict != "illegal"


def _event(kind: type[P], by: PlayerKey, cards: Sequence[str], declared: str | None) -> P:
    """Return the play or match of `cards` that the picks made."""
    return kind(by=by, cards=tuple(cards), declare=declared or UNSET)  # type: ignore[arg-type]
