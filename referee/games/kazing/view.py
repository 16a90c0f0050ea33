"""What the table sees: nothing in this game is secret, so every phone sees the same."""

from __future__ import annotations

from typing import Any

import msgspec

from referee.core import Event, Message, Offer, Ruling, plural, say
from referee.games.kazing.events import (
    Cast,
    DeckEnd,
    Discard,
    EndTurn,
    SetPosition,
    Take,
    TimerCards,
    TimerReveal,
)
from referee.games.kazing.state import State


def title(state: State) -> Message:
    """Where the game is: "Round 5"."""
    if state.turn is None:
        return plural("Over after {n} round", "Over after {n} rounds", state.round)
    if state.ending:
        return say("Round {n}, the last", n=state.round)
    return say("Round {n}", n=state.round)


def tell(event: Event, ruling: Ruling) -> Message:
    """One line for the log: "Ann cast a spell of 4 cards for 3 points"."""
    if isinstance(event, Cast):
        return _tell_cast(event, ruling.facts)
    if isinstance(event, Take):
        if event.source == "deck":
            return say("{by} took a card from the deck", by=event.by)
        return say("{by} took a card from the display", by=event.by)
    if isinstance(event, Discard):
        return say("{by} discarded a card", by=event.by)
    if isinstance(event, EndTurn):
        return say("{by}'s turn is over", by=event.by)
    if isinstance(event, DeckEnd):
        if event.team:
            return say("The deck of {player}'s team ran out", player=event.team)
        return say("The deck ran out")
    if isinstance(event, TimerReveal):
        kept = ruling.facts.get("kept")
        if kept:
            return say("The Timer was turned up and keeps {positions}", positions=kept)
        return say("The Timer was turned up")
    return say("The table was set right")


def _tell_cast(event: Cast, facts: dict[str, Any]) -> Message:
    """`facts` are the ruling's; what is not settled in them is not said."""
    by, cards = event.by, plural("{n} card", "{n} cards", len(event.cards))
    points, mana, collected = facts.get("points"), facts.get("mana"), facts.get("collected")
    if points is not None:
        return say(
            "{by} cast a spell of {cards} for {points}",
            by=by,
            cards=cards,
            points=plural("{n} point", "{n} points", points),
        )
    if mana is not None and event.drain and event.replenish:
        return say(
            "{by} moved {mana} mana from {drain} to {replenish}",
            by=by,
            mana=mana,
            drain=event.drain,
            replenish=event.replenish,
        )
    if mana is not None and event.drain:
        return say("{by} drained {target} of {mana} mana", by=by, target=event.drain, mana=mana)
    if mana is not None and event.replenish:
        return say("{by} gave {target} {mana} mana", by=by, target=event.replenish, mana=mana)
    if collected:
        return say(
            "{by} cast a spell of {cards} and collected {positions}",
            by=by,
            cards=cards,
            positions=list(dict.fromkeys(collected)),
        )
    return say("{by} cast a spell of {cards}", by=by, cards=cards)


def view(state: State) -> dict[str, Any]:
    """The table as plain data.

    `sides` (a team or a player each, in the order of `team_scores`) hold what the type counts:
    `points`, `mana`, or `collected` (how often each of the nine positions) and `complete`
    (positions collected often enough). `players` are in seating order. `full_bar` is the mana that
    fills a bar.
    """
    setup, options = state.setup, state.setup.options
    following = state.next_turn()[0] if state.turn else None
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
    players = [
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
        "timer": None
        if state.timer is None
        else {
            "cards": state.timer.cards,
            "kept": list(state.timer.kept),
            "down": state.timer.cards - len(state.timer.kept),
            "due": state.timer.due,
        },
        "sides": sides,
        "players": players,
    }


def offers(state: State, viewer: str | None = None) -> list[Offer]:
    """What can be done next; the brass one first where there is one; nothing once the game is over.
    On the phone of the player who is next, casting is his own, for it begins with ending the turn
    before."""
    if state.turn is None:
        return []
    return [*_now(state, viewer), Offer(label=say("Set it right"), sheet="position", more=True)]


def _now(state: State, viewer: str | None) -> list[Offer]:
    by, setup = state.turn, state.setup
    assert by is not None
    if state.timer_due:
        return [Offer(label=say("Turn up the Timer"), sheet="timer", main=True)]
    if setup.full and not state.took:
        return [
            Offer(
                label=say("{by} takes from the deck", by=by),
                event=Take(by=by, source="deck"),
                main=True,
            ),
            Offer(
                label=say("{by} takes from the display", by=by),
                event=Take(by=by, source="display"),
            ),
            *_deck_offers(state),
        ]
    hand, limit = state.hand(by), setup.level.hand
    discarded = setup.full and state.discarded
    may_cast = not state.cast and not discarded and (hand is None or hand >= setup.smallest)
    must_discard = hand is not None and hand > limit and not discarded
    following = state.next_turn()[0]
    found = []
    if may_cast:
        found.append(Offer(label=say("Cast a spell"), sheet="cast", fill={"by": by}, main=True))
    elif viewer == following and not setup.full:
        fill = {"by": following}
        found.append(Offer(label=say("{by} casts", by=following), sheet="cast", fill=fill))
    if not must_discard:
        found.append(
            Offer(
                label=say("End {by}'s turn. Next: {next}", by=by, next=following),
                event=EndTurn(by=by),
                main=not may_cast,
            )
        )
    if setup.full and not discarded and hand != 0:
        found.append(
            Offer(
                label=say("{by} discards a card", by=by),
                event=Discard(by=by),
                main=must_discard and not may_cast,
            )
        )
    return found + _deck_offers(state)


def _deck_offers(state: State) -> list[Offer]:
    if not state.setup.team_battle:
        return [Offer(label=say("The deck has run out"), event=DeckEnd(), more=True)]
    return [
        Offer(
            label=say("The deck of {player}'s team has run out", player=members[0]),
            event=DeckEnd(team=members[0]),
            more=True,
        )
        for members in state.setup.sides
    ]


def position(state: State) -> SetPosition:
    """The present situation. Who has drained himself and has only to end his turn is passed over,
    for a position gives the turn to nobody who is out."""
    setup = state.setup
    turn, number, cast = state.turn, state.round, state.cast
    if turn and state.is_out(turn):
        turn, _, round_over = state.next_turn()
        number, cast = number + round_over, False
    by_side = [members[0] for members in setup.sides]
    holders = setup.players if setup.own_mana else by_side
    return SetPosition(
        turn=turn or msgspec.UNSET,
        scores=dict(zip(by_side, state.points, strict=False)),
        mana=dict(zip(holders, state.mana, strict=False)),
        collected={
            who: tuple(p for p, times in enumerate(counts, 1) for _ in range(times))
            for who, counts in zip(by_side, state.collected, strict=False)
        },
        spells=dict(zip(setup.players, state.spells, strict=True)),
        hands={
            player: hand
            for player, hand in zip(setup.players, state.hands, strict=False)
            if hand is not None
        },
        round=number,
        cast=cast,
        took=state.took and turn == state.turn,
        deck_ends=state.deck_ends,
        timer=TimerCards(cards=state.timer.cards, kept=state.timer.kept)
        if state.timer
        else TimerCards(),
    )
