"""What is worth telling at the end of a game: true of any game, by its scores."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from referee.core.game import AnyGame
from referee.core.keys import PlayerKey
from referee.core.text import Message, say

_FEW = 2
"""Rounds of which nothing is told: everybody remembers them."""


def most(deeds: Iterable[PlayerKey]) -> tuple[PlayerKey, int] | None:
    """Return who did it most often, and how often; `deeds` names the player of each. None where two
    share that, or nobody did it twice."""
    counts: dict[PlayerKey, int] = {}
    for player in deeds:
        counts[player] = counts.get(player, 0) + 1
    order = sorted(counts.items(), key=lambda item: -item[1])
    if not order or order[0][1] < 2 or (len(order) > 1 and order[1][1] == order[0][1]):
        return None
    return order[0]


def most_often(deeds: Iterable[PlayerKey], told: Message) -> list[Message]:
    """Return `told` ("{player} matched {n} times") of whoever did it most often (see `most`)."""
    best = most(deeds)
    return [Message(told.text, {"player": best[0], "n": best[1]})] if best else []


def highest(numbers: Sequence[tuple[int, PlayerKey]], told: Message) -> list[Message]:
    """Return `told` ("The best spell: {n} points, by {player}") of the highest of `numbers`, each
    with its player; nothing where two players share it, or all are 0."""
    n = max((n for n, _ in numbers), default=0)
    players = {player for each, player in numbers if each == n}
    if not n or len(players) > 1:
        return []
    return [Message(told.text, {"n": n, "player": players.pop()})]


def of_scores(
    game: AnyGame, course: Sequence[Mapping[PlayerKey, int]], start: Mapping[PlayerKey, int]
) -> list[Message]:
    """Return what the scores after each hand or round tell: the most points at once, and how often
    the lead changed. `start`: the scores before the first. Teams score alike, so nobody is named
    alone for what a team did."""
    if len(course) <= _FEW or len(course[-1]) < _FEW:
        return []
    return [*_most_at_once(course, start), *_lead(game, course)]


def _most_at_once(
    course: Sequence[Mapping[PlayerKey, int]], start: Mapping[PlayerKey, int]
) -> Iterable[Message]:
    gains = [
        (scores[player] - before.get(player, 0), player)
        for before, scores in zip((start, *course), course, strict=False)
        for player in scores
    ]
    best = max(gain for gain, _ in gains)
    players = [player for gain, player in gains if gain == best]
    if best > 0 and len(players) == 1:
        yield say("The most points at once: {n}, for {player}", n=best, player=players[0])


def _lead(game: AnyGame, course: Sequence[Mapping[PlayerKey, int]]) -> Iterable[Message]:
    leaders: list[PlayerKey] = []
    for scores in course:
        best = (min if game.scoring.low_wins else max)(scores.values())
        first = [player for player, score in scores.items() if score == best]
        if len(first) == 1 and leaders[-1:] != first:
            leaders.append(first[0])
    changes = len(leaders) - 1
    if changes == 0:
        yield say("{player} led from start to finish", player=leaders[0])
    elif changes > 1:
        yield say("The lead changed {n} times", n=changes)
