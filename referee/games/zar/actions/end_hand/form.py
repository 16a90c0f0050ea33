"""The form of a counted hand: who went out, and for each of the others the cards left, tapped, or
the points, typed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

import msgspec

from referee.core import Message, PlayerKey, plural, say
from referee.core.draft import Draft, as_list, as_number
from referee.core.form import Drawing, Row
from referee.games.zar.actions.end_hand.counting import count_hand, hand_value, missing_values
from referee.games.zar.cards import NAMES
from referee.games.zar.picks import DeckPicks, deck_picks, named_cards
from referee.games.zar.rules import too_many
from referee.games.zar.state import Hand, State

if TYPE_CHECKING:
    from referee.games.zar.actions.end_hand.event import EndHand


class ScoreRow(Row, frozen=True, kw_only=True):
    """What a player still holds.

    `cards` tapped; `sum`: the points so far (None: a value is `missing`);
    `expected`: how many cards the referee counted (None: unknown). `is_entered`: something was
    tapped or typed that can be recorded, if with another number of cards than expected: the ruling
    says so, and the table may let it stand. `is_done`: nothing more is to be entered.
    """

    cards: tuple[tuple[str, Message], ...]
    sum: int | None
    expected: int | None
    missing: tuple[str, ...]
    is_entered: bool
    is_done: bool


class ScoreForm(Drawing, frozen=True, kw_only=True):
    """`winner`: who went out, one of `winners` (None: not said yet); `asks_winner`: that is asked.
    Of the `rows` of what the others still hold one is counted `now`: with the deck to tap its
    cards, or a keypad for its total (`is_typing`, with what was `typed`). `kept`: the fields of all
    that was entered, but for what stands on the keypad."""

    rows: tuple[ScoreRow, ...]
    asks_winner: bool
    winner: PlayerKey | None
    winners: tuple[PlayerKey, ...]
    now: ScoreRow | None
    deck: DeckPicks
    is_typing: bool
    typed: str
    kept: tuple[tuple[str, str], ...]


class Entered(NamedTuple):
    """What was entered of each loser: cards, tapped, or a total, `typed` (the `points`, where it is
    a number)."""

    losers: tuple[PlayerKey, ...]
    hands: dict[PlayerKey, tuple[str, ...]]
    typed: dict[PlayerKey, str]
    points: dict[PlayerKey, int]


def score_form(
    kind: type[EndHand], state: State, viewer: PlayerKey | None, draft: Draft
) -> ScoreForm:
    """Return the count as far as it is entered, on a player's own phone his own cards first."""
    out = state.hand.out if state.hand else None
    winner = out or draft.player("winner")
    entered = _read(state, draft, winner)
    given = {"winner": winner} if winner and not out else {}
    event = msgspec.convert(
        {"type": "end_hand", "hands": entered.hands, "points": entered.points, **given}, kind
    )
    found = count_hand(event, state)
    rows = tuple(_row(state, who, entered, found.counts.get(who)) for who in entered.losers)
    now, after = _open_row(rows, draft.now, viewer)
    is_typing = now is not None and _is_typing(draft, entered, now)
    is_whole = winner is not None and after is None and all(row.is_entered for row in rows)
    return ScoreForm(
        label=_label(state, winner, now, after, is_typing),
        event=event if is_whole else None,
        rows=rows,
        open_row=now.player if now else "",
        next_row=after,
        answered=say("{player} went out", player=winner) if winner and not out else None,
        asks_winner=winner is None or (draft.mode == "winner" and not out),
        winner=winner,
        winners=_possible_winners(state),
        now=now,
        deck=_deck_left(state, found.hand, entered, now),
        is_typing=is_typing,
        typed=entered.typed.get(now.player, "") if now else "",
        kept=tuple(_kept(entered, now)),
    )


def _read(state: State, draft: Draft, winner: PlayerKey | None) -> Entered:
    """Return what was entered."""
    losers = tuple(player for player in state.players if player != winner)
    typed = {
        player: str(raw)
        for player, raw in draft.by_player("points").items()
        if player in losers and raw not in (None, "")
    }
    points = {player: n for player, raw in typed.items() if (n := as_number(raw)) is not None}
    hands = {
        player: cards
        for player, raw in draft.by_player("hands").items()
        if player in losers and player not in typed and (cards := _cards(raw))
    }
    return Entered(losers, hands, typed, points)


