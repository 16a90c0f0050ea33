"""A record may be cut anywhere by the position that its own report tells, and goes on alike."""

from __future__ import annotations

from random import Random
from typing import Any

import msgspec
from drivers import begin, setups

from referee.record import read_events
from referee.table import Entry, Fold

MOST_AFTER = 25
"""So many events after a cut are compared."""


def told(game: Any, state: Any) -> dict[str, Any]:
    """What a report tells of a state; of teams, who their first members are."""
    report = {"state": game.report(state), "scores": game.scores(state)}
    if game.team_scores(state) is not None:
        report["teams"] = [members[0] for members in game.sides(state)]
    plain: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(report))
    return plain


def taken(fold: Fold, events: list[Any]) -> list[Entry]:
    return [fold.take(event, n) for n, event in enumerate(events)]


def cut(key: str, number: int, seed: int, most: int) -> int:
    """Cut one random evening wherever its report tells all that is known; how often that was."""
    game, drive, players, options, start = begin(key, number)
    random, fold = Random(seed), Fold(game, start)
    events: list[Any] = []
    states: list[Any] = []
    entries: list[Entry] = []
    while len(events) < most and not game.over(fold.state):
        make = drive.mutants if random.random() < 0.3 else drive.next_event
        event = make(game, fold.state, random.choice)
        if event.__struct_config__.tag == "position":
            continue
        states.append(fold.state)
        entries.append(fold.take(event, len(events)))
        events.append(event)
    cuts = 0
    for at, state in enumerate(states):
        fields = drive.position_of(told(game, state))
        if fields is None or not drive.is_told(state) or list(game.players(state)) != players:
            continue
        data = msgspec.json.encode([{"type": "position", **fields}])
        resumed = Fold(game, start)
        (position,) = read_events(game, data, players, options)
        entry = resumed.take(position, 0)
        assert entry.ruling.verdict == "legal", (fields, entry.ruling)
        cuts += 1
        for n in range(at, min(at + MOST_AFTER, len(events))):
            again = resumed.take(events[n], n)
            if drive.may_differ(events[n], entries[n].ruling):
                if again.effect != entries[n].effect:
                    break
                continue
            assert again.ruling.verdict == entries[n].ruling.verdict, (
                f"{key} {number} seed {seed}: cut at {at}, event {n} {events[n]}",
                entries[n].ruling,
                again.ruling,
            )
    return cuts


def test_a_record_cut_by_its_own_position_goes_on_alike() -> None:
    cuts: dict[str, int] = {}
    for key, number in setups():
        if (begin(key, number)[1]).__dict__.get("position_of") is None:
            continue  # a game that is no part of the app need not tell
        cuts[key] = cuts.get(key, 0) + sum(cut(key, number, seed, 50) for seed in range(2))
    assert cuts.keys() >= {"zar", "kazing", "zinga", "zigzag", "zingazam"}
    assert min(cuts.values()) > 50, cuts
