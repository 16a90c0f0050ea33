"""Sentences that tests expect, kept in one file for each game."""

from __future__ import annotations

import json
import os
from pathlib import Path

WRITE = "WRITE_WORDING" in os.environ
"""Write what is said instead of comparing it: `WRITE_WORDING=1 pytest tests/games`."""


class Wording:
    """What one test expects to be said, in the order in which it asks: whatever is compared with
    it by `==` is compared with the next."""

    def __init__(self, kept: list[object]) -> None:
        self.kept = kept
        self.said: list[object] = []

    def __eq__(self, said: object) -> bool:
        self.said.append(said)
        return WRITE or self.kept[len(self.said) - 1 : len(self.said)] == [said]

    def __repr__(self) -> str:
        return repr(dict(enumerate(self.kept)).get(len(self.said) - 1, "nothing that is kept"))

    __hash__ = None  # type: ignore[assignment]


def kept_in(folder: Path) -> dict[str, list[object]]:
    """The sentences of the tests in `folder`, by module and test."""
    file = folder / "wording.json"
    return json.loads(file.read_text()) if file.exists() else {}
