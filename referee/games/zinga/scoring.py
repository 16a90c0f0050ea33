"""The end of a round: who collects what (zinga/7), and whether it ends the game (zinga/win)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from msgspec import UNSET
from msgspec.structs import replace

from referee.core import Message, Ruling, legal, plural, say, undecided
from referee.games.zinga import secrets
from referee.games.zinga.board import EMPTY_BOARD, tiles_of
from referee.games.zinga.events import Bonus, EndRound, Place
from referee.games.zinga.rules import Refusal, playable, readings_on, refuse
from referee.games.zinga.state import State, least_held, most_in_bag, reaches_target
from referee.games.zinga.tiles import TILE_WORDS, VALUE

MARKED = frozenset({"place", "bonus", "end_round"})
_CLOSED = {
    "orange": say("orange"),
    "green": say("green"),
    "purple": say("purple"),
    "yellow": say("yellow"),
}


def marks(event: Any, ruling: Ruling) -> Mapping[str, Sequence[Message]]:
    """What a score sheet notes: the colour of a circle beside who closed it, what everybody has
    left, and that the round was blocked."""
    if isinstance(event, Bonus):
        return {event.to: [_CLOSED[event.circle]]}
    if isinstance(event, Place):
        closed = ruling.facts.get("closed")
        return {event.by: [_CLOSED[closed]]} if closed else {}
    assert isinstance(event, EndRound)
    noted: dict[str, Sequence[Message]] = {
        who: [say("{n} left", n=n)] for who, n in _told(event).items() if n
    }
    return noted | ({"": [say("blocked")]} if event.blocked else {})


class Count(NamedTuple):
    """What an `end_round` comes to.

    `sums`: by player, what he has left; None where that is not told. `winner`: None where it is
    not known. `points`: what the winner collects; None where the winner or another's sum is not
    known.
    """

    sums: dict[str, int | None]
    winner: str | None
    points: int | None


def _told(event: EndRound) -> dict[str, int]:
    """What the event says that somebody has left: tiles before typed sums."""
    worth = {who: sum(VALUE[tile] for tile in tiles) for who, tiles in event.hands.items()}
    return {**event.points, **worth}


def counted(state: State, event: EndRound) -> Count:
    """The round as the event counts it: tiles before typed sums, a named winner before any."""
    told = _told(event)
    sums = {who: told.get(who, 0 if who == state.out else None) for who in state.agreed.players}
    winner = None
    if event.winner is not UNSET:
        winner = event.winner
    elif event.blocked and state.in_round:
        lowest = _lowest(sums)
        winner = lowest[0] if len(lowest) == 1 else None
    elif state.in_round:
        winner = state.out
    others = [left for who, left in sums.items() if who != winner]
    points = None if winner is None or None in others else sum(left or 0 for left in others)
    return Count(sums, winner, points)


def _lowest(sums: dict[str, int | None]) -> list[str]:
    """Who has the lowest sum, in seating order; nobody while a sum is unknown."""
    known = [left for left in sums.values() if left is not None]
    if len(known) < len(sums):
        return []
    return [who for who, left in sums.items() if left == min(known)]


def judge_end_round(state: State, event: EndRound) -> Ruling:
    """The ruling on counting a round, tracked or not."""
    count = counted(state, event)
    way = "zinga/7.B" if event.blocked else "zinga/7.A"
    facts: dict[str, Any] = {}
    readings: tuple[str, ...] = ()
    broken = [*_one_of_each(event), *_sums_agree(event)]
    doubts: list[Message] = []
    if not state.in_round:
        doubts = _unknown_sums(count)
        if count.winner is None:
            doubts.append(say("Who won the round settles it."))
    elif event.blocked:
        broken += _tiles_agree(state, event)
        fitting = _still_fitting(state, event)
        broken += _not_blocked(state, event, fitting) + _not_lowest(event, count)
        doubts = _unproved(state, event) + _unknown_sums(count) + _shared_lowest(event, count)
        readings = _blocked_readings(state, event)
        if broken:
            facts["playable"] = fitting
    else:
        broken += _tiles_agree(state, event) + _not_out(state, event)
        if state.out is None and event.winner is UNSET:
            doubts = [say("Who played the last tile settles it.")]
        else:
            doubts = _unknown_sums(count)
    applicable = count.points is not None
    if applicable and (event.stands or not (broken or doubts)):
        facts.update(points=count.points, winner=count.winner)
    if broken:
        ruling = refuse(broken, applicable, **facts)
        return replace(ruling, readings=tuple(dict.fromkeys((*ruling.readings, *readings))))
    if doubts:
        reason = doubts[0]
        if len(doubts) > 1:
            reason = say("{one} {two}", one=doubts[0], two=doubts[1])
        return undecided((way, "zinga/7"), reason, readings=readings, can_stand=applicable, **facts)
    assert count.winner is not None
    assert count.points is not None
    ends = reaches_target(state, _scores(state, count))
    return legal(
        (way, "zinga/7", "zinga/win") if ends else (way, "zinga/7"),
        plural(
            "{winner} wins the round and collects {n} point from the others.",
            "{winner} wins the round and collects {n} points from the others.",
            count.points,
            winner=count.winner,
        ),
        (say("The target is reached: the game is over."),) if ends else (),
        readings,
        **facts,
    )


# What was told of the tiles (zinga/tiles)


def _one_of_each(event: EndRound) -> list[Refusal]:
    holder: dict[str, str] = {}
    for who, tiles in event.hands.items():
        for tile in tiles:
            if tile in holder:
                reason = say("There is one {tile}, and it is counted twice.", tile=TILE_WORDS[tile])
                return [Refusal(("zinga/tiles",), reason)]
            holder[tile] = who
    return []


def _sums_agree(event: EndRound) -> list[Refusal]:
    for who, tiles in event.hands.items():
        left = sum(VALUE[tile] for tile in tiles)
        told = event.points.get(who, left)
        if told != left:
            way = "zinga/7.B" if event.blocked else "zinga/7.A"
            reason = say(
                "The tiles of {who} are worth {left}, not {told}.", who=who, left=left, told=told
            )
            return [Refusal((way, "zinga/7", "zinga/tiles"), reason)]
    return []


def _tiles_agree(state: State, event: EndRound) -> list[Refusal]:
    """Refuses hands of another size than the referee's count, or with tiles known to be elsewhere,
    or without tiles known to be there."""
    broken = []
    placed = set(tiles_of(state.board))
    for who, tiles in event.hands.items():
        held = state.hands[who]
        if held is not None and held != len(tiles):
            reason = say(
                "{who} holds {held} tiles by the referee's count, not {told}.",
                who=who,
                held=held,
                told=len(tiles),
            )
            broken.append(Refusal(("zinga/tiles",), reason))
        for tile in tiles:
            if tile in placed:
                reason = say("The {tile} lies on the board.", tile=TILE_WORDS[tile])
                broken.append(Refusal(("zinga/tiles",), reason))
            for holder, known in state.known.items():
                if tile in known and holder != who:
                    reason = secrets.held_elsewhere(holder, who, tile)
                    broken.append(Refusal(("zinga/tiles",), reason))
        for tile in state.known.get(who, ()):
            if tile not in tiles:
                broken.append(Refusal(("zinga/tiles",), secrets.missing(who, tile)))
    return broken


def _unknown_sums(count: Count) -> list[Message]:
    return [
        say("What {who} has left settles it.", who=who)
        for who, left in count.sums.items()
        if left is None and who != count.winner
    ]


# A: somebody is out (zinga/7.A)


def _not_out(state: State, event: EndRound) -> list[Refusal]:
    """Refuses a winner who is not, or cannot be, the one without tiles."""
    rule = ("zinga/7.A",)
    out = state.out
    winner = out if event.winner is UNSET else event.winner
    if winner is None:
        if any(_may_be_out(state, event, who) for who in state.agreed.players):
            return []
        return [
            Refusal(rule, say("Nobody has played the last tile, and nobody says it is blocked."))
        ]
    if out is not None and winner != out:
        return [Refusal(rule, say("{out} has no tiles left, so {out} wins the round.", out=out))]
    if not _may_be_out(state, event, winner):
        return [Refusal(rule, say("{winner} still has tiles.", winner=winner))]
    return []


def _may_be_out(state: State, event: EndRound, who: str) -> bool:
    """Whether nothing speaks against `who` having no tiles."""
    return not (least_held(state, who) or event.hands.get(who) or event.points.get(who))


# B: nothing can be placed (zinga/7.B)


def _still_fitting(state: State, event: EndRound) -> list[dict[str, Any]]:
    """What fits of the hands given, and of tiles known to be in the others, as facts: by seating,
    tile, space."""
    fitting = []
    for who in state.agreed.players:
        tiles = event.hands.get(who, state.known.get(who, ()))
        where = playable(state, who, tiles, opening=False)
        if who not in state.opened:
            where += [one for one in playable(state, who, tiles, opening=True) if one not in where]
            where.sort(key=lambda one: (one["tile"], one["at"]))
        fitting += [{"by": who, **one} for one in where]
    return fitting


def _not_blocked(state: State, event: EndRound, fitting: list[dict[str, Any]]) -> list[Refusal]:
    broken = []
    if state.out is not None:
        reason = say("{out} has no tiles left: the round is over, not blocked.", out=state.out)
        broken.append(Refusal(("zinga/7.A", "zinga/7.B"), reason))
    if state.bag:
        reason = plural(
            "There is still {n} tile in the bag.",
            "There are still {n} tiles in the bag.",
            state.bag,
        )
        broken.append(Refusal(("zinga/7.B",), reason))
    shown = [one for one in fitting if one["by"] in event.hands]
    for one in (shown or fitting)[:1]:
        by, tile, at = one["by"], one["tile"], one["at"]
        if shown:
            reason = say(
                "The {tile} of {by} fits on space {at}.", tile=TILE_WORDS[tile], by=by, at=at
            )
        else:
            reason = secrets.unblocks(by, tile, at)
        broken.append(Refusal(("zinga/7.B",), reason))
    return broken


def _not_lowest(event: EndRound, count: Count) -> list[Refusal]:
    if event.winner is UNSET:
        return []
    own = count.sums[event.winner]
    if own is None:
        return []
    for who, left in count.sums.items():
        if left is not None and left < own:
            reason = say(
                "{winner} has {own} left and {who} only {left}: the lowest sum wins.",
                winner=event.winner,
                own=own,
                who=who,
                left=left,
            )
            return [Refusal(("zinga/7.B",), reason)]
    return []


def _unproved(state: State, event: EndRound) -> list[Message]:
    doubts = []
    if state.bag is None and most_in_bag(state):
        doubts.append(say("Whether the bag is empty settles it."))
    unseen = [who for who in state.agreed.players if who not in event.hands]
    if unseen:
        doubts.append(say("The tiles of {players} settle it.", players=[*unseen]))
    return doubts


def _shared_lowest(event: EndRound, count: Count) -> list[Message]:
    lowest = _lowest(count.sums)
    if len(lowest) < 2 or event.winner is not UNSET:
        return []
    return [say("{players} share the lowest sum: the table names the winner.", players=[*lowest])]


def _blocked_readings(state: State, event: EndRound) -> tuple[str, ...]:
    used: list[str] = []
    for who, tiles in event.hands.items():
        used += readings_on(state, who, tiles, opening=False)
    return tuple(dict.fromkeys(used))


# What it comes to


def _scores(state: State, count: Count) -> dict[str, int]:
    assert count.winner is not None
    assert count.points is not None
    return {**state.scores, count.winner: state.scores[count.winner] + count.points}


def apply_end_round(state: State, event: EndRound) -> State:
    """The round is over: its winner has collected and starts the next (zinga/1, zinga/7)."""
    count = counted(state, event)
    scores = _scores(state, count)
    return replace(
        between_rounds(secrets.shown_otherwise(state, event.hands)),
        scores=scores,
        ended=state.ended + 1,
        round=state.round if state.in_round else state.round + 1,
        starter=count.winner,
        over=reaches_target(state, scores),
    )


def between_rounds(state: State) -> State:
    """`state` with no round running and the next starter free; the scores stay."""
    return replace(
        state,
        in_round=False,
        starter=None,
        by_lots=False,
        turn=None,
        bag=None,
        hands={},
        known={},
        named=False,
        board=EMPTY_BOARD,
        closed=(),
        opened=(),
        out=None,
        last=None,
    )
