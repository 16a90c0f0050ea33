"""The entry sheets: what each shows for what has been entered so far. Before a game is over or
waits for its piles none of them tells more of a pile than whether it is empty."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from referee.core import plural, say
from referee.games.zingazam.asking import asks, drafted, numbers, piece, plain
from referee.games.zingazam.cards import CAT_NUMBERS, DOES, FROM_THE_TOP, MOST_CARDS, NUMBERS
from referee.games.zingazam.events import Position
from referee.games.zingazam.piles import bounds
from referee.games.zingazam.rules import can_lay, put_right, wanted
from referee.games.zingazam.state import Laid, State
from referee.games.zingazam.view import position

SHEETS = {
    "play": "play",
    "ask": "play",
    "score": "score_game",
    "piles": "end_game",
    "position": "position",
    "numbers": "play",
}
"""The entry sheets, each with the type of the event it makes."""

FEW = 3
"""So many more than the least may lie there for the numbers to be keys to tap."""


def sheet(state: State, viewer: str | None, name: str, draft: Mapping[str, Any]) -> dict[str, Any]:
    """What the sheet `name` shows for `draft`; nothing for one that makes no sense now."""
    if name == "numbers":
        return {"numbers": [{**piece(number), "does": DOES[number]} for number in NUMBERS]}
    if name in ("play", "ask") and state.turn is not None:
        return {**asks(state, draft), "laid": laid(state)}
    if name == "score" and not state.running:
        return _score(state, viewer, draft)
    if name == "piles" and state.running:
        return _piles(state, draft)
    if name == "position":
        return _position(state, draft)
    if name == "check":
        return _check(state, draft)
    if name == "ruling":
        return _ruling(state, draft)
    return {}


def laid(state: State) -> list[dict[str, Any]]:
    """The cards of the round, in order."""
    return [_card(state, card) for card in state.played]


def _card(state: State, card: Laid) -> dict[str, Any]:
    return {**piece(card.number, card.cat), "by": state.agreed.players[card.by]}


# A game that was only counted


def _score(state: State, viewer: str | None, draft: Mapping[str, Any]) -> dict[str, Any]:
    """One player after the other, on a player's own phone himself first."""
    players = state.agreed.players
    counts = _by_player(draft.get("counts"))
    entered = {who: _count(counts.get(who)) for who in players}
    known = [count for count in entered.values() if count is not None]
    whole = len(known) == len(players)
    tied = [who for who in players if entered[who] == max(known)] if whole else []
    open_ = [who for who in players if entered[who] is None]
    now = draft.get("now")
    if now not in players:
        now = viewer if viewer in open_ else (open_[0] if open_ else players[-1])
    others = [who for who in open_ if who != now]
    count = entered[now]
    if count is None:
        label = say("How many cards has {who}?", who=now)
    elif others:
        label = say("{who} has {n}. Next: {next}", who=now, n=count, next=others[0])
    else:
        label = say("That is how it ended")
    return {
        "counts": entered,
        "now": now,
        "next": others[0] if others else None,
        "whole": whole,
        "label": label,
        "sum": sum(known),
        "most": MOST_CARDS * len(players),
        "tied": tied if len(tied) > 1 else [],
        "piles": _pile_rows(state, draft),
    }


# The piles of a game that is played out


def _piles(state: State, draft: Mapping[str, Any]) -> dict[str, Any]:
    """Before the game waits for its piles nobody may learn from the sheet what lies in them, nor
    who leads: then it asks for all of them."""
    players = state.agreed.players
    rows = _pile_rows(state, draft)
    needed = wanted(state) if state.waits else range(len(players))
    for seat, row in enumerate(rows):
        row["needed"] = seat in needed
        if not state.waits:
            continue
        pile = state.wizards[seat].pile
        row["count"] = pile.count
        row["bounds"] = {str(number): [*bounds(pile, number)] for number in FROM_THE_TOP}
        for cell in row["cells"]:
            least, most = bounds(pile, cell["card"])
            if least == most:
                cell["sure"] = least
            elif most is not None and most - least <= FEW:
                cell["keys"] = [*range(least, most + 1)]
    who = [row["player"] for row in rows if row["needed"]]
    return {
        "piles": rows,
        "waits": state.waits,
        "who": who,
        "label": plural("Count {who}'s pile", "Count the piles of {who}", len(who), who=[*who]),
    }


