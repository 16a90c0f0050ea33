"""What a counted round comes to, what may be wrong with it, and what it leaves open: the tiles that
are told (zinga/tiles), a player who is out (zinga/7.A), a blocked round (zinga/7.B).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import chain
from typing import TYPE_CHECKING, NamedTuple

from msgspec import UNSET

from referee.core import Message, PlayerKey, plural, say
from referee.core.judging import Fault
from referee.games.zinga import secrets
from referee.games.zinga.board import kinds_on
from referee.games.zinga.fitting import Fit, playable
from referee.games.zinga.state import State
from referee.games.zinga.tiles import TILE_WORDS, TILES, WHERE, worth

if TYPE_CHECKING:
    from referee.games.zinga.actions.end_round.action import EndRound


class RoundResult(NamedTuple):
    """`sums`: by player, what is left in the hand; None where that is not told. `winner`: None
    where it is not known. `points`: what the winner collects; None where the winner or another's
    sum is not known."""

    sums: Mapping[PlayerKey, int | None]
    winner: PlayerKey | None
    points: int | None

    @property
    def unknown(self) -> list[str]:
        """Return whose sum is not told, the winner's apart."""
        return [who for who, left in self.sums.items() if left is None and who != self.winner]

    @property
    def lowest(self) -> list[PlayerKey]:
        """Return who has the lowest sum, in seating order; nobody while a sum is unknown."""
        known = [left for left in self.sums.values() if left is not None]
        if len(known) < len(self.sums):
            return []
        lowest = min(known)
        return [who for who, left in self.sums.items() if left == lowest]


def told_sums(event: EndRound) -> dict[PlayerKey, int]:
    """Return what the event says that somebody has left: tiles before typed sums."""
    return {**event.points, **{who: worth(tiles) for who, tiles in event.hands.items()}}


def count_round(state: State, event: EndRound) -> RoundResult:
    """Count the round as the event tells it: a named winner before any other."""
    told = told_sums(event)
    sums = {who: told.get(who, 0 if who == state.out else None) for who in state.players}
    winner = None
    if event.winner is not UNSET:
        winner = event.winner
    elif event.blocked and state.in_round:
        lowest = RoundResult(sums, None, None).lowest
        winner = lowest[0] if len(lowest) == 1 else None
    elif state.in_round:
        winner = state.out
    others = {**sums, winner: 0} if winner is not None else sums
    known = [left for left in others.values() if left is not None]
    is_settled = winner is not None and len(known) == len(sums)
    return RoundResult(sums, winner, sum(known) if is_settled else None)


class HeldFit(Fit):
    """A tile of a player that could be placed, and where."""

    by: PlayerKey


Fitting = list[HeldFit]
"""Which tile fits where, as facts."""


# What was told of the tiles (zinga/tiles)


def one_of_each(event: EndRound) -> Iterator[Fault]:
    """Find a tile that is counted twice."""
    tiles = [*chain.from_iterable(event.hands.values())]
    if len({*tiles}) < len(tiles):
        twice = next(tile for i, tile in enumerate(tiles) if tile in tiles[:i])
        reason = say("There is only one {tile}, but it is counted twice.", tile=TILE_WORDS[twice])
        yield Fault(("zinga/tiles",), reason)


def sums_agree(event: EndRound) -> Iterator[Fault]:
    """Find a typed sum that is not that of the tiles."""
    for who, tiles in event.hands.items():
        told = event.points.get(who)
        if told is not None and told != (left := worth(tiles)):
            reason = say(
                "{who}'s tiles are worth {left}, not {told}.", who=who, left=left, told=told
            )
            yield Fault((event.way, "zinga/7", "zinga/tiles"), reason)
            return


def tiles_agree(state: State, event: EndRound) -> Iterator[Fault]:
    """Find hands of another size than the referee's count, or with tiles known to be elsewhere, or
    without tiles known to be there."""
    laid = [kinds_on(circle) for circle in state.board]
    holders = {tile: who for who, tiles in state.known.items() for tile in tiles}
    for who, tiles in event.hands.items():
        held = state.hands[who]
        if held is not None and held != len(tiles):
            reason = say(
                "By the referee's count {who} holds {held} tiles, not {told}.",
                who=who,
                held=held,
                told=len(tiles),
            )
            yield Fault(("zinga/tiles",), reason)
        for tile in tiles:
            colour, kind = TILES[tile]
            if kind in laid[colour]:
                reason = say("The {tile} is on the board.", tile=TILE_WORDS[tile])
                yield Fault(("zinga/tiles",), reason)
            if tile in holders and holders[tile] != who:
                elsewhere = secrets.secret(secrets.ELSEWHERE, holders[tile], tile, by=who)
                yield Fault(("zinga/tiles",), elsewhere)
        for tile in state.known.get(who, ()):
            if tile not in tiles:
                yield Fault(("zinga/tiles",), secrets.secret(secrets.MISSING, who, tile))


# Somebody is out (zinga/7.A)