def _is_typing(draft: Draft, entered: Entered, now: ScoreRow) -> bool:
    """Whether the open row has a keypad: its total was typed or, where nothing is in it, that is
    the way in which the hand is entered."""
    if now.cards or now.player in entered.typed:
        return not now.cards
    return draft.mode == "type" or (draft.mode != "cards" and bool(entered.points))


def _cards(entered: object) -> tuple[str, ...]:
    return tuple(card for card in as_list(entered) if isinstance(card, str) and card in NAMES)


def _kept(entered: Entered, now: ScoreRow | None) -> Iterator[tuple[str, str]]:
    """Yield the fields that say what was entered."""
    for player in entered.losers:
        if player in entered.typed:
            if now is None or player != now.player:
                yield f"points.{player}", entered.typed[player]
        else:
            for card in entered.hands.get(player, ()):
                yield f"hands.{player}", card


def _deck_left(
    state: State, hand: Hand | None, entered: Entered, now: ScoreRow | None
) -> DeckPicks:
    """Return the deck, with the cards of the row that is open, and what is not yet anywhere."""
    lie = [card for cards in entered.hands.values() for card in cards]
    return deck_picks(
        state,
        [card for card, _ in now.cards] if now else [],
        lambda card: too_many(state.options, hand, (*lie, card)) is None,
    )


def _possible_winners(state: State) -> tuple[PlayerKey, ...]:
    """Return those who may have gone out: whose cards are not counted, if some are not."""
    counts = state.hand.hands if state.hand else {}
    return tuple(who for who in state.players if counts.get(who) is None) or state.players


def _row(state: State, player: PlayerKey, entered: Entered, expected: int | None) -> ScoreRow:
    """Return the row of `player`. A question is asked before other cards are recorded than were
    counted."""
    cards, typed = entered.hands.get(player, ()), entered.points.get(player)
    total = typed if typed is not None else hand_value(state.options, cards)
    is_entered = typed is not None or (total is not None and (bool(cards) or expected == 0))
    question = None
    if is_entered and typed is None and expected not in (None, len(cards)):
        question = plural(
            "{n} card is entered for {player}, but the count is {held}.",
            "{n} cards are entered for {player}, but the count is {held}.",
            len(cards),
            player=player,
            held=expected or 0,
        )
    return ScoreRow(
        player=player,
        value=total if is_entered or cards else None,
        pieces=tuple({"card": card, "name": NAMES[card].plain} for card in cards),
        places=None if typed is not None else expected,
        question=question,
        cards=named_cards(cards),
        sum=total,
        expected=expected,
        missing=tuple(missing_values(state.options, cards)),
        is_entered=is_entered,
        is_done=is_entered and question is None,
    )


def _open_row(
    rows: Sequence[ScoreRow], asked: str, viewer: PlayerKey | None
) -> tuple[ScoreRow | None, PlayerKey | None]:
    """Return the row being entered (the one asked for, else of those that are not done the one of
    who looks, or the first), and who is next to be entered; last who is counted wrong, but only
    once this row is right: a table that finds no more cards can record what it has."""
    left = sorted((row for row in rows if not row.is_done), key=lambda row: row.is_entered)
    now = next((row for row in rows if row.player == asked), None)
    if now is None:
        now = next((row for row in left if row.player == viewer and not row.is_entered), None)
    if now is None and rows:
        now = left[0] if left else rows[-1]
    others = (row for row in left if row is not now)
    may_correct = now is not None and now.is_done
    return now, next((row.player for row in others if may_correct or not row.is_entered), None)


def _label(
    state: State,
    winner: PlayerKey | None,
    now: ScoreRow | None,
    after: PlayerKey | None,
    is_typing: bool,
) -> Message:
    if winner is None:
        return say("Who went out?")
    if now is not None and not now.is_entered and not now.cards:
        what = say("Type {name}’s total") if is_typing else say("Tap what {name} has left")
        return Message(what.text, {"name": now.player})
    number = state.number if state.hand else state.number + 1
    if now is None or now.sum is None:
        return say("Record hand {n}", n=number)
    if after is None:
        return say(
            "{player} has {n}. Record hand {hand}", player=now.player, n=now.sum, hand=number
        )
    return say("{player} has {n}. Next: {next}", player=now.player, n=now.sum, next=after)
