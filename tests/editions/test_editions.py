"""A change of what the rules say takes a new edition: by that running tables are judged anew."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))

from editions import altered, digest, kept, keys, today

from referee.games import games

WRITE = "run .venv/bin/python tests/editions/write.py"


@pytest.mark.parametrize("key", keys())
def test_the_rules_say_the_same_of_every_case_or_have_a_new_edition(key: str) -> None:
    changed = [*altered(key)]
    assert not changed, f"raise the edition of {key}, then {WRITE}: {changed}"


@pytest.mark.parametrize("key", keys())
def test_what_the_edition_says_is_kept(key: str) -> None:
    assert kept(key)["edition"] == games()[key].rules.edition, WRITE
    assert kept(key)["cases"].keys() == today(key).keys(), WRITE


def test_what_is_said_is_told_apart() -> None:
    assert digest({"verdict": "legal"}) != digest({"verdict": "illegal"})
    assert digest({"a": 1, "b": [1]}) == digest({"b": (1,), "a": 1})
