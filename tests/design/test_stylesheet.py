"""One lean stylesheet, read with ease, still where motion is not wanted."""

from __future__ import annotations

import re

from sheet import CSS, OWN, SHARED, bare


def test_it_is_small_and_asks_nothing_of_others() -> None:
    assert len(SHARED.encode()) <= 40_000
    assert all(len(path.read_bytes()) <= 16_000 for path in OWN)
    assert "@import" not in CSS
    assert "url(" not in CSS


def test_text_is_never_smaller_than_16_pixels() -> None:
    sizes = re.findall(r"font(?:-size)?:[^;{}]*?([\d.]+)rem", bare(CSS))
    assert sizes
    assert min(map(float, sizes)) >= 1


def test_nothing_moves_where_motion_is_not_wanted() -> None:
    css = bare(CSS)
    calm = re.sub(
        r"@media \(prefers-reduced-motion: no-preference\) \{.*?\n\}\n", "", css, flags=re.S
    )
    moving = re.findall(r"@keyframes (\w+) \{((?:[^{}]*\{[^{}]*\})*)", calm)
    assert moving
    for name, frames in moving:
        assert not re.search(r"translate|rotate|scale|transform|inset", frames), name
    assert "transition" not in calm
