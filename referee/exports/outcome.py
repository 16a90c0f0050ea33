"""How a table stands, as exports tell it: everybody by his present name."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime

import msgspec

from referee.core import AnyGame, Finish, Message, PlayerKey


class PlayerResult(msgspec.Struct, frozen=True):
    """A player's share of it. `rank` is his side's place (see `ranks`); `changes` are his
    points of each hand or round (None: he was not there yet); `team` names those who score
    together with him, himself among them, and is empty where everybody plays for himself; `start`
    is what he had before the first hand or round; `finish`: how he came out of a race that is
    over; `told`: the score in words, where its number alone does not tell."""

    name: str
    score: int
    won: bool
    rank: int
    starter: bool
    changes: tuple[int | None, ...]
    team: str = ""
    start: int = 0
    finish: Finish | None = None
    told: Message | None = None


class Outcome(msgspec.Struct, frozen=True):
    """A table. `play` is its own for ever, and tells nothing; `started` is in UTC, `minutes` how
    long it took, if that is known. `cut`: something is secret now, so it ends before the round or
    game that holds it. `rounds` have been counted, in the game's own sense; what has been scored
    since (`is_running`) is one more in the `changes` of each share."""

    game: AnyGame
    title: str
    play: str
    started: datetime
    minutes: int | None
    over: bool
    cut: bool
    shares: tuple[PlayerResult, ...]
    rounds: int
    is_running: bool = False

    def sides(self) -> list[PlayerResult]:
        """Return one share of each side, in order of rank."""
        first: dict[str, PlayerResult] = {}
        for share in self.shares:
            first.setdefault(share.team or share.name, share)
        return sorted(first.values(), key=lambda share: share.rank)


def ranks(game: AnyGame, state: object) -> dict[PlayerKey, int]:
    """Return the place of each player from 1, the winners first. Who are equal share one; who score
    together are one side, and take one place."""
    scores, won, sides = game.scores(state), game.winners(state), game.sides(state)

    def key(player: PlayerKey) -> tuple[bool, int]:
        score = scores[player]
        return player not in won, score if game.scoring.low_wins else -score

    first = [key(side[0]) for side in sides]
    return {player: 1 + sum(other < key(player) for other in first) for player in scores}


def side_name(names: Sequence[str]) -> str:
    """Return what those who score together are called: in every list and file the same."""
    return " + ".join(names)


def outcome(
    game: AnyGame,
    state: object,
    options: object,
    course: Sequence[Mapping[PlayerKey, int]],
    names: Mapping[PlayerKey, str],
    starter: PlayerKey | None,
    *,
    start: Mapping[PlayerKey, int],
    title: str,
    play: str,
    started: datetime,
    minutes: int | None,
    cut: bool,
) -> Outcome:
    """The outcome of `state` under `options`; `course`: the scores after each hand or round,
    `starter`: who was the first to play, if that is known, `start`: the scores before the first
    event (all by player key). The others are fields of the outcome.

    Where a game ends within a round, what it brought counts as one more.
    """
    scores, won, rank = game.scores(state), game.victors(state), ranks(game, state)
    over, finishes = game.over(state), game.scoring.finishes(state)
    told = game.told_scores(state, options)
    course = list(course)
    last = course[-1] if course else start
    is_running = not over and dict(last) != scores
    if is_running or (over and (not course or dict(course[-1]) != scores)):
        course.append(scores)

    teams = {
        player: side_name([names[member] for member in side])
        for side in game.sides(state)
        for player in side
        if len(side) > 1
    }

    def changes(player: PlayerKey) -> tuple[int | None, ...]:
        out: list[int | None] = []
        before = start.get(player, 0)
        for row in course:
            now = row.get(player)
            out.append(None if now is None else now - before)
            before = before if now is None else now
        return tuple(out)

    shares = tuple(
        PlayerResult(
            name=names[player],
            score=score,
            won=player in won,
            rank=rank[player],
            starter=player == starter,
            changes=changes(player),
            team=teams.get(player, ""),
            start=start.get(player, 0),
            finish=finishes.get(player),
            told=told[player],
        )
        for player, score in scores.items()
    )
    return Outcome(
        game=game,
        title=title,
        play=play,
        started=started,
        minutes=minutes,
        over=over,
        cut=cut,
        shares=shares,
        rounds=len(course) - is_running,
        is_running=is_running,
    )
