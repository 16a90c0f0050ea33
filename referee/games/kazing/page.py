"""What the table and a report show. Nothing is secret here: every phone sees the same."""

from __future__ import annotations

from typing import Any

import msgspec

from referee.core import Message, plural, say
from referee.games.kazing.state import State


def title(state: State) -> Message:
    """Where the game is: "Round 5"."""
    if state.turn is None:
        return plural("Over after {n} round", "Over after {n} rounds", state.round)
    if state.ending:
        return say("Round {n}, the last", n=state.round)
    return say("Round {n}", n=state.round)


def report(state: State) -> dict[str, Any]:
    """The `state` of a report."""
    setup = state.setup
    out: dict[str, Any] = {
        "turn": state.turn,
        "round": state.round,
        "spells": dict(zip(setup.players, state.spells, strict=True)),
    }
    by_side = [members[0] for members in setup.sides]
    if state.points:
        out["points"] = dict(zip(by_side, state.points, strict=True))
    elif state.mana:
        holders = setup.players if setup.own_mana else by_side
        out["mana"] = dict(zip(holders, state.mana, strict=True))
    else:
        out["collected"] = {who: state.complete(side) for side, who in enumerate(by_side)}
    out["out"] = [player for player in setup.players if state.is_out(player)]
    if setup.full:
        out["hands"] = dict(zip(setup.players, state.hands, strict=True))
    out["deck_ends"] = state.deck_ends
    out["ending"] = state.ending
    if state.timer:
        out["timer"] = {"cards": state.timer.cards, "kept": list(state.timer.kept)}
    return out


def view(state: State) -> dict[str, Any]:
    """The table as plain data.

    `sides` (a team or a player each, in the order of `team_scores`) hold what the type counts:
    `points`, `mana`, or `collected` (how often each of the nine positions) and `complete`
    (positions collected often enough). `players` are in seating order. `full_bar` is the mana that
    fills a bar.
    """
    setup, options = state.setup, state.setup.options
    following = state.next_turn()[0] if state.turn else None
    return {
        "type": options.type,
        "level": options.level,
        "tracking": options.tracking,
        "teams": setup.team_battle,
        "own_mana": setup.own_mana,
        "solo": setup.solo,
        "turn": state.turn,
        "next": following,
        "round": state.round,
        "ending": state.ending,
        "over": state.turn is None,
        "in_hand": state.turn is not None,
        "took": state.took,
        "cast": state.cast,
        "discarded": state.discarded,
        "hand_limit": setup.level.hand,
        "smallest_spell": setup.smallest,
        "largest_spell": setup.level.hand + 1,
        "collect": options.collect,
        "full_bar": max((setup.mana, *state.mana)),
        "end": msgspec.to_builtins(options.end),
        "deck_ends": state.deck_ends,
        "timer": _timer(state),
        "sides": _sides(state),
        "players": _players(state, following),
    }


def _timer(state: State) -> dict[str, Any] | None:
    timer = state.timer
    if timer is None:
        return None
    kept = list(timer.kept)
    down = timer.cards - len(kept)
    return {"cards": timer.cards, "kept": kept, "down": down, "due": timer.due}


def _sides(state: State) -> list[dict[str, Any]]:
    setup = state.setup
    won = state.winning_sides() if state.turn is None else []
    scores = state.side_scores()
    sides = []
    for side, members in enumerate(setup.sides):
        shown: dict[str, Any] = {
            "players": list(members),
            "score": scores[side],
            "spells": sum(state.spells[setup.seat[member]] for member in members),
            "turn": state.turn in members,
            "out": all(map(state.is_out, members)),
            "won": side in won,
        }
        if state.points:
            shown["points"] = state.points[side]
        elif state.mana:
            shown["mana"] = scores[side]
        else:
            shown["collected"] = list(state.collected[side])
            shown["complete"] = state.complete(side)
        sides.append(shown)
    return sides


def _players(state: State, following: str | None) -> list[dict[str, Any]]:
    setup, options = state.setup, state.setup.options
    return [
        {
            "player": player,
            "side": setup.side[player],
            "turn": player == state.turn,
            "next": player == following,
            "out": state.is_out(player),
            "novice": options.level == "mixed" and player in options.novices,
            "spells": state.spells[seat],
            "hand": state.hand(player),
            "mana": state.mana[setup.purse[player]] if state.mana else None,
        }
        for seat, player in enumerate(setup.players)
    ]
