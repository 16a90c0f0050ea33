"""One walker over types: what does not fit is said in our words, at its place."""

from __future__ import annotations

import json
from copy import deepcopy
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

from referee.core import Unusable, render
from referee.core.schema import convert, decode, entry_of, schema_of
from referee.games import games

VECTORS = Path(__file__).parent.parent / "vectors"
ODD = [None, True, -1, 0, 7, 2**63, 1.5, "", "2", "x" * 600, [], {}, [[]], {"x": 1}, [None] * 30]
ODD += [["Ann"] * 1000, {str(i): 1 for i in range(300)}, "null", "true", "undo"]


def events() -> list[tuple[str, dict[str, Any]]]:
    """Good events of every game."""
    found = []
    for path in sorted(VECTORS.rglob("*.json")):
        record = json.loads(path.read_text())["record"]
        found += [(record["game"], event) for event in record["events"]]
    return found


def places(node: Any) -> list[tuple[Any, Any]]:
    """Every (container, key) in a tree."""
    found = []
    for key, value in list(node.items() if isinstance(node, dict) else enumerate(node)):
        found.append((node, key))
        if isinstance(value, (dict, list)):
            found += places(value)
    return found


def spoilt(random: Random, event: dict[str, Any]) -> dict[str, Any]:
    """A copy of `event` with one or two things that may not belong there."""
    copy = json.loads(json.dumps(event))
    for _ in range(random.randint(1, 2)):
        node, key = random.choice(places(copy))
        way = random.randrange(4)
        if way == 0 and isinstance(node, dict):
            node[random.choice(["x", "by", "stands", "cards", "type"])] = deepcopy(
                random.choice(ODD)
            )
        elif way == 1 and isinstance(node, dict) and len(node) > 1:
            del node[key]
            return copy
        else:
            node[key] = deepcopy(random.choice(ODD))
    return copy


@pytest.mark.slow
def test_it_refuses_what_msgspec_refuses_and_nothing_else() -> None:
    random = Random(10)
    sources = events()
    refused = 0
    for _ in range(20_000):
        key, event = random.choice(sources)
        bad = spoilt(random, event)
        kind = games()[key].events
        try:
            msgspec.convert(bad, kind, strict=True)
        except msgspec.ValidationError:
            fits = False
        else:
            fits = True
        found = schema_of(kind).mismatch(bad, "", True)
        assert (found is None) == fits, (bad, found)
        refused += not fits
    assert refused > 5_000


@pytest.mark.parametrize(
    ("kind", "fields", "path", "said"),
    [
        (
            "zar",
            {"type": "play", "by": "Ann", "cards": []},
            "cards",
            ("This must have at least 1 entry."),
        ),
        (
            "zar",
            {"type": "play", "by": "Ann", "cards": ["blue-sun"] * 17},
            "cards",
            "This must have at most 16 entries.",
        ),
        ("zar", {"type": "play", "by": 3, "cards": ["blue-sun"]}, "by", "This must be text."),
        (
            "zar",
            {"type": "zar", "by": "x" * 500},
            "by",
            ("This name is too long: 40 characters at most."),
        ),
        ("zar", {"type": "zar"}, "by", "The field by is missing."),
        ("zar", {"by": "Ann"}, "type", "The field type is missing."),
        ("zar", {"type": "zar", "by": "Ann", "why": 1}, "why", "There is no field why here."),
        (
            "zar",
            {"type": "zar", "by": "Ann", "stands": 1},
            "stands",
            ("This must be true or false."),
        ),
        ("zar", {"type": "dance"}, "type", "dance cannot be used here."),
        ("zar", {"type": "end_hand", "points": []}, "points", "This must be an object."),
        ("zinga", {"type": "ask", "question": 7}, "question", "7 cannot be used here."),
        (
            "zinga",
            {"type": "place", "by": "A", "tile": "orange:0-0", "at": 16},
            "at",
            "This must be a number from 0 to 15.",
        ),
        (
            "zinga",
            {"type": "place", "by": "A", "tile": "orange:0-0", "at": 1, "ends": [1]},
            "ends",
            "This must have exactly 2 entries.",
        ),
        (
            "zinga",
            {"type": "position", "board": {"orange": {"3": {"zinga": [1, 9]}}}},
            "board.orange.3.zinga[1]",
            "This must be a number from 0 to 4.",
        ),
    ],
)
def test_it_says_in_our_words_what_belongs_there(
    kind: str, fields: dict[str, Any], path: str, said: str
) -> None:
    with pytest.raises(Unusable) as caught:
        decode(json.dumps(fields).encode(), games()[kind].events, "")
    assert (caught.value.path, render(caught.value.message)) == (path, said)


def test_a_form_sends_texts_for_numbers() -> None:
    kind = games()["zinga"].events
    fields = {"type": "place", "by": "A", "tile": "orange:0-0", "at": "15"}
    assert convert(fields, kind, "").at == 15
    with pytest.raises(Unusable) as caught:
        convert(fields | {"at": "16"}, kind, "event")
    assert caught.value.path == "event.at"
    assert render(caught.value.message) == "This must be a number from 0 to 15."


def test_what_is_refused_is_named_by_no_more_than_its_beginning() -> None:
    kind = games()["zar"].events
    long = "x" * 50_000
    for bad in ({"type": long}, {"type": "zar", "by": "Ann", long: 1}):
        with pytest.raises(Unusable) as caught:
            convert(bad, kind, "")
        assert len(caught.value.path) <= 60
        assert len(render(caught.value.message)) < 120


def test_fields_are_sorted_into_a_tree_at_one_step_a_dot() -> None:
    tree = entry_of([("a.b", "1"), ("a.b", "2"), ("a", "3"), ("c", ""), (".".join("d" * 100), "4")])
    assert tree.below["a"].values == ["3"]
    assert tree.below["a"].below["b"].values == ["1", "2"]
    assert tree.below["c"].values == [""]
    depth, at = 0, tree.below["d"]
    while at.below:
        depth, at = depth + 1, next(iter(at.below.values()))
    assert depth <= 8
