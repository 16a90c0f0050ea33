"""What the tests of the games share: the sentences of each game, kept in one file."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest
from kept_wording import WRITE, Wording, kept_in


@pytest.fixture
def wording(request: pytest.FixtureRequest) -> Iterator[Wording]:
    """The sentences that this test expects, from the `wording.json` beside it."""
    name = f"{request.path.stem}::{request.node.name}"
    all_kept = kept_in(request.path.parent)
    here = Wording(all_kept.get(name, []))
    yield here
    if not WRITE:
        assert request.session.testsfailed or len(here.said) == len(here.kept), "kept, and not said"
    else:
        all_kept[name] = here.said
        text = json.dumps(dict(sorted(all_kept.items())), ensure_ascii=False, indent=1)
        (request.path.parent / "wording.json").write_text(text + "\n")
