"""A text that is too long is cut between what a reader takes for one sign."""

from __future__ import annotations

import pytest

from referee.core.text import cut


@pytest.mark.parametrize(
    ("text", "most", "kept"),
    [
        ("Ann", 3, "Ann"),
        ("Annabel", 3, "Ann"),
        ("Ame\u0301lie", 3, "Am"),
        ("Ame\u0301lie", 4, "Ame\u0301"),
        ("a👨\u200d👩\u200d👧b", 3, "a"),
        ("a👍🏽b", 2, "a"),
        ("🇫🇷🇩🇪", 3, "🇫🇷"),
        ("🇫🇷🇩🇪", 2, "🇫🇷"),
        ("e" + "\u0301" * 9, 4, "e" + "\u0301" * 3),
    ],
)
def test_it_is_cut_between_signs(text: str, most: int, kept: str) -> None:
    assert cut(text, most) == kept