def _pile_rows(state: State, draft: Mapping[str, Any]) -> list[dict[str, Any]]:
    piles = _by_player(draft.get("piles"))
    rows: list[dict[str, Any]] = []
    for who in state.agreed.players:
        entered = _by_player(piles.get(who))
        found = {str(n): _count(entered.get(str(n))) for n in FROM_THE_TOP}
        rows.append(
            {
                "player": who,
                "numbers": found,
                "sum": sum(n or 0 for n in found.values()),
                "cells": [
                    {**piece(n), "value": found[str(n)], "sure": None, "keys": []}
                    for n in FROM_THE_TOP
                ],
            }
        )
    return rows


# Set it right


def _position(state: State, draft: Mapping[str, Any]) -> dict[str, Any]:
    """What lies there: as this table knows it until something is entered. Piles that are left out
    will be unknown."""
    players = state.agreed.players
    entered = {name: draft[name] for name in Position.__struct_fields__ if name in draft}
    now = position(state)
    if not entered and now is not None:
        entered = plain(now)
    played = [item for item in _items(entered.get("played")) if _lies(item, players)]
    skipped = [who for who in _items(entered.get("skipped")) if who in players]
    by = [item["by"] for item in played]
    first = by[0] if by else entered.get("first")
    if first not in players:
        first = None
    after = _clockwise(players, by[-1] if by else first)
    due = [who for who in after if who not in by and who not in skipped]
    asked = draft.get("now")
    piles = _by_player(entered.get("piles"))
    return {
        "position": entered,
        "players": [*players],
        "played": [
            {**piece(int(item["card"]), bool(item.get("cat"))), "by": item["by"]} for item in played
        ],
        "skipped": skipped,
        "first": first,
        "due": due,
        "now": asked if asked in due else (due[0] if due else None),
        "numbers": [{**piece(number), "cats": number in CAT_NUMBERS} for number in NUMBERS],
        "hands": _by_player(entered.get("hands")),
        "piles": piles,
        "must_play": _by_player(entered.get("must_play")),
        "piles_unknown": [who for who in players if _count(piles.get(who)) is None],
        "label": say("Play on from here"),
    }


def _clockwise(players: Sequence[str], after: str | None) -> list[str]:
    """Everybody clockwise: from the one after `after`, or from `first` himself."""
    if after is None:
        return [*players]
    at = players.index(after) + 1
    return [*players[at:], *players[:at]]


def _lies(item: Any, players: Sequence[str]) -> bool:
    """Whether `item` is a card in front of a player."""
    if not isinstance(item, Mapping) or item.get("by") not in players:
        return False
    return (_count(item.get("card")) or 0) in NUMBERS


# Check a play


def _check(state: State, draft: Mapping[str, Any]) -> dict[str, Any]:
    """The round as far as it is put, the card that is asked about, and what its spell needs."""
    if state.turn is None:
        state = put_right(state, Position())
    players = state.agreed.players
    event = _by_player(draft.get("event"))
    by = event.get("by")
    if by not in players:
        assert state.turn is not None
        by = players[state.turn]
    play = drafted(state, {**event, "by": by})
    seat = players.index(by)
    asked = asks(state, {**event, "by": by})
    card = play is not None and can_lay(state, seat)
    due = [who for s, who in enumerate(players) if state.due >> s & 1]
    return {
        "laid": laid(state),
        "by": by,
        "card": piece(play.card, play.cat) if play is not None and card else None,
        "ask": asked if card and asked["field"] else None,
        "numbers": numbers(state, seat),
        "due": due,
        "first": None if state.first is None else players[state.first],
        "skipped": [players[s] for s in state.skipped],
        "cats": play is not None and play.card in CAT_NUMBERS,
        "ready": card,
        "label": say("Which number does {by} lay?", by=by),
    }


def _ruling(state: State, event: Mapping[str, Any]) -> dict[str, Any]:
    """The round with the card that the ruling is about."""
    number = _count(event.get("card")) or 0
    if event.get("type") != "play" or number not in NUMBERS:
        return {}
    cat = bool(event.get("cat"))
    return {"laid": laid(state), "card": {**piece(number, cat), "by": event.get("by")}}


# What was entered


def _items(value: Any) -> list[Any]:
    return list(value) if isinstance(value, (list, tuple)) else []


def _by_player(value: Any) -> Mapping[str, Any]:
    return value if isinstance(value, Mapping) else {}


def _count(value: Any) -> int | None:
    """A count as it was entered; None if it is none."""
    try:
        count = int(value)
    except (TypeError, ValueError):
        return None
    return count if count >= 0 else None