def winner_is_out(state: State, event: EndRound) -> Iterator[Fault]:
    """Find that the winner is not, or cannot be, the one without tiles."""
    clauses = ("zinga/7.A",)
    out = state.out
    winner = out if event.winner is UNSET else event.winner
    if winner is None:
        if not any(_may_be_out(state, event, who) for who in state.players):
            nobody = say(
                "Nobody has placed the last tile, and nobody has said the round is blocked."
            )
            yield Fault(clauses, nobody)
    elif out is not None and winner != out:
        reason = say("{out} has no tiles left, so {out} wins the round.", out=out)
        yield Fault(clauses, reason)
    elif not _may_be_out(state, event, winner):
        still = say("{winner} still has tiles. Who placed the last one?", winner=winner)
        if held := state.least_held(winner) or len(event.hands.get(winner, ())):
            still = plural(
                "By the count {winner} still holds {n} tile. Who placed the last one?",
                "By the count {winner} still holds {n} tiles. Who placed the last one?",
                held,
                winner=winner,
            )
        yield Fault(clauses, still)


def _may_be_out(state: State, event: EndRound, who: PlayerKey) -> bool:
    """Whether nothing speaks against `who` having no tiles."""
    return not (state.least_held(who) or event.hands.get(who) or event.points.get(who))


# Nothing can be placed (zinga/7.B)


def still_fitting(state: State, event: EndRound) -> tuple[Fitting, list[str]]:
    """List what fits of the hands given, and of tiles known to be in the others: by seating, tile,
    space; and the readings on which it rests that of the hands nothing fits."""
    fitting: Fitting = []
    readings: list[str] = []
    for who in dict.fromkeys((*event.hands, *state.known)):
        tiles = event.hands.get(who, state.known.get(who, ()))
        where, used = playable(state, tiles, opening=False)
        if who not in state.opened:
            opens, _ = playable(state, tiles, opening=True)
            where += [one for one in opens if one not in where]
        fitting += [{"by": who, **one} for one in where]
        if who in event.hands:
            readings += used
    fitting.sort(key=lambda one: (state.players.index(one["by"]), one["tile"], one["at"]))
    return fitting, readings


def is_blocked(state: State, event: EndRound, fitting: Fitting) -> Iterator[Fault]:
    """Find what is against its being blocked: somebody is out, the bag holds tiles, one fits."""
    out = state.out or next((who for who in state.players if _shows_none(state, event, who)), None)
    if out is not None:
        reason = say("{out} has no tiles left: the round is over, not blocked.", out=out)
        yield Fault(("zinga/7.A", "zinga/7.B"), reason)
    if state.bag:
        still = plural(
            "There is still {n} tile in the bag.",
            "There are still {n} tiles in the bag.",
            state.bag,
        )
        yield Fault(("zinga/7.B",), still)
    shown = [one for one in fitting if one["by"] in event.hands]
    for found in (shown or fitting)[:1]:
        by, tile, at = found["by"], found["tile"], found["at"]
        if shown:
            reason = say(
                "The round is not blocked: {by}'s {tile} fits {at}.",
                tile=TILE_WORDS[tile],
                by=by,
                at=WHERE[at],
            )
        else:
            reason = secrets.secret(secrets.UNBLOCKS, by, tile, at)
        yield Fault(("zinga/7.B",), reason)


def _shows_none(state: State, event: EndRound, who: PlayerKey) -> bool:
    """Whether `who`, whose count is unknown, shows an empty hand."""
    return state.hands[who] is None and who in event.hands and not event.hands[who]


def winner_has_lowest(event: EndRound, result: RoundResult) -> Iterator[Fault]:
    """Find that another has less left than the winner who is named."""
    if event.winner is UNSET or (own := result.sums[event.winner]) is None:
        return
    for who, left in result.sums.items():
        if left is not None and left < own:
            reason = say(
                "{winner} has {own} left and {who} only {left}: the lowest sum wins.",
                winner=event.winner,
                own=own,
                who=who,
                left=left,
            )
            yield Fault(("zinga/7.B",), reason)
            return


# What is open


def open_questions(state: State, event: EndRound, result: RoundResult) -> Iterator[Message]:
    """Say what would settle it."""
    if event.blocked and state.in_round:
        if state.bag is None and state.most_in_bag:
            yield say("It depends whether the bag is empty.")
        if unseen := [who for who in state.players if who not in event.hands]:
            yield say(
                "Points alone do not show that nothing fits: enter {players}'s tiles, or let it "
                "stand.",
                players=[*unseen],
            )
    elif state.in_round and result.winner is None:
        yield say("It depends who placed the last tile.")
        return
    if unknown := result.unknown:
        yield plural(
            "It depends on what {who} has left.",
            "It depends on what {who} have left.",
            len(unknown),
            who=[*unknown],
        )
    if not state.in_round and result.winner is None:
        yield say("It depends who won the round.")
    if event.blocked and state.in_round and event.winner is UNSET and len(result.lowest) > 1:
        yield say(
            "{players} are tied for the lowest sum: the table decides who wins.",
            players=[*result.lowest],
        )
