"""The rulings of all games: which clauses they cite, and of whom they speak."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest
from drivers import begin, setups

from referee.core import Message, Ruling, Unusable
from referee.games import games
from referee.record import check, read
from referee.table import Fold

TESTS = Path(__file__).parent.parent
GAMES = pytest.mark.parametrize("key", games())


def cases(key: str) -> Iterator[Any]:
    """The records of the game's cases: the shared ones, and those of its page."""
    for path in sorted((TESTS / "vectors" / key).glob("*.json")):
        yield json.loads(path.read_text("utf-8"))["record"]
    page = TESTS / "games" / key / "page.jsonl"
    for line in page.read_text("utf-8").splitlines() if page.exists() else ():
        case = json.loads(line)
        yield {
            "format": "referee-record",
            "version": 1,
            "game": key,
            "players": case["players"],
            "options": case.get("options", {}),
            "events": case["events"],
        }


@cache
def ruled(key: str) -> tuple[tuple[Any, Ruling, tuple[str, ...]], ...]:
    """Every event of the cases and of some random play, with its ruling and the players."""
    found = []
    for record in cases(key):
        data = record if isinstance(record, str) else json.dumps(record)
        try:
            read_ = read(data.encode())
        except Unusable:
            continue
        players = tuple(read_.players)
        for event, entry in zip(read_.events, check(read_).entries, strict=True):
            found.append((event, entry.ruling, players))
    for _, number in (setup for setup in setups() if setup[0] == key):
        game, drive, seated, _, state = begin(key, number)
        random, fold = Random(number), Fold(game, state)
        for n in range(250):
            if game.over(fold.state):
                fold = Fold(game, state)
            event = drive.mutants(game, fold.state, random.choice)
            found.append((event, game.judge(fold.state, event), tuple(seated)))
            event = drive.next_event(game, fold.state, random.choice)
            found.append((event, fold.take(event, n).ruling, tuple(seated)))
    return tuple(found)


@GAMES
def test_every_clause_is_cited_or_explains(key: str) -> None:
    clauses = games()[key].rules.clauses
    cited = {rule for _, ruling, _ in ruled(key) for rule in ruling.rules}
    explaining = {id for id, clause in clauses.items() if clause.explains}
    assert clauses.keys() - cited == explaining


def spoken_of(message: Message, players: tuple[str, ...]) -> set[str]:
    """The players that a sentence names."""
    found: set[str] = set()
    for value in message.values.values():
        for each in value if isinstance(value, list) else [value]:
            if isinstance(each, Message):
                found |= spoken_of(each, players)
            elif type(each) is str and each in players:
                found.add(each)
    return found


@GAMES
def test_what_is_allowed_is_said_of_who_is_refused(key: str) -> None:
    """What a refusal says would be allowed is never said of another player."""
    for event, ruling, players in ruled(key):
        if ruling.allowed is not None:
            others = spoken_of(ruling.allowed, players) - {getattr(event, "by", None)}
            assert not others, (event, ruling.allowed)


def test_somebody_else_is_seen() -> None:
    inner = Message("{who} plays.", {"who": "Ann"})
    assert spoken_of(Message("{one} {n}", {"one": inner, "n": 3}), ("Ann", "Bo")) == {"Ann"}
