"""What the table and a report show. Nothing is secret here: every phone sees the same."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from referee.core import Message, Page, PlayerKey, plural, say
from referee.games.kazing.state import End, State


def title(state: State) -> Message:
    """Where the game is: "Round 5"."""
    if state.turn is None:
        return plural("Over after {n} round", "Over after {n} rounds", state.round)
    if state.ending:
        return say("Round {n}, the last", n=state.round)
    return say("Round {n}", n=state.round)


def report(state: State) -> dict[str, object]:
    """The `state` of a report."""
    setup = state.setup
    out: dict[str, object] = {
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


# The page


class Timer(msgspec.Struct, frozen=True, kw_only=True):
    """The Timer of a solo game: its cards, the positions `kept` of those turned up, how many lie
    face `down`, and whether they are to be turned up now (`due`)."""

    cards: int
    kept: tuple[int, ...]
    down: int
    due: bool


class Side(msgspec.Struct, frozen=True, kw_only=True):
    """A team, or a player by himself, and what the type of game counts: `mana`, or `collected` (how
    often each of the nine positions) and `complete` (positions collected often enough)."""

    players: tuple[PlayerKey, ...]
    score: int
    spells: int
    turn: bool
    out: bool
    won: bool
    mana: int | None = None
    collected: tuple[int, ...] = ()
    complete: Sequence[int] = ()


class PlayerRow(msgspec.Struct, frozen=True, kw_only=True):
    """A player; `hand`: cards in hand, None if unknown."""

    player: PlayerKey
    turn: bool
    next: bool
    out: bool
    novice: bool
    spells: int
    hand: int | None
    mana: int | None


class KazingPage(Page, frozen=True, kw_only=True):
    """The `sides` in the order of their turns, the `players` in seating order; `full_bar` is the
    mana that fills a bar."""

    type: str
    level: str
    tracking: str
    teams: bool
    own_mana: bool
    solo: bool
    turn: PlayerKey | None
    next: PlayerKey | None
    round: int
    ending: bool
    over: bool
    cast: bool
    collect: int
    full_bar: int
    end: End
    deck_ends: int
    timer: Timer | None
    sides: Sequence[Side]
    players: Sequence[PlayerRow]


def page(state: State) -> KazingPage:
    """Return what the page of a table shows."""
    setup, options = state.setup, state.setup.options
    following = state.next_turn()[0] if state.turn else None
    return KazingPage(
        is_running=state.turn is not None,
        type=options.type,
        level=options.level,
        tracking=options.tracking,
        teams=setup.team_battle,
        own_mana=setup.own_mana,
        solo=setup.solo,
        turn=state.turn,
        next=following,
        round=state.round,
        ending=state.ending,
        over=state.turn is None,
        cast=state.cast,
        collect=options.collect,
        full_bar=max((setup.mana, *state.mana)),
        end=options.end,
        deck_ends=state.deck_ends,
        timer=_timer(state),
        sides=_sides(state),
        players=_players(state, following),
    )


def _timer(state: State) -> Timer | None:
    timer = state.timer
    if timer is None:
        return None
    down = timer.cards - len(timer.kept)
    return Timer(cards=timer.cards, kept=timer.kept, down=down, due=timer.due)


def _sides(state: State) -> list[Side]:
    setup = state.setup
    won = state.winning_sides() if state.turn is None else []
    scores, spells, sides_in = state.side_scores(), state.side_spells(), state.sides_in()
    return [
        Side(
            players=members,
            score=scores[side],
            spells=spells[side],
            turn=state.turn in members,
            out=side not in sides_in,
            won=side in won,
            mana=scores[side] if state.mana else None,
            collected=state.collected[side] if state.collected else (),
            complete=state.complete(side) if state.collected else (),
        )
        for side, members in enumerate(setup.sides)
    ]


def _players(state: State, following: PlayerKey | None) -> list[PlayerRow]:
    setup, options = state.setup, state.setup.options
    novices = options.novices if options.level == "mixed" else ()
    rows = []
    for seat, player in enumerate(setup.players):
        mana = state.mana[setup.purse[player]] if state.mana else None
        rows.append(
            PlayerRow(
                player=player,
                turn=player == state.turn,
                next=player == following,
                out=mana == 0,
                novice=player in novices,
                spells=state.spells[seat],
                hand=state.hands[seat] if state.hands else None,
                mana=mana,
            )
        )
    return rows
