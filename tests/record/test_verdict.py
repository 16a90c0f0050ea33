"""A verdict is one of three, and is stored as its word."""

from __future__ import annotations

import msgspec
import pytest

from referee.core import LEGAL, Ruling, legal, say
from referee.core.ruling import Verdict


def test_a_ruling_is_stored_with_the_word_of_its_verdict() -> None:
    kept = msgspec.json.encode(legal("table/position", say("So it lies.")))
    assert msgspec.json.decode(kept)["verdict"] == "legal"
    assert msgspec.json.decode(kept, type=Ruling).verdict is LEGAL
    assert [str(verdict) for verdict in Verdict] == ["legal", "illegal", "undecided"]


def test_no_other_word_is_a_verdict() -> None:
    with pytest.raises(msgspec.ValidationError):
        msgspec.json.decode(
            b'{"verdict": "maybe", "rules": ["a"], "reason": {"type": "say", "text": ""}}',
            type=Ruling,
        )
